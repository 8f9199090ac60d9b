//! Makes the weights from our own games and what our own search thinks of their positions.
//!
//! Playing is split into batches that do not depend on each other. What a feature is worth is learned in three parts that are
//! added up, so that rare squares of kings profit from common ones: the feature alone, the feature as seen from the king, and
//! the feature for this square of the king.

use std::sync::Arc;

use games::shogi::{Color, Position, Shogi};
use games::{Game, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mix::mix;
use crate::{Analyst, Budget, Changed};

use super::alphabeta::AlphaBeta;
use super::features::{self, FEATURES, Feature, SQUARES, describe, mirrored};
use super::lessons::{Lesson, Lessons};
use super::options::Options;
use super::weights::{KINGS, Weights};

/// How much to train. The same settings always give the same weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// Where all chance comes from.
    pub seed: u64,
    /// Games of a batch.
    pub games: u32,
    /// How deep the searches are whose values are learned.
    pub depth: u32,
    /// How much of what a position is worth comes from the result of its game; the rest is what the search thought of it.
    pub trust_in_result: f32,
    /// How often all lessons are gone through.
    pub rounds: u32,
}

impl Default for Training {
    fn default() -> Self {
        Training { seed: 1, games: 20, depth: 4, trust_in_result: 0.2, rounds: 8 }
    }
}

/// Moves by lot at the beginning of a game.
const OPENING: std::ops::RangeInclusive<u32> = 4..=14;

/// One move in so many is by lot later on: games should not all be alike.
const LOT: u32 = 12;

/// A game that is this long teaches nothing more.
const LONGEST: u32 = 240;

/// Positions this far from even, in points, are decided; what they are worth exactly does not matter.
const DECIDED: i32 = 2500;

/// An advantage of so many points wins e times as often as it loses: the scale on which values are compared.
const SCALE: f32 = 600.0;

/// How far lessons move a weight, in points; later ones less and less (AdaGrad, Duchi and others 2011).
const STEP: f32 = 2.0;

impl Training {
    /// Plays a batch of games with `weights` and keeps the quiet positions.
    #[must_use]
    pub fn play(&self, batch: u32, weights: &Arc<Weights>) -> Lessons {
        let options = Options { table_bits: 13, mate_nodes: 2000, ..Options::default() };
        let mut search = AlphaBeta::new(Changed::unchanged(Arc::clone(weights)), options);
        let mut lessons = Lessons::default();
        for game in 0..self.games {
            let seed = mix(self.seed ^ mix(u64::from(batch) << 32 | u64::from(game)));
            self.play_one(&mut search, seed, &mut lessons);
        }
        lessons
    }

    fn play_one(&self, search: &mut AlphaBeta, seed: u64, lessons: &mut Lessons) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let opening = rng.random_range(OPENING);
        let mut game = Shogi::default().with_move_limit(Some(LONGEST));
        let (mut moves, mut thoughts) = (Vec::new(), Vec::new());
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let by_lot = game.move_number() <= opening || rng.random_range(0..LOT) == 0;
            let mut mv = moves[rng.random_range(0..moves.len())];
            if game.move_number() > opening {
                let analysis = search.analyse(&game, &Budget::depth(self.depth));
                let Some(best) = analysis.best() else { break };
                let value = best.value as i32;
                let quiet = best.mv.to().is_some_and(|to| game.piece_on(to).is_none())
                    && !best.mv.promotes()
                    && !game.in_check()
                    && !game.gives_check(best.mv);
                if quiet && value.abs() < DECIDED {
                    thoughts.push((game.clone().with_move_limit(None), value));
                }
                if !by_lot {
                    mv = best.mv;
                }
            }
            game.apply(mv);
        }
        let winner: Option<Side> = game.outcome().and_then(|end| end.winner);
        lessons.0.extend(thoughts.into_iter().map(|(game, value)| {
            let result = winner.map_or(0, |winner| if winner == game.side_to_move() { 1 } else { -1 });
            Lesson { game, value, result }
        }));
    }

    /// Corrects `weights` by the lessons; `progress` is told of the mean squared error of every round, before its corrections.
    #[must_use]
    pub fn learn(&self, lessons: &Lessons, weights: &Weights, progress: &mut dyn FnMut(u32, f32)) -> Weights {
        let sights: Vec<Sight> = lessons.0.iter().map(|lesson| self.sight(lesson)).collect();
        let mut parts = Parts::new();
        let mut order: Vec<usize> = (0..sights.len()).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for round in 0..self.rounds {
            for last in (1..order.len()).rev() {
                order.swap(last, rng.random_range(0..=last));
            }
            let mut squares = 0.0;
            for &index in &order {
                let sight = &sights[index];
                let chance = won(parts.value(sight, weights));
                let error = sight.goal - chance;
                squares += error * error;
                parts.correct(sight, error * chance * (1.0 - chance) * 4.0);
            }
            progress(round, squares / sights.len().max(1) as f32);
        }
        let turn = weights.turn_points() + parts.turn.worth;
        Weights::from_points(|king, feature| weights.points(king, feature) + parts.sum(king, feature), turn)
    }

    fn sight(&self, lesson: &Lesson) -> Sight {
        let position = lesson.game.position();
        let own = position.turn();
        let trust = self.trust_in_result;
        let goal = (1.0 - trust) * won(lesson.value as f32) + trust * (lesson.result as f32 + 1.0) / 2.0;
        Sight { views: [View::of(position, own), View::of(position, own.flip())], goal }
    }
}

