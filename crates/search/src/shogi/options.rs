//! What a shogi search looks for, and how much it dares to leave out.

/// What a search answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Aim {
    /// The best move.
    #[default]
    Best,
    /// Every move with its own value.
    Every,
    /// The move whose value is nearest to zero; of the others only that they are further away.
    Even,
}

/// How far from the window a position is left out, in points a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Below the window by this much, only captures are tried.
    pub razoring: i32,
    /// Above the window by this much, nothing is tried.
    pub standing: i32,
    /// Quiet moves are not tried below the window by this much.
    pub futility: i32,
    /// Captures are not tried beyond the horizon if they stay below the window by this much.
    pub delta: i32,
}

/// What a search does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What it answers.
    pub aim: Aim,
    /// The table has two to the power of this many lines of 64 bytes.
    pub table_bits: u32,
    /// Nodes that the search for a mate at the root may spend; 0 for no such search.
    pub mate_nodes: u64,
    /// What is left out.
    pub margins: Margins,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            aim: Aim::Best,
            // 32 MiB.
            table_bits: 19,
            mate_nodes: 20_000,
            margins: Margins { razoring: 300, standing: 110, futility: 120, delta: 200 },
        }
    }
}
