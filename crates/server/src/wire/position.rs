//! Boards, moves and how a move changes a board, in places the page can point at.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SideName, Text};

/// A place on a board: a square (`d3`, `7g`, `a1`), a house (`first-0`), a store (`first-store`), a hand
/// (`first-P`), a way out (`exit-left`, `exit-right`), or `pass`.
pub type Place = String;

/// What may be seen of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Position {
    /// Discs; black is the first side.
    Othello {
        /// The squares with black discs.
        black: Vec<Place>,
        /// The squares with white discs.
        white: Vec<Place>,
        /// Discs of the first and of the second side.
        counts: [u16; 2],
    },
    /// Seeds; index 0 is the first side.
    Kalah {
        /// Seeds in the houses of each side, in its sowing direction.
        houses: [Vec<u16>; 2],
        /// Seeds in the stores.
        stores: [u16; 2],
    },
    /// Pieces and hands.
    Shogi {
        /// The pieces on the board.
        pieces: Vec<ShogiPiece>,
        /// How many of each piece (`P`, `L`, `N`, `S`, `G`, `B`, `R`) each side has in hand.
        hands: [BTreeMap<String, u32>; 2],
        /// The side to move is in check.
        check: bool,
    },
    /// Ghosts, with the colours that this seat may know.
    Geister {
        /// The ghosts on the board.
        ghosts: Vec<Ghost>,
        /// Those that were captured.
        captured: Vec<Captured>,
    },
}

/// A piece of shogi on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShogiPiece {
    /// Its square.
    pub place: Place,
    /// Whose it is.
    pub side: SideName,
    /// Its letter as in USI, unpromoted: `P`, `L`, `N`, `S`, `G`, `B`, `R`, `K`.
    pub piece: String,
    /// It is turned over.
    pub promoted: bool,
}

/// What may be known of a ghost's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GhostColour {
    /// Good.
    Blue,
    /// Bad.
    Red,
    /// This seat does not know.
    Unknown,
}

/// A ghost on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Ghost {
    /// Its square, or the way out by which it has left.
    pub place: Place,
    /// Whose it is.
    pub side: SideName,
    /// Its colour, as far as the seat may know.
    pub colour: GhostColour,
    /// Its letter, `A` to `H`.
    pub letter: String,
}

/// A ghost that was captured: its colour is known to both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Captured {
    /// Whose it was.
    pub side: SideName,
    /// Its colour.
    pub colour: GhostColour,
    /// Its letter, `A` to `H`.
    pub letter: String,
}

/// A move that may be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// What to send to play it.
    pub text: String,
    /// Where it begins, if it begins somewhere.
    pub from: Option<Place>,
    /// Where it ends.
    pub to: Place,
    /// The piece is turned over.
    pub promotes: bool,
    /// It is played on a square or from a hand, unlike a pass.
    pub on_board: bool,
    /// What people call it.
    pub label: Text,
}

/// How a ply changed the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum BoardChange {
    /// A disc was placed, others were flipped.
    Othello {
        /// Where the disc was placed.
        placed: Place,
        /// The flipped discs, grouped by their distance from the placed one, nearest first.
        flipped: Vec<Vec<Place>>,
        /// Who placed it.
        side: SideName,
    },
    /// Nothing could be placed.
    Pass {
        /// Who passed.
        side: SideName,
    },
    /// Seeds were sown.
    Kalah {
        /// The house that was emptied.
        from: Place,
        /// Where each seed landed, in order.
        path: Vec<Place>,
        /// What was captured.
        captured: Option<KalahCapture>,
        /// The same side moves again.
        again: bool,
    },
    /// A piece or a ghost went from one place to another.
    Slide {
        /// Where it was: a square or a hand.
        from: Place,
        /// Where it is now: a square or a way out.
        to: Place,
        /// Where the piece was that it captured.
        captured: Option<Place>,
        /// Who moved.
        side: SideName,
    },
}

/// Seeds that were captured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KalahCapture {
    /// The houses that were emptied.
    pub from: Vec<Place>,
    /// The store they went to.
    pub to: Place,
}
