//! How record files say that a game ended, and where a [`Record`] keeps what an [`Outcome`] cannot hold.
//!
//! Every end has a keyword, CSA's without the `%`. A record keeps in its tags
//!
//! | tag | what |
//! |---|---|
//! | `end` | the keyword, where the outcome alone would give another one (`FUZUMI`, `#RESIGN`, …) |
//! | `end-time` | how long the last to move thought before the game ended, in seconds |
//! | `end-comment` | what was said after the end |
//! | `illegal-move` | the move that lost the game because it is not legal; it is not among the moves |
//!
//! and for the end of a variation the same with `@` and its place behind it: `end@3.1` is the first variation
//! at the third move, `end@3.1/5.2` the second variation at the fifth move of that one.

use std::collections::HashMap;
use std::time::Duration;

use crate::text::{parse_seconds, seconds};
use crate::{EndReason, Game, Line, Outcome, Record, Side};

use super::{Move, Shogi};

/// Keywords and their words in KIF. Those up to `ERROR` are CSA's; the rest are found in KIF files.
const KEYWORDS: [(&str, &str); 18] = [
    ("TORYO", "投了"),
    ("CHUDAN", "中断"),
    ("SENNICHITE", "千日手"),
    ("TIME_UP", "切れ負け"),
    ("ILLEGAL_MOVE", "反則負け"),
    ("JISHOGI", "持将棋"),
    ("KACHI", "入玉勝ち"),
    ("HIKIWAKE", "引き分け"),
    ("TSUMI", "詰み"),
    ("FUZUMI", "不詰"),
    ("MATTA", "待った"),
    ("MAX_MOVES", "最大手数"),
    ("ERROR", "エラー"),
    ("FUJITE", "封じ手"),
    ("FUSENSHO", "不戦勝"),
    ("FUSENPAI", "不戦敗"),
    ("OUTE_SENNICHITE", "王手千日手"),
    ("ILLEGAL_ACTION", "反則勝ち"),
];

/// Other words for the same in files.
const ALIASES: [(&str, &str); 9] = [
    ("詰", "TSUMI"),
    ("引分け", "HIKIWAKE"),
    ("引分", "HIKIWAKE"),
    ("時間切れ", "TIME_UP"),
    ("入玉宣言", "KACHI"),
    ("宣言勝ち", "KACHI"),
    ("反則", "ILLEGAL_MOVE"),
    ("試合中断", "CHUDAN"),
    ("最大手数超過", "MAX_MOVES"),
];

/// The keyword for a word that stands in the place of a move in KIF, where the moves have led to `game`.
///
/// KIF tells fouls by whose turn it is: 反則負け is one of the side to move, 反則勝ち one of the other. A perpetual
/// check is a foul of either.
pub(super) fn from_word(word: &str, game: &Shogi) -> Option<&'static str> {
    let known = KEYWORDS.iter().find(|(_, known)| *known == word).map(|(keyword, _)| *keyword);
    let keyword =
        known.or_else(|| ALIASES.iter().find(|(known, _)| *known == word).map(|(_, keyword)| *keyword))?;
    let mover = game.side_to_move();
    Some(match keyword {
        "ILLEGAL_ACTION" => foul(mover.other()),
        "ILLEGAL_MOVE" if is_perpetual_check(game, mover) => foul(mover),
        _ => keyword,
    })
}

/// Whether the rules say that `loser` gave check for ever.
fn is_perpetual_check(game: &Shogi, loser: Side) -> bool {
    game.outcome() == Some(Outcome::win(loser.other(), EndReason::PerpetualCheck))
}

/// CSA's keyword for a foul of `loser`.
const fn foul(loser: Side) -> &'static str {
    match loser {
        Side::First => "+ILLEGAL_ACTION",
        Side::Second => "-ILLEGAL_ACTION",
    }
}

