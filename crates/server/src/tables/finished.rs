//! What can be asked about a finished game of any kind.

use games::Side;
use search::Stop;

use super::live::LiveTable;
use crate::error::{Refusal, RefusalCode};
use crate::exercises::{self, Attempting, ShownExercise};
use crate::geometry::Geometry;
use crate::review::{self, Finished, Judging, Reviewing};
use crate::wire::{self, Company};

/// A finished game of any kind.
pub(crate) trait AnyFinished: Send {
    /// Its review, to be made on the pool.
    fn review(self: Box<Self>) -> Reviewing;

    /// What would be after other moves, to be thought about on the pool.
    ///
    /// # Errors
    /// The moves cannot be played.
    fn judge(&self, what: &wire::WhatIf, stop: Stop) -> Result<Judging, Refusal>;

    /// The position before a ply, as its side to move saw it.
    ///
    /// # Errors
    /// There is no such ply.
    fn exercise(&self, ply: u32) -> Result<ShownExercise, Refusal>;

    /// Another move instead of a ply, to be thought about on the pool.
    ///
    /// # Errors
    /// There is no such ply, or the move is not legal there.
    fn attempt(&self, ply: u32, mv: &str, stop: Stop) -> Result<Attempting, Refusal>;
}

impl<G: Geometry> AnyFinished for Finished<G> {
    fn review(self: Box<Self>) -> Reviewing {
        review::reviewing(*self)
    }

    fn judge(&self, what: &wire::WhatIf, stop: Stop) -> Result<Judging, Refusal> {
        review::judging(self, what, stop)
    }

    fn exercise(&self, ply: u32) -> Result<ShownExercise, Refusal> {
        exercises::shown(self, ply)
    }

    fn attempt(&self, ply: u32, mv: &str, stop: Stop) -> Result<Attempting, Refusal> {
        exercises::attempting(self, ply, mv, stop)
    }
}

impl<G: Geometry> LiveTable<G> {
    /// Who sits at each side; nobody where two people share a screen, since nobody knows who of them is who.
    fn people(&self) -> [Option<String>; 2] {
        if self.company == Company::OneBoard {
            return [None, None];
        }
        Side::BOTH.map(
            |side| {
                if side == self.seat { Some(self.row.player.clone()) } else { self.row.other.clone() }
            },
        )
    }

    /// The finished game as an analyst gets it.
    pub(super) fn finished(&self) -> Result<Finished<G>, Refusal> {
        if !self.is_over() {
            return Err(Refusal::new(
                RefusalCode::NotOver,
                "The game is not over yet; come back when it is.",
            ));
        }
        self.check_no_study()?;
        Ok(Finished {
            start: self.positions[0].clone(),
            moves: self.plies.iter().map(|ply| ply.mv).collect(),
            reasons: self.plies.iter().map(|ply| ply.kept.why.clone()).collect(),
            seat: (self.company == Company::Opponent).then_some(self.seat),
            people: self.people(),
            seed: self.row.seed,
        })
    }
}
