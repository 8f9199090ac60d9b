//! What an opponent believes of the ghosts it cannot see into.

use belief::{BeliefTracker, BeliefUpdate, Beliefs, colourings, shipped};
use games::geister::{Move, View};
use search::geister::{BluenessEstimator, ColourDistribution, UppEstimator};

use crate::BlueGhosts;
use crate::name::{Name, NameError, Options};

/// How colours are read from moves, for opponents whose playouts deal colours.
#[derive(Clone, Debug)]
pub struct ColourBelief {
    belief: &'static str,
    reading: Reading,
}

#[derive(Clone, Debug)]
enum Reading {
    /// Every colouring is as likely as the others.
    Nothing,
    /// A network, and on whose moves it learned.
    Network(Box<BeliefTracker>, &'static str),
    /// A guess without a network, and what it was before each observed move.
    Guess(Guess, Vec<Guess>),
}

#[derive(Clone, Debug)]
enum Guess {
    Upp(UppEstimator),
    Blueness(BluenessEstimator),
}

/// The methods of Teramura and Matsuzaki 2021 and the two they compare with.
const BELIEFS: [&str; 6] =
    ["none", "count-single", "count-cumulative", "countch-cumulative", "upp", "blueness"];

/// Whose moves the networks were trained on.
const TRAINED: [&str; 2] = ["mc", "pm"];

/// Playouts that UPP spends on a move it sees: those with which it was measured.
const UPP_PLAYOUTS: u64 = 4000;

impl ColourBelief {
    /// Reads the options `belief` (none, count-single, count-cumulative, countch-cumulative, upp, blueness)
    /// and, for a network, `trained` (mc, pm): on whose moves it learned.
    ///
    /// # Errors
    /// A value is another word.
    pub fn from_options(options: &mut Options<'_>, seed: u64) -> Result<Self, NameError> {
        let belief = options.word("belief", &BELIEFS)?;
        let reading = match belief {
            "none" => Reading::Nothing,
            "upp" => Reading::Guess(Guess::Upp(UppEstimator::new(UPP_PLAYOUTS, seed)), Vec::new()),
            "blueness" => Reading::Guess(Guess::Blueness(BluenessEstimator::default()), Vec::new()),
            network => {
                let trained = options.word("trained", &TRAINED)?;
                let teacher = if trained == "pm" { shipped::TrainedOn::Pm } else { shipped::TrainedOn::Mc };
                let (network, keeping) = match network {
                    "count-single" => (shipped::count(teacher), BeliefUpdate::LastMoveOnly),
                    "count-cumulative" => (shipped::count(teacher), BeliefUpdate::Cumulative),
                    _ => (shipped::count_ch(teacher), BeliefUpdate::Cumulative),
                };
                Reading::Network(Box::new(BeliefTracker::new(network, keeping)), trained)
            }
        };
        Ok(ColourBelief { belief, reading })
    }

    /// The name with these options.
    #[must_use]
    pub fn spell(&self, name: Name) -> Name {
        let name = name.with("belief", self.belief);
        match self.reading {
            Reading::Network(_, trained) => name.with("trained", trained),
            Reading::Nothing | Reading::Guess(..) => name,
        }
    }

    /// Forgets everything.
    pub fn begin(&mut self) {
        match &mut self.reading {
            Reading::Nothing => {}
            Reading::Network(reader, _) => reader.begin(),
            Reading::Guess(guess, before) => {
                if let Some(first) = before.drain(..).next() {
                    *guess = first;
                }
            }
        }
    }

    /// Sees the other side move.
    pub fn observe(&mut self, before: &View, mv: Move) {
        match &mut self.reading {
            Reading::Nothing => {}
            Reading::Network(reader, _) => reader.observe(before, mv),
            Reading::Guess(guess, past) => {
                past.push(guess.clone());
                match guess {
                    Guess::Upp(upp) => upp.observe(before, mv),
                    Guess::Blueness(blueness) => blueness.observe(before, mv),
                }
            }
        }
    }

    /// The last so many observed moves have been taken back.
    pub fn retract(&mut self, observed: usize) {
        match &mut self.reading {
            Reading::Nothing => {}
            Reading::Network(reader, _) => reader.retract(observed),
            Reading::Guess(guess, past) => {
                let kept = past.len().saturating_sub(observed);
                if let Some(earlier) = past.drain(kept..).next() {
                    *guess = earlier;
                }
            }
        }
    }

    /// The colours as likely as they are believed to be, and how likely each ghost is to be blue, if anything
    /// is read.
    #[must_use]
    pub fn deal(&self, view: &View) -> (ColourDistribution, BlueGhosts) {
        let deal = match &self.reading {
            Reading::Nothing => return (ColourDistribution::uniform(view), BlueGhosts::new()),
            Reading::Network(reader, _) => {
                let likely = colourings(&reader.beliefs(view));
                ColourDistribution::weighted(view, likely)
                    .unwrap_or_else(|_| ColourDistribution::uniform(view))
            }
            Reading::Guess(Guess::Upp(upp), _) => upp.distribution(view),
            Reading::Guess(Guess::Blueness(blueness), _) => blueness.distribution(view),
        };
        let blue = deal.blue();
        let hidden = Beliefs::even(view);
        let believed = hidden.hidden().map(|ghost| (ghost.letter(), blue[ghost.index()])).collect();
        (deal, believed)
    }
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::{Game, Side};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn every_way_to_read_can_be_undone_and_begun_again() {
        for belief in BELIEFS {
            let name: Name = format!("mc:belief={belief}").parse().unwrap();
            let mut colours = ColourBelief::from_options(&mut name.options(), 1).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
            let mut game = Geister::deal(&mut rng);
            let (mut seen, mut moves) = (Vec::new(), Vec::new());
            while seen.len() < 8 && game.outcome().is_none() {
                game.legal_moves(&mut moves);
                let mv = moves[rng.random_range(..moves.len())];
                if game.side_to_move() == Side::Second {
                    let view = game.view(Side::First);
                    seen.push((view, colours.deal(&view).1));
                    colours.observe(&view, mv);
                }
                game.apply(mv);
            }
            assert_eq!(seen[7].1 == seen[0].1, belief == "none", "{belief}: something is read");
            colours.retract(3);
            assert_eq!(colours.deal(&seen[5].0).1, seen[5].1, "{belief}");
            colours.begin();
            assert_eq!(colours.deal(&seen[0].0).1, seen[0].1, "{belief}");
        }
    }
}
