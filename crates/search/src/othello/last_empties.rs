//! The last four empty squares.
//!
//! With one square left the rest of the board is full, so what a disc there flips follows from the mover's
//! discs on four lines, by table.

use games::othello::kernel::Kernel;
use games::othello::{Board, Squares};

use super::compiled_kernel::CompiledKernel;
use super::ordering::QUADRANT;
use super::stability::stability_cut;

/// `FLIPPED[place][own]`: twice the discs that a disc on `place` turns over along a line of eight whose other
/// squares are all taken, those in `own` by the mover.
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

/// The final difference with one square left, for the side that owns `own`; where that is at most `alpha`,
/// perhaps a higher number that is at most `alpha` too.
#[inline(always)]
fn last_one(own: u64, square: usize, alpha: i32) -> i32 {
    let discs = 2 * own.count_ones() as i32 - 64;
    let gained = flipped_by(own, square);
    if gained != 0 {
        return discs + 2 + gained;
    }
    // The mover passes. If the other side cannot play either, the empty square is the winner's; if it can, it
    // only gets worse.
    let if_nobody_plays = if discs + 1 > 0 { discs + 2 } else { discs };
    if if_nobody_plays <= alpha {
        return if_nobody_plays;
    }
    let lost = flipped_by(!own & !(1 << square), square);
    if lost != 0 { discs - lost } else { if_nobody_plays }
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

/// The squares beside each square: a move flips one of the other's discs there.
static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let rows = (square as i32 / 8 - other / 8).abs();
            let columns = (square as i32 % 8 - other % 8).abs();
            if rows <= 1 && columns <= 1 && rows + columns > 0 {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

/// The flips of a move, nothing if it is none: most squares are ruled out by their neighbours, for less than
/// a flip costs.
#[inline(always)]
fn flips<K: Kernel>(kernel: K, board: Board, square: usize) -> u64 {
    if NEIGHBOURS[square % 64] & board.other == 0 { 0 } else { kernel.flips(board, square % 64) }
}

/// Lower than every difference.
const NONE: i32 = -100;

/// The final difference with the squares `first` and `second` left, if it is above `alpha` a lower bound that
/// is too, and otherwise an upper one that is not.
#[inline(always)]
pub(super) fn last_two<K: Kernel>(
    kernel: K,
    board: Board,
    [first, second]: [usize; 2],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let best = two_placed(kernel, board, [first, second], alpha, nodes);
    if best != NONE {
        return best;
    }
    *nodes += 1;
    let best = two_placed(kernel, board.swapped(), [first, second], -alpha - 1, nodes);
    if best != NONE { -best } else { final_difference(board) }
}

/// The best of both moves, [`NONE`] if there are none.
#[inline(always)]
fn two_placed<K: Kernel>(
    kernel: K,
    board: Board,
    [first, second]: [usize; 2],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    let mut best = NONE;
    let flipped = flips(kernel, board, first);
    if flipped != 0 {
        *nodes += 1;
        best = -last_one(board.other ^ flipped, second, -alpha - 1);
        if best > alpha {
            return best;
        }
    }
    let flipped = flips(kernel, board, second);
    if flipped != 0 {
        *nodes += 1;
        best = best.max(-last_one(board.other ^ flipped, first, -alpha - 1));
    }
    best
}

/// Whether two squares lie in the same quadrant: neither the halves of their rows nor those of their columns
/// differ.
#[inline(always)]
fn same_quadrant(first: usize, second: usize) -> bool {
    (first ^ second) & 0o44 == 0
}

/// As [`last_two`] with three squares left: the one that is alone in its quadrant first.
#[inline(always)]
pub(super) fn last_three<K: CompiledKernel>(
    kernel: K,
    board: Board,
    [first, second, third]: [usize; 3],
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let [first, second, third] = if same_quadrant(first, second) {
        [third, first, second]
    } else if same_quadrant(first, third) {
        [second, first, third]
    } else {
        [first, second, third]
    };
    let mut best = NONE;
    for [square, left, right] in [[first, second, third], [second, first, third], [third, first, second]] {
        let flipped = flips(kernel, board, square);
        if flipped != 0 {
            let next = Board { own: board.other ^ flipped, other: board.own ^ flipped ^ 1 << square };
            best = best.max(-last_two(kernel, next, [left, right], -alpha - 1, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    if best != NONE {
        return best;
    }
    let passed = board.swapped();
    if kernel.moves(passed) == 0 {
        return final_difference(board);
    }
    -kernel.last_three(passed, [first, second, third], -alpha - 1, nodes)
}

/// As [`last_two`] with four squares left: odd quadrants first, of those the ones with a single square.
#[inline(always)]
pub(super) fn last_four<K: CompiledKernel>(
    kernel: K,
    board: Board,
    odd: u64,
    alpha: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if let Some(bound) = stability_cut(board, alpha, 4) {
        return bound;
    }
    let empty = board.empty();
    let mut lead = empty & odd;
    if lead == empty {
        lead = QUADRANT.iter().map(|quadrant| empty & quadrant).filter(|rest| rest.is_power_of_two()).sum();
    }
    let mut squares = [0; 4];
    let ordered = Squares(lead).chain(Squares(empty & !lead));
    for (place, square) in squares.iter_mut().zip(ordered) {
        *place = square.index();
    }
    let [first, second, third, fourth] = squares;
    let mut best = NONE;
    for (square, rest) in [
        (first, [second, third, fourth]),
        (second, [first, third, fourth]),
        (third, [first, second, fourth]),
        (fourth, [first, second, third]),
    ] {
        let flipped = flips(kernel, board, square);
        if flipped != 0 {
            let next = Board { own: board.other ^ flipped, other: board.own ^ flipped ^ 1 << square };
            best = best.max(-kernel.last_three(next, rest, -alpha - 1, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    if best != NONE {
        return best;
    }
    let passed = board.swapped();
    if kernel.moves(passed) == 0 {
        return final_difference(board);
    }
    -kernel.last_four(passed, odd, -alpha - 1, nodes)
}

#[cfg(test)]
mod tests {
    use games::othello::kernel::Portable;

    use super::*;

    #[test]
    fn the_table_for_the_last_square_counts_what_the_rules_flip() {
        let mut discs = games::split_mix::INCREMENT;
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
