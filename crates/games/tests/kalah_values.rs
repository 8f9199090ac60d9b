//! Kalah against counts and game-theoretic values from elsewhere.

#![allow(clippy::unwrap_used)] // helpers of tests, where a panic is the report

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use games::kalah::{Board, Kalah, Rules};
use games::{Game, Side};

/// The lines of a data file: the words before the colon, and the numbers behind it.
fn lines(text: &str) -> impl Iterator<Item = (Vec<&str>, Vec<i64>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (words, numbers) = line.split_once(':').unwrap();
        (words.split(' ').collect(), numbers.split_whitespace().map(|n| n.parse().unwrap()).collect())
    })
}

fn start(rules: &str, holes: &str, seeds: &str) -> Kalah {
    Kalah::new(holes.parse().unwrap(), seeds.parse().unwrap(), rules.parse().unwrap()).unwrap()
}

#[test]
fn perft_counts_are_right() {
    for (words, leaves) in lines(include_str!("../../../testdata/kalah/perft.txt")) {
        let game = start(words[0], words[1], words[2]);
        for (depth, leaves) in (1..).zip(leaves) {
            assert_eq!(game.perft(depth), leaves as u64, "{words:?} depth {depth}");
        }
    }
}

/// Every bit of a packed board is as good as the next after two multiplications.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers");
    }

    fn write_u128(&mut self, key: u128) {
        let folded = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((key >> 64) as u64);
        self.0 = folded.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Table<V> = HashMap<u128, V, BuildHasherDefault<Multiply>>;
type Set = HashSet<u128, BuildHasherDefault<Multiply>>;

/// The seeds in the holes and the side to move: all that the rest of a game depends on. Boards of up to 6 holes.
fn holes_key(board: &Board) -> u128 {
    let rows = Side::BOTH.into_iter().flat_map(|side| board.row(side));
    rows.fold(board.side_to_move().index() as u128, |key, &seeds| key << 8 | u128::from(seeds))
}

/// The seeds in the holes and the stores, and the side to move.
fn position_key(board: &Board) -> u128 {
    Side::BOTH.into_iter().fold(holes_key(board), |key, side| key << 8 | u128::from(board.store(side)))
}

/// An exact solver: alpha-beta over what is still to be won, which does not depend on the stores.
struct Solver {
    rules: Rules,
    /// What the side to move wins at least and at most from here on.
    bounds: Table<(i16, i16)>,
}

fn margin(board: &Board, side: Side) -> i16 {
    board.store(side) as i16 - board.store(side.other()) as i16
}

impl Solver {
    /// The margin of the side to move at the end, if it is inside the window; a bound of it if not.
    fn solve(&mut self, board: &Board, mut alpha: i16, mut beta: i16) -> i16 {
        let side = board.side_to_move();
        if board.is_over(self.rules.end) {
            let mut swept = *board;
            swept.sweep();
            return margin(&swept, side);
        }
        let now = margin(board, side);
        let left: u16 = Side::BOTH.into_iter().flat_map(|side| board.row(side)).sum();
        let key = holes_key(board);
        let (lower, upper) = self.bounds.get(&key).copied().unwrap_or((-(left as i16), left as i16));
        if now + lower >= beta || lower == upper {
            return now + lower;
        }
        if now + upper <= alpha {
            return now + upper;
        }
        alpha = alpha.max(now + lower);
        beta = beta.min(now + upper);
        let mut next: Vec<Board> = board
            .moves()
            .map(|mv| {
                let mut next = *board;
                next.sow(mv, self.rules.capture);
                next
            })
            .collect();
        // Moves that keep the turn first, then those that win most: they are tried from the back.
        next.sort_by_key(|next| (next.side_to_move() == side, margin(next, side)));
        let (mut best, mut floor) = (i16::MIN, alpha);
        for next in next.iter().rev() {
            let value = if next.side_to_move() == side {
                self.solve(next, floor, beta)
            } else {
                -self.solve(next, -beta, -floor)
            };
            best = best.max(value);
            floor = floor.max(best);
            if best >= beta {
                break;
            }
        }
        let entry = self.bounds.entry(key).or_insert((lower, upper));
        if best > alpha {
            entry.0 = entry.0.max(best - now);
        }
        if best < beta {
            entry.1 = entry.1.min(best - now);
        }
        best
    }

    /// The exact margin, closed in on with null windows from a guess of zero.
    fn value(&mut self, board: &Board) -> i16 {
        let (mut lower, mut upper, mut guess) = (-i16::MAX, i16::MAX, 0);
        while lower < upper {
            let beta = if guess == lower { guess + 1 } else { guess };
            guess = self.solve(board, beta - 1, beta);
            if guess < beta {
                upper = guess;
            } else {
                lower = guess;
            }
        }
        guess
    }
}

/// Boards that take more than a second or two each; they have a test of their own.
const SLOW: [&str; 3] = ["4 6", "5 4", "6 3"];

/// Boards that take a real solver.
const TOO_LONG: [&str; 1] = ["6 4"];

fn values_of_the_start(wanted: impl Fn(&str) -> bool) {
    for (words, values) in lines(include_str!("../../../testdata/kalah/values.txt")) {
        for (seeds, value) in (1..).zip(values) {
            let seeds = i32::to_string(&seeds);
            if wanted(&format!("{} {seeds}", words[1])) {
                let game = start(words[0], words[1], &seeds);
                let mut solver = Solver { rules: game.rules(), bounds: Table::default() };
                assert_eq!(i64::from(solver.value(game.board())), value, "{words:?} {seeds}");
            }
        }
    }
}

fn values_of_the_first_moves(wanted: impl Fn(&str) -> bool) {
    for (words, values) in lines(include_str!("../../../testdata/kalah/first-moves.txt")) {
        if !wanted(&words[1..].join(" ")) {
            continue;
        }
        let game = start(words[0], words[1], words[2]);
        let mut solver = Solver { rules: game.rules(), bounds: Table::default() };
        for (mv, value) in game.board().moves().zip(values) {
            let mut next = *game.board();
            next.sow(mv, game.rules().capture);
            let margin = solver.value(&next);
            let margin = if next.side_to_move() == Side::First { margin } else { -margin };
            assert_eq!(i64::from(margin), value, "{words:?} hole {mv}");
        }
    }
}

#[test]
fn values_of_the_start_are_right() {
    values_of_the_start(|size| !SLOW.contains(&size) && !TOO_LONG.contains(&size));
}

#[test]
fn values_of_the_first_moves_are_right() {
    values_of_the_first_moves(|size| !SLOW.contains(&size));
}

#[test]
fn values_of_larger_boards_are_right() {
    values_of_the_start(|size| SLOW.contains(&size));
    values_of_the_first_moves(|size| SLOW.contains(&size));
}

/// How many ways a game can go on from here, and the sowings of the longest.
fn games(board: &Board, rules: Rules, known: &mut Table<(u64, u64)>) -> (u64, u64) {
    if board.is_over(rules.end) {
        return (1, 0);
    }
    let key = holes_key(board);
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let mut sum = (0, 0);
    for mv in board.moves() {
        let mut next = *board;
        next.sow(mv, rules.capture);
        let (count, longest) = games(&next, rules, known);
        sum = (sum.0 + count, sum.1.max(longest + 1));
    }
    known.insert(key, sum);
    sum
}

/// Reachable positions with and without the finished ones.
fn positions(board: Board, rules: Rules) -> (u64, u64) {
    let mut seen = Set::default();
    seen.insert(position_key(&board));
    let (mut open, mut unfinished) = (vec![board], 0);
    while let Some(board) = open.pop() {
        if board.is_over(rules.end) {
            continue;
        }
        unfinished += 1;
        for mv in board.moves() {
            let mut next = board;
            next.sow(mv, rules.capture);
            if seen.insert(position_key(&next)) {
                open.push(next);
            }
        }
    }
    (seen.len() as u64, unfinished)
}

#[test]
fn complete_games_and_reachable_positions_are_right() {
    for (words, numbers) in lines(include_str!("../../../testdata/kalah/counts.txt")) {
        let game = start("standard/any", words[1], words[2]);
        let (board, rules) = (*game.board(), game.rules());
        let count = match words[0] {
            "games" => games(&board, rules, &mut Table::default()).0,
            "longest" => games(&board, rules, &mut Table::default()).1,
            "positions" => positions(board, rules).0,
            "unfinished" => positions(board, rules).1,
            other => panic!("{other}"),
        };
        assert_eq!(count, numbers[0] as u64, "{words:?}");
    }
}
