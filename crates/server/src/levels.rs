//! The opponents that a player can choose: in each game one that adapts to them, five of fixed strength, and
//! the players of the documents.
//!
//! Those of fixed strength stand in the roster, the players of the documents in each game's
//! `geometry/NAME.rs`. Ratings are in Elo with random play at 0, the same scale on which the adaptive one
//! estimates: `gokaku calibrate` measures the fixed levels with its reference players. Games against other
//! opponents are not rated.

use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::Duration;

use opponents::{MeasuredOpponent, Name, NameError, Roster, StrengthUnit, behind_book, by_name};
use statistics::Glicko;

use crate::characters::{ADAPTIVE_WHO, FIXED};
use crate::geometry::{Both, Geometry, ResearchPlayer};
use crate::wire::{Company, Experience, GameKind, Level, Text, Wish};
use games::with_game;

/// The id of the adaptive level.
pub(crate) const MY_LEVEL: &str = "my-level";

/// How the ids of the documents' players begin.
const RESEARCH: &str = "research-";

/// Its id in tables that were stored before it was renamed.
const OLD_MY_LEVEL: &str = "fits-me";

/// The adaptive opponent, the same in every game.
const ADAPTIVE: &str = "gokaku";

/// The most that a browser may ask of an opponent, by option. Some searches cannot be stopped before they
/// have done what their name says, so that must be little; the others are ended by the clock.
const BOUNDS: [(&str, RangeInclusive<u64>); 3] =
    [("threads", 1..=2), ("nodes", 1..=100_000_000), ("hash", 1..=32)];

/// The most playouts without a limit of time, and with one, which then ends the search.
const MOST_PLAYOUTS: [u64; 2] = [20_000, 200_000];

/// The deepest search of those that keep tables between moves or cannot be stopped.
const DEEPEST_UNSTOPPABLE: u64 = 6;

/// The most playouts of the policy's player, which cannot be stopped: four times the usual.
const MOST_BY_POLICY: u64 = 200;

/// The most rungs of a ladder.
const MOST_RUNGS: usize = 12;

/// The levels of a game, the adaptive one first.
#[must_use]
pub(crate) fn levels(game: GameKind) -> Vec<Level> {
    let adaptive = Level {
        id: MY_LEVEL.to_owned(),
        name: Text::new("My level", "自分に合わせる"),
        about: Text::new(
            "Estimates your strength from your moves and results, and plays at that level.",
            "あなたの手と対局結果から強さを推定し、同じくらいの強さになるように調整します。",
        ),
        opponent: ADAPTIVE.to_owned(),
        who: Some(text(ADAPTIVE_WHO)),
        source: None,
    };
    let fixed = (1..).zip(FIXED.iter().zip(fixed(game))).map(|(number, (level, opponent))| Level {
        id: format!("level-{number}"),
        name: text(level.name),
        who: Some(text(level.who)),
        about: text(level.about),
        opponent: opponent.to_owned(),
        source: None,
    });
    let research = research(game).iter().map(|player| Level {
        id: format!("{RESEARCH}{}", player.id),
        name: text(player.name),
        who: None,
        about: text(player.about),
        opponent: player.opponent.to_owned(),
        source: Some(text(player.source)),
    });
    // A game without reference players has no adaptive opponent.
    let has_adaptive = with_game!(game, G => full_name::<G>(ADAPTIVE).is_ok());
    has_adaptive.then_some(adaptive).into_iter().chain(fixed).chain(research).collect()
}

fn text((en, ja): Both) -> Text {
    Text::new(en, ja)
}

fn research(game: GameKind) -> &'static [ResearchPlayer] {
    with_game!(game, G => G::RESEARCH)
}

/// Whether a level is a player of the documents: its games are not rated, even if a fixed level plays alike.
#[must_use]
pub(crate) fn is_research(level: &str) -> bool {
    level.starts_with(RESEARCH)
}

/// Where games at this level begin, if not from the usual start.
#[must_use]
pub(crate) fn start(game: GameKind, level: &str) -> Option<&'static str> {
    let id = level.strip_prefix(RESEARCH)?;
    research(game).iter().find(|player| player.id == id)?.start
}

fn fixed(game: GameKind) -> [&'static str; 5] {
    with_game!(game, G => G::LEVELS)
}

/// The level of a table at which two people share a screen.
const ONE_BOARD: &str = "one-board";

