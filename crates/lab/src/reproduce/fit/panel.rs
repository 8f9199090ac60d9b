//! The test panel: simulated users that the adaptive opponent has to match, none of them among those with
//! whom it is calibrated ([`crate::panels`]).

use games::GameKind;
use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;
use opponents::{NameError, fingerprint};

use super::series::{GameSummary, Review, play};
use super::true_strength::true_elo;
use super::unnatural::Reviewed;
use crate::{AdaptiveSeries, GameLimits, SHOGI_MOVE_LIMIT, SimulatedUser};
use SimulatedUser::{Changing, Lapsing, Phased, Steady};

/// The simulated users of one game, from a random player to a strong one, and the adaptive opponents of the
/// papers.
pub(super) struct Panel {
    pub(super) game: &'static str,
    pub(super) kind: GameKind,
    pub(super) users: &'static [User],
    /// Three of them, about as strong as people, for other targets.
    pub(super) target_users: [usize; 3],
    pub(super) others: &'static [&'static str],
    /// Says which moves are bad; empty where the position is hidden.
    pub(super) analyst: &'static str,
    /// What is counted beside bad moves, in words.
    pub(super) obvious_blunders: &'static [&'static str],
    /// Games of a series at full scale.
    pub(super) games: u64,
    pub(super) max_plies: Option<u32>,
    /// Plays a series and reviews its last games.
    pub(super) play: fn(&AdaptiveSeries<'_>, Option<Review<'_>>) -> Result<Vec<GameSummary>, NameError>,
    /// A user's true strength, by so many games against each reference player.
    pub(super) true_elo: fn(SimulatedUser<'_>, u64, u64, GameLimits) -> Result<f64, NameError>,
}

impl Panel {
    /// The fingerprint of the game's opponents.
    pub(super) fn fingerprint(&self) -> &'static str {
        fingerprint::of(self.kind)
    }

    pub(super) fn limits(&self) -> GameLimits {
        GameLimits { max_plies: self.max_plies, ..GameLimits::default() }
    }

    /// The places of the users who can play here: programs of others have to be installed.
    pub(super) fn present(&self) -> Vec<usize> {
        let is_here = |place: &usize| self.users[*place].user.program().is_none_or(is_installed);
        (0..self.users.len()).filter(is_here).collect()
    }

    /// The programs that are not installed.
    pub(super) fn missing(&self) -> Vec<String> {
        let programs = self.users.iter().filter_map(|user| user.user.program());
        programs.filter(|program| !is_installed(program)).map(str::to_owned).collect()
    }
}

/// A simulated user and an observer that searches as deep as the user does.
pub(super) struct User {
    pub(super) user: SimulatedUser<'static>,
    pub(super) observer: &'static str,
}

const fn user(user: SimulatedUser<'static>, observer: &'static str) -> User {
    User { user, observer }
}

/// Whether a program stands in one of the folders in which programs are looked for.
fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

const DEPTHS: [&str; 5] =
    ["alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:depth=4", "alphabeta:depth=5"];

const OTHELLO: &[User] = &[
    user(Steady("random"), DEPTHS[0]),
    user(Lapsing("alphabeta:depth=3", 0.5), DEPTHS[2]),
    user(Steady("mcts:playouts=50"), DEPTHS[0]),
    user(Phased("alphabeta:depth=3", 12, "alphabeta:depth=1,noise=12"), DEPTHS[2]),
    user(Lapsing("alphabeta:depth=3", 0.2), DEPTHS[2]),
    user(Phased("alphabeta:depth=1,noise=12", 12, "alphabeta:depth=4"), DEPTHS[3]),
    user(Steady("alphabeta:eval=three-term,depth=2"), DEPTHS[1]),
    user(Steady("mcts:playouts=1000"), DEPTHS[1]),
    user(Changing("alphabeta:depth=2,noise=6", "alphabeta:depth=2"), DEPTHS[1]),
    user(Steady("alphabeta:depth=4,shallow=0.5"), DEPTHS[3]),
    user(Steady("gtp:gtp-rhino"), DEPTHS[4]),
];

const KALAH: &[User] = &[
    user(Steady("random"), DEPTHS[0]),
    user(Lapsing("alphabeta:depth=3", 0.5), DEPTHS[2]),
    user(Phased("alphabeta:depth=4", 6, "alphabeta:depth=1,noise=6"), DEPTHS[3]),
    user(Steady("alphabeta:depth=3,noise=4"), DEPTHS[2]),
    user(Steady("mcts:playouts=100"), DEPTHS[1]),
    user(Phased("alphabeta:depth=1,noise=6", 6, "alphabeta:depth=4"), DEPTHS[3]),
    user(Lapsing("alphabeta:depth=4", 0.1), DEPTHS[3]),
    user(Changing("alphabeta:depth=4", "alphabeta:depth=2,noise=1"), DEPTHS[3]),
    user(Steady("alphabeta:depth=4,shallow=0.5"), DEPTHS[3]),
    user(Steady("alphabeta:depth=9"), DEPTHS[4]),
];

