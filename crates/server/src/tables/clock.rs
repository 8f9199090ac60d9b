//! Time on the clocks: so much for the whole game, then so much for each move.

use games::Side;

use crate::wire::ClockSetting;

/// What is left for each side, and what the side to move may still use for this move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Remaining {
    /// Milliseconds of the game's time, first and second side.
    pub(super) main: [u64; 2],
    byoyomi: u64,
}

impl Remaining {
    /// The clocks after moves that took so many milliseconds each.
    pub(super) fn after(setting: ClockSetting, moves: impl Iterator<Item = (Side, u64)>) -> Remaining {
        let main = u64::from(setting.minutes) * 60_000;
        let mut remaining = Remaining { main: [main; 2], byoyomi: u64::from(setting.byoyomi) * 1000 };
        for (side, millis) in moves {
            let left = &mut remaining.main[side.index()];
            *left = left.saturating_sub(millis);
        }
        remaining
    }

    /// How long `side` may think about its move before its flag falls.
    pub(super) const fn for_move(&self, side: Side) -> u64 {
        self.main[side.index()].saturating_add(self.byoyomi)
    }

    /// The same after `side` has thought for so many milliseconds.
    pub(super) const fn running(mut self, side: Side, millis: u64) -> Remaining {
        let left = &mut self.main[side.index()];
        *left = left.saturating_sub(millis);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_time_runs_out_before_byoyomi_begins() {
        let setting = ClockSetting { minutes: 1, byoyomi: 30 };
        let moves = [(Side::First, 50_000), (Side::Second, 10_000), (Side::First, 25_000)];
        let remaining = Remaining::after(setting, moves.into_iter());
        assert_eq!(remaining.main, [0, 50_000]);
        assert_eq!((remaining.for_move(Side::First), remaining.for_move(Side::Second)), (30_000, 80_000));
        assert_eq!(remaining.running(Side::Second, 60_000).main, [0, 0]);
    }
}
