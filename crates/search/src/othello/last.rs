//! The last two empty squares.
//!
//! With one square left the rest of the board is full, so what a disc there flips follows from the mover's discs on four
//! lines, by table.

use games::othello::Board;
use games::othello::kernel::Kernel;

/// `FLIPPED[place][own]`: twice the discs that a disc on `place` turns over along a line of eight whose other squares
/// are all taken, those in `own` by the mover.
static FLIPPED: [[u8; 256]; 8] = flipped();

const fn flipped() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0usize;
        while own < 256 {
            let mut count = 0;
            let mut at = place + 1;
            while at < 8 && own >> at & 1 == 0 {
                at += 1;
            }
            if at < 8 {
                count += at - place - 1;
            }
            let mut at = place;
            while at > 0 && own >> (at - 1) & 1 == 0 {
                at -= 1;
            }
            if at > 0 {
                count += place - at;
            }
            table[place][own] = 2 * count as u8;
            own += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square, falling and rising.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (row, column) = (square as i32 / 8, square as i32 % 8);
            let (other_row, other_column) = (other / 8, other % 8);
            if row - column == other_row - other_column {
                table[square][0] |= 1 << other;
            }
            if row + column == other_row + other_column {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Multiplied by this, the bits of the first column gather in the highest byte, row by row.
const GATHER_COLUMN: u64 = 0x0102_0408_1020_4080;

/// Twice the discs that `own` turns over by taking the last empty square.
#[inline(always)]
fn flipped_by(own: u64, square: usize) -> i32 {
    let (row, column) = (square / 8 % 8, square % 8);
    let [falling, rising] = DIAGONALS[square % 64];
    let along_row = (own >> (8 * row)) as u8;
    let along_column = (((own >> column) & COLUMN).wrapping_mul(GATHER_COLUMN) >> 56) as u8;
    let along_falling = ((own & falling).wrapping_mul(COLUMN) >> 56) as u8;
    let along_rising = ((own & rising).wrapping_mul(COLUMN) >> 56) as u8;
    i32::from(FLIPPED[column][usize::from(along_row)])
        + i32::from(FLIPPED[row][usize::from(along_column)])
        + i32::from(FLIPPED[column][usize::from(along_falling)])
        + i32::from(FLIPPED[column][usize::from(along_rising)])
}

/// The final difference with one square left, for the side that owns `own`.
#[inline(always)]
pub(super) fn last_one(own: u64, square: usize) -> i32 {
    let discs = 2 * own.count_ones() as i32 - 64;
    let gained = flipped_by(own, square);
    if gained != 0 {
        return discs + 2 + gained;
    }
    let lost = flipped_by(!own & !(1 << square), square);
    if lost != 0 {
        return discs - lost;
    }
    // Nobody can play: the empty square is the winner's.
    if discs + 1 > 0 { discs + 2 } else { discs }
}

/// The final difference of a game that is over, empty squares to the winner.
#[inline]
pub(super) fn final_difference(board: Board) -> i32 {
    let (own, other) = board.counts();
    let (own, other) = (own as i32, other as i32);
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => 64 - 2 * other,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => 2 * own - 64,
    }
}

/// The final difference with the two squares `first` and `second` left; at least `beta` once that is certain.
#[inline(always)]
pub(super) fn last_two<K: Kernel>(
    kernel: K,
    board: Board,
    [first, second]: [usize; 2],
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    const NONE: i32 = -100;
    let mut best = NONE;
    let flips = kernel.flips(board, first);
    if flips != 0 {
        *nodes += 1;
        best = -last_one(board.other ^ flips, second);
        if best >= beta {
            return best;
        }
    }
    let flips = kernel.flips(board, second);
    if flips != 0 {
        *nodes += 1;
        best = best.max(-last_one(board.other ^ flips, first));
    }
    if best != NONE {
        return best;
    }
    let passed = board.swapped();
    let flips = kernel.flips(passed, first);
    if flips != 0 {
        *nodes += 1;
        best = last_one(passed.other ^ flips, second);
    }
    let flips = kernel.flips(passed, second);
    if flips != 0 {
        *nodes += 1;
        let value = last_one(passed.other ^ flips, first);
        best = if best == NONE { value } else { best.min(value) };
    }
    if best == NONE { final_difference(board) } else { best }
}

#[cfg(test)]
mod tests {
    use games::othello::kernel::Portable;

    use super::*;

    #[test]
    fn the_table_for_the_last_square_counts_what_the_rules_flip() {
        let mut discs = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..4000 {
            discs = discs.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(round);
            let square = (discs >> 58) as usize;
            let own = (discs ^ (discs >> 29)) & !(1 << square);
            let board = Board { own, other: !own & !(1 << square) };
            let flips = Portable.flips(board, square);
            assert_eq!(flipped_by(own, square), 2 * flips.count_ones() as i32, "{board:?} {square}");
        }
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        assert_eq!(final_difference(Board { own: 7, other: 8 }), 62);
        assert_eq!(final_difference(Board { own: 1, other: 14 }), -62);
        assert_eq!(final_difference(Board { own: 1, other: 2 }), 0);
    }
}
