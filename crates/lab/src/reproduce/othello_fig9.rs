//! Figure 9 of Sato 2021: how many nodes a search to a given depth takes, with and without the
//! principal variation of the last iteration first.
//!
//! The paper let its program play itself with 10 s a move. We take boards from games of the same kind of
//! program (three-term evaluation, nega-alpha-beta, iterative deepening, nothing else) and search each to
//! every depth. A count is that of the whole search: all iterations up to the depth. Means are geometric, as
//! a line through points on a logarithmic scale has them.

use games::Game;
use games::othello::{Board, Othello};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use search::Budget;
use search::othello::{AlphaBeta, SearchOptions, ThreeTerm};

use super::Experiment;
use report::Report;
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Section, Table};

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig9",
    about: "Othello: nodes of a search by depth, with and without the principal variation first (Sato \
            2021, figure 9)",
    quick: 0.4,
    run: |context| {
        let boards = context.scaled(BOARDS);
        context.runner.expect_steps(boards, "boards");
        Ok(run(boards, DEPTH, context.seed, &|| context.runner.step()).report(context.seed))
    },
};

/// The deepest search of the paper's fit that we repeat; its own figures at this depth are 0.77 and 1.39
/// million nodes.
pub const DEPTH: u32 = 10;

/// Boards at full scale.
pub const BOARDS: u64 = 50;

/// The paper's bases: nodes are the base to the power of the depth, with and without the principal variation
/// first.
pub const PAPER_BASES: [f64; 2] = [3.876, 4.114];

/// Search depth of the players whose games supply the boards.
const SUPPLY_DEPTH: u32 = 3;

/// Random moves that make the games differ.
const OPENING: u32 = 6;

/// The empty squares of the boards: from after the opening to where a search to [`DEPTH`] still ends with the
/// game.
const EMPTIES: std::ops::RangeInclusive<u32> = DEPTH..=54;

/// What was counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Nodes {
    /// Boards that were searched.
    pub boards: u64,
    /// The geometric mean of the number of nodes to each depth from 1, with and without the principal
    /// variation first.
    pub mean: [Vec<f64>; 2],
    /// The bases that fit best.
    pub bases: [Base; 2],
}

/// A base b: nodes are b to the power of the depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Base {
    /// What fits all boards best.
    pub value: f64,
    /// Its 95% interval, from how the boards differ.
    pub interval: (f64, f64),
}

/// Counts nodes on `boards` boards to depth `depth`; calls `done` after each board.
pub fn run(boards: u64, depth: u32, seed: u64, done: &(dyn Fn() + Sync)) -> Nodes {
    let counts: Vec<[Vec<u64>; 2]> = (0..boards)
        .into_par_iter()
        .map(|number| {
            let board = board(seed, number);
            let counts = [true, false].map(|principal_first| {
                let options = SearchOptions {
                    pruning: true,
                    principal_first,
                    null_windows: false,
                    table: false,
                    ordering: false,
                    solve_from: 0,
                    every_move: false,
                };
                let mut search = AlphaBeta::new(ThreeTerm::shipped(), options, 0);
                (1..=depth).map(|depth| search.analyse(board, &Budget::depth(depth)).nodes).collect()
            });
            done();
            counts
        })
        .collect();
    let logarithms = [0, 1].map(|way| {
        let of_board =
            |counts: &[Vec<u64>; 2]| counts[way].iter().map(|&nodes| (nodes as f64).ln()).collect();
        counts.iter().map(of_board).collect::<Vec<Vec<f64>>>()
    });
    let mean = logarithms.each_ref().map(|boards| {
        let of_depth =
            |at: usize| boards.iter().map(|board| board[at]).sum::<f64>() / boards.len().max(1) as f64;
        (0..depth as usize).map(|at| of_depth(at).exp()).collect()
    });
    Nodes { boards, bases: logarithms.each_ref().map(|boards| Base::fitted(boards)), mean }
}

/// The board number `number`: somewhere in a game of the program against itself.
fn board(seed: u64, number: u64) -> Board {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ number);
    let options = SearchOptions { solve_from: 0, ..SearchOptions::default() };
    let mut player = AlphaBeta::new(ThreeTerm::shipped(), options, 8);
    let empties = rng.random_range(EMPTIES);
    loop {
        let mut game = Othello::default();
        for ply in 0.. {
            let board = game.board();
            if board.empty().count_ones() == empties && board.moves() != 0 {
                return board;
            }
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = if ply < OPENING {
                moves[rng.random_range(..moves.len())]
            } else {
                let best = player.analyse(board, &Budget::depth(SUPPLY_DEPTH));
                best.best().map_or(moves[0], |best| best.mv)
            };
            game.apply(mv);
        }
    }
}

