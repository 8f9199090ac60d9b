//! The one-line text of a game.

use std::fmt;
use std::str::FromStr;

use crate::{Malformed, Side};

use super::{Board, Kalah, MAX_HOLES, MAX_SEEDS, kgp};

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            for (hole, seeds) in self.board().row(side).iter().enumerate() {
                write!(f, "{}{seeds}", if hole == 0 { "" } else { "," })?;
            }
            write!(f, " {} ", self.board().store(side))?;
        }
        write!(f, "{} {}", self.board().side_to_move(), self.rules())
    }
}

/// Reads what printing gives, and the board of the Kalah Game Protocol (see [`kgp`]) by the default rules.
///
/// A board on which the game is over is swept.
impl FromStr for Kalah {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        if text.starts_with('<') {
            return kgp::read(text, super::Rules::default());
        }
        let expected = "holes, store, holes, store, side to move and rules, such as: \
                        4,4,4,4,4,4 0 4,4,4,4,4,4 0 first standard/any";
        let mut words = text.split_whitespace();
        let parts: [&str; 6] = std::array::from_fn(|_| words.next().unwrap_or_default());
        if parts[5].is_empty() || words.next().is_some() {
            return Err(Malformed::new(text, expected));
        }
        let [first, first_store, second, second_store, side, rules] = parts;
        let mut rows = [[0; MAX_HOLES]; 2];
        let holes = [read_row(first, &mut rows[0])?, read_row(second, &mut rows[1])?];
        let stores = [read_count(first_store)?, read_count(second_store)?];
        let rows = [&rows[0][..holes[0]], &rows[1][..holes[1]]];
        let board = checked_board(rows, stores, side.parse()?)?;
        Ok(Kalah::from_board(board, rules.parse()?))
    }
}

fn read_row(text: &str, row: &mut [u16; MAX_HOLES]) -> Result<usize, Malformed> {
    let holes = text.split(',').count();
    if holes > MAX_HOLES {
        return Err(Malformed::described(format!("{holes} holes"), format!("1 to {MAX_HOLES} holes a side")));
    }
    for (hole, seeds) in row.iter_mut().zip(text.split(',')) {
        *hole = read_count(seeds)?;
    }
    Ok(holes)
}

/// A number of seeds, in plain digits.
pub(super) fn read_count(text: &str) -> Result<u16, Malformed> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&seeds: &u16| digits && seeds <= MAX_SEEDS)
        .ok_or_else(|| Malformed::new(text, format!("a number of seeds from 0 to {MAX_SEEDS}")))
}

/// A board, or what is wrong with these numbers.
pub(super) fn checked_board(rows: [&[u16]; 2], stores: [u16; 2], side: Side) -> Result<Board, Malformed> {
    Board::new(rows, stores, side).ok_or_else(|| {
        let holes = rows.map(<[u16]>::len);
        if holes[0] != holes[1] {
            return Malformed::described(
                format!("{} holes for the first side and {} for the second", holes[0], holes[1]),
                "as many for one as for the other",
            );
        }
        let seeds: u32 = rows.into_iter().flatten().chain(&stores).map(|&seeds| u32::from(seeds)).sum();
        Malformed::described(format!("{seeds} seeds on the board"), format!("1 to {MAX_SEEDS}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kalah::Rules;

    #[test]
    fn the_start_prints_and_reads() {
        let text = "4,4,4,4,4,4 0 4,4,4,4,4,4 0 first standard/any";
        assert_eq!(Kalah::default().to_string(), text);
        assert_eq!(text.parse(), Ok(Kalah::default()));
        for rules in Rules::ALL {
            for (holes, seeds) in [(1, 1), (1, 12), (12, 1), (12, 12), (3, 3)] {
                let game = Kalah::new(holes, seeds, rules).unwrap();
                assert_eq!(game.to_string().parse(), Ok(game));
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text: &str| text.parse::<Kalah>().unwrap_err().to_string();
        assert_eq!(
            message("1,2 0 3 0 first standard/any"),
            "found 2 holes for the first side and 1 for the second, expected as many for one as for the other"
        );
        assert_eq!(message("0 0 0 0 first standard/any"), "found 0 seeds on the board, expected 1 to 288");
        assert_eq!(
            message("200 0 200 0 first standard/any"),
            "found 400 seeds on the board, expected 1 to 288"
        );
        assert_eq!(
            message("1,,2 0 1,1,1 0 first standard/any"),
            "found \"\", expected a number of seeds from 0 to 288"
        );
        assert_eq!(
            message("1,1,1,1,1,1,1,1,1,1,1,1,1 0 1 0 first standard/any"),
            "found 13 holes, expected 1 to 12 holes a side"
        );
        assert!(message("1 0 1 0 first").contains("expected holes, store"));
        assert!(message("1 0 1 0 first standard/some").contains("expected rules: standard/any"));
        assert!(message("1 0 1 0 third standard/any").contains("expected a side"));
    }
}
