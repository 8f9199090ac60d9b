//! The board text of the Kalah Game Protocol (KGP 1.0, <https://github.com/KWARC/kalah-game>):
//! `<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>`.
//!
//! The numbers are the holes a side, the store of south, the store of north, the holes of south and the holes
//! of north, each row in the direction in which its owner sows. South is the side to move.

use std::fmt::Write;

use crate::{Game, Malformed, Side};

use super::notation::{checked_board, read_count};
use super::{Kalah, MAX_HOLES, Rules};

/// Prints the board as the side to move is told it: as south.
#[must_use]
pub fn write(game: &Kalah) -> String {
    let (board, south) = (game.board(), game.side_to_move());
    let sides = [south, south.other()];
    let mut out = format!("<{},{},{}", board.holes(), board.store(sides[0]), board.store(sides[1]));
    for seeds in sides.into_iter().flat_map(|side| board.row(side)) {
        let _ = write!(out, ",{seeds}"); // writing to a String cannot fail
    }
    out.push('>');
    out
}

/// Reads a board; south is the first side and has the move. The text says nothing of the rules.
///
/// # Errors
/// The text is not a board, or not one of 1 to 12 holes a side and 1 to 288 seeds.
pub fn read(text: &str, rules: Rules) -> Result<Kalah, Malformed> {
    let malformed =
        || Malformed::new(text, "a board of the Kalah Game Protocol, such as: <3,0,0,3,3,3,3,3,3>");
    let numbers = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).ok_or_else(malformed)?;
    let mut numbers = numbers.split(',').map(|number| number.trim_matches(' '));
    let size = numbers.next().unwrap_or_default();
    let holes = read_count(size).map(usize::from).unwrap_or(0);
    if !(1..=MAX_HOLES).contains(&holes) {
        return Err(Malformed::new(size, format!("1 to {MAX_HOLES} holes a side")));
    }
    let mut pits = [0; 2 + 2 * MAX_HOLES];
    for pit in &mut pits[..2 + 2 * holes] {
        *pit = read_count(numbers.next().ok_or_else(malformed)?)?;
    }
    if numbers.next().is_some() {
        return Err(malformed());
    }
    let rows = [&pits[2..2 + holes], &pits[2 + holes..2 + 2 * holes]];
    let board = checked_board(rows, [pits[0], pits[1]], Side::First)?;
    Ok(Kalah::from_board(board, rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_prints_and_reads() {
        let text = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>";
        assert_eq!(write(&Kalah::default()), text);
        assert_eq!(text.parse(), Ok(Kalah::default()));
    }

    #[test]
    fn the_side_to_move_is_south() {
        let game: Kalah = "1,2 3 4,5 6 second standard/any".parse().unwrap();
        assert_eq!(write(&game), "<2,6,3,4,5,1,2>");
        let read: Kalah = "<2,6,3,4,5,1,2>".parse().unwrap();
        assert_eq!(read.to_string(), "4,5 6 1,2 3 first standard/any");
    }

    #[test]
    fn a_board_of_another_size_is_refused() {
        for text in
            ["<", "<>", "<0,1,1>", "<2,0,0,1,1,1>", "<1,0,0,1,1,1>", "<13,0,0>", "<1,0,0,1,-1>", "<1,0,0,1,1"]
        {
            assert!(text.parse::<Kalah>().is_err(), "{text}");
        }
    }
}
