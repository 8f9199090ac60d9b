//! WTHOR, the game database of the French Othello federation: games of a year in `.wtb`, the names of players
//! in `.jou`, of tournaments in `.trn`.
//!
//! All three begin with 16 bytes: date of creation (century, year, month, day), the number of games (32 bits,
//! little-endian), the number of names (16 bits), the year of the games (16 bits), board size, kind, the
//! number of empty squares at which the theoretical score was computed, and a reserved byte. A game is 68
//! bytes: tournament, black and white (16 bits each, numbers of names), black's discs, black's theoretical
//! score, and 60 squares `10 * row + column`, 0 where the game is over. A name is 20 bytes (players) or 26
//! (tournaments), ended by zeros.

use crate::{EndReason, Game as _, Malformed, Outcome, Ply, Record, Side};

use super::moves::Movements;
use super::{Move, Othello, Square};

const HEADER: usize = 16;
const GAME: usize = 68;
const SQUARES: usize = 60;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// The tags in which a [`Record`] keeps what only this database knows.
const TOURNAMENT_TAG: &str = "Tournament";
const YEAR_TAG: &str = "Year";
const THEORETICAL_TAG: &str = "Theoretical";
const CREATED_TAG: &str = "Created";

/// The first 16 bytes of every file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Header {
    /// When the file was made: year, month and day.
    pub created: (u16, u8, u8),
    /// The year in which the games were played.
    pub year: u16,
    /// Empty squares at which the theoretical score was computed.
    pub depth: u8,
}

impl Header {
    /// Reads the header and the number of entries that follow.
    fn read(bytes: &[u8]) -> Result<(Header, usize, usize), Malformed> {
        let Some(head) = bytes.first_chunk::<HEADER>() else {
            return Err(Malformed::described(format!("{} bytes", bytes.len()), "a header of 16 bytes"));
        };
        let [century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, size, _kind, depth, _reserved] =
            *head;
        if size != 0 && size != 8 {
            return Err(Malformed::described(format!("a board of size {size}"), "a board of size 8"));
        }
        let header = Header {
            created: (u16::from(century) * 100 + u16::from(year), month, day),
            year: u16::from_le_bytes([y0, y1]),
            depth,
        };
        Ok((header, u32::from_le_bytes([g0, g1, g2, g3]) as usize, usize::from(u16::from_le_bytes([n0, n1]))))
    }

    fn write(&self, games: u32, names: u16, size: u8) -> Vec<u8> {
        let (year, month, day) = self.created;
        let mut bytes = vec![(year / 100) as u8, (year % 100) as u8, month, day];
        bytes.extend(games.to_le_bytes());
        bytes.extend(names.to_le_bytes());
        bytes.extend(self.year.to_le_bytes());
        bytes.extend([size, 0, self.depth, 0]);
        bytes
    }
}

/// Checks that `count` entries of `size` bytes follow the header, and gives them.
fn entries(bytes: &[u8], count: usize, size: usize) -> Result<std::slice::ChunksExact<'_, u8>, Malformed> {
    let body = bytes.get(HEADER..).unwrap_or_default();
    if Some(body.len()) != count.checked_mul(size) {
        let found = format!("{} bytes behind the header", body.len());
        return Err(Malformed::described(found, format!("{count} entries of {size} bytes")));
    }
    Ok(body.chunks_exact(size))
}

/// The names of a `.jou` or `.trn` file, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    header: Header,
    names: Vec<String>,
}

impl Names {
    /// Reads the players of a `.jou` file.
    ///
    /// # Errors
    /// The file has not the size it says.
    pub fn read_players(bytes: &[u8]) -> Result<Names, Malformed> {
        Names::read(bytes, PLAYER)
    }

    /// Reads the tournaments of a `.trn` file.
    ///
    /// # Errors
    /// The file has not the size it says.
    pub fn read_tournaments(bytes: &[u8]) -> Result<Names, Malformed> {
        Names::read(bytes, TOURNAMENT)
    }

