//! What a shogi search looks for, and how much it prunes.

/// What a search finds out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SearchGoal {
    /// The best move.
    #[default]
    BestMove,
    /// The value of every move.
    AllMoves,
    /// The move whose value is nearest to zero; of the others only that they are further away.
    NearestToZero,
}

/// How much is pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// Razoring: this many points per ply below the window, only captures are tried.
    pub razoring: i32,
    /// Reverse futility: this many points per ply above the window, nothing is tried.
    pub reverse_futility: i32,
    /// Futility: this many points per ply below the window, quiet moves are not tried.
    pub futility: i32,
    /// Delta pruning: captures in quiescence that stay this many points below the window are not tried.
    pub delta: i32,
    /// Late move pruning: a factor on the number of quiet moves tried near the horizon.
    pub quiets: i32,
    /// Late move reductions, in percent of the usual ones.
    pub reductions: i32,
    /// Null-move pruning: nothing is tried where a pass is good enough.
    pub null_move: bool,
}

impl Pruning {
    /// Finds the best move fast.
    pub const AGGRESSIVE: Pruning = Pruning {
        razoring: 300,
        reverse_futility: 110,
        futility: 120,
        delta: 200,
        quiets: 1,
        reductions: 100,
        null_move: true,
    };

    /// For values that are compared with each other: the less is pruned, the less a value depends on the
    /// window.
    pub const CONSERVATIVE: Pruning = Pruning {
        razoring: 900,
        reverse_futility: 250,
        futility: 300,
        delta: 400,
        quiets: 4,
        reductions: 60,
        null_move: true,
    };
}

/// The options of a shogi search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// What it finds out.
    pub goal: SearchGoal,
    /// The transposition table has two to the power of this many lines of 64 bytes.
    pub table_bits: u32,
    /// Nodes that the search for a mate at the root may spend; 0 for no such search.
    pub mate_nodes: u64,
    /// How much is pruned.
    pub pruning: Pruning,
    /// Values do not depend on the window, so an open window and a narrow one agree; `pruning` has no effect.
    pub window_independent: bool,
    /// Keep the transposition table between analyses: stronger, but an analysis then depends on those before
    /// it.
    pub keep_table: bool,
    /// Answer at once, with the winning move alone, where a search from an earlier position of the same game
    /// has proved the position to be won.
    pub recall_wins: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            goal: SearchGoal::BestMove,
            // 32 MiB.
            table_bits: 19,
            mate_nodes: 20_000,
            pruning: Pruning::AGGRESSIVE,
            window_independent: false,
            keep_table: false,
            recall_wins: false,
        }
    }
}

impl SearchOptions {
    /// The options for a search with this goal. Only to find the move nearest to zero do values have to be
    /// [independent of the window](SearchOptions::window_independent).
    #[must_use]
    pub fn for_goal(goal: SearchGoal) -> SearchOptions {
        match goal {
            SearchGoal::BestMove => SearchOptions::default(),
            SearchGoal::AllMoves => {
                SearchOptions { goal, pruning: Pruning::CONSERVATIVE, ..SearchOptions::default() }
            }
            SearchGoal::NearestToZero => SearchOptions::window_independent(goal),
        }
    }

    /// A search with this goal whose values do not depend on the window.
    #[must_use]
    pub fn window_independent(goal: SearchGoal) -> SearchOptions {
        SearchOptions { goal, window_independent: true, ..SearchOptions::default() }
    }
}
