//! What one seat may know of a game.

use rand::Rng;

use crate::{EndReason, Game, IllegalMove, Malformed, Outcome, Side};

use super::rules::{check_own, ghost_on, ghosts};
use super::setup::random_subset;
use super::{Colour, Geister, Ghost, Ghosts, Move, Place, Setup};

/// What one seat may know: its own colours, where everyone is, and the colours of the ghosts that were
/// captured.
///
/// The colours of enemy ghosts that are still on the board are not in here, not even after the end: who may
/// see them then is shown the [`Geister`] itself.
///
/// It prints like a game, behind `view` and the seat, with `u` for a colour the seat does not know:
/// `view first b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5u,d5u,c5u,b5u,e6u,d6u,c6u,b6u first 0/256`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    pub(super) seat: Side,
    pub(super) own: Setup,
    pub(super) places: [[Place; 8]; 2],
    /// The captured enemy ghosts that were red, bit 0 for A.
    pub(super) captured_reds: u8,
    pub(super) side: Side,
    pub(super) ply: u16,
    pub(super) limit: u16,
}

/// The ghosts of `places` that are captured, bit 0 for A.
fn captured(places: &[Place; 8]) -> u8 {
    let captured = Ghost::ALL.into_iter().filter(|ghost| places[ghost.index()] == Place::Captured);
    captured.fold(0, |set, ghost| set | ghost.bit())
}

impl View {
    pub(super) fn of(game: &Geister, seat: Side) -> View {
        let enemy = seat.other();
        View {
            seat,
            own: game.setup(seat),
            places: [*game.places(Side::First), *game.places(Side::Second)],
            captured_reds: game.setup(enemy).reds() & captured(game.places(enemy)),
            side: game.side_to_move(),
            ply: game.ply(),
            limit: game.limit(),
        }
    }

    /// Whose view this is.
    #[must_use]
    pub const fn seat(&self) -> Side {
        self.seat
    }

    /// The seat's own colours.
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.own
    }

    /// Where the ghosts of `side` are, from A to H.
    #[must_use]
    pub const fn places(&self, side: Side) -> &[Place; 8] {
        &self.places[side.index()]
    }

    /// The colour of a ghost, if the seat knows it.
    #[must_use]
    pub fn colour(&self, side: Side, ghost: Ghost) -> Option<Colour> {
        if side == self.seat {
            return Some(self.own.colour(ghost));
        }
        match self.places(side)[ghost.index()] {
            Place::On(_) => None,
            Place::Captured if self.captured_reds & ghost.bit() != 0 => Some(Colour::Red),
            Place::Captured | Place::Escaped => Some(Colour::Blue),
        }
    }

    /// How many ghosts of `side` and `colour` have been captured.
    #[must_use]
    pub fn captured(&self, side: Side, colour: Colour) -> u32 {
        let captured = captured(self.places(side));
        let reds = if side == self.seat { captured & self.own.reds() } else { self.captured_reds };
        match colour {
            Colour::Red => reds.count_ones(),
            Colour::Blue => (captured & !reds).count_ones(),
        }
    }

    /// How many plies have been played.
    #[must_use]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// After how many plies the game is a draw.
    #[must_use]
    pub const fn limit(&self) -> u16 {
        self.limit
    }

    /// How the game ended, or `None` while it goes on: both seats always see that.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        for side in Side::BOTH {
            if self.places(side).contains(&Place::Escaped) {
                return Some(Outcome::win(side, EndReason::Escape));
            }
            if self.captured(side, Colour::Blue) == 4 {
                return Some(Outcome::win(side.other(), EndReason::BluesCaptured));
            }
            if self.captured(side, Colour::Red) == 4 {
                return Some(Outcome::win(side, EndReason::RedsCaptured));
            }
        }
        (self.ply >= self.limit).then(|| Outcome::draw(EndReason::MoveLimit))
    }

    /// The seat's own ghosts on the board.
    #[must_use]
    pub fn own_ghosts(&self) -> Ghosts {
        ghosts(self.places(self.seat), self.own)
    }

    /// The game as it is if the enemy's colours are `enemy`.
    ///
    /// # Errors
    /// The colour of a captured ghost, or of one that left, is another one.
    pub fn with_colours(&self, enemy: Setup) -> Result<Geister, Malformed> {
        let side = self.seat.other();
        for ghost in Ghost::ALL {
            if let Some(known) = self.colour(side, ghost)
                && known != enemy.colour(ghost)
            {
                let found = format!("a {} ghost {ghost} of the {side} player", enemy.colour(ghost));
                return Err(Malformed::described(found, format!("a {known} one, as was seen")));
            }
        }
        Ok(self.coloured(enemy))
    }

    fn coloured(&self, enemy: Setup) -> Geister {
        let setups = match self.seat {
            Side::First => [self.own, enemy],
            Side::Second => [enemy, self.own],
        };
        Geister::from_parts(self.places, setups, self.side, self.ply, self.limit)
    }

    /// Says which rule forbids `mv`, as far as this seat can know: of an enemy's leaving it knows only at the
    /// end of the game that the ghost was blue.
    ///
    /// # Errors
    /// The move is not legal, whatever the hidden colours are.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::new(mv, "the game is over"));
        }
        if self.side == self.seat {
            return check_own(self.own_ghosts(), self.seat, mv);
        }
        let squares = self.places(self.side).iter().filter_map(|place| place.square());
        // Any ghost whose colour is not known may be a blue one that leaves.
        let blue = squares.fold(0, |set, square| set | square.bit());
        check_own(Ghosts { blue, red: 0 }, self.side, mv)
    }

    /// Follows a move of either side; `captured` is the colour shown if it captured a ghost.
    ///
    /// # Errors
    /// The move is not legal, or `captured` is not what the seat must have seen; the view is as it was.
    pub fn follow(&mut self, mv: Move, captured: Option<Colour>) -> Result<(), IllegalMove> {
        self.check(mv)?;
        let victim_side = self.side.other();
        let victim = mv.to().and_then(|to| ghost_on(self.places(victim_side), to));
        let refuse = |why: String| Err(IllegalMove::new(mv, why));
        match (victim, captured) {
            (None, Some(colour)) => return refuse(format!("it captures nothing, so no {colour} ghost")),
            (Some(_), None) => return refuse("it captures a ghost, whose colour must be shown".to_owned()),
            (Some(ghost), Some(colour)) => {
                if let Some(known) = self.colour(victim_side, ghost)
                    && known != colour
                {
                    return refuse(format!("it captures a {known} ghost, not a {colour} one"));
                }
                self.places[victim_side.index()][ghost.index()] = Place::Captured;
                if victim_side != self.seat && colour == Colour::Red {
                    self.captured_reds |= ghost.bit();
                }
            }
            (None, None) => {}
        }
        if let Some(ghost) = ghost_on(self.places(self.side), mv.from()) {
            self.places[self.side.index()][ghost.index()] = mv.to().map_or(Place::Escaped, Place::On);
        }
        self.side = victim_side;
        self.ply = self.ply.saturating_add(1);
        Ok(())
    }
}

