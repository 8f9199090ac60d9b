//! How strong to play to reach the target win rate.

use super::posterior::Posterior;

/// Most that the position moves the strength away from the user's, in Elo: beyond that the style would be
/// somebody else's. A choice.
const MAX_LEAD: f64 = 500.0;

/// A win rate further below the target is told to the user. A choice.
const NEAR: f64 = 0.1;

/// No win rate below this is aimed at, or above its complement. A choice.
const LEAST: f64 = 0.1;

/// Most that one game makes up for others, as a win rate. A choice: a game that is given away is no fight.
const MAX_OWED: f64 = 0.35;

/// The strengths of one game, so chosen that the target is expected whatever has happened so far.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Control {
    /// The target win rate of the program.
    pub(crate) target: f64,
    /// How much more than the target to win in this game, to make up for games in which the scale ended
    /// before the target was reached: the second seat against a strong user, say.
    owed: f64,
    /// The strengths of this game, move by move.
    strengths: Vec<f64>,
    /// The win rates they were expected to have.
    expected: Vec<f64>,
    /// The value of the position at its first move of this game: that of the seat.
    first_value: Option<f64>,
}

impl Control {
    pub(crate) fn new(target: f64) -> Control {
        Control { target, owed: 0.0, strengths: Vec::new(), expected: Vec::new(), first_value: None }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        *self = Control { owed: self.owed, ..Control::new(self.target) };
    }

    /// What the next game will have to make up for.
    pub(crate) fn still_owed(&self) -> f64 {
        let expected = self.expected().unwrap_or(self.target);
        (self.target + self.owed - expected).clamp(-MAX_OWED, MAX_OWED)
    }

    /// Makes up for what earlier games left, as [`Control::still_owed`] said after them.
    pub(crate) fn owe(&mut self, owed: f64) {
        self.owed = owed.clamp(-MAX_OWED, MAX_OWED);
    }

    /// What it has gained since its first move, by the value of its position now.
    pub(crate) fn gained(&mut self, value: f64) -> f64 {
        value - *self.first_value.get_or_insert(value)
    }

    /// The strength for the next move within the scale; a position worth `lead` Elo needs so much less to
    /// hold the target.
    pub(crate) fn strength(&mut self, user: &Posterior, lead: f64, (bottom, top): (f64, f64)) -> f64 {
        let lead = lead.clamp(-MAX_LEAD, MAX_LEAD);
        let target = (self.target + self.owed).clamp(LEAST, 1.0 - LEAST);
        let strength = (user.strength_to_beat(target) - lead).clamp(bottom, top);
        self.strengths.push(strength);
        self.expected.push(user.beats_user(strength + lead));
        strength
    }

    /// Whether the last strength is not expected to hold the target.
    pub(crate) fn falls_short(&self) -> bool {
        self.expected.last().is_some_and(|expected| *expected < self.target - NEAR)
    }

    /// The strengths of this game, move by move.
    pub(crate) fn strengths(&self) -> &[f64] {
        &self.strengths
    }

    /// Forgets all but the first moves of this game: the others have been taken back.
    pub(crate) fn keep(&mut self, moves: usize) {
        self.strengths.truncate(moves);
        self.expected.truncate(moves);
    }

    /// The score that was expected of this game, on average over its moves; `None` before the first.
    pub(crate) fn expected(&self) -> Option<f64> {
        let count = self.expected.len();
        (count > 0).then(|| self.expected.iter().sum::<f64>() / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::posterior::{Prior, win_rate};
    use super::super::scale::tests::scale;
    use super::*;

    const RANGE: (f64, f64) = (-300.0, 3000.0);

    /// A user of about 1000.
    fn user(sd: f64) -> Posterior {
        let kinds = [scale(&[(0.0, 1, f64::INFINITY), (3000.0, 1, 1.0)])];
        Posterior::new(&kinds, Prior { mean: 1000.0, sd, random_share: 0.0 }, (0.0, 100.0))
    }

    #[test]
    fn the_strength_holds_the_target() {
        let mut control = Control::new(0.5);
        let even = control.strength(&user(50.0), 0.0, RANGE);
        assert!((even - 1000.0).abs() < 20.0, "{even}");
        assert!((control.strength(&user(50.0), -200.0, RANGE) - even - 200.0).abs() < 1.0);
        assert!((control.strength(&user(50.0), 200.0, RANGE) - even + 200.0).abs() < 1.0);
        assert_eq!(control.strength(&user(50.0), -9000.0, RANGE), even + MAX_LEAD);
        assert!(!control.falls_short());
        assert_eq!(control.strength(&user(50.0), 0.0, (-300.0, 600.0)), 600.0);
        assert!(control.falls_short());
        assert!(Control::new(0.7).strength(&user(50.0), 0.0, RANGE) > even + 100.0);
        assert_eq!(control.strengths().len(), 5);
        // Within the scale the target is expected, at its top less.
        assert!((control.expected().unwrap() - 0.5).abs() < 0.3 && control.expected().unwrap() < 0.5);
        control.keep(2);
        assert!(control.strengths().len() == 2 && (control.expected().unwrap() - 0.5).abs() < 0.01);
        control.begin();
        assert!(control.strengths().is_empty() && control.expected().is_none());
    }

    #[test]
    fn what_one_game_cannot_reach_the_next_makes_up_for() {
        let mut control = Control::new(0.5);
        let user = user(50.0);
        // The second seat against a user at the top of the scale, then the first one.
        let mut expected = Vec::new();
        for lead in [-300.0, 300.0].repeat(10) {
            control.begin();
            control.strength(&user, lead, (-300.0, 1000.0));
            expected.push(control.expected().unwrap());
            control.owe(control.still_owed());
        }
        assert!(expected[0] < 0.2 && expected[1] > 0.75, "{expected:?}");
        let mean = expected.iter().sum::<f64>() / expected.len() as f64;
        assert!((mean - 0.5).abs() < 0.03, "{mean}");
    }

    #[test]
    fn the_first_value_is_that_of_the_seat() {
        let mut control = Control::new(0.5);
        assert_eq!([3.0, 5.0, 2.0].map(|value| control.gained(value)), [0.0, 2.0, -1.0]);
    }

    #[test]
    fn the_win_rate_settles_though_the_estimate_is_wrong() {
        for target in [0.3, 0.5, 0.7] {
            let (mut control, mut user) = (Control::new(target), user(300.0));
            let mut score = 0.0;
            for game in 0..500 {
                control.begin();
                // The user is 700 points weaker than thought.
                let strength = control.strength(&user, 0.0, RANGE);
                let win = win_rate(strength - 300.0);
                user.see_result(win, control.expected().unwrap());
                user.forget();
                score += if game >= 100 { win / 400.0 } else { 0.0 };
            }
            assert!((score - target).abs() < 0.05, "{target}: {score}");
        }
    }
}
