//! Bare move lists, a game a line: `f5d6c3d3c4`. Passes are left out, as everywhere in the Othello world.

use crate::{Game, Malformed, Outcome, Ply, Record};

use super::{Move, Othello};

/// Reads one game a line from the usual start; empty lines are skipped.
///
/// # Errors
/// Something is not a square, or a move is not legal; the error names the line.
///
/// ```
/// use games::othello::moves;
/// let records = moves::read("f5d6c3\nF5 F6\n")?;
/// assert_eq!(records[1].line.plies.len(), 2);
/// assert_eq!(moves::read("f5f5").unwrap_err().to_string(),
///     "line 1: found illegal move f5: there is a disc already, expected a legal move");
/// # Ok::<(), games::Malformed>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Record<Othello>>, Malformed> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| parse_line(line).map_err(|error| error.at_line(number)))
        .collect()
}

fn parse_line(line: &str) -> Result<Record<Othello>, Malformed> {
    let characters: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let mut moves = Movements::new(Othello::default());
    for pair in characters.chunks(2) {
        let word: String = pair.iter().collect();
        match word.to_ascii_lowercase().as_str() {
            "pa" | "ps" | "--" => moves.push(Ply::new(Move::Pass))?,
            _ => moves.push_with_passes(Ply::new(Move::Place(word.parse()?)))?,
        }
    }
    Ok(moves.into_record())
}

/// Prints the moves of a record that began from the usual start.
///
/// # Errors
/// The record began from another position, which a bare list cannot say.
pub fn write(record: &Record<Othello>) -> Result<String, Malformed> {
    if record.start != Othello::default() {
        return Err(Malformed::new(
            record.start.to_string(),
            "a game from the usual start, for a bare list of moves",
        ));
    }
    let squares = record.moves().filter_map(|mv| match mv {
        Move::Place(square) => Some(square.to_string()),
        Move::Pass => None,
    });
    Ok(squares.collect())
}

/// A record under construction from a notation that leaves passes out.
pub(super) struct Movements {
    record: Record<Othello>,
    game: Othello,
}

impl Movements {
    pub(super) fn new(start: Othello) -> Self {
        Movements { record: Record::new(start), game: start }
    }

    /// Plays exactly this move.
    pub(super) fn push(&mut self, ply: Ply<Move>) -> Result<(), Malformed> {
        self.game.play(ply.mv)?;
        self.record.line.plies.push(ply);
        Ok(())
    }

    /// Plays this move, after a pass if the side to move has none.
    pub(super) fn push_with_passes(&mut self, ply: Ply<Move>) -> Result<(), Malformed> {
        if self.game.check(Move::Pass).is_ok() {
            self.push(Ply::new(Move::Pass))?;
        }
        self.push(ply)
    }

    pub(super) fn game(&self) -> &Othello {
        &self.game
    }

    pub(super) fn last(&mut self) -> Option<&mut Ply<Move>> {
        self.record.line.plies.last_mut()
    }

    /// The record, ended as the rules say.
    pub(super) fn into_record(self) -> Record<Othello> {
        let end = self.game.outcome();
        self.into_record_ended(end)
    }

    /// The record, ended by something the rules do not see.
    pub(super) fn into_record_ended(mut self, end: Option<Outcome>) -> Record<Othello> {
        self.record.line.end = end;
        self.record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest wipe-out: white has no disc left after nine moves.
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    #[test]
    fn a_finished_game_has_an_outcome() {
        let record = &read(WIPE_OUT).unwrap()[0];
        assert_eq!(record.line.end, Some(Outcome::by_points([13, 0])));
        assert_eq!(write(record).unwrap(), WIPE_OUT);
    }

    #[test]
    fn errors_name_the_line_and_the_word() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message("f5d6\n\nf5d"), "line 3: found \"d\", expected a square from a1 to h8");
        assert_eq!(message("f5d9"), "line 1: found \"d9\", expected a square from a1 to h8");
        assert!(message("f5--").starts_with("line 1: found illegal move pass"));
    }

    #[test]
    fn another_start_cannot_be_written() {
        let start = Othello::new(super::super::Board::START.swapped(), crate::Side::First);
        assert!(write(&Record::new(start)).is_err());
    }
}
