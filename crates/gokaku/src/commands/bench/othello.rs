//! `gokaku bench othello`: endgame solver on FFO positions, random games and MCTS, on one thread.

use std::fmt;

use anyhow::Result;
use games::othello::{Board, Move, Othello, obf};
use games::{Game, Malformed};
use rand::{RngExt, SeedableRng};
use search::mcts::othello::{UniformOthelloPlayout, random_margin};
use search::mcts::{Mcts, MctsOptions, PlayoutRng};
use search::othello::Solver;
use search::{Analyst, Budget};
use serde_json::json;

use crate::cli::OthelloPart;
use crate::cpu;
use crate::error::Failed;

/// Positions 40 to 59 of the FForum series, with the exact scores of their moves.
const PROBLEMS: &str = include_str!("../../../../../testdata/othello/fforum-40-59.obf");

/// The problems that programs are compared on: the first ten of the file.
const NUMBERS: std::ops::RangeInclusive<usize> = 40..=49;

/// What other programs need for positions 40 to 49 on one thread of a comparable machine: name, million nodes
/// where known, seconds.
const OTHERS: [(&str, Option<u32>, f64); 3] =
    [("Edax", Some(930), 28.7), ("ntest", None, 70.0), ("Zebra", None, 77.0)];

/// The solver remembers boards in `1 << TABLE_BITS` cache lines: 64 MiB, as much as a person's machine can
/// spare.
const TABLE_BITS: u32 = 20;

/// Random games in a round, about a second's worth.
const GAMES: u64 = 500_000;

/// Simulations of one tree search: the number at which OpenSpiel is compared.
const SIMULATIONS: u64 = 1000;

/// Tree searches of a position in a round, about half a second's worth.
const SEARCHES: u64 = 200;

/// Rates are taken so many times; the fastest is printed, since everything that disturbs a run slows it down.
const ROUNDS: u64 = 3;

/// The middle games that trees are grown from: the positions after so many moves of one random game.
const PLIES: [usize; 4] = [0, 12, 24, 36];

/// What was measured.
#[derive(Default)]
pub(super) struct Report {
    solved: Vec<Solved>,
    games_per_second: Option<f64>,
    searched: Vec<Searched>,
}

/// One of the FForum positions.
struct Solved {
    number: usize,
    empties: u32,
    score: i32,
    expected: i32,
    best: String,
    nodes: u64,
    seconds: f64,
}

/// Tree searches of one position.
struct Searched {
    moves: Vec<String>,
    simulations_per_second: f64,
}

impl Report {
    /// Measures `part`, or everything.
    pub(super) fn measure(part: Option<OthelloPart>) -> Result<Report> {
        let is_wanted = |this| part.is_none_or(|part| part == this);
        let mut report = Report::default();
        if is_wanted(OthelloPart::Ffo) {
            report.solved = solve()?;
        }
        if is_wanted(OthelloPart::Games) {
            report.games_per_second = Some(games_per_second());
        }
        if is_wanted(OthelloPart::Mcts) {
            report.searched = search();
        }
        Ok(report)
    }

    /// An error if a score is not the known one.
    pub(super) fn check(&self) -> Result<()> {
        let wrong: Vec<String> = self
            .solved
            .iter()
            .filter(|solved| solved.score != solved.expected)
            .map(|solved| {
                format!(
                    "position {}: found {:+}, expected {:+}",
                    solved.number, solved.score, solved.expected
                )
            })
            .collect();
        if wrong.is_empty() { Ok(()) } else { Err(Failed(wrong.join("; ")).into()) }
    }

    fn nodes(&self) -> u64 {
        self.solved.iter().map(|solved| solved.nodes).sum()
    }

    fn seconds(&self) -> f64 {
        self.solved.iter().map(|solved| solved.seconds).sum()
    }

    /// The report for other programs.
    pub(super) fn json(&self) -> serde_json::Value {
        let ffo: Vec<_> = self
            .solved
            .iter()
            .map(|solved| {
                json!({
                    "number": solved.number,
                    "empties": solved.empties,
                    "score": solved.score,
                    "expected": solved.expected,
                    "move": solved.best,
                    "nodes": solved.nodes,
                    "cpu_seconds": solved.seconds,
                })
            })
            .collect();
        let mcts: Vec<_> = self
            .searched
            .iter()
            .map(|searched| {
                json!({
                    "moves": searched.moves,
                    "simulations": SIMULATIONS,
                    "simulations_per_second": searched.simulations_per_second,
                })
            })
            .collect();
        json!({ "ffo": ffo, "random_games_per_second": self.games_per_second, "mcts": mcts })
    }
}

