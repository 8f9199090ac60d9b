//! Table 1 of Teramura and Matsuzaki 2021: the four players against each other.

use super::super::{Experiment, provenance};
use crate::Evidence;
use crate::PlanError;
use crate::geister::{PLAYERS, Player};
use report::{Block, Cell, Column, Report, Section, Table};
use statistics::score_interval;
use statistics::{Interval, Tally};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "geister-table1",
    about: "Geister: the players MC, PR, PM and RA against each other (Teramura and Matsuzaki 2021, table 1)",
    quick: 0.01,
    run: |context| Ok(report(&context.runner.games(super::plans(context))?)?),
};

/// Mean points of the first player in the paper: rows are first players, columns second players.
const PAPER: [[f64; 4]; 4] = [
    [0.499, 0.846, 0.835, 0.997],
    [0.168, 0.504, 0.649, 0.933],
    [0.185, 0.343, 0.513, 0.948],
    [0.003, 0.068, 0.054, 0.505],
];

/// What the first player scored in each cell of the table.
pub(super) fn cells(evidence: &[Evidence]) -> [[Tally; 4]; 4] {
    let mut cells = [[Tally::default(); 4]; 4];
    for evidence in evidence {
        let pairings = evidence.plan.pairings();
        for game in &evidence.games {
            let (pairing, index) = evidence.plan.place(game.number);
            let Some(&[a, b]) = pairings.get(pairing) else { continue };
            let [first, second] = if index.is_multiple_of(2) { [a, b] } else { [b, a] };
            cells[first][second].add(game.score);
        }
    }
    cells
}

/// The mean of what a player scored against the others in both seats, as far as they have met.
fn against_others(cells: &[[Tally; 4]; 4], player: usize) -> f64 {
    let others = (0..PLAYERS.len()).filter(|&other| other != player);
    let scores: Vec<f64> = others
        .flat_map(|other| [(cells[player][other], false), (cells[other][player], true)])
        .filter(|(tally, _)| tally.games() > 0)
        .map(|(tally, as_second)| if as_second { 1.0 - tally.score() } else { tally.score() })
        .collect();
    scores.iter().sum::<f64>() / scores.len() as f64
}

fn report(evidence: &[Evidence]) -> Result<Report, PlanError> {
    let cells = cells(evidence);
    let games: u64 = cells.iter().flatten().map(Tally::games).sum();
    let smallest = cells.iter().flatten().map(Tally::games).min().unwrap_or(0);
    let strength = |player: Player| against_others(&cells, player.index());
    let mut order = PLAYERS;
    order.sort_by(|&one, &two| strength(two).total_cmp(&strength(one)));
    let order = order.map(|player| format!("{} {:.3}", player.abbreviation(), strength(player))).join(", ");
    Ok(Report {
        title: "Geister: four players against each other".into(),
        lead: format!(
            "Table 1 of Teramura and Matsuzaki 2021 with {games} games, at least {smallest} per cell (the \
             paper: 2560). Mean points against the others, in order: {order}; the paper's order is MC \
             0.892, PR 0.582, PM 0.490, RA 0.036."
        ),
        sections: vec![
            Section::new(
                "Players",
                vec![
                    Block::text(
                        "MC plays 20,000 random playouts a move, with the hidden colours dealt anew for \
                         each. PR draws its moves from a policy network that imitates our negamax player. \
                         PM plays 50 playouts a move that follow PR, shared among the moves by UCB1. RA \
                         leaves the board where it can and moves at random otherwise. A win counts 1, a \
                         draw 0.5.",
                    ),
                    Block::Table(matrix(&cells)),
                ],
            ),
            Section::new(
                "Results by pairing",
                vec![Block::Table(pairings_table(&cells)), Block::text(difference(&cells))],
            ),
        ],
        provenance: provenance(evidence)?,
        ..Report::default()
    })
}

