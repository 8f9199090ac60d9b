//! Prints one line of JSON: examples a second in training `count` on one and two threads, and microseconds a sight in
//! judging, batch by batch. `scripts/pytorch_networks.py` runs it beside PyTorch.

use std::ops::ControlFlow;
use std::time::Instant;

use belief::training::{Example, Settings, train};
use belief::{Architecture, Network, Scratch, Sight};
use games::Game;
use games::geister::Geister;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn sights(count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Sight> {
    let (mut moves, mut sights) = (Vec::new(), Vec::new());
    while sights.len() < count {
        let mut game = Geister::deal(rng);
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            game.apply(mv);
            sights.push(Sight::new(&game.view(game.side_to_move()), Some(mv)));
        }
    }
    sights.truncate(count);
    sights
}

/// Examples a second, the better of two epochs.
fn training(
    sights: &[Sight],
    threads: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Result<f64, rayon::ThreadPoolBuildError> {
    let examples: Vec<Example> =
        sights.iter().map(|&sight| Example { sight, label: rng.random_range(..2) }).collect();
    let mut network = Network::random(Architecture::Count, rng);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let settings = Settings { epochs: 3, patience: None, ..Settings::default() };
    let mut best: f64 = 0.0;
    let mut begin = Instant::now();
    pool.install(|| {
        train(&mut network, &examples, &[], &settings, &mut |epoch| {
            // The first epoch warms up.
            if epoch.number > 1 {
                best = best.max(examples.len() as f64 / begin.elapsed().as_secs_f64());
            }
            begin = Instant::now();
            ControlFlow::Continue(())
        })
    });
    Ok(best)
}

/// Microseconds a sight, the best of several tries of some milliseconds.
fn judging(network: &Network, sights: &[Sight], batch: usize) -> f64 {
    let mut scratch = Scratch::default();
    let mut best = f64::INFINITY;
    for _ in 0..12 {
        let begin = Instant::now();
        let mut sum = 0.0;
        for sights in sights.chunks_exact(batch) {
            sum += network.probabilities(sights, &mut scratch)[0];
        }
        std::hint::black_box(sum);
        let judged = sights.len() / batch * batch;
        best = best.min(begin.elapsed().as_secs_f64() * 1e6 / judged as f64);
    }
    best
}

fn main() -> Result<(), rayon::ThreadPoolBuildError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let sights = sights(20_000, &mut rng);
    let mut fields = Vec::new();
    for threads in [1, 2] {
        fields.push(format!("\"count_training_{threads}\": {:.0}", training(&sights, threads, &mut rng)?));
    }
    for architecture in [Architecture::Count, Architecture::Policy] {
        let network = Network::random(architecture, &mut rng);
        for batch in [1, 10, 50] {
            let time = judging(&network, &sights[..1000], batch);
            fields.push(format!("\"{architecture}_batch_{batch}\": {time:.2}"));
        }
    }
    println!("{{{}}}", fields.join(", "));
    Ok(())
}
