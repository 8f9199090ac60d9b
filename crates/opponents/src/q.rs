//! The best or the worst move by a learned table (Li and Yokoyama 2022).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use games::kalah::{Kalah, Move};
use games::{Game, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::exact::GameGraph;
use search::kalah::StoreDifference;
use search::q::{QLearning, QTable};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// A table of more positions than this takes too long to learn: (4,2) has 315,147, (4,3) 5,255,649.
const MOST_POSITIONS: usize = 500_000;

type Table = Arc<QTable<Kalah>>;

/// By start and the bits of the discount; `None` is a board that is too large.
type Tables = HashMap<(Kalah, u64), Option<Table>>;

/// The tables of whole boards. They depend on nothing but their key, so each is learned once, however many
/// games are played.
static WHOLE_BOARDS: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);

/// The values of the moves of any position, as far as a table of them can be learned.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    pub(crate) discount: f64,
    /// The table of a position from which the game goes on, where there is none of its whole board.
    rest: Option<Table>,
    /// Seeds that were in play when a table was last too large.
    too_large_at: Option<u16>,
}

impl Learned {
    pub(crate) fn new(discount: f64) -> Learned {
        Learned { discount, rest: None, too_large_at: None }
    }

    /// The table that holds `game`: that of the whole board of its size, or one that begins with `game` or
    /// before it.
    pub(crate) fn table(&mut self, game: &Kalah) -> Option<Table> {
        if let Some(table) = self.whole_board(game) {
            return Some(table);
        }
        let holds = |table: &Table| table.values(game).is_some();
        if !self.rest.as_ref().is_some_and(holds) {
            let in_play: u16 = Side::BOTH.into_iter().flat_map(|side| game.board().row(side)).sum();
            // To find out that a table is too large takes a second: not before a quarter of the seeds has
            // left the board.
            let worth_trying = self.too_large_at.is_none_or(|seeds| 4 * in_play <= 3 * seeds);
            self.rest = if worth_trying { self.learn(game) } else { None };
            if worth_trying && self.rest.is_none() {
                self.too_large_at = Some(in_play);
            }
        }
        self.rest.clone()
    }

    /// The table of the whole board of this size, if that is small enough and holds `game`.
    pub(crate) fn whole_board(&self, game: &Kalah) -> Option<Table> {
        let board = game.board();
        let seeds_of = |side| board.row(side).iter().sum::<u16>() + board.store(side);
        let seeds: u16 = Side::BOTH.into_iter().map(seeds_of).sum();
        let in_a_hole = u8::try_from(seeds / (2 * board.holes() as u16)).ok()?;
        let start = Kalah::new(board.holes() as u8, in_a_hole, game.rules()).ok()?;
        let mut tables = WHOLE_BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        let table = tables.entry((start, self.discount.to_bits())).or_insert_with(|| self.learn(&start));
        table.clone().filter(|table| table.values(game).is_some())
    }

    fn learn(&self, start: &Kalah) -> Option<Table> {
        let positions = GameGraph::from_start(start, MOST_POSITIONS)?;
        let learning = QLearning { discount: self.discount, ..QLearning::default() };
        Some(Arc::new(QTable::learn(Arc::new(positions), &StoreDifference, learning)))
    }
}

/// The legal moves and their values by `table`.
pub(crate) fn valued_moves(table: &QTable<Kalah>, game: &Kalah) -> Vec<(Move, f64)> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves.into_iter().zip(table.values(game).unwrap_or_default().iter().copied()).collect()
}

/// The place of `value` among the values of `moves`, counted from 1.
pub(crate) fn rank(moves: &[(Move, f64)], value: f64) -> usize {
    1 + moves.iter().filter(|(_, other)| *other > value).count()
}

/// What is played on a board that is too large for a table.
pub(crate) fn random_move(game: &Kalah, rng: &mut Xoshiro256PlusPlus) -> Result<Choice<Move>, Failure> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    if moves.is_empty() {
        return Err(Failure::NoMove);
    }
    let mv = moves[rng.random_range(..moves.len())];
    Ok(Choice { mv, reason: Reason::NoTable { most_positions: MOST_POSITIONS, moves: moves.len() } })
}

/// Plays the move with the highest or the lowest value in a learned table; among equal ones the first.
#[derive(Clone, Debug)]
pub struct Greedy {
    highest: bool,
    learned: Learned,
    rng: Xoshiro256PlusPlus,
}

impl Greedy {
    /// Reads the option `discount` (0.3, see [`QLearning::default`]).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let discount = options.number("discount", QLearning::default().discount, 0.0..=1.0)?;
        options.finish()?;
        Ok(Greedy {
            highest: name.opponent() == "q:max",
            learned: Learned::new(discount),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }
}

impl Opponent<Kalah> for Greedy {
    fn name(&self) -> String {
        let name = if self.highest { "q:max" } else { "q:min" };
        Name::plain(name).with("discount", self.learned.discount).to_string()
    }

    fn choose(&mut self, view: &Kalah) -> Result<Choice<Move>, Failure> {
        let Some(table) = self.learned.table(view) else { return random_move(view, &mut self.rng) };
        let moves = valued_moves(&table, view);
        let mut chosen = *moves.first().ok_or(Failure::NoMove)?;
        for &(mv, value) in &moves {
            if if self.highest { value > chosen.1 } else { value < chosen.1 } {
                chosen = (mv, value);
            }
        }
        let reason = Reason::Q { value: chosen.1, highest: self.highest, moves: moves.len() };
        Ok(Choice { mv: chosen.0, reason })
    }
}
