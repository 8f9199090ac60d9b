//! Making the model's weights, step by step: each can be stored, so that an interrupted training goes on.
//!
//! 1. The first layer learns from the training games but for 15 in a hundred.
//! 2. On those, searches value the moves of a random sample of positions.
//! 3. On that sample the second layer learns, once with these values and once without.

use games::Malformed;
use games::othello::Board;
use rayon::prelude::*;

use super::book::{self, BANDS, Counting};
use super::games::{Position, RatedGame, Use, sample};
use super::policy::Policy;
pub use super::policy_training::{PolicyTrainer, PolicyTraining};
use super::values::{DEPTHS, MoveValues};
use super::{Looked, OthelloModel, inputs};
use crate::dense::{Choices, Dense, DenseTraining};

use games::othello::Squares;

/// How the model is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Training {
    /// The first layer.
    pub policy: PolicyTraining,
    /// Positions that the second layer learns from; their moves are searched.
    pub searched: usize,
    /// How often the second layer sees each of them.
    pub epochs: usize,
    /// Decides everything random.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Training { policy: PolicyTraining::default(), searched: 300_000, epochs: 4, seed: 1 }
    }
}

/// The positions of training games.
pub struct TrainingPositions {
    /// Those of the first layer.
    pub first: Vec<Position>,
    /// Those of the second.
    pub second: Vec<Position>,
    counting: Counting,
}

impl TrainingPositions {
    /// Takes them from the training games, and counts the openings.
    #[must_use]
    pub fn new(games: &[RatedGame], training: &Training) -> TrainingPositions {
        let mut positions =
            TrainingPositions { first: Vec::new(), second: Vec::new(), counting: Counting::default() };
        for game in games.iter().filter(|game| game.purpose() == Use::Training) {
            let of_game = game.positions();
            for position in &of_game {
                if let Some(keys) = book::keys(position.board, std::iter::once(position.played)) {
                    positions.counting.count(keys[0], position.player, f64::from(position.rating));
                }
            }
            if game.is_for_second_layer() { &mut positions.second } else { &mut positions.first }
                .extend(of_game);
        }
        positions.second = sample(&positions.second, training.searched, training.seed);
        positions
    }
}

/// Positions whose moves are valued at a time.
pub const BATCH: usize = 10_000;

/// The values of the moves of a batch of positions, one after the other, as a file.
#[must_use]
pub fn value_moves(positions: &[Position]) -> Vec<u8> {
    let values: Vec<Vec<[f32; DEPTHS]>> = positions
        .par_chunks(100)
        .flat_map_iter(|positions| {
            let mut values = MoveValues::default();
            positions.iter().map(|position| values.of(position.board)).collect::<Vec<_>>()
        })
        .collect();
    values.iter().flatten().flatten().flat_map(|value| value.to_le_bytes()).collect()
}

/// Reads what [`value_moves`] wrote, in the same order of positions.
///
/// # Errors
/// The file is of other positions.
pub fn read_values(bytes: &[u8], positions: &[Position]) -> Result<Vec<Vec<[f32; DEPTHS]>>, Malformed> {
    let mut values = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let expected = positions.iter().map(|position| moves(position.board) * DEPTHS * 4).sum::<usize>();
    if bytes.len() != expected {
        let found = format!("{} bytes of values", bytes.len());
        return Err(Malformed::described(found, format!("{expected} for these positions")));
    }
    let mut next = || values.next().unwrap_or_default();
    Ok(positions
        .iter()
        .map(|position| (0..moves(position.board)).map(|_| std::array::from_fn(|_| next())).collect())
        .collect())
}

fn moves(board: Board) -> usize {
    board.moves().count_ones() as usize
}

/// The second layer's training samples, with values if there are any.
fn choices(policy: &Policy, positions: &TrainingPositions, values: Option<&[Vec<[f32; DEPTHS]>]>) -> Choices {
    let rows = |at: usize| -> (Vec<f32>, u8) {
        let position = &positions.second[at];
        let rating = f64::from(position.rating);
        let looked: Looked =
            OthelloModel::look(policy, position.board, position.recent, &|key| -> [f32; BANDS] {
                positions.counting.without(key, position.player, rating)
            });
        let mut rows = Vec::new();
        super::fill(policy, &mut rows, &looked, values.map(|values| &values[at][..]), rating);
        let chosen = Squares(position.board.moves()).position(|square| square == position.played);
        (rows, chosen.unwrap_or_default() as u8)
    };
    let inputs = if values.is_some() { inputs::SEARCHED } else { inputs::PLAIN };
    let mut choices = Choices::default();
    let all: Vec<usize> = (0..positions.second.len()).collect();
    for part in all.chunks(BATCH) {
        let parts: Vec<(Vec<f32>, u8)> = part.par_iter().map(|&at| rows(at)).collect();
        for (rows, chosen) in parts {
            choices.rows.extend(rows);
            choices.ends.push((choices.rows.len() / inputs) as u32);
            choices.chosen.push(chosen);
        }
    }
    choices
}

/// Trains the second layer; gives its file and the mean cross entropies of the epochs.
#[must_use]
pub fn second_layer(
    policy: &Policy,
    positions: &TrainingPositions,
    values: Option<&[Vec<[f32; DEPTHS]>]>,
    training: &Training,
    seen: &dyn Fn(u64),
) -> (Vec<u8>, Vec<f64>) {
    let choices = choices(policy, positions, values);
    let inputs = if values.is_some() { inputs::SEARCHED } else { inputs::PLAIN };
    let mut network = Dense::random(inputs, training.seed);
    let settings = DenseTraining { epochs: training.epochs, seed: training.seed, ..DenseTraining::default() };
    let losses = network.train(&choices, settings, seen);
    let mut bytes = Vec::new();
    network.write(&mut bytes);
    (bytes, losses)
}

/// Reads a policy file.
///
/// # Errors
/// It is none.
pub fn read_policy(bytes: &[u8]) -> Result<Policy, Malformed> {
    Policy::read(&mut &bytes[..])
}

/// The weights file, of the files of its parts.
///
/// # Errors
/// One of the parts is broken.
pub fn assemble(
    policy: &[u8],
    positions: &TrainingPositions,
    plain: &[u8],
    searched: &[u8],
) -> Result<Vec<u8>, Malformed> {
    let model = OthelloModel {
        policy: Policy::read(&mut &policy[..])?,
        book: positions.counting.book(),
        plain: Dense::read(inputs::PLAIN, &mut &plain[..])?,
        searched: Dense::read(inputs::SEARCHED, &mut &searched[..])?,
    };
    Ok(model.to_bytes(policy))
}
