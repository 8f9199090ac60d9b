//! The line that sums up how a game ended, such as `まで85手で先手の勝ち`, as in KIF and KI2.

use std::fmt::Write;

use crate::{Game, Malformed, Side};

use super::super::ends::{self, Note, Told};
use super::super::lines::Lines;
use super::super::{Shogi, words};
use super::Names;

/// What is said of a side behind の: its keyword, and whether that side wins.
const VERDICTS: [(&str, &str, bool); 12] = [
    ("勝ち", "TORYO", true),
    ("負け", "TORYO", false),
    ("投了", "TORYO", false),
    ("時間切れ", "TIME_UP", false),
    ("切れ負け", "TIME_UP", false),
    ("反則勝ち", "ILLEGAL_ACTION", true),
    ("反則負け", "ILLEGAL_MOVE", false),
    ("入玉勝ち", "KACHI", true),
    ("入玉宣言", "KACHI", true),
    ("宣言勝ち", "KACHI", true),
    ("不戦勝", "FUSENSHO", true),
    ("不戦敗", "FUSENPAI", false),
];

/// What follows まで in a line at the end of `game`; `None` if it does not tell how that ended.
pub(in super::super) fn parse(text: &str, game: &Shogi) -> Option<Told> {
    let blank = [' ', '　'];
    let after = text.trim_matches(blank).trim_start_matches(|c: char| words::digit(c).is_some());
    let after = after.strip_prefix('手')?;
    let after = after.strip_prefix('で').unwrap_or(after).trim_matches(blank);
    if let Some(keyword) = ends::from_word(after, game) {
        return Some(Told { keyword, winner: None });
    }
    let timeout = after.strip_prefix("時間切れ").or_else(|| after.strip_prefix("切れ負け"));
    let rest = timeout.unwrap_or(after);
    let rest = rest.strip_prefix("により").or_else(|| rest.strip_prefix('で')).unwrap_or(rest);
    let Some((side, what)) = Names::take(rest) else {
        return timeout.map(|_| Told { keyword: "TIME_UP", winner: None });
    };
    let what = what.strip_prefix('の').unwrap_or(what);
    let Some((_, keyword, wins)) = VERDICTS.iter().find(|(known, _, _)| *known == what) else {
        return Some(Told { keyword: ends::from_word(what, game)?, winner: None });
    };
    let keyword = if timeout.is_some() { "TIME_UP" } else { *keyword };
    Some(Told::won(keyword, if *wins { side } else { side.other() }, game))
}

/// Takes what follows まで, which repeats the end or, without one, is it.
pub(in super::super) fn read(lines: &mut Lines, text: &str) -> Result<(), Malformed> {
    match parse(text, lines.game()) {
        Some(told) => lines.tell(&told),
        None if lines.ended() => Ok(()),
        None => Err(Malformed::new(
            format!("まで{text}"),
            "how many moves and how it ended: まで85手で先手の勝ち",
        )),
    }
}

/// Writes the line for `note`, if that knows an end, behind `moves` moves that lead to `game`.
pub(in super::super) fn write(text: &mut String, note: &Note, game: &Shogi, moves: usize, names: [&str; 2]) {
    let Some(keyword) = &note.keyword else { return };
    let mover = game.side_to_move();
    let name = |side: Side| names[side.index()];
    let winner = |implied: Side| name(note.winner.unwrap_or(implied));
    let word = ends::word(keyword, game);
    let what = match word {
        "投了" => format!("{}の勝ち", winner(mover.other())),
        "切れ負け" => format!("時間切れにより{}の勝ち", winner(mover.other())),
        "入玉勝ち" => format!("{}の入玉勝ち", winner(mover)),
        "反則負け" | "反則勝ち" => format!("{}の{word}", name(mover)),
        _ => word.to_owned(),
    };
    let _ = writeln!(text, "まで{moves}手で{what}");
}
