//! Our opponents as engines that speak NBoard.

use games::Game;
use games::othello::{Othello, ggf};
use opponents::Opponent;

use super::{print_move, read_move};
use crate::Reply;

/// An opponent that answers a program which speaks NBoard.
pub struct Engine {
    opponent: Box<dyn Opponent<Othello>>,
    game: Othello,
}

impl Engine {
    /// An engine whose moves `opponent` chooses.
    #[must_use]
    pub fn new(opponent: Box<dyn Opponent<Othello>>) -> Engine {
        Engine { opponent, game: Othello::default() }
    }

    /// Answers one line. As the protocol asks, a command it does not know is passed over.
    pub fn answer(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("nboard", _) => Reply::lines(format!("set myname {}\n", self.opponent.name())),
            ("ping", number) => Reply::lines(format!("pong {number}\n")),
            ("set", rest) => match rest.split_once(' ') {
                Some(("game", game)) => self.set_game(game),
                _ => Reply::default(),
            },
            ("move", item) => self.play(item),
            ("go", _) => self.go(),
            ("quit", _) => Reply { text: String::new(), quit: true },
            _ => Reply::default(),
        }
    }

    /// Takes the position at the end of the game; a game that cannot be read leaves everything as it was.
    fn set_game(&mut self, text: &str) -> Reply {
        let last = ggf::read(text).map(|records| records.last().map(games::Record::replay));
        match last {
            Ok(Some(Ok(game))) => {
                self.game = game;
                Reply::default()
            }
            Ok(Some(Err(error))) => status(&error.to_string()),
            Ok(None) => status("found no game, expected one in GGF"),
            Err(error) => status(&error.to_string()),
        }
    }

    /// A move, perhaps with a value and a time behind it: `F5/1.5/0.01`.
    fn play(&mut self, item: &str) -> Reply {
        let played = read_move(item).and_then(|mv| self.game.play(mv).map_err(games::Malformed::from));
        played.map_or_else(|error| status(&error.to_string()), |()| Reply::default())
    }

    fn go(&mut self) -> Reply {
        match self.opponent.choose(&self.game) {
            Ok(choice) => Reply::lines(format!("=== {}\nstatus {}\n", print_move(choice.mv), choice.why)),
            Err(failure) => status(&failure.to_string()),
        }
    }
}

fn status(text: &str) -> Reply {
    Reply::lines(format!("status {text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_goes_as_the_protocol_says() {
        let mut engine = Engine::new(opponents::by_name("random", 1).unwrap());
        let mut says = |line: &str| engine.answer(line).text;
        assert_eq!(says("nboard 2"), "set myname random\n");
        assert_eq!(says("set depth 6"), "");
        let board = "8 ---------------------------O*------*O--------------------------- *";
        assert_eq!(says(&format!("set game (;GM[Othello]BO[{board}]B[F5]W[F6]B[E6]W[F4];)")), "");
        assert_eq!(says("ping 3"), "pong 3\n");
        assert_eq!(says("move E3/1.5/0.01"), "");
        assert_eq!(
            says("move A1"),
            "status found illegal move a1: it flips nothing, expected a legal move\n"
        );
        let answer = says("go");
        assert!(answer.starts_with("=== ") && answer.contains("status one of"), "{answer}");
        assert_eq!(says("learn"), "");
        assert!(says("set game nonsense").contains("found \"nonsense\""));
        assert!(engine.answer("quit").quit);
    }

    #[test]
    fn going_does_not_move_by_itself() {
        let mut engine = Engine::new(opponents::by_name("random", 1).unwrap());
        let first = engine.answer("go").text;
        assert!(first.starts_with("=== "));
        assert_eq!(engine.game, Othello::default(), "the program tells the move back with `move`");
    }
}
