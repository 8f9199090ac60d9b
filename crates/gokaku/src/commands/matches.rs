//! `gokaku match`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use games::{Game, Record, text};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{AdaptiveSeries, GameLimits, Match, Played, SHOGI_MOVE_LIMIT, SeriesGame};
use opponents::{Estimate, StrengthUnit, fingerprint};
use serde_json::json;
use statistics::{Decision, Sprt};
use statistics::{Interval, Pairs, Tally};

use crate::cli;
use crate::error::Failed;
use crate::files;
use crate::game_files;
use crate::records::Records;
use crate::table::Table;
use games::GameKind;
use games::with_game;

pub(crate) fn run(args: &cli::Match) -> Result<()> {
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global()?;
    }
    with_game!(args.game, G => play::<G>(args))
}

fn play<G: Table>(args: &cli::Match) -> Result<()>
where
    Vec<Record<G>>: TryFrom<Records>,
{
    let openings = match &args.openings {
        Some(path) => {
            let mut openings = game_files::openings::<G>(path)?;
            lab::shuffle(&mut openings, args.seed);
            openings
        }
        None => Vec::new(),
    };
    let mut log = Log::begin(args.log.as_deref(), args.game)?;
    let plan =
        Match::<G> { a: args.a.clone(), b: args.b.clone(), games: args.games, seed: args.seed, openings };
    let bar = ProgressBar::new(plan.games)
        .with_style(ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {per_sec} {eta}")?);
    let usual_limit = (args.game == GameKind::Shogi).then_some(SHOGI_MOVE_LIMIT);
    let limits = GameLimits { clock: args.clock, max_plies: args.limit.or(usual_limit) };
    let mut estimate = None;
    let games = match (&args.sprt, args.warmup) {
        (_, Some(warmup)) => {
            bar.inc_length(warmup);
            let (games, last_estimate) = adaptive_games(&plan, warmup, limits, &mut log, &|| bar.inc(1))?;
            estimate = last_estimate;
            games
        }
        (test, None) => {
            let mut pairs = Pairs::default();
            let enough = |games: &[Played<G>]| {
                if games.last().is_some_and(|played| log.add(&played.record).is_break()) {
                    return true;
                }
                // Pairs from one start are what is independent, so the test looks after every second game.
                if let (Some(test), true, [.., one, two]) = (test, games.len().is_multiple_of(2), games) {
                    pairs.add(one.a_score, two.a_score);
                    return test.decision(&pairs) != Decision::Continue;
                }
                false
            };
            plan.run_until(limits, enough, &|_| bar.inc(1))?
        }
    };
    bar.finish_and_clear();
    log.finish()?;
    let summary = Summary {
        test: args.sprt.map(|test| Test::of(test, &games)),
        estimate,
        ..Summary::of(&plan, &games)
    };
    let text = if args.json {
        let mut summary = summary.json();
        summary["fingerprint"] = json!(fingerprint::of(args.game));
        summary.to_string()
    } else {
        summary.to_string()
    };
    writeln!(anstream::stdout(), "{text}")?;
    match summary.test {
        Some(Test { decision: Decision::AcceptH0, test, .. }) => {
            Err(Failed(format!("SPRT accepted H0: A is no more than {} Elo stronger than B", test.elo0()))
                .into())
        }
        _ => Ok(()),
    }
}

/// Plays `warmup` uncounted games in which A learns about B, then those of the match; also A's last estimate
/// of B.
fn adaptive_games<G: Table>(
    plan: &Match<G>,
    warmup: u64,
    limits: GameLimits,
    log: &mut Log,
    done: &dyn Fn(),
) -> Result<(Vec<Played<G>>, Option<Estimate>)> {
    let series = AdaptiveSeries {
        adaptive: &plan.a,
        other: plan.b.as_str().into(),
        games: warmup.saturating_add(plan.games),
        seed: plan.seed,
        remembers: true,
        limits,
    };
    let mut played = 0;
    let games = series.play_until(&mut |game: &SeriesGame<G>| {
        done();
        played += 1;
        if played > warmup { log.add(&game.record) } else { ControlFlow::Continue(()) }
    })?;
    let estimate = games.last().and_then(|game| game.estimate);
    let counted = games.into_iter().skip(warmup as usize).enumerate();
    let counted = counted.map(|(index, game)| Played {
        index: index as u64,
        a_side: game.side,
        a_score: game.score,
        record: game.record,
        // B is made anew for every game, and its estimate is not kept.
        estimates: [game.estimate, None],
    });
    Ok((counted.collect(), estimate))
}

/// Tag of a record with the fingerprint of our opponents.
const FINGERPRINT_TAG: &str = "Fingerprint";

/// The log of a match: games are written in order, as soon as they are played.
struct Log {
    file: Option<files::Growing>,
    game: GameKind,
    is_empty: bool,
    failed: Option<anyhow::Error>,
}

impl Log {
    fn begin(path: Option<&Path>, game: GameKind) -> Result<Log> {
        Ok(Log { file: path.map(files::Growing::create).transpose()?, game, is_empty: true, failed: None })
    }

    /// Writes a game; stops the match if that fails.
    fn add<G: Game>(&mut self, record: &Record<G>) -> ControlFlow<()> {
        let Some(file) = &mut self.file else { return ControlFlow::Continue(()) };
        let between = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        let mut record = record.clone();
        record.set_tag(FINGERPRINT_TAG, fingerprint::of(self.game));
        match file.add(format!("{between}{}", text::write(&record)).as_bytes()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// All games are there.
    fn finish(self) -> Result<()> {
        match (self.failed, self.file) {
            (Some(error), _) => Err(error),
            (None, Some(file)) => file.finish(),
            (None, None) => Ok(()),
        }
    }
}

/// A sequential test and what it says.
struct Test {
    test: Sprt,
    llr: f64,
    pairs: Pairs,
    decision: Decision,
}

impl Test {
    fn of<G: Game>(test: Sprt, games: &[Played<G>]) -> Test {
        let scores: Vec<f64> = games.iter().map(|played| played.a_score).collect();
        let pairs = Pairs::of_games(&scores);
        Test { test, llr: test.llr(&pairs), decision: test.decision(&pairs), pairs }
    }

    /// The decision in a word.
    fn word(&self) -> &'static str {
        match self.decision {
            Decision::AcceptH0 => "H0",
            Decision::AcceptH1 => "H1",
            Decision::Continue => "undecided",
        }
    }

    fn json(&self) -> serde_json::Value {
        let (lower, upper) = self.test.bounds();
        json!({
            "elo0": self.test.elo0(), "elo1": self.test.elo1(),
            "llr": self.llr, "lower": lower, "upper": upper,
            "pairs": self.pairs.counts, "decision": self.word(),
        })
    }
}

impl std::fmt::Display for Test {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (lower, upper) = self.test.bounds();
        let (elo0, elo1) = (self.test.elo0(), self.test.elo1());
        let counts = self.pairs.counts.map(|count| count.to_string()).join(" ");
        writeln!(f, "pairs       {} with 0, 0.5, 1, 1.5 and 2 points for A: {counts}", self.pairs.pairs())?;
        write!(f, "SPRT        log-likelihood ratio {:.2}, bounds {lower:.2} and {upper:.2}: ", self.llr)?;
        match self.decision {
            Decision::AcceptH0 => write!(f, "H0 accepted, A is no more than {elo0} Elo above B"),
            Decision::AcceptH1 => write!(f, "H1 accepted, A is at least {elo1} Elo above B"),
            Decision::Continue => write!(f, "undecided between {elo0} and {elo1} Elo, more games are needed"),
        }
    }
}

/// Number of forfeits that are listed.
const SHOWN_FORFEITS: usize = 10;

/// Result of a match, from A's side.
struct Summary {
    game: &'static str,
    a: String,
    b: String,
    seed: u64,
    all: Tally,
    first: Tally,
    second: Tally,
    mean_plies: f64,
    forfeits: Vec<Forfeit>,
    /// Result over the distinct games.
    differing: Tally,
    /// Interval of A's score; over pairs of games where their starts differ.
    interval: Interval,
    test: Option<Test>,
    /// A's last estimate of B, after a warm-up.
    estimate: Option<Estimate>,
    /// What A's and B's estimates ended at.
    final_estimates: [Option<FinalEstimates>; 2],
    /// The longest that A and B thought about a move.
    longest: [Option<Duration>; 2],
}

/// The longest that A, or else B, thought about a move.
fn longest<G: Game>(played: &Played<G>, a: bool) -> Option<Duration> {
    let mut game = played.record.start.clone();
    let mut longest = None;
    for ply in &played.record.line.plies {
        if (game.side_to_move() == played.a_side) == a {
            longest = longest.max(ply.time);
        }
        game.apply(ply.mv);
    }
    longest
}

/// What an adaptive opponent's estimates ended at, over all games in which it had one.
struct FinalEstimates {
    unit: StrengthUnit,
    values: Vec<f64>,
}

impl FinalEstimates {
    fn of<G: Game>(games: &[Played<G>], player: usize) -> Option<FinalEstimates> {
        let estimates = || games.iter().filter_map(|played| played.estimates[player]);
        let unit = estimates().next()?.scale;
        Some(FinalEstimates { unit, values: estimates().map(|estimate| estimate.value).collect() })
    }

    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len() as f64
    }

    /// The standard deviation of a sample; one game has none.
    fn deviation(&self) -> Option<f64> {
        let mean = self.mean();
        let squares: f64 = self.values.iter().map(|value| (value - mean).powi(2)).sum();
        let games = self.values.len();
        (games > 1).then(|| (squares / (games - 1) as f64).sqrt())
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "mean": self.mean(), "sd": self.deviation(), "unit": self.unit.key(), "games": self.values.len(),
        })
    }
}

