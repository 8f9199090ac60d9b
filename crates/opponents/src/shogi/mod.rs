//! The players of shogi that know more of it than the rules.

mod balance;
pub(crate) mod book;

use std::sync::Arc;

use games::shogi::Shogi;
use search::Analyst;
use search::shogi::{AlphaBeta, SearchGoal, SearchOptions, Weights};

use crate::name::{Name, NameError, Options};
use crate::{BestMove, NamedAnalyst, Opponent};

pub(crate) use balance::Balance;

/// What the search thinks of positions, the usual first: the strong evaluation, two beginners with a style,
/// and the table that was learned from the games of one of them.
const EVALUATIONS: [&str; 4] = ["strong", "huddle", "rush", "imitation"];

/// The shogi search with this aim. Reads the option `eval` and those of [`NamedAnalyst::alphabeta_of`].
pub(crate) fn analyst(
    options: &mut Options<'_>,
    seed: u64,
    aim: SearchGoal,
) -> Result<NamedAnalyst<Shogi>, NameError> {
    analyst_searching(options, seed, SearchOptions::for_goal(aim))
}

/// The same for a search with these options.
fn analyst_searching(
    options: &mut Options<'_>,
    seed: u64,
    search: SearchOptions,
) -> Result<NamedAnalyst<Shogi>, NameError> {
    let eval = options.word("eval", &EVALUATIONS)?;
    let weights = match eval {
        "huddle" => Weights::huddling(),
        "rush" => Weights::rushing(),
        "imitation" => Weights::imitation(),
        _ => Weights::shipped(),
    };
    Ok(analyst_with(weights, options, seed, search)?.with("eval", eval))
}

/// The largest table that can be asked for, in MiB.
const LARGEST_TABLE: u32 = 65_536;

/// The shogi search with these weights; the options are those of [`NamedAnalyst::alphabeta_of`] and `hash`,
/// the size of its table in MiB (2 for a shallow search and 32 for others).
fn analyst_with(
    weights: Arc<Weights>,
    options: &mut Options<'_>,
    seed: u64,
    usual: SearchOptions,
) -> Result<NamedAnalyst<Shogi>, NameError> {
    let hash = options.optional_number("hash", 1..=LARGEST_TABLE)?;
    let analyst = NamedAnalyst::alphabeta_of(options, seed, |change, limits| {
        // 1 << 15 lines of 64 bytes are 2 MiB, enough for the ten thousands of nodes of a shallow search.
        let shallow = limits.depth().is_some_and(|depth| depth <= 6);
        let table_bits = match hash {
            // The largest power of two that fits; 1 MiB are 1 << 14 lines.
            Some(mebibytes) => 14 + mebibytes.ilog2(),
            None if shallow => 15,
            None => usual.table_bits,
        };
        // A search that a clock ends is never the same twice, and gains much by what it found at the move
        // before.
        let keep_table = usual.goal == SearchGoal::BestMove && limits.time().is_some();
        let search = AlphaBeta::new(change.of(weights), SearchOptions { table_bits, keep_table, ..usual });
        Box::new(search) as Box<dyn Analyst<Shogi>>
    })?;
    Ok(match hash {
        Some(mebibytes) => analyst.with("hash", &mebibytes.to_string()),
        None => analyst,
    })
}

/// The best move by the caller's own weights; the name is that of an `alphabeta` without `eval`.
///
/// # Errors
/// The name is another one, or an option is unknown or out of range.
pub fn shogi_with_weights(
    name: &Name,
    weights: Arc<Weights>,
    seed: u64,
) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
    if name.opponent() != "alphabeta" {
        return Err(NameError::Opponent { found: name.opponent().to_owned(), known: vec!["alphabeta"] });
    }
    let mut options = name.options();
    let analyst = analyst_with(weights, &mut options, seed, SearchOptions::default())?;
    options.finish()?;
    Ok(Box::new(BestMove::new("alphabeta", analyst)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name;

    #[test]
    fn the_size_of_the_table_can_be_named() {
        let name = |short: &str| by_name::<Shogi>(short, 0).map(|opponent| opponent.name());
        let full = "alphabeta:eval=strong,hash=64,depth=3,noise=0,sign=1";
        assert_eq!(name("alphabeta:depth=3,hash=64").unwrap(), full);
        assert_eq!(name(full).unwrap(), full);
        assert!(name("alphabeta:depth=3").is_ok_and(|name| !name.contains("hash")));
        for bad in ["0", "65537", "x"] {
            assert!(name(&format!("alphabeta:hash={bad}")).is_err());
        }
    }
}
