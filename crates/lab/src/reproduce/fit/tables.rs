//! What came of the games, in tables.

use super::meeting::{FIRST_GAMES, Seen, Series, TARGET_USERS, TARGETS};
use super::panel::Panel;
use crate::report::{Cell, Column, Dot, Dots, Drawing, Picture, Table};
use crate::statistics::distribution::Z_95;
use crate::statistics::{score_interval, wilson};
use crate::{Interval, Tally};

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
fn short(host: &str) -> &str {
    host.split(':').next().unwrap_or(host)
}

/// The share that parts are of wholes, a pair a game, with its interval over games: a ratio of sums, its error linearised
/// (Cochran, Sampling Techniques, 1977, section 2.11).
fn ratio(pairs: &[(f64, f64)]) -> [Cell; 2] {
    let whole: f64 = pairs.iter().map(|pair| pair.1).sum();
    if whole == 0.0 {
        return [Cell::Nothing, Cell::Nothing];
    }
    let share = pairs.iter().map(|pair| pair.0).sum::<f64>() / whole;
    let count = pairs.len() as f64;
    let squares: f64 = pairs.iter().map(|pair| (pair.0 - share * pair.1).powi(2)).sum();
    let half = Z_95 * (squares * count / (count - 1.0).max(1.0)).sqrt() / whole;
    [Cell::Share(share), Cell::Shares((share - half).max(0.0), (share + half).min(1.0))]
}

impl Found<'_> {
    /// The games after the first ones.
    fn later(&self, user: usize, host: &str) -> Option<&[Seen]> {
        (self.of)(user, host, Series::Known).map(|games| &games[(FIRST_GAMES as usize).min(games.len())..])
    }

    /// What a host scored in them.
    pub(super) fn known(&self, user: usize, host: &str) -> Option<Tally> {
        self.later(user, host).map(tally)
    }

    fn user(&self, user: usize) -> Cell {
        Cell::words(self.panel.users[user].name)
    }

    fn name(&self, part: &str) -> String {
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

    /// How often the estimate's interval held the user's place: after one game over all first contacts, later over all later games.
    pub(super) fn coverage_table(&self) -> Table {
        let covered = |games: &[Seen], user: usize| -> (u64, u64) {
            let place = self.places[user].max(0.0);
            let held = games
                .iter()
                .filter(|game| game.interval.is_some_and(|(low, high)| (low..=high).contains(&place)));
            (held.count() as u64, games.len() as u64)
        };
        let share = |(held, games): (u64, u64)| {
            let Interval { low, high } = wilson(held as f64, games);
            [Cell::Share(held as f64 / games.max(1) as f64), Cell::Shares(low, high)]
        };
        let row = |user: usize| {
            let first = (self.of)(user, "gokaku", Series::FirstContact).unwrap_or_default();
            let later = self.later(user, "gokaku").unwrap_or_default();
            let mut row = vec![self.user(user), Cell::Number(self.places[user], 0)];
            row.extend(share(covered(first, user)));
            row.extend(share(covered(later, user)));
            row
        };
        let users = 0..self.panel.users.len();
        let mut rows: Vec<Vec<Cell>> = users.clone().map(row).collect();
        let sum = |of: &dyn Fn(usize) -> (u64, u64)| {
            users.clone().map(of).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        };
        let first =
            sum(&|user| covered((self.of)(user, "gokaku", Series::FirstContact).unwrap_or_default(), user));
        let later = sum(&|user| covered(self.later(user, "gokaku").unwrap_or_default(), user));
        let mut all = vec![Cell::words("all"), Cell::Nothing];
        all.extend(share(first));
        all.extend(share(later));
        rows.push(all);
        Table {
            name: self.name("coverage"),
            caption: format!(
                "{}: in how many games the 90% interval of the estimate held the user's place, after the first game and in games after the first {FIRST_GAMES}, which share what is remembered.",
                self.panel.game
            ),
            columns: Column::all(["user", "Elo", "after one game %", "95%", "later %", "95%"]),
            rows,
        }
    }

    /// What was odd in the hosts' moves, over all users; nothing where nobody outside can judge. Intervals are over games.
    pub(super) fn oddities_table(&self) -> Option<Table> {
        let hosts: Vec<&str> = std::iter::once("gokaku").chain(self.panel.others.iter().copied()).collect();
        let mut rows = Vec::new();
        for host in hosts {
            let games: Vec<&Seen> = (0..self.panel.users.len())
                .filter_map(|user| self.later(user, host))
                .flatten()
                .filter(|game| game.oddities.is_some())
                .collect();
            if games.is_empty() {
                return None;
            }
            let odd = || games.iter().filter_map(|game| game.oddities.as_ref());
            let moves: Vec<(f64, f64)> =
                odd().map(|odd| (odd.mistakes.detectable as f64, odd.mistakes.moves as f64)).collect();
            let bad: Vec<(f64, f64)> =
                odd().map(|odd| (odd.mistakes.detectable as f64, odd.mistakes.bad as f64)).collect();
            let mut row = vec![Cell::words(short(host)), Cell::Count(games.len() as u64)];
            row.extend(ratio(&moves));
            row.extend(ratio(&bad));
            for gift in 0..self.panel.gifts.len() {
                let count: u64 = odd().map(|odd| odd.gifts[gift]).sum();
                row.push(Cell::Number(count as f64 / games.len() as f64, 2));
            }
            let step = games.iter().filter_map(|game| game.largest_step).reduce(f64::max);
            row.push(step.map_or(Cell::Nothing, |step| Cell::Number(step, 0)));
            rows.push(row);
        }
        let mut columns =
            Column::all(["opponent", "games", "seen bad, of all moves %", "95%", "of bad moves %", "95%"]);
        columns.extend(self.panel.gifts.iter().map(|gift| Column::ours(format!("{gift} a game"))));
        columns.push(Column::ours("largest step, Elo"));
        Some(Table {
            name: self.name("natural"),
            caption: format!(
                "{}: moves that {} finds bad and that an observer who looks as far ahead as the user sees too, as a share of all moves and of bad moves; what else was given away; and the most that the strength changed from one move to the next.",
                self.panel.game, self.panel.analyst
            ),
            columns,
            rows,
        })
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
