//! Figures 6 to 9 of document 004: a network that is told what is believed of the other ghosts.

use belief::Architecture;
use belief::training::evaluate;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::{Experiment, Way};
use super::{Workshop, scale_words, sizes};
use crate::Evidence;
use crate::geister::{Draw, Hints, Learned, Player, Unlearned, draw_of};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Section, Table};

const fn experiment(id: &'static str, about: &'static str, report: super::super::Lesson) -> Experiment {
    Experiment { id, about, quick: 0.01, way: Way::Learned { plans: super::plans, networks: |_| 6, report } }
}

pub(crate) const FIG6: Experiment = experiment(
    "geister-fig6",
    "Geister: colours of others given rightly, MC read (document 004, figure 6)",
    |evidence, workshop| figure(evidence, workshop, 6, Player::Mc, 0.0),
);

pub(crate) const FIG7: Experiment = experiment(
    "geister-fig7",
    "Geister: colours of others given with 20% errors, MC read (document 004, figure 7)",
    |evidence, workshop| figure(evidence, workshop, 7, Player::Mc, 0.2),
);

pub(crate) const FIG8: Experiment = experiment(
    "geister-fig8",
    "Geister: colours of others given rightly, PM read (document 004, figure 8)",
    |evidence, workshop| figure(evidence, workshop, 8, Player::Pm, 0.0),
);

pub(crate) const FIG9: Experiment = experiment(
    "geister-fig9",
    "Geister: colours of others given with 30% errors, PM read (document 004, figure 9)",
    |evidence, workshop| figure(evidence, workshop, 9, Player::Pm, 0.3),
);

/// The settings of learning that the paper shows.
const LEARNED: [Hints; 6] = [
    Hints { given: 0.2, wrong: 0.0 },
    Hints { given: 0.4, wrong: 0.0 },
    Hints { given: 0.6, wrong: 0.0 },
    Hints { given: 0.2, wrong: 0.3 },
    Hints { given: 0.4, wrong: 0.3 },
    Hints { given: 0.6, wrong: 0.3 },
];

/// The share of right answers when hints are given with each of these probabilities.
fn curve(learned: &Learned, draw: &Draw, wrong: f64, seed: u64) -> Vec<Point> {
    let point = |tenth: u32| {
        let given = f64::from(tenth) / 10.0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(tenth));
        let hints = Hints { given, wrong };
        let examples: Vec<_> = draw.evaluation.iter().map(|lesson| hints.example(lesson, &mut rng)).collect();
        Point::new(given, 100.0 * evaluate(&learned.network, &examples).accuracy)
    };
    (0..=10).map(point).collect()
}

fn figure(
    evidence: &[Evidence],
    workshop: &Workshop<'_>,
    number: u32,
    read: Player,
    wrong: f64,
) -> Result<Report, Unlearned> {
    let provenance = evidence.iter().map(Evidence::provenance).collect::<Result<_, _>>()?;
    let learned_from = draw_of(evidence, Player::Pm, 1)?;
    let read_from = draw_of(evidence, read, 1)?;
    let mut series = Vec::new();
    for hints in LEARNED {
        let learned =
            workshop.learned(evidence, Player::Pm, Architecture::CountCh, Some(hints), (1, &learned_from))?;
        series.push(Series {
            name: format!("p = {}, e = {}", hints.given, hints.wrong),
            points: curve(&learned, &read_from, wrong, workshop.seed),
            style: if hints.wrong == 0.0 { Style::Measured } else { Style::Fitted },
        });
    }
    let chosen = &series[4].points;
    let lead = format!(
        "Figure {number} of document 004: networks countCH learned from moves of PM, moves of {} read, {:.0}% of the given colours wrong; {}. With the chosen \
         settings (p = 0.4, e = 0.3) {:.2}% are right if nothing is given and {:.2}% if all is. The paper prints no numbers for it.",
        read.abbreviation(),
        100.0 * wrong,
        scale_words(sizes(&learned_from), 1),
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
        caption: "Right answers in percent, by how often the colour of another ghost is given.".into(),
        columns,
        rows: (0..=10).map(row).collect(),
    };
    let picture = Picture {
        caption: "Right answers in percent, by how often the colour of another ghost is given; p and e are how often it was given, and given wrongly, in learning.".into(),
        description: "Six curves; the table below has their values.".into(),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("how often another ghost's colour is given").from_to(0.0, 1.0),
            y: Axis::new("right answers, percent"),
            series,
        }),
    };
    Ok(Report {
        title: format!("Geister: being told of the other ghosts (figure {number})"),
        lead,
        sections: vec![Section::new(
            "Right and wrong hints",
            vec![Block::Figure(picture), Block::Table(table)],
        )],
        data: Vec::new(),
        provenance,
    })
}
