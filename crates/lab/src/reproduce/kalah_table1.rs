//! Table 1 of Li and Yokoyama 2022: the win rate of a random player against each of fifteen others, on two
//! boards.
//!
//! Every cell is played; the minimax cells and the ends of the scale are also computed exactly.

use std::fmt;
use std::sync::Arc;

use games::kalah::{Kalah, Rules};
use opponents::NameError;
use search::exact::{GameGraph, Policy, Regret, ResultProbabilities};
use search::kalah::StoreDifference;
use search::q::{QLearning, QTable};
use search::q_episodes::{EpisodeLearning, LearnedByEpisodes, TableDifference};

use super::Experiment;
use crate::{GameLimits, Match, Opening, tally};
use report::{Block, Cell as Shown, Column, Section, Table as Listing};
use report::{Report, Reproduction, Verdict};
use statistics::Tally;

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "kalah-table1",
    about: "Kalah: how often a random player wins against minimax, Q-learning and selectQ (Li and Yokoyama \
            2022, table 1)",
    quick: 0.2,
    run: |context| {
        context.runner.expect_steps(CELLS, "cells");
        let table = run(context.scaled(PAPER_GAMES), context.seed, &|| context.runner.step())?;
        Ok(table.report(context.seed))
    },
};

/// The boards of the paper: houses per side and seeds per house.
pub const BOARDS: [(u8, u8); 2] = [(4, 2), (3, 3)];

/// Games per cell in the paper.
pub const PAPER_GAMES: u64 = 1000;

/// Our name of the player, and the paper's win rates of the random player in percent on [`BOARDS`]. Both
/// formulas of selectQ stand beside the one number the paper has.
const ROWS: [(&str, [f64; 2]); 16] = [
    ("alphabeta:depth=1", [17.10, 16.00]),
    ("alphabeta:depth=2", [24.35, 7.30]),
    ("alphabeta:depth=3", [6.50, 4.80]),
    ("alphabeta:depth=4", [6.20, 8.80]),
    ("alphabeta:depth=5", [6.20, 2.50]),
    ("alphabeta:depth=6", [9.90, 2.50]),
    ("alphabeta:depth=7", [10.30, 2.90]),
    ("alphabeta:depth=8", [11.50, 3.20]),
    ("alphabeta:depth=9", [10.80, 0.50]),
    ("alphabeta:depth=10", [12.60, 4.20]),
    ("alphabeta:depth=11", [10.60, 0.10]),
    ("alphabeta:depth=12", [11.20, 0.30]),
    ("q:max", [8.90, 9.50]),
    ("q:min", [79.70, 64.90]),
    ("select-q:formula=interpolated", [49.60, 43.60]),
    ("select-q:formula=printed", [49.60, 43.60]),
];

/// Cells of the table: rows by boards.
pub const CELLS: u64 = (ROWS.len() * BOARDS.len()) as u64;

/// One cell: the results of the random player.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The games that were played.
    pub played: Tally,
    /// The paper's win rate in percent.
    pub paper: f64,
    /// Exact result probabilities, where they can be computed.
    pub exact: Option<ResultProbabilities>,
}

/// The whole table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Each player with its cells on [`BOARDS`].
    pub rows: Vec<(&'static str, Vec<Cell>)>,
    /// The Q-learning on each of [`BOARDS`].
    pub learned: Vec<Learned>,
}

/// How well a table was learned.
#[derive(Clone, Copy, Debug)]
pub struct Learned {
    /// Positions of the board.
    pub positions: usize,
    /// Sweeps over all of them.
    pub sweeps: u32,
    /// The largest change of a value in the last sweep.
    pub change: f64,
    /// How far the best moves by the table are from perfect play.
    pub greedy: Regret,
    /// How far random moves are from it.
    pub random: Regret,
    /// How far a table that is learned game after game is from it.
    pub by_episodes: TableDifference,
    /// Wins of the random player against the best and against the worst moves of that table, exactly.
    pub episode_wins: [f64; 2],
}

/// Q-learning game after game. The paper names neither its rate nor its exploration nor its number of games.
const EPISODES: EpisodeLearning =
    EpisodeLearning { discount: 0.3, rate: 0.5, exploration: 0.3, episodes: 500_000, seed: 1 };

