//! Makes the openings of shogi's experiments: `cargo run --release -p lab --example shogi_openings >
//! crates/lab/data/shogi_openings.txt`.
//!
//! The thesis's program leaves its book at different places, so that its games differ. Ours begins with moves
//! of a shallow search whose evaluation is blurred, kept where a deeper search without noise finds both sides
//! about equal.

use std::collections::BTreeSet;

use games::Game;
use games::shogi::Shogi;
use opponents::{analyst_by_name, by_name};

/// Openings in the file: each is played by both sides, and the thesis has 500 games a side.
const OPENINGS: usize = 500;

/// Moves of an opening: pieces have not met yet, most castles have begun.
const PLIES: usize = 16;

/// How unequal an opening may be, in points: about a pawn.
const EVEN: f64 = 100.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut found = BTreeSet::new();
    for seed in 0.. {
        let mut player = by_name::<Shogi>("alphabeta:depth=3,noise=60", seed)?;
        let (mut judge, _) = analyst_by_name::<Shogi>("alphabeta:depth=7", 0)?;
        let mut game = Shogi::default();
        let mut moves = Vec::new();
        while moves.len() < PLIES && game.outcome().is_none() {
            let choice = player.choose(&game)?;
            moves.push(choice.mv.to_string());
            game.apply(choice.mv);
        }
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        // Only the best value counts, and comparing any one move with it is the quickest way to ask.
        let best = legal.first().and_then(|&mv| judge.compare(&game, mv).best().map(|best| best.value));
        if best.is_some_and(|value| value.abs() <= EVEN) {
            let moves = moves.join(" ");
            if found.insert(moves.clone()) {
                println!("{moves}");
            }
        }
        if found.len() == OPENINGS {
            break;
        }
    }
    Ok(())
}
