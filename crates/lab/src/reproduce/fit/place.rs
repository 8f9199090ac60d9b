//! Where a user truly stands among the players of reference: by games against each of them.

use opponents::NameError;
use protocols::Peers;

use crate::statistics::score_of_elo;
use crate::{Acquaintance, Conduct};

/// The strength, in Elo above a player who moves by lot, at which what the user scored against every rung is most likely.
///
/// # Errors
/// The user is not known.
pub(super) fn place<G: Peers>(user: &str, games: u64, seed: u64, conduct: Conduct) -> Result<f64, NameError> {
    let mut scores = Vec::new();
    for (number, rung) in G::rungs().into_iter().enumerate() {
        let two = Acquaintance {
            host: &format!("rung:strength={rung}"),
            guest: user,
            games,
            seed: seed.wrapping_add((number as u64) << 32),
            remembers: false,
            conduct,
        };
        let lost: f64 = two.meet::<G>(&|| {})?.iter().map(|game| game.score).sum();
        scores.push((rung, games as f64 - lost));
    }
    Ok(most_likely(&scores, games as f64))
}

/// The strength that explains these scores of so many games each best. One game in all is half won beside them: who wins all games is not
/// infinitely strong.
fn most_likely(scores: &[(f64, f64)], games: f64) -> f64 {
    let beside = 1.0 / scores.len() as f64;
    let surplus = |elo: f64| -> f64 {
        let expected = |rung: f64| (games + beside) * score_of_elo(elo - rung);
        let part = |&(rung, score): &(f64, f64)| score + beside / 2.0 - expected(rung);
        scores.iter().map(part).sum()
    };
    // The surplus falls with the strength: halve until it is found.
    let (mut low, mut high) = (-1000.0, 5000.0);
    while high - low > 0.5 {
        let middle = (low + high) / 2.0;
        if surplus(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_is_found_where_it_is() {
        let rungs = [0.0, 400.0, 800.0, 1200.0];
        let scores = rungs.map(|rung| (rung, 100.0 * score_of_elo(700.0 - rung)));
        assert!((most_likely(&scores, 100.0) - 700.0).abs() < 10.0);
        let champion = rungs.map(|rung| (rung, 100.0));
        assert!((1500.0..3000.0).contains(&most_likely(&champion, 100.0)));
    }
}
