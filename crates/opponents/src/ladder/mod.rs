//! The ladder (Takagi 2021): tree searches of different depth, of which the one that plays like the user
//! answers.
//!
//! Every rung searches the positions in which the user moves. From where their moves stand in these searches
//! a rule ([`rule`]) estimates the user's level: the paper's, or a better one.

mod rule;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use games::PerfectInformation;
use search::mcts::{CapRule, Mcts, MctsOptions, Playout};
use search::{Analysis, Analyst, Stop};

use crate::limits::{Limits, Spelled};
use crate::name::{Name, NameError};
use crate::{Choice, Estimate, Failure, Interruptible, Learning, Opponent, Reason, Visits};

use rule::{Observation, Rule};

/// The depth caps of the paper's seven rungs.
const RUNGS: [u32; 7] = [5, 9, 12, 15, 18, 21, 25];

/// Playouts of a search.
const PLAYOUTS: u64 = 2000;

/// The most playouts of a search that has a time limit; its tree then takes about 60 MB.
const MOST_PLAYOUTS: u64 = 200_000;

/// A rung plays a move with a probability that grows like this power of its visits. Fitted to games of the
/// rungs by maximum likelihood: 4.4 to 6.0 for depths 9 to 25 (10.8 for 5), 2000 playouts and c = 1.
const VISITS_POWER: f64 = 5.0;

/// The share of moves that are anything: users are no rungs. From 0.02 to 0.1 the estimates are the same.
const UNIFORM_SHARE: f64 = 0.05;

/// What the rungs say about a position of the user's.
#[derive(Clone, Debug)]
struct Opinions<G, M> {
    game: G,
    /// One a rung, as far as they are known.
    known: Vec<Option<Analysis<M>>>,
}

/// Answers with the rung that plays like the user.
#[derive(Clone, Debug)]
pub struct Ladder<G: PerfectInformation, P> {
    rungs: Vec<u32>,
    searches: Vec<Mcts<P>>,
    cap_rule: CapRule,
    playouts: u64,
    limits: Limits,
    exploration: f64,
    threads: usize,
    ranks: usize,
    rule: Rule,
    /// One for each of the user's moves so far; `None` for a move that says nothing.
    seen: Vec<Option<Observation>>,
    opinions: Option<Opinions<G, G::Move>>,
}

impl<G: PerfectInformation, P: Playout<G>> Ladder<G, P> {
    /// Reads the options `rungs` (5/9/12/15/18/21/25), `cap` (what their depth does: cut, tree, complete,
    /// reach), `playouts` (2000 a search; at most 200000 if a time is given), `time` (none), `c` (1), `ranks`
    /// (3: up to the third candidates are compared), `rule` (posterior, paper, mean) with the rule's own
    /// options, and `threads` (2; the answer does not depend on it).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64, playout: &P) -> Result<Self, NameError> {
        let mut options = name.options();
        let rungs = options.numbers("rungs", &RUNGS)?;
        let cap_rule = CapRule::from_word(options.word("cap", CapRule::WORDS)?);
        let time = options.time("time")?;
        let usual = if time.is_some() { MOST_PLAYOUTS } else { PLAYOUTS };
        let playouts = options.number("playouts", usual, 1..=1_000_000_000)?;
        let exploration = options.number("c", 1.0, 0.0..=1000.0)?;
        let ranks = options.number("ranks", 3, 1..=99)?;
        let rule = Rule::read(&mut options)?;
        let threads = options.number("threads", 2, 1..=256)?;
        options.finish()?;
        let search = |(place, &rung): (usize, &u32)| {
            // Rungs must not play out the same games: they would agree by chance.
            let seed = seed.wrapping_add(place as u64);
            let depth_cap = Some(rung);
            Mcts::new(playout.clone(), MctsOptions { depth_cap, cap_rule, exploration, threads: 1, seed })
        };
        Ok(Ladder {
            searches: rungs.iter().enumerate().map(search).collect(),
            rungs,
            cap_rule,
            playouts,
            limits: Limits::playouts(Some(playouts), time),
            exploration,
            threads,
            ranks,
            rule,
            seen: Vec::new(),
            opinions: None,
        })
    }

    /// Lets every rung without an opinion on `game` search it. A search that is stopped counts if it has made
    /// `enough` playouts.
    fn consult(&mut self, game: &G, stop: &Stop, enough: u64) {
        let mut known = match self.opinions.take() {
            Some(opinions) if opinions.game == *game => opinions.known,
            _ => vec![None; self.rungs.len()],
        };
        let mut budget = self.limits.budget();
        budget.stop = stop.clone();
        // By the clock all rungs search at once, each for as long as there is time.
        let threads = if self.limits.time().is_some() { self.rungs.len() } else { self.threads };
        // The deepest searches take longest: they begin.
        let left = known.iter_mut().zip(&mut self.searches).filter(|(opinion, _)| opinion.is_none()).rev();
        let left = Mutex::new(left);
        let work = || {
            while !stop.is_stopped() {
                let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((opinion, search)) = next else { break };
                let analysis = search.analyse(game, &budget);
                let is_enough = !stop.is_stopped() || analysis.nodes >= enough.min(self.playouts);
                *opinion = Some(analysis).filter(|_| is_enough);
            }
        };
        if threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            });
        }
        self.opinions = Some(Opinions { game: game.clone(), known });
    }

    /// What the opinions at hand say about the user's move.
    fn observation(&self, mv: G::Move) -> Option<Observation> {
        let known = &self.opinions.as_ref()?.known;
        let rank = |analysis: &Option<Analysis<G::Move>>| analysis.as_ref()?.rank(mv);
        let ranks: Vec<Option<usize>> = known.iter().map(rank).collect();
        let best = ranks.iter().flatten().copied().min().filter(|&best| best <= self.ranks);
        let matching = self.rungs.iter().zip(&ranks).filter(|(_, rank)| rank.is_some() && **rank == best);
        Some(Observation {
            matching: matching.map(|(&rung, _)| rung).collect(),
            log_likelihoods: known.iter().map(|analysis| log_likelihood(analysis.as_ref(), mv)).collect(),
        })
    }

    /// The moves that tell something.
    fn told(&self) -> impl DoubleEndedIterator<Item = &Observation> {
        self.seen.iter().flatten()
    }
}