    /// The bytes of a `.jou` file.
    ///
    /// # Errors
    /// There are more names than the format can number, or one does not fit.
    pub fn write_players(&self) -> Result<Vec<u8>, Malformed> {
        self.write(PLAYER)
    }

    /// The bytes of a `.trn` file.
    ///
    /// # Errors
    /// There are more names than the format can number, or one does not fit.
    pub fn write_tournaments(&self) -> Result<Vec<u8>, Malformed> {
        self.write(TOURNAMENT)
    }

    fn read(bytes: &[u8], size: usize) -> Result<Names, Malformed> {
        // Some files count their names in the games' place: whichever is not zero.
        let (header, games, names) = Header::read(bytes)?;
        let latin_1 = |name: &[u8]| name.iter().take_while(|&&b| b != 0).map(|&b| char::from(b)).collect();
        let names = entries(bytes, games.max(names), size)?.map(latin_1).collect();
        Ok(Names { header, names })
    }

    fn write(&self, size: usize) -> Result<Vec<u8>, Malformed> {
        let count = u16::try_from(self.names.len())
            .map_err(|_| Malformed::described(format!("{} names", self.names.len()), "at most 65535"))?;
        let mut bytes = self.header.write(0, count, 0);
        for name in &self.names {
            let latin_1: Option<Vec<u8>> = name.chars().map(|c| u8::try_from(c).ok()).collect();
            let field = latin_1.filter(|field| field.len() <= size).ok_or_else(|| {
                Malformed::new(name, format!("a name of at most {size} Latin-1 characters"))
            })?;
            bytes.extend(&field);
            bytes.resize(bytes.len() + size - field.len(), 0);
        }
        Ok(bytes)
    }

    /// The name with the given number; a number in its place where there is no name.
    pub fn name(&self, number: u16) -> String {
        self.names.get(usize::from(number)).cloned().unwrap_or_else(|| format!("#{number}"))
    }

    /// The number of a name that [`Names::name`] gives.
    pub fn number(&self, name: &str) -> Option<u16> {
        let listed = self.names.iter().position(|known| known == name);
        match listed {
            Some(index) => u16::try_from(index).ok(),
            None => name.strip_prefix('#')?.parse().ok(),
        }
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// There is no name at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// The two lists of names that give a `.wtb` file its meaning; empty ones leave the numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Directory {
    /// From the `.jou` file.
    pub players: Names,
    /// From the `.trn` file.
    pub tournaments: Names,
}

/// Reads every game of a `.wtb` file.
///
/// # Errors
/// The file has not the size it says, or a game breaks the rules; the error names the game.
pub fn read(bytes: &[u8], directory: &Directory) -> Result<Vec<Record<Othello>>, Malformed> {
    let (header, games, _) = Header::read(bytes)?;
    (1..)
        .zip(entries(bytes, games, GAME)?)
        .map(|(number, entry)| {
            parse_game(&header, entry, directory)
                .map_err(|error| Malformed { found: format!("game {number}: {}", error.found), ..error })
        })
        .collect()
}

fn parse_game(header: &Header, entry: &[u8], directory: &Directory) -> Result<Record<Othello>, Malformed> {
    let word = |index: usize| u16::from_le_bytes([entry[index], entry[index + 1]]);
    let mut moves = Movements::new(Othello::default());
    for &code in entry[GAME - SQUARES..].iter().take_while(|&&code| code != 0) {
        let square = match (code / 10, code % 10) {
            (row @ 1..=8, column @ 1..=8) => Square::new((row - 1) * 8 + column - 1),
            _ => None,
        };
        let square = square.ok_or_else(|| {
            Malformed::described(format!("the square {code}"), "10 * row + column, each from 1 to 8")
        })?;
        moves.push_with_passes(Ply::new(Move::Place(square)))?;
    }
    let discs = entry[6];
    let end = end_of(moves.game(), discs)?;
    let mut record = moves.into_record_ended(Some(end));
    record.players[0].name = directory.players.name(word(2));
    record.players[1].name = directory.players.name(word(4));
    record.set_tag(TOURNAMENT_TAG, directory.tournaments.name(word(0)));
    record.set_tag(YEAR_TAG, header.year.to_string());
    record.set_tag(THEORETICAL_TAG, format!("{} at {} empty", entry[7], header.depth));
    let (year, month, day) = header.created;
    record.set_tag(CREATED_TAG, format!("{year:04}-{month:02}-{day:02}"));
    Ok(record)
}

/// Black's discs as the database counts them: at the end of a game, empty squares are the winner's.
fn discs_with_empties([first, second]: [u16; 2]) -> u16 {
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => 64 - second,
        std::cmp::Ordering::Less => first,
        std::cmp::Ordering::Equal => 32,
    }
}

