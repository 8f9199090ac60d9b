//! How to play, one file per game: positions, what is asked there, and words.
//!
//! Legal moves, animation steps and what follows are made from the rules, as at a table: a lesson cannot say
//! anything that is not so.

mod geister;
mod kalah;
mod othello;
mod shogi;

use games::{Side, View};

use super::{Both, Geometry, sorted};
use crate::wire::{Lesson, LessonFrame, LessonMove, LessonStep, Text};

pub(crate) use geister::STEPS as GEISTER;
pub(crate) use kalah::STEPS as KALAH;
pub(crate) use othello::STEPS as OTHELLO;
pub(crate) use shogi::STEPS as SHOGI;

/// One position of a lesson; the first side is the reader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The position in the game's own notation; empty for the usual start.
    pub(crate) position: &'static str,
    /// What does as asked: the reader's move, then answers to it. A move that ends in `*` stands for all that
    /// begin so. Without any, every legal move does.
    pub(crate) lines: &'static [&'static str],
    /// What is asked.
    pub(crate) task: Both,
    /// What is said when it is done.
    pub(crate) done: Both,
}

/// The lesson of a game.
#[must_use]
pub(crate) fn lesson<G: Geometry>() -> Lesson {
    Lesson { game: G::KIND, goals: goals::<G>(), steps: G::LESSON.iter().filter_map(shown::<G>).collect() }
}

/// What wins and what loses.
#[must_use]
pub(crate) fn goals<G: Geometry>() -> Vec<Text> {
    G::GOALS.iter().map(|&goal| text(goal)).collect()
}

fn text((en, ja): Both) -> Text {
    Text::new(en, ja)
}

/// `None` if the position cannot be read; a test reads them all.
fn shown<G: Geometry>(step: &Step) -> Option<LessonStep> {
    let start: G = match step.position {
        "" => G::default(),
        position => position.parse().ok()?,
    };
    let view = start.view(Side::First);
    let moves = sorted::<G>(&view).into_iter().map(|mv| {
        let answers = answers(step, &mv.to_string());
        LessonMove {
            mv: G::move_on(&view, mv),
            is_right: answers.is_some(),
            frames: frames(&start, mv, answers.unwrap_or_default()),
        }
    });
    Some(LessonStep {
        seat: view.side_to_move().into(),
        position: G::position(&view),
        task: text(step.task),
        done: text(step.done),
        moves: moves.collect(),
    })
}

/// What follows a move that does as asked; `None` for one that does not.
fn answers(step: &Step, mv: &str) -> Option<&'static str> {
    if step.lines.is_empty() {
        return Some("");
    }
    step.lines.iter().find_map(|line| {
        let (asked, answers) = line.split_once(' ').unwrap_or((line, ""));
        let is_asked = match asked.strip_suffix('*') {
            Some(beginning) => mv.starts_with(beginning),
            None => mv == asked,
        };
        is_asked.then_some(answers)
    })
}

/// What the reader sees after their move and after each answer.
fn frames<G: Geometry>(start: &G, mv: G::Move, answers: &str) -> Vec<LessonFrame> {
    let mut game = start.clone();
    let mut frames = Vec::new();
    for mv in [mv].into_iter().chain(answers.split_whitespace().filter_map(|mv| mv.parse().ok())) {
        let step = G::step(&game.view(Side::First), mv);
        if game.play(mv).is_err() {
            break;
        }
        let position = match game.outcome() {
            Some(_) => game.revealed(),
            None => G::position(&game.view(Side::First)),
        };
        frames.push(LessonFrame { position, step });
    }
    frames
}

#[cfg(test)]
mod tests {
    use games::{GameKind, with_game};

    use super::*;
    use crate::wire::Position;

    /// The game after what a step asks for.
    fn after<G: Geometry>(step: &Step, line: &str) -> G {
        let mut game: G = if step.position.is_empty() {
            G::default()
        } else {
            step.position.parse().unwrap_or_else(|error| panic!("{}: {error}", step.position))
        };
        for mv in line.split_whitespace() {
            game.play(mv.parse().unwrap_or_else(|_| panic!("{mv}"))).unwrap_or_else(|error| {
                panic!("{} {line}: {error}", step.position);
            });
        }
        game
    }

