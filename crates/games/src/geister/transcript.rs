//! A game as one seat saw it.

use std::fmt::Write;

use crate::text::{LineReader, push_line, read_each, read_players, write_players};
use crate::{Game, IllegalPly, Malformed, Outcome, Player, Record, Side};

use super::{Colour, Geister, Move, View};

/// A game as one seat saw it: enemy colours stand in it only where a ghost was captured.
///
/// It prints like a record, with the colour of a captured ghost behind the move:
///
/// ```text
/// transcript geister
/// start view first b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5u,d5u,c5u,b5u,e6u,d6u,c6u,b6u first 0/256
/// first Alice
/// second random
/// 1 b2b3
/// 2 b5b4
/// 3 b3b4 xR
/// end first escape
/// ```
///
/// Comments, values and tags of the record are left out: whoever wrote them may have known more.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript {
    /// What the seat knew at the start.
    pub start: View,
    /// Who sat at the first and at the second seat.
    pub players: [Player; 2],
    /// What happened on the board.
    pub plies: Vec<Seen>,
    /// How it ended; `None` where that is not known.
    pub end: Option<Outcome>,
}

/// A move as everybody saw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The move.
    pub mv: Move,
    /// The colour of the ghost it captured, if it did.
    pub captured: Option<Colour>,
}

const HEADER: &str = Transcript::HEADER;

impl Transcript {
    /// The line every transcript begins with.
    pub const HEADER: &'static str = "transcript geister";

    /// What `seat` saw of the main line of `record`.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn of(record: &Record<Geister>, seat: Side) -> Result<Transcript, IllegalPly> {
        let mut game = record.start;
        let mut plies = Vec::with_capacity(record.line.plies.len());
        for (number, mv) in (1..).zip(record.moves()) {
            let captured = game.captured_by(mv).map(|(_, colour)| colour);
            game.play(mv).map_err(|illegal| IllegalPly { ply: number, illegal })?;
            plies.push(Seen { mv, captured });
        }
        let start = record.start.view(seat);
        Ok(Transcript { start, players: record.players.clone(), plies, end: record.line.end })
    }

    /// What the seat knows after the last move.
    ///
    /// # Errors
    /// A move is not legal, or a capture is not what the seat must have seen.
    pub fn replay(&self) -> Result<View, IllegalPly> {
        let mut view = self.start;
        for (number, seen) in (1..).zip(&self.plies) {
            view.follow(seen.mv, seen.captured).map_err(|illegal| IllegalPly { ply: number, illegal })?;
        }
        Ok(view)
    }

    /// Prints it.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = format!("{HEADER}\nstart {}\n", self.start);
        write_players(&mut out, &self.players);
        for (number, Seen { mv, captured }) in (1..).zip(&self.plies) {
            let _ = write!(out, "{number} {mv}"); // writing to a String cannot fail
            if let Some(colour) = captured {
                let _ = write!(out, " x{}", colour.letter());
            }
            out.push('\n');
        }
        if let Some(end) = self.end {
            push_line(&mut out, format_args!("end {end}"));
        }
        out
    }

    /// Reads every transcript of a file.
    ///
    /// # Errors
    /// A line does not belong where it is, or a move cannot have been played as the seat saw it; the error
    /// names the line.
    pub fn read(text: &str) -> Result<Vec<Transcript>, Malformed> {
        read_each(text, read_one)
    }
}

fn read_one(lines: &mut LineReader<'_>) -> Result<Transcript, Malformed> {
    let rest = lines.expect(HEADER, &format!("a transcript that begins with: {HEADER}"))?;
    if !rest.is_empty() {
        return Err(Malformed::new(rest, format!("nothing behind {HEADER}")));
    }
    let start: View = lines.expect("start ", "start and a view")?.parse()?;
    let players = read_players(lines)?;
    let mut transcript = Transcript { start, players, plies: Vec::new(), end: None };
    let mut view = start;
    for number in 1.. {
        let Some(ply) = lines.take(&format!("{number} ")) else { break };
        let seen = read_ply(ply)?;
        view.follow(seen.mv, seen.captured)?;
        transcript.plies.push(seen);
    }
    if let Some(end) = lines.take("end ") {
        transcript.end = Some(end.parse()?);
    }
    match lines.peek() {
        None | Some("" | HEADER) => Ok(transcript),
        Some(other) => Err(Malformed::new(other, "a move or the end of the transcript")),
    }
}