/// The word in KIF for a keyword at the end of `game`.
pub(super) fn word(keyword: &str, game: &Shogi) -> &'static str {
    let plain = match keyword.trim_start_matches('#') {
        "RESIGN" => "TORYO",
        own if own == foul(game.side_to_move()) => "ILLEGAL_MOVE",
        other => other.trim_start_matches(['+', '-']),
    };
    KEYWORDS.iter().find(|(known, _)| *known == plain).map_or("中断", |(_, word)| word)
}

/// All keywords, for error messages.
pub(super) fn keywords() -> String {
    let names: Vec<_> = KEYWORDS.iter().map(|(keyword, _)| *keyword).collect();
    names.join(", ")
}

/// What a keyword means at the end of `game`; `None` if it is unknown.
pub(super) fn outcome(keyword: &str, game: &Shogi) -> Option<Outcome> {
    let mover = game.side_to_move();
    let by_rules = game.outcome();
    let known = match keyword.trim_start_matches('#') {
        "TORYO" | "RESIGN" => Outcome::win(mover.other(), EndReason::Resignation),
        "CHUDAN" | "FUZUMI" | "MATTA" | "ERROR" | "FUJITE" | "CENSORED" => {
            Outcome::draw(EndReason::Interrupted)
        }
        "SENNICHITE" => Outcome::draw(EndReason::Repetition),
        "OUTE_SENNICHITE" => by_rules
            .filter(|end| end.reason == EndReason::PerpetualCheck)
            .unwrap_or(Outcome::draw(EndReason::PerpetualCheck)),
        "TIME_UP" => Outcome::win(mover.other(), EndReason::Timeout),
        "ILLEGAL_MOVE" | "UCHIFUZUME" => Outcome::win(mover.other(), EndReason::IllegalMove),
        "+ILLEGAL_ACTION" => Outcome::win(Side::Second, EndReason::Foul),
        "-ILLEGAL_ACTION" => Outcome::win(Side::First, EndReason::Foul),
        "ILLEGAL_ACTION" => Outcome::win(mover, EndReason::Foul),
        "JISHOGI" | "HIKIWAKE" => Outcome::draw(EndReason::Agreement),
        "KACHI" => Outcome::win(mover, EndReason::Declaration),
        "TSUMI" => Outcome::win(mover.other(), EndReason::Checkmate),
        "MAX_MOVES" => Outcome::draw(EndReason::MoveLimit),
        "FUSENSHO" => Outcome::win(mover, EndReason::Forfeit),
        "FUSENPAI" => Outcome::win(mover.other(), EndReason::Forfeit),
        _ => return None,
    };
    // The files know fewer reasons than the rules: a fourth repetition under check is a foul to them.
    let told_better = |rules: &Outcome| {
        rules.winner == known.winner
            && matches!(
                (known.reason, rules.reason),
                (EndReason::Foul | EndReason::IllegalMove, EndReason::PerpetualCheck)
                    | (EndReason::Checkmate, EndReason::NoMoves)
            )
    };
    Some(by_rules.filter(told_better).unwrap_or(known))
}

/// The keyword for an outcome.
fn default_keyword(end: Outcome, game: &Shogi) -> &'static str {
    let mover_wins = end.winner == Some(game.side_to_move());
    match end.reason {
        EndReason::Resignation => "TORYO",
        EndReason::Checkmate | EndReason::NoMoves => "TSUMI",
        EndReason::Repetition => "SENNICHITE",
        EndReason::PerpetualCheck | EndReason::Foul => {
            end.winner.map_or("OUTE_SENNICHITE", |winner| foul(winner.other()))
        }
        EndReason::Declaration => "KACHI",
        EndReason::MoveLimit => "MAX_MOVES",
        EndReason::Timeout => "TIME_UP",
        EndReason::IllegalMove if mover_wins => foul(game.side_to_move().other()),
        EndReason::IllegalMove => "ILLEGAL_MOVE",
        EndReason::Agreement => "JISHOGI",
        EndReason::Forfeit if mover_wins => "FUSENSHO",
        EndReason::Forfeit => "FUSENPAI",
        _ => "CHUDAN",
    }
}

