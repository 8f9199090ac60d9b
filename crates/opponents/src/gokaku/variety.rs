//! Keeps games with the same user from repeating each other: near the top of the scale the best move is
//! nearly always the same, and a user who answers alike would lose or win one game again and again.

use std::collections::VecDeque;
use std::fmt::Write;

/// So many own moves at the beginning of each game are remembered. A choice.
const OPENING: usize = 12;

/// Those of so many games. A choice.
const GAMES: usize = 30;

/// How much less often a move is played for each time that it was played in the same position. A choice.
const LESS: f64 = 0.1;

/// How often a move that is as good as the usual one is at least played instead of it. A choice.
const AS_GOOD: f64 = 0.1;

/// What stands for no moves in a memory.
const NONE: &str = "-";

/// The moves with which earlier games began.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Variety {
    /// Keys of positions and moves, the oldest first.
    played: VecDeque<u32>,
    /// How many of them are of this game.
    made: usize,
}

/// A key of a move in a position. Two moves that share one by chance do no harm.
fn key(position: u64, place: usize) -> u32 {
    // The multiplier of SplitMix64 spreads places over all bits.
    let mixed = position.wrapping_add((place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ (mixed >> 32)) as u32
}

impl Variety {
    /// A new game begins.
    pub(super) fn begin(&mut self) {
        self.made = 0;
    }

    /// How often to play each move: as `policy` says, but less often what was played here before. `as_good`
    /// says which moves are as good as the likeliest.
    pub(super) fn vary(
        &self,
        position: u64,
        policy: &[f64],
        as_good: &mut dyn FnMut() -> Vec<bool>,
    ) -> Vec<f64> {
        let tried = |place: usize| {
            let wanted = key(position, place);
            self.played.iter().filter(|&&known| known == wanted).count() as i32
        };
        let tried: Vec<i32> = (0..policy.len()).map(tried).collect();
        if self.made >= OPENING || tried.iter().all(|&times| times == 0) {
            return policy.to_vec();
        }
        let least = as_good().into_iter().map(|is_good| if is_good { AS_GOOD } else { 0.0 });
        let weights = policy.iter().zip(least).zip(tried);
        let weights: Vec<f64> =
            weights.map(|((share, least), times)| share.max(least) * LESS.powi(times)).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// The move at this place was played.
    pub(super) fn note(&mut self, position: u64, place: usize) {
        self.made += 1;
        if self.made <= OPENING {
            self.played.push_back(key(position, place));
        }
        while self.played.len() > OPENING * GAMES {
            self.played.pop_front();
        }
    }

    /// Forgets all but the first own moves of this game: the others have been taken back.
    pub(super) fn keep(&mut self, made: usize) {
        let taken_back = self.made.min(OPENING).saturating_sub(made);
        self.played.truncate(self.played.len().saturating_sub(taken_back));
        self.made = self.made.min(made);
    }

    /// As one word.
    pub(super) fn write(&self) -> String {
        if self.played.is_empty() {
            return NONE.to_owned();
        }
        self.played.iter().fold(String::new(), |mut text, key| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{key:08x}");
            text
        })
    }

    /// What that word says; `None` if it is none.
    pub(super) fn read(word: &str) -> Option<Variety> {
        if word == NONE {
            return Some(Variety::default());
        }
        let is_whole = word.is_ascii() && word.len().is_multiple_of(8) && word.len() <= 8 * OPENING * GAMES;
        let digits = word.as_bytes().chunks_exact(8).map(|digits| std::str::from_utf8(digits).ok());
        let played = digits.map(|digits| u32::from_str_radix(digits?, 16).ok()).collect::<Option<_>>()?;
        (is_whole && !word.is_empty()).then_some(Variety { played, made: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_played_here_is_played_less() {
        let mut variety = Variety::default();
        let policy = [0.98, 0.01, 0.01];
        let all_alike = &mut || vec![true, true, false];
        assert_eq!(variety.vary(7, &policy, &mut || unreachable!("nothing was played here")), policy);
        variety.note(7, 0);
        let varied = variety.vary(7, &policy, all_alike);
        assert!(varied[0] > 0.3 && varied[1] > 0.3 && varied[2] < 0.1, "{varied:?}");
        variety.note(7, 0);
        let again = variety.vary(7, &policy, all_alike);
        assert!(again[1] > 0.6, "{again:?}");
        assert!((again.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(variety.vary(8, &policy, all_alike), policy, "another position");
    }

    #[test]
    fn the_beginnings_of_some_games_are_remembered() {
        let mut variety = Variety::default();
        for game in 0..GAMES as u64 + 5 {
            variety.begin();
            (0..OPENING as u64 + 3).for_each(|made| variety.note(100 * game + made, 0));
        }
        assert_eq!(variety.played.len(), GAMES * OPENING);
        let read = Variety::read(&variety.write()).unwrap();
        assert_eq!(read.played, variety.played);
        for bad in ["", "x", "1234567", "123456789", "0000000g", "éééé"] {
            assert_eq!(Variety::read(bad), None, "{bad}");
        }
        assert_eq!(Variety::read(NONE), Some(Variety::default()));
    }

    #[test]
    fn moves_that_are_taken_back_were_not_played() {
        let mut variety = Variety::default();
        (0..4).for_each(|made| variety.note(made, 0));
        let before = variety.clone();
        variety.note(4, 1);
        variety.keep(4);
        assert_eq!(variety, before);
        (4..OPENING as u64 + 4).for_each(|made| variety.note(made, 1));
        variety.keep(OPENING);
        assert_eq!((variety.played.len(), variety.made), (OPENING, OPENING));
        variety.keep(4);
        assert_eq!(variety, before);
    }
}
