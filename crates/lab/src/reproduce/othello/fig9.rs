//! Figure 9 of Sato 2021: how many nodes a search to a given depth takes, with and without the
//! principal variation of the last iteration first; and how much deeper pruning makes a search.
//!
//! As in the paper the program (three-term evaluation, nega-alpha-beta, iterative deepening, nothing else)
//! plays itself, and each move gives one point: the last depth that was completed and the nodes until then.
//! The paper gave a move 10 s; ours has a fixed number of nodes, so that a seed determines the games.

use games::Game;
use games::othello::{Board, Othello};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use search::Budget;
use search::othello::{AlphaBeta, SearchOptions, ThreeTerm};

use super::super::Experiment;
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Section, Table};
use report::{Report, Reproduction, Verdict};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "othello-fig9",
    about: "Othello: nodes of a search by depth, with and without the principal variation first, and the \
            depth gained by pruning (Sato 2021, figure 9)",
    quick: 0.2,
    run: |context| {
        let games = context.scaled(GAMES);
        context.runner.expect_steps(2 * games, "games");
        Ok(run(games, NODES, context.seed, &|| context.runner.step()).report(context.seed))
    },
};

/// Nodes of a search: the paper's program visited about 1.5 million in 2 s, and had 10 s here.
pub const NODES: u64 = 7_500_000;

/// Games of each way of searching at full scale. The paper does not say how many it played.
pub const GAMES: u64 = 10;

/// The paper's bases: nodes are the base to the power of the depth, with and without the principal variation
/// first.
pub const PAPER_BASES: [f64; 2] = [3.876, 4.114];

/// How many times as deep the paper finds a search with pruning.
const PAPER_GAIN: (f64, f64) = (1.5, 2.0);

/// Random moves that make the games differ; the clock did that in the paper.
const OPENING: u32 = 6;

/// A search of a player at its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The last depth that was completed.
    pub depth: u32,
    /// The nodes until then, all iterations together.
    pub nodes: u64,
    /// The last depth that plain negamax completes on the same board, where it was asked.
    pub plain_depth: Option<u32>,
}

/// What was counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Nodes {
    /// The most nodes of a search.
    pub limit: u64,
    /// The searches of each game, with and without the principal variation first.
    pub games: [Vec<Vec<Searched>>; 2],
    /// The bases that fit best.
    pub bases: [Estimated; 2],
    /// How many times as deep the search with pruning is, principal variation first.
    pub gain: Estimated,
}

/// A number with its 95% interval, from how the games differ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimated {
    /// The number.
    pub value: f64,
    /// Its interval.
    pub interval: (f64, f64),
}

/// Plays `games` games of each way of searching, `limit` nodes a move; calls `done` after each.
pub fn run(games: u64, limit: u64, seed: u64, done: &(dyn Fn() + Sync)) -> Nodes {
    let played = [true, false].map(|principal_first| {
        let play = |number| {
            let searched = play(seed.rotate_left(32) ^ number, limit, principal_first);
            done();
            searched
        };
        (0..games).into_par_iter().map(play).collect::<Vec<_>>()
    });
    let base = |games: &Vec<Vec<Searched>>| {
        let logarithms = Estimated::mean(games.iter().filter_map(|game| slope(game)));
        Estimated {
            value: logarithms.value.exp(),
            interval: (logarithms.interval.0.exp(), logarithms.interval.1.exp()),
        }
    };
    let gain = Estimated::mean(played[0].iter().filter_map(|game| gain(game)));
    Nodes { limit, bases: played.each_ref().map(base), games: played, gain }
}

/// A search like the paper's.
fn search(pruning: bool, principal_first: bool) -> AlphaBeta<&'static ThreeTerm> {
    let options = SearchOptions {
        pruning,
        principal_first,
        null_windows: false,
        table: false,
        ordering: false,
        solve_from: 0,
        every_move: false,
    };
    AlphaBeta::new(ThreeTerm::shipped(), options, 0)
}

/// A game of the program against itself. Searches that see the end of the game are left out: they stop there
/// and not at their limit.
fn play(seed: u64, limit: u64, principal_first: bool) -> Vec<Searched> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = search(true, principal_first);
    let mut plain = search(false, false);
    let mut game = Othello::default();
    let mut searched = Vec::new();
    let mut moves = Vec::new();
    for ply in 0.. {
        game.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let board = game.board();
        let mv = if ply < OPENING || board.moves() == 0 {
            moves[rng.random_range(..moves.len())]
        } else {
            let analysis = player.analyse(board, &Budget::nodes(limit));
            let seen_to_the_end = |depth: u32| depth >= board.empty().count_ones();
            if !seen_to_the_end(analysis.depth) {
                let plain_depth = principal_first.then(|| completed(&mut plain, board, limit));
                let nodes = player.analyse(board, &Budget::depth(analysis.depth)).nodes;
                searched.push(Searched { depth: analysis.depth, nodes, plain_depth });
            }
            analysis.best().map_or(moves[0], |best| best.mv)
        };
        game.apply(mv);
    }
    searched
}

