//! Whose games a report takes from a store that no games are added to.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use store::Store;

use crate::{Evidence, Plan, RunError};

/// The games that are stored of plans, all of one game's plans by opponents with the same fingerprint: this
/// program's if they have played all of them, else the last that have.
#[derive(Debug, Default)]
pub struct StoredOpponents {
    /// The fingerprint that was taken for each game.
    taken: Mutex<BTreeMap<String, String>>,
}

impl StoredOpponents {
    /// The stored games of these plans, and of plans that were asked for before, by the same opponents.
    ///
    /// # Errors
    /// The games are a mixture of several fingerprints; the store fails.
    pub async fn load(&self, store: &Store, plans: Vec<Plan>) -> Result<Vec<Evidence>, RunError> {
        let mut stored: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        let kept = store.plans().await?;
        for plan in &plans {
            let text = plan.text()?;
            let mut who = Vec::new();
            for kept in kept.iter().filter(|kept| kept.plan == text) {
                if store.count(&kept.hash).await? > 0 {
                    who.push(kept.fingerprint.clone());
                }
            }
            // Of a plan without games nothing is mixed.
            if !who.is_empty() {
                stored.entry(plan.game.clone()).or_default().push(who);
            }
        }
        for (game, of_plans) in &stored {
            let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            let chosen = match taken.get(game) {
                Some(before) => common(of_plans, before).filter(|chosen| chosen == before),
                None => common(of_plans, crate::plan::fingerprint_of(game)?),
            };
            let mixture = || {
                let mut found: Vec<String> =
                    of_plans.iter().flatten().chain(taken.get(game)).cloned().collect();
                found.sort();
                found.dedup();
                RunError::Mixture { game: game.clone(), found: found.join(", ") }
            };
            let chosen = chosen.ok_or_else(mixture)?;
            taken.insert(game.clone(), chosen);
        }
        let mut evidence = Vec::new();
        for plan in plans {
            let present = plan.fingerprint()?;
            let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner).get(&plan.game).cloned();
            evidence.push(Evidence::load(store, plan, taken.as_deref().unwrap_or(present)).await?);
        }
        Ok(evidence)
    }

    /// The games whose opponents are not this program's: their names, the fingerprint that was taken, and the
    /// program's.
    #[must_use]
    pub fn old(&self) -> Vec<(String, String, &'static str)> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let old = |(game, taken): (&String, &String)| {
            let present = crate::plan::fingerprint_of(game).ok()?;
            (taken != present).then(|| (game.clone(), taken.clone(), present))
        };
        taken.iter().filter_map(old).collect()
    }
}

/// The fingerprint that all plans have games of: `preferred`, else the last.
fn common(of_plans: &[Vec<String>], preferred: &str) -> Option<String> {
    let (first, others) = of_plans.split_first()?;
    let in_all = |one: &&String| others.iter().all(|plan| plan.contains(one));
    let in_all: Vec<&String> = first.iter().filter(in_all).collect();
    in_all.iter().find(|one| **one == preferred).or(in_all.last()).map(|one| (*one).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_own_opponents_are_taken_then_the_last_in_all_plans() {
        let plans = |plans: &[&[&str]]| -> Vec<Vec<String>> {
            plans.iter().map(|plan| plan.iter().map(|&one| one.to_owned()).collect()).collect()
        };
        let taken = |of_plans: &[&[&str]]| common(&plans(of_plans), "new");
        assert_eq!(taken(&[&["old", "new"], &["new"]]).as_deref(), Some("new"));
        assert_eq!(taken(&[&["older", "old", "new"], &["older", "old"]]).as_deref(), Some("old"));
        assert_eq!(taken(&[&["old"], &["new"]]), None, "a mixture");
    }
}
