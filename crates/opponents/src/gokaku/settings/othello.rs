//! Othello.

use games::Game;
use games::othello::{Move, Othello};
use search::mcts::othello::UniformOthelloPlayout;
use search::mcts::{Mcts, MctsOptions};
use search::othello::{AlphaBeta, SearchOptions, Weights};
use search::{Budget, Perturbed};

use super::super::guard::Guard;
use super::super::move_values::{Analysts, MoveValues, Search};
use super::super::othello_values::OthelloValues;
use super::super::people_policy::Help;
use super::super::scale::PlayerSettings;
use super::{AdaptiveGame, BEST_MOVE, person, played_only, player, prefers_bad, random, seen_only};
use crate::name::NameError;

const CORNERS: u64 = 0x8100_0000_0000_0081;

const PLY_1: Search = Search::depth(1);
const PLY_2: Search = Search::depth(2);
const PLY_3: Search = Search::depth(3);
// Only deep searches solve the endgame: a beginner does not play it perfectly.
const PLY_5: Search = Search::Depth { plies: 5, solve_from: 8 };
const PLY_7: Search = Search::Depth { plies: 7, solve_from: 12 };
const MCTS: Search = Search::Playouts(4000);

/// Noise of the players that search for the best move alone, in discs: moves that differ by less are as good,
/// and games do not repeat.
const ALIKE: f64 = 0.3;

/// Most nodes of these players: about a quarter of a second.
const NODES: u64 = 2_000_000;

impl AdaptiveGame for Othello {
    /// Users may be programs or people; `gokaku` plays as people do, with a search where people are not
    /// strong enough.
    const PLAYERS: &'static [PlayerSettings] = &[
        prefers_bad(PLY_1, 6.0),
        prefers_bad(PLY_1, 12.0),
        random(PLY_1),
        seen_only(PLY_1, 12.0),
        seen_only(PLY_1, 6.0),
        seen_only(PLY_1, 3.0),
        seen_only(PLY_1, 1.5),
        seen_only(PLY_1, 0.2),
        seen_only(PLY_2, 0.2),
        seen_only(PLY_3, 0.7),
        seen_only(PLY_5, 0.1),
        seen_only(PLY_7, 0.1),
        // Too slow to see every move of users by.
        played_only(Search::BestMoveOnly(10), BEST_MOVE),
        person(300, Help::Nothing),
        person(600, Help::Nothing),
        person(900, Help::Nothing),
        person(1200, Help::Nothing),
        person(1500, Help::Nothing),
        person(1800, Help::Nothing),
        person(2000, Help::Nothing),
        person(2000, Help::Depth { plies: 5, solve_from: 8, tenths: 20 }),
        person(2000, Help::Depth { plies: 7, solve_from: 12, tenths: 5 }),
    ];

    /// MCTS as strong as with about 10, 50, 500 and 2,000 playouts.
    const ALTERNATIVES: &'static [PlayerSettings] =
        &[random(MCTS), player(MCTS, 0.25), player(MCTS, 0.1), player(MCTS, 0.04), player(MCTS, 0.025)];

    const CALIBRATION: &'static str = include_str!("../../../calibration/othello.toml");

    const ANALYST: Search = PLY_5;

    const GUARD: Guard = Guard { visible: 6.0, alike: 3.0, striking: 3.0 };

    const HAS_USUAL_LENGTH: bool = true;

    const JUDGES_LOSSES: bool = true;

    const MAX_LEAD: Option<f64> = Some(150.0);

    /// The other side can take a corner.
    fn is_obvious_blunder(view: &Othello, mv: Move) -> bool {
        let mut after = *view;
        after.apply(mv);
        after.side_to_move() != view.side_to_move() && after.board().moves() & CORNERS != 0
    }

    /// A corner.
    fn is_obvious_gain(_view: &Othello, mv: Move) -> bool {
        matches!(mv, Move::Place(square) if square.bit() & CORNERS != 0)
    }

    fn move_values(seed: u64) -> Result<Box<dyn MoveValues<Othello>>, NameError> {
        let alphabeta = |options: SearchOptions, noise: f64, bits: u32, budget: Budget| {
            let evaluation = Perturbed { noise, seed, ..Perturbed::unchanged(Weights::shipped()) };
            Some((Box::new(AlphaBeta::new(evaluation, options, bits)) as Box<_>, budget))
        };
        let make = |search: Search| match search {
            Search::Depth { plies, solve_from } => {
                let options = SearchOptions { every_move: true, solve_from, ..SearchOptions::default() };
                // A table of 1 << 12 lines is cleared quickly, and large enough for searches this shallow.
                alphabeta(options, 0.0, 12, Budget::depth(plies))
            }
            Search::BestMoveOnly(plies) => {
                let budget = Budget { depth: Some(plies), nodes: Some(NODES), ..Budget::default() };
                alphabeta(SearchOptions::default(), ALIKE, 15, budget)
            }
            Search::Playouts(playouts) => {
                let search = Mcts::new(UniformOthelloPlayout, MctsOptions { seed, ..MctsOptions::default() });
                Some((Box::new(search) as Box<_>, Budget::nodes(playouts)))
            }
            Search::EveryMove(_) | Search::Policy | Search::People(_) => None,
        };
        let searches = Self::searches();
        Ok(Box::new(OthelloValues::new(&searches, Analysts::new(&searches, make))))
    }
}
