//! How right a reader's beliefs were: its games, read once more move by move.

use std::sync::Arc;

use belief::{BeliefTracker, BeliefUpdate, Beliefs, Network, shipped};
use games::geister::{Board, Colour, Geister, Ghost, Move, Square};
use games::{Game, Side};
use rayon::prelude::*;
use store::StoredGame;

use crate::UnreadableGame;
use crate::stored::record;

/// A network and how its estimates become beliefs.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) network: fn(shipped::TrainedOn) -> Arc<Network>,
    pub(super) trained: shipped::TrainedOn,
    pub(super) update: BeliefUpdate,
}

/// Beliefs in ghosts beside their true colours.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Sums {
    pub(super) ghosts: u64,
    /// Those that are blue.
    pub(super) blue: u64,
    /// Those whose colour is the more probable one.
    pub(super) right: u64,
    /// Those that are captured at once.
    pub(super) captured: u64,
    believed: f64,
    loss: f64,
}

impl Sums {
    fn add(&mut self, believed: f64, colour: Colour, captured: bool) {
        // A belief in the impossible counts as one in a million.
        const LEAST: f64 = 1e-6;
        let blue = colour == Colour::Blue;
        let of_truth = if blue { believed } else { 1.0 - believed };
        self.ghosts += 1;
        self.blue += u64::from(blue);
        self.right += u64::from(of_truth > 0.5);
        self.captured += u64::from(captured);
        self.believed += believed;
        self.loss -= of_truth.max(LEAST).ln();
    }

    fn add_all(&mut self, other: &Sums) {
        self.ghosts += other.ghosts;
        self.blue += other.blue;
        self.right += other.right;
        self.captured += other.captured;
        self.believed += other.believed;
        self.loss += other.loss;
    }

    /// The share that `count` is of the ghosts.
    pub(super) fn share(&self, count: u64) -> Option<f64> {
        (self.ghosts > 0).then(|| count as f64 / self.ghosts as f64)
    }

    /// The mean probability of blue.
    pub(super) fn believed(&self) -> Option<f64> {
        (self.ghosts > 0).then(|| self.believed / self.ghosts as f64)
    }

    /// Mean cross entropy in nats.
    pub(super) fn cross_entropy(&self) -> Option<f64> {
        (self.ghosts > 0).then(|| self.loss / self.ghosts as f64)
    }
}

/// What a reader believed on its turns.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct ReadingScore {
    /// Of the ghost that has just moved.
    pub(super) moved: Sums,
    /// Of every hidden ghost.
    pub(super) hidden: Sums,
    /// Of a ghost that has just moved onto its exit or beside it, where the reader can capture it.
    pub(super) at_exit: Sums,
    pub(super) games: u64,
    /// Games that the other side won by leaving the board with a ghost that the reader did not capture when
    /// it moved onto its exit or beside it.
    pub(super) let_pass: u64,
}

impl ReadingScore {
    /// Over the games, each with the reader's seat; without a reader every hidden ghost is believed alike.
    ///
    /// # Errors
    /// The store holds something that is no game.
    pub(super) fn of(
        reader: Option<Reader>,
        games: &[(&StoredGame, Side)],
    ) -> Result<ReadingScore, UnreadableGame> {
        let tracker =
            reader.map(|reader| BeliefTracker::new((reader.network)(reader.trained), reader.update));
        let scores = games.par_iter().map(|&(game, seat)| ReadingScore::of_game(tracker.clone(), game, seat));
        let scores: Vec<ReadingScore> = scores.collect::<Result<_, _>>()?;
        let mut all = ReadingScore::default();
        scores.iter().for_each(|score| all.add_all(score));
        Ok(all)
    }

    pub(super) fn add_all(&mut self, other: &ReadingScore) {
        self.moved.add_all(&other.moved);
        self.hidden.add_all(&other.hidden);
        self.at_exit.add_all(&other.at_exit);
        self.games += other.games;
        self.let_pass += other.let_pass;
    }

    /// The share of games lost to a ghost that was let pass.
    pub(super) fn lost(&self) -> Option<f64> {
        (self.games > 0).then(|| self.let_pass as f64 / self.games as f64)
    }

