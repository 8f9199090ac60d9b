//! From an analyst's values to chances to win, which people read more easily than discs, seeds or points.
//!
//! The scale is the one by which `gokaku` plays: `gokaku calibrate` measures what a lead is worth against
//! somebody just as strong (`value_of_400_elo` in `opponents/calibration/GAME.toml`), and a lead weighs the
//! more the less of the game is left. A value that is exact to the end of the game says who wins.

use std::sync::LazyLock;

use games::GameKind;
use games::with_game;
use opponents::{Chances, Roster};
use search::{Analysis, Unit};

use crate::geometry::Geometry;
use crate::wire::Text;

/// Those of every calibrated game.
static CHANCES: LazyLock<Vec<(GameKind, Chances)>> = LazyLock::new(|| {
    let of_game = |&game: &GameKind| {
        let chances = with_game!(game, G => <G as Roster>::adaptive()?.chances().ok()?);
        Some((game, chances))
    };
    GameKind::ALL.iter().filter_map(of_game).collect()
});

/// The chance to win of the side to move if `value` is what it can reach, by an analysis of its position,
/// after it has made so many moves; from 0 to 1.
#[must_use]
pub(crate) fn chance<G: Geometry>(analysis: &Analysis<G::Move>, value: f64, made: usize) -> f64 {
    if analysis.unit == Unit::WinRate {
        return (value + 0.5).clamp(0.0, 1.0);
    }
    if let Some(won) = decided::<G>(analysis, value) {
        return f64::from(u8::from(won));
    }
    if analysis.exact {
        return 0.5;
    }
    match (CHANCES.iter().find(|(game, _)| *game == G::KIND), G::ASSUMED_VALUE_OF_400_ELO) {
        (Some((_, chances)), _) => chances.of(value, made),
        (None, Some(worth)) => 1.0 / (1.0 + 10_f64.powf(-value / worth)),
        (None, None) => 0.5,
    }
}

/// Where the chances of a game's reviews come from.
#[must_use]
pub(crate) fn source<G: Geometry>() -> Text {
    let is_calibrated = CHANCES.iter().any(|(game, _)| *game == G::KIND);
    match (is_calibrated && G::COUNTS_WINS.is_none(), G::COUNTS_WINS) {
        (true, _) => Text::new(
            "How likely a lead wins against an equally strong player: measured in games between programs.",
            "同じ強さの相手に対して、そのリードからどれだけ勝てるか。プログラム同士の対局で測った値です。",
        ),
        (false, Some((en, ja))) => Text::new(en, ja),
        (false, None) => Text::new(
            "How likely a lead wins against an equally strong player: the scale that programs commonly use.",
            "同じ強さの相手に対して、そのリードからどれだけ勝てるか。プログラムで広く使われる換算です。",
        ),
    }
}

/// Whether a value says for certain that the side to move wins, or loses; win rates of playouts never do.
#[must_use]
pub(crate) fn decided<G: Geometry>(analysis: &Analysis<G::Move>, value: f64) -> Option<bool> {
    let is_sure = analysis.unit != Unit::WinRate && (analysis.exact || value.abs() >= G::MOST);
    (is_sure && value != 0.0).then_some(value > 0.0)
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;
    use games::shogi::Shogi;

    use super::*;

    fn analysis<G: Geometry>(unit: Unit, exact: bool) -> Analysis<G::Move> {
        Analysis { candidates: Vec::new(), unit, depth: 6, nodes: 1, exact }
    }

    #[test]
    fn a_decided_game_is_won_and_a_lead_is_likely() {
        let open = analysis::<Kalah>(Unit::Seeds, false);
        assert_eq!(chance::<Kalah>(&open, 0.0, 5), 0.5);
        let (early, late) = (chance::<Kalah>(&open, 4.0, 0), chance::<Kalah>(&open, 4.0, 15));
        assert!(0.5 < early && early < late && late < 1.0, "{early} {late}");
        assert_eq!(chance::<Kalah>(&open, 5000.0, 0), 1.0);
        assert_eq!(chance::<Kalah>(&open, -5000.0, 0), 0.0);
        let solved = analysis::<Kalah>(Unit::Seeds, true);
        assert_eq!([2.0, 0.0, -1.0].map(|value| chance::<Kalah>(&solved, value, 9)), [1.0, 0.5, 0.0]);
    }

    #[test]
    fn every_game_has_a_scale() {
        fn check<G: Geometry>() {
            let (mut analyst, _) = opponents::analyst_by_name::<G>(G::REVIEWER, 1).unwrap();
            let analysis = analyst.analyse(&G::default());
            let most = match analysis.unit {
                Unit::WinRate => 0.5,
                _ => G::MOST,
            };
            assert!(chance::<G>(&analysis, most / 2.0, 0) > 0.6, "{}", G::KIND.as_str());
        }
        for &game in GameKind::ALL {
            with_game!(game, G => check::<G>());
        }
        let open = analysis::<Shogi>(Unit::Points, false);
        let pawn = chance::<Shogi>(&open, 100.0, 10);
        assert!(0.5 < pawn && pawn < 0.6, "{pawn}");
        // What a lead is worth is measured among reference players, who are no masters.
        assert!(chance::<Shogi>(&open, 2000.0, 10) > 0.75);
        let counted = analysis::<Shogi>(Unit::WinRate, false);
        assert_eq!(chance::<Shogi>(&counted, 0.25, 0), 0.75);
    }
}
