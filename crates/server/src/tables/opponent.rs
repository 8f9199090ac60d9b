//! The opponent's side of a table: what it is asked, and what comes back.

use std::any::Any;
use std::time::Duration;

use games::Game;
use opponents::{Choice, Estimate, Failure, NameError, Opponent, Reason, by_name};
use search::Stop;
use serde::{Deserialize, Serialize};

use super::pace::Pacing;
use crate::geometry::Geometry;

/// Something to be done on the pool, and how.
pub(crate) struct Thinking {
    /// Lets the opponent choose.
    pub work: Box<dyn FnOnce() -> Reply + Send>,
    /// Ends it.
    pub stop: Stop,
    /// How long it may take.
    pub limit: Duration,
}

/// What came of a search.
pub(crate) struct Reply {
    /// Which of the table's searches this is: after a takeback it is not wanted any more.
    pub(super) number: u64,
    /// An [`Answer`] of the table's game; `None` if the search failed.
    pub(super) answer: Option<Box<dyn Any + Send>>,
    /// It is shown no earlier than so long after the question.
    pub(super) shown_after: Duration,
}

impl Reply {
    /// What is left when the search failed.
    #[must_use]
    pub(crate) const fn failed(number: u64) -> Reply {
        Reply { number, answer: None, shown_after: Duration::ZERO }
    }
}

/// The opponent's move, and the opponent, if it is kept for the next one.
pub(super) struct Answer<G: Game> {
    pub(super) chosen: Result<Chosen<G::Move>, Failure>,
    pub(super) session: Option<OpponentSession<G>>,
}

/// A move, its reason and the opponent's estimate of the player's strength.
pub(super) struct Chosen<M> {
    pub(super) mv: M,
    pub(super) reason: Reason,
    pub(super) estimate: Option<Estimate>,
}

/// An opponent and how many plies of the game it knows.
pub(super) struct OpponentSession<G: Game> {
    pub(super) opponent: Box<dyn Opponent<G>>,
    pub(super) told: usize,
}

/// Everything an opponent is told when it is to move: nothing but what its seat sees.
pub(super) struct Question<G: Game> {
    pub(super) name: String,
    pub(super) seed: u64,
    /// What the opponent knew of the player before the game.
    pub(super) memory: Option<String>,
    pub(super) start: G::View,
    /// What its seat saw before each move of the player it has not been told of, and the move.
    pub(super) news: Vec<(G::View, G::Move)>,
    pub(super) view: G::View,
    pub(super) plies: usize,
    pub(super) keep: bool,
    pub(super) pacing: Pacing,
}

impl<G: Geometry> Question<G> {
    /// Asks `session`, or an opponent made for the purpose.
    pub(super) fn ask(self, session: Option<OpponentSession<G>>, number: u64, stop: Stop) -> Reply {
        let pacing = self.pacing;
        let answer = self.answer(session, stop).unwrap_or_else(|error| Answer {
            chosen: Err(Failure::Crashed(error.to_string())),
            session: None,
        });
        let shown_after = pacing.of(answer.chosen.as_ref().ok().map(|chosen| &chosen.reason));
        Reply { number, answer: Some(Box::new(answer)), shown_after }
    }

    fn answer(self, session: Option<OpponentSession<G>>, stop: Stop) -> Result<Answer<G>, NameError> {
        let mut session = match session {
            Some(session) => session,
            None => {
                let mut opponent = by_name::<G>(&self.name, self.seed)?;
                // Another version of the opponent may have written it: then the player is a stranger.
                let _ = self.memory.as_deref().map(|memory| opponent.remember(memory));
                opponent.begin(&self.start, &[]);
                OpponentSession { opponent, told: 0 }
            }
        };
        session.opponent.stop_with(stop);
        for (before, mv) in &self.news {
            session.opponent.observe(before, *mv);
        }
        session.told = self.plies;
        let choice = session.opponent.choose(&self.view);
        let estimate = session.opponent.estimate();
        let chosen = choice.map(|Choice { mv, reason }| Chosen { mv, reason, estimate });
        Ok(Answer { chosen, session: self.keep.then_some(session) })
    }
}

/// The seed of an opponent that is made when `plies` have been played: one made again must not draw the same
/// numbers again.
pub(super) fn seed_at(seed: u64, plies: usize) -> u64 {
    games::split_mix::state_after(seed, plies as u64)
}

/// How an estimate is stored.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct StoredEstimate {
    scale: StoredScale,
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StoredScale {
    TreeDepth,
    Elo,
    Share,
}

/// The estimate that is stored with a move.
#[must_use]
pub(crate) fn estimate_of(stored: &str) -> Option<Estimate> {
    serde_json::from_str::<StoredEstimate>(stored).ok().map(Estimate::from)
}

impl From<Estimate> for StoredEstimate {
    fn from(estimate: Estimate) -> StoredEstimate {
        let scale = match estimate.scale {
            opponents::StrengthUnit::TreeDepth => StoredScale::TreeDepth,
            opponents::StrengthUnit::Elo => StoredScale::Elo,
            opponents::StrengthUnit::Share => StoredScale::Share,
        };
        StoredEstimate { scale, value: estimate.value, low: estimate.low, high: estimate.high }
    }
}

impl From<StoredEstimate> for Estimate {
    fn from(kept: StoredEstimate) -> Estimate {
        let scale = match kept.scale {
            StoredScale::TreeDepth => opponents::StrengthUnit::TreeDepth,
            StoredScale::Elo => opponents::StrengthUnit::Elo,
            StoredScale::Share => opponents::StrengthUnit::Share,
        };
        Estimate { scale, value: kept.value, low: kept.low, high: kept.high }
    }
}
