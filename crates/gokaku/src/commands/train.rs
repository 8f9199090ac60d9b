//! `gokaku train`
//!
//! What is finished is kept in a folder beside the output, batch by batch, until the weights are complete.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use search::othello::{Training, TrainingSamples, Weights};

use super::{train_kalah, train_networks, train_people, train_shogi};
use crate::cli::{self, Trainee};
use crate::files;

pub(crate) fn run(args: &cli::Train) -> Result<()> {
    if let Some(jobs) = args.lab.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global()?;
    }
    if !args.records.is_empty()
        && !matches!(args.what, Trainee::Shogi | Trainee::ShogiImitation | Trainee::People)
    {
        bail!("found records, expected them with shogi, shogi-imitation and people alone");
    }
    if args.ratings.is_some() && args.what != Trainee::ShogiImitation {
        bail!("found a rating, expected it with shogi-imitation alone");
    }
    match args.what {
        Trainee::Shogi => train_shogi::evaluation(args),
        Trainee::ShogiImitation => train_shogi::imitation(args),
        Trainee::OthelloPatterns => othello_patterns(args),
        Trainee::GeisterPolicy => train_networks::policy_command(args),
        Trainee::GeisterColour => train_networks::colour_command(args),
        Trainee::People => train_people::run(args),
        Trainee::KalahQ => train_kalah::q_table(args),
    }
}

fn othello_patterns(args: &cli::Train) -> Result<()> {
    let out = args.out.clone().unwrap_or_else(|| "othello-patterns.bin".into());
    files::check_writable(&out)?;
    let training = Training { seed: args.seed, ..Training::default() }.scaled(args.scale);
    let work = Work::open(&out, &training)?;
    let begun = Instant::now();
    let mut weights: Option<Weights> = None;
    for generation in 0..training.generations.len() {
        weights = Some(advance(&training, generation, weights.as_ref(), &work)?);
    }
    let Some(weights) = weights else { bail!("found no generation, expected at least one") };
    files::write(&out, &weights.to_bytes())?;
    work.close()?;
    writeln!(anstream::stdout(), "{} ({:.0} s)", out.display(), begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// The weights after a generation: read, or made of its games, which are played with those of the generation
/// before.
fn advance(training: &Training, generation: usize, before: Option<&Weights>, work: &Work) -> Result<Weights> {
    let page = format!("generation-{:02}.bin", generation + 1);
    if let Some(bytes) = work.find(&page)? {
        return Weights::from_bytes(&bytes).map_err(|error| files::name_file(&work.path(&page), &error));
    }
    let lessons = lessons_of(training, generation, before, work)?;
    let bar = ProgressBar::new(Weights::PHASES as u64)
        .with_style(ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} phases {eta}")?);
    bar.set_prefix(format!("generation {} of {}", generation + 1, training.generations.len()));
    let learnt = training.learn(generation, &lessons, before, &|_| bar.inc(1));
    bar.finish_and_clear();
    files::write(&work.path(&page), &learnt.to_bytes())?;
    for batch in 0..training.batches(generation) {
        files::remove(&work.path(&lessons_page(generation, batch)))?;
    }
    Ok(learnt)
}

fn lessons_page(generation: usize, batch: u32) -> String {
    format!("generation-{:02}-batch-{batch:04}.lessons", generation + 1)
}

/// Training samples of a generation: read, or from games with the previous weights.
fn lessons_of(
    training: &Training,
    generation: usize,
    weights: Option<&Weights>,
    work: &Work,
) -> Result<Vec<TrainingSamples>> {
    let bar = ProgressBar::new(training.generations[generation].games.into()).with_style(
        ProgressStyle::with_template("{prefix} {wide_bar} {human_pos}/{human_len} games {per_sec} {eta}")?,
    );
    bar.set_prefix(format!("generation {} of {}", generation + 1, training.generations.len()));
    let lessons = (0..training.batches(generation)).into_par_iter().map(|batch| {
        let page = lessons_page(generation, batch);
        let games = training.games(generation, batch).len() as u64;
        if let Some(bytes) = work.find(&page)? {
            // Nothing to wait for: the rate is that of games that are played now.
            bar.inc(games);
            bar.reset_eta();
            return TrainingSamples::from_bytes(&bytes)
                .map_err(|error| files::name_file(&work.path(&page), &error));
        }
        let lessons = training.play(generation, batch, weights);
        files::write(&work.path(&page), &lessons.to_bytes())?;
        bar.inc(games);
        Ok(lessons)
    });
    let lessons = lessons.collect::<Result<_>>();
    bar.finish_and_clear();
    lessons
}

/// The folder of what is finished.
pub(super) struct Work {
    folder: PathBuf,
}

impl Work {
    /// The page that says what is being trained.
    const SETTINGS: &'static str = "settings.txt";

    /// Opens the folder beside `out`, or makes it; the work in it must be of the same training.
    pub(super) fn open(out: &Path, training: &impl std::fmt::Debug) -> Result<Work> {
        let mut folder = out.to_owned().into_os_string();
        folder.push(".work");
        let work = Work { folder: folder.into() };
        let settings = format!("{training:#?}\n");
        match work.find(Work::SETTINGS)? {
            None => files::write(&work.path(Work::SETTINGS), settings.as_bytes())?,
            Some(found) if found == settings.as_bytes() => {}
            Some(_) => bail!(
                "{}: found work of a training with other settings, expected the same ones or no such folder",
                work.folder.display()
            ),
        }
        Ok(work)
    }

    pub(super) fn path(&self, page: &str) -> PathBuf {
        self.folder.join(page)
    }

    pub(super) fn find(&self, page: &str) -> Result<Option<Vec<u8>>> {
        let path = self.path(page);
        if path.exists() { files::read(&path).map(Some) } else { Ok(None) }
    }

    pub(super) fn close(self) -> Result<()> {
        let failed = |error| anyhow!("{}: cannot be removed: {error}", self.folder.display());
        fs::remove_dir_all(&self.folder).map_err(failed)
    }
}
