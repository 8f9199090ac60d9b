//! selectQ: as good a move as the other side's (Li and Yokoyama 2022).
//!
//! The paper learns a table of every position. On a board that is too large for one, the value of a move is
//! that of a search instead; everything else is the same.

use games::Side;
use games::kalah::{Kalah, Move};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::kalah::StoreDifference;
use search::q::QLearning;
use search::{AlphaBeta, AlphaBetaOptions, Analyst, Budget};

use crate::name::{Name, NameError};
use crate::q::{Learned, rank, valued_moves};
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
    /// Depth of the search where no table fits.
    depth: u32,
    /// The level to begin at, where it is not drawn.
    first_level: Option<f64>,
}

/// The depth of the search unless another is named (compared in `gokaku reproduce kalah-usual`).
const DEPTH: u32 = 4;

impl SelectQ {
    /// Reads the options `formula` (interpolated, printed), `beta` (0.3), `discount` (0.3), `depth` (4, of
    /// the search on a board too large for a table) and `level` (to begin at; drawn for each game if not
    /// given).
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
        let depth = options.number("depth", DEPTH, 1..=12)?;
        let first_level = options.optional_number("level", 0.0..=1.0)?;
        options.finish()?;
        let a = first_level.unwrap_or_else(|| Xoshiro256PlusPlus::seed_from_u64(seed).random());
        let learned = Learned::new(discount);
        Ok(SelectQ { formula, beta, a, before: Vec::new(), learned, depth, first_level })
    }

    /// The legal moves and their values for the side to move.
    fn values(&self, game: &Kalah) -> Vec<(Move, f64)> {
        match self.learned.whole_board(game) {
            Some(table) => valued_moves(&table, game),
            None => searched_moves(game, self.depth),
        }
    }
}

/// The legal moves and the values a search finds: seeds ahead at its end, as a share of all seeds like the
/// rewards of a table. A decided game counts as all seeds.
fn searched_moves(game: &Kalah, depth: u32) -> Vec<(Move, f64)> {
    let options = AlphaBetaOptions {
        free_extra_moves: true,
        table_bits: Some(14),
        every_move: true,
        ..AlphaBetaOptions::default()
    };
    let mut search = AlphaBeta::new(StoreDifference, options);
    let board = game.board();
    let seeds_of = |side| board.row(side).iter().sum::<u16>() + board.store(side);
    let seeds = f64::from(seeds_of(Side::First) + seeds_of(Side::Second));
    let analysis = search.analyse(game, &Budget::depth(depth));
    let value = |value: f64| (value / seeds).clamp(-1.0, 1.0);
    analysis.candidates.iter().map(|candidate| (candidate.mv, value(candidate.value))).collect()
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
        let name = Name::plain("select-q")
            .with("formula", self.formula.as_str())
            .with("beta", self.beta)
            .with("discount", self.learned.discount)
            .with("depth", self.depth);
        let name = match self.first_level {
            Some(level) => name.with("level", level),
            None => name,
        };
        name.to_string()
    }

    fn observe(&mut self, before: &Kalah, mv: Move) {
        self.before.push(self.a);
        let moves = self.values(before);
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
        let moves = self.values(view);
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
    fn a_board_without_a_table_is_searched() {
        let game = Kalah::default();
        let mut player = SelectQ::from_name(&"select-q:beta=1".parse().unwrap(), 1).unwrap();
        assert!(player.learned.whole_board(&game).is_none());
        let mut moves = player.values(&game);
        moves.sort_by(|one, two| one.1.total_cmp(&two.1));
        let [(worst, low), .., (best, high)] = moves[..] else { panic!("{moves:?}") };
        assert!(-1.0 <= low && low < high && high <= 1.0);
        let named = SelectQ::from_name(&"select-q:level=0.75".parse().unwrap(), 1).unwrap();
        assert!(named.a == 0.75 && named.name().ends_with("level=0.75"));
        for (mv, level, value) in [(worst, 0.0, low), (best, 1.0, high)] {
            player.observe(&game, mv);
            assert_eq!(player.a, level);
            let chosen = player.choose(&game).unwrap().mv;
            assert!(moves.iter().any(|&(known, q)| known == chosen && q == value));
        }
    }

    #[test]
    fn the_level_follows_the_other_side() {
        let game = Kalah::new(3, 3, Default::default()).unwrap();
        let name: Name = "select-q:formula=interpolated,beta=1".parse().unwrap();
        let mut player = SelectQ::from_name(&name, 1).unwrap();
        let table = player.learned.whole_board(&game).unwrap();
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
