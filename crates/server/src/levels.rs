//! Whom a player can choose to play against: in each game somebody who fits them, and five of fixed strength.
//!
//! This is the one place that says who that is. To let another opponent be "fits me", change [`FITS_ME`].

use std::ops::RangeInclusive;
use std::time::Duration;

use opponents::{Name, NameError, Scale, by_name};

use crate::geometry::Geometry;
use crate::wire::{GameKind, Level, Text};
use games::with_game;

/// The adaptive opponent, the same in every game.
const FITS_ME: &str = "gokaku";

/// Opponents of fixed strength, from one that a beginner beats to the strongest that answers within a second.
const FIXED: [(GameKind, [&str; 5]); 4] = [
    (
        GameKind::Othello,
        [
            "alphabeta:depth=1,noise=24",
            "alphabeta:depth=1,noise=12",
            "alphabeta:depth=1,noise=5",
            "alphabeta:depth=3",
            "alphabeta:depth=8",
        ],
    ),
    (
        GameKind::Kalah,
        [
            "alphabeta:depth=1,noise=12",
            "alphabeta:depth=1,noise=4",
            "alphabeta:depth=2,noise=1",
            "alphabeta:depth=4",
            "alphabeta:depth=9",
        ],
    ),
    (
        GameKind::Shogi,
        [
            "alphabeta:depth=1,noise=1500",
            "alphabeta:depth=1,noise=500",
            "alphabeta:depth=1,noise=100",
            "alphabeta:depth=3",
            "alphabeta:depth=5",
        ],
    ),
    (
        GameKind::Geister,
        [
            "ra",
            "mc:playouts=30",
            "mc:playouts=300",
            "mc:playouts=3000",
            "mc:playouts=20000,belief=count-cumulative",
        ],
    ),
];

