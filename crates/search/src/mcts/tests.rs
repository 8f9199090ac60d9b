use games::Game;
use games::kalah::{Kalah, Rules};
use games::othello::{Move, Othello};

use crate::kalah::Solver;
use crate::{Analysis, Analyst, Budget};

use super::othello::UniformOthelloPlayout;
use super::{CapRule, Mcts, MctsOptions, UniformPlayout};

#[test]
fn the_same_seed_gives_the_same_answer_with_any_number_of_threads() {
    for threads in [1, 3] {
        let analyse = |seed| {
            Mcts::new(UniformOthelloPlayout, MctsOptions { threads, seed, ..MctsOptions::default() })
                .analyse(&Othello::default(), &Budget::nodes(1001))
        };
        assert_eq!(analyse(1), analyse(1));
        assert_ne!(analyse(1), analyse(2));
        assert_eq!(analyse(1).nodes, 1001);
    }
}

/// A search of the usual start with this cap and 3000 playouts.
fn capped(cap: u32, cap_rule: CapRule) -> Analysis<Move> {
    let options = MctsOptions { depth_cap: Some(cap), cap_rule, ..MctsOptions::default() };
    Mcts::new(UniformOthelloPlayout, options).analyse(&Othello::default(), &Budget::nodes(3000))
}

#[test]
fn no_node_is_deeper_than_the_cap() {
    for rule in CapRule::WORDS {
        for cap in [1, 2, 5] {
            let analysis = capped(cap, CapRule::from_word(rule));
            assert_eq!(analysis.depth, cap, "{rule}");
            assert!(analysis.candidates.iter().all(|candidate| candidate.line.len() <= cap as usize));
        }
        assert_eq!(CapRule::from_word(rule).as_str(), *rule);
    }
}

#[test]
fn a_cut_playout_counts_for_the_leader() {
    // After one move the first side has four discs and the second one, after two they have three each.
    let values =
        |cap| capped(cap, CapRule::CutPlayout).candidates.into_iter().map(|candidate| candidate.value);
    assert!(values(1).all(|value| value == 0.5));
    assert!(values(2).all(|value| value == 0.0));
    // The first side is three seeds ahead, and one move wins the second no more than one.
    let game: Kalah = "1,1,4 3 4,4,4 0 second standard/any".parse().unwrap();
    let options = MctsOptions { depth_cap: Some(1), ..MctsOptions::default() };
    let analysis = Mcts::new(UniformPlayout, options).analyse(&game, &Budget::nodes(50));
    assert!(analysis.candidates.iter().all(|candidate| candidate.value == -0.5), "{analysis:?}");
}

#[test]
fn a_tree_is_grown_until_its_rule_ends_it() {
    // Four moves, each with three replies: every node is visited once.
    assert_eq!(capped(1, CapRule::CompleteTree).nodes, 4);
    assert_eq!(capped(2, CapRule::CompleteTree).nodes, 16);
    // Four playouts visit the moves, and the next one reaches a reply.
    assert_eq!(capped(2, CapRule::ReachCap).nodes, 5);
    assert_eq!(capped(2, CapRule::CapTree).nodes, 3000);
    // The end of the game completes a tree as well as the cap does.
    let nearly_over: Kalah = "0,1 1 0,1 5 first standard/any".parse().unwrap();
    let options =
        MctsOptions { depth_cap: Some(50), cap_rule: CapRule::CompleteTree, ..MctsOptions::default() };
    let analysis = Mcts::new(UniformPlayout, options).analyse(&nearly_over, &Budget::nodes(3000));
    assert!(analysis.nodes < 100, "{analysis:?}");
}

/// A tree search with many playouts finds the best move of small boards; with a cap of one it need not.
#[test]
fn many_playouts_find_the_solvers_move() {
    let mut solver = Solver::new(16);
    for (holes, seeds) in [(3, 3), (4, 2)] {
        let mut game = Kalah::new(holes, seeds, Rules::default()).unwrap();
        for _ in 0..3 {
            let exact = solver.analyse(&game, &Budget::default());
            let best =
                Mcts::new(UniformPlayout, MctsOptions::default()).analyse(&game, &Budget::nodes(20_000));
            let place = exact.rank(best.best().unwrap().mv).unwrap();
            let (found, wanted) = (exact.candidates[place - 1].value, exact.best().unwrap().value);
            // Won is won: the tree search does not count seeds.
            assert_eq!(found.total_cmp(&0.0), wanted.total_cmp(&0.0), "{game}");
            game.apply(exact.best().unwrap().mv);
        }
    }
}

#[test]
fn values_are_win_rates_of_the_mover() {
    // Whatever is played, the second side has 5 of 9 seeds: every move of the first loses, and the values say
    // so for either mover.
    for (text, value) in [("0,2 1 0,1 5 first standard/any", -0.5), ("1,1 1 0,1 5 second standard/any", 0.5)]
    {
        let game: Kalah = text.parse().unwrap();
        let analysis = Mcts::new(UniformPlayout, MctsOptions::default()).analyse(&game, &Budget::nodes(100));
        assert_eq!(analysis.best().unwrap().value, value, "{text}");
    }
}

#[test]
fn finished_games_and_stopped_searches_have_an_answer() {
    let over: Kalah = "0,0 2 0,0 1 first standard/any".parse().unwrap();
    let mut analyst = Mcts::new(UniformPlayout, MctsOptions::default());
    assert_eq!(analyst.analyse(&over, &Budget::nodes(10)).best(), None);
    let budget = Budget::default();
    budget.stop.stop();
    let analysis = analyst.analyse(&Kalah::default(), &budget);
    assert_eq!((analysis.candidates.len(), analysis.nodes), (6, 0));
}
