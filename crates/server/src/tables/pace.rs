//! How long an opponent seems to think when it answers as a person would.
//!
//! People's times vary by more than 40%, are longer where the choice is hard and short in the opening, and
//! follow the other side's pace. The numbers here are choices in that spirit; nobody's times were fitted.

use std::time::Duration;

use games::split_mix::mix;
use opponents::Reason;

/// No answer seems to take less or more.
const SHORTEST: f64 = 300.0;
const LONGEST: f64 = 6000.0;

/// The typical time beside a player of whom nothing is known, and its bounds beside others, in milliseconds.
const UNKNOWN: f64 = 1300.0;
const TYPICAL: (f64, f64) = (600.0, 2400.0);

/// The spread of the logarithm of times beside what is said below.
const SPREAD: f64 = 0.55;

/// So many plies are played from memory.
const OPENING: usize = 8;

/// As many moves to choose from as make a choice hard.
const MANY_MOVES: f64 = 20.0;

/// No answer takes more than this part of what is left on the clock.
const PART_OF_CLOCK: f64 = 20.0;

/// How long one answer seems to take, before it is known how hard it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pacing {
    /// Milliseconds at medium difficulty.
    typical: f64,
    /// The number of moves that the player can see; 0 where choices are hidden.
    moves: usize,
    longest: f64,
}

impl Pacing {
    /// At once.
    pub(super) const NONE: Pacing = Pacing { typical: 0.0, moves: 0, longest: 0.0 };

    /// After `plies`, for a choice among `moves` moves that the player can see, so that the time reveals
    /// nothing hidden. The player's own moves took `player` milliseconds, and so many are left on the clock.
    pub(super) fn new(plies: usize, moves: usize, player: &[u64], clock: Option<u64>, seed: u64) -> Pacing {
        let opening = if plies < OPENING { 0.6 } else { 1.0 };
        let varied = (SPREAD * normal(seed ^ mix(plies as u64))).exp();
        let of_clock = clock.map_or(LONGEST, |left| left as f64 / PART_OF_CLOCK);
        Pacing { typical: typical(player) * opening * varied, moves, longest: LONGEST.min(of_clock) }
    }

    /// The time of an answer for this reason.
    pub(super) fn of(&self, reason: Option<&Reason>) -> Duration {
        let difficulty = difficulty(self.moves, reason);
        let millis = (self.typical * (0.4 + 1.2 * difficulty)).max(SHORTEST).min(self.longest);
        Duration::from_millis(millis as u64)
    }
}

/// From 0 for no choice to about 1 for many moves of which none is much better liked.
fn difficulty(moves: usize, reason: Option<&Reason>) -> f64 {
    if moves == 0 {
        return 0.5;
    }
    let choice = ((moves as f64).ln() / MANY_MOVES.ln()).min(1.2);
    match reason {
        Some(Reason::OnlyMove) => 0.0,
        Some(
            Reason::People { share: liked, .. }
            | Reason::Adaptive { probability: liked, .. }
            | Reason::Reference { probability: liked, .. },
        ) => choice * (1.3 - liked),
        _ => 0.8 * choice,
    }
}

/// Between a player's own pace and that of a stranger. The median of the last moves, so that one long absence
/// does not count.
fn typical(player: &[u64]) -> f64 {
    const LAST: usize = 9;
    let mut last = player[player.len().saturating_sub(LAST)..].to_vec();
    last.sort_unstable();
    let (low, high) = TYPICAL;
    last.get(last.len() / 2).map_or(UNKNOWN, |&median| (0.4 * median as f64 + 400.0).clamp(low, high))
}

/// A number that is about normally distributed: the sum of twelve uniform ones.
fn normal(seed: u64) -> f64 {
    let uniform = |number: u64| mix(seed ^ (number << 56)) as f64 / u64::MAX as f64;
    (0..12).map(uniform).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use statistics::mean_interval;

    use super::*;

    fn millis(pace: Pacing, liked: f64) -> f64 {
        let reason = Reason::People { rating: 1500.0, share: liked, rank: 1, moves: 10 };
        pace.of(Some(&reason)).as_millis() as f64
    }

    #[test]
    fn who_is_quick_is_answered_quickly_and_nobody_waits_six_seconds() {
        let of = |player: &[u64]| millis(Pacing::new(20, 10, player, None, 1), 0.5);
        let (quick, stranger, calm) = (of(&[900; 12]), of(&[]), of(&[8000; 12]));
        assert!(quick < stranger && stranger < calm, "{quick:?} {stranger:?} {calm:?}");
        // One long absence changes nothing, and what was long ago does not count.
        assert_eq!(of(&[900, 900, 90_000, 900]), quick);
        assert_eq!(of(&[[60_000; 20], [900; 20]].concat()), quick);
        for seed in 0..3000 {
            let time = millis(Pacing::new(30, 500, &[u64::MAX; 12], None, seed), 0.01);
            assert!((SHORTEST..=LONGEST).contains(&time), "{time}");
        }
        assert_eq!(Pacing::NONE.of(None), Duration::ZERO);
        assert!(millis(Pacing::new(30, 10, &[], Some(3000), 1), 0.5) <= 150.0, "the flag does not fall");
    }

    #[test]
    fn times_vary_and_hard_choices_take_longer() {
        // Ten games of sixty plies; what is liked and how many moves there are differ from ply to ply.
        let mut times = Vec::new();
        for game in 0..10_u64 {
            for ply in (1..60).step_by(2) {
                let drawn = mix(game << 8 ^ ply);
                let (moves, liked) = (1 + (drawn % 16) as usize, (drawn >> 32) as f64 / f64::from(u32::MAX));
                let pace = Pacing::new(ply as usize, moves, &[2500; 9], None, game);
                let hard =
                    difficulty(moves, Some(&Reason::People { rating: 1500.0, share: liked, rank: 1, moves }));
                times.push((hard, millis(pace, liked)));
            }
        }
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| times.iter().map(of).sum::<f64>() / times.len() as f64;
        let (hard, time) = (mean(&|one| one.0), mean(&|one| one.1));
        let sd =
            |of: &dyn Fn(&(f64, f64)) -> f64, middle: f64| mean(&|one| (of(one) - middle).powi(2)).sqrt();
        let (hard_sd, time_sd) = (sd(&|one| one.0, hard), sd(&|one| one.1, time));
        assert!(time_sd / time >= 0.5, "coefficient of variation {}", time_sd / time);
        // The mean of the products of standardised numbers is the correlation.
        let products: Vec<f64> =
            times.iter().map(|one| (one.0 - hard) / hard_sd * (one.1 - time) / time_sd).collect();
        let (correlation, interval) = mean_interval(&products);
        assert!(interval.low > 0.0, "correlation {correlation} {interval:?}");
        assert!(times.iter().all(|one| one.1 <= LONGEST));
    }
}
