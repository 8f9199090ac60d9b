//! The exact margin of a game of Kalah with best play.
//!
//! MTD(f) (Plaat and others 1996) on what is still to be won, which does not depend on the stores: one table
//! entry serves every distribution of the seeds won so far.

use games::Game;
use games::kalah::{Board, Kalah, Move, Rules};

use crate::{Analysis, Analyst, Budget, Candidate, Stop, Unit};

use super::bound_table::{BoundTable, TableSlot};
use super::packed::{MAX_HOLES, MAX_SEEDS, Sowing, Sown, seeds_in_holes, sum};

/// The stop flag is looked at once in so many nodes.
const STOP_INTERVAL: u64 = 1 << 16;

/// An exact solver for boards of up to 7 holes a side with up to 127 seeds in the holes.
///
/// ```
/// use games::kalah::{Kalah, Rules};
/// use search::kalah::Solver;
///
/// let game = Kalah::new(4, 3, Rules::default())?;
/// assert_eq!(Solver::new(16).margin(&game), Some(6));
/// # Ok::<(), games::Malformed>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    sowing: Sowing,
    bounds: BoundTable,
    nodes: u64,
    limit: u64,
    stop: Stop,
    aborted: bool,
}

impl Solver {
    /// A solver whose table has two to the power of `table_bits` entries of 8 bytes.
    #[must_use]
    pub fn new(table_bits: u32) -> Solver {
        Solver {
            sowing: Sowing::new(0, 0, Rules::default()),
            bounds: BoundTable::new(table_bits),
            nodes: 0,
            limit: u64::MAX,
            stop: Stop::default(),
            aborted: false,
        }
    }

    /// Positions looked at since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the board is small enough.
    #[must_use]
    pub fn can_solve(game: &Kalah) -> bool {
        game.board().holes() <= MAX_HOLES && seeds_in_holes(game.board()) <= MAX_SEEDS
    }

    /// The margin of the side to move at the end, own store less other store, if both sides play their best;
    /// `None` if the board is too large.
    pub fn margin(&mut self, game: &Kalah) -> Option<i32> {
        self.begin(game, &Budget::default()).then(|| self.value_of(game.board()))
    }

    /// Makes ready for `game`; false if its board is too large.
    fn begin(&mut self, game: &Kalah, budget: &Budget) -> bool {
        if !Solver::can_solve(game) {
            return false;
        }
        let (board, rules) = (game.board(), game.rules());
        if !self.sowing.fits(board, rules) {
            self.sowing = Sowing::new(board.holes(), seeds_in_holes(board).into(), rules);
            self.bounds.clear();
        }
        self.limit = budget.nodes.map_or(u64::MAX, |nodes| self.nodes.saturating_add(nodes));
        self.stop = budget.stop.clone();
        self.aborted = false;
        true
    }

    /// The final margin of the side to move on `board`.
    fn value_of(&mut self, board: &Board) -> i32 {
        let side = board.side_to_move();
        let now = i32::from(board.store(side)) - i32::from(board.store(side.other()));
        now + self.close_in(self.sowing.pack(board), 0)
    }

    /// What the side to move wins from here on, closed in on from a first guess.
    fn close_in(&mut self, board: u128, mut guess: i32) -> i32 {
        if self.sowing.is_over(board) {
            return sum(self.sowing.own(board)) - sum(self.sowing.other(board));
        }
        let place = self.bounds.place(board);
        let (mut lower, mut upper) = (-i32::from(MAX_SEEDS), i32::from(MAX_SEEDS));
        while lower < upper && !self.aborted {
            let beta = if guess == lower { guess + 1 } else { guess };
            guess = self.at_least(board, place, beta);
            if guess < beta {
                upper = guess;
            } else {
                lower = guess;
            }
        }
        guess
    }

    /// A lower bound of what the side to move wins from here on, if that is at least `beta`; otherwise an
    /// upper bound.
    fn at_least(&mut self, board: u128, place: TableSlot, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.limit || self.nodes.is_multiple_of(STOP_INTERVAL) && self.stop.is_stopped() {
            self.aborted = true;
            return 0;
        }
        let known = self.bounds.get(place);
        if let Some(known) = known {
            if known.lower >= beta {
                return known.lower;
            }
            if known.upper < beta {
                return known.upper;
            }
        }
        let mut moves = [OrderedMove::NONE; MAX_HOLES];
        let count = self.order(board, known.map(|known| known.best), &mut moves);
        let left = sum(self.sowing.own(board)) + sum(self.sowing.other(board));
        let (lower, upper) = known.map_or((-left, left), |known| (known.lower, known.upper));
        // What is known of the moves already: one that is good enough spares the others.
        for tried in &mut moves[..count] {
            self.look_up(tried);
            if tried.lower >= beta {
                self.bounds.put(place, tried.lower.max(lower), upper, tried.hole);
                return tried.lower;
            }
        }
        let (mut best, mut best_hole) = (i32::MIN, moves[0].hole);
        for tried in &moves[..count] {
            let won = tried.sown.won;
            let value = if tried.upper < beta {
                tried.upper
            } else if tried.sown.again {
                won + self.at_least(tried.sown.board, tried.place, beta - won)
            } else {
                won - self.at_least(tried.sown.board, tried.place, won - beta + 1)
            };
            if self.aborted {
                return 0;
            }
            if value > best {
                (best, best_hole) = (value, tried.hole);
                if best >= beta {
                    break;
                }
            }
        }
        let (lower, upper) = if best >= beta { (best.max(lower), upper) } else { (lower, best.min(upper)) };
        self.bounds.put(place, lower, upper, best_hole);
        best
    }

