//! What the games of a plan came to.

use std::collections::BTreeSet;

use store::StoredGame;

use crate::Plan;
use statistics::Tally;

/// The games that no earlier game of their meeting is equal to, move by move (document 002 counts identical records once). The same
/// moves with seats changed are another game.
#[must_use]
pub fn distinct_games<'a>(plan: &Plan, games: &'a [StoredGame]) -> Vec<&'a StoredGame> {
    let mut seen = BTreeSet::new();
    let is_new = |game: &&'a StoredGame| {
        let (pairing, index) = plan.place(game.number);
        seen.insert((pairing, index % 2, game.start.as_str(), game.moves.as_str()))
    };
    games.iter().filter(is_new).collect()
}

/// The meetings of a plan, as far as they have been played.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// One a pairing, in the plan's order.
    pub meetings: Vec<Meeting>,
    /// Games that are there.
    pub played: u64,
    /// Games of the whole plan.
    pub total: u64,
}

/// What two opponents came to, from the side of the first one, A.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The numbers of the two in the plan.
    pub pair: [usize; 2],
    /// What A scored in all.
    pub all: Tally,
    /// What A scored in the first and in the second seat.
    pub seats: [Tally; 2],
    /// Games that no other game of the meeting is equal to, move by move, and one of each that are (document 002).
    pub distinct: u64,
    /// What A scored in those.
    pub of_distinct: Tally,
    /// Moves of all games.
    pub plies: u64,
    /// Time of all games, in milliseconds.
    pub millis: u64,
    /// The games that ended by a fault: their numbers and what happened.
    pub forfeits: Vec<(u64, String)>,
}

impl Meeting {
    fn new(pair: [usize; 2]) -> Meeting {
        Meeting {
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

    /// Moves of a game in the mean.
    #[must_use]
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.all.games().max(1) as f64
    }

    /// Seconds of a move in the mean, over both sides.
    #[must_use]
    pub fn seconds_a_move(&self) -> f64 {
        self.millis as f64 / 1000.0 / self.plies.max(1) as f64
    }
}

impl Results {
    /// Counts `games`, which are those of `plan` in the order of their numbers.
    #[must_use]
    pub fn of(plan: &Plan, games: &[StoredGame]) -> Results {
        let mut meetings: Vec<Meeting> = plan.pairings().into_iter().map(Meeting::new).collect();
        let mut distinct = distinct_games(plan, games).into_iter().map(|game| game.number).peekable();
        for game in games {
            let (pairing, index) = plan.place(game.number);
            let Some(meeting) = meetings.get_mut(pairing) else { continue };
            let second_seat = !index.is_multiple_of(2);
            let score = if second_seat { 1.0 - game.score } else { game.score };
            let by_fault = game.forfeit.is_some();
            let seat = &mut meeting.seats[usize::from(second_seat)];
            for tally in [&mut meeting.all, seat] {
                tally.add(score);
                tally.forfeits[usize::from(score > 0.5)] += u64::from(by_fault);
            }
            if distinct.next_if_eq(&game.number).is_some() {
                meeting.distinct += 1;
                meeting.of_distinct.add(score);
            }
            meeting.plies += game.plies;
            meeting.millis += game.millis;
            if let Some(forfeit) = &game.forfeit {
                meeting.forfeits.push((game.number, forfeit.clone()));
            }
        }
        Results { meetings, played: games.len() as u64, total: plan.total() }
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
        let results = Results::of(&plan, &games);
        let meeting = &results.meetings[0];
        assert_eq!((meeting.all.wins, meeting.all.draws, meeting.all.losses), (2, 1, 1));
        assert_eq!(meeting.seats.map(|seat| seat.score()), [0.5, 0.75]);
        assert_eq!((meeting.distinct, meeting.of_distinct.wins), (3, 2));
        assert_eq!((meeting.mean_plies(), meeting.seconds_a_move()), (10.0, 0.01));
        assert_eq!(meeting.forfeits, [(2, "first: crashed".to_owned())]);
        assert_eq!(meeting.all.forfeits, [1, 0]);
        assert_eq!((results.played, results.total), (4, 4));
    }
}
