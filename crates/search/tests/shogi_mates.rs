//! The search for mates against one that tries everything and remembers nothing.
//!
//! `UPDATE_MATES=1 cargo test --release -p search --test shogi_mates` plays games and writes the positions
//! anew.

#![allow(clippy::unwrap_used)] // helpers of tests, where a panic is the report

use std::collections::BTreeSet;

use games::shogi::{Move, Shogi};
use games::{EndReason, Game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::shogi::{AlphaBeta, Mate, MateSolver, SearchOptions, Weights};
use search::{Analyst, Budget, Perturbed, Stop};

/// The longest mate that is looked for.
const PLIES: u32 = 7;

/// Positions that the plain search may look at for one in the file, so that the test is quick.
const PLAIN_NODES: u32 = 2_000;

/// Positions in the file for each length of a mate, and with checks but without a mate.
const EACH: usize = 60;

/// Whether the side to move mates by checks within so many plies, by the rules alone; nothing beyond so many
/// positions.
fn mates(game: &Shogi, plies: u32, nodes: &mut u32) -> Option<bool> {
    *nodes = nodes.checked_sub(1)?;
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut found = false;
    for mv in moves.into_iter().filter(|&mv| game.gives_check(mv)) {
        let mut next = game.clone();
        next.apply(mv);
        if is_mated(&next, plies - 1, nodes)? {
            found = true;
            break;
        }
    }
    Some(found)
}

/// Whether the side to move, in check, is mated whatever it does.
fn is_mated(game: &Shogi, plies: u32, nodes: &mut u32) -> Option<bool> {
    if let Some(end) = game.outcome() {
        return Some(end.reason == EndReason::Checkmate);
    }
    if plies == 0 {
        return Some(false);
    }
    let mut answers = Vec::new();
    game.legal_moves(&mut answers);
    for mv in answers {
        let mut next = game.clone();
        next.apply(mv);
        if next.outcome().is_some() || !mates(&next, plies - 1, nodes)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The plies of the shortest mate up to [`PLIES`], 0 for none, by the plain search; nothing if that takes too
/// long.
fn plain(game: &Shogi) -> Option<u32> {
    let mut nodes = PLAIN_NODES;
    for plies in (1..=PLIES).step_by(2) {
        if mates(game, plies, &mut nodes)? {
            return Some(plies);
        }
    }
    Some(0)
}

/// Checks that a line mates: legal moves, checks by the side that began, mate at its end.
fn check_line(game: &Shogi, line: &[Move]) {
    let mut game = game.clone();
    for (ply, &mv) in line.iter().enumerate() {
        assert!(ply % 2 == 1 || game.gives_check(mv), "{game}: {mv} gives no check");
        game.play(mv).unwrap();
    }
    assert_eq!(game.outcome().map(|end| end.reason), Some(EndReason::Checkmate));
}

#[test]
fn every_short_mate_is_found_and_none_that_is_not_there() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/shogi/mates.txt");
    if std::env::var_os("UPDATE_MATES").is_some() {
        std::fs::write(path, made_anew()).unwrap();
    }
    let text = std::fs::read_to_string(path).unwrap();
    let mut search = MateSolver::new(16);
    let mut count = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (plies, position) = line.split_once(' ').unwrap();
        let game: Shogi = position.parse().unwrap();
        let plies: u32 = plies.parse().unwrap();
        assert_eq!(plain(&game), Some(plies), "{position}");
        match search.solve(&game, PLIES, u64::MAX, &Stop::default()) {
            Mate::Found(line) => {
                assert_eq!(line.len() as u32, plies, "{position}");
                check_line(&game, &line);
                count += 1;
            }
            Mate::None => assert_eq!(plies, 0, "{position}"),
            Mate::Unknown => panic!("{position}: the nodes have no limit"),
        }
    }
    assert!(count >= 200, "{count} mates");
}

/// Positions of games between weak players, each with the plies of its mate.
fn made_anew() -> String {
    let mut found: [BTreeSet<String>; 5] = Default::default();
    let mut quick = MateSolver::default();
    for seed in 0..4000 {
        if found.iter().all(|positions| positions.len() >= EACH) {
            break;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let evaluation = Perturbed { evaluation: Weights::by_hand(), negated: false, noise: 150.0, seed };
        let options = SearchOptions { table_bits: 12, mate_nodes: 0, ..SearchOptions::default() };
        let mut player = AlphaBeta::new(evaluation, options);
        let mut game = Shogi::default().with_move_limit(Some(200));
        let mut moves = Vec::new();
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let mv = if game.move_number() <= 8 {
                moves[rng.random_range(0..moves.len())]
            } else {
                player.analyse(&game, &Budget::depth(2)).best().unwrap().mv
            };
            // The quick search only says where to look; what counts is the plain one, of the position without
            // its past.
            let bare: Shogi = game.sfen().parse().unwrap();
            let has_checks = moves.iter().any(|&mv| game.gives_check(mv));
            let likely = match quick.solve(&bare, PLIES, 5_000, &Stop::default()) {
                Mate::Found(line) => Some(line.len()),
                Mate::None if has_checks => Some(0),
                _ => None,
            };
            if likely.is_some_and(|plies| found[plies.div_ceil(2)].len() < EACH)
                && let Some(plies) = plain(&bare)
            {
                found[plies.div_ceil(2) as usize].insert(game.sfen());
            }
            game.apply(mv);
        }
    }
    let head = "# Plies of the shortest mate by checks, 0 for none up to 7, \
                and a position of a game between weak players.\n";
    let lines = found.iter().enumerate().flat_map(|(place, positions)| {
        let plies = (2 * place).saturating_sub(1);
        positions.iter().map(move |position| format!("{plies} {position}\n"))
    });
    head.to_owned() + &lines.collect::<String>()
}
