//! Who can be compared with whom.
//!
//! Ratings exist only if, however the players are parted in two, somebody of each part has scored against
//! somebody of the other (Ford, American Mathematical Monthly 64, 1957; assumption 1 of Hunter 2004).

use thiserror::Error;

use super::Pairing;

/// Why games do not determine ratings. Players are given by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unrateable {
    /// There is no game, or a number of players below two.
    #[error("no games between two players")]
    NoGames,
    /// A pairing names a player there is not, or the same on both sides, or a count that is none.
    #[error("pairing {0} is not one of two different players with counts of at least 0")]
    BadPairing(usize),
    /// Some players never met any of the others, directly or through others.
    #[error("{} groups of players that never met: play games between them", .0.len())]
    NeverMet(Vec<Vec<usize>>),
    /// The groups, strongest first, where each won every game against those below: the distance between them
    /// has no upper end.
    #[error("{} groups of players of which one won all games against the other: play more, or add virtual \
             draws", .0.len())]
    WonAll(Vec<Vec<usize>>),
    /// The draw parameter or the first mover's advantage has no end: all games were drawn, or the side to
    /// begin won them all.
    #[error("ratings do not settle: all games drawn, or all won by the same seat")]
    Unsettled,
}

/// Whether two sets of players are separated: first those that never met, then those of which one always won.
pub(super) fn separation(players: usize, pairings: &[Pairing]) -> Result<(), Unrateable> {
    let mut met = vec![Vec::new(); players];
    let mut scored = vec![Vec::new(); players];
    let mut conceded = vec![Vec::new(); players];
    for pairing in pairings.iter().filter(|pairing| pairing.games() > 0.0) {
        met[pairing.first].push(pairing.second);
        met[pairing.second].push(pairing.first);
        if pairing.wins + pairing.draws > 0.0 {
            scored[pairing.first].push(pairing.second);
            conceded[pairing.second].push(pairing.first);
        }
        if pairing.losses + pairing.draws > 0.0 {
            scored[pairing.second].push(pairing.first);
            conceded[pairing.first].push(pairing.second);
        }
    }
    let islands = parts(players, |player| reached(&met, player));
    if islands.len() > 1 {
        return Err(Unrateable::NeverMet(islands));
    }
    // Mutually reachable by scores: strongly connected.
    let mut groups = parts(players, |player| {
        let down = reached(&scored, player);
        let up = reached(&conceded, player);
        down.iter().zip(up).map(|(&below, above)| below && above).collect()
    });
    if groups.len() > 1 {
        // Whoever reaches more is stronger; groups that cannot be told apart stay in their order.
        groups.sort_by_key(|group| {
            std::cmp::Reverse(reached(&scored, group[0]).iter().filter(|&&below| below).count())
        });
        return Err(Unrateable::WonAll(groups));
    }
    Ok(())
}

/// Which players can be reached along the links.
fn reached(links: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; links.len()];
    let mut open = vec![from];
    seen[from] = true;
    while let Some(player) = open.pop() {
        for &next in &links[player] {
            if !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    seen
}

/// Splits the players into the sets that `together` gives for one of them each.
fn parts(players: usize, together: impl Fn(usize) -> Vec<bool>) -> Vec<Vec<usize>> {
    let mut placed = vec![false; players];
    let mut parts = Vec::new();
    for player in 0..players {
        if !placed[player] {
            let with = together(player);
            let part: Vec<usize> = (0..players).filter(|&other| with[other]).collect();
            for &other in &part {
                placed[other] = true;
            }
            parts.push(part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
        Pairing { first, second, wins: wins as f64, draws: draws as f64, losses: losses as f64 }
    }

    #[test]
    fn a_circle_of_wins_is_one_group() {
        let circle = [pairing(0, 1, 1, 0, 0), pairing(1, 2, 1, 0, 0), pairing(2, 0, 1, 0, 0)];
        assert_eq!(separation(3, &circle), Ok(()));
    }

    #[test]
    fn a_single_draw_joins() {
        assert_eq!(separation(2, &[pairing(0, 1, 9, 1, 0)]), Ok(()));
    }

    #[test]
    fn those_who_never_met_are_named() {
        let apart = [pairing(0, 2, 1, 0, 1), pairing(1, 3, 1, 0, 1), pairing(0, 1, 0, 0, 0)];
        assert_eq!(separation(4, &apart), Err(Unrateable::NeverMet(vec![vec![0, 2], vec![1, 3]])));
    }

    #[test]
    fn winners_of_everything_are_named_strongest_first() {
        let chain = [pairing(1, 0, 5, 0, 0), pairing(2, 1, 4, 0, 0), pairing(1, 3, 2, 0, 2)];
        assert_eq!(separation(4, &chain), Err(Unrateable::WonAll(vec![vec![2], vec![1, 3], vec![0]])));
    }
}
