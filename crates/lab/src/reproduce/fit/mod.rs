//! What no document has: one opponent that fits everybody, in all four games, beside those of the documents.

mod meeting;
mod natural;
mod panel;
mod place;
mod tables;

use opponents::NameError;
use rayon::prelude::*;

use super::{Computation, Experiment, Way, listed, scaled};
use crate::Acquaintance;
use crate::report::{Block, Report, Section};

use meeting::{FIRST_GAMES, Meeting, Seen, Series, Watch, meetings};
use panel::{PANELS, Panel};

/// The experiment with all four games, and one with each.
pub(crate) const ALL: Experiment = experiment(
    "fit",
    "All games: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS),
    |scale, seed, done| run(&PANELS, scale, seed, done),
);
pub(crate) const OTHELLO: Experiment = experiment(
    "fit-othello",
    "Othello: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[..1]),
    |scale, seed, done| run(&PANELS[..1], scale, seed, done),
);
pub(crate) const KALAH: Experiment = experiment(
    "fit-kalah",
    "Kalah: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[1..2]),
    |scale, seed, done| run(&PANELS[1..2], scale, seed, done),
);
pub(crate) const SHOGI: Experiment = experiment(
    "fit-shogi",
    "Shogi: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[2..3]),
    |scale, seed, done| run(&PANELS[2..3], scale, seed, done),
);
pub(crate) const GEISTER: Experiment = experiment(
    "fit-geister",
    "Geister: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[3..]),
    |scale, seed, done| run(&PANELS[3..], scale, seed, done),
);

const fn experiment(
    id: &'static str,
    about: &'static str,
    steps: fn(f64) -> u64,
    run: Computation,
) -> Experiment {
    Experiment { id, about, quick: 0.1, way: Way::Computed { steps, run } }
}

/// Games against each player of reference that say where a user stands.
const PLACING: u64 = 60;

/// Games of a series that are watched for what is odd in them.
const WATCHED: u64 = 40;

/// What came of a meeting.
struct Scored {
    meeting: Meeting,
    /// Its games; of a [known](Series::Known) guest, the first ones too.
    games: Vec<Seen>,
}

/// Where the users of each panel stand, in Elo.
type Places = Vec<Vec<f64>>;

fn steps(panels: &[Panel]) -> u64 {
    panels.iter().map(|panel| (meetings(0, panel).len() + panel.users.len()) as u64).sum()
}

fn run(panels: &[Panel], scale: f64, seed: u64, done: &(dyn Fn() + Sync)) -> Result<Report, NameError> {
    let meetings: Vec<Meeting> =
        panels.iter().enumerate().flat_map(|(number, panel)| meetings(number, panel)).collect();
    let play = |(number, meeting): (usize, Meeting)| {
        let panel = &panels[meeting.panel];
        let known = meeting.series == Series::Known;
        let two = Acquaintance {
            host: &meeting.host,
            guest: panel.users[meeting.user].name,
            games: if known { FIRST_GAMES } else { 0 } + scaled(panel.games, scale),
            seed: seed.wrapping_add(number as u64),
            remembers: known,
            max_plies: panel.max_plies,
        };
        let watch = Watch {
            analyst: panel.analyst,
            observer: panel.users[meeting.user].observer,
            games: scaled(WATCHED, scale) as usize,
        };
        let games = (panel.meet)(&two, known.then_some(watch))?;
        done();
        Ok(Scored { meeting, games })
    };
    let scored: Vec<Scored> =
        meetings.into_par_iter().enumerate().map(play).collect::<Result<_, NameError>>()?;
    let find_place = |panel: &Panel| -> Result<Vec<f64>, NameError> {
        let users = panel.users.par_iter().enumerate();
        let placed = users.map(|(number, user)| {
            let games = scaled(PLACING, scale).next_multiple_of(2);
            let place = (panel.place)(user.name, games, seed.wrapping_add(number as u64), panel.max_plies);
            done();
            place
        });
        placed.collect()
    };
    let places: Places = panels.iter().map(find_place).collect::<Result<_, NameError>>()?;
    Ok(report(panels, &scored, &places, scale, seed))
}

fn report(panels: &[Panel], scored: &[Scored], places: &Places, scale: f64, seed: u64) -> Report {
    let mut sections = Vec::new();
    let (mut held, mut users) = (0, 0);
    for (number, panel) in panels.iter().enumerate() {
        let of = |user: usize, host: &str, series: Series| {
            let wanted = Meeting { panel: number, host: host.to_owned(), user, series };
            scored.iter().find(|one| one.meeting == wanted).map(|one| one.games.as_slice())
        };
        let found = tables::Found { panel, places: &places[number], of: &of };
        for user in 0..panel.users.len() {
            users += 1;
            held += usize::from(
                found.known(user, "gokaku").is_some_and(|tally| (0.45..=0.55).contains(&tally.score())),
            );
        }
        let mut blocks = vec![
            Block::Figure(found.figure()),
            Block::Table(found.known_table()),
            Block::Table(found.first_table()),
            Block::Table(found.targets_table()),
            Block::Table(found.coverage_table()),
        ];
        blocks.extend(found.oddities_table().map(Block::Table));
        sections.push(Section::new(panel.game, blocks));
    }
    let games: Vec<String> = panels.iter().map(|panel| panel.game.to_owned()).collect();
    Report {
        title: "gokaku: does it fit everybody?".into(),
        lead: format!(
            "The opponent gokaku in {}: after {FIRST_GAMES} games of getting to know each other it scored between 45 and 55% against {held} of {users} users \
             (scale {scale}, seed {seed}).",
            listed(&games)
        ),
        sections,
        data: Vec::new(),
        provenance: Vec::new(),
    }
}
