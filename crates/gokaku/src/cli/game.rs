//! Names of games on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::GameKind;

/// The word for all games.
const ALL: &str = "all";

/// Reads the name of one game.
pub(crate) fn one() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(names()).try_map(|name| name.parse())
}

/// The games that are meant.
#[derive(Clone, Debug)]
pub(crate) struct OneOrAll(pub(crate) Vec<GameKind>);

/// Reads the name of one game, or `all`.
pub(crate) fn one_or_all() -> impl TypedValueParser<Value = OneOrAll> {
    PossibleValuesParser::new(names().chain([ALL])).try_map(|name| match name.as_str() {
        ALL => Ok(OneOrAll(GameKind::ALL.to_vec())),
        name => name.parse().map(|game| OneOrAll(vec![game])),
    })
}

fn names() -> impl Iterator<Item = &'static str> {
    GameKind::ALL.iter().map(|game| game.as_str())
}