/// The chance of a win with so many points.
fn won(points: f32) -> f32 {
    1.0 / (1.0 + (-points / SCALE).exp())
}

/// A position as the learner sees it.
struct Sight {
    /// The side to move and the other.
    views: [View; 2],
    /// The chance of a win it should have.
    goal: f32,
}

/// What one side sees, mirrored so that its king is on the first five files.
struct View {
    king: usize,
    features: Vec<u16>,
}

impl View {
    fn of(position: &Position, view: Color) -> View {
        let king = features::king(view, position);
        let mirror = king >= KINGS;
        let mut seen = Vec::with_capacity(40);
        features::each(position, view, |feature| {
            seen.push(if mirror { mirrored(feature) } else { feature } as u16);
        });
        View { king: if mirror { mirrored(king) } else { king }, features: seen }
    }
}

/// A correction of a weight, and the squares of the steps it was made of.
#[derive(Clone, Copy, Default)]
struct Part {
    worth: f32,
    squares: f32,
}

impl Part {
    fn correct(&mut self, slope: f32) {
        self.squares += slope * slope;
        self.worth += STEP * slope / (1.0 + self.squares).sqrt();
    }
}

/// Squares of a piece relative to a king: 17 files and 17 ranks.
const AROUND: usize = 17 * 17;

/// Corrections of the weights.
struct Parts {
    alone: Vec<Part>,
    around: Vec<Part>,
    from_king: Vec<Part>,
    turn: Part,
    /// Where in `around` each kind of piece, own or not, begins; nothing for pieces in hand.
    kinds: Vec<Option<usize>>,
}

impl Parts {
    fn new() -> Parts {
        let kinds: Vec<Option<usize>> = (0..FEATURES)
            .map(|feature| match describe(feature) {
                Feature::Board { .. } => Some(feature / SQUARES),
                Feature::Hand { .. } => None,
            })
            .collect();
        let pieces = kinds.iter().flatten().max().map_or(0, |most| most + 1);
        Parts {
            alone: vec![Part::default(); FEATURES],
            around: vec![Part::default(); pieces * AROUND],
            from_king: vec![Part::default(); KINGS * FEATURES],
            turn: Part::default(),
            kinds,
        }
    }

    fn around(&self, king: usize, feature: usize) -> Option<usize> {
        let piece = self.kinds[feature]?;
        let square = feature % SQUARES;
        let files = square / 9 + 8 - king / 9;
        let ranks = square % 9 + 8 - king % 9;
        Some(piece * AROUND + files * 17 + ranks)
    }

    /// The correction of a weight.
    fn sum(&self, king: usize, feature: usize) -> f32 {
        let around = self.around(king, feature).map_or(0.0, |place| self.around[place].worth);
        self.alone[feature].worth + around + self.from_king[king * FEATURES + feature].worth
    }

    fn value(&self, sight: &Sight, weights: &Weights) -> f32 {
        let seen = |view: &View| -> f32 {
            let worth = |&feature: &u16| {
                let feature = usize::from(feature);
                weights.points(view.king, feature) + self.sum(view.king, feature)
            };
            view.features.iter().map(worth).sum()
        };
        seen(&sight.views[0]) - seen(&sight.views[1]) + weights.turn_points() + self.turn.worth
    }

    fn correct(&mut self, sight: &Sight, slope: f32) {
        for (view, slope) in sight.views.iter().zip([slope, -slope]) {
            for &feature in &view.features {
                let feature = usize::from(feature);
                self.alone[feature].correct(slope);
                if let Some(place) = self.around(view.king, feature) {
                    self.around[place].correct(slope);
                }
                self.from_king[view.king * FEATURES + feature].correct(slope);
            }
        }
        self.turn.correct(slope);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_learned() {
        let training = Training { games: 2, depth: 1, rounds: 6, ..Training::default() };
        let start = Weights::by_hand();
        let lessons = training.play(0, &start);
        assert_eq!(lessons, training.play(0, &start));
        assert!(lessons.len() > 20, "{} lessons", lessons.len());
        let mut errors = Vec::new();
        let learned = training.learn(&lessons, &start, &mut |_, error| errors.push(error));
        assert!(errors[5] < errors[0] / 2.0, "{errors:?}");
        assert_ne!(learned, *start);
    }
}
