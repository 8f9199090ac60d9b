//! Reading colours from moves (Teramura and Matsuzaki 2021): the games, the samples and the training.

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
