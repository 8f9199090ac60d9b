//! How long a client may think.

use std::time::{Duration, Instant};

/// What a side is allowed: a time for the game, and when that is used up a time for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// For all moves together.
    pub game: Duration,
    /// For each move after that.
    pub then: Duration,
}

/// The tournament's: ten minutes a side, then ten seconds a move.
impl Default for Allowance {
    fn default() -> Self {
        Allowance { game: Duration::from_secs(600), then: Duration::from_secs(10) }
    }
}

/// The clock of one side. It runs from the moment an answer is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    left: Duration,
    then: Duration,
    since: Option<Instant>,
}

impl Clock {
    pub(super) fn new(allowance: Allowance) -> Clock {
        Clock { left: allowance.game, then: allowance.then, since: None }
    }

    /// Runs or stands from now on, and says how long it ran until now.
    pub(super) fn set_running(&mut self, running: bool) -> Duration {
        match (self.since, running) {
            (None, true) => {
                self.since = Some(Instant::now());
                Duration::ZERO
            }
            (Some(since), false) => {
                let ran = since.elapsed();
                self.left = self.left.saturating_sub(ran);
                self.since = None;
                ran
            }
            (Some(since), true) => since.elapsed(),
            (None, false) => Duration::ZERO,
        }
    }

    /// When the time is over, if the clock runs.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.since.map(|since| since + self.left + self.then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_used_up_and_then_given_by_the_move() {
        let mut clock = Clock::new(Allowance { game: Duration::ZERO, then: Duration::from_secs(10) });
        assert_eq!(clock.deadline(), None);
        clock.set_running(true);
        let first = clock.deadline().unwrap();
        assert!(first <= Instant::now() + Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(5));
        assert!(clock.set_running(true) >= Duration::from_millis(5), "it goes on");
        assert_eq!(clock.deadline(), Some(first));
        clock.set_running(false);
        clock.set_running(true);
        assert!(clock.deadline().unwrap() >= first + Duration::from_millis(5), "ten seconds for every move");
    }
}
