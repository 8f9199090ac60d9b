//! The experiments of Takagi 2021 (figures 4 to 6) and Sato 2021 (figure 9).

mod estimates;
pub mod fig4;
pub mod fig5;
pub mod fig6;
pub mod fig9;

use search::mcts::CapRule;

use super::Context;
use crate::Plan;
use crate::plan::Pairing;

/// Playouts of a search, for the ladder's rungs and for the bots: the ladder's own default.
const PLAYOUTS: u64 = 2000;

/// The depth caps of the ladder's rungs.
const RUNGS: [u32; 7] = [5, 9, 12, 15, 18, 21, 25];

/// What a cap on the depth may mean: its word in a name, and in a report.
const READINGS: [(CapRule, &str); 4] = [
    (CapRule::CutPlayout, "the playout ends at the cap"),
    (CapRule::CapTree, "only the tree ends at the cap"),
    (CapRule::CompleteTree, "so it does, and complete subtrees are left out"),
    (CapRule::ReachCap, "the search ends when the tree reaches the cap"),
];

/// A search with this cap on its depth.
fn bot(depth: u32, reading: CapRule, playouts: u64) -> String {
    format!("mcts:depth={depth},cap={},playouts={playouts}", reading.as_str())
}

/// A plan of games from openings of our own: from the start, searches of one kind repeat their games.
fn plan(context: &Context<'_>, title: &str, opponents: Vec<String>, pairing: Pairing, games: u64) -> Plan {
    let openings = include_str!("../../../data/othello_openings.txt").lines().map(str::to_owned).collect();
    let games = context.scaled_games(games);
    Plan { openings, ..super::plan("othello", title, opponents, pairing, games, context.seed) }
}
