use games::Game;
use games::kalah::{Kalah, Rules};
use games::othello::Othello;

use crate::kalah::Solver;
use crate::{Analyst, Budget};

use super::othello::UniformOthelloPlayout;
use super::{Mcts, MctsOptions, UniformPlayout};

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

#[test]
fn no_node_is_deeper_than_the_cap() {
    for cap in [1, 2, 5] {
        let options = MctsOptions { depth_cap: Some(cap), ..MctsOptions::default() };
        let analysis =
            Mcts::new(UniformOthelloPlayout, options).analyse(&Othello::default(), &Budget::nodes(3000));
        assert_eq!(analysis.depth, cap);
        assert!(analysis.candidates.iter().all(|candidate| candidate.line.len() <= cap as usize));
    }
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
