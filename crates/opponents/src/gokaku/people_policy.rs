//! Reference players that choose as people of a rating do, beyond the best people with the help of a search.
//!
//! A model of people says how often people of a rating play each move. Where a search helps, a move that is
//! better by it is played more often, in proportion to the exponential of its value (the policy of piKL,
//! Jacob et al. 2022): so that strength can exceed that of the people in the data and moves still look like
//! theirs.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::draw;
use super::move_values::Search;

/// What fewer people than this play looks odd, whatever the model says of the exact share. A choice.
const RARE: f64 = 0.01;

/// How somebody chooses as people do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PeoplePolicy {
    /// The rating of the people, on the scale of the model's games.
    pub rating: u32,
    /// What helps them.
    pub help: Help,
}

/// A search that helps to choose as people do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Help {
    /// None.
    Nothing,
    /// The values of a search to a depth.
    Depth {
        /// How deep.
        plies: u32,
        /// Othello solves the endgame from so many empty squares on; 0 never.
        solve_from: u32,
        /// A move worth so many tenths less is played 1/e times as often.
        tenths: u32,
    },
}

impl PeoplePolicy {
    /// In words that tell it from others, for the calibration file.
    pub(super) fn description(&self) -> String {
        let PeoplePolicy { rating, help } = self;
        match help {
            Help::Nothing => format!("people of {rating}"),
            Help::Depth { tenths, .. } => {
                let search = self.helping_search().map_or_else(String::new, Search::description);
                format!("people of {rating}, {search}, temperature {}", f64::from(*tenths) / 10.0)
            }
        }
    }

    /// The search that helps.
    pub(super) fn helping_search(&self) -> Option<Search> {
        match self.help {
            Help::Nothing => None,
            Help::Depth { plies, solve_from, .. } => Some(Search::Depth { plies, solve_from }),
        }
    }

    /// The logarithm of how often each move is played, up to a constant: by the shares of people and the
    /// values of the helping search.
    pub(super) fn logarithms(&self, shares: &[f64], values: &[f64]) -> Vec<f64> {
        let per_value = match self.help {
            Help::Nothing => 0.0,
            Help::Depth { tenths, .. } => 10.0 / f64::from(tenths),
        };
        let values = values.iter().copied().chain(std::iter::repeat(0.0));
        shares.iter().zip(values).map(|(share, value)| share.max(1e-6).ln() + per_value * value).collect()
    }

    /// The search that sees about as much as these people do.
    pub(super) fn sight(&self) -> Search {
        // Assumed; it decides only what a user is thought to notice.
        Search::depth(match self.rating {
            0..1000 => 1,
            1000..1600 => 2,
            _ => 3,
        })
    }
}

/// Draws the place of a move as people of a strength play, leaving out what hardly any of them would.
pub(super) fn draw_usual(policy: &[f64], rng: &mut Xoshiro256PlusPlus) -> usize {
    let usual: Vec<f64> = policy.iter().map(|&share| if share >= RARE { share } else { 0.0 }).collect();
    // With more than a hundred moves of equal shares nothing is usual.
    let is_any = usual.iter().any(|&share| share > 0.0);
    draw(if is_any { &usual } else { policy }, rng)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn a_search_helps_and_people_decide_between_equals() {
        let of = |help| PeoplePolicy { rating: 1500, help };
        let shares = [0.6, 0.3, 0.1];
        let alone = of(Help::Nothing).logarithms(&shares, &[]);
        assert!((alone[0] - 0.6_f64.ln()).abs() < 1e-12 && alone.len() == 3);
        let helped = of(Help::Depth { plies: 5, solve_from: 8, tenths: 20 });
        let likely = helped.logarithms(&shares, &[0.0, 4.0, 4.0]);
        assert!(likely[1] > likely[0] && likely[0] > likely[2] - 1.0 && likely[1] > likely[2], "{likely:?}");
        assert_eq!(helped.description(), "people of 1500, 5 plies, solves 8 empty, temperature 2");
    }

    #[test]
    fn what_hardly_anybody_plays_is_left_out() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let policy = [0.9, 0.092, 0.008];
        assert!((0..2000).all(|_| draw_usual(&policy, &mut rng) < 2));
        let even = [0.005; 200];
        assert!((0..50).all(|_| draw_usual(&even, &mut rng) < 200));
    }
}
