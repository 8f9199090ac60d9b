//! Figures 6 to 9 of Teramura and Matsuzaki 2021: networks that get hints about the other ghosts.

use anyhow::Result;
use belief::Architecture;
use belief::training::evaluate;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::{Context, Experiment, provenance};
use super::{Trainer, is_positive, scale_text, sizes};
use crate::geister::{DataSplit, Hints, Player, TrainedNetwork};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Reproduction, Section, Table, Verdict};

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

/// The shares of right answers of a network without hints and with all.
#[derive(Clone, Copy)]
struct Curve {
    without: f64,
    with: f64,
}

impl Curve {
    fn of(points: &[Point]) -> Curve {
        let share = |point: Option<&Point>| point.map_or(f64::NAN, |point| point.y / 100.0);
        Curve { without: share(points.first()), with: share(points.last()) }
    }
}

/// What the paper says of each figure, in two parts for each share p of hints in training: one about the
/// network whose hints were all correct, one about that with wrong hints.
fn finding(number: u32) -> &'static str {
    match number {
        6 => {
            "Correct hints help networks trained on correct ones, but without hints these read another \
             player worse than networks trained on wrong ones"
        }
        7 => {
            "Hints of which some are wrong hurt networks trained on correct ones, and those trained on wrong \
             ones less"
        }
        8 => {
            "Correct hints help networks trained on correct ones, which then read better than those trained \
             on wrong ones"
        }
        _ => {
            "Hints of which some are wrong hurt networks trained on correct ones and help those trained on \
             wrong ones"
        }
    }
}

/// `curves` are those of [`TRAINED_WITH`].
fn verdict(number: u32, curves: &[Curve], positions: usize) -> Option<Verdict> {
    let (exact, wrong) = curves.split_at_checked(TRAINED_WITH.len() / 2)?;
    let pairs = || exact.iter().zip(wrong);
    let mut parts = Vec::new();
    for (exact, wrong) in pairs() {
        let is_more = |one: f64, other: f64| is_positive(&[(1.0, one), (-1.0, other)], positions);
        parts.extend(match number {
            6 => [is_more(exact.with, exact.without), is_more(wrong.without, exact.without)],
            7 => {
                let drops =
                    [(1.0, exact.without), (-1.0, exact.with), (-1.0, wrong.without), (1.0, wrong.with)];
                [is_more(exact.without, exact.with), is_positive(&drops, positions)]
            }
            8 => [is_more(exact.with, exact.without), is_more(exact.with, wrong.with)],
            _ => [is_more(exact.without, exact.with), is_more(wrong.with, wrong.without)],
        });
    }
    let (exact, wrong) = pairs().nth(1)?;
    let shown = |curve: &Curve| format!("{:.1} to {:.1}%", 100.0 * curve.without, 100.0 * curve.with);
    (positions > 0).then(|| Verdict {
        finding: finding(number).into(),
        paper: "a figure without numbers".into(),
        ours: format!(
            "from no hints to all, p = 0.4: {} right if trained on correct hints, {} on wrong ones",
            shown(exact),
            shown(wrong)
        ),
        outcome: Reproduction::of_parts(parts.iter().filter(|held| **held).count(), parts.len()),
    })
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
    let curves: Vec<Curve> = series.iter().map(|series| Curve::of(&series.points)).collect();
    let chosen = &series[4].points;
    let lead = format!(
        "Figure {number} of Teramura and Matsuzaki 2021: networks countCH trained on moves of PM, reading \
         moves of {}, with {:.0}% of the hints wrong; {}. With the chosen settings (p = 0.4, e = 0.3) \
         {:.2}% are right without hints and {:.2}% with all. The paper prints no numbers for it; shares \
         differ where the difference is outside its 95% interval.",
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
        verdict: verdict(number, &curves, read_from.evaluation.len()),
        lead,
        sections: vec![Section::new(
            "Right and wrong hints",
            vec![Block::Figure(picture), Block::Table(table)],
        )],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same two curves for every share of hints, from no hints to all, in percent.
    fn outcome(number: u32, exact: [u32; 2], wrong: [u32; 2]) -> Reproduction {
        let curve = |[without, with]: [u32; 2]| Curve {
            without: f64::from(without) / 100.0,
            with: f64::from(with) / 100.0,
        };
        let curves = [[curve(exact); 3], [curve(wrong); 3]].concat();
        verdict(number, &curves, 20_000).unwrap().outcome
    }

    #[test]
    fn each_figure_has_a_finding_that_the_curves_can_refute() {
        let outcomes = |number, reproduced: [[u32; 2]; 2], not: [[u32; 2]; 2]| {
            assert_eq!(outcome(number, reproduced[0], reproduced[1]), Reproduction::Reproduced, "{number}");
            assert_eq!(outcome(number, not[0], not[1]), Reproduction::NotReproduced, "{number}");
        };
        outcomes(6, [[75, 85], [80, 83]], [[80, 80], [80, 85]]);
        outcomes(7, [[75, 65], [80, 78]], [[75, 75], [80, 78]]);
        outcomes(8, [[62, 75], [65, 70]], [[62, 62], [65, 70]]);
        outcomes(9, [[62, 55], [65, 67]], [[62, 64], [65, 65]]);
        // Networks trained on wrong hints gain nothing.
        assert_eq!(outcome(9, [62, 55], [65, 65]), Reproduction::InPart);
        assert_eq!(verdict(9, &[Curve { without: 0.5, with: 0.5 }; 6], 0), None);
        assert_eq!(verdict(9, &[], 100), None);
    }
}
