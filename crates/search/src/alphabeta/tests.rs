//! The search against a minimax written as plainly as possible.

use games::kalah::{Kalah, Rules};
use games::{Game, Outcome, Side};

use crate::evaluation::{Evaluation, Perturbed};
use crate::kalah::StoreDifference;
use crate::{Analyst, Budget, Unit};

use super::{AlphaBeta, AlphaBetaOptions};

/// A minimax without any of the machinery, for the side to move.
fn plain<E: Evaluation<Kalah>>(game: &Kalah, depth: u32, free: bool, evaluation: &E) -> i32 {
    if let Some(outcome) = game.outcome() {
        return evaluation.end(game, &outcome);
    }
    if depth == 0 {
        return evaluation.value(game);
    }
    let (mut moves, mut best) = (Vec::new(), i32::MIN);
    game.legal_moves(&mut moves);
    for mv in moves {
        best = best.max(plain_move(game, mv, depth, free, evaluation));
    }
    best
}

fn plain_move<E: Evaluation<Kalah>>(
    game: &Kalah,
    mv: games::kalah::Move,
    depth: u32,
    free: bool,
    evaluation: &E,
) -> i32 {
    let mut next = *game;
    next.apply(mv);
    if next.side_to_move() == game.side_to_move() {
        plain(&next, depth - u32::from(!free), free, evaluation)
    } else {
        -plain(&next, depth - 1, free, evaluation)
    }
}

/// Positions of different kinds: starts, and what stands a few moves on.
fn positions() -> Vec<Kalah> {
    let mut positions = Vec::new();
    for (holes, seeds, skip) in [(3, 3, 0), (4, 2, 1), (4, 3, 2), (6, 4, 0)] {
        let mut game = Kalah::new(holes, seeds, Rules::default()).unwrap();
        let mut moves = Vec::new();
        for ply in 0..8 {
            positions.push(game);
            game.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            game.apply(moves[(ply + skip) % moves.len()]);
        }
    }
    positions
}

/// Every combination of switches that must not change the best move or its value.
fn harmless() -> Vec<AlphaBetaOptions> {
    let mut all =
        vec![AlphaBetaOptions::MINIMAX, AlphaBetaOptions { every_move: false, ..AlphaBetaOptions::MINIMAX }];
    for pv_first in [false, true] {
        for ordering in [false, true] {
            for aspiration in [None, Some(1)] {
                for every_move in [false, true] {
                    let table_bits = None;
                    let base = AlphaBetaOptions {
                        pv_first,
                        ordering,
                        aspiration,
                        every_move,
                        ..AlphaBetaOptions::default()
                    };
                    all.push(AlphaBetaOptions { table_bits, ..base });
                }
            }
        }
    }
    all
}

#[test]
fn no_switch_changes_the_answer() {
    let evaluation = Perturbed { noise: 3.0, seed: 1, ..Perturbed::unchanged(StoreDifference) };
    for game in positions() {
        for (depth, free) in [(1, false), (3, false), (4, false), (1, true), (3, true)] {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let values: Vec<i32> =
                moves.iter().map(|&mv| plain_move(&game, mv, depth, free, &evaluation)).collect();
            for options in harmless() {
                let options = AlphaBetaOptions { free_extra_moves: free, ..options };
                let analysis = AlphaBeta::new(evaluation, options).analyse(&game, &Budget::depth(depth));
                let best = analysis.best().unwrap();
                let highest = *values.iter().max().unwrap();
                let lowest_place = values.iter().position(|&value| value == highest).unwrap();
                assert_eq!((best.mv, best.value), (moves[lowest_place], f64::from(highest)), "{options:?}");
                assert_eq!(best.line[0], best.mv);
                if options.every_move {
                    assert_eq!(analysis.candidates.len(), moves.len());
                    for (mv, value) in moves.iter().zip(&values) {
                        let rank = analysis.rank(*mv).unwrap();
                        assert_eq!(analysis.candidates[rank - 1].value, f64::from(*value));
                    }
                }
            }
        }
    }
}

