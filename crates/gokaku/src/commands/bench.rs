//! `gokaku bench`: our move generators and other people's, by turns in one run, on one thread; Othello's
//! searches and Geister's playouts.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use games::Game;
use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;

use crate::cli;
use crate::error::Failed;

mod geister;
mod othello;
#[cfg(feature = "peers")]
mod peers;

/// Repetitions of each count; the fastest is printed, since disturbances only slow a run down.
const ROUNDS: usize = 3;

pub(crate) fn run(args: &cli::Bench) -> Result<()> {
    match &args.what {
        cli::BenchSubject::Games => games(),
        cli::BenchSubject::Othello(args) => {
            let report = othello::Report::measure(args.only)?;
            let mut out = anstream::stdout().lock();
            if args.json {
                writeln!(out, "{}", report.json())?;
            } else {
                write!(out, "{report}")?;
            }
            report.check()
        }
        cli::BenchSubject::Geister(args) => {
            let report = geister::Report::measure();
            let mut out = anstream::stdout().lock();
            if args.json {
                writeln!(out, "{}", report.json())?;
            } else {
                write!(out, "{report}")?;
            }
            report.check()
        }
    }
}

/// One line of the table: the same count by us and by a peer.
struct Contest {
    name: String,
    ours: Box<dyn Fn() -> u64>,
    peer: Option<Peer>,
}

/// Another implementation.
struct Peer {
    name: &'static str,
    count: Box<dyn Fn() -> u64>,
}

fn contest<G: Game>(depth: u32, peer: Option<Peer>) -> Contest {
    let game = G::default();
    Contest { name: format!("{} perft({depth})", G::NAME), ours: Box::new(move || game.perft(depth)), peer }
}

fn games() -> Result<()> {
    #[cfg(feature = "peers")]
    let (othello, shogi) = (Some(peers::magpie(11)), Some(peers::shogi_legality_lite(4)));
    #[cfg(not(feature = "peers"))]
    let (othello, shogi) = (None, None);
    let contests = [
        contest::<Othello>(11, othello),
        contest::<Shogi>(5, None),
        contest::<Shogi>(4, shogi),
        contest::<Kalah>(12, None),
        contest::<Geister>(8, None),
    ];
    let mut out = anstream::stdout().lock();
    writeln!(out, "single thread, leaves counted in bulk at the last ply, best of {ROUNDS}")?;
    writeln!(out, "{:<20} {:>12} {:>10}   peer", "", "leaves", "ours M/s")?;
    for contest in contests {
        let mut ours = 0.0_f64;
        let mut theirs = 0.0_f64;
        let mut leaves = 0;
        for _ in 0..ROUNDS {
            let rate;
            (leaves, rate) = measure(&contest.ours);
            ours = ours.max(rate);
            if let Some(peer) = &contest.peer {
                let (count, rate) = measure(&peer.count);
                if count != leaves {
                    return Err(Failed(format!(
                        "{}: we count {leaves}, {} {count}",
                        contest.name, peer.name
                    ))
                    .into());
                }
                theirs = theirs.max(rate);
            }
        }
        write!(out, "{:<20} {leaves:>12} {:>10.1}", contest.name, ours / 1e6)?;
        if let Some(peer) = contest.peer {
            write!(out, "   {} {:.1} M/s, ratio {:.2}", peer.name, theirs / 1e6, ours / theirs)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The count and how many leaves a second it took.
fn measure(count: &dyn Fn() -> u64) -> (u64, f64) {
    let begun = Instant::now();
    let leaves = count();
    (leaves, leaves as f64 / begun.elapsed().as_secs_f64())
}