/// An opponent's name, its rating and the standard deviation of that.
type Rating = (&'static str, f64, f64);

/// Ratings of opponents, by `gokaku rate` after games of the levels and `random`, shifted so that `random` has 800 points: somebody who
/// knows the rules and nothing else. Kalah: a round robin, 14 games a pairing (seed 7); the others: neighbours and next neighbours, 40
/// games a pairing, in shogi 20 from engine testers' opening lines, since searches without noise repeat their games (seed 3). Games
/// against others are not rated.
const RATINGS: [(GameKind, &[Rating]); 4] = [
    (
        GameKind::Othello,
        &[
            ("alphabeta:depth=1,noise=24", 1091.0, 77.0),
            ("alphabeta:depth=1,noise=12", 1357.0, 72.0),
            ("alphabeta:depth=1,noise=5", 1756.0, 73.0),
            ("alphabeta:depth=3", 2431.0, 113.0),
            ("alphabeta:depth=8", 3125.0, 173.0),
        ],
    ),
    (
        GameKind::Kalah,
        &[
            ("alphabeta:depth=1,noise=12", 1386.0, 133.0),
            ("alphabeta:depth=1,noise=4", 1480.0, 119.0),
            ("alphabeta:depth=2,noise=1", 2214.0, 113.0),
            ("alphabeta:depth=4", 2587.0, 148.0),
            ("alphabeta:depth=9", 3106.0, 220.0),
        ],
    ),
    (
        GameKind::Shogi,
        &[
            ("alphabeta:depth=1,noise=1500", 1380.0, 118.0),
            ("alphabeta:depth=1,noise=500", 1787.0, 103.0),
            ("alphabeta:depth=1,noise=100", 2365.0, 101.0),
            ("alphabeta:depth=3", 2855.0, 121.0),
            ("alphabeta:depth=5", 3131.0, 129.0),
        ],
    ),
    (
        GameKind::Geister,
        &[
            ("ra", 832.0, 44.0),
            ("mc:playouts=30", 984.0, 38.0),
            ("mc:playouts=300", 1317.0, 38.0),
            ("mc:playouts=3000", 1546.0, 47.0),
            ("mc:playouts=20000,belief=count-cumulative", 1655.0, 53.0),
        ],
    ),
];

/// The most that a browser may ask of an opponent, by option. Some searches cannot be stopped before they have done what their
/// name says, so that must be little; the others are ended by the clock.
const BOUNDS: [(&str, RangeInclusive<u64>); 4] =
    [("playouts", 1..=20_000), ("threads", 1..=1), ("nodes", 1..=100_000_000), ("hash", 1..=32)];

/// The deepest search of those that keep tables between moves or cannot be stopped.
const DEEPEST_KEPT: u64 = 6;

/// The most playouts of the policy's player, which cannot be stopped: four times the usual.
const MOST_BY_POLICY: u64 = 200;

/// The most rungs of a ladder.
const MOST_RUNGS: usize = 12;

fn of<T: Copy>(table: &[(GameKind, T)], game: GameKind) -> Option<T> {
    table.iter().find(|(known, _)| *known == game).map(|&(_, value)| value)
}

/// The levels of a game, the adaptive one first.
#[must_use]
pub(crate) fn levels(game: GameKind) -> Vec<Level> {
    let adaptive = Level {
        id: "fits-me".to_owned(),
        name: Text::new("Fits me", "ちょうどよい相手"),
        about: Text::new(
            "Finds out from your moves and results how strong you are, and plays as somebody of your strength plays.",
            "あなたの手と結果から強さを見積もり、同じくらいの強さの人のように指します。",
        ),
        opponent: FITS_ME.to_owned(),
    };
    let fixed = FIXED.iter().filter(|(known, _)| *known == game).flat_map(|(_, names)| names);
    let fixed = (1..=5).zip(fixed).map(|(number, opponent)| Level {
        id: format!("level-{number}"),
        name: Text::new(FIXED_NAMES[number - 1].0, FIXED_NAMES[number - 1].1),
        about: Text::new(FIXED_NAMES[number - 1].2, FIXED_NAMES[number - 1].3),
        opponent: (*opponent).to_owned(),
    });
    std::iter::once(adaptive).chain(fixed).collect()
}

/// What the fixed levels are called, and what they do.
const FIXED_NAMES: [(&str, &str, &str, &str); 5] = [
    (
        "First steps",
        "はじめて",
        "Knows the rules and little else; it often errs.",
        "ルールを覚えたばかり。よく間違えます。",
    ),
    ("Easy", "やさしい", "Looks one move ahead and overlooks much.", "一手先だけを見て、よく見落とします。"),
    ("Medium", "ふつう", "Looks ahead a little; mistakes cost you something.", "少し先を読みます。"),
    ("Hard", "つよい", "Looks several moves ahead and seldom errs.", "数手先まで読み、あまり間違えません。"),
    (
        "Strongest",
        "最強",
        "As strong as it gets within a second a move.",
        "一秒以内で指せる最も強い手を指します。",
    ),
];

/// The level of a study's tables.
pub(crate) const IN_STUDY: &str = "study";

/// Who plays against a participant of a study, as far as they may know.
#[must_use]
pub(crate) fn in_study() -> Level {
    Level {
        id: IN_STUDY.to_owned(),
        name: Text::new("Opponent", "対戦相手"),
        about: Text::new(
            "Who this is stays open in the study.",
            "誰であるかは、この調査では明かされません。",
        ),
        opponent: String::new(),
    }
}

/// The level with this id.
#[must_use]
pub(crate) fn level(game: GameKind, id: &str) -> Option<Level> {
    levels(game).into_iter().find(|level| level.id == id)
}

/// An opponent that a browser named, as a level; its name is checked and bounded.
///
/// # Errors
/// There is no such opponent of ours, or it asks for too much; the sentence says what is expected.
pub(crate) fn named(game: GameKind, name: &str) -> Result<Level, String> {
    let parsed: Name = name.parse().map_err(|error: NameError| error.to_string())?;
    bound(&parsed)?;
    let full = with_game!(game, G => full_name::<G>(name)).map_err(|error| error.to_string())?;
    Ok(Level {
        id: "named".to_owned(),
        name: Text::same(name),
        about: Text::new("An opponent you named yourself.", "名前で指定した相手です。"),
        opponent: full,
    })
}

/// The name with every option spelled out. Only our own opponents are found here: nothing is started, no file is read.
fn full_name<G: Geometry>(name: &str) -> Result<String, NameError> {
    Ok(by_name::<G>(name, 0)?.name())
}

/// How long an opponent would like to think, if its name says so.
#[must_use]
pub(crate) fn time(opponent: &str) -> Option<Duration> {
    let name: Name = opponent.parse().ok()?;
    name.options().time("time").ok()?
}

fn bound(name: &Name) -> Result<(), String> {
    // Its playouts ask a network at every step.
    let most_playouts = if name.opponent() == "pm" { MOST_BY_POLICY } else { u64::MAX };
    if name
        .get("playouts")
        .is_some_and(|playouts| playouts.parse().is_ok_and(|playouts: u64| playouts > most_playouts))
    {
        return Err(format!("{}: expected at most {most_playouts} playouts here", name.opponent()));
    }
    for (key, range) in BOUNDS {
        if let Some(value) = name.get(key)
            && !value.parse().is_ok_and(|value: u64| range.contains(&value))
        {
            let (least, most) = (range.start(), range.end());
            return Err(format!(
                "{}: found {key}={value}, expected a number from {least} to {most} here",
                name.opponent()
            ));
        }
    }
    let kept = matches!(name.opponent(), "balance" | "negamax");
    if let Some(depth) = name.get("depth").filter(|_| kept)
        && !depth.parse().is_ok_and(|depth: u64| depth <= DEEPEST_KEPT)
    {
        return Err(format!(
            "{}: found depth={depth}, expected at most {DEEPEST_KEPT} here",
            name.opponent()
        ));
    }
    if kept && name.get("time").or(name.get("nodes")).is_some() {
        return Err(format!("{}: expected a depth and no other limit here", name.opponent()));
    }
    match name.get("rungs") {
        Some(rungs) if rungs.split('/').count() > MOST_RUNGS => {
            Err(format!("{}: expected at most {MOST_RUNGS} rungs here", name.opponent()))
        }
        _ => Ok(()),
    }
}

/// Whether an opponent remembers something from one move to the next and is worth keeping. The others begin from nothing: they
/// are made anew for every move, since their tables can be large.
#[must_use]
pub(crate) fn remembers(game: GameKind, opponent: &str) -> bool {
    match opponent.split(':').next() {
        Some("alphabeta" | "mcts") => false,
        // Shogi's remembers the mate it has let go.
        Some("balance") => game == GameKind::Shogi,
        _ => true,
    }
}

/// The rating of an opponent of fixed strength and its standard deviation, if they are known.
#[must_use]
pub(crate) fn rating(game: GameKind, opponent: &str) -> Option<(f64, f64)> {
    let ratings = of(&RATINGS, game)?;
    ratings.iter().find(|(name, _, _)| *name == opponent).map(|&(_, rating, deviation)| (rating, deviation))
}

/// What an opponent's estimates count.
#[must_use]
pub(crate) fn scale(scale: Scale) -> Text {
    match scale {
        Scale::TreeDepth => {
            Text::new("depth of the tree that plays like you", "あなたに似た打ち手の読みの深さ")
        }
        Scale::Elo => Text::new(
            "strength in Elo, above somebody who moves by chance",
            "強さ（でたらめに動かす人を0としたイロレーティング）",
        ),
        Scale::Share => {
            Text::new("share of the best move's value, from 0 to 1", "最善手に対する手の良さ（0〜1）")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_in_strength() {
        for &game in GameKind::ALL {
            let ratings: Vec<f64> =
                levels(game)[1..].iter().map(|level| rating(game, &level.opponent).unwrap().0).collect();
            assert!(ratings.len() == 5 && ratings.is_sorted(), "{game:?}: {ratings:?}");
        }
    }

    #[test]
    fn every_level_is_an_opponent_of_its_game() {
        for &game in GameKind::ALL {
            let levels = levels(game);
            assert_eq!(levels.len(), 6);
            assert_eq!(levels[0].id, "fits-me");
            for level in levels {
                named(game, &level.opponent).unwrap();
            }
        }
    }

    #[test]
    fn what_a_browser_must_not_ask_for_is_refused() {
        for (game, name) in [
            (GameKind::Othello, "gtp:cat"),
            (GameKind::Othello, "nboard:command=cat"),
            (GameKind::Shogi, "usi:/bin/true"),
            (GameKind::Shogi, "book:file=/etc/passwd,opponent=random"),
            (GameKind::Geister, "gat:listen=0.0.0.0:1"),
            (GameKind::Othello, "ladder:playouts=1000000000"),
            (GameKind::Othello, "ladder:rungs=1/2/3/4/5/6/7/8/9/10/11/12/13"),
            (GameKind::Othello, "mcts:threads=256"),
            (GameKind::Shogi, "balance:depth=20"),
            (GameKind::Shogi, "alphabeta:hash=65536"),
            (GameKind::Kalah, "balance:time=60s"),
            (GameKind::Geister, "negamax:depth=20"),
            (GameKind::Geister, "pm:playouts=1000000"),
            (GameKind::Geister, "pm:playouts=5000"),
            (GameKind::Othello, "grandmaster"),
            (GameKind::Othello, "<script>"),
            (GameKind::Othello, ""),
        ] {
            assert!(named(game, name).is_err(), "{name}");
        }
        assert_eq!(named(GameKind::Kalah, "q:max").unwrap().opponent, "q:max,discount=0.3");
    }
}
