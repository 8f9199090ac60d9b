//! `gokaku games-needed`: how many games an experiment takes.

use std::io::Write;

use anyhow::{Result, bail};
use serde_json::{Value, json};
use statistics::planning::{Comparison, Sides, expected_interval, games_for_half_width, games_for_mean};
use statistics::{EloScale, Sprt, elo_of_score, score_of_elo};

use crate::cli;

/// The exact test is summed over all outcomes for every number of games on the way; beyond these that takes
/// minutes, and it differs from the approximation by nothing that counts.
const SUMMED: u64 = 5000;

pub(crate) fn run(args: &cli::GamesNeeded) -> Result<()> {
    let score = args.score.or(args.elo.map(score_of_elo));
    let answer = Answer::to(args, score)?;
    let text = if args.json { format!("{}\n", answer.json()) } else { answer.text() };
    write!(anstream::stdout(), "{text}")?;
    Ok(())
}

/// What to expect of an experiment.
struct Answer<'a> {
    args: &'a cli::GamesNeeded,
    score: f64,
    /// The standard deviation of one game's score.
    deviation: f64,
    /// To see the difference, if there is one to be seen.
    difference: Option<Difference>,
    /// To make the interval narrow enough.
    width: Option<u64>,
}

struct Difference {
    games: u64,
    /// By the exact binomial test; without draws and where it can be summed.
    exact: Option<u64>,
    /// Of a sequential test from even to this score, if it is so.
    sequential: f64,
}

impl Answer<'_> {
    fn to(args: &cli::GamesNeeded, score: Option<f64>) -> Result<Answer<'_>> {
        let middle = score.unwrap_or(0.5);
        // A draw takes a quarter away from the variance of a coin.
        let variance = middle * (1.0 - middle) - 0.25 * args.draws;
        if args.draws > 2.0 * middle.min(1.0 - middle) || variance <= 0.0 {
            bail!(
                "--draws: found {}, expected at most {:.3}, so that the score can be {middle:.3}",
                args.draws,
                2.0 * middle.min(1.0 - middle)
            );
        }
        let deviation = variance.sqrt();
        let too_many =
            || anyhow::anyhow!("found nothing to tell apart, expected a difference that games can show");
        let difference =
            score.map(|score| difference(args, score, deviation).ok_or_else(too_many)).transpose()?;
        let width = match args.half_width {
            Some(half_width) => Some(games_for_half_width(half_width, deviation).ok_or_else(too_many)?),
            None => None,
        };
        Ok(Answer { args, score: middle, deviation, difference, width })
    }

    fn json(&self) -> Value {
        json!({
            "score": self.score, "elo": elo_of_score(self.score), "deviation": self.deviation,
            "games": self.difference.as_ref().map(|difference| difference.games),
            "exact_games": self.difference.as_ref().and_then(|difference| difference.exact),
            "sprt_games": self.difference.as_ref().map(|difference| difference.sequential),
            "half_width_games": self.width,
        })
    }

    fn text(&self) -> String {
        let Answer { args, score, deviation, .. } = self;
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let mut text = String::new();
        if let Some(Difference { games, exact, sequential }) = &self.difference {
            let elo = elo_of_score(*score);
            let sides = if args.one_sided { "one-sided" } else { "two-sided" };
            text += &format!(
                "a score of {} ({elo:+.0} Elo) against 50%, {} draws, {sides}, significance {}, power {}\n",
                percent(*score),
                percent(args.draws),
                percent(args.alpha),
                percent(args.power)
            );
            text += &format!("{games:>9} games by the normal approximation\n");
            if let Some(exact) = exact {
                text += &format!("{exact:>9} games by the exact binomial test\n");
            }
            text += &format!("{sequential:>9.0} games in the mean with --sprt, if the score is so\n");
            let interval = expected_interval(*score, *deviation, *games);
            text += &format!(
                "after {games} games the 95% interval is about {} to {}\n",
                percent(interval.low),
                percent(interval.high)
            );
        }
        if let (Some(half_width), Some(games)) = (args.half_width, self.width) {
            text += &format!(
                "{games:>9} games for a 95% interval of {} to either side of {}\n",
                percent(half_width),
                percent(*score)
            );
        }
        text
    }
}

fn difference(args: &cli::GamesNeeded, score: f64, deviation: f64) -> Option<Difference> {
    let sides = if args.one_sided { Sides::One } else { Sides::Two };
    let comparison = Comparison { p0: 0.5, p1: score, alpha: args.alpha, power: args.power, sides };
    let games = if args.draws > 0.0 {
        games_for_mean(score - 0.5, deviation, args.alpha, args.power, sides)?
    } else {
        comparison.games()?
    };
    let exact = if args.draws == 0.0 && games <= SUMMED { comparison.exact_games() } else { None };
    // From even to the difference, whichever way it goes, with the same error rates.
    let elo = elo_of_score(score).abs();
    let test = Sprt::new(0.0, elo, args.alpha, 1.0 - args.power, EloScale::Logistic).ok()?;
    Some(Difference { games, exact, sequential: test.expected(elo, deviation).games })
}
