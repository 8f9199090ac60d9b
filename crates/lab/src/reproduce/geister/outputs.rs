//! Figures 4 and 5 of Teramura and Matsuzaki 2021: the probability that networks give the true colour.

use anyhow::Result;
use belief::{Architecture, Scratch};
use games::geister::Colour;

use super::super::{Context, Experiment, provenance};
use super::{Trainer, split_count};
use crate::geister::{ColourSample, DataSplit, PLAYERS, Player, TrainedNetwork};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Section, Table};

pub(crate) const FIG4: Experiment = Experiment {
    id: "geister-fig4",
    about: "Geister: probability of the true colour, known players (Teramura and Matsuzaki 2021, figure 4)",
    quick: 0.01,
    run: fig4,
};

pub(crate) const FIG5: Experiment = Experiment {
    id: "geister-fig5",
    about: "Geister: probability of the true colour, all players (Teramura and Matsuzaki 2021, figure 5)",
    quick: 0.01,
    run: fig5,
};

/// Steps of the curves.
const STEPS: u32 = 50;

/// The share of outputs for the true colour that are at most x, for x from 0 to 1.
fn cumulative(mut outputs: Vec<f32>) -> Vec<Point> {
    outputs.sort_by(f32::total_cmp);
    let share = |x: f64| {
        outputs.partition_point(|&output| f64::from(output) <= x) as f64 / outputs.len().max(1) as f64
    };
    (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS)).map(|x| Point::new(x, share(x))).collect()
}

/// The probability of the true colour in each sample.
fn of_truth(trained: &TrainedNetwork, samples: &[ColourSample]) -> Vec<f32> {
    let mut scratch = Scratch::default();
    let mut said = Vec::with_capacity(samples.len());
    for sample in samples {
        let blue = trained.network.blue(&sample.input, &mut scratch);
        said.push(if sample.colour == Colour::Blue { blue } else { 1.0 - blue });
    }
    said
}

/// A network and its data for each player.
fn networks(trainer: &Trainer<'_>) -> Result<Vec<(Player, TrainedNetwork, DataSplit)>> {
    let one = |player: Player| {
        let split = trainer.first_split(player)?;
        let trained = trainer.train(player, Architecture::Count, None, (1, &split))?;
        Ok((player, trained, split))
    };
    PLAYERS.into_iter().map(one).collect()
}

fn fig4(context: &Context<'_>) -> Result<Report> {
    let trainer = Trainer::new(context, PLAYERS.len() as u64)?;
    let networks = networks(&trainer)?;
    let curves = networks
        .iter()
        .map(|(player, trained, split)| (*player, cumulative(of_truth(trained, &split.evaluation))));
    figure(&trainer, 4, "evaluated on positions of the player it was trained on", curves.collect())
}

fn fig5(context: &Context<'_>) -> Result<Report> {
    let trainer = Trainer::new(context, PLAYERS.len() as u64)?;
    let networks = networks(&trainer)?;
    let all: Vec<ColourSample> = networks
        .iter()
        .filter(|(player, ..)| *player != Player::Ra)
        .flat_map(|(_, _, split)| split.evaluation.iter().copied())
        .collect();
    let curves = networks.iter().map(|(player, trained, _)| (*player, cumulative(of_truth(trained, &all))));
    figure(&trainer, 5, "evaluated on positions of MC, PR and PM together", curves.collect())
}

fn figure(
    trainer: &Trainer<'_>,
    number: u32,
    evaluated: &str,
    curves: Vec<(Player, Vec<Point>)>,
) -> Result<Report> {
    // Confident and wrong: the true colour got at most a tenth.
    let at = |points: &[Point], x: f64| {
        points.iter().find(|point| (point.x - x).abs() < 1e-9).map_or(f64::NAN, |point| point.y)
    };
    let rows = curves.iter().map(|(player, points)| {
        let shares = [at(points, 0.1), at(points, 0.5), 1.0 - at(points, 0.9)];
        [vec![Cell::words(player.abbreviation())], shares.map(Cell::Share).to_vec()].concat()
    });
    let table = Table {
        name: "outputs".into(),
        caption: "How often, in percent, the true colour got a probability of at most 0.1, at most 0.5, and \
             more than 0.9."
            .into(),
        columns: Column::all(["trained on", "at most 0.1", "at most 0.5", "more than 0.9"]),
        rows: rows.collect(),
    };
    let series = curves.into_iter().map(|(player, points)| Series {
        name: player.abbreviation().into(),
        points,
        style: Style::Fitted,
    });
    let picture = Picture {
        caption: format!(
            "Cumulative distribution of the probability given to the true colour, {evaluated}. A curve \
             that stays low until the right end is that of a confident and correct network; one that rises \
             at the left end is confident and wrong."
        ),
        description:
            "One curve per player that the network was trained on; the table below has the values at 0.1, \
             0.5 and 0.9."
                .into(),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("probability of the true colour").from_to(0.0, 1.0),
            y: Axis::new("share of positions").from_to(0.0, 1.0),
            series: series.collect(),
        }),
    };
    Ok(Report {
        title: format!("Geister: probability of the true colour (figure {number})"),
        lead: format!(
            "Figure {number} of Teramura and Matsuzaki 2021, network count, the first of {} random splits; \
             the paper prints no numbers for it.",
            split_count(trainer.context.scale)
        ),
        sections: vec![Section::new("Confidence", vec![Block::Figure(picture), Block::Table(table)])],
        provenance: provenance(&trainer.evidence)?,
        ..Report::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_counts_what_is_at_most_x() {
        let points = cumulative(vec![0.9, 0.1, 0.5, 1.0]);
        assert_eq!(points.len() as u32, STEPS + 1);
        assert_eq!((points[0].y, points[25].y, points[50].y), (0.0, 0.5, 1.0));
    }
}
