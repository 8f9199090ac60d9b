//! How often different intervals of the detection rate contain the truth:
//! `cargo run -p studies --example detection_coverage -- 20000 7`.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use statistics::Interval;
use statistics::{Method, bootstrap};
use studies::analysis::{Detection, Rate, StatisticRange, ratio};
use studies::simulate::Truth;
use studies::simulate::coverage::coverage_of;

fn shares(detection: &Detection) -> Vec<(f64, f64)> {
    detection.shares(Rate::Detection).into_values().collect()
}

fn on(detection: &Detection, scale: StatisticRange) -> Option<Interval> {
    ratio(&shares(detection), scale)?.interval
}

fn resampled(detection: &Detection) -> Option<Interval> {
    let mean = |some: &[&(f64, f64)]| {
        let (hits, chances) = some.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        hits / chances
    };
    bootstrap(&shares(detection), mean, Method::Expanded, 499, &mut Xoshiro256PlusPlus::seed_from_u64(1))
}

fn by_moves(detection: &Detection) -> Option<Interval> {
    let (hits, bad) = detection.total().share(Rate::Detection);
    Some(statistics::wilson(hits as f64, bad))
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (repeat, seed) = (numbers.next().unwrap_or(2000), numbers.next().unwrap_or(7));
    println!("detection  people  jackknife, logit  jackknife, plain  bootstrap  Wilson over moves");
    for detection in [0.225, 0.05] {
        let truth = Truth { detection, ..Truth::default() };
        for people in [5, 10, 20, 50, 200] {
            let share = |interval: fn(&Detection) -> Option<Interval>, repeat: u64| {
                100.0 * coverage_of(&truth, people, repeat, seed, interval).share()
            };
            println!(
                "{detection:9}  {people:6}  {:15.1}%  {:15.1}%  {:8.1}%  {:16.1}%",
                share(|one| on(one, StatisticRange::Share), repeat),
                share(|one| on(one, StatisticRange::Plain), repeat),
                share(resampled, repeat / 10),
                share(by_moves, repeat)
            );
        }
    }
}
