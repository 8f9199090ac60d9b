//! The Elo difference of two opponents.

use std::f64::consts::LN_10;

use super::distribution::{Z_95, normal_share_below};
use super::{Interval, Results, score_interval};

/// Elo points for a factor e in the odds: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// What turns (score - 1/2) / (standard deviation of a game) into normalized Elo: 800 / ln 10.
///
/// With it normalized and logistic Elo agree for small differences without draws (Van den Bergh, Comments on
/// Normalized Elo).
pub const NORMALIZED_ELO_UNIT: f64 = 800.0 / LN_10;

/// The Elo difference that makes a mean score: 400 log10(s / (1 - s)); infinite at 0 and 1.
///
/// ```
/// assert_eq!(statistics::elo_of_score(0.64).round(), 100.0);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    ELO_PER_NAT * (score / (1.0 - score)).ln()
}

/// The mean score an Elo difference makes: 1 / (1 + 10^(-d / 400)) (Elo, The Rating of Chessplayers, 1978,
/// chapter 8).
#[must_use]
pub fn score_of_elo(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / ELO_PER_NAT).exp())
}

/// How much stronger one opponent is than another, from their games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloDifference {
    /// The difference that makes the mean score; infinite if nothing or everything was won.
    pub elo: f64,
    /// Its 95% interval: the Elo of both ends of the score's ([`score_interval`]).
    pub interval: Interval,
    /// Half its width as cutechess and fastchess print it behind "+/-": half the Elo between the mean score
    /// plus and minus 1.96 standard errors. Not a number where one of those leaves 0 to 1.
    pub error: f64,
    /// The difference in units of the standard deviation of a game, which tells how many games it takes to
    /// see it.
    pub normalized: f64,
    /// Half the width of the 95% interval of that.
    pub normalized_error: f64,
    /// The likelihood of superiority: how sure it is that the difference is above 0, by the normal
    /// approximation.
    pub superiority: f64,
}

impl EloDifference {
    /// From games or, better where openings were played by both sides, from pairs.
    ///
    /// ```
    /// use statistics::{EloDifference, Tally};
    /// let difference = EloDifference::of(&Tally { wins: 136, draws: 111, losses: 96, ..Tally::default() });
    /// assert_eq!(format!("{:.2} +/- {:.2}", difference.elo, difference.error), "40.70 +/- 30.43");
    /// ```
    #[must_use]
    pub fn of(results: &impl Results) -> Self {
        let mean = results.mean();
        let error = (results.variance() / results.counted()).sqrt();
        let ends = score_interval(results);
        let ratio = |difference: f64, spread: f64| if difference == 0.0 { 0.0 } else { difference / spread };
        EloDifference {
            elo: elo_of_score(mean),
            interval: Interval { low: elo_of_score(ends.low), high: elo_of_score(ends.high) },
            error: 0.5 * (elo_of_score(mean + Z_95 * error) - elo_of_score(mean - Z_95 * error)),
            normalized: NORMALIZED_ELO_UNIT * ratio(mean - 0.5, results.deviation_per_game()),
            normalized_error: NORMALIZED_ELO_UNIT * Z_95 / (results.counted() * results.games_each()).sqrt(),
            superiority: normal_share_below(ratio(mean - 0.5, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairs, Tally};

    fn games(wins: u64, losses: u64, draws: u64) -> EloDifference {
        EloDifference::of(&Tally { wins, draws, losses, ..Tally::default() })
    }

    /// Every figure of fastchess, app/tests/elo_test.cpp ("EloWDL"): wins, losses, draws; to its last digit.
    #[test]
    fn differences_over_games_are_those_of_fastchess() {
        let one = games(76, 89, 123);
        assert_eq!(format!("{:.2} {:.2}", one.normalized, one.normalized_error), "-20.76 40.13");
        assert_eq!(format!("{:.2} %", 100.0 * one.superiority), "15.53 %");
        let two = games(136, 96, 111);
        assert_eq!(format!("{:.2} {:.2}", two.normalized, two.normalized_error), "49.77 36.77");
        assert_eq!(format!("{:.2} {:.2}", two.elo, two.error), "40.70 30.43");
        assert_eq!(format!("{:.2} %", 100.0 * two.superiority), "99.60 %");
        let three = games(34, 356, 0);
        assert_eq!(format!("{:.2} {:.2}", three.normalized, three.normalized_error), "-508.44 34.48");
    }

    /// Every figure of fastchess, app/tests/elo_test.cpp ("EloPentanomial"), to its last digit.
    #[test]
    fn differences_over_pairs_are_those_of_fastchess() {
        let cases = [
            ([34, 54, 31 + 32, 64, 75], "57.94 28.28 55.58 27.65"),
            ([332, 433, 457 + 41, 333, 334], "-9.17 10.96 -8.64 10.33"),
            ([7895, 8757, 5485 + 200, 568, 9999], "-19.01 2.65 -21.04 2.95"),
        ];
        for (counts, printed) in cases {
            let found = EloDifference::of(&Pairs { counts });
            let figures = [found.normalized, found.normalized_error, found.elo, found.error];
            assert_eq!(figures.map(|figure| format!("{figure:.2}")).join(" "), printed);
        }
        let superiority =
            |counts| format!("{:.2} %", 100.0 * EloDifference::of(&Pairs { counts }).superiority);
        assert_eq!(superiority([34, 54, 63, 64, 75]), "100.00 %");
        assert_eq!(superiority([332, 433, 498, 333, 334]), "5.05 %");
    }

    /// "Elo difference: 5.5 +/- 5.4, LOS: 97.6 %, DrawRatio: 37.1 %", as cutechess printed it for 3225 - 3068
    /// - 3707 (ijccrl.com/?p=5831).
    #[test]
    fn differences_are_those_of_cutechess() {
        let found = games(3225, 3068, 3707);
        assert_eq!(format!("{:.1} +/- {:.1}", found.elo, found.error), "5.5 +/- 5.4");
        assert_eq!(format!("{:.1} %", 100.0 * found.superiority), "97.6 %");
    }

    /// The raw statistics of test 69d3c8dc7c5b3724e29d2712 (montytest.muzhen.org), a fishtest server.
    #[test]
    fn normalized_elo_is_that_of_fishtest() {
        let found = EloDifference::of(&Pairs { counts: [13, 37, 50, 25, 3] });
        assert_eq!(format!("{:.2}", found.normalized), "-63.97");
    }

    #[test]
    fn one_sided_matches_have_an_end_on_one_side() {
        let won = games(20, 0, 0);
        assert_eq!((won.elo, won.interval.high), (f64::INFINITY, f64::INFINITY));
        assert!(won.interval.low > 250.0 && won.interval.low < 300.0, "{won:?}");
        assert_eq!(won.superiority, 1.0);
        let nothing = games(0, 0, 0);
        assert_eq!((nothing.elo, nothing.superiority), (0.0, 0.5));
        assert_eq!(nothing.interval, Interval { low: f64::NEG_INFINITY, high: f64::INFINITY });
    }

    #[test]
    fn score_and_elo_are_each_others_inverse() {
        for elo in [-700.0, -3.2, 0.0, 150.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}
