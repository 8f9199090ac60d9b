//! What was odd in the moves of hosts and users, in tables.

use super::natural::Oddities;
use super::tables::{Found, short};
use report::{Cell, Column, Table};
use statistics::distribution::Z_95;

/// Whose moves are looked at.
#[derive(Clone, Copy)]
enum Whose {
    Host,
    Guest,
}

/// A number and half of its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
struct About {
    value: f64,
    half: f64,
}

impl About {
    /// The share that parts are of wholes, a pair a game, with its interval over games: a ratio of sums, its error linearised
    /// (Cochran, Sampling Techniques, 1977, section 2.11). Nothing where there are no wholes.
    fn ratio(pairs: &[(f64, f64)]) -> Option<About> {
        let whole: f64 = pairs.iter().map(|pair| pair.1).sum();
        let value = pairs.iter().map(|pair| pair.0).sum::<f64>() / whole;
        let count = pairs.len() as f64;
        let squares: f64 = pairs.iter().map(|pair| (pair.0 - value * pair.1).powi(2)).sum();
        let half = Z_95 * (squares * count / (count - 1.0).max(1.0)).sqrt() / whole;
        (whole > 0.0).then_some(About { value, half })
    }

    /// The mean of several that have nothing to do with each other.
    fn mean(all: &[About]) -> Option<About> {
        let count = all.len() as f64;
        let value = all.iter().map(|about| about.value).sum::<f64>() / count;
        let half = all.iter().map(|about| about.half.powi(2)).sum::<f64>().sqrt() / count;
        (!all.is_empty()).then_some(About { value, half })
    }

    fn shares(about: Option<About>) -> [Cell; 2] {
        about.map_or([Cell::Nothing, Cell::Nothing], |About { value, half }| {
            [Cell::Share(value), Cell::Shares((value - half).max(0.0), (value + half).min(1.0))]
        })
    }

    fn counts(about: Option<About>) -> [Cell; 2] {
        about.map_or([Cell::Nothing, Cell::Nothing], |About { value, half }| {
            [Cell::Number(value, 2), Cell::Range((value - half).max(0.0), value + half, 2)]
        })
    }
}

impl Found<'_> {
    /// What was odd in the hosts' moves and in the users' own against the first of them, every user counting as much as the next.
    pub(super) fn oddities_table(&self) -> Table {
        let users: Vec<usize> = (0..self.panel.users.len()).collect();
        let row = |(name, host, whose): (&str, &str, Whose)| {
            let mut row = vec![Cell::words(name)];
            row.extend(self.oddities(&users, host, whose));
            let games = users.iter().filter_map(|&user| self.later(user, host)).flatten();
            let step = games.filter_map(|game| game.largest_step).reduce(f64::max);
            row.push(match (whose, step) {
                (Whose::Host, Some(step)) => Cell::Number(step, 0),
                _ => Cell::Nothing,
            });
            row
        };
        let mut columns = vec![Column::ours("opponent")];
        columns.extend(self.oddities_columns());
        columns.push(Column::ours("largest step, Elo"));
        Table {
            name: self.name("natural"),
            caption: format!(
                "{}: {}what was given away; and the most that the strength changed from one move to the next. Means over users, each of whom counts the same however long the games are; intervals are over games. Those of gokaku's users are from the same games.",
                self.panel.game,
                self.what_is_seen()
            ),
            columns,
            rows: self.watched().into_iter().map(row).collect(),
        }
    }

    /// The same against each user.
    pub(super) fn oddities_by_user_table(&self) -> Table {
        let rows = (0..self.panel.users.len()).flat_map(|user| {
            self.watched().into_iter().map(move |(name, host, whose)| {
                let mut row = vec![self.user(user), Cell::words(name)];
                row.extend(self.oddities(&[user], host, whose));
                row
            })
        });
        let mut columns = Column::all(["user", "opponent"]);
        columns.extend(self.oddities_columns());
        Table {
            name: self.name("natural-users"),
            caption: format!(
                "{}: the same by user. Who plays evenly with a user who moves by lot gives away as much as that user does.",
                self.panel.game
            ),
            columns,
            rows: rows.collect(),
        }
    }

    /// Whose moves are watched: what they are called, in whose games, and on which side.
    fn watched(&self) -> Vec<(&str, &str, Whose)> {
        let mut watched = vec![("gokaku", "gokaku", Whose::Host), ("its users", "gokaku", Whose::Guest)];
        watched.extend(self.panel.others.iter().map(|other| (short(other), *other, Whose::Host)));
        watched
    }

    /// Where things are hidden there is no analyst.
    fn is_judged(&self) -> bool {
        !self.panel.analyst.is_empty()
    }

    fn what_is_seen(&self) -> String {
        if !self.is_judged() {
            return String::new();
        }
        format!(
            "moves that {} finds bad and that an observer who looks as far ahead as the user sees too, as a share of all moves and of bad moves; ",
            self.panel.analyst
        )
    }

    fn oddities_columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::ours("games")];
        if self.is_judged() {
            columns.extend(Column::all(["seen bad, of all moves %", "95%", "of bad moves %", "95%"]));
        }
        for gift in self.panel.gifts {
            columns.extend([Column::ours(format!("{gift} a game")), Column::ours("95%")]);
        }
        columns
    }

    /// What was odd in the moves of one of the two, in a host's games with these users.
    fn oddities(&self, users: &[usize], host: &str, whose: Whose) -> Vec<Cell> {
        let of_user = |&user: &usize| -> Vec<&Oddities> {
            let games = self.later(user, host).unwrap_or_default().iter();
            games.filter_map(|game| game.oddities.as_ref()).map(|both| &both[whose as usize]).collect()
        };
        let games: Vec<Vec<&Oddities>> = users.iter().map(of_user).collect();
        let ratio = |of: &dyn Fn(&Oddities) -> (f64, f64)| {
            let by_user =
                |games: &Vec<&Oddities>| About::ratio(&games.iter().map(|odd| of(odd)).collect::<Vec<_>>());
            About::mean(&games.iter().filter_map(by_user).collect::<Vec<_>>())
        };
        let mut cells = vec![Cell::Count(games.iter().map(|games| games.len() as u64).sum())];
        if self.is_judged() {
            let seen = |odd: &Oddities| odd.mistakes.detectable as f64;
            cells.extend(About::shares(ratio(&|odd| (seen(odd), odd.mistakes.moves as f64))));
            cells.extend(About::shares(ratio(&|odd| (seen(odd), odd.mistakes.bad as f64))));
        }
        for gift in 0..self.panel.gifts.len() {
            cells.extend(About::counts(ratio(&|odd| (odd.gifts[gift] as f64, 1.0))));
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_moves_and_users_count_the_same() {
        let long = About::ratio(&[(90.0, 100.0), (70.0, 100.0)]).unwrap();
        assert!((long.value - 0.8).abs() < 1e-12);
        // Two games that differ by 20 moves of 100 from each other: a standard error of a tenth.
        assert!((long.half - Z_95 * 0.1).abs() < 1e-9, "{}", long.half);
        let short = About::ratio(&[(1.0, 10.0), (3.0, 10.0)]).unwrap();
        let both = About::mean(&[long, short]).unwrap();
        assert!((both.value - 0.5).abs() < 1e-12);
        assert!((both.half - long.half.hypot(short.half) / 2.0).abs() < 1e-12);
        assert_eq!((About::ratio(&[]), About::ratio(&[(0.0, 0.0)]), About::mean(&[])), (None, None, None));
    }
}
