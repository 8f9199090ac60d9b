//! Where the numbers come from.

use store::{StoredGame, StoredRun};

use crate::{Plan, PlanError, Results};

/// A plan with everything a store has of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Evidence {
    /// Which games.
    pub plan: Plan,
    /// Those that are there, in the order of their numbers.
    pub games: Vec<StoredGame>,
    /// Who played them.
    pub runs: Vec<StoredRun>,
}

impl Evidence {
    /// What the games came to.
    #[must_use]
    pub fn results(&self) -> Results {
        Results::of(&self.plan, &self.games)
    }
}

/// Where the numbers come from: enough to play the same games again.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance {
    /// The plan as TOML.
    pub plan: String,
    /// What the plan is known by.
    pub hash: String,
    /// Everything that was left to chance followed from this.
    pub seed: u64,
    /// The version of the program that wrote the report.
    pub version: &'static str,
    /// Games that are there.
    pub played: u64,
    /// Games of the whole plan.
    pub total: u64,
    /// Who played them, with which version, and when.
    pub runs: Vec<StoredRun>,
    /// The games that ended by a fault: their numbers and what happened.
    pub forfeits: Vec<(u64, String)>,
    /// The games.
    pub games: Vec<StoredGame>,
}

impl Provenance {
    /// That of a plan and its games.
    ///
    /// # Errors
    /// The plan has no text.
    pub fn of(evidence: &Evidence) -> Result<Provenance, PlanError> {
        let Evidence { plan, games, runs } = evidence;
        let fault = |game: &StoredGame| game.forfeit.clone().map(|forfeit| (game.number, forfeit));
        Ok(Provenance {
            plan: plan.text()?,
            hash: plan.hash()?,
            seed: plan.seed,
            version: env!("CARGO_PKG_VERSION"),
            played: games.len() as u64,
            total: plan.total(),
            runs: runs.clone(),
            forfeits: games.iter().filter_map(fault).collect(),
            games: games.clone(),
        })
    }
}
