//! The weakened players of Nakamichi 2020, section 3.3.2, rated: by depth, by noise and by imitation.

use super::super::{Context, Experiment, listed};
use super::{depth, plan};
use crate::Evidence;
use crate::plan::Pairing;
use crate::run_report::{conduct_table, players_table, ratings_of, results_table};
use crate::{Plan, PlanError};
use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Section, Table};
use statistics::Interval;
use statistics::Ratings;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "shogi-weakened",
    about: "Shogi: players weakened by depth, noise and imitation, rated (Nakamichi 2020, section 3.3.2)",
    quick: 0.1,
    run: |context| Ok(report(&context.games(games(context))?)?),
};

/// Games of a pairing. The thesis rated its players on a server; it gives no number of games.
const GAMES: u64 = 200;

/// The thesis's ratings of its program at depths 1 to 5: the scale.
const DEPTHS: [f64; 5] = [824.0, 1159.0, 1442.0, 1740.0, 1984.0];

/// What the thesis's three weakened players are rated, about.
const WEAKENED: f64 = 1300.0;

/// The other players. Depth 3, the thesis's third, is among the depths; the extra noises show which one would
/// fit.
const OTHERS: [(&str, &str); 4] = [
    ("alphabeta:depth=6,noise=1000", "noise 1000, depth 6"),
    ("alphabeta:depth=6,noise=300", "noise 300, depth 6"),
    ("alphabeta:depth=6,noise=3000", "noise 3000, depth 6"),
    ("alphabeta:depth=4,eval=imitation", "imitation, depth 4"),
];

/// How many of [`OTHERS`] are the thesis's: the first and the last.
const THESIS: [bool; 4] = [true, false, false, true];

fn games(context: &Context<'_>) -> Plan {
    let mut opponents: Vec<String> = (1..=5).map(depth).collect();
    opponents.extend(OTHERS.iter().map(|(name, _)| (*name).to_owned()));
    // Depths that are far apart tell nothing of each other; the weakened ones meet every depth but the fifth.
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
    depths.chain(OTHERS.iter().map(|(_, called)| (*called).to_owned())).collect()
}

/// The thesis's rating of each, where it has one.
fn thesis() -> Vec<Option<f64>> {
    let others = THESIS.iter().map(|ours| ours.then_some(WEAKENED));
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
    let mut blocks = vec![Block::text(
        "Depth only: the search looks less far ahead. Noise: a normal number with the given standard \
         deviation is added to every evaluation. Imitation: an evaluation learned from a weak player's \
         games. The thesis chose depth 3, noise 1000 at depth 6 and imitation at depth 4 so that all three \
         are rated near 1300.",
    )];
    let lead = match ratings_of(&results, names.len()) {
        Ok((ratings, helped)) => {
            blocks.extend([
                Block::Figure(figure(&ratings, &names)),
                Block::Table(ratings_table(&ratings, &names, helped)),
            ]);
            lead(&ratings, &names)
        }
        Err(error) => format!("The games give no ratings yet: {error}."),
    };
    blocks.push(Block::Table(results_table(&results, &names, &intervals, paired)));
    blocks.push(Block::text(
        "Where a number differs, these are likely reasons: depths of our search are further apart or \
         nearer than Bonanza's; noise of 1000 is as large as our evaluation's scale makes it; our \
         imitation learned from a weak program's games, the thesis's from 30,000 games of people rated \
         1300 to 1399.",
    ));
    let conduct = vec![
        Block::Table(conduct_table(&results, &names)),
        Block::Table(players_table(&evidence.plan, &names)),
    ];
    Ok(Report {
        title: "Shogi: three ways to weaken a player".into(),
        lead,
        sections: vec![Section::new("Ratings", blocks), Section::new("Lengths, times and forfeits", conduct)],
        data: Vec::new(),
        provenance: vec![evidence.provenance()?],
    })
}

fn lead(ratings: &Ratings, names: &[String]) -> String {
    let shift = shift(ratings);
    let said = |place: usize| {
        let rating = ratings.players[place];
        let Interval { low, high } = rating.interval();
        let [elo, low, high] = [rating.elo, low, high].map(|elo| elo + shift);
        format!("{} at {elo:.0} ({low:.0} to {high:.0})", names[place])
    };
    let weakened: Vec<String> = std::iter::once(2)
        .chain(THESIS.iter().enumerate().filter(|(_, ours)| **ours).map(|(place, _)| DEPTHS.len() + place))
        .map(said)
        .collect();
    format!(
        "Section 3.3.2 of Nakamichi 2020: three players weakened to the same strength, near 1300 in the \
         thesis. Ours, on a scale that puts the mean of depths 1 to 5 where the thesis has it, are {}.",
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