    #[test]
    fn every_step_can_be_done_and_most_have_another_move_too() {
        fn check<G: Geometry>() {
            assert!((5..=8).contains(&G::LESSON.len()), "{}: {} steps", G::KIND, G::LESSON.len());
            let lesson = lesson::<G>();
            assert_eq!(lesson.steps.len(), G::LESSON.len());
            for (step, shown) in G::LESSON.iter().zip(&lesson.steps) {
                assert_eq!(shown.seat, crate::wire::SideName::First, "{}", step.position);
                let right = shown.moves.iter().filter(|mv| mv.is_right).count();
                assert!(right > 0 && (step.lines.is_empty() || right < shown.moves.len() || right == 1));
                for line in step.lines.iter().filter(|line| !line.ends_with('*')) {
                    after::<G>(step, line);
                    let (mv, answers) = line.split_once(' ').unwrap_or((line, ""));
                    let offered = shown.moves.iter().find(|offered| offered.mv.text == mv).unwrap();
                    assert_eq!(offered.frames.len(), 1 + answers.split_whitespace().count(), "{line}");
                }
            }
            assert!(!goals::<G>().is_empty());
        }
        for &game in GameKind::ALL {
            with_game!(game, G => check::<G>());
        }
    }

    /// The steps that say that the game is won by them.
    #[test]
    fn what_is_said_to_win_wins() {
        fn check<G: Geometry>() {
            for step in G::LESSON {
                let says_so = step.done.0.contains("You win") || step.done.0.contains("you win");
                assert!(!says_so || step.lines.len() == 1, "{}", step.done.0);
                for line in step.lines.iter().filter(|line| !line.ends_with('*')) {
                    let outcome = after::<G>(step, line).outcome();
                    let is_won = outcome.is_some_and(|outcome| outcome.winner == Some(Side::First));
                    assert_eq!(is_won, says_so, "{}", step.done.0);
                    assert_eq!(outcome.is_some(), says_so, "{}", step.done.0);
                }
            }
        }
        for &game in GameKind::ALL {
            with_game!(game, G => check::<G>());
        }
    }

    #[test]
    fn hidden_colours_stay_hidden_in_a_lesson() {
        let lesson = lesson::<games::geister::Geister>();
        for step in &lesson.steps {
            let Position::Geister { ghosts, .. } = &step.position else { panic!() };
            let theirs = ghosts.iter().filter(|ghost| ghost.side == crate::wire::SideName::Second);
            assert!(theirs.clone().count() > 0);
            for ghost in theirs {
                assert_eq!(ghost.colour, crate::wire::GhostColour::Unknown);
            }
        }
    }

    /// Of Othello's second and third step: the asked squares are the only ones that do what the words say.
    #[test]
    fn othello_asks_for_diagonals_and_for_the_most_discs() {
        let lesson = lesson::<games::othello::Othello>();
        let flipped = |mv: &LessonMove| match &mv.frames[0].step {
            crate::wire::BoardChange::Othello { flipped, .. } => flipped.iter().map(Vec::len).sum(),
            _ => 0usize,
        };
        let most = lesson.steps[2].moves.iter().max_by_key(|mv| flipped(mv)).unwrap();
        assert!(most.is_right);
        assert!(lesson.steps[2].moves.iter().all(|mv| mv.is_right || flipped(mv) < flipped(most)));
    }

    /// What Kalah's steps say of the last seed is so.
    #[test]
    fn kalah_shows_an_extra_turn_a_capture_and_a_way_around() {
        let lesson = lesson::<games::kalah::Kalah>();
        let right = |step: usize| {
            let mv = lesson.steps[step].moves.iter().find(|mv| mv.is_right).unwrap();
            let crate::wire::BoardChange::Kalah { path, captured, again, .. } = &mv.frames[0].step else {
                panic!()
            };
            (path.clone(), captured.clone(), *again)
        };
        assert!(right(1).2);
        assert!(right(2).1.is_some_and(|capture| capture.from.len() == 2));
        let captures = |mv: &&LessonMove| {
            matches!(&mv.frames[0].step, crate::wire::BoardChange::Kalah { captured: Some(_), .. })
        };
        assert_eq!(lesson.steps[2].moves.iter().filter(captures).count(), 1);
        let (path, ..) = right(4);
        assert!(path.contains(&"second-5".to_owned()) && !path.contains(&"second-store".to_owned()));
        assert!(path.last().is_some_and(|last| last.starts_with("first-")));
    }
}