/// JKF's `ILLEGAL_ACTION`, which is KIF's 反則勝ち, as CSA has it: with the side whose foul it was.
pub(super) fn signed<'a>(keyword: &'a str, game: &Shogi) -> &'a str {
    if keyword == "ILLEGAL_ACTION" { foul(game.side_to_move().other()) } else { keyword }
}

/// What a file says where a line of moves ends.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Note {
    pub(super) keyword: Option<String>,
    pub(super) time: Option<Duration>,
    pub(super) comment: String,
    pub(super) illegal: Option<Move>,
    /// The winner, where it is not the one that the keyword implies by whose turn it is.
    pub(super) winner: Option<Side>,
}

/// Marks a line of a comment that holds an outcome for which a format has no word.
const OWN_OUTCOME: &str = "gokaku: end ";

impl Note {
    /// The outcome this note stands for at the end of `game`; what the keyword cannot say was put in the
    /// comment.
    pub(super) fn settle(&mut self, game: &Shogi) -> Option<Outcome> {
        if self.illegal.is_some() {
            return Some(Outcome::win(game.side_to_move().other(), EndReason::IllegalMove));
        }
        let own =
            self.comment.lines().find_map(|line| line.strip_prefix(OWN_OUTCOME)?.parse::<Outcome>().ok());
        if own.is_some() {
            let kept: Vec<_> = self.comment.lines().filter(|line| !line.starts_with(OWN_OUTCOME)).collect();
            self.comment = kept.join("\n");
        }
        own.or_else(|| self.told(game))
    }

    /// The outcome by the keyword and the winner.
    fn told(&self, game: &Shogi) -> Option<Outcome> {
        let known = outcome(self.keyword.as_deref()?, game)?;
        Some(Outcome { winner: self.winner.or(known.winner), ..known })
    }

    /// Takes what a further statement says about an end that is told already; `None` if it contradicts that.
    pub(super) fn confirm(&mut self, again: &StatedEnd, game: &Shogi) -> Option<()> {
        let known = match self.illegal {
            Some(_) => Some(game.side_to_move().other()),
            None => self.told(game)?.winner,
        };
        let winner = again.winner.or_else(|| outcome(again.keyword, game)?.winner);
        if known.is_none() && self.keyword.as_deref() == Some("OUTE_SENNICHITE") {
            self.winner = winner;
            return Some(());
        }
        (known == winner).then_some(())
    }

    /// The tags that keep this note, of the line at `path` that ends with `end`.
    pub(super) fn into_tags(self, end: Option<Outcome>, game: &Shogi, path: &str) -> Vec<(String, String)> {
        let name = |what: &str| if path.is_empty() { what.to_owned() } else { format!("{what}@{path}") };
        let mut tags = Vec::new();
        let by_default = end.map(|end| default_keyword(end, game));
        if let Some(keyword) = self.keyword
            && Some(keyword.as_str()) != by_default
            && outcome(&keyword, game) == end
        {
            tags.push((name("end"), keyword));
        }
        if let Some(time) = self.time {
            tags.push((name("end-time"), seconds(time)));
        }
        if !self.comment.is_empty() {
            tags.push((name("end-comment"), self.comment));
        }
        if let Some(mv) = self.illegal {
            tags.push((name("illegal-move"), mv.to_string()));
        }
        tags
    }
}

/// An end as a line of text tells it, such as まで85手で先手の勝ち.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StatedEnd {
    pub(super) keyword: &'static str,
    /// The winner, if the line names a side.
    pub(super) winner: Option<Side>,
}

impl StatedEnd {
    /// An end of `game` with a winner that is named; `keyword` may be one that depends on whose turn it is.
    pub(super) fn won(keyword: &'static str, winner: Side, game: &Shogi) -> StatedEnd {
        let mover = game.side_to_move();
        let keyword = match keyword {
            "ILLEGAL_MOVE" | "ILLEGAL_ACTION" if winner == mover => foul(mover.other()),
            "ILLEGAL_MOVE" | "ILLEGAL_ACTION" if is_perpetual_check(game, mover) => foul(mover),
            "ILLEGAL_ACTION" => "ILLEGAL_MOVE",
            "FUSENSHO" | "FUSENPAI" if winner == mover => "FUSENSHO",
            "FUSENSHO" => "FUSENPAI",
            _ => keyword,
        };
        StatedEnd { keyword, winner: Some(winner) }
    }
}

