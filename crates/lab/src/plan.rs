//! A plan: which games are to be played.
//!
//! A plan is written as TOML and identified by the hash of its text and of the fingerprint of the opponents.
//! The two determine its games, whoever plays them, in whatever order, however often they are interrupted.

use std::fmt;
use std::str::FromStr;

use games::{Game, GameKind};
use opponents::{Interruptible, analyst_by_name, fingerprint};
use protocols::{ExternalEngines, by_name};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Adjudication, Match, Opening};

/// Opponents, pairings, number of games, and what is stored.
///
/// ```
/// let plan: lab::Plan = r#"
///     game = "othello"
///     opponents = ["random", "mcts:playouts=100"]
///     pairing = "round-robin"
///     games = 200
///     seed = 5
/// "#.parse()?;
/// assert_eq!((plan.pairings().len(), plan.total()), (1, 200));
/// # Ok::<(), lab::PlanError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// Title of the report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The game.
    pub game: String,
    /// The opponents, by name.
    pub opponents: Vec<String>,
    /// Who plays whom.
    #[serde(default)]
    pub pairing: Pairing,
    /// Games of each pairing; the sides change with every game.
    pub games: u64,
    /// Random seed.
    #[serde(default = "one")]
    pub seed: u64,
    /// Start position in the game's notation; by default the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Openings as moves separated by spaces; each is played by both sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// A game that reaches so many moves is adjudicated a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// What is stored of every move.
    #[serde(default)]
    pub keep: Keep,
    /// When a game is adjudicated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
}

const fn one() -> u64 {
    1
}

/// Who plays whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Pairing {
    /// By a scheme.
    Scheme(Scheme),
    /// These opponents, by their numbers from 0.
    List(Vec<[usize; 2]>),
}

impl Default for Pairing {
    fn default() -> Self {
        Pairing::Scheme(Scheme::RoundRobin)
    }
}

/// A pairing scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// Everybody plays everybody.
    RoundRobin,
    /// The first plays all others.
    Gauntlet,
}

/// What is stored of every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// The moves alone.
    Moves,
    /// Also how long they took and the reasons for them.
    #[default]
    Reasons,
}

/// Why a plan is not valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The text is not a plan.
    #[error("{0}")]
    Text(String),
    /// A part is not valid.
    #[error("{key}: found {found}, expected {expected}")]
    Part {
        /// Which part.
        key: &'static str,
        /// What it says.
        found: String,
        /// What it could say.
        expected: String,
    },
}

impl PlanError {
    fn part(key: &'static str, found: &dyn fmt::Display, expected: &dyn fmt::Display) -> PlanError {
        PlanError::Part { key, found: found.to_string(), expected: expected.to_string() }
    }
}

impl FromStr for Plan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Plan, PlanError> {
        toml::from_str(text).map_err(|error: toml::de::Error| PlanError::Text(error.to_string()))
    }
}

/// Chunks of a plan, if it has enough games: enough for many machines, few enough that commits cost under 1%
/// of the time.
const CHUNKS: u64 = 64;

/// The same where a queue carries them.
const QUEUE_CHUNKS: u64 = 1024;

/// The largest chunk.
const LARGEST_CHUNK: u64 = 2000;

/// The game of this name.
fn kind_of(game: &str) -> Result<GameKind, PlanError> {
    game.parse().map_err(|_| PlanError::Part {
        key: "game",
        found: game.to_owned(),
        expected: format!(
            "one of: {}",
            GameKind::ALL.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ")
        ),
    })
}

/// The fingerprint of this program's opponents for the game of this name.
pub(crate) fn fingerprint_of(game: &str) -> Result<&'static str, PlanError> {
    Ok(fingerprint::of(kind_of(game)?))
}

impl Plan {
    /// The plan as TOML, always the same for the same plan.
    ///
    /// # Errors
    /// A number is too large for TOML.
    pub fn text(&self) -> Result<String, PlanError> {
        toml::to_string(self).map_err(|error| PlanError::Text(error.to_string()))
    }