fn completed(search: &mut AlphaBeta<&'static ThreeTerm>, board: Board, limit: u64) -> u32 {
    search.analyse(board, &Budget::nodes(limit)).depth
}

impl Estimated {
    fn mean(values: impl Iterator<Item = f64>) -> Estimated {
        let values: Vec<f64> = values.collect();
        let count = values.len().max(1) as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|one| (one - value).powi(2)).sum::<f64>();
        let half = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt();
        Estimated { value, interval: (value - half, value + half) }
    }

    fn holds(&self, value: f64) -> bool {
        (self.interval.0..=self.interval.1).contains(&value)
    }
}

/// The slope of the line through the origin that is nearest to the logarithms of the nodes of a game's
/// searches by their depth.
fn slope(searched: &[Searched]) -> Option<f64> {
    let (mut both, mut own) = (0.0, 0.0);
    for search in searched {
        let depth = f64::from(search.depth);
        both += depth * (search.nodes as f64).ln();
        own += depth * depth;
    }
    (own > 0.0).then(|| both / own)
}

/// The mean depth of a game's searches with pruning by that without.
fn gain(searched: &[Searched]) -> Option<f64> {
    let pruned: u32 = searched.iter().map(|search| search.depth).sum();
    let plain: u32 = searched.iter().filter_map(|search| search.plain_depth).sum();
    (plain > 0).then(|| f64::from(pruned) / f64::from(plain))
}

/// What the paper leaves open.
const OPEN: &str = "The paper does not say how many games it counted, in which order its moves are tried \
                    otherwise, whether the nodes are those of the last iteration or of all, nor whether the \
                    line is to go through the origin. Ours are tried in the order a1, b1, ..., h8, and all \
                    iterations are counted. Where we differ, this is the likely reason.";

/// What the two ways of searching are called.
const WAYS: [&str; 2] = ["principal variation first", "without"];

impl Nodes {
    /// The paper's claims that held: a smaller base with the principal variation first, both bases in our
    /// intervals, and the gain by pruning.
    fn held(&self) -> [bool; 4] {
        let [with, without] = self.bases;
        [
            with.interval.1 < without.interval.0,
            with.holds(PAPER_BASES[0]),
            without.holds(PAPER_BASES[1]),
            (PAPER_GAIN.0..=PAPER_GAIN.1).contains(&self.gain.value),
        ]
    }

    fn verdict(&self) -> Verdict {
        let held = self.held();
        let [with, without] = self.bases.map(|base| base.value);
        let (low, high) = PAPER_GAIN;
        Verdict {
            finding: "Searching the principal variation first makes nodes grow more slowly with depth, and \
                      pruning makes the search 1.5 to 2 times as deep"
                .into(),
            paper: format!("bases {} and {}, {low} to {high} times", PAPER_BASES[0], PAPER_BASES[1]),
            ours: format!("bases {with:.3} and {without:.3}, {:.2} times", self.gain.value),
            outcome: Reproduction::of_parts(held.into_iter().filter(|&held| held).count(), held.len()),
        }
    }

    fn figure(&self) -> Figure {
        let measured = |way: usize| Series {
            name: WAYS[way].into(),
            style: Style::Measured,
            points: self
                .by_depth(way)
                .iter()
                .map(|&(depth, _, nodes)| Point::new(f64::from(depth), nodes))
                .collect(),
        };
        let deepest = self.games.iter().flatten().flatten().map(|search| search.depth).max().unwrap_or(1);
        let paper = |base: f64| Series {
            name: format!("the paper: {base}^d"),
            style: Style::Paper,
            points: (1..=deepest)
                .map(|depth| Point::new(f64::from(depth), base.powi(depth as i32)))
                .collect(),
        };
        let series = vec![measured(0), measured(1), paper(PAPER_BASES[0]), paper(PAPER_BASES[1])];
        Figure { x: Axis::new("last depth completed"), y: Axis::new("nodes").logarithmic(), series }
    }

    /// For each last depth: how many searches of this way had it, and the geometric mean of their nodes.
    fn by_depth(&self, way: usize) -> Vec<(u32, u64, f64)> {
        let mut depths: Vec<u32> = self.games[way].iter().flatten().map(|search| search.depth).collect();
        depths.sort_unstable();
        depths.dedup();
        let of = |depth: u32| {
            let searches = self.games[way].iter().flatten().filter(|search| search.depth == depth);
            let logarithms: Vec<f64> = searches.map(|search| (search.nodes as f64).ln()).collect();
            let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
            (depth, logarithms.len() as u64, mean.exp())
        };
        depths.into_iter().map(of).collect()
    }

