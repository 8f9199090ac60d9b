//! Which four ghosts of a side are red.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt};

use crate::Malformed;

use super::{Colour, Ghost};

/// The colours of a side's ghosts: four are red, four are blue. Prints as the letters of the red ones.
///
/// ```
/// use games::geister::{Colour, Ghost, Setup};
/// let setup: Setup = "dgea".parse()?;
/// assert_eq!(setup.to_string(), "ADEG");
/// assert_eq!(setup.colour(Ghost::ALL[0]), Colour::Red);
/// # Ok::<(), games::Malformed>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Setup(u8);

/// The example of the tournament protocol: ABCD are red.
impl Default for Setup {
    fn default() -> Self {
        Setup(0b1111)
    }
}

impl Setup {
    /// The setup in which exactly the ghosts of the set `red` are red, bit 0 for A; `None` unless there are
    /// four.
    #[must_use]
    pub const fn from_reds(red: u8) -> Option<Setup> {
        if red.count_ones() == 4 { Some(Setup(red)) } else { None }
    }

    /// All 70 setups.
    pub fn all() -> impl Iterator<Item = Setup> {
        (0..=u8::MAX).filter_map(Setup::from_reds)
    }

    /// One of the 70, each as likely as the next.
    pub fn random(rng: &mut dyn Rng) -> Setup {
        Setup(random_subset(u8::MAX, 4, rng))
    }

    /// The set of red ghosts, bit 0 for A.
    #[must_use]
    #[inline]
    pub const fn reds(self) -> u8 {
        self.0
    }

    /// The colour of one ghost.
    #[must_use]
    #[inline]
    pub const fn colour(self, ghost: Ghost) -> Colour {
        if self.0 & ghost.bit() != 0 { Colour::Red } else { Colour::Blue }
    }
}

/// `count` of the members of `set`, every choice as likely as the next.
pub(super) fn random_subset(set: u8, count: u32, rng: &mut dyn Rng) -> u8 {
    let (mut chosen, mut wanted) = (0, count);
    for ghost in Ghost::ALL.into_iter().filter(|ghost| set & ghost.bit() != 0) {
        let left = (set >> ghost.index()).count_ones();
        if wanted > 0 && rng.random_range(..left) < wanted {
            chosen |= ghost.bit();
            wanted -= 1;
        }
    }
    chosen
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reds = Ghost::ALL.into_iter().filter(|&ghost| self.colour(ghost) == Colour::Red);
        f.pad(&reds.map(Ghost::letter).collect::<String>())
    }
}

impl FromStr for Setup {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let expected = "the four red ghosts, such as ABCD";
        let mut red = 0;
        for letter in text.chars() {
            let ghost = Ghost::from_letter(letter)
                .ok_or_else(|| Malformed::new(letter.to_string(), "a ghost from A to H"))?;
            if red & ghost.bit() != 0 {
                return Err(Malformed::described(format!("the ghost {ghost} twice"), expected));
            }
            red |= ghost.bit();
        }
        Setup::from_reds(red)
            .ok_or_else(|| Malformed::described(format!("{} red ghosts", red.count_ones()), expected))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn every_setup_reads_back_in_either_case() {
        assert_eq!(Setup::all().count(), 70);
        for setup in Setup::all() {
            assert_eq!(setup.to_string().parse(), Ok(setup));
            assert_eq!(setup.to_string().to_lowercase().parse(), Ok(setup));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
        assert_eq!(message("ABC"), "found 3 red ghosts, expected the four red ghosts, such as ABCD");
        assert_eq!(message("ABCDE"), "found 5 red ghosts, expected the four red ghosts, such as ABCD");
        assert_eq!(message("ABCa"), "found the ghost A twice, expected the four red ghosts, such as ABCD");
        assert_eq!(message("ABCI"), "found \"I\", expected a ghost from A to H");
    }

    #[test]
    fn every_setup_is_dealt_about_as_often() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut dealt = [0; 256];
        for _ in 0..70_000 {
            dealt[usize::from(Setup::random(&mut rng).reds())] += 1;
        }
        // 1000 each; five standard deviations are 157.
        assert!(Setup::all().all(|setup| (843..=1157).contains(&dealt[usize::from(setup.reds())])));
    }
}
