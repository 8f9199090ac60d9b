//! What an opponent says to its user: before a game what it will do, after it what it saw.
//!
//! Everything comes from values that the reasons of its moves carry anyway. It speaks of the user only when
//! the game is over, and kindly.

use search::Unit;

use super::{Language, Reason};
use crate::{Estimate, StrengthUnit};

/// Something that an opponent says.
#[derive(Clone, PartialEq, Debug)]
pub enum Remark {
    /// It plays at the user's level.
    Adapts,
    /// It aims at this win rate, which is not even.
    AimsAt(f64),
    /// What it took the user for after earlier games.
    Remembers(Estimate),
    /// What it takes the user for now.
    TakesYouFor(Estimate),
    /// The user is stronger than it can be.
    Stronger,
    /// There was a much better move.
    Overlooked {
        /// The move.
        mv: String,
        /// The place in the game of the first move that the user played instead, from 0.
        ply: usize,
        /// How often it was overlooked.
        times: usize,
    },
    /// The move of the user that it thought most of.
    Surprised {
        /// The place in the game of the move, from 0.
        ply: usize,
    },
}

/// A move of a finished game as its opponent knows it.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    /// The move, as it is printed.
    pub mv: &'a str,
    /// Why it was played, if the opponent played it.
    pub reason: Option<&'a Reason>,
}

/// The least rise of its estimate, in Elo, that makes a move surprising.
const SURPRISING_ELO: f64 = 30.0;

/// The width of an interval, in Elo, that says hardly anything.
const VAGUE_ELO: f64 = 900.0;

impl Remark {
    /// What the adaptive opponent says before a game; `known` is what it took the user for last.
    #[must_use]
    pub fn before(target: f64, known: Option<Estimate>) -> Vec<Remark> {
        let aim = ((target - 0.5).abs() > 0.01).then_some(Remark::AimsAt(target));
        let known = known.filter(|known| known.scale == StrengthUnit::Elo && !is_vague(known));
        [Some(Remark::Adapts), aim, known.map(Remark::Remembers)].into_iter().flatten().collect()
    }

