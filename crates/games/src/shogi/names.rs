//! Moves as newspapers and KI2 files name them: `▲７六歩`, `△同　銀`, `▲５八金右`, `△３四飛打`.
//!
//! A name says which piece goes where; only where several pieces of the kind could go there, it says which
//! one, by how it moves (上 forward, 寄 sideways, 引 back), else by where it comes from (右, 左, 直 straight up),
//! else by both (rules of the Japan Shogi Association).

use crate::{Game, Side};

use super::{Move, MoveKind, PieceType, Shogi, Square, setup, words};

/// The mark of a side in front of a move.
#[must_use]
pub const fn mark(side: Side) -> char {
    match side {
        Side::First => '▲',
        Side::Second => '△',
    }
}

/// The name of `mv`, a legal move of `game`; 同 where the last move went to the same square.
///
/// ```
/// use games::{Game, shogi::{Shogi, names}};
///
/// let game = Shogi::default();
/// assert_eq!(names::name(&game, "7g7f".parse()?), "▲７六歩");
/// assert_eq!(names::name(&game, "4i5h".parse()?), "▲５八金右");
/// # Ok::<(), games::Malformed>(())
/// ```
#[must_use]
pub fn name(game: &Shogi, mv: Move) -> String {
    name_after(game, mv, game.last_to())
}

/// As [`name`], with the destination of the previous move given.
#[must_use]
pub fn name_after(game: &Shogi, mv: Move, previous: Option<Square>) -> String {
    let mark = mark(game.side_to_move());
    let Some(to) = mv.to() else { return format!("{mark}入玉宣言") };
    let tail = which(game, mv);
    let place = match previous {
        Some(square) if square == to && tail.is_empty() && piece_of(game, mv).chars().count() == 1 => {
            "同　".to_owned()
        }
        Some(square) if square == to => "同".to_owned(),
        _ => words::square(to),
    };
    format!("{mark}{place}{}{tail}", piece_of(game, mv))
}

fn piece_of(game: &Shogi, mv: Move) -> &'static str {
    words::piece(moved(game, mv))
}

/// The kind of the piece that moves, before any promotion.
pub(super) fn moved(game: &Shogi, mv: Move) -> PieceType {
    match mv.kind() {
        MoveKind::Drop { piece, .. } => piece,
        MoveKind::Board { from, .. } => game.position().piece_on(from).piece_type(),
        MoveKind::Declare => PieceType::KING,
    }
}

/// How a piece moves, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    Up,
    Sideways,
    Down,
}

/// A square's file and rank as its owner counts them: smaller files to the right, smaller ranks ahead.
fn seen_by(side: Side, square: Square) -> (i8, i8) {
    let (file, rank) = (square.file().raw(), square.rank().raw());
    if side == Side::First { (file, rank) } else { (8 - file, 8 - rank) }
}

fn motion(side: Side, from: Square, to: Square) -> Motion {
    match seen_by(side, from).1.cmp(&seen_by(side, to).1) {
        std::cmp::Ordering::Greater => Motion::Up,
        std::cmp::Ordering::Equal => Motion::Sideways,
        std::cmp::Ordering::Less => Motion::Down,
    }
}

/// The pieces of a kind that could go to `to`.
fn candidates(game: &Shogi, kind: PieceType, to: Square) -> Vec<Square> {
    let us = setup::color(game.side_to_move());
    let position = game.position();
    let mut found = position.attackers_to_color_current(us, to).and(position.pieces_for(kind, us));
    std::iter::from_fn(|| found.pop_lsb()).collect()
}

