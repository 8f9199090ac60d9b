//! A distribution over the colours that a seat does not see.

use games::Malformed;
use games::geister::{Setup, View};
use rand::{Rng, RngExt};

/// A distribution over the enemy's colours that a view leaves possible.
///
/// ```
/// use games::geister::Geister;
/// use games::{Game, Side};
/// use search::geister::ColourDistribution;
///
/// let deal = ColourDistribution::uniform(&Geister::default().view(Side::First));
/// assert_eq!(deal.setups().count(), 70);
/// assert!((deal.blue()[0] - 0.5).abs() < 1e-12);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ColourDistribution {
    view: View,
    setups: Vec<Setup>,
    /// The sum of the weights up to each setup, itself included.
    cumulative: Vec<f64>,
}

impl ColourDistribution {
    /// Every setup that agrees with what was seen is as likely as the next.
    #[must_use]
    pub fn uniform(view: &View) -> ColourDistribution {
        let setups: Vec<Setup> = Setup::all().filter(|&setup| view.with_colours(setup).is_ok()).collect();
        let cumulative = (1..=setups.len()).map(|place| place as f64).collect();
        ColourDistribution { view: *view, setups, cumulative }
    }

    /// Setups in proportion to their weights.
    ///
    /// # Errors
    /// A weight is negative or no number, a setup with a weight disagrees with what was seen, or nothing has
    /// a weight.
    pub fn weighted(
        view: &View,
        weights: impl IntoIterator<Item = (Setup, f64)>,
    ) -> Result<ColourDistribution, Malformed> {
        let (mut setups, mut cumulative, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for (setup, weight) in weights {
            if !(weight.is_finite() && weight >= 0.0) {
                let expected = "a number that is not negative";
                return Err(Malformed::described(format!("the weight {weight} of {setup}"), expected));
            }
            if weight > 0.0 {
                view.with_colours(setup)?;
                sum += weight;
                setups.push(setup);
                cumulative.push(sum);
            }
        }
        if setups.is_empty() || !f64::is_finite(sum) {
            let expected = "weights with a sum that is finite and more than 0";
            return Err(Malformed::described(format!("weights with the sum {sum}"), expected));
        }
        Ok(ColourDistribution { view: *view, setups, cumulative })
    }

    /// What was seen.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The setups that can be dealt, and their probabilities.
    pub fn setups(&self) -> impl Iterator<Item = (Setup, f64)> + '_ {
        let sum = self.cumulative.last().copied().unwrap_or(1.0);
        let before = std::iter::once(0.0).chain(self.cumulative.iter().copied());
        let weights = self.cumulative.iter().zip(before).map(move |(after, before)| (after - before) / sum);
        self.setups.iter().copied().zip(weights)
    }

    /// The probability that each of the enemy's ghosts, from A to H, is blue.
    #[must_use]
    pub fn blue(&self) -> [f64; 8] {
        let mut blue = [0.0; 8];
        for (setup, probability) in self.setups() {
            for (ghost, blue) in blue.iter_mut().enumerate() {
                *blue += if setup.reds() >> ghost & 1 == 0 { probability } else { 0.0 };
            }
        }
        blue
    }

    /// Deals once.
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> Setup {
        self.setups[self.sample_place(rng)]
    }

    /// Deals once: the place of the setup among [`ColourDistribution::setups`].
    #[inline]
    pub(super) fn sample_place(&self, rng: &mut (impl Rng + ?Sized)) -> usize {
        let sum = self.cumulative.last().copied().unwrap_or(1.0);
        let drawn = rng.random::<f64>() * sum;
        // Rounding may give the sum itself, which is nobody's.
        self.cumulative.partition_point(|&up_to| up_to <= drawn).min(self.setups.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// One red and two blues of the enemy are captured: ten setups are left.
    const SEEN: &str = "view first b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5u,d5u,xR,b5u,xB,d6u,c6u,xB first 40/256";

    fn setup(text: &str) -> Setup {
        text.parse().unwrap()
    }

    #[test]
    fn a_uniform_deal_knows_what_was_captured() {
        let deal = ColourDistribution::uniform(&SEEN.parse().unwrap());
        assert!(deal.setups().all(|(_, probability)| (probability - 0.1).abs() < 1e-12));
        assert_eq!(deal.setups().count(), 10);
        // Two blues among five ghosts.
        let expected = [0.4, 0.4, 0.0, 0.4, 1.0, 0.4, 0.4, 1.0];
        assert!(deal.blue().iter().zip(expected).all(|(blue, expected)| (blue - expected).abs() < 1e-12));
    }

    #[test]
    fn setups_are_dealt_by_their_weights() {
        let view: View = SEEN.parse().unwrap();
        let weights =
            [("ABCD", 1.0), ("ACDF", 0.0), ("CDFG", 3.0)].map(|(reds, weight)| (setup(reds), weight));
        let deal = ColourDistribution::weighted(&view, weights).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let dealt: Vec<Setup> = (0..10_000).map(|_| deal.sample(&mut rng)).collect();
        let count = |reds| dealt.iter().filter(|&&dealt| dealt == setup(reds)).count();
        // 2500; five standard deviations are 217.
        assert!((2283..=2717).contains(&count("ABCD")), "{}", count("ABCD"));
        assert_eq!(count("ABCD") + count("CDFG"), 10_000);
    }

    #[test]
    fn nonsense_is_no_deal() {
        let view: View = SEEN.parse().unwrap();
        let error = |weights: &[(&str, f64)]| {
            let weights = weights.iter().map(|&(reds, weight)| (setup(reds), weight));
            ColourDistribution::weighted(&view, weights).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[("ABCD", -1.0)]),
            "found the weight -1 of ABCD, expected a number that is not negative"
        );
        assert!(error(&[("ABCD", f64::NAN)]).starts_with("found the weight NaN of ABCD"));
        let nothing =
            "found weights with the sum 0, expected weights with a sum that is finite and more than 0";
        assert_eq!(error(&[]), nothing);
        assert_eq!(error(&[("ABCD", 0.0)]), nothing);
        assert!(error(&[("ABDE", 1.0)]).starts_with("found a blue ghost C of the second player"));
    }
}
