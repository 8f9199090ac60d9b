//! What is left of games after a conversion and back.

use std::fmt;

use games::geister::Transcript;
use games::{Game, Record};

/// Games by what survived the round trip.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Comparison {
    /// Games compared.
    games: usize,
    /// The same start and the same moves.
    same_moves: usize,
    /// Of these, the same players and result as well.
    same_result: usize,
    /// Of these, the same in everything: variations, times, comments, values, tags.
    identical: usize,
}

impl Comparison {
    /// Compares records one by one.
    pub(crate) fn of_records<G: Game>(before: &[Record<G>], after: &[Record<G>]) -> Comparison {
        let mut comparison = Comparison { games: before.len().max(after.len()), ..Comparison::default() };
        for (before, after) in before.iter().zip(after) {
            let same_moves = before.start == after.start && before.moves().eq(after.moves());
            let same_names = || before.players.iter().zip(&after.players).all(|(a, b)| a.name == b.name);
            let same_result = same_moves && before.line.end == after.line.end && same_names();
            comparison.same_moves += usize::from(same_moves);
            comparison.same_result += usize::from(same_result);
            comparison.identical += usize::from(same_result && before == after);
        }
        comparison
    }

    /// Compares transcripts, which are the same or not.
    pub(crate) fn of_transcripts(before: &[Transcript], after: &[Transcript]) -> Comparison {
        let same = before.iter().zip(after).filter(|(before, after)| before == after).count();
        Comparison {
            games: before.len().max(after.len()),
            same_moves: same,
            same_result: same,
            identical: same,
        }
    }

    /// Nothing is left of so many games.
    pub(crate) fn of_nothing(games: usize) -> Comparison {
        Comparison { games, ..Comparison::default() }
    }

    /// For a conversion without a way back: only the number of games is compared.
    pub(crate) fn of_counts(before: usize, after: usize) -> Comparison {
        Comparison { games: before.max(after), same_moves: before.min(after), ..Comparison::default() }
    }

    pub(crate) fn add(&mut self, other: &Comparison) {
        self.games += other.games;
        self.same_moves += other.same_moves;
        self.same_result += other.same_result;
        self.identical += other.identical;
    }

    /// Games whose moves differ.
    pub(crate) fn differing(&self) -> usize {
        self.games - self.same_moves
    }

    /// Games that lost something, if only a comment.
    pub(crate) fn poorer(&self) -> usize {
        self.games - self.identical
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games: {} keep their moves, {} their players and result too, {} everything",
            self.games, self.same_moves, self.same_result, self.identical
        )
    }
}
