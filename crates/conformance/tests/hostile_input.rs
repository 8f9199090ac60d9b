//! A taste of fuzzing in every test run: real files, damaged at random, against every reader. `cargo xtask
//! fuzz` does it for real, guided by coverage.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;

use conformance::parsers;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use walkdir::WalkDir;

/// Damaged versions tried of each real file and reader.
const VERSIONS: usize = 40;

/// Lines taken of a playthrough.
const LINES: usize = 200;

/// Longer files are cut: the damage is what counts.
const LONGEST: usize = 20_000;

/// The files of the game's folder, and every line of its playthrough: positions and moves.
fn seeds(game: &str) -> Vec<Vec<u8>> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let files = WalkDir::new(testdata.join(game)).sort_by_file_name().into_iter().map(Result::unwrap);
    let paths = files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path());
    let mut seeds: Vec<Vec<u8>> = paths.map(|path| fs::read(path).unwrap()).collect();
    assert!(!seeds.is_empty(), "there are real files for {game}");
    let playthrough =
        fs::read_to_string(testdata.join("playthroughs").join(game).with_extension("txt")).unwrap();
    // The first word of a line says what it is; the rest is what a reader gets.
    let values = playthrough.lines().take(LINES).filter_map(|line| Some(line.split_once(' ')?.1.into()));
    seeds.extend(values);
    seeds
}

/// Cuts, repeats, overwrites and swaps bytes.
fn damage(bytes: &[u8], rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let mut damaged = bytes[..bytes.len().min(LONGEST)].to_vec();
    for _ in 0..rng.random_range(1..=8) {
        if damaged.is_empty() {
            break;
        }
        let at = rng.random_range(0..damaged.len());
        let length = rng.random_range(0..=(damaged.len() - at).min(64));
        match rng.random_range(0..5) {
            0 => damaged.truncate(at),
            1 => drop(damaged.drain(at..at + length)),
            2 => damaged[at] = rng.random(),
            3 => {
                let piece = damaged[at..at + length].to_vec();
                let target = rng.random_range(0..=damaged.len());
                damaged.splice(target..target, piece);
            }
            _ => {
                let other = rng.random_range(0..damaged.len());
                damaged.swap(at, other);
            }
        }
    }
    damaged
}

#[test]
fn no_reader_panics_on_damaged_files() {
    for parser in &parsers::all() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let game = parser.name.split('_').next().unwrap();
        for seed in seeds(game) {
            (parser.check)(&seed);
            for _ in 0..VERSIONS {
                (parser.check)(&damage(&seed, &mut rng));
            }
        }
    }
}
