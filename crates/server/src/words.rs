//! How games end, in both languages.

use games::EndReason;

use crate::geometry::Geometry;
use crate::wire::Text;

/// What ended a game of `G`.
#[must_use]
pub(crate) fn reason<G: Geometry>(reason: EndReason) -> Text {
    let (en, ja) = match reason {
        EndReason::Count => G::DECIDED_BY_COUNT,
        EndReason::Checkmate => ("checkmate", "詰み"),
        EndReason::NoMoves => ("no legal moves", "動かせる手がない"),
        EndReason::Repetition => ("fourfold repetition", "千日手"),
        EndReason::PerpetualCheck => ("perpetual check", "連続王手の千日手"),
        EndReason::Declaration => ("entering-king declaration", "入玉宣言"),
        EndReason::Escape => ("a blue ghost escaped", "青いおばけが脱出"),
        EndReason::BluesCaptured => ("all blue ghosts captured", "青いおばけがすべて取られた"),
        EndReason::RedsCaptured => ("all red ghosts captured", "赤いおばけがすべて取られた"),
        EndReason::MoveLimit => ("move limit reached", "手数制限"),
        EndReason::Resignation => ("resignation", "投了"),
        EndReason::Timeout => ("time ran out", "時間切れ"),
        EndReason::IllegalMove | EndReason::Foul => ("illegal move", "反則"),
        EndReason::Agreement => ("agreement", "合意"),
        EndReason::Forfeit => ("forfeit", "相手が対局を続けられなくなった"),
        EndReason::Interrupted => ("interrupted", "中断"),
    };
    Text::new(en, ja)
}
