//! The series of games that are played against the panel, and what is kept of each game.

use opponents::NameError;
use protocols::ExternalEngines;
use serde::{Deserialize, Serialize};

use super::panel::Panel;
use super::unnatural::{Reviewed, UnnaturalMoves};
use crate::{AdaptiveSeries, SeriesGame};

/// Games in which the opponent learns about the user, and that do not count.
pub(super) const WARMUP: u64 = 10;

/// Target win rates, each against three users.
pub(super) const TARGETS: [f64; 3] = [0.3, 0.5, 0.7];

/// The opponent that is told that the user is new to the game, and the user of whom this is said: the random
/// one.
pub(super) const TOLD_NEW: (&str, usize) = ("gokaku:prior=beginner", 0);

/// What the opponent remembers from game to game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum SeriesKind {
    /// Everything; warm-up games first.
    Known,
    /// Nothing: every game is a first game.
    FirstGames,
    /// Many short series of as many games as a warm-up, each starting without memory.
    Restarted,
}

/// An adaptive opponent and the user it plays against.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matchup {
    pub(super) panel: usize,
    pub(super) adaptive: String,
    pub(super) user: usize,
    pub(super) kind: SeriesKind,
}

/// Every matchup of a panel.
pub(super) fn matchups(number: usize, panel: &Panel) -> Vec<Matchup> {
    let matchup = |adaptive: String, user, kind| Matchup { panel: number, adaptive, user, kind };
    let mut matchups = Vec::new();
    let users = panel.present();
    for &user in &users {
        for kind in [SeriesKind::Known, SeriesKind::FirstGames, SeriesKind::Restarted] {
            matchups.push(matchup("gokaku".to_owned(), user, kind));
        }
        let others = panel.others.iter().map(|&other| other.to_owned());
        matchups.extend(others.map(|other| matchup(other, user, SeriesKind::Known)));
    }
    for target in TARGETS.into_iter().filter(|target| *target != 0.5) {
        let adaptive = format!("gokaku:target={target}");
        let present = panel.target_users.into_iter().filter(|user| users.contains(user));
        matchups.extend(present.map(|user| matchup(adaptive.clone(), user, SeriesKind::Known)));
    }
    let (adaptive, user) = TOLD_NEW;
    matchups.push(matchup(adaptive.to_owned(), user, SeriesKind::FirstGames));
    matchups
}

/// How the last games of a series are reviewed, those in which the opponent knows the user.
#[derive(Clone, Copy, Debug)]
pub(super) struct Review<'a> {
    pub(super) analyst: &'a str,
    pub(super) observer: &'a str,
    pub(super) games: usize,
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GameSummary {
    pub(super) score: f64,
    /// The opponent's estimate after the game, in Elo.
    pub(super) estimate: Option<f64>,
    /// Its interval.
    pub(super) interval: Option<(f64, f64)>,
    /// The largest change of the opponent's strength from one of its moves to the next, in Elo.
    pub(super) largest_step: Option<f64>,
    /// Unnatural moves of the opponent and of the user, if the game was reviewed.
    pub(super) unnatural: Option<[UnnaturalMoves; 2]>,
}

/// Plays a series and reviews its last games.
///
/// # Errors
/// A player, the analyst or the observer is not known.
pub(super) fn play<G: ExternalEngines + Reviewed>(
    series: &AdaptiveSeries<'_>,
    review: Option<Review<'_>>,
) -> Result<Vec<GameSummary>, NameError> {
    let games = series.play::<G>()?;
    let unreviewed = games.len().saturating_sub(review.map_or(0, |review| review.games));
    let summary = |(number, game): (usize, SeriesGame<G>)| {
        let unnatural = match review.filter(|_| number >= unreviewed) {
            Some(review) => {
                let sides = [game.side, game.side.other()];
                Some(G::unnatural(&game.record, sides, review.analyst, review.observer)?)
            }
            None => None,
        };
        let elo = game.estimate.filter(|estimate| estimate.scale == opponents::StrengthUnit::Elo);
        let steps = game.strengths.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        Ok(GameSummary {
            score: game.score,
            estimate: elo.map(|estimate| estimate.value),
            interval: elo.map(|estimate| (estimate.low, estimate.high)),
            largest_step: steps.reduce(f64::max),
            unnatural,
        })
    };
    games.into_iter().enumerate().map(summary).collect()
}
