//! Whether the adaptive opponent does what it is for. The aim is our own, not a paper's.

use std::ops::RangeInclusive;

use super::series::{SeriesKind, TARGETS, WARMUP};
use super::tables::PanelGames;
use report::{Reproduction, Verdict};
use statistics::Tally;

/// What counts as even against a user that is known after the warm-up.
const KNOWN: RangeInclusive<f64> = 0.45..=0.55;

/// The same in first games.
const FIRST: RangeInclusive<f64> = 0.35..=0.65;

/// How far a score may be from another target.
const NEAR: f64 = 0.05;

/// The scores that the aims are about; nothing for a series without games.
#[derive(Clone, Default)]
pub(super) struct Scores {
    known: Vec<Option<f64>>,
    first: Vec<Option<f64>>,
    /// How far from the target.
    targets: Vec<Option<f64>>,
}

impl Scores {
    /// Adds those of a game.
    pub(super) fn add(&mut self, games: &PanelGames<'_>) {
        let score = |tally: Option<Tally>| tally.filter(|tally| tally.games() > 0).map(|tally| tally.score());
        for &user in games.users {
            self.known.push(score(games.known(user, "gokaku")));
            self.first.push(score(games.all(user, "gokaku", SeriesKind::FirstGames)));
        }
        for target in TARGETS.into_iter().filter(|target| *target != 0.5) {
            let reached = |user| score(games.known(user, &format!("gokaku:target={target}")));
            let users = games.panel.target_users;
            self.targets.extend(users.map(|user| reached(user).map(|score| (score - target).abs())));
        }
    }

    /// A part for every score; nothing while a series has no games.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        let held = |scores: &[Option<f64>], aim: &RangeInclusive<f64>| -> Option<usize> {
            let scores: Vec<f64> = scores.iter().copied().collect::<Option<_>>()?;
            Some(scores.iter().filter(|score| aim.contains(score)).count())
        };
        let Scores { known, first, targets } = self;
        let counts = [
            (held(first, &FIRST)?, first.len()),
            (held(known, &KNOWN)?, known.len()),
            // A score of a few hundred games is no exact binary fraction.
            (held(targets, &(0.0..=NEAR + 1e-9))?, targets.len()),
        ];
        let [first, known, targets] = counts.map(|(held, of)| format!("{held} of {of}"));
        let (held, of) = counts.iter().fold((0, 0), |(held, of), count| (held + count.0, of + count.1));
        (of > 0).then(|| Verdict {
            finding: format!(
                "gokaku scores {} in first games and {} against users it knows from {WARMUP} games, and \
                 comes within {:.0} points of another target",
                percent(&FIRST),
                percent(&KNOWN),
                100.0 * NEAR
            ),
            paper: "none, this is our own aim".into(),
            ours: format!("{first} in first games, {known} known users and {targets} with another target"),
            outcome: Reproduction::of_parts(held, of),
        })
    }
}

fn percent(range: &RangeInclusive<f64>) -> String {
    format!("{:.0} to {:.0}%", 100.0 * range.start(), 100.0 * range.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(known: [f64; 2], first: [f64; 2], target: f64) -> Scores {
        let all = |scores: [f64; 2]| scores.map(Some).to_vec();
        Scores { known: all(known), first: all(first), targets: vec![Some((target - 0.3_f64).abs())] }
    }

    #[test]
    fn the_aim_is_reached_in_all_in_part_or_not() {
        let outcome = |scores: Scores| scores.verdict().unwrap().outcome;
        assert_eq!(outcome(scores([0.45, 0.55], [0.35, 0.65], 0.35)), Reproduction::Reproduced);
        // A random player is beaten in its first games.
        assert_eq!(outcome(scores([0.5, 0.5], [0.9, 0.5], 0.3)), Reproduction::InPart);
        assert_eq!(outcome(scores([0.4, 0.6], [0.9, 0.2], 0.5)), Reproduction::NotReproduced);
        let said = scores([0.5, 0.6], [0.9, 0.5], 0.3).verdict().unwrap().ours;
        assert_eq!(said, "1 of 2 in first games, 1 of 2 known users and 1 of 1 with another target");
    }

    #[test]
    fn a_series_without_games_leaves_it_open() {
        let unfinished = Scores { known: vec![Some(0.5), None], ..scores([0.5; 2], [0.5; 2], 0.3) };
        assert_eq!(unfinished.verdict(), None);
        assert_eq!(Scores::default().verdict(), None);
    }
}
