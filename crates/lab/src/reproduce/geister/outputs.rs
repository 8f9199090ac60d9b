//! Figures 4 and 5 of Teramura and Matsuzaki 2021: the probability that networks give the true colour.

use anyhow::Result;
use belief::{Architecture, Scratch};
use games::geister::Colour;

use super::super::{Context, Experiment, provenance};
use super::{Trainer, is_positive, split_count};
use crate::geister::{ColourSample, DataSplit, PLAYERS, Player, TrainedNetwork};
use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Drawing, Picture, Report, Reproduction, Section, Table, Verdict};

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

/// How a network is called by the player it was trained on, with its outputs for the true colour.
type Outputs = (Player, Vec<f32>);

/// The share of outputs that are at most `x`.
fn at_most(outputs: &[f32], x: f64) -> f64 {
    let count = outputs.iter().filter(|&&output| f64::from(output) <= x).count();
    count as f64 / outputs.len().max(1) as f64
}

/// How often the true colour got at most 0.1, and more than 0.9: sure and wrong, sure and right.
fn sure(outputs: &[f32]) -> [f64; 2] {
    [at_most(outputs, 0.1), 1.0 - at_most(outputs, 0.9)]
}

/// The share of outputs for the true colour that are at most x, for x from 0 to 1.
fn cumulative(outputs: &[f32]) -> Vec<Point> {
    let mut outputs = outputs.to_vec();
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
    let outputs: Vec<Outputs> = networks
        .iter()
        .map(|(player, trained, split)| (*player, of_truth(trained, &split.evaluation)))
        .collect();
    figure(&trainer, Evaluated::Own, &outputs)
}

fn fig5(context: &Context<'_>) -> Result<Report> {
    let trainer = Trainer::new(context, PLAYERS.len() as u64)?;
    let networks = networks(&trainer)?;
    let all: Vec<ColourSample> = networks
        .iter()
        .filter(|(player, ..)| *player != Player::Ra)
        .flat_map(|(_, _, split)| split.evaluation.iter().copied())
        .collect();
    let outputs: Vec<Outputs> =
        networks.iter().map(|(player, trained, _)| (*player, of_truth(trained, &all))).collect();
    figure(&trainer, Evaluated::Together, &outputs)
}

/// Whose positions the networks are evaluated on.
#[derive(Clone, Copy, PartialEq)]
enum Evaluated {
    /// Figure 4: those of the player they were trained on.
    Own,
    /// Figure 5: those of MC, PR and PM.
    Together,
}

/// The network trained on MC is surer than each of the others: three parts. With its own player it is mostly
/// right when it is sure; over all players it is wrong and sure more often than each of the others.
fn verdict(evaluated: Evaluated, outputs: &[Outputs]) -> Option<Verdict> {
    let (mc, others): (Vec<&Outputs>, Vec<&Outputs>) =
        outputs.iter().partition(|(player, _)| *player == Player::Mc);
    let positions = outputs.iter().map(|(_, outputs)| outputs.len()).min()?;
    let [wrong, right] = sure(&mc.first()?.1);
    let others: Vec<[f64; 2]> = others.into_iter().map(|(_, outputs)| sure(outputs)).collect();
    let surer = others.iter().map(|[also_wrong, also_right]| {
        is_positive(&[(1.0, wrong + right), (-1.0, also_wrong + also_right)], positions)
    });
    let mut parts: Vec<bool> = surer.collect();
    match evaluated {
        Evaluated::Own => parts.push(is_positive(&[(1.0, right), (-1.0, wrong)], positions)),
        Evaluated::Together => {
            let worse = others.iter().map(|other| is_positive(&[(1.0, wrong), (-1.0, other[0])], positions));
            parts.extend(worse);
        }
    }
    let surest = others.iter().map(|[wrong, right]| wrong + right).fold(0.0, f64::max);
    let most_wrong = others.iter().map(|[wrong, _]| *wrong).fold(0.0, f64::max);
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let of_mc = format!("{} sure, {} sure and wrong", percent(wrong + right), percent(wrong));
    let finding = match evaluated {
        Evaluated::Own => "The network trained on MC gives probabilities near 0 or 1 most often, and rightly",
        Evaluated::Together => {
            "Over all players the network trained on MC gives probabilities near 0 or 1 most often, and is \
             the one most often sure and wrong"
        }
    };
    (positions > 0).then(|| Verdict {
        finding: finding.into(),
        paper: "a figure without numbers".into(),
        ours: format!("{of_mc}; others at most {} and {}", percent(surest), percent(most_wrong)),
        outcome: Reproduction::of_parts(parts.iter().filter(|held| **held).count(), parts.len()),
    })
}

fn figure(trainer: &Trainer<'_>, evaluated: Evaluated, outputs: &[Outputs]) -> Result<Report> {
    let (number, on) = match evaluated {
        Evaluated::Own => (4, "evaluated on positions of the player it was trained on"),
        Evaluated::Together => (5, "evaluated on positions of MC, PR and PM together"),
    };
    let rows = outputs.iter().map(|(player, outputs)| {
        let [wrong, right] = sure(outputs);
        let shares = [wrong, at_most(outputs, 0.5), right];
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
    let series = outputs.iter().map(|(player, outputs)| Series {
        name: player.abbreviation().into(),
        points: cumulative(outputs),
        style: Style::Fitted,
    });
    let picture = Picture {
        caption: format!(
            "Cumulative distribution of the probability given to the true colour, {on}. A curve \
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
        verdict: verdict(evaluated, outputs),
        lead: format!(
            "Figure {number} of Teramura and Matsuzaki 2021, network count, the first of {} random splits; \
             the paper prints no numbers for it. A network is sure where it gives the true colour at most \
             0.1 or more than 0.9; shares differ where the difference is outside its 95% interval.",
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
        let points = cumulative(&[0.9, 0.1, 0.5, 1.0]);
        assert_eq!(points.len() as u32, STEPS + 1);
        assert_eq!((points[0].y, points[25].y, points[50].y), (0.0, 0.5, 1.0));
    }

    /// So many of 1000 outputs are sure and wrong, and sure and right.
    fn outputs(player: Player, [wrong, right]: [usize; 2]) -> Outputs {
        let outputs = [vec![0.05; wrong], vec![0.6; 1000 - wrong - right], vec![0.95; right]];
        (player, outputs.concat())
    }

    fn outcome(evaluated: Evaluated, mc: [usize; 2], others: [usize; 2]) -> Reproduction {
        let network = |player| outputs(player, if player == Player::Mc { mc } else { others });
        verdict(evaluated, &PLAYERS.map(network)).unwrap().outcome
    }

    #[test]
    fn the_network_of_mc_is_the_surest() {
        assert_eq!(outcome(Evaluated::Own, [50, 800], [50, 500]), Reproduction::Reproduced);
        assert_eq!(outcome(Evaluated::Own, [50, 500], [50, 800]), Reproduction::InPart);
        assert_eq!(outcome(Evaluated::Own, [300, 200], [300, 400]), Reproduction::NotReproduced);
        assert_eq!(outcome(Evaluated::Together, [200, 600], [50, 500]), Reproduction::Reproduced);
        assert_eq!(outcome(Evaluated::Together, [50, 800], [50, 500]), Reproduction::InPart);
        assert_eq!(outcome(Evaluated::Together, [50, 500], [50, 500]), Reproduction::NotReproduced);
        assert_eq!(verdict(Evaluated::Own, &PLAYERS.map(|player| (player, Vec::new()))), None);
    }
}
