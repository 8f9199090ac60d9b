//! An opponent with an opening book: `book:file=FILE,opponent=NAME`.

use std::fs;
use std::time::Duration;

use games::shogi::{Book, Move, Shogi};
use games::{Malformed, Outcome, encoding};
use opponents::{Choice, Estimate, Failure, NameError, Opponent};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Stop;

use crate::address::Address;

/// How many moves of each game count if the name does not say: as many as the openings have from which shogi programs are
/// usually matched (records2016).
const PLIES: u32 = 24;

/// The opponent that a name behind `book:` means. Options: `file`, the book; `plies` (24), how many moves of each of its
/// games count; `opponent`, the name of whoever plays on.
///
/// # Errors
/// An option is wrong, the file is no book, or there is no such opponent.
pub(crate) fn open(text: &str, seed: u64) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
    let mut address = Address::read("book", text, &["plies", "file"], "opponent")?;
    let plies = address.number("plies", PLIES, 1000)?;
    let file = address.get("file").unwrap_or_default().to_owned();
    let bad = |expected: String| address.bad("file", &file, expected);
    let bytes = fs::read(&file).map_err(|error| bad(format!("a book of openings; {error}")))?;
    let (text, _) =
        encoding::decode(&bytes, None).map_err(|error| bad(format!("a book of openings; {error}")))?;
    let book =
        Book::read(&text, plies as usize).map_err(|error| bad(format!("a book of openings; {error}")))?;
    let rest = crate::by_name::<Shogi>(address.target(), seed)?;
    address.set("plies", plies);
    address.set("file", &file);
    address.set_target(rest.name());
    let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Ok(Box::new(Booked { name: address.to_string(), book, rng, rest }))
}

/// Plays from a book while the game stays in it, then as somebody else does.
struct Booked {
    name: String,
    book: Book,
    rng: Xoshiro256PlusPlus,
    rest: Box<dyn Opponent<Shogi>>,
}

impl Opponent<Shogi> for Booked {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, start: &Shogi, moves: &[Move]) {
        self.rest.begin(start, moves);
    }

    fn choose(&mut self, view: &Shogi) -> Result<Choice<Move>, Failure> {
        let Some(mv) = self.book.choose(view, &mut self.rng) else { return self.rest.choose(view) };
        let moves = self.book.moves(view);
        let times = moves.iter().find(|(known, _)| *known == mv).map_or(0, |(_, count)| *count);
        let all = moves.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
        let why = format!("book, played {times} times of {all}");
        Ok(Choice { mv, why })
    }

    fn thinking_time(&self) -> Option<Duration> {
        self.rest.thinking_time()
    }

    fn stop_with(&mut self, stop: Stop) {
        self.rest.stop_with(stop);
    }

    fn observe(&mut self, before: &Shogi, mv: Move) {
        self.rest.observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.rest.retract(observed);
    }

    fn memory(&self, end: Outcome) -> Option<String> {
        self.rest.memory(end)
    }

    fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        self.rest.remember(memory)
    }

    fn estimate(&self) -> Option<Estimate> {
        self.rest.estimate()
    }

    fn ponder(&mut self, view: &Shogi, stop: &Stop) {
        self.rest.ponder(view, stop);
    }
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;
    use crate::by_name;

    #[test]
    fn the_book_is_followed_while_the_other_side_stays_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.sfen");
        fs::write(&file, "startpos moves 7g7f 3c3d 2g2f 8c8d\n").unwrap();
        let name = format!("book:file={},opponent=random", file.display());
        let full = format!("book:plies=24,file={},opponent=random", file.display());
        let mut opponent = by_name::<Shogi>(&name, 1).unwrap();
        assert_eq!(opponent.name(), full);
        assert_eq!(by_name::<Shogi>(&full, 1).unwrap().name(), full);
        let mut game = Shogi::default();
        let choice = opponent.choose(&game).unwrap();
        assert_eq!(
            (choice.mv.to_string().as_str(), choice.why.as_str()),
            ("7g7f", "book, played 1 times of 1")
        );
        game.play(choice.mv).unwrap();
        let mut left = game.clone();
        game.play("3c3d".parse().unwrap()).unwrap();
        assert_eq!(opponent.choose(&game).unwrap().mv.to_string(), "2g2f");
        left.play("8c8d".parse().unwrap()).unwrap();
        assert!(opponent.choose(&left).unwrap().why.contains("by lot"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |name: &str| by_name::<Shogi>(name, 1).err().unwrap().to_string();
        assert!(error("book:file=/no/such/book,opponent=random").contains("expected a book of openings; "));
        assert!(error("book:opponent=random").contains("expected a book of openings; "));
        assert!(error("book:file=x").contains("expected opponent=… at its end"));
    }
}
