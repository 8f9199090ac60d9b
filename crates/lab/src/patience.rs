//! Waiting for a store that does not answer: a worker with games in hand must not lose them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use search::Stop;
use store::StoreError;

/// Pauses between two attempts grow from the first to the last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// The longest time for one answer; a connection whose other end has vanished says nothing at all.
const ANSWER: Duration = Duration::from_secs(120);

/// What a worker says to whoever runs it.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// Asks a store again and again while it is away, and says so once.
#[derive(Clone)]
pub struct Patience {
    tell: Tell,
    is_away: Arc<AtomicBool>,
    stop: Stop,
}

impl Patience {
    /// Lasts until `stop` is raised.
    #[must_use]
    pub fn new(stop: Stop, tell: Tell) -> Patience {
        Patience { tell, is_away: Arc::default(), stop }
    }

    /// Says something to whoever runs the worker.
    pub(crate) fn tell(&self, what: &str) {
        (self.tell)(what);
    }

    /// What the store answers, once it does.
    ///
    /// # Errors
    /// The store refuses, or it is away when `stop` is raised.
    pub async fn ask<T, F>(&self, mut ask: impl FnMut() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let mut pause = PAUSES.0;
        loop {
            let answer = tokio::time::timeout(ANSWER, ask()).await;
            let answer = answer.unwrap_or_else(|_| Err(StoreError::Away("it says nothing".to_owned())));
            match answer {
                Err(StoreError::Away(why)) if !self.stop.is_stopped() => {
                    if !self.is_away.swap(true, Ordering::Relaxed) {
                        self.tell(&format!("the database does not answer ({why}); waiting for it"));
                    }
                    tokio::time::sleep(pause).await;
                    pause = (2 * pause).min(PAUSES.1);
                }
                Err(error) => return Err(error),
                Ok(answer) => {
                    if self.is_away.swap(false, Ordering::Relaxed) {
                        self.tell("the database answers again");
                    }
                    return Ok(answer);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_store_that_is_away_is_waited_for_and_mentioned_once() {
        let said = Arc::new(Mutex::new(Vec::new()));
        let listener = Arc::clone(&said);
        let stop = Stop::default();
        let patience =
            Patience::new(stop.clone(), Arc::new(move |what| listener.lock().unwrap().push(what.to_owned())));
        let asked = AtomicU32::new(0);
        let answer = || async {
            match asked.fetch_add(1, Ordering::Relaxed) {
                0..=9 => Err(StoreError::Away("gone".to_owned())),
                _ => Ok(7),
            }
        };
        assert_eq!(patience.ask(answer).await, Ok(7));
        assert_eq!(
            *said.lock().unwrap(),
            ["the database does not answer (gone); waiting for it", "the database answers again"]
        );
        let refused = StoreError::Refused("no".to_owned());
        assert_eq!(patience.ask(|| async { Err::<(), _>(refused.clone()) }).await, Err(refused.clone()));
        stop.stop();
        let away = StoreError::Away("gone".to_owned());
        assert_eq!(patience.ask(|| async { Err::<(), _>(away.clone()) }).await, Err(away.clone()));
    }
}
