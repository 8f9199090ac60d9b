//! The NBoard protocol, version 2 (described at orbanova.com/nboard/protocol.htm): one side sends whole games
//! and moves, and asks the other to move.

mod engine;
mod program;

pub use engine::Engine;
pub(crate) use program::open;

use games::othello::Move;

/// A move as the protocol writes it.
fn print_move(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}

/// Reads a move; what may stand behind it, a value and a time, is passed over.
fn read_move(item: &str) -> Result<Move, games::Malformed> {
    let text = item.split(['/', ' ']).next().unwrap_or_default();
    if text.eq_ignore_ascii_case("pa") { Ok(Move::Pass) } else { text.parse() }
}
