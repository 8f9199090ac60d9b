//! OBF, one position a line with what its moves are worth: 64 squares, the side to move, and `MOVE:score` for
//! each move that is known, separated by `;`. The classic endgame tests are written in it.
//!
//! ```text
//! XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2; F6:-4; H6:-10;
//! ```

use std::fmt;
use std::str::FromStr;

use crate::{Game as _, Malformed};

use super::{Move, Othello};

/// A position and the values of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Othello,
    /// Moves and their scores in discs for the side to move, in the order of the file.
    pub scores: Vec<(Move, i8)>,
}

impl Problem {
    /// The score of the best move, if any is known.
    #[must_use]
    pub fn best(&self) -> Option<i8> {
        self.scores.iter().map(|&(_, score)| score).max()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (mv, score) in &self.scores {
            let mv = match mv {
                Move::Place(square) => square.to_string().to_uppercase(),
                Move::Pass => "PA".to_owned(),
            };
            write!(f, " {mv}:{score:+};")?;
        }
        Ok(())
    }
}

impl FromStr for Problem {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let mut fields = text.split(';').map(str::trim);
        let position: Othello = fields.next().unwrap_or_default().parse()?;
        let mut scores = Vec::new();
        for field in fields.filter(|field| !field.is_empty()) {
            let malformed = || Malformed::new(field, "a move and its score, such as A2:+38");
            let (mv, score) = field.split_once(':').ok_or_else(malformed)?;
            let mv = match mv {
                "PA" | "PS" => Move::Pass,
                square => square.parse().map_err(|_| malformed())?,
            };
            position.check(mv)?;
            let score = score.parse().map_err(|_| malformed())?;
            if !(-64..=64).contains(&score) {
                return Err(malformed());
            }
            scores.push((mv, score));
        }
        Ok(Problem { position, scores })
    }
}

/// Reads a file of problems; empty lines and what follows a `%` are left out.
///
/// # Errors
/// A line is not a problem, or gives a score to a move that is not legal.
pub fn read(text: &str) -> Result<Vec<Problem>, Malformed> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split('%').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| line.parse().map_err(|error: Malformed| error.at_line(number)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 3] = [
        include_str!("../../../../testdata/othello/fforum-1-19.obf"),
        include_str!("../../../../testdata/othello/fforum-20-39.obf"),
        include_str!("../../../../testdata/othello/fforum-40-59.obf"),
    ];

    #[test]
    fn the_fforum_positions_read_and_print_as_they_were() {
        for text in FILES {
            let problems = read(text).unwrap();
            let printed: Vec<_> = problems.iter().map(Problem::to_string).collect();
            assert_eq!(printed, text.lines().map(str::trim_end).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let line = FILES[1].lines().next().unwrap();
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            message(&format!("% a comment\n\n{line} A2:+0;")),
            "line 3: found illegal move a2: there is a disc already, expected a legal move"
        );
        for tail in ["H5", "H5:", "H5:+99", "H9:+0", "H5:+200"] {
            assert!(message(&format!("{line} {tail}")).contains("such as A2:+38"), "{tail}");
        }
        assert!(read("X;").is_err());
    }
}
