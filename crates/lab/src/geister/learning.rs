//! Networks learned from stored games.

use std::ops::ControlFlow;

use belief::training::{Epoch, Score, TrainingSample, TrainingSettings, evaluate, train};
use belief::{Architecture, Network};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::{Draw, Hints, Player, games_of, lessons_of, teachings_of};
use crate::{Evidence, PlanError, Shelf, Unreadable};

/// Why nothing was learned.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unlearned {
    /// A game cannot be read.
    #[error(transparent)]
    Game(#[from] Unreadable),
    /// A plan has no text.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A finished network cannot be kept or read.
    #[error("{0}")]
    Shelf(String),
    /// There are no games to learn from.
    #[error("found no games to learn from, expected some")]
    NoGames,
}

/// A network and how good it is on positions it has not learned from.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The network, its card filled in.
    pub network: Network,
    /// On the evaluation positions.
    pub score: Score,
}

/// What is to be learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learning {
    /// The network.
    pub architecture: Architecture,
    /// What it is told of other ghosts, if it takes that in.
    pub hints: Option<Hints>,
    /// Decides the beginning, the order and the hints.
    pub seed: u64,
}

impl Learning {
    /// Examples made of lessons; the hints are drawn once.
    fn examples(&self, lessons: &[super::Lesson], salt: u64) -> Vec<TrainingSample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ salt);
        let example = |lesson: &super::Lesson| match self.hints {
            Some(hints) => hints.example(lesson, &mut rng),
            None => lesson.example(),
        };
        lessons.iter().map(example).collect()
    }
}

/// Teaches a network of colours what is in `draw`; `data` says on its card where the positions are from. `watch` hears of every epoch.
///
/// # Errors
/// The shelf fails.
pub fn colours(
    learning: &Learning,
    draw: &Draw,
    data: &str,
    name: &str,
    shelf: &dyn Shelf,
    watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<Learned, Unlearned> {
    let evaluation = learning.examples(&draw.evaluation, 3);
    let task = Task {
        architecture: learning.architecture,
        training: learning.examples(&draw.training, 1),
        validation: learning.examples(&draw.validation, 2),
        evaluation,
        settings: TrainingSettings { seed: learning.seed, ..TrainingSettings::default() },
        data: match learning.hints {
            Some(Hints { given, wrong }) => format!("{data}; colours of others given {given}, wrong {wrong}"),
            None => data.to_owned(),
        },
    };
    task.learned(name, shelf, watch)
}

/// Teaches a policy what its teacher played; one game in twenty is kept for its judgement, and one to stop by.
///
/// # Errors
/// The shelf fails, or a game cannot be read.
pub fn policy(
    evidence: &Evidence,
    seed: u64,
    name: &str,
    shelf: &dyn Shelf,
    watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<Learned, Unlearned> {
    let mut games: Vec<Vec<TrainingSample>> =
        evidence.games.iter().map(teachings_of).collect::<Result<_, _>>()?;
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
    task.learned(name, shelf, watch)
}

/// What networks learned from these games are known by: the beginnings of the plans' hashes, and how many games there were.
///
/// # Errors
/// A plan has no text.
pub fn learned_name(evidence: &[Evidence]) -> Result<String, PlanError> {
    let hashes = evidence.iter().map(|evidence| Ok(evidence.plan.hash()?[..8].to_owned()));
    let games: usize = evidence.iter().map(|evidence| evidence.games.len()).sum();
    Ok(format!("{}-{games}", hashes.collect::<Result<Vec<_>, PlanError>>()?.join("-")))
}

/// Draw number `number` from the moves of `player` in the meetings.
///
/// # Errors
/// A game cannot be read.
pub fn draw_of(evidence: &[Evidence], player: Player, number: u64) -> Result<Draw, Unreadable> {
    let games = games_of(evidence, player).into_par_iter().map(|(game, side)| lessons_of(game, side));
    Ok(Draw::new(&games.collect::<Result<Vec<_>, _>>()?, number))
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
    /// The network from the shelf, or taught now and put there.
    fn learned(
        self,
        name: &str,
        shelf: &dyn Shelf,
        watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
    ) -> Result<Learned, Unlearned> {
        if self.training.is_empty() {
            return Err(Unlearned::NoGames);
        }
        let network = match shelf.find(name).map_err(Unlearned::Shelf)? {
            Some(bytes) => {
                Network::from_bytes(&bytes).map_err(|error| Unlearned::Shelf(format!("{name}: {error}")))?
            }
            None => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed);
                let mut network = Network::random(self.architecture, &mut rng);
                let epochs = train(&mut network, &self.training, &self.validation, &self.settings, watch);
                let score = evaluate(&network, &self.evaluation);
                let network = network.with_card(self.card(epochs.len(), &score));
                shelf.keep(name, &network.to_bytes()).map_err(Unlearned::Shelf)?;
                network
            }
        };
        let score = evaluate(&network, &self.evaluation);
        Ok(Learned { network, score })
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
