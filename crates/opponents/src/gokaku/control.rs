//! How strong to play, so that the user wins as often as wished.

use games::Malformed;

/// The most that the strength changes from one move to the next, in Elo: over a whole game it would be a win rate of 64%, so nobody
/// feels a switch in one move.
const STEP: f64 = 100.0;

/// What a game that was won or lost too much changes in the aim, in Elo. The aim then settles where the win rate is the wished one,
/// whatever is wrong with the estimate: over n games the rate is off by at most the way it had to go, divided by n times this.
const GAIN: f64 = 60.0;

/// So much more it is after the first game, and ever less after later ones: what a Kalman filter makes of results when the estimate may be
/// off by 250 Elo at first.
const FIRST_GAIN: f64 = 180.0;

/// As far as results may lead away from the estimate, in Elo.
const FURTHEST: f64 = 2500.0;

/// As far as being behind may lead away from it, in Elo: nobody minds who fights back. Being ahead does not. (In 160 first games of Kalah a
/// user, easing off when ahead cost 40 to 28% against `mcts:playouts=500` and 59 to 34% against `alphabeta:depth=2`, though it also
/// brought 77 to 63% against `alphabeta:depth=1,noise=4`.)
const FURTHEST_BEHIND: f64 = 500.0;

/// Keeps the win rate where it should be.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Control {
    /// The wished win rate of the program.
    pub(crate) target: f64,
    /// What past results add to the estimate.
    offset: f64,
    /// How many results that were.
    games: u32,
    /// The strengths of this game, move by move.
    strengths: Vec<f64>,
    /// What its position was worth at its first move of this game, in Elo.
    even: Option<f64>,
}

impl Control {
    pub(crate) fn new(target: f64) -> Control {
        Control { target, offset: 0.0, games: 0, strengths: Vec::new(), even: None }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.strengths.clear();
        self.even = None;
    }

    /// The strength for the next move against a user of this strength, within what the scale has. `lead` is what its position is
    /// worth, in Elo: who is behind must play stronger to win as often. What it was worth at its first move belongs to the game
    /// and its seats.
    pub(crate) fn strength(&mut self, user: f64, lead: f64, (bottom, top): (f64, f64)) -> f64 {
        let behind = (*self.even.get_or_insert(lead) - lead).clamp(0.0, FURTHEST_BEHIND);
        let wished = (user + self.offset + advantage(self.target) + behind).clamp(bottom, top);
        let strength = self.strengths.last().map_or(wished, |last| wished.clamp(last - STEP, last + STEP));
        self.strengths.push(strength);
        strength
    }

    /// How strong somebody of this estimated strength is at most, by their results.
    pub(crate) fn at_most(&self, user: f64) -> f64 {
        (user + self.offset.min(0.0)).max(0.0)
    }

    /// How many games with the user have ended.
    pub(crate) fn games(&self) -> u32 {
        self.games
    }

    /// The strengths of this game, move by move.
    pub(crate) fn strengths(&self) -> &[f64] {
        &self.strengths
    }

    /// The mean strength of this game so far.
    pub(crate) fn played(&self) -> Option<f64> {
        let count = self.strengths.len();
        (count > 0).then(|| self.strengths.iter().sum::<f64>() / count as f64)
    }

    /// The program scored this much.
    pub(crate) fn see_result(&mut self, score: f64) {
        let gain = GAIN + FIRST_GAIN / (1.0 + f64::from(self.games) / 2.0);
        self.offset = (self.offset + gain * (self.target - score)).clamp(-FURTHEST, FURTHEST);
        self.games = self.games.saturating_add(1);
    }

    /// What it carries to the next game, as a word that [`Control::read`] reads.
    pub(crate) fn write(&self) -> String {
        format!("{:.1}/{}", self.offset, self.games)
    }

    /// Goes on from what was written.
    pub(crate) fn read(&mut self, word: &str) -> Result<(), Malformed> {
        let read = || {
            let (offset, games) = word.split_once('/')?;
            Some((offset.parse().ok().filter(|offset: &f64| offset.abs() <= FURTHEST)?, games.parse().ok()?))
        };
        let expected = || format!("a number up to {FURTHEST}, a slash and a number of games");
        (self.offset, self.games) = read().ok_or_else(|| Malformed::new(word, expected()))?;
        Ok(())
    }
}

/// How much stronger one must be to win so often, in Elo.
fn advantage(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

#[cfg(test)]
mod tests {
    use super::super::estimate::expected;
    use super::*;

    #[test]
    fn strength_moves_by_small_steps() {
        let mut control = Control::new(0.5);
        assert_eq!(control.strength(1000.0, 0.0, (0.0, 2000.0)), 1000.0);
        assert_eq!(control.strength(1500.0, 0.0, (0.0, 2000.0)), 1000.0 + STEP);
        assert_eq!(control.strength(0.0, 0.0, (0.0, 2000.0)), 1000.0);
        assert_eq!(control.played(), Some(1000.0 + STEP / 3.0));
        control.begin();
        assert_eq!(control.strength(5000.0, 0.0, (0.0, 2000.0)), 2000.0);
        control.begin();
        assert_eq!(control.strength(-900.0, 0.0, (-300.0, 2000.0)), -300.0);
        let after = |lead: f64| {
            let mut control = Control::new(0.5);
            // The first move of a game says what is even; the others are as many as it takes.
            (0..30)
                .map(|number| {
                    control.strength(1000.0, 70.0 + if number == 0 { 0.0 } else { lead }, (0.0, 2000.0))
                })
                .last()
        };
        assert_eq!(after(9000.0), Some(1000.0));
        assert_eq!(after(-100.0), Some(1100.0));
        assert_eq!(after(-9000.0), Some(1000.0 + FURTHEST_BEHIND));
        assert!(Control::new(0.7).strength(1000.0, 0.0, (0.0, 2000.0)) > 1100.0);
    }

    #[test]
    fn the_win_rate_settles_though_the_estimate_is_wrong() {
        for target in [0.3, 0.5, 0.7] {
            let mut control = Control::new(target);
            let mut score = 0.0;
            for game in 0..500 {
                control.begin();
                // The user is 700 points weaker than thought.
                let strength = control.strength(1200.0, 0.0, (0.0, 3000.0));
                let win = expected(strength - 500.0);
                control.see_result(win);
                score += if game >= 100 { win / 400.0 } else { 0.0 };
            }
            assert!((score - target).abs() < 0.05, "{target}: {score}");
        }
    }

    #[test]
    fn who_loses_more_than_expected_sees_less() {
        let mut control = Control::new(0.5);
        assert_eq!(control.at_most(300.0), 300.0);
        control.see_result(1.0);
        assert_eq!(control.at_most(300.0), 300.0 - (GAIN + FIRST_GAIN) / 2.0);
        assert_eq!(control.at_most(50.0), 0.0);
        // Who wins more than expected may have been lucky: nothing more is hidden from them.
        let mut control = Control::new(0.5);
        control.see_result(0.0);
        assert_eq!(control.at_most(300.0), 300.0);
    }

    #[test]
    fn what_is_carried_over_is_read_again() {
        let mut control = Control::new(0.5);
        control.see_result(1.0);
        let mut next = Control::new(0.5);
        next.read(&control.write()).unwrap();
        assert_eq!((next.offset, next.games), (-(GAIN + FIRST_GAIN) / 2.0, 1));
        next.see_result(0.5);
        next.see_result(0.0);
        assert!(next.offset < 0.0, "later results change less");
        assert!(next.read("9999999/1").is_err() && next.read("much/1").is_err() && next.read("1.0").is_err());
    }
}
