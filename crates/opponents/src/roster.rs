//! Who can be played against in each game.

use games::Game;
use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use search::AlphaBetaOptions;
use search::kalah::StoreDifference;
use search::mcts::Uniform;
use search::mcts::othello::UniformOthello;

use crate::balance::Balance;
use crate::name::{Name, NameError};
use crate::{FixedDepth, Greedy, Ladder, Opponent, Random, SelectQ, TreeSearch};

/// A game with its opponents.
pub trait Roster: Game {
    /// The names of all opponents for this game, without options.
    const OPPONENTS: &'static [&'static str];

    /// The opponent with this name, whose every choice follows from `seed`.
    ///
    /// # Errors
    /// There is no such opponent, or it has no such option.
    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Self>>, NameError>;
}

fn random<G: Game>(name: &Name, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    name.options().finish()?;
    Ok(Box::new(Random::new(seed)))
}

fn unknown<G: Roster>(name: &Name) -> NameError {
    NameError::Opponent { found: name.opponent().to_owned(), known: G::OPPONENTS.to_vec() }
}

impl Roster for Kalah {
    const OPPONENTS: &'static [&'static str] =
        &["random", "alphabeta", "mcts", "ladder", "balance", "q:max", "q:min", "select-q"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Kalah>>, NameError> {
        // The paper's minimax, only faster: depth counts changes of turn, and without a table no value comes from another
        // depth.
        let search =
            AlphaBetaOptions { free_extra_moves: true, table_bits: None, ..AlphaBetaOptions::default() };
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(FixedDepth::from_name(name, seed, StoreDifference, search)?),
            "mcts" => Box::new(TreeSearch::from_name(name, seed, Uniform)?),
            "ladder" => Box::new(Ladder::from_name(name, seed, &Uniform)?),
            "balance" => Box::new(Balance::from_name(name, StoreDifference, search)?),
            "q:max" | "q:min" => Box::new(Greedy::from_name(name, seed)?),
            "select-q" => Box::new(SelectQ::from_name(name, seed)?),
            _ => return Err(unknown::<Kalah>(name)),
        })
    }
}

impl Roster for Othello {
    const OPPONENTS: &'static [&'static str] = &["random", "mcts", "ladder"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Othello>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "mcts" => Box::new(TreeSearch::from_name(name, seed, UniformOthello)?),
            "ladder" => Box::new(Ladder::from_name(name, seed, &UniformOthello)?),
            _ => return Err(unknown::<Othello>(name)),
        })
    }
}

impl Roster for Shogi {
    const OPPONENTS: &'static [&'static str] = &["random"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
        match name.opponent() {
            "random" => random(name, seed),
            _ => Err(unknown::<Shogi>(name)),
        }
    }
}

impl Roster for Geister {
    const OPPONENTS: &'static [&'static str] = &["random"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Geister>>, NameError> {
        match name.opponent() {
            "random" => random(name, seed),
            _ => Err(unknown::<Geister>(name)),
        }
    }
}
