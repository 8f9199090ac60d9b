//! The ladder (Takagi 2021): tree searches of different depth, of which the one that plays like the user
//! answers.
//!
//! Each move of the user is compared with the first candidate of every rung, then with the second ones, then
//! with the third; a rung that matches is an observation of the user's level. The rung nearest to the mean of
//! all observations plays.

use games::PerfectInformation;
use search::mcts::{Mcts, MctsOptions, Playout};
use search::{Analysis, Analyst, Budget, Stop};

use crate::name::{Name, NameError};
use crate::{Choice, Estimate, Failure, Learning, Opponent, Reason, StrengthUnit, Visits};

/// The depth caps of the paper's seven rungs.
const RUNGS: [u32; 7] = [5, 9, 12, 15, 18, 21, 25];

/// Which rung is the observation when several match at the same rank. The paper does not say.
const TIES: &[&str] = &["nearest", "lowest", "highest"];

/// What is observed when no rung matches: nothing, or the lowest rung. The paper does not say.
const MISSES: &[&str] = &["keep", "lowest"];

/// Who plays before there is an observation. The paper does not say.
const FIRSTS: &[&str] = &["middle", "lowest", "highest"];

/// How observations become an estimate: their mean, as in the paper, or the last one alone.
const SMOOTHINGS: &[&str] = &["mean", "last"];

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
    playouts: u64,
    exploration: f64,
    threads: usize,
    ranks: usize,
    tie: &'static str,
    miss: &'static str,
    first: &'static str,
    smoothing: &'static str,
    /// The depth cap that matched each of the user's moves so far; `None` for a move that says nothing.
    observed: Vec<Option<u32>>,
    opinions: Option<Opinions<G, G::Move>>,
}

