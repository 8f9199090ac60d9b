//! What the opponent says to the player: before the first move and after the end.

use opponents::{Estimate, Heard, Reason, Remark, by_name};

use super::live::LiveTable;
use crate::characters;
use crate::geometry::{Geometry, sorted};
use crate::levels;
use crate::wire::{Company, Text};

impl<G: Geometry> LiveTable<G> {
    /// What it says now; nothing while the game is in progress, and nothing in a study.
    pub(super) fn said(&self) -> Vec<Text> {
        if self.company != Company::Opponent || self.is_in_study() {
            return Vec::new();
        }
        if self.is_over() {
            return self.says_goodbye();
        }
        let has_moved = self.plies.iter().any(|ply| ply.side == self.seat);
        if has_moved { Vec::new() } else { self.hello.clone() }
    }

    /// What it says before the game.
    pub(super) fn says_hello(&self) -> Vec<Text> {
        characters::hello(&self.level, self.terms.wish, self.known())
    }

    /// What the adaptive opponent took the player for after earlier games.
    fn known(&self) -> Option<Estimate> {
        let memory = self.row.memory.as_deref().filter(|_| levels::is_adaptive(&self.row.opponent))?;
        let mut opponent = by_name::<G>(&self.row.opponent, 0).ok()?;
        opponent.remember(memory).ok()?;
        opponent.estimate()
    }

    fn says_goodbye(&self) -> Vec<Text> {
        let reasons: Vec<Option<Reason>> =
            self.plies.iter().map(|ply| ply.kept.why.as_deref().map(Reason::from_stored)).collect();
        let heard: Vec<Heard<'_>> = self
            .plies
            .iter()
            .zip(&reasons)
            .map(|(ply, reason)| Heard { mv: &ply.kept.mv, reason: reason.as_ref() })
            .collect();
        let estimate = self.plies.iter().rev().find_map(|ply| ply.estimate);
        let named = |ply: usize, mv: &str| self.named(ply, mv);
        Remark::after(&heard, estimate).iter().map(|remark| characters::remark_said(remark, &named)).collect()
    }

    /// What people call a move that could have been played at this place of the game, or shortly before: in
    /// Kalah the player may have moved twice.
    fn named(&self, ply: usize, mv: &str) -> Text {
        let label = (0..=ply.min(self.positions.len() - 1)).rev().find_map(|ply| {
            let game = &self.positions[ply];
            let mv = mv.parse::<G::Move>().ok()?;
            let view = game.view(self.seat);
            let can_play = game.side_to_move() == self.seat && sorted::<G>(&view).contains(&mv);
            can_play.then(|| G::move_on(&view, mv).label)
        });
        label.unwrap_or_else(|| Text::same(mv))
    }
}
