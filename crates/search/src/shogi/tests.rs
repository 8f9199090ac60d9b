use super::ordering::Memory;
use super::table::Table;
use super::tree::{DEEPEST, Tree};
use super::walk::Walk;
use super::*;
use crate::{Analysis, Analyst, Budget, Changed};
use games::Game;
use games::shogi::{Move, Shogi};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn search(aim: Aim) -> AlphaBeta {
    let options = Options { table_bits: 14, ..Options::aiming_at(aim) };
    AlphaBeta::new(Changed::unchanged(Weights::shipped()), options)
}

fn analyse(aim: Aim, game: &Shogi, depth: u32) -> Analysis<Move> {
    search(aim).analyse(game, &Budget::depth(depth))
}

/// A position after so many moves by lot.
pub(super) fn by_lot(seed: u64, plies: u32) -> Shogi {
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
    assert_eq!(analyse(Aim::Best, &game, 3).best().unwrap().mv.to_string(), "5h5d");
}

#[test]
fn a_mate_is_exact() {
    let game: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1".parse().unwrap();
    let analysis = analyse(Aim::Best, &game, 3);
    let best = analysis.best().unwrap();
    assert!(analysis.exact);
    assert_eq!((best.mv.to_string().as_str(), best.value), ("G*5b", 29_999.0));
}

#[test]
fn only_who_keeps_it_profits_from_an_earlier_analysis() {
    let nodes = |keeps: bool| {
        let options = Options { table_bits: 14, keeps, ..Options::default() };
        let mut search = AlphaBeta::new(Changed::unchanged(Weights::shipped()), options);
        [0; 2].map(|_| search.analyse(&Shogi::default(), &Budget::depth(8)).nodes)
    };
    let ([first, again], [anew, sooner]) = (nodes(false), nodes(true));
    assert_eq!((again, anew), (first, first));
    assert!(sooner < first * 3 / 4, "{sooner} of {first} nodes");
}

#[test]
fn evaluations_follow_the_moves() {
    for seed in 0..20 {
        let game = by_lot(seed, 60);
        let evaluation =
            |game: &Shogi| Walk::new(game, Weights::shipped(), Changed::unchanged(())).evaluation();
        let mut walk = Walk::new(&game, Weights::shipped(), Changed::unchanged(()));
        let before = walk.evaluation();
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        for &mv in &moves {
            let made = walk.position.move32_from_move(mv.bits());
            walk.make(made);
            let mut next = game.clone();
            next.apply(mv);
            assert_eq!(walk.evaluation(), evaluation(&next), "{game} {mv}");
            walk.take_back(made);
            assert_eq!(walk.evaluation(), before);
        }
    }
}

#[test]
fn evaluations_follow_several_moves_and_a_pass() {
    for seed in 0..20 {
        let mut game = by_lot(seed, 40);
        let mut walk = Walk::new(&game, Weights::shipped(), Changed::unchanged(()));
        let before = walk.evaluation();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut moves, mut made) = (Vec::new(), Vec::new());
        for ply in 0..12 {
            game.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            made.push(walk.position.move32_from_move(mv.bits()));
            walk.make(made[made.len() - 1]);
            game.apply(mv);
            // Not every position is asked for its value.
            if ply % 4 == 3 {
                let fresh = Walk::new(&game, Weights::shipped(), Changed::unchanged(())).evaluation();
                assert_eq!(walk.evaluation(), fresh, "{game}");
                if !walk.position.is_in_check() && walk.pass() {
                    walk.evaluation();
                    walk.take_pass_back();
                }
                assert_eq!(walk.evaluation(), fresh, "{game}");
            }
        }
        made.iter().rev().for_each(|&mv| walk.take_back(mv));
        assert_eq!(walk.evaluation(), before);
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let game = by_lot(3, 30);
    let mut used = search(Aim::Best);
    used.analyse(&by_lot(4, 30), &Budget::depth(4));
    assert_eq!(used.analyse(&game, &Budget::depth(5)), analyse(Aim::Best, &game, 5));
}

#[test]
fn steady_values_do_not_depend_on_the_window() {
    for seed in 0..4 {
        let game = by_lot(seed, 40);
        let options = Options { table_bits: 12, ..Options::steady(Aim::Every) };
        let value = |alpha: i32, beta: i32| {
            let walk = Walk::new(&game, Weights::by_hand(), Changed::unchanged(()));
            let (table, memory) = (Table::new(12), Memory::new(DEEPEST));
            let mut tree = Tree::new(walk, options, false, table, memory);
            tree.table.begin(false);
            tree.settle(alpha, beta, 3)
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
            let game = by_lot(seed, 40);
            let best = search(Aim::Best).analyse(&game, &budget);
            game.legal_moves(&mut moves);
            for &mv in moves.iter().step_by(7).chain(best.best().map(|best| &best.mv)) {
                let compared = search(Aim::Every).compare(&game, mv, &budget);
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
