//! The solver of Kalah against values from elsewhere.

#![allow(clippy::unwrap_used)] // helpers of tests, where a panic is the report

use games::kalah::Kalah;
use search::kalah::Solver;
use search::{Analyst, Budget};

/// The lines of a data file: the words before the colon, and the numbers behind it.
fn lines(text: &str) -> impl Iterator<Item = (Vec<&str>, Vec<i32>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (words, numbers) = line.split_once(':').unwrap();
        (words.split(' ').collect(), numbers.split_whitespace().map(|n| n.parse().unwrap()).collect())
    })
}

fn start(rules: &str, holes: &str, seeds: &str) -> Kalah {
    Kalah::new(holes.parse().unwrap(), seeds.parse().unwrap(), rules.parse().unwrap()).unwrap()
}

/// The board that takes a minute; the example `solve_kalah` solves it.
const TOO_LONG: (&str, &str) = ("6", "4");

#[test]
fn values_of_the_start_are_right() {
    // One solver for all: its table must never answer for another board or other rules.
    let mut solver = Solver::new(22);
    for (words, values) in lines(include_str!("../../../testdata/kalah/values.txt")) {
        for (seeds, value) in (1..).zip(values) {
            let seeds = i32::to_string(&seeds);
            if (words[1], seeds.as_str()) != TOO_LONG {
                let game = start(words[0], words[1], &seeds);
                assert_eq!(solver.margin(&game), Some(value), "{words:?} {seeds}");
            }
        }
    }
}

#[test]
fn values_of_the_first_moves_are_right() {
    let mut solver = Solver::new(22);
    for (words, values) in lines(include_str!("../../../testdata/kalah/first-moves.txt")) {
        let game = start(words[0], words[1], words[2]);
        let analysis = solver.analyse(&game, &Budget::default());
        assert!(analysis.exact);
        for (mv, value) in game.board().moves().zip(values) {
            let rank = analysis.rank(mv).unwrap();
            assert_eq!(analysis.candidates[rank - 1].value, f64::from(value), "{words:?} hole {mv}");
        }
    }
}
