//! Simulates how often the 95% intervals hold the truth, at length: `cargo run --release -p lab --example
//! coverage -- [TRIALS] [SEED]`.

use std::process::ExitCode;

use statistics::coverage::settings;

/// Trials of the quick methods; those that resample get a tenth.
const TRIALS: u64 = 200_000;

fn main() -> ExitCode {
    let mut given = [TRIALS, 1];
    for (place, word) in given.iter_mut().zip(std::env::args().skip(1)) {
        match word.parse() {
            Ok(number) if number > 0 => *place = number,
            _ => {
                eprintln!("coverage [TRIALS] [SEED]: '{word}' is not a whole number above 0");
                return ExitCode::from(2);
            }
        }
    }
    let [trials, seed] = given;
    println!("| method | simulated | trials | covered | 95% interval of that |\n|---|---|---|---|---|");
    for setting in settings() {
        let trials = if setting.resamples { trials.div_ceil(10) } else { trials };
        let found = setting.run(trials, seed);
        let sure = found.interval();
        println!(
            "| {} | {} | {trials} | {:.2}% | {:.2} to {:.2} |",
            setting.method,
            setting.truth,
            100.0 * found.share(),
            100.0 * sure.low,
            100.0 * sure.high
        );
    }
    ExitCode::SUCCESS
}
