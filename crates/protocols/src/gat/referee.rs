//! What a GAT server says, without sockets and clocks.

use std::time::Duration;

use games::geister::{Geister, Setup, gat};
use games::{EndReason, Game, Outcome, Ply, Record, Side};
use opponents::Failure;

use super::{PATIENCE, REFUSED, SET, end_word, taken};

/// The referee of one game between two clients: hears their lines and says what each is to be sent.
///
/// Until the end a seat is sent nothing that does not follow from its own view.
///
/// ```
/// use std::time::Duration;
/// use games::Side;
/// use protocols::gat::Referee;
///
/// let mut referee = Referee::new(200);
/// assert_eq!(referee.open()[0], (Side::First, "SET?".to_owned()));
/// referee.hear(Side::First, "SET:ABCD", Duration::ZERO);
/// let said = referee.hear(Side::Second, "SET:EFGH", Duration::ZERO);
/// assert_eq!(said[0], (Side::Second, "OK ".to_owned()));
/// assert!(said[1].1.starts_with("MOV?14R"));
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    limit: u16,
    setups: [Option<Setup>; 2],
    /// The start and the present; `None` until both sides have chosen their colours.
    game: Option<(Record<Geister>, Geister)>,
    refusals: [u32; 2],
    end: Option<Outcome>,
    fault: Option<(Side, Failure)>,
}

/// Lines to send, each to a seat.
type Lines = Vec<(Side, String)>;

impl Referee {
    /// A game that is drawn after `limit` plies.
    #[must_use]
    pub fn new(limit: u16) -> Referee {
        Referee { limit, setups: [None; 2], game: None, refusals: [0; 2], end: None, fault: None }
    }

    /// The first lines.
    #[must_use]
    pub fn open(&self) -> Lines {
        Side::BOTH.map(|side| (side, SET.to_owned())).to_vec()
    }

    /// Whether `seat` is to answer.
    #[must_use]
    pub fn awaits(&self, seat: Side) -> bool {
        match &self.game {
            _ if self.end.is_some() => false,
            None => self.setups[seat.index()].is_none(),
            Some((_, game)) => game.side_to_move() == seat,
        }
    }

    /// How the game ended.
    #[must_use]
    pub fn end(&self) -> Option<Outcome> {
        self.end
    }

    /// Who lost by which fault, if the game was not played to its end.
    #[must_use]
    pub fn fault(&self) -> Option<&(Side, Failure)> {
        self.fault.as_ref()
    }

    /// The game so far; `None` if the sides never chose their colours.
    #[must_use]
    pub fn record(&self) -> Option<Record<Geister>> {
        let (record, _) = self.game.as_ref()?;
        let mut record = record.clone();
        record.line.end = self.end;
        Some(record)
    }

    /// Hears a line of `seat`, which took it so long.
    pub fn hear(&mut self, seat: Side, line: &str, time: Duration) -> Lines {
        if self.end.is_some() {
            return Vec::new();
        }
        match &self.game {
            None => self.set_up(seat, line),
            Some((_, game)) if game.side_to_move() != seat => self.refuse(seat),
            Some(_) => self.play(seat, line, time),
        }
    }

    /// `seat` cannot or will not go on: the other side has won.
    pub fn give_up(&mut self, seat: Side, failure: Failure) -> Lines {
        if self.end.is_some() {
            return Vec::new();
        }
        self.end = Some(Outcome::win(seat.other(), failure.reason()));
        self.fault = Some((seat, failure));
        self.last_lines()
    }

    fn set_up(&mut self, seat: Side, line: &str) -> Lines {
        let chosen = line.get(..4).filter(|word| word.eq_ignore_ascii_case("SET:"));
        let setup = chosen.and_then(|_| line[4..].trim_end().parse().ok());
        let (None, Some(setup)) = (self.setups[seat.index()], setup) else { return self.refuse(seat) };
        self.setups[seat.index()] = Some(setup);
        let mut lines = vec![(seat, super::TAKEN.to_owned())];
        if let [Some(first), Some(second)] = self.setups {
            let game = Geister::new([first, second], self.limit);
            self.game = Some((Record::new(game), game));
            lines.push((Side::First, turn(&game)));
        }
        lines
    }

    fn refuse(&mut self, seat: Side) -> Lines {
        let refusals = &mut self.refusals[seat.index()];
        *refusals += 1;
        let mut lines = vec![(seat, REFUSED.to_owned())];
        if *refusals > PATIENCE {
            let found = format!("found more than {PATIENCE} lines out of place");
            lines.extend(self.give_up(seat, Failure::Protocol(found)));
        }
        lines
    }

