//! The weakened players of Nakamichi 2020, section 3.3.2, rated: by depth, by noise and by imitation.

use super::super::{Context, Experiment, listed};
use super::{depth, plan};
use crate::Evidence;
use crate::plan::Pairing;
use crate::run_report::{conduct_table, players_table, ratings_of, results_table};
use crate::{Plan, PlanError};
use report::{
    Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Reproduction, Section, Table, Verdict,
};
use statistics::Interval;
use statistics::Ratings;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "shogi-weakened",
    about: "Shogi: players weakened by depth, noise and imitation, rated (Nakamichi 2020, section 3.3.2)",
    quick: 0.2,
    run: |context| Ok(report(&context.games(games(context))?)?),
};

/// Games of a pairing: each weakened player meets four depths, so it plays 400. The thesis gives no number.
const GAMES: u64 = 100;

/// The thesis's ratings of its program at depths 1 to 5: the scale.
const DEPTHS: [f64; 5] = [824.0, 1159.0, 1442.0, 1740.0, 1984.0];

/// What the thesis's three weakened players are rated, about.
const WEAKENED: f64 = 1300.0;

/// How far from it a player may stand to be called equally strong.
const NEAR: f64 = 60.0;

/// The weakened players, and whether they are calibrated to 1300, by `gokaku run
/// crates/lab/data/shogi_calibration.toml`. The last has the thesis's own number.
const OTHERS: [(&str, &str, bool); 4] = [
    ("alphabeta:depth=2,shallow=0.5", "depth 2, in half of the positions 1", true),
    ("alphabeta:depth=6,noise=450", "noise 450, depth 6", true),
    ("alphabeta:depth=5,eval=imitation", "imitation, depth 5", true),
    ("alphabeta:depth=6,noise=1000", "noise 1000, depth 6", false),
];

fn games(context: &Context<'_>) -> Plan {
    let mut opponents: Vec<String> = (1..=5).map(depth).collect();
    opponents.extend(OTHERS.iter().map(|(name, ..)| (*name).to_owned()));
    // Depths that are far apart tell nothing of each other; the weakened ones meet four depths each.
    let mut pairs: Vec<[usize; 2]> = (0..4).map(|place| [place, place + 1]).collect();
    pairs.extend((DEPTHS.len()..opponents.len()).flat_map(|other| (0..4).map(move |place| [other, place])));
    plan(
        "Shogi: players weakened by depth, by noise and by imitation",
        opponents,
        Pairing::List(pairs),
        GAMES,
        context,
    )
}

/// How the report calls the players, in the plan's order.
fn called() -> Vec<String> {
    let depths = (1..=DEPTHS.len()).map(|depth| format!("depth {depth}"));
    depths.chain(OTHERS.iter().map(|(_, called, _)| (*called).to_owned())).collect()
}

/// The places of the three players that should stand at 1300.
fn weakened() -> Vec<usize> {
    let others = OTHERS.iter().enumerate().filter(|(_, (.., calibrated))| *calibrated);
    others.map(|(place, _)| DEPTHS.len() + place).collect()
}

/// The thesis's rating of each depth, and what the weakened players should have.
fn thesis() -> Vec<Option<f64>> {
    let others = OTHERS.iter().map(|_| Some(WEAKENED));
    DEPTHS.into_iter().map(Some).chain(others).collect()
}

/// What to add to our ratings to put the mean of the depths where the thesis has it.
fn shift(ratings: &Ratings) -> f64 {
    let ours: f64 = ratings.players[..DEPTHS.len()].iter().map(|rating| rating.elo).sum();
    (DEPTHS.iter().sum::<f64>() - ours) / DEPTHS.len() as f64
}

