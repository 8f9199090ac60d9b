//! Tables of the unnatural moves of opponents and users.

use super::tables::{PanelGames, short};
use super::unnatural::UnnaturalMoves;
use report::{Cell, Column, Table};
use statistics::distribution::Z_95;

/// Whose moves are counted.
#[derive(Clone, Copy)]
enum Whose {
    Opponent,
    User,
}

/// An estimate with half the width of its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Estimated {
    value: f64,
    half: f64,
}

impl Estimated {
    /// The share that parts are of wholes, a pair a game, with its interval over games: a ratio of sums, its
    /// error linearised (Cochran, Sampling Techniques, 1977, section 2.11). Nothing where there are no
    /// wholes.
    fn ratio(pairs: &[(f64, f64)]) -> Option<Estimated> {
        let whole: f64 = pairs.iter().map(|pair| pair.1).sum();
        let value = pairs.iter().map(|pair| pair.0).sum::<f64>() / whole;
        let count = pairs.len() as f64;
        let squares: f64 = pairs.iter().map(|pair| (pair.0 - value * pair.1).powi(2)).sum();
        let half = Z_95 * (squares * count / (count - 1.0).max(1.0)).sqrt() / whole;
        (whole > 0.0).then_some(Estimated { value, half })
    }

    /// The mean of several that have nothing to do with each other.
    fn mean(all: &[Estimated]) -> Option<Estimated> {
        let count = all.len() as f64;
        let value = all.iter().map(|estimate| estimate.value).sum::<f64>() / count;
        let half = all.iter().map(|estimate| estimate.half.powi(2)).sum::<f64>().sqrt() / count;
        (!all.is_empty()).then_some(Estimated { value, half })
    }

    fn shares(estimate: Option<Estimated>) -> [Cell; 2] {
        estimate.map_or([Cell::Nothing, Cell::Nothing], |Estimated { value, half }| {
            [Cell::Share(value), Cell::Shares((value - half).max(0.0), (value + half).min(1.0))]
        })
    }

    fn counts(estimate: Option<Estimated>) -> [Cell; 2] {
        estimate.map_or([Cell::Nothing, Cell::Nothing], |Estimated { value, half }| {
            [Cell::Number(value, 2), Cell::Range((value - half).max(0.0), value + half, 2)]
        })
    }
}

