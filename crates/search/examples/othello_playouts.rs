//! How fast random games and tree searches of Othello are: `cargo run --release -p search --example othello_playouts`.

use std::time::Instant;

use games::othello::{Board, Othello};
use rand::SeedableRng;
use search::mcts::othello::{UniformOthello, random_margin};
use search::mcts::{Generator, Mcts, Options};
use search::{Analyst, Budget};

fn main() {
    let games = 1_000_000_u64;
    let mut rng = Generator::seed_from_u64(1);
    let begun = Instant::now();
    let margin: i64 = (0..games).map(|_| i64::from(random_margin(Board::START, &mut rng))).sum();
    let rate = games as f64 / begun.elapsed().as_secs_f64();
    println!("{rate:.0} random games a second, mean margin {:.3}", margin as f64 / games as f64);

    let (searches, playouts) = (100, 1000);
    let begun = Instant::now();
    for seed in 0..searches {
        let mut analyst = Mcts::new(UniformOthello, Options { seed, ..Options::default() });
        analyst.analyse(&Othello::default(), &Budget::nodes(playouts));
    }
    let rate = (searches * playouts) as f64 / begun.elapsed().as_secs_f64();
    println!("{rate:.0} playouts a second in searches of {playouts} from the start");
}
