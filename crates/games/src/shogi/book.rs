//! An opening book: which moves have been played in a position, and how often.

use std::collections::HashMap;

use rand::{Rng, RngExt};

use crate::{Game, Malformed, Record};

use super::{Move, Shogi, csa, kif, sfen, usi};

/// The first line of the text books that YaneuraOu and programs after it use.
const DB_HEAD: &str = "#YANEURAOU-DB2016";

/// The first line of a book as a tree of moves.
const TREE_HEAD: &str = "#BOOK-TREE";

/// Positions and the moves that were played in them. A position is known however it came about.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// By SFEN without the move number; the most frequent move first.
    moves: HashMap<String, Vec<(Move, u64)>>,
}

impl Book {
    /// Reads a book of games, of which the first `plies` moves count: `position` lines, CSA or KIF; or a text
    /// book of positions (`#YANEURAOU-DB2016`) or a tree of moves (`#BOOK-TREE`), which count as they are.
    ///
    /// # Errors
    /// The text is none of these.
    pub fn read(text: &str, plies: usize) -> Result<Book, Malformed> {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        if first.starts_with(DB_HEAD) {
            return read_db(text);
        }
        if first.starts_with(TREE_HEAD) {
            return read_tree(text);
        }
        let is_usi = ["position ", "startpos", "sfen "].iter().any(|word| first.starts_with(word));
        let is_csa = first.starts_with(['V', 'N', '\'', '$', 'P', '+', '-']);
        let records = match (is_usi, is_csa) {
            (true, _) => usi::read(text)?,
            (_, true) => csa::read(text)?,
            _ => kif::read(text)?,
        };
        let mut book = Book::default();
        for record in &records {
            book.add(record, plies);
        }
        Ok(book)
    }

    /// Counts the first `plies` moves of a game, as far as they are legal.
    pub fn add(&mut self, record: &Record<Shogi>, plies: usize) {
        let mut game = record.start.clone();
        for mv in record.moves().take(plies) {
            let before = key(&game);
            if game.play(mv).is_err() {
                break;
            }
            self.count(before, mv, 1);
        }
    }

    fn count(&mut self, key: String, mv: Move, times: u64) {
        let moves = self.moves.entry(key).or_default();
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, count)) => *count = count.saturating_add(times),
            None => moves.push((mv, times)),
        }
        // By move where counts are equal, so that the order of the games does not matter.
        moves.sort_unstable_by_key(|&(mv, count)| (std::cmp::Reverse(count), mv));
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves that were played in this position and how often, the most frequent first; none outside the
    /// book.
    #[must_use]
    pub fn moves(&self, game: &Shogi) -> &[(Move, u64)] {
        self.moves.get(&key(game)).map_or(&[], Vec::as_slice)
    }

    /// A random one of those moves that are legal, as often as it was played; `None` outside the book.
    pub fn choose(&self, game: &Shogi, rng: &mut dyn Rng) -> Option<Move> {
        let legal = || self.moves(game).iter().filter(|(mv, _)| game.check(*mv).is_ok());
        let all = legal().fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
        if all == 0 {
            return None;
        }
        let mut drawn = rng.random_range(0..all);
        let chosen = legal().find(|(_, count)| match drawn.checked_sub(*count) {
            None => true,
            Some(rest) => {
                drawn = rest;
                false
            }
        });
        chosen.map(|(mv, _)| *mv)
    }
}

/// The position without its move number.
fn key(game: &Shogi) -> String {
    let text = game.sfen();
    text.rsplit_once(' ').map_or(text.as_str(), |(position, _)| position).to_owned()
}

/// A line `sfen POSITION` and below it a line for every move: the move, the expected reply, value, depth, and
/// how often it was played, which may be missing.
fn read_db(text: &str) -> Result<Book, Malformed> {
    let mut book = Book::default();
    let mut position = None;
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let at_line = |malformed: Malformed| malformed.at_line(number);
        if let Some(text) = line.strip_prefix("sfen ") {
            let setup = sfen::parse(text).map_err(at_line)?;
            position = Some(key(&Shogi::from_setup(&setup).map_err(at_line)?));
            continue;
        }
        let mut words = line.split_ascii_whitespace();
        let mv: Move = words.next().unwrap_or_default().parse().map_err(at_line)?;
        let count = match words.nth(3) {
            None => 1,
            Some(count) => count.parse::<u64>().map_err(|_| {
                at_line(Malformed::new(line, "how often the move was played, in fifth place"))
            })?,
        };
        let key = position
            .clone()
            .ok_or_else(|| at_line(Malformed::new(line, "sfen and a position before its moves")))?;
        // A move that was never played stands there for its value only.
        if count > 0 {
            book.count(key, mv, count);
        }
    }
    Ok(book)
}

