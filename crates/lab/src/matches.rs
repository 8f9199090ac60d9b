//! A match of many games with sides swapped, the same for a seed on any number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use games::split_mix::state_after;
use games::{Game, Record, Side};
use opponents::{Estimate, NameError};
use protocols::{ExternalEngines, by_name};
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::adjudication::{Adjudication, Adjudicator};
use crate::game::play_adjudicated;
use crate::{FORFEIT_TAG, GameLimits, Opening};
use statistics::{Distinct, distinct};
use statistics::{Interval, Pairs, Tally};

/// A match between two opponents.
#[derive(Clone, Debug)]
pub struct Match<G: Game> {
    /// The opponent whose score is counted, by name.
    pub a: String,
    /// The other, by name.
    pub b: String,
    /// Games; the sides change with every game.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Openings, each played by both sides; if empty, the usual start, dealt anew for every pair.
    pub openings: Vec<Opening<G>>,
}

/// A game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// Its number, from 0.
    pub index: u64,
    /// A's seat.
    pub a_side: Side,
    /// A's score: 1, 0.5 or 0.
    pub a_score: f64,
    /// The game.
    pub record: Record<G>,
    /// What A and B took each other's strength for when it ended, if they adapt.
    pub estimates: [Option<Estimate>; 2],
}

impl<G: Game> Played<G> {
    /// The score of a seat.
    pub fn score_of(&self, side: Side) -> f64 {
        if side == self.a_side { self.a_score } else { 1.0 - self.a_score }
    }

    /// Who forfeited and why, if anybody did.
    pub fn forfeit(&self) -> Option<&str> {
        self.record.tag(FORFEIT_TAG)
    }
}

impl<G: ExternalEngines> Match<G> {
    /// Plays game number `index` alone. Games 2n and 2n + 1 begin from the same start with sides swapped.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn play(&self, index: u64) -> Result<Played<G>, NameError> {
        self.play_as(index, GameLimits::default(), None)
    }

    /// Plays game number `index` alone, with limits and adjudication.
    ///
    /// # Errors
    /// An opponent or an analyst is not known.
    pub fn play_as(
        &self,
        index: u64,
        limits: GameLimits,
        adjudication: Option<&Adjudication>,
    ) -> Result<Played<G>, NameError> {
        let pair = index / 2;
        let mut pair_rng = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ state_after(0, pair));
        let opening = match self.openings.len() {
            0 => Opening::from(G::deal(&mut pair_rng)),
            openings => self.openings[pair as usize % openings].clone(),
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!self.seed ^ state_after(0, index));
        let a = by_name::<G>(&self.a, rng.next_u64())?;
        let b = by_name::<G>(&self.b, rng.next_u64())?;
        let a_side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut seats = if a_side == Side::First { [a, b] } else { [b, a] };
        let adjudicator = adjudication.map(|rule| Adjudicator::new(rule, self.seed)).transpose()?;
        let record = play_adjudicated(&opening, &mut seats, limits, adjudicator);
        let a_score = record.line.end.and_then(|end| end.score(a_side)).unwrap_or(0.5);
        let estimates = [a_side, a_side.other()].map(|side| seats[side.index()].estimate());
        Ok(Played { index, a_side, a_score, record, estimates })
    }

    /// Plays all games; `done` is called after each, in any order. Returns the games in their order.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn run(
        &self,
        limits: GameLimits,
        done: &(dyn Fn(&Played<G>) + Sync),
    ) -> Result<Vec<Played<G>>, NameError> {
        let play = |index| self.play_as(index, limits, None).inspect(|played| done(played));
        (0..self.games).into_par_iter().map(play).collect()
    }

    /// Plays until `enough` is true of the games so far, which are given in order; games in progress beyond
    /// that are dropped, so the result is the same on any number of threads. `done` is called after each
    /// game, in any order.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn run_until(
        &self,
        limits: GameLimits,
        enough: impl FnMut(&[Played<G>]) -> bool + Send,
        done: &(dyn Fn(&Played<G>) + Sync),
    ) -> Result<Vec<Played<G>>, NameError> {
        let line = Mutex::new(Line {
            games: Vec::new(),
            early: BTreeMap::new(),
            enough,
            ended: false,
            failed: None,
        });
        let (next, ended) = (AtomicU64::new(0), AtomicBool::new(false));
        // One number after another: rayon would cut ranges that begin in the middle of the match.
        rayon::broadcast(|_| {
            while !ended.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.games {
                    break;
                }
                let played = self.play_as(index, limits, None).inspect(|played| done(played));
                let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
                if line.add(played) {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        });
        let Line { games, failed, .. } = line.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(games), Err)
    }
}

