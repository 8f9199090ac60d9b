//! How a game ends.

use std::fmt;
use std::str::FromStr;

use crate::{Malformed, Side};

/// The end of a game: who won, why, and the count where the game has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw, or a game without a result.
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: EndReason,
    /// Discs or seeds of each side at the end, in games that count them.
    pub points: Option<[u16; 2]>,
}

impl Outcome {
    /// A win for `side`.
    #[must_use]
    pub const fn win(side: Side, reason: EndReason) -> Self {
        Outcome { winner: Some(side), reason, points: None }
    }

    /// A game nobody won.
    #[must_use]
    pub const fn draw(reason: EndReason) -> Self {
        Outcome { winner: None, reason, points: None }
    }

    /// The end of a game that counts: more points win.
    #[must_use]
    pub fn by_points(points: [u16; 2]) -> Self {
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        Outcome { winner, reason: EndReason::Count, points: Some(points) }
    }

    /// 1 for a win of `side`, 0.5 for a draw, 0 for a loss; `None` for a game that was stopped without a
    /// result.
    #[must_use]
    pub fn score(&self, side: Side) -> Option<f64> {
        match self.winner {
            None if self.reason == EndReason::Interrupted => None,
            None => Some(0.5),
            Some(winner) => Some(if winner == side { 1.0 } else { 0.0 }),
        }
    }
}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $variant:ident = $word:literal, $english:literal, $japanese:literal;)+) => {
        /// What ended a game: a rule of the game, or something at the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum EndReason {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl EndReason {
            /// Every reason there is.
            pub const ALL: &[EndReason] = &[$(EndReason::$variant,)+];

            /// The word that stands for the reason in records and tables.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(EndReason::$variant => $word,)+
                }
            }

            /// What people call it in English.
            #[must_use]
            pub const fn english(self) -> &'static str {
                match self {
                    $(EndReason::$variant => $english,)+
                }
            }

            /// What people call it in Japanese.
            #[must_use]
            pub const fn japanese(self) -> &'static str {
                match self {
                    $(EndReason::$variant => $japanese,)+
                }
            }
        }
    };
}

reasons! {
    /// Discs or seeds were counted at the end.
    Count = "count", "on points", "石数で決着";
    /// The king cannot escape.
    Checkmate = "checkmate", "checkmate", "詰み";
    /// The side to move has no legal move and is not in check; in shogi that loses too.
    NoMoves = "no-moves", "no legal moves", "合法手なし";
    /// The position came up for the fourth time.
    Repetition = "repetition", "fourfold repetition", "千日手";
    /// The position came up for the fourth time and one side gave check throughout: that side loses.
    PerpetualCheck = "perpetual-check", "perpetual check", "連続王手の千日手";
    /// The king entered the enemy camp and its side declared a win.
    Declaration = "declaration", "entering-king declaration", "入玉宣言";
    /// A blue ghost left the board.
    Escape = "escape", "a blue ghost escaped", "青いおばけが脱出";
    /// Every blue ghost of the loser was captured.
    BluesCaptured = "blues-captured", "all blue ghosts captured", "青いおばけがすべて取られた";
    /// Every red ghost of the winner was captured.
    RedsCaptured = "reds-captured", "all red ghosts captured", "赤いおばけがすべて取られた";
    /// The game reached its move limit.
    MoveLimit = "move-limit", "move limit reached", "手数制限";
    /// The loser gave up.
    Resignation = "resignation", "resignation", "投了";
    /// The loser ran out of time.
    Timeout = "timeout", "time ran out", "時間切れ";
    /// The loser played a move that is not legal.
    IllegalMove = "illegal-move", "illegal move", "反則";
    /// The loser's opponent claimed an illegal act that is not a move on the record.
    Foul = "foul", "illegal move", "反則";
    /// Both sides agreed, or the rules of the event settled it (shogi's impasse).
    Agreement = "agreement", "agreement", "合意";
    /// The loser did not play, or did not play on.
    Forfeit = "forfeit", "forfeit", "相手が対局を続けられなくなった";
    /// The game was stopped and has no winner.
    Interrupted = "interrupted", "interrupted", "中断";
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for EndReason {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        EndReason::ALL.iter().copied().find(|reason| reason.as_str() == text).ok_or_else(|| {
            let known: Vec<_> = EndReason::ALL.iter().map(|reason| reason.as_str()).collect();
            Malformed::new(text, format!("what ended the game: {}", known.join(", ")))
        })
    }
}

/// `first count 34-30`, `draw repetition`, `second resignation`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or("draw", Side::as_str);
        write!(f, "{winner} {}", self.reason)?;
        match self.points {
            Some([first, second]) => write!(f, " {first}-{second}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Outcome {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let malformed = || {
            Malformed::new(text, "winner, reason and count, such as: first count 34-30 or draw repetition")
        };
        let mut words = text.split(' ');
        let winner = match words.next().ok_or_else(malformed)? {
            "draw" => None,
            side => Some(side.parse().map_err(|_| malformed())?),
        };
        let reason = words.next().ok_or_else(malformed)?.parse()?;
        let points = match words.next() {
            None => None,
            Some(count) => {
                let (first, second) = count.split_once('-').ok_or_else(malformed)?;
                Some([first.parse().map_err(|_| malformed())?, second.parse().map_err(|_| malformed())?])
            }
        };
        if words.next().is_some() {
            return Err(malformed());
        }
        Ok(Outcome { winner, reason, points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_reads_back() {
        for &reason in EndReason::ALL {
            for winner in [None, Some(Side::First), Some(Side::Second)] {
                for points in [None, Some([34, 30])] {
                    let outcome = Outcome { winner, reason, points };
                    assert_eq!(outcome.to_string().parse(), Ok(outcome));
                }
            }
        }
    }

    #[test]
    fn garbage_is_refused() {
        for text in
            ["", "first", "third count", "first fun", "first count 3", "first count 3-x", "draw count 1-1 x"]
        {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }
}
