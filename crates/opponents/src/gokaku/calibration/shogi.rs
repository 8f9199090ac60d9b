//! Shogi.

use games::Game;
use games::shogi::Shogi;

use super::super::guard::Guard;
use super::super::move_values::Search;
use super::super::posterior::Prior;
use super::super::scale::{ReferencePlayer, ReferenceScale};
use super::super::shogi_values::{ANALYST, ShogiValues};
use super::{AdaptiveGame, Calibration, Resignation, player, random};
use crate::name::NameError;

const PLY_1: Search = Search::depth(1);
const PLY_2: Search = Search::depth(2);
const PLY_3: Search = Search::depth(3);
const PLY_4: Search = Search::depth(4);

/// A player that searches for the best move alone plays it.
const fn best_move_only(elo: f64, plies: u32) -> ReferencePlayer {
    player(elo, Search::BestMoveOnly(plies), 0.05)
}

/// The first prefers bad moves, as in Othello. The last three prune as engines do: valuing every move so deep
/// takes too long.
const PLAYERS: [ReferencePlayer; 20] = [
    player(-413.0, PLY_1, -4000.0),
    random(PLY_1),
    player(225.0, PLY_1, 15_000.0),
    player(530.0, PLY_1, 5000.0),
    player(610.0, PLY_1, 2500.0),
    player(791.0, PLY_1, 1200.0),
    player(1053.0, PLY_1, 500.0),
    player(1414.0, PLY_1, 250.0),
    player(1985.0, PLY_1, 120.0),
    player(2379.0, PLY_2, 120.0),
    player(2555.0, PLY_3, 100.0),
    player(2640.0, PLY_1, 10.0),
    player(2860.0, PLY_2, 10.0),
    player(2946.0, PLY_3, 50.0),
    player(3130.0, PLY_3, 20.0),
    player(3181.0, PLY_4, 50.0),
    player(3377.0, PLY_4, 20.0),
    best_move_only(3550.0, 6),
    best_move_only(3750.0, 7),
    best_move_only(3960.0, 8),
];

impl AdaptiveGame for Shogi {
    const SCALE: ReferenceScale = ReferenceScale(&PLAYERS);

    /// With three more that prune as engines do: their moves differ from those of a full search of as many
    /// plies.
    const OBSERVED: ReferenceScale = ReferenceScale(&[
        PLAYERS[1],
        PLAYERS[2],
        PLAYERS[3],
        PLAYERS[4],
        PLAYERS[5],
        PLAYERS[6],
        PLAYERS[7],
        PLAYERS[8],
        PLAYERS[9],
        PLAYERS[10],
        PLAYERS[11],
        best_move_only(2813.0, 2),
        PLAYERS[12],
        PLAYERS[13],
        best_move_only(2950.0, 3),
        PLAYERS[14],
        best_move_only(3148.0, 4),
        PLAYERS[15],
        PLAYERS[16],
        PLAYERS[17],
        PLAYERS[18],
        PLAYERS[19],
    ]);

    const PRIOR: Prior = Prior { mean: 0.39, random_share: 0.1 };

    /// Mate. To a search a mate in three is worth hardly less than a mate in one.
    fn wins_at_once(view: &Shogi, mv: <Shogi as Game>::Move) -> bool {
        let mut after = view.clone();
        after.apply(mv);
        after.outcome().is_some_and(|end| end.winner == Some(Game::side_to_move(view)))
    }

    fn calibration(_seed: u64) -> Result<Calibration<Shogi>, NameError> {
        Ok(Calibration {
            move_values: Box::new(ShogiValues::new()),
            scale: Self::SCALE,
            guard: Guard { visible: 300.0, alike: 200.0 },
            analyst: ANALYST,
            evidence_per_move: 0.8,
            scale_error: 60.0,
            elo_underestimate: [0.0, 150.0, 0.0],
            aim_offset: [0.0, -100.0, -70.0],
            aim_offset_alternative: 0.0,
            value_of_400_elo: 1400.0,
            resignation: Some(Resignation { below: -3000.0, user_elo: 1000.0 }),
        })
    }
}
