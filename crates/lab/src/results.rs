//! Results of the games of a plan.

use std::collections::BTreeSet;

use store::StoredGame;

use crate::Plan;
use statistics::Tally;

/// The games without repetitions: identical games of a pairing count once, as in Nakamichi 2020. The same
/// moves with seats swapped are another game.
#[must_use]
pub fn distinct_games<'a>(plan: &Plan, games: &'a [StoredGame]) -> Vec<&'a StoredGame> {
    let mut seen = BTreeSet::new();
    let is_new = |game: &&'a StoredGame| {
        let (pairing, index) = plan.place(game.number);
        seen.insert((pairing, index % 2, game.start.as_str(), game.moves.as_str()))
    };
    games.iter().filter(is_new).collect()
}

/// Results of all pairings, as far as they have been played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlanResults {
    /// One per pairing, in the plan's order.
    pub pairings: Vec<PairingResult>,
    /// Games played.
    pub played: u64,
    /// Games of the whole plan.
    pub total: u64,
}

/// The result of a pairing for its first player, A.
#[derive(Clone, PartialEq, Debug)]
pub struct PairingResult {
    /// The numbers of the two in the plan.
    pub pair: [usize; 2],
    /// A's results in all games.
    pub all: Tally,
    /// A's results in the first and in the second seat.
    pub seats: [Tally; 2],
    /// Distinct games.
    pub distinct: u64,
    /// A's results in them.
    pub of_distinct: Tally,
    /// Moves of all games.
    pub plies: u64,
    /// Time of all games, in milliseconds.
    pub millis: u64,
    /// Forfeited games: number and reason.
    pub forfeits: Vec<(u64, String)>,
}

impl PairingResult {
    fn new(pair: [usize; 2]) -> PairingResult {
        PairingResult {
            pair,
            all: Tally::default(),
            seats: [Tally::default(); 2],
            distinct: 0,
            of_distinct: Tally::default(),
            plies: 0,
            millis: 0,
            forfeits: Vec::new(),
        }
    }

    /// Mean number of moves per game.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.all.games().max(1) as f64
    }

    /// Mean seconds per move, over both sides.
    #[must_use]
    pub fn seconds_a_move(&self) -> f64 {
        self.millis as f64 / 1000.0 / self.plies.max(1) as f64
    }
}

impl PlanResults {
    /// Counts `games`, which are those of `plan` in the order of their numbers.
    #[must_use]
    pub fn of(plan: &Plan, games: &[StoredGame]) -> PlanResults {
        let mut pairings: Vec<PairingResult> = plan.pairings().into_iter().map(PairingResult::new).collect();
        let mut distinct = distinct_games(plan, games).into_iter().map(|game| game.number).peekable();
        for game in games {
            let (pairing, index) = plan.place(game.number);
            let Some(result) = pairings.get_mut(pairing) else { continue };
            let second_seat = !index.is_multiple_of(2);
            let score = if second_seat { 1.0 - game.score } else { game.score };
            let by_fault = game.forfeit.is_some();
            let seat = &mut result.seats[usize::from(second_seat)];
            for tally in [&mut result.all, seat] {
                tally.add(score);
                tally.forfeits[usize::from(score > 0.5)] += u64::from(by_fault);
            }
            if distinct.next_if_eq(&game.number).is_some() {
                result.distinct += 1;
                result.of_distinct.add(score);
            }
            result.plies += game.plies;
            result.millis += game.millis;
            if let Some(forfeit) = &game.forfeit {
                result.forfeits.push((game.number, forfeit.clone()));
            }
        }
        PlanResults { pairings, played: games.len() as u64, total: plan.total() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_faults_and_equal_games_are_counted() {
        let plan: Plan =
            "game = \"othello\"\nopponents = [\"random\", \"random\"]\ngames = 4".parse().unwrap();
        let game = |number: u64, score: f64, moves: &str| StoredGame {
            number,
            first: String::new(),
            second: String::new(),
            score,
            ending: String::new(),
            forfeit: (number == 2).then(|| "first: crashed".to_owned()),
            plies: 10,
            start: String::new(),
            moves: moves.to_owned(),
            notes: None,
            millis: 100,
        };
        // A wins 0 as first, 1 as second; loses 2 by a fault; 3 is drawn. 0 and 2 have the same moves.
        let games = [game(0, 1.0, "f5"), game(1, 0.0, "f5"), game(2, 0.0, "f5"), game(3, 0.5, "d3")];
        let results = PlanResults::of(&plan, &games);
        let result = &results.pairings[0];
        assert_eq!((result.all.wins, result.all.draws, result.all.losses), (2, 1, 1));
        assert_eq!(result.seats.map(|seat| seat.score()), [0.5, 0.75]);
        assert_eq!((result.distinct, result.of_distinct.wins), (3, 2));
        assert_eq!((result.mean_plies(), result.seconds_a_move()), (10.0, 0.01));
        assert_eq!(result.forfeits, [(2, "first: crashed".to_owned())]);
        assert_eq!(result.all.forfeits, [1, 0]);
        assert_eq!((results.played, results.total), (4, 4));
    }
}
