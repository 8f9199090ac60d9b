//! Games of our own, from which weights are made.

use std::sync::atomic::{AtomicU32, Ordering};

use games::othello::{Board, Move, Squares};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::Budget;

use super::alphabeta::AlphaBeta;
use super::last::final_difference;
use super::options::Options;
use super::solver::Solver;
use super::train::{Generation, Settings, Step};
use super::weights::Weights;

/// A board and what it should be worth, in discs.
#[derive(Clone, Copy)]
pub(super) struct Lesson {
    pub(super) board: Board,
    pub(super) target: f32,
}

/// How a move came about.
#[derive(Clone, Copy)]
enum Played {
    /// By lot, or because there was no other.
    ByLot,
    /// By a rule that says nothing of the board's value.
    Unjudged,
    /// By a search that thought the board worth so many discs.
    Judged(f32),
}

/// Games that one thread plays before it reports.
const BATCH: u32 = 50;

/// Random moves at the beginning of a game: enough to part, few enough to stay near what players reach.
const OPENING: std::ops::RangeInclusive<u32> = 2..=16;

/// How often a player moves by lot afterwards, in a hundred.
const SLIPS: u32 = 3;

/// The game's own result in a target; the rest is what the search thought.
const RESULT: f32 = 0.6;

/// How often the moves of the solved end are by lot, in a hundred: else there would be no lopsided ends to learn from.
const LOOSE_ENDS: u32 = 40;

/// The lessons of the games of one generation.
pub(super) fn play(
    settings: &Settings,
    generation: usize,
    Generation { games, depth }: Generation,
    weights: Option<&Weights>,
    progress: &(dyn Fn(Step) + Sync),
) -> Vec<Lesson> {
    let played = AtomicU32::new(0);
    let batches: Vec<Vec<Lesson>> = (0..games.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let mut player = Player::new(settings, weights, depth);
            let mut lessons = Vec::new();
            let numbers = batch * BATCH..((batch + 1) * BATCH).min(games);
            for game in numbers.clone() {
                let lot = (generation as u64) << 40 | u64::from(game);
                player.rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed.rotate_left(48) ^ lot);
                player.play(&mut lessons);
            }
            let count = numbers.len() as u32;
            let games = played.fetch_add(count, Ordering::Relaxed) + count;
            progress(Step::Played { generation, games });
            lessons
        })
        .collect();
    batches.concat()
}

/// Plays both sides of a game and keeps what there is to learn.
struct Player<'a> {
    rng: Xoshiro256PlusPlus,
    search: Option<AlphaBeta<&'a Weights>>,
    budget: Budget,
    solver: Solver,
    solve_from: u32,
}

impl<'a> Player<'a> {
    fn new(settings: &Settings, weights: Option<&'a Weights>, depth: u32) -> Self {
        let options = Options { solve_from: 0, ..Options::default() };
        Player {
            rng: Xoshiro256PlusPlus::seed_from_u64(settings.seed),
            // Small tables: the searches are shallow, and clearing a table takes time.
            search: weights.map(|weights| AlphaBeta::new(weights, options, 8)),
            budget: Budget::depth(depth),
            solver: Solver::unguided(12),
            solve_from: settings.solve_from,
        }
    }

    fn play(&mut self, lessons: &mut Vec<Lesson>) {
        let mut board = Board::START;
        // Boards of the middle game, sides alternating.
        let mut middle: Vec<(Board, Played)> = Vec::new();
        let mut opening = self.rng.random_range(OPENING);
        let result = loop {
            let legal = board.moves();
            if legal == 0 {
                if board.swapped().moves() == 0 {
                    break final_difference(board);
                }
                // A pass is no lesson, and keeps the sides apart.
                middle.push((board, Played::ByLot));
                board = board.swapped();
                continue;
            }
            if board.empty().count_ones() <= self.solve_from {
                break self.finish(board, lessons);
            }
            let by_lot = opening > 0 || self.rng.random_range(0..100) < SLIPS;
            opening = opening.saturating_sub(1);
            let (next, played) = if by_lot { (self.any(board), Played::ByLot) } else { self.choose(board) };
            middle.push((board, played));
            board = next;
        };
        let mut result = result as f32;
        for &(board, played) in middle.iter().rev() {
            result = -result;
            match played {
                // The result says little about a board on which the move was by lot.
                Played::ByLot => {}
                Played::Unjudged => lessons.push(Lesson { board, target: result }),
                Played::Judged(value) => {
                    lessons.push(Lesson { board, target: RESULT * result + (1.0 - RESULT) * value });
                }
            }
        }
    }

    /// The board after a move by lot; there is one.
    fn any(&mut self, board: Board) -> Board {
        let legal = board.moves();
        let lot = self.rng.random_range(0..legal.count_ones());
        Squares(legal).nth(lot as usize).map_or(board, |square| board.placed(square, board.flips(square)))
    }

    /// The board after the best move, and what the search thinks the board before it is worth.
    fn choose(&mut self, board: Board) -> (Board, Played) {
        let Some(search) = &mut self.search else {
            let next = Squares(board.moves()).map(|square| board.placed(square, board.flips(square)));
            // Few replies are better than many; the first generation knows no more, and thinks nothing of the value.
            let best = next.min_by_key(|next| next.moves().count_ones());
            return (best.unwrap_or(board), Played::Unjudged);
        };
        let analysis = search.analyse(board, &self.budget);
        match analysis.best() {
            Some(best) => {
                let next = match best.mv {
                    Move::Place(square) => board.placed(square, board.flips(square)),
                    Move::Pass => board.swapped(),
                };
                (next, Played::Judged(best.value as f32))
            }
            None => (board, Played::ByLot),
        }
    }

    /// Solves the rest of the game and every position on the way through it; gives the value of `board`.
    fn finish(&mut self, mut board: Board, lessons: &mut Vec<Lesson>) -> i32 {
        let mut value = None;
        while let Some(solution) = self.solver.solve(board, &Budget::default()) {
            value.get_or_insert(solution.score);
            match solution.best {
                Some(_) if self.rng.random_range(0..100) < LOOSE_ENDS => {
                    lessons.push(Lesson { board, target: solution.score as f32 });
                    board = self.any(board);
                }
                Some(square) => {
                    lessons.push(Lesson { board, target: solution.score as f32 });
                    board = board.placed(square, board.flips(square));
                }
                None if board.is_over() => break,
                None => board = board.swapped(),
            }
        }
        value.unwrap_or_default()
    }
}
