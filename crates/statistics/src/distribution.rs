//! The normal and the binomial distribution.

use std::f64::consts::{PI, SQRT_2, TAU};

/// Two-sided 95% quantile of the normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Beyond this the series needs too many terms and cancels; the continued fraction is better.
const SERIES_LIMIT: f64 = 5.0;

fn normal_density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / TAU.sqrt()
}

/// The share of a standard normal distribution below `x`.
///
/// Near the middle by the series of Marsaglia (Evaluating the Normal Distribution, Journal of Statistical
/// Software 11(4), 2004), in the tails by Laplace's continued fraction (Abramowitz and Stegun, 26.2.14).
#[must_use]
pub fn normal_share_below(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x.abs() < SERIES_LIMIT {
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        loop {
            odd += 2.0;
            term *= x * x / odd;
            let next = sum + term;
            if next == sum {
                return 0.5 + sum * normal_density(x);
            }
            sum = next;
        }
    }
    let far = x.abs();
    let mut fraction = far;
    // Sixty levels are exact to the last bit from 5 on.
    for level in (1..=60).rev() {
        fraction = far + f64::from(level) / fraction;
    }
    let tail = normal_density(far) / fraction;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The `x` with the share `p` of a standard normal distribution below it; infinite at 0 and 1.
///
/// The approximation 26.2.23 of Abramowitz and Stegun, made exact by Newton's method.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let t = (-2.0 * p.ln()).sqrt();
    let mut x = -(t
        - (2.515517 + t * (0.802853 + t * 0.010328))
            / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
    for _ in 0..4 {
        x -= (normal_share_below(x) - p) / normal_density(x);
    }
    x
}

/// The share of Student's distribution with `freedom` degrees below `x` (Abramowitz and Stegun, 26.7.3 and
/// 26.7.4).
fn student_share_below(x: f64, freedom: u32) -> f64 {
    let angle = (x / f64::from(freedom).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    // Even: 1 + 1/2 cos^2 + 1 3 / 2 4 cos^4 + ...; odd: cos + 2/3 cos^3 + 2 4 / 3 5 cos^5 + ...
    let (mut term, mut sum) = (if odd { cosine } else { 1.0 }, 0.0);
    let mut below = if odd { 1 } else { 0 };
    while below + 2 <= freedom {
        sum += term;
        below += 2;
        term *= cosine * cosine * f64::from(below - 1) / f64::from(below);
    }
    let within = if odd { 2.0 * (angle + sine * sum) / PI } else { sine * sum };
    0.5 + 0.5 * within
}

/// The `x` with the share `p` of Student's distribution below it; from 10,000 degrees of freedom on that of
/// the normal distribution.
#[must_use]
pub fn student_quantile(p: f64, freedom: u32) -> f64 {
    if freedom >= 10_000 || freedom == 0 || !(p > 0.0 && p < 1.0) {
        return if freedom == 0 { f64::NAN } else { normal_quantile(p) };
    }
    if p < 0.5 {
        return -student_quantile(1.0 - p, freedom);
    }
    let (mut low, mut high) = (0.0, 1.0);
    while student_share_below(high, freedom) < p && high < 1e300 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if student_share_below(middle, freedom) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The factorials' logarithms up to `n`: what binomial probabilities of many games are built from.
fn ln_factorials(n: u64) -> Vec<f64> {
    let mut sums = Vec::with_capacity(n as usize + 1);
    let mut sum = 0.0;
    sums.push(sum);
    for factor in 1..=n {
        sum += (factor as f64).ln();
        sums.push(sum);
    }
    sums
}

/// The probabilities of 0, 1, ..., `n` successes with probability `p` each.
#[must_use]
pub fn binomial(n: u64, p: f64) -> Vec<f64> {
    let certain = if p <= 0.0 {
        Some(0)
    } else if p >= 1.0 {
        Some(n)
    } else {
        None
    };
    if let Some(certain) = certain {
        return (0..=n).map(|k| if k == certain { 1.0 } else { 0.0 }).collect();
    }
    let ln = ln_factorials(n);
    (0..=n)
        .map(|k| {
            let ways = ln[n as usize] - ln[k as usize] - ln[(n - k) as usize];
            (ways + k as f64 * p.ln() + (n - k) as f64 * (-p).ln_1p()).exp()
        })
        .collect()
}

/// The error function, for those who think in it: the share of a normal distribution within `x` times the
/// square root of 2.
#[must_use]
pub fn error_function(x: f64) -> f64 {
    2.0 * normal_share_below(x * SQRT_2) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1 (P(x)), table 26.2 (Q(x)), table
    /// 7.1 (erf).
    #[test]
    fn shares_are_those_of_the_handbook() {
        assert_eq!(format!("{:.15}", normal_share_below(1.0)), "0.841344746068543");
        assert_eq!(format!("{:.15}", normal_share_below(2.0)), "0.977249868051821");
        assert_eq!(format!("{:.10}", error_function(0.5)), "0.5204998778");
        for (x, tail) in [(5.0, "2.86652e-7"), (6.0, "9.86588e-10"), (10.0, "7.61985e-24")] {
            assert_eq!(format!("{:.5e}", normal_share_below(-x)), tail);
        }
    }

    /// The checks printed in Wichura, Algorithm AS 241, Applied Statistics 37 (1988): p = 0.25, 0.001, 1e-20.
    #[test]
    fn quantiles_are_those_of_as_241() {
        for (p, x) in [
            (0.25, -0.674_489_750_196_081_7),
            (0.001, -3.090_232_306_167_814),
            (1e-20, -9.262_340_089_798_408),
        ] {
            assert!((normal_quantile(p) - x).abs() < 1e-12, "{p}: {}", normal_quantile(p));
        }
        assert!((normal_quantile(0.975) - Z_95).abs() < 1e-14);
        assert!((normal_quantile(0.3) + normal_quantile(0.7)).abs() < 1e-14);
    }

    /// Abramowitz and Stegun, table 26.10: the two-sided 95% points.
    #[test]
    fn students_quantiles_are_those_of_the_handbook() {
        let printed = [
            (1, "12.706"),
            (2, "4.303"),
            (3, "3.182"),
            (4, "2.776"),
            (10, "2.228"),
            (30, "2.042"),
            (120, "1.980"),
        ];
        for (freedom, point) in printed {
            assert_eq!(format!("{:.3}", student_quantile(0.975, freedom)), point);
        }
        assert!((student_quantile(0.975, 9_999) - Z_95).abs() < 1e-3);
    }

    #[test]
    fn both_branches_of_the_share_meet() {
        let below = normal_share_below(-SERIES_LIMIT + 1e-9);
        let above = normal_share_below(-SERIES_LIMIT);
        assert!((below / above - 1.0).abs() < 1e-7, "{below} {above}");
    }

    #[test]
    fn binomial_probabilities_sum_to_one_and_match_pascals_triangle() {
        let thrown = binomial(4, 0.5);
        for (probability, ways) in thrown.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]) {
            assert!((probability - ways / 16.0).abs() < 1e-15);
        }
        assert!((binomial(5000, 0.13).iter().sum::<f64>() - 1.0).abs() < 1e-10);
        assert_eq!(binomial(2, 1.0), [0.0, 0.0, 1.0]);
    }
}
