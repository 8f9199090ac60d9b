//! Training networks on stored games.

use std::ops::ControlFlow;

use belief::training::{Epoch, Score, TrainingSample, TrainingSettings, evaluate, train};
use belief::{Architecture, Network};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::{DataSplit, Hints, Player, colour_samples, games_of, policy_samples};
use crate::{Evidence, PlanError, ResultCache, UnreadableGame};

/// Why training failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainingError {
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] UnreadableGame),
    /// A plan has no text.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A finished network cannot be saved or loaded.
    #[error("{0}")]
    Cache(String),
    /// There are no games to train on.
    #[error("found no games to train on, expected some")]
    NoGames,
}

/// A network and its score on held-out positions.
#[derive(Clone, Debug)]
pub struct TrainedNetwork {
    /// The network, its card filled in.
    pub network: Network,
    /// On the evaluation positions.
    pub score: Score,
}

/// What to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingSetup {
    /// The network.
    pub architecture: Architecture,
    /// Hints about other ghosts, if the network takes them.
    pub hints: Option<Hints>,
    /// Seed of the initial weights, the order and the hints.
    pub seed: u64,
}

impl TrainingSetup {
    /// Training samples; hints are drawn once.
    fn examples(&self, samples: &[super::ColourSample], salt: u64) -> Vec<TrainingSample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ salt);
        let example = |sample: &super::ColourSample| match self.hints {
            Some(hints) => hints.example(sample, &mut rng),
            None => sample.example(),
        };
        samples.iter().map(example).collect()
    }
}

/// Trains a colour network, or loads it from the cache; `data` goes on its card, `watch` is called after
/// every epoch.
///
/// # Errors
/// The cache fails.
pub fn train_colours(
    setup: &TrainingSetup,
    split: &DataSplit,
    data: &str,
    name: &str,
    cache: &dyn ResultCache,
    watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<TrainedNetwork, TrainingError> {
    let evaluation = setup.examples(&split.evaluation, 3);
    let training = Training {
        architecture: setup.architecture,
        training: setup.examples(&split.training, 1),
        validation: setup.examples(&split.validation, 2),
        evaluation,
        settings: TrainingSettings { seed: setup.seed, ..TrainingSettings::default() },
        data: match setup.hints {
            Some(Hints { given, wrong }) => format!("{data}; colours of others given {given}, wrong {wrong}"),
            None => data.to_owned(),
        },
    };
    training.load_or_train(name, cache, watch)
}

/// Trains a policy on its teacher's games; one game in twenty is for evaluation, one for early stopping.
///
/// # Errors
/// The cache fails, or a game cannot be read.
pub fn train_policy(
    evidence: &Evidence,
    seed: u64,
    name: &str,
    cache: &dyn ResultCache,
    watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<TrainedNetwork, TrainingError> {
    let mut games: Vec<Vec<TrainingSample>> =
        evidence.games.iter().map(policy_samples).collect::<Result<_, _>>()?;
    games.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let judged = games.len().div_ceil(20);
    let (judged, others) = games.split_at(judged);
    let (validating, learned) = others.split_at(judged.len().min(others.len()));
    let training = Training {
        architecture: Architecture::Policy,
        training: learned.concat(),
        validation: validating.concat(),
        evaluation: judged.concat(),
        settings: TrainingSettings { seed, ..TrainingSettings::default() },
        data: format!(
            "{} games of {} against itself, plan {}",
            games.len(),
            evidence.plan.opponents.first().map_or("", String::as_str),
            &evidence.hash()?[..12],
        ),
    };
    training.load_or_train(name, cache, watch)
}

/// The part of a network's name that says what it was trained on: plan hashes and number of games.
///
/// # Errors
/// A plan has no text.
pub fn plans_name(evidence: &[Evidence]) -> Result<String, PlanError> {
    let hashes = evidence.iter().map(|evidence| Ok(evidence.hash()?[..8].to_owned()));
    let games: usize = evidence.iter().map(|evidence| evidence.games.len()).sum();
    Ok(format!("{}-{games}", hashes.collect::<Result<Vec<_>, PlanError>>()?.join("-")))
}

/// Random split `number` of the moves of `player`.
///
/// # Errors
/// A game cannot be read.
pub fn data_split(evidence: &[Evidence], player: Player, number: u64) -> Result<DataSplit, UnreadableGame> {
    let games = games_of(evidence, player).into_par_iter().map(|(game, side)| colour_samples(game, side));
    Ok(DataSplit::new(&games.collect::<Result<Vec<_>, _>>()?, number))
}

struct Training {
    architecture: Architecture,
    training: Vec<TrainingSample>,
    validation: Vec<TrainingSample>,
    evaluation: Vec<TrainingSample>,
    settings: TrainingSettings,
    data: String,
}

impl Training {
    /// Loads the network from the cache, or trains and saves it.
    fn load_or_train(
        self,
        name: &str,
        cache: &dyn ResultCache,
        watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
    ) -> Result<TrainedNetwork, TrainingError> {
        if self.training.is_empty() {
            return Err(TrainingError::NoGames);
        }
        let network = match cache.load(name).map_err(TrainingError::Cache)? {
            Some(bytes) => Network::from_bytes(&bytes)
                .map_err(|error| TrainingError::Cache(format!("{name}: {error}")))?,
            None => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed);
                let mut network = Network::random(self.architecture, &mut rng);
                let epochs = train(&mut network, &self.training, &self.validation, &self.settings, watch);
                let score = evaluate(&network, &self.evaluation);
                let network = network.with_card(self.card(epochs.len(), &score));
                cache.save(name, &network.to_bytes()).map_err(TrainingError::Cache)?;
                network
            }
        };
        let score = evaluate(&network, &self.evaluation);
        Ok(TrainedNetwork { network, score })
    }

    /// The card: data, settings and scores.
    fn card(&self, epochs: usize, score: &Score) -> String {
        let TrainingSettings { batch, rate, mean, square, epsilon, seed, .. } = self.settings;
        format!(
            "network: {}, {} parameters\ndata: {} training, {} validation and {} evaluation positions; \
             {}\nsettings: Adam ({rate}, {mean}, {square}, {epsilon}), batches of {batch}, {epochs} \
             epochs, the best on the validation positions; seed {seed}\nscores: {:.2}% right, cross \
             entropy {:.4} (halved, as in Teramura and Matsuzaki 2021: {:.4})\n",
            self.architecture,
            self.architecture.parameters(),
            self.training.len(),
            self.validation.len(),
            self.evaluation.len(),
            self.data,
            100.0 * score.accuracy,
            score.loss,
            score.halved_loss(),
        )
    }
}
