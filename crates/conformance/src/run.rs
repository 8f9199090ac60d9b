//! Many random games, on all cores, the same ones for the same seed.

use std::collections::BTreeMap;

use games::split_mix::state_after;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::{Finding, TestedGame, examine};

/// How many games to play and how closely to look.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Random games, each to its end.
    pub games: u64,
    /// Which games.
    pub seed: u64,
    /// One position in so many is examined in full; 1 examines all of them.
    pub one_in: u32,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Games played to their end.
    pub games: u64,
    /// Moves played.
    pub plies: u64,
    /// Positions examined in full.
    pub examined: u64,
    /// Games by winner and reason, in words.
    pub ends: BTreeMap<String, u64>,
}

impl Summary {
    fn join(mut self, other: Summary) -> Summary {
        self.games += other.games;
        self.plies += other.plies;
        self.examined += other.examined;
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        self
    }
}

/// The first disagreement, and how to see it again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{game}, game {index} of seed {seed}, after {ply} moves, at {position}: {finding}")]
pub struct Violation {
    /// The game's name.
    pub game: &'static str,
    /// The number of the random game, from 0.
    pub index: u64,
    /// The seed of the plan.
    pub seed: u64,
    /// Moves played before the disagreement.
    pub ply: usize,
    /// The position, printed.
    pub position: String,
    /// What disagreed.
    pub finding: Finding,
}

/// Games per unit of parallel work; also how often `progress` hears of it.
const CHUNK: u64 = 256;

/// Plays the games of the plan and examines them; `progress` is told of every few games done.
///
/// # Errors
/// Something disagreed; the failure says how to see it again.
pub fn run<G: TestedGame>(plan: Plan, progress: &(dyn Fn(u64) + Sync)) -> Result<Summary, Box<Violation>> {
    let universe = G::every_move();
    let chunks = plan.games.div_ceil(CHUNK);
    (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut summary = Summary::default();
            let games = chunk * CHUNK..plan.games.min((chunk + 1) * CHUNK);
            let count = games.end - games.start;
            for index in games {
                play_one::<G>(plan, index, &universe, &mut summary)?;
            }
            progress(count);
            Ok(summary)
        })
        .try_reduce(Summary::default, |a, b| Ok(a.join(b)))
}

fn play_one<G: TestedGame>(
    plan: Plan,
    index: u64,
    universe: &[G::Move],
    summary: &mut Summary,
) -> Result<(), Box<Violation>> {
    // Every game has its own generator, so that a game can be replayed alone.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(plan.seed ^ state_after(0, index));
    let start = G::any_start(&mut rng);
    let mut game = start.clone();
    let mut moves = Vec::new();
    let mut legal = Vec::new();
    let failure = |game: &G, ply: usize, finding: Finding| {
        Box::new(Violation {
            game: G::NAME,
            index,
            seed: plan.seed,
            ply,
            position: game.to_string(),
            finding,
        })
    };
    loop {
        game.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        if rng.random_ratio(1, plan.one_in) {
            examine::position(&game, universe, &mut rng)
                .map_err(|finding| failure(&game, moves.len(), finding))?;
            summary.examined += 1;
        }
        let mv = legal[rng.random_range(0..legal.len())];
        game.apply(mv);
        moves.push(mv);
    }
    let Some(outcome) = game.outcome() else {
        return Err(failure(
            &game,
            moves.len(),
            Finding("no move is legal and the game is not over".to_owned()),
        ));
    };
    examine::end(&game, universe, &mut rng)
        .and_then(|()| examine::record(&start, &moves))
        .map_err(|finding| failure(&game, moves.len(), finding))?;
    let winner = outcome.winner.map_or("draw", games::Side::as_str);
    *summary.ends.entry(format!("{winner}, {}", outcome.reason)).or_default() += 1;
    summary.games += 1;
    summary.plies += moves.len() as u64;
    Ok(())
}
