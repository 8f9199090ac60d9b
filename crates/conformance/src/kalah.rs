//! Kalah once more: one list of pits, sown seed by seed.

use games::kalah::{Kalah, MAX_HOLES, Move, Rules};
use games::{EndReason, Outcome, Side};
use rand::{Rng, RngExt};

use crate::{ReferenceRules, TestedGame};

impl TestedGame for Kalah {
    type Reference = NaiveKalah;

    fn every_move() -> Vec<Move> {
        (0..=u8::MAX).filter_map(Move::new).collect()
    }

    /// Any size, any rules.
    fn any_start(rng: &mut dyn Rng) -> Kalah {
        let rules = Rules::ALL[rng.random_range(0..Rules::ALL.len())];
        let (holes, seeds) = (rng.random_range(1..=MAX_HOLES as u8), rng.random_range(1..=12));
        Kalah::new(holes, seeds, rules).unwrap_or_default()
    }
}

/// The mover's holes and store, then the other's, in the direction of sowing.
pub struct NaiveKalah {
    pits: Vec<u32>,
    holes: usize,
    first_to_move: bool,
    rules: String,
}

impl NaiveKalah {
    fn numbers(text: &str) -> Option<Vec<u32>> {
        text.split(',').map(|number| number.parse().ok()).collect()
    }

    fn side_is_empty(&self, from: usize) -> bool {
        self.pits[from..from + self.holes].iter().all(|&seeds| seeds == 0)
    }

    fn read_words(position: &str) -> Option<NaiveKalah> {
        let [first, first_store, second, second_store, side, rules] =
            <[&str; 6]>::try_from(position.split(' ').collect::<Vec<_>>()).ok()?;
        let mut sides = [(first, first_store), (second, second_store)];
        if side == "second" {
            sides.reverse();
        }
        let mut pits = Vec::new();
        for (holes, store) in sides {
            pits.extend(NaiveKalah::numbers(holes)?);
            pits.extend(NaiveKalah::numbers(store)?);
        }
        Some(NaiveKalah {
            holes: pits.len() / 2 - 1,
            pits,
            first_to_move: side == "first",
            rules: rules.to_owned(),
        })
    }

    fn print(&self) -> String {
        let side = |from: usize| {
            let holes: Vec<String> =
                self.pits[from..from + self.holes].iter().map(ToString::to_string).collect();
            format!("{} {}", holes.join(","), self.pits[from + self.holes])
        };
        let (mover, other) = (side(0), side(self.holes + 1));
        if self.first_to_move {
            format!("{mover} {other} first {}", self.rules)
        } else {
            format!("{other} {mover} second {}", self.rules)
        }
    }
}

impl ReferenceRules<Kalah> for NaiveKalah {
    fn read(position: &str) -> Result<Self, String> {
        NaiveKalah::read_words(position).ok_or_else(|| format!("{position} is not understood"))
    }

    fn legal_moves(&self) -> Vec<Move> {
        let filled = (1..).zip(&self.pits[..self.holes]).filter(|&(_, &seeds)| seeds > 0);
        filled.filter_map(|(hole, _)| Move::new(hole)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let (store, other_store) = (self.pits[self.holes] as u16, self.pits[2 * self.holes + 1] as u16);
        let [first, second] = if self.first_to_move { [store, other_store] } else { [other_store, store] };
        let winner = match first {
            first if first > second => Some(Side::First),
            first if first < second => Some(Side::Second),
            _ => None,
        };
        // At the end the holes have been swept.
        let over = self.side_is_empty(0) && self.side_is_empty(self.holes + 1);
        over.then_some(Outcome { winner, reason: EndReason::Count, points: Some([first, second]) })
    }

    fn after(&self, mv: Move) -> String {
        let mut pits = self.pits.clone();
        let (store, other_store) = (self.holes, 2 * self.holes + 1);
        let mut pit = mv.to_string().parse::<usize>().unwrap_or(1) - 1;
        for _ in 0..std::mem::take(&mut pits[pit]) {
            pit = (pit + 1) % other_store; // the other's store is the last pit and is passed over
            pits[pit] += 1;
        }
        let again = pit == store;
        if pit < store && pits[pit] == 1 {
            let opposite = other_store - 1 - pit;
            if pits[opposite] > 0 || self.rules.starts_with("empty") {
                pits[store] += pits[pit] + std::mem::take(&mut pits[opposite]);
                pits[pit] = 0;
            }
        }
        if !again {
            pits.rotate_left(store + 1);
        }
        let mut next = NaiveKalah {
            pits,
            holes: self.holes,
            first_to_move: self.first_to_move == again,
            rules: self.rules.clone(),
        };
        let over = next.side_is_empty(0) || (self.rules.ends_with("any") && next.side_is_empty(store + 1));
        if over {
            for from in [0, store + 1] {
                let left: u32 = next.pits[from..from + self.holes].iter_mut().map(std::mem::take).sum();
                next.pits[from + self.holes] += left;
            }
        }
        next.print()
    }
}
