//! Starts and ends of playouts, in the form that the kernels work on.

use games::geister::{Board, Ghosts};
use games::{EndReason, Outcome, Side};

/// The rim of the kernels' board. They have eight columns and eight rows, so that a step off the 36 squares
/// is a step onto the rim; square `6 * row + column` of the rules is `8 * (row + 1) + column + 1` here.
pub(super) const RIM: u64 = 0xff81_8181_8181_81ff;

/// The exits of the first and of the second side, as the kernels number them.
pub(super) const EXITS: [u64; 2] = [1 << 49 | 1 << 54, 1 << 9 | 1 << 14];

/// The ghosts of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Army {
    /// The squares of the ghosts, a byte each, in any order; those of the first `count` bytes are on the
    /// board.
    pub(super) places: u64,
    /// The set of these squares.
    pub(super) all: u64,
    /// Those with a blue ghost.
    pub(super) blue: u64,
    /// How many ghosts there are.
    pub(super) count: u64,
}

/// A position from which playouts begin, and how many plies may follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutStart {
    pub(super) own: Army,
    pub(super) other: Army,
    pub(super) side: Side,
    pub(super) plies_left: u64,
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutEnd {
    /// Who won, and by what.
    pub outcome: Outcome,
    /// The plies from the start of the playout.
    pub plies: u32,
}

impl PlayoutEnd {
    /// 1 for a win of `side`, 0.5 for a draw, 0 for a loss.
    #[must_use]
    #[inline]
    pub fn points(&self, side: Side) -> f64 {
        match self.outcome.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        }
    }
}

/// `squares` on a board with a rim.
const fn with_rim(squares: u64) -> u64 {
    let (mut wide, mut row) = (0, 0);
    while row < 6 {
        wide |= (squares >> (6 * row) & 0x3f) << (8 * row + 9);
        row += 1;
    }
    wide
}

impl Army {
    fn new(ghosts: Ghosts) -> Army {
        let all = with_rim(ghosts.all());
        let (mut places, mut left) = (0, all);
        for ghost in 0..all.count_ones() {
            places |= u64::from(left.trailing_zeros()) << (8 * ghost);
            left &= left - 1;
        }
        Army { places, all, blue: with_rim(ghosts.blue), count: u64::from(all.count_ones()) }
    }
}

impl PlayoutStart {
    /// Playouts from `board` that are drawn after `plies_left` plies. Each side has at most eight ghosts, as
    /// in the rules.
    #[must_use]
    pub fn new(board: &Board, plies_left: u32) -> PlayoutStart {
        PlayoutStart {
            own: Army::new(board.own),
            other: Army::new(board.other),
            side: board.side,
            plies_left: u64::from(plies_left),
        }
    }

    /// How the playout ends here: by the rules, or by a blue that can now leave. `None` while there is
    /// something to decide.
    #[inline]
    pub(super) fn end(&self, plies: u32) -> Option<PlayoutEnd> {
        let (side, own) = (self.side, self.own);
        let (outcome, plies) = if own.blue == 0 {
            (Outcome::win(side.other(), EndReason::BluesCaptured), plies)
        } else if own.all == own.blue {
            (Outcome::win(side, EndReason::RedsCaptured), plies)
        } else if self.plies_left == 0 {
            (Outcome::draw(EndReason::MoveLimit), plies)
        } else if own.blue & EXITS[side.index()] != 0 {
            (Outcome::win(side, EndReason::Escape), plies + 1)
        } else {
            return None;
        };
        Some(PlayoutEnd { outcome, plies })
    }
}
