//! Kalah against counts from elsewhere. The values of whole games are tested with their solver, in `search`.

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
        let folded = (key as u64).wrapping_mul(games::split_mix::INCREMENT) ^ ((key >> 64) as u64);
        self.0 = folded.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Table<V> = HashMap<u128, V, BuildHasherDefault<Multiply>>;
type Set = HashSet<u128, BuildHasherDefault<Multiply>>;

/// The seeds in the holes and the side to move: all that the rest of a game depends on. Boards of up to 6
/// holes.
fn holes_key(board: &Board) -> u128 {
    let rows = Side::BOTH.into_iter().flat_map(|side| board.row(side));
    rows.fold(board.side_to_move().index() as u128, |key, &seeds| key << 8 | u128::from(seeds))
}

/// The seeds in the holes and the stores, and the side to move.
fn position_key(board: &Board) -> u128 {
    Side::BOTH.into_iter().fold(holes_key(board), |key, side| key << 8 | u128::from(board.store(side)))
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
