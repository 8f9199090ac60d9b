//! A player's own mistakes as exercises: which there are, whether a move solves one, and when it comes again.

use games::Side;
use search::Stop;
use store::StoredExercise;

use crate::error::{Refusal, RefusalCode};
use crate::geometry::{self, Geometry};
use crate::review::{Finished, judge_move};
use crate::wire::{Attempt, AttemptVerdict, BoardChange, Move, OversightKind, Position, Review};

/// The most exercises that come of one game, the worst mistakes first.
const MOST_PER_GAME: usize = 5;

/// After how many days an exercise comes again when it was solved for the first time, the second, and so on;
/// the last number holds from then on.
const DAYS: [i64; 6] = [1, 3, 7, 16, 35, 90];

/// One that was not solved comes again on the next day.
const DAYS_AFTER_FAILURE: i64 = 1;

/// Shorter than a day: who practises every evening is sometimes a little earlier than the evening before.
const DAY_MILLIS: i64 = 20 * 3600 * 1000;

/// A difference of chances that nobody notices.
const AS_GOOD: f64 = 0.005;

/// A position of a finished game, as its side to move saw it.
pub(crate) struct ShownExercise {
    pub(crate) side: Side,
    pub(crate) position: Position,
    pub(crate) legal: Vec<Move>,
    pub(crate) step: Option<BoardChange>,
}

/// An attempt that is to be thought about.
pub(crate) type Attempting = Box<dyn FnOnce() -> Option<Attempt> + Send>;

/// The position before a ply, and that ply's place in the list of moves.
fn before<G: Geometry>(finished: &Finished<G>, ply: u32) -> Result<(Vec<G>, usize), Refusal> {
    let positions = finished.positions();
    let place = (ply as usize).checked_sub(1).filter(|&place| place < finished.moves.len());
    let place = place.ok_or_else(|| {
        let plies = finished.moves.len();
        Refusal::malformed(format!("The game has {plies} plies; try again one of them, from 1."))
    })?;
    Ok((positions, place))
}

/// The position before a ply of a game.
///
/// # Errors
/// There is no such ply.
pub(crate) fn shown<G: Geometry>(finished: &Finished<G>, ply: u32) -> Result<ShownExercise, Refusal> {
    let (positions, place) = before(finished, ply)?;
    let side = positions[place].side_to_move();
    let view = positions[place].view(side);
    let earlier = place.checked_sub(1);
    Ok(ShownExercise {
        side,
        position: G::position(&view),
        legal: geometry::legal::<G>(&view),
        step: earlier.map(|place| G::step(&positions[place].view(side), finished.moves[place])),
    })
}

/// Another move instead of a ply.
///
/// # Errors
/// There is no such ply, or the move is not legal there.
pub(crate) fn attempting<G: Geometry>(
    finished: &Finished<G>,
    ply: u32,
    text: &str,
    stop: Stop,
) -> Result<Attempting, Refusal> {
    let (mut positions, place) = before(finished, ply)?;
    let game = positions.swap_remove(place);
    let refused = || {
        let message = "This move is not legal there; send the text of one of the legal moves.";
        Refusal::new(RefusalCode::IllegalMove, message)
    };
    let mv: G::Move = text.parse().map_err(|_| refused())?;
    game.check(mv).map_err(|_| refused())?;
    let seed = finished.seed;
    Ok(Box::new(move || {
        let judged = judge_move(&game, place, mv, seed, stop)?;
        let view = game.view(game.side_to_move());
        let mut after = game.clone();
        after.apply(mv);
        let is_best = judged.best == mv.to_string() || judged.best_chance - judged.chance < AS_GOOD;
        Some(Attempt {
            verdict: match judged.is_mistake {
                true => AttemptVerdict::Mistake,
                false if is_best => AttemptVerdict::Best,
                false => AttemptVerdict::Good,
            },
            chance: judged.chance,
            best_chance: judged.best_chance,
            best_label: judged.best_label,
            arrow: judged.arrow,
            why: judged.why,
            position: G::position(&after.view(game.side_to_move())),
            step: G::step(&view, mv),
            again_at: None,
        })
    }))
}

/// How often in a row an exercise is solved after this attempt, and when it comes again.
#[must_use]
pub(crate) fn next(solved: u64, is_solved: bool, now: i64) -> (u64, i64) {
    if !is_solved {
        return (0, now + DAYS_AFTER_FAILURE * DAY_MILLIS);
    }
    let days = DAYS[usize::try_from(solved).unwrap_or(usize::MAX).min(DAYS.len() - 1)];
    (solved + 1, now + days * DAY_MILLIS)
}

