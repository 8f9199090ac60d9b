//! The eight ways to lay the same board on the table.

use super::{Board, Move, Square};

/// A rotation or reflection of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise: a1 goes to h1.
    Quarter,
    /// A half turn: a1 goes to h8.
    Half,
    /// A quarter turn counter-clockwise: a1 goes to a8.
    ThreeQuarters,
    /// Left and right change places: a1 goes to h1.
    Horizontal,
    /// Top and bottom change places: a1 goes to a8.
    Vertical,
    /// Reflection in the diagonal from a1 to h8.
    Diagonal,
    /// Reflection in the diagonal from a8 to h1.
    AntiDiagonal,
}

use Symmetry::*;

impl Symmetry {
    /// The whole group.
    pub const ALL: [Symmetry; 8] =
        [Identity, Quarter, Half, ThreeQuarters, Horizontal, Vertical, Diagonal, AntiDiagonal];

    /// The four that leave the start as it is.
    pub const OF_START: [Symmetry; 4] = [Identity, Half, Diagonal, AntiDiagonal];

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Quarter => ThreeQuarters,
            ThreeQuarters => Quarter,
            other => other,
        }
    }

    /// Applies the symmetry to a set of squares.
    #[must_use]
    pub fn squares(self, set: u64) -> u64 {
        match self {
            Identity => set,
            Vertical => set.swap_bytes(),
            Half => set.reverse_bits(),
            Horizontal => set.reverse_bits().swap_bytes(),
            Diagonal => transpose(set),
            Quarter => Horizontal.squares(transpose(set)),
            ThreeQuarters => Vertical.squares(transpose(set)),
            AntiDiagonal => Half.squares(transpose(set)),
        }
    }

    /// Where `square` goes.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        Square::new(self.squares(square.bit()).trailing_zeros() as u8).unwrap_or(square)
    }

    /// The same move on the board that this symmetry gives.
    #[must_use]
    pub fn mv(self, mv: Move) -> Move {
        match mv {
            Move::Place(square) => Move::Place(self.square(square)),
            Move::Pass => Move::Pass,
        }
    }

    /// Applies the symmetry to a board.
    #[must_use]
    pub fn board(self, board: Board) -> Board {
        Board { own: self.squares(board.own), other: self.squares(board.other) }
    }

    /// The least of the eight boards, the same for all of them, and the symmetry that leads to it.
    #[must_use]
    pub fn canonical(board: Board) -> (Board, Symmetry) {
        Symmetry::ALL
            .map(|symmetry| (symmetry.board(board), symmetry))
            .into_iter()
            .min_by_key(|&(b, _)| b)
            .unwrap_or((board, Identity))
    }
}

/// Exchanges rows and columns by swapping ever smaller off-diagonal blocks.
fn transpose(set: u64) -> u64 {
    let swap = |set: u64, mask: u64, distance: u32| {
        let difference = (set ^ (set >> distance)) & mask;
        set ^ difference ^ (difference << distance)
    };
    let set = swap(set, 0x0000_0000_f0f0_f0f0, 28);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x00aa_00aa_00aa_00aa, 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_neighbours_go_where_the_names_say() {
        let goes = |symmetry: Symmetry| {
            ["a1", "b1"].map(|name| symmetry.square(name.parse().unwrap()).to_string()).join(" ")
        };
        let expected = ["a1 b1", "h1 h2", "h8 g8", "a8 a7", "h1 g1", "a8 b8", "a1 a2", "h8 h7"];
        assert_eq!(Symmetry::ALL.map(goes), expected);
    }

    #[test]
    fn every_symmetry_is_undone_by_its_inverse_and_keeps_the_rules() {
        let board = Board { own: 0x0000_0008_1c00_0000, other: 0x0000_0010_0020_0000 };
        for symmetry in Symmetry::ALL {
            let turned = symmetry.board(board);
            assert_eq!(symmetry.inverse().board(turned), board);
            assert_eq!(turned.moves(), symmetry.squares(board.moves()));
            assert_eq!(Symmetry::canonical(turned).0, Symmetry::canonical(board).0);
        }
        for symmetry in Symmetry::OF_START {
            assert_eq!(symmetry.board(Board::START), Board::START);
        }
    }
}
