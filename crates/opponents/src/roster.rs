//! Who can be played against in each game.

use games::Game;
use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use search::kalah::StoreDifference;
use search::mcts::UniformPlayout;
use search::mcts::othello::UniformOthelloPlayout;
use search::othello::{AlphaBeta, Evaluation, SearchOptions as OthelloOptions, ThreeTerm, Weights};
use search::shogi::SearchGoal;
use search::{AlphaBetaOptions, Analyst, Perturbed};

use crate::balance::Balance;
use crate::geister::{Leaver, MonteCarlo, Negamax, Policy, PolicyPlayouts};
use crate::gokaku::{self, Fixed, Gokaku};
use crate::limits::Limits;
use crate::name::{Name, NameError, Options};
use crate::{BestMove, Greedy, Ladder, Opponent, Random, SelectQ, Thinker, shogi};

/// A game with its opponents.
pub trait Roster: Game {
    /// The strengths of its players of reference, in Elo above one that moves by lot, the weakest first; `rung:strength=` plays as each.
    fn rungs() -> Vec<f64>;

    /// The names of all opponents for this game, without options.
    const OPPONENTS: &'static [&'static str];

    /// The names of those among them that say how good every move is, the usual one first.
    const ANALYSTS: &'static [&'static str];

    /// The analyst that judges games unless another one is named. Shogi's is as deep as Nakamichi's (2020), the others
    /// are as deep or think about as long.
    const ANALYST: &'static str = "alphabeta:depth=9";

    /// The opponent with this name, whose every choice follows from `seed`.
    ///
    /// # Errors
    /// There is no such opponent, or it has no such option.
    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Self>>, NameError>;

    /// The analyst called `analyst`, its options read from `options`; with `every_move` each move gets its value, else
    /// the best one suffices.
    ///
    /// # Errors
    /// There is no such analyst, or an option is out of range.
    fn thinker(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<Thinker<Self>, NameError>;
}

/// The analyst with this name, which values every move.
///
/// # Errors
/// There is no such analyst or no such option; the error lists those there are.
pub fn analyst_by_name<G: Roster>(name: &str, seed: u64) -> Result<(Thinker<G>, String), NameError> {
    let name: Name = name.parse()?;
    let mut options = name.options();
    let thinker = G::thinker(name.opponent(), &mut options, seed, true)?;
    options.finish()?;
    let full = thinker.spell(Name::plain(name.opponent())).to_string();
    Ok((thinker, full))
}

/// The analyst that an opponent of this name plays by.
fn thinker<G: Roster>(name: &Name, seed: u64) -> Result<Thinker<G>, NameError> {
    let mut options = name.options();
    let thinker = G::thinker(name.opponent(), &mut options, seed, false)?;
    options.finish()?;
    Ok(thinker)
}

fn random<G: Game>(name: &Name, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    name.options().finish()?;
    Ok(Box::new(Random::new(seed)))
}

fn unknown<G: Roster>(found: &str) -> NameError {
    NameError::Opponent { found: found.to_owned(), known: G::OPPONENTS.to_vec() }
}

fn unknown_analyst<G: Roster>(found: &str) -> NameError {
    NameError::Opponent { found: found.to_owned(), known: G::ANALYSTS.to_vec() }
}

impl Roster for Kalah {
    fn rungs() -> Vec<f64> {
        gokaku::rungs::<Kalah>()
    }

    const OPPONENTS: &'static [&'static str] =
        &["random", "alphabeta", "mcts", "ladder", "balance", "q:max", "q:min", "select-q", "gokaku", "rung"];
    const ANALYSTS: &'static [&'static str] = &["alphabeta", "mcts"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Kalah>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(BestMove::new("alphabeta", thinker(name, seed)?)),
            "mcts" => Box::new(BestMove::new("mcts", thinker(name, seed)?)),
            "ladder" => Box::new(Ladder::from_name(name, seed, &UniformPlayout)?),
            "balance" => Box::new(Balance::from_name(name, seed)?),
            "q:max" | "q:min" => Box::new(Greedy::from_name(name, seed)?),
            "select-q" => Box::new(SelectQ::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "rung" => Box::new(Fixed::from_name(name, seed)?),
            found => return Err(unknown::<Kalah>(found)),
        })
    }

    fn thinker(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<Thinker<Kalah>, NameError> {
        // The paper's minimax, only faster: depth counts changes of turn, and without a table no value comes from another
        // depth.
        let search = AlphaBetaOptions {
            free_extra_moves: true,
            table_bits: None,
            every_move,
            ..AlphaBetaOptions::default()
        };
        match analyst {
            "alphabeta" => Thinker::alphabeta(options, seed, StoreDifference, search),
            "mcts" => Thinker::mcts(options, seed, UniformPlayout),
            found => Err(unknown_analyst::<Kalah>(found)),
        }
    }
}

