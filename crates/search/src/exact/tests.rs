//! The exact half of table 1 of Li and Yokoyama 2022.

use games::kalah::{Kalah, Rules};
use games::{Game, Side};

use crate::kalah::StoreDifference;
use crate::{AlphaBeta, Analyst, Budget};

use super::{GameGraph, Policy, ResultProbabilities};

fn positions(holes: u8, seeds: u8) -> GameGraph<Kalah> {
    let start = Kalah::new(holes, seeds, Rules::default()).unwrap();
    GameGraph::from_start(&start, 1_000_000).unwrap()
}

fn is_near(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance + 1e-9
}

#[test]
fn random_players_chances_against_minimax_are_right() {
    let boards = [positions(4, 2), positions(3, 3)];
    for line in include_str!("../../../../testdata/kalah/random-chances.txt").lines() {
        let Some((depth, numbers)) = line.split_once(": ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let depth = depth.parse().unwrap();
        let numbers: Vec<f64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
        for (positions, expected) in boards.iter().zip(numbers.chunks(2)) {
            let minimax = Policy::minimax(positions, &StoreDifference, depth, true);
            let found = ResultProbabilities::with_random_seats(positions, [&Policy::Random, &minimax]);
            assert!(is_near(100.0 * found.win, expected[0], 0.0005), "{depth} {found:?} {expected:?}");
            assert!(is_near(100.0 * found.draw, expected[1], 0.01), "{depth} {found:?} {expected:?}");
        }
    }
}

#[test]
fn the_ends_of_the_scale_are_right() {
    // Wins and draws of a random player in percent: against itself, the best exploiter and the best loser.
    // From the same source as the table; the draws against the loser are ours.
    for ((holes, seeds), even, exploited, loser) in [
        ((4, 2), [45.07, 9.86], [3.19, 0.98], [99.96, 0.03]),
        ((3, 3), [44.73, 10.55], [0.46, 1.79], [99.68, 0.14]),
    ] {
        let positions = positions(holes, seeds);
        let against_best = |worth: fn(ResultProbabilities) -> f64| {
            let [first, second] = Side::BOTH.map(|seat| {
                let answer = Policy::best_answer(&positions, &Policy::Random, seat.other(), worth);
                ResultProbabilities::from_seat(&positions, [&Policy::Random, &answer], seat)
            });
            first.mean(second)
        };
        let near = |found: ResultProbabilities, [win, draw]: [f64; 2]| {
            let (found_win, found_draw) = (100.0 * found.win, 100.0 * found.draw);
            assert!(is_near(found_win, win, 0.006) && is_near(found_draw, draw, 0.006), "{found:?}");
        };
        near(ResultProbabilities::with_random_seats(&positions, [&Policy::Random, &Policy::Random]), even);
        // The exploiter and the loser count a draw as half a win.
        near(against_best(|chances| chances.win + chances.draw / 2.0), exploited);
        near(against_best(|chances| -chances.win - chances.draw / 2.0), loser);
    }
}

#[test]
fn minimax_over_all_positions_is_minimax_of_each() {
    let positions = positions(3, 3);
    for (depth, free_extra_moves) in [(1, true), (2, true), (3, true), (3, false)] {
        let policy = Policy::minimax(&positions, &StoreDifference, depth, free_extra_moves);
        let Policy::Fixed(places) = policy else { panic!("a minimax is fixed") };
        let options = crate::AlphaBetaOptions { free_extra_moves, ..StoreDifference::MINIMAX };
        let mut analyst = AlphaBeta::new(StoreDifference, options);
        for (index, game) in positions.iter().enumerate().step_by(97) {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let analysis = analyst.analyse(game, &Budget::depth(depth));
            assert_eq!(analysis.best().map(|best| best.mv), moves.get(usize::from(places[index])).copied());
        }
    }
}

#[test]
fn too_many_positions_are_not_listed() {
    let start = Kalah::new(3, 3, Rules::default()).unwrap();
    assert!(GameGraph::from_start(&start, 1000).is_none());
    let positions = positions(3, 3);
    assert_eq!(positions.find(&start), Some(positions.len() - 1));
}
