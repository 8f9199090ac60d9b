//! One game between two opponents.

use std::time::{Duration, Instant};

use games::{EndReason, Game, IllegalPly, Malformed, Outcome, Player, Ply, Record, Side};
use opponents::{Failure, Opponent};

use crate::adjudication::Adjudicator;

/// A start position and opening moves. External engines get the moves; not all of them accept a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    end: G,
}

impl<G: Game> Opening<G> {
    /// A start and moves from it.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn new(start: G, moves: Vec<G::Move>) -> Result<Self, IllegalPly> {
        Opening::try_from(&Record::from_moves(start, moves)?)
    }
}

impl<G: Game> From<G> for Opening<G> {
    /// No moves.
    fn from(start: G) -> Self {
        Opening { end: start.clone(), start, moves: Vec::new() }
    }
}

impl<G: Game> TryFrom<&Record<G>> for Opening<G> {
    type Error = IllegalPly;

    /// The start and the moves of a record.
    fn try_from(record: &Record<G>) -> Result<Self, IllegalPly> {
        Ok(Opening { start: record.start.clone(), moves: record.moves().collect(), end: record.replay()? })
    }
}

/// Tag of a record that says who forfeited and why.
pub const FORFEIT_TAG: &str = "Forfeit";

/// Move limit of shogi games, as in the large computer tournaments: entered kings can go on for ever.
pub const SHOGI_MOVE_LIMIT: u32 = 512;

/// The longest game, and whether times are noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameLimits {
    /// A game that reaches so many moves is adjudicated a draw.
    pub max_plies: Option<u32>,
    /// Notes the time of each move; the record then differs from run to run.
    pub clock: bool,
}

/// Plays a game to its end, the first opponent in the first seat; the reason of every choice is the comment
/// of its move.
///
/// A player without a legal move loses; unless it resigned, the tag [`FORFEIT_TAG`] says why. Opponents
/// arrange their setup where the rules allow it, unless the opening has moves.
pub fn play_game<G: Game>(
    opening: &Opening<G>,
    opponents: &mut [Box<dyn Opponent<G>>; 2],
    limits: GameLimits,
) -> Record<G> {
    play_adjudicated(opening, opponents, limits, None)
}

/// The same with adjudication.
pub(crate) fn play_adjudicated<G: Game>(
    opening: &Opening<G>,
    opponents: &mut [Box<dyn Opponent<G>>; 2],
    limits: GameLimits,
    adjudicator: Option<Adjudicator<G>>,
) -> Record<G> {
    let mut record = Record::new(opening.start.clone());
    record.players = opponents.each_ref().map(|opponent| Player::named(opponent.name()));
    record.line.plies = opening.moves.iter().copied().map(Ply::new).collect();
    let mut game = opening.end.clone();
    let arranged = if opening.moves.is_empty() { arrange(&mut game, opponents) } else { Ok(()) };
    if opening.moves.is_empty() {
        record.start = game.clone();
    }
    let end = match arranged {
        Ok(()) => play_on(&mut game, &mut record, opponents, limits, adjudicator),
        Err((side, failure)) => lose(&mut record, side, &failure),
    };
    record.line.end = Some(end);
    for opponent in opponents {
        opponent.finish(&game, end);
    }
    record
}

/// Lets both sides choose their setup.
fn arrange<G: Game>(game: &mut G, opponents: &mut [Box<dyn Opponent<G>>; 2]) -> Result<(), (Side, Failure)> {
    for side in Side::BOTH {
        let arrangement = opponents[side.index()].arrangement(&game.view(side));
        if let Some(words) = arrangement.map_err(|failure| (side, failure))? {
            let refused = |error: Malformed| (side, Failure::Protocol(error.to_string()));
            game.arrange(side, &words).map_err(refused)?;
        }
    }
    Ok(())
}

