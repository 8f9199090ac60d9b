//! How far a policy is from perfect play.

use std::hash::Hash;

use games::Game;

use super::{GameGraph, Policy};

/// What a player gives away, over all positions in which there is a choice.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Regret {
    /// Positions with more than one move.
    pub positions: usize,
    /// The share of them in which the move keeps the best margin there is.
    pub perfect: f64,
    /// The share in which the move keeps the result, whatever the margin: won stays won, drawn stays drawn.
    pub safe: f64,
    /// Points given away in the mean.
    pub loss: f64,
}

impl Regret {
    /// The regret of `policy` in a game that counts points at its end.
    pub fn of<G: Game + Eq + Hash>(positions: &GameGraph<G>, policy: &Policy) -> Regret {
        let mut margins: Vec<i32> = Vec::with_capacity(positions.len());
        let mut regret = Regret::default();
        for (index, game) in positions.iter().enumerate() {
            let side = game.side_to_move();
            let margin_after = |next: usize| {
                if positions.game(next).side_to_move() == side { margins[next] } else { -margins[next] }
            };
            let values: Vec<i32> = positions.next(index).map(margin_after).collect();
            let best = match values.iter().max() {
                Some(&best) => best,
                None => {
                    let points = game.outcome().and_then(|outcome| outcome.points).unwrap_or_default();
                    i32::from(points[side.index()]) - i32::from(points[side.other().index()])
                }
            };
            margins.push(best);
            if values.len() > 1 {
                let of_all = 1.0 / values.len() as f64;
                regret.positions += 1;
                for (place, &value) in values.iter().enumerate() {
                    let share = match policy {
                        Policy::Random => of_all,
                        Policy::Fixed(places) => f64::from(u8::from(usize::from(places[index]) == place)),
                    };
                    regret.perfect += share * f64::from(u8::from(value == best));
                    regret.safe += share * f64::from(u8::from(value.signum() == best.signum()));
                    regret.loss += share * f64::from(best - value);
                }
            }
        }
        let count = regret.positions.max(1) as f64;
        Regret {
            perfect: regret.perfect / count,
            safe: regret.safe / count,
            loss: regret.loss / count,
            ..regret
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use games::kalah::{Kalah, Rules};

    use crate::kalah::{Solver, StoreDifference};
    use crate::q::{QLearning, QTable};
    use crate::{Analyst, Budget};

    use super::*;

    #[test]
    fn the_solver_gives_nothing_away_and_learners_less_than_random_players() {
        let start = Kalah::new(3, 2, Rules::default()).unwrap();
        let positions = Arc::new(GameGraph::from_start(&start, 100_000).unwrap());
        let mut solver = Solver::new(16);
        let best = positions.iter().map(|game| {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let best = solver.analyse(game, &Budget::default()).best().map(|best| best.mv);
            moves.iter().position(|&mv| Some(mv) == best).unwrap_or(0) as u16
        });
        let solved = Policy::Fixed(best.collect());
        let regret = Regret::of(&positions, &solved);
        assert_eq!((regret.perfect, regret.safe, regret.loss), (1.0, 1.0, 0.0));
        let table = QTable::learn(Arc::clone(&positions), &StoreDifference, QLearning::default());
        let [learned, worst, random] = [table.max_policy(), table.min_policy(), Policy::Random]
            .map(|policy| Regret::of(&positions, &policy).loss);
        assert!(0.0 < learned && learned < random && random < worst, "{learned} {random} {worst}");
    }
}
