//! How record files say that a game ended, and where a [`Record`] keeps what an [`Outcome`] cannot hold.
//!
//! Every end has a keyword, CSA's without the `%`. A record keeps in its tags
//!
//! | tag | what |
//! |---|---|
//! | `end` | the keyword, where the outcome alone would be written with another one (`FUZUMI`, `#RESIGN`, …) |
//! | `end-time` | how long the last to move thought before the game ended, in seconds |
//! | `end-comment` | what was said after the end |
//! | `illegal-move` | the move that lost the game because it is not legal; it is not among the moves |
//!
//! and for the end of a variation the same with `@` and its place behind it: `end@3.1` is the first variation at the
//! third move, `end@3.1/5.2` the second variation at the fifth move of that one.

use std::time::Duration;

use crate::{Game, Line, Outcome, Reason, Record, Side};

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

/// The keyword for a word that stands in the place of a move in KIF.
pub(super) fn from_word(word: &str) -> Option<&'static str> {
    KEYWORDS
        .iter()
        .find(|(_, known)| *known == word)
        .map(|(keyword, _)| *keyword)
        .or_else(|| ALIASES.iter().find(|(known, _)| *known == word).map(|(_, keyword)| *keyword))
}

/// The word in KIF for a keyword.
pub(super) fn word(keyword: &str) -> &'static str {
    let plain = keyword.trim_start_matches(['+', '-', '#']);
    let plain = match plain {
        "RESIGN" => "TORYO",
        other => other,
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
        "TORYO" | "RESIGN" => Outcome::win(mover.other(), Reason::Resignation),
        "CHUDAN" | "FUZUMI" | "MATTA" | "ERROR" | "FUJITE" | "CENSORED" => Outcome::draw(Reason::Interrupted),
        "SENNICHITE" => Outcome::draw(Reason::Repetition),
        "OUTE_SENNICHITE" => by_rules
            .filter(|end| end.reason == Reason::PerpetualCheck)
            .unwrap_or(Outcome::draw(Reason::PerpetualCheck)),
        "TIME_UP" => Outcome::win(mover.other(), Reason::Timeout),
        "ILLEGAL_MOVE" | "UCHIFUZUME" => Outcome::win(mover.other(), Reason::IllegalMove),
        "+ILLEGAL_ACTION" => Outcome::win(Side::Second, Reason::Foul),
        "-ILLEGAL_ACTION" => Outcome::win(Side::First, Reason::Foul),
        "ILLEGAL_ACTION" => Outcome::win(mover, Reason::Foul),
        "JISHOGI" | "HIKIWAKE" => Outcome::draw(Reason::Agreement),
        "KACHI" => Outcome::win(mover, Reason::Declaration),
        "TSUMI" => Outcome::win(mover.other(), Reason::Checkmate),
        "MAX_MOVES" => Outcome::draw(Reason::MoveLimit),
        "FUSENSHO" => Outcome::win(mover, Reason::Forfeit),
        "FUSENPAI" => Outcome::win(mover.other(), Reason::Forfeit),
        _ => return None,
    };
    // The files know fewer reasons than the rules: a fourth repetition under check is a foul to them.
    let told_better = |rules: &Outcome| {
        rules.winner == known.winner
            && matches!(
                (known.reason, rules.reason),
                (Reason::Foul, Reason::PerpetualCheck) | (Reason::Checkmate, Reason::NoMoves)
            )
    };
    Some(by_rules.filter(told_better).unwrap_or(known))
}

/// The keyword for an outcome.
fn default_keyword(end: Outcome, game: &Shogi) -> &'static str {
    let mover_wins = end.winner == Some(game.side_to_move());
    match end.reason {
        Reason::Resignation => "TORYO",
        Reason::Checkmate | Reason::NoMoves => "TSUMI",
        Reason::Repetition => "SENNICHITE",
        Reason::PerpetualCheck | Reason::Foul => match end.winner {
            Some(Side::First) => "-ILLEGAL_ACTION",
            Some(Side::Second) => "+ILLEGAL_ACTION",
            None => "OUTE_SENNICHITE",
        },
        Reason::Declaration => "KACHI",
        Reason::MoveLimit => "MAX_MOVES",
        Reason::Timeout => "TIME_UP",
        Reason::IllegalMove => "ILLEGAL_MOVE",
        Reason::Agreement => "JISHOGI",
        Reason::Forfeit if mover_wins => "FUSENSHO",
        Reason::Forfeit => "FUSENPAI",
        _ => "CHUDAN",
    }
}