fn read_ply(text: &str) -> Result<Seen, Malformed> {
    let Some((mv, captured)) = text.split_once(' ') else {
        return Ok(Seen { mv: text.parse()?, captured: None });
    };
    let colour = match captured {
        "xR" => Colour::Red,
        "xB" => Colour::Blue,
        _ => return Err(Malformed::new(captured, "the colour of a captured ghost, xR or xB")),
    };
    Ok(Seen { mv: mv.parse()?, captured: Some(colour) })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::geister::Setup;

    fn random_record(rng: &mut Xoshiro256PlusPlus) -> Record<Geister> {
        let start = Geister::deal(rng);
        let (mut game, mut moves, mut played) = (start, Vec::new(), Vec::new());
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            game.apply(mv);
            played.push(mv);
        }
        let mut record = Record::from_moves(start, played).unwrap();
        record.players = [Player::named("Alice"), Player { name: "Bo\\b".to_owned(), rating: Some(1.5) }];
        record
    }

    #[test]
    fn transcripts_of_random_games_read_back() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        for _ in 0..20 {
            let record = random_record(&mut rng);
            assert_eq!(crate::text::read(&crate::text::write(&record)), Ok(vec![record.clone()]));
            for seat in Side::BOTH {
                let transcript = Transcript::of(&record, seat).unwrap();
                let text = transcript.write();
                assert_eq!(Transcript::read(&text), Ok(vec![transcript.clone()]));
                assert_eq!(transcript.replay(), Ok(record.replay().unwrap().view(seat)));
                assert_eq!(Transcript::read(&format!("{text}\n{text}")).map(|all| all.len()), Ok(2));
            }
        }
    }

    #[test]
    fn hidden_colours_do_not_show_until_they_are_seen() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut same, mut differing) = (0, 0);
        for _ in 0..30 {
            let record = random_record(&mut rng);
            let own = record.start.setup(Side::First);
            let shown = Transcript::of(&record, Side::First).unwrap();
            for enemy in Setup::all() {
                let start = Geister::new([own, enemy], record.start.limit());
                // Until the game ends or a move is illegal with these colours.
                let mut game = start;
                let playable = record.moves().take_while(|&mv| game.play(mv).is_ok()).collect::<Vec<_>>();
                let other = Record::from_moves(start, playable).unwrap();
                let mut other = Transcript::of(&other, Side::First).unwrap();
                other.players = shown.players.clone();
                let until =
                    shown.plies.iter().zip(&other.plies).take_while(|(seen, other)| seen == other).count();
                differing += usize::from(until < shown.plies.len());
                same += usize::from(until == shown.plies.len());
                // What differs first is the colour of a captured enemy ghost, and nothing before it.
                if let (Some(a), Some(b)) = (shown.plies.get(until), other.plies.get(until)) {
                    assert_eq!(a.mv, b.mv);
                    assert_ne!(a.captured, b.captured);
                }
                let cut = |transcript: &Transcript| {
                    let plies = transcript.plies[..until].to_vec();
                    Transcript { plies, end: None, ..transcript.clone() }.write()
                };
                assert_eq!(cut(&shown), cut(&other));
            }
        }
        assert!(same > 0 && differing > 0, "{same} {differing}");
    }

    const SHORT: &str = "transcript geister\n\
        start view first b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B e5u,d5u,c5u,b5u,e6u,d6u,c6u,b6u first 0/256\n\
        second random\n\
        1 b2b3\n\
        2 b5b4\n\
        3 b3b4 xB\n\
        4 b6b5\n\
        5 b4b5 xR\n";

    #[test]
    fn an_impossible_line_is_refused_by_its_number() {
        assert!(Transcript::read(SHORT).is_ok());
        let message =
            |from: &str, to: &str| Transcript::read(&SHORT.replace(from, to)).unwrap_err().to_string();
        assert_eq!(
            message("b3b4 xB", "b3b4"),
            "line 6: found illegal move b3b4: it captures a ghost, whose colour must be shown, \
             expected a legal move"
        );
        assert_eq!(
            message("1 b2b3", "1 b2b3 xR"),
            "line 4: found illegal move b2b3: it captures nothing, so no red ghost, expected a legal move"
        );
        assert_eq!(
            message("4 b6b5", "4 b6out"),
            "line 7: found \"b6out\", expected a step such as b2b3, or a6out"
        );
        assert_eq!(
            message("4 b6b5", "4 a1out"),
            "line 7: found illegal move a1out: the second player has no ghost on a1, expected a legal move"
        );
        assert_eq!(
            message("xB", "xu"),
            "line 6: found \"xu\", expected the colour of a captured ghost, xR or xB"
        );
        assert_eq!(
            message("5 b4b5", "6 b4b5"),
            "line 8: found \"6 b4b5 xR\", expected a move or the end of the transcript"
        );
    }
}
