//! `gokaku perft`

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use games::Game;

use crate::cli;
use crate::table::{Table, sorted_moves};
use games::with_game;

pub(crate) fn run(args: &cli::Perft) -> Result<()> {
    with_game!(args.game, G => {
        let game = G::position_from(&args.position).context("--position")?;
        match args.depth.checked_sub(1) {
            Some(rest) if args.divide => divide(&game, rest),
            None if args.divide => bail!("found depth 0 with --divide, expected at least 1"),
            _ => count(&game, args.depth),
        }
    })
}

fn count<G: Game>(game: &G, depth: u32) -> Result<()> {
    let mut out = anstream::stdout().lock();
    for depth in depth.min(1)..=depth {
        let begun = Instant::now();
        let leaves = game.perft(depth);
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(out, "{depth:>2} {leaves:>15} {seconds:>9.3} s {:>8.1} M/s", leaves as f64 / seconds / 1e6)?;
        if leaves == 0 {
            break; // every game is over before: deeper counts are 0 too
        }
    }
    Ok(())
}

/// The count behind every first move, `rest` moves deeper.
fn divide<G: Game>(game: &G, rest: u32) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let mut total = 0;
    for mv in sorted_moves(game) {
        let mut next = game.clone();
        next.apply(mv);
        let leaves = next.perft(rest);
        writeln!(out, "{mv:>6} {leaves:>15}")?;
        total += leaves;
    }
    writeln!(out, "{:>6} {total:>15}", "total")?;
    Ok(())
}
