//! The experiments of document 002, the thesis on players that are weakened or keep the balance.

pub mod badmoves;
pub mod fig9;
pub mod weakened;

use super::Context;
use crate::plan::Pairing;
use crate::{LONGEST_SHOGI, Plan};

/// The balance player of chapter 4: depth 5, the thesis's rule for mates, and none against repeating positions.
const BALANCE: &str = "balance:repeat=0,depth=5";

/// The program it was made of.
const PLAIN: &str = "alphabeta:depth=5";

/// A program that searches so deep.
fn depth(depth: u32) -> String {
    format!("alphabeta:depth={depth}")
}

/// A plan of games from our own openings; the thesis's programs left their book at different places.
fn plan(title: &str, opponents: Vec<String>, pairing: Pairing, games: u64, context: &Context<'_>) -> Plan {
    let openings = include_str!("../../../data/shogi_openings.txt").lines().map(str::to_owned).collect();
    Plan {
        openings,
        max_plies: Some(LONGEST_SHOGI),
        ..super::plan("shogi", title, opponents, pairing, context.scaled_games(games), context.seed)
    }
}