/// A foul in KIF is always the one of the side that has just moved; CSA names the side.
pub(super) fn signed<'a>(keyword: &'a str, game: &Shogi) -> &'a str {
    match (keyword, game.side_to_move()) {
        ("ILLEGAL_ACTION", Side::First) => "-ILLEGAL_ACTION",
        ("ILLEGAL_ACTION", Side::Second) => "+ILLEGAL_ACTION",
        _ => keyword,
    }
}

/// What a file says where a line of moves ends.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Note {
    pub(super) keyword: Option<String>,
    pub(super) time: Option<Duration>,
    pub(super) comment: String,
    pub(super) illegal: Option<Move>,
}

/// Marks a line of a comment that holds an outcome for which a format has no word.
const OWN_OUTCOME: &str = "gokaku: end ";

impl Note {
    /// The outcome this note stands for at the end of `game`; what the keyword cannot say was put in the comment.
    pub(super) fn settle(&mut self, game: &Shogi) -> Option<Outcome> {
        if self.illegal.is_some() {
            return Some(Outcome::win(game.side_to_move().other(), Reason::IllegalMove));
        }
        let own =
            self.comment.lines().find_map(|line| line.strip_prefix(OWN_OUTCOME)?.parse::<Outcome>().ok());
        if own.is_some() {
            let kept: Vec<_> = self.comment.lines().filter(|line| !line.starts_with(OWN_OUTCOME)).collect();
            self.comment = kept.join("\n");
        }
        own.or_else(|| outcome(self.keyword.as_deref()?, game))
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

    /// The note for `line` of `record`, at `path` in it, which ends at `game`.
    ///
    /// `read_back` says as what the format's reader takes a keyword, if the format has a word for it at all. A
    /// declaration is a move to us and an end to the files: its time and comment are in the note.
    pub(super) fn of(
        record: &Record<Shogi>,
        path: &str,
        line: &Line<Move>,
        game: &Shogi,
        read_back: fn(&str) -> Option<String>,
    ) -> Note {
        if let Some(ply) = line.plies.last().filter(|ply| ply.mv == Move::DECLARE) {
            let comment = ply.comment.clone();
            return Note { keyword: Some("KACHI".to_owned()), time: ply.time, comment, illegal: None };
        }
        let end = line.end;
        let tag = |what: &str| {
            if path.is_empty() { record.tag(what) } else { record.tag(&format!("{what}@{path}")) }
        };
        let mut note = Note {
            keyword: None,
            time: tag("end-time").and_then(parse_seconds),
            comment: tag("end-comment").unwrap_or_default().to_owned(),
            illegal: tag("illegal-move").and_then(|mv| mv.parse().ok()),
        };
        let Some(end) = end else { return note };
        let means =
            |keyword: &str| read_back(keyword).and_then(|keyword| outcome(signed(&keyword, game), game));
        let keyword = tag("end")
            .filter(|keyword| means(keyword) == Some(end))
            .unwrap_or_else(|| default_keyword(end, game));
        let keyword = if read_back(keyword).is_some() { keyword } else { "CHUDAN" };
        note.keyword = Some(keyword.to_owned());
        if note.illegal.is_none() && means(keyword) != Some(end) {
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
    tags.sort_by(|(a, _), (b, _)| {
        let key = |tag: &str| {
            let (name, path) = tag.split_once('@').unwrap_or((tag, ""));
            is_note(tag).then(|| (path.to_owned(), name.to_owned()))
        };
        key(a).cmp(&key(b))
    });
}

/// Seconds as a number without needless digits.
pub(super) fn seconds(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        return time.as_secs().to_string();
    }
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').to_owned()
}

/// Reads what [`seconds`] gives.
pub(super) fn parse_seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) || whole.starts_with('+') {
        return None;
    }
    let nanos = if fraction.is_empty() { 0 } else { format!("{fraction:0<9}").parse().ok()? };
    Some(Duration::new(whole.parse().ok()?, nanos))
}
