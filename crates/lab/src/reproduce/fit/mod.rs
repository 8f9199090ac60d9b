//! What no document has: one opponent that fits everybody, in all four games, beside those of the documents.

mod panel;

use opponents::NameError;
use rayon::prelude::*;

use super::{Computation, Experiment, Way, listed, scaled};
use crate::report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Section, Table};
use crate::statistics::score_interval;
use crate::{Acquaintance, Interval, Tally};

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

/// Games in which the two get to know each other, and that do not count.
const FIRST_GAMES: u64 = 10;

/// The win rates that are aimed at, each against three users.
const TARGETS: [f64; 3] = [0.3, 0.5, 0.7];
const TARGET_USERS: [usize; 3] = [2, 3, 4];

/// One series of games.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Series {
    /// With memory, the first games left out.
    Known,
    /// Every game is the first.
    FirstContact,
}

/// Who meets which user how.
struct Meeting {
    panel: usize,
    host: String,
    user: usize,
    series: Series,
}

/// Every series of games of a panel.
fn meetings(number: usize, panel: &Panel) -> Vec<Meeting> {
    let meeting = |host: String, user, series| Meeting { panel: number, host, user, series };
    let mut meetings = Vec::new();
    for user in 0..panel.users.len() {
        meetings.push(meeting("gokaku".to_owned(), user, Series::Known));
        meetings.push(meeting("gokaku".to_owned(), user, Series::FirstContact));
        meetings.extend(panel.others.iter().map(|other| meeting((*other).to_owned(), user, Series::Known)));
    }
    for target in TARGETS.into_iter().filter(|target| *target != 0.5) {
        let host = format!("gokaku:target={target}");
        meetings.extend(TARGET_USERS.map(|user| meeting(host.clone(), user, Series::Known)));
    }
    meetings
}

fn steps(panels: &[Panel]) -> u64 {
    panels.iter().map(|panel| meetings(0, panel).len() as u64).sum()
}

/// What hosts scored, by who, user and series.
struct Scored {
    meeting: Meeting,
    tally: Tally,
}

fn run(panels: &[Panel], scale: f64, seed: u64, done: &(dyn Fn() + Sync)) -> Result<Report, NameError> {
    let meetings: Vec<Meeting> =
        panels.iter().enumerate().flat_map(|(number, panel)| meetings(number, panel)).collect();
    let play = |(number, meeting): (usize, Meeting)| {
        let panel = &panels[meeting.panel];
        let left_out = if meeting.series == Series::Known { FIRST_GAMES } else { 0 };
        let two = Acquaintance {
            host: &meeting.host,
            guest: panel.users[meeting.user],
            games: left_out + scaled(panel.games, scale),
            seed: seed.wrapping_add(number as u64),
            remembers: meeting.series == Series::Known,
            max_plies: panel.max_plies,
        };
        let mut tally = Tally::default();
        (panel.meet)(&two)?.into_iter().skip(left_out as usize).for_each(|score| tally.add(score));
        done();
        Ok(Scored { meeting, tally })
    };
    let scored: Vec<Scored> =
        meetings.into_par_iter().enumerate().map(play).collect::<Result<_, NameError>>()?;
    Ok(report(panels, &scored, scale, seed))
}

/// The series of a panel's user.
fn find<'a>(
    scored: &'a [Scored],
    panel: usize,
    user: usize,
    host: &str,
    series: Series,
) -> Option<&'a Tally> {
    let is_it = |one: &&Scored| {
        let Meeting { panel: in_panel, host: name, user: met, series: kind } = &one.meeting;
        (*in_panel, name.as_str(), *met, *kind) == (panel, host, user, series)
    };
    scored.iter().find(is_it).map(|one| &one.tally)
}

