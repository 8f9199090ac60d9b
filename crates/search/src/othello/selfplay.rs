//! Self-play games, from which weights are made.
//!
//! A game begins with a few random moves. Then both sides choose loosely, as people do, so that no two games
//! are alike. At last both play as well as they can, and the end is solved: the boards of this part are the
//! samples. Where searches supply the labels there is no need to play well: both sides choose loosely to the
//! end, and boards all along the game are samples.

use games::othello::{Board, Move, Squares};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Budget;

use super::alphabeta::AlphaBeta;
use super::last_empties::final_difference;
use super::options::SearchOptions;
use super::solver::Solver;
use super::train::{Generation, LabelSource};
use super::training_samples::{TrainingSample, TrainingSamples};
use super::weights::Weights;

/// Random moves at the beginning of a game: enough to diverge, few enough to stay near what players reach.
const OPENING: std::ops::RangeInclusive<u32> = 2..=6;

/// How loosely players choose, in discs: a move worth this much less than the best is played e times less
/// often. Each player of each game has a looseness between these, log-uniformly. Chosen so that boards with
/// 24 empty squares are as uneven as those of people's games.
const LOOSENESS: [f64; 2] = [0.2, 2.5];

/// The search depths of loose players where searches supply the labels, each as often as the next. One depth
/// alone would bias the weights: a board chosen for what one search says of it is worth less than that search
/// says.
const LOOKS: [u32; 4] = [1, 2, 2, 3];

/// Where searches supply the labels, one board of so many is a sample: neighbours in a game say nearly the
/// same.
const SPACING: u32 = 3;

/// Plays both sides of games and collects samples.
pub(super) struct SelfPlayer<'a> {
    generation: Generation,
    /// What every move is worth at a glance, and the best move by a deeper search.
    searches: Option<[AlphaBeta<&'a Weights>; 2]>,
    solver: Solver,
}

impl<'a> SelfPlayer<'a> {
    /// Without weights, moves are judged by the number of replies they leave.
    pub(super) fn new(weights: Option<&'a Weights>, generation: Generation) -> Self {
        let deep = SearchOptions { solve_from: 0, ..SearchOptions::default() };
        let glance = SearchOptions { every_move: true, ..deep };
        // Small tables: the searches are shallow, and clearing a table takes time.
        let searches =
            weights.map(|weights| [AlphaBeta::new(weights, glance, 8), AlphaBeta::new(weights, deep, 12)]);
        SelfPlayer { generation, searches, solver: Solver::unguided(12) }
    }