impl std::fmt::Display for FinalEstimates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A share of the value range needs digits after the point, the others do not.
        let digits = match self.unit {
            StrengthUnit::Share => 2,
            StrengthUnit::TreeDepth => 1,
            StrengthUnit::Elo => 0,
        };
        write!(f, "{:.digits$}", self.mean())?;
        if let Some(deviation) = self.deviation() {
            write!(f, ", standard deviation {deviation:.digits$}")?;
        }
        write!(f, " ({}, {} games)", self.unit.words(), self.values.len())
    }
}

/// A game that was lost by a fault.
struct Forfeit {
    game: u64,
    by: &'static str,
    why: String,
}

impl Forfeit {
    fn of<G: Game>(played: &Played<G>) -> Option<Forfeit> {
        let why = played.forfeit()?.to_owned();
        Some(Forfeit { game: played.index + 1, by: if played.a_score > 0.5 { "B" } else { "A" }, why })
    }
}

impl Summary {
    fn of<G: Game>(plan: &Match<G>, games: &[Played<G>]) -> Summary {
        let of_side = |side| lab::tally(games.iter().filter(|played| played.a_side == side));
        let plies: usize = games.iter().map(|played| played.record.line.plies.len()).sum();
        Summary {
            game: G::NAME,
            a: plan.a.clone(),
            b: plan.b.clone(),
            seed: plan.seed,
            all: lab::tally(games),
            first: of_side(games::Side::First),
            second: of_side(games::Side::Second),
            mean_plies: plies as f64 / games.len().max(1) as f64,
            forfeits: games.iter().filter_map(Forfeit::of).collect(),
            differing: lab::tally(lab::differing(games).kept),
            interval: lab::match_interval(games, plan.openings.len()),
            test: None,
            estimate: None,
            final_estimates: [0, 1].map(|player| FinalEstimates::of(games, player)),
            longest: [true, false].map(|a| games.iter().filter_map(|played| longest(played, a)).max()),
        }
    }

