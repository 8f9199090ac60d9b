//! `gokaku bench geister`: random playouts with every kernel this processor supports, on one thread.

use std::fmt;

use anyhow::Result;
use games::geister::{DEFAULT_LIMIT, Geister};
use games::{EndReason, Game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::geister::{PlayoutEnd, PlayoutKernel, PlayoutStart, Playouts};
use serde_json::json;
use statistics::{Interval, wilson};

use crate::cpu;
use crate::error::Failed;

/// Playouts in a round: some 20 ms, so that a few rounds are undisturbed even on a busy machine.
const ROUND: usize = 20_000;

/// Rounds per kernel; the fastest is printed, since disturbances only slow a run down.
const ROUNDS: u64 = 50;

/// Playouts of all rounds of a kernel.
const PLAYOUTS: u64 = ROUND as u64 * ROUNDS;

/// Two million games of another program with the same policy and the same limit.
const PUBLISHED_PLIES: f64 = 148.1;

/// Shares of the ends of those games in the order of [`Ends::shares`], in percent. They differ from ours by
/// 0.2 to 0.4 points, which a biased shuffle of the other program would explain.
const PUBLISHED: [f64; 6] = [47.4, 47.0, 5.59, 33.5, 31.1, 29.8];

/// What the shares are called.
const SHARES: [&str; 6] =
    ["first wins", "second wins", "drawn by the limit", "blue left", "all blues taken", "all reds taken"];

/// How the playouts of a kernel ended.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Ends {
    plies: u64,
    squared_plies: u64,
    wins: [u64; 2],
    draws: u64,
    escapes: u64,
    blues: u64,
    reds: u64,
}

impl Ends {
    fn add(&mut self, end: &PlayoutEnd) {
        let plies = u64::from(end.plies);
        self.plies += plies;
        self.squared_plies += plies * plies;
        match end.outcome.winner {
            Some(side) => self.wins[side.index()] += 1,
            None => self.draws += 1,
        }
        match end.outcome.reason {
            EndReason::Escape => self.escapes += 1,
            EndReason::BluesCaptured => self.blues += 1,
            EndReason::RedsCaptured => self.reds += 1,
            _ => {}
        }
    }

    fn shares(&self) -> [u64; 6] {
        [self.wins[0], self.wins[1], self.draws, self.escapes, self.blues, self.reds]
    }

    /// The mean length and half of its interval of 95%.
    fn mean_plies(&self) -> (f64, f64) {
        let mean = self.plies as f64 / PLAYOUTS as f64;
        let variance = self.squared_plies as f64 / PLAYOUTS as f64 - mean * mean;
        (mean, 1.96 * (variance / PLAYOUTS as f64).sqrt())
    }
}

/// The playouts of one kernel.
struct Measured {
    path: PlayoutKernel,
    playouts_per_second: f64,
    ends: Ends,
}

/// The measurements, the portable kernel first.
pub(super) struct Report(Vec<Measured>);

impl Report {
    /// Measures every kernel.
    pub(super) fn measure() -> Report {
        let mut paths: Vec<(Playouts, Measured)> = PlayoutKernel::all()
            .into_iter()
            .map(|path| {
                let measured = Measured { path, playouts_per_second: 0.0, ends: Ends::default() };
                (Playouts::with_kernel(path, 1), measured)
            })
            .collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..ROUNDS {
            // Dealt before the clock runs: what is measured are the playouts.
            let starts: Vec<PlayoutStart> = (0..ROUND)
                .map(|_| PlayoutStart::new(&Geister::deal(&mut rng).board(), u32::from(DEFAULT_LIMIT)))
                .collect();
            for (playouts, measured) in &mut paths {
                let begun = cpu::seconds();
                playouts.play(starts.iter().copied(), |_, end| measured.ends.add(&end));
                let rate = ROUND as f64 / (cpu::seconds() - begun);
                measured.playouts_per_second = measured.playouts_per_second.max(rate);
            }
        }
        Report(paths.into_iter().map(|(_, measured)| measured).collect())
    }

    /// An error if two kernels played differently.
    pub(super) fn check(&self) -> Result<()> {
        let [portable, others @ ..] = &self.0[..] else { return Ok(()) };
        for other in others {
            if other.ends != portable.ends {
                let message = format!("{}: found {:?}, expected {:?}", other.path, other.ends, portable.ends);
                return Err(Failed(message).into());
            }
        }
        Ok(())
    }

    /// The report for other programs.
    pub(super) fn json(&self) -> serde_json::Value {
        let rates: Vec<_> = self
            .0
            .iter()
            .map(|measured| {
                json!({ "path": measured.path.as_str(), "playouts_per_second": measured.playouts_per_second })
            })
            .collect();
        let ends = self.0.first().map(|measured| {
            let shares = measured.ends.shares().map(|count| json!(count as f64 / PLAYOUTS as f64));
            json!({
                "playouts": PLAYOUTS,
                "mean_plies": measured.ends.mean_plies().0,
                "shares": SHARES
                    .map(str::to_owned)
                    .into_iter()
                    .zip(shares)
                    .collect::<serde_json::Map<_, _>>(),
            })
        });
        json!({ "paths": rates, "ends": ends })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(portable) = self.0.first() else { return Ok(()) };
        writeln!(
            f,
            "playouts from the start, one thread, best of {ROUNDS} rounds of {ROUND}, all paths by turns"
        )?;
        writeln!(f, "{:<20} {:>16} {:>8}", "", "M a CPU second", "ratio")?;
        for Measured { path, playouts_per_second, .. } in &self.0 {
            let ratio = playouts_per_second / portable.playouts_per_second;
            writeln!(f, "{:<20} {:>16.2} {ratio:>8.2}", path.as_str(), playouts_per_second / 1e6)?;
        }
        writeln!(
            f,
            "how {PLAYOUTS} of them end, with intervals of 95%, beside two million of another program"
        )?;
        writeln!(f, "{:<20} {:>8} {:>16} {:>10}", "", "ours", "", "published")?;
        let (plies, half) = portable.ends.mean_plies();
        let range = |low: f64, high: f64, digits| format!("{low:.digits$} to {high:.digits$}");
        let between = range(plies - half, plies + half, 2);
        writeln!(f, "{:<20} {plies:>8.2} {between:>16} {PUBLISHED_PLIES:>10}", "mean plies")?;
        for ((name, count), published) in SHARES.into_iter().zip(portable.ends.shares()).zip(PUBLISHED) {
            let Interval { low, high } = wilson(count as f64, PLAYOUTS);
            let share = 100.0 * count as f64 / PLAYOUTS as f64;
            let between = range(100.0 * low, 100.0 * high, 2);
            writeln!(f, "{name:<20} {share:>7.2}% {between:>16} {published:>9}%")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_differ_are_a_failure() {
        let measured = |escapes| Measured {
            path: PlayoutKernel::PORTABLE,
            playouts_per_second: 2e6,
            ends: Ends { escapes, ..Ends::default() },
        };
        let report = |escapes| Report(vec![measured(7), measured(escapes)]);
        assert!(report(7).check().is_ok());
        assert!(report(8).check().unwrap_err().to_string().starts_with("portable: found Ends"));
        assert_eq!(report(7).json()["paths"][0]["playouts_per_second"], 2e6);
        assert!(report(7).to_string().contains("blue left"));
    }
}
