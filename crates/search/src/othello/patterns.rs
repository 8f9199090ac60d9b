//! The parts of a board that the pattern evaluation looks at.
//!
//! Each pattern is a set of squares; what stands on it is a number in base three (empty, own, other).
//! Patterns that are images of each other share their weights: the board is read in all eight orientations.
//! These are the patterns that have been usual since Buro's Logistello, with the two corner shapes, the
//! number of moves of each side and the number of empty squares.
//!
//! Discs on a line do not say which side may play there: that is decided across the line. So five squares of
//! each of the three outer rows, counted from the corner, are read once more in base six: an empty square may
//! be open to nobody, to one side, to the other or to both.

use games::othello::Board;
use games::othello::kernel::Kernel;

/// The kinds of patterns; those of one kind share their weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    squares: usize,
    /// Where the weights of this kind begin.
    offset: usize,
}

const SQUARES: [usize; 11] = [10, 9, 10, 8, 8, 8, 8, 7, 6, 5, 4];

const KINDS: [Kind; 11] = kinds();

const fn kinds() -> [Kind; 11] {
    let mut kinds = [Kind { squares: 0, offset: 0 }; 11];
    let mut kind = 0;
    let mut offset = 0;
    while kind < 11 {
        kinds[kind] = Kind { squares: SQUARES[kind], offset };
        offset += 3usize.pow(SQUARES[kind] as u32);
        kind += 1;
    }
    kinds
}

const EDGE: usize = 0;
const CORNER: usize = 1;
const BLOCK: usize = 2;
const ROWS: [usize; 3] = [3, 4, 5];
const DIAGONALS: [usize; 5] = [6, 7, 8, 9, 10];

/// Squares of an open row, and the states of each.
const OPEN_SQUARES: usize = 5;
const STATES: u16 = 6;
/// Weights of one of the three open rows.
const OPEN_ROW: usize = (STATES as usize).pow(OPEN_SQUARES as u32);
const OPEN_ROWS: usize = KINDS[10].offset + 81;

/// More moves than any position has.
const MOST_MOVES: usize = 34;
const OWN_MOVES: usize = OPEN_ROWS + 3 * OPEN_ROW;
const OTHER_MOVES: usize = OWN_MOVES + MOST_MOVES;
const EMPTIES: usize = OTHER_MOVES + MOST_MOVES;

/// Weights of one phase.
pub const WEIGHTS: usize = EMPTIES + 61;

/// Numbers read from one board: 46 patterns, 24 open rows, two numbers of moves, the number of empty squares.
pub const FEATURES: usize = 73;

/// The sum of the powers of three for the bits of the index.
static TERNARY: [u16; 1024] = ternary();

const fn ternary() -> [u16; 1024] {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut bit = 0;
        let mut power = 1u16;
        while bit < 10 {
            if bits >> bit & 1 == 1 {
                table[bits] += power;
            }
            power *= 3;
            bit += 1;
        }
        bits += 1;
    }
    table
}

/// What two sets of five squares, the second in the higher bits, add to a number in base six: `[first,
/// second, both]` for a square in the first, in the second or in both.
const fn base_six(states: [u16; 3]) -> [u16; 1024] {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut square = 0;
        let mut power = 1;
        while square < OPEN_SQUARES {
            let of_square = bits >> square & 1 | (bits >> (OPEN_SQUARES + square) & 1) << 1;
            if of_square > 0 {
                table[bits] += states[of_square - 1] * power;
            }
            power *= STATES;
            square += 1;
        }
        bits += 1;
    }
    table
}

/// Own and other discs; no square has both.
static OCCUPIED: [u16; 1024] = base_six([1, 2, 0]);
/// Where the own side, where the other and where both may play.
static OPEN: [u16; 1024] = base_six([3, 4, 5]);

/// The eight ways in which discs can lie: as they are, upside down, mirrored, turned; then the same
/// transposed.
#[inline(always)]
fn layings(discs: u64) -> [u64; 8] {
    let mirrored = mirror(discs);
    let transposed = transpose(discs);
    let transposed_mirrored = mirror(transposed);
    [
        discs,
        discs.swap_bytes(),
        mirrored,
        mirrored.swap_bytes(),
        transposed,
        transposed.swap_bytes(),
        transposed_mirrored,
        transposed_mirrored.swap_bytes(),
    ]
}

#[inline(always)]
fn mirror(discs: u64) -> u64 {
    discs.reverse_bits().swap_bytes()
}

