use super::ordering::MoveHistory;
use super::search_position::SearchPosition;
use super::table::TranspositionTable;
use super::tree::{DEEPEST, TreeSearch};
use super::*;
use crate::{Analysis, Analyst, Budget, Perturbed};
use games::Game;
use games::shogi::{Move, Shogi};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn search(goal: SearchGoal) -> AlphaBeta {
    let options = SearchOptions { table_bits: 14, ..SearchOptions::for_goal(goal) };
    AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options)
}

fn analyse(goal: SearchGoal, game: &Shogi, depth: u32) -> Analysis<Move> {
    search(goal).analyse(game, &Budget::depth(depth))
}

/// A position after so many random moves.
pub(super) fn random_position(seed: u64, plies: u32) -> Shogi {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Shogi::default();
    let mut moves = Vec::new();
    for _ in 0..plies {
        game.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        game.apply(moves[rng.random_range(0..moves.len())]);
    }
    game
}

#[test]
fn a_piece_that_hangs_is_taken() {
    let game: Shogi = "4k4/9/9/4r4/9/9/9/4R4/4K4 b - 1".parse().unwrap();
    assert_eq!(analyse(SearchGoal::BestMove, &game, 3).best().unwrap().mv.to_string(), "5h5d");
}

/// Node counts are the signature of the search: a change that should not change play leaves them as they are.
#[test]
fn the_search_visits_the_same_nodes_as_ever() {
    let nodes = |goal: SearchGoal, position: &str, depth: u32| {
        let options = SearchOptions { table_bits: 15, ..SearchOptions::for_goal(goal) };
        let mut search = AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options);
        search.analyse(&position.parse().unwrap(), &Budget::depth(depth)).nodes
    };
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let middle = "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 12";
    assert_eq!(nodes(SearchGoal::BestMove, start, 4), 459);
    assert_eq!(nodes(SearchGoal::NearestToZero, start, 3), 1_595);
    assert_eq!(nodes(SearchGoal::AllMoves, start, 4), 11_048);
    assert_eq!(nodes(SearchGoal::AllMoves, middle, 6), 104_779);
}

#[test]
fn a_mate_is_exact() {
    let game: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1".parse().unwrap();
    let analysis = analyse(SearchGoal::BestMove, &game, 3);
    let best = analysis.best().unwrap();
    assert!(analysis.exact);
    assert_eq!((best.mv.to_string().as_str(), best.value), ("G*5b", 29_999.0));
}

#[test]
fn only_a_kept_table_profits_from_an_earlier_analysis() {
    let nodes = |keep_table: bool| {
        let options = SearchOptions { table_bits: 14, keep_table, ..SearchOptions::default() };
        let mut search = AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options);
        [0; 2].map(|_| search.analyse(&Shogi::default(), &Budget::depth(8)).nodes)
    };
    let ([first, again], [anew, sooner]) = (nodes(false), nodes(true));
    assert_eq!((again, anew), (first, first));
    assert!(sooner < first * 3 / 4, "{sooner} of {first} nodes");
}

#[test]
fn evaluations_follow_the_moves() {
    for seed in 0..20 {
        let game = random_position(seed, 60);
        let evaluation = |game: &Shogi| {
            SearchPosition::new(game, Weights::shipped(), Perturbed::unchanged(())).evaluation()
        };
        let mut board = SearchPosition::new(&game, Weights::shipped(), Perturbed::unchanged(()));
        let before = board.evaluation();
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        for &mv in &moves {
            let made = board.position.move32_from_move(mv.bits());
            board.make(made);
            let mut next = game.clone();
            next.apply(mv);
            assert_eq!(board.evaluation(), evaluation(&next), "{game} {mv}");
            board.take_back(made);
            assert_eq!(board.evaluation(), before);
        }
    }
}

#[test]
fn evaluations_follow_several_moves_and_a_pass() {
    for seed in 0..20 {
        let mut game = random_position(seed, 40);
        let mut board = SearchPosition::new(&game, Weights::shipped(), Perturbed::unchanged(()));
        let before = board.evaluation();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut moves, mut made) = (Vec::new(), Vec::new());
        for ply in 0..12 {
            game.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            made.push(board.position.move32_from_move(mv.bits()));
            board.make(made[made.len() - 1]);
            game.apply(mv);
            // Not every position is asked for its value.
            if ply % 4 == 3 {
                let fresh =
                    SearchPosition::new(&game, Weights::shipped(), Perturbed::unchanged(())).evaluation();
                assert_eq!(board.evaluation(), fresh, "{game}");
                if !board.position.is_in_check() && board.pass() {
                    board.evaluation();
                    board.take_pass_back();
                }
                assert_eq!(board.evaluation(), fresh, "{game}");
            }
        }
        made.iter().rev().for_each(|&mv| board.take_back(mv));
        assert_eq!(board.evaluation(), before);
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let game = random_position(3, 30);
    let mut used = search(SearchGoal::BestMove);
    used.analyse(&random_position(4, 30), &Budget::depth(4));
    assert_eq!(used.analyse(&game, &Budget::depth(5)), analyse(SearchGoal::BestMove, &game, 5));
}

#[test]
fn exact_values_do_not_depend_on_the_window() {
    for seed in 0..4 {
        let game = random_position(seed, 40);
        let options =
            SearchOptions { table_bits: 12, ..SearchOptions::window_independent(SearchGoal::AllMoves) };
        let value = |alpha: i32, beta: i32| {
            let board = SearchPosition::new(&game, Weights::by_hand(), Perturbed::unchanged(()));
            let (table, history) = (TranspositionTable::new(12), MoveHistory::new(DEEPEST));
            let mut tree = TreeSearch::new(board, options, false, table, history);
            tree.table.begin(false);
            tree.search_exact(alpha, beta, 3)
        };
        let open = value(-MATE, MATE);
        for edge in [open - 200, open - 1, open, open + 1, open + 200] {
            assert_eq!(value(edge, edge + 1) > edge, open > edge, "{game} {open} {edge}");
        }
    }
}

#[test]
fn a_move_is_compared_with_the_best() {
    for budget in [Budget::depth(5), Budget::nodes(3000)] {
        let mut moves = Vec::new();
        let (mut best_moves, mut worse) = (0, 0);
        for seed in 0..4 {
            let game = random_position(seed, 40);
            let best = search(SearchGoal::BestMove).analyse(&game, &budget);
            game.legal_moves(&mut moves);
            for &mv in moves.iter().step_by(7).chain(best.best().map(|best| &best.mv)) {
                let compared = search(SearchGoal::AllMoves).compare(&game, mv, &budget);
                let place = compared.rank(mv).unwrap();
                assert!(place <= 2 && compared.candidates.len() <= 2);
                assert!(compared.candidates.is_sorted_by(|one, other| one.value >= other.value));
                best_moves += u32::from(place == 1);
                worse += u32::from(place == 2);
            }
        }
        assert!(best_moves >= 4 && worse > 10, "{best_moves} {worse}");
    }
}
