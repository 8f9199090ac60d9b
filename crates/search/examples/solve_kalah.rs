//! Solves a start of Kalah: `cargo run --release -p search --example solve_kalah -- 6 4 standard/any`.

use games::Malformed;
use games::kalah::{Kalah, Rules};
use search::kalah::Solver;

/// 2^26 entries of 8 bytes, as much as a laptop can spare.
const TABLE_BITS: u32 = 26;

fn main() -> Result<(), Malformed> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [holes, seeds, rules] = &words[..] else {
        return Err(Malformed::described(format!("{} words", words.len()), "holes, seeds and rules"));
    };
    let number = |text: &str| text.parse().map_err(|_| Malformed::new(text, "a number"));
    let game = Kalah::new(number(holes)?, number(seeds)?, rules.parse::<Rules>()?)?;
    let mut solver = Solver::new(TABLE_BITS);
    match solver.margin(&game) {
        Some(margin) => println!("{margin:+} in {} nodes", solver.nodes()),
        None => println!("the board is too large"),
    }
    Ok(())
}
