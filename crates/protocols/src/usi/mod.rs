//! USI, the protocol between shogi programs and their boards (described at shogidokoro.starfree.jp/usi.html):
//! the board sends the whole game before every question, and may change its player while the program thinks.
//!
//! Our opponents speak it to boards such as ShogiHome ([`serve`]); other people's programs are opponents by
//! the name `usi:COMMAND`.

pub(crate) mod clock;
mod command;
mod engine;
mod options;
pub(crate) mod player;
mod program;
#[cfg(test)]
mod session_tests;

pub use engine::serve;
pub(crate) use program::open;

use games::shogi::{Handicap, Move, Shogi};

/// A game as a `position` line.
fn position_line(start: &Shogi, moves: &[Move]) -> String {
    let mut text = match Handicap::of(start) {
        Some(Handicap::Even) => "position startpos".to_owned(),
        _ => format!("position sfen {}", start.sfen()),
    };
    for (place, mv) in moves.iter().enumerate() {
        text.push_str(if place == 0 { " moves " } else { " " });
        text.push_str(&mv.to_string());
    }
    text
}
