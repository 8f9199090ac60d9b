//! Where the numbers come from.

use store::{StoredGame, StoredRun};

use crate::{Interval, Meeting, Pairs, Plan, PlanError, Results};

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

    /// The interval of what A scored in each meeting, and whether it is over pairs of games: so it is where they begin from openings
    /// or deals of their own.
    #[must_use]
    pub fn intervals(&self, results: &Results) -> (Vec<Interval>, bool) {
        let Evidence { plan, games, .. } = self;
        let paired =
            games.windows(2).any(|games| games[0].start != games[1].start) || plan.openings.len() > 1;
        let mut pairs = vec![Pairs::default(); results.meetings.len()];
        for two in games.windows(2) {
            let ((pairing, index), next) = (plan.place(two[0].number), plan.place(two[1].number));
            if index.is_multiple_of(2) && next == (pairing, index + 1) {
                pairs[pairing].add(two[0].score, 1.0 - two[1].score);
            }
        }
        let interval = |(meeting, pairs): (&Meeting, &Pairs)| {
            if paired && pairs.pairs() > 0 { pairs.interval() } else { meeting.all.interval() }
        };
        (results.meetings.iter().zip(&pairs).map(interval).collect(), paired)
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
