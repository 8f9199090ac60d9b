//! Self-play games, and the labelled positions in them.

use std::sync::Arc;

use games::Game;
use games::shogi::{Move, Shogi};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Analyst, Budget, Perturbed};
use games::split_mix::mix;

use super::alphabeta::AlphaBeta;
use super::options::SearchOptions;
use super::playing_styles::PLAYING_STYLES;
use super::train::win_probability;
use super::training_samples::{TrainingSample, TrainingSamples};
use super::weights::Weights;

/// Random moves at the beginning of a game.
const OPENING: std::ops::RangeInclusive<u32> = 2..=10;

/// Moves of a record that a game begins with, at least: shorter ones lead to few different games.
const FOLLOWED: usize = 16;

/// Where there are openings, one game in so many begins with random moves all the same.
const RANDOM_START_ODDS: u32 = 16;

/// One move in so many is random until [`SETTLED`], so that games differ.
const RANDOM_MOVE_ODDS: u32 = 20;

/// From this move on there are no random moves.
const SETTLED: u32 = 60;

/// Longest game.
const LONGEST: u32 = 256;

/// Positions this far from even, in points, are decided; what they are worth exactly does not matter.
const DECIDED: i32 = 2500;

/// A side that has been this far behind in so many of its searches in a row gives up.
const HOPELESS: (i32, u32) = (3000, 3);

/// The λ of TD(λ) (Sutton 1988): how much of a label comes from the next position's, the rest from the search
/// here. Searches some ten moves later know of attacks that a short search here does not see.
const LAMBDA: f32 = 0.95;

/// One game in so many is the search against itself from its beginning; the others are first led somewhere by
/// players of other [styles](super::playing_styles), or kings would hardly be attacked.
const UNLED_ODDS: u32 = 3;

/// Plies that other styles lead a game.
const LED: std::ops::RangeInclusive<u32> = 10..=70;

/// Nodes per move of the leading styles.
const LEADING_NODES: u64 = 400;

/// A led game that comes this far from even, in points, is dropped.
const MOST_LED_VALUE: f64 = 2000.0;

/// Beginnings of games, each the moves from the start.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Openings(Arc<[Vec<Move>]>);

impl Openings {
    /// These beginnings; those that are too short to lead anywhere are left out.
    #[must_use]
    pub fn new(beginnings: impl IntoIterator<Item = Vec<Move>>) -> Openings {
        Openings(beginnings.into_iter().filter(|moves| moves.len() >= FOLLOWED).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Plays some of the moves of one of them.
    fn follow(&self, game: &mut Shogi, rng: &mut Xoshiro256PlusPlus) {
        let moves = &self.0[rng.random_range(0..self.0.len())];
        for &mv in &moves[..rng.random_range(FOLLOWED..=moves.len())] {
            if game.play(mv).is_err() {
                break;
            }
        }
    }
}

impl std::fmt::Debug for Openings {
    /// How many, and a number that changes with them: enough to tell two trainings apart.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = self.0.iter().flatten();
        let mark = moves.fold(0, |mark, mv| {
            mix(mark ^ mv.to_string().bytes().fold(0, |all, byte| all << 8 | u64::from(byte)))
        });
        write!(f, "Openings({}, {mark:016x})", self.0.len())
    }
}

/// Both sides of games of self-play.
pub(super) struct SelfPlayer {
    search: AlphaBeta,
    leaders: Vec<AlphaBeta>,
    nodes: u64,
}

impl SelfPlayer {
    /// A player that spends so many nodes on a move.
    pub(super) fn new(weights: &Arc<Weights>, nodes: u64) -> SelfPlayer {
        // 512 KiB, far more than the nodes of a move fill.
        let search = |weights: Arc<Weights>, nodes: u64| {
            let options = SearchOptions { table_bits: 13, mate_nodes: nodes / 2, ..SearchOptions::default() };
            AlphaBeta::new(Perturbed::unchanged(weights), options)
        };
        let leaders = PLAYING_STYLES.map(|style| search(Arc::new(style.of(weights)), LEADING_NODES));
        SelfPlayer { search: search(Arc::clone(weights), nodes), leaders: leaders.into(), nodes }
    }

    /// Two random styles play for a while; false if there is nothing left to play for.
    fn lead(&mut self, game: &mut Shogi, rng: &mut Xoshiro256PlusPlus) -> bool {
        let sides = [rng.random_range(0..PLAYING_STYLES.len()), rng.random_range(0..PLAYING_STYLES.len())];
        for ply in 0..rng.random_range(LED) {
            if game.outcome().is_some() {
                return false;
            }
            let leader = &mut self.leaders[sides[ply as usize % 2]];
            let analysis = leader.analyse(game, &Budget::nodes(LEADING_NODES));
            let Some(best) = analysis.best().filter(|best| best.value.abs() <= MOST_LED_VALUE) else {
                return false;
            };
            game.apply(best.mv);
        }
        true
    }