/// A line for every move from the usual start: a space for every move before it, the move, and how often it
/// was played. Below it stand the moves that follow.
fn read_tree(text: &str) -> Result<Book, Malformed> {
    let mut book = Book::default();
    let mut line_of_play = vec![Shogi::default()];
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = |expected: &str| Malformed::new(line, expected).at_line(number);
        let moves = line.trim_start();
        let depth = line.len() - moves.len();
        let (mv, count) = moves.split_once(' ').ok_or_else(|| bad("a move and how often it was played"))?;
        let mv: Move = mv.parse().map_err(|malformed: Malformed| malformed.at_line(number))?;
        let count =
            count.trim().parse().map_err(|_| bad("how often the move was played, in second place"))?;
        line_of_play.truncate(depth + 1);
        let before =
            line_of_play.get(depth).ok_or_else(|| bad("at most one space more than the line above"))?;
        let mut after = before.clone();
        after.play(mv).map_err(|_| bad("a move that is legal there"))?;
        book.count(key(before), mv, count);
        line_of_play.push(after);
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    const GAMES: &str =
        "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f 3c3d 7g7f 8c8d\nstartpos moves 7g7f 8c8d\n";

    fn moves(book: &Book, position: &str) -> Vec<(String, u64)> {
        let game = usi::read(position).unwrap()[0].replay().unwrap();
        book.moves(&game).iter().map(|(mv, count)| (mv.to_string(), *count)).collect()
    }

    #[test]
    fn moves_are_counted_wherever_a_position_comes_from() {
        let book = Book::read(GAMES, 24).unwrap();
        assert_eq!(moves(&book, "startpos"), [("7g7f".to_owned(), 2), ("2g2f".to_owned(), 1)]);
        // The third move of the first game leads to where the second game goes on.
        assert_eq!(moves(&book, "startpos moves 7g7f 3c3d 2g2f"), [("8c8d".to_owned(), 1)]);
        assert_eq!(moves(&book, "startpos moves 9g9f"), []);
        let short = Book::read(GAMES, 1).unwrap();
        assert_eq!((short.len(), short.is_empty()), (1, false));
    }

    #[test]
    fn choices_follow_from_the_seed_and_the_counts() {
        let book = Book::read(GAMES, 24).unwrap();
        let drawn = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let start = Shogi::default();
            (0..3000).filter_map(|_| book.choose(&start, &mut rng)).collect::<Vec<_>>()
        };
        let one = drawn(1);
        assert_eq!(one, drawn(1));
        let frequent = one.iter().filter(|mv| mv.to_string() == "7g7f").count();
        // 2000 are expected; four standard deviations are 103.
        assert!((1897..=2103).contains(&frequent), "{frequent}");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let outside: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
        assert_eq!(book.choose(&outside, &mut rng), None);
    }

    #[test]
    fn records_and_text_books_are_read() {
        let start = Shogi::default().sfen();
        let db = format!(
            "#YANEURAOU-DB2016 1.00\nsfen {start}\n7g7f 3c3d 0 32 5\n2g2f none 0 32\n1g1f none -90 32 0\n"
        );
        let book = Book::read(&db, 24).unwrap();
        assert_eq!(moves(&book, "startpos"), [("7g7f".to_owned(), 5), ("2g2f".to_owned(), 1)]);
        let record = &usi::read("startpos moves 7g7f 3c3d").unwrap()[0];
        for text in [csa::write(record).unwrap(), kif::write(record).unwrap()] {
            assert_eq!(Book::read(&text, 24).unwrap().len(), 2, "{text}");
        }
        for (text, expected) in [
            ("7g7f none 0 1 1", "expected sfen and a position before its moves"),
            ("sfen x", "line 2: "),
            ("dance", "expected a move such as 7g7f"),
        ] {
            let error = Book::read(&format!("{DB_HEAD}\n{text}\n"), 24).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(Book::read("startpos moves 7g7e", 24).is_err());
    }

    #[test]
    fn a_tree_of_moves_is_read_and_mistakes_in_it_are_named() {
        let book = Book::read("#BOOK-TREE\n# a comment\n7g7f 5\n 3c3d 3\n 8c8d 2\n2g2f 1\n", 24).unwrap();
        assert_eq!(moves(&book, "startpos"), [("7g7f".to_owned(), 5), ("2g2f".to_owned(), 1)]);
        assert_eq!(moves(&book, "startpos moves 7g7f"), [("3c3d".to_owned(), 3), ("8c8d".to_owned(), 2)]);
        for (text, expected) in [
            ("7g7f", "expected a move and how often it was played"),
            ("7g7f often", "line 2: "),
            ("  3c3d 1", "expected at most one space more than the line above"),
            ("7g7e 1", "expected a move that is legal there"),
            ("dance 1", "expected a move such as 7g7f"),
        ] {
            let error = Book::read(&format!("{TREE_HEAD}\n{text}\n"), 24).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
