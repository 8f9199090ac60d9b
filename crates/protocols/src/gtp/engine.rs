//! Our opponents as engines that speak GTP.

use games::othello::{Move, Othello};
use games::{Game, Side};
use opponents::{Failure, Opponent};

use crate::Reply;
use crate::game_history::GameHistory;

/// An opponent that answers a program which speaks GTP.
pub struct Engine {
    opponent: Box<dyn Opponent<Othello>>,
    game: GameHistory<Othello>,
}

/// The commands [`Engine`] knows.
const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "reg_genmove",
];

impl Engine {
    /// An engine whose moves `opponent` chooses.
    #[must_use]
    pub fn new(opponent: Box<dyn Opponent<Othello>>) -> Engine {
        Engine { opponent, game: GameHistory::new(Othello::default()) }
    }

    /// Answers one line; comments and empty lines are passed over.
    pub fn answer(&mut self, line: &str) -> Reply {
        // Control characters count as nothing, a tab as a space.
        let line: String = line.replace('\t', " ").chars().filter(|c| !c.is_control()).collect();
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        let number = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default();
        let Some(command) = words.next() else { return Reply::default() };
        let arguments: Vec<&str> = words.collect();
        let text = match self.run(command, &arguments) {
            Ok(text) if text.is_empty() => format!("={number}\n\n"),
            Ok(text) => format!("={number} {text}\n\n"),
            Err(error) => format!("?{number} {error}\n\n"),
        };
        Reply { text, quit: command == "quit" }
    }

    fn run(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        match (command, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok("Gokaku".to_owned()),
            ("version", []) => Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), self.opponent.name())),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("boardsize", ["8"]) => Ok(self.clear()),
            ("boardsize", _) => Err("unacceptable size".to_owned()),
            ("clear_board", []) => Ok(self.clear()),
            // Othello has no komi, and our clocks are in the opponent's name.
            ("quit", []) => Ok(String::new()),
            ("komi", [number]) if number.parse::<f64>().is_ok() => Ok(String::new()),
            ("time_settings", [_, _, _]) if are_whole(arguments) => Ok(String::new()),
            ("time_left", [colour, rest @ ..]) if rest.len() == 2 && are_whole(rest) => {
                side(colour).map(|_| String::new())
            }
            ("play", [colour, mv]) => self.play(side(colour)?, mv).map(|()| String::new()),
            ("genmove", [colour]) => self.generate(side(colour)?),
            ("reg_genmove", [colour]) => {
                let positions = self.game.positions().len();
                let answer = self.generate(side(colour)?);
                while self.game.positions().len() > positions {
                    self.game.undo();
                }
                answer
            }
            ("undo", []) if self.game.undo() => Ok(String::new()),
            ("undo", []) => Err("cannot undo".to_owned()),
            ("showboard", []) => Ok(board(&self.game.game())),
            ("final_score", []) => Ok(score(&self.game.game())),
            (command, _) if COMMANDS.contains(&command) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn clear(&mut self) -> String {
        self.game.restart(Othello::default());
        String::new()
    }

    /// Makes it the turn of `side`, by a pass that a program may have left unsaid.
    fn turn_to(&mut self, side: Side) -> Result<(), String> {
        let game = self.game.game();
        if game.side_to_move() == side || game.outcome().is_some() {
            return Ok(());
        }
        let refused = |_| format!("illegal move: it is the turn of the {} side", side.other());
        self.game.play(Move::Pass).map_err(refused)
    }

    fn play(&mut self, side: Side, text: &str) -> Result<(), String> {
        let mv: Move = text.parse().map_err(|_| "syntax error".to_owned())?;
        let before = self.game.clone();
        // The same program may also say the pass that we have taken for granted.
        if mv != Move::Pass {
            self.turn_to(side)?;
        }
        self.game.play(mv).map_err(|_| {
            self.game = before;
            "illegal move".to_owned()
        })
    }

    fn generate(&mut self, side: Side) -> Result<String, String> {
        self.turn_to(side)?;
        if self.game.game().outcome().is_some() {
            return Ok("pass".to_owned());
        }
        let choice = match self.game.choose(&mut *self.opponent) {
            Err(Failure::Resigned) => return Ok("resign".to_owned()),
            choice => choice.map_err(|failure| failure.to_string())?,
        };
        self.game.play(choice.mv).map_err(|error| error.to_string())?;
        Ok(choice.mv.to_string())
    }
}

