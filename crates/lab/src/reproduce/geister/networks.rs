//! Tables 3 and 4 of Teramura and Matsuzaki 2021: accuracy of networks on known and unknown players.

use anyhow::Result;
use belief::Architecture;
use belief::training::{Score, evaluate};

use super::super::{Context, Experiment, listed, provenance};
use super::{Trainer, ends, median, scale_text, sizes, split_count};
use crate::geister::{ColourSample, DataSplit, PLAYERS, Player, TrainedNetwork};
use report::{Block, Cell, Column, Report, Reproduction, Section, Table, Verdict};

pub(crate) const TABLE3: Experiment = Experiment {
    id: "geister-table3",
    about: "Geister: colours read from the moves of each player (Teramura and Matsuzaki 2021, table 3)",
    quick: 0.01,
    run: table3,
};

pub(crate) const TABLE4: Experiment = Experiment {
    id: "geister-table4",
    about: "Geister: colours read from the moves of players the network does not know (Teramura and \
            Matsuzaki 2021, table 4)",
    quick: 0.01,
    run: table4,
};

/// The paper's table 3: accuracy and halved loss of base, then of count.
const PAPER3: [[(f64, f64); 2]; 4] = [
    [(0.8987, 0.1233), (0.9118, 0.1070)],
    [(0.8302, 0.1802), (0.8322, 0.1741)],
    [(0.6152, 0.3250), (0.6229, 0.3175)],
    [(0.4997, 0.3567), (0.5594, 0.3380)],
];

/// The paper's table 4: rows are the players that are read, columns those trained on.
const PAPER4: [[(f64, f64); 3]; 3] = [
    [(0.9118, 0.1070), (0.7727, 0.2844), (0.8246, 0.2247)],
    [(0.6916, 0.3897), (0.8322, 0.1741), (0.7573, 0.2597)],
    [(0.5902, 0.5199), (0.5918, 0.4751), (0.6229, 0.3175)],
];

/// Scores of several splits.
#[derive(Clone)]
struct Scores(Vec<Score>);

impl Scores {
    fn accuracy(&self) -> f64 {
        median(self.0.iter().map(|score| score.accuracy).collect())
    }

    fn halved_loss(&self) -> f64 {
        median(self.0.iter().map(Score::halved_loss).collect())
    }

    /// Whether every split has evaluation positions.
    fn is_measured(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|score| score.examples > 0)
    }

    /// Whether `better`, which is larger for the better one, is larger than the other's in every split.
    fn beats(&self, other: &Scores, better: impl Fn(&Score) -> f64) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| better(own) > better(other))
    }

    fn accuracies(&self) -> (f64, f64) {
        ends(&self.0.iter().map(|score| score.accuracy).collect::<Vec<_>>())
    }

    /// Accuracy with its range over the splits, both losses, and the paper's.
    fn cells(&self, paper: (f64, f64)) -> Vec<Cell> {
        let (low, high) = self.accuracies();
        let digits = |share: f64| Cell::Number(100.0 * share, 2);
        vec![
            digits(self.accuracy()),
            Cell::Range(100.0 * low, 100.0 * high, 2),
            digits(paper.0),
            Cell::Number(self.halved_loss(), 4),
            Cell::Number(paper.1, 4),
            Cell::Number(2.0 * self.halved_loss(), 4),
        ]
    }
}

/// The columns of [`Scores::cells`].
fn columns(heads: &[&str]) -> Vec<Column> {
    let mut columns: Vec<Column> = heads.iter().copied().map(Column::ours).collect();
    columns.extend([
        Column::ours("right, percent"),
        Column::ours("over the splits"),
        Column::paper("paper"),
        Column::ours("halved loss"),
        Column::paper("paper"),
        Column::ours("cross entropy"),
    ]);
    columns
}

const LOSSES: &str = "Median and range over the random splits. The paper's loss is half the usual cross \
                      entropy: 0.3466 instead of 0.6931 for a fair coin.";

