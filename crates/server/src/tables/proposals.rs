//! What requests of people would change at a table, or why they are refused.

use games::Side;
use store::{Phase, StoredTable, TableChange};

use super::live::LiveTable;
use crate::error::{Refusal, RefusalCode};
use crate::geometry::{Geometry, sorted};
use crate::wire::Company;

/// The refusal of what comes after the end.
pub(super) fn over() -> Refusal {
    Refusal::new(RefusalCode::Over, "The game is over; start another one.")
}

impl<G: Geometry> LiveTable<G> {
    pub(super) fn propose_move(&self, text: &str, seat: Side, asked: String) -> Result<TableChange, Refusal> {
        let refused = |code, message| Err(Refusal::new(code, message));
        match (self.row.phase, self.to_move()) {
            (Phase::Playing, Some(side)) if side == seat => {}
            (Phase::Playing, _) => {
                return refused(RefusalCode::NotYourTurn, "It is the opponent's turn; wait for its move.");
            }
            (Phase::Over, _) => return Err(over()),
            (Phase::Setup, _) => {
                return refused(RefusalCode::SetupFirst, "Choose your red ghosts first, then play.");
            }
            (Phase::Waiting, _) => {
                return refused(
                    RefusalCode::NotYourTurn,
                    "Nobody has opened the link yet; send it to somebody.",
                );
            }
            (Phase::HandOver, _) => {
                return refused(RefusalCode::NotYourTurn, "Pass the screen on first, then play.");
            }
        }
        let mv: G::Move = text.parse().map_err(|_| {
            Refusal::malformed("The move cannot be read; send the text of one of the table's legal moves.")
        })?;
        // What its seat knows is all that may be said about it.
        if !sorted::<G>(&self.view(seat)).contains(&mv) {
            return Err(Refusal::new(
                RefusalCode::IllegalMove,
                "The rules do not allow this move; choose one of the table's legal moves.",
            ));
        }
        self.with_ply(mv, None, None, Some(asked)).ok_or_else(Refusal::internal)
    }

    pub(super) fn propose_setup(
        &self,
        reds: &str,
        seat: Side,
        asked: String,
    ) -> Result<TableChange, Refusal> {
        let is_theirs = self.company == Company::Opponent || self.row.to_move == Some(seat);
        if self.row.phase != Phase::Setup || !is_theirs {
            return Err(Refusal::new(
                RefusalCode::NoSetup,
                "There is nothing to arrange in this game now; play on.",
            ));
        }
        let mut start = self.game().clone();
        start.arrange(seat, reds).map_err(|_| {
            Refusal::malformed("The setup cannot be read; send the letters of four ghosts, such as ABCD.")
        })?;
        let mut table =
            StoredTable { start: start.to_string(), ..self.changed(&start, 0, None, Some(asked)) };
        // Of two people, the one who made the table arranges first.
        if self.company != Company::Opponent && seat == self.seat {
            table.to_move = Some(seat.other());
            table.phase = if self.hands_over() { Phase::HandOver } else { Phase::Setup };
        }
        Ok(TableChange { table, kept: None, added: Vec::new(), memory: None })
    }

    /// The person who was to take the screen has it.
    pub(super) fn propose_ready(&self, seat: Side, asked: String) -> Result<TableChange, Refusal> {
        if self.row.phase != Phase::HandOver {
            let message = "Nobody is waited for in this game now; play on.";
            return Err(Refusal::new(RefusalCode::NoSetup, message));
        }
        let arranges = self.plies.is_empty() && seat != self.seat;
        let phase = if arranges { Phase::Setup } else { Phase::Playing };
        let to_move = self.row.to_move;
        let table =
            StoredTable { phase, to_move, ..self.changed(self.game(), self.plies.len(), None, Some(asked)) };
        Ok(TableChange { table, kept: None, added: Vec::new(), memory: None })
    }

    pub(super) fn propose_undo(&self, asked: String) -> Result<TableChange, Refusal> {
        if self.is_over() {
            return Err(over());
        }
        if !self.terms.undo {
            return Err(Refusal::new(RefusalCode::NoUndo, "Takebacks are off in this game; play on."));
        }
        let ply = self.undone().ok_or_else(|| {
            Refusal::new(
                RefusalCode::NothingToUndo,
                "There is no move of yours that can be taken back; play on.",
            )
        })?;
        let table = self.changed(&self.positions[ply], ply, None, Some(asked));
        Ok(TableChange { table, kept: Some(ply as u64), added: Vec::new(), memory: None })
    }

    /// The change when `player` takes the free seat.
    pub(super) fn joined(&self, player: &str) -> Result<TableChange, Refusal> {
        match (self.company, self.row.phase) {
            (Company::ByLink, Phase::Waiting) => {}
            (Company::ByLink, Phase::Over) if self.row.other.is_none() => return Err(over()),
            (Company::ByLink, _) => {
                let message = "Somebody else has taken the seat; ask for another link.";
                return Err(Refusal::new(RefusalCode::SeatTaken, message));
            }
            _ => return Err(Refusal::no_such_table()),
        }
        let begun = self.changed(self.game(), 0, None, None);
        let (phase, to_move) = match G::SETUP {
            Some(_) => (Phase::Setup, Some(self.seat)),
            None => (Phase::Playing, begun.to_move),
        };
        let table = StoredTable { other: Some(player.to_owned()), phase, to_move, ..begun };
        Ok(TableChange { table, kept: None, added: Vec::new(), memory: None })
    }
}
