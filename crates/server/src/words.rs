//! How games end, in both languages.

use games::EndReason;

use crate::wire::Text;

/// What ended a game.
#[must_use]
pub(crate) fn reason(reason: EndReason) -> Text {
    let (en, ja) = match reason {
        EndReason::Count => ("counted at the end", "最後の数で決着"),
        EndReason::Checkmate => ("checkmate", "詰み"),
        EndReason::NoMoves => ("no legal move", "指せる手なし"),
        EndReason::Repetition => ("the position came up four times", "千日手"),
        EndReason::PerpetualCheck => ("perpetual check", "連続王手の千日手"),
        EndReason::Declaration => ("the king has entered", "入玉宣言"),
        EndReason::Escape => ("a blue ghost has left the board", "青いゴーストが脱出"),
        EndReason::BluesCaptured => ("all blue ghosts are captured", "青いゴーストがすべて取られた"),
        EndReason::RedsCaptured => ("all red ghosts are captured", "赤いゴーストがすべて取られた"),
        EndReason::MoveLimit => ("the move limit is reached", "手数制限"),
        EndReason::Resignation => ("resignation", "投了"),
        EndReason::Timeout => ("out of time", "時間切れ"),
        EndReason::IllegalMove | EndReason::Foul => ("an illegal move", "反則"),
        EndReason::Agreement => ("by agreement", "合意"),
        EndReason::Forfeit => ("the opponent could not go on", "相手が続けられなくなった"),
        EndReason::Interrupted => ("interrupted", "中断"),
    };
    Text::new(en, ja)
}