    /// How many games repeat an earlier one.
    fn equal(&self) -> u64 {
        self.all.games() - self.differing.games()
    }

    /// A's side, result and interval.
    fn rows(&self) -> [(&'static str, &Tally, Interval); 3] {
        [
            ("first", &self.first, self.first.interval()),
            ("second", &self.second, self.second.interval()),
            ("in all", &self.all, self.interval),
        ]
    }

    fn json(&self) -> serde_json::Value {
        let tally = |(_, tally, interval): (&str, &Tally, Interval)| {
            json!({
                "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "forfeits_lost": tally.forfeits[0], "forfeits_won": tally.forfeits[1],
                "score": tally.score(), "low": interval.low, "high": interval.high,
            })
        };
        let forfeit =
            |forfeit: &Forfeit| json!({ "game": forfeit.game, "by": forfeit.by, "why": forfeit.why });
        let forfeits: Vec<_> = self.forfeits.iter().map(forfeit).collect();
        let [first, second, all] = self.rows().map(tally);
        let mut summary = json!({
            "game": self.game, "a": self.a, "b": self.b, "seed": self.seed, "mean_plies": self.mean_plies,
            "all": all, "first": first, "second": second, "forfeits": forfeits,
            "equal": self.equal(),
            "differing": { "games": self.differing.games(), "score": self.differing.score() },
        });
        if let Some(test) = &self.test {
            summary["sprt"] = test.json();
        }
        if self.final_estimates.iter().any(Option::is_some) {
            let [a, b] =
                self.final_estimates.each_ref().map(|player| player.as_ref().map(FinalEstimates::json));
            summary["estimate"] = json!({ "a": a, "b": b });
        }
        if let Some(Estimate { value, low, high, .. }) = self.estimate {
            summary["last_estimate"] = json!({ "value": value, "low": low, "high": high });
        }
        if let [Some(a), Some(b)] = self.longest {
            summary["longest_ms"] = json!([a.as_millis() as u64, b.as_millis() as u64]);
        }
        summary
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{}: {} against {}, seed {}, {:.1} plies per game",
            self.game, self.a, self.b, self.seed, self.mean_plies
        )?;
        writeln!(
            f,
            "{:<12}{:>7}{:>7}{:>7}{:>7}{:>9}  95% interval",
            "A plays", "games", "wins", "draws", "losses", "score"
        )?;
        for (index, (name, tally, interval)) in self.rows().into_iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(
                f,
                "{name:<12}{:>7}{:>7}{:>7}{:>7}{:>8.1}%  {:.1}% to {:.1}%",
                tally.games(),
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * tally.score(),
                100.0 * interval.low,
                100.0 * interval.high
            )?;
        }
        if self.equal() > 0 {
            write!(
                f,
                "\nequal       {} games repeat an earlier one, so the intervals are too narrow; \
                 A scored {:.1}% of the {} distinct games",
                self.equal(),
                100.0 * self.differing.score(),
                self.differing.games()
            )?;
        }
        if let Some(test) = &self.test {
            write!(f, "\n{test}")?;
        }
        for (who, other, estimates) in
            [("A", "B", &self.final_estimates[0]), ("B", "A", &self.final_estimates[1])]
        {
            if let Some(estimates) = estimates {
                write!(f, "\nestimate    {who}'s estimate of {other} ended at {estimates}")?;
            }
        }
        if let Some(Estimate { value, low, high, .. }) = self.estimate {
            write!(f, "\nestimate    A's last estimate of B: {value:.0}, between {low:.0} and {high:.0}")?;
        }
        if let [Some(a), Some(b)] = self.longest {
            write!(f, "\nlongest     move of A {} ms, of B {} ms", a.as_millis(), b.as_millis())?;
        }
        if !self.forfeits.is_empty() {
            let [lost, won] = self.all.forfeits;
            write!(f, "\nforfeits    {lost} of A's losses, {won} of A's wins")?;
        }
        for forfeit in self.forfeits.iter().take(SHOWN_FORFEITS) {
            write!(f, "\n  game {}: {} sat {}", forfeit.game, forfeit.by, forfeit.why)?;
        }
        match self.forfeits.len().saturating_sub(SHOWN_FORFEITS) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more, which --json and --log hold"),
        }
    }
}