    /// What the mover wins at least and at most with a move, by the rules or by the table.
    fn look_up(&self, tried: &mut OrderedMove) {
        let Sown { board, won, again } = tried.sown;
        let (own, other) = (sum(self.sowing.own(board)), sum(self.sowing.other(board)));
        let (lower, upper) = if self.sowing.is_over(board) {
            (own - other, own - other)
        } else {
            match self.bounds.get(tried.place) {
                Some(known) => (known.lower, known.upper),
                None => (-own - other, own + other),
            }
        };
        (tried.lower, tried.upper) =
            if again { (won + lower, won + upper) } else { (won - upper, won - lower) };
    }

    /// The moves in the order in which they are tried: the table's, those that keep the turn from the nearest
    /// hole on, then those that win most.
    fn order(&self, board: u128, hint: Option<u8>, moves: &mut [OrderedMove; MAX_HOLES]) -> usize {
        let mut count = 0;
        let mut own = self.sowing.own(board);
        while own != 0 {
            let hole = own.trailing_zeros() / 8;
            own &= !(0xff << (8 * hole));
            let sown = self.sowing.sow(board, hole as usize);
            let promise = match () {
                () if hint == Some(hole as u8) => i32::MAX,
                () if sown.again => 1000 + hole as i32,
                () => 8 * sown.won + hole as i32,
            };
            let place = self.bounds.place(sown.board);
            let tried = OrderedMove { sown, place, hole: hole as u8, promise, lower: 0, upper: 0 };
            let mut at = count;
            while at > 0 && moves[at - 1].promise < promise {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = tried;
            count += 1;
        }
        count
    }
}

/// A move about to be tried.
#[derive(Clone, Copy)]
struct OrderedMove {
    sown: Sown,
    place: TableSlot,
    hole: u8,
    promise: i32,
    /// What the mover wins with it at least and at most.
    lower: i32,
    upper: i32,
}

impl OrderedMove {
    const NONE: OrderedMove = OrderedMove {
        sown: Sown { board: 0, won: 0, again: false },
        place: TableSlot { index: 0, tag: 0 },
        hole: 0,
        promise: 0,
        lower: 0,
        upper: 0,
    };
}

impl Analyst<Kalah> for Solver {
    /// Every move with its exact margin; no candidates if the board is too large or the budget too small.
    fn analyse(&mut self, game: &Kalah, budget: &Budget) -> Analysis<Move> {
        let before = self.nodes;
        let mut candidates = Vec::new();
        if game.outcome().is_none() && self.begin(game, budget) {
            for mv in game.board().moves() {
                let nodes = self.nodes;
                let mut next = *game.board();
                next.sow(mv, game.rules().capture);
                let value = self.value_of(&next);
                let value = if next.side_to_move() == game.side_to_move() { value } else { -value };
                let visits = self.nodes - nodes;
                candidates.push(Candidate { mv, value: f64::from(value), line: vec![mv], visits });
            }
            if self.aborted {
                candidates.clear();
            }
        }
        candidates.sort_by(|a: &Candidate<Move>, b| b.value.total_cmp(&a.value));
        let exact = !candidates.is_empty();
        Analysis { candidates, unit: Unit::Seeds, depth: 0, nodes: self.nodes - before, exact }
    }
}

#[cfg(test)]
mod tests {
    use games::Side;

    use super::*;

    #[test]
    fn boards_that_are_too_large_are_refused() {
        let game = Kalah::new(8, 1, Rules::default()).unwrap();
        assert_eq!(Solver::new(4).margin(&game), None);
        assert_eq!(Solver::new(4).analyse(&game, &Budget::default()).best(), None);
    }

    #[test]
    fn a_stop_ends_the_search_without_an_answer() {
        let budget = Budget::nodes(1000);
        assert_eq!(Solver::new(10).analyse(&Kalah::default(), &budget).best(), None);
    }

    #[test]
    fn stores_count_and_sides_alternate() {
        let game: Kalah = "0,1 3 2,1 1 second standard/any".parse().unwrap();
        let analysis = Solver::new(10).analyse(&game, &Budget::default());
        assert_eq!(game.side_to_move(), Side::Second);
        assert_eq!(Solver::new(10).margin(&game).map(f64::from), Some(analysis.best().unwrap().value));
    }
}
