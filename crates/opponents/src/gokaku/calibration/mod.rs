//! What the adaptive opponent needs to know about each game: one file per game.
//!
//! The ratings of the reference players were measured in games of `reference:strength=...` against their
//! neighbours. Temperatures and bounds follow the usual difference between two moves; the other numbers were
//! tuned in games against the lab's simulated users.

mod geister;
mod kalah;
mod othello;
mod shogi;

use games::Game;

use super::guard::Guard;
use super::move_values::{MoveValues, Search};
use super::posterior::{Prior, win_rate};
use super::scale::{ReferencePlayer, ReferenceScale};
use crate::name::NameError;

/// A game in which the opponent adapts to users of any strength.
pub(crate) trait AdaptiveGame: Game {
    /// The reference players as which it plays.
    const SCALE: ReferenceScale;

    /// The same players as their moves look from outside, where that differs from how they choose them.
    /// Players weaker than random are only played, never looked for.
    const OBSERVED: ReferenceScale = Self::SCALE;

    /// Reference players of the alternative kind (MCTS, the policy network), only used to estimate users who
    /// play like them; empty if none.
    const ALTERNATIVES: ReferenceScale = ReferenceScale(&[]);

    /// The winning chances each player of each kind loses per move, as a share of what the random player
    /// loses; empty where not measured.
    const LOSSES: &'static [&'static [f64]] = &[];

    /// The share that a player of a kind loses with this part of the game to come, if it is `share` in
    /// [`AdaptiveGame::LOSSES`].
    fn loss_share(_kind: usize, share: f64, _left: f64) -> f64 {
        share
    }

    /// What is assumed of a user before the first move.
    const PRIOR: Prior = Prior { mean: 0.46, random_share: 0.0 };

    /// How many moves a side usually makes, where games have a usual length.
    const USUAL_MOVES: Option<u32> = None;

    /// Whether every beginner knows that this move is a blunder.
    fn is_obvious_blunder(_view: &Self::View, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a move wins at once and a player that searches does not miss it.
    fn wins_at_once(_view: &Self::View, _mv: Self::Move) -> bool {
        false
    }

    /// The kinds of reference players, the usual one first.
    fn kinds() -> Vec<ReferenceScale> {
        [Self::OBSERVED, Self::ALTERNATIVES].into_iter().filter(|scale| !scale.0.is_empty()).collect()
    }

    /// The part of a side's moves still to come after it has made so many; always 1 in a game without a usual
    /// length.
    fn left(made: usize) -> f64 {
        Self::USUAL_MOVES
            .map_or(1.0, |usual| (f64::from(usual) - made as f64).max(LAST_MOVES) / f64::from(usual))
    }

    /// The measured and tuned numbers; random choices follow from `seed`.
    ///
    /// # Errors
    /// Something that is shipped with the program is missing.
    fn calibration(seed: u64) -> Result<Calibration<Self>, NameError>;
}

/// So many moves are always assumed to be left: games may be longer than usual.
const LAST_MOVES: f64 = 2.0;

/// The measured and tuned numbers of a game, and the searches behind them.
pub(crate) struct Calibration<G: Game> {
    pub(super) move_values: Box<dyn MoveValues<G>>,
    pub(super) scale: ReferenceScale,
    pub(super) guard: Guard,
    /// The search that says what moves are really worth.
    pub(super) analyst: Search,
    /// The weight of a move in an open position as evidence, below 1 because a user's moves are not
    /// independent.
    pub(super) evidence_per_move: f64,
    /// Half the width that the interval of the user's strength keeps however much is known, in Elo: users are
    /// no reference players.
    pub(super) scale_error: f64,
    /// How much stronger users are than their moves say, in Elo: at the bottom, the middle and the top of the
    /// scale.
    pub(super) elo_underestimate: [f64; 3],
    /// How far above the user's strength it plays, in Elo, at the same three places.
    pub(super) aim_offset: [f64; 3],
    /// Added to that, times the probability that the user is of the alternative kind: MCTS players look
    /// random before the endgame.
    pub(super) aim_offset_alternative: f64,
    /// With the whole game to come, a position of this value wins as often as 400 Elo more strength.
    pub(super) value_of_400_elo: f64,
    /// When it resigns, in games in which people do.
    pub(super) resignation: Option<Resignation>,
}

/// When a game is given up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Resignation {
    /// The position is worth less than this, several times in a row.
    pub(crate) below: f64,
    /// And the user is at least this strong: weaker ones may not know how to win.
    pub(crate) user_elo: f64,
}

impl<G: Game> Calibration<G> {
    /// The winning chances in a position of this value with this part of the game to come.
    pub(super) fn chance(&self, value: f64, left: f64) -> f64 {
        win_rate(400.0 * value / self.value_of_400_elo(left))
    }

    /// What a position must be worth to count as 400 Elo with this part of the game to come: a lead is the
    /// safer the less is left, by its square root as in a random walk.
    pub(super) fn value_of_400_elo(&self, left: f64) -> f64 {
        self.value_of_400_elo * left.sqrt()
    }

    /// How far above the user it plays after so many games; `elo_by_moves` is the posterior's mean, before
    /// `elo_underestimate` is added. A negative offset fades: weak users look stronger at first.
    pub(super) fn aim_offset(&self, elo_by_moves: f64, games: u32) -> f64 {
        let offset = self.along(self.aim_offset, elo_by_moves);
        if offset < 0.0 { offset / (1.0 + f64::from(games)) } else { offset }
    }

    /// The strength of a user whose moves alone say `elo_by_moves`.
    pub(super) fn user_elo(&self, elo_by_moves: f64) -> f64 {
        elo_by_moves + self.along(self.elo_underestimate, elo_by_moves)
    }

    /// Interpolates between what holds at the bottom, the middle and the top of the scale.
    fn along(&self, [bottom, middle, top]: [f64; 3], elo: f64) -> f64 {
        let place = 2.0 * (elo / self.scale.top()).clamp(0.0, 1.0);
        if place < 1.0 { bottom + (middle - bottom) * place } else { middle + (top - middle) * (place - 1.0) }
    }

    /// How open a position is whose moves look like this to the user, from 0 to 1: in a decided one people
    /// play anything.
    pub(super) fn openness(&self, hidden_states: &[Vec<(G::Move, f64)>], left: f64) -> f64 {
        let best = |moves: &Vec<(G::Move, f64)>| {
            moves.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
        };
        let value = hidden_states.iter().map(best).sum::<f64>() / hidden_states.len().max(1) as f64;
        1.0 / (1.0 + (value / self.value_of_400_elo(left)).powi(2))
    }
}

/// A reference player of this strength.
const fn player(elo: f64, search: Search, temperature: f64) -> ReferencePlayer {
    ReferencePlayer { elo, search, temperature }
}

/// The random player; its search only counts the moves.
const fn random(search: Search) -> ReferencePlayer {
    player(0.0, search, f64::INFINITY)
}

/// Every search of these scales, and this one.
fn searches(scales: &[ReferenceScale], analyst: Search) -> Vec<Search> {
    let mut searches = vec![analyst];
    for player in scales.iter().flat_map(|scale| scale.0) {
        if !searches.contains(&player.search) {
            searches.push(player.search);
        }
    }
    searches
}
