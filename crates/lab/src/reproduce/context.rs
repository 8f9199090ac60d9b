//! What an experiment gets from the program that runs it: games, judgements, a cache and a progress bar.

use anyhow::{Context as _, Result, anyhow};
use people::othello::games::RatedGame;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{scaled, scaled_games};
use crate::{Evidence, Judgements, Plan, ResultCache};

/// A run of an experiment: its size, its seed, and who provides what it needs.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Size of the run; 1 is the paper's.
    pub scale: f64,
    /// Random seed.
    pub seed: u64,
    /// Games of people, for the experiments that compare with them.
    pub people: Option<&'a [RatedGame]>,
    /// Plays, judges, caches and shows progress.
    pub runner: &'a dyn Runner,
}

/// The program's side of an experiment, so that the lab knows of no store on disk and no terminal.
pub trait Runner: Sync {
    /// Plays what is missing of the plans and returns all their games, in the order of the plans.
    ///
    /// # Errors
    /// A plan cannot be followed, or playing was interrupted.
    fn games(&self, plans: Vec<Plan>) -> Result<Vec<Evidence>>;

    /// What an analyst, and a weaker observer, say of the games, after judging what is missing.
    ///
    /// # Errors
    /// One of the two is not known, or judging was interrupted.
    fn judgements(&self, evidence: &Evidence, analyst: &str, observer: Option<&str>) -> Result<Judgements>;

    /// Where finished parts of this kind are kept.
    ///
    /// # Errors
    /// There is no place for them.
    fn cache(&self, kind: CacheKind) -> Result<Box<dyn ResultCache + Sync + '_>>;

    /// Announces so many steps of the work that follows.
    fn expect_steps(&self, steps: u64, unit: &'static str);

    /// One of the announced steps is done.
    fn step(&self);
}

/// What a cache holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheKind {
    /// Trained networks.
    Networks,
    /// Series of games of an adaptive opponent.
    Series,
}

impl Context<'_> {
    /// `full` at this scale, at least 1.
    #[must_use]
    pub fn scaled(&self, full: u64) -> u64 {
        scaled(full, self.scale)
    }

    /// The same for games, which come in pairs with sides swapped.
    #[must_use]
    pub fn scaled_games(&self, full: u64) -> u64 {
        scaled_games(full, self.scale)
    }

    /// The games of one plan.
    ///
    /// # Errors
    /// As [`Runner::games`].
    pub fn games(&self, plan: Plan) -> Result<Evidence> {
        self.runner.games(vec![plan])?.pop().ok_or_else(|| anyhow!("found no plan, expected one"))
    }

    /// The cached series `key` of opponents with this fingerprint, or the one made now. What opponents of
    /// another fingerprint played stays in the cache and is not found.
    ///
    /// # Errors
    /// It cannot be made, read or kept.
    pub fn cached<T: Serialize + DeserializeOwned, E: std::error::Error + Send + Sync + 'static>(
        &self,
        fingerprint: &str,
        key: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T> {
        let hash = Sha256::digest(format!("{fingerprint} {key}"));
        let name = format!("fit-{}", hex::encode(&hash[..8]));
        let cache = self.runner.cache(CacheKind::Series)?;
        if let Some(bytes) = cache.load(&name).map_err(anyhow::Error::msg)? {
            return serde_json::from_slice(&bytes)
                .with_context(|| format!("{name}: expected what an earlier run kept"));
        }
        let made = make()?;
        cache.save(&name, &serde_json::to_vec(&made)?).map_err(anyhow::Error::msg)?;
        Ok(made)
    }
}
