//! Why a move was chosen: a value with its numbers, so that it can be tabulated, stored and said in two
//! languages.

mod voice;
mod words;

use std::collections::BTreeMap;

use search::{Analysis, Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use voice::{Heard, Remark};
pub use words::Language;

/// Why a move was chosen, one variant per way of choosing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Reason {
    /// Every legal move was equally likely.
    Random {
        /// How many there were.
        moves: usize,
    },
    /// There was only one legal move.
    OnlyMove,
    /// The best move of a search, or the worst for a player that tries to lose.
    Search {
        /// Its value.
        value: f64,
        /// What the value counts.
        #[serde(with = "UnitName")]
        unit: Unit,
        /// Whether the value is exact to the end of the game.
        #[serde(default, skip_serializing_if = "is_false")]
        exact: bool,
        /// Whether the search looked for the worst move.
        #[serde(default, skip_serializing_if = "is_false")]
        worst: bool,
        /// How deep it searched.
        depth: u32,
        /// How many nodes it searched.
        nodes: u64,
        /// What it expects to follow, the move itself first.
        line: Vec<String>,
    },
    /// The most visited move of a tree search.
    MostVisited(Visits),
    /// The ladder: a tree search as deep as the user seems to play.
    Ladder {
        /// The depth cap of the rung that plays.
        rung: u32,
        /// The user's estimated level, if there is one yet.
        level: Option<f64>,
        /// How many of the user's moves the estimate is made from.
        observations: usize,
        /// The rung that matched last.
        last: Option<u32>,
        /// The search that chose the move.
        #[serde(flatten)]
        visits: Visits,
    },
    /// The move whose value is nearest to even.
    Balance {
        /// Its value.
        value: f64,
        /// What the value counts.
        #[serde(with = "UnitName")]
        unit: Unit,
        /// How many moves were compared.
        moves: usize,
        /// How deep the search was.
        depth: u32,
        /// Its place among the moves, the best first, where every move was valued.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rank: Option<usize>,
        /// The value of the best move, where every move was valued.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        best: Option<f64>,
        /// The move that would have been nearer to even but repeats a position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead_of: Option<String>,
        /// Whether a mate was found and not played.
        #[serde(default, skip_serializing_if = "is_false")]
        mate_spared: bool,
    },
    /// Drawn from what people of a rating play.
    People {
        /// The rating.
        rating: f64,
        /// The share of these people who play the move.
        share: f64,
        /// Its place among the moves, the most usual first.
        rank: usize,
        /// How many moves there were.
        moves: usize,
    },
    /// The best move of a player that usually keeps the balance: the game has become long and should end.
    EndLongGame {
        /// Its value.
        value: f64,
        /// What the value counts.
        #[serde(with = "UnitName")]
        unit: Unit,
        /// How deep the search was.
        depth: u32,
    },
    /// A forced mate.
    Mate {
        /// The moves of both sides to the mate.
        line: Vec<String>,
    },
    /// A mate that the search of an earlier move has found.
    KnownMate {
        /// Plies to the mate at most.
        plies: u32,
    },
    /// A move that lets the user win, by a player that usually keeps the balance: the game is too one-sided
    /// or too long.
    GiveWay {
        /// Its value in points.
        value: f64,
        /// The value of the best move.
        best: f64,
    },
    /// The highest or lowest value of a learned table.
    Q {
        /// Its value.
        value: f64,
        /// Whether it is the highest, not the lowest.
        highest: bool,
        /// How many moves there were.
        moves: usize,
    },
    /// The value of a learned table nearest to what the user's level asks for.
    SelectQ {
        /// The level, from 0 (worst move) to 1 (best move).
        level: f64,
        /// The value it asks for.
        wanted: f64,
        /// The value of the chosen move.
        value: f64,
        /// Its place among the moves, the best first.
        rank: usize,
        /// How many moves there were.
        moves: usize,
    },
    /// A random move, because the board is too large for a learned table.
    NoTable {
        /// The most positions a table may have.
        most_positions: usize,
        /// How many moves there were.
        moves: usize,
    },
    /// The adaptive opponent.
    Adaptive {
        /// The user's estimated strength in Elo (random play = 0).
        user: f64,
        /// The lower end of the interval of that estimate.
        low: f64,
        /// The upper end.
        high: f64,
        /// The win rate it aims at.
        target: f64,
        /// The strength in Elo at which it plays this move.
        strength: f64,
        /// How often a player of this strength plays the move.
        probability: f64,
        /// Whether that is as strong as it can be, and less than the user's strength asks for.
        #[serde(default, skip_serializing_if = "is_false")]
        at_top: bool,
        /// What the guard against obvious blunders decided.
        ruling: Ruling,
        /// The best move.
        best: String,
        /// How much the chosen move is worse than the best, in the unit of the game's analyst.
        loss: f64,
        /// A much better move than the one that the user had just played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        overlooked: Option<String>,
    },
    /// A reference player.
    Reference {
        /// Its strength in Elo (random play = 0), if it was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<f64>,
        /// How often it plays the move.
        probability: f64,
        /// How many moves there were.
        moves: usize,
    },
    /// An opening book.
    Book {
        /// How often the book has the move in this position.
        times: u64,
        /// How often it has any.
        of: u64,
    },
    /// Geister: a blue ghost leaves the board and wins.
    Exit,
    /// Geister: the best score in random playouts.
    MonteCarlo {
        /// Mean points of its playouts, from 0 to 1.
        score: f64,
        /// How many there were of this move.
        playouts: u64,
        /// How many moves there were.
        moves: usize,
        /// What is believed of the other side's ghosts.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        blue: BlueGhosts,
    },
    /// Geister: the most visited move in playouts of the policy network.
    PolicyPlayouts {
        /// Mean points of its playouts, from 0 to 1.
        score: f64,
        /// How many there were of this move.
        playouts: u64,
        /// What is believed of the other side's ghosts.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        blue: BlueGhosts,
    },
    /// Geister: drawn as often as the policy network says.
    Policy {
        /// How often.
        probability: f64,
        /// Its place among the moves, the likeliest first.
        rank: usize,
        /// How many moves there were.
        moves: usize,
    },
    /// Geister: the best move of a search that assumes the worst of hidden ghosts.
    Negamax {
        /// Its value.
        value: i32,
        /// The ghost that is taken for red: its letter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        red: Option<char>,
    },
    /// Another program's answer.
    Said {
        /// The program's name.
        program: String,
        /// What it said about the move.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// Plain text: a comment, or a reason stored before reasons were values.
    Text {
        /// The text.
        text: String,
    },
}

/// How likely each ghost of the other side is to be blue, by its letter; ghosts whose colour is known are
/// left out.
pub type BlueGhosts = BTreeMap<char, f64>;

/// What a tree search found out about a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Visits {
    /// The move's win rate, from 0 to 1.
    pub win_rate: f64,
    /// How many playouts began with the move.
    pub visits: u64,
    /// How many playouts there were.
    pub playouts: u64,
    /// How deep the tree was.
    pub depth: u32,
}

