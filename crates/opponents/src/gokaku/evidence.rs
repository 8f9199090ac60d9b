//! What a move of the user says about their strength.

use games::Game;
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::move_values::{MoveValues, Search};
use super::posterior::Posterior;
use super::scale::{ReferencePlayer, ReferenceScale};

/// People sometimes play something that no reference player would: the assumed probability of a random move.
const LAPSE: f64 = 0.1;

/// The values of a user's moves by one search, in each of some equally likely hidden states.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenMoves {
    /// The search.
    pub search: Search,
    /// In each state the values of the moves, and the place of the one played.
    pub states: Vec<(Vec<f64>, Option<usize>)>,
}

/// A move of a user as the searches of a game see it, before anything is concluded from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveEvidence {
    /// How many moves the user had made before.
    pub made: usize,
    /// By each search.
    pub seen: Vec<SeenMoves>,
}

impl MoveEvidence {
    /// Asks each of these searches once.
    pub(super) fn new<G: Game>(
        values: &mut dyn MoveValues<G>,
        before: &G::View,
        mv: G::Move,
        made: usize,
        searches: &[Search],
    ) -> MoveEvidence {
        values.set_position(before);
        let mut seen: Vec<SeenMoves> = Vec::new();
        for &search in searches {
            if seen.iter().any(|known| known.search == search) {
                continue;
            }
            let states = values.user_values(before, search).into_iter().map(|moves| {
                let played = moves.iter().position(|&(known, _)| known == mv);
                (moves.into_iter().map(|(_, value)| value).collect(), played)
            });
            seen.push(SeenMoves { search, states: states.collect() });
        }
        MoveEvidence { made, seen }
    }

    /// What a search saw; nothing if it was not asked.
    pub(super) fn states(&self, search: Search) -> &[(Vec<f64>, Option<usize>)] {
        self.seen.iter().find(|known| known.search == search).map_or(&[], |known| &known.states)
    }

    /// The value of the position by a search, mean over hidden states.
    pub(super) fn value(&self, search: Search) -> f64 {
        let states = self.states(search);
        let best = |(values, _): &(Vec<f64>, _)| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        states.iter().map(best).sum::<f64>() / states.len().max(1) as f64
    }

    /// How often a player plays the move; 0 if its search was not asked.
    pub(super) fn probability(&self, player: &ReferencePlayer) -> f64 {
        let states = self.states(player.settings.search);
        let share = |(values, played): &(Vec<f64>, Option<usize>)| {
            let played = played.map_or(0.0, |place| player.settings.policy(values)[place]);
            (1.0 - LAPSE) * played + LAPSE / values.len().max(1) as f64
        };
        states.iter().map(share).sum::<f64>() / states.len().max(1) as f64
    }

    /// The winning chances lost by the move, and by a random one on average, in each hidden state.
    pub(super) fn losses(&self, judge: Search, model: &Model) -> Vec<(f64, f64)> {
        let left = model.left(self.made);
        let of_state = |(values, played): &(Vec<f64>, Option<usize>)| {
            let chances: Vec<f64> = values.iter().map(|&value| model.chance(value, left)).collect();
            let best = chances.iter().copied().fold(0.0, f64::max);
            let random = best - chances.iter().sum::<f64>() / chances.len() as f64;
            Some((best - chances[(*played)?], random))
        };
        self.states(judge).iter().filter_map(of_state).collect()
    }
}

/// The searches to ask about a move of a user whose strength is in this range: those of the players around
/// it, by which everybody sees the position, and the judge's.
pub(super) fn searches(model: &Model, (low, high): (f64, f64)) -> Vec<Search> {
    let around = |scale: &ReferenceScale| {
        let plausible = scale.around(low).0..=scale.around(high).1;
        scale.players()[plausible].iter().map(|player| player.settings.search).collect::<Vec<_>>()
    };
    let players = model.kinds.iter().flat_map(around);
    [model.first_sight].into_iter().chain(players).chain(model.judge).collect()
}

/// What a move says under a model, before it is weighed.
pub(super) struct Likelihoods {
    /// How often each player of each kind plays the move.
    probabilities: Vec<Vec<f64>>,
    openness: f64,
    left: f64,
    /// Winning chances lost by the move, and by a random one, in each hidden state.
    losses: Vec<(f64, f64)>,
}

impl Likelihoods {
    pub(super) fn new(model: &Model, evidence: &MoveEvidence) -> Likelihoods {
        let of_scale = |scale: &ReferenceScale| -> Vec<f64> {
            scale.players().iter().map(|player| evidence.probability(player)).collect()
        };
        let left = model.left(evidence.made);
        Likelihoods {
            probabilities: model.kinds.iter().map(of_scale).collect(),
            openness: model.openness(evidence.value(model.first_sight), left),
            left,
            losses: model.judge.map_or(Vec::new(), |judge| evidence.losses(judge, model)),
        }
    }
}

/// Updates the posterior by a move of the user.
pub(super) fn update(model: &Model, posterior: &mut Posterior, seen: &Likelihoods) {
    let Likelihoods { probabilities, openness, left, losses } = seen;
    let (low, high) = posterior.plausible_range();
    posterior.see_move(model.evidence_per_move * openness, &|kind, elo| {
        model.kinds[kind].between(elo.clamp(low, high), &probabilities[kind])
    });
    for &(loss, random) in losses {
        let weight = model.evidence_per_loss / losses.len() as f64;
        posterior.see_loss(weight, loss, random, &|kind, elo| model.loss_share(kind, elo, *left));
    }
}
