//! What no document has: one opponent that fits everybody, in all four games, beside those of the documents.

mod meeting;
mod natural;
mod natural_tables;
mod panel;
mod place;
mod tables;

use opponents::NameError;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{Experiment, Meetings, Unfinished, Way, listed, scaled};
use crate::{Acquaintance, Shelf};
use report::{Block, Report, Section};

use meeting::{FIRST_GAMES, Meeting, Seen, Series, Watch, meetings};
use panel::{PANELS, Panel};

/// The experiment with all four games, and one with each.
pub(crate) const ALL: Experiment = experiment(
    "fit",
    "All games: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS),
    |scale, seed, shelf, done| run(&PANELS, scale, seed, shelf, done),
);
pub(crate) const OTHELLO: Experiment = experiment(
    "fit-othello",
    "Othello: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[..1]),
    |scale, seed, shelf, done| run(&PANELS[..1], scale, seed, shelf, done),
);
pub(crate) const KALAH: Experiment = experiment(
    "fit-kalah",
    "Kalah: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[1..2]),
    |scale, seed, shelf, done| run(&PANELS[1..2], scale, seed, shelf, done),
);
pub(crate) const SHOGI: Experiment = experiment(
    "fit-shogi",
    "Shogi: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[2..3]),
    |scale, seed, shelf, done| run(&PANELS[2..3], scale, seed, shelf, done),
);
pub(crate) const GEISTER: Experiment = experiment(
    "fit-geister",
    "Geister: does the gokaku opponent fit everybody?",
    |_| steps(&PANELS[3..]),
    |scale, seed, shelf, done| run(&PANELS[3..], scale, seed, shelf, done),
);

const fn experiment(
    id: &'static str,
    about: &'static str,
    steps: fn(f64) -> u64,
    run: Meetings,
) -> Experiment {
    Experiment { id, about, quick: 0.1, way: Way::Met { steps, run } }
}

/// Games against each player of reference that say where a user stands, at full scale and at least.
const PLACING: (u64, u64) = (60, 16);

/// One game of so many of a series is watched for what is odd in it.
const WATCHED: u64 = 10;

/// What came of a meeting.
struct Scored {
    meeting: Meeting,
    /// Its games, one acquaintance after another; of a [known](Series::Known) guest, the first ones too.
    games: Vec<Seen>,
}

/// Where the users of each panel stand, in Elo.
type Places = Vec<Vec<f64>>;

fn steps(panels: &[Panel]) -> u64 {
    panels.iter().map(|panel| (meetings(0, panel).len() + panel.users.len()) as u64).sum()
}