fn report(evidence: &Evidence) -> Result<Report, PlanError> {
    let results = evidence.results();
    let (intervals, paired) = evidence.intervals(&results);
    let names = called();
    let mut blocks = Vec::new();
    let (mut verdict, mut lead) = (None, String::new());
    match ratings_of(&results, names.len()) {
        Ok((ratings, helped)) => {
            blocks.extend([
                Block::Table(ratings_table(&ratings, &names, helped)),
                Block::Figure(figure(&ratings, &names)),
            ]);
            verdict = Some(self::verdict(&ratings));
            lead += &self::lead(&ratings, &names);
        }
        Err(error) => lead += &format!("The games give no ratings yet: {error}."),
    }
    let why = vec![Block::text(
        "Depth only: the search looks less far ahead. Noise: a normal number with the given standard \
         deviation is added to every evaluation. Imitation: an evaluation learned from a weak player's \
         games. The thesis moved each until it stood near 1300 and came to depth 3, noise 1000 at depth 6 \
         and imitation at depth 4. What has to be equal is the strength, so ours were moved likewise, on \
         other games than these. Our depths lie nearer to each other than Bonanza's and 1300 is between \
         depths 1 and 2; noise of 1000 is more on the scale of our evaluation. The thesis's imitation \
         learned from 30,000 games of people rated 1300 to 1399. No such games could be had: ours learned \
         from 96 games of a beginner program of ours that huddles around its king.",
    )];
    let conduct = vec![
        Block::Table(results_table(&results, &names, &intervals, paired)),
        Block::Table(conduct_table(&results, &names)),
        Block::Table(players_table(&evidence.plan, &names)),
    ];
    let games =
        vec![Block::Folded { summary: "Results, lengths, times and forfeits".into(), blocks: conduct }];
    Ok(Report {
        title: "Shogi: three ways to weaken a player".into(),
        verdict,
        lead,
        sections: vec![
            Section::new("Ratings", blocks),
            Section::new("Why other settings", why),
            Section::new("The games", games),
        ],
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
}

/// Reproduced where all three players stand within [`NEAR`] of 1300.
fn verdict(ratings: &Ratings) -> Verdict {
    let shift = shift(ratings);
    let ours: Vec<f64> = weakened().into_iter().map(|place| ratings.players[place].elo + shift).collect();
    let held = ours.iter().filter(|rating| (*rating - WEAKENED).abs() <= NEAR).count();
    Verdict {
        finding: "Depth, noise and imitation can each be set so that a player is rated about 1300".into(),
        paper: "about 1300".into(),
        ours: listed(&ours.iter().map(|rating| format!("{rating:.0}")).collect::<Vec<_>>()),
        outcome: Reproduction::of_parts(held, ours.len()),
    }
}

fn lead(ratings: &Ratings, names: &[String]) -> String {
    let shift = shift(ratings);
    let said = |place: usize| {
        let rating = ratings.players[place];
        let Interval { low, high } = rating.interval();
        let [elo, low, high] = [rating.elo, low, high].map(|elo| elo + shift);
        format!("{} at {elo:.0} ({low:.0} to {high:.0})", names[place])
    };
    let weakened: Vec<String> = weakened().into_iter().map(said).collect();
    format!(
        "Section 3.3.2 of Nakamichi 2020: three players weakened to the same strength, near 1300 in the \
         thesis. Ours, on a scale that puts the mean of depths 1 to 5 where the thesis has it, are {}. The \
         finding counts as reproduced for each that stands within {NEAR} of 1300.",
        listed(&weakened)
    )
}

fn ratings_table(ratings: &Ratings, names: &[String], helped: bool) -> Table {
    let shift = shift(ratings);
    let row = |(place, (name, thesis)): (usize, (&String, Option<f64>))| {
        let rating = ratings.players[place];
        let Interval { low, high } = rating.interval();
        vec![
            Cell::words(name),
            Cell::Number(rating.elo + shift, 0),
            Cell::Range(low + shift, high + shift, 0),
            thesis.map_or(Cell::Nothing, |rating| Cell::Number(rating, 0)),
        ]
    };
    let mut columns = Column::all(["player", "rating", "95%"]);
    columns.push(Column::paper("thesis"));
    let help =
        if helped { " Each player was given two virtual draws, since somebody won every game." } else { "" };
    Table {
        name: "ratings".into(),
        caption: format!(
            "Ratings by the model of Bradley and Terry with 95% intervals; the mean of depths 1 to 5 is \
             put where the thesis has it (1430).{help}"
        ),
        columns,
        rows: names.iter().zip(thesis()).enumerate().map(row).collect(),
    }
}

fn figure(ratings: &Ratings, names: &[String]) -> Picture {
    let shift = shift(ratings);
    let dot = |(place, (name, paper)): (usize, (&String, Option<f64>))| {
        let rating = ratings.players[place];
        let Interval { low, high } = rating.interval();
        Dot {
            name: name.clone(),
            value: rating.elo + shift,
            interval: Some((low + shift, high + shift)),
            paper,
        }
    };
    let dots: Vec<Dot> = names.iter().zip(thesis()).enumerate().map(dot).collect();
    let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.0}", dot.name, dot.value)).collect();
    Picture {
        caption: "Ratings with their 95% intervals; grey, the thesis's. The dashed line is 1300.".into(),
        description: format!("Ratings: {}.", said.join("; ")),
        drawing: Drawing::Dots(Dots { label: "rating".into(), range: None, even: Some(WEAKENED), dots }),
    }
}
