//! A plan with the games that were played of it.

use report::{Cell, Column, Provenance, Table, WorkerRun};
use statistics::{Interval, Pairs};
use store::{Store, StoredGame, StoredRun};

use crate::{PairingResult, Plan, PlanError, PlanResults, RunError};

/// A plan with its stored games.
#[derive(Clone, PartialEq, Debug)]
pub struct Evidence {
    /// Which games.
    pub plan: Plan,
    /// The fingerprint of the opponents that played them.
    pub fingerprint: String,
    /// The games played, in the order of their numbers.
    pub games: Vec<StoredGame>,
    /// The workers that played them.
    pub runs: Vec<StoredRun>,
}

impl Evidence {
    /// What a store has of a plan by opponents with this fingerprint.
    ///
    /// # Errors
    /// The store fails, or the plan has no text.
    pub async fn load(store: &Store, plan: Plan, fingerprint: &str) -> Result<Evidence, RunError> {
        let hash = plan.hash(fingerprint)?;
        let (games, runs) = (store.games(&hash).await?, store.runs(&hash).await?);
        Ok(Evidence { plan, fingerprint: fingerprint.to_owned(), games, runs })
    }

    /// The hash of the plan and the fingerprint, by which a store knows them.
    ///
    /// # Errors
    /// The plan has no text.
    pub fn hash(&self) -> Result<String, PlanError> {
        self.plan.hash(&self.fingerprint)
    }

    /// The results.
    #[must_use]
    pub fn results(&self) -> PlanResults {
        PlanResults::of(&self.plan, &self.games)
    }

    /// The interval of A's score in each pairing, and whether it is over pairs of games, as it is with
    /// different openings or deals.
    #[must_use]
    pub fn intervals(&self, results: &PlanResults) -> (Vec<Interval>, bool) {
        let Evidence { plan, games, .. } = self;
        let paired =
            games.windows(2).any(|games| games[0].start != games[1].start) || plan.openings.len() > 1;
        let mut pairs = vec![Pairs::default(); results.pairings.len()];
        for two in games.windows(2) {
            let ((pairing, index), next) = (plan.place(two[0].number), plan.place(two[1].number));
            if index.is_multiple_of(2) && next == (pairing, index + 1) {
                pairs[pairing].add(two[0].score, 1.0 - two[1].score);
            }
        }
        let interval = |(meeting, pairs): (&PairingResult, &Pairs)| {
            if paired && pairs.pairs() > 0 { pairs.interval() } else { meeting.all.interval() }
        };
        (results.pairings.iter().zip(&pairs).map(interval).collect(), paired)
    }

    /// Where the numbers of a report on these games come from.
    ///
    /// # Errors
    /// The plan has no text.
    pub fn provenance(&self) -> Result<Provenance, PlanError> {
        let Evidence { plan, fingerprint, games, runs } = self;
        let forfeit = |game: &StoredGame| game.forfeit.clone().map(|forfeit| (game.number, forfeit));
        let run = |run: &StoredRun| WorkerRun {
            worker: run.worker.clone(),
            version: run.version.clone(),
            began: run.began,
            seen: run.seen,
        };
        Ok(Provenance {
            plan: plan.text()?,
            hash: self.hash()?,
            fingerprint: fingerprint.clone(),
            seed: plan.seed,
            version: env!("CARGO_PKG_VERSION"),
            played: games.len() as u64,
            total: plan.total(),
            runs: runs.iter().map(run).collect(),
            forfeits: games.iter().filter_map(forfeit).collect(),
            games: games_table(games),
        })
    }
}

/// One row per game.
fn games_table(games: &[StoredGame]) -> Table {
    let row = |game: &StoredGame| {
        vec![
            Cell::Count(game.number),
            Cell::words(&game.first),
            Cell::words(&game.second),
            Cell::Number(game.score, 1),
            Cell::words(&game.ending),
            Cell::words(game.forfeit.as_deref().unwrap_or_default()),
            Cell::Count(game.plies),
            Cell::Count(game.millis),
        ]
    };
    Table {
        name: "games".to_owned(),
        caption: "The games of the plan.".to_owned(),
        columns: Column::all([
            "number",
            "first",
            "second",
            "score of first",
            "ending",
            "forfeit",
            "plies",
            "millis",
        ]),
        rows: games.iter().map(row).collect(),
    }
}
