//! Kalah.

use games::kalah::Kalah;
use search::kalah::StoreDifference;
use search::mcts::{Mcts, MctsOptions, UniformPlayout};
use search::{AlphaBeta, AlphaBetaOptions, Budget, Perturbed};

use super::super::guard::Guard;
use super::super::move_values::{Analysts, MoveValues, Search};
use super::super::scale::PlayerSettings;
use super::{AdaptiveGame, BEST_MOVE, player, prefers_bad, random};
use crate::name::NameError;

const PLY_1: Search = Search::depth(1);
const PLY_2: Search = Search::depth(2);
const PLY_3: Search = Search::depth(3);
const PLY_5: Search = Search::depth(5);
const PLY_7: Search = Search::depth(7);
const MCTS: Search = Search::Playouts(2000);

/// Noise of the players that search for the best move alone, in seeds: moves that differ by less are as good,
/// and games do not repeat.
const ALIKE: f64 = 0.3;

/// Most nodes of these players: about half a second.
const NODES: u64 = 4_000_000;

impl AdaptiveGame for Kalah {
    const PLAYERS: &'static [PlayerSettings] = &[
        prefers_bad(PLY_1, 3.0),
        prefers_bad(PLY_1, 6.0),
        random(PLY_1),
        player(PLY_1, 6.0),
        player(PLY_1, 3.0),
        player(PLY_1, 1.5),
        player(PLY_1, 0.2),
        player(PLY_2, 0.2),
        player(PLY_3, 0.2),
        player(PLY_5, 0.7),
        player(PLY_7, 0.1),
        player(Search::BestMoveOnly(9), BEST_MOVE),
    ];

    /// MCTS as strong as with about 10, 50, 500 and 2,000 playouts.
    const ALTERNATIVES: &'static [PlayerSettings] =
        &[random(PLY_1), player(MCTS, 0.3), player(MCTS, 0.12), player(MCTS, 0.04), player(MCTS, 0.025)];

    const CALIBRATION: &'static str = include_str!("../../../calibration/kalah.toml");

    const ANALYST: Search = PLY_5;

    const GUARD: Guard = Guard { visible: 4.0, alike: 2.0, striking: 4.0 };

    const HAS_USUAL_LENGTH: bool = true;

    const JUDGES_LOSSES: bool = true;

    fn move_values(seed: u64) -> Result<Box<dyn MoveValues<Kalah>>, NameError> {
        let alphabeta = |noise, every_move, budget| {
            let options = AlphaBetaOptions {
                free_extra_moves: true,
                table_bits: None,
                every_move,
                ..AlphaBetaOptions::default()
            };
            let evaluation = Perturbed { noise, seed, ..Perturbed::unchanged(StoreDifference) };
            Some((Box::new(AlphaBeta::new(evaluation, options)) as Box<_>, budget))
        };
        let make = |search: Search| match search {
            Search::Depth { plies, .. } => alphabeta(0.0, true, Budget::depth(plies)),
            Search::BestMoveOnly(plies) => {
                let budget = Budget { depth: Some(plies), nodes: Some(NODES), ..Budget::default() };
                alphabeta(ALIKE, false, budget)
            }
            Search::Playouts(playouts) => {
                let search = Mcts::new(UniformPlayout, MctsOptions { seed, ..MctsOptions::default() });
                Some((Box::new(search) as Box<_>, Budget::nodes(playouts)))
            }
            Search::EveryMove(_) | Search::Policy | Search::People(_) => None,
        };
        Ok(Box::new(Analysts::new(&Self::searches(), make)))
    }
}
