//! How games end, in both languages.

use games::Reason;

use crate::wire::Text;

/// What ended a game.
#[must_use]
pub(crate) fn reason(reason: Reason) -> Text {
    let (en, ja) = match reason {
        Reason::Count => ("counted at the end", "最後の数で決着"),
        Reason::Checkmate => ("checkmate", "詰み"),
        Reason::NoMoves => ("no legal move", "指せる手なし"),
        Reason::Repetition => ("the position came up four times", "千日手"),
        Reason::PerpetualCheck => ("perpetual check", "連続王手の千日手"),
        Reason::Declaration => ("the king has entered", "入玉宣言"),
        Reason::Escape => ("a blue ghost has left the board", "青いゴーストが脱出"),
        Reason::BluesCaptured => ("all blue ghosts are captured", "青いゴーストがすべて取られた"),
        Reason::RedsCaptured => ("all red ghosts are captured", "赤いゴーストがすべて取られた"),
        Reason::MoveLimit => ("the move limit is reached", "手数制限"),
        Reason::Resignation => ("resignation", "投了"),
        Reason::Timeout => ("out of time", "時間切れ"),
        Reason::IllegalMove | Reason::Foul => ("an illegal move", "反則"),
        Reason::Agreement => ("by agreement", "合意"),
        Reason::Forfeit => ("the opponent could not go on", "相手が続けられなくなった"),
        Reason::Interrupted => ("interrupted", "中断"),
    };
    Text::new(en, ja)
}
