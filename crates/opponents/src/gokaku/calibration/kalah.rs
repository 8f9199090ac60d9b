//! Kalah.

use games::kalah::Kalah;
use search::kalah::StoreDifference;
use search::mcts::{Mcts, MctsOptions, UniformPlayout};
use search::{AlphaBeta, AlphaBetaOptions, Budget};

use super::super::guard::Guard;
use super::super::move_values::{Analysts, Search};
use super::super::posterior::Prior;
use super::super::scale::{ReferencePlayer, ReferenceScale};
use super::{AdaptiveGame, Calibration, player, random, searches};
use crate::name::NameError;

const PLY_1: Search = Search::depth(1);
const PLY_2: Search = Search::depth(2);
const PLY_3: Search = Search::depth(3);
const PLY_5: Search = Search::depth(5);
const PLY_7: Search = Search::depth(7);
const MCTS: Search = Search::Playouts(2000);

/// The first two prefer bad moves, as in Othello.
const PLAYERS: [ReferencePlayer; 14] = [
    player(-203.0, PLY_1, -3.0),
    player(-126.0, PLY_1, -6.0),
    random(PLY_1),
    player(205.0, PLY_1, 6.0),
    player(328.0, PLY_1, 3.0),
    player(444.0, PLY_1, 1.5),
    player(740.0, PLY_1, 0.2),
    player(761.0, PLY_2, 1.5),
    player(995.0, PLY_2, 0.2),
    player(1012.0, PLY_3, 1.0),
    player(1203.0, PLY_3, 0.2),
    player(1279.0, PLY_5, 0.7),
    player(1415.0, PLY_7, 0.4),
    player(1485.0, PLY_7, 0.1),
];

impl AdaptiveGame for Kalah {
    const SCALE: ReferenceScale = ReferenceScale(&PLAYERS);

    const OBSERVED: ReferenceScale = ReferenceScale(PLAYERS.split_at(2).1);

    /// MCTS with 10, 50, 500 and 2,000 playouts.
    const ALTERNATIVES: ReferenceScale = ReferenceScale(&[
        random(PLY_1),
        player(340.0, MCTS, 0.3),
        player(530.0, MCTS, 0.12),
        player(810.0, MCTS, 0.04),
        player(900.0, MCTS, 0.025),
    ]);

    const LOSSES: &'static [&'static [f64]] = &[
        &[1.0, 0.76, 0.68, 0.57, 0.38, 0.38, 0.23, 0.23, 0.12, 0.11, 0.11, 0.11],
        &[1.0, 0.86, 0.66, 0.5, 0.32],
    ];

    const PRIOR: Prior = Prior { mean: 0.36, random_share: 0.0 };

    const USUAL_MOVES: Option<u32> = Some(16);

    /// Playouts say more and more as the game goes on; alpha-beta players lose evenly.
    fn loss_share(kind: usize, share: f64, left: f64) -> f64 {
        if kind == 0 { share } else { (share * (1.2 - 0.9 * (1.0 - left).powi(3))).min(1.0) }
    }

    fn calibration(seed: u64) -> Result<Calibration<Kalah>, NameError> {
        let analyst = PLY_5;
        let make = |search: Search| match search {
            Search::Depth { plies, .. } => {
                let options = AlphaBetaOptions {
                    free_extra_moves: true,
                    table_bits: None,
                    every_move: true,
                    ..AlphaBetaOptions::default()
                };
                Some((Box::new(AlphaBeta::new(StoreDifference, options)) as Box<_>, Budget::depth(plies)))
            }
            Search::Playouts(playouts) => {
                let search = Mcts::new(UniformPlayout, MctsOptions { seed, ..MctsOptions::default() });
                Some((Box::new(search) as Box<_>, Budget::nodes(playouts)))
            }
            Search::EveryMove(_) | Search::BestMoveOnly(_) | Search::Policy => None,
        };
        let searches = searches(&[Self::SCALE, Self::ALTERNATIVES], analyst);
        Ok(Calibration {
            move_values: Box::new(Analysts::new(&searches, make)),
            scale: Self::SCALE,
            guard: Guard { visible: 4.0, alike: 2.0 },
            analyst,
            evidence_per_move: 0.8,
            scale_error: 70.0,
            elo_underestimate: [0.0; 3],
            aim_offset: [-200.0, -60.0, 400.0],
            aim_offset_alternative: 220.0,
            value_of_400_elo: 17.0,
            resignation: None,
        })
    }
}