const SHOGI: &[User] = &[
    user(Steady("random"), DEPTHS[0]),
    user(Lapsing("alphabeta:depth=2", 0.4), DEPTHS[1]),
    user(Steady("alphabeta:depth=2,noise=600"), DEPTHS[1]),
    user(Phased("alphabeta:depth=1,noise=500", 20, "alphabeta:depth=3"), DEPTHS[2]),
    user(Lapsing("alphabeta:depth=3", 0.1), DEPTHS[2]),
    user(Phased("alphabeta:depth=3", 20, "alphabeta:depth=1,noise=300"), DEPTHS[2]),
    user(Changing("alphabeta:depth=2,noise=200", "alphabeta:depth=2,noise=50"), DEPTHS[1]),
    user(Steady("alphabeta:eval=imitation,depth=3"), DEPTHS[2]),
    user(Steady("alphabeta:depth=4,shallow=0.5"), DEPTHS[3]),
    user(Steady("usi:gpsusi"), DEPTHS[4]),
];

const GEISTER: &[User] = &[
    user(Steady("random"), ""),
    user(Lapsing("mc:playouts=300", 0.5), ""),
    user(Phased("ra", 12, "mc:playouts=1000"), ""),
    user(Steady("mc:playouts=60"), ""),
    user(Lapsing("mc:playouts=1000", 0.2), ""),
    user(Changing("mc:playouts=40", "mc:playouts=400"), ""),
    user(Steady("mc:playouts=300"), ""),
    user(Phased("mc:playouts=1000", 12, "ra"), ""),
    user(Steady("negamax:depth=3"), ""),
    user(Steady("mc:playouts=3000,belief=count-cumulative"), ""),
];

/// The panels: Othello, Kalah, shogi, Geister.
pub(super) const PANELS: [Panel; 4] = [
    Panel {
        game: "Othello",
        kind: GameKind::Othello,
        users: OTHELLO,
        target_users: [2, 4, 6],
        others: &["ladder", "balance:depth=5"],
        analyst: "alphabeta:depth=7",
        obvious_blunders: Othello::OBVIOUS_BLUNDERS,
        games: 200,
        max_plies: None,
        play: play::<Othello>,
        true_elo: true_elo::<Othello>,
    },
    Panel {
        game: "Kalah",
        kind: GameKind::Kalah,
        users: KALAH,
        target_users: [3, 4, 6],
        others: &["ladder", "balance:depth=5", "select-q"],
        analyst: "alphabeta:depth=8",
        obvious_blunders: Kalah::OBVIOUS_BLUNDERS,
        games: 200,
        max_plies: None,
        play: play::<Kalah>,
        true_elo: true_elo::<Kalah>,
    },
    Panel {
        game: "Shogi",
        kind: GameKind::Shogi,
        users: SHOGI,
        target_users: [2, 4, 7],
        others: &["balance"],
        analyst: "alphabeta:depth=6",
        obvious_blunders: Shogi::OBVIOUS_BLUNDERS,
        games: 100,
        max_plies: Some(SHOGI_MOVE_LIMIT),
        play: play::<Shogi>,
        true_elo: true_elo::<Shogi>,
    },
    Panel {
        game: "Geister",
        kind: GameKind::Geister,
        users: GEISTER,
        target_users: [3, 4, 6],
        others: &[],
        analyst: "",
        obvious_blunders: Geister::OBVIOUS_BLUNDERS,
        games: 200,
        max_plies: None,
        play: play::<Geister>,
        true_elo: true_elo::<Geister>,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::CalibrationPanel;

    #[test]
    fn nobody_is_judged_by_those_with_whom_it_was_calibrated() {
        let calibrated = [Othello::USERS, Kalah::USERS, Shogi::USERS, Geister::USERS];
        for (panel, calibrated) in PANELS.iter().zip(calibrated) {
            assert!(panel.users.len() >= 10, "{}", panel.game);
            for User { user, .. } in panel.users {
                assert!(!calibrated.contains(&&*user.to_string()), "{user}");
            }
            assert!(panel.target_users.iter().all(|&user| panel.users[user].user.is_steady()));
        }
    }

    #[test]
    fn programs_that_are_not_there_are_left_out() {
        assert!(!is_installed("no-such-program"));
        let [othello, ..] = &PANELS;
        let programs = othello.users.len() - othello.present().len();
        assert_eq!(othello.missing().len(), programs);
    }
}
