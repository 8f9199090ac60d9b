//! Our opponents as engines that speak NBoard.

use games::Game;
use games::othello::{Othello, ggf};
use opponents::{Language, Opponent};
use search::othello::{AlphaBeta, SearchOptions, Weights};
use search::{Analysis, Budget};

use super::{print_move, read_move};
use crate::Reply;
use crate::game_history::GameHistory;

/// How deep hints look until the other program says `set depth`: the depth in the protocol's own example.
const DEPTH: u32 = 6;

/// Tables of a hint's search: 2^14 cache lines, a megabyte.
const TABLE_BITS: u32 = 14;

/// An opponent that answers a program which speaks NBoard. Moves are the opponent's; hints and analyses,
/// which ask how good moves are and not who would play them, come from alpha-beta over the learned patterns.
pub struct Engine {
    opponent: Box<dyn Opponent<Othello>>,
    game: GameHistory<Othello>,
    depth: u32,
}

impl Engine {
    /// An engine whose moves `opponent` chooses.
    #[must_use]
    pub fn new(opponent: Box<dyn Opponent<Othello>>) -> Engine {
        Engine { opponent, game: GameHistory::new(Othello::default()), depth: DEPTH }
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
                Some(("depth", depth)) => self.set_depth(depth),
                _ => Reply::default(),
            },
            ("move", item) => self.play(item),
            ("go", _) => self.go(),
            ("hint", count) => self.hint(count),
            ("analyze", _) => self.analyse(),
            // We keep no book, but the answer is owed.
            ("learn", _) => Reply::lines("learned\n"),
            ("quit", _) => Reply { text: String::new(), quit: true },
            _ => Reply::default(),
        }
    }

    /// Takes over a game; one that cannot be read leaves everything as it was.
    fn set_game(&mut self, text: &str) -> Reply {
        let record = match ggf::read(text).map(|records| records.into_iter().next_back()) {
            Ok(Some(record)) => record,
            Ok(None) => return status("found no game, expected one in GGF"),
            Err(error) => return status(&error.to_string()),
        };
        self.game.restart(record.start);
        // What was read is legal.
        match record.moves().try_for_each(|mv| self.game.play(mv)) {
            Ok(()) => Reply::default(),
            Err(illegal) => status(&illegal.to_string()),
        }
    }

    fn set_depth(&mut self, text: &str) -> Reply {
        match text.trim().parse() {
            Ok(depth @ 1..=60) => {
                self.depth = depth;
                Reply::default()
            }
            _ => status(&format!("found depth {text}, expected a number from 1 to 60")),
        }
    }

    /// A move, perhaps with a value and a time behind it: `F5/1.5/0.01`.
    fn play(&mut self, item: &str) -> Reply {
        let played = read_move(item).and_then(|mv| self.game.play(mv).map_err(games::Malformed::from));
        played.map_or_else(|error| status(&error.to_string()), |()| Reply::default())
    }

    fn go(&mut self) -> Reply {
        match self.game.choose(&mut *self.opponent) {
            Ok(choice) => Reply::lines(format!(
                "=== {}\nstatus {}\n",
                print_move(choice.mv),
                choice.reason.sentence(Language::English)
            )),
            Err(failure) => status(&failure.to_string()),
        }
    }

    fn candidates(&self, game: &Othello, every_move: bool) -> Analysis<games::othello::Move> {
        let options = SearchOptions { every_move, ..SearchOptions::default() };
        let mut search = AlphaBeta::new(Weights::shipped(), options, TABLE_BITS);
        search.analyse(game.board(), &Budget::depth(self.depth))
    }

    /// The best moves with their lines and values, as `search PV VALUE 0 DEPTH`.
    fn hint(&self, count: &str) -> Reply {
        let Ok(count @ 1..) = count.parse::<usize>() else {
            return status(&format!("found hint {count}, expected how many moves to give"));
        };
        let analysis = self.candidates(&self.game.game(), count > 1);
        let mut text = "status searching\n".to_owned();
        for candidate in analysis.candidates.iter().take(count) {
            let line: String = candidate.line.iter().map(|&mv| print_move(mv)).collect();
            // The move itself must stand first, should the line be cut short.
            let line = if line.is_empty() { print_move(candidate.mv) } else { line };
            text.push_str(&format!("search {line} {:.2} 0 {}\n", candidate.value, analysis.depth));
        }
        Reply::lines(text + "status\n")
    }

    /// What every position of the game is worth to the side to move, the last one first: `analysis MOVES
    /// VALUE`.
    fn analyse(&self) -> Reply {
        let mut text = "status analysing\n".to_owned();
        for (moves, game) in self.game.positions().iter().enumerate().rev() {
            let value = match game.outcome() {
                Some(_) => final_difference(game),
                None => self.candidates(game, false).best().map_or(0.0, |best| best.value),
            };
            text.push_str(&format!("analysis {moves} {value:.2}\n"));
        }
        Reply::lines(text + "status\n")
    }
}

