//! How good is each move in shogi?
//!
//! | to find | look in |
//! |---|---|
//! | a search with an evaluation | [`AlphaBeta`], [`SearchOptions`] |
//! | values of every move at several depths | [`MultiPvSearch`] |
//! | the evaluation | [`Weights`], made by [`Training`] from [`TrainingSamples`] |
//! | an evaluation that plays like the players of records | [`Imitation`] |
//! | short mates, exactly | [`MateSolver`] |

mod adagrad;
mod alphabeta;
mod attack_corrections;
mod attacks;
mod entering_king;
mod exchange;
mod features;
mod imitation;
mod known_wins;
mod mate;
mod multi_pv;
mod options;
mod ordering;
mod picker;
mod playing_styles;
mod quiescence;
mod root;
mod search_position;
mod selfplay;
mod table;
#[cfg(test)]
mod tests;
mod train;
mod training_samples;
mod tree;
mod values;
mod weights;
mod window_independent;

pub use alphabeta::AlphaBeta;
pub use imitation::{ExpertMove, Imitation, ImitationRound};
pub use mate::{Mate, MateSolver};
pub use multi_pv::MultiPvSearch;
pub use options::{Pruning, SearchGoal, SearchOptions};
pub use selfplay::Openings;
pub use train::{Generation, Training, TrainingErrors};
pub use training_samples::TrainingSamples;
pub use tree::{MATE, MATE_THRESHOLD};
pub use weights::Weights;

/// The files that come with the program and decide how its searches play, by name.
#[must_use]
pub fn shipped_files() -> Vec<(&'static str, &'static [u8])> {
    vec![("shogi.bin", weights::SHIPPED_FILE), ("shogi-imitation.bin", weights::IMITATION_FILE)]
}
