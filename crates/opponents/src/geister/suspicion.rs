//! What an opponent believes of the ghosts it cannot see into.

use std::fmt::Write;

use belief::{Beliefs, Keeping, Reader, colourings, shipped};
use games::geister::{Ghost, Move, View};
use search::geister::Deal;

use crate::name::{Name, NameError, Options};

/// How colours are read from moves, for opponents whose playouts deal colours.
#[derive(Clone, Debug)]
pub struct Suspicion {
    belief: &'static str,
    trained: &'static str,
    reader: Option<Reader>,
}

/// The ways of document 004, table 5: nothing is read, or by which network and how its estimates are kept.
const BELIEFS: [&str; 4] = ["none", "count-single", "count-cumulative", "countch-cumulative"];

/// Whose moves the networks were trained on.
const TRAINED: [&str; 2] = ["mc", "pm"];

impl Suspicion {
    /// Reads the options `belief` (none, count-single, count-cumulative, countch-cumulative) and, unless it is none, `trained`
    /// (mc, pm): on whose moves the network learned.
    ///
    /// # Errors
    /// A value is another word.
    pub fn from_options(options: &mut Options<'_>) -> Result<Self, NameError> {
        let belief = options.word("belief", &BELIEFS)?;
        let (mut trained, mut reader) = (TRAINED[0], None);
        if belief != "none" {
            trained = options.word("trained", &TRAINED)?;
            let teacher = if trained == "pm" { shipped::Teacher::Pm } else { shipped::Teacher::Mc };
            let (network, keeping) = match belief {
                "count-single" => (shipped::count(teacher), Keeping::Single),
                "count-cumulative" => (shipped::count(teacher), Keeping::Cumulative),
                _ => (shipped::count_ch(teacher), Keeping::Cumulative),
            };
            reader = Some(Reader::new(network, keeping));
        }
        Ok(Suspicion { belief, trained, reader })
    }

    /// The name with these options.
    #[must_use]
    pub fn spell(&self, name: Name) -> Name {
        let name = name.with("belief", self.belief);
        if self.reader.is_some() { name.with("trained", self.trained) } else { name }
    }

    /// Forgets everything.
    pub fn begin(&mut self) {
        if let Some(reader) = &mut self.reader {
            reader.begin();
        }
    }

    /// Sees the other side move.
    pub fn observe(&mut self, before: &View, mv: Move) {
        if let Some(reader) = &mut self.reader {
            reader.observe(before, mv);
        }
    }

    /// The last so many observed moves have been taken back.
    pub fn retract(&mut self, observed: usize) {
        if let Some(reader) = &mut self.reader {
            reader.retract(observed);
        }
    }

    /// The colours as likely as they are believed to be, and half a sentence that says what is believed.
    #[must_use]
    pub fn deal(&self, view: &View) -> (Deal, String) {
        let Some(reader) = &self.reader else { return (Deal::uniform(view), String::new()) };
        let beliefs = reader.beliefs(view);
        let deal = Deal::weighted(view, colourings(&beliefs)).unwrap_or_else(|_| Deal::uniform(view));
        (deal, believed(&beliefs))
    }
}

/// `; blue: A 0.12, C 0.95` for the ghosts whose colour is not known.
fn believed(beliefs: &Beliefs) -> String {
    let mut text = String::from("; blue:");
    for (number, ghost) in beliefs.hidden().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma} {ghost} {:.2}", beliefs.blue()[Ghost::index(ghost)]);
    }
    text
}
