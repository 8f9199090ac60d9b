//! Shogi's legal moves against another implementation, `shogi_core` with `shogi_legality_lite`.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use games::Game;
use games::shogi::{Move, Shogi};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shogi_core::{PartialPosition, ToUsi};
use shogi_legality_lite::all_legal_moves_partial;

/// Plays random games in both and compares the moves of every position, until `positions` were compared.
fn compare(positions: usize, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut moves, mut compared) = (Vec::new(), 0);
    while compared < positions {
        let mut game = Shogi::default();
        let mut second = PartialPosition::startpos();
        loop {
            game.legal_moves(&mut moves);
            moves.retain(|&mv| mv != Move::DECLARE);
            if moves.is_empty() && game.times() >= 4 {
                break;
            }
            let theirs = all_legal_moves_partial(&second);
            let mut ours: Vec<String> = moves.iter().map(Move::to_string).collect();
            let mut names: Vec<String> = theirs.iter().map(|mv| mv.to_usi_owned()).collect();
            ours.sort_unstable();
            names.sort_unstable();
            assert_eq!(ours, names, "{game}");
            compared += 1;
            if moves.is_empty() || compared >= positions {
                break;
            }
            let chosen = moves[rng.random_range(0..moves.len())];
            let same = theirs.iter().find(|mv| mv.to_usi_owned() == chosen.to_string()).unwrap();
            second.make_move(*same).unwrap();
            game.apply(chosen);
        }
    }
}

#[test]
fn both_find_the_same_moves() {
    compare(2_000, 1);
}

#[test]
#[ignore = "takes minutes"]
fn both_find_the_same_moves_in_many_positions() {
    compare(200_000, 2);
}