    /// What an opponent says after a game.
    #[must_use]
    pub fn after(plies: &[Heard<'_>], estimate: Option<Estimate>) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let last = plies.iter().rev().find_map(|ply| ply.reason);
        if let Some(Reason::Adaptive { at_top: true, .. }) = last {
            remarks.push(Remark::Stronger);
        } else if let Some(estimate) = estimate.filter(|estimate| estimate.scale == StrengthUnit::Elo) {
            remarks.push(Remark::TakesYouFor(estimate));
        }
        remarks.extend(overlooked(plies).or_else(|| surprising(plies)));
        remarks
    }

    /// The remark as a sentence; `named` says what people call the move that was printed so, to be played at
    /// this place of the game.
    #[must_use]
    pub fn sentence(&self, language: Language, named: &dyn Fn(usize, &str) -> String) -> String {
        match language {
            Language::English => self.english(named),
            Language::Japanese => self.japanese(named),
        }
    }

    fn english(&self, named: &dyn Fn(usize, &str) -> String) -> String {
        match self {
            Remark::Adapts => "I watch your moves and play at your level.".to_owned(),
            Remark::AimsAt(target) => {
                let (manner, wins) = (if *target < 0.5 { "easier" } else { "harder" }, in_ten(1.0 - target));
                format!("As you wished I make it {manner}: about {wins} games in ten should be yours.")
            }
            Remark::Remembers(known) => format!("So far I take you for about {}.", elo(known.value)),
            Remark::TakesYouFor(seen) if is_vague(seen) => {
                let (low, high) = (elo(seen.low), elo(seen.high));
                format!("I do not know you well yet: you may be anywhere between {low} and {high}.")
            }
            Remark::TakesYouFor(seen) => format!(
                "I take you for about {} ({} to {}; random play is 0).",
                elo(seen.value),
                elo(seen.low),
                elo(seen.high)
            ),
            Remark::Stronger => "You are stronger than I can be.".to_owned(),
            Remark::Overlooked { mv, ply, times: 1 } => {
                format!("At move {}, {} was better.", ply + 1, named(*ply, mv))
            }
            Remark::Overlooked { mv, ply, times: 2 } => {
                format!("You overlooked {} twice.", named(*ply, mv))
            }
            Remark::Overlooked { mv, ply, times } => {
                format!("You overlooked {} {} times.", named(*ply, mv), in_words(*times))
            }
            Remark::Surprised { ply } => format!("Your move {} surprised me.", ply + 1),
        }
    }

    fn japanese(&self, named: &dyn Fn(usize, &str) -> String) -> String {
        match self {
            Remark::Adapts => "あなたの手を見ながら、同じくらいの強さでお相手します。".to_owned(),
            Remark::AimsAt(target) => {
                let (manner, wins) =
                    (if *target < 0.5 { "やさしく" } else { "手ごわく" }, in_ten(1.0 - target));
                format!(
                    "ご希望どおり、少し{manner}します。10局のうち{wins}局くらいはあなたが勝つ見込みです。"
                )
            }
            Remark::Remembers(known) => {
                format!("これまでの対局から、あなたの強さは{}くらいと見ています。", elo(known.value))
            }
            Remark::TakesYouFor(seen) if is_vague(seen) => {
                let (low, high) = (elo(seen.low), elo(seen.high));
                format!("まだよくわかりません。あなたの強さは{low}〜{high}のどこかだと思います。")
            }
            Remark::TakesYouFor(seen) => format!(
                "あなたの強さは{}くらいと見ました（{}〜{}、ランダムな着手が0）。",
                elo(seen.value),
                elo(seen.low),
                elo(seen.high)
            ),
            Remark::Stronger => "あなたは、私が出せる力よりも強いです。".to_owned(),
            Remark::Overlooked { mv, ply, times: 1 } => {
                format!("{}手目は{}のほうがよかったようです。", ply + 1, named(*ply, mv))
            }
            Remark::Overlooked { mv, ply, times } => {
                format!("{}のほうがよかったことが{times}回ありました。", named(*ply, mv))
            }
            Remark::Surprised { ply } => format!("{}手目には驚かされました。", ply + 1),
        }
    }
}

impl Reason {
    /// The reason as a player hears it during the game: no estimate of theirs, no number of the model's.
    /// Empty where there is nothing plain to say.
    #[must_use]
    pub fn for_player(&self, language: Language) -> String {
        match self {
            Reason::Adaptive { .. }
            | Reason::Reference { .. }
            | Reason::Ladder { .. }
            | Reason::People { .. }
            | Reason::SelectQ { .. } => String::new(),
            reason => reason.while_playing().sentence(language),
        }
    }
}

/// A strength as people say it.
fn elo(value: f64) -> String {
    let rounded = (value / 50.0).round() as i64 * 50;
    let (thousands, rest) = (rounded / 1000, (rounded % 1000).abs());
    if thousands == 0 { rounded.to_string() } else { format!("{thousands},{rest:03}") }
}

fn is_vague(estimate: &Estimate) -> bool {
    estimate.high - estimate.low > VAGUE_ELO
}

/// A small number in English words: beside the name of a square, digits are hard to tell apart from it.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Games in ten at this win rate.
fn in_ten(rate: f64) -> i64 {
    (10.0 * rate).round() as i64
}

/// What counts as much in a unit.
fn much(unit: Unit) -> f64 {
    match unit {
        Unit::Discs => 4.0,
        Unit::Seeds => 3.0,
        Unit::Points => 300.0,
        Unit::WinRate => 0.15,
        Unit::Reward => 0.3,
    }
}

/// A move of the user between two of the opponent's: its place, and the reasons around it.
fn answers<'a>(plies: &'a [Heard<'a>]) -> impl Iterator<Item = (usize, &'a Reason, &'a Reason)> {
    plies.windows(3).enumerate().filter_map(|(before, three)| match three {
        [Heard { reason: Some(one), .. }, Heard { reason: None, .. }, Heard { reason: Some(two), .. }] => {
            Some((before + 1, *one, *two))
        }
        _ => None,
    })
}

/// The better move that the user did not see, if the reasons show one.
fn missed<'a>(plies: &[Heard<'_>], (ply, before, after): (usize, &'a Reason, &'a Reason)) -> Option<&'a str> {
    match (before, after) {
        (Reason::Search { value, unit, line, .. }, Reason::Search { value: then, .. }) => {
            let expected = line.get(1)?;
            (expected != plies[ply].mv && then - value >= much(*unit)).then_some(expected)
        }
        _ => None,
    }
}

