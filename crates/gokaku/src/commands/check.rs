//! `gokaku check`

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use conformance::{Plan, TestedGame};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli;
use crate::error::Failed;
use games::with_game;

pub(crate) fn run(args: &cli::Check) -> Result<()> {
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global()?;
    }
    let plan = Plan { games: args.games, seed: args.seed, one_in: args.one_in };
    for &game in &args.game.0 {
        with_game!(game, G => check::<G>(plan)?);
    }
    Ok(())
}

fn check<G: TestedGame>(plan: Plan) -> Result<()> {
    let bar = ProgressBar::new(plan.games).with_style(ProgressStyle::with_template(
        "{prefix:8} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}",
    )?);
    bar.set_prefix(G::NAME);
    let begun = Instant::now();
    let result = conformance::run::<G>(plan, &|games| bar.inc(games));
    bar.finish_and_clear();
    let summary = result.map_err(|failure| Failed(failure.to_string()))?;
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{:8} {} games, {} moves, {} positions examined in full, no failure ({:.0} s)",
        G::NAME,
        summary.games,
        summary.plies,
        summary.examined,
        begun.elapsed().as_secs_f64()
    )?;
    for (end, games) in summary.ends {
        writeln!(out, "         {:5.1}%  {end}", 100.0 * games as f64 / summary.games as f64)?;
    }
    Ok(())
}