/// The signs of [`candidates`] that set `from` apart, in JKF's letters: L, C, R, U, M, D, H.
pub(super) fn relative(game: &Shogi, mv: Move) -> String {
    let (kind, side) = (moved(game, mv), game.side_to_move());
    let (from, to) = match mv.kind() {
        MoveKind::Declare => return String::new(),
        MoveKind::Drop { to, .. } => {
            return if candidates(game, kind, to).is_empty() { String::new() } else { "H".to_owned() };
        }
        MoveKind::Board { from, to, .. } => (from, to),
    };
    let others: Vec<Square> = candidates(game, kind, to).into_iter().filter(|&other| other != from).collect();
    if others.is_empty() {
        return String::new();
    }
    let how = motion(side, from, to);
    let letter = match how {
        Motion::Up => "U",
        Motion::Sideways => "M",
        Motion::Down => "D",
    };
    if others.iter().all(|&other| motion(side, other, to) != how) {
        return letter.to_owned();
    }
    let file = seen_by(side, from).0;
    if is_major(kind) {
        // There are two at most, and they are told apart by how they stand to each other.
        let right = others.iter().all(|&other| file < seen_by(side, other).0);
        return if right { "R" } else { "L" }.to_owned();
    }
    let to_file = seen_by(side, to).0;
    if file == to_file && how == Motion::Up {
        return "C".to_owned();
    }
    let place = match file.cmp(&to_file) {
        std::cmp::Ordering::Less => "R",
        std::cmp::Ordering::Equal => "C",
        std::cmp::Ordering::Greater => "L",
    };
    let same_place = others.iter().any(|&other| seen_by(side, other).0.cmp(&to_file) == file.cmp(&to_file));
    if same_place { format!("{place}{letter}") } else { place.to_owned() }
}

const fn is_major(kind: PieceType) -> bool {
    matches!(kind, PieceType::BISHOP | PieceType::ROOK | PieceType::HORSE | PieceType::DRAGON)
}

/// What follows the piece in a name.
fn which(game: &Shogi, mv: Move) -> String {
    let mut tail: String = relative(game, mv)
        .chars()
        .filter_map(|letter| RELATIVE.iter().find(|(_, known)| *known == letter).map(|(word, _)| *word))
        .collect();
    if let MoveKind::Board { from, to, promote } = mv.kind() {
        let could = moved(game, mv).is_promotable()
            && Move::board(from, to, true).is_some_and(|mv| game.position().is_legal_move(mv.bits()));
        match (promote, could) {
            (true, _) => tail.push('成'),
            (false, true) => tail.push_str("不成"),
            (false, false) => {}
        }
    }
    tail
}

/// The words that set pieces apart, and JKF's letters for them; 行 and 入 are other words for 上.
const RELATIVE: [(char, char); 9] = [
    ('左', 'L'),
    ('直', 'C'),
    ('右', 'R'),
    ('上', 'U'),
    ('寄', 'M'),
    ('引', 'D'),
    ('打', 'H'),
    ('行', 'U'),
    ('入', 'U'),
];

/// JKF's letter for a word that sets pieces apart.
pub(super) fn letter(word: char) -> Option<char> {
    RELATIVE.iter().find(|(known, _)| *known == word).map(|(_, letter)| *letter)
}

/// A move of which is known what a name says.
pub(super) struct Described<'a> {
    pub(super) to: Square,
    pub(super) piece: PieceType,
    /// JKF's letters.
    pub(super) relative: &'a str,
    /// `None` where nothing is said.
    pub(super) promote: Option<bool>,
}

