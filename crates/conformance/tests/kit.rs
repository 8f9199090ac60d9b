//! A short run of the kit over every game, looking at every position; `gokaku check` does the long ones.

use conformance::{Plan, Summary, TestedGame, run};
use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;

fn examine<G: TestedGame>(games: u64) -> Summary {
    let plan = Plan { games, seed: 1, one_in: 1 };
    let summary = run::<G>(plan, &|_| {}).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(summary.games, games);
    assert_eq!(summary.examined, summary.plies);
    summary
}

#[test]
fn othello_conforms() {
    let summary = examine::<Othello>(500);
    assert!(summary.ends.len() == 3, "black, white and nobody win some: {:?}", summary.ends);
}

#[test]
fn kalah_conforms() {
    examine::<Kalah>(500);
}

#[test]
fn shogi_conforms() {
    examine::<Shogi>(8);
}

#[test]
fn geister_conforms() {
    examine::<Geister>(200);
}
