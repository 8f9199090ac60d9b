//! selectQ: as good a move as the other side's (Li and Yokoyama 2022).

use games::kalah::{Kalah, Move};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::q::QLearning;

use crate::name::{Name, NameError};
use crate::q::{Learned, random_move, rank, valued_moves};
use crate::{Choice, Estimate, Failure, Learning, Opponent, Reason, StrengthUnit};

/// How the level `a` becomes the value that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formula {
    /// a * (maxQ + 2) + minQ, as the paper prints it.
    Printed,
    /// a * (maxQ - minQ) + minQ: 0 is the worst move, 1 the best.
    Interpolated,
}

impl Formula {
    /// What `a` is multiplied by.
    fn slope(self, min: f64, max: f64) -> f64 {
        match self {
            Formula::Printed => max + 2.0,
            Formula::Interpolated => max - min,
        }
    }

    /// The value that the level `a` asks for.
    fn value(self, a: f64, min: f64, max: f64) -> f64 {
        a * self.slope(min, max) + min
    }

    /// The level of a player of a move of value `q`; `None` if every level plays it.
    fn level(self, q: f64, min: f64, max: f64) -> Option<f64> {
        let slope = self.slope(min, max);
        (slope > 0.0).then(|| (q - min) / slope)
    }

    const fn as_str(self) -> &'static str {
        match self {
            Formula::Printed => "printed",
            Formula::Interpolated => "interpolated",
        }
    }
}

/// Plays the move whose value is nearest to what its level asks for, and moves its level towards the other
/// side's.
#[derive(Clone, Debug)]
pub struct SelectQ {
    formula: Formula,
    /// How far the level moves with each move of the other side.
    beta: f64,
    /// The level: random at first.
    a: f64,
    /// What it was before each of the other side's moves.
    before: Vec<f64>,
    learned: Learned,
    rng: Xoshiro256PlusPlus,
}

impl SelectQ {
    /// Reads the options `formula` (interpolated, printed), `beta` (0.3) and `discount` (0.3).
    ///
    /// The paper gives no beta; with 0.3 the interpolated formula comes near the win rates it prints.
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let formula = match options.word("formula", &["interpolated", "printed"])? {
            "printed" => Formula::Printed,
            _ => Formula::Interpolated,
        };
        let beta = options.number("beta", 0.3, 0.0..=1.0)?;
        let discount = options.number("discount", QLearning::default().discount, 0.0..=1.0)?;
        options.finish()?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let a = rng.random();
        Ok(SelectQ { formula, beta, a, before: Vec::new(), learned: Learned::new(discount), rng })
    }
}

/// The lowest and the highest value.
fn ends(moves: &[(Move, f64)]) -> (f64, f64) {
    moves.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), &(_, q)| (min.min(q), max.max(q)))
}

impl Learning for SelectQ {
    /// The level moves with every move seen; nothing tells how sure it is.
    fn estimate(&self) -> Option<Estimate> {
        let seen = !self.before.is_empty();
        seen.then_some(Estimate { scale: StrengthUnit::Share, value: self.a, low: self.a, high: self.a })
    }
}

impl Opponent<Kalah> for SelectQ {
    fn name(&self) -> String {
        Name::plain("select-q")
            .with("formula", self.formula.as_str())
            .with("beta", self.beta)
            .with("discount", self.learned.discount)
            .to_string()
    }

    fn observe(&mut self, before: &Kalah, mv: Move) {
        self.before.push(self.a);
        let Some(table) = self.learned.table(before) else { return };
        let moves = valued_moves(&table, before);
        let (min, max) = ends(&moves);
        let played = moves.iter().find(|(known, _)| *known == mv);
        if let Some(level) = played.and_then(|&(_, q)| self.formula.level(q, min, max)) {
            self.a = (1.0 - self.beta) * self.a + self.beta * level;
        }
    }

    fn retract(&mut self, observed: usize) {
        let kept = self.before.len().saturating_sub(observed);
        if let Some(&level) = self.before.get(kept) {
            self.a = level;
        }
        self.before.truncate(kept);
    }

    fn learning(&self) -> Option<&dyn Learning> {
        Some(self)
    }

    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        Some(self)
    }

    fn choose(&mut self, view: &Kalah) -> Result<Choice<Move>, Failure> {
        let Some(table) = self.learned.table(view) else { return random_move(view, &mut self.rng) };
        let moves = valued_moves(&table, view);
        let (min, max) = ends(&moves);
        let wanted = self.formula.value(self.a, min, max);
        let distance = |&(_, q): &(Move, f64)| (q - wanted).abs();
        let nearest = moves.iter().min_by(|one, two| distance(one).total_cmp(&distance(two)));
        let &(mv, q) = nearest.ok_or(Failure::NoMove)?;
        let reason =
            Reason::SelectQ { level: self.a, wanted, value: q, rank: rank(&moves, q), moves: moves.len() };
        Ok(Choice { mv, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_and_its_value_are_inverse() {
        for formula in [Formula::Printed, Formula::Interpolated] {
            for a in [0.0, 0.3, 1.0] {
                let value = formula.value(a, -0.25, 0.5);
                assert!((formula.level(value, -0.25, 0.5).unwrap() - a).abs() < 1e-12);
            }
        }
        assert_eq!(Formula::Interpolated.level(0.5, 0.5, 0.5), None);
    }

    #[test]
    fn the_level_follows_the_other_side() {
        let game = Kalah::new(3, 3, Default::default()).unwrap();
        let name: Name = "select-q:formula=interpolated,beta=1".parse().unwrap();
        let mut player = SelectQ::from_name(&name, 1).unwrap();
        let table = player.learned.table(&game).unwrap();
        let mut moves = valued_moves(&table, &game);
        moves.sort_by(|one, two| one.1.total_cmp(&two.1));
        player.observe(&game, moves[0].0);
        assert_eq!(player.a, 0.0);
        assert_eq!(player.choose(&game).unwrap().mv, moves[0].0);
        player.observe(&game, moves[2].0);
        assert_eq!(player.a, 1.0);
        assert_eq!(player.choose(&game).unwrap().mv, moves[2].0);
        player.retract(1);
        assert_eq!(player.a, 0.0);
    }
}
