//! Where a user truly stands among the players of reference: by games against each of them.

use opponents::NameError;
use protocols::Peers;

use crate::{Acquaintance, Conduct};
use statistics::score_of_elo;

/// Who wins or loses this share of the games against two rungs in a row meets none beyond them: those games would be alike, and tell nothing.
const ONE_SIDED: f64 = 0.95;

/// The strength, in Elo above a player who moves by lot, at which what the user scored against the rungs around it is most likely.
///
/// # Errors
/// The user is not known.
pub(super) fn place<G: Peers>(user: &str, games: u64, seed: u64, conduct: Conduct) -> Result<f64, NameError> {
    let scores = around(&G::rungs(), games as f64, |number, rung| {
        let two = Acquaintance {
            host: &format!("rung:strength={rung}"),
            guest: user,
            games,
            seed: seed.wrapping_add((number as u64) << 32),
            remembers: false,
            conduct,
        };
        let lost: f64 = two.meet::<G>()?.iter().map(|game| game.score).sum();
        Ok(games as f64 - lost)
    })?;
    Ok(most_likely(&scores, games as f64))
}

/// Rungs, from weak to strong, with what the user scores against them: from the middle down until two are beaten nearly always, and up
/// until two are hardly ever.
fn around<E>(
    rungs: &[f64],
    games: f64,
    mut meet: impl FnMut(usize, f64) -> Result<f64, E>,
) -> Result<Vec<(f64, f64)>, E> {
    let mut scores = Vec::new();
    let middle = rungs.len() / 2;
    let mut go = |numbers: &mut dyn Iterator<Item = usize>, is_one_sided: &dyn Fn(f64) -> bool| {
        let mut in_a_row = 0;
        for number in numbers {
            let score = meet(number, rungs[number])?;
            scores.push((rungs[number], score));
            in_a_row = if is_one_sided(score / games) { in_a_row + 1 } else { 0 };
            if in_a_row == 2 {
                break;
            }
        }
        Ok(())
    };
    go(&mut (0..middle).rev(), &|share| share >= ONE_SIDED)?;
    go(&mut (middle..rungs.len()), &|share| share <= 1.0 - ONE_SIDED)?;
    Ok(scores)
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

    #[test]
    fn far_rungs_are_not_met() {
        let rungs: Vec<f64> = (0..10).map(|number| 400.0 * f64::from(number)).collect();
        let met = |strength: f64| {
            let mut met = Vec::new();
            let scores = around(&rungs, 100.0, |number, rung| {
                met.push(number);
                Ok::<_, ()>(100.0 * score_of_elo(strength - rung))
            });
            assert!((most_likely(&scores.unwrap(), 100.0) - strength).abs() < 20.0, "{strength}");
            met
        };
        assert_eq!(met(1000.0), [4, 3, 2, 1, 0, 5, 6]);
        assert_eq!(met(3200.0), [4, 3, 5, 6, 7, 8, 9]);
        assert_eq!(met(0.0), [4, 3, 2, 1, 0, 5, 6]);
    }
}
