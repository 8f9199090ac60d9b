//! Beliefs about the colour of each enemy ghost.

use games::geister::{Colour, Ghost, View};

/// How likely each ghost across the board is to be blue, from A to H. For those whose colour is known it is 0
/// or 1; the others sum up to the number of hidden blue ones, since whatever is believed of one changes the
/// others (Teramura and Matsuzaki 2021, section 5).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Beliefs {
    blue: [f64; 8],
    /// The ghosts whose colour is not known, bit 0 for A.
    hidden: u8,
}

impl Default for Beliefs {
    /// Before anybody has moved: four of eight are blue.
    fn default() -> Self {
        Beliefs { blue: [0.5; 8], hidden: 0xff }
    }
}

/// Smaller differences are rounding.
const ROUNDING: f64 = 1e-12;

impl Beliefs {
    /// What everybody knows: each hidden ghost is as likely to be blue as the others.
    #[must_use]
    pub fn even(view: &View) -> Beliefs {
        let mut beliefs = Beliefs::default();
        let enemy = view.seat().other();
        for ghost in Ghost::ALL {
            if let Some(colour) = view.colour(enemy, ghost) {
                beliefs.blue[ghost.index()] = certainty(colour);
                beliefs.hidden &= !ghost.bit();
            }
        }
        beliefs.share_evenly(0, hidden_blues(view));
        beliefs
    }

    /// The probabilities, from A to H.
    #[must_use]
    pub const fn blue(&self) -> &[f64; 8] {
        &self.blue
    }

    /// The ghosts whose colour is not known.
    pub fn hidden(&self) -> impl Iterator<Item = Ghost> + use<> {
        let hidden = self.hidden;
        Ghost::ALL.into_iter().filter(move |ghost| hidden & ghost.bit() != 0)
    }

    /// Only the last move counts ("single"): `ghost` is blue with probability `p`, all other hidden ghosts
    /// share the rest.
    #[must_use]
    pub fn single(view: &View, ghost: Ghost, p: f64) -> Beliefs {
        let mut beliefs = Beliefs::even(view);
        if beliefs.hidden & ghost.bit() != 0 {
            // The others can be neither more than all blue nor less than all red.
            let (blues, others) = (hidden_blues(view), f64::from(beliefs.hidden.count_ones() - 1));
            let p = p.clamp((blues - others).max(0.0), blues.min(1.0));
            beliefs.blue[ghost.index()] = p;
            beliefs.share_evenly(ghost.bit(), blues - p);
        }
        beliefs
    }

    /// Every move counts ("cumulative"): `ghost` is blue with probability `p`, as far as the others can make
    /// up for it.
    ///
    /// The others change by min(p, 1 - p) in proportion, against the change of `ghost`. Teramura and
    /// Matsuzaki 2021 print a plus there, which would keep no sum.
    pub fn update(&mut self, ghost: Ghost, p: f64) {
        if self.hidden & ghost.bit() == 0 {
            return;
        }
        let change = p.clamp(0.0, 1.0) - self.blue[ghost.index()];
        let room = self.room(ghost);
        self.shift(ghost, change.clamp(-room, room));
    }

    /// Takes in the colours that the captured ghosts have shown.
    pub fn reveal(&mut self, view: &View) {
        let enemy = view.seat().other();
        for ghost in Ghost::ALL {
            let Some(colour) = view.colour(enemy, ghost) else { continue };
            if self.hidden & ghost.bit() == 0 {
                continue;
            }
            // The others take up the whole difference, in several steps if they are sure of themselves.
            loop {
                let change = certainty(colour) - self.blue[ghost.index()];
                let room = self.room(ghost);
                if change.abs() < ROUNDING || room < ROUNDING {
                    break;
                }
                self.shift(ghost, change.clamp(-room, room));
            }
            self.hidden &= !ghost.bit();
            let surprise = (certainty(colour) - self.blue[ghost.index()]).abs() > 1e-6;
            self.blue[ghost.index()] = certainty(colour);
            if surprise {
                // All were certain and one of them wrongly: nothing is left to go by.
                let shown = Ghost::ALL.into_iter().filter(|ghost| self.hidden & ghost.bit() == 0);
                let blues_shown: f64 = shown.map(|ghost| self.blue[ghost.index()]).sum();
                self.share_evenly(0, 4.0 - blues_shown);
            }
        }
    }