/// Plays from the position of the record to the end.
fn play_on<G: Game>(
    game: &mut G,
    record: &mut Record<G>,
    opponents: &mut [Box<dyn Opponent<G>>; 2],
    limits: GameLimits,
    mut adjudicator: Option<Adjudicator<G>>,
) -> Outcome {
    let moves: Vec<G::Move> = record.moves().collect();
    for side in Side::BOTH {
        opponents[side.index()].begin(&record.start.view(side), &moves);
    }
    // Time that each side has spent on the other's moves since its own.
    let mut listened = [Duration::ZERO; 2];
    loop {
        if let Some(end) = game.outcome() {
            return end;
        }
        if limits.max_plies.is_some_and(|most| record.line.plies.len() >= most as usize) {
            return Outcome::draw(EndReason::MoveLimit);
        }
        if let Some(end) = adjudicator.as_mut().and_then(|adjudicator| adjudicator.look_at(game)) {
            return end;
        }
        let side = game.side_to_move();
        let clock = || limits.clock.then(Instant::now);
        let since = |begun: Option<Instant>| begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let begun = clock();
        let choice = opponents[side.index()].choose(&game.view(side));
        let thought = since(begun) + std::mem::take(&mut listened[side.index()]);
        let time = limits.clock.then(|| Duration::from_millis(thought.as_millis() as u64));
        match choice.and_then(|choice| Ok(game.check(choice.mv).map(|()| choice)?)) {
            Ok(choice) => {
                let (other, begun) = (side.other(), clock());
                opponents[other.index()].observe(&game.view(other), choice.mv);
                listened[other.index()] += since(begun);
                game.apply(choice.mv);
                record.line.plies.push(Ply {
                    comment: choice.reason.to_stored(),
                    time,
                    ..Ply::new(choice.mv)
                });
            }
            Err(failure) => return lose(record, side, &failure),
        }
    }
}

