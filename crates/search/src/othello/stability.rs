//! Discs that can never be flipped again: a bound on the final count.

use std::sync::LazyLock;

use games::othello::Board;

/// For own and other discs on an edge of eight squares: own discs that no sequence of moves on the edge can
/// flip.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(edges);

fn edges() -> Vec<u8> {
    let mut table = vec![0; 1 << 16];
    // A fuller edge has been settled before an emptier one asks for it.
    for taken in (0..=u8::MAX).rev() {
        let mut own = taken;
        loop {
            let other = taken ^ own;
            table[index(own, other)] = edge(&table, own, other);
            if own == 0 {
                break;
            }
            own = (own - 1) & taken;
        }
    }
    table
}

fn index(own: u8, other: u8) -> usize {
    usize::from(own) << 8 | usize::from(other)
}

/// Own discs that stay whatever either side places next, given the table for fuller edges. Either side may
/// place anywhere, with or without a flip on the edge, since other lines may make it legal.
fn edge(table: &[u8], own: u8, other: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let flips = edge_flips(own, other, square);
        stable &= table[index(own | flips | 1 << square, other & !flips)];
        let flips = edge_flips(other, own, square);
        stable &= !flips & table[index(own & !flips, other | flips | 1 << square)];
    }
    stable
}

fn edge_flips(own: u8, other: u8, square: usize) -> u8 {
    let line = Board { own: u64::from(own), other: u64::from(other) };
    games::othello::Square::new(square as u8).map_or(0, |square| line.flips(square) as u8)
}

const COLUMN: u64 = 0x0101_0101_0101_0101;
const GATHER_COLUMN: u64 = 0x0102_0408_1020_4080;
const RIM: u64 = 0xff81_8181_8181_81ff;

/// Spreads the bits of a byte over the first column.
fn spread(byte: u8) -> u64 {
    let mut column = 0;
    for row in 0..8 {
        column |= u64::from(byte >> row & 1) << (8 * row);
    }
    column
}

static SPREAD: LazyLock<Vec<u64>> = LazyLock::new(|| (0..=u8::MAX).map(spread).collect());

/// Own discs on the rim that stay.
fn rim(board: Board) -> u64 {
    let row = |shift: u32| {
        let stable = EDGES[index((board.own >> shift) as u8, (board.other >> shift) as u8)];
        u64::from(stable) << shift
    };
    let column = |shift: u32| {
        let gather = |discs: u64| (((discs >> shift) & COLUMN).wrapping_mul(GATHER_COLUMN) >> 56) as u8;
        SPREAD[usize::from(EDGES[index(gather(board.own), gather(board.other))])] << shift
    };
    row(0) | row(56) | column(0) | column(7)
}

/// For rows, columns, rising and falling diagonals: the squares whose whole line is taken.
fn full_lines(taken: u64) -> [u64; 4] {
    let mut rows = taken & (taken >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & COLUMN).wrapping_mul(0xff);

    let mut columns = taken & taken.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);

    // An empty square spoils its diagonal: it spreads by one step, by two and by four, never around the rim.
    let spoilt = |step: u32, up_stays: [u64; 3], down_stays: [u64; 3]| {
        let mut up = !taken;
        let mut down = up;
        for (reach, (up_stays, down_stays)) in [1, 2, 4].into_iter().zip(up_stays.into_iter().zip(down_stays))
        {
            up |= (up & up_stays) << (reach * step);
            down |= (down & down_stays) >> (reach * step);
        }
        up | down
    };
    [rows, columns, !spoilt(7, NOT_LEFT, NOT_RIGHT), !spoilt(9, NOT_RIGHT, NOT_LEFT)]
}

/// The squares from which one, two and four steps to the left stay on the board, and the same to the right.
const NOT_LEFT: [u64; 3] = [!COLUMN, !(COLUMN * 0x03), !(COLUMN * 0x0f)];
const NOT_RIGHT: [u64; 3] = [!(COLUMN << 7), !(COLUMN * 0xc0), !(COLUMN * 0xf0)];

/// Own discs that can never be flipped; there may be more.
pub(super) fn stable(board: Board) -> u64 {
    let [rows, columns, rising, falling] = full_lines(board.own | board.other);
    let inner = board.own & !RIM;
    let mut stable = rim(board) | (board.own & rows & columns & rising & falling);
    if stable == 0 {
        return 0;
    }
    loop {
        let beside = (stable >> 1 | stable << 1 | rows)
            & (stable >> 8 | stable << 8 | columns)
            & (stable >> 7 | stable << 7 | rising)
            & (stable >> 9 | stable << 9 | falling);
        let more = inner & beside & !stable;
        if more == 0 {
            return stable;
        }
        stable |= more;
    }
}

/// What the other side's stable discs leave to win, if that is not above `alpha`.
#[inline(always)]
pub(super) fn stability_cut(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    // With a lower aim there are hardly ever enough stable discs to be worth counting them.
    if alpha < 2 * empties as i32 - 2 {
        return None;
    }
    let bound = 64 - 2 * stable(board.swapped()).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::othello::Othello;

    use super::*;

    #[test]
    fn known_stable_discs_are_found() {
        // A corner and the edge that hangs on it.
        assert_eq!(stable(Board { own: 0b111, other: 0b1000 << 8 }), 0b111);
        assert_eq!(stable(Board { own: 0b110, other: 0 }), 0);
        assert_eq!(stable(Board { own: u64::MAX, other: 0 }), u64::MAX);
    }

    #[test]
    fn a_full_line_is_one_without_an_empty_square() {
        for square in 0..64 {
            let (row, column) = (square / 8, square % 8);
            for (line, full) in full_lines(!(1 << square)).into_iter().enumerate() {
                for other in 0..64 {
                    let (other_row, other_column) = (other / 8, other % 8);
                    let shared = match line {
                        0 => row == other_row,
                        1 => column == other_column,
                        2 => row + column == other_row + other_column,
                        _ => row + other_column == other_row + column,
                    };
                    assert_eq!(full >> other & 1 == 0, shared, "line {line} of {square}, {other}");
                }
            }
        }
    }

    #[test]
    fn stable_discs_outlive_random_games() {
        let mut state = 1u64;
        for _ in 0..300 {
            let mut game = Othello::default();
            let mut kept = [0; 2];
            let mut moves = Vec::new();
            loop {
                let (own, other) = (game.board(), game.board().swapped());
                kept[game.side_to_move().index()] |= stable(own);
                kept[game.side_to_move().other().index()] |= stable(other);
                for side in games::Side::BOTH {
                    assert_eq!(kept[side.index()] & !game.discs(side), 0, "{game}");
                }
                game.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                game.apply(moves[(state >> 33) as usize % moves.len()]);
            }
        }
    }
}
