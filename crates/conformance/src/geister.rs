//! Geister once more: a list of ghosts on a grid of letters.

use games::geister::{Geister, Move};
use games::{EndReason, Outcome, Side};
use rand::{Rng, RngExt};

use crate::{ReferenceRules, TestedGame};

impl TestedGame for Geister {
    type Reference = NaiveGeister;

    fn every_move() -> Vec<Move> {
        Move::all().collect()
    }

    /// Any colours, and one of the move limits in use: the paper's, the tournament's, its present server's,
    /// or short.
    fn any_start(rng: &mut dyn Rng) -> Geister {
        let limit = [256, 200, 300, 20][rng.random_range(0..4)];
        <Geister as games::Game>::deal(rng).with_limit(limit).unwrap_or_default()
    }
}

/// Where each ghost is (`b2`, `x` or `out`) and its colour letter, for both sides.
pub struct NaiveGeister {
    ghosts: [Vec<(String, char)>; 2],
    mover: usize,
    ply: u32,
    limit: u32,
}

impl NaiveGeister {
    fn read_words(position: &str) -> Option<NaiveGeister> {
        let [first, second, side, clock] =
            <[&str; 4]>::try_from(position.split(' ').collect::<Vec<_>>()).ok()?;
        let ghosts = |list: &str| {
            list.split(',')
                .map(|ghost| ghost.char_indices().last().map(|(at, colour)| (ghost[..at].to_owned(), colour)))
                .collect::<Option<Vec<_>>>()
        };
        let (ply, limit) = clock.split_once('/')?;
        Some(NaiveGeister {
            ghosts: [ghosts(first)?, ghosts(second)?],
            mover: usize::from(side == "second"),
            ply: ply.parse().ok()?,
            limit: limit.parse().ok()?,
        })
    }

    fn alive(&self, side: usize, colour: char) -> usize {
        self.ghosts[side].iter().filter(|(place, own)| place != "x" && *own == colour).count()
    }

    fn exits(&self) -> [&str; 2] {
        if self.mover == 0 { ["a6", "f6"] } else { ["a1", "f1"] }
    }

    /// The squares beside `place`, on the board.
    fn beside(place: &str) -> Vec<String> {
        let [column, row] = *place.as_bytes() else { return Vec::new() };
        [(0, 1), (0, -1), (1, 0), (-1, 0)]
            .into_iter()
            .map(|(dx, dy)| (column.wrapping_add_signed(dx), row.wrapping_add_signed(dy)))
            .filter(|(column, row)| (b'a'..=b'f').contains(column) && (b'1'..=b'6').contains(row))
            .map(|(column, row)| format!("{}{}", char::from(column), char::from(row)))
            .collect()
    }

    fn print(&self) -> String {
        let side = |ghosts: &[(String, char)]| {
            ghosts.iter().map(|(place, colour)| format!("{place}{colour}")).collect::<Vec<_>>().join(",")
        };
        let mover = ["first", "second"][self.mover];
        format!("{} {} {mover} {}/{}", side(&self.ghosts[0]), side(&self.ghosts[1]), self.ply, self.limit)
    }
}

impl ReferenceRules<Geister> for NaiveGeister {
    fn read(position: &str) -> Result<Self, String> {
        NaiveGeister::read_words(position).ok_or_else(|| format!("{position} is not understood"))
    }

    fn legal_moves(&self) -> Vec<Move> {
        if ReferenceRules::outcome(self).is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (place, colour) in &self.ghosts[self.mover] {
            for to in NaiveGeister::beside(place) {
                if self.ghosts[self.mover].iter().all(|(own, _)| *own != to) {
                    moves.push(format!("{place}{to}"));
                }
            }
            if *colour == 'B' && self.exits().contains(&place.as_str()) {
                moves.push(format!("{place}out"));
            }
        }
        moves.iter().filter_map(|mv| mv.parse().ok()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let sides = [(0, Side::First), (1, Side::Second)];
        for (index, side) in sides {
            let escaped = self.ghosts[index].iter().any(|(place, _)| place == "out");
            if escaped {
                return Some(Outcome::win(side, EndReason::Escape));
            }
        }
        for (index, side) in sides {
            if self.alive(index, 'B') == 0 {
                return Some(Outcome::win(side.other(), EndReason::BluesCaptured));
            }
            if self.alive(index, 'R') == 0 {
                return Some(Outcome::win(side, EndReason::RedsCaptured));
            }
        }
        (self.ply >= self.limit).then(|| Outcome::draw(EndReason::MoveLimit))
    }

    fn after(&self, mv: Move) -> String {
        let text = mv.to_string();
        let (from, to) = text.split_at(2);
        let mut ghosts = self.ghosts.clone();
        for (place, _) in &mut ghosts[1 - self.mover] {
            if place == to {
                *place = "x".to_owned();
            }
        }
        for (place, _) in &mut ghosts[self.mover] {
            if place == from {
                *place = to.to_owned();
            }
        }
        NaiveGeister { ghosts, mover: 1 - self.mover, ply: self.ply + 1, limit: self.limit }.print()
    }
}
