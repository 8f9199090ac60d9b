//! Tables 3 and 4 of Teramura and Matsuzaki 2021: accuracy of networks on known and unknown players.

use anyhow::Result;
use belief::Architecture;
use belief::training::{Score, evaluate};

use super::super::{Context, Experiment, listed, provenance};
use super::{Trainer, ends, median, scale_text, sizes, split_count};
use crate::geister::{ColourSample, DataSplit, PLAYERS, Player, TrainedNetwork};
use report::{Block, Cell, Column, Report, Section, Table};

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
struct Scores(Vec<Score>);

impl Scores {
    fn accuracy(&self) -> f64 {
        median(self.0.iter().map(|score| score.accuracy).collect())
    }

    fn halved_loss(&self) -> f64 {
        median(self.0.iter().map(Score::halved_loss).collect())
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
    let (mut fewest, mut gains) = (None, Vec::new());
    for player in PLAYERS {
        let splits = trainer.splits(player)?;
        fewest = fewest.into_iter().chain(splits.iter().map(|(_, split)| sizes(split))).min();
        let mut accuracies = Vec::new();
        for (place, architecture) in [Architecture::Base, Architecture::Count].into_iter().enumerate() {
            let scores = splits.iter().map(|(number, split)| {
                Ok(trainer.train(player, architecture, None, (*number, split))?.score)
            });
            let scores = Scores(scores.collect::<Result<_>>()?);
            let mut row = vec![Cell::words(player.abbreviation()), Cell::words(architecture.as_str())];
            row.extend(scores.cells(PAPER3[player.index()][place]));
            rows.push(row);
            accuracies.push(scores.accuracy());
        }
        gains.push(format!("{} {:+.2}", player.abbreviation(), 100.0 * (accuracies[1] - accuracies[0])));
    }
    Ok(Report {
        title: "Geister: colours from the moves of a known player".into(),
        lead: format!(
            "Table 3 of Teramura and Matsuzaki 2021: {}. The gain from the numbers of ghosts left (count \
             over base), in points of accuracy: {}.",
            scale_text(fewest.unwrap_or_default(), split_count(context.scale)),
            listed(&gains)
        ),
        sections: vec![Section::new(
            "Trained and evaluated on the same player",
            vec![
                Block::Table(Table {
                    name: "same-player".into(),
                    caption: LOSSES.into(),
                    columns: columns(&["player", "network"]),
                    rows,
                }),
                Block::text(REASONS),
            ],
        )],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
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
    let mut means = Vec::new();
    let fewest = splits.iter().flatten().map(|(_, split)| sizes(split)).min();
    let scale = scale_text(fewest.unwrap_or_default(), split_count(context.scale));
    for (column, trained) in READ.into_iter().enumerate() {
        let train =
            |(number, split): &(u64, _)| trainer.train(trained, Architecture::Count, None, (*number, split));
        let networks: Vec<TrainedNetwork> = splits[column].iter().map(train).collect::<Result<_>>()?;
        let (mut accuracies, mut losses) = (Vec::new(), Vec::new());
        for (row, read) in READ.into_iter().enumerate() {
            let score = |(trained, (_, split)): (&TrainedNetwork, &(u64, DataSplit))| {
                let examples: Vec<_> = split.evaluation.iter().map(ColourSample::example).collect();
                evaluate(&trained.network, &examples)
            };
            let scores = Scores(networks.iter().zip(&splits[row]).map(score).collect());
            let mut cells = vec![Cell::words(trained.abbreviation()), Cell::words(read.abbreviation())];
            cells.extend(scores.cells(PAPER4[row][column]));
            rows.push(cells);
            accuracies.push(scores.accuracy());
            losses.push(scores.halved_loss());
        }
        means.push((trained, accuracies.iter().sum::<f64>() / 3.0, losses.iter().sum::<f64>() / 3.0));
    }
    let best =
        means.iter().min_by(|one, two| one.2.total_cmp(&two.2)).map_or("", |mean| mean.0.abbreviation());
    Ok(Report {
        title: "Geister: colours from the moves of an unknown player".into(),
        lead: format!(
            "Table 4 of Teramura and Matsuzaki 2021 (network count): {scale}. The network trained on \
             {best} has the smallest mean loss over the three players; in the paper it is PM's, 0.2673 \
             against 0.3112 (PR) and 0.3389 (MC)."
        ),
        sections: vec![Section::new(
            "Trained on one player, evaluated on another",
            vec![
                Block::Table(Table {
                    name: "other-players".into(),
                    caption: LOSSES.into(),
                    columns: columns(&["trained on", "evaluated on"]),
                    rows,
                }),
                Block::Table(means_table(&means)),
                Block::text(REASONS),
            ],
        )],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
    })
}

fn means_table(means: &[(Player, f64, f64)]) -> Table {
    const PAPER: [(f64, f64); 3] = [(0.7312, 0.3389), (0.7322, 0.3112), (0.7349, 0.2673)];
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
        rows: means.iter().zip(PAPER).map(row).collect(),
    }
}