/// The logarithm of the probability that a rung with this opinion plays `mv`; 0 without an opinion.
fn log_likelihood<M: Copy + PartialEq>(analysis: Option<&Analysis<M>>, mv: M) -> f64 {
    let Some(analysis) = analysis else { return 0.0 };
    let most = analysis.best().map_or(0, |best| best.visits) as f64;
    let weight = |visits: u64| ((visits as f64 + 1.0) / (most + 1.0)).powf(VISITS_POWER);
    let sum: f64 = analysis.candidates.iter().map(|candidate| weight(candidate.visits)).sum();
    let played = analysis.candidates.iter().find(|candidate| candidate.mv == mv);
    let share = played.map_or(0.0, |candidate| weight(candidate.visits) / sum);
    let uniform = 1.0 / analysis.candidates.len().max(1) as f64;
    ((1.0 - UNIFORM_SHARE) * share + UNIFORM_SHARE * uniform).ln()
}

impl<G: PerfectInformation, P: Playout<G>> Learning for Ladder<G, P> {
    fn estimate(&self) -> Option<Estimate> {
        self.rule.estimate(&self.rungs, &self.seen)
    }
}

impl<G: PerfectInformation, P: Playout<G>> Interruptible for Ladder<G, P> {
    fn thinking_time(&self) -> Option<Duration> {
        self.limits.thinking_time()
    }

    fn stop_with(&mut self, stop: Stop) {
        self.limits.stop_with(stop);
    }
}

impl<G: PerfectInformation, P: Playout<G>> Opponent<G> for Ladder<G, P> {
    fn name(&self) -> String {
        let rungs: Vec<String> = self.rungs.iter().map(u32::to_string).collect();
        let name = Name::plain("ladder")
            .with("rungs", rungs.join("/"))
            .with("cap", self.cap_rule.as_str())
            .with("playouts", self.playouts);
        let name = match self.limits.time() {
            Some(time) => name.with("time", Spelled(time)),
            None => name,
        };
        self.rule
            .spell(name.with("c", self.exploration).with("ranks", self.ranks))
            .with("threads", self.threads)
            .to_string()
    }

    fn ponder(&mut self, view: &G, stop: &Stop) {
        // What the clock would have cut short anyway may be cut short by the user.
        let enough = if self.limits.time().is_some() { PLAYOUTS } else { self.playouts };
        self.consult(view, stop, enough);
    }

    fn observe(&mut self, before: &G, mv: G::Move) {
        let mut moves = Vec::new();
        before.legal_moves(&mut moves);
        // A forced move says nothing about who played it.
        if moves.len() < 2 {
            self.seen.push(None);
            return;
        }
        let stop = if self.limits.time().is_some() { self.limits.budget().stop } else { Stop::default() };
        self.consult(before, &stop, 1);
        self.seen.push(self.observation(mv));
    }

    fn retract(&mut self, observed: usize) {
        self.seen.truncate(self.seen.len().saturating_sub(observed));
    }

