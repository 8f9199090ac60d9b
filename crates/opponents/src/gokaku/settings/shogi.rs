//! Shogi.

use games::Game;
use games::shogi::Shogi;

use super::super::guard::Guard;
use super::super::move_values::{MoveValues, Search};
use super::super::scale::PlayerSettings;
use super::super::shogi_values::{ANALYST, ShogiValues};
use super::{AdaptiveGame, BEST_MOVE, player, prefers_bad, random, seen_only};
use crate::name::NameError;
use crate::shogi::book::shogi_book;

const PLY_1: Search = Search::depth(1);
const PLY_2: Search = Search::depth(2);
const PLY_3: Search = Search::depth(3);
const PLY_4: Search = Search::depth(4);

impl AdaptiveGame for Shogi {
    /// Players that search for the best move alone prune as engines do: their moves differ from those of a
    /// full search of as many plies, and valuing every move as deep as the last would take too long.
    const PLAYERS: &'static [PlayerSettings] = &[
        prefers_bad(PLY_1, 4000.0),
        random(PLY_1),
        player(PLY_1, 15_000.0),
        player(PLY_1, 5000.0),
        player(PLY_1, 1200.0),
        player(PLY_1, 500.0),
        player(PLY_1, 250.0),
        player(PLY_1, 120.0),
        player(PLY_2, 120.0),
        player(PLY_1, 10.0),
        seen_only(Search::BestMoveOnly(2), BEST_MOVE),
        player(PLY_2, 10.0),
        seen_only(Search::BestMoveOnly(3), BEST_MOVE),
        player(PLY_3, 20.0),
        seen_only(Search::BestMoveOnly(4), BEST_MOVE),
        player(PLY_4, 20.0),
        player(Search::BestMoveOnly(6), BEST_MOVE),
        player(Search::BestMoveOnly(8), BEST_MOVE),
    ];

    const CALIBRATION: &'static str = include_str!("../../../calibration/shogi.toml");

    const ANALYST: Search = ANALYST;

    const GUARD: Guard = Guard { visible: 300.0, alike: 200.0, striking: 300.0 };

    const RESIGNS_BELOW: Option<f64> = Some(-3000.0);

    fn usual_openings(view: &Shogi) -> Vec<(<Shogi as Game>::Move, u64)> {
        shogi_book().moves(view).to_vec()
    }

    /// Mate. To a search a mate in three is worth hardly less than a mate in one.
    fn wins_at_once(view: &Shogi, mv: <Shogi as Game>::Move) -> bool {
        let mut after = view.clone();
        after.apply(mv);
        after.outcome().is_some_and(|end| end.winner == Some(Game::side_to_move(view)))
    }

    fn move_values(seed: u64) -> Result<Box<dyn MoveValues<Shogi>>, NameError> {
        Ok(Box::new(ShogiValues::new(seed)))
    }
}
