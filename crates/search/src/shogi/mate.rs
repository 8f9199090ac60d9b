//! Mates by checks alone, found by full search: a mate that is reported exists.
//!
//! The attacker gives check with every move, the defender tries every answer. Depths 1, 3, 5 … are searched
//! in turn, so the mate that is found is the shortest; results are kept between them.

use games::Game;
use games::shogi::{Move, Position, Shogi};
use rsshogi::board::movegen::generate_checks_all_move32;
use rsshogi::board::{Move32List, generate_legal_evasions_all_move32};
use rsshogi::mate::solve_mate_in_one_in_place;
use rsshogi::types::Move32;

use crate::Stop;

/// What a search for a mate found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mate {
    /// The side to move mates with this line, against the longest defence; no mate by checks is shorter.
    Found(Vec<Move>),
    /// There is no mate by checks within the plies asked for.
    None,
    /// The nodes did not suffice to tell.
    Unknown,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Default, Debug)]
struct Slot {
    key: u64,
    /// There is no mate within so many plies.
    refuted: u8,
    /// There is one within so many plies; 0 if none is known.
    proved: u8,
}

/// A search for mates.
#[derive(Clone, Debug)]
pub struct MateSolver {
    slots: Vec<Slot>,
    nodes: u64,
    limit: u64,
    stop: Stop,
    /// Positions that came up three times: whoever enters them ends the game, and not by mate.
    barred: Vec<u64>,
}

impl Default for MateSolver {
    fn default() -> Self {
        MateSolver::new(14)
    }
}

impl MateSolver {
    /// A search that remembers two to the power of `bits` positions of 16 bytes.
    #[must_use]
    pub fn new(bits: u32) -> MateSolver {
        MateSolver {
            slots: vec![Slot::default(); 1 << bits],
            nodes: 0,
            limit: 0,
            stop: Stop::default(),
            barred: Vec::new(),
        }
    }

    /// Positions looked at in the last search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a mate of at most `plies` plies, with at most `nodes` positions, until `stop` is raised.
    pub fn solve(&mut self, game: &Shogi, plies: u32, nodes: u64, stop: &Stop) -> Mate {
        self.nodes = 0;
        let left = game.move_limit().map_or(plies, |limit| (limit + 1).saturating_sub(game.move_number()));
        let plies = plies.min(left).min(99);
        let over = game.outcome().is_some();
        if over || plies == 0 || game.king(game.side_to_move().other()).is_none() {
            return Mate::None;
        }
        self.slots.fill(Slot::default());
        self.limit = nodes;
        self.stop = stop.clone();
        self.barred = thrice(game);
        let mut position = game.position().clone();
        for plies in (1..=plies as u8).step_by(2) {
            match self.attack(&mut position, plies) {
                Some(true) => {
                    let mut line = Vec::new();
                    // What was proved once is proved again from what is remembered, or with a little more
                    // work.
                    self.limit = u64::MAX;
                    self.stop = Stop::default();
                    self.follow(&mut position, plies, &mut line);
                    return Mate::Found(line);
                }
                Some(false) => {}
                None => return Mate::Unknown,
            }
        }
        Mate::None
    }

    fn slot(&mut self, key: u64) -> &mut Slot {
        let place = key as usize & (self.slots.len() - 1);
        &mut self.slots[place]
    }

