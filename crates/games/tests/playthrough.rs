//! Golden playthroughs: one game of each kind, ply by ply, so that a change of behaviour shows in a diff.
//!
//! With `UPDATE_PLAYTHROUGHS=1` in the environment the files are written anew.

#![allow(clippy::unwrap_used)] // helpers of tests, where a panic is the report

use std::fmt::Write;

use games::{Game, GameKind, Side, with_game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SEED: u64 = 20_260_101;
const SHORT_SHOGI: u64 = 16;

/// A random game from a dealt start: position, hash and legal moves of every ply, the move chosen, the
/// outcome.
fn playthrough<G: Game>(seed: u64) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = G::deal(&mut rng);
    let mut out = format!("# One random game of {}, xoshiro256++ seeded with {seed}.\n", G::NAME);
    let mut moves = Vec::new();
    for ply in 1.. {
        writeln!(out, "\nposition {game}\nhash {:016x}", game.hash()).unwrap();
        writeln!(out, "to move {}", game.side_to_move()).unwrap();
        if let Some(outcome) = game.outcome() {
            let [first, second] = Side::BOTH.map(|side| outcome.score(side).unwrap());
            writeln!(out, "outcome {outcome}\nscores {first} {second}").unwrap();
            break;
        }
        game.legal_moves(&mut moves);
        let names: Vec<_> = moves.iter().map(ToString::to_string).collect();
        let mv = moves[rng.random_range(..moves.len())];
        writeln!(out, "moves {}\n{ply} {mv}", names.join(" ")).unwrap();
        game.play(mv).unwrap();
    }
    out
}

fn compare<G: Game>(seed: u64) {
    let path = format!("{}/../../testdata/playthroughs/{}.txt", env!("CARGO_MANIFEST_DIR"), G::NAME);
    let played = playthrough::<G>(seed);
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some_and(|update| update == "1") {
        std::fs::write(&path, &played).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (number, (golden, played)) in (1..).zip(golden.lines().zip(played.lines())) {
        assert_eq!(golden, played, "line {number} of {}", G::NAME);
    }
    assert_eq!(golden.len(), played.len(), "length of {}", G::NAME);
}

#[test]
fn every_game_plays_as_before() {
    for &kind in GameKind::ALL {
        // Random shogi can go on for thousands of plies; this seed ends early, by mate.
        let seed = if kind == GameKind::Shogi { SHORT_SHOGI } else { SEED };
        with_game!(kind, G => compare::<G>(seed));
    }
}