fn matrix(cells: &[[Tally; 4]; 4]) -> Table {
    let mut columns = vec![Column::ours("first \\ second")];
    for player in PLAYERS {
        columns.push(Column::ours(player.abbreviation()));
        columns.push(Column::paper("paper"));
    }
    let row = |first: Player| {
        let mut row = vec![Cell::words(first.abbreviation())];
        for second in PLAYERS {
            let tally = &cells[first.index()][second.index()];
            row.push(if tally.games() == 0 { Cell::Nothing } else { Cell::Number(tally.score(), 3) });
            row.push(Cell::Number(PAPER[first.index()][second.index()], 3));
        }
        row
    };
    Table {
        name: "points".into(),
        caption: "Mean points of the first player.".into(),
        columns,
        rows: PLAYERS.into_iter().map(row).collect(),
    }
}

fn pairings_table(cells: &[[Tally; 4]; 4]) -> Table {
    let mut columns = Column::all(["first", "second", "games", "results", "points", "95%"]);
    columns.push(Column::paper("paper"));
    let mut rows = Vec::new();
    for (first, second) in PLAYERS.into_iter().flat_map(|first| PLAYERS.map(|second| (first, second))) {
        let tally = cells[first.index()][second.index()];
        let Interval { low, high } = score_interval(&tally);
        let (points, interval) = match tally.games() {
            0 => (Cell::Nothing, Cell::Nothing),
            _ => (Cell::Number(tally.score(), 3), Cell::Range(low, high, 3)),
        };
        rows.push(vec![
            Cell::words(first.abbreviation()),
            Cell::words(second.abbreviation()),
            Cell::Count(tally.games()),
            Cell::Results(tally),
            points,
            interval,
            Cell::Number(PAPER[first.index()][second.index()], 3),
        ]);
    }
    Table {
        name: "pairings".into(),
        caption: "Wins, draws and losses of the first player, its mean points and their interval.".into(),
        columns,
        rows,
    }
}

/// Where we differ from the paper, and the likely reason.
fn difference(cells: &[[Tally; 4]; 4]) -> String {
    let mut apart = Vec::new();
    for (first, second) in PLAYERS.into_iter().flat_map(|first| PLAYERS.map(|second| (first, second))) {
        let tally = cells[first.index()][second.index()];
        if tally.games() > 0 && !score_interval(&tally).contains(PAPER[first.index()][second.index()]) {
            apart.push(format!("{}\u{2013}{}", first.abbreviation(), second.abbreviation()));
        }
    }
    if apart.is_empty() {
        return "The paper's points are inside our intervals everywhere.".to_owned();
    }
    format!(
        "The paper's points are outside our interval in {} of 16 cells: {}. Where PR or PM takes part, the \
         likely reason is the policy: its teacher is our own player, written from a description of the \
         behaviour of the paper's, and the paper says neither how many games it was taught with nor how \
         exactly UCB1's win rates begin. Where only MC and RA take part, the players are fully described, \
         and chance is the first thing to think of: of 16 intervals of 95% one is expected to miss.",
        apart.len(),
        super::super::listed(&apart)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, losses: u64) -> Tally {
        Tally { wins, losses, ..Tally::default() }
    }

    #[test]
    fn strength_is_the_mean_over_pairings_that_have_been_played() {
        let mut cells = [[Tally::default(); 4]; 4];
        cells[0][1] = tally(3, 1);
        cells[1][0] = tally(1, 3);
        cells[0][0] = tally(0, 9);
        assert_eq!((against_others(&cells, 0), against_others(&cells, 1)), (0.75, 0.25));
        assert!(against_others(&cells, 2).is_nan());
        assert_eq!(matrix(&cells).rows[0][3], Cell::Number(0.75, 3));
        assert_eq!(matrix(&cells).rows[0][5], Cell::Nothing);
        assert!(difference(&cells).contains("of 16 cells: MC"), "{}", difference(&cells));
    }
}