/// The games played so far without a gap.
struct Line<G: Game, E> {
    games: Vec<Played<G>>,
    early: BTreeMap<u64, Played<G>>,
    enough: E,
    /// The last of them was enough.
    ended: bool,
    failed: Option<NameError>,
}

impl<G: Game, E: FnMut(&[Played<G>]) -> bool> Line<G, E> {
    /// Adds a game; returns whether no more are needed.
    fn add(&mut self, played: Result<Played<G>, NameError>) -> bool {
        if self.ended {
            // It was in progress when the match ended.
            return true;
        }
        match played {
            Ok(played) => drop(self.early.insert(played.index, played)),
            Err(error) => self.failed = Some(error),
        }
        while let Some(played) = self.early.remove(&(self.games.len() as u64)) {
            self.games.push(played);
            if (self.enough)(&self.games) {
                self.ended = true;
                return true;
            }
        }
        self.failed.is_some()
    }
}

/// Puts openings into an order that follows from `seed`, so that a short match takes a fair sample of a long
/// list.
pub fn shuffle<G: Game>(openings: &mut [Opening<G>], seed: u64) {
    openings.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
}

/// The interval of what A scored in `games`, which are a match's in their order: over pairs where each pair
/// begins from a start of its own, which turns both of its games at once, and over single games where all
/// begin alike.
pub fn match_interval<G: Game>(games: &[Played<G>], openings: usize) -> Interval {
    let scores: Vec<f64> = games.iter().map(|played| played.a_score).collect();
    let paired = openings > 1 || games.windows(2).any(|two| two[0].record.start != two[1].record.start);
    let pairs = Pairs::of_games(&scores);
    if paired && pairs.pairs() > 0 { pairs.interval() } else { tally(games).interval() }
}

/// The games of a match that differ. Equal are those from the same start with the same moves and A in the
/// same seat, as [in a run](crate::distinct_games).
pub fn differing<G: Game>(games: &[Played<G>]) -> Distinct<&Played<G>> {
    distinct(games, |played| {
        let moves: Vec<String> = played.record.moves().map(|mv| mv.to_string()).collect();
        (played.a_side, played.record.start.to_string(), moves)
    })
}

/// What A scored in `games`.
pub fn tally<'a, G: Game>(games: impl IntoIterator<Item = &'a Played<G>>) -> Tally {
    let mut tally = Tally::default();
    for played in games {
        tally.add(played.a_score);
        tally.forfeits[usize::from(played.a_score > 0.5)] += u64::from(played.forfeit().is_some());
    }
    tally
}

#[cfg(test)]
mod tests {
    use games::geister::Geister;
    use games::othello::Othello;

    use super::*;

    fn plan(games: u64) -> Match<Geister> {
        Match { a: "random".to_owned(), b: "random".to_owned(), games, seed: 3, openings: Vec::new() }
    }

    #[test]
    fn pairs_begin_alike_with_sides_swapped() {
        let games = plan(6).run(GameLimits::default(), &|_| {}).unwrap();
        for pair in games.chunks(2) {
            assert_eq!(pair[0].record.start, pair[1].record.start);
            assert_eq!([pair[0].a_side, pair[1].a_side], Side::BOTH);
        }
        assert_ne!(games[0].record.start, games[2].record.start, "every pair is dealt anew");
        assert_eq!(tally(&games).games(), 6);
    }

