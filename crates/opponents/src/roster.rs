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
use crate::geister::{MonteCarlo, Negamax, Policy, PolicyPlayouts, RandomExit};
use crate::gokaku::{Adaptive, AdaptiveOf, Gokaku, ReferenceOpponent};
use crate::limits::Limits;
use crate::name::{Name, NameError, Options};
use crate::{BestMove, Greedy, Ladder, NamedAnalyst, Opponent, People, Random, SelectQ, shogi};

/// A game with its opponents.
pub trait Roster: Game {
    /// Its reference players and what was measured of them; `None` for a game in which nobody adapts.
    fn adaptive() -> Option<&'static dyn Adaptive<Self>> {
        None
    }

    /// Five opponents of fixed strength for the page, from one that a beginner beats to the strongest that
    /// answers within a second. How strong they are is measured with the reference players.
    const LEVELS: [&'static str; 5];

    /// The names of all opponents for this game, without options.
    const OPPONENTS: &'static [&'static str];

    /// Longer names for some of them.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];

    /// The names of those among them that say how good every move is, the usual one first.
    const ANALYSTS: &'static [&'static str];

    /// The analyst that judges games unless another one is named. Shogi's is as deep as Nakamichi's (2020),
    /// the others are as deep or think about as long.
    const ANALYST: &'static str = "alphabeta:depth=9";

    /// The opponent with this name, whose every choice follows from `seed`.
    ///
    /// # Errors
    /// There is no such opponent, or it has no such option.
    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Self>>, NameError>;

    /// The opponent with this name, if it is one around another whose name is part of it.
    fn wrapped(_name: &str, _seed: u64) -> Option<Result<Box<dyn Opponent<Self>>, NameError>> {
        None
    }

    /// The analyst called `analyst`, its options read from `options`; with `every_move` each move gets its
    /// value, else the best one suffices.
    ///
    /// # Errors
    /// There is no such analyst, or an option is out of range.
    fn analyst(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<NamedAnalyst<Self>, NameError>;
}

/// Old names and what they are called now.
const RENAMED: [(&str, &str); 1] = [("rung", "reference")];

/// Whether `word`, the part of a name before its options, is the name of an opponent of ours, or was.
#[must_use]
pub fn is_name_of_opponent<G: Roster>(word: &str) -> bool {
    let known = G::OPPONENTS.iter().filter_map(|name| name.split(':').next());
    let others = G::ALIASES.iter().chain(&RENAMED).map(|(name, _)| *name);
    known.chain(others).any(|name| name == word)
}

/// The analyst with this name, which values every move.
///
/// # Errors
/// There is no such analyst or no such option; the error lists those there are.
pub fn analyst_by_name<G: Roster>(name: &str, seed: u64) -> Result<(NamedAnalyst<G>, String), NameError> {
    let name: Name = name.parse()?;
    let mut options = name.options();
    let analyst = G::analyst(name.opponent(), &mut options, seed, true)?;
    options.finish()?;
    let full = analyst.spell(Name::plain(name.opponent())).to_string();
    Ok((analyst, full))
}

/// The analyst that an opponent of this name plays by.
fn analyst<G: Roster>(name: &Name, seed: u64) -> Result<NamedAnalyst<G>, NameError> {
    let mut options = name.options();
    let analyst = G::analyst(name.opponent(), &mut options, seed, false)?;
    options.finish()?;
    Ok(analyst)
}

fn random<G: Game>(name: &Name, seed: u64) -> Result<Box<dyn Opponent<G>>, NameError> {
    name.options().finish()?;
    Ok(Box::new(Random::new(seed)))
}

fn unknown<G: Roster>(found: &str) -> NameError {
    if let Some(&(found, new)) = RENAMED.iter().find(|(old, _)| *old == found) {
        return NameError::Renamed { found, new };
    }
    NameError::Opponent { found: found.to_owned(), known: G::OPPONENTS.to_vec() }
}

