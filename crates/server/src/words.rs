//! How games end, in both languages.

use games::EndReason;

use crate::geometry::Geometry;
use crate::wire::Text;

/// What ended a game of `G`.
#[must_use]
pub(crate) fn reason<G: Geometry>(reason: EndReason) -> Text {
    let (en, ja) = match reason {
        EndReason::Count => G::DECIDED_BY_COUNT,
        _ => (reason.english(), reason.japanese()),
    };
    Text::new(en, ja)
}