    /// Whether the side to move mates within so many plies, an odd number; nothing if the nodes are spent.
    fn attack(&mut self, position: &mut Position, plies: u8) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.limit || (self.nodes.is_multiple_of(512) && self.stop.is_stopped()) {
            return None;
        }
        let key = position.key().low_u64();
        let slot = *self.slot(key);
        if slot.key == key {
            if slot.proved > 0 && slot.proved <= plies {
                return Some(true);
            }
            if slot.refuted >= plies {
                return Some(false);
            }
        }
        if plies == 1 {
            let found = solve_mate_in_one_in_place(position).is_some();
            self.note(key, plies, found);
            return Some(found);
        }
        let mut checks = Move32List::new();
        checking_moves(position, &mut checks);
        let mut found = false;
        for &mv in &checks {
            if self.mates_by(position, mv, plies)? {
                found = true;
                break;
            }
        }
        self.note(key, plies, found);
        Some(found)
    }

    /// Whether every answer to the check `mv` is mated within so many plies in all.
    fn mates_by(&mut self, position: &mut Position, mv: Move32, plies: u8) -> Option<bool> {
        position.apply_move32_with_gives_check(mv, true);
        let mated = self.defend(position, plies - 1);
        let undone = position.undo_move32(mv);
        debug_assert!(undone.is_ok());
        mated
    }

    fn defend(&mut self, position: &mut Position, plies: u8) -> Option<bool> {
        if self.barred.contains(&position.key().low_u64()) {
            return Some(false);
        }
        let mut answers = Move32List::new();
        generate_legal_evasions_all_move32(position, &mut answers);
        if answers.is_empty() {
            return Some(true);
        }
        if plies == 0 {
            return Some(false);
        }
        for &mv in &answers {
            let gives_check = position.gives_check_move32(mv);
            position.apply_move32_with_gives_check(mv, gives_check);
            let barred = self.barred.contains(&position.key().low_u64());
            let mated = if barred { Some(false) } else { self.attack(position, plies - 1) };
            let undone = position.undo_move32(mv);
            debug_assert!(undone.is_ok());
            if mated != Some(true) {
                return mated;
            }
        }
        Some(true)
    }

    fn note(&mut self, key: u64, plies: u8, found: bool) {
        let slot = self.slot(key);
        if slot.key != key {
            *slot = Slot { key, refuted: 0, proved: 0 };
        }
        if found {
            slot.proved = if slot.proved == 0 { plies } else { slot.proved.min(plies) };
        } else {
            slot.refuted = slot.refuted.max(plies);
        }
    }

    /// The plies of the shortest mate, if it takes no more than `plies`.
    fn shortest(&mut self, position: &mut Position, plies: u8) -> Option<u8> {
        (1..=plies).step_by(2).find(|&plies| self.attack(position, plies) == Some(true))
    }

    /// Adds the moves of a mate in `plies`: any that mates in time, and the answer that holds out longest.
    fn follow(&mut self, position: &mut Position, plies: u8, line: &mut Vec<Move>) {
        let mut checks = Move32List::new();
        checking_moves(position, &mut checks);
        let mating = checks.iter().copied().find(|&mv| self.mates_by(position, mv, plies) == Some(true));
        let Some(mating) = mating else { return };
        line.extend(Move::from_bits(mating.to_move()));
        let mut work = position.clone();
        work.apply_move32_with_gives_check(mating, true);
        let mut answers = Move32List::new();
        generate_legal_evasions_all_move32(&work, &mut answers);
        let mut longest: Option<(u8, Move32)> = None;
        for &mv in &answers {
            let mut next = work.clone();
            next.apply_move32(mv);
            let needed = self.shortest(&mut next, plies.saturating_sub(2)).unwrap_or(1);
            if longest.is_none_or(|(most, _)| needed > most) {
                longest = Some((needed, mv));
            }
        }
        if let Some((needed, mv)) = longest {
            line.extend(Move::from_bits(mv.to_move()));
            work.apply_move32(mv);
            self.follow(&mut work, needed, line);
        }
    }
}

/// Every legal move that gives check.
fn checking_moves(position: &Position, checks: &mut Move32List) {
    if position.is_in_check() {
        generate_legal_evasions_all_move32(position, checks);
        checks.retain(|&mv| position.gives_check_move32(mv));
    } else {
        generate_checks_all_move32(position, checks);
        checks.retain(|&mv| position.is_legal_move32(mv));
    }
}

/// The positions that came up three times in `game`.
fn thrice(game: &Shogi) -> Vec<u64> {
    let mut keys: Vec<u64> = game.keys().collect();
    keys.sort_unstable();
    let mut barred: Vec<u64> =
        keys.windows(3).filter(|keys| keys[0] == keys[2]).map(|keys| keys[0]).collect();
    barred.dedup();
    barred
}
