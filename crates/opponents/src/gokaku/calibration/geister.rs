//! Geister.

use games::geister::Geister;

use super::super::geister_values::GeisterValues;
use super::super::guard::Guard;
use super::super::move_values::Search;
use super::super::scale::ReferenceScale;
use super::{AdaptiveGame, Calibration, player, random};
use crate::geister::ColourBelief;
use crate::name::{Name, NameError};

const PLAYOUTS_200: Search = Search::Playouts(200);
const PLAYOUTS_1000: Search = Search::Playouts(1000);
const PLAYOUTS_4000: Search = Search::Playouts(4000);
const PLAYOUTS_20000: Search = Search::Playouts(20_000);

impl AdaptiveGame for Geister {
    /// The first two prefer bad moves, as in Othello.
    const SCALE: ReferenceScale = ReferenceScale(&[
        player(-304.0, PLAYOUTS_200, -0.03),
        player(-162.0, PLAYOUTS_200, -0.1),
        random(PLAYOUTS_200),
        player(221.0, PLAYOUTS_200, 0.2),
        player(324.0, PLAYOUTS_200, 0.1),
        player(443.0, PLAYOUTS_1000, 0.06),
        player(539.0, PLAYOUTS_1000, 0.03),
        player(610.0, PLAYOUTS_4000, 0.03),
        player(665.0, PLAYOUTS_4000, 0.015),
        player(700.0, PLAYOUTS_20000, 0.003),
    ]);

    /// The playouts by which a player chose are not known: these temperatures explain their moves best.
    const OBSERVED: ReferenceScale = ReferenceScale(&[
        random(PLAYOUTS_4000),
        player(221.0, PLAYOUTS_4000, 0.3),
        player(324.0, PLAYOUTS_4000, 0.14),
        player(443.0, PLAYOUTS_4000, 0.08),
        player(539.0, PLAYOUTS_4000, 0.055),
        player(610.0, PLAYOUTS_4000, 0.04),
        player(665.0, PLAYOUTS_4000, 0.032),
        player(700.0, PLAYOUTS_4000, 0.019),
    ]);

    const ALTERNATIVES: ReferenceScale =
        ReferenceScale(&[random(Search::Policy), player(564.0, Search::Policy, 1.0)]);

    fn calibration(seed: u64) -> Result<Calibration<Geister>, NameError> {
        let name = Name::plain("mc").with("belief", "count-cumulative");
        let colours = ColourBelief::from_options(&mut name.options(), seed)?;
        Ok(Calibration {
            move_values: Box::new(GeisterValues::new(colours, seed)),
            scale: Self::SCALE,
            // Moves usually differ by 0.02: with a larger bound the guard would make weak players stronger.
            guard: Guard { visible: 0.15, alike: 0.02 },
            analyst: PLAYOUTS_4000,
            evidence_per_move: 0.8,
            scale_error: 80.0,
            elo_underestimate: [0.0; 3],
            aim_offset: [-1050.0, 10.0, 60.0],
            aim_offset_alternative: 0.0,
            value_of_400_elo: 0.8,
            resignation: None,
        })
    }
}
