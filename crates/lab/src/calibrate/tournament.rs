//! Who plays whom, and how strong everybody is.
//!
//! The games of two players say most about the difference of their strengths when both may win: the
//! information of a game is p (1 - p), with the expected score p. So in each round everybody plays the
//! reference player against whom this is largest by what is known so far, divided among opponents: the more
//! games two have played, the less another says that a third would not.

use std::collections::BTreeMap;

use anyhow::Result;
use games::Registered;
use opponents::{Measured, fingerprint};
use protocols::ExternalEngines;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use statistics::{Anchor, Pairing, RatingModel, Ratings, score_of_elo};

use super::observed::Observed;
use crate::reproduce::Context;
use crate::{GameLimits, Match};

/// Games of two in a round.
const CHUNK: u64 = 10;

/// How many reference players somebody unknown begins with, a few games each.
const PROBES: usize = 5;

/// Virtual draws of everybody: they keep somebody who wins every game on the scale.
const VIRTUAL_DRAWS: f64 = 1.0;

/// Rounds for so many games of everybody.
pub(super) fn rounds(games: u64) -> u64 {
    games.div_ceil(CHUNK)
}

/// A seed that depends on who plays.
pub(super) fn seed(context: &Context<'_>, words: &str) -> u64 {
    let hash = Sha256::digest(format!("{} {words}", context.seed));
    hash.iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

/// Games between opponents that are known by name.
pub(super) struct Tournament<'a> {
    context: &'a Context<'a>,
    names: &'a [String],
    /// Against whom everybody plays.
    references: Vec<usize>,
    /// Who is about as strong as somebody, where that is known before the first game.
    alike: BTreeMap<usize, usize>,
    limits: GameLimits,
}

impl<'a> Tournament<'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        names: &'a [String],
        references: Vec<usize>,
        alike: BTreeMap<usize, usize>,
        limits: GameLimits,
    ) -> Tournament<'a> {
        Tournament { context, names, references, alike, limits }
    }

    /// How many parts so many rounds have, if everybody but these has yet to play the first games.
    pub(super) fn steps(&self, rounds: u64, has_played: usize) -> u64 {
        let newcomers = (self.names.len() - has_played) as u64;
        let alike = self.alike.len() as u64;
        let first = alike + (newcomers - alike) * self.probes().len() as u64;
        first + rounds * self.names.len() as u64 - newcomers
    }

    /// Reference players over the whole scale: the first opponents of a player whose strength is unknown.
    fn probes(&self) -> Vec<usize> {
        let last = self.references.len() - 1;
        let mut probes: Vec<usize> =
            (0..PROBES).map(|probe| self.references[probe * last / (PROBES - 1)]).collect();
        probes.dedup();
        probes
    }

    /// Plays so many rounds after the games of neighbours.
    pub(super) fn play<G: ExternalEngines + Registered>(
        &self,
        random: usize,
        neighbours: &Observed,
        rounds: u64,
    ) -> Result<Strengths> {
        let model = RatingModel {
            virtual_draws: VIRTUAL_DRAWS,
            anchor: Anchor::Player(random, 0.0),
            ..RatingModel::default()
        };
        let mut played = Played { pairings: neighbours.pairings(), chunks: BTreeMap::new() };
        let has_played: Vec<bool> = (0..self.names.len())
            .map(|number| {
                played.pairings.iter().any(|pairing| [pairing.first, pairing.second].contains(&number))
            })
            .collect();
        let newcomers = (0..self.names.len()).filter(|&number| !has_played[number]);
        let probes = self.probes();
        let first = newcomers.flat_map(|number| {
            let others = self.alike.get(&number).map_or(probes.clone(), |&other| vec![other]);
            let games = CHUNK / others.len() as u64;
            others.into_iter().map(move |other| (number, other, games))
        });
        self.round::<G>(&first.collect::<Vec<_>>(), &mut played)?;
        for round in 0..rounds {
            let ratings = model.fit(self.names.len(), &played.pairings)?;
            let everybody = (0..self.names.len()).filter(|number| round > 0 || has_played[*number]);
            let next: Vec<(usize, usize, u64)> = everybody
                .map(|number| (number, self.most_informative(number, &ratings, &played), CHUNK))
                .collect();
            self.round::<G>(&next, &mut played)?;
        }
        let games = played.pairings.iter().map(Pairing::games).sum::<f64>() as u64;
        let of_each = (0..self.names.len()).map(|number| played.games_of(number)).collect();
        Ok(Strengths { ratings: model.fit(self.names.len(), &played.pairings)?, games, of_each })
    }

    fn most_informative(&self, number: usize, ratings: &Ratings, played: &Played) -> usize {
        let information = |other: usize| {
            let expected = score_of_elo(ratings.players[number].elo - ratings.players[other].elo);
            let games = played.games_between(number, other);
            expected * (1.0 - expected) / (1.0 + games / CHUNK as f64)
        };
        let others = self.references.iter().copied().filter(|&other| other != number);
        others.max_by(|&one, &two| information(one).total_cmp(&information(two))).unwrap_or(number)
    }

    /// Plays so many games of each of these pairs.
    fn round<G: ExternalEngines + Registered>(
        &self,
        pairs: &[(usize, usize, u64)],
        played: &mut Played,
    ) -> Result<()> {
        let mut numbered = Vec::new();
        for &(one, two, games) in pairs {
            let chunk = played.chunks.entry((one, two)).or_insert(0_u64);
            numbered.push((one, two, *chunk, games));
            *chunk += 1;
        }
        let counted: Vec<Pairing> = numbered
            .into_par_iter()
            .map(|(one, two, chunk, games)| self.chunk::<G>(one, two, chunk, games))
            .collect::<Result<_>>()?;
        played.pairings.extend(counted);
        Ok(())
    }

    fn chunk<G: ExternalEngines + Registered>(
        &self,
        one: usize,
        two: usize,
        chunk: u64,
        games: u64,
    ) -> Result<Pairing> {
        let key = format!("calibrate {} {} - {} #{chunk}", G::NAME, self.names[one], self.names[two]);
        let chunk = Match::<G> {
            a: self.names[one].clone(),
            b: self.names[two].clone(),
            games,
            seed: seed(self.context, &key),
            openings: Vec::new(),
        };
        let key = format!("{key}, {} games, seed {}, {:?}", chunk.games, self.context.seed, self.limits);
        let scores: Vec<f64> = self.context.cached(fingerprint::searches(G::KIND), &key, || {
            let played = chunk.run(self.limits, &|_| {})?;
            Ok::<_, opponents::NameError>(played.iter().map(|game| game.a_score).collect())
        })?;
        self.context.runner.step();
        Ok(pairing(one, two, &scores))
    }
}

