//! An opponent with an opening book: `book:file=FILE,opponent=NAME`.

use std::fs;
use std::sync::Arc;

use games::encoding;
use games::shogi::{Book, Shogi};
use opponents::{NameError, Opponent, behind_book, shogi_book, with_book};

use crate::address::Address;

/// How many moves of each game count if the name does not say: as many as the openings have from which shogi
/// programs are usually matched (records2016).
const PLIES: u32 = 24;

/// The opponent that a name behind `book:` means. Options: `file`, the book; `plies` (24), how many moves of
/// each of its games count; `opponent`, the name of whoever plays on. Without a file it is the shipped book.
///
/// # Errors
/// An option is wrong, the file is no book, or there is no such opponent.
pub(crate) fn open(text: &str, seed: u64) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
    if let Some(rest) = behind_book(&format!("book:{text}")) {
        let rest = crate::by_name::<Shogi>(rest, seed)?;
        return Ok(with_book(format!("book:opponent={}", rest.name()), shogi_book(), rest, seed));
    }
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
    Ok(with_book(address.to_string(), Arc::new(book), rest, seed))
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;
    use games::{EndReason, Game, Outcome, Side};
    use opponents::Reason;

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
        assert_eq!(choice.mv.to_string(), "7g7f");
        assert_eq!(choice.reason, Reason::Book { times: 1, of: 1 });
        game.play(choice.mv).unwrap();
        let mut left = game.clone();
        game.play("3c3d".parse().unwrap()).unwrap();
        assert_eq!(opponent.choose(&game).unwrap().mv.to_string(), "2g2f");
        left.play("8c8d".parse().unwrap()).unwrap();
        assert!(matches!(opponent.choose(&left).unwrap().reason, Reason::Random { .. }));
    }

    /// What can be seen of an opponent in a game against `random`: choices, estimates, strengths and its
    /// memory.
    fn seen(opponent: &mut dyn Opponent<Shogi>) -> Vec<String> {
        let mut user = by_name::<Shogi>("random", 3).unwrap();
        let mut game = Shogi::default();
        opponent.begin(&game, &[]);
        let mut seen = Vec::new();
        for _ in 0..4 {
            let choice = opponent.choose(&game).unwrap();
            seen.push(format!("{choice:?} {:?} {:?}", opponent.estimate(), opponent.strengths()));
            game.play(choice.mv).unwrap();
            let reply = user.choose(&game).unwrap().mv;
            opponent.observe(&game, reply);
            game.play(reply).unwrap();
        }
        let end = Outcome::win(Side::First, EndReason::Resignation);
        opponent.finish(&game, end);
        let memory = opponent.memory(end).unwrap();
        assert!(opponent.remember(&memory).is_ok() && opponent.remember("no memory").is_err());
        seen.push(memory);
        seen
    }

    #[test]
    fn a_wrapped_adaptive_opponent_behaves_as_the_bare_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("openings.sfen");
        // A book that does not know the usual start.
        fs::write(&file, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h\n").unwrap();
        let wrapped = format!("book:file={},opponent=gokaku", file.display());
        let mut bare = opponents::by_name::<Shogi>("gokaku", 7).unwrap();
        let bare = seen(&mut *bare);
        assert!(bare[0].contains("Some(Estimate") && bare[3].matches(", ").count() > 10, "{bare:?}");
        assert_eq!(seen(&mut *by_name::<Shogi>(&wrapped, 7).unwrap()), bare);
        assert_eq!(seen(&mut *by_name::<Shogi>("gokaku", 7).unwrap()), bare);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |name: &str| by_name::<Shogi>(name, 1).err().unwrap().to_string();
        assert!(error("book:file=/no/such/book,opponent=random").contains("expected a book of openings; "));
        assert!(by_name::<Shogi>("book:opponent=random", 1).is_ok(), "shogi has a book of its own");
        let no_book = by_name::<Othello>("book:opponent=random", 1).err().unwrap().to_string();
        assert!(no_book.contains("expected"), "{no_book}");
        assert!(error("book:file=x").contains("expected opponent=… at its end"));
    }
}