impl PanelGames<'_> {
    /// Unnatural moves of the opponents, and of the users in gokaku's games; every user counts the same.
    pub(super) fn unnatural_table(&self) -> Table {
        let users = self.users;
        let row = |(name, adaptive, whose): (&str, &str, Whose)| {
            let mut row = vec![Cell::words(name)];
            row.extend(self.unnatural(users, adaptive, whose));
            let games = users.iter().filter_map(|&user| self.later(user, adaptive)).flatten();
            let step = games.filter_map(|game| game.largest_step).reduce(f64::max);
            row.push(match (whose, step) {
                (Whose::Opponent, Some(step)) => Cell::Number(step, 0),
                _ => Cell::Nothing,
            });
            row
        };
        let mut columns = vec![Column::ours("opponent")];
        columns.extend(self.unnatural_columns());
        columns.push(Column::ours("largest step, Elo"));
        Table {
            name: self.name("unnatural"),
            caption: format!(
                "{}: {}obvious blunders; and the largest change of strength from one move to the next. \
                 Means over users, each counting the same; intervals over games. The users' rows are from \
                 their games with gokaku.",
                self.panel.game,
                self.what_is_seen()
            ),
            columns,
            rows: self.row_labels().into_iter().map(row).collect(),
        }
    }

    /// The same against each user.
    pub(super) fn unnatural_by_user_table(&self) -> Table {
        let rows = self.users.iter().flat_map(|&user| {
            self.row_labels().into_iter().map(move |(name, adaptive, whose)| {
                let mut row = vec![self.user(user), Cell::words(name)];
                row.extend(self.unnatural(&[user], adaptive, whose));
                row
            })
        });
        let mut columns = Column::all(["user", "opponent"]);
        columns.extend(self.unnatural_columns());
        Table {
            name: self.name("unnatural-users"),
            caption: format!(
                "{}: the same by user. An opponent that is even with a random player blunders as often as \
                 that player.",
                self.panel.game
            ),
            columns,
            rows: rows.collect(),
        }
    }

    /// The rows: label, opponent and whose moves.
    fn row_labels(&self) -> Vec<(&str, &str, Whose)> {
        let mut rows = vec![("gokaku", "gokaku", Whose::Opponent), ("its users", "gokaku", Whose::User)];
        rows.extend(self.panel.others.iter().map(|other| (short(other), *other, Whose::Opponent)));
        rows
    }

    /// There is no analyst for hidden information.
    fn is_judged(&self) -> bool {
        !self.panel.analyst.is_empty()
    }

    fn what_is_seen(&self) -> String {
        if !self.is_judged() {
            return String::new();
        }
        format!(
            "moves that {} finds bad and that an observer searching as deep as the user sees too, as a \
             share of all moves and of bad moves; ",
            self.panel.analyst
        )
    }

    fn unnatural_columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::ours("games")];
        if self.is_judged() {
            columns.extend(Column::all(["visibly bad, of all moves %", "95%", "of bad moves %", "95%"]));
        }
        for blunder in self.panel.obvious_blunders {
            columns.extend([Column::ours(format!("{blunder} per game")), Column::ours("95%")]);
        }
        columns
    }

    /// Unnatural moves of one of the two in an opponent's games with these users.
    fn unnatural(&self, users: &[usize], adaptive: &str, whose: Whose) -> Vec<Cell> {
        let of_user = |&user: &usize| -> Vec<&UnnaturalMoves> {
            let games = self.later(user, adaptive).unwrap_or_default().iter();
            games.filter_map(|game| game.unnatural.as_ref()).map(|both| &both[whose as usize]).collect()
        };
        let games: Vec<Vec<&UnnaturalMoves>> = users.iter().map(of_user).collect();
        let ratio = |of: &dyn Fn(&UnnaturalMoves) -> (f64, f64)| {
            let by_user = |games: &Vec<&UnnaturalMoves>| {
                Estimated::ratio(&games.iter().map(|moves| of(moves)).collect::<Vec<_>>())
            };
            Estimated::mean(&games.iter().filter_map(by_user).collect::<Vec<_>>())
        };
        let mut cells = vec![Cell::Count(games.iter().map(|games| games.len() as u64).sum())];
        if self.is_judged() {
            let seen = |moves: &UnnaturalMoves| moves.mistakes.detectable as f64;
            cells.extend(Estimated::shares(ratio(&|moves| (seen(moves), moves.mistakes.moves as f64))));
            cells.extend(Estimated::shares(ratio(&|moves| (seen(moves), moves.mistakes.bad as f64))));
        }
        for blunder in 0..self.panel.obvious_blunders.len() {
            cells.extend(Estimated::counts(ratio(&|moves| (moves.obvious_blunders[blunder] as f64, 1.0))));
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_sums_and_users_count_the_same() {
        let long = Estimated::ratio(&[(90.0, 100.0), (70.0, 100.0)]).unwrap();
        assert!((long.value - 0.8).abs() < 1e-12);
        // Two games that differ by 20 moves of 100 from each other: a standard error of a tenth.
        assert!((long.half - Z_95 * 0.1).abs() < 1e-9, "{}", long.half);
        let short = Estimated::ratio(&[(1.0, 10.0), (3.0, 10.0)]).unwrap();
        let both = Estimated::mean(&[long, short]).unwrap();
        assert!((both.value - 0.5).abs() < 1e-12);
        assert!((both.half - long.half.hypot(short.half) / 2.0).abs() < 1e-12);
        assert_eq!(
            (Estimated::ratio(&[]), Estimated::ratio(&[(0.0, 0.0)]), Estimated::mean(&[])),
            (None, None, None)
        );
    }
}
