//! Geister.

use games::geister::{Geister, Move, View};

use super::super::geister_values::GeisterValues;
use super::super::guard::Guard;
use super::super::move_values::{MoveValues, Search};
use super::super::scale::PlayerSettings;
use super::{AdaptiveGame, player, prefers_bad, random};
use crate::geister::ColourBelief;
use crate::name::{Name, NameError};

const PLAYOUTS_200: Search = Search::Playouts(200);
const PLAYOUTS_1000: Search = Search::Playouts(1000);
const PLAYOUTS_4000: Search = Search::Playouts(4000);
const PLAYOUTS_20000: Search = Search::Playouts(20_000);
const PLAYOUTS_200000: Search = Search::Playouts(200_000);

impl AdaptiveGame for Geister {
    const PLAYERS: &'static [PlayerSettings] = &[
        prefers_bad(PLAYOUTS_200, 0.03),
        prefers_bad(PLAYOUTS_200, 0.1),
        random(PLAYOUTS_200),
        player(PLAYOUTS_200, 0.2),
        player(PLAYOUTS_200, 0.1),
        player(PLAYOUTS_1000, 0.06),
        player(PLAYOUTS_1000, 0.03),
        player(PLAYOUTS_4000, 0.03),
        player(PLAYOUTS_20000, 0.003),
        player(PLAYOUTS_200000, 0.003),
    ];

    const ALTERNATIVES: &'static [PlayerSettings] = &[random(Search::Policy), player(Search::Policy, 1.0)];

    const CALIBRATION: &'static str = include_str!("../../../calibration/geister.toml");

    const ANALYST: Search = PLAYOUTS_4000;

    // Moves usually differ by 0.02: with a larger bound the guard would make weak players stronger.
    const GUARD: Guard = Guard { visible: 0.15, alike: 0.02, striking: 0.15 };

    const SEEN_BY: Option<Search> = Some(PLAYOUTS_4000);

    /// A ghost that can leave wins.
    fn is_obvious_gain(_view: &View, mv: Move) -> bool {
        mv.is_leaving()
    }

    fn move_values(seed: u64) -> Result<Box<dyn MoveValues<Geister>>, NameError> {
        let name = Name::plain("mc").with("belief", "count-cumulative");
        let colours = ColourBelief::from_options(&mut name.options(), seed)?;
        Ok(Box::new(GeisterValues::new(colours, seed)))
    }
}
