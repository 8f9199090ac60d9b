//! The experiments of Nakamichi 2020: weakened players and the balance player.

pub mod badmoves;
pub mod fig9;
pub mod weakened;

use super::Context;
use crate::plan::Pairing;
use crate::{Plan, SHOGI_MOVE_LIMIT};

/// The balance player of chapter 4.
const BALANCE: &str = "balance:depth=5";

/// The program it was made of.
const PLAIN: &str = "alphabeta:depth=5";

/// A program that searches so deep.
fn depth(depth: u32) -> String {
    format!("alphabeta:depth={depth}")
}

/// A plan of games from our own openings, in place of the thesis's opening book.
fn plan(title: &str, opponents: Vec<String>, pairing: Pairing, games: u64, context: &Context<'_>) -> Plan {
    let openings = include_str!("../../../data/shogi_openings.txt").lines().map(str::to_owned).collect();
    Plan {
        openings,
        max_plies: Some(SHOGI_MOVE_LIMIT),
        ..super::plan("shogi", title, opponents, pairing, context.scaled_games(games), context.seed)
    }
}