/// The margin at the end, which does not depend on how the end was found: a search to the end must find it by
/// any means.
#[derive(Clone, Copy)]
struct Margin;

impl Evaluation<Kalah> for Margin {
    fn unit(&self) -> Unit {
        Unit::Seeds
    }

    fn value(&self, game: &Kalah) -> i32 {
        StoreDifference.value(game)
    }

    fn end(&self, game: &Kalah, _outcome: &Outcome) -> i32 {
        StoreDifference.value(game)
    }
}

#[test]
fn a_search_to_the_end_is_exact_and_right() {
    // Values from testdata/kalah/values.txt.
    for (holes, seeds, value) in [(2, 4, -10.0), (3, 2, 4.0), (3, 3, 2.0), (3, 6, -8.0), (4, 2, 6.0)] {
        let game = Kalah::new(holes, seeds, Rules::default()).unwrap();
        for (free_extra_moves, aspiration) in [(false, None), (true, Some(2))] {
            let options = AlphaBetaOptions { free_extra_moves, aspiration, ..AlphaBetaOptions::default() };
            let analysis = AlphaBeta::new(Margin, options).analyse(&game, &Budget::default());
            assert!(analysis.exact);
            assert_eq!(analysis.best().unwrap().value, value, "({holes},{seeds})");
        }
    }
}

#[test]
fn budgets_are_kept_and_answers_repeat() {
    let game = Kalah::default();
    let mut analyst = AlphaBeta::new(StoreDifference, AlphaBetaOptions::default());
    for nodes in [1, 2, 10, 1000, 50_000] {
        let analysis = analyst.analyse(&game, &Budget::nodes(nodes));
        assert!(analysis.nodes <= nodes);
        assert_eq!(analysis.candidates.len(), 1);
        assert_eq!(analyst.analyse(&game, &Budget::nodes(nodes)), analysis);
    }
    let stopped = Budget::default();
    stopped.stop.stop();
    assert_eq!(analyst.analyse(&game, &stopped).candidates.len(), 1);
}

#[test]
fn a_negated_evaluation_plays_to_lose() {
    let game: Kalah = "0,0,1 3 0,2,2 4 first standard/any".parse().unwrap();
    let evaluation = Perturbed { negated: true, ..Perturbed::unchanged(StoreDifference) };
    let analysis = AlphaBeta::new(evaluation, AlphaBetaOptions::default()).analyse(&game, &Budget::depth(5));
    assert_eq!(analysis.best().unwrap().value, f64::from(StoreDifference::WIN));
    let mut end = game;
    end.play(analysis.best().unwrap().mv).unwrap();
    assert_eq!(end.outcome().unwrap().winner, Some(Side::Second));
}

#[test]
fn the_machinery_saves_nodes() {
    let count = |options| {
        AlphaBeta::new(StoreDifference, options).analyse(&Kalah::default(), &Budget::depth(8)).nodes
    };
    let bare = AlphaBetaOptions {
        pv_first: false,
        ordering: false,
        table_bits: None,
        ..AlphaBetaOptions::default()
    };
    let full = count(AlphaBetaOptions { pruning: false, deepening: false, ..bare });
    let cut = count(AlphaBetaOptions { deepening: false, ..bare });
    let ordered = count(AlphaBetaOptions { ordering: true, pv_first: true, ..bare });
    let tabled = count(AlphaBetaOptions::default());
    assert!(full > 5 * cut && cut > ordered && ordered > tabled, "{full} {cut} {ordered} {tabled}");
}

#[test]
fn a_finished_game_has_no_candidates() {
    let game: Kalah = "0,0 2 0,0 1 first standard/any".parse().unwrap();
    let analysis =
        AlphaBeta::new(StoreDifference, AlphaBetaOptions::default()).analyse(&game, &Budget::depth(3));
    assert_eq!(analysis.best(), None);
}
