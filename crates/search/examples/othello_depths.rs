//! How much the pattern evaluation gains from looking deeper: two depths play each other from given openings,
//! both sides.
//!
//! ```sh
//! cargo run --release -p search --example othello_depths -- OPENINGS 8 4 50
//! ```
//!
//! The file of openings has a line of moves for each; they are taken at even distances. Neither side solves
//! endgames.

use std::error::Error;

use games::Game;
use games::othello::{Board, Othello};
use rayon::prelude::*;
use search::Budget;
use search::othello::{AlphaBeta, SearchOptions, Weights};

/// Final difference for the first of the two depths, which plays the side to move if `begins`.
fn play(opening: &Othello, depths: [u32; 2], begins: bool) -> Result<i32, Box<dyn Error>> {
    let options = SearchOptions { solve_from: 0, ..SearchOptions::default() };
    let mut searches =
        depths.map(|depth| (AlphaBeta::new(Weights::shipped(), options, 14), Budget::depth(depth)));
    let mut game = *opening;
    let mut turn = usize::from(!begins);
    while let Some(best) = {
        let (search, budget) = &mut searches[turn];
        search.analyse(game.board(), budget).best().map(|best| best.mv)
    } {
        game.play(best)?;
        turn = 1 - turn;
    }
    let Board { own, other } = game.board();
    let difference = own.count_ones() as i32 - other.count_ones() as i32;
    Ok(if turn == 0 { difference } else { -difference })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, a, b, count] = &arguments[..] else {
        return Err("expected a file of openings, two depths and a number of openings".into());
    };
    let depths = [a.parse()?, b.parse()?];
    let count: usize = count.parse()?;
    let text = std::fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let every = (lines.len() / count.max(1)).max(1);
    let mut openings = Vec::new();
    for line in lines.iter().step_by(every).take(count) {
        let mut game = Othello::default();
        for start in (0..line.trim().len()).step_by(2) {
            game.play(line.get(start..start + 2).unwrap_or_default().parse()?)?;
        }
        openings.push(game);
    }
    let games: Vec<(&Othello, bool)> =
        openings.iter().flat_map(|opening| [(opening, true), (opening, false)]).collect();
    let results: Vec<i32> = games
        .into_par_iter()
        .map(|(opening, begins)| play(opening, depths, begins).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    let count = |is: fn(&i32) -> bool| results.iter().filter(|result| is(result)).count();
    let (wins, draws) = (count(|&result| result > 0), count(|&result| result == 0));
    println!(
        "depth {a} against depth {b}, {} games: {wins} wins, {draws} draws, {} losses, {:.1}%, \
         {:+.1} discs a game",
        results.len(),
        results.len() - wins - draws,
        100.0 * (wins as f64 + 0.5 * draws as f64) / results.len() as f64,
        f64::from(results.iter().sum::<i32>()) / results.len() as f64
    );
    Ok(())
}
