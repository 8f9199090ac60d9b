//! The texts of the GAT tournament's protocol, in which every client sees the board from its own seat.
//!
//! A board is 48 characters, `xyc` for each ghost in the order `ABCDEFGHabcdefgh`: `x` from the left, `y`
//! from the far row, and the colour. Own ghosts on the board are `R` or `B`, the enemy's `u`; a captured
//! ghost stands at `99`, one that left at `88`, both with a small `r` or `b`.

use std::fmt::Write;

use crate::{Malformed, Side};

use super::notation::{Clock, Found, game_of, view_of};
use super::{Board, Colour, Direction, Geister, Ghost, Move, Place, Square, View};

/// What the server sends before the board when it is a client's turn.
pub const TURN: &str = "MOV?";

/// What the server sends before the board at the end: to the winner, to the loser, and to both after a draw.
pub const ENDS: [&str; 3] = ["WON:", "LST:", "DRW:"];

/// A square as `seat` sees it, or the other way round.
fn turned(square: Square, seat: Side) -> Square {
    if seat == Side::First { square } else { square.rotated() }
}

fn write_ghosts(
    seat: Side,
    places: impl Fn(Side) -> [Place; 8],
    colour: impl Fn(Side, Ghost) -> Option<Colour>,
) -> String {
    let mut out = String::with_capacity(48);
    for side in [seat, seat.other()] {
        for (ghost, place) in Ghost::ALL.into_iter().zip(places(side)) {
            let letter = colour(side, ghost).map_or('u', Colour::letter);
            // Writing to a String cannot fail.
            let _ = match place {
                Place::On(square) => {
                    let square = turned(square, seat);
                    write!(out, "{}{}{letter}", square.column(), 5 - square.row())
                }
                Place::Captured => write!(out, "99{}", letter.to_ascii_lowercase()),
                Place::Escaped => write!(out, "88{}", letter.to_ascii_lowercase()),
            };
        }
    }
    out
}

/// The board as the seat of this view is told it during the game.
///
/// ```
/// use games::geister::{Geister, gat};
/// use games::{Game, Side};
/// let board = gat::write_board(&Geister::default().view(Side::First));
/// assert_eq!(board, "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u");
/// ```
#[must_use]
pub fn write_board(view: &View) -> String {
    write_ghosts(view.seat(), |side| *view.places(side), |side, ghost| view.colour(side, ghost))
}

/// The board as `seat` is told it after the end, with all colours.
#[must_use]
pub fn write_final_board(game: &Geister, seat: Side) -> String {
    write_ghosts(seat, |side| *game.places(side), |side, ghost| Some(game.setup(side).colour(ghost)))
}

/// Reads the board of a client's turn, with or without [`TURN`] in front; the client sits at `seat` and has
/// counted the plies.
///
/// # Errors
/// The text is not such a board, or no game leads to it.
pub fn read_board(text: &str, seat: Side, ply: u16, limit: u16) -> Result<View, Malformed> {
    let board = text.strip_prefix(TURN).unwrap_or(text);
    view_of(&read_ghosts(board, seat)?, seat, Clock { side: seat, ply, limit })
}

/// Reads the board of the end, with or without one of [`ENDS`] in front.
///
/// # Errors
/// The text is not such a board, or no game leads to it.
pub fn read_final_board(text: &str, seat: Side, ply: u16, limit: u16) -> Result<Geister, Malformed> {
    let board = ENDS.into_iter().find_map(|end| text.strip_prefix(end)).unwrap_or(text);
    let side = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    game_of(&read_ghosts(board, seat)?, Clock { side, ply, limit })
}

fn read_ghosts(board: &str, seat: Side) -> Result<Found, Malformed> {
    let board = board.trim_end_matches(['\r', '\n']);
    if board.len() != 48 || !board.is_ascii() {
        return Err(Malformed::new(board, "a board of 48 characters, xyc for each of 16 ghosts"));
    }
    let mut found: Found = [[(Place::Captured, None); 8]; 2];
    for (index, ghost) in board.as_bytes().chunks_exact(3).enumerate() {
        let malformed = || {
            let text: String = ghost.iter().map(|&byte| char::from(byte)).collect();
            Malformed::new(text, "a ghost such as 14R, 25B, 31u, 99r, 99b or 88b")
        };
        let [x, y, letter] = *ghost else { return Err(malformed()) };
        let place = match [x, y] {
            [b'9', b'9'] => Place::Captured,
            [b'8', b'8'] => Place::Escaped,
            [x @ b'0'..=b'5', y @ b'0'..=b'5'] => {
                let square = Square::new(6 * (b'5' - y) + (x - b'0')).ok_or_else(malformed)?;
                Place::On(turned(square, seat))
            }
            _ => return Err(malformed()),
        };
        let colour = match (place, letter) {
            (Place::On(_), b'R') | (Place::Captured | Place::Escaped, b'r') => Some(Colour::Red),
            (Place::On(_), b'B') | (Place::Captured | Place::Escaped, b'b') => Some(Colour::Blue),
            (Place::On(_), b'u') => None,
            _ => return Err(malformed()),
        };
        let side = if index < 8 { seat } else { seat.other() };
        found[side.index()][index % 8] = (place, colour);
    }
    Ok(found)
}

/// The directions by the names a client uses.
const DIRECTIONS: [(Direction, &str); 4] = [
    (Direction::North, "NORTH"),
    (Direction::East, "EAST"),
    (Direction::South, "SOUTH"),
    (Direction::West, "WEST"),
];

fn turned_direction(direction: Direction, seat: Side) -> Direction {
    if seat == Side::First { direction } else { direction.rotated() }
}