impl Base {
    /// The base whose powers are nearest to the counts of all boards, in squares of the logarithms that are
    /// given.
    fn fitted(boards: &[Vec<f64>]) -> Base {
        let slopes: Vec<f64> = boards.iter().map(|board| slope(board)).collect();
        let count = slopes.len().max(1) as f64;
        let mean = slopes.iter().sum::<f64>() / count;
        let variance =
            slopes.iter().map(|slope| (slope - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let half = 1.96 * (variance / count).sqrt();
        Base { value: mean.exp(), interval: ((mean - half).exp(), (mean + half).exp()) }
    }
}

/// The slope of the line through the origin and nearest to the heights at 1, 2, 3, ...
fn slope(heights: &[f64]) -> f64 {
    let (mut both, mut own) = (0.0, 0.0);
    for (depth, height) in (1..).map(f64::from).zip(heights) {
        both += depth * height;
        own += depth * depth;
    }
    both / own
}

impl Nodes {
    /// The figure.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let depths = 1..=self.mean[0].len() as u32;
        let curve = |name: String, style, value: &dyn Fn(u32) -> f64| Series {
            name,
            style,
            points: depths.clone().map(|depth| Point::new(f64::from(depth), value(depth))).collect(),
        };
        let measured = |way: usize| move |depth: u32| self.mean[way][depth as usize - 1];
        let power = |base: f64| move |depth: u32| base.powi(depth as i32);
        let series = vec![
            curve("with the principal variation first".into(), Style::Measured, &measured(0)),
            curve("without".into(), Style::Measured, &measured(1)),
            curve(format!("the paper: {}^d", PAPER_BASES[0]), Style::Paper, &power(PAPER_BASES[0])),
            curve(format!("the paper: {}^d", PAPER_BASES[1]), Style::Paper, &power(PAPER_BASES[1])),
        ];
        Figure { x: Axis::new("depth of the search"), y: Axis::new("nodes").logarithmic(), series }
    }
}

/// What the paper leaves open.
const OPEN: &str = "The paper does not say on which boards it counted, in which order its moves are tried \
                    otherwise, nor whether the line is to go through the origin; ours are tried in the \
                    order a1, b1, ..., h8. Where we differ, this is the likely reason.";

impl Nodes {
    /// The report.
    #[must_use]
    pub fn report(&self, seed: u64) -> Report {
        let row = |(depth, (&with, &without)): (i32, (&f64, &f64))| {
            let [paper_with, paper_without] =
                PAPER_BASES.map(|base| Cell::Count(base.powi(depth).round() as u64));
            let [ours_with, ours_without] = [with, without].map(|nodes| Cell::Count(nodes.round() as u64));
            let saved = Cell::Share(1.0 - with / without);
            vec![
                Cell::Count(depth.unsigned_abs().into()),
                ours_with,
                ours_without,
                saved,
                paper_with,
                paper_without,
            ]
        };
        let mut columns = Column::all(["depth", "PV first", "without", "saved, percent"]);
        columns.extend([Column::paper("paper, PV first"), Column::paper("paper, without")]);
        let nodes = Table {
            name: "nodes".into(),
            caption: format!(
                "Nodes of a search to each depth, all iterations together, geometric mean of {} boards. \
                 The paper's are the powers of its fitted bases.",
                self.boards
            ),
            columns,
            rows: (1..).zip(self.mean[0].iter().zip(&self.mean[1])).map(row).collect(),
        };
        let ways = ["principal variation first", "without"];
        let base = |(way, (base, paper)): (&str, (&Base, f64))| {
            let range = Cell::Range(base.interval.0, base.interval.1, 3);
            vec![Cell::words(way), Cell::Number(base.value, 3), range, Cell::Number(paper, 3)]
        };
        let mut columns = Column::all(["search", "base", "95%"]);
        columns.push(Column::paper("paper"));
        let bases = Table {
            name: "bases".into(),
            caption: "The base b that fits best where nodes are b to the power of the depth.".into(),
            columns,
            rows: ways.into_iter().zip(self.bases.iter().zip(PAPER_BASES)).map(base).collect(),
        };
        let [with, without] = self.bases;
        let figure = Picture {
            caption: format!(
                "Nodes of a search by depth, geometric mean of {} boards, on a logarithmic scale; grey: \
                 the paper's fitted powers.",
                self.boards
            ),
            description: format!(
                "Nodes grow like {:.2} to the power of the depth with the principal variation first, like \
                 {:.2} without.",
                with.value, without.value
            ),
            drawing: Drawing::Plot(self.figure()),
        };
        let blocks = vec![Block::Figure(figure), Block::Table(bases), Block::Table(nodes), Block::text(OPEN)];
        Report {
            title: "Nodes of an Othello search by depth".into(),
            lead: format!(
                "Figure 9 of Sato 2021, counted again on {} boards (seed {seed}). With the principal \
                 variation of the last iteration first, nodes grow like {:.3}^depth, without like \
                 {:.3}^depth; the paper has {:.3} and {:.3}.",
                self.boards, with.value, without.value, PAPER_BASES[0], PAPER_BASES[1]
            ),
            sections: vec![Section::new("Nodes", blocks)],
            provenance: Vec::new(),
            data: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_fitted_by_its_base() {
        let board = |base: f64| (1..=8).map(|depth| base.powi(depth).ln()).collect::<Vec<f64>>();
        let Base { value, interval } = Base::fitted(&[board(3.5), board(3.5)]);
        assert!((value - 3.5).abs() < 1e-9 && interval.1 - interval.0 < 1e-9);
        let Base { value, interval } = Base::fitted(&[board(3.0), board(4.0)]);
        assert!((value - 12_f64.sqrt()).abs() < 1e-9 && interval.0 < 3.2 && interval.1 > 3.8);
    }

    #[test]
    fn the_principal_variation_saves_nodes() {
        let nodes = run(6, 6, 1, &|| {});
        assert!(nodes.mean[0][5] < nodes.mean[1][5], "{nodes:?}");
        assert_eq!(nodes, run(6, 6, 1, &|| {}), "the same seed gives the same counts");
        assert!(nodes.figure().svg().unwrap().contains("without"));
        let report = nodes.report(1);
        assert!(report.html().contains("4.114") && report.csv().len() == 2);
    }
}
