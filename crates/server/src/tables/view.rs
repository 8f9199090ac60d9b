//! What a player may see of their table. Until the game is over it is made from the seat's view alone.

use games::Side;
use store::Phase;

use super::live::{LiveTable, Played};
use super::written;
use crate::error::Refusal;
use crate::geometry::{self, Geometry};
use crate::levels;
use crate::wire::{
    self, Allowed, Clocks, Company, PersonResult, SharedGame, SharedResult, StrengthEstimate,
    StrengthEstimates, TableResult, TableView,
};
use crate::words;

/// A ply as `seat` knows it, or as both seats do.
fn ply_as_known<M>(ply: &Played<M>, seat: Side, in_common: bool) -> wire::Ply {
    let knowing = if in_common { ply.side.other() } else { seat };
    wire::Ply { forced: ply.forced[knowing.index()], ..ply.shown.clone() }
}

impl<G: Geometry> LiveTable<G> {
    pub(super) fn shown(&self, seat: Side) -> TableView {
        let view = self.view(seat);
        let over = self.is_over();
        let my_turn = self.to_move() == Some(seat);
        let covered = self.row.phase == Phase::HandOver;
        TableView {
            id: self.row.id.clone(),
            version: self.row.version,
            game: G::KIND,
            seat: seat.into(),
            level: self.level.clone(),
            company: self.company,
            phase: self.row.phase.into(),
            to_move: self.row.to_move.map(Into::into),
            thinking: self.company == Company::Opponent && self.to_move().is_some() && !my_turn,
            position: match self.row.phase {
                Phase::Over => self.game().revealed(),
                Phase::HandOver => G::common([&self.view(Side::First), &self.view(Side::Second)]),
                _ => G::position(&view),
            },
            legal: if my_turn { geometry::legal::<G>(&view) } else { Vec::new() },
            plies: self.plies.iter().map(|ply| ply_as_known(ply, seat, covered)).collect(),
            step: self.plies.last().map(|ply| ply.step.clone()),
            said: self.said(),
            allowed: Allowed {
                undo: !over && self.terms.undo && self.undone().is_some(),
                hint: my_turn && self.terms.hint,
                resign: !over,
            },
            clock: self.clocks().map(|clocks| Clocks {
                first: clocks.main[0],
                second: clocks.main[1],
                byoyomi: self.terms.clock.map_or(0, |clock| clock.byoyomi),
                running: self.to_move().map(Into::into),
            }),
            result: self.result(seat),
            formats: if over && !self.is_in_study() {
                G::FORMATS.iter().map(|&format| format.to_owned()).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// The game for people who sit at neither seat.
    pub(super) fn replayed(&self) -> Result<SharedGame, Refusal> {
        self.check_no_study()?;
        let seen = |game: &G| match self.is_over() {
            true => game.revealed(),
            false => G::common([&game.view(Side::First), &game.view(Side::Second)]),
        };
        Ok(SharedGame {
            game: G::KIND,
            seat: self.seat.into(),
            level: self.level.clone(),
            company: self.company,
            at: written(self.row.changed),
            // Whether there was another move is nobody's business.
            plies: self.plies.iter().map(|ply| ply.shown.clone()).collect(),
            positions: self.positions.iter().map(seen).collect(),
            steps: self.plies.iter().map(|ply| ply.step.clone()).collect(),
            result: self.outcome.map(|outcome| SharedResult {
                winner: outcome.winner.map(Into::into),
                reason: words::reason::<G>(outcome.reason),
                counts: outcome.points,
            }),
        })
    }

    /// The game so far. What `seat` does not see now it is not shown of earlier positions either.
    pub(super) fn line_seen(&self, seat: Side) -> wire::TableLine {
        let position = |game: &G| match self.row.phase {
            Phase::Over => game.revealed(),
            Phase::HandOver => G::common([&game.view(Side::First), &game.view(Side::Second)]),
            _ => G::position(&game.view(seat)),
        };
        wire::TableLine {
            version: self.row.version,
            positions: self.positions.iter().map(position).collect(),
            steps: self.plies.iter().map(|ply| ply.step.clone()).collect(),
        }
    }

    fn result(&self, seat: Side) -> Option<TableResult> {
        let outcome = self.outcome?;
        Some(TableResult {
            winner: outcome.winner.map(Into::into),
            reason: words::reason::<G>(outcome.reason),
            counts: outcome.points,
            person: match outcome.winner {
                Some(side) if side == seat => PersonResult::Won,
                Some(_) => PersonResult::Lost,
                None => PersonResult::Drew,
            },
            strength: self.strength(),
        })
    }

    fn strength(&self) -> Option<StrengthEstimates> {
        if self.is_in_study() {
            return None;
        }
        let estimates = self.plies.iter().filter_map(|ply| Some((ply.shown.number, ply.estimate?)));
        let points: Vec<_> = estimates.collect();
        let unit = levels::scale(points.first()?.1.scale);
        let point = |(ply, estimate): (u32, opponents::Estimate)| StrengthEstimate {
            ply,
            estimate: estimate.value,
            low: estimate.low,
            high: estimate.high,
        };
        Some(StrengthEstimates { unit, points: points.into_iter().map(point).collect() })
    }
}
