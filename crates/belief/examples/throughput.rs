//! Prints one line of JSON: examples a second in training `count` on one and two threads, and microseconds
//! per input in inference, batch by batch. `scripts/pytorch_networks.py` runs it beside PyTorch.

use std::ops::ControlFlow;
use std::time::Instant;

use belief::training::{TrainingSample, TrainingSettings, train};
use belief::{Architecture, Network, NetworkInput, QuantisedPolicy, QuantisedScratch, Scratch};
use games::Game;
use games::geister::Geister;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::ThreadPoolBuildError;
use rustix::time::{ClockId, clock_gettime};

fn inputs(count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<NetworkInput> {
    let (mut moves, mut inputs) = (Vec::new(), Vec::new());
    while inputs.len() < count {
        let mut game = Geister::deal(rng);
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            game.apply(mv);
            inputs.push(NetworkInput::new(&game.view(game.side_to_move()), Some(mv)));
        }
    }
    inputs.truncate(count);
    inputs
}

/// Examples of an epoch, and epochs: the best epoch counts, and a short one is disturbed less.
const EXAMPLES: usize = 2000;
const EPOCHS: usize = 25;

/// Processor time of all threads so far, in seconds: on a machine that others use too, it says what the clock
/// cannot.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Examples a second in the best epoch, by the clock and by processor time.
fn training(
    inputs: &[NetworkInput],
    threads: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<[f64; 2], ThreadPoolBuildError> {
    let examples: Vec<TrainingSample> =
        inputs.iter().map(|&input| TrainingSample { input, label: rng.random_range(..2) }).collect();
    let mut network = Network::random(Architecture::Count, rng);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let settings = TrainingSettings { epochs: EPOCHS, patience: None, ..TrainingSettings::default() };
    let mut best = [0.0; 2];
    let mut begin = (Instant::now(), processor_time());
    pool.install(|| {
        train(&mut network, &examples, &[], &settings, &mut |_| {
            let times = [begin.0.elapsed().as_secs_f64(), processor_time() - begin.1];
            best = std::array::from_fn(|i| f64::max(best[i], examples.len() as f64 / times[i]));
            begin = (Instant::now(), processor_time());
            ControlFlow::Continue(())
        })
    });
    Ok(best)
}

/// Microseconds a input, the best of many short tries.
fn judging(inputs: &[NetworkInput], batch: usize, mut judge: impl FnMut(&[NetworkInput]) -> f32) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let begin = Instant::now();
        let sum: f32 = inputs.chunks_exact(batch).map(&mut judge).sum();
        std::hint::black_box(sum);
        let judged = inputs.len() / batch * batch;
        best = best.min(begin.elapsed().as_secs_f64() * 1e6 / judged as f64);
    }
    best
}

fn main() -> Result<(), ThreadPoolBuildError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let inputs = inputs(EXAMPLES, &mut rng);
    let mut fields = Vec::new();
    for threads in [1, 2] {
        let [clock, processor] = training(&inputs, threads, &mut rng)?;
        fields.push(format!("\"count_training_{threads}\": {clock:.0}"));
        if threads == 1 {
            fields.push(format!("\"count_training_processor\": {processor:.0}"));
        }
    }
    for architecture in [Architecture::Count, Architecture::Policy] {
        let network = Network::random(architecture, &mut rng);
        let quantised = QuantisedPolicy::new(&network);
        for batch in [1, 10, 50] {
            let mut scratch = Scratch::default();
            let time = judging(&inputs[..50], batch, |inputs| network.probabilities(inputs, &mut scratch)[0]);
            fields.push(format!("\"{architecture}_batch_{batch}\": {time:.2}"));
            if let Some(quantised) = &quantised {
                let mut scratch = QuantisedScratch::default();
                let time =
                    judging(&inputs[..50], batch, |inputs| quantised.probabilities(inputs, &mut scratch)[0]);
                fields.push(format!("\"quantised_{architecture}_batch_{batch}\": {time:.2}"));
            }
        }
    }
    println!("{{{}}}", fields.join(", "));
    Ok(())
}