fn end_of(game: &Othello, discs: u8) -> Result<Outcome, Malformed> {
    if discs > 64 {
        return Err(Malformed::described(format!("{discs} discs for black"), "at most 64"));
    }
    let discs = u16::from(discs);
    let counted = game.outcome().filter(|_| discs_with_empties(game.counts()) == discs);
    // Otherwise somebody gave up or ran out of time, and the database keeps the score that was agreed on.
    Ok(counted.unwrap_or(Outcome { reason: EndReason::Agreement, ..Outcome::by_points([discs, 64 - discs]) }))
}

/// The bytes of a `.wtb` file that holds `records`.
///
/// # Errors
/// A record does not begin from the usual start, or names a player or tournament that `directory` does not
/// know.
pub fn write(records: &[Record<Othello>], directory: &Directory) -> Result<Vec<u8>, Malformed> {
    let count = u32::try_from(records.len())
        .map_err(|_| Malformed::described(format!("{} games", records.len()), "at most 4294967295"))?;
    let header = records.first().map(header_of).transpose()?.unwrap_or_default();
    let mut bytes = header.write(count, 0, 8);
    for (number, record) in (1..).zip(records) {
        print_game(record, directory, &mut bytes)
            .map_err(|error| Malformed { found: format!("game {number}: {}", error.found), ..error })?;
    }
    Ok(bytes)
}

fn header_of(record: &Record<Othello>) -> Result<Header, Malformed> {
    let year = match record.tag(YEAR_TAG) {
        None => 0,
        Some(year) => year.parse().map_err(|_| Malformed::new(year, "a year"))?,
    };
    let created = match record.tag(CREATED_TAG) {
        None => (0, 0, 0),
        Some(date) => parse_date(date).ok_or_else(|| Malformed::new(date, "a date such as 2007-05-22"))?,
    };
    Ok(Header { created, year, depth: theoretical(record)?.map_or(0, |(_, depth)| depth) })
}

fn parse_date(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let date = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    (parts.next().is_none() && date.0 < 25_600).then_some(date)
}

/// Black's discs at the end if both sides play perfectly from the position of the game with so many empty
/// squares on, as the database says: discs and empty squares.
///
/// # Errors
/// The record has such a tag, but it says something else.
pub fn theoretical(record: &Record<Othello>) -> Result<Option<(u8, u8)>, Malformed> {
    let Some(tag) = record.tag(THEORETICAL_TAG) else { return Ok(None) };
    let parsed = tag
        .strip_suffix(" empty")
        .and_then(|tag| tag.split_once(" at "))
        .and_then(|(score, depth)| Some((score.parse().ok()?, depth.parse().ok()?)));
    parsed.map(Some).ok_or_else(|| Malformed::new(tag, "black's theoretical score, such as: 32 at 24 empty"))
}

