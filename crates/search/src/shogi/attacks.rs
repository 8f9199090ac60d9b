//! What stands on each square, and how often each side attacks it, relative to each king.
//!
//! Sums over pieces do not know whether a piece is protected or a king surrounded; attacks on squares say
//! much of that, and unlike relations of pieces they can be learned from few games.

use games::shogi::{Color, PieceType, Position, Square};
use rsshogi::board::Bitboard;
use rsshogi::board::attack_tables::{
    GOLD_ATTACKS, KING_ATTACKS, KNIGHT_ATTACKS, SILVER_ATTACKS, bishop_attacks, lance_attacks, rook_attacks,
};

use super::features::{self, SQUARES, mirrored};
use super::weights::KINGS;

/// How a square may be attacked: by none, one or more of each side.
pub(super) const PAIRS: usize = 9;

/// What may be on a square: nothing, or one of 14 kinds of either side.
const PIECES: usize = 29;

/// Combinations of piece and attacks on a square.
pub(super) const CASES: usize = PAIRS * PIECES;

/// Weights for a king.
pub(super) const BOARD: usize = SQUARES * CASES;

/// What each square adds for each square of the own king, in the unit of the sums.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Attacks {
    /// `BOARD` for each of 81 squares of the king.
    table: Vec<i16>,
}

impl Attacks {
    /// The weights for kings on the first five files; the others see the mirror image.
    pub(super) fn new(half: impl Fn(usize, usize) -> i16) -> Attacks {
        let mut table = vec![0; SQUARES * BOARD];
        for (place, weight) in table.iter_mut().enumerate() {
            let (king, square, case) = (place / BOARD, place % BOARD / CASES, place % CASES);
            let (king, square) =
                if king < KINGS { (king, square) } else { (mirrored(king), mirrored(square)) };
            *weight = half(king, square * CASES + case);
        }
        Attacks { table }
    }

    /// The weights for kings on the first five files.
    pub(super) fn half(&self) -> &[i16] {
        &self.table[..KINGS * BOARD]
    }

    /// What a view sees of a whole board.
    fn sum(&self, cases: &[u16; SQUARES], view: Color, king: usize) -> i32 {
        let table = self.seen_from(king);
        let seen =
            cases.iter().enumerate().map(|(square, &case)| i32::from(table[place(view, square, case)]));
        seen.sum()
    }

    #[inline]
    fn seen_from(&self, king: usize) -> &[i16] {
        &self.table[king * BOARD..(king + 1) * BOARD]
    }
}

/// The attacks of a position. Those of one some moves later are updated from them, since most squares do not
/// change.
#[derive(Clone)]
pub(super) struct AttackState {
    /// Black's case of every square.
    cases: [u16; SQUARES],
    attacked: [Attacked; 2],
    kings: [usize; 2],
    /// What Black and White see.
    pub(super) sums: [i32; 2],
}

impl AttackState {
    /// The attacks of `position`, from nothing.
    pub(super) fn of(position: &Position, attacks: &Attacks) -> AttackState {
        let attacked = [Color::BLACK, Color::WHITE].map(|side| attacked(position, side));
        let cases = std::array::from_fn(|square| case(position, &attacked, square));
        let kings = [Color::BLACK, Color::WHITE].map(|view| features::king(view, position));
        let sums = [Color::BLACK, Color::WHITE].map(|view| attacks.sum(&cases, view, kings[view.to_index()]));
        AttackState { cases, attacked, kings, sums }
    }

    /// Whether the side to move attacks a square beside the other king.
    #[inline]
    pub(super) fn threatens(&self, position: &Position) -> bool {
        let us = position.turn();
        let king = position.king_square(us.flip());
        !king.is_valid() || (self.attacked[us.to_index()].once & KING_ATTACKS[king]).any()
    }

    /// The attacks of `position`, which differs from this one in the pieces on the `touched`
    /// squares.
    pub(super) fn after(&self, position: &Position, touched: Bitboard, attacks: &Attacks) -> AttackState {
        let attacked = [attacked(position, Color::BLACK), attacked(position, Color::WHITE)];
        let kings = [features::king(Color::BLACK, position), features::king(Color::WHITE, position)];
        let mut state = AttackState { attacked, kings, ..*self };
        let tables = [attacks.seen_from(kings[0]), attacks.seen_from(kings[1])];
        let mut changed = touched;
        for (now, before) in state.attacked.iter().zip(&self.attacked) {
            changed |= (now.once ^ before.once) | (now.twice ^ before.twice);
        }
        for square in &changed {
            let square = square.to_index();
            let (old, new) = (self.cases[square], case(position, &state.attacked, square));
            state.cases[square] = new;
            for view in [Color::BLACK, Color::WHITE] {
                let table = tables[view.to_index()];
                let change =
                    i32::from(table[place(view, square, new)]) - i32::from(table[place(view, square, old)]);
                state.sums[view.to_index()] += change;
            }
        }
        for view in [Color::BLACK, Color::WHITE] {
            let side = view.to_index();
            if kings[side] != self.kings[side] {
                state.sums[side] = attacks.sum(&state.cases, view, kings[side]);
            }
        }
        state
    }
}

/// The place of the weight of Black's `case` on a square, as one side sees it.
#[inline]
fn place(view: Color, square: usize, case: u16) -> usize {
    if view == Color::BLACK {
        square * CASES + usize::from(case)
    } else {
        (SQUARES - 1 - square) * CASES + usize::from(TURNED[usize::from(case)])
    }
}

