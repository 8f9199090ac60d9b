//! Who is next on the engine pool: of all who wait, the one who has used it least of late.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::Urgency;

/// After this time half of what somebody has used is forgiven.
const HALF_LIFE: Duration = Duration::from_secs(30);

/// What a search that is still running counts, in seconds.
const RUNNING: f64 = 1.0;

/// Whoever has used less than this, in seconds, and asks for nothing need not be remembered.
const FORGIVEN: f64 = 0.001;

/// What somebody waits for, and what they have used.
struct Client<J> {
    /// In the order of [`Urgency::ALL`], each with the number of its arrival.
    jobs: [VecDeque<(u64, J)>; 3],
    running: u32,
    /// Seconds, at the time `at`.
    used: f64,
    at: Instant,
}

impl<J> Client<J> {
    fn used_by(&self, now: Instant) -> f64 {
        let half_lives = now.saturating_duration_since(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.used * 0.5_f64.powf(half_lives) + f64::from(self.running) * RUNNING
    }
}

/// Jobs that wait, by whom they are for.
pub(super) struct WaitingJobs<J> {
    clients: HashMap<String, Client<J>>,
    arrivals: u64,
}

impl<J> Default for WaitingJobs<J> {
    fn default() -> Self {
        WaitingJobs { clients: HashMap::new(), arrivals: 0 }
    }
}

impl<J> WaitingJobs<J> {
    fn client(&mut self, client: &str, now: Instant) -> &mut Client<J> {
        self.clients.entry(client.to_owned()).or_insert_with(|| Client {
            jobs: Default::default(),
            running: 0,
            used: 0.0,
            at: now,
        })
    }

    /// Adds a job.
    pub(super) fn add(&mut self, client: &str, urgency: Urgency, job: J, now: Instant) {
        self.arrivals += 1;
        let number = self.arrivals;
        self.client(client, now).jobs[urgency as usize].push_back((number, job));
    }

    /// How many jobs of somebody wait with this urgency.
    pub(super) fn of(&self, client: &str, urgency: Urgency) -> usize {
        self.clients.get(client).map_or(0, |client| client.jobs[urgency as usize].len())
    }

    /// How many jobs wait with this urgency.
    pub(super) fn count(&self, urgency: Urgency) -> usize {
        self.clients.values().map(|client| client.jobs[urgency as usize].len()).sum()
    }

    /// The next job: the most urgent of whoever has used least, and of equals of whoever came first.
    pub(super) fn next(&mut self, now: Instant) -> Option<(String, J)> {
        for urgency in Urgency::ALL {
            let waiting = self.clients.iter().filter_map(|(name, client)| {
                let (number, _) = client.jobs[urgency as usize].front()?;
                Some((client.used_by(now), *number, name))
            });
            let next = waiting.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            let Some(name) = next.map(|(_, _, name)| name.clone()) else { continue };
            let client = self.client(&name, now);
            client.running += 1;
            return client.jobs[urgency as usize].pop_front().map(|(_, job)| (name, job));
        }
        None
    }

    /// Charges somebody for a job that has run.
    pub(super) fn charge(&mut self, client: &str, took: Duration, now: Instant) {
        let charged = self.client(client, now);
        charged.running = charged.running.saturating_sub(1);
        let running = f64::from(charged.running) * RUNNING;
        charged.used = charged.used_by(now) - running + took.as_secs_f64();
        charged.at = now;
        self.clients.retain(|_, client| {
            client.running > 0
                || client.jobs.iter().any(|jobs| !jobs.is_empty())
                || client.used_by(now) > FORGIVEN
        });
    }

    /// Forgets every job.
    pub(super) fn clear(&mut self) {
        self.clients.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_used_least_is_next() {
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs(seconds);
        let mut waiting = WaitingJobs::default();
        for job in 0..3 {
            waiting.add("greedy", Urgency::Move, job, begun);
        }
        let take = |waiting: &mut WaitingJobs<i32>, now, took: u64| {
            let (client, job) = waiting.next(now)?;
            waiting.charge(&client, Duration::from_secs(took), now);
            Some((client, job))
        };
        assert_eq!(take(&mut waiting, begun, 5), Some(("greedy".to_owned(), 0)));
        waiting.add("modest", Urgency::Move, 7, after(1));
        assert_eq!(take(&mut waiting, after(1), 1), Some(("modest".to_owned(), 7)));
        waiting.add("modest", Urgency::Move, 8, after(2));
        assert_eq!(take(&mut waiting, after(2), 1), Some(("modest".to_owned(), 8)), "still less");
        waiting.add("third", Urgency::Review, 9, after(2));
        assert_eq!(take(&mut waiting, after(2), 1), Some(("greedy".to_owned(), 1)), "moves go first");
        assert_eq!((waiting.count(Urgency::Move), waiting.of("third", Urgency::Review)), (1, 1));
        assert_eq!(take(&mut waiting, after(2), 1), Some(("greedy".to_owned(), 2)));
        assert_eq!(take(&mut waiting, after(2), 1), Some(("third".to_owned(), 9)));
        assert_eq!(take(&mut waiting, after(2), 1), None);
    }

    #[test]
    fn a_running_search_counts_and_old_use_is_forgiven() {
        let begun = Instant::now();
        let mut waiting = WaitingJobs::default();
        waiting.add("one", Urgency::Move, 1, begun);
        waiting.add("one", Urgency::Move, 2, begun);
        waiting.add("two", Urgency::Move, 3, begun);
        assert_eq!(waiting.next(begun), Some(("one".to_owned(), 1)));
        assert_eq!(waiting.next(begun), Some(("two".to_owned(), 3)), "the first of one still runs");
        assert_eq!(waiting.next(begun), Some(("one".to_owned(), 2)));
        for client in ["one", "two", "one"] {
            waiting.charge(client, Duration::from_secs(2), begun);
        }
        assert_eq!(waiting.clients.len(), 2);
        waiting.charge("three", Duration::ZERO, begun + 20 * HALF_LIFE);
        assert_eq!(waiting.clients.len(), 0, "nobody is remembered for ever");
    }
}
