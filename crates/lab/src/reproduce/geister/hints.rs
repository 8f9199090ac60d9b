//! Figures 6 to 9 of Teramura and Matsuzaki 2021: networks that get hints about the other ghosts.

use anyhow::Result;
use belief::Architecture;
use belief::training::evaluate;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::{Context, Experiment, provenance};
use super::{Trainer, scale_text, sizes};
use crate::geister::{DataSplit, Hints, Player, TrainedNetwork};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Section, Table};

const fn experiment(
    id: &'static str,
    about: &'static str,
    run: fn(&Context<'_>) -> Result<Report>,
) -> Experiment {
    Experiment { id, about, quick: 0.01, run }
}

pub(crate) const FIG6: Experiment = experiment(
    "geister-fig6",
    "Geister: correct hints on other ghosts, reading MC (Teramura and Matsuzaki 2021, figure 6)",
    |context| figure(context, 6, Player::Mc, 0.0),
);

pub(crate) const FIG7: Experiment = experiment(
    "geister-fig7",
    "Geister: hints with 20% errors, reading MC (Teramura and Matsuzaki 2021, figure 7)",
    |context| figure(context, 7, Player::Mc, 0.2),
);

pub(crate) const FIG8: Experiment = experiment(
    "geister-fig8",
    "Geister: correct hints on other ghosts, reading PM (Teramura and Matsuzaki 2021, figure 8)",
    |context| figure(context, 8, Player::Pm, 0.0),
);

pub(crate) const FIG9: Experiment = experiment(
    "geister-fig9",
    "Geister: hints with 30% errors, reading PM (Teramura and Matsuzaki 2021, figure 9)",
    |context| figure(context, 9, Player::Pm, 0.3),
);

/// The training settings that the paper shows.
const TRAINED_WITH: [Hints; 6] = [
    Hints { given: 0.2, wrong: 0.0 },
    Hints { given: 0.4, wrong: 0.0 },
    Hints { given: 0.6, wrong: 0.0 },
    Hints { given: 0.2, wrong: 0.3 },
    Hints { given: 0.4, wrong: 0.3 },
    Hints { given: 0.6, wrong: 0.3 },
];

/// The share of right answers when hints are given with each of these probabilities.
fn curve(trained: &TrainedNetwork, split: &DataSplit, wrong: f64, seed: u64) -> Vec<Point> {
    let point = |tenth: u32| {
        let given = f64::from(tenth) / 10.0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(tenth));
        let hints = Hints { given, wrong };
        let examples: Vec<_> =
            split.evaluation.iter().map(|sample| hints.example(sample, &mut rng)).collect();
        Point::new(given, 100.0 * evaluate(&trained.network, &examples).accuracy)
    };
    (0..=10).map(point).collect()
}

fn figure(context: &Context<'_>, number: u32, read: Player, wrong: f64) -> Result<Report> {
    let trainer = Trainer::new(context, TRAINED_WITH.len() as u64)?;
    let trained_on = trainer.first_split(Player::Pm)?;
    let read_from = trainer.first_split(read)?;
    let mut series = Vec::new();
    for hints in TRAINED_WITH {
        let trained = trainer.train(Player::Pm, Architecture::CountCh, Some(hints), (1, &trained_on))?;
        series.push(Series {
            name: format!("p = {}, e = {}", hints.given, hints.wrong),
            points: curve(&trained, &read_from, wrong, context.seed),
            style: if hints.wrong == 0.0 { Style::Measured } else { Style::Fitted },
        });
    }
    let chosen = &series[4].points;
    let lead = format!(
        "Figure {number} of Teramura and Matsuzaki 2021: networks countCH trained on moves of PM, reading \
         moves of {}, with {:.0}% of the hints wrong; {}. With the chosen settings (p = 0.4, e = 0.3) \
         {:.2}% are right without hints and {:.2}% with all. The paper prints no numbers for it.",
        read.abbreviation(),
        100.0 * wrong,
        scale_text(sizes(&trained_on), 1),
        chosen[0].y,
        chosen[10].y,
    );
    let mut columns = vec![Column::ours("given")];
    columns.extend(series.iter().map(|series| Column::ours(series.name.clone())));
    let row = |place: usize| {
        let mut row = vec![Cell::Number(series[0].points[place].x, 1)];
        row.extend(series.iter().map(|series| Cell::Number(series.points[place].y, 2)));
        row
    };
    let table = Table {
        name: "right".into(),
        caption: "Right answers in percent, by how often a hint on another ghost is given.".into(),
        columns,
        rows: (0..=10).map(row).collect(),
    };
    let picture = Picture {
        caption: "Right answers in percent, by how often a hint on another ghost is given; p and e are the \
                  shares of hints given, and of wrong hints, in training."
            .into(),
        description: "Six curves; the table below has their values.".into(),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("how often a hint is given").from_to(0.0, 1.0),
            y: Axis::new("right answers, percent"),
            series,
        }),
    };
    Ok(Report {
        title: format!("Geister: hints about the other ghosts (figure {number})"),
        lead,
        sections: vec![Section::new(
            "Right and wrong hints",
            vec![Block::Figure(picture), Block::Table(table)],
        )],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
    })
}
