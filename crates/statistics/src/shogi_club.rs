//! The rating of Shogi Club 24, which Nakamichi 2020 uses: formulas (5) and (6) of the thesis.
//!
//! The thesis prints both without limits. The page it cites (Kume, shogidojo.net/dojo/about/rating, 2012) has
//! them: a game moves 1 to 31 points, whoever wins, so (5) stops following the difference where one side is
//! 375 points above the other. Formula (6) leaves 0 to 1 at a difference of 400; the thesis itself says
//! "expected win rate 0%" of players further below. With these limits left out, (5) moves nothing on average
//! if (6) is true: they are one model.

/// The most that a win brings, or a loss costs.
pub const MOST_POINTS: f64 = 31.0;

/// The least that a win brings, or a loss costs.
pub const LEAST_POINTS: f64 = 1.0;

/// What a game is worth when the players are equal, times the divisor.
const STAKE: f64 = 400.0;

/// Over how many games a rating forgets.
const DIVISOR: f64 = 25.0;

/// Formula (5) as printed: R + ((opponent's R - R) +- 400) / 25, + for a win.
///
/// Beyond a difference of 400 the stronger side loses points by winning; [`rating_after`] is what the server
/// does.
#[must_use]
pub fn rating_by_formula(rating: f64, opponent: f64, won: bool) -> f64 {
    rating + ((opponent - rating) + if won { STAKE } else { -STAKE }) / DIVISOR
}

/// Formula (5) with the server's limits: a win brings 1 to 31 points, a loss costs 1 to 31.
#[must_use]
pub fn rating_after(rating: f64, opponent: f64, won: bool) -> f64 {
    let moved = rating_by_formula(rating, opponent, won) - rating;
    let points = moved.abs().clamp(LEAST_POINTS, MOST_POINTS);
    // The sign is that of the result, also where the formula's has turned.
    match (won, moved > 0.0) {
        (true, true) => rating + points,
        (false, false) => rating - points,
        (true, false) => rating + LEAST_POINTS,
        (false, true) => rating - LEAST_POINTS,
    }
}

/// Formula (6), the expected win rate at a difference `own rating - opponent's`: 0.5 + 0.00125 difference,
/// from 0 at -400 to 1 at 400.
#[must_use]
pub fn expected_win_rate(difference: f64) -> f64 {
    (0.5 + 0.00125 * difference).clamp(0.0, 1.0)
}

/// The difference that makes a win rate by formula (6): how the thesis rates a program from its games against
/// a rated one.
///
/// `None` at 0 and 1, where the formula has reached its end and says only "400 or more".
#[must_use]
pub fn difference_of_win_rate(win_rate: f64) -> Option<f64> {
    (win_rate > 0.0 && win_rate < 1.0).then(|| (win_rate - 0.5) / 0.00125)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of points by difference as printed by the amateur federation
    /// (shogi.ricoh/ama/ama100/rating.html) for the same formula, 16 +- 4% of the difference: a row for every
    /// 25 points; the favourite's gain, the other's gain.
    #[test]
    fn points_are_those_of_the_printed_table() {
        let favourite = [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
        for (row, gain) in favourite.iter().enumerate() {
            let above = 25.0 * row as f64;
            assert_eq!(
                (rating_after(2000.0 + above, 2000.0, true) - 2000.0 - above).round(),
                f64::from(*gain)
            );
            assert_eq!((rating_after(2000.0, 2000.0 + above, true) - 2000.0).round(), f64::from(32 - gain));
            assert_eq!(
                (rating_after(2000.0 + above, 2000.0, false) - 2000.0 - above).round(),
                -f64::from(32 - gain)
            );
            assert_eq!((rating_after(2000.0, 2000.0 + above, false) - 2000.0).round(), -f64::from(*gain));
        }
    }

    /// The same page's example: 1800 beats 2000 and gets 24, or loses and pays 8.
    #[test]
    fn the_federations_example() {
        assert_eq!(rating_by_formula(1800.0, 2000.0, true), 1824.0);
        assert_eq!(rating_by_formula(1800.0, 2000.0, false), 1792.0);
    }

    #[test]
    fn limits_hold_where_the_formula_turns() {
        assert_eq!(rating_by_formula(2000.0, 1500.0, true), 1996.0);
        assert_eq!(rating_after(2000.0, 1500.0, true), 2001.0);
        assert_eq!(rating_after(1500.0, 2000.0, false), 1499.0);
        assert_eq!(rating_after(1500.0, 2500.0, true), 1531.0);
        assert_eq!(rating_after(2500.0, 1500.0, false), 2469.0);
    }

    /// The thesis: equal ratings 50%; Bonanza depth 5 is rated 1984, so players below 1584 are expected to
    /// win 0%.
    #[test]
    fn win_rates_are_those_of_formula_6() {
        assert_eq!(expected_win_rate(0.0), 0.5);
        assert_eq!(expected_win_rate(1442.0 - 1984.0), 0.0);
        assert!((expected_win_rate(1740.0 - 1984.0) - 0.195).abs() < 1e-12);
        assert_eq!(difference_of_win_rate(0.75), Some(200.0));
        assert_eq!((difference_of_win_rate(0.0), difference_of_win_rate(1.0)), (None, None));
    }

    #[test]
    fn both_formulas_are_one_model() {
        for difference in [-390.0, -100.0, 0.0, 333.0] {
            let we = expected_win_rate(difference);
            let won = rating_by_formula(1500.0 + difference, 1500.0, true);
            let lost = rating_by_formula(1500.0 + difference, 1500.0, false);
            assert!((we * won + (1.0 - we) * lost - 1500.0 - difference).abs() < 1e-9);
        }
    }
}
