//! What came of the games, in tables.

use super::meeting::{FIRST_GAMES, Seen, Series, TARGET_USERS, TARGETS};
use super::panel::Panel;
use report::{Cell, Column, Dot, Dots, Drawing, Picture, Table};
use statistics::{Interval, Tally};
use statistics::{score_interval, wilson};

/// Finds the games of a user with a host.
pub(super) type Finder<'a> = dyn Fn(usize, &str, Series) -> Option<&'a [Seen]> + 'a;

/// The games of a panel, by user, host and series.
pub(super) struct Found<'a> {
    pub(super) panel: &'a Panel,
    /// Where the users stand, in Elo.
    pub(super) places: &'a [f64],
    pub(super) of: &'a Finder<'a>,
}

fn cells(tally: Option<Tally>) -> [Cell; 2] {
    tally.map_or([Cell::Nothing, Cell::Nothing], |tally| {
        let Interval { low, high } = score_interval(&tally);
        [Cell::Share(tally.score()), Cell::Shares(low, high)]
    })
}

fn tally(games: &[Seen]) -> Tally {
    let mut tally = Tally::default();
    games.iter().for_each(|game| tally.add(game.score));
    tally
}

/// The name of an opponent without its options.
pub(super) fn short(host: &str) -> &str {
    host.split(':').next().unwrap_or(host)
}

impl Found<'_> {
    /// The games after the first ones.
    pub(super) fn later(&self, user: usize, host: &str) -> Option<&[Seen]> {
        (self.of)(user, host, Series::Known).map(|games| &games[(FIRST_GAMES as usize).min(games.len())..])
    }

    /// What a host scored in them.
    pub(super) fn known(&self, user: usize, host: &str) -> Option<Tally> {
        self.later(user, host).map(tally)
    }

    pub(super) fn user(&self, user: usize) -> Cell {
        Cell::words(self.panel.users[user].name)
    }

    pub(super) fn name(&self, part: &str) -> String {
        format!("{}-{part}", self.panel.game.to_lowercase())
    }

    pub(super) fn known_table(&self) -> Table {
        let row = |user: usize| {
            let mine = self.known(user, "gokaku");
            let games = Cell::Count(mine.as_ref().map_or(0, Tally::games));
            let mut row = vec![self.user(user), Cell::Number(self.places[user], 0), games];
            row.extend(cells(mine));
            for other in self.panel.others {
                row.extend(cells(self.known(user, other)));
            }
            row
        };
        let mut columns = Column::all(["user", "Elo", "games", "gokaku %", "95%"]);
        for other in self.panel.others {
            let name = short(other);
            columns.extend([Column::ours(format!("{name} %")), Column::ours(format!("{name} 95%"))]);
        }
        Table {
            name: self.name("known"),
            caption: format!(
                "{}: what the opponent scored against each user, the first {FIRST_GAMES} games left out, with 95% intervals; beside it the adaptive opponents of the documents. Elo is where the user stands above one that moves by lot, by games against the players of reference.",
                self.panel.game
            ),
            columns,
            rows: (0..self.panel.users.len()).map(row).collect(),
        }
    }

    pub(super) fn first_table(&self) -> Table {
        let row = |user: usize| {
            let tally = (self.of)(user, "gokaku", Series::FirstContact).map(tally);
            let mut row = vec![self.user(user), Cell::Count(tally.as_ref().map_or(0, Tally::games))];
            row.extend(cells(tally));
            row
        };
        Table {
            name: self.name("first"),
            caption: format!("{}: the same when every game is the first between the two.", self.panel.game),
            columns: Column::all(["user", "games", "gokaku %", "95%"]),
            rows: (0..self.panel.users.len()).map(row).collect(),
        }
    }

    pub(super) fn targets_table(&self) -> Table {
        let mut rows = Vec::new();
        for target in TARGETS {
            let host = if target == 0.5 { "gokaku".to_owned() } else { format!("gokaku:target={target}") };
            for user in TARGET_USERS {
                let mut row = vec![Cell::Share(target), self.user(user)];
                row.extend(cells(self.known(user, &host)));
                rows.push(row);
            }
        }
        Table {
            name: self.name("targets"),
            caption: format!("{}: what it scored where another win rate was asked for.", self.panel.game),
            columns: Column::all(["target %", "user", "gokaku %", "95%"]),
            rows,
        }
    }

    /// The games after which a user is known by so many, one of each acquaintance.
    fn after(&self, games: u64, user: usize) -> impl Iterator<Item = &Seen> {
        let series = if games == 1 { Series::FirstContact } else { Series::Acquaintances };
        let of_one = if games == 1 { 1 } else { FIRST_GAMES as usize };
        let played = (self.of)(user, "gokaku", series).unwrap_or_default();
        played.iter().skip(games as usize - 1).step_by(of_one)
    }

    /// How often the estimate's interval held the user's place after so many games; the last row is over all users.
    pub(super) fn coverage_table(&self) -> Table {
        const AFTER: [u64; 3] = [1, 3, FIRST_GAMES];
        let users: Vec<usize> = (0..self.panel.users.len()).collect();
        let covered = |of: &[usize], games: u64| {
            let (mut held, mut all) = (0, 0);
            for &user in of {
                let place = self.places[user].max(0.0);
                for game in self.after(games, user) {
                    held += u64::from(game.interval.is_some_and(|(low, high)| (low..=high).contains(&place)));
                    all += 1;
                }
            }
            let Interval { low, high } = wilson(held as f64, all);
            [Cell::Count(all), Cell::Share(held as f64 / all.max(1) as f64), Cell::Shares(low, high)]
        };
        let row = |name: Cell, place: Cell, of: &[usize]| {
            let mut row = vec![name, place];
            row.extend(AFTER.into_iter().flat_map(|games| covered(of, games)));
            row
        };
        let mut rows: Vec<Vec<Cell>> = users
            .iter()
            .map(|&user| row(self.user(user), Cell::Number(self.places[user], 0), &[user]))
            .collect();
        rows.push(row(Cell::words("all"), Cell::Nothing, &users));
        let mut columns = Column::all(["user", "Elo"]);
        for games in AFTER {
            let named = format!("after {games} %");
            columns.extend([Column::ours("times"), Column::ours(named), Column::ours("95%")]);
        }
        Table {
            name: self.name("coverage"),
            caption: format!(
                "{}: how often the 90% interval of the estimate held the user's place after 1, 3 and {FIRST_GAMES} games, over acquaintances that know nothing of each other.",
                self.panel.game
            ),
            columns,
            rows,
        }
    }

    pub(super) fn figure(&self) -> Picture {
        let dot = |user: usize| {
            let tally = self.known(user, "gokaku")?;
            let Interval { low, high } = score_interval(&tally);
            Some(Dot {
                name: self.panel.users[user].name.to_owned(),
                value: 100.0 * tally.score(),
                interval: Some((100.0 * low, 100.0 * high)),
                paper: None,
            })
        };
        let dots: Vec<Dot> = (0..self.panel.users.len()).filter_map(dot).collect();
        let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value)).collect();
        Picture {
            caption: format!(
                "{}: what gokaku scored against users from weak to strong, with 95% intervals. The dashed line is an even match.",
                self.panel.game
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
}