    /// Plays a game and adds its samples. Where there are openings, nearly every game begins with one of
    /// them: random moves rarely lead to the castles that people build.
    pub(super) fn play(&mut self, seed: u64, openings: &Openings, samples: &mut TrainingSamples) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Shogi::default().with_move_limit(Some(LONGEST));
        if !openings.is_empty() && rng.random_range(0..RANDOM_START_ODDS) > 0 {
            openings.follow(&mut game, &mut rng);
        } else {
            play_random_moves(&mut game, &mut rng);
        }
        let led = rng.random_range(0..UNLED_ODDS) > 0;
        if led && !self.lead(&mut game, &mut rng) {
            return;
        }
        let (mut moves, mut played) = (Vec::new(), Vec::<PlayedMove>::new());
        let mut behind = [0; 2];
        while game.outcome().is_none() {
            let random_move =
                !led && game.move_number() < SETTLED && rng.random_range(0..RANDOM_MOVE_ODDS) == 0;
            let analysis = self.search.analyse(&game, &Budget::nodes(self.nodes));
            let Some(best) = analysis.best() else { break };
            let value = best.value as i32;
            let end = if value.abs() < DECIDED { end_of(&game, &best.line) } else { None };
            played.push(PlayedMove { value, random_move, end });
            let count = &mut behind[played.len() % 2];
            *count = if value < -HOPELESS.0 { *count + 1 } else { 0 };
            if *count >= HOPELESS.1 {
                break;
            }
            let mut mv = best.mv;
            if random_move {
                game.legal_moves(&mut moves);
                mv = moves[rng.random_range(0..moves.len())];
            }
            game.apply(mv);
        }
        samples.0.extend(labelled(played));
    }
}

/// Plays some random moves.
fn play_random_moves(game: &mut Shogi, rng: &mut Xoshiro256PlusPlus) {
    let mut moves = Vec::new();
    for _ in 0..rng.random_range(OPENING) {
        game.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        game.apply(moves[rng.random_range(0..moves.len())]);
    }
}

/// A move of a game and what the search thought before it.
struct PlayedMove {
    value: i32,
    /// The move was another than the one it would have played, so nothing that came after says anything of
    /// this position.
    random_move: bool,
    /// The position at the end of the principal variation, and how many plies away it is. A search goes where
    /// it overrates its prospects, so this is where it learns not to (TDLeaf: Baxter, Tridgell and Weaver
    /// 1998).
    end: Option<(Shogi, usize)>,
}

/// The samples of a game's moves, in their order.
fn labelled(played: Vec<PlayedMove>) -> Vec<TrainingSample> {
    let mut labels = vec![0.0; played.len()];
    let mut next: Option<f32> = None;
    for (played_move, label) in played.iter().zip(&mut labels).rev() {
        let own = win_probability(played_move.value as f32);
        *label = match next.filter(|_| !played_move.random_move) {
            Some(next) => (1.0 - LAMBDA) * own + LAMBDA * (1.0 - next),
            None => own,
        };
        next = Some(*label);
    }
    let sample = |(played_move, label): (PlayedMove, f32)| {
        let (game, plies) = played_move.end?;
        // Every ply turns the sides round.
        Some(TrainingSample::new(&game, if plies % 2 == 1 { 1.0 - label } else { label }))
    };
    played.into_iter().zip(labels).filter_map(sample).collect()
}

/// The position at the end of a line and how many plies away it is; none if the game is over there or the
/// king in check, where nothing is evaluated.
fn end_of(game: &Shogi, line: &[Move]) -> Option<(Shogi, usize)> {
    let mut game = game.clone().with_move_limit(None);
    for &mv in line {
        game.apply(mv);
        if game.outcome().is_some() {
            return None;
        }
    }
    (!game.in_check()).then_some((game, line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_searches_tell_of_earlier_positions() {
        let played_move = |value: i32, random_move: bool, plies: usize| PlayedMove {
            value,
            random_move,
            end: Some((Shogi::default(), plies)),
        };
        // The second side finds out that it is lost; what came before a random move is not to blame.
        let told = labelled(vec![
            played_move(0, true, 0),
            played_move(0, false, 0),
            played_move(0, false, 1),
            played_move(-6000, false, 0),
        ]);
        assert_eq!(told.len(), 4);
        assert!((told[0].label - 0.5).abs() < 1e-6);
        // Two plies before the loss the same side is to move; at one ply away the sides are turned round.
        assert!(told[1].label < 0.1 && told[2].label < 0.1, "{told:?}");
    }

    #[test]
    fn lines_are_played_to_their_end() {
        let game: Shogi = "4k4/9/4r4/9/9/9/9/4R4/4K4 b - 1".parse().unwrap();
        let line: Vec<Move> = ["5h5c+", "5a4a", "5i5h"].map(|mv| mv.parse().unwrap()).to_vec();
        let mut end = game.clone();
        line.iter().for_each(|&mv| end.apply(mv));
        assert_eq!(end_of(&game, &line), Some((end, 3)));
        // In check.
        assert_eq!(end_of(&game, &line[..1]), None);
    }
}
