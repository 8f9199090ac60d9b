//! The evaluation of a small Othello game: placement, mobility and disc count, each weighted by the progress
//! of the game.
//!
//! Disc count and mobility are `(own - other) / (own + other)`. Placement adds points per square, own less
//! other. Points and weights are in `data/othello-three-term.txt`, with their source.

use std::sync::LazyLock;

use games::Malformed;
use games::othello::Board;
use games::othello::kernel::Kernel;

use crate::Unit;

use super::Evaluation;

/// Points of the squares and the weights of the three terms.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreeTerm {
    /// Squares with the same points, and the points.
    places: Vec<(u64, i32)>,
    /// Placement, mobility and disc count, for each number of empty squares.
    weights: [[f32; 3]; 65],
}

/// The file that comes with the program.
pub(super) static SHIPPED_FILE: &str = include_str!("../../data/othello-three-term.txt");

static SHIPPED: LazyLock<ThreeTerm> = LazyLock::new(|| {
    ThreeTerm::read(SHIPPED_FILE).unwrap_or_else(|error| {
        // The file is part of the program; a test reads it.
        unreachable!("{error}")
    })
});

/// Whole numbers in a point.
const UNITS: i32 = 10;

/// More than any sum of terms, in whole numbers.
const WON: i32 = 20_000;

impl ThreeTerm {
    /// The points and weights that come with the program.
    #[must_use]
    pub fn shipped() -> &'static ThreeTerm {
        &SHIPPED
    }

    /// Reads eight lines `points` with a row of squares each, and at least two lines `weights` in rising
    /// order of progress, the first for 0, the last for 1; `#` begins a comment.
    ///
    /// # Errors
    /// A line is something else, or one is missing.
    pub fn read(text: &str) -> Result<ThreeTerm, Malformed> {
        let mut points: Vec<i32> = Vec::new();
        let mut courses: Vec<[f32; 4]> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let mut words = line.split_whitespace();
            match words.next() {
                None => {}
                Some("points") => {
                    points.extend(numbers::<i32, 8>(words, line).map_err(|e| e.at_line(number))?);
                }
                Some("weights") => courses.push(numbers(words, line).map_err(|e| e.at_line(number))?),
                Some(_) => return Err(Malformed::new(line, "points or weights").at_line(number)),
            }
        }
        if points.len() != 64 || points.iter().any(|points| points.abs() > 200) {
            let found = format!("points of {} squares", points.len());
            return Err(Malformed::described(found, "points of 64 squares, none beyond 200"));
        }
        let rises = courses.windows(2).all(|pair| pair[0][0] < pair[1][0]);
        let whole = courses.first().is_some_and(|first| first[0] == 0.0)
            && courses.last().is_some_and(|last| last[0] == 1.0);
        if !rises || !whole {
            let found = format!("{} lines of weights", courses.len());
            return Err(Malformed::described(found, "weights for rising progress from 0 to 1"));
        }
        let mut places: Vec<(u64, i32)> = Vec::new();
        for (square, &points) in points.iter().enumerate().filter(|&(_, &points)| points != 0) {
            match places.iter_mut().find(|(_, of_mask)| *of_mask == points) {
                Some((mask, _)) => *mask |= 1 << square,
                None => places.push((1 << square, points)),
            }
        }
        let mut weights = [[0.0; 3]; 65];
        for (empties, weights) in weights.iter_mut().enumerate() {
            *weights = weights_at(&courses, (60.0 - empties as f32).max(0.0) / 60.0);
        }
        Ok(ThreeTerm { places, weights })
    }
}

fn numbers<'a, T: std::str::FromStr + Copy + Default, const N: usize>(
    words: impl Iterator<Item = &'a str>,
    line: &str,
) -> Result<[T; N], Malformed> {
    let malformed = || Malformed::new(line, format!("{N} numbers"));
    let mut numbers = [T::default(); N];
    let mut count = 0;
    for word in words {
        *numbers.get_mut(count).ok_or_else(malformed)? = word.parse().map_err(|_| malformed())?;
        count += 1;
    }
    if count == N { Ok(numbers) } else { Err(malformed()) }
}

