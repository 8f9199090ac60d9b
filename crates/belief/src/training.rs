//! Training a network: Adam on batches in shuffled order, the same for any number of threads.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::network::Workspace;
use crate::{Architecture, Network, NetworkInput};

/// An input and its label.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingSample {
    /// What the network is shown.
    pub input: NetworkInput,
    /// The class: 0 for blue and 1 for red, as [`games::geister::Colour`] counts, or the number of the move
    /// that was played ([`crate::move_index`]).
    pub label: u8,
}

/// The settings of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingSettings {
    /// Examples of a step.
    pub batch: usize,
    /// Most times every example is seen.
    pub epochs: usize,
    /// Stop after this many epochs without a smaller loss on the validation examples; without it, never.
    pub patience: Option<usize>,
    /// The step size of Adam.
    pub rate: f32,
    /// How slowly Adam's mean of gradients forgets.
    pub mean: f32,
    /// How slowly Adam's mean of squared gradients forgets.
    pub square: f32,
    /// What keeps Adam from dividing by 0.
    pub epsilon: f32,
    /// Decides the order of the examples.
    pub seed: u64,
}

impl Default for TrainingSettings {
    /// The settings of Teramura and Matsuzaki 2021: Adam (0.001, 0.9, 0.999, 1e-7), batches of 1000, at most
    /// 30 epochs. The paper does not say what ended training before 30; here it is three epochs without a
    /// smaller validation loss.
    fn default() -> Self {
        TrainingSettings {
            batch: 1000,
            epochs: 30,
            patience: Some(3),
            rate: 0.001,
            mean: 0.9,
            square: 0.999,
            epsilon: 1e-7,
            seed: 1,
        }
    }
}

/// The loss and accuracy of a network on some examples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Mean cross entropy in nats: ln 2 = 0.6931 for a fair coin.
    pub loss: f64,
    /// The share of examples whose label is the most probable class.
    pub accuracy: f64,
    /// How many examples.
    pub examples: usize,
}

impl Score {
    /// The loss as Teramura and Matsuzaki 2021 print it, half of the usual one: 0.3466 for a fair coin.
    #[must_use]
    pub fn halved_loss(&self) -> f64 {
        self.loss / 2.0
    }

    fn of(loss: f64, correct: usize, examples: usize) -> Score {
        let share = |sum: f64| if examples == 0 { 0.0 } else { sum / examples as f64 };
        Score { loss: share(loss), accuracy: share(correct as f64), examples }
    }
}

/// The scores of one epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Counted from 1.
    pub number: usize,
    /// On the training examples, while they were being learned.
    pub training: Score,
    /// On the validation examples after the epoch; `None` if there are none.
    pub validation: Option<Score>,
}

/// Examples of a shard: the unit of work of one thread. Its size is fixed, so that the sums of gradients do
/// not depend on the number of threads.
const SHARD: usize = 125;

/// Parameters of a thread's piece of an update: 64 KiB of each of the lists it reads.
const PIECE: usize = 1 << 14;

/// The state of Adam (Kingma and Ba, 2015).
struct Adam {
    settings: TrainingSettings,
    steps: i32,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    fn new(settings: TrainingSettings, parameters: usize) -> Adam {
        Adam { settings, steps: 0, means: vec![0.0; parameters], squares: vec![0.0; parameters] }
    }

    /// Moves `parameters` against the sum of the shards' gradients, which are added in their order.
    fn step(&mut self, parameters: &mut [f32], shards: &[Workspace]) {
        let TrainingSettings { rate, mean, square, epsilon, .. } = self.settings;
        self.steps += 1;
        // Both means begin at 0 and are too small at first.
        let correction =
            (1.0 - f64::from(square).powi(self.steps)).sqrt() / (1.0 - f64::from(mean).powi(self.steps));
        let rate = (f64::from(rate) * correction) as f32;
        let pieces = parameters.par_chunks_mut(PIECE).zip(self.means.par_chunks_mut(PIECE));
        let pieces = pieces.zip(self.squares.par_chunks_mut(PIECE)).enumerate();
        pieces.for_each(|(piece, ((parameters, means), squares))| {
            let begin = piece * PIECE;
            let mut sums = [0.0; PIECE];
            let sums = &mut sums[..parameters.len()];
            for shard in shards {
                for (sum, value) in sums.iter_mut().zip(&shard.gradient[begin..]) {
                    *sum += value;
                }
            }
            for (((parameter, m), v), g) in parameters.iter_mut().zip(means).zip(squares).zip(sums) {
                *m += (*g - *m) * (1.0 - mean);
                *v += (*g * *g - *v) * (1.0 - square);
                *parameter -= rate * *m / (v.sqrt() + epsilon);
            }
        });
    }
}