fn solve() -> Result<Vec<Solved>, Malformed> {
    let problems = obf::read(PROBLEMS)?;
    let mut solver = Solver::new(TABLE_BITS);
    let mut solved = Vec::new();
    for (number, problem) in NUMBERS.zip(problems) {
        // Each from nothing, as the published figures are taken.
        solver.forget();
        let board = problem.position.board();
        let begun = cpu::seconds();
        let Some(solution) = solver.solve(board, &Budget::default()) else { continue };
        solved.push(Solved {
            number,
            empties: board.empty().count_ones(),
            score: solution.score,
            expected: problem.best().map_or(0, i32::from),
            best: solution.best.map_or_else(|| "pass".to_owned(), |square| square.to_string()),
            nodes: solution.nodes,
            seconds: cpu::seconds() - begun,
        });
    }
    Ok(solved)
}

/// The best of [`ROUNDS`] rates, each of `count` things done by `round`.
fn best_rate(count: u64, mut round: impl FnMut(u64)) -> f64 {
    (0..ROUNDS).fold(0.0, |best: f64, number| {
        let begun = cpu::seconds();
        round(number);
        best.max(count as f64 / (cpu::seconds() - begun))
    })
}

fn games_per_second() -> f64 {
    best_rate(GAMES, |seed| {
        let mut rng = PlayoutRng::seed_from_u64(seed);
        let margin: i64 =
            (0..GAMES).map(|_| i64::from(random_margin(Board::START, u32::MAX, &mut rng))).sum();
        std::hint::black_box(margin);
    })
}

fn search() -> Vec<Searched> {
    let mut rng = PlayoutRng::seed_from_u64(1);
    let mut game = Othello::default();
    let mut line: Vec<Move> = Vec::new();
    let mut searched = Vec::new();
    for plies in PLIES {
        let mut moves = Vec::new();
        while line.len() < plies {
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            game.apply(mv);
            line.push(mv);
        }
        let simulations_per_second = best_rate(SEARCHES * SIMULATIONS, |round| {
            for search in 0..SEARCHES {
                let options = MctsOptions { seed: round * SEARCHES + search, ..MctsOptions::default() };
                let analysis =
                    Mcts::new(UniformOthelloPlayout, options).analyse(&game, &Budget::nodes(SIMULATIONS));
                std::hint::black_box(analysis);
            }
        });
        searched
            .push(Searched { moves: line.iter().map(ToString::to_string).collect(), simulations_per_second });
    }
    searched
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.solved.is_empty() {
            writeln!(
                f,
                "FForum 40 to 49, exact, one thread: every board visited is a node, to the last empty square"
            )?;
            writeln!(
                f,
                "{:>8} {:>7} {:>5} {:>5} {:>14} {:>8}",
                "", "empty", "score", "move", "nodes", "CPU s"
            )?;
            for solved in &self.solved {
                let Solved { number, empties, score, best, nodes, seconds, .. } = solved;
                writeln!(f, "{number:>8} {empties:>7} {score:>+5} {best:>5} {nodes:>14} {seconds:>8.2}")?;
            }
            writeln!(f, "{:>8} {:>28} {:>11.2}", "total", self.nodes(), self.seconds())?;
            for (name, nodes, seconds) in OTHERS {
                let nodes = nodes.map_or_else(String::new, |nodes| format!("{nodes} million"));
                writeln!(f, "{name:>8} {nodes:>32} {seconds:>8.1}   published")?;
            }
        }
        if let Some(rate) = self.games_per_second {
            writeln!(f, "{rate:.0} uniform random games a CPU second, from the start")?;
        }
        for searched in &self.searched {
            let (rate, plies) = (searched.simulations_per_second, searched.moves.len());
            writeln!(f, "{rate:.0} simulations a CPU second, searches of {SIMULATIONS} after {plies} moves")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_score_is_a_failure() {
        let solved = |score| Solved {
            number: 40,
            empties: 20,
            score,
            expected: 38,
            best: "a2".to_owned(),
            nodes: 1,
            seconds: 1.0,
        };
        let report = |score| Report { solved: vec![solved(score)], ..Report::default() };
        assert!(report(38).check().is_ok());
        let error = report(36).check().unwrap_err().to_string();
        assert_eq!(error, "position 40: found +36, expected +38");
        assert_eq!(report(38).json()["ffo"][0]["nodes"], 1);
        assert!(report(38).to_string().contains("Edax"));
    }
}
