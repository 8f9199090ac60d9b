//! The true strength of a simulated user, from games against the reference players.

use opponents::NameError;
use protocols::ExternalEngines;

use crate::{AdaptiveSeries, GameLimits, SimulatedUser};
use statistics::score_of_elo;

/// After winning or losing this share against two reference players in a row, the ones beyond are skipped:
/// such one-sided games say nothing.
const ONE_SIDED: f64 = 0.95;

/// The Elo (random play = 0) at which the user's scores against the reference players are most likely.
///
/// # Errors
/// The user is not known.
pub(super) fn true_elo<G: ExternalEngines>(
    user: SimulatedUser<'_>,
    games: u64,
    seed: u64,
    limits: GameLimits,
) -> Result<f64, NameError> {
    let references = references::<G>()?;
    let elo: Vec<f64> = references.iter().map(|(_, elo)| *elo).collect();
    let scores = scores_around(&elo, games as f64, |number, _| {
        let series = AdaptiveSeries {
            adaptive: &references[number].0,
            other: user,
            games,
            seed: seed.wrapping_add((number as u64) << 32),
            remembers: false,
            limits,
        };
        let lost: f64 = series.play::<G>()?.iter().map(|game| game.score).sum();
        Ok::<_, NameError>(games as f64 - lost)
    })?;
    Ok(most_likely(&scores, games as f64))
}

/// The reference players and how strong they are, the weakest first.
fn references<G: ExternalEngines>() -> Result<Vec<(String, f64)>, NameError> {
    let Some(adaptive) = G::adaptive() else { return Ok(Vec::new()) };
    let measured = adaptive.calibration()?.players;
    let players = adaptive.players().into_iter().zip(measured);
    let mut references: Vec<(String, f64)> =
        players.map(|(player, measured)| (player.opponent, measured.elo.value)).collect();
    references.sort_by(|one, other| one.1.total_cmp(&other.1));
    Ok(references)
}

/// The Elo of each reference player and the user's score against it: from the middle down and up, until the
/// games are one-sided.
fn scores_around<E>(
    references: &[f64],
    games: f64,
    mut play: impl FnMut(usize, f64) -> Result<f64, E>,
) -> Result<Vec<(f64, f64)>, E> {
    let mut scores = Vec::new();
    let middle = references.len() / 2;
    let mut go = |numbers: &mut dyn Iterator<Item = usize>, is_one_sided: &dyn Fn(f64) -> bool| {
        let mut in_a_row = 0;
        for number in numbers {
            let score = play(number, references[number])?;
            scores.push((references[number], score));
            in_a_row = if is_one_sided(score / games) { in_a_row + 1 } else { 0 };
            if in_a_row == 2 {
                break;
            }
        }
        Ok(())
    };
    go(&mut (0..middle).rev(), &|share| share >= ONE_SIDED)?;
    go(&mut (middle..references.len()), &|share| share <= 1.0 - ONE_SIDED)?;
    Ok(scores)
}

/// The maximum-likelihood Elo for these scores, each of `games` games. One virtual draw, spread over the
/// opponents, keeps it finite for a user who wins every game.
fn most_likely(scores: &[(f64, f64)], games: f64) -> f64 {
    let virtual_games = 1.0 / scores.len() as f64;
    let surplus = |elo: f64| -> f64 {
        let expected = |reference: f64| (games + virtual_games) * score_of_elo(elo - reference);
        let part = |&(reference, score): &(f64, f64)| score + virtual_games / 2.0 - expected(reference);
        scores.iter().map(part).sum()
    };
    // The surplus falls with the strength: bisect.
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
    fn the_most_likely_elo_is_the_true_one() {
        let references = [0.0, 400.0, 800.0, 1200.0];
        let scores = references.map(|reference| (reference, 100.0 * score_of_elo(700.0 - reference)));
        assert!((most_likely(&scores, 100.0) - 700.0).abs() < 10.0);
        let champion = references.map(|reference| (reference, 100.0));
        assert!((1500.0..3000.0).contains(&most_likely(&champion, 100.0)));
    }

    #[test]
    fn far_reference_players_are_skipped() {
        let references: Vec<f64> = (0..10).map(|number| 400.0 * f64::from(number)).collect();
        let played = |strength: f64| {
            let mut played = Vec::new();
            let scores = scores_around(&references, 100.0, |number, reference| {
                played.push(number);
                Ok::<_, ()>(100.0 * score_of_elo(strength - reference))
            });
            assert!((most_likely(&scores.unwrap(), 100.0) - strength).abs() < 20.0, "{strength}");
            played
        };
        assert_eq!(played(1000.0), [4, 3, 2, 1, 0, 5, 6]);
        assert_eq!(played(3200.0), [4, 3, 5, 6, 7, 8, 9]);
        assert_eq!(played(0.0), [4, 3, 2, 1, 0, 5, 6]);
    }
}