fn unknown_analyst<G: Roster>(found: &str) -> NameError {
    NameError::Opponent { found: found.to_owned(), known: G::ANALYSTS.to_vec() }
}

impl Roster for Kalah {
    fn adaptive() -> Option<&'static dyn Adaptive<Kalah>> {
        Some(&AdaptiveOf::<Kalah>::HERE)
    }

    const LEVELS: [&'static str; 5] = [
        "alphabeta:depth=1,noise=12",
        "alphabeta:depth=1,noise=4",
        "alphabeta:depth=2,noise=1",
        "alphabeta:depth=4",
        "alphabeta:depth=9",
    ];

    const OPPONENTS: &'static [&'static str] = &[
        "random",
        "alphabeta",
        "mcts",
        "ladder",
        "balance",
        "q:max",
        "q:min",
        "select-q",
        "gokaku",
        "reference",
    ];
    const ANALYSTS: &'static [&'static str] = &["alphabeta", "mcts"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Kalah>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(BestMove::new("alphabeta", analyst(name, seed)?)),
            "mcts" => Box::new(BestMove::new("mcts", analyst(name, seed)?)),
            "ladder" => Box::new(Ladder::from_name(name, seed, &UniformPlayout)?),
            "balance" => Box::new(Balance::from_name(name, seed)?),
            "q:max" | "q:min" => Box::new(Greedy::from_name(name, seed)?),
            "select-q" => Box::new(SelectQ::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "reference" => Box::new(ReferenceOpponent::from_name(name, seed)?),
            found => return Err(unknown::<Kalah>(found)),
        })
    }

    fn analyst(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<NamedAnalyst<Kalah>, NameError> {
        // The paper's minimax, only faster: depth counts changes of turn, and without a table no value comes
        // from another depth.
        let search = AlphaBetaOptions {
            free_extra_moves: true,
            table_bits: None,
            every_move,
            ..AlphaBetaOptions::default()
        };
        match analyst {
            "alphabeta" => NamedAnalyst::alphabeta(options, seed, StoreDifference, search),
            "mcts" => NamedAnalyst::mcts(options, seed, UniformPlayout),
            found => Err(unknown_analyst::<Kalah>(found)),
        }
    }
}