    /// How far the belief in `ghost` can move before another one would leave 0 to 1.
    fn room(&self, ghost: Ghost) -> f64 {
        self.hidden().filter(|&other| other != ghost).map(|other| self.slack(other)).sum()
    }

    fn slack(&self, ghost: Ghost) -> f64 {
        let p = self.blue[ghost.index()];
        p.min(1.0 - p)
    }

    /// Adds `change` to `ghost`, and takes it from the others.
    fn shift(&mut self, ghost: Ghost, change: f64) {
        let room = self.room(ghost);
        if room < ROUNDING {
            return;
        }
        for other in self.hidden().filter(|&other| other != ghost) {
            let step = self.slack(other) / room * change;
            let p = &mut self.blue[other.index()];
            *p = (*p - step).clamp(0.0, 1.0);
        }
        let p = &mut self.blue[ghost.index()];
        *p = (*p + change).clamp(0.0, 1.0);
    }

    /// Gives every hidden ghost not in `except` an equal part of `blues`.
    fn share_evenly(&mut self, except: u8, blues: f64) {
        let others = self.hidden & !except;
        for ghost in Ghost::ALL.into_iter().filter(|ghost| others & ghost.bit() != 0) {
            self.blue[ghost.index()] = (blues / f64::from(others.count_ones())).clamp(0.0, 1.0);
        }
    }
}

/// How many of the hidden ghosts are blue.
fn hidden_blues(view: &View) -> f64 {
    let enemy = view.seat().other();
    let shown = Ghost::ALL.into_iter().filter(|&ghost| view.colour(enemy, ghost) == Some(Colour::Blue));
    4.0 - shown.count() as f64
}

const fn certainty(colour: Colour) -> f64 {
    match colour {
        Colour::Blue => 1.0,
        Colour::Red => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::geister::Geister;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn sum(beliefs: &Beliefs) -> f64 {
        beliefs.hidden().map(|ghost| beliefs.blue[ghost.index()]).sum()
    }

    #[test]
    fn the_sum_of_the_hidden_ones_is_kept() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut moves = Vec::new();
        for _ in 0..200 {
            let mut game = Geister::deal(&mut rng);
            let mut beliefs = Beliefs::default();
            while game.outcome().is_none() {
                game.legal_moves(&mut moves);
                game.apply(moves[rng.random_range(..moves.len())]);
                let view = game.view(games::Side::First);
                beliefs.reveal(&view);
                // Estimates that are as sure as can be are the hardest to keep consistent.
                let ghost = Ghost::ALL[rng.random_range(..8_usize)];
                let p = [0.0, 0.02, 0.3, 0.9, 1.0][rng.random_range(..5_usize)];
                beliefs.update(ghost, p);
                for kept in [beliefs, Beliefs::single(&view, ghost, p), Beliefs::even(&view)] {
                    assert!((sum(&kept) - hidden_blues(&view)).abs() < 1e-6, "{view} {kept:?}");
                    assert!(kept.blue.iter().all(|p| (0.0..=1.0).contains(p)));
                    for known in Ghost::ALL {
                        if let Some(colour) = view.colour(games::Side::Second, known) {
                            assert_eq!(kept.blue[known.index()], certainty(colour));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn others_move_against_the_moved_ghost_in_proportion() {
        let mut beliefs = Beliefs::default();
        beliefs.update(Ghost::ALL[0], 0.85);
        assert!((beliefs.blue[0] - 0.85).abs() < 1e-12);
        // Seven others with the same slack share 0.35.
        assert!(beliefs.blue[1..].iter().all(|p| (p - 0.45).abs() < 1e-12));
        beliefs.update(Ghost::ALL[1], 0.05);
        // Slack 0.15 for A and 0.45 for the six others: 2.85 in all takes up 0.4.
        assert!((beliefs.blue[0] - (0.85 + 0.15 / 2.85 * 0.4)).abs() < 1e-12);
        assert!((beliefs.blue[2] - (0.45 + 0.45 / 2.85 * 0.4)).abs() < 1e-12);
    }

    #[test]
    fn single_spreads_what_is_left() {
        let view = Geister::default().view(games::Side::First);
        let beliefs = Beliefs::single(&view, Ghost::ALL[3], 0.9);
        assert!((beliefs.blue[3] - 0.9).abs() < 1e-12 && (beliefs.blue[0] - 3.1 / 7.0).abs() < 1e-12);
    }
}