/// Shuffles by Fisher and Yates.
fn shuffle(order: &mut [u32], rng: &mut Xoshiro256PlusPlus) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.random_range(..=last));
    }
}

/// Trains `network` with the threads of the current rayon pool; `watch` sees every epoch and may stop there.
///
/// With validation examples the network ends as it was after the epoch with the smallest loss on them,
/// otherwise as it is after the last epoch. The same examples, settings and initial network give the same
/// result on any number of threads.
///
/// # Panics
/// A label is no class of the network, or a policy's label is no legal move of its input.
pub fn train(
    network: &mut Network,
    training: &[TrainingSample],
    validation: &[TrainingSample],
    settings: &TrainingSettings,
    watch: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Vec<Epoch> {
    check(network, training);
    check(network, validation);
    let batch = settings.batch.max(1);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut adam = Adam::new(*settings, network.parameters().len());
    let mut shards = vec![Workspace::default(); batch.div_ceil(SHARD)];
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut epochs: Vec<Epoch> = Vec::new();
    let mut best: Option<(f64, usize, Vec<f32>)> = None;
    for number in 1..=settings.epochs {
        shuffle(&mut order, &mut rng);
        let (mut loss, mut correct) = (0.0, 0);
        for batch in order.chunks(batch) {
            let used = &mut shards[..batch.len().div_ceil(SHARD)];
            used.par_iter_mut().zip(batch.par_chunks(SHARD)).for_each(|(shard, numbers)| {
                let examples: Vec<&TrainingSample> =
                    numbers.iter().map(|&number| &training[number as usize]).collect();
                network.learn(&examples, batch.len(), shard);
            });
            loss += used.iter().map(|shard| shard.loss).sum::<f64>();
            correct += used.iter().map(|shard| shard.correct).sum::<usize>();
            network.change(|parameters| adam.step(parameters, used));
        }
        let score = Score::of(loss, correct, training.len());
        let validation = (!validation.is_empty()).then(|| evaluate(network, validation));
        let epoch = Epoch { number, training: score, validation };
        epochs.push(epoch);
        if let Some(Score { loss, .. }) = validation
            && best.as_ref().is_none_or(|(smallest, _, _)| loss < *smallest)
        {
            best = Some((loss, number, network.parameters().to_vec()));
        }
        let tired = match (&best, settings.patience) {
            (Some((_, best, _)), Some(patience)) => number - best >= patience,
            _ => false,
        };
        if watch(&epoch).is_break() || tired {
            break;
        }
    }
    if let Some((_, _, parameters)) = best {
        network.change(|current| current.copy_from_slice(&parameters));
    }
    epochs
}

fn check(network: &Network, examples: &[TrainingSample]) {
    let architecture = network.architecture();
    for TrainingSample { input, label } in examples {
        let label = usize::from(*label);
        assert!(label < architecture.outputs(), "class {label} of {}", architecture.outputs());
        let possible = architecture != Architecture::Policy || input.legal().contains(label);
        assert!(possible, "move {label} is not legal in its input");
    }
}

/// The score of `network`, with the threads of the current rayon pool.
#[must_use]
pub fn evaluate(network: &Network, examples: &[TrainingSample]) -> Score {
    // Larger pieces than shards: a thread warms up once a piece.
    let parts: Vec<(f64, usize)> = examples
        .par_chunks(8 * SHARD)
        .map(|examples| {
            let mut work = Workspace::default();
            let parts = examples.chunks(SHARD).map(|examples| {
                network.judge(&examples.iter().collect::<Vec<_>>(), &mut work);
                (work.loss, work.correct)
            });
            parts.fold((0.0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
        })
        .collect();
    let (loss, correct) = parts.into_iter().fold((0.0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    Score::of(loss, correct, examples.len())
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::{Game, Side};

    use super::*;
    use crate::move_index;

    /// Positions of random games; the label is 0 where the enemy has just moved forward.
    fn forward_or_not(count: usize, seed: u64) -> Vec<TrainingSample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut moves, mut examples) = (Vec::new(), Vec::new());
        while examples.len() < count {
            let mut game = Geister::deal(&mut rng);
            while game.outcome().is_none() {
                game.legal_moves(&mut moves);
                let mv = moves[rng.random_range(..moves.len())];
                game.apply(mv);
                let seat = game.side_to_move();
                let input = NetworkInput::new(&game.view(seat), Some(mv));
                let forward = mv.direction() == games::geister::Direction::forward(seat.other());
                examples.push(TrainingSample { input, label: u8::from(!forward) });
            }
        }
        examples.truncate(count);
        examples
    }

    /// A policy that always takes the first of the legal moves.
    fn first_moves(count: usize) -> Vec<TrainingSample> {
        let label = |input: &NetworkInput| input.legal().indices().next();
        let examples = forward_or_not(count, 5).into_iter();
        examples.filter_map(|e| Some(TrainingSample { label: label(&e.input)? as u8, ..e })).collect()
    }

    fn trained(
        architecture: Architecture,
        examples: &[TrainingSample],
        settings: &TrainingSettings,
        threads: usize,
    ) -> Network {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut network = Network::random(architecture, &mut Xoshiro256PlusPlus::seed_from_u64(3));
        let (validation, training) = examples.split_at(examples.len() / 5);
        pool.install(|| {
            train(&mut network, training, validation, settings, &mut |_| ControlFlow::Continue(()))
        });
        network
    }

    const QUICK: TrainingSettings = TrainingSettings {
        batch: 100,
        epochs: 4,
        patience: None,
        rate: 0.001,
        mean: 0.9,
        square: 0.999,
        epsilon: 1e-7,
        seed: 9,
    };

    #[test]
    fn a_network_learns_what_can_be_seen() {
        let fresh = forward_or_not(1000, 77);
        for architecture in [Architecture::Base, Architecture::Count, Architecture::CountCh] {
            let network = trained(architecture, &forward_or_not(2500, 4), &QUICK, 2);
            let score = evaluate(&network, &fresh);
            assert!(score.accuracy > 0.9 && score.loss < 0.3, "{architecture}: {score:?}");
        }
    }

    #[test]
    fn a_policy_learns_to_choose_among_the_legal_moves() {
        let examples = first_moves(1500);
        let settings = TrainingSettings { epochs: 3, ..QUICK };
        let network = trained(Architecture::Policy, &examples, &settings, 2);
        let score = evaluate(&network, &examples);
        assert!(score.accuracy > 0.5, "{score:?}");
        let start = NetworkInput::new(&Geister::default().view(Side::First), None);
        let mut scratch = crate::Scratch::default();
        let probabilities = network.probabilities(&[start], &mut scratch);
        let legal = move_index("b2b3".parse().unwrap(), Side::First);
        assert!(probabilities[legal] > 0.0);
        assert!(probabilities.iter().enumerate().all(|(i, &p)| start.legal().contains(i) || p == 0.0));
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let examples = forward_or_not(1100, 6);
        let settings = TrainingSettings { batch: 400, epochs: 2, ..QUICK };
        let [one, two] = [1, 2].map(|threads| trained(Architecture::Count, &examples, &settings, threads));
        assert_eq!(one.to_bytes(), two.to_bytes());
        let other = TrainingSettings { seed: 10, ..settings };
        assert_ne!(one.to_bytes(), trained(Architecture::Count, &examples, &other, 2).to_bytes());
    }

    #[test]
    fn training_ends_early_with_the_best_epoch() {
        // Random colours: there is nothing to learn but noise.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut examples = forward_or_not(600, 8);
        examples.iter_mut().for_each(|example| example.label = rng.random_range(..2));
        let (validation, training) = examples.split_at(300);
        let settings = TrainingSettings { epochs: 40, patience: Some(2), ..QUICK };
        let mut network = Network::random(Architecture::Count, &mut rng);
        let mut seen = 0;
        let epochs = train(&mut network, training, validation, &settings, &mut |_| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(seen, epochs.len());
        assert!(epochs.len() < 40);
        let losses: Vec<f64> = epochs.iter().map(|epoch| epoch.validation.unwrap().loss).collect();
        let best = losses.iter().copied().fold(f64::INFINITY, f64::min);
        assert_eq!(losses[losses.len() - 3], best);
        let score = evaluate(&network, validation);
        assert_eq!((score.loss, score.halved_loss()), (best, best / 2.0));
    }

    #[test]
    fn the_watcher_can_end_it_and_no_examples_are_no_trouble() {
        let mut network = Network::random(Architecture::Base, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let epochs =
            train(&mut network, &forward_or_not(50, 1), &[], &QUICK, &mut |_| ControlFlow::Break(()));
        assert_eq!((epochs.len(), epochs[0].validation), (1, None));
        let epochs = train(&mut network, &[], &[], &QUICK, &mut |_| ControlFlow::Continue(()));
        assert_eq!(epochs[3].training, Score { loss: 0.0, accuracy: 0.0, examples: 0 });
    }
}