    fn learning(&self) -> Option<&dyn Learning> {
        Some(self)
    }

    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        Some(self)
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        Some(self)
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let rung = self.rule.playing(&self.rungs, &self.seen);
        let place = self.rungs.iter().position(|&known| known == rung).ok_or(Failure::NoMove)?;
        let analysis = self.searches[place].analyse(view, &self.limits.budget());
        let (best, visits) = analysis.best().zip(Visits::of_best(&analysis)).ok_or(Failure::NoMove)?;
        let reason = Reason::Ladder {
            rung,
            level: self.rule.level(&self.rungs, &self.seen),
            observations: self.told().count(),
            last: self.told().next_back().and_then(|observation| observation.matching.last().copied()),
            visits,
        };
        Ok(Choice { mv: best.mv, reason })
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::kalah::Kalah;
    use search::mcts::UniformPlayout;

    use super::*;

    fn ladder(name: &str) -> Ladder<Kalah, UniformPlayout> {
        Ladder::from_name(&name.parse().unwrap(), 1, &UniformPlayout).unwrap()
    }

    #[test]
    fn the_lowest_rank_decides_which_rungs_match() {
        let mut ladder = ladder("ladder:rungs=2/4/6/8/10,playouts=20");
        ladder.consult(&Kalah::default(), &Stop::default(), 1);
        let orders = [[1, 2, 3], [2, 1, 3], [3, 1, 2], [3, 2, 1], [2, 3, 5]];
        for (analysis, order) in ladder.opinions.as_mut().unwrap().known.iter_mut().zip(orders) {
            let candidates = &mut analysis.as_mut().unwrap().candidates;
            candidates.truncate(3);
            for (candidate, (number, visits)) in candidates.iter_mut().zip(order.into_iter().zip([9, 3, 1])) {
                (candidate.mv, candidate.visits) = (games::kalah::Move::new(number).unwrap(), visits);
            }
        }
        let seen = |number: u8| ladder.observation(games::kalah::Move::new(number).unwrap()).unwrap();
        // The first candidate of one rung, of several, a third candidate, and of none.
        assert_eq!([1, 3, 5, 6].map(|number| seen(number).matching), [vec![2], vec![6, 8], vec![10], vec![]]);
        ladder.ranks = 2;
        let seen = |number: u8| ladder.observation(games::kalah::Move::new(number).unwrap()).unwrap();
        assert!(seen(5).matching.is_empty());
        // The more visits a rung has given a move, the likelier it plays it; what it has not seen is not
        // impossible.
        let likelihoods = seen(1).log_likelihoods;
        let (first, second, unseen) = (likelihoods[0], likelihoods[1], likelihoods[4]);
        assert!(first > 0.9_f64.ln() && first > second && second > unseen && unseen.is_finite());
    }

    #[test]
    fn thinking_ahead_and_threads_change_nothing() {
        for rule in ["posterior", "paper", "mean"] {
            let mut game = Kalah::default();
            let mut ladders = ["1", "3", "2"].map(|threads| {
                ladder(&format!("ladder:rungs=1/2/4/8,playouts=300,rule={rule},threads={threads}"))
            });
            for _ in 0..4 {
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                // The third thinks ahead, but is stopped at once; the second has all the time it needs.
                let stopped = Stop::default();
                stopped.stop();
                ladders[1].ponder(&game, &Stop::default());
                ladders[2].ponder(&game, &stopped);
                for ladder in &mut ladders {
                    ladder.observe(&game, moves[0]);
                }
                game.apply(moves[0]);
                let [one, two, three] = ladders.each_mut().map(|ladder| ladder.choose(&game));
                assert!(one.is_ok() && one == two && two == three);
                game.apply(one.unwrap().mv);
            }
            assert_eq!(ladders[0].seen, ladders[1].seen);
            let all = ladders[0].seen.clone();
            ladders[0].retract(1);
            assert_eq!(ladders[0].seen, all[..all.len() - 1]);
        }
    }

    #[test]
    fn what_the_clock_ends_is_used_and_what_the_user_ends_only_if_it_is_enough() {
        let game = Kalah::default();
        let mut ladder = ladder("ladder:rungs=1/2,time=8s");
        let stopped = Stop::default();
        stopped.stop();
        ladder.ponder(&game, &stopped);
        assert!(ladder.opinions.as_ref().unwrap().known.iter().all(Option::is_none));
        assert_eq!(ladder.thinking_time(), Some(Duration::from_secs(8)));
        ladder.stop_with(stopped);
        assert!(ladder.choose(&game).is_ok());
    }
}
