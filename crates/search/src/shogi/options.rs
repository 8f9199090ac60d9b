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

/// How much is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// So many points a ply below the window, only captures are tried.
    pub razoring: i32,
    /// So many points a ply above the window, nothing is tried.
    pub standing: i32,
    /// So many points a ply below the window, quiet moves are not tried.
    pub futility: i32,
    /// Captures are not tried beyond the horizon if they stay so many points below the window.
    pub delta: i32,
    /// Quiet moves tried near the horizon, a multiple of what depth and prospects suggest.
    pub quiets: i32,
    /// How much shallower late moves are searched, in parts of a hundred of the usual.
    pub reductions: i32,
    /// Nothing is tried where a pass is good enough.
    pub passing: bool,
}

impl Margins {
    /// Finds the best move fast.
    pub const DARING: Margins = Margins {
        razoring: 300,
        standing: 110,
        futility: 120,
        delta: 200,
        quiets: 1,
        reductions: 100,
        passing: true,
    };

    /// For values that are to be compared with each other: what is left out depends on the window, and the less of it there is,
    /// the less the value does.
    pub const CAREFUL: Margins = Margins {
        razoring: 900,
        standing: 250,
        futility: 300,
        delta: 400,
        quiets: 4,
        reductions: 60,
        passing: true,
    };
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
    /// Values do not depend on the window they are asked with, so an open window and a narrow one agree; `margins` play no part.
    pub steady: bool,
    /// What earlier analyses found is kept, so that an analysis depends on those before it: for players of one game. (At 20,000 nodes a
    /// move it won 55 of 80 games against a search without.)
    pub keeps: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            aim: Aim::Best,
            // 32 MiB.
            table_bits: 19,
            mate_nodes: 20_000,
            margins: Margins::DARING,
            steady: false,
            keeps: false,
        }
    }
}

impl Options {
    /// What suits a search with this aim. Only values that decide which move is nearest to zero have to be
    /// [steady](Options::steady).
    #[must_use]
    pub fn aiming_at(aim: Aim) -> Options {
        match aim {
            Aim::Best => Options::default(),
            Aim::Every => Options { aim, margins: Margins::CAREFUL, ..Options::default() },
            Aim::Even => Options::steady(aim),
        }
    }

    /// A search with this aim whose values do not depend on the window.
    #[must_use]
    pub fn steady(aim: Aim) -> Options {
        Options { aim, steady: true, ..Options::default() }
    }
}
