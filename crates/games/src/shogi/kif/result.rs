//! The line that sums up how a game ended, such as `まで85手で先手の勝ち`, as in KIF and KI2.

use std::fmt::Write;

use crate::{Game, Malformed, Side};

use super::super::ends::{self, Note, StatedEnd};
use super::super::line_builder::LineBuilder;
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
pub(in super::super) fn parse(text: &str, game: &Shogi) -> Option<StatedEnd> {
    let blank = [' ', '　'];
    let after = text.trim_matches(blank).trim_start_matches(|c: char| words::digit(c).is_some());
    let after = after.strip_prefix('手')?;
    let after = after.strip_prefix('で').unwrap_or(after).trim_matches(blank);
    if let Some(keyword) = ends::from_word(after, game) {
        return Some(StatedEnd { keyword, winner: None });
    }
    let timeout = after.strip_prefix("時間切れ").or_else(|| after.strip_prefix("切れ負け"));
    let rest = timeout.unwrap_or(after);
    let rest = rest.strip_prefix("により").or_else(|| rest.strip_prefix('で')).unwrap_or(rest);
    let Some((side, what)) = Names::take(rest) else {
        return timeout.map(|_| StatedEnd { keyword: "TIME_UP", winner: None });
    };
    let what = what.strip_prefix('の').unwrap_or(what);
    let Some((_, keyword, wins)) = VERDICTS.iter().find(|(known, _, _)| *known == what) else {
        return Some(StatedEnd { keyword: ends::from_word(what, game)?, winner: None });
    };
    let keyword = if timeout.is_some() { "TIME_UP" } else { *keyword };
    Some(StatedEnd::won(keyword, if *wins { side } else { side.other() }, game))
}

/// Takes what follows まで, which repeats the end or, without one, is it.
pub(in super::super) fn read(lines: &mut LineBuilder, text: &str) -> Result<(), Malformed> {
    let malformed = |expected: &str| Malformed::new(format!("まで{text}"), expected);
    match parse(text, lines.game()) {
        Some(told) => {
            lines.tell(&told).map_err(|word| malformed(&format!("the winner that {word} before it tells")))
        }
        None if lines.ended() => Ok(()),
        None => Err(malformed("how many moves and how it ended: まで85手で先手の勝ち")),
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

#[cfg(test)]
mod tests {
    use crate::{EndReason, Outcome, Record};

    use super::super::super::ki2;
    use super::super::read;
    use super::*;

    /// How a game of two moves ends that ends so.
    fn end(result: &str) -> Outcome {
        let kif = read(&format!("1 ７六歩(77)\n2 ３四歩(33)\n{result}\n")).unwrap();
        let ki2 = ki2::read(&format!("▲７六歩 △３四歩\n{result}\n")).unwrap();
        assert_eq!(kif, ki2);
        for again in [super::super::write, ki2::write].map(|write| write(&kif[0]).unwrap()) {
            assert!(again.contains(result), "{again}");
        }
        assert_eq!(read(&super::super::write(&kif[0]).unwrap()).unwrap(), kif);
        kif[0].line.end.unwrap()
    }

    #[test]
    fn the_side_that_is_named_wins_or_loses() {
        let (first, second) = (Side::First, Side::Second);
        assert_eq!(end("まで2手で先手の勝ち"), Outcome::win(first, EndReason::Resignation));
        assert_eq!(end("まで2手で後手の勝ち"), Outcome::win(second, EndReason::Resignation));
        assert_eq!(end("まで2手で時間切れにより先手の勝ち"), Outcome::win(first, EndReason::Timeout));
        assert_eq!(end("まで2手で時間切れにより後手の勝ち"), Outcome::win(second, EndReason::Timeout));
        assert_eq!(end("まで2手で先手の反則負け"), Outcome::win(second, EndReason::IllegalMove));
        assert_eq!(end("まで2手で先手の反則勝ち"), Outcome::win(first, EndReason::Foul));
        assert_eq!(end("まで2手で先手の入玉勝ち"), Outcome::win(first, EndReason::Declaration));
        assert_eq!(end("まで2手で後手の入玉勝ち"), Outcome::win(second, EndReason::Declaration));
    }

    #[test]
    fn other_ways_to_say_it_are_understood() {
        let told = |text| parse(text, &Shogi::default()).map(|told| (told.keyword, told.winner));
        assert_eq!(told("0手で後手の反則負け"), Some(("-ILLEGAL_ACTION", Some(Side::First))));
        assert_eq!(told("0手で後手の反則勝ち"), Some(("ILLEGAL_MOVE", Some(Side::Second))));
        assert_eq!(told("0手で下手の負け"), Some(("TORYO", Some(Side::Second))));
        assert_eq!(told("0手で先手の不戦敗"), Some(("FUSENPAI", Some(Side::Second))));
        assert_eq!(told("0手で時間切れ"), Some(("TIME_UP", None)));
        assert_eq!(told("７手詰"), Some(("TSUMI", None)));
        assert_eq!(told("0手で先手の大勝"), None);
    }

    #[test]
    fn a_result_that_contradicts_the_end_is_refused() {
        let read = |end: &str| read(&format!("1 ７六歩(77)\n2 {end}\nまで1手で後手の勝ち\n"));
        for end in ["投了", "切れ負け", "詰み", "中断"] {
            let message = read(end).unwrap_err().to_string();
            let expected = format!(
                "line 3: found \"まで1手で後手の勝ち\", expected the winner that {end} before it tells"
            );
            assert_eq!(message, expected);
        }
        assert_eq!(
            read("入玉勝ち").unwrap()[0].line.end,
            Some(Outcome::win(Side::Second, EndReason::Declaration))
        );
        let perpetual = read("王手千日手").unwrap();
        assert_eq!(perpetual[0].line.end, Some(Outcome::win(Side::Second, EndReason::PerpetualCheck)));
        assert!(ki2::read("▲７六歩\nまで1手で先手の勝ち\nまで1手で後手の勝ち").is_err());
    }

    #[test]
    fn the_side_that_checked_for_ever_is_written_as_the_loser() {
        let start: Shogi = "R8/4k4/9/9/9/9/9/9/4K4 b - 1".parse().unwrap();
        let moves: Vec<_> =
            "9a9b 5b5a 9b9a 5a5b".split(' ').map(|mv| mv.parse().unwrap()).cycle().take(12).collect();
        let record = Record::from_moves(start, moves).unwrap();
        assert_eq!(record.line.end, Some(Outcome::win(Side::Second, EndReason::PerpetualCheck)));
        let kif = super::super::write(&record).unwrap();
        assert!(kif.contains("  13 反則負け\nまで12手で先手の反則負け\n"), "{kif}");
        assert_eq!(read(&kif).unwrap(), std::slice::from_ref(&record));
        let ki2 = ki2::write(&record).unwrap();
        assert!(ki2.contains("\nまで12手で先手の反則負け\n"), "{ki2}");
        assert_eq!(ki2::read(&ki2).unwrap(), [record]);
    }
}