impl crate::View for View {
    type Game = Geister;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.side == self.seat && self.outcome().is_none() {
            self.own_ghosts().push_moves(self.seat, moves);
        }
    }

    fn resample(&self, rng: &mut dyn Rng) -> Geister {
        let enemy = self.seat.other();
        let unknown = Ghost::ALL.into_iter().filter(|&ghost| self.colour(enemy, ghost).is_none());
        let unknown = unknown.fold(0, |set, ghost| set | ghost.bit());
        let hidden_reds = 4 - self.captured_reds.count_ones();
        let reds = self.captured_reds | random_subset(unknown, hidden_reds, rng);
        // A validated view always leaves room for its hidden reds, so there are four.
        self.coloured(Setup::from_reds(reds).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::View as _;

    #[test]
    fn views_follow_the_game_and_resample_to_themselves() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let (mut moves, mut seen) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            let mut game = Geister::deal(&mut rng);
            let mut views = Side::BOTH.map(|seat| game.view(seat));
            while game.outcome().is_none() {
                game.legal_moves(&mut moves);
                for view in &views {
                    view.legal_moves(&mut seen);
                    assert_eq!(seen, if view.seat == game.side_to_move() { &moves[..] } else { &[] });
                    assert!(moves.iter().all(|&mv| view.check(mv).is_ok()));
                }
                let mv = moves[rng.random_range(..moves.len())];
                let captured = game.captured_by(mv).map(|(_, colour)| colour);
                game.apply(mv);
                for view in &mut views {
                    view.follow(mv, captured).unwrap();
                    assert_eq!(*view, game.view(view.seat));
                    assert_eq!(view.outcome(), game.outcome());
                    assert_eq!(view.to_string().parse(), Ok(*view));
                    assert_eq!(view.resample(&mut rng).view(view.seat), *view);
                    assert_eq!(view.with_colours(game.setup(view.seat.other())), Ok(game));
                }
            }
        }
    }

    #[test]
    fn hidden_colours_are_dealt_uniformly() {
        // Of the second player's ghosts one red and two blues are captured: C(5, 3) = 10 colourings are left.
        let text = "view first b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5u,d5u,xR,b5u,xB,d6u,c6u,xB first 40/256";
        let view: View = text.parse().unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut dealt = HashMap::new();
        for _ in 0..10_000 {
            *dealt.entry(view.resample(&mut rng).setup(Side::Second)).or_insert(0) += 1;
        }
        assert_eq!(dealt.len(), 10);
        // 1000 each; five standard deviations are 150.
        assert!(dealt.values().all(|count| (850..=1150).contains(count)), "{dealt:?}");
    }

    #[test]
    fn what_was_seen_binds_the_colours() {
        let text = "view first b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B xR,d5u,c5u,b5u,e6u,d6u,c6u,b6u first 40/256";
        let view: View = text.parse().unwrap();
        assert!(view.with_colours("ABCD".parse().unwrap()).is_ok());
        assert_eq!(
            view.with_colours("EFGH".parse().unwrap()).unwrap_err().to_string(),
            "found a blue ghost A of the second player, expected a red one, as was seen"
        );
    }

    //   5  . . u u u .
    //   4  . u . . . .
    //   3  . R . . . .      the first player's red takes a ghost whose colour it does not know
    //   2  . . R R R .
    #[test]
    fn a_capture_must_be_what_the_seat_saw() {
        let mut game = Geister::default();
        for mv in ["b2b3", "b5b4"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let mut view = game.view(Side::First);
        let mut why = |captured| view.follow("b3b4".parse().unwrap(), captured).unwrap_err().why;
        assert_eq!(why(None), "it captures a ghost, whose colour must be shown");
        view.follow("b3b4".parse().unwrap(), Some(Colour::Blue)).unwrap();
        assert_eq!(view.captured(Side::Second, Colour::Blue), 1);
    }
}