    fn play(&mut self, seat: Side, line: &str, time: Duration) -> Lines {
        let Some((record, game)) = &mut self.game else { return Vec::new() };
        let read =
            gat::read_move(&game.view(seat), line).map_err(|error| Failure::Protocol(error.to_string()));
        let mv = match read.and_then(|mv| Ok(game.check(mv).map(|()| mv)?)) {
            Ok(mv) => mv,
            Err(failure) => {
                let mut lines = vec![(seat, REFUSED.to_owned())];
                lines.extend(self.give_up(seat, failure));
                // Whatever it was instead of a legal move, the protocol knows one word for it.
                self.end = Some(Outcome::win(seat.other(), EndReason::IllegalMove));
                return lines;
            }
        };
        let captured = game.captured_by(mv).map(|(_, colour)| colour);
        game.apply(mv);
        let time = Duration::from_millis(time.as_millis().try_into().unwrap_or(u64::MAX));
        record.line.plies.push(Ply { time: Some(time), ..Ply::new(mv) });
        self.end = game.outcome();
        let mut lines = vec![(seat, taken(captured).to_owned())];
        match self.end {
            None => lines.push((seat.other(), turn(game))),
            Some(_) => lines.extend(self.last_lines()),
        }
        lines
    }

    /// How it ended, for both, with everything shown. Who has no enemy yet to be shown is told nothing.
    fn last_lines(&self) -> Lines {
        let (Some(end), Some((_, game))) = (&self.end, &self.game) else { return Vec::new() };
        let last = |seat| format!("{}{}", end_word(end, seat), gat::write_final_board(game, seat));
        Side::BOTH.map(|seat| (seat, last(seat))).to_vec()
    }
}

/// Asks the side to move.
fn turn(game: &Geister) -> String {
    format!("{}{}", gat::TURN, gat::write_board(&game.view(game.side_to_move())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn begun() -> Referee {
        let mut referee = Referee::new(200);
        referee.hear(Side::First, "SET:ABCD", NOW);
        referee.hear(Side::Second, "set:hgfe", NOW);
        referee
    }

    fn lines(lines: &[(Side, &str)]) -> Lines {
        lines.iter().map(|&(side, line)| (side, line.to_owned())).collect()
    }

    #[test]
    fn a_game_goes_as_the_protocol_says() {
        let mut referee = Referee::new(3);
        let (first, second) = (Side::First, Side::Second);
        assert_eq!(referee.hear(second, "SET:ABC", NOW), lines(&[(second, "NG ")]));
        assert_eq!(referee.hear(second, "SET:EFGH", NOW), lines(&[(second, "OK ")]));
        assert_eq!(referee.hear(second, "SET:ABCD", NOW), lines(&[(second, "NG ")]));
        assert_eq!(
            referee.hear(first, "SET:abcd", NOW),
            lines(&[(first, "OK "), (first, "MOV?14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u")])
        );
        assert_eq!(referee.hear(second, "MOV:A,N", NOW), lines(&[(second, "NG ")]));
        assert_eq!(
            referee.hear(first, "MOV:A,NORTH", NOW),
            lines(&[(first, "OK "), (second, "MOV?14B24B34B44B15R25R35R45R42u31u21u11u40u30u20u10u")])
        );
        assert!(referee.awaits(second) && !referee.awaits(first));
        referee.hear(second, "MOV:D,N", NOW);
        let said = referee.hear(first, "MOV:A,NORTH", NOW);
        assert_eq!(said[0], (first, "OKB".to_owned()));
        assert_eq!(said[1].1, "DRW:12R24R34R44R15B25B35B45B41B31B21B99b40R30R20R10R");
        assert_eq!(said[2].1, "DRW:14B24B34B99b15R25R35R45R43R31R21R11R40B30B20B10B");
        assert_eq!(referee.end(), Some(Outcome::draw(EndReason::MoveLimit)));
        let record = referee.record().unwrap();
        assert_eq!(record.replay().unwrap().outcome(), record.line.end);
        assert!(referee.hear(first, "MOV:A,N", NOW).is_empty());
    }

    #[test]
    fn an_illegal_move_loses() {
        for line in ["MOV:E,N", "MOV:A,UP", "", "SET:ABCD", "あ"] {
            let mut referee = begun();
            let said = referee.hear(Side::First, line, NOW);
            assert_eq!(said[0], (Side::First, "NG ".to_owned()));
            assert!(said[1].1.starts_with("LST:14R") && said[2].1.starts_with("WON:14B"), "{said:?}");
            assert_eq!(referee.end(), Some(Outcome::win(Side::Second, EndReason::IllegalMove)));
            assert!(referee.fault().is_some() && !referee.awaits(Side::First));
        }
    }

    #[test]
    fn who_babbles_or_goes_has_lost() {
        let mut referee = begun();
        for _ in 0..PATIENCE {
            assert_eq!(referee.hear(Side::Second, "MOV:A,N", NOW).len(), 1);
        }
        assert_eq!(referee.hear(Side::Second, "MOV:A,N", NOW).len(), 3);
        assert_eq!(referee.end(), Some(Outcome::win(Side::First, EndReason::Forfeit)));
        let mut referee = Referee::new(200);
        referee.hear(Side::First, "SET:ABCD", NOW);
        assert!(referee.give_up(Side::Second, Failure::TimedOut("silence".to_owned())).is_empty());
        assert_eq!(referee.record(), None);
        assert_eq!(referee.end(), Some(Outcome::win(Side::First, EndReason::Timeout)));
    }
}