/// Plays `games` games per cell and calls `done` after each cell.
///
/// # Errors
/// An opponent is not known.
pub fn run(games: u64, seed: u64, done: &dyn Fn()) -> Result<Table, NameError> {
    let starts = BOARDS.map(|(holes, seeds)| Kalah::new(holes, seeds, Rules::default()).unwrap_or_default());
    let tables: Vec<QTable<Kalah>> = starts
        .iter()
        .filter_map(|start| GameGraph::from_start(start, usize::MAX))
        .map(|positions| QTable::learn(Arc::new(positions), &StoreDifference, QLearning::default()))
        .collect();
    // Every cell has games of its own.
    let mut seeds = seed..;
    let mut rows = Vec::new();
    for (name, paper) in ROWS {
        let mut cells = Vec::new();
        for (board, start) in starts.into_iter().enumerate() {
            let seed = seeds.next().unwrap_or(seed);
            let openings = vec![Opening::from(start)];
            let plan = Match { a: "random".to_owned(), b: name.to_owned(), games, seed, openings };
            let played = tally(&plan.run(GameLimits::default(), &|_| {})?);
            let exact = tables.get(board).and_then(|table| exact(name, table));
            cells.push(Cell { played, paper: paper[board], exact });
            done();
        }
        rows.push((name, cells));
    }
    Ok(Table { rows, learned: tables.iter().map(Learned::of).collect() })
}

/// Exact result probabilities of a random player against `name`, if its play depends on the position alone.
fn exact(name: &str, table: &QTable<Kalah>) -> Option<ResultProbabilities> {
    let positions = table.positions();
    let policy = match name.strip_prefix("alphabeta:depth=").and_then(|depth| depth.parse().ok()) {
        Some(depth) => Policy::minimax(positions, &StoreDifference, depth, true),
        None if name == "q:max" => table.max_policy(),
        None if name == "q:min" => table.min_policy(),
        None => return None,
    };
    Some(ResultProbabilities::with_random_seats(positions, [&Policy::Random, &policy]))
}

impl Learned {
    fn of(table: &QTable<Kalah>) -> Learned {
        let positions = table.positions();
        let episodes = LearnedByEpisodes::learn(positions, &StoreDifference, EPISODES, &mut || {});
        let wins = |policy: &Policy| {
            ResultProbabilities::with_random_seats(positions, [&Policy::Random, policy]).win
        };
        let policies = [episodes.table.max_policy(), episodes.table.min_policy()];
        Learned {
            by_episodes: episodes.difference(table),
            episode_wins: policies.each_ref().map(wins),
            positions: positions.len(),
            sweeps: table.sweeps(),
            change: table.change(),
            greedy: Regret::of(positions, &table.max_policy()),
            random: Regret::of(positions, &Policy::Random),
        }
    }
}

impl fmt::Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Learned { positions, sweeps, change, .. } = self;
        writeln!(
            f,
            "Q-learning: {positions} positions, every move of each tried once per sweep, until a sweep \
             changes no value by"
        )?;
        writeln!(
            f,
            "more than {:e}: {sweeps} sweeps, the last changed {}.",
            QLearning::default().tolerance,
            if *change > 0.0 { format!("at most {change:e}") } else { "none".to_owned() }
        )?;
        for (who, regret) in [("the best move by the table", self.greedy), ("a random move", self.random)] {
            writeln!(
                f,
                "Against perfect play, in the {} positions with a choice, {who} keeps the best margin in \
                 {:.1}%,",
                regret.positions,
                100.0 * regret.perfect
            )?;
            writeln!(
                f,
                "the result in {:.1}%, and loses {:.2} seeds per move.",
                100.0 * regret.safe,
                regret.loss
            )?;
        }
        let TableDifference { played, largest, mean, mean_in_games } = self.by_episodes;
        writeln!(
            f,
            "Learned game after game instead ({} games, learning rate {}, exploration {}), the table has \
             seen {:.1}% of the moves. Its values differ by {mean_in_games:.4} per move played in those \
             games, by {mean:.4} per different move and by {largest:.3} at most; against its best and its \
             worst moves a random player wins {:.1}% and {:.1}% (exact).",
            EPISODES.episodes,
            EPISODES.rate,
            EPISODES.exploration,
            100.0 * played,
            100.0 * self.episode_wins[0],
            100.0 * self.episode_wins[1],
        )
    }
}

/// The discount is not in the paper.
const DISCOUNT: &str = "The paper does not name the discount of its Q-learning. Ours, 0.3, is the one of \
                        0.1, 0.2, ..., 1 whose best and worst moves come nearest to the paper's four win \
                        rates, so those four cells are a fit and not a test; the minimax cells and selectQ's \
                        are tests.";

/// "N4M2", as the paper calls a board.
fn board_name((holes, seeds): (u8, u8)) -> String {
    format!("N{holes}M{seeds}")
}