fn table3(context: &Context<'_>) -> Result<Report> {
    let trainer = Trainer::new(context, 8 * split_count(context.scale))?;
    let mut rows = Vec::new();
    let (mut fewest, mut players) = (None, Vec::new());
    for player in PLAYERS {
        let splits = trainer.splits(player)?;
        fewest = fewest.into_iter().chain(splits.iter().map(|(_, split)| sizes(split))).min();
        let mut networks = Vec::new();
        for (place, architecture) in [Architecture::Base, Architecture::Count].into_iter().enumerate() {
            let scores = splits.iter().map(|(number, split)| {
                Ok(trainer.train(player, architecture, None, (*number, split))?.score)
            });
            let scores = Scores(scores.collect::<Result<_>>()?);
            let mut row = vec![Cell::words(player.abbreviation()), Cell::words(architecture.as_str())];
            row.extend(scores.cells(PAPER3[player.index()][place]));
            rows.push(row);
            networks.push(scores);
        }
        players.push(networks);
    }
    Ok(Report {
        title: "Geister: colours from the moves of a known player".into(),
        verdict: verdict3(&players),
        lead: format!(
            "Table 3 of Teramura and Matsuzaki 2021: {}. One player is read better than another where every \
             split says so; the numbers of ghosts left help where count beats base in every split.",
            scale_text(fewest.unwrap_or_default(), split_count(context.scale)),
        ),
        sections: vec![
            Section::new(
                "Trained and evaluated on the same player",
                vec![Block::Table(Table {
                    name: "same-player".into(),
                    caption: LOSSES.into(),
                    columns: columns(&["player", "network"]),
                    rows,
                })],
            ),
            Section::new("Where it differs", vec![Block::text(REASONS)]),
        ],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
    })
}

/// Seven parts: in the paper's order each player is read better than the next, whatever the splits, and count
/// is better than base with each player in every split.
fn verdict3(players: &[Vec<Scores>]) -> Option<Verdict> {
    let counts: Vec<&Scores> = players.iter().filter_map(|networks| networks.get(1)).collect();
    let ordered = counts.windows(2).map(|two| two[0].accuracies().0 > two[1].accuracies().1);
    let gained = players.iter().filter_map(|networks| match networks.as_slice() {
        [base, count] => Some(count.beats(base, |score| score.accuracy)),
        _ => None,
    });
    let parts: Vec<bool> = ordered.chain(gained).collect();
    let shown = |accuracies: &[[f64; 2]]| {
        let right: Vec<String> =
            accuracies.iter().map(|[_, count]| format!("{:.1}", 100.0 * count)).collect();
        let gains: Vec<f64> = accuracies.iter().map(|[base, count]| 100.0 * (count - base)).collect();
        let (low, high) = ends(&gains);
        format!("{}% right, {low:.1} to {high:.1} points more than without the numbers", listed(&right))
    };
    let paper = PAPER3.map(|networks| networks.map(|(accuracy, _)| accuracy));
    let ours = players.iter().map(|networks| {
        let networks: Option<&[Scores; 2]> = networks.as_slice().try_into().ok();
        networks.filter(|networks| networks.iter().all(Scores::is_measured))
    });
    let ours: Option<Vec<_>> =
        ours.map(|networks| Some(networks?.each_ref().map(Scores::accuracy))).collect();
    let ours = ours.filter(|ours| ours.len() == PLAYERS.len())?;
    Some(Verdict {
        finding:
            "Moves show colours best with MC, then with PR, PM and RA, and the numbers of ghosts left help \
                  with every player"
                .into(),
        paper: shown(&paper),
        ours: shown(&ours),
        outcome: Reproduction::of_parts(parts.iter().filter(|held| **held).count(), parts.len()),
    })
}

const REASONS: &str = "Differences from the paper have these likely reasons: fewer games and positions \
                       than the paper's, so that the networks stop earlier; PR and PM rest on another \
                       teacher; and the paper does not say how it chose the epoch at which it stopped. RA \
                       moves at random, so that a single move of it says nothing: all one can tell is \
                       that a ghost which does not leave an exit is red, and the odds by the numbers left.";

