//! What an alpha-beta search does beyond trying every move.

/// What a search does beyond trying every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Moves that cannot matter any more are left out (alpha-beta).
    pub pruning: bool,
    /// The previous iteration's principal variation is searched first.
    pub principal_first: bool,
    /// Moves after the first are only refuted, and searched again if that fails (principal variation search),
    /// and an iteration begins with a narrow window around the value of the one before.
    pub null_windows: bool,
    /// Boards are remembered, and what is known of them used again.
    pub table: bool,
    /// Killer moves, history and the number of replies decide which move is tried first.
    pub ordering: bool,
    /// With at most this many empty squares the exact solver takes over; 0 for never.
    pub solve_from: u32,
    /// Every move gets its own value instead of only the best one.
    pub every_move: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            pruning: true,
            principal_first: true,
            null_windows: true,
            table: true,
            ordering: true,
            // Enough to play at once: with 16 empty squares a solution takes at most some 0.3 million nodes.
            solve_from: 18,
            every_move: false,
        }
    }
}
