//! The move nearest to zero is found in a narrow window as well as in an open one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use games::shogi::Shogi;
use search::shogi::{AlphaBeta, SearchGoal, SearchOptions, Weights};
use search::{Analyst, Budget, Candidate, Perturbed};

/// Positions searched as deep as Nakamichi 2020 does, and that depth: those that cost least. The others are
/// searched less deeply to save time; the example `shogi_bench` takes them all to depth 5.
const DEEP: ([usize; 3], u32) = ([18, 22, 23], 5);
const SHALLOW: u32 = 3;

fn search(aim: SearchGoal) -> AlphaBeta {
    let options = SearchOptions { table_bits: 15, ..SearchOptions::window_independent(aim) };
    AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options)
}

#[test]
fn the_narrow_window_finds_the_same_move_for_a_third_of_the_nodes() {
    let positions = include_str!("../../../testdata/shogi/middlegames.sfen");
    let (mut open, mut narrow) = (search(SearchGoal::AllMoves), search(SearchGoal::NearestToZero));
    let (mut count, mut open_nodes, mut narrow_nodes) = (0, 0, 0);
    for (number, line) in positions.lines().enumerate() {
        let depth = if DEEP.0.contains(&number) { DEEP.1 } else { SHALLOW };
        let game: Shogi = line.parse().unwrap();
        let every = open.analyse(&game, &Budget::depth(depth));
        let even = narrow.analyse(&game, &Budget::depth(depth));
        // Candidates come in the order of their values, equal ones in that of the game's list.
        let key = |one: &&Candidate<_>| (one.value.abs(), -one.value);
        let nearest = every.candidates.iter().min_by(|a, b| key(a).partial_cmp(&key(b)).unwrap()).unwrap();
        let found = even.best().unwrap();
        assert_eq!((found.mv, found.value), (nearest.mv, nearest.value), "{line}");
        for far in &even.candidates {
            let value = every.candidates.iter().find(|one| one.mv == far.mv).unwrap().value;
            // A bound on the far side of zero says on which side the value is.
            let right = if far.value < 0.0 { value <= far.value } else { value >= far.value };
            assert!(right, "{line}: {} is {value}, not beyond {}", far.mv, far.value);
        }
        count += 1;
        open_nodes += every.nodes;
        narrow_nodes += even.nodes;
    }
    assert!(count >= 25);
    assert!(3 * narrow_nodes <= open_nodes, "{narrow_nodes} nodes instead of {open_nodes}");
}
