//! An opponent with an opening book: `book:opponent=NAME`.

use std::sync::Arc;

use games::shogi::{Book, Move, Shogi};
pub use people::attention::shogi_book;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::name::NameError;
use crate::{Choice, Failure, Opponent, Reason, Wrapper};

/// What stands before the name of the opponent that plays on where the book ends.
const PREFIX: &str = "book:opponent=";

/// The name of the opponent that plays on behind a name such as `book:opponent=balance:depth=5`; `None` for
/// other names.
#[must_use]
pub fn behind_book(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(PREFIX)?;
    // A book behind a book is the same book.
    Some(behind_book(rest).unwrap_or(rest))
}

/// The opponent `rest` behind the shipped book.
pub(crate) fn with_shipped_book(rest: Box<dyn Opponent<Shogi>>, seed: u64) -> Box<dyn Opponent<Shogi>> {
    let name = format!("{PREFIX}{}", rest.name());
    with_book(name, shogi_book(), rest, seed)
}

/// An opponent called `name` that plays from `book` while the game stays in it, then as `rest`.
#[must_use]
pub fn with_book(
    name: String,
    book: Arc<Book>,
    rest: Box<dyn Opponent<Shogi>>,
    seed: u64,
) -> Box<dyn Opponent<Shogi>> {
    Box::new(WithBook { name, book, rng: Xoshiro256PlusPlus::seed_from_u64(seed), rest })
}

/// The opponent with this name, if it is one with the shipped book.
pub(crate) fn by_name(name: &str, seed: u64) -> Option<Result<Box<dyn Opponent<Shogi>>, NameError>> {
    let rest = behind_book(name)?;
    Some(crate::by_name(rest, seed).map(|rest| with_shipped_book(rest, seed)))
}

/// Plays from a book while the game stays in it, then as another opponent.
struct WithBook {
    name: String,
    book: Arc<Book>,
    rng: Xoshiro256PlusPlus,
    rest: Box<dyn Opponent<Shogi>>,
}

impl Wrapper for WithBook {
    type Game = Shogi;

    fn inner(&self) -> &dyn Opponent<Shogi> {
        &*self.rest
    }

    fn inner_mut(&mut self) -> &mut dyn Opponent<Shogi> {
        &mut *self.rest
    }

    fn wrapped_name(&self) -> String {
        self.name.clone()
    }

    fn wrapped_choose(&mut self, view: &Shogi) -> Result<Choice<Move>, Failure> {
        let Some(mv) = self.book.choose(view, &mut self.rng) else { return self.rest.choose(view) };
        let moves = self.book.moves(view);
        let times = moves.iter().find(|(known, _)| *known == mv).map_or(0, |(_, count)| *count);
        let all = moves.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
        Ok(Choice { mv, reason: Reason::Book { times, of: all } })
    }
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;

    #[test]
    fn the_shipped_book_is_followed_until_the_user_leaves_it() {
        assert!(shogi_book().len() > 100);
        let name = "book:opponent=balance:depth=1";
        let mut player = crate::by_name::<Shogi>(name, 3).unwrap();
        let full = player.name();
        assert!(full.starts_with("book:opponent=balance:analyst=alphabeta,mate=known"), "{full}");
        assert_eq!(crate::by_name::<Shogi>(&full, 3).unwrap().name(), full);
        let mut game = Shogi::default();
        let book = shogi_book();
        for _ in 0..4 {
            let choice = player.choose(&game).unwrap();
            assert!(matches!(choice.reason, Reason::Book { .. }), "{choice:?}");
            game.play(choice.mv).unwrap();
            let reply = book.moves(&game)[0].0;
            game.play(reply).unwrap();
        }
        let mut left = Shogi::default();
        for mv in ["9i9h", "9a9b"] {
            left.play(mv.parse().unwrap()).unwrap();
        }
        assert!(matches!(player.choose(&left).unwrap().reason, Reason::Balance { .. }));
    }

    #[test]
    fn what_is_no_opponent_is_none_behind_the_book() {
        let error = crate::by_name::<Shogi>("book:opponent=grandmaster", 1).err().unwrap().to_string();
        assert!(error.contains("grandmaster"), "{error}");
        assert_eq!(behind_book("balance:depth=5"), None);
        assert_eq!(behind_book("book:opponent=book:opponent=random"), Some("random"));
    }
}
