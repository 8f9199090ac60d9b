//! The kit itself under examination: a toy game with one fault at a time, each of which must be found.

use std::fmt;
use std::str::FromStr;

use conformance::{Plan, ReferenceRules, TestedGame, run};
use games::{EndReason, Game, IllegalMove, Malformed, Outcome, PerfectInformation, Side};

const NONE: u8 = 0;
const GENERATES_TOO_MUCH: u8 = 1;
const GENERATES_TOO_LITTLE: u8 = 2;
const GENERATES_TWICE: u8 = 3;
const ALLOWS_TOO_MUCH: u8 = 4;
const REFUSES_AND_CHANGES: u8 = 5;
const FORGETS_THE_HASH: u8 = 6;
const PLAYS_WRONGLY: u8 = 7;
const PRINTS_WRONGLY: u8 = 8;
const GOES_ON_AFTER_THE_END: u8 = 9;
const NAMES_THE_LOSER: u8 = 10;

/// Take one to three matches in turn; whoever takes the last one wins.
#[derive(Clone, PartialEq, Debug)]
struct Matches<const FAULT: u8> {
    left: u8,
    side: Side,
    hash: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        text.parse().map(Take).map_err(|_| Malformed::new(text, "a number of matches"))
    }
}

impl<const FAULT: u8> Matches<FAULT> {
    fn new(left: u8, side: Side) -> Self {
        let mut game = Matches { left, side, hash: 0 };
        game.hash = game.hash_from_scratch();
        game
    }
}

impl<const FAULT: u8> Default for Matches<FAULT> {
    fn default() -> Self {
        Matches::new(10, Side::First)
    }
}

impl<const FAULT: u8> fmt::Display for Matches<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = if FAULT == PRINTS_WRONGLY && self.left == 4 { 5 } else { self.left };
        write!(f, "{left} {}", self.side)
    }
}

impl<const FAULT: u8> FromStr for Matches<FAULT> {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let malformed = || Malformed::new(text, "matches and side");
        let (left, side) = text.split_once(' ').ok_or_else(malformed)?;
        Ok(Matches::new(left.parse().map_err(|_| malformed())?, side.parse()?))
    }
}

impl<const FAULT: u8> Game for Matches<FAULT> {
    const NAME: &'static str = "matches";
    type Move = Take;
    type View = Self;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = if FAULT == NAMES_THE_LOSER { self.side } else { self.side.other() };
        (self.left == 0).then(|| Outcome::win(winner, EndReason::NoMoves))
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.clear();
        moves.extend((1..=3.min(self.left)).map(Take));
        match FAULT {
            GENERATES_TOO_MUCH if self.left == 2 => moves.push(Take(3)),
            GENERATES_TOO_LITTLE if self.left >= 3 => drop(moves.pop()),
            GENERATES_TWICE => moves.extend_from_within(..),
            _ => {}
        }
    }

    fn check(&self, mv: Take) -> Result<(), IllegalMove> {
        let most = if FAULT == ALLOWS_TOO_MUCH { 4 } else { 3 };
        let late = FAULT == GOES_ON_AFTER_THE_END && self.left == 0 && mv.0 == 1;
        let legal = late || ((1..=most).contains(&mv.0) && mv.0 <= self.left);
        if legal { Ok(()) } else { Err(IllegalMove::new(mv, "too many or too few")) }
    }

    fn apply(&mut self, mv: Take) {
        let taken = if FAULT == PLAYS_WRONGLY && mv.0 == 3 { 2 } else { mv.0 };
        self.left = self.left.saturating_sub(taken);
        self.side = self.side.other();
        if FAULT != FORGETS_THE_HASH || self.left > 3 {
            self.hash = self.hash_from_scratch();
        }
    }

    fn play(&mut self, mv: Take) -> Result<(), IllegalMove> {
        let checked = self.check(mv);
        if checked.is_ok() {
            self.apply(mv);
        } else if FAULT == REFUSES_AND_CHANGES {
            self.side = self.side.other();
        }
        checked
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        2 * u64::from(self.left) + self.side.index() as u64
    }

    fn view(&self, _seat: Side) -> Self {
        self.clone()
    }
}

impl<const FAULT: u8> PerfectInformation for Matches<FAULT> {}

/// The second implementation, always right.
struct Right(Matches<NONE>);

impl<const FAULT: u8> TestedGame for Matches<FAULT> {
    type Reference = Right;
    fn every_move() -> Vec<Take> {
        (0..=u8::MAX).map(Take).collect()
    }
}

impl<const FAULT: u8> ReferenceRules<Matches<FAULT>> for Right {
    fn read(position: &str) -> Result<Self, String> {
        position.parse().map(Right).map_err(|error: Malformed| error.to_string())
    }

    fn legal_moves(&self) -> Vec<Take> {
        let mut moves = Vec::new();
        Game::legal_moves(&self.0, &mut moves);
        moves
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn after(&self, mv: Take) -> String {
        let mut next = self.0.clone();
        next.apply(mv);
        next.to_string()
    }
}

fn finding<const FAULT: u8>() -> Option<String> {
    let plan = Plan { games: 50, seed: 1, one_in: 1 };
    run::<Matches<FAULT>>(plan, &|_| {}).err().map(|failure| failure.finding.to_string())
}

#[test]
fn a_right_game_passes_and_every_fault_is_found() {
    assert_eq!(finding::<NONE>(), None);
    let found = [
        (finding::<GENERATES_TOO_MUCH>(), "only the game allows 3"),
        (finding::<GENERATES_TOO_LITTLE>(), "only the second implementation allows 3"),
        (finding::<GENERATES_TWICE>(), "a move is generated twice"),
        (finding::<ALLOWS_TOO_MUCH>(), "4 was not generated and is not refused"),
        (finding::<REFUSES_AND_CHANGES>(), "changed the position"),
        (finding::<FORGETS_THE_HASH>(), "the incremental hash is wrong"),
        (finding::<PLAYS_WRONGLY>(), "after 3 the position is"),
        (finding::<PRINTS_WRONGLY>(), "after"),
        (finding::<GOES_ON_AFTER_THE_END>(), "1 was not generated and is not refused"),
        (finding::<NAMES_THE_LOSER>(), "it ended as"),
    ];
    for (finding, expected) in found {
        let finding = finding.unwrap_or_else(|| panic!("not found: {expected}"));
        assert!(finding.contains(expected), "{finding} does not say: {expected}");
    }
}
