//! The one-line texts of a game and of a view.

use std::fmt;
use std::str::FromStr;

use crate::{Game, Malformed, Side};

use super::{Colour, Geister, Ghost, Place, Setup, View};

/// Where the ghosts of both sides are and what is known of their colours.
pub(super) type Found = [[(Place, Option<Colour>); 8]; 2];

/// The line's parts besides the ghosts.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    pub(super) side: Side,
    pub(super) ply: u16,
    pub(super) limit: u16,
}

fn write_ghosts(
    f: &mut fmt::Formatter<'_>,
    places: &[Place; 8],
    colour: impl Fn(Ghost) -> Option<Colour>,
) -> fmt::Result {
    for (ghost, place) in Ghost::ALL.into_iter().zip(places) {
        if ghost.index() > 0 {
            f.write_str(",")?;
        }
        match place {
            Place::On(square) => write!(f, "{square}")?,
            Place::Captured => f.write_str("x")?,
            Place::Escaped => f.write_str("out")?,
        }
        write!(f, "{}", colour(ghost).map_or('u', Colour::letter))?;
    }
    f.write_str(" ")
}

impl fmt::Display for Geister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            write_ghosts(f, self.places(side), |ghost| Some(self.setup(side).colour(ghost)))?;
        }
        write!(f, "{} {}/{}", self.side_to_move(), self.ply(), self.limit())
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "view {} ", self.seat)?;
        for side in Side::BOTH {
            write_ghosts(f, self.places(side), |ghost| self.colour(side, ghost))?;
        }
        write!(f, "{} {}/{}", self.side, self.ply, self.limit)
    }
}

impl FromStr for Geister {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let (found, clock) = read_position(text)?;
        game_of(&found, clock)
    }
}

impl FromStr for View {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let malformed = || Malformed::new(text, "view, a seat and a position");
        let rest = text.strip_prefix("view ").ok_or_else(malformed)?;
        let (seat, position) = rest.split_once(' ').ok_or_else(malformed)?;
        let seat: Side = seat.parse()?;
        let (found, clock) = read_position(position)?;
        view_of(&found, seat, clock)
    }
}

fn read_position(text: &str) -> Result<(Found, Clock), Malformed> {
    let mut words = text.split_whitespace();
    let [first, second, side, plies] = std::array::from_fn(|_| words.next().unwrap_or_default());
    let (Some((ply, limit)), None) = (plies.split_once('/'), words.next()) else {
        let expected = "eight ghosts of each side, the side to move, and plies played / limit";
        return Err(Malformed::new(text, expected));
    };
    let plies = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<u16>().ok().filter(|_| digits);
        number.ok_or_else(|| Malformed::new(text, "a number of plies from 0 to 65535"))
    };
    let found = [read_ghosts(first)?, read_ghosts(second)?];
    Ok((found, Clock { side: side.parse()?, ply: plies(ply)?, limit: plies(limit)? }))
}

fn read_ghosts(text: &str) -> Result<[(Place, Option<Colour>); 8], Malformed> {
    let count = text.split(',').count();
    if count != 8 {
        return Err(Malformed::described(format!("{count} ghosts of a side"), "8, from A to H"));
    }
    let mut ghosts = [(Place::Captured, None); 8];
    for (ghost, word) in ghosts.iter_mut().zip(text.split(',')) {
        let malformed = || Malformed::new(word, "a ghost such as b2R, c3B, d4u, xR or outB");
        let (cut, letter) = word.char_indices().next_back().ok_or_else(malformed)?;
        let place = match &word[..cut] {
            "x" => Place::Captured,
            "out" => Place::Escaped,
            square => Place::On(square.parse().map_err(|_| malformed())?),
        };
        let colour = Colour::from_letter(letter);
        if colour.is_none() && letter != 'u' {
            return Err(malformed());
        }
        *ghost = (place, colour);
    }
    Ok(ghosts)
}

/// What holds for every position, whoever looks at it.
fn validate(found: &Found, clock: Clock) -> Result<(), Malformed> {
    if clock.limit == 0 || clock.ply > clock.limit {
        let found = format!("ply {} of {}", clock.ply, clock.limit);
        return Err(Malformed::described(found, "a limit of at least 1 that is not passed"));
    }
    let mut taken = 0u64;
    let mut ends = 0;
    for side in Side::BOTH {
        let ghosts = &found[side.index()];
        let count = |wanted: Place, colour: Colour| {
            ghosts.iter().filter(|&&ghost| ghost == (wanted, Some(colour))).count()
        };
        for square in ghosts.iter().filter_map(|(place, _)| place.square()) {
            if taken & square.bit() != 0 {
                return Err(Malformed::described(format!("two ghosts on {square}"), "one on a square"));
            }
            taken |= square.bit();
        }
        for &(place, colour) in ghosts {
            match (place, colour) {
                (Place::Captured, None) => {
                    return Err(Malformed::described(
                        format!("a captured ghost of the {side} player without a colour"),
                        "xR or xB",
                    ));
                }
                (Place::Escaped, None | Some(Colour::Red)) => {
                    return Err(Malformed::described("a ghost that left and is not blue", "outB"));
                }
                _ => {}
            }
        }
        let escaped = count(Place::Escaped, Colour::Blue);
        let lost = Colour::BOTH.into_iter().filter(|&colour| count(Place::Captured, colour) >= 4).count();
        ends += escaped + lost;
        // Leaving and capturing is done by the side that moved last.
        let to_move = if escaped > 0 { side.other() } else { side };
        if escaped + lost > 0 && clock.side != to_move {
            return Err(Malformed::described(
                format!("the {} player to move after the end", clock.side),
                format!("the {to_move} player"),
            ));
        }
    }
    if ends > 1 {
        return Err(Malformed::described("a game that ended twice", "at most one end"));
    }
    Ok(())
}

