//! Everything the kit asks about one position, one finished game and one record.

use std::collections::BTreeSet;

use games::{Malformed, Record, Side, View, text};
use rand::{Rng, RngExt};

use crate::{ReferenceRules, TestedGame};

/// A disagreement: what was asked and what the two answers were.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Finding(pub String);

/// Fails with a [`Finding`] unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(Finding(format!($($message)+)));
        }
    };
}

/// How many moves that are not legal are tried on one position; some games have thousands.
const REFUSALS_TRIED: usize = 64;

/// Asks everything about a position whose game goes on.
pub(crate) fn position<G: TestedGame>(
    game: &G,
    universe: &[G::Move],
    rng: &mut dyn Rng,
) -> Result<(), Finding> {
    let printed = game.to_string();
    let again = reads::<G>(&printed)?;
    ensure!(again == *game, "{printed} reads as {again}");
    ensure!(again.to_string() == printed, "{printed} prints as {again} when read");
    ensure!(
        game.hash() == game.hash_from_scratch(),
        "hash {:x} is not {:x}",
        game.hash(),
        game.hash_from_scratch()
    );
    ensure!(again.hash() == game.hash(), "the hash changes when the position is read again");

    let mut legal = Vec::new();
    game.legal_moves(&mut legal);
    let set: BTreeSet<G::Move> = legal.iter().copied().collect();
    ensure!(set.len() == legal.len(), "a move is generated twice");
    ensure!(
        game.outcome().is_some() == legal.is_empty(),
        "outcome {:?} with {} moves",
        game.outcome(),
        legal.len()
    );

    let reference = G::Reference::read(&printed).map_err(Finding)?;
    ensure!(reference.outcome().is_none(), "the game goes on, and to the second implementation it is over");
    let second: BTreeSet<G::Move> = reference.legal_moves().into_iter().collect();
    if let Some(mv) = set.symmetric_difference(&second).next() {
        let who = if set.contains(mv) { "the game" } else { "the second implementation" };
        return Err(Finding(format!("only {who} allows {mv}")));
    }
    for &mv in &legal {
        let next = accepted(game, mv)?;
        let expected = reference.after(mv);
        ensure!(next.to_string() == expected, "after {mv} the position is {next} and not {expected}");
    }
    refused(game, universe, &set, rng)?;
    views(game, rng)
}

fn reads<T: std::str::FromStr<Err = Malformed>>(printed: &str) -> Result<T, Finding> {
    printed.parse().map_err(|error| Finding(format!("{printed} is not read: {error}")))
}

/// Plays a generated move on a copy.
fn accepted<G: TestedGame>(game: &G, mv: G::Move) -> Result<G, Finding> {
    let mut next = game.clone();
    next.play(mv).map_err(|error| Finding(format!("a generated move is refused: {error}")))?;
    ensure!(next.hash() == next.hash_from_scratch(), "after {mv} the incremental hash is wrong");
    let printed = mv.to_string();
    let again: G::Move = reads(&printed)?;
    ensure!(again == mv, "the move {printed} reads as {again}");
    Ok(next)
}

/// Tries moves that were not generated: each must be refused and change nothing.
fn refused<G: TestedGame>(
    game: &G,
    universe: &[G::Move],
    legal: &BTreeSet<G::Move>,
    rng: &mut dyn Rng,
) -> Result<(), Finding> {
    let offset = rng.random_range(0..universe.len());
    let others = universe.iter().cycle().skip(offset).take(universe.len()).filter(|mv| !legal.contains(mv));
    let mut tried = game.clone();
    for &mv in others.take(REFUSALS_TRIED) {
        ensure!(tried.play(mv).is_err(), "{mv} was not generated and is not refused");
        ensure!(tried == *game && tried.hash() == game.hash(), "the refused move {mv} changed the position");
    }
    Ok(())
}

/// What each seat sees stays the same when what it does not see is dealt anew.
fn views<G: TestedGame>(game: &G, rng: &mut dyn Rng) -> Result<(), Finding> {
    let mut legal = Vec::new();
    game.legal_moves(&mut legal);
    legal.sort_unstable();
    for seat in Side::BOTH {
        let view = game.view(seat);
        ensure!(view.side_to_move() == game.side_to_move(), "the view of {seat} has another side to move");
        ensure!(view.resample(rng).view(seat) == view, "resampling the view of {seat} changes the view");
        if seat == game.side_to_move() {
            let mut seen = Vec::new();
            view.legal_moves(&mut seen);
            seen.sort_unstable();
            ensure!(seen == legal, "{seat} sees other legal moves than there are");
        }
    }
    Ok(())
}

/// Asks what must hold when a game is over.
pub(crate) fn end<G: TestedGame>(game: &G, universe: &[G::Move], rng: &mut dyn Rng) -> Result<(), Finding> {
    let mut legal = Vec::new();
    game.legal_moves(&mut legal);
    ensure!(legal.is_empty(), "the game is over and {} is still legal", legal[0]);
    let reference = G::Reference::read(&game.to_string()).map_err(Finding)?;
    if let Some(expected) = reference.outcome() {
        ensure!(game.outcome() == Some(expected), "it ended as {:?} and not as {expected:?}", game.outcome());
    }
    refused(game, universe, &BTreeSet::new(), rng)
}

/// Asks whether the record of a game survives being written and read.
pub(crate) fn record<G: TestedGame>(start: &G, moves: &[G::Move]) -> Result<(), Finding> {
    let record = Record::from_moves(start.clone(), moves.iter().copied())
        .map_err(|error| Finding(error.to_string()))?;
    let written = text::write(&record);
    let read =
        text::read::<G>(&written).map_err(|error| Finding(format!("its record is not read: {error}")))?;
    ensure!(read == [record], "its record changes when written and read");
    Ok(())
}
