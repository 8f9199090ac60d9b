//! Wald's sequential test for matches.
//!
//! The generalized test of fishtest and fastchess: nuisance parameters (draw rate, correlation within pairs)
//! take their maximum-likelihood values under either hypothesis (Van den Bergh,
//! cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1; the same, "Comments on Normalized Elo",
//! cantate.be/Fishtest/normalized_elo_practical.pdf, section 4.1).

use thiserror::Error;

use super::results::score_at;
use super::{NORMALIZED_ELO_UNIT, Results, score_of_elo};

/// Replaces a count of 0, as in fishtest and fastchess: an outcome not seen yet is not impossible.
const UNSEEN: f64 = 1e-3;

/// Unit of the Elo bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloScale {
    /// Elo proper: by the mean score.
    Logistic,
    /// By the mean score in standard deviations of a game: tests of the same bounds then take equally long
    /// however many games are drawn.
    Normalized,
}

/// The test of a difference of at most `elo0` (H0) against at least `elo1` (H1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: EloScale,
}

/// Why a test is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadTest {
    /// The bounds are not in order.
    #[error("elo0 must be below elo1, both finite")]
    Hypotheses,
    /// The error rates are out of range.
    #[error("alpha and beta must be above 0 and their sum below 1")]
    Errors,
}

/// The state of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// H0 accepted: the difference is at most the lower bound.
    AcceptH0,
    /// H1 accepted: the difference is at least the upper bound.
    AcceptH1,
    /// Undecided.
    Continue,
}

/// What to expect of a test before it is run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedRun {
    /// How likely it ends with H1.
    pub pass: f64,
    /// Games until it ends, on average.
    pub games: f64,
}

impl Sprt {
    /// A test with error rates `alpha` (accepting H1 under H0) and `beta` (accepting H0 under H1).
    ///
    /// # Errors
    /// The bounds are not in order, or the error rates make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: EloScale) -> Result<Self, BadTest> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(BadTest::Hypotheses);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(BadTest::Errors);
        }
        Ok(Sprt { elo0, elo1, alpha, beta, scale })
    }

    /// The bound of H0.
    #[must_use]
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The bound of H1.
    #[must_use]
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Where the log-likelihood ratio ends the test, for H0 and for H1: ln(beta / (1 - alpha)) and ln((1 -
    /// beta) / alpha) (Wald, Sequential Analysis, 1947, chapter 3).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalized log-likelihood ratio of H1 to H0; 0 before the first result.
    #[must_use]
    pub fn llr(&self, results: &impl Results) -> f64 {
        let mut counts = results.counts();
        if counts.iter().all(|&count| count == 0.0) {
            return 0.0;
        }
        for count in &mut counts {
            *count = count.max(UNSEEN);
        }
        let n: f64 = counts.iter().sum();
        let observed: Vec<(f64, f64)> = counts
            .iter()
            .enumerate()
            .map(|(index, count)| (score_at(index, counts.len()), count / n))
            .collect();
        let [h0, h1] = match self.scale {
            EloScale::Logistic => {
                [self.elo0, self.elo1].map(|elo| likeliest_with_mean(&observed, score_of_elo(elo)))
            }
            EloScale::Normalized => [self.elo0, self.elo1].map(|elo| {
                // The mean of two games varies by 1 / sqrt 2 as much as one.
                let distance = elo / NORMALIZED_ELO_UNIT * results.games_each().sqrt();
                likeliest_with_distance(&observed, distance)
            }),
        };
        let per_result: f64 =
            observed.iter().zip(h0.iter().zip(&h1)).map(|((_, p), (p0, p1))| p * (p1 / p0).ln()).sum();
        n * per_result
    }

    /// What the test says of the results so far.
    #[must_use]
    pub fn decision(&self, results: &impl Results) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(results) {
            llr if llr <= lower => Decision::AcceptH0,
            llr if llr >= upper => Decision::AcceptH1,
            _ => Decision::Continue,
        }
    }

    /// How the test would run for a true logistic difference `elo`, with a standard deviation of one game's
    /// score as given (0.5 without draws; [`Results::deviation_per_game`] of earlier games otherwise).
    ///
    /// The log-likelihood ratio is taken for a Brownian motion (Wald 1947, chapter 3; Van den Bergh,
    /// cantate.be/Fishtest/GSPRT_approximation.pdf), so what a test goes beyond its bound is left out: played
    /// out with 40 Elo between the bounds and a look every 8 games, tests took 12% more games.
    #[must_use]
    pub fn expected(&self, elo: f64, deviation: f64) -> ExpectedRun {
        let [s0, s1] = [self.elo0, self.elo1].map(|bound| match self.scale {
            EloScale::Logistic => score_of_elo(bound),
            EloScale::Normalized => 0.5 + bound / NORMALIZED_ELO_UNIT * deviation,
        });
        let speed = (s1 - s0) / (deviation * deviation);
        let drift = speed * (score_of_elo(elo) - 0.5 * (s0 + s1));
        let (lower, upper) = self.bounds();
        // Drift over half the variance, which is speed (s1 - s0) / 2.
        let tilt = 2.0 * drift / (speed * (s1 - s0));
        if tilt.abs() < 1e-9 {
            return ExpectedRun {
                pass: lower / (lower - upper),
                games: -lower * upper / (speed * (s1 - s0)),
            };
        }
        // Written with negative exponents only, whichever way it drifts.
        let pass = if tilt > 0.0 {
            (-tilt * -lower).exp_m1() / (-tilt * (upper - lower)).exp_m1()
        } else {
            (tilt * upper).exp() * (tilt * -lower).exp_m1() / (tilt * (upper - lower)).exp_m1()
        };
        ExpectedRun { pass, games: (pass * upper + (1.0 - pass) * lower) / drift }
    }
}

