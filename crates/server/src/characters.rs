//! Who the opponents are: what they are called, what they do, and what they say.

use opponents::{Estimate, Language, Remark};

use crate::geometry::Both;
use crate::levels;
use crate::wire::{Level, Text, Wish};

/// The character behind "My level": the mirror.
pub(crate) const ADAPTIVE_WHO: Both = ("Kagami", "かがみ");

/// A level of fixed strength.
pub(crate) struct FixedLevel {
    /// How strong it is.
    pub(crate) name: Both,
    /// The character that plays there.
    pub(crate) who: Both,
    /// What it does.
    pub(crate) about: Both,
    /// What it says before a game.
    hello: Both,
}

/// The levels of fixed strength, the weakest first.
pub(crate) const FIXED: [FixedLevel; 5] = [
    FixedLevel {
        name: ("Beginner", "入門"),
        who: ("Hina", "ひな"),
        about: ("Knows the rules and makes many mistakes.", "ルールを覚えたばかりの強さ。よく間違えます。"),
        hello: (
            "I have only just learned the rules. Be patient with me.",
            "ルールを覚えたばかりです。お手やわらかに。",
        ),
    },
    FixedLevel {
        name: ("Easy", "初級"),
        who: ("Pon", "ぽん"),
        about: ("Looks one move ahead and misses a lot.", "1手先だけを読み、見落としが多めです。"),
        hello: (
            "I look one move ahead. Sometimes I even see something.",
            "1手先だけ考えます。よく見落とします。",
        ),
    },
    FixedLevel {
        name: ("Medium", "中級"),
        who: ("Tama", "たま"),
        about: ("Looks a little ahead and makes some mistakes.", "少し先を読み、ときどき間違えます。"),
        hello: (
            "I look a little ahead, and make mistakes now and then.",
            "少し先まで考えます。ときどき間違えます。",
        ),
    },
    FixedLevel {
        name: ("Hard", "上級"),
        who: ("Kon", "こん"),
        about: (
            "Looks several moves ahead and rarely makes mistakes.",
            "数手先まで読み、ほとんど間違えません。",
        ),
        hello: ("I think several moves ahead. Take your time.", "数手先まで考えます。どうぞごゆっくり。"),
    },
    FixedLevel {
        name: ("Expert", "最強"),
        who: ("Fuku", "ふく"),
        about: ("As strong as it gets within a second per move.", "1手1秒以内で考える、最も強い相手です。"),
        hello: (
            "I will do the best I can. Good luck to both of us.",
            "全力でお相手します。よろしくお願いします。",
        ),
    },
];

/// What the opponent of a level says before a game; the adaptive one has heard a wish and may know the
/// player.
#[must_use]
pub(crate) fn hello(level: &Level, wish: Option<Wish>, known: Option<Estimate>) -> Vec<Text> {
    if levels::is_adaptive(&level.opponent) {
        let target = wish.unwrap_or(Wish::Even).target().parse().unwrap_or(0.5);
        return Remark::before(target, known)
            .iter()
            .map(|remark| remark_said(remark, &|_, _| Text::same("")))
            .collect();
    }
    let number = level.id.strip_prefix("level-").and_then(|number| number.parse::<usize>().ok());
    let fixed = number.and_then(|number| FIXED.get(number.checked_sub(1)?));
    fixed.map(|level| Text::new(level.hello.0, level.hello.1)).into_iter().collect()
}

/// A remark in both languages; `named` says what people call a move at a place of the game.
#[must_use]
pub(crate) fn remark_said(remark: &Remark, named: &dyn Fn(usize, &str) -> Text) -> Text {
    Text {
        en: remark.sentence(Language::English, &|ply, mv| named(ply, mv).en),
        ja: remark.sentence(Language::Japanese, &|ply, mv| named(ply, mv).ja),
    }
}
