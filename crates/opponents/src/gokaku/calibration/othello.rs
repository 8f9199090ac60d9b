//! Othello.

use games::Game;
use games::othello::{Move, Othello};
use search::mcts::othello::UniformOthelloPlayout;
use search::mcts::{Mcts, MctsOptions};
use search::othello::{AlphaBeta, SearchOptions, Weights};
use search::{Budget, Perturbed};

use super::super::guard::Guard;
use super::super::move_values::{Analysts, Search};
use super::super::scale::{ReferencePlayer, ReferenceScale};
use super::{AdaptiveGame, Calibration, player, random, searches};
use crate::name::NameError;

const CORNERS: u64 = 0x8100_0000_0000_0081;

const PLY_1: Search = Search::depth(1);
const PLY_2: Search = Search::depth(2);
const PLY_3: Search = Search::depth(3);
// Only deep searches solve the endgame: a beginner does not play it perfectly.
const PLY_5: Search = Search::Depth { plies: 5, solve_from: 8 };
const PLY_7: Search = Search::Depth { plies: 7, solve_from: 12 };
const PLY_8: Search = Search::Depth { plies: 8, solve_from: 16 };
const MCTS: Search = Search::Playouts(4000);

/// The first two prefer bad moves: without them gokaku would beat users who play at random, because it hides
/// blunders.
const PLAYERS: [ReferencePlayer; 17] = [
    player(-295.0, PLY_1, -12.0),
    player(-160.0, PLY_1, -24.0),
    random(PLY_1),
    player(379.0, PLY_1, 12.0),
    player(626.0, PLY_1, 6.0),
    player(921.0, PLY_1, 3.0),
    player(1117.0, PLY_1, 1.5),
    player(1282.0, PLY_1, 0.2),
    player(1417.0, PLY_2, 1.5),
    player(1468.0, PLY_2, 0.2),
    player(1534.0, PLY_3, 1.5),
    player(1692.0, PLY_3, 0.7),
    player(1730.0, PLY_3, 0.2),
    player(1970.0, PLY_5, 0.7),
    player(2011.0, PLY_5, 0.1),
    player(2263.0, PLY_7, 0.1),
    player(2350.0, PLY_8, 0.1),
];

impl AdaptiveGame for Othello {
    const SCALE: ReferenceScale = ReferenceScale(&PLAYERS);

    const OBSERVED: ReferenceScale = ReferenceScale(PLAYERS.split_at(2).1);

    /// MCTS with 10, 50, 500 and 2,000 playouts.
    const ALTERNATIVES: ReferenceScale = ReferenceScale(&[
        random(MCTS),
        player(252.0, MCTS, 0.25),
        player(452.0, MCTS, 0.1),
        player(635.0, MCTS, 0.04),
        player(725.0, MCTS, 0.025),
    ]);

    const LOSSES: &'static [&'static [f64]] = &[
        &[1.0, 0.55, 0.44, 0.27, 0.19, 0.144, 0.139, 0.11, 0.107, 0.098, 0.09, 0.07, 0.07, 0.06, 0.06],
        &[1.0, 0.6, 0.5, 0.13, 0.1],
    ];

    const USUAL_MOVES: Option<u32> = Some(30);

    /// Playouts say little in the opening and nearly everything in the endgame; alpha-beta players lose
    /// evenly.
    fn loss_share(kind: usize, share: f64, left: f64) -> f64 {
        if kind == 0 { share } else { 1.0 - (1.0 - share) * (1.0 - left).powi(2) }
    }

    /// The other side can take a corner.
    fn is_obvious_blunder(view: &Othello, mv: Move) -> bool {
        let mut after = *view;
        after.apply(mv);
        after.side_to_move() != view.side_to_move() && after.board().moves() & CORNERS != 0
    }

    fn calibration(seed: u64) -> Result<Calibration<Othello>, NameError> {
        let analyst = PLY_5;
        let make = |search: Search| match search {
            Search::Depth { plies, solve_from } => {
                let options = SearchOptions { every_move: true, solve_from, ..SearchOptions::default() };
                // A table of 1 << 12 lines is cleared quickly, and large enough for searches this shallow.
                let search = AlphaBeta::new(Perturbed::unchanged(Weights::shipped()), options, 12);
                Some((Box::new(search) as Box<_>, Budget::depth(plies)))
            }
            Search::Playouts(playouts) => {
                let search = Mcts::new(UniformOthelloPlayout, MctsOptions { seed, ..MctsOptions::default() });
                Some((Box::new(search) as Box<_>, Budget::nodes(playouts)))
            }
            Search::EveryMove(_) | Search::BestMoveOnly(_) | Search::Policy => None,
        };
        let searches = searches(&[Self::SCALE, Self::ALTERNATIVES], analyst);
        Ok(Calibration {
            move_values: Box::new(Analysts::new(&searches, make)),
            scale: Self::SCALE,
            guard: Guard { visible: 6.0, alike: 3.0 },
            analyst,
            evidence_per_move: 0.8,
            scale_error: 110.0,
            elo_underestimate: [0.0, 170.0, 150.0],
            aim_offset: [-450.0, -30.0, 110.0],
            aim_offset_alternative: 450.0,
            value_of_400_elo: 64.0,
            resignation: None,
        })
    }
}