/// What the people at a table are to play again, by the review of their game.
#[must_use]
pub(crate) fn of_review(
    review: &Review,
    people: &[Option<String>; 2],
    table: &str,
    game: &str,
    now: i64,
) -> Vec<StoredExercise> {
    let of_side = |side: Side| {
        let player = people[side.index()].as_deref();
        let own = review.mistakes.iter().filter(move |mistake| Side::from(mistake.side) == side);
        own.take(MOST_PER_GAME).filter_map(move |mistake| {
            Some(StoredExercise {
                player: player?.to_owned(),
                table: table.to_owned(),
                ply: u64::from(mistake.ply),
                game: game.to_owned(),
                kind: word(mistake.why.first().map_or(OversightKind::Judgement, |oversight| oversight.kind)),
                solved: 0,
                due: now,
                made: now,
            })
        })
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// A kind as it is stored and sent.
fn word(kind: OversightKind) -> String {
    let written = serde_json::to_value(kind).ok();
    written.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;

    use super::*;
    use crate::wire::{Arrow, Mistake, Oversight, SideName, Text};

    #[test]
    fn what_is_solved_comes_again_later_and_later() {
        let (mut solved, mut days) = (0, Vec::new());
        for _ in 0..8 {
            let (now_solved, due) = next(solved, true, 1000);
            days.push((due - 1000) / DAY_MILLIS);
            solved = now_solved;
        }
        assert_eq!(days, [1, 3, 7, 16, 35, 90, 90, 90]);
        assert_eq!(next(5, false, 1000), (0, 1000 + DAY_MILLIS));
    }

    fn finished() -> Finished<Othello> {
        // The shortest game in which white loses every disc.
        let moves: Vec<_> = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').map(|mv| mv.parse().unwrap()).collect();
        let reasons = vec![None; moves.len()];
        Finished {
            start: Othello::default(),
            moves,
            reasons,
            seat: Some(Side::First),
            people: [None, None],
            seed: 1,
        }
    }

    #[test]
    fn a_better_move_solves_an_exercise_and_the_old_one_does_not() {
        let finished = finished();
        // White's last move lets black win at once.
        let exercise = shown(&finished, 8).unwrap();
        assert_eq!(
            (exercise.side, exercise.legal.is_empty(), exercise.step.is_some()),
            (Side::Second, false, true)
        );
        let tried = |text: &str| attempting(&finished, 8, text, Stop::default()).unwrap()().unwrap();
        let again = tried("f5");
        assert_eq!((again.verdict, again.why[0].kind), (AttemptVerdict::Mistake, OversightKind::AllowsWin));
        let best = exercise.legal.iter().find(|mv| mv.label == again.best_label).unwrap();
        let solved = tried(&best.text);
        assert_eq!((solved.verdict, solved.why.is_empty()), (AttemptVerdict::Best, true));
        assert!(solved.chance > again.chance && solved.best_chance == again.best_chance);
        for (ply, text) in [(0, "f5"), (10, "f5"), (8, "a1"), (8, "nonsense")] {
            assert!(attempting(&finished, ply, text, Stop::default()).is_err(), "{ply} {text}");
        }
    }

    #[test]
    fn exercises_are_the_worst_mistakes_of_people() {
        let mistake = |ply: u32, side, loss| Mistake {
            ply,
            side,
            loss,
            best: "a1".to_owned(),
            best_label: Text::same("a1"),
            arrow: Arrow { from: None, to: "a1".to_owned() },
            why: vec![Oversight { kind: OversightKind::GivesCorner, text: Text::same("-") }],
        };
        let own = (1..9).map(|ply| mistake(2 * ply, SideName::Second, 0.5 - f64::from(ply) / 100.0));
        let review = Review {
            chances: Vec::new(),
            source: Text::same("-"),
            mistakes: own.chain([mistake(1, SideName::First, 0.9)]).collect(),
            positions: Vec::new(),
            steps: Vec::new(),
            reasons: Vec::new(),
            beliefs: None,
        };
        let people = [None, Some("me".to_owned())];
        let exercises = of_review(&review, &people, "t", "othello", 7);
        let plies: Vec<u64> = exercises.iter().map(|exercise| exercise.ply).collect();
        assert_eq!(plies, [2, 4, 6, 8, 10]);
        assert_eq!((exercises[0].kind.as_str(), exercises[0].due), ("gives-corner", 7));
    }
}