/// The better move that was overlooked most often, the first of those.
fn overlooked(plies: &[Heard<'_>]) -> Option<Remark> {
    let told = plies.iter().enumerate().filter_map(|(ply, heard)| match heard.reason? {
        Reason::Adaptive { overlooked: Some(mv), .. } => Some((ply.checked_sub(1)?, mv.as_str())),
        _ => None,
    });
    let searched = answers(plies).filter_map(|answer| Some((answer.0, missed(plies, answer)?)));
    let all: Vec<(usize, &str)> = told.chain(searched).collect();
    let times = |mv: &str| all.iter().filter(|(_, other)| *other == mv).count();
    let most = all.iter().map(|(_, mv)| times(mv)).max()?;
    let &(ply, mv) = all.iter().find(|(_, mv)| times(mv) == most)?;
    Some(Remark::Overlooked { mv: mv.to_owned(), ply, times: most })
}

/// The user's move after which the opponent thought more of them, or of their position.
fn surprising(plies: &[Heard<'_>]) -> Option<Remark> {
    let surprise = |(ply, before, after): (usize, &Reason, &Reason)| {
        let share = match (before, after) {
            (Reason::Adaptive { user, .. }, Reason::Adaptive { user: then, .. }) => {
                (then - user) / SURPRISING_ELO
            }
            (Reason::Search { value, unit, .. }, Reason::Search { value: then, .. }) => {
                (value - then) / much(*unit)
            }
            _ => return None,
        };
        (share >= 1.0).then_some((ply, share))
    };
    let most = answers(plies).filter_map(surprise).max_by(|one, two| one.1.total_cmp(&two.1));
    most.map(|(ply, _)| Remark::Surprised { ply })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;

    fn elo_estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { scale: StrengthUnit::Elo, value, low, high }
    }

    fn adaptive(user: f64, overlooked: Option<&str>) -> Reason {
        Reason::Adaptive {
            user,
            low: user - 100.0,
            high: user + 100.0,
            target: 0.5,
            strength: user,
            probability: 0.5,
            at_top: false,
            ruling: Ruling::Allowed,
            best: "a1".to_owned(),
            loss: 0.0,
            overlooked: overlooked.map(str::to_owned),
        }
    }

    fn search(value: f64, line: &[&str]) -> Reason {
        let line = line.iter().map(|&mv| mv.to_owned()).collect();
        Reason::Search { value, unit: Unit::Discs, exact: false, worst: false, depth: 4, nodes: 9, line }
    }

    fn said(remarks: &[Remark], language: Language) -> Vec<String> {
        let named = |ply: usize, mv: &str| format!("{mv}@{ply}");
        remarks.iter().map(|remark| remark.sentence(language, &named)).collect()
    }

    #[test]
    fn before_a_game_it_says_what_it_will_do() {
        let english = |target, known| said(&Remark::before(target, known), Language::English).join(" ");
        assert_eq!(english(0.5, None), "I watch your moves and play at your level.");
        let easy = english(0.3, Some(elo_estimate(1149.0, 1000.0, 1300.0)));
        assert!(easy.contains("easier: about 7 games in ten") && easy.contains("about 1,150."), "{easy}");
        assert!(english(0.7, None).contains("harder: about 3 games"));
        assert!(!english(0.5, Some(elo_estimate(500.0, 0.0, 1000.0))).contains("500"), "too vague to tell");
    }

    #[test]
    fn after_a_game_it_says_what_it_takes_the_user_for_and_what_was_overlooked() {
        let reasons = [adaptive(900.0, None), adaptive(870.0, Some("d3")), adaptive(840.0, Some("d3"))];
        let heard = |mv, reason| Heard { mv, reason };
        let plies = [
            heard("f5", Some(&reasons[0])),
            heard("f6", None),
            heard("e6", Some(&reasons[1])),
            heard("c5", None),
            heard("c4", Some(&reasons[2])),
        ];
        let remarks = Remark::after(&plies, Some(elo_estimate(846.0, 700.0, 1020.0)));
        let english = said(&remarks, Language::English);
        assert_eq!(
            english,
            ["I take you for about 850 (700 to 1,000; random play is 0).", "You overlooked d3@1 twice."]
        );
        for sentence in said(&remarks, Language::Japanese) {
            assert!(sentence.ends_with('。') && !sentence.contains("user"), "{sentence}");
        }
    }

    #[test]
    fn a_search_knows_what_it_expected() {
        let plies = |reply, then| {
            let reasons = [search(1.0, &["d3", "c5", "c4"]), search(then, &["e3", "f4"])];
            let [one, two] = &reasons;
            Remark::after(
                &[
                    Heard { mv: "d3", reason: Some(one) },
                    Heard { mv: reply, reason: None },
                    Heard { mv: "e3", reason: Some(two) },
                ],
                None,
            )
        };
        let missed = Remark::Overlooked { mv: "c5".to_owned(), ply: 1, times: 1 };
        assert_eq!(plies("g8", 6.0), [missed]);
        assert_eq!(plies("c5", 6.0), [], "it was played");
        assert_eq!(plies("g8", 2.0), [], "it made no difference");
        assert_eq!(plies("g8", -5.0), [Remark::Surprised { ply: 1 }]);
    }

    #[test]
    fn no_number_of_the_model_is_heard_during_a_game() {
        for language in [Language::English, Language::Japanese] {
            assert_eq!(adaptive(114.0, Some("d3")).for_player(language), "");
        }
        assert!(!Reason::OnlyMove.for_player(Language::English).is_empty());
    }
}
