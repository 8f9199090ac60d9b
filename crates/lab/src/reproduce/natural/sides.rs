//! One side of a game of Othello, choice by choice, as a judge sees it.

use games::othello::{Board, Move, Othello, Square, Squares};
use games::{Game, Side};
use people::othello::games::RatedGame;
use people::othello::{DEPTHS, MoveValues};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

const CORNERS: u64 = 0x8100_0000_0000_0081;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// A corner is worth taking if it is so many discs better than anything else.
const WORTHWHILE: f64 = 4.0;

/// The kinds of squares that are told apart: corner, X, C, other edge, inner.
pub(super) const KINDS: usize = 5;

/// The kind of a square.
pub(super) fn kind(square: Square) -> usize {
    [CORNERS, X_SQUARES, C_SQUARES, EDGES].iter().position(|set| set & square.bit() != 0).unwrap_or(KINDS - 1)
}

/// An alternative of a choice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Alternative {
    /// The number of its square.
    pub(super) square: u8,
    /// Its value by searches of depth 2 and 4 (exact near the end), in discs.
    pub(super) values: [f32; 2],
    /// Discs it flips, and moves it leaves the other side.
    pub(super) flips: u8,
    pub(super) replies: u8,
}

impl Alternative {
    pub(super) fn kind(&self) -> usize {
        Square::new(self.square).map_or(KINDS - 1, kind)
    }
}

/// A choice that a side made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Choice {
    /// The board, seen by the mover.
    pub(super) board: (u64, u64),
    /// What there was to choose from, at least two.
    pub(super) alternatives: Vec<Alternative>,
    /// Which was chosen.
    pub(super) chosen: usize,
}

impl Choice {
    pub(super) fn board(&self) -> Board {
        Board { own: self.board.0, other: self.board.1 }
    }

    /// The number of the move in the game, from 1.
    pub(super) fn ply(&self) -> u32 {
        61 - self.board().empty().count_ones().min(60)
    }

    /// The value of the best alternative.
    pub(super) fn best(&self) -> f64 {
        self.alternatives.iter().map(|one| f64::from(one.values[1])).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Discs lost, at most 30: beyond that a game is decided anyway.
    pub(super) fn loss(&self) -> f64 {
        (self.best() - f64::from(self.alternatives[self.chosen].values[1])).clamp(0.0, 30.0)
    }

    /// Whether a corner worth taking was declined; nothing if there was none.
    pub(super) fn declined_corner(&self) -> Option<bool> {
        let best_of = |corner: bool| {
            let of = self.alternatives.iter().filter(|one| (one.kind() == 0) == corner);
            of.map(|one| f64::from(one.values[1])).fold(f64::NEG_INFINITY, f64::max)
        };
        let (corner, other) = (best_of(true), best_of(false));
        (corner.is_finite() && other.is_finite() && corner - other >= WORTHWHILE)
            .then(|| self.alternatives[self.chosen].kind() != 0)
    }
}

/// One side of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GameSide {
    /// The player, where it is a person: draws must not mix what one person did.
    pub(super) player: u64,
    /// The rating, where it is known.
    pub(super) rating: f64,
    /// The game's first eight moves.
    pub(super) opening: String,
    /// What it chose.
    pub(super) choices: Vec<Choice>,
}

impl GameSide {
    /// Discs lost a choice from move `from` on.
    pub(super) fn mean_loss(&self, from: u32) -> f64 {
        mean(self.choices.iter().filter(|choice| choice.ply() >= from).map(Choice::loss))
    }
}

/// The mean of some numbers, 0 of none.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for number in numbers {
        sum += number;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// What `side` chose in a game from the usual start.
pub(super) fn of_game(moves: &[Move], side: Side, player: u64, rating: f64) -> GameSide {
    let mut values = MoveValues::default();
    let mut game = Othello::default();
    let mut choices = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        let board = game.board();
        if let Move::Place(square) = mv
            && game.side_to_move() == side
            && ply > 0
            && let Some(chosen) = Squares(board.moves()).position(|legal| legal == square)
            && board.moves().count_ones() > 1
        {
            let alternative = |(square, values): (Square, [f32; DEPTHS])| {
                let flips = board.flips(square);
                Alternative {
                    square: square.index() as u8,
                    values: [values[1], values[3]],
                    flips: flips.count_ones() as u8,
                    replies: board.placed(square, flips).moves().count_ones() as u8,
                }
            };
            let alternatives = Squares(board.moves()).zip(values.of(board)).map(alternative).collect();
            choices.push(Choice { board: (board.own, board.other), alternatives, chosen });
        }
        if game.play(mv).is_err() {
            break;
        }
    }
    let opening: Vec<String> = moves.iter().take(8).map(Move::to_string).collect();
    GameSide { player, rating, opening: opening.join(" "), choices }
}

/// The sides of these games that people took, as (game, seat).
pub(super) fn of_people(sides: &[(&RatedGame, Side)]) -> Vec<GameSide> {
    let of = |&(game, side): &(&RatedGame, Side)| {
        let seat = side.index();
        of_game(&game.moves, side, u64::from(game.players[seat]), f64::from(game.ratings[seat]))
    };
    sides.par_iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_squares_are_those_of_the_board() {
        let kinds: Vec<usize> =
            ["a1", "b2", "b1", "a2", "c1", "d3"].iter().map(|name| kind(name.parse().unwrap())).collect();
        assert_eq!(kinds, [0, 1, 2, 2, 3, 4]);
        let of = |wanted: usize| Square::all().filter(|&square| kind(square) == wanted).count();
        assert_eq!([of(0), of(1), of(2), of(3)], [4, 4, 8, 16]);
    }

    #[test]
    fn a_side_is_seen_choice_by_choice() {
        let record = &games::othello::moves::read("f5d6c3d3c4f4f6f3e6e7").unwrap()[0];
        let moves: Vec<Move> = record.moves().collect();
        let side = of_game(&moves, Side::Second, 7, 1500.0);
        assert_eq!(side.opening, "f5 d6 c3 d3 c4 f4 f6 f3");
        assert_eq!(side.choices.iter().map(Choice::ply).collect::<Vec<_>>(), [2, 4, 6, 8, 10]);
        for choice in &side.choices {
            assert!(choice.loss() >= 0.0 && choice.alternatives.len() > 1);
        }
    }
}
