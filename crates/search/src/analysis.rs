//! The answer of an analyst.

use std::fmt;

/// What a value counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Discs at the end of an Othello game, own less other.
    Discs,
    /// Seeds at the end of a Kalah game, own less other.
    Seeds,
    /// Points of an evaluation that counts in no unit of the game.
    Points,
    /// Win rate less one half: 0 is even, 0.5 a certain win.
    WinRate,
    /// Expected reward of a learner.
    Reward,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Unit::Discs => "discs",
            Unit::Seeds => "seeds",
            Unit::Points => "points",
            Unit::WinRate => "win rate",
            Unit::Reward => "reward",
        })
    }
}

/// A move and what it is worth to the side that plays it; 0 is even.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its value for the mover.
    pub value: f64,
    /// What the analyst expects to follow, this move first.
    pub line: Vec<M>,
    /// Nodes or playouts spent on it.
    pub visits: u64,
}

/// The candidates of a position, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// Every move that was looked at, best first; equal ones in the order of the game's own list.
    pub candidates: Vec<Candidate<M>>,
    /// What the values count.
    pub unit: Unit,
    /// How deep the search went; 0 where depth means nothing.
    pub depth: u32,
    /// Nodes or playouts spent in all.
    pub nodes: u64,
    /// Whether the values are exact to the end of the game.
    pub exact: bool,
}

impl<M: Copy + PartialEq> Analysis<M> {
    /// The best candidate.
    pub fn best(&self) -> Option<&Candidate<M>> {
        self.candidates.first()
    }

    /// The place of `mv` among the candidates, counted from 1.
    pub fn rank(&self, mv: M) -> Option<usize> {
        self.candidates.iter().position(|candidate| candidate.mv == mv).map(|index| index + 1)
    }
}
