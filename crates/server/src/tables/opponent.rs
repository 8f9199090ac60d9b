//! The opponent's side of a table: what it is asked, and what comes back.

use std::any::Any;
use std::time::Duration;

use games::Game;
use opponents::{Choice, Estimate, Failure, NameError, Opponent, Reason, by_name};
use search::Stop;
use serde::{Deserialize, Serialize};

use crate::geometry::Geometry;

/// Something to be done on the pool, and how.
pub(crate) struct Thinking {
    /// Lets the opponent choose.
    pub work: Box<dyn FnOnce() -> Reply + Send>,
    /// Ends it.
    pub stop: Stop,
    /// How long it may take.
    pub limit: Duration,
    /// No answer comes earlier than this.
    pub pace: Duration,
}

/// What came of a search.
pub(crate) struct Reply {
    /// Which of the table's searches this is: after a takeback it is not wanted any more.
    pub(super) number: u64,
    /// An [`Answer`] of the table's game; `None` if the search failed.
    pub(super) answer: Option<Box<dyn Any + Send>>,
}

impl Reply {
    /// What is left when the search failed.
    #[must_use]
    pub(crate) const fn failed(number: u64) -> Reply {
        Reply { number, answer: None }
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
}

impl<G: Geometry> Question<G> {
    /// Asks `session`, or an opponent made for the purpose.
    pub(super) fn ask(self, session: Option<OpponentSession<G>>, number: u64, stop: Stop) -> Reply {
        let answer = self.answer(session, stop).unwrap_or_else(|error| Answer {
            chosen: Err(Failure::Crashed(error.to_string())),
            session: None,
        });
        Reply { number, answer: Some(Box::new(answer)) }
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

/// A human-like thinking time, for a choice among `moves` moves and a player whose own moves took `player`
/// milliseconds. Always below a second. `moves` is what the player can know, so that it reveals nothing
/// hidden.
pub(super) fn pace(moves: usize, player: &[u64]) -> Duration {
    let choice = match moves {
        0 => 0.5,
        moves => ((moves - 1) as f64 / 20.0).min(1.0),
    };
    Duration::from_millis((calm(player) * (400.0 + 550.0 * choice)) as u64)
}

/// From 0.4 for players that take a second or two per move to 1 for four or more. The median of the last
/// moves, so that one long absence does not count.
fn calm(player: &[u64]) -> f64 {
    const LAST: usize = 9;
    const CALM: f64 = 4000.0;
    let mut last = player[player.len().saturating_sub(LAST)..].to_vec();
    last.sort_unstable();
    last.get(last.len() / 2).map_or(0.7, |&median| (median as f64 / CALM).clamp(0.4, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_quick_is_answered_quickly_and_nobody_waits_a_second() {
        let quick = pace(10, &[900; 12]);
        let stranger = pace(10, &[]);
        let calm = pace(10, &[8000; 12]);
        assert!(quick < stranger && stranger < calm, "{quick:?} {stranger:?} {calm:?}");
        assert!(pace(1, &[8000; 12]) < calm, "no choice, no thought");
        assert!(pace(500, &[u64::MAX; 12]) < Duration::from_secs(1));
        // One long absence changes nothing, and what was long ago does not count.
        assert_eq!(pace(10, &[900, 900, 90_000, 900]), quick);
        assert_eq!(pace(10, &[[60_000; 20], [900; 20]].concat()), quick);
    }
}
