//! A short run of the kit over every game, looking at every position; `gokaku check` does the long ones.

use conformance::{Plan, Summary, TestedGame, run};
use games::othello::Othello;
use games::{GameKind, with_game};

fn examine<G: TestedGame>(games: u64) -> Summary {
    let plan = Plan { games, seed: 1, one_in: 1 };
    let summary = run::<G>(plan, &|_| {}).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(summary.games, games);
    assert_eq!(summary.examined, summary.plies);
    summary
}

#[test]
fn every_game_conforms() {
    for &kind in GameKind::ALL {
        // A random game of shogi has hundreds of moves, each with a slow second opinion.
        let games = if kind == GameKind::Shogi { 8 } else { 300 };
        with_game!(kind, G => examine::<G>(games));
    }
}

#[test]
fn games_end_in_every_way() {
    let summary = examine::<Othello>(500);
    assert!(summary.ends.len() == 3, "black, white and nobody win some: {:?}", summary.ends);
}