/// What a format can say about the end of a game.
pub(super) struct Spelling {
    /// As what the format's reader takes the word for a keyword; `None` if there is no such word.
    pub(super) read_back: fn(&str, &Shogi) -> Option<String>,
    /// Whether a winner can be named whom the word does not imply.
    pub(super) names_winner: bool,
}

/// The tags of a record that tell how its lines end.
pub(super) struct Notes<'a> {
    tags: HashMap<&'a str, &'a str>,
    spelling: &'a Spelling,
}

impl<'a> Notes<'a> {
    pub(super) fn new(record: &'a Record<Shogi>, spelling: &'a Spelling) -> Self {
        let notes = record.tags.iter().rev().filter(|(tag, _)| is_note(tag));
        Notes { tags: notes.map(|(tag, value)| (tag.as_str(), value.as_str())).collect(), spelling }
    }

    /// The note for `line`, at `path` in the record, which ends at `game`.
    ///
    /// A declaration is a move to us and an end to the files: its time and comment are in the note.
    pub(super) fn at(&self, path: &str, line: &Line<Move>, game: &Shogi) -> Note {
        if let Some(ply) = line.plies.last().filter(|ply| ply.mv == Move::DECLARE) {
            let keyword = Some("KACHI".to_owned());
            return Note { keyword, time: ply.time, comment: ply.comment.clone(), ..Note::default() };
        }
        let tag = |what: &str| {
            let name = if path.is_empty() { what.to_owned() } else { format!("{what}@{path}") };
            self.tags.get(name.as_str()).copied()
        };
        let mut note = Note {
            keyword: None,
            time: tag("end-time").and_then(parse_seconds),
            comment: tag("end-comment").unwrap_or_default().to_owned(),
            illegal: tag("illegal-move").and_then(|mv| mv.parse().ok()),
            winner: None,
        };
        let Some(end) = line.end else { return note };
        let means = |keyword: &str| outcome(&(self.spelling.read_back)(keyword, game)?, game);
        let keyword = tag("end")
            .filter(|keyword| means(keyword) == Some(end))
            .unwrap_or_else(|| default_keyword(end, game));
        let can_name = self.spelling.names_winner && matches!(keyword, "TORYO" | "TIME_UP" | "KACHI");
        // Better no result than the wrong one: what no word says is in the comment.
        let keyword = match means(keyword) {
            Some(said) if said.winner == end.winner => keyword,
            Some(_) if can_name && end.winner.is_some() => {
                note.winner = end.winner;
                keyword
            }
            _ if end.winner.is_none() && end.reason == EndReason::MoveLimit => "HIKIWAKE",
            _ => "CHUDAN",
        };
        note.keyword = Some(keyword.to_owned());
        let read = means(keyword).map(|said| Outcome { winner: note.winner.or(said.winner), ..said });
        if note.illegal.is_none() && read != Some(end) {
            let own = format!("{OWN_OUTCOME}{end}");
            note.comment = if note.comment.is_empty() { own } else { format!("{}\n{own}", note.comment) };
        }
        note
    }
}

/// Whether a tag is one of those described above, and so not for a file's header.
pub(super) fn is_note(tag: &str) -> bool {
    let name = tag.split('@').next().unwrap_or(tag);
    matches!(name, "end" | "end-time" | "end-comment" | "illegal-move")
}

/// Puts the tags of a record that are notes behind the others, in the one order in which readers give them.
pub(super) fn sort_notes(tags: &mut [(String, String)]) {
    tags.sort_by_cached_key(|(tag, _)| {
        let (name, path) = tag.split_once('@').unwrap_or((tag, ""));
        is_note(tag).then(|| (path.to_owned(), name.to_owned()))
    });
}