fn run(
    panels: &[Panel],
    scale: f64,
    seed: u64,
    shelf: &(dyn Shelf + Sync),
    done: &(dyn Fn() + Sync),
) -> Result<Report, Unfinished> {
    let meetings: Vec<Meeting> =
        panels.iter().enumerate().flat_map(|(number, panel)| meetings(number, panel)).collect();
    let play = |(number, meeting): (usize, Meeting)| {
        let panel = &panels[meeting.panel];
        let (times, games) = match meeting.series {
            Series::Known => (1, FIRST_GAMES + scaled(panel.games, scale)),
            Series::FirstContact => (1, scaled(panel.games, scale)),
            // As many games as the other series have.
            Series::Acquaintances => (scaled(panel.games / FIRST_GAMES, scale), FIRST_GAMES),
        };
        let two = Acquaintance {
            host: &meeting.host,
            guest: panel.users[meeting.user].name,
            games,
            seed: seed.wrapping_add(number as u64),
            remembers: meeting.series != Series::FirstContact,
            conduct: panel.conduct(),
        };
        let watch = (meeting.series == Series::Known).then_some(Watch {
            analyst: panel.analyst,
            observer: panel.users[meeting.user].observer,
            games: scaled(panel.games / WATCHED, scale) as usize,
        });
        let again = |time: u64| {
            (panel.meet)(&Acquaintance { seed: two.seed.wrapping_add(time << 32), ..two.clone() }, watch)
        };
        let what = format!("{} {times} times {two:?} {watch:?}", panel.game);
        let games = kept(shelf, &what, || (0..times).map(again).collect::<Result<Vec<_>, _>>())?.concat();
        done();
        Ok(Scored { meeting, games })
    };
    let scored: Vec<Scored> =
        meetings.into_par_iter().enumerate().map(play).collect::<Result<_, Unfinished>>()?;
    let find_place = |panel: &Panel| -> Result<Vec<f64>, Unfinished> {
        let users = panel.users.par_iter().enumerate();
        let placed = users.map(|(number, user)| {
            let games = scaled(PLACING.0, scale).max(PLACING.1).next_multiple_of(2);
            let seed = seed.wrapping_add(number as u64);
            let what = format!(
                "{} place of {} by {games} games a rung around it, seed {seed}",
                panel.game, user.name
            );
            let place = kept(shelf, &what, || (panel.place)(user.name, games, seed, panel.conduct()));
            done();
            place
        });
        placed.collect()
    };
    let places: Places = panels.iter().map(find_place).collect::<Result<_, Unfinished>>()?;
    Ok(report(panels, &scored, &places, scale, seed))
}

/// What is on the shelf for `what`, or is made now and put there. What another release of the program made is another thing; who changes an
/// opponent between two releases must take another store, or finds what the old one did.
fn kept<T: Serialize + DeserializeOwned>(
    shelf: &dyn Shelf,
    what: &str,
    make: impl FnOnce() -> Result<T, NameError>,
) -> Result<T, Unfinished> {
    let hash = Sha256::digest(format!("{} {what}", env!("CARGO_PKG_VERSION")));
    let name = format!("fit-{}", hash[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    if let Some(bytes) = shelf.find(&name).map_err(Unfinished::Shelf)? {
        return serde_json::from_slice(&bytes).map_err(|error| {
            Unfinished::Shelf(format!("{name}: {error}, expected what an earlier run kept"))
        });
    }
    let made = make()?;
    let bytes = serde_json::to_vec(&made).map_err(|error| Unfinished::Shelf(error.to_string()))?;
    shelf.keep(&name, &bytes).map_err(Unfinished::Shelf)?;
    Ok(made)
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
        let blocks = vec![
            Block::Figure(found.figure()),
            Block::Table(found.known_table()),
            Block::Table(found.first_table()),
            Block::Table(found.targets_table()),
            Block::Table(found.coverage_table()),
            Block::Table(found.oddities_table()),
            Block::Table(found.oddities_by_user_table()),
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

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Default)]
    struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

    impl Shelf for Memory {
        fn find(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
            Ok(self.0.borrow().get(name).cloned())
        }

        fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
            self.0.borrow_mut().insert(name.to_owned(), bytes.to_owned());
            Ok(())
        }
    }

    #[test]
    fn what_is_done_is_not_done_again() {
        let (shelf, made) = (Memory::default(), Cell::new(0));
        let make = || {
            made.set(made.get() + 1);
            Ok(vec![Seen {
                score: 0.5,
                interval: Some((1.0, 2.5)),
                largest_step: None,
                oddities: Some([natural::Oddities::default(), natural::Oddities::default()]),
            }])
        };
        let first = kept(&shelf, "a", make).unwrap();
        assert_eq!(kept(&shelf, "a", make).unwrap(), first);
        assert_eq!(made.get(), 1);
        kept(&shelf, "b", make).unwrap();
        assert_eq!(made.get(), 2);
        shelf.0.borrow_mut().values_mut().for_each(|bytes| bytes.truncate(3));
        let broken = kept(&shelf, "a", make).unwrap_err().to_string();
        assert!(broken.contains("expected what an earlier run kept"), "{broken}");
    }
}