#[inline(always)]
fn transpose(discs: u64) -> u64 {
    let swap = |set: u64, mask: u64, shift: u32| {
        let moved = (set ^ (set >> shift)) & mask;
        set ^ moved ^ (moved << shift)
    };
    let set = swap(discs, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

#[inline(always)]
fn edge(discs: u64) -> usize {
    (discs & 0xff | (discs >> 9 & 1) << 8 | (discs >> 14 & 1) << 9) as usize
}

#[inline(always)]
fn corner(discs: u64) -> usize {
    (discs & 7 | (discs >> 8 & 7) << 3 | (discs >> 16 & 7) << 6) as usize
}

#[inline(always)]
fn block(discs: u64) -> usize {
    (discs & 31 | (discs >> 8 & 31) << 5) as usize
}

/// The falling diagonal that begins in the first row at `column`.
#[inline(always)]
fn diagonal(discs: u64, column: u32) -> usize {
    const FALLING: u64 = 0x8040_2010_0804_0201;
    // Moved to the right, the main diagonal wraps around below the row in which it leaves the board.
    let mask = FALLING << column & (u64::MAX >> (8 * column));
    ((discs & mask).wrapping_mul(0x0101_0101_0101_0101) >> (56 + column)) as usize
}

/// The numbers of the weights that add up to the value of `board`.
#[inline(always)]
pub fn features<K: Kernel>(kernel: K, board: Board) -> [u32; FEATURES] {
    let (own, other) = (layings(board.own), layings(board.other));
    let mut features = [0; FEATURES];
    let mut count = 0;
    let mut push = |kind: usize, own: usize, other: usize| {
        let index = usize::from(TERNARY[own & 1023]) + 2 * usize::from(TERNARY[other & 1023]);
        features[count] = (KINDS[kind].offset + index) as u32;
        count += 1;
    };
    for at in 0..8 {
        push(BLOCK, block(own[at]), block(other[at]));
    }
    // Top, bottom, left and right.
    for at in [0, 1, 4, 5] {
        let (own, other) = (own[at], other[at]);
        push(EDGE, edge(own), edge(other));
        for (row, kind) in (1..).zip(ROWS) {
            push(kind, (own >> (8 * row) & 0xff) as usize, (other >> (8 * row) & 0xff) as usize);
        }
    }
    for at in 0..4 {
        let (own, other) = (own[at], other[at]);
        push(CORNER, corner(own), corner(other));
        for column in 1..5 {
            push(DIAGONALS[column as usize], diagonal(own, column), diagonal(other, column));
        }
    }
    for at in [0, 2] {
        push(DIAGONALS[0], diagonal(own[at], 0), diagonal(other[at], 0));
    }
    let (own_moves, other_moves) = (kernel.moves(board), kernel.moves(board.swapped()));
    let (own_open, other_open) = (layings(own_moves), layings(other_moves));
    for at in 0..8 {
        for row in 0..3 {
            let start = |set: u64| (set >> (8 * row) & 31) as usize;
            let occupied = OCCUPIED[start(own[at]) | start(other[at]) << OPEN_SQUARES];
            let open = OPEN[start(own_open[at]) | start(other_open[at]) << OPEN_SQUARES];
            features[46 + 3 * at + row] = (OPEN_ROWS + row * OPEN_ROW) as u32 + u32::from(occupied + open);
        }
    }
    features[70] = (OWN_MOVES + own_moves.count_ones() as usize) as u32;
    features[71] = (OTHER_MOVES + other_moves.count_ones() as usize) as u32;
    features[72] = (EMPTIES + board.empty().count_ones().min(60) as usize) as u32;
    features
}

/// For each weight of a phase, the least number of a weight that must equal it because its pattern is a
/// mirror image. The image of an open row is another one, read from another side.
pub fn canonical() -> Vec<u32> {
    let mut canonical: Vec<u32> = (0..WEIGHTS as u32).collect();
    for (number, kind) in KINDS.iter().enumerate() {
        for index in 0..3usize.pow(kind.squares as u32) {
            let mut digits = [0; 10];
            let mut rest = index;
            for digit in &mut digits[..kind.squares] {
                *digit = rest % 3;
                rest /= 3;
            }
            let image = |square: usize| match number {
                EDGE if square < 8 => 7 - square,
                EDGE => 17 - square,
                CORNER => square % 3 * 3 + square / 3,
                BLOCK => square,
                _ => kind.squares - 1 - square,
            };
            let mirrored =
                (0..kind.squares).rev().fold(0, |mirrored, square| 3 * mirrored + digits[image(square)]);
            canonical[kind.offset + index] = (kind.offset + index.min(mirrored)) as u32;
        }
    }
    canonical
}

#[cfg(test)]
mod tests {
    use games::othello::Symmetry;
    use games::othello::kernel::Portable;

    use super::*;

    #[test]
    fn images_of_a_board_have_the_same_features() {
        let canonical = canonical();
        let sorted = |board: Board| {
            let mut features = features(Portable, board).map(|feature| canonical[feature as usize]);
            features.sort_unstable();
            features
        };
        let board = Board { own: 0x1e3c_5c6c_3c3c_3e00, other: 0x0040_2212_4342_403f };
        for symmetry in Symmetry::ALL {
            assert_eq!(sorted(symmetry.board(board)), sorted(board), "{symmetry:?}");
        }
    }

    #[test]
    fn an_open_row_says_who_may_play_where() {
        let board = Board { own: 0x1e3c_5c6c_3c3c_3e00, other: 0x0040_2212_4342_403f };
        let features = features(Portable, board);
        let (own_moves, other_moves) = (board.moves(), board.swapped().moves());
        for row in 0..3 {
            let mut rest = features[46 + row] as usize - OPEN_ROWS - row * OPEN_ROW;
            for column in 0..OPEN_SQUARES {
                let holds = |set: u64| set >> (8 * row + column) & 1 == 1;
                let state = match (holds(board.own), holds(board.other), holds(own_moves), holds(other_moves))
                {
                    (true, ..) => 1,
                    (_, true, ..) => 2,
                    (_, _, true, false) => 3,
                    (_, _, false, true) => 4,
                    (_, _, true, true) => 5,
                    _ => 0,
                };
                assert_eq!(rest % 6, state, "row {row}, column {column}");
                rest /= 6;
            }
        }
    }

    #[test]
    fn a_diagonal_has_its_own_squares() {
        for column in 0..5 {
            let seen = (0..64).filter(|&square| diagonal(1 << square, column) != 0).collect::<Vec<_>>();
            let expected: Vec<_> = (0..8 - column).map(|step| 9 * step + column).collect();
            assert_eq!(seen, expected);
            assert_eq!(diagonal(u64::MAX, column), (1 << (8 - column)) - 1);
        }
    }
}