    fn claims(&self) -> Table {
        let range = |of: &Estimated| Cell::Range(of.interval.0, of.interval.1, 3);
        let base = |(way, (base, paper)): (&str, (&Estimated, f64))| {
            let what = format!("base of the nodes, {way}");
            vec![Cell::words(what), Cell::Number(base.value, 3), range(base), Cell::words(paper.to_string())]
        };
        let mut rows: Vec<_> = WAYS.into_iter().zip(self.bases.iter().zip(PAPER_BASES)).map(base).collect();
        rows.push(vec![
            Cell::words("depth with pruning by depth without"),
            Cell::Number(self.gain.value, 3),
            range(&self.gain),
            Cell::words(format!("{} to {}", PAPER_GAIN.0, PAPER_GAIN.1)),
        ]);
        let mut columns = Column::all(["claim", "ours", "95%"]);
        columns.push(Column::paper("paper"));
        Table {
            name: "claims".into(),
            caption: format!(
                "The base b that fits best where nodes are b to the power of the depth, and how many times \
                 as deep a search is with pruning, {} nodes each. Intervals are over {} games.",
                self.limit,
                self.games[0].len()
            ),
            columns,
            rows,
        }
    }

    fn depths(&self) -> Table {
        let rows = [0, 1].into_iter().flat_map(|way| {
            self.by_depth(way).into_iter().map(move |(depth, searches, nodes)| {
                vec![
                    Cell::words(WAYS[way]),
                    Cell::Count(depth.into()),
                    Cell::Count(searches),
                    Cell::Count(nodes.round() as u64),
                    Cell::Count(PAPER_BASES[way].powi(depth as i32).round() as u64),
                ]
            })
        });
        let mut columns = Column::all(["search", "last depth", "searches", "nodes"]);
        columns.push(Column::paper("paper's power"));
        Table {
            name: "depths".into(),
            caption: "How often each depth was the last one completed, and the geometric mean of the nodes \
                      until then."
                .into(),
            columns,
            rows: rows.collect(),
        }
    }

    /// The report.
    #[must_use]
    pub fn report(&self, seed: u64) -> Report {
        let [with, without] = self.bases;
        let figure = Picture {
            caption:
                "Nodes until the last depth that was completed, geometric mean of all searches with this \
                      depth, on a logarithmic scale; grey: the paper's fitted powers."
                    .into(),
            description: format!(
                "Nodes grow like {:.2} to the power of the depth with the principal variation first, like \
                 {:.2} without.",
                with.value, without.value
            ),
            drawing: Drawing::Plot(self.figure()),
        };
        let folded =
            Block::Folded { summary: "Nodes by depth".into(), blocks: vec![Block::Table(self.depths())] };
        let blocks = vec![Block::Table(self.claims()), Block::Figure(figure), Block::text(OPEN), folded];
        Report {
            title: "Nodes of an Othello search by depth".into(),
            verdict: Some(self.verdict()),
            lead: format!(
                "Figure 9 of Sato 2021: the program plays itself, {} games of each way of searching, seed \
                 {seed}, {} nodes a move where the paper has 10 s. The finding is split into four claims: a \
                 smaller base with the principal variation first, the paper's two bases in our intervals, \
                 and the gain by pruning.",
                self.games[0].len(),
                self.limit
            ),
            sections: vec![Section::new("Nodes", blocks)],
            ..Report::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(depth: u32, nodes: f64) -> Searched {
        Searched { depth, nodes: nodes.round() as u64, plain_depth: None }
    }

    #[test]
    fn a_power_is_fitted_by_its_base() {
        let game: Vec<Searched> = (4..=12).map(|depth| mean(depth, 3.5_f64.powi(depth as i32))).collect();
        assert!((slope(&game).unwrap().exp() - 3.5).abs() < 1e-3);
        assert_eq!(slope(&[]), None);
        let Estimated { value, interval } = Estimated::mean([3.0, 4.0].into_iter());
        assert!((value - 3.5).abs() < 1e-9 && interval.0 < 3.0 && interval.1 > 4.0);
    }

    #[test]
    fn the_principal_variation_saves_nodes_and_pruning_more() {
        let nodes = run(3, 20_000, 1, &|| {});
        assert!(nodes.bases[0].value < nodes.bases[1].value, "{:?}", nodes.bases);
        assert!(nodes.gain.value > 1.2, "{:?}", nodes.gain);
        assert_eq!(nodes, run(3, 20_000, 1, &|| {}), "the same seed gives the same counts");
        let searches = nodes.games.iter().flatten().flatten();
        assert!(searches.into_iter().all(|search| search.nodes <= 20_000 && search.depth > 1));
        let report = nodes.report(1);
        assert!(report.html().contains("4.114") && report.csv().len() == 3);
    }
}
