//! The values of moves by shallow searches: what a careful look shows.

use games::othello::{Board, Move, Squares};
use search::Budget;
use search::othello::{AlphaBeta, SearchOptions, Weights};

/// Searches of depth 1 to this.
pub const DEPTHS: usize = 4;

/// With so few empty squares the deepest search is exact.
const EXACT: u32 = 8;

/// Small tables: clearing one takes longer than such a search.
const TABLE_BITS: u32 = 7;

/// Values moves.
pub struct MoveValues {
    shallow: AlphaBeta<&'static Weights>,
    exact: AlphaBeta<&'static Weights>,
}

impl Default for MoveValues {
    fn default() -> Self {
        let options = SearchOptions { every_move: true, solve_from: 0, ..SearchOptions::default() };
        MoveValues {
            shallow: AlphaBeta::new(Weights::shipped(), options, TABLE_BITS),
            exact: AlphaBeta::new(
                Weights::shipped(),
                SearchOptions { solve_from: EXACT, ..options },
                TABLE_BITS,
            ),
        }
    }
}

impl MoveValues {
    /// For each move in the order of the squares its value at each depth, in discs for the mover.
    pub fn of(&mut self, board: Board) -> Vec<[f32; DEPTHS]> {
        let squares: Vec<_> = Squares(board.moves()).collect();
        let mut values = vec![[0.0; DEPTHS]; squares.len()];
        let empties = board.empty().count_ones();
        for depth in 0..DEPTHS {
            let search =
                if depth == DEPTHS - 1 && empties <= EXACT { &mut self.exact } else { &mut self.shallow };
            for candidate in search.analyse(board, &Budget::depth(depth as u32 + 1)).candidates {
                if let Move::Place(square) = candidate.mv
                    && let Ok(at) = squares.binary_search(&square)
                {
                    values[at][depth] = candidate.value as f32;
                }
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_valued_at_every_depth() {
        let board = Board { own: 0x0010_1c08_1c3e_0000, other: 0x0008_2074_2240_2000 };
        let values = MoveValues::default().of(board);
        assert_eq!(values.len(), board.moves().count_ones() as usize);
        for depth in 0..DEPTHS {
            let options = SearchOptions { solve_from: 0, ..SearchOptions::default() };
            let best = AlphaBeta::new(Weights::shipped(), options, 8)
                .analyse(board, &Budget::depth(depth as u32 + 1))
                .best()
                .map(|best| best.value as f32);
            let found = values.iter().map(|values| values[depth]).fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(Some(found), best);
        }
    }
}