    fn of_game(
        mut tracker: Option<BeliefTracker>,
        game: &StoredGame,
        seat: Side,
    ) -> Result<ReadingScore, UnreadableGame> {
        let record = record::<Geister>(game)?;
        let mut position = record.start;
        let mut score = ReadingScore { games: 1, ..ReadingScore::default() };
        let (mut last, mut passed) = (None, 0);
        for mv in record.moves() {
            if position.side_to_move() == seat {
                if let Some(last) = last {
                    passed |= score.turn(&position, tracker.as_ref(), last, mv);
                }
            } else {
                if let Some(tracker) = &mut tracker {
                    tracker.observe(&position.view(seat), mv);
                }
                last = mv.to();
                let leaves = |ghost: &Ghost| {
                    position.places(seat.other())[ghost.index()].square() == Some(mv.from())
                        && passed & ghost.bit() != 0
                };
                score.let_pass += u64::from(mv.is_leaving() && Ghost::ALL.iter().any(leaves));
            }
            position.apply(mv);
        }
        Ok(score)
    }

    /// The reader is to move and plays `mv`; the other side's ghost has just moved to `moved`. Returns it, as
    /// a set, if it is let pass at its exit.
    fn turn(&mut self, position: &Geister, tracker: Option<&BeliefTracker>, moved: Square, mv: Move) -> u8 {
        let mut passed = 0;
        let view = position.view(position.side_to_move());
        let enemy = view.seat().other();
        let beliefs = tracker.map_or_else(|| Beliefs::even(&view), |tracker| tracker.beliefs(&view));
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for ghost in beliefs.hidden() {
            let Some(square) = view.places(enemy)[ghost.index()].square() else { continue };
            let colour = position.setup(enemy).colour(ghost);
            let (believed, captured) = (beliefs.blue()[ghost.index()], mv.to() == Some(square));
            self.hidden.add(believed, colour, captured);
            if square != moved {
                continue;
            }
            self.moved.add(believed, colour, captured);
            if near_exit(square, enemy) && moves.iter().any(|mv| mv.to() == Some(square)) {
                self.at_exit.add(believed, colour, captured);
                passed = if captured { 0 } else { ghost.bit() };
            }
        }
        passed
    }
}

/// Whether a ghost of `side` on `square` is on its exit or one step from it.
fn near_exit(square: Square, side: Side) -> bool {
    let exits = Square::all().filter(|exit| Board::exits(side) & exit.bit() != 0);
    let steps = |exit: Square| square.column().abs_diff(exit.column()) + square.row().abs_diff(exit.row());
    exits.map(steps).any(|steps| steps <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::tests::stored_game;

    /// The second player's A steps from a3 to a2, beside its exit a1, where b2 can capture it.
    const START: &str = "b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B a3B,d5R,c5R,b5R,e6R,d6B,c6B,b6B second 21/256";

    #[test]
    fn ghosts_that_run_for_the_exit_are_counted() {
        let captured = stored_game(START, "a3a2 b2a2");
        let left = stored_game(START, "a3a2 c2c3 a2a1 c3c4 a1out");
        let score = ReadingScore::of(None, &[(&captured, Side::First), (&left, Side::First)]).unwrap();
        let Sums { ghosts, blue, right, captured, .. } = score.at_exit;
        // Twice on a2, once on a1.
        assert_eq!((ghosts, blue, right, captured), (3, 3, 0, 1));
        assert_eq!(score.lost(), Some(0.5));
        assert_eq!(score.at_exit.believed(), Some(0.5));
        assert!((score.hidden.cross_entropy().unwrap() - std::f64::consts::LN_2).abs() < 1e-12);
        assert_eq!((score.moved.ghosts, score.hidden.ghosts), (3, 24));
        // The second player reads the first player's moves: none runs for an exit.
        let other = ReadingScore::of(None, &[(&left, Side::Second)]).unwrap();
        assert_eq!((other.at_exit, other.let_pass), (Sums::default(), 0));
    }

    #[test]
    fn beliefs_are_those_of_the_network() {
        let reader = Reader {
            network: shipped::count,
            trained: shipped::TrainedOn::Mc,
            update: BeliefUpdate::LastMoveOnly,
        };
        let game = stored_game(START, "a3a2 b2a2");
        let score = ReadingScore::of(Some(reader), &[(&game, Side::First)]).unwrap();
        let mut tracker = BeliefTracker::new(shipped::count(reader.trained), reader.update);
        let mut position: Geister = START.parse().unwrap();
        tracker.observe(&position.view(Side::First), "a3a2".parse().unwrap());
        position.apply("a3a2".parse().unwrap());
        let expected = tracker.beliefs(&position.view(Side::First)).blue()[Ghost::ALL[0].index()];
        assert_eq!(score.moved.believed(), Some(expected));
        assert_eq!(score.moved.right, u64::from(expected > 0.5));
        let broken = StoredGame { moves: "a3a5".into(), ..game };
        assert!(ReadingScore::of(None, &[(&broken, Side::First)]).is_err());
    }
}