/// Ends the game by forfeit.
fn lose<G: Game>(record: &mut Record<G>, side: Side, failure: &Failure) -> Outcome {
    if failure.is_forfeit() {
        record.set_tag(FORFEIT_TAG, format!("{side}: {failure}"));
    }
    Outcome::win(side.other(), failure.reason())
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::othello::{Move, Othello};
    use opponents::{Choice, Random, Reason as MoveReason};

    use super::*;

    /// Random until its third turn, then does `last`.
    struct Faulty {
        random: Random,
        turn: u32,
        last: Result<Choice<Move>, Failure>,
    }

    impl Opponent<Othello> for Faulty {
        fn name(&self) -> String {
            "faulty".to_owned()
        }

        fn choose(&mut self, view: &Othello) -> Result<Choice<Move>, Failure> {
            self.turn += 1;
            if self.turn < 3 {
                Opponent::<Othello>::choose(&mut self.random, view)
            } else {
                self.last.clone()
            }
        }
    }

    #[test]
    fn a_game_that_is_not_played_on_is_lost_and_the_record_says_why() {
        let illegal = Choice { mv: "a1".parse().unwrap(), reason: MoveReason::OnlyMove };
        let cases = [
            (Err(Failure::Resigned), EndReason::Resignation, None),
            (
                Err(Failure::TimedOut("no answer".to_owned())),
                EndReason::Timeout,
                Some("timed out: no answer"),
            ),
            (Err(Failure::Crashed("signal 9".to_owned())), EndReason::Forfeit, Some("crashed: signal 9")),
            (
                Err(Failure::Protocol("found x".to_owned())),
                EndReason::Forfeit,
                Some("misunderstood: found x"),
            ),
            (Ok(illegal), EndReason::IllegalMove, Some("illegal move a1: it flips nothing")),
        ];
        for (last, reason, why) in cases {
            for side in Side::BOTH {
                let faulty: Box<dyn Opponent<Othello>> =
                    Box::new(Faulty { random: Random::new(1), turn: 0, last: last.clone() });
                let mut seats = [faulty, Box::new(Random::new(2))];
                if side == Side::Second {
                    seats.reverse();
                }
                let record = play_game(&Othello::default().into(), &mut seats, GameLimits::default());
                assert_eq!(record.line.end, Some(Outcome::win(side.other(), reason)));
                assert_eq!(record.line.plies.len(), 4 + side.index());
                assert_eq!(
                    record.tag(FORFEIT_TAG).map(str::to_owned),
                    why.map(|why| format!("{side}: {why}"))
                );
                assert_eq!(games::text::read(&games::text::write(&record)), Ok(vec![record]));
            }
        }
    }

    #[test]
    fn a_long_game_is_adjudicated() {
        let mut seats: [Box<dyn Opponent<Othello>>; 2] = [Box::new(Random::new(1)), Box::new(Random::new(2))];
        let limits = GameLimits { max_plies: Some(10), clock: true };
        let record = play_game(&Othello::default().into(), &mut seats, limits);
        assert_eq!(record.line.end, Some(Outcome::draw(EndReason::MoveLimit)));
        assert!(record.line.plies.len() == 10 && record.line.plies.iter().all(|ply| ply.time.is_some()));
    }

    #[test]
    fn an_opening_is_part_of_the_game() {
        let opening = &games::othello::moves::read("f5d6c4d3").unwrap()[0];
        let mut seats: [Box<dyn Opponent<Othello>>; 2] = [Box::new(Random::new(1)), Box::new(Random::new(2))];
        let record = play_game(&Opening::try_from(opening).unwrap(), &mut seats, GameLimits::default());
        assert_eq!(record.start, Othello::default());
        assert_eq!(record.line.plies[..4], opening.line.plies);
        assert!(record.line.plies[4..].iter().all(|ply| !ply.comment.is_empty()));
        assert!(record.replay().unwrap().outcome().is_some());
    }

    /// Chooses these red ghosts, then plays random moves.
    struct Arranging(Result<Option<String>, Failure>, Random);

    impl Opponent<Geister> for Arranging {
        fn name(&self) -> String {
            "arranging".to_owned()
        }

        fn arrangement(&mut self, _view: &games::geister::View) -> Result<Option<String>, Failure> {
            self.0.clone()
        }

        fn choose(&mut self, view: &games::geister::View) -> Result<Choice<games::geister::Move>, Failure> {
            Opponent::<Geister>::choose(&mut self.1, view)
        }
    }

    #[test]
    fn both_sides_arrange_what_they_may() {
        let play = |first: &str, second: Result<Option<String>, Failure>| {
            let first = Arranging(Ok(Some(first.to_owned())), Random::new(1));
            let mut seats: [Box<dyn Opponent<Geister>>; 2] =
                [Box::new(first), Box::new(Arranging(second, Random::new(2)))];
            play_game(&Geister::default().into(), &mut seats, GameLimits::default())
        };
        let record = play("EFGH", Ok(Some("AHBG".to_owned())));
        assert_eq!(Side::BOTH.map(|side| record.start.setup(side).to_string()), ["EFGH", "ABGH"]);
        assert_eq!(record.replay().unwrap().outcome(), record.line.end);
        let dealt = play("EFGH", Ok(None));
        assert_eq!(dealt.start.setup(Side::Second).to_string(), "ABCD");
        let silent = play("EFGH", Err(Failure::TimedOut("no answer".to_owned())));
        assert_eq!(silent.line.end, Some(Outcome::win(Side::First, EndReason::Timeout)));
        assert_eq!(silent.tag(FORFEIT_TAG), Some("second: timed out: no answer"));
        let lying = play("ABCDE", Ok(None));
        assert_eq!(lying.line.end, Some(Outcome::win(Side::Second, EndReason::Forfeit)));
        assert!(
            lying.tag(FORFEIT_TAG).is_some_and(|tag| tag.starts_with("first: misunderstood: found 5 red"))
        );
    }
}