/// The games of two, by the scores of the first.
pub(super) fn pairing(one: usize, two: usize, scores: &[f64]) -> Pairing {
    let count = |wanted: f64| scores.iter().filter(|score| **score == wanted).count() as f64;
    Pairing { first: one, second: two, wins: count(1.0), draws: count(0.5), losses: count(0.0) }
}

struct Played {
    pairings: Vec<Pairing>,
    /// Chunks of two so far.
    chunks: BTreeMap<(usize, usize), u64>,
}

impl Played {
    fn games_between(&self, one: usize, two: usize) -> f64 {
        let both = |pairing: &&Pairing| [(one, two), (two, one)].contains(&(pairing.first, pairing.second));
        self.pairings.iter().filter(both).map(Pairing::games).sum()
    }

    fn games_of(&self, number: usize) -> u64 {
        let own = |pairing: &&Pairing| [pairing.first, pairing.second].contains(&number);
        self.pairings.iter().filter(own).map(Pairing::games).sum::<f64>() as u64
    }
}

/// How strong everybody is.
pub(super) struct Strengths {
    ratings: Ratings,
    games: u64,
    of_each: Vec<u64>,
}

impl Strengths {
    /// Somebody's Elo, in whole points.
    pub(super) fn measured(&self, number: usize) -> Measured {
        let rating = self.ratings.players[number];
        let interval = rating.interval();
        Measured {
            value: rating.elo.round(),
            low: interval.low.round(),
            high: interval.high.round(),
            games: self.of_each[number],
        }
    }

    /// Who of these is about as strong.
    pub(super) fn nearest(&self, number: usize, among: &[usize]) -> usize {
        let distance =
            |other: usize| (self.ratings.players[other].elo - self.ratings.players[number].elo).abs();
        let others = among.iter().copied().filter(|&other| other != number);
        others.min_by(|&one, &two| distance(one).total_cmp(&distance(two))).unwrap_or(number)
    }

    /// All games.
    pub(super) fn games(&self) -> u64 {
        self.games
    }
}