/// A move of the view's seat as its client sends it, `MOV:A,NORTH`; `None` if no ghost of it stands there.
#[must_use]
pub fn write_move(view: &View, mv: Move) -> Option<String> {
    let ghost = super::rules::ghost_on(view.places(view.seat()), mv.from())?;
    let direction = turned_direction(mv.direction(), view.seat());
    let (_, name) = DIRECTIONS.into_iter().find(|&(known, _)| known == direction)?;
    Some(format!("MOV:{ghost},{name}"))
}

/// Reads a move that the client of the view's seat sent: `MOV:A,NORTH` or `A,N`. Out of a corner both ways
/// lead out of the same exit.
///
/// Whether the move is legal is for the rules to say.
///
/// # Errors
/// The text names no ghost on the board, or no direction in which the board goes on or has an exit.
pub fn read_move(view: &View, text: &str) -> Result<Move, Malformed> {
    let malformed = || Malformed::new(text, "a ghost and a direction, such as MOV:A,NORTH or A,N");
    let line = text.trim_end_matches(['\r', '\n']);
    let (ghost, name) = line.strip_prefix("MOV:").unwrap_or(line).split_once(',').ok_or_else(malformed)?;
    let mut letters = ghost.chars();
    let (Some(ghost), None) = (letters.next().and_then(Ghost::from_letter), letters.next()) else {
        return Err(malformed());
    };
    let (direction, _) = DIRECTIONS
        .into_iter()
        .find(|(_, known)| name.eq_ignore_ascii_case(known) || name.eq_ignore_ascii_case(&known[..1]))
        .ok_or_else(malformed)?;
    let seat = view.seat();
    let Place::On(from) = view.places(seat)[ghost.index()] else {
        return Err(Malformed::described(
            format!("ghost {ghost}, which is off the board"),
            "one on the board",
        ));
    };
    let direction = turned_direction(direction, seat);
    let mv = match from.step(direction) {
        Some(_) => Move::new(from, direction),
        None if Board::exits(seat) & from.bit() != 0 => Move::leave(from),
        None => None,
    };
    mv.ok_or_else(|| Malformed::new(text, "a direction in which the board goes on"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    const START: &str = "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u";

    #[test]
    fn the_start_looks_the_same_from_both_seats() {
        let game = Geister::default();
        for seat in Side::BOTH {
            assert_eq!(write_board(&game.view(seat)), START);
        }
        assert_eq!(read_board(&format!("MOV?{START}\r\n"), Side::First, 0, 256), Ok(game.view(Side::First)));
    }

    #[test]
    fn captured_and_escaped_ghosts_are_off_the_board() {
        let text = "a6R,xR,xR,xR,f6B,xB,xB,xB b5R,xR,xR,xR,c5B,xB,xB,xB first 40/256";
        let mut game: Geister = text.parse().unwrap();
        let board = write_board(&game.view(Side::First));
        assert_eq!(board, "00R99r99r99r50B99b99b99b11u99r99r99r21u99b99b99b");
        assert_eq!(read_board(&board, Side::First, 40, 256), Ok(game.view(Side::First)));
        game.play("f6out".parse().unwrap()).unwrap();
        let board = write_final_board(&game, Side::Second);
        assert_eq!(board, "44R99r99r99r34B99b99b99b55R99r99r99r88b99b99b99b");
        assert_eq!(read_final_board(&format!("LST:{board}"), Side::Second, 41, 256), Ok(game));
    }

    #[test]
    fn moves_are_named_from_the_own_seat() {
        let mut game = Geister::default();
        let first = game.view(Side::First);
        let mv: Move = "b2b3".parse().unwrap();
        assert_eq!(write_move(&first, mv).as_deref(), Some("MOV:A,NORTH"));
        for text in ["MOV:A,NORTH", "MOV:A,N\r\n", "a,north", "A,n"] {
            assert_eq!(read_move(&first, text), Ok(mv), "{text}");
        }
        game.play(mv).unwrap();
        let second = game.view(Side::Second);
        assert_eq!(read_move(&second, "MOV:A,NORTH"), Ok("e5e4".parse().unwrap()));
        assert_eq!(read_move(&second, "MOV:A,WEST"), Ok("e5f5".parse().unwrap()));
        assert_eq!(write_move(&second, "e5f5".parse().unwrap()).as_deref(), Some("MOV:A,WEST"));
        assert_eq!(write_move(&second, mv), None);
    }

    #[test]
    fn both_ways_out_of_a_corner_are_one_move() {
        let text = "a6B,xR,xR,xR,f6R,xB,xB,xB b1R,xR,xR,xR,a1B,xB,xB,xB first 40/256";
        let view = text.parse::<Geister>().unwrap().view(Side::First);
        for (text, mv) in [("A,N", "a6out"), ("A,W", "a6out"), ("E,N", "f6out"), ("E,E", "f6out")] {
            assert_eq!(read_move(&view, text), Ok(mv.parse().unwrap()), "{text}");
        }
        assert_eq!(write_move(&view, "a6out".parse().unwrap()).as_deref(), Some("MOV:A,NORTH"));
        assert!(read_move(&view, "B,N").unwrap_err().to_string().contains("off the board"));
    }

    #[test]
    fn garbage_is_refused() {
        let view = Geister::default().view(Side::First);
        for text in ["", "A", "A,", "I,N", "AB,N", "A,UP", "MOV:,N", "ああ,N", "E,S"] {
            assert!(read_move(&view, text).is_err(), "{text}");
        }
        for text in [
            "",
            "MOV?",
            &START[3..],
            &START.replace("14R", "14r"),
            &START.replace("14R", "66R"),
            &START.replace("41u", "41R"),
            &START.replace("14R", "14B"),
            &"あ".repeat(16),
        ] {
            assert!(read_board(text, Side::First, 0, 256).is_err(), "{text}");
        }
    }
}