fn setup_of(ghosts: &[(Place, Option<Colour>); 8], side: Side) -> Result<Setup, Malformed> {
    let mut reds = 0;
    for (ghost, (_, colour)) in Ghost::ALL.into_iter().zip(ghosts) {
        match colour {
            Some(Colour::Red) => reds |= ghost.bit(),
            Some(Colour::Blue) => {}
            None => {
                let found = format!("no colour for the ghost {ghost} of the {side} player");
                return Err(Malformed::described(found, "R or B"));
            }
        }
    }
    Setup::from_reds(reds).ok_or_else(|| {
        let count = reds.count_ones();
        let plural = if count == 1 { "" } else { "s" };
        Malformed::described(format!("{count} red{plural} for the {side} player"), "4 reds and 4 blues")
    })
}

/// The game with these ghosts, or what is wrong with them.
pub(super) fn game_of(found: &Found, clock: Clock) -> Result<Geister, Malformed> {
    let setups = [setup_of(&found[0], Side::First)?, setup_of(&found[1], Side::Second)?];
    validate(found, clock)?;
    let places = found.map(|ghosts| ghosts.map(|(place, _)| place));
    Ok(Geister::from_parts(places, setups, clock.side, clock.ply, clock.limit))
}

/// The view of `seat` with these ghosts, or what is wrong with them.
pub(super) fn view_of(found: &Found, seat: Side, clock: Clock) -> Result<View, Malformed> {
    let own = setup_of(&found[seat.index()], seat)?;
    validate(found, clock)?;
    let enemy = seat.other();
    let (mut captured_reds, mut blues) = (0, 0);
    for (ghost, &(place, colour)) in Ghost::ALL.into_iter().zip(&found[enemy.index()]) {
        match (place, colour) {
            (Place::On(square), Some(_)) => {
                let found = format!("a colour for the {enemy} player's ghost on {square}");
                return Err(Malformed::described(found, "u: the seat cannot know it"));
            }
            (_, Some(Colour::Red)) => captured_reds |= ghost.bit(),
            (_, Some(Colour::Blue)) => blues += 1,
            (_, None) => {}
        }
    }
    if captured_reds.count_ones() > 4 || blues > 4 {
        let found =
            format!("{} reds and {blues} blues known of the {enemy} player", captured_reds.count_ones());
        return Err(Malformed::described(found, "at most 4 of each"));
    }
    let places = found.map(|ghosts| ghosts.map(|(place, _)| place));
    Ok(View { seat, own, places, captured_reds, side: clock.side, ply: clock.ply, limit: clock.limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 0/256";

    #[test]
    fn the_start_prints_and_reads() {
        assert_eq!(Geister::default().to_string(), START);
        assert_eq!(START.parse(), Ok(Geister::default()));
        assert_eq!(
            Geister::default().view(Side::Second).to_string(),
            "view second b2u,c2u,d2u,e2u,b1u,c1u,d1u,e1u e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 0/256"
        );
    }

    #[test]
    fn what_is_wrong_with_a_game_is_said() {
        let message =
            |from: &str, to: &str| START.replace(from, to).parse::<Geister>().unwrap_err().to_string();
        assert_eq!(message("b1B", "b1R"), "found 5 reds for the first player, expected 4 reds and 4 blues");
        assert_eq!(message("e5R", "e5B"), "found 3 reds for the second player, expected 4 reds and 4 blues");
        assert_eq!(message("b1B", "b2B"), "found two ghosts on b2, expected one on a square");
        assert_eq!(message("e5R", "b2R"), "found two ghosts on b2, expected one on a square");
        assert_eq!(message("b1B,", ""), "found 7 ghosts of a side, expected 8, from A to H");
        assert_eq!(message("b2R", "outR"), "found a ghost that left and is not blue, expected outB");
        assert_eq!(
            message("b1B", "outB"),
            "found the first player to move after the end, expected the second player"
        );
        assert_eq!(
            message("0/256", "257/256"),
            "found ply 257 of 256, expected a limit of at least 1 that is not passed"
        );
        assert_eq!(
            message("e5R", "e5u"),
            "found no colour for the ghost A of the second player, expected R or B"
        );
    }

    #[test]
    fn a_game_ends_only_once() {
        let text = "xR,xR,xR,xR,xB,xB,xB,xB e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 99/256";
        assert_eq!(
            text.parse::<Geister>().unwrap_err().to_string(),
            "found a game that ended twice, expected at most one end"
        );
    }

    #[test]
    fn a_view_with_too_much_in_it_is_refused() {
        let view = Geister::default().view(Side::First).to_string();
        let message = |from: &str, to: &str| view.replace(from, to).parse::<View>().unwrap_err().to_string();
        assert_eq!(
            message("e5u", "e5R"),
            "found a colour for the second player's ghost on e5, expected u: the seat cannot know it"
        );
        assert_eq!(
            message("e5u", "xu"),
            "found a captured ghost of the second player without a colour, expected xR or xB"
        );
        assert_eq!(
            message("b2R", "b2u"),
            "found no colour for the ghost A of the first player, expected R or B"
        );
    }

    #[test]
    fn garbage_is_refused() {
        for text in ["", "view", "view first", " / / /", "ああ,,,,,,, ああ first 1/1", "a1R b1R first 0/256"]
        {
            assert!(text.parse::<Geister>().is_err() && text.parse::<View>().is_err(), "{text}");
        }
    }
}
