//! What a terminal needs to know of a game beyond its rules.

use anyhow::Result;
use conformance::TestedGame;
use games::{Game, Malformed, Record, Registered, Side};
use protocols::ExternalEngines;
use rand::Rng;

use crate::format::Format;
use crate::language::Language;
use crate::record_file::RecordFile;
use crate::records::Records;

/// Asks the person at the terminal; `None` if the input has ended.
pub(crate) type Ask<'a> = dyn FnMut(&str) -> Result<Option<String>> + 'a;

/// What a terminal needs to know of a game.
pub(crate) trait Table: TestedGame + ExternalEngines + Registered {
    /// The format in which a finished game is saved.
    const RECORD_FORMAT: Format;

    /// Draws what `seat` sees, with the squares of `targets` marked.
    fn draw(view: &Self::View, seat: Side, targets: &[Self::Move]) -> String;

    /// Draws a position for an observer, or for one seat.
    fn draw_position(&self, seat: Option<Side>, targets: &[Self::Move]) -> String {
        let seat = seat.unwrap_or(Side::First);
        Self::draw(&self.view(seat), seat, targets)
    }

    /// The position that a person means by `text`: `start`, a named start, or the game's own notation.
    fn position_from(text: &str) -> Result<Self, Malformed> {
        match text {
            "start" => Ok(Self::default()),
            _ => text.parse(),
        }
    }

    /// The positions in a file of those, in the game's own form for such files.
    fn positions_from(_text: &str) -> Result<Vec<Self>, Malformed> {
        Err(Malformed::described("a file of Othello positions", format!("one of {}", Self::NAME)))
    }

    /// Sets up a game in which a person sits at `seat`; `ask` puts a question to them.
    fn set_up(_seat: Side, _language: Language, rng: &mut dyn Rng, _ask: &mut Ask<'_>) -> Result<Self> {
        Ok(Self::deal(rng))
    }

    /// What may be saved of an unfinished game: all of it, unless a seat hides something.
    fn unfinished(record: &Record<Self>, file: &RecordFile) -> Result<(Records, Format)>
    where
        Records: From<Vec<Record<Self>>>,
    {
        Ok((Records::from(vec![record.clone()]), file.format))
    }

    /// What the opponent believed, to show `seat` after the game.
    fn review(_record: &Record<Self>, _seat: Side, _language: Language) -> Option<String> {
        None
    }

    /// Going back from `self` to `earlier` would take back something that `seat` has been shown.
    fn has_shown_since(&self, _earlier: &Self, _seat: Side) -> bool {
        false
    }

    /// What a seat sees, and which seat, if `text` is that and not a whole position.
    fn view_from(_text: &str, _seat: Side) -> Option<Result<(Self::View, Side), Malformed>> {
        None
    }

    /// The tag under which records of this game keep the date, and how the date is written there.
    const DATE: (&'static str, &'static str) = ("Date", "%Y-%m-%d %H:%M:%S");

    /// Whether a move is a pass.
    fn is_pass(_mv: Self::Move) -> bool {
        false
    }

    /// How players of this game write `mv`, played in `self`.
    fn spoken(&self, mv: Self::Move) -> String {
        mv.to_string()
    }
}

/// The legal moves of a position, in order.
pub(crate) fn sorted_moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.sort_unstable();
    moves
}
