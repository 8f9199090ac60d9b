//! Adjudication: ending games that an analyst considers decided.

use games::{EndReason, Game, Outcome, Side};
use opponents::{NameError, NamedAnalyst, Roster, analyst_by_name};
use serde::{Deserialize, Serialize};

/// A game is adjudicated when an analyst sees the same side ahead by so much in so many positions in a row.
///
/// ```
/// let plan: lab::Plan = r#"
///     game = "othello"
///     opponents = ["random", "mcts:playouts=100"]
///     games = 200
///     [adjudicate]
///     analyst = "alphabeta:depth=6"
///     value = 20.0
///     plies = 4
/// "#.parse()?;
/// assert_eq!(plan.adjudicate.map(|rule| rule.plies), Some(4));
/// # Ok::<(), lab::PlanError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// The analyst, by name.
    pub analyst: String,
    /// The lead, in the analyst's unit.
    pub value: f64,
    /// Positions in a row.
    pub plies: u32,
}

/// Watches one game.
pub(crate) struct Adjudicator<G: Game> {
    analyst: NamedAnalyst<G>,
    value: f64,
    plies: u32,
    ahead: Option<Side>,
    since: u32,
}

impl<G: Roster> Adjudicator<G> {
    /// An adjudicator for one game.
    ///
    /// # Errors
    /// There is no such analyst.
    pub(crate) fn new(rule: &Adjudication, seed: u64) -> Result<Self, NameError> {
        let (analyst, _) = analyst_by_name::<G>(&rule.analyst, seed)?;
        Ok(Adjudicator { analyst, value: rule.value, plies: rule.plies, ahead: None, since: 0 })
    }
}

impl<G: Game> Adjudicator<G> {
    /// Takes the next position; returns the result if the game has been decided for long enough.
    pub(crate) fn look_at(&mut self, game: &G) -> Option<Outcome> {
        let mover = game.side_to_move();
        let ahead = match self.analyst.analyse(game).best()?.value {
            value if value >= self.value => Some(mover),
            value if value <= -self.value => Some(mover.other()),
            _ => None,
        };
        self.since = if ahead == self.ahead { self.since.saturating_add(1) } else { 1 };
        self.ahead = ahead;
        // The rules of the event have settled it.
        ahead.filter(|_| self.since >= self.plies).map(|side| Outcome::win(side, EndReason::Agreement))
    }
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;

    use crate::{GameLimits, Match};

    use super::*;

    fn rule(value: f64, plies: u32) -> Adjudication {
        Adjudication { analyst: "alphabeta:depth=2".to_owned(), value, plies }
    }

    #[test]
    fn a_decided_game_ends_early_and_for_the_same_side() {
        let plan: Match<Othello> = Match {
            a: "alphabeta:depth=2".to_owned(),
            b: "random".to_owned(),
            games: 6,
            seed: 2,
            openings: Vec::new(),
        };
        let mut shortened = 0;
        for index in 0..plan.games {
            let whole = plan.play(index).unwrap();
            let short = plan.play_as(index, GameLimits::default(), Some(&rule(20.0, 4))).unwrap();
            let plies = short.record.line.plies.len();
            assert_eq!(short.record.line.plies, whole.record.line.plies[..plies]);
            if plies < whole.record.line.plies.len() {
                shortened += 1;
                let end = short.record.line.end.unwrap();
                assert_eq!(end, Outcome::win(end.winner.unwrap(), EndReason::Agreement));
                assert_eq!(short.a_score, whole.a_score, "somebody who is 20 discs ahead of random stays so");
            }
        }
        assert!(shortened > 0);
    }

    #[test]
    fn who_is_ahead_must_stay_so() {
        let record = &games::othello::moves::read("f5d6c4d3c3").unwrap()[0];
        let mut game = record.start;
        // With a value of 0 somebody is always ahead, so one position is enough.
        let mut once = Adjudicator::<Othello>::new(&rule(0.0, 1), 1).unwrap();
        assert!(once.look_at(&game).is_some());
        let mut never = Adjudicator::<Othello>::new(&rule(1000.0, 1), 1).unwrap();
        for mv in record.moves() {
            assert_eq!(never.look_at(&game), None);
            game.apply(mv);
        }
    }
}
