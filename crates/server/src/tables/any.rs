//! A table of any game.

use games::Side;
use search::Stop;
use store::{StoredMove, StoredTable, TableChange};

use super::{AnyFinished, Reply, Thinking};
use crate::error::Refusal;
use crate::geometry::Geometry;
use crate::wire::{self, GameKind};
use games::with_game;

/// What a player asks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// To take the screen from the other person.
    Ready,
    /// To arrange their pieces.
    Setup(String),
    /// To play a move.
    Move(String),
    /// To take back to their last decision.
    Undo,
    /// To give up.
    Resign,
}

impl Request {
    /// How the request for a version is stored, to recognise it when it comes again.
    #[must_use]
    pub(crate) fn at(&self, version: u64) -> String {
        match self {
            Request::Ready => format!("ready {version}"),
            Request::Setup(reds) => format!("setup {version} {reds}"),
            Request::Move(mv) => format!("move {version} {mv}"),
            Request::Undo => format!("undo {version}"),
            Request::Resign => format!("resign {version}"),
        }
    }
}

/// A table of any game. It changes only by [`AnyTable::commit`], after the change has been saved.
pub(crate) trait AnyTable: Send {
    /// The stored table.
    fn row(&self) -> &StoredTable;

    /// Where `player` sits, if they sit here.
    fn seat_of(&self, player: &str) -> Option<Side>;

    /// Whose view somebody who sits at `seat` gets: where two people share a screen, the mover's.
    fn eyes(&self, seat: Side) -> Side;

    /// The table as `seat` may see it.
    fn show(&self, seat: Side) -> wire::TableView;

    /// The game so far as `seat` may see it.
    fn line(&self, seat: Side) -> wire::TableLine;

    /// What `request` of `seat` would change.
    ///
    /// # Errors
    /// The rules, or what was agreed, do not allow it.
    fn propose(&self, request: &Request, seat: Side) -> Result<TableChange, Refusal>;

    /// What changes when `player` takes the free seat.
    ///
    /// # Errors
    /// There is none.
    fn propose_join(&self, player: &str) -> Result<TableChange, Refusal>;

    /// The side to move has run out of time: the change that makes, if it has.
    fn flag(&self) -> Option<TableChange>;

    /// How many milliseconds the side to move has before its flag falls.
    fn until_flag(&self) -> Option<u64>;

    /// Makes a change that has been saved.
    fn commit(&mut self, change: TableChange);

    /// Becomes what another server has made of the table.
    fn follow(&mut self, row: StoredTable, moves: Vec<StoredMove>);

    /// Whether the opponent is to move.
    fn wants_reply(&self) -> bool;

    /// Whether an opponent is here that has followed the game, or none has to.
    fn knows_opponent(&self) -> bool;

    /// What the opponent is to be asked now, if it is its turn and it is not being asked already.
    fn think(&mut self) -> Option<Thinking>;

    /// What the opponent's reply would change; `None` if it is not wanted any more.
    fn accept_reply(&mut self, reply: Reply) -> Option<TableChange>;

    /// Stops the search that is under way and throws it away.
    fn stop_thinking(&mut self);

    /// The number of the search that is under way.
    fn search_number(&self) -> u64;

    /// A hint for `seat`, to be thought about on the pool.
    ///
    /// # Errors
    /// Hints were not agreed on, or it is not the player's turn.
    fn hint(&self, seat: Side, stop: Stop)
    -> Result<Box<dyn FnOnce() -> Option<wire::Hint> + Send>, Refusal>;

    /// The game as anybody may see it: as long as it is in progress, nothing that is hidden from a seat.
    ///
    /// # Errors
    /// The game belongs to a study.
    fn replay(&self) -> Result<wire::SharedGame, Refusal>;

    /// The finished game, for everything that can be asked about it.
    ///
    /// # Errors
    /// The game is not over, or nothing may be told about it.
    fn finished_game(&self) -> Result<Box<dyn AnyFinished>, Refusal>;

    /// The record of the finished game.
    ///
    /// # Errors
    /// The game is not over, or there is no such format.
    fn record(&self, format: &str, name: Option<&str>) -> Result<String, Refusal>;
}

/// A stored table with its moves.
///
/// # Errors
/// The row cannot be read: something else than the server has written it.
pub(crate) fn open(table: StoredTable, moves: Vec<StoredMove>) -> Result<Box<dyn AnyTable>, Refusal> {
    fn live<G: Geometry>(table: StoredTable, moves: Vec<StoredMove>) -> Result<Box<dyn AnyTable>, Refusal> {
        Ok(Box::new(super::live::LiveTable::<G>::open(table, moves)?))
    }
    let game = table.game.parse::<GameKind>().ok().ok_or_else(Refusal::internal)?;
    with_game!(game, G => live::<G>(table, moves))
}