/// The legal move that fits a description; `Err` with those that do if there is not exactly one.
pub(super) fn resolve(game: &Shogi, described: &Described<'_>) -> Result<Move, Vec<Move>> {
    let &Described { to, piece, relative, promote } = described;
    let side = game.side_to_move();
    let has = |letter: char| relative.contains(letter);
    let board: Vec<Move> = candidates(game, piece, to)
        .into_iter()
        .filter_map(|from| Move::board(from, to, promote.unwrap_or(false)))
        .filter(|&mv| game.check(mv).is_ok())
        .collect();
    let drop = Move::drop(piece, to).filter(|&mv| game.check(mv).is_ok());
    if has('H') || board.is_empty() {
        return drop.ok_or_else(Vec::new);
    }
    let origin = |mv: &Move| mv.from().unwrap_or(to);
    let file = |mv: &Move| seen_by(side, origin(mv)).0;
    let mut fitting = board;
    for (letter, how) in [('U', Motion::Up), ('M', Motion::Sideways), ('D', Motion::Down)] {
        if has(letter) {
            fitting.retain(|mv| motion(side, origin(mv), to) == how);
        }
    }
    let to_file = seen_by(side, to).0;
    if has('C') {
        fitting.retain(|mv| file(mv) == to_file && motion(side, origin(mv), to) == Motion::Up);
    }
    for (letter, right) in [('R', true), ('L', false)] {
        if !has(letter) {
            continue;
        }
        if is_major(piece) {
            let edge = if right { fitting.iter().map(file).min() } else { fitting.iter().map(file).max() };
            fitting.retain(|mv| Some(file(mv)) == edge);
        } else {
            fitting.retain(|mv| if right { file(mv) < to_file } else { file(mv) > to_file });
        }
    }
    match fitting[..] {
        [mv] => Ok(mv),
        _ => Err(fitting),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(sfen: &str, mv: &str) -> String {
        let game: Shogi = sfen.parse().unwrap();
        let mv = mv.parse().unwrap();
        assert!(game.check(mv).is_ok(), "{sfen} {mv}");
        name(&game, mv)
    }

    #[test]
    fn pieces_are_set_apart_by_motion_then_by_place_then_by_both() {
        for (board, moves) in [
            ("9/2G6/G8/9/9/9/9/9/k7K", &[("9c8b", "▲８二金上"), ("7b8b", "▲８二金寄")][..]),
            ("9/9/3G1G3/9/9/9/9/9/k7K", &[("6c5b", "▲５二金左"), ("4c5b", "▲５二金右")]),
            ("9/9/4GG3/9/9/9/9/9/k7K", &[("5c5b", "▲５二金直"), ("4c5b", "▲５二金右")]),
            ("k8/9/9/9/9/9/9/9/1SS5K", &[("8i8h", "▲８八銀直"), ("7i8h", "▲８八銀右")]),
            (
                "4+P4/3+P1+P3/3+P+P+P3/9/9/9/9/9/k7K",
                &[
                    ("5c5b", "▲５二と直"),
                    ("6c5b", "▲５二と左上"),
                    ("4c5b", "▲５二と右上"),
                    ("6b5b", "▲５二と左寄"),
                    ("4b5b", "▲５二と右寄"),
                    ("5a5b", "▲５二と引"),
                ],
            ),
            ("+R8/9/9/1+R7/9/9/9/9/5k2K", &[("9a8b", "▲８二龍引"), ("8d8b", "▲８二龍上")]),
            ("9/4+R4/7+R1/9/9/9/9/9/k7K", &[("2c4c", "▲４三龍寄"), ("5b4c", "▲４三龍引")]),
            ("k8/9/9/9/9/9/9/9/4+R+R2K", &[("5i4h", "▲４八龍左"), ("4i4h", "▲４八龍右")]),
            ("9/9/+B1+B6/9/9/9/9/9/k7K", &[("9c8b", "▲８二馬左"), ("7c8b", "▲８二馬右")]),
        ] {
            for (mv, expected) in moves {
                assert_eq!(named(&format!("{board} b - 1"), mv), *expected, "{board}");
            }
        }
        // Gote sees the board from the other side.
        assert_eq!(named("K7k/9/9/9/9/9/3g1g3/9/9 w - 1", "6g5h"), "△５八金右");
    }

    #[test]
    fn a_drop_is_called_one_only_where_a_piece_could_move_there() {
        let board = "4k4/9/9/9/9/9/5G3/9/4K4 b G 1";
        assert_eq!(named(board, "G*5f"), "▲５六金打");
        assert_eq!(named(board, "G*5e"), "▲５五金");
    }

    #[test]
    fn promotion_declined_is_said() {
        let board = "4k4/9/9/7S1/9/9/9/9/4K4 b - 1";
        assert_eq!(named(board, "2d2c"), "▲２三銀不成");
        assert_eq!(named(board, "2d2c+"), "▲２三銀成");
        assert_eq!(named(board, "2d1e"), "▲１五銀");
    }

    /// Every legal move of random positions is found again by its name.
    #[test]
    fn names_are_unique() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        let mut moves = Vec::new();
        for _ in 0..40 {
            let mut game = Shogi::default();
            for _ in 0..300 {
                game.legal_moves(&mut moves);
                let mut names: Vec<String> = moves.iter().map(|&mv| name(&game, mv)).collect();
                names.sort_unstable();
                let before = names.len();
                names.dedup();
                assert_eq!(names.len(), before, "{game}");
                for &mv in &moves {
                    let Some(to) = mv.to() else { continue };
                    let promote = mv.promotes().then_some(true);
                    let found = resolve(
                        &game,
                        &Described { to, piece: moved(&game, mv), relative: &relative(&game, mv), promote },
                    );
                    assert_eq!(found, Ok(mv), "{game} {}", name(&game, mv));
                }
                if moves.is_empty() {
                    break;
                }
                game.apply(moves[rng.random_range(0..moves.len())]);
            }
        }
    }
}