/// What `view` sees, mirrored so that its king is on the first five files: for each square the place of its
/// weight.
pub(super) fn seen(position: &Position, view: Color) -> Vec<u16> {
    let mirror = features::king(view, position) >= KINGS;
    let attacked = [Color::BLACK, Color::WHITE].map(|side| attacked(position, side));
    let seen = (0..SQUARES).map(|square| {
        let place = place(view, square, case(position, &attacked, square));
        let square = if mirror { mirrored(place / CASES) } else { place / CASES };
        (square * CASES + place % CASES) as u16
    });
    seen.collect()
}

/// What is on a square for Black, by `Piece`, times [`PAIRS`].
static STANDING: [u16; 32] = {
    let mut table = [0; 32];
    let mut raw = 1;
    while raw < 31 {
        let kind = raw % 16;
        if kind != 0 && kind != 15 {
            // As promoted pieces follow the king, which is the last here.
            let kind = match kind {
                8 => 14,
                9.. => kind - 1,
                _ => kind,
            };
            table[raw] = ((raw / 16 * 14 + kind) * PAIRS) as u16;
        }
        raw += 1;
    }
    table
};

/// White's case of a square for each of Black's.
static TURNED: [u16; CASES] = {
    let mut table = [0; CASES];
    let mut case = 0;
    while case < CASES {
        let (piece, pair) = (case / PAIRS, case % PAIRS);
        let piece = match piece {
            0 => 0,
            1..=14 => piece + 14,
            _ => piece - 14,
        };
        table[case] = (piece * PAIRS + pair % 3 * 3 + pair / 3) as u16;
        case += 1;
    }
    table
};

/// Black's case of a square.
#[inline]
fn case(position: &Position, attacked: &[Attacked; 2], square: usize) -> u16 {
    let square = Square::new(square as i8);
    let count = |side: &Attacked| u16::from(side.once.test(square)) + u16::from(side.twice.test(square));
    let piece = position.piece_on(square).to_index() & 31;
    STANDING[piece] + 3 * count(&attacked[0]) + count(&attacked[1])
}

/// The squares that a side attacks, and those that it attacks more than once.
#[derive(Clone, Copy)]
struct Attacked {
    once: Bitboard,
    twice: Bitboard,
}

/// What `side` attacks.
fn attacked(position: &Position, side: Color) -> Attacked {
    let bitboards = position.bitboards();
    let occupied = bitboards.occupied();
    let index = side.to_index();
    // Pawns attack the square before them and never two the same.
    let pawns = bitboards.pieces_for(PieceType::PAWN, side).parts();
    let [low, high] = pawns;
    let ahead = if side == Color::BLACK { [low >> 1, high >> 1] } else { [low << 1, high << 1] };
    let mut once = Bitboard::from_parts(ahead);
    let mut twice = Bitboard::EMPTY;
    let mut attack = |squares: Bitboard| {
        twice |= once & squares;
        once |= squares;
    };
    let own = bitboards.color_pieces(side);
    let golds = bitboards.golds() & own;
    golds.iter().for_each(|square| attack(GOLD_ATTACKS[square][index]));
    let silvers = bitboards.pieces_for(PieceType::SILVER, side);
    silvers.iter().for_each(|square| attack(SILVER_ATTACKS[square][index]));
    let knights = bitboards.pieces_for(PieceType::KNIGHT, side);
    knights.iter().for_each(|square| attack(KNIGHT_ATTACKS[square][index]));
    let lances = bitboards.pieces_for(PieceType::LANCE, side);
    lances.iter().for_each(|square| attack(lance_attacks(square, occupied, side)));
    let near = bitboards.horse_dragon_king() & own;
    let bishops = bitboards.bishop_horse() & own;
    for square in &bishops {
        let far = bishop_attacks(square, occupied);
        attack(if near.test(square) { far | KING_ATTACKS[square] } else { far });
    }
    let rooks = bitboards.rook_dragon() & own;
    for square in &rooks {
        let far = rook_attacks(square, occupied);
        attack(if near.test(square) { far | KING_ATTACKS[square] } else { far });
    }
    let kings = bitboards.pieces_for(PieceType::KING, side);
    kings.iter().for_each(|square| attack(KING_ATTACKS[square]));
    Attacked { once, twice }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_position;
    use super::*;

    #[test]
    fn attacks_are_those_of_the_rules() {
        for seed in 0..20 {
            let game = random_position(seed, 80);
            let position = game.position();
            for side in [Color::BLACK, Color::WHITE] {
                let Attacked { once, twice } = attacked(position, side);
                for square in (0..SQUARES).map(|square| Square::new(square as i8)) {
                    let attackers = position.attackers_to_color(side, square, position.pieces()).count();
                    let state = (once.test(square), twice.test(square));
                    assert_eq!(state, (attackers >= 1, attackers >= 2), "{game} {square:?}");
                }
            }
        }
    }

    #[test]
    fn what_white_sees_is_what_black_sees_turned_round() {
        for case in 0..CASES {
            assert_eq!(usize::from(TURNED[usize::from(TURNED[case])]), case);
        }
        let game = games::shogi::Shogi::default();
        let black = seen(game.position(), Color::BLACK);
        let mut white = seen(game.position(), Color::WHITE);
        white.reverse();
        assert_eq!(black, white);
    }
}