/// The level of a table whose second seat is for whoever opens its link.
const BY_LINK: &str = "by-link";

/// Who sits across the board at a table of this level.
#[must_use]
pub(crate) fn company(level: &str) -> Company {
    match level {
        ONE_BOARD | RECORD => Company::OneBoard,
        BY_LINK => Company::ByLink,
        _ => Company::Opponent,
    }
}

/// How two people can play each other.
#[must_use]
pub(crate) fn two_people() -> Vec<Level> {
    let level = |id: &str, name, about| Level {
        id: id.to_owned(),
        name: text(name),
        who: None,
        about: text(about),
        opponent: String::new(),
        source: None,
    };
    vec![
        level(
            ONE_BOARD,
            ("Two people", "ふたりで"),
            ("You take turns in front of this screen.", "この画面の前で、交代しながら対局します。"),
        ),
        level(
            BY_LINK,
            ("Two people, by a link", "ふたりで（リンク）"),
            (
                "You get a link to send. Whoever opens it first plays against you.",
                "リンクが作られます。送った相手が開くと、対局が始まります。",
            ),
        ),
    ]
}

/// The level of a record from elsewhere: a game between two people, of whom nobody is the player.
pub(crate) const RECORD: &str = "record";

fn record() -> Level {
    Level {
        id: RECORD.to_owned(),
        name: Text::new("Record", "棋譜"),
        who: None,
        about: Text::new("A record that was opened for review.", "検討のために読み込んだ棋譜です。"),
        opponent: String::new(),
        source: None,
    }
}

/// The level of a study's tables.
pub(crate) const IN_STUDY: &str = "study";

/// The opponent in a study, as far as the participant may know.
#[must_use]
pub(crate) fn in_study() -> Level {
    Level {
        id: IN_STUDY.to_owned(),
        name: Text::new("Opponent", "対戦相手"),
        who: None,
        about: Text::new("Not revealed in this study.", "この調査では公開されません。"),
        opponent: String::new(),
        source: None,
    }
}

/// The name of an opponent that is told what the player says of themselves and wishes, if it wants to know.
#[must_use]
pub(crate) fn told(opponent: &str, experience: Option<Experience>, wish: Option<Wish>) -> String {
    if opponent != ADAPTIVE {
        return opponent.to_owned();
    }
    let mut name = Name::plain(ADAPTIVE);
    if let Some(wish) = wish {
        name = name.with("target", wish.target());
    }
    if let Some(experience) = experience {
        name = name.with("prior", experience.word());
    }
    name.to_string()
}

/// The level with this id.
#[must_use]
pub(crate) fn level(game: GameKind, id: &str) -> Option<Level> {
    let id = if id == OLD_MY_LEVEL { MY_LEVEL } else { id };
    levels(game).into_iter().chain(two_people()).chain([record()]).find(|level| level.id == id)
}

/// An opponent that a browser named, as a level; its name is checked and bounded.
///
/// # Errors
/// There is no such opponent of ours, or it asks for too much; the sentence says what is expected.
pub(crate) fn named(game: GameKind, name: &str) -> Result<Level, String> {
    let player = behind_book(name).unwrap_or(name);
    let parsed: Name = player.parse().map_err(|error: NameError| error.to_string())?;
    bound(&parsed)?;
    let full = with_game!(game, G => full_name::<G>(name)).map_err(|error| error.to_string())?;
    // A table is opened again by its full name, defaults included.
    let player = behind_book(&full).unwrap_or(&full);
    bound(&player.parse().map_err(|error: NameError| error.to_string())?)?;
    Ok(Level {
        id: "named".to_owned(),
        name: Text::same(name),
        who: None,
        about: Text::new("An opponent chosen by name.", "名前で指定した相手です。"),
        opponent: full,
        source: None,
    })
}

/// The name with every option spelled out. Only our own opponents are found here: nothing is started, no file
/// is read.
fn full_name<G: Geometry>(name: &str) -> Result<String, NameError> {
    Ok(by_name::<G>(name, 0)?.name())
}

/// How long an opponent would like to think, if its name says so.
#[must_use]
pub(crate) fn time(opponent: &str) -> Option<Duration> {
    let name: Name = behind_book(opponent).unwrap_or(opponent).parse().ok()?;
    name.options().time("time").ok()?
}