impl<G: PerfectInformation, P: Playout<G>> Ladder<G, P> {
    /// Reads the options `rungs` (5/9/12/15/18/21/25), `playouts` (2000 a search), `c` (1), `ranks` (3: up to
    /// the third candidates are compared), `tie` (nearest to the estimate; lowest, highest), `miss` (keep the
    /// estimate; lowest counts as the lowest rung), `first` (middle, lowest, highest), `smoothing` (mean,
    /// last) and `threads` (1; the answer does not depend on it).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64, playout: &P) -> Result<Self, NameError> {
        let mut options = name.options();
        let rungs = options.numbers("rungs", &RUNGS)?;
        let playouts = options.number("playouts", 2000, 1..=1_000_000_000)?;
        let exploration = options.number("c", 1.0, 0.0..=1000.0)?;
        let ranks = options.number("ranks", 3, 1..=99)?;
        let tie = options.word("tie", TIES)?;
        let miss = options.word("miss", MISSES)?;
        let first = options.word("first", FIRSTS)?;
        let smoothing = options.word("smoothing", SMOOTHINGS)?;
        let threads = options.number("threads", 1, 1..=256)?;
        options.finish()?;
        let search = |(place, &rung): (usize, &u32)| {
            // Rungs must not play out the same games: they would agree by chance.
            let seed = seed.wrapping_add(place as u64);
            Mcts::new(playout.clone(), MctsOptions { depth_cap: Some(rung), exploration, threads: 1, seed })
        };
        Ok(Ladder {
            searches: rungs.iter().enumerate().map(search).collect(),
            rungs,
            playouts,
            exploration,
            threads,
            ranks,
            tie,
            miss,
            first,
            smoothing,
            observed: Vec::new(),
            opinions: None,
        })
    }

    /// Lets every rung without an opinion on `game` search it; one that is stopped keeps none.
    fn consult(&mut self, game: &G, stop: &Stop) {
        let rungs = self.rungs.len();
        let mut known = match self.opinions.take() {
            Some(opinions) if opinions.game == *game => opinions.known,
            _ => vec![None; rungs],
        };
        let budget = Budget { nodes: Some(self.playouts), stop: stop.clone(), ..Budget::default() };
        let consult = |(opinion, search): (&mut Option<Analysis<G::Move>>, &mut Mcts<P>)| {
            if opinion.is_none() && !stop.is_stopped() {
                let analysis = search.analyse(game, &budget);
                *opinion = Some(analysis).filter(|analysis| analysis.nodes == self.playouts);
            }
        };
        let share = rungs.div_ceil(self.threads);
        if share == rungs {
            known.iter_mut().zip(&mut self.searches).for_each(consult);
        } else {
            std::thread::scope(|scope| {
                for (known, searches) in known.chunks_mut(share).zip(self.searches.chunks_mut(share)) {
                    scope.spawn(move || known.iter_mut().zip(searches).for_each(consult));
                }
            });
        }
        self.opinions = Some(Opinions { game: game.clone(), known });
    }

    /// The depth caps that matched.
    fn observations(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.observed.iter().copied().flatten()
    }

    /// The level of the user so far.
    fn level(&self) -> Option<f64> {
        if self.smoothing == "last" {
            return self.observations().next_back().map(f64::from);
        }
        let count = self.observations().count();
        let sum: f64 = self.observations().map(f64::from).sum();
        (count > 0).then(|| sum / count as f64)
    }

    /// The rung among `rungs` that is nearest to the estimate, or to the middle while there is none; the
    /// lower of two.
    fn nearest(&self, rungs: &[u32]) -> Option<u32> {
        let middle = f64::from(self.rungs[(self.rungs.len() - 1) / 2]);
        let wanted = self.level().unwrap_or(middle);
        let distance = |rung: u32| (f64::from(rung) - wanted).abs();
        rungs.iter().copied().min_by(|&one, &two| distance(one).total_cmp(&distance(two)))
    }

    /// The rung that matches the user's move, by the opinions at hand.
    fn match_of(&self, mv: G::Move) -> Option<u32> {
        let opinions = self.opinions.as_ref()?;
        let mut matches = Vec::new();
        for rank in 1..=self.ranks {
            for (&rung, analysis) in self.rungs.iter().zip(&opinions.known) {
                if analysis.as_ref().and_then(|analysis| analysis.rank(mv)) == Some(rank) {
                    matches.push(rung);
                }
            }
            if !matches.is_empty() {
                break;
            }
        }
        match self.tie {
            _ if matches.is_empty() => (self.miss == "lowest").then_some(self.rungs[0]),
            "lowest" => matches.first().copied(),
            "highest" => matches.last().copied(),
            _ => self.nearest(&matches),
        }
    }

    /// The rung that is to play.
    fn playing(&self) -> u32 {
        let opening = match self.first {
            "lowest" => self.rungs.first(),
            "highest" => self.rungs.last(),
            _ => self.rungs.get((self.rungs.len() - 1) / 2),
        };
        let opening = opening.copied().unwrap_or(1);
        if self.level().is_none() { opening } else { self.nearest(&self.rungs).unwrap_or(opening) }
    }
}

impl<G: PerfectInformation, P: Playout<G>> Learning for Ladder<G, P> {
    fn estimate(&self) -> Option<Estimate> {
        let observed: Vec<f64> = self.observations().map(f64::from).collect();
        let ends = (f64::from(*self.rungs.first()?), f64::from(*self.rungs.last()?));
        if self.smoothing == "last" {
            // One observation says nothing of its error.
            return Estimate::mean(StrengthUnit::TreeDepth, &[self.level()?], ends);
        }
        Estimate::mean(StrengthUnit::TreeDepth, &observed, ends)
    }
}

impl<G: PerfectInformation, P: Playout<G>> Opponent<G> for Ladder<G, P> {
    fn name(&self) -> String {
        let rungs: Vec<String> = self.rungs.iter().map(u32::to_string).collect();
        Name::plain("ladder")
            .with("rungs", rungs.join("/"))
            .with("playouts", self.playouts)
            .with("c", self.exploration)
            .with("ranks", self.ranks)
            .with("tie", self.tie)
            .with("miss", self.miss)
            .with("first", self.first)
            .with("smoothing", self.smoothing)
            .with("threads", self.threads)
            .to_string()
    }

    fn ponder(&mut self, view: &G, stop: &Stop) {
        self.consult(view, stop);
    }

