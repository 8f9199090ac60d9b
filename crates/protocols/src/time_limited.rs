//! A clock for opponents that think by time.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use games::Game;
use opponents::{Choice, Failure, Opponent, Wrapper};
use search::Stop;

/// Keeps an opponent to the time in its name: the opponent reads no clock, this does.
pub struct TimeLimited<G: Game>(pub Box<dyn Opponent<G>>);

/// What is left of the time when the flag goes up: on a loaded machine neither the flag nor the answer comes
/// at once. A fiftieth of 2 s is 40 ms, several turns of a scheduler.
fn reserve(time: Duration) -> Duration {
    time / 50
}

impl<G: Game> Wrapper for TimeLimited<G> {
    type Game = G;

    fn inner(&self) -> &dyn Opponent<G> {
        &*self.0
    }

    fn inner_mut(&mut self) -> &mut dyn Opponent<G> {
        &mut *self.0
    }

    fn wrapped_choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure> {
        self.in_time(|opponent| opponent.choose(view))
    }

    fn wrapped_observe(&mut self, before: &G::View, mv: G::Move) {
        self.in_time(|opponent| opponent.observe(before, mv));
    }
}

impl<G: Game> TimeLimited<G> {
    /// Lets the opponent think for no longer than its time.
    fn in_time<T>(&mut self, think: impl FnOnce(&mut dyn Opponent<G>) -> T) -> T {
        let Some(time) = self.0.thinking_time() else { return think(&mut *self.0) };
        let stop = Stop::default();
        self.0.stop_with(stop.clone());
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if waiting.recv_timeout(time - reserve(time)) == Err(RecvTimeoutError::Timeout) {
                    stop.stop();
                }
            });
            let thought = think(&mut *self.0);
            drop(done);
            thought
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use games::othello::Othello;

    use super::*;

    #[test]
    fn a_search_without_other_limits_ends_in_time() {
        for name in ["alphabeta:time=100ms", "mcts:time=100ms"] {
            let mut opponent = TimeLimited(opponents::by_name::<Othello>(name, 1).unwrap());
            for _ in 0..2 {
                let begun = Instant::now();
                let choice = opponent.choose(&Othello::default()).unwrap();
                // Far above the limit, so that a busy machine does not fail it, and far below a search
                // without end.
                assert!(begun.elapsed() < Duration::from_secs(20), "{choice:?}");
                assert!(begun.elapsed() > Duration::from_millis(90), "{choice:?}");
            }
        }
    }
}
