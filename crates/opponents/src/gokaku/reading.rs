//! What a move of the user says of their strength.

use games::Game;

use super::Fitting;
use super::estimate::Estimate;
use super::eyes::Eyes;
use super::scale::{Rung, Scale};
use super::settings::Setting;

/// People sometimes play something else altogether, which players of reference never do: no move of a user proves anything. (With 0.02
/// users of another kind, `mcts:playouts=500` in Kalah, seemed 300 to 700 Elo weaker than they are.)
const LAPSE: f64 = 0.1;

/// The user's moves with their values, in each way things may be.
type Worlds<M> = Vec<Vec<(M, f64)>>;

/// What the user had before them, each way of looking asked at most once.
struct Sight<'a, G: Game> {
    eyes: &'a mut dyn Eyes<G>,
    before: &'a G::View,
    known: Vec<Option<Worlds<G::Move>>>,
}

impl<G: Game> Sight<'_, G> {
    fn of(&mut self, look: usize) -> &Worlds<G::Move> {
        if self.known.len() <= look {
            self.known.resize(look + 1, None);
        }
        let (eyes, before) = (&mut self.eyes, self.before);
        self.known[look].get_or_insert_with(|| eyes.users(before, look))
    }

    /// How often each player of a scale plays a move, from the place `first` to the place `last`: the others are as good as ruled out,
    /// and not looked at, however deep they would look.
    fn plays(&mut self, scale: Scale, (first, last): (usize, usize), mv: G::Move) -> Vec<f64> {
        let mut plays = |(place, rung): (usize, &Rung)| {
            if !(first..=last).contains(&place) {
                return 0.0;
            }
            let worlds = self.of(rung.look);
            let share = |moves: &Vec<(G::Move, f64)>| {
                let values: Vec<f64> = moves.iter().map(|&(_, value)| value).collect();
                let place = moves.iter().position(|&(known, _)| known == mv);
                let played = place.map_or(0.0, |place| rung.policy(&values)[place]);
                (1.0 - LAPSE) * played + LAPSE / values.len().max(1) as f64
            };
            worlds.iter().map(share).sum::<f64>() / worlds.len().max(1) as f64
        };
        scale.0.iter().enumerate().map(&mut plays).collect()
    }
}

/// Learns from a move that the user played after so many others of theirs.
pub(super) fn read<G: Fitting>(
    setting: &mut Setting<G>,
    estimate: &mut Estimate,
    before: &G::View,
    mv: G::Move,
    made: usize,
) {
    let (low, high) = estimate.likely();
    setting.eyes.turn_to(before);
    let mut sight = Sight { eyes: &mut *setting.eyes, before, known: Vec::new() };
    let kinds = G::kinds();
    let plays = kinds.iter().map(|scale| {
        let looked_at = (scale.around(low).0, scale.around(high).1);
        sight.plays(*scale, looked_at, mv)
    });
    let plays: Vec<Vec<f64>> = plays.collect();
    let shown = sight.of(kinds[0].0[0].look).clone();
    let judged = if G::LOSSES.is_empty() { Vec::new() } else { sight.of(setting.analyst).clone() };
    let left = G::left(made);
    let worth = setting.worth_of_move * setting.openness(&shown, left);
    estimate.see_move(worth, &|kind, elo| kinds[kind].between(elo.clamp(low, high), &plays[kind]));
    for moves in &judged {
        let Some(played) = moves.iter().position(|&(known, _)| known == mv) else { continue };
        let chances: Vec<f64> = moves.iter().map(|&(_, value)| setting.chance(value, left)).collect();
        let best = chances.iter().copied().fold(0.0, f64::max);
        let by_lot = best - chances.iter().sum::<f64>() / chances.len() as f64;
        let share = |kind: usize, elo: f64| G::loses(kind, kinds[kind].between(elo, G::LOSSES[kind]), left);
        estimate.see_loss(best - chances[played], by_lot, &share);
    }
}
