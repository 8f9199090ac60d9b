//! Table 1 of Teramura and Matsuzaki 2021: the four players against each other.

use super::super::{Experiment, listed, provenance};
use super::turned;
use crate::Evidence;
use crate::PlanError;
use crate::geister::{PLAYERS, Player};
use report::{Block, Cell, Column, Report, Reproduction, Section, Table, Verdict};
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

/// What a player scored against another in both seats.
fn head_to_head(cells: &[[Tally; 4]; 4], one: Player, other: Player) -> Tally {
    let mut both = cells[one.index()][other.index()];
    both.add_all(&turned(&cells[other.index()][one.index()]));
    both
}

/// Three parts: in the paper's order each player beats the next, our interval being over half of the points.
/// Nothing before all three have met.
fn verdict(cells: &[[Tally; 4]; 4]) -> Option<Verdict> {
    let neighbours = || PLAYERS.into_iter().zip(PLAYERS.into_iter().skip(1));
    let ours: Vec<Tally> = neighbours().map(|(one, other)| head_to_head(cells, one, other)).collect();
    let paper = neighbours().map(|(one, other)| {
        let [one, other] = [one.index(), other.index()];
        f64::midpoint(PAPER[one][other], 1.0 - PAPER[other][one])
    });
    let shown =
        |scores: &[f64]| listed(&scores.iter().map(|score| format!("{score:.3}")).collect::<Vec<_>>());
    let held = ours.iter().filter(|tally| score_interval(*tally).low > 0.5).count();
    ours.iter().all(|tally| tally.games() > 0).then(|| Verdict {
        finding: "MC beats PR, PR beats PM and PM beats RA".into(),
        paper: format!("{} points a game", shown(&paper.collect::<Vec<_>>())),
        ours: shown(&ours.iter().map(Tally::score).collect::<Vec<_>>()),
        outcome: Reproduction::of_parts(held, ours.len()),
    })
}

fn report(evidence: &[Evidence]) -> Result<Report, PlanError> {
    let cells = cells(evidence);
    let games: u64 = cells.iter().flatten().map(Tally::games).sum();
    let smallest = cells.iter().flatten().map(Tally::games).min().unwrap_or(0);
    let strength = |player: Player| against_others(&cells, player.index());
    let mut order = PLAYERS.to_vec();
    order.retain(|&player| !strength(player).is_nan());
    order.sort_by(|&one, &two| strength(two).total_cmp(&strength(one)));
    let order: Vec<String> =
        order.iter().map(|&player| format!("{} {:.3}", player.abbreviation(), strength(player))).collect();
    let order = if order.is_empty() { "nobody has met yet".to_owned() } else { order.join(", ") };
    Ok(Report {
        title: "Geister: four players against each other".into(),
        verdict: verdict(&cells),
        lead: format!(
            "Table 1 of Teramura and Matsuzaki 2021 with {games} games, at least {smallest} per cell (the \
             paper: 2560). Mean points against the others, in order: {order}; the paper's order is MC \
             0.892, PR 0.582, PM 0.490, RA 0.036. A player beats another where the interval of its points \
             over both seats lies above 0.5."
        ),
        sections: vec![
            Section::new(
                "Points",
                vec![
                    Block::Table(matrix(&cells)),
                    Block::text(
                        "MC plays 20,000 random playouts a move, with the hidden colours dealt anew for \
                         each. PR draws its moves from a policy network that imitates our negamax player. \
                         PM plays 50 playouts a move that follow PR, shared among the moves by UCB1. RA \
                         leaves the board where it can and moves at random otherwise. A win counts 1, a \
                         draw 0.5.",
                    ),
                    Block::Folded {
                        summary: "Results and intervals of every pairing".into(),
                        blocks: vec![Block::Table(pairings_table(&cells))],
                    },
                ],
            ),
            Section::new("Where it differs", vec![Block::text(difference(&cells))]),
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
        listed(&apart)
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

    /// Games in which the first of two players in the paper's order wins so many of 100, whatever its seat.
    fn against(wins: [u64; 3]) -> [[Tally; 4]; 4] {
        let mut cells = [[Tally::default(); 4]; 4];
        for (place, wins) in wins.into_iter().enumerate() {
            cells[place][place + 1] = tally(wins, 100 - wins);
            cells[place + 1][place] = tally(100 - wins, wins);
        }
        cells
    }

    #[test]
    fn each_player_beats_the_next_or_the_order_is_another() {
        let outcome = |wins| verdict(&against(wins)).unwrap().outcome;
        assert_eq!(outcome([84, 65, 95]), Reproduction::Reproduced);
        // PR and PM are equally strong.
        assert_eq!(outcome([70, 50, 95]), Reproduction::InPart);
        assert_eq!(outcome([50, 50, 45]), Reproduction::NotReproduced);
        let said = verdict(&against([84, 65, 95])).unwrap();
        assert_eq!(said.paper, "0.839, 0.653 and 0.947 points a game");
        assert_eq!(said.ours, "0.840, 0.650 and 0.950");
        let mut unfinished = against([84, 65, 95]);
        (unfinished[2][3], unfinished[3][2]) = Default::default();
        assert_eq!(verdict(&unfinished), None);
    }
}