/// Whether all words are whole numbers, as the protocol's times are.
fn are_whole(words: &[&str]) -> bool {
    words.iter().all(|word| word.parse::<u32>().is_ok())
}

fn side(colour: &str) -> Result<Side, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err("syntax error".to_owned()),
    }
}

fn board(game: &Othello) -> String {
    let text = game.to_string();
    let rows = (0..8).map(|row| format!("{} {}", row + 1, &text[8 * row..8 * row + 8]));
    format!("\n  abcdefgh\n{}", rows.collect::<Vec<_>>().join("\n"))
}

/// `B+12`, `W+4` or `0`, counted as the board stands.
fn score(game: &Othello) -> String {
    let [black, white] = game.counts();
    match black.cmp(&white) {
        std::cmp::Ordering::Greater => format!("B+{}", black - white),
        std::cmp::Ordering::Less => format!("W+{}", white - black),
        std::cmp::Ordering::Equal => "0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Engine {
        Engine::new(opponents::by_name("random", 1).unwrap())
    }

    #[test]
    fn a_session_goes_as_the_protocol_says() {
        let mut engine = engine();
        let mut says = |line: &str| engine.answer(line).text;
        assert_eq!(says("protocol_version"), "= 2\n\n");
        assert_eq!(says("17 name"), "=17 Gokaku\n\n");
        assert_eq!(says("  # only a comment"), "");
        assert_eq!(says("boardsize 19"), "? unacceptable size\n\n");
        assert_eq!(says("play black d3"), "=\n\n");
        assert_eq!(says("play white a1"), "? illegal move\n\n");
        assert_eq!(says("3 play white"), "?3 syntax error\n\n");
        assert_eq!(says("play black c3 # again"), "? illegal move: it is the turn of the second side\n\n");
        assert!(["= c3\n\n", "= c5\n\n", "= e3\n\n"].contains(&says("genmove w").as_str()));
        assert_eq!(says("known_command genmove"), "= true\n\n");
        assert_eq!(says("dance"), "? unknown command\n\n");
        assert_eq!(says("time_settings 0 2 1"), "=\n\n");
        assert_eq!(says("time_left b 2 1"), "=\n\n");
        for line in ["time_settings 0 2", "time_settings 0 x 1", "time_left b 2", "time_left x 2 1", "komi x"]
        {
            assert_eq!(says(line), "? syntax error\n\n", "{line}");
        }
        assert_eq!(says("undo"), "=\n\n");
        assert!(says("reg_genmove w").starts_with("= "));
        assert_eq!(says("final_score"), "= B+3\n\n");
        assert_eq!(says("undo"), "=\n\n");
        assert_eq!(says("undo"), "? cannot undo\n\n");
        assert!(says("showboard").contains("4 ---OX---"));
        assert!(engine.answer("quit").quit);
    }

    #[test]
    fn it_plays_itself_to_the_end_passes_and_all() {
        let mut engine = engine();
        for turn in 0..200 {
            if engine.game.game().outcome().is_some() {
                break;
            }
            let colour = if engine.game.game().side_to_move() == Side::First { "b" } else { "w" };
            let said = engine.answer(&format!("genmove {colour}")).text;
            assert!(said.starts_with("= "), "turn {turn}: {said}");
        }
        assert!(engine.game.game().outcome().is_some());
        assert_eq!(engine.answer("genmove b").text, "= pass\n\n");
    }
}