impl Roster for Othello {
    fn rungs() -> Vec<f64> {
        gokaku::rungs::<Othello>()
    }

    const OPPONENTS: &'static [&'static str] =
        &["random", "alphabeta", "mcts", "ladder", "balance", "gokaku", "rung"];
    const ANALYSTS: &'static [&'static str] = &["alphabeta", "mcts"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Othello>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(BestMove::new("alphabeta", thinker(name, seed)?)),
            "mcts" => Box::new(BestMove::new("mcts", thinker(name, seed)?)),
            "ladder" => Box::new(Ladder::from_name(name, seed, &UniformOthelloPlayout)?),
            "balance" => Box::new(Balance::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "rung" => Box::new(Fixed::from_name(name, seed)?),
            found => return Err(unknown::<Othello>(found)),
        })
    }

    /// `alphabeta` has one more option, `eval`: `patterns`, which is strong, or `three-term`, that of document 003.
    fn thinker(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<Thinker<Othello>, NameError> {
        match analyst {
            "alphabeta" => {
                let eval = options.word("eval", &["patterns", "three-term"])?;
                let thinker = Thinker::alphabeta_of(options, seed, |change, limits| match eval {
                    "three-term" => othello_search(change.of(ThreeTerm::shipped()), limits, every_move),
                    _ => othello_search(change.of(Weights::shipped()), limits, every_move),
                })?;
                Ok(thinker.with("eval", eval))
            }
            "mcts" => Thinker::mcts(options, seed, UniformOthelloPlayout),
            found => Err(unknown_analyst::<Othello>(found)),
        }
    }
}

/// An alpha-beta search of Othello, with tables as large as the search will be.
fn othello_search<E>(evaluation: Perturbed<E>, limits: &Limits, every_move: bool) -> Box<dyn Analyst<Othello>>
where
    E: Evaluation + Send + 'static,
{
    // 1 << 19 lines of 64 bytes are 32 MiB; cleared before every search, they would slow a shallow one down.
    let bits = if limits.depth().is_some_and(|depth| depth <= 8) { 15 } else { 19 };
    let usual = OthelloOptions::default();
    // Exact values know neither noise nor a wish to lose.
    let solve_from = if evaluation.is_perturbed() { 0 } else { usual.solve_from };
    Box::new(AlphaBeta::new(evaluation, OthelloOptions { every_move, solve_from, ..usual }, bits))
}

impl Roster for Shogi {
    fn rungs() -> Vec<f64> {
        gokaku::rungs::<Shogi>()
    }

    const OPPONENTS: &'static [&'static str] = &["random", "alphabeta", "balance", "gokaku", "rung"];
    const ANALYSTS: &'static [&'static str] = &["alphabeta"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(BestMove::new("alphabeta", thinker(name, seed)?)),
            "balance" => Box::new(shogi::Balance::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "rung" => Box::new(Fixed::from_name(name, seed)?),
            found => return Err(unknown::<Shogi>(found)),
        })
    }

    fn thinker(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<Thinker<Shogi>, NameError> {
        match analyst {
            "alphabeta" => shogi::thinker(
                options,
                seed,
                if every_move { SearchGoal::AllMoves } else { SearchGoal::BestMove },
            ),
            found => Err(unknown_analyst::<Shogi>(found)),
        }
    }
}

impl Roster for Geister {
    fn rungs() -> Vec<f64> {
        gokaku::rungs::<Geister>()
    }

    const OPPONENTS: &'static [&'static str] =
        &["random", "ra", "mc", "pr", "pm", "negamax", "gokaku", "rung"];
    const ANALYSTS: &'static [&'static str] = &["mc"];
    const ANALYST: &'static str = "mc:playouts=20000";

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Geister>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "ra" => {
                name.options().finish()?;
                Box::new(Leaver::new(seed))
            }
            "mc" => Box::new(MonteCarlo::from_name(name, seed)?),
            "pr" => Box::new(Policy::from_name(name, seed)?),
            "pm" => Box::new(PolicyPlayouts::from_name(name, seed)?),
            "negamax" => Box::new(Negamax::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "rung" => Box::new(Fixed::from_name(name, seed)?),
            found => return Err(unknown::<Geister>(found)),
        })
    }

    fn thinker(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        _every_move: bool,
    ) -> Result<Thinker<Geister>, NameError> {
        match analyst {
            "mc" => Thinker::monte_carlo(options, seed),
            found => Err(unknown_analyst::<Geister>(found)),
        }
    }
}