impl Visits {
    /// What `analysis` says about its best move.
    pub(crate) fn of_best<M: Copy + PartialEq>(analysis: &Analysis<M>) -> Option<Visits> {
        analysis.best().map(|best| Visits {
            win_rate: best.value + 0.5,
            visits: best.visits,
            playouts: analysis.nodes,
            depth: analysis.depth,
        })
    }
}

/// What the adaptive opponent's guard decided about a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// The drawn move may be played.
    Allowed,
    /// The move is the obvious one, and everything else would look like a blunder.
    Obvious,
    /// This move was drawn, but the user would see that it is a blunder.
    InsteadOf(String),
}

/// [`Unit`] as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Unit", rename_all = "kebab-case")]
enum UnitName {
    Discs,
    Seeds,
    Points,
    WinRate,
    Reward,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Reason {
    /// The best move of a search: its reason.
    pub fn best_of<M>(analysis: &Analysis<M>, is_negated: bool) -> Option<Reason>
    where
        M: Copy + PartialEq + ToString,
    {
        let best = analysis.best()?;
        if analysis.unit == Unit::WinRate {
            return Visits::of_best(analysis).map(Reason::MostVisited);
        }
        Some(Reason::Search {
            value: if is_negated { -best.value } else { best.value },
            unit: analysis.unit,
            exact: analysis.exact,
            worst: is_negated,
            depth: analysis.depth,
            nodes: analysis.nodes,
            line: best.line.iter().map(ToString::to_string).collect(),
        })
    }

    /// As it is stored beside the move: JSON with the numbers rounded to four decimals, or the plain text of
    /// [`Reason::Text`].
    #[must_use]
    pub fn to_stored(&self) -> String {
        match self {
            Reason::Text { text } => text.clone(),
            reason => serde_json::to_value(reason).map(rounded).unwrap_or_default().to_string(),
        }
    }

    /// Reads what [`Reason::to_stored`] wrote; everything else is [`Reason::Text`].
    #[must_use]
    pub fn from_stored(text: &str) -> Reason {
        serde_json::from_str(text).unwrap_or_else(|_| Reason::Text { text: text.to_owned() })
    }

    /// The part that the other side may hear during the game. In Geister what is believed of a ghost would
    /// tell its owner what their moves give away.
    #[must_use]
    pub fn while_playing(&self) -> Reason {
        let mut shown = self.clone();
        match &mut shown {
            Reason::MonteCarlo { blue, .. } | Reason::PolicyPlayouts { blue, .. } => blue.clear(),
            Reason::Negamax { red, .. } => *red = None,
            // What somebody overlooked may still be there.
            Reason::Adaptive { overlooked, .. } => *overlooked = None,
            // No wildcard: whoever adds a way of choosing decides what it may tell.
            Reason::Random { .. }
            | Reason::OnlyMove
            | Reason::Search { .. }
            | Reason::MostVisited(_)
            | Reason::Ladder { .. }
            | Reason::Balance { .. }
            | Reason::EndLongGame { .. }
            | Reason::Mate { .. }
            | Reason::KnownMate { .. }
            | Reason::GiveWay { .. }
            | Reason::Q { .. }
            | Reason::SelectQ { .. }
            | Reason::NoTable { .. }
            | Reason::People { .. }
            | Reason::Reference { .. }
            | Reason::Book { .. }
            | Reason::Exit
            | Reason::Policy { .. }
            | Reason::Said { .. }
            | Reason::Text { .. } => {}
        }
        shown
    }

    /// What is believed of the other side's ghosts, where the reason says so.
    #[must_use]
    pub fn blue_ghosts(&self) -> Option<&BlueGhosts> {
        match self {
            Reason::MonteCarlo { blue, .. } | Reason::PolicyPlayouts { blue, .. } => {
                (!blue.is_empty()).then_some(blue)
            }
            _ => None,
        }
    }
}

/// Rounds every number that is not whole: a store holds millions of reasons.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => Value::from((float * 1e4).round() / 1e4),
            _ => Value::Number(number),
        },
        Value::Array(values) => values.into_iter().map(rounded).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, rounded(value))).collect(),
        value => value,
    }
}

#[cfg(test)]
mod tests;
