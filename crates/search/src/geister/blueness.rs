//! Colours by rules of thumb: a ghost that seeks contact is red, one that flees or runs for an exit is blue.

use games::Side;
use games::geister::{Board, Direction, Ghost, Move, Square, Squares, View};

use super::ColourDistribution;
use super::log_odds::{LogOdds, mover, standing};

/// The weight of a ghost of which nothing is known. This and the rules are those that tournament programs are
/// known to have used: doubled or halved, never less than [`LEAST`].
const UNKNOWN: f64 = 2.0;

const LEAST: f64 = 1.0;

/// Ten doublings: a ghost that lets an open way out pass.
const MOST: f64 = 2048.0;

/// How red each enemy ghost seems, as a weight that is doubled and halved by what it does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BluenessEstimator {
    redness: [f64; 8],
    odds: LogOdds,
}

impl Default for BluenessEstimator {
    fn default() -> Self {
        BluenessEstimator { redness: [UNKNOWN; 8], odds: LogOdds::default() }
    }
}

impl BluenessEstimator {
    /// Sees a move of the enemy; `before` is what the seat saw before it. Moves of the seat itself tell
    /// nothing.
    pub fn observe(&mut self, before: &View, mv: Move) {
        let Some(moved) = mover(before, mv) else { return };
        let Some(to) = mv.to() else { return };
        let enemy = before.seat().other();
        let defenders: Vec<Square> = standing(before, before.seat())
            .map(|(_, square)| square)
            .filter(|&square| square != to)
            .collect();
        let near = |square: Square| defenders.iter().any(|&defender| distance(square, defender) == 1);
        let was_near = near(mv.from());

        let mut factor = 1.0;
        if near(to) {
            factor *= 2.0;
        } else if was_near {
            factor *= 0.5;
        }
        if mv.direction() == Direction::forward(enemy) {
            factor *= 0.5;
        }
        if open_exits(to, enemy, &defenders, 1).any(|exit| distance(to, exit) < distance(mv.from(), exit)) {
            factor *= 0.5;
        }
        self.weigh(moved, factor);

        for (ghost, square) in standing(before, enemy) {
            let mut open = open_exits(square, enemy, &defenders, 0).peekable();
            if open.peek().is_none() {
                continue;
            }
            // It could have won by running, and something else was done.
            let came_nearer =
                ghost == moved && open.any(|exit| distance(to, exit) < distance(mv.from(), exit));
            if !came_nearer {
                self.weigh(ghost, MOST);
            }
        }
        self.odds.see_who_stays(before, mv);
    }

    fn weigh(&mut self, ghost: Ghost, factor: f64) {
        let redness = &mut self.redness[ghost.index()];
        *redness = (*redness * factor).clamp(LEAST, MOST);
        self.odds.set(ghost, -(*redness / UNKNOWN).ln());
    }

    /// The probability that each of the enemy's ghosts, from A to H, is blue; 0 for those no longer on the
    /// board, so that the sum is the number of blues left.
    #[must_use]
    pub fn blue(&self, view: &View) -> [f64; 8] {
        self.odds.blue(view)
    }

    /// The colourings with the weights that follow.
    #[must_use]
    pub fn distribution(&self, view: &View) -> ColourDistribution {
        self.odds.distribution(view)
    }
}

/// Steps from one square to another.
fn distance(from: Square, to: Square) -> u32 {
    u32::from(from.column().abs_diff(to.column())) + u32::from(from.row().abs_diff(to.row()))
}

/// The exits of `side` that its ghost on `square` can leave by before any defender gets there, if the other
/// side has `ahead` moves before the ghost's next.
fn open_exits(
    square: Square,
    side: Side,
    defenders: &[Square],
    ahead: u32,
) -> impl Iterator<Item = Square> + '_ {
    Squares(Board::exits(side)).filter(move |&exit| {
        // One move each until the ghost stands there, and one more before it leaves.
        let time = distance(square, exit) + ahead;
        defenders.iter().all(|&defender| distance(defender, exit) > time)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(view: &str, mv: &str) -> [f64; 8] {
        let view: View = view.parse().unwrap();
        let mut blueness = BluenessEstimator::default();
        blueness.observe(&view, mv.parse().unwrap());
        let blue = blueness.blue(&view);
        assert!((blue.iter().sum::<f64>() - 4.0).abs() < 1e-9, "{blue:?}");
        blue
    }

    #[test]
    fn contact_means_red_and_flight_means_blue() {
        let contact =
            "view first b2R,c2R,d4R,e2R,b1B,c1B,d1B,e1B e5u,d6u,c5u,b5u,e6u,a6u,c6u,b6u second 9/256";
        // From e5 down to e4, beside d4: doubled for contact, halved for going forward. To the side into
        // contact: doubled.
        assert!((after(contact, "e5e4")[0] - 0.5).abs() < 1e-9);
        assert!(after(contact, "c5d5")[2] < 0.45);
        let flight =
            "view first b2R,c2R,d4R,e2R,b1B,c1B,d1B,e1B e5u,d5u,c5u,b5u,e6u,a6u,c6u,b6u second 9/256";
        assert!(after(flight, "d5d6")[1] > 0.55);
    }

    #[test]
    fn passing_up_an_open_exit_means_red() {
        //   2  u . . . . .      One step from the exit a1, and no defender within reach.
        let open = "view first f6R,f5R,f4R,f3R,e6B,e5B,e4B,e3B a2u,d5u,c5u,b5u,d6u,a6u,c6u,b6u second 9/256";
        let stayed = after(open, "d5d4");
        assert!(stayed[0] < 0.01, "{stayed:?}");
        let ran = after(open, "a2a1");
        assert!(ran[0] > 0.6, "{ran:?}");
    }
}
