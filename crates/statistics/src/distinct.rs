//! Identical records count once.

use std::collections::HashSet;
use std::hash::Hash;

/// Records without repetitions, and the number removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distinct<T> {
    /// The first of each kind, in their order.
    pub kept: Vec<T>,
    /// How many repeated an earlier one.
    pub removed: usize,
}

/// Removes records that repeat an earlier one (Nakamichi 2020, section 4.4): deterministic opponents repeat
/// the same game, and 500 copies of it are one observation.
///
/// Two are identical if their keys are. The key of a game is its moves together with who sat where: the same
/// moves with sides swapped are another game.
///
/// ```
/// let games = [("b1", 1.0), ("b2", 0.0), ("b1", 1.0)];
/// let distinct = statistics::distinct(games, |game| game.0);
/// assert_eq!((distinct.kept.len(), distinct.removed), (2, 1));
/// ```
pub fn distinct<T, K: Eq + Hash>(
    records: impl IntoIterator<Item = T>,
    mut key: impl FnMut(&T) -> K,
) -> Distinct<T> {
    let mut seen = HashSet::new();
    let mut removed = 0;
    let kept = records
        .into_iter()
        .filter(|record| {
            let new = seen.insert(key(record));
            removed += usize::from(!new);
            new
        })
        .collect();
    Distinct { kept, removed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_kind_stays_in_its_place() {
        let distinct = distinct(vec![3, 1, 3, 2, 1, 3], |&number| number);
        assert_eq!(distinct, Distinct { kept: vec![3, 1, 2], removed: 3 });
    }

    #[test]
    fn the_key_decides_what_is_the_same() {
        let games = vec![("A", "7776FU"), ("B", "7776FU"), ("A", "7776FU")];
        assert_eq!(distinct(games.clone(), |&game| game).kept.len(), 2);
        assert_eq!(distinct(games, |game| game.1).kept.len(), 1);
    }
}
