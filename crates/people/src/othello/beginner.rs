//! Below the tournament players.
//!
//! Nobody in the database is a beginner, so what follows is an assumption and no measurement. Below
//! [`LOWEST_LEARNED`] the weakest learned player is mixed with a beginner, who knows the rules, takes corners
//! and otherwise likes to flip many discs; from [`BEGINNER`] on there is nothing but the beginner. Further
//! down these likings fade, and at 0 every move is as likely as the next.

use games::othello::{Board, Squares};

/// The lowest rating of which there are enough games: 1,000 of the 100,000 have a weaker player.
pub const LOWEST_LEARNED: f64 = 1200.0;

/// The rating of a pure beginner.
const BEGINNER: f64 = 600.0;

/// How much more likely a corner is, as a logarithm.
const CORNER: f64 = 2.5;

/// How much more likely a move is for each disc it flips, as a logarithm.
const DISC: f64 = 0.3;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// What somebody of this rating plays, of whom `learned` says what the weakest learned player would.
pub(super) fn mix(board: Board, learned: Vec<f32>, rating: f64) -> Vec<f64> {
    let learned = learned.into_iter().map(f64::from);
    if rating >= LOWEST_LEARNED {
        return learned.collect();
    }
    let share = ((LOWEST_LEARNED - rating) / (LOWEST_LEARNED - BEGINNER)).clamp(0.0, 1.0);
    let liking = (rating / BEGINNER).clamp(0.0, 1.0);
    let weights: Vec<f64> = Squares(board.moves())
        .map(|square| {
            let corner = if square.bit() & CORNERS == 0 { 0.0 } else { CORNER };
            (liking * (corner + DISC * f64::from(board.flips(square).count_ones()))).exp()
        })
        .collect();
    let sum: f64 = weights.iter().sum();
    learned.zip(weights).map(|(learned, weight)| (1.0 - share) * learned + share * weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginner_likes_corners_and_discs_and_random_play_does_not() {
        // a1 is legal and flips two discs; so are others.
        let board = Board { own: 0x0010_1c08_1c3e_0008, other: 0x0008_2074_2240_2006 };
        assert_eq!(board.own & board.other, 0);
        let squares: Vec<_> = Squares(board.moves()).collect();
        let corner = squares.iter().position(|square| square.bit() & CORNERS != 0).unwrap();
        let even = vec![1.0 / squares.len() as f32; squares.len()];
        let at = |rating: f64| mix(board, even.clone(), rating);
        for rating in [0.0, 300.0, 600.0, 900.0, 1300.0] {
            assert!((at(rating).iter().sum::<f64>() - 1.0).abs() < 1e-6);
        }
        let best = |shares: &[f64]| shares.iter().copied().fold(0.0, f64::max);
        assert_eq!(at(600.0)[corner], best(&at(600.0)));
        assert!(at(600.0)[corner] > at(300.0)[corner] && at(300.0)[corner] > at(0.0)[corner]);
        assert!((at(0.0)[corner] - 1.0 / squares.len() as f64).abs() < 1e-6);
    }
}