impl Table {
    /// The report.
    #[must_use]
    pub fn report(&self, seed: u64) -> Report {
        let sections = BOARDS.into_iter().enumerate().map(|(index, size)| {
            let mut blocks = vec![Block::Table(self.listing(index, size))];
            blocks.extend(
                self.learned.get(index).map(|learned| Block::text(learned.to_string().replace('\n', " "))),
            );
            Section::new(format!("Board {}", board_name(size)), blocks)
        });
        let outside = self.outside();
        let misprint = if outside.iter().any(|cell| cell.starts_with("select-q:formula=printed")) {
            " SelectQ is played by the formula as printed and by one that interpolates as the text \
             describes; where only the printed one is off, a misprint is the likely reason."
        } else {
            ""
        };
        let games =
            self.rows.first().and_then(|(_, cells)| cells.first()).map_or(0, |cell| cell.played.games());
        Report {
            title: "How often a random player wins at Kalah".into(),
            verdict: Some(self.verdict()),
            lead: format!(
                "Table 1 of Li and Yokoyama 2022, played again: a random player against minimax of depth 1 \
                 to 12, the best and the worst moves of Q-learning, and selectQ, {games} games per cell \
                 (seed {seed}). The paper's win rate is outside our 95% interval in {} of {CELLS} \
                 cells{}{}; by chance alone one or two would be, and more because the paper's rates vary \
                 too.{misprint}",
                outside.len(),
                if outside.is_empty() { "" } else { ": " },
                super::listed(&outside),
            ),
            sections: sections
                .chain([Section::new("What the paper leaves open", vec![Block::text(DISCOUNT)])])
                .collect(),
            ..Report::default()
        }
    }

    /// The cells whose paper's win rate is outside our interval.
    fn outside(&self) -> Vec<String> {
        let mut outside = Vec::new();
        for (name, cells) in &self.rows {
            for (cell, size) in cells.iter().zip(BOARDS) {
                let interval = statistics::wilson(cell.played.wins as f64, cell.played.games());
                if !interval.contains(cell.paper / 100.0) {
                    outside.push(format!("{name} on {}", board_name(size)));
                }
            }
        }
        outside
    }

    /// Two parts: a random player wins about half of its games against selectQ (within 10 points on each
    /// board), and less than a quarter against every minimax.
    fn verdict(&self) -> Verdict {
        let wins = |cell: &Cell| 100.0 * cell.played.wins as f64 / cell.played.games().max(1) as f64;
        let rates = |player: &str| -> Vec<f64> {
            let rows = self.rows.iter().filter(|(name, _)| name.starts_with(player));
            rows.flat_map(|(_, cells)| cells.iter().map(wins)).collect()
        };
        let select = rates("select-q:formula=interpolated");
        let minimax = rates("alphabeta");
        let even = select.iter().filter(|rate| (40.0..=60.0).contains(*rate)).count() == BOARDS.len();
        let weaker = minimax.iter().all(|&rate| rate < 25.0);
        let highest = minimax.iter().copied().fold(0.0, f64::max);
        let shown: Vec<String> = select.iter().map(|rate| format!("{rate:.1}%")).collect();
        Verdict {
            finding: "A random player wins about half of its games against selectQ and few against minimax"
                .into(),
            paper: "49.6% and 43.6% against selectQ, at most 24.35% against minimax".into(),
            ours: format!("{} and at most {highest:.1}%", super::listed(&shown)),
            outcome: Reproduction::of_parts(usize::from(even) + usize::from(weaker), 2),
        }
    }

    fn listing(&self, index: usize, size: (u8, u8)) -> Listing {
        let row = |(name, cells): &(&'static str, Vec<Cell>)| {
            let Cell { played, paper, exact } = &cells[index];
            let interval = statistics::wilson(played.wins as f64, played.games());
            vec![
                Shown::words(*name),
                Shown::Results(*played),
                Shown::Share(played.wins as f64 / played.games().max(1) as f64),
                Shown::Shares(interval.low, interval.high),
                exact.map_or(Shown::Nothing, |chances| Shown::Share(chances.win)),
                Shown::Share(paper / 100.0),
            ]
        };
        let (holes, seeds) = size;
        let mut columns = Column::all(["against", "won/drawn/lost", "win rate", "95%", "exact"]);
        columns.push(Column::paper("paper"));
        Listing {
            name: board_name(size).to_lowercase(),
            caption: format!(
                "Win rate of the random player in percent on the board with {holes} houses per side and \
                 {seeds} seeds per house; exact where play depends on the position alone."
            ),
            columns,
            rows: self.rows.iter().map(row).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_run_fills_every_cell_near_its_exact_value() {
        let table = run(60, 1, &|| {}).unwrap();
        assert_eq!(table.rows.len(), ROWS.len());
        for (name, cells) in &table.rows {
            for cell in cells {
                assert_eq!(cell.played.games(), 60, "{name}");
                if let Some(exact) = cell.exact {
                    // Five standard errors of 60 games, and a game for the rates near zero.
                    let error = (exact.win * (1.0 - exact.win) / 60.0).sqrt();
                    let ours = cell.played.wins as f64 / 60.0;
                    assert!(
                        (ours - exact.win).abs() < 5.0 * error + 0.02,
                        "{name}: {ours} and {}",
                        exact.win
                    );
                }
            }
        }
        let report = table.report(1);
        assert!(report.html().contains("Board N3M3") && report.csv()[0].1.contains("q:max"));
        for learned in &table.learned {
            assert!(learned.change <= QLearning::default().tolerance);
            assert!(learned.greedy.loss < learned.random.loss);
        }
    }
}
