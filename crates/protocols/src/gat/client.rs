//! An opponent as a client of a GAT server.

use std::time::{Duration, Instant};

use games::geister::{Direction, Geister, Move, Place, Setup, View, gat};
use games::{Game, Side, View as _};
use opponents::{Failure, Opponent};

use super::{Connection, SET, end_word, taken};

/// A client for one game after the other. It believes nothing it is told that no game leads to.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// The plies after which the game is drawn at the latest. The server may end it earlier.
    pub limit: u16,
    /// How long the server may be silent: as long as the other side thinks, or nobody comes to play.
    pub patience: Duration,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// Where the client sat; the second seat if it was over before a move was seen.
    pub seat: Side,
    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    pub score: f64,
    /// The last position, with all colours.
    pub last: Geister,
}

/// What the server is found to say.
enum Said {
    Turn(String),
    End(String),
}

impl Client {
    /// Plays one game for `opponent`, whose red ghosts are those of `setup`.
    ///
    /// # Errors
    /// The server falls silent, goes away or says what cannot be; or the opponent fails.
    pub fn play(
        &self,
        server: &mut Connection,
        opponent: &mut dyn Opponent<Geister>,
        setup: Setup,
    ) -> Result<Ended, Failure> {
        self.expect(server, &[SET])?;
        server.send(&format!("SET:{setup}"))?;
        self.expect(server, &[taken(None)])?;
        // The seat's own colours are all a view shows at the start, so the enemy's may be anything.
        let starts = Side::BOTH.map(|seat| Geister::new([setup; 2], self.limit).view(seat));
        let first = match self.hear(server)? {
            Said::Turn(line) => line,
            Said::End(line) => return ended(&line, &starts[1]),
        };
        // Who is asked at the start of the game is the first to move.
        let is_first =
            gat::read_board(&first, Side::First, 0, self.limit).is_ok_and(|board| board == starts[0]);
        let mut view = starts[usize::from(!is_first)];
        opponent.begin(&view, &[]);
        let mut line = first;
        loop {
            view = follow_enemy(opponent, view, &line, self.limit)?;
            let choice = opponent.choose(&view)?;
            view.check(choice.mv)?;
            let Some(text) = gat::write_move(&view, choice.mv) else { return Err(Failure::NoMove) };
            server.send(&text)?;
            view = self.hear_answer(server, view, choice.mv)?;
            line = match self.hear(server)? {
                Said::Turn(line) => line,
                Said::End(line) => {
                    let ended = ended(&line, &view)?;
                    let outcome = ended.last.outcome();
                    if let Some(outcome) = outcome {
                        opponent.finish(&ended.last, outcome);
                    }
                    return Ok(ended);
                }
            };
        }
    }

    /// Follows the own move by what the server says it captured.
    fn hear_answer(&self, server: &mut Connection, before: View, mv: Move) -> Result<View, Failure> {
        use games::geister::Colour::{Blue, Red};
        let answers = [None, Some(Red), Some(Blue)];
        let index = self.expect(server, &answers.map(taken))?;
        let mut view = before;
        view.follow(mv, answers[index]).map_err(|illegal| {
            Failure::Protocol(format!(
                "found \"{}\" in answer to {mv}: {}",
                taken(answers[index]),
                illegal.why
            ))
        })?;
        Ok(view)
    }

    fn line(&self, server: &mut Connection) -> Result<String, Failure> {
        // Beyond any time the clock of the system can tell there is no deadline.
        server.line(Instant::now().checked_add(self.patience))
    }

    /// The next line, which must be one of `expected`; which one it is.
    fn expect(&self, server: &mut Connection, expected: &[&str]) -> Result<usize, Failure> {
        let line = self.line(server)?;
        let found = expected.iter().position(|word| word.trim_end() == line.trim_end());
        found.ok_or_else(|| strange(&line, &expected.join(", ")))
    }

    /// The next line, a turn or the end.
    fn hear(&self, server: &mut Connection) -> Result<Said, Failure> {
        let line = self.line(server)?;
        if line.starts_with(gat::TURN) {
            Ok(Said::Turn(line))
        } else if gat::ENDS.iter().any(|end| line.starts_with(end)) {
            Ok(Said::End(line))
        } else {
            Err(strange(&line, "MOV?, WON:, LST: or DRW: and a board"))
        }
    }
}

fn strange(found: &str, expected: &str) -> Failure {
    Failure::Protocol(games::Malformed::new(found, expected).to_string())
}

fn unreadable(error: &games::Malformed) -> Failure {
    Failure::Protocol(error.to_string())
}

/// The view at a turn of ours, from the one before it and the board the server sent.
fn follow_enemy(
    opponent: &mut dyn Opponent<Geister>,
    before: View,
    line: &str,
    limit: u16,
) -> Result<View, Failure> {
    let seat = before.seat();
    let ply = before.ply() + u16::from(before.side_to_move() != seat);
    if ply >= limit {
        return Err(Failure::Protocol(format!(
            "found a game that goes on, expected its end after {limit} plies"
        )));
    }
    let board = gat::read_board(line, seat, ply, limit).map_err(|error| unreadable(&error))?;
    if board == before {
        return Ok(board);
    }
    if let Some((mv, _)) = enemy_moves(&before).find(|(_, after)| *after == board) {
        opponent.observe(&before, mv);
        return Ok(board);
    }
    Err(strange(line, &format!("a board to which a move leads from {}", gat::write_board(&before))))
}

/// What the enemy may do at its turn, and what the seat sees then.
fn enemy_moves(view: &View) -> impl Iterator<Item = (Move, View)> {
    let enemy = view.seat().other();
    let squares = view.places(enemy).iter().filter_map(|place| place.square());
    let moves = squares.flat_map(|from| Direction::ALL.into_iter().filter_map(move |to| Move::new(from, to)));
    moves.filter_map(move |mv| {
        let mut after = *view;
        let on_target = |place: &Place| mv.to().is_some_and(|to| *place == Place::On(to));
        let own = view.places(view.seat()).iter().position(on_target);
        let captured = own.map(|index| view.setup().colour(games::geister::Ghost::ALL[index]));
        (view.side_to_move() == enemy && after.follow(mv, captured).is_ok()).then_some((mv, after))
    })
}

/// The end as the server tells it, if it can follow from the last view.
fn ended(line: &str, before: &View) -> Result<Ended, Failure> {
    let seat = before.seat();
    let read = |ply| gat::read_final_board(line, seat, ply, before.limit());
    let now = read(before.ply());
    // The enemy's last move is told by this board alone.
    let fits = |last: &Geister| {
        let view = last.view(seat);
        view == *before || enemy_moves(before).any(|(_, after)| after == view)
    };
    let after = || read(before.ply() + 1).ok().filter(|last| fits(last));
    let last = match (now.as_ref().ok().filter(|last| fits(last)).copied().or_else(after), now) {
        (Some(last), _) => last,
        (None, Err(error)) => return Err(unreadable(&error)),
        (None, Ok(_)) => {
            let expected = format!("a board that can follow {}", gat::write_board(before));
            return Err(strange(line, &expected));
        }
    };
    // Time and illegal moves end a game that could go on; what the rules say cannot be told otherwise.
    if let Some(end) = last.outcome()
        && !line.starts_with(end_word(&end, seat))
    {
        return Err(strange(line, &format!("{} at the end of this game", end_word(&end, seat))));
    }
    let [won, lost, _] = gat::ENDS;
    let score = if line.starts_with(won) {
        1.0
    } else if line.starts_with(lost) {
        0.0
    } else {
        0.5
    };
    Ok(Ended { seat, score, last })
}