fn report(panels: &[Panel], scored: &[Scored], scale: f64, seed: u64) -> Report {
    let mut sections = Vec::new();
    let (mut held, mut users) = (0, 0);
    for (number, panel) in panels.iter().enumerate() {
        let of = |user, host: &str, series| find(scored, number, user, host, series);
        for user in 0..panel.users.len() {
            users += 1;
            let tally = of(user, "gokaku", Series::Known);
            held += usize::from(tally.is_some_and(|tally| (0.45..=0.55).contains(&tally.score())));
        }
        let blocks = vec![
            Block::Figure(figure(panel, &|user| of(user, "gokaku", Series::Known))),
            Block::Table(known_table(panel, &of)),
            Block::Table(first_table(panel, &|user| of(user, "gokaku", Series::FirstContact))),
            Block::Table(targets_table(panel, &of)),
        ];
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

/// Finds a series by user, host and kind.
type Found<'a> = dyn Fn(usize, &str, Series) -> Option<&'a Tally> + 'a;

fn cells(tally: Option<&Tally>) -> [Cell; 2] {
    tally.map_or([Cell::Nothing, Cell::Nothing], |tally| {
        let Interval { low, high } = score_interval(tally);
        [Cell::Share(tally.score()), Cell::Shares(low, high)]
    })
}

fn known_table(panel: &Panel, of: &Found<'_>) -> Table {
    let row = |user: usize| {
        let mine = of(user, "gokaku", Series::Known);
        let mut row = vec![Cell::words(panel.users[user]), Cell::Count(mine.map_or(0, Tally::games))];
        row.extend(cells(mine));
        for other in panel.others {
            row.extend(cells(of(user, other, Series::Known)));
        }
        row
    };
    let mut columns = Column::all(["user", "games", "gokaku %", "95%"]);
    for other in panel.others {
        let name = other.split(':').next().unwrap_or(other);
        columns.extend([Column::ours(format!("{name} %")), Column::ours(format!("{name} 95%"))]);
    }
    Table {
        name: format!("{}-known", panel.game.to_lowercase()),
        caption: format!(
            "{}: what the opponent scored against each user, the first {FIRST_GAMES} games left out, with 95% intervals; beside it the adaptive opponents of the documents.",
            panel.game
        ),
        columns,
        rows: (0..panel.users.len()).map(row).collect(),
    }
}

fn first_table<'a>(panel: &Panel, of: &(dyn Fn(usize) -> Option<&'a Tally> + 'a)) -> Table {
    let row = |user: usize| {
        let tally = of(user);
        let mut row = vec![Cell::words(panel.users[user]), Cell::Count(tally.map_or(0, Tally::games))];
        row.extend(cells(tally));
        row
    };
    Table {
        name: format!("{}-first", panel.game.to_lowercase()),
        caption: format!("{}: the same when every game is the first between the two.", panel.game),
        columns: Column::all(["user", "games", "gokaku %", "95%"]),
        rows: (0..panel.users.len()).map(row).collect(),
    }
}

fn targets_table(panel: &Panel, of: &Found<'_>) -> Table {
    let mut rows = Vec::new();
    for target in TARGETS {
        let host = if target == 0.5 { "gokaku".to_owned() } else { format!("gokaku:target={target}") };
        for user in TARGET_USERS {
            let mut row = vec![Cell::Share(target), Cell::words(panel.users[user])];
            row.extend(cells(of(user, &host, Series::Known)));
            rows.push(row);
        }
    }
    Table {
        name: format!("{}-targets", panel.game.to_lowercase()),
        caption: format!("{}: what it scored where another win rate was asked for.", panel.game),
        columns: Column::all(["target %", "user", "gokaku %", "95%"]),
        rows,
    }
}

fn figure<'a>(panel: &Panel, of: &(dyn Fn(usize) -> Option<&'a Tally> + 'a)) -> Picture {
    let dot = |user: usize| {
        let tally = of(user)?;
        let Interval { low, high } = score_interval(tally);
        Some(Dot {
            name: panel.users[user].to_owned(),
            value: 100.0 * tally.score(),
            interval: Some((100.0 * low, 100.0 * high)),
            paper: None,
        })
    };
    let dots: Vec<Dot> = (0..panel.users.len()).filter_map(dot).collect();
    let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value)).collect();
    Picture {
        caption: format!(
            "{}: what gokaku scored against users from weak to strong, with 95% intervals. The dashed line is an even match.",
            panel.game
        ),
        description: format!("Scores: {}.", said.join("; ")),
        drawing: Drawing::Dots(Dots {
            label: "score of gokaku, percent".into(),
            range: Some((0.0, 100.0)),
            even: Some(50.0),
            dots,
        }),
    }
}
