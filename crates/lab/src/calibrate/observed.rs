//! Games that are looked at move by move.

use anyhow::{Context as _, Result};
use games::{Registered, Side};
use opponents::{Measured, NameError, ScoredGame, UserMove, fingerprint};
use protocols::ExternalEngines;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use statistics::{Pairing, mean_interval};

use super::tournament::{pairing, seed};
use super::{SERIES_GAMES, rounded};
use crate::reproduce::Context;
use crate::{GameLimits, Match, Played};

/// Two reference players of which the second is probably the stronger.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) weaker: usize,
    pub(super) stronger: usize,
}

/// A game and how the moves of both players look.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ObservedGame {
    /// The weaker player's score.
    score: f64,
    /// Of the weaker player, then of the other.
    moves: [Vec<UserMove>; 2],
}

/// The games of neighbours.
pub(super) struct Observed(Vec<(Chain, Vec<ObservedGame>)>);

/// Plays the games of neighbours, or takes them from the cache.
pub(super) fn chains<G: ExternalEngines + Registered>(
    context: &Context<'_>,
    names: &[String],
    chains: &[Chain],
    games: u64,
    limits: GameLimits,
) -> Result<Observed> {
    let play = |&chain: &Chain| {
        let pair = [names[chain.weaker].as_str(), names[chain.stronger].as_str()];
        let observed = observe::<G>(context, pair, games, limits)?;
        context.runner.step();
        Ok((chain, observed))
    };
    chains.par_iter().map(play).collect::<Result<_>>().map(Observed)
}

fn observe<G: ExternalEngines + Registered>(
    context: &Context<'_>,
    [weaker, stronger]: [&str; 2],
    games: u64,
    limits: GameLimits,
) -> Result<Vec<ObservedGame>> {
    let adaptive = G::adaptive().context("expected a game in which gokaku adapts")?;
    let key = format!("calibrate {} {weaker} - {stronger}, {games} games seen", G::NAME);
    let seed = seed(context, &key);
    let games =
        Match::<G> { a: weaker.to_owned(), b: stronger.to_owned(), games, seed, openings: Vec::new() };
    let look = |game: &Played<G>| {
        let side = |side: Side| adaptive.observe(&game.record, side, false, seed ^ game.index);
        Ok(ObservedGame { score: game.a_score, moves: [side(game.a_side)?, side(game.a_side.other())?] })
    };
    let key = format!("{key}, seed {}, {limits:?}", context.seed);
    context.cached(fingerprint::searches(G::KIND), &key, || {
        games.run(limits, &|_| {})?.par_iter().map(look).collect::<Result<Vec<_>, NameError>>()
    })
}

impl Observed {
    fn each(&self) -> impl Iterator<Item = (Chain, &ObservedGame)> {
        self.0.iter().flat_map(|(chain, games)| games.iter().map(|game| (*chain, game)))
    }

    /// How many games they are.
    pub(super) fn games(&self) -> u64 {
        self.each().count() as u64
    }

    /// Their results.
    pub(super) fn pairings(&self) -> Vec<Pairing> {
        let of_chain = |(chain, games): &(Chain, Vec<ObservedGame>)| {
            let scores: Vec<f64> = games.iter().map(|game| game.score).collect();
            pairing(chain.weaker, chain.stronger, &scores)
        };
        self.0.iter().map(of_chain).collect()
    }

    /// How many moves a side makes.
    pub(super) fn usual_moves(&self) -> Measured {
        let lengths: Vec<f64> = self.each().map(|(_, game)| game.moves[0].len() as f64).collect();
        let (mean, interval) = mean_interval(&lengths);
        let games = lengths.len() as u64;
        rounded(Measured { value: mean, low: interval.low, high: interval.high, games })
    }

    /// The games of neighbours from the weaker player's side, by how strong both are; all of them, or those
    /// of one player.
    pub(super) fn scored(&self, of: Option<usize>, elo: impl Fn(usize) -> f64) -> Vec<ScoredGame> {
        let is_wanted = |chain: &Chain| of.is_none_or(|of| [chain.weaker, chain.stronger].contains(&of));
        let of_chain = |(chain, games): &(Chain, Vec<ObservedGame>)| {
            let stronger = elo(chain.weaker) - elo(chain.stronger);
            let scored = |(number, game): (usize, &ObservedGame)| ScoredGame {
                moves: game.moves[0].clone(),
                score: game.score,
                stronger,
                // Seats alternate in a match.
                is_first: number.is_multiple_of(2),
            };
            games.iter().enumerate().map(scored).collect::<Vec<_>>()
        };
        self.0.iter().filter(|(chain, _)| is_wanted(chain)).flat_map(of_chain).collect()
    }

    /// The moves of one player, by game.
    pub(super) fn of(&self, number: usize) -> Vec<Vec<UserMove>> {
        let own = |(chain, game): (Chain, &ObservedGame)| {
            let place = [chain.weaker, chain.stronger].iter().position(|&player| player == number)?;
            Some(game.moves[place].clone())
        };
        self.each().filter_map(own).collect()
    }
}

/// Series of games of a user against a reference player, and how the user's moves look to every search.
pub(super) fn user_series<G: ExternalEngines + Registered>(
    context: &Context<'_>,
    [user, reference]: [&str; 2],
    series: u64,
    limits: GameLimits,
) -> Result<Vec<Vec<Vec<UserMove>>>> {
    let adaptive = G::adaptive().context("expected a game in which gokaku adapts")?;
    let play = |number: u64| {
        let key = format!("calibrate {} series {number} of {user} against {reference}", G::NAME);
        let seed = seed(context, &key);
        let games = Match::<G> {
            a: user.to_owned(),
            b: reference.to_owned(),
            games: SERIES_GAMES,
            seed,
            openings: Vec::new(),
        };
        let look = |game: &Played<G>| adaptive.observe(&game.record, game.a_side, true, seed ^ game.index);
        let key = format!("{key}, seed {}, {limits:?}", context.seed);
        let seen = context.cached(fingerprint::searches(G::KIND), &key, || {
            games.run(limits, &|_| {})?.par_iter().map(look).collect::<Result<Vec<_>, NameError>>()
        });
        context.runner.step();
        seen
    };
    (0..series).into_par_iter().map(play).collect()
}
