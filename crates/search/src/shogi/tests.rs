use super::*;
use crate::{Analyst, Budget, Changed};
use games::Game;
use games::shogi::Shogi;

#[test]
fn a_piece_that_hangs_is_taken() {
    let game: Shogi = "4k4/9/9/4r4/9/9/9/4R4/4K4 b - 1".parse().unwrap();
    let mut search = AlphaBeta::new(Changed::unchanged(Weights::shipped()), Options::default());
    let analysis = search.analyse(&game, &Budget::depth(3));
    assert_eq!(analysis.best().unwrap().mv.to_string(), "5h5d");
    assert!(game.outcome().is_none());
}