    #[test]
    fn a_game_is_the_same_alone_and_in_the_match() {
        let games = plan(5).run(GameLimits::default(), &|_| {}).unwrap();
        assert_eq!(plan(5).play(4).unwrap(), games[4]);
    }

    #[test]
    fn a_match_ends_with_the_game_that_is_enough_on_any_number_of_threads() {
        let all = plan(30).run(GameLimits::default(), &|_| {}).unwrap();
        let losses = |games: &[Played<Geister>]| games.iter().filter(|played| played.a_score < 0.5).count();
        let needed = (1..=30).find(|&games| losses(&all[..games]) >= 5).unwrap();
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let games = pool
                .install(|| plan(30).run_until(GameLimits::default(), |games| losses(games) >= 5, &|_| {}))
                .unwrap();
            assert_eq!(games, all[..needed]);
            let games =
                pool.install(|| plan(30).run_until(GameLimits::default(), |_| false, &|_| {})).unwrap();
            assert_eq!(games, all);
        }
        let unknown = Match { b: "nobody".to_owned(), ..plan(9) };
        assert!(unknown.run_until(GameLimits::default(), |_| false, &|_| {}).is_err());
    }

    #[test]
    fn an_interval_is_over_pairs_where_they_begin_apart() {
        let games = plan(40).run(GameLimits::default(), &|_| {}).unwrap();
        let scores: Vec<f64> = games.iter().map(|played| played.a_score).collect();
        assert_eq!(match_interval(&games, 0), Pairs::of_games(&scores).interval());
        let alike = Match::<Othello> {
            a: "random".to_owned(),
            b: "random".to_owned(),
            games: 40,
            seed: 3,
            openings: Vec::new(),
        };
        let games = alike.run(GameLimits::default(), &|_| {}).unwrap();
        assert_eq!(match_interval(&games, 0), tally(&games).interval());
    }

    #[test]
    fn equal_games_are_told_apart_by_seat_and_start() {
        let name = "alphabeta:depth=1".to_owned();
        let same = Match::<Othello> { a: name.clone(), b: name, games: 8, seed: 3, openings: Vec::new() };
        let games = same.run(GameLimits::default(), &|_| {}).unwrap();
        let found = differing(&games);
        assert_eq!(found.removed, 6, "one game for each seat of A");
        assert_eq!(found.kept.iter().map(|played| played.index).collect::<Vec<_>>(), [0, 1]);
        let dealt = plan(20).run(GameLimits::default(), &|_| {}).unwrap();
        assert_eq!(differing(&dealt).removed, 0);
    }

    #[test]
    fn pairs_take_the_openings_in_turn() {
        let records = games::othello::moves::read("f5d6\nf5f4\nf5f6\n").unwrap();
        let mut openings: Vec<Opening<Othello>> =
            records.iter().map(|record| Opening::try_from(record).unwrap()).collect();
        let listed = openings.clone();
        let orders: Vec<_> = (0..20)
            .map(|seed| {
                shuffle(&mut openings, seed);
                openings.clone()
            })
            .collect();
        assert!(orders.iter().any(|order| *order != listed), "some seed changes the order");
        openings.clone_from(&listed);
        shuffle(&mut openings, 0);
        assert_eq!(openings, orders[0]);
        let random = || "random".to_owned();
        let plan = Match { a: random(), b: random(), games: 8, seed: 3, openings: listed };
        let begin = |played: &Played<Othello>| played.record.moves().take(2).collect::<Vec<_>>();
        let begins: Vec<_> = plan.run(GameLimits::default(), &|_| {}).unwrap().iter().map(begin).collect();
        let moves = |record: &Record<Othello>| record.moves().collect::<Vec<_>>();
        let expected: Vec<_> = [0, 0, 1, 1, 2, 2, 0, 0].iter().map(|&at| moves(&records[at])).collect();
        assert_eq!(begins, expected);
    }

    #[test]
    fn an_unknown_opponent_is_named() {
        let unknown = Match { b: "nobody".to_owned(), ..plan(1) };
        assert!(unknown.run(GameLimits::default(), &|_| {}).unwrap_err().to_string().contains("nobody"));
    }
}
