//! Makes the opening book that is shipped: `cargo run --release -p opponents --example shogi_book -- RECORDS
//! > crates/people/data/shogi_book.txt`.
//!
//! RECORDS is a file of games that [`Book::read`] reads. A move is kept if it was played often and a search
//! finds both sides about equal after it; nothing else of the games is.

use std::collections::BTreeSet;
use std::fs;

use games::Game;
use games::shogi::{Book, Shogi};
use opponents::{NamedAnalyst, analyst_by_name};

/// Moves of each game that count.
const PLIES: usize = 24;

/// A move played less often is left out.
const LEAST: u64 = 8;

/// How unequal the position after a move may be, in points: about a pawn and a half.
const SOUND: f64 = 150.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("expected the file of games")?;
    let book = Book::read(&fs::read_to_string(file)?, PLIES)?;
    let (mut judge, judge_name) = analyst_by_name::<Shogi>("alphabeta:depth=7", 0)?;
    println!("#BOOK-TREE");
    println!(
        "# Moves played at least {LEAST} times in the first {PLIES} plies of the games, with how often;"
    );
    println!("# {judge_name} finds at most {SOUND} points between the sides after each.");
    print_tree(&book, &Shogi::default(), 0, &mut BTreeSet::new(), &mut judge);
    Ok(())
}

/// Prints the moves of a position, each followed by those of the position it leads to. A position is printed
/// once, wherever it comes from.
fn print_tree(
    book: &Book,
    game: &Shogi,
    depth: usize,
    done: &mut BTreeSet<String>,
    judge: &mut NamedAnalyst<Shogi>,
) {
    let sfen = game.sfen();
    let position = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(position, _)| position);
    if !done.insert(position.to_owned()) {
        return;
    }
    for &(mv, count) in book.moves(game).iter().filter(|(_, count)| *count >= LEAST) {
        let mut next = game.clone();
        if next.play(mv).is_err() || !value(&next, judge).is_some_and(|value| value.abs() <= SOUND) {
            continue;
        }
        println!("{}{mv} {count}", " ".repeat(depth));
        print_tree(book, &next, depth + 1, done, judge);
    }
}

/// The value of a position for the side to move.
fn value(game: &Shogi, judge: &mut NamedAnalyst<Shogi>) -> Option<f64> {
    let mut legal = Vec::new();
    game.legal_moves(&mut legal);
    // Only the best value counts, and comparing any one move with it is the quickest way to ask.
    judge.compare(game, *legal.first()?).best().map(|best| best.value)
}