fn bound(name: &Name) -> Result<(), String> {
    // Its playouts ask a network at every step.
    let most_playouts = match name.opponent() {
        "pm" => MOST_BY_POLICY,
        _ => MOST_PLAYOUTS[usize::from(name.get("time").is_some())],
    };
    if let Some(playouts) = name.get("playouts")
        && !playouts.parse().is_ok_and(|playouts: u64| (1..=most_playouts).contains(&playouts))
    {
        return Err(format!("{}: expected from 1 to {most_playouts} playouts here", name.opponent()));
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
    let cannot_stop = matches!(name.opponent(), "balance" | "negamax");
    if let Some(depth) = name.get("depth").filter(|_| cannot_stop)
        && !depth.parse().is_ok_and(|depth: u64| depth <= DEEPEST_UNSTOPPABLE)
    {
        return Err(format!(
            "{}: found depth={depth}, expected at most {DEEPEST_UNSTOPPABLE} here",
            name.opponent()
        ));
    }
    if cannot_stop && name.get("time").or(name.get("nodes")).is_some() {
        return Err(format!("{}: expected a depth and no other limit here", name.opponent()));
    }
    match name.get("rungs") {
        Some(rungs) if rungs.split('/').count() > MOST_RUNGS => {
            Err(format!("{}: expected at most {MOST_RUNGS} rungs here", name.opponent()))
        }
        _ => Ok(()),
    }
}

/// Whether an opponent remembers something from one move to the next and is worth keeping. The others begin
/// from nothing: they are made anew for every move, since their tables can be large.
#[must_use]
pub(crate) fn remembers(game: GameKind, opponent: &str) -> bool {
    match opponent.split(':').next() {
        Some("alphabeta" | "mcts") => false,
        // Shogi's remembers the mate it has let go.
        Some("balance") => game == GameKind::Shogi,
        _ => true,
    }
}

/// How strong the fixed levels are, and what is assumed of a new player, in every calibrated game.
static RATINGS: LazyLock<Vec<(GameKind, Vec<MeasuredOpponent>, Glicko)>> = LazyLock::new(|| {
    let of_game = |&game: &GameKind| {
        let (measured, (rating, deviation)) = with_game!(game, G => {
            let adaptive = <G as Roster>::adaptive()?;
            (adaptive.calibration().ok()?.levels, adaptive.usual_user().ok()?)
        });
        Some((game, measured, Glicko { rating, deviation, ..Glicko::default() }))
    };
    GameKind::ALL.iter().filter_map(of_game).collect()
});

/// The rating of an opponent of fixed strength, if it is known.
#[must_use]
pub(crate) fn rating(game: GameKind, opponent: &str) -> Option<Glicko> {
    let (_, levels, _) = RATINGS.iter().find(|(known, ..)| *known == game)?;
    let elo = levels.iter().find(|level| level.opponent == opponent)?.elo;
    Some(Glicko { rating: elo.value, deviation: elo.standard_deviation(), ..Glicko::default() })
}

/// The fixed levels of a game with their ratings, from weak to strong.
#[must_use]
pub(crate) fn rated(game: GameKind) -> Vec<(Text, f64)> {
    let with_rating = |level: Level| Some((level.name, rating(game, &level.opponent)?.rating));
    let fixed = levels(game).into_iter().filter(|level| !is_research(&level.id));
    let mut rated: Vec<(Text, f64)> = fixed.filter_map(with_rating).collect();
    rated.sort_by(|one, two| one.1.total_cmp(&two.1));
    rated
}

/// Whether an opponent is the adaptive one, with whatever options.
#[must_use]
pub(crate) fn is_adaptive(opponent: &str) -> bool {
    opponent.split(':').next() == Some(ADAPTIVE)
}

/// The rating of somebody who has not played yet.
#[must_use]
pub(crate) fn unknown(game: GameKind) -> Glicko {
    let known = RATINGS.iter().find(|(known, ..)| *known == game);
    known.map_or_else(Glicko::default, |(_, _, unknown)| *unknown)
}

/// What an opponent's estimates count.
#[must_use]
pub(crate) fn scale(scale: StrengthUnit) -> Text {
    match scale {
        StrengthUnit::TreeDepth => Text::new("search depth", "読みの深さ"),
        StrengthUnit::Elo => Text::new("Elo (random play = 0)", "ランダムな着手を0とするElo"),
        StrengthUnit::Share => Text::new("move quality, 0 to 1 (best move = 1)", "手の質、0〜1（最善手が1）"),
    }
}

#[cfg(test)]
mod tests {
    use games::Side;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// What `first` scores against `second` in one game.
    fn score<G: Geometry>(first: &str, second: &str, seed: u64) -> f64 {
        let mut players = [first, second].map(|name| by_name::<G>(name, seed).unwrap());
        let mut game = G::deal(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        for side in Side::BOTH {
            players[side.index()].begin(&game.view(side), &[]);
        }
        while game.outcome().is_none() {
            let side = game.side_to_move();
            let mv = players[side.index()].choose(&game.view(side)).unwrap().mv;
            players[side.other().index()].observe(&game.view(side.other()), mv);
            game.play(mv).unwrap();
        }
        game.outcome().unwrap().score(Side::First).unwrap()
    }

    #[test]
    fn a_higher_level_beats_a_lower_one() {
        for &game in GameKind::ALL {
            let [_, low, high, ..] = fixed(game);
            let scored: f64 = (0..5)
                .map(|seed| {
                    with_game!(game, G => score::<G>(high, low, seed) + 1.0 - score::<G>(low, high, seed))
                })
                .sum();
            assert!(scored > 5.0, "{game}: {high} scores {scored} of 10 against {low}");
        }
    }

    #[test]
    fn a_table_stored_under_the_old_id_still_has_its_level() {
        assert_eq!(level(GameKind::Othello, "fits-me"), level(GameKind::Othello, MY_LEVEL));
    }

    #[test]
    fn only_who_adapts_is_told_of_experience() {
        assert_eq!(told(ADAPTIVE, None, None), ADAPTIVE);
        assert_eq!(told(ADAPTIVE, Some(Experience::Casual), None), "gokaku:prior=casual");
        assert_eq!(told("random", Some(Experience::Casual), Some(Wish::Harder)), "random");
        for wish in [Wish::Easier, Wish::Even, Wish::Harder] {
            let name = told(ADAPTIVE, None, Some(wish));
            assert!(name.contains(wish.target()), "{name}");
            assert!(full_name::<games::kalah::Kalah>(&name).is_ok());
        }
        let all = [Experience::Beginner, Experience::Casual, Experience::Regular, Experience::Tournament];
        for experience in all {
            assert!(full_name::<games::kalah::Kalah>(&told(ADAPTIVE, Some(experience), None)).is_ok());
        }
    }

    #[test]
    fn every_level_is_an_opponent_of_its_game() {
        for &game in GameKind::ALL {
            let levels = levels(game);
            let is_adaptive = with_game!(game, G => <G as Roster>::OPPONENTS.contains(&ADAPTIVE));
            assert_eq!(levels.len(), 5 + usize::from(is_adaptive) + research(game).len());
            assert_eq!(levels[0].id == MY_LEVEL, is_adaptive);
            for level in levels {
                named(game, &level.opponent).unwrap();
            }
        }
    }

    /// The players of the documents (`docs/references.md`), by how their names begin and where they play.
    #[test]
    fn every_player_of_the_documents_can_be_chosen() {
        for (game, players) in [
            (
                GameKind::Othello,
                ["ladder", "balance", "alphabeta:eval=three-term,time=2s", "sign=-1"].as_slice(),
            ),
            (GameKind::Kalah, &["select-q", "q:max", "q:min", "alphabeta"]),
            (GameKind::Shogi, &["balance", "shallow=", "noise=", "eval=imitation"]),
            (GameKind::Geister, &["mc", "mc:belief=", "pr", "pm", "pm:belief=", "ra"]),
        ] {
            let levels = levels(game);
            for player in players {
                let found =
                    levels.iter().find(|level| level.source.is_some() && level.opponent.contains(player));
                let found = found.unwrap_or_else(|| panic!("{game}: {player}"));
                assert!(!found.about.en.is_empty() && !found.about.ja.is_empty());
                assert!(is_research(&found.id), "{player} is not rated");
            }
        }
        let boards: Vec<usize> = levels(GameKind::Kalah)
            .iter()
            .filter(|level| level.opponent == "select-q")
            .map(|level| {
                start(GameKind::Kalah, &level.id).map_or(6, |start| start.split(',').count() / 2 + 1)
            })
            .collect();
        assert_eq!(boards, [3, 4, 6], "selectQ plays on the boards of its paper and on the usual one");
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
            (GameKind::Shogi, "book:opponent=balance:depth=20"),
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