    /// SHA-256 of its text and the fingerprint of the opponents that play it, which identifies its games.
    ///
    /// # Errors
    /// A number is too large for TOML.
    pub fn hash(&self, fingerprint: &str) -> Result<String, PlanError> {
        let mut text = self.text()?;
        // Plans that were stored before there were fingerprints keep their hash.
        if fingerprint != fingerprint::NONE {
            text += &format!("# opponents {fingerprint}\n");
        }
        Ok(hex::encode(Sha256::digest(text)))
    }

    /// The fingerprint of this program's opponents for the plan's game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn fingerprint(&self) -> Result<&'static str, PlanError> {
        fingerprint_of(&self.game)
    }

    /// The plan with full names of all opponents, if it is valid.
    ///
    /// # Errors
    /// An opponent, an opening or a number is not valid.
    pub fn checked<G: ExternalEngines>(mut self) -> Result<Plan, PlanError> {
        if self.game != G::NAME {
            return Err(PlanError::part("game", &self.game, &G::NAME));
        }
        for name in &mut self.opponents {
            let opponent = by_name::<G>(name, self.seed);
            *name = opponent.map_err(|error| PlanError::Text(format!("opponents: {error}")))?.name();
        }
        // TOML has no larger numbers.
        if self.games == 0 || self.games.saturating_mul(self.pairings().len() as u64) > i64::MAX as u64 {
            return Err(PlanError::part("games", &self.games, &"at least 1"));
        }
        if self.seed > i64::MAX as u64 {
            return Err(PlanError::part("seed", &self.seed, &"a number below 2^63"));
        }
        let count = self.opponents.len();
        if count < 2 {
            return Err(PlanError::part("opponents", &count, &"at least two"));
        }
        let unknown = self.pairings().into_iter().find(|pair| pair.iter().any(|&number| number >= count));
        if let Some([a, b]) = unknown {
            let expected = format!("numbers from 0 to {}", count - 1);
            return Err(PlanError::part("pairing", &format_args!("{a} and {b}"), &expected));
        }
        if self.pairings().is_empty() {
            return Err(PlanError::part("pairing", &"no pair", &"at least one"));
        }
        self.openings::<G>()?;
        if let Some(rule) = &mut self.adjudicate {
            check_adjudication::<G>(rule, self.seed)?;
        }
        Ok(self)
    }

    /// The pairings, by the numbers of the opponents.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.opponents.len();
        match &self.pairing {
            Pairing::Scheme(Scheme::RoundRobin) => {
                (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
            }
            Pairing::Scheme(Scheme::Gauntlet) => (1..count).map(|b| [0, b]).collect(),
            Pairing::List(pairs) => pairs.clone(),
        }
    }

    /// Games in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.games * self.pairings().len() as u64
    }

    /// The game that the plan names.
    ///
    /// # Errors
    /// There is no such game.
    pub fn kind(&self) -> Result<GameKind, PlanError> {
        kind_of(&self.game)
    }

    /// Games of a chunk; a pair of games from the same opening is in one.
    #[must_use]
    pub fn chunk_size(&self) -> u64 {
        (self.total() / CHUNKS).clamp(2, LARGEST_CHUNK).next_multiple_of(2)
    }

    /// Games of a chunk in the queue. Smaller, because there may be a thousand workers; fast ones take
    /// several at a time.
    #[must_use]
    pub fn queue_chunk_size(&self) -> u64 {
        (self.total() / QUEUE_CHUNKS).clamp(2, LARGEST_CHUNK).next_multiple_of(2)
    }

    /// Chunks in all.
    #[must_use]
    pub fn chunks(&self) -> u64 {
        self.total().div_ceil(self.chunk_size())
    }

    /// The matches of the plan, one per pairing.
    ///
    /// # Errors
    /// An opening cannot be played.
    pub fn matches<G: ExternalEngines>(&self) -> Result<Vec<Match<G>>, PlanError> {
        let openings = self.openings::<G>()?;
        let pairings = self.pairings().into_iter().zip(0..);
        Ok(pairings
            .map(|([a, b], number)| Match {
                a: self.opponents[a].clone(),
                b: self.opponents[b].clone(),
                games: self.games,
                // Every pairing has games of its own.
                seed: games::split_mix::state_after(self.seed, number),
                openings: openings.clone(),
            })
            .collect())
    }

    /// The pairing a game belongs to, and its number there.
    #[must_use]
    pub fn place(&self, number: u64) -> (usize, u64) {
        ((number / self.games) as usize, number % self.games)
    }

    /// Number of opening moves of a game.
    #[must_use]
    pub fn opening_plies(&self, number: u64) -> usize {
        let (_, index) = self.place(number);
        match self.openings.len() as u64 {
            0 => 0,
            openings => self.openings[(index / 2 % openings) as usize].split_whitespace().count(),
        }
    }

    /// The seats of a game, by the numbers of the opponents.
    #[must_use]
    pub fn seats(&self, number: u64) -> Option<[usize; 2]> {
        let (pairing, index) = self.place(number);
        let [a, b] = *self.pairings().get(pairing)?;
        Some(if index.is_multiple_of(2) { [a, b] } else { [b, a] })
    }

    fn openings<G: Game>(&self) -> Result<Vec<Opening<G>>, PlanError> {
        let start = match self.start.as_deref() {
            None | Some("start") => None,
            Some(text) => {
                Some(text.parse::<G>().map_err(|error| PlanError::part("start", &text, &error.expected))?)
            }
        };
        let opening = |moves: &String| {
            let refused = |expected: &dyn fmt::Display| {
                PlanError::part("openings", &format_args!("\"{moves}\""), expected)
            };
            let moves: Result<Vec<G::Move>, _> = moves.split_whitespace().map(str::parse).collect();
            let moves = moves.map_err(|error| refused(&error.expected))?;
            Opening::new(start.clone().unwrap_or_default(), moves).map_err(|error| refused(&error))
        };
        if self.openings.is_empty() {
            return Ok(start.map(Opening::from).into_iter().collect());
        }
        self.openings.iter().map(opening).collect()
    }
}

