//! An opening book of people's games: how often each move was played, by players of three strengths.

use std::collections::HashMap;

use games::Malformed;
use games::othello::{Board, Square, Symmetry};
use games::split_mix::mix;

/// Bands of ratings that are counted apart: below 1500, to 1700, above.
pub(super) const BANDS: usize = 3;
const BOUNDS: [f64; BANDS - 1] = [1500.0, 1700.0];
const CENTRES: [f64; BANDS] = [1400.0, 1600.0, 1800.0];
/// How quickly players of another rating count less.
const SPREAD: f64 = 150.0;

/// Positions with fewer empty squares are not in the book.
const LAST_EMPTIES: u32 = 37;

/// Moves that were played less often are not in the book.
const LEAST: u32 = 3;

/// A count is stored as this times its logarithm.
const STEPS: f64 = 20.0;

/// The band of a rating.
fn band(rating: f64) -> usize {
    BOUNDS.iter().filter(|&&bound| rating >= bound).count()
}

fn hash(board: Board) -> u64 {
    mix(mix(board.own) ^ board.other.rotate_left(1))
}

/// The keys of the moves of a position, the same for all its images; `None` beyond the book.
pub(super) fn keys(board: Board, moves: impl Iterator<Item = Square>) -> Option<Vec<u32>> {
    if board.empty().count_ones() < LAST_EMPTIES {
        return None;
    }
    let before = hash(Symmetry::canonical(board).0);
    let key = |square: Square| {
        let after = Symmetry::canonical(board.placed(square, board.flips(square))).0;
        (mix(before ^ hash(after)) >> 32) as u32
    };
    Some(moves.map(key).collect())
}

/// Counts while they are collected: those of each player can be taken out again.
#[derive(Default)]
pub(super) struct Counting {
    counts: HashMap<u32, [u32; BANDS]>,
    of_players: HashMap<(u32, u16), u32>,
}

impl Counting {
    /// Counts a move of a player.
    pub(super) fn count(&mut self, key: u32, player: u16, rating: f64) {
        self.counts.entry(key).or_default()[band(rating)] += 1;
        *self.of_players.entry((key, player)).or_default() += 1;
    }

    /// How often others than `player` played the move: what a book without this player's games would say.
    pub(super) fn without(&self, key: u32, player: u16, rating: f64) -> [f32; BANDS] {
        let Some(&(mut counts)) = self.counts.get(&key) else { return [0.0; BANDS] };
        let own = self.of_players.get(&(key, player)).copied().unwrap_or_default();
        let band = &mut counts[band(rating)];
        *band = band.saturating_sub(own);
        if counts.iter().sum::<u32>() < LEAST { [0.0; BANDS] } else { counts.map(|count| count as f32) }
    }

    /// The book.
    pub(super) fn book(&self) -> Book {
        let mut moves: Vec<(u32, [u8; BANDS])> = self
            .counts
            .iter()
            .filter(|(_, counts)| counts.iter().sum::<u32>() >= LEAST)
            .map(|(&key, counts)| {
                (key, counts.map(|count| (STEPS * f64::from(count).ln_1p()).round().min(255.0) as u8))
            })
            .collect();
        moves.sort_unstable();
        Book {
            keys: moves.iter().map(|entry| entry.0).collect(),
            counts: moves.iter().map(|entry| entry.1).collect(),
        }
    }
}

/// The opening book.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Book {
    keys: Vec<u32>,
    counts: Vec<[u8; BANDS]>,
}

impl Book {
    /// How often a move was played by players of each band.
    pub(super) fn counts(&self, key: u32) -> [f32; BANDS] {
        let Ok(at) = self.keys.binary_search(&key) else { return [0.0; BANDS] };
        self.counts[at].map(|steps| (f64::from(steps) / STEPS).exp_m1() as f32)
    }

    /// Appends the book to a file.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.keys.len() as u32).to_le_bytes());
        bytes.extend(self.keys.iter().flat_map(|key| key.to_le_bytes()));
        bytes.extend(self.counts.iter().flatten());
    }

    /// Reads what [`Book::write`] wrote and leaves the rest.
    ///
    /// # Errors
    /// The bytes end too early, or the moves are not in order.
    pub(super) fn read(bytes: &mut &[u8]) -> Result<Book, Malformed> {
        let short =
            |found: usize| Malformed::described(format!("{found} bytes"), "the moves of an opening book");
        let (head, rest) = bytes.split_first_chunk::<4>().ok_or_else(|| short(bytes.len()))?;
        let moves = u32::from_le_bytes(*head) as usize;
        let (keys, rest) = rest.split_at_checked(4 * moves).ok_or_else(|| short(rest.len()))?;
        let (counts, rest) = rest.split_at_checked(BANDS * moves).ok_or_else(|| short(rest.len()))?;
        let keys: Vec<u32> = keys.as_chunks().0.iter().map(|key| u32::from_le_bytes(*key)).collect();
        if !keys.is_sorted() {
            return Err(Malformed::described("moves in disorder", "the moves of an opening book in order"));
        }
        *bytes = rest;
        Ok(Book { keys, counts: counts.as_chunks().0.to_vec() })
    }
}

/// What the book says about each move of a position to somebody of this rating.
pub(super) fn advice(counts: &[[f32; BANDS]], rating: f64) -> Vec<[f32; 5]> {
    let moves = counts.len() as f32;
    let kernel = CENTRES.map(|centre| (-((rating - centre) / SPREAD).powi(2)).exp() as f32 + 0.02);
    let whole: f32 = kernel.iter().sum();
    let near = |counts: &[f32; BANDS]| {
        BANDS as f32 * counts.iter().zip(kernel).map(|(count, weight)| count * weight).sum::<f32>() / whole
    };
    let all = |counts: &[f32; BANDS]| counts.iter().sum::<f32>();
    let (sum_all, sum_near) = (counts.iter().map(all).sum::<f32>(), counts.iter().map(near).sum::<f32>());
    // The logarithm of the share, compared with an equal one; half a game for each move keeps it finite.
    let share = |count: f32, sum: f32| ((count + 0.5) * moves / (sum + 0.5 * moves)).ln() / 3.0;
    counts
        .iter()
        .map(|counts| {
            [
                share(all(counts), sum_all),
                share(near(counts), sum_near),
                all(counts).ln_1p() / 5.0,
                sum_all.ln_1p() / 5.0,
                if sum_all > 0.0 { 1.0 } else { 0.0 },
            ]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use games::othello::Squares;

    use super::*;

    #[test]
    fn a_player_can_be_taken_out_of_the_book() {
        let start = Board::START;
        let keys = keys(start, Squares(start.moves())).unwrap();
        // All four first moves are images of each other.
        assert!(keys.iter().all(|&key| key == keys[0]));
        let mut counting = Counting::default();
        for player in [7, 7, 7, 8, 9, 10] {
            counting.count(keys[0], player, 1400.0);
        }
        assert_eq!(counting.without(keys[0], 7, 1400.0), [3.0, 0.0, 0.0]);
        assert_eq!(counting.without(keys[0], 8, 1400.0), [5.0, 0.0, 0.0]);
        let book = counting.book();
        assert!((book.counts(keys[0])[0] - 6.0).abs() < 0.3);
        assert_eq!(book.counts(keys[0] ^ 1), [0.0; BANDS]);
        let mut bytes = Vec::new();
        book.write(&mut bytes);
        bytes.push(9);
        let mut rest = &bytes[..];
        assert_eq!(Book::read(&mut rest).unwrap(), book);
        assert_eq!(rest, [9]);
        assert!(Book::read(&mut &bytes[..8]).is_err());
    }
}