fn print_game(record: &Record<Othello>, directory: &Directory, bytes: &mut Vec<u8>) -> Result<(), Malformed> {
    if record.start != Othello::default() {
        return Err(Malformed::new(record.start.to_string(), "a game from the usual start"));
    }
    let number = |names: &Names, name: &str, list: &str| {
        names.number(name).ok_or_else(|| Malformed::new(name, format!("a name of the {list} file")))
    };
    let tournament = record.tag(TOURNAMENT_TAG).unwrap_or("#0");
    bytes.extend(number(&directory.tournaments, tournament, ".trn")?.to_le_bytes());
    for player in &record.players {
        let name = if player.name.is_empty() { "#0" } else { &player.name };
        bytes.extend(number(&directory.players, name, ".jou")?.to_le_bytes());
    }
    let last = record.replay().map_err(|error| Malformed::described(error.to_string(), "a legal game"))?;
    let discs = match record.line.end {
        Some(Outcome { reason: EndReason::Count, .. }) | None => discs_with_empties(last.counts()),
        Some(Outcome { points: Some(points), .. }) => points[0],
        Some(Outcome { winner, .. }) => match winner {
            None => 32,
            Some(Side::First) => 64,
            Some(Side::Second) => 0,
        },
    };
    let discs = u8::try_from(discs).ok().filter(|&discs| discs <= 64);
    let discs = discs.ok_or_else(|| Malformed::described("more than 64 discs for black", "at most 64"))?;
    // Nobody has computed the theoretical score of a new game: the database then repeats the score itself.
    bytes.extend([discs, theoretical(record)?.map_or(discs, |(score, _)| score)]);
    let mut squares = [0; SQUARES];
    let placed = record.moves().filter_map(|mv| match mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    });
    for (code, square) in squares.iter_mut().zip(placed) {
        *code = (10 * (square.index() / 8 + 1) + square.index() % 8 + 1) as u8;
    }
    bytes.extend(squares);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &[u8] = include_bytes!("../../../../testdata/othello/WTH_1977.wtb");
    const PLAYERS: &[u8] = include_bytes!("../../../../testdata/othello/WTH.JOU");
    const TOURNAMENTS: &[u8] = include_bytes!("../../../../testdata/othello/WTH.TRN");

    fn directory() -> Directory {
        Directory {
            players: Names::read_players(PLAYERS).unwrap(),
            tournaments: Names::read_tournaments(TOURNAMENTS).unwrap(),
        }
    }

    #[test]
    fn the_first_year_reads_with_its_names() {
        let records = read(GAMES, &directory()).unwrap();
        assert_eq!(records.len(), 12);
        assert_eq!(records[0].tag("Tournament"), Some("World Championship"));
        assert_eq!(records[0].tag("Theoretical"), Some("41 at 24 empty"));
        assert!(records.iter().all(|record| !record.players[0].name.starts_with('#')));
    }

    #[test]
    fn files_are_written_back_byte_for_byte() {
        let directory = directory();
        assert_eq!(write(&read(GAMES, &directory).unwrap(), &directory).unwrap(), GAMES);
        assert_eq!(directory.players.write_players().unwrap(), PLAYERS);
        assert_eq!(directory.tournaments.write_tournaments().unwrap(), TOURNAMENTS);
        let nameless = Directory::default();
        assert_eq!(write(&read(GAMES, &nameless).unwrap(), &nameless).unwrap(), GAMES);
    }

    #[test]
    fn damaged_files_are_refused() {
        let message = |bytes: &[u8]| read(bytes, &Directory::default()).unwrap_err().to_string();
        assert_eq!(message(&GAMES[..9]), "found 9 bytes, expected a header of 16 bytes");
        assert_eq!(
            message(&GAMES[..GAMES.len() - 1]),
            "found 815 bytes behind the header, expected 12 entries of 68 bytes"
        );
        let mut bytes = GAMES.to_vec();
        bytes[HEADER + GAME + 9] = 99;
        assert_eq!(
            message(&bytes),
            "found game 2: the square 99, expected 10 * row + column, each from 1 to 8"
        );
    }
}