impl Roster for Othello {
    fn adaptive() -> Option<&'static dyn Adaptive<Othello>> {
        Some(&AdaptiveOf::<Othello>::HERE)
    }

    const LEVELS: [&'static str; 5] = [
        "alphabeta:depth=1,noise=24",
        "alphabeta:depth=1,noise=12",
        "alphabeta:depth=1,noise=5",
        "alphabeta:depth=3",
        "alphabeta:depth=8",
    ];

    const OPPONENTS: &'static [&'static str] =
        &["random", "alphabeta", "mcts", "ladder", "balance", "gokaku", "reference", "people"];
    const ANALYSTS: &'static [&'static str] = &["alphabeta", "mcts"];

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Othello>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(BestMove::new("alphabeta", analyst(name, seed)?)),
            "mcts" => Box::new(BestMove::new("mcts", analyst(name, seed)?)),
            "ladder" => Box::new(Ladder::from_name(name, seed, &UniformOthelloPlayout)?),
            "balance" => Box::new(Balance::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "reference" => Box::new(ReferenceOpponent::from_name(name, seed)?),
            "people" => Box::new(People::from_name(name, seed)?),
            found => return Err(unknown::<Othello>(found)),
        })
    }

    /// `alphabeta` has one more option, `eval`: `patterns`, which is strong, or `three-term` (Sato 2021).
    fn analyst(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<NamedAnalyst<Othello>, NameError> {
        match analyst {
            "alphabeta" => {
                let eval = options.word("eval", &["patterns", "three-term"])?;
                let analyst = NamedAnalyst::alphabeta_of(options, seed, |change, limits| match eval {
                    "three-term" => othello_search(change.of(ThreeTerm::shipped()), limits, every_move),
                    _ => othello_search(change.of(Weights::shipped()), limits, every_move),
                })?;
                Ok(analyst.with("eval", eval))
            }
            "mcts" => NamedAnalyst::mcts(options, seed, UniformOthelloPlayout),
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
    fn adaptive() -> Option<&'static dyn Adaptive<Shogi>> {
        Some(&AdaptiveOf::<Shogi>::HERE)
    }

    const LEVELS: [&'static str; 5] = [
        "alphabeta:depth=1,noise=1500",
        "alphabeta:depth=1,noise=500",
        "alphabeta:depth=1,noise=100",
        "alphabeta:depth=3",
        "alphabeta:depth=5",
    ];

    const OPPONENTS: &'static [&'static str] = &["random", "alphabeta", "balance", "gokaku", "reference"];
    const ANALYSTS: &'static [&'static str] = &["alphabeta"];

    /// `book:opponent=NAME`, an opponent behind the shipped opening book.
    fn wrapped(name: &str, seed: u64) -> Option<Result<Box<dyn Opponent<Shogi>>, NameError>> {
        shogi::book::by_name(name, seed)
    }

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "alphabeta" => Box::new(BestMove::new("alphabeta", analyst(name, seed)?)),
            "balance" => Box::new(shogi::Balance::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "reference" => Box::new(ReferenceOpponent::from_name(name, seed)?),
            found => return Err(unknown::<Shogi>(found)),
        })
    }

    fn analyst(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        every_move: bool,
    ) -> Result<NamedAnalyst<Shogi>, NameError> {
        match analyst {
            "alphabeta" => shogi::analyst(
                options,
                seed,
                if every_move { SearchGoal::AllMoves } else { SearchGoal::BestMove },
            ),
            found => Err(unknown_analyst::<Shogi>(found)),
        }
    }
}

impl Roster for Geister {
    fn adaptive() -> Option<&'static dyn Adaptive<Geister>> {
        Some(&AdaptiveOf::<Geister>::HERE)
    }

    const LEVELS: [&'static str; 5] = [
        "ra",
        "mc:playouts=30",
        "mc:playouts=300",
        "mc:playouts=3000",
        "mc:playouts=20000,belief=count-cumulative",
    ];

    const OPPONENTS: &'static [&'static str] =
        &["random", "ra", "mc", "pr", "pm", "negamax", "gokaku", "reference"];
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("random-exit", "ra"), ("policy", "pr"), ("policy-mc", "pm")];
    const ANALYSTS: &'static [&'static str] = &["mc"];
    const ANALYST: &'static str = "mc:playouts=20000";

    fn opponent(name: &Name, seed: u64) -> Result<Box<dyn Opponent<Geister>>, NameError> {
        Ok(match name.opponent() {
            "random" => random(name, seed)?,
            "ra" => {
                name.options().finish()?;
                Box::new(RandomExit::new(seed))
            }
            "mc" => Box::new(MonteCarlo::from_name(name, seed)?),
            "pr" => Box::new(Policy::from_name(name, seed)?),
            "pm" => Box::new(PolicyPlayouts::from_name(name, seed)?),
            "negamax" => Box::new(Negamax::from_name(name, seed)?),
            "gokaku" => Box::new(Gokaku::from_name(name, seed)?),
            "reference" => Box::new(ReferenceOpponent::from_name(name, seed)?),
            found => return Err(unknown::<Geister>(found)),
        })
    }

    fn analyst(
        analyst: &str,
        options: &mut Options<'_>,
        seed: u64,
        _every_move: bool,
    ) -> Result<NamedAnalyst<Geister>, NameError> {
        match analyst {
            "mc" => NamedAnalyst::monte_carlo(options, seed),
            found => Err(unknown_analyst::<Geister>(found)),
        }
    }
}
