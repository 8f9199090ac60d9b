//! Colours from moves (document 004): whose games are played, what is learned from them, and how well.

mod data_split;
mod plans;
mod samples;
mod training;

pub use data_split::{DataSplit, Hints};
pub use plans::{PLAYERS, Player, games_of, player_games, teacher_games};
pub use samples::{ColourSample, colour_samples, policy_samples};
pub use training::{
    TrainedNetwork, TrainingError, TrainingSetup, data_split, plans_name, train_colours, train_policy,
};
