//! People as players of limited attention: they look first at what is striking about a move.
//!
//! For games without a large collection of rated games. A conditional logit (McFadden 1974) over a few
//! features that anybody sees (captures, threats, exits), each with a weight for somebody of medium strength
//! and how it grows with the rating; now and then somebody sees nothing at all and plays anything. The
//! shipped weights say in their first lines where they come from; [`Attention::learn`] replaces them by any
//! records.

mod file;
mod geister;
mod kalah;
mod learning;
mod shogi;

use std::marker::PhantomData;

use games::{Game, Malformed, Record, View};

use crate::{PeopleModel, RecentMoves};

pub use learning::{Fitness, Learned};
pub use shogi::{SHOGI_BOOK, shogi_book};

/// The rating at which weights are as they stand in the file.
const MEDIUM: f64 = 1500.0;

/// Points of rating in which a weight grows by its slope.
const STEP: f64 = 400.0;

/// How often somebody of medium rating plays anything, and the factor on that for each step of rating.
const LAPSE: f64 = 0.04;
const LAPSE_PER_STEP: f64 = 0.5;

/// A game with features that people look at.
pub trait Striking: Game {
    /// What they are called in a file of weights.
    const FEATURES: &'static [&'static str];

    /// The weights that come with the program.
    const SHIPPED: &'static str;

    /// The features of a move of the seat to move, in this order, each about from 0 to 1.
    fn features(view: &Self::View, recent: RecentMoves<Self::Move>, mv: Self::Move) -> Vec<f64>;

    /// Moves that people often play in this position, and how often; empty where nothing is known.
    fn usual(_view: &Self::View) -> Vec<(Self::Move, u64)> {
        Vec::new()
    }
}

/// The weight of a feature.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Weight {
    /// At a rating of 1500.
    pub medium: f64,
    /// How much it is larger for each 400 points more.
    pub per_step: f64,
}

impl Weight {
    /// So many steps of rating above the medium one: weaker people care less, and never for the opposite.
    fn at(self, step: f64) -> f64 {
        let weight = self.medium + step * self.per_step;
        if weight * self.medium < 0.0 { 0.0 } else { weight }
    }
}

/// A model of people's attention.
#[derive(Clone, PartialEq, Debug)]
pub struct Attention<G> {
    weights: Vec<Weight>,
    game: PhantomData<fn() -> G>,
}

/// A choice that somebody made: the features of each move, which was played, and the player's rating.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Choice {
    pub(crate) features: Vec<Vec<f64>>,
    pub(crate) played: usize,
    pub(crate) rating: f64,
}

impl<G: Striking> Attention<G> {
    /// With the weights that come with the program.
    ///
    /// # Errors
    /// Never for a game of ours: a test reads them all.
    pub fn shipped() -> Result<Attention<G>, Malformed> {
        Attention::read(G::SHIPPED)
    }

    fn with(weights: Vec<Weight>) -> Attention<G> {
        Attention { weights, game: PhantomData }
    }

    /// The weights, in the order of [`Striking::FEATURES`].
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// How likely somebody of this rating is to choose each of the moves with these features.
    fn shares(&self, features: &[Vec<f64>], rating: f64) -> Vec<f64> {
        let step = (rating - MEDIUM) / STEP;
        let score = |features: &Vec<f64>| -> f64 {
            let each = self.weights.iter().zip(features);
            each.map(|(weight, value)| weight.at(step) * value).sum()
        };
        let scores: Vec<f64> = features.iter().map(score).collect();
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = scores.iter().map(|score| (score - largest).exp()).collect();
        let sum: f64 = shares.iter().sum();
        let lapse = (LAPSE * LAPSE_PER_STEP.powf(step)).min(1.0);
        let even = lapse / features.len().max(1) as f64;
        shares.into_iter().map(|share| (1.0 - lapse) * share / sum + even).collect()
    }
}

/// A move that has been seen in this position counts as so many moves of the model.
const MODEL_COUNTS: f64 = 8.0;

impl<G: Striking> PeopleModel<G> for Attention<G> {
    fn at_ratings(&mut self, view: &G::View, recent: RecentMoves<G::Move>, ratings: &[f64]) -> Vec<Vec<f64>> {
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let features: Vec<Vec<f64>> = moves.iter().map(|&mv| G::features(view, recent, mv)).collect();
        let usual = G::usual(view);
        let seen: Vec<f64> = moves
            .iter()
            .map(|mv| usual.iter().find(|(known, _)| known == mv).map_or(0.0, |(_, times)| *times as f64))
            .collect();
        let all: f64 = seen.iter().sum();
        let mixed = |shares: Vec<f64>| {
            let both = shares.into_iter().zip(&seen);
            both.map(|(share, times)| (times + MODEL_COUNTS * share) / (all + MODEL_COUNTS)).collect()
        };
        ratings.iter().map(|&rating| mixed(self.shares(&features, rating))).collect()
    }
}

/// Every so many of the choices of both sides of a game, beginning at another one for each offset; where no
/// rating is known, a medium one is assumed.
pub(crate) fn choices<G: Striking>(record: &Record<G>, every: usize, offset: usize) -> Vec<Choice> {
    let mut game = record.start.clone();
    let mut last: [Option<G::Move>; 2] = [None; 2];
    let (mut moves, mut found) = (Vec::new(), Vec::new());
    for (ply, mv) in record.moves().enumerate() {
        let mover = game.side_to_move();
        let view = game.view(mover);
        view.legal_moves(&mut moves);
        let is_taken = moves.len() > 1 && (ply + offset).is_multiple_of(every);
        if let (true, Some(played)) = (is_taken, moves.iter().position(|&legal| legal == mv)) {
            let recent = RecentMoves { other: last[mover.other().index()], own: last[mover.index()] };
            found.push(Choice {
                features: moves.iter().map(|&mv| G::features(&view, recent, mv)).collect(),
                played,
                rating: record.player(mover).rating.unwrap_or(MEDIUM),
            });
        }
        last[mover.index()] = Some(mv);
        if game.play(mv).is_err() {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::kalah::Kalah;
    use games::shogi::Shogi;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn every_position_has_shares<G: Striking>() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut model = Attention::<G>::shipped().unwrap();
        let mut game = G::deal(&mut rng);
        let mut moves = Vec::new();
        for _ in 0..40 {
            if game.outcome().is_some() {
                break;
            }
            let view = game.view(game.side_to_move());
            view.legal_moves(&mut moves);
            let shares = model.at_ratings(&view, RecentMoves::default(), &[600.0, 1500.0, 2200.0]);
            for shares in &shares {
                assert_eq!(shares.len(), moves.len());
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
            for &mv in &moves {
                let features = G::features(&view, RecentMoves::default(), mv);
                assert_eq!(features.len(), G::FEATURES.len());
                assert!(features.iter().all(|value| (-1.5..=1.5).contains(value)), "{features:?}");
            }
            game.apply(moves[rng.random_range(..moves.len())]);
        }
    }

    #[test]
    fn every_move_of_every_game_has_a_share() {
        every_position_has_shares::<Kalah>();
        every_position_has_shares::<Geister>();
        every_position_has_shares::<Shogi>();
    }

    #[test]
    fn people_take_another_turn_in_kalah() {
        let mut model = Attention::<Kalah>::shipped().unwrap();
        // The third house ends in the store.
        let shares = model.probabilities(&Kalah::default(), RecentMoves::default(), 1500.0);
        let most = shares.iter().copied().fold(0.0, f64::max);
        assert!(shares[2] == most && most > 0.4, "{shares:?}");
    }
}
