//! Who meets which user how, and what is to be seen in their games.

use opponents::NameError;
use protocols::Peers;
use serde::{Deserialize, Serialize};

use super::natural::{Oddities, Watched};
use super::panel::Panel;
use crate::Acquaintance;

/// Games in which the two get to know each other, and that do not count.
pub(super) const FIRST_GAMES: u64 = 10;

/// The win rates that are aimed at, each against three users.
pub(super) const TARGETS: [f64; 3] = [0.3, 0.5, 0.7];
pub(super) const TARGET_USERS: [usize; 3] = [2, 3, 4];

/// One series of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Series {
    /// With memory, the first games left out.
    Known,
    /// Every game is the first.
    FirstContact,
    /// Only the first games, again and again with nothing remembered from the last time.
    Acquaintances,
}

/// Who meets which user how.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Meeting {
    pub(super) panel: usize,
    pub(super) host: String,
    pub(super) user: usize,
    pub(super) series: Series,
}

/// Every series of games of a panel.
pub(super) fn meetings(number: usize, panel: &Panel) -> Vec<Meeting> {
    let meeting = |host: String, user, series| Meeting { panel: number, host, user, series };
    let mut meetings = Vec::new();
    for user in 0..panel.users.len() {
        meetings.push(meeting("gokaku".to_owned(), user, Series::Known));
        meetings.push(meeting("gokaku".to_owned(), user, Series::FirstContact));
        meetings.push(meeting("gokaku".to_owned(), user, Series::Acquaintances));
        meetings.extend(panel.others.iter().map(|other| meeting((*other).to_owned(), user, Series::Known)));
    }
    for target in TARGETS.into_iter().filter(|target| *target != 0.5) {
        let host = format!("gokaku:target={target}");
        meetings.extend(TARGET_USERS.map(|user| meeting(host.clone(), user, Series::Known)));
    }
    meetings
}

/// Who watches how many of the games, beginning with the last: those are played by hosts who know their guests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    pub(super) analyst: &'a str,
    pub(super) observer: &'a str,
    pub(super) games: usize,
}

/// What is to be seen of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Seen {
    pub(super) score: f64,
    /// What the host took the guest to lie between, in Elo, when the game ended.
    pub(super) interval: Option<(f64, f64)>,
    /// The most that the host's strength changed from one of its moves to the next, in Elo.
    pub(super) largest_step: Option<f64>,
    /// What was odd in the host's moves and in the guest's, if the game was watched.
    pub(super) oddities: Option<[Oddities; 2]>,
}

/// Plays all games of two.
///
/// # Errors
/// One of them, or who watches, is not known.
pub(super) fn meet<G: Peers + Watched>(
    two: &Acquaintance<'_>,
    watch: Option<Watch<'_>>,
) -> Result<Vec<Seen>, NameError> {
    let games = two.meet::<G>()?;
    let unwatched = games.len().saturating_sub(watch.map_or(0, |watch| watch.games));
    let see = |(number, game): (usize, crate::Met<G>)| {
        let oddities = match watch.filter(|_| number >= unwatched) {
            Some(watch) => {
                let sides = [game.side, game.side.other()];
                Some(G::oddities(&game.record, sides, watch.analyst, watch.observer)?)
            }
            None => None,
        };
        let elo = game.estimate.filter(|estimate| estimate.scale == opponents::Scale::Elo);
        let steps = game.strengths.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        Ok(Seen {
            score: game.score,
            interval: elo.map(|estimate| (estimate.low, estimate.high)),
            largest_step: steps.reduce(f64::max),
            oddities,
        })
    };
    games.into_iter().enumerate().map(see).collect()
}
