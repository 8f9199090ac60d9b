//! The Kalah Game Protocol, version 1.0 (a line protocol over TCP or WebSocket): a server sends positions,
//! always seen from the south, and the client answers with moves and yields.

use games::kalah::{Kalah, Rules, kgp};
use opponents::Opponent;

use crate::Reply;

/// An opponent as a client of a server that speaks KGP.
pub struct Client {
    opponent: Box<dyn Opponent<Kalah>>,
    rules: Rules,
}

impl Client {
    /// A client whose moves `opponent` chooses, on a server that plays by `rules`.
    #[must_use]
    pub fn new(opponent: Box<dyn Opponent<Kalah>>, rules: Rules) -> Client {
        Client { opponent, rules }
    }

    /// Answers one line of the server: `[ID][@REF] COMMAND ARGUMENTS`.
    pub fn answer(&mut self, line: &str) -> Reply {
        let mut words = line.trim_end().splitn(2, ' ');
        let first = words.next().unwrap_or_default();
        // A command may have a number of its own and the number of what it answers before it.
        let numbered = first.starts_with(|c: char| c.is_ascii_digit() || c == '@');
        let (id, rest) = match numbered {
            true => (first.split('@').next().unwrap_or_default(), words.next().unwrap_or_default()),
            false => ("", line.trim_end()),
        };
        let (command, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
        let reference = if id.is_empty() { String::new() } else { format!("@{id} ") };
        match command {
            "kgp" if arguments.starts_with("1 ") => Reply::lines("mode freeplay\n"),
            "kgp" => {
                Reply { text: format!("{reference}error \"only version 1 is spoken here\"\n"), quit: true }
            }
            "state" => self.state(&reference, arguments),
            "ping" => Reply::lines(format!("{reference}pong {arguments}").trim_end().to_owned() + "\n"),
            "goodbye" => Reply { text: String::new(), quit: true },
            // ok, error, set and stop need no answer: we have yielded already.
            _ => Reply::default(),
        }
    }

    fn state(&mut self, reference: &str, board: &str) -> Reply {
        match kgp::read(board.trim(), self.rules) {
            Err(error) => {
                Reply::lines(format!("{reference}error \"{}\"\n", error.to_string().replace('"', "'")))
            }
            Ok(game) => match self.opponent.choose(&game) {
                Ok(choice) => Reply::lines(format!("{reference}move {}\n{reference}yield\n", choice.mv)),
                // Without a move the server plays any for us.
                Err(_) => Reply::lines(format!("{reference}yield\n")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_goes_as_the_protocol_says() {
        let mut client = Client::new(opponents::by_name("random", 1).unwrap(), Rules::default());
        let mut says = |line: &str| client.answer(line).text;
        assert_eq!(says("kgp 1 0 1"), "mode freeplay\n");
        assert_eq!(says("2 ping"), "@2 pong\n");
        let answer = says("4 state <3,0,0,3,3,3,3,3,3>");
        let hole = answer.strip_prefix("@4 move ").and_then(|rest| rest.strip_suffix("\n@4 yield\n"));
        assert!(["1", "2", "3"].map(Some).contains(&hole), "{answer}");
        assert_eq!(says("6 stop"), "");
        assert!(says("8 state <3,0>").starts_with("@8 error \"found"));
        assert_eq!(says("10@4 ok"), "");
        assert!(client.answer("goodbye").quit);
        assert!(client.answer("kgp 2 0 0").quit);
    }
}