/// The weights between the two lines around `progress`.
fn weights_at(courses: &[[f32; 4]], progress: f32) -> [f32; 3] {
    let after = courses.iter().position(|course| course[0] >= progress).unwrap_or(courses.len() - 1).max(1);
    let (from, to) = (courses[after - 1], courses[after]);
    let part = (progress - from[0]) / (to[0] - from[0]);
    [1, 2, 3].map(|term| from[term] + part * (to[term] - from[term]))
}

/// `(own - other) / (own + other)`, 0 where there is nothing.
fn balance(own: u32, other: u32) -> f32 {
    let (own, other) = (own as f32, other as f32);
    if own + other == 0.0 { 0.0 } else { (own - other) / (own + other) }
}

impl Evaluation for ThreeTerm {
    const UNIT: Unit = Unit::Points;
    const SCALE: f64 = UNITS as f64;

    #[inline]
    fn evaluate<K: Kernel>(&self, kernel: K, board: Board) -> i32 {
        // A side without a disc has lost all.
        if board.own == 0 {
            return self.finished(-64);
        }
        if board.other == 0 {
            return self.finished(64);
        }
        let count = |discs: u64| discs.count_ones() as i32;
        let places = self.places.iter();
        let placement: i32 = places
            .map(|&(mask, points)| points * (count(board.own & mask) - count(board.other & mask)))
            .sum();
        let mobility = balance(kernel.moves(board).count_ones(), kernel.moves(board.swapped()).count_ones());
        let (own, other) = board.counts();
        let [by_place, by_mobility, by_discs] = self.weights[board.empty().count_ones() as usize];
        let sum = by_place * placement as f32 + by_mobility * mobility + by_discs * balance(own, other);
        ((sum * UNITS as f32) as i32).clamp(1 - WON, WON - 1)
    }

    #[inline]
    fn finished(&self, difference: i32) -> i32 {
        difference.signum() * WON + difference * UNITS
    }
}

#[cfg(test)]
mod tests {
    use games::othello::kernel::Portable;

    use super::*;

    #[test]
    fn both_sides_see_the_same_board() {
        let terms = ThreeTerm::shipped();
        let board = Board { own: 0x1e3c_5c6c_3c3c_3e00, other: 0x0040_2212_4342_403f };
        assert_eq!(terms.evaluate(Portable, board), -terms.evaluate(Portable, board.swapped()));
        assert_eq!(terms.evaluate(Portable, Board::START), 0);
    }

    #[test]
    fn corners_count_early_discs_late_and_no_disc_is_the_end() {
        let terms = ThreeTerm::shipped();
        let corner = Board { own: Board::START.own | 1, other: Board::START.other };
        assert!(terms.evaluate(Portable, corner) > 25 * UNITS);
        let full = Board { own: u64::MAX >> 1, other: 1 << 63 };
        assert_eq!(terms.evaluate(Portable, full), (200.0 * 62.0 / 64.0 * UNITS as f32) as i32);
        assert_eq!(terms.evaluate(Portable, Board { own: 0, other: 4 }), terms.finished(-64));
    }

    #[test]
    fn broken_files_are_refused_with_their_line() {
        let message = |text: &str| ThreeTerm::read(text).unwrap_err().to_string();
        assert_eq!(message("\nplaces 1"), "line 2: found \"places 1\", expected points or weights");
        assert_eq!(message("points 1 2"), "line 1: found \"points 1 2\", expected 8 numbers");
        assert!(message("weights 0 1 1 1").contains("points of 0 squares"));
        let points = "points 1 1 1 1 1 1 1 1\n".repeat(8);
        assert!(message(&points).contains("0 lines of weights"));
        assert!(message(&format!("{points}weights 0 1 1 1\nweights 0.5 1 1 1")).contains("2 lines"));
    }
}
