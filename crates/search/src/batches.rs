//! Training games in batches that do not depend on each other: they can be played on any number of threads,
//! and kept when training is interrupted.

use std::ops::Range;

/// A number of games multiplied by `factor`.
pub(crate) fn scaled(games: u32, factor: f64) -> u32 {
    (f64::from(games) * factor).ceil() as u32
}

/// How many batches of `size` games there are.
pub(crate) fn count(games: u32, size: u32) -> u32 {
    games.div_ceil(size)
}

/// The games of a batch of `size` games; the last batch may have fewer.
pub(crate) fn range(games: u32, size: u32, batch: u32) -> Range<u32> {
    batch * size..((batch + 1) * size).min(games)
}

/// What the seed of a game is made from: no two games of a training share it.
pub(crate) fn game_seed(seed: u64, generation: usize, game: u32) -> u64 {
    seed.rotate_left(48) ^ ((generation as u64 + 1) << 32 | u64::from(game))
}