fn table4(context: &Context<'_>) -> Result<Report> {
    const READ: [Player; 3] = [Player::Mc, Player::Pr, Player::Pm];
    let trainer = Trainer::new(context, 3 * split_count(context.scale))?;
    let splits = READ.map(|player| trainer.splits(player));
    let splits: Vec<Vec<(u64, DataSplit)>> = splits.into_iter().collect::<Result<_>>()?;
    let mut rows = Vec::new();
    let (mut means, mut grid) = (Vec::new(), Vec::new());
    let fewest = splits.iter().flatten().map(|(_, split)| sizes(split)).min();
    let scale = scale_text(fewest.unwrap_or_default(), split_count(context.scale));
    for (column, trained) in READ.into_iter().enumerate() {
        let train =
            |(number, split): &(u64, _)| trainer.train(trained, Architecture::Count, None, (*number, split));
        let networks: Vec<TrainedNetwork> = splits[column].iter().map(train).collect::<Result<_>>()?;
        let mut reads = Vec::new();
        for (row, read) in READ.into_iter().enumerate() {
            let score = |(trained, (_, split)): (&TrainedNetwork, &(u64, DataSplit))| {
                let examples: Vec<_> = split.evaluation.iter().map(ColourSample::example).collect();
                evaluate(&trained.network, &examples)
            };
            let scores = Scores(networks.iter().zip(&splits[row]).map(score).collect());
            let mut cells = vec![Cell::words(trained.abbreviation()), Cell::words(read.abbreviation())];
            cells.extend(scores.cells(PAPER4[row][column]));
            rows.push(cells);
            reads.push(scores);
        }
        let mean = |of: fn(&Scores) -> f64| reads.iter().map(of).sum::<f64>() / reads.len() as f64;
        means.push((trained, mean(Scores::accuracy), mean(Scores::halved_loss)));
        grid.push(reads);
    }
    Ok(Report {
        title: "Geister: colours from the moves of an unknown player".into(),
        verdict: verdict4(&grid),
        lead: format!(
            "Table 4 of Teramura and Matsuzaki 2021 (network count): {scale}. One network is better than \
             another where it is in every split."
        ),
        sections: vec![
            Section::new(
                "Trained on one player, evaluated on another",
                vec![
                    Block::Table(Table {
                        name: "other-players".into(),
                        caption: LOSSES.into(),
                        columns: columns(&["trained on", "evaluated on"]),
                        rows,
                    }),
                    Block::Table(means_table(&means)),
                ],
            ),
            Section::new("Where it differs", vec![Block::text(REASONS)]),
        ],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
    })
}

/// Five parts: each of the three players is read best by the network trained on it, and the network trained
/// on PM has a smaller mean loss than each of the others, in every split. `grid` has a row for each player
/// trained on, with the scores on each player read.
fn verdict4(grid: &[Vec<Scores>]) -> Option<Verdict> {
    let grid: [&[Scores; 3]; 3] = grid
        .iter()
        .filter_map(|reads| reads.as_slice().try_into().ok())
        .collect::<Vec<_>>()
        .try_into()
        .ok()?;
    if !grid.iter().copied().flatten().all(Scores::is_measured) {
        return None;
    }
    let is_own_best = |player: usize| {
        let others = (0..3).filter(|&other| other != player);
        let mut others = others.map(|other| &grid[other][player]);
        others.all(|other| grid[player][player].beats(other, |score| score.accuracy))
    };
    let mean = |reads: &[Scores; 3]| -> Vec<f64> {
        let splits = 0..reads[0].0.len();
        splits.map(|split| reads.iter().map(|read| read.0[split].halved_loss()).sum::<f64>() / 3.0).collect()
    };
    let means = grid.map(mean);
    let general = |other: usize| means[2].iter().zip(&means[other]).all(|(pm, other)| pm < other);
    let parts = [is_own_best(0), is_own_best(1), is_own_best(2), general(0), general(1)];
    let shown = |own: [f64; 3], losses: [f64; 3]| {
        let own = own.map(|accuracy| format!("{:.1}", 100.0 * accuracy));
        let [mc, pr, pm] = losses;
        format!("{}% right; mean halved loss {pm:.3} against {pr:.3} and {mc:.3}", listed(&own))
    };
    Some(Verdict {
        finding:
            "MC, PR and PM are each read best by the network trained on them, and over all three the one \
                  trained on PM has the smallest loss"
                .into(),
        paper: shown([0, 1, 2].map(|player| PAPER4[player][player].0), PAPER_MEANS.map(|(_, loss)| loss)),
        ours: shown([0, 1, 2].map(|player| grid[player][player].accuracy()), means.map(median)),
        outcome: Reproduction::of_parts(parts.into_iter().filter(|held| *held).count(), parts.len()),
    })
}

