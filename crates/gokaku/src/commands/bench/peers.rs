//! The same counts with other people's crates, each used as its documentation shows.

use magpie::othello::{Board, Stone};
use shogi_core::PartialPosition;

use super::Peer;

/// Othello by the `magpie` crate.
pub(super) fn magpie(depth: u32) -> Peer {
    fn perft(board: &Board, stone: Stone, depth: u32) -> u64 {
        let moves = board.moves_for(stone);
        if depth == 1 {
            return u64::from(moves.count_set().max(1));
        }
        if moves.is_empty() {
            let other_is_stuck = board.moves_for(stone.flip()).is_empty();
            return if other_is_stuck { 1 } else { perft(board, stone.flip(), depth - 1) };
        }
        let play = |position| {
            let mut next = board.clone();
            next.play(stone, position);
            perft(&next, stone.flip(), depth - 1)
        };
        moves.hot_bits().map(play).sum()
    }
    Peer { name: "magpie", count: Box::new(move || perft(&Board::standard(), Stone::Black, depth)) }
}

/// Shogi by the `shogi_core` and `shogi_legality_lite` crates.
pub(super) fn shogi_legality_lite(depth: u32) -> Peer {
    fn perft(position: &PartialPosition, depth: u32) -> u64 {
        let moves = shogi_legality_lite::all_legal_moves_partial(position);
        if depth == 1 {
            return moves.len() as u64;
        }
        let play = |mv| {
            let mut next = position.clone();
            next.make_move(mv);
            perft(&next, depth - 1)
        };
        moves.into_iter().map(play).sum()
    }
    Peer { name: "shogi_legality_lite", count: Box::new(move || perft(&PartialPosition::startpos(), depth)) }
}
