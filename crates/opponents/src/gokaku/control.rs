//! How strong to play to reach the target win rate.

use games::Malformed;

/// Most that the strength changes from one move to the next, in Elo, so that nobody notices.
const MAX_STEP_ELO: f64 = 100.0;

/// How far a result moves the aim, in Elo per point above or below the target. The aim settles where the win
/// rate is the target, whatever is wrong with the estimate.
const GAIN: f64 = 60.0;

/// Added to the gain after the first game, and less after later ones, as in a Kalman filter that starts 250
/// Elo off.
const FIRST_GAIN: f64 = 180.0;

/// Most that results move the aim away from the estimate, in Elo.
const MAX_OFFSET_ELO: f64 = 2500.0;

/// Most Elo added while behind. There is no counterpart for being ahead: easing off loses won games.
const MAX_COMEBACK_ELO: f64 = 500.0;

/// Keeps the win rate at its target.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Control {
    /// The target win rate of the program.
    pub(crate) target: f64,
    /// What past results add to the aim, in Elo.
    offset: f64,
    /// How many results there were.
    games: u32,
    /// The strengths of this game, move by move.
    strengths: Vec<f64>,
    /// The lead at its first move of this game, in Elo: that of the seat.
    first_lead: Option<f64>,
}

impl Control {
    pub(crate) fn new(target: f64) -> Control {
        Control { target, offset: 0.0, games: 0, strengths: Vec::new(), first_lead: None }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self) {
        self.strengths.clear();
        self.first_lead = None;
    }

    /// The strength for the next move against a user of this strength, within the scale. `lead` is the value
    /// of its position in Elo; when behind, it plays stronger.
    pub(crate) fn strength(&mut self, user: f64, lead: f64, (bottom, top): (f64, f64)) -> f64 {
        let behind = (*self.first_lead.get_or_insert(lead) - lead).clamp(0.0, MAX_COMEBACK_ELO);
        let wanted = (user + self.offset + advantage(self.target) + behind).clamp(bottom, top);
        let strength = self
            .strengths
            .last()
            .map_or(wanted, |last| wanted.clamp(last - MAX_STEP_ELO, last + MAX_STEP_ELO));
        self.strengths.push(strength);
        strength
    }

    /// How strong a user of this estimated strength is at most, by their results.
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
        self.offset = (self.offset + gain * (self.target - score)).clamp(-MAX_OFFSET_ELO, MAX_OFFSET_ELO);
        self.games = self.games.saturating_add(1);
    }

    /// What is carried over to the next game, as a word that [`Control::read`] reads.
    pub(crate) fn write(&self) -> String {
        format!("{:.1}/{}", self.offset, self.games)
    }

    /// Takes over what was written.
    pub(crate) fn read(&mut self, word: &str) -> Result<(), Malformed> {
        let read = || {
            let (offset, games) = word.split_once('/')?;
            Some((
                offset.parse().ok().filter(|offset: &f64| offset.abs() <= MAX_OFFSET_ELO)?,
                games.parse().ok()?,
            ))
        };
        let expected = || format!("a number up to {MAX_OFFSET_ELO}, a slash and a number of games");
        (self.offset, self.games) = read().ok_or_else(|| Malformed::new(word, expected()))?;
        Ok(())
    }
}

/// The Elo difference that wins so often.
fn advantage(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

#[cfg(test)]
mod tests {
    use super::super::posterior::win_rate;
    use super::*;

    #[test]
    fn strength_moves_by_small_steps() {
        let mut control = Control::new(0.5);
        assert_eq!(control.strength(1000.0, 0.0, (0.0, 2000.0)), 1000.0);
        assert_eq!(control.strength(1500.0, 0.0, (0.0, 2000.0)), 1000.0 + MAX_STEP_ELO);
        assert_eq!(control.strength(0.0, 0.0, (0.0, 2000.0)), 1000.0);
        assert_eq!(control.played(), Some(1000.0 + MAX_STEP_ELO / 3.0));
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
        assert_eq!(after(-9000.0), Some(1000.0 + MAX_COMEBACK_ELO));
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
                let win = win_rate(strength - 500.0);
                control.see_result(win);
                score += if game >= 100 { win / 400.0 } else { 0.0 };
            }
            assert!((score - target).abs() < 0.05, "{target}: {score}");
        }
    }

    #[test]
    fn losing_users_are_taken_to_see_less() {
        let mut control = Control::new(0.5);
        assert_eq!(control.at_most(300.0), 300.0);
        control.see_result(1.0);
        assert_eq!(control.at_most(300.0), 300.0 - (GAIN + FIRST_GAIN) / 2.0);
        assert_eq!(control.at_most(50.0), 0.0);
        // A user who wins may have been lucky: the guard does not change.
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
