//! Othello once more, on an array of characters.

use games::othello::{Move, Othello, Square};
use games::{EndReason, Outcome, Side};

use crate::{ReferenceRules, TestedGame};

impl TestedGame for Othello {
    type Reference = NaiveOthello;

    fn every_move() -> Vec<Move> {
        Square::all().map(Move::Place).chain([Move::Pass]).collect()
    }
}

/// The 64 characters of the printed board and the character of the side to move.
pub struct NaiveOthello {
    squares: Vec<char>,
    mover: char,
}

impl NaiveOthello {
    fn other(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    /// The squares that turn over in all eight directions.
    fn turned(&self, square: usize) -> Vec<usize> {
        let mut turned = Vec::new();
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut run = Vec::new();
            let (mut x, mut y) = (square as i32 % 8, square as i32 / 8);
            loop {
                (x, y) = (x + dx, y + dy);
                if !(0..8).contains(&x) || !(0..8).contains(&y) {
                    break;
                }
                let here = (8 * y + x) as usize;
                if self.squares[here] == self.other() {
                    run.push(here);
                } else {
                    if self.squares[here] == self.mover {
                        turned.append(&mut run);
                    }
                    break;
                }
            }
        }
        turned
    }

    fn places(&self) -> Vec<usize> {
        (0..64).filter(|&square| self.squares[square] == '-' && !self.turned(square).is_empty()).collect()
    }
}

impl ReferenceRules<Othello> for NaiveOthello {
    fn read(position: &str) -> Result<Self, String> {
        let characters: Vec<char> = position.chars().collect();
        match characters.as_slice() {
            [squares @ .., ' ', mover] if squares.len() == 64 => {
                Ok(NaiveOthello { squares: squares.to_vec(), mover: *mover })
            }
            _ => Err(format!("{position} is not 64 squares and a side")),
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let places = self.places();
        if !places.is_empty() {
            return places.iter().filter_map(|&square| Square::new(square as u8)).map(Move::Place).collect();
        }
        let passed = NaiveOthello { squares: self.squares.clone(), mover: self.other() };
        if passed.places().is_empty() { Vec::new() } else { vec![Move::Pass] }
    }

    fn outcome(&self) -> Option<Outcome> {
        let count = |disc: char| self.squares.iter().filter(|&&square| square == disc).count() as u16;
        let [black, white] = [count('X'), count('O')];
        let winner = match black {
            black if black > white => Some(Side::First),
            black if black < white => Some(Side::Second),
            _ => None,
        };
        let over = ReferenceRules::legal_moves(self).is_empty();
        over.then_some(Outcome { winner, reason: EndReason::Count, points: Some([black, white]) })
    }

    fn after(&self, mv: Move) -> String {
        let mut squares = self.squares.clone();
        if let Move::Place(square) = mv {
            for turned in self.turned(square.index()) {
                squares[turned] = self.mover;
            }
            squares[square.index()] = self.mover;
        }
        format!("{} {}", squares.iter().collect::<String>(), self.other())
    }
}