/// Own discs less the other side's at the end of a game, empty squares to the winner, as the server of GGF
/// counts.
fn final_difference(game: &Othello) -> f64 {
    let (own, other) = game.board().counts();
    let (difference, empty) = (f64::from(own) - f64::from(other), f64::from(64 - own - other));
    if difference == 0.0 { 0.0 } else { difference + empty.copysign(difference) }
}

fn status(text: &str) -> Reply {
    Reply::lines(format!("status {text}\n"))
}

#[cfg(test)]
mod tests {
    use games::othello::obf;

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
        assert!(answer.starts_with("=== ") && answer.contains("status Chosen at random"), "{answer}");
        assert_eq!(says("learn"), "learned\n");
        assert_eq!(says("set depth x"), "status found depth x, expected a number from 1 to 60\n");
        assert_eq!(says("set contempt 3"), "");
        assert_eq!(says("dance"), "");
        assert!(says("set game nonsense").contains("found \"nonsense\""));
        assert!(engine.answer("quit").quit);
    }

    #[test]
    fn going_does_not_move_by_itself() {
        let mut engine = Engine::new(opponents::by_name("random", 1).unwrap());
        let first = engine.answer("go").text;
        assert!(first.starts_with("=== "));
        assert_eq!(engine.game.game(), Othello::default(), "the program tells the move back with `move`");
    }

    #[test]
    fn an_opponent_that_adapts_hears_of_the_other_side() {
        let name = "ladder:rungs=1/2,playouts=20,rule=paper,miss=lowest";
        let mut engine = Engine::new(opponents::by_name(name, 1).unwrap());
        assert!(engine.answer("go").text.contains("until your search depth can be estimated"));
        engine.answer("move F5");
        let said = engine.answer("go").text;
        assert!(said.contains("from 1 move,"), "{said}");
    }

    #[test]
    fn hints_are_the_best_moves_with_their_values() {
        let mut engine = Engine::new(opponents::by_name("random", 1).unwrap());
        engine.answer("set depth 4");
        // FForum 1, with 14 empty squares: G8 wins by 18 and H1 by 12.
        let problem = &obf::read(include_str!("../../../../testdata/othello/fforum-1-19.obf")).unwrap()[0];
        engine.game.restart(problem.position);
        let said = engine.answer("hint 2").text;
        let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split(' ').collect()).collect();
        assert_eq!((lines.len(), lines[0][0], lines[3][0]), (4, "status", "status"), "{said}");
        for (line, (mv, score)) in lines[1..3].iter().zip(&problem.scores) {
            assert_eq!((line[0], line[3]), ("search", "0"), "{said}");
            assert!(line[1].starts_with(&print_move(*mv)), "{said}");
            assert_eq!(line[2].parse(), Ok(f64::from(*score)), "near the end values are exact: {said}");
        }
        assert_eq!(engine.answer("hint 1").text.matches("search ").count(), 1);
        assert!(engine.answer("hint none").text.starts_with("status found hint none"));
    }

    #[test]
    fn an_analysis_goes_through_the_game_from_its_end() {
        let mut engine = Engine::new(opponents::by_name("random", 1).unwrap());
        for line in ["set depth 2", "move F5", "move D6", "move C3"] {
            engine.answer(line);
        }
        let said = engine.answer("analyze").text;
        let moves: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("analysis ")).collect();
        let numbers: Vec<&str> = moves.iter().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(numbers, ["3", "2", "1", "0"]);
        assert!(moves.iter().all(|line| line.split(' ').nth(1).unwrap().parse::<f64>().is_ok()), "{said}");
    }
}
