//! Networks learned from stored games.

use std::ops::ControlFlow;

use belief::training::{Epoch, Score, TrainingSample, TrainingSettings, evaluate, train};
use belief::{Architecture, Network};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::{DataSplit, Hints, Player, colour_samples, games_of, policy_samples};
use crate::{Evidence, PlanError, ResultCache, Unreadable};

/// Why nothing was learned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TrainingError {
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] Unreadable),
    /// A plan has no text.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A finished network cannot be kept or read.
    #[error("{0}")]
    Cache(String),
    /// There are no games to learn from.
    #[error("found no games to learn from, expected some")]
    NoGames,
}

/// A network and how good it is on positions it has not learned from.
#[derive(Clone, Debug)]
pub struct TrainedNetwork {
    /// The network, its card filled in.
    pub network: Network,
    /// On the evaluation positions.
    pub score: Score,
}

/// What is to be learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingSetup {
    /// The network.
    pub architecture: Architecture,
    /// What it is told of other ghosts, if it takes that in.
    pub hints: Option<Hints>,
    /// Decides the beginning, the order and the hints.
    pub seed: u64,
}

impl TrainingSetup {
    /// Examples made of samples; the hints are drawn once.
    fn examples(&self, samples: &[super::ColourSample], salt: u64) -> Vec<TrainingSample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ salt);
        let example = |sample: &super::ColourSample| match self.hints {
            Some(hints) => hints.example(sample, &mut rng),
            None => sample.example(),
        };
        samples.iter().map(example).collect()
    }
}

/// Teaches a network of colours what is in `split`; `data` says on its card where the positions are from. `watch` hears of every epoch.
///
/// # Errors
/// The cache fails.
pub fn train_colours(
    learning: &TrainingSetup,
    split: &DataSplit,
    data: &str,
    name: &str,
    cache: &dyn ResultCache,
    watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<TrainedNetwork, TrainingError> {
    let evaluation = learning.examples(&split.evaluation, 3);
    let task = Task {
        architecture: learning.architecture,
        training: learning.examples(&split.training, 1),
        validation: learning.examples(&split.validation, 2),
        evaluation,
        settings: TrainingSettings { seed: learning.seed, ..TrainingSettings::default() },
        data: match learning.hints {
            Some(Hints { given, wrong }) => format!("{data}; colours of others given {given}, wrong {wrong}"),
            None => data.to_owned(),
        },
    };
    task.learned(name, cache, watch)
}

/// Teaches a policy what its teacher played; one game in twenty is kept for its judgement, and one to stop by.
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
    let task = Task {
        architecture: Architecture::Policy,
        training: learned.concat(),
        validation: validating.concat(),
        evaluation: judged.concat(),
        settings: TrainingSettings { seed, ..TrainingSettings::default() },
        data: format!(
            "{} games of {} against itself, plan {}",
            games.len(),
            evidence.plan.opponents.first().map_or("", String::as_str),
            &evidence.plan.hash()?[..12],
        ),
    };
    task.learned(name, cache, watch)
}

/// What networks learned from these games are known by: the beginnings of the plans' hashes, and how many games there were.
///
/// # Errors
/// A plan has no text.
pub fn plans_name(evidence: &[Evidence]) -> Result<String, PlanError> {
    let hashes = evidence.iter().map(|evidence| Ok(evidence.plan.hash()?[..8].to_owned()));
    let games: usize = evidence.iter().map(|evidence| evidence.games.len()).sum();
    Ok(format!("{}-{games}", hashes.collect::<Result<Vec<_>, PlanError>>()?.join("-")))
}

/// DataSplit number `number` from the moves of `player` in the player_games.
///
/// # Errors
/// A game cannot be read.
pub fn data_split(evidence: &[Evidence], player: Player, number: u64) -> Result<DataSplit, Unreadable> {
    let games = games_of(evidence, player).into_par_iter().map(|(game, side)| colour_samples(game, side));
    Ok(DataSplit::new(&games.collect::<Result<Vec<_>, _>>()?, number))
}

struct Task {
    architecture: Architecture,
    training: Vec<TrainingSample>,
    validation: Vec<TrainingSample>,
    evaluation: Vec<TrainingSample>,
    settings: TrainingSettings,
    data: String,
}

impl Task {
    /// The network from the cache, or taught now and put there.
    fn learned(
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

    /// Data, settings and scores, as a person reads them.
    fn card(&self, epochs: usize, score: &Score) -> String {
        let TrainingSettings { batch, rate, mean, square, epsilon, seed, .. } = self.settings;
        format!(
            "network: {}, {} parameters\n\
             data: {} positions to learn from, {} to stop by, {} to be judged by; {}\n\
             settings: Adam ({rate}, {mean}, {square}, {epsilon}), batches of {batch}, {epochs} epochs, the best by the positions to stop by; seed {seed}\n\
             scores: {:.2}% right, cross entropy {:.4} (halved, as document 004 prints it: {:.4})\n",
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