/// Fills in the analyst's options.
fn check_adjudication<G: ExternalEngines>(rule: &mut Adjudication, seed: u64) -> Result<(), PlanError> {
    let analyst = analyst_by_name::<G>(&rule.analyst, seed);
    let (thinker, name) = analyst.map_err(|error| PlanError::Text(format!("adjudicate: {error}")))?;
    if thinker.thinking_time().is_some() {
        return Err(PlanError::part(
            "adjudicate",
            &rule.analyst,
            &"an analyst with a depth, nodes or playouts",
        ));
    }
    rule.analyst = name;
    if !(rule.value > 0.0 && rule.value.is_finite()) {
        return Err(PlanError::part("adjudicate", &format_args!("value {}", rule.value), &"one above 0"));
    }
    if rule.plies == 0 {
        return Err(PlanError::part("adjudicate", &"plies 0", &"at least 1"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;

    use super::*;

    const SMALL: &str = r#"
        game = "othello"
        opponents = ["random", "mcts:playouts=100", "alphabeta:depth=1"]
        games = 200
        seed = 5
    "#;

    fn checked(text: &str) -> Result<Plan, String> {
        let plan: Plan = text.parse().map_err(|error: PlanError| error.to_string())?;
        plan.checked::<Othello>().map_err(|error| error.to_string())
    }

    #[test]
    fn a_plan_says_everything_and_reads_back() {
        let plan = checked(SMALL).unwrap();
        assert_eq!(plan.opponents[1], "mcts:depth=999,playouts=100,c=1,threads=1");
        assert_eq!(plan.pairings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!((plan.total(), plan.place(399), plan.place(400)), (600, (1, 199), (2, 0)));
        let again: Plan = plan.text().unwrap().parse().unwrap();
        assert_eq!((again.hash("abc"), again), (plan.hash("abc"), plan.clone()));
        assert_ne!(Plan { seed: 6, ..plan.clone() }.hash("abc"), plan.hash("abc"));
        assert_ne!(plan.hash("abd"), plan.hash("abc"), "opponents of another fingerprint play other games");
        let text_alone = hex::encode(Sha256::digest(plan.text().unwrap()));
        assert_eq!(plan.hash(fingerprint::NONE), Ok(text_alone), "as before there were fingerprints");
        let rule = "[adjudicate]\nanalyst = \"alphabeta:depth=3\"\nvalue = 20.5\nplies = 4";
        let refereed = checked(&format!("{SMALL}\n{rule}")).unwrap();
        let analyst = refereed.adjudicate.as_ref().map(|rule| rule.analyst.as_str());
        assert_eq!(analyst, Some("alphabeta:eval=patterns,depth=3,noise=0,sign=1"));
        let again: Plan = refereed.text().unwrap().parse().unwrap();
        assert_eq!((again.hash("abc"), again), (refereed.hash("abc"), refereed));
        assert_eq!(plan.chunks(), 600_u64.div_ceil(plan.chunk_size()));
        let gauntlet = checked(&format!("{SMALL}\npairing = \"gauntlet\"")).unwrap();
        assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2]]);
        let list =
            checked(&format!("{SMALL}\npairing = [[2, 0]]\nopenings = [\"f5 d6\", \"f5 f6\"]")).unwrap();
        let matches = list.matches::<Othello>().unwrap();
        assert_eq!((matches.len(), matches[0].openings.len()), (1, 2));
        assert_eq!(matches[0].a, list.opponents[2]);
        let longer = checked(&format!("{SMALL}\nopenings = [\"f5 d6\", \"f5\"]")).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(|number| longer.opening_plies(number)), [2, 2, 1, 1, 2]);
        assert_eq!((plan.opening_plies(3), plan.seats(399)), (0, Some([2, 0])));
        assert_eq!((plan.seats(0), plan.seats(600)), (Some([0, 1]), None));
    }

    #[test]
    fn what_cannot_be_is_named() {
        for (change, expected) in [
            ("pairing = [[0, 3]]", "pairing: found 0 and 3, expected numbers from 0 to 2"),
            ("openings = [\"a1\"]", "openings: found \"a1\", expected "),
            ("openings = [\"z9\"]", "openings: found \"z9\", expected "),
            ("start = \"?\"", "start: found ?, expected "),
            ("speed = 3", "unknown field `speed`"),
            ("pairing = \"swiss\"", "pairing"),
            (
                "[adjudicate]\nanalyst = \"nobody\"\nvalue = 1.0\nplies = 1",
                "adjudicate: found opponent \"nobody\"",
            ),
            (
                "[adjudicate]\nanalyst = \"alphabeta\"\nvalue = 0.0\nplies = 1",
                "adjudicate: found value 0, expected",
            ),
            (
                "[adjudicate]\nanalyst = \"alphabeta\"\nvalue = 1.0\nplies = 0",
                "adjudicate: found plies 0, expected",
            ),
            (
                "[adjudicate]\nanalyst = \"alphabeta:time=1s\"\nvalue = 1.0\nplies = 1",
                "expected an analyst with",
            ),
        ] {
            let error = checked(&format!("{SMALL}\n{change}")).unwrap_err();
            assert!(error.contains(expected), "{change}: {error}");
        }
        let error = checked(&SMALL.replace("mcts", "mtcs")).unwrap_err();
        assert!(error.starts_with("opponents: found opponent \"mtcs\""), "{error}");
        let error = checked(&SMALL.replace("= 200", "= 0")).unwrap_err();
        assert_eq!(error, "games: found 0, expected at least 1");
    }
}
