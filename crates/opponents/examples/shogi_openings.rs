//! Makes the openings of shogi's experiments: `cargo run --release -p opponents --example shogi_openings >
//! crates/lab/data/shogi_openings.txt`.
//!
//! The thesis's program leaves its book at different places, so that its games differ. Ours begin with moves
//! drawn from the shipped book, as often as people play them. Where the book ends, a search with a little
//! noise goes on. Openings are kept where a deeper search finds both sides about equal.

use std::collections::BTreeSet;

use games::Game;
use games::shogi::Shogi;
use opponents::{analyst_by_name, by_name};

/// Openings in the file: each is played by both sides.
const OPENINGS: usize = 200;

/// Moves of an opening: pieces have hardly met yet, most castles have begun.
const PLIES: usize = 16;

/// How unequal an opening may be, in points: about a pawn.
const EVEN: f64 = 100.0;

/// Who plays behind the book: the noise only decides between moves that are about equally good.
const PLAYER: &str = "book:opponent=alphabeta:depth=5,noise=15";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut found = BTreeSet::new();
    for seed in 0.. {
        let mut player = by_name::<Shogi>(PLAYER, seed)?;
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