/// Solves sum p a / (1 + x a) = 0, which has one root where every 1 + x a is positive, if there are a of both
/// signs.
fn secular_root(terms: &[(f64, f64)]) -> Option<f64> {
    let least = terms.iter().map(|term| term.0).fold(f64::INFINITY, f64::min);
    let most = terms.iter().map(|term| term.0).fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    // Falling from plus to minus infinity; as many halvings as a double has bits to lose.
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let sum: f64 = terms.iter().map(|(a, p)| p * a / (1.0 + middle * a)).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(0.5 * (low + high))
}

/// The likeliest probabilities with a given mean score.
fn likeliest_with_mean(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let terms: Vec<(f64, f64)> = observed.iter().map(|(score, p)| (score - mean, *p)).collect();
    let x = secular_root(&terms).unwrap_or(0.0);
    terms.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}

/// The likeliest probabilities whose mean is `distance` standard deviations above 1/2, found by iteration.
fn likeliest_with_distance(observed: &[(f64, f64)], distance: f64) -> Vec<f64> {
    let mut likeliest = vec![1.0 / observed.len() as f64; observed.len()];
    for _ in 0..100 {
        let mean: f64 = observed.iter().zip(&likeliest).map(|((score, _), p)| score * p).sum();
        let variance: f64 =
            observed.iter().zip(&likeliest).map(|((score, _), p)| (score - mean).powi(2) * p).sum();
        let deviation = variance.sqrt();
        let terms: Vec<(f64, f64)> = observed
            .iter()
            .map(|(score, p)| {
                let bend = 1.0 + ((mean - score) / deviation).powi(2);
                (score - 0.5 - 0.5 * distance * deviation * bend, *p)
            })
            .collect();
        let Some(x) = secular_root(&terms) else { break };
        let next: Vec<f64> = terms.iter().map(|(a, p)| p / (1.0 + x * a)).collect();
        let moved = next.iter().zip(&likeliest).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        likeliest = next;
        if moved < 1e-13 {
            break;
        }
    }
    likeliest
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::distribution::normal_quantile;
    use crate::{Pairs, Tally};

    fn test(elo0: f64, elo1: f64, scale: EloScale) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap()
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Tally {
        Tally { wins, draws, losses, ..Tally::default() }
    }

    /// fastchess, app/tests/sprt_test.cpp, "normalized trinomial" 1 and 2, "logistic trinomial" 1 and 2, to
    /// the last digit. Its third ones, of wins alone, follow how a version treats counts of 0 and have
    /// changed; see `one_sided_results_are_as_likely_as_they_are`.
    #[test]
    fn ratios_over_games_are_those_of_fastchess() {
        let cases = [
            (games(36433, 36027, 68692), 0.0, 2.0, EloScale::Normalized, "0.92"),
            (games(10871, 10650, 20431), -1.75, 0.25, EloScale::Normalized, "2.30"),
            (games(21404, 21184, 40708), 0.5, 2.5, EloScale::Logistic, "-1.57"),
            (games(57433, 57030, 106_593), 0.0, 2.0, EloScale::Logistic, "-2.59"),
        ];
        for (tally, elo0, elo1, scale, printed) in cases {
            assert_eq!(format!("{:.2}", test(elo0, elo1, scale).llr(&tally)), printed);
        }
    }

    /// fastchess, app/tests/sprt_test.cpp, "normalized pentanomial" and "logistic pentanomial" (LL, LD, WL +
    /// DD, WD, WW).
    #[test]
    fn ratios_over_pairs_are_those_of_fastchess() {
        let cases = [
            ([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, EloScale::Normalized, "2.25"),
            ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, EloScale::Normalized, "3.01"),
            ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, EloScale::Logistic, "-3.07"),
            ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, EloScale::Logistic, "-4.98"),
        ];
        for (counts, elo0, elo1, scale, printed) in cases {
            assert_eq!(format!("{:.2}", test(elo0, elo1, scale).llr(&Pairs { counts })), printed);
        }
    }

    /// The raw statistics of test 69d3c8dc7c5b3724e29d2712 of a public fishtest server
    /// (montytest.muzhen.org): bounds, "Logistic (exact)" and "Normalized (exact)". Its logistic bounds are
    /// those with the scores of 0 and 4 normalized Elo.
    #[test]
    fn ratios_and_bounds_are_those_of_fishtest() {
        let pairs = Pairs { counts: [13, 37, 50, 25, 3] };
        let normalized = test(0.0, 4.0, EloScale::Normalized);
        assert_eq!(format!("{:.5}", normalized.llr(&pairs)), "-0.54912");
        let (lower, upper) = normalized.bounds();
        assert_eq!(format!("{lower:.4} {upper:.4}"), "-2.9444 2.9444");
        let elo1 = crate::elo_of_score(0.5 + 4.0 / NORMALIZED_ELO_UNIT * pairs.deviation_per_game());
        assert_eq!(format!("{elo1:.3}"), "2.716");
        assert_eq!(format!("{:.5}", test(0.0, elo1, EloScale::Logistic).llr(&pairs)), "-0.53772");
    }

    /// Wins alone: under either hypothesis the likeliest are wins and losses only, n ln(p1 / p0) with p = 1/2
    /// + distance / 2.
    #[test]
    fn one_sided_results_are_as_likely_as_they_are() {
        let distance = 10.0 / NORMALIZED_ELO_UNIT;
        let expected = 4250.0 * distance.ln_1p();
        let ours = test(0.0, 10.0, EloScale::Normalized).llr(&games(4250, 0, 0));
        assert!((ours / expected - 1.0).abs() < 1e-3, "{ours} {expected}");
    }

    #[test]
    fn a_match_goes_on_until_a_bound_is_reached() {
        let sprt = test(0.0, 3.0, EloScale::Logistic);
        assert_eq!(sprt.decision(&games(0, 0, 0)), Decision::Continue);
        assert_eq!(sprt.decision(&games(430, 406, 862)), Decision::Continue);
        assert_eq!(sprt.decision(&games(4607, 4063, 8620)), Decision::AcceptH1);
        assert_eq!(sprt.decision(&games(4063, 4307, 8620)), Decision::AcceptH0);
    }

    /// Without draws and with both hypotheses simple the ratio is Wald's own: w ln(p1 / p0) + l ln((1 - p1) /
    /// (1 - p0)).
    #[test]
    fn without_draws_the_ratio_is_walds() {
        let (p0, p1) = (score_of_elo(-10.0), score_of_elo(30.0));
        let walds = 520.0 * (p1 / p0).ln() + 480.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let ours = test(-10.0, 30.0, EloScale::Logistic).llr(&games(520, 480, 0));
        assert!((walds - ours).abs() < 1e-3, "{walds} {ours}");
    }

    /// Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical Statistics 16 (1945): for a
    /// normal mean the average saving over a fixed sample is 58% at alpha = beta = 0.01, 51% at 0.05, and at
    /// least 47% in between.
    #[test]
    fn savings_are_those_of_walds_table() {
        let saving = |alpha: f64, beta: f64| {
            let sprt = Sprt::new(0.0, 1.0, alpha, beta, EloScale::Logistic).unwrap();
            let shift = (score_of_elo(1.0) - 0.5) / 0.5;
            let fixed = ((normal_quantile(1.0 - alpha) + normal_quantile(1.0 - beta)) / shift).powi(2);
            100.0 * (1.0 - sprt.expected(1.0, 0.5).games / fixed)
        };
        assert_eq!(format!("{:.0} {:.0}", saving(0.01, 0.01), saving(0.05, 0.05)), "58 51");
        assert_eq!(format!("{:.0}", saving(0.01, 0.05)), "47");
    }

    #[test]
    fn expected_passes_are_the_error_rates_at_the_bounds() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, EloScale::Logistic).unwrap();
        assert!((sprt.expected(0.0, 0.4).pass - 0.05).abs() < 1e-9);
        assert!((sprt.expected(5.0, 0.4).pass - 0.9).abs() < 1e-9);
        // Smooth where the drift turns.
        let middle = crate::elo_of_score(0.5 * (score_of_elo(0.0) + score_of_elo(5.0)));
        let (at, beside) = (sprt.expected(middle, 0.4), sprt.expected(middle + 1e-4, 0.4));
        assert!((at.games / beside.games - 1.0).abs() < 1e-3 && (at.pass - beside.pass).abs() < 1e-3);
        // Fewer games where more are drawn; the same number in normalized Elo.
        assert!(sprt.expected(5.0, 0.3).games < sprt.expected(5.0, 0.5).games);
    }

    /// Normalized Elo is the distance of the mean score from one half, in standard deviations of a game.
    #[test]
    fn normalized_bounds_take_as_long_however_many_games_are_drawn() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.1, EloScale::Normalized).unwrap();
        let run = |deviation: f64| {
            let score = 0.5 + 10.0 * deviation / NORMALIZED_ELO_UNIT;
            sprt.expected(crate::elo_of_score(score), deviation)
        };
        let (without_draws, with_draws) = (run(0.5), run(0.3));
        assert!((without_draws.pass - 0.9).abs() < 1e-9 && (with_draws.pass - 0.9).abs() < 1e-9);
        assert!((without_draws.games / with_draws.games - 1.0).abs() < 1e-9);
    }

    /// Tests played out at both bounds, looked at after every 8 games: they decide as often wrongly as
    /// expected, and take a little longer, since they end beyond the bound and not on it.
    #[test]
    fn tests_played_out_run_as_expected() {
        let sprt = test(0.0, 20.0, EloScale::Logistic);
        const RUNS: u64 = 1000;
        let draw = 0.3;
        for elo in [0.0, 20.0] {
            let win = score_of_elo(elo) - 0.5 * draw;
            let (mut passed, mut played) = (0_u32, 0);
            for run in 0..RUNS {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(run);
                let mut tally = Tally::default();
                let decision = loop {
                    for _ in 0..8 {
                        let luck: f64 = rng.random();
                        let score =
                            if luck < win { 1.0 } else { 0.5 * f64::from(u8::from(luck < win + draw)) };
                        tally.add(score);
                    }
                    match sprt.decision(&tally) {
                        Decision::Continue => {}
                        decision => break decision,
                    }
                };
                passed += u32::from(decision == Decision::AcceptH1);
                played += tally.games();
            }
            let expected = sprt.expected(elo, (0.25_f64 - 0.25 * draw).sqrt());
            let (pass, games) = (f64::from(passed) / RUNS as f64, played as f64 / RUNS as f64);
            assert!((pass - expected.pass).abs() < 0.02, "{elo}: {pass} {expected:?}");
            assert!((0.97..1.12).contains(&(games / expected.games)), "{elo}: {games} {expected:?}");
        }
    }

    #[test]
    fn tests_of_nothing_are_refused() {
        assert_eq!(Sprt::new(5.0, 0.0, 0.05, 0.05, EloScale::Logistic), Err(BadTest::Hypotheses));
        assert_eq!(Sprt::new(0.0, 5.0, 0.5, 0.5, EloScale::Logistic), Err(BadTest::Errors));
        assert_eq!(Sprt::new(0.0, f64::NAN, 0.1, 0.1, EloScale::Logistic), Err(BadTest::Hypotheses));
    }
}