    fn observe(&mut self, before: &G, mv: G::Move) {
        let mut moves = Vec::new();
        before.legal_moves(&mut moves);
        // A forced move says nothing about who played it.
        if moves.len() < 2 {
            self.observed.push(None);
            return;
        }
        self.consult(before, &Stop::default());
        self.observed.push(self.match_of(mv));
    }

    fn retract(&mut self, observed: usize) {
        self.observed.truncate(self.observed.len().saturating_sub(observed));
    }

    fn learning(&self) -> Option<&dyn Learning> {
        Some(self)
    }

    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        Some(self)
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let rung = self.playing();
        let place = self.rungs.iter().position(|&known| known == rung).ok_or(Failure::NoMove)?;
        let analysis = self.searches[place].analyse(view, &Budget::nodes(self.playouts));
        let (best, visits) = analysis.best().zip(Visits::of_best(&analysis)).ok_or(Failure::NoMove)?;
        let reason = Reason::Ladder {
            rung,
            level: self.level(),
            observations: self.observations().count(),
            last: self.observations().next_back(),
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
    fn slips_are_smoothed_as_in_the_paper() {
        let mut ladder = ladder("ladder:rungs=1/2/3/4/5/6/7");
        assert_eq!(ladder.playing(), 4);
        // "Levels 5, 5, 5 and then 1 give level 4."
        ladder.observed = [5, 5, 5, 1].map(Some).to_vec();
        assert_eq!((ladder.level(), ladder.playing()), (Some(4.0), 4));
        let estimate = ladder.estimate().unwrap();
        assert_eq!((estimate.value, estimate.low, estimate.high), (4.0, 2.0, 6.0));
        ladder.smoothing = "last";
        assert_eq!(ladder.playing(), 1);
    }

    /// Opinions in which rung number i has the order of candidates `orders[i]`.
    fn with_opinions(name: &str, orders: &[[u8; 3]]) -> Ladder<Kalah, UniformPlayout> {
        let mut ladder = ladder(name);
        ladder.consult(&Kalah::default(), &Stop::default());
        let opinions = ladder.opinions.as_mut().unwrap();
        for (analysis, order) in opinions.known.iter_mut().zip(orders) {
            let candidates = &mut analysis.as_mut().unwrap().candidates;
            candidates.truncate(3);
            for (candidate, &number) in candidates.iter_mut().zip(order) {
                candidate.mv = games::kalah::Move::new(number).unwrap();
            }
        }
        ladder
    }

    #[test]
    fn matches_ties_and_misses_are_as_the_options_say() {
        let orders = [[1, 2, 3], [2, 1, 3], [3, 1, 2], [3, 2, 1], [2, 3, 5]];
        let names = |options: &str| format!("ladder:rungs=2/4/6/8/10,playouts=20{options}");
        let matched = |options: &str, number: u8| {
            let mv = games::kalah::Move::new(number).unwrap();
            with_opinions(&names(options), &orders).match_of(mv)
        };
        // The first candidate of one rung, of several, a third candidate, and of none.
        assert_eq!(matched("", 1), Some(2));
        assert_eq!(matched("", 3), Some(6));
        assert_eq!((matched(",tie=lowest", 2), matched(",tie=highest", 2)), (Some(4), Some(10)));
        assert_eq!((matched("", 5), matched(",ranks=2", 5)), (Some(10), None));
        assert_eq!((matched("", 6), matched(",miss=lowest", 6)), (None, Some(2)));
        let mut ladder = with_opinions(&names(""), &orders);
        ladder.observed = [10, 8].map(Some).to_vec();
        assert_eq!(ladder.match_of(games::kalah::Move::new(2).unwrap()), Some(10));
    }

    #[test]
    fn thinking_ahead_and_threads_change_nothing() {
        let mut game = Kalah::default();
        let mut ladders = ["", ",threads=3", ",threads=2"]
            .map(|options| ladder(&format!("ladder:rungs=1/2/4/8,playouts=300{options}")));
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
        assert_eq!(ladders[0].observed, ladders[1].observed);
        let all = ladders[0].observed.clone();
        ladders[0].retract(1);
        assert_eq!(ladders[0].observed, all[..all.len() - 1]);
    }
}
