//! Makes the openings of Othello's experiments: `cargo run --release -p opponents --example
//! othello_openings > crates/lab/data/othello_openings.txt`.
//!
//! From the start, players that differ little soon repeat their games. These openings are random moves, kept
//! where a search finds both sides about equal.

use std::collections::HashSet;

use games::Game;
use games::othello::{Othello, Symmetry};
use opponents::analyst_by_name;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Openings in the file: each is played by both sides.
const OPENINGS: usize = 200;

/// Moves of an opening.
const PLIES: usize = 8;

/// How unequal an opening may be, in discs.
const EVEN: f64 = 3.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut judge, _) = analyst_by_name::<Othello>("alphabeta:depth=8", 0)?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = HashSet::new();
    let (mut legal, mut moves) = (Vec::new(), Vec::new());
    while found.len() < OPENINGS {
        let mut game = Othello::default();
        moves.clear();
        for _ in 0..PLIES {
            game.legal_moves(&mut legal);
            let mv = legal[rng.random_range(..legal.len())];
            moves.push(mv.to_string());
            game.apply(mv);
        }
        game.legal_moves(&mut legal);
        let best = legal.first().and_then(|&mv| judge.compare(&game, mv).best().map(|best| best.value));
        if best.is_some_and(|value| value.abs() <= EVEN) && found.insert(Symmetry::canonical(game.board()).0)
        {
            println!("{}", moves.join(" "));
        }
    }
    Ok(())
}
