//! Policies for a game of which every position is known.

use std::hash::Hash;

use games::{Game, Side};

use crate::evaluation::Evaluation;

use super::{GameGraph, ResultProbabilities};

/// What a player does in every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Every move with equal probability.
    Random,
    /// The move with this place in the game's list, for each position; 0 where there is none.
    Fixed(Vec<u16>),
}

impl Policy {
    /// Plays the move with the highest value; among equal ones the first. `value` is told the number of a
    /// move.
    pub fn best<G>(positions: &GameGraph<G>, mut value: impl FnMut(usize) -> f64) -> Policy {
        let best = (0..positions.len()).map(|index| {
            let mut best = (0, f64::NEG_INFINITY);
            for (place, mv) in positions.moves(index).enumerate() {
                let value = value(mv);
                if value > best.1 {
                    best = (place as u16, value);
                }
            }
            best.0
        });
        Policy::Fixed(best.collect())
    }

    /// Minimax of a fixed depth; among equal moves the first. With `free_extra_moves` depth counts changes of
    /// turn.
    pub fn minimax<G: Game + Eq + Hash>(
        positions: &GameGraph<G>,
        evaluation: &impl Evaluation<G>,
        depth: u32,
        free_extra_moves: bool,
    ) -> Policy {
        let mut shallower: Vec<i32> = Vec::new();
        let mut places = vec![0; positions.len()];
        for level in 0..=depth {
            let mut values = Vec::with_capacity(positions.len());
            for (index, game) in positions.iter().enumerate() {
                let value = match game.outcome() {
                    Some(outcome) => evaluation.end(game, &outcome),
                    None if level == 0 => evaluation.value(game),
                    None => {
                        let mut best = (0, i32::MIN);
                        for (place, next) in positions.next(index).enumerate() {
                            let again = positions.game(next).side_to_move() == game.side_to_move();
                            let value = match again {
                                true if free_extra_moves => values[next],
                                true => shallower[next],
                                false => -shallower[next],
                            };
                            if value > best.1 {
                                best = (place as u16, value);
                            }
                        }
                        places[index] = best.0;
                        best.1
                    }
                };
                values.push(value);
            }
            shallower = values;
        }
        Policy::Fixed(places)
    }

    /// The best response to `other` by `worth` at `seat`: no player can do better.
    pub fn best_answer<G: Game + Eq + Hash>(
        positions: &GameGraph<G>,
        other: &Policy,
        seat: Side,
        worth: impl Fn(ResultProbabilities) -> f64,
    ) -> Policy {
        let mut chances: Vec<ResultProbabilities> = Vec::with_capacity(positions.len());
        let mut places = vec![0; positions.len()];
        for (index, game) in positions.iter().enumerate() {
            let here = match game.outcome() {
                Some(outcome) => ResultProbabilities::of_outcome(&outcome, seat),
                None if game.side_to_move() != seat => {
                    other.mean(index, positions.next(index).map(|next| chances[next]))
                }
                None => {
                    let mut best: Option<(usize, ResultProbabilities)> = None;
                    for (place, next) in positions.next(index).enumerate() {
                        if best.is_none_or(|(_, best)| worth(chances[next]) > worth(best)) {
                            best = Some((place, chances[next]));
                        }
                    }
                    let (place, best) = best.unwrap_or_default();
                    places[index] = place as u16;
                    best
                }
            };
            chances.push(here);
        }
        Policy::Fixed(places)
    }

    /// The chances in position `index`, given those after each of its moves.
    pub(super) fn mean(
        &self,
        index: usize,
        mut next: impl Iterator<Item = ResultProbabilities>,
    ) -> ResultProbabilities {
        match self {
            Policy::Fixed(places) => next.nth(usize::from(places[index])).unwrap_or_default(),
            Policy::Random => {
                let (mut sum, mut count) = (ResultProbabilities::default(), 0.0);
                for chances in next {
                    sum = ResultProbabilities { win: sum.win + chances.win, draw: sum.draw + chances.draw };
                    count += 1.0;
                }
                ResultProbabilities { win: sum.win / count, draw: sum.draw / count }
            }
        }
    }
}