    /// Plays the game that follows from `seed`.
    pub(super) fn play(&mut self, seed: u64, samples: &mut TrainingSamples) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let ratio = LOOSENESS[1] / LOOSENESS[0];
        let looseness = [(); 2].map(|()| LOOSENESS[0] * ratio.powf(rng.random::<f64>()));
        match self.generation.labels {
            LabelSource::Game { trust, .. } => self.play_in_earnest(looseness, trust, &mut rng, samples),
            LabelSource::Searches => self.play_loosely(looseness, &mut rng, samples),
        }
    }

    /// A game that is loose to the end, and what searches say of some of its boards.
    fn play_loosely(
        &mut self,
        looseness: [f64; 2],
        rng: &mut Xoshiro256PlusPlus,
        samples: &mut TrainingSamples,
    ) {
        let looks = [(); 2].map(|()| LOOKS[rng.random_range(0..LOOKS.len())]);
        let opening = rng.random_range(OPENING);
        let first_sample = rng.random_range(0..SPACING);
        let mut board = Board::START;
        let mut side = 0;
        for ply in 0.. {
            if board.moves() == 0 {
                if board.is_over() {
                    break;
                }
                board = board.swapped();
                side ^= 1;
            }
            if ply % SPACING == first_sample {
                let label = self.label(board);
                samples.0.push(TrainingSample { board, label, result: label });
            }
            board = if ply < opening {
                self.loosely(board, f64::INFINITY, 1, rng)
            } else {
                self.loosely(board, looseness[side], looks[side], rng)
            };
            side ^= 1;
        }
    }

    /// What the board is label: the exact score, or what two searches think.
    fn label(&mut self, board: Board) -> f32 {
        if board.empty().count_ones() <= self.generation.solve_from
            && let Some(solution) = self.solver.solve(board, &Budget::default())
        {
            return solution.score as f32;
        }
        let Some([_, search]) = &mut self.searches else { return 0.0 };
        let thought = [0, 1].map(|more| {
            let analysis = search.analyse(board, &Budget::depth(self.generation.depth + more));
            analysis.best().map_or(0.0, |best| best.value)
        });
        (f64::midpoint(thought[0], thought[1]) as f32).clamp(-64.0, 64.0)
    }

    /// A game that is played in earnest from some move on, and what it and its end say of the boards from
    /// there on.
    fn play_in_earnest(
        &mut self,
        looseness: [f64; 2],
        trust: f32,
        rng: &mut Xoshiro256PlusPlus,
        samples: &mut TrainingSamples,
    ) {
        let opening = rng.random_range(OPENING);
        let solve_from = self.generation.solve_from;
        let earnest = rng.random_range(opening..=60 - solve_from);
        let mut played: Vec<PlayedBoard> = Vec::with_capacity(60);
        // Values of the first two boards of the solved part, for the side that began the game.
        let mut ends: [Option<f32>; 2] = [None; 2];
        let mut board = Board::START;
        // 1 while the side that began the game is to move, then -1.
        let mut sign = 1.0;
        for ply in 0.. {
            if board.moves() == 0 {
                if board.is_over() {
                    break;
                }
                board = board.swapped();
                sign = -sign;
            }
            let empties = board.empty().count_ones();
            if empties <= solve_from
                && let Some(solution) = self.solver.solve(board, &Budget::default())
            {
                let score = solution.score as f32;
                if let Some(end) = ends.iter_mut().find(|end| end.is_none()) {
                    *end = Some(sign * score);
                }
                samples.0.push(TrainingSample { board, label: score, result: score });
            }
            board = if ply >= earnest && empties >= solve_from {
                let (next, value) = self.best(board);
                if empties > solve_from {
                    played.push(PlayedBoard { board, sign, value: sign * value });
                }
                next
            } else {
                let looseness =
                    if ply < opening { f64::INFINITY } else { looseness[usize::from(sign < 0.0)] };
                self.loosely(board, looseness, 1, rng)
            };
            sign = -sign;
        }
        let over = sign * final_difference(board) as f32;
        judge(&played, ends.map(|end| end.unwrap_or(over)), trust, samples);
    }

    /// The board after the move that the deeper search likes best, and what that search thinks of the board
    /// before.
    fn best(&mut self, board: Board) -> (Board, f32) {
        if let Some([_, search]) = &mut self.searches {
            let analysis = search.analyse(board, &Budget::depth(self.generation.depth));
            analysis.best().map_or((board, 0.0), |best| (after(board, best.mv), best.value as f32))
        } else {
            let values = self.values(board, 1);
            let best = values.iter().max_by(|a, b| a.0.total_cmp(&b.0));
            best.map_or((board, 0.0), |&(_, next)| (next, 0.0))
        }
    }

    /// The board after a random move; moves that look better at this depth are more likely.
    fn loosely(&mut self, board: Board, looseness: f64, look: u32, rng: &mut Xoshiro256PlusPlus) -> Board {
        let values = self.values(board, look);
        let best = values.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
        let share = |value: f64| ((value - best) / looseness).exp();
        let all: f64 = values.iter().map(|&(value, _)| share(value)).sum();
        let mut drawn = rng.random::<f64>() * all;
        let drawn = values.iter().find(|&&(value, _)| {
            drawn -= share(value);
            drawn < 0.0
        });
        drawn.or(values.last()).map_or(board, |&(_, next)| next)
    }

    /// What each move is label, looking so many plies ahead, and where it leads, in the order of the squares.
    fn values(&mut self, board: Board, look: u32) -> Vec<(f64, Board)> {
        let Some([glance, _]) = &mut self.searches else {
            let nexts = Squares(board.moves()).map(|square| board.placed(square, board.flips(square)));
            return nexts.map(|next| (-f64::from(next.moves().count_ones()), next)).collect();
        };
        let candidates = glance.analyse(board, &Budget::depth(look)).candidates;
        let mut values: Vec<_> =
            candidates.iter().map(|candidate| (candidate.value, after(board, candidate.mv))).collect();
        values.sort_by_key(|&(_, next)| next.own | next.other);
        values
    }
}

/// A board of the part played to win, and what the search thought of it.
struct PlayedBoard {
    board: Board,
    /// 1 if the side that began the game is to move, else -1.
    sign: f32,
    /// For the side that began the game.
    value: f32,
}

/// The labels of the boards before the solved part, from the last to the first.
///
/// Each move loses a little. A board two plies earlier has one loss of each side between it and the later
/// one, and they cancel; one ply earlier they would not. For the same reason what searches thought of two
/// boards is averaged.
fn judge(played: &[PlayedBoard], ends: [f32; 2], trust: f32, samples: &mut TrainingSamples) {
    let [mut next, mut after_next] = ends.map(|end| (end, end));
    let mut next_value = ends[0];
    for thought in played.iter().rev() {
        let thoughts = (thought.value + next_value) / 2.0;
        let (label, result) = (trust * after_next.0 + (1.0 - trust) * thoughts, after_next.1);
        samples.0.push(TrainingSample {
            board: thought.board,
            label: (thought.sign * label).clamp(-64.0, 64.0),
            result: thought.sign * result,
        });
        next_value = thought.value;
        (next, after_next) = ((label, result), next);
    }
}

fn after(board: Board, mv: Move) -> Board {
    match mv {
        Move::Place(square) => board.placed(square, board.flips(square)),
        Move::Pass => board.swapped(),
    }
}