/// The paper's accuracy and halved loss over the three players read, by the player trained on.
const PAPER_MEANS: [(f64, f64); 3] = [(0.7312, 0.3389), (0.7322, 0.3112), (0.7349, 0.2673)];

fn means_table(means: &[(Player, f64, f64)]) -> Table {
    let row = |(&(player, accuracy, loss), paper): (&(Player, f64, f64), (f64, f64))| {
        vec![
            Cell::words(player.abbreviation()),
            Cell::Number(100.0 * accuracy, 2),
            Cell::Number(100.0 * paper.0, 2),
            Cell::Number(loss, 4),
            Cell::Number(paper.1, 4),
        ]
    };
    Table {
        name: "means".into(),
        caption: "Means over the three players evaluated.".into(),
        columns: vec![
            Column::ours("trained on"),
            Column::ours("right, percent"),
            Column::paper("paper"),
            Column::ours("halved loss"),
            Column::paper("paper"),
        ],
        rows: means.iter().zip(PAPER_MEANS).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two splits with these accuracies; the loss falls with the accuracy.
    fn scores(accuracies: [f64; 2]) -> Scores {
        let score = |accuracy: f64| Score { loss: 1.0 - accuracy, accuracy, examples: 100 };
        Scores(accuracies.map(score).to_vec())
    }

    fn outcome3(counts: [[f64; 2]; 4], gain: f64) -> Reproduction {
        let networks = |count: [f64; 2]| vec![scores(count.map(|accuracy| accuracy - gain)), scores(count)];
        verdict3(&counts.map(networks)).unwrap().outcome
    }

    #[test]
    fn known_players_have_an_order_and_numbers_help() {
        let papers = [[0.91, 0.92], [0.83, 0.84], [0.62, 0.63], [0.55, 0.56]];
        assert_eq!(outcome3(papers, 0.01), Reproduction::Reproduced);
        assert_eq!(outcome3(papers, -0.01), Reproduction::InPart);
        assert_eq!(outcome3([[0.6, 0.6]; 4], 0.0), Reproduction::NotReproduced);
        // A split in which PM is read better than PR.
        let overlapping = [[0.91, 0.92], [0.83, 0.6], [0.62, 0.63], [0.55, 0.56]];
        assert_eq!(outcome3(overlapping, 0.01), Reproduction::InPart);
        assert_eq!(verdict3(&[]), None);
        let empty = || Scores(vec![Score { loss: 0.0, accuracy: 0.0, examples: 0 }]);
        assert_eq!(verdict3(&[(); 4].map(|()| vec![empty(), empty()])), None);
    }

    #[test]
    fn unknown_players_are_read_worse_and_pm_teaches_most() {
        let verdict = |grid: [[f64; 3]; 3]| {
            verdict4(&grid.map(|reads| reads.map(|accuracy| scores([accuracy, accuracy + 0.001])).to_vec()))
        };
        let papers = verdict([[0.91, 0.69, 0.59], [0.77, 0.83, 0.59], [0.82, 0.76, 0.63]]).unwrap();
        assert_eq!(papers.outcome, Reproduction::Reproduced);
        assert!(papers.ours.starts_with("91.1, 83.0 and 63.1% right; "), "{}", papers.ours);
        // PR's network reads everybody better than the others do.
        let pr = verdict([[0.8, 0.6, 0.6], [0.9, 0.9, 0.9], [0.7, 0.6, 0.6]]).unwrap();
        assert_eq!(pr.outcome, Reproduction::InPart);
        let none = verdict([[0.6, 0.7, 0.7], [0.7, 0.6, 0.7], [0.65, 0.6, 0.6]]).unwrap();
        assert_eq!(none.outcome, Reproduction::NotReproduced);
        assert_eq!(verdict4(&[]), None);
    }
}
