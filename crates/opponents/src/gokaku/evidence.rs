//! What a move of the user says about their strength.

use games::Game;

use super::calibration::{AdaptiveGame, Calibration};
use super::move_values::{MoveValues, Search};
use super::posterior::Posterior;
use super::scale::{ReferencePlayer, ReferenceScale};

/// People sometimes play something that no reference player would: the probability of a random move.
const LAPSE: f64 = 0.1;

/// The user's moves with their values, in each possible hidden state.
type HiddenStates<M> = Vec<Vec<(M, f64)>>;

/// The values of the user's moves, each search made at most once.
struct UserValues<'a, G: Game> {
    move_values: &'a mut dyn MoveValues<G>,
    before: &'a G::View,
    known: Vec<(Search, HiddenStates<G::Move>)>,
}

impl<G: Game> UserValues<'_, G> {
    fn of(&mut self, search: Search) -> &HiddenStates<G::Move> {
        let place = self.known.iter().position(|(known, _)| *known == search).unwrap_or_else(|| {
            self.known.push((search, self.move_values.user_values(self.before, search)));
            self.known.len() - 1
        });
        &self.known[place].1
    }

    /// How often each player of a scale from the place `first` to `last` plays a move. The others are all but
    /// ruled out, and their searches not made.
    fn plays(&mut self, scale: ReferenceScale, (first, last): (usize, usize), mv: G::Move) -> Vec<f64> {
        let mut plays = |(place, player): (usize, &ReferencePlayer)| {
            if !(first..=last).contains(&place) {
                return 0.0;
            }
            let states = self.of(player.search);
            let share = |moves: &Vec<(G::Move, f64)>| {
                let values: Vec<f64> = moves.iter().map(|&(_, value)| value).collect();
                let place = moves.iter().position(|&(known, _)| known == mv);
                let played = place.map_or(0.0, |place| player.policy(&values)[place]);
                (1.0 - LAPSE) * played + LAPSE / values.len().max(1) as f64
            };
            states.iter().map(share).sum::<f64>() / states.len().max(1) as f64
        };
        scale.0.iter().enumerate().map(&mut plays).collect()
    }
}

/// Updates the posterior by a move of the user, who had made so many before.
pub(super) fn update<G: AdaptiveGame>(
    calibration: &mut Calibration<G>,
    posterior: &mut Posterior,
    before: &G::View,
    mv: G::Move,
    made: usize,
) {
    let (low, high) = posterior.plausible_range();
    calibration.move_values.set_position(before);
    let mut values = UserValues { move_values: &mut *calibration.move_values, before, known: Vec::new() };
    let kinds = G::kinds();
    let plays = kinds.iter().map(|scale| {
        let plausible = (scale.around(low).0, scale.around(high).1);
        values.plays(*scale, plausible, mv)
    });
    let plays: Vec<Vec<f64>> = plays.collect();
    let shallow = values.of(kinds[0].0[0].search).clone();
    let judged = if G::LOSSES.is_empty() { Vec::new() } else { values.of(calibration.analyst).clone() };
    let left = G::left(made);
    let evidence = calibration.evidence_per_move * calibration.openness(&shallow, left);
    posterior.see_move(evidence, &|kind, elo| kinds[kind].between(elo.clamp(low, high), &plays[kind]));
    for moves in &judged {
        let Some(played) = moves.iter().position(|&(known, _)| known == mv) else { continue };
        let chances: Vec<f64> = moves.iter().map(|&(_, value)| calibration.chance(value, left)).collect();
        let best = chances.iter().copied().fold(0.0, f64::max);
        let random = best - chances.iter().sum::<f64>() / chances.len() as f64;
        let share =
            |kind: usize, elo: f64| G::loss_share(kind, kinds[kind].between(elo, G::LOSSES[kind]), left);
        posterior.see_loss(best - chances[played], random, &share);
    }
}
