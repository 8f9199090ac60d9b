//! The starts of shogi: even, and every usual handicap.

use std::fmt;
use std::str::FromStr;

use crate::Malformed;

use super::Shogi;

macro_rules! handicaps {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $sfen:literal;)+) => {
        /// Which pieces the stronger player does without. In a handicap game that player, gote, moves first.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Handicap {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Handicap {
            /// Every start there is.
            pub const ALL: &[Handicap] = &[$(Handicap::$variant,)+];

            /// The name used in record files, such as `二枚落ち`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Handicap::$variant => $name,)+
                }
            }

            /// The position as SFEN.
            #[must_use]
            pub const fn sfen(self) -> &'static str {
                match self {
                    $(Handicap::$variant => $sfen,)+
                }
            }
        }
    };
}

handicaps! {
    /// No handicap.
    Even = "平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    /// Without the left lance.
    Lance = "香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the right lance.
    RightLance = "右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the bishop.
    Bishop = "角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook.
    Rook = "飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook and the left lance.
    RookLance = "飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook and the bishop.
    TwoPieces = "二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook, the bishop and the left lance.
    ThreePieces = "三枚落ち", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook, the bishop and the lances.
    FourPieces = "四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook, the bishop, the lances and the right knight.
    FivePieces = "五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook, the bishop, the lances and the left knight.
    LeftFivePieces = "左五枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the rook, the bishop, the lances and the knights.
    SixPieces = "六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the major pieces, lances, knights and the right silver.
    RightSevenPieces = "右七枚落ち", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Without the major pieces, lances, knights and the left silver.
    LeftSevenPieces = "左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Only the king, the golds and the pawns.
    EightPieces = "八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    /// Only the king and the pawns.
    TenPieces = "十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
}

impl Handicap {
    /// The start with this name; `None` if no start is called so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Handicap> {
        Handicap::ALL.iter().copied().find(|handicap| handicap.name() == name)
    }

    /// The start that `game` stands at, if it is one.
    #[must_use]
    pub fn of(game: &Shogi) -> Option<Handicap> {
        let sfen = game.sfen();
        Handicap::ALL.iter().copied().find(|handicap| handicap.sfen() == sfen)
    }

    /// A game that begins so.
    #[must_use]
    pub fn start(self) -> Shogi {
        Shogi::from_known_sfen(self.sfen())
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Handicap {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        Handicap::from_name(text).ok_or_else(|| {
            let names: Vec<_> = Handicap::ALL.iter().map(|handicap| handicap.name()).collect();
            Malformed::new(text, format!("a start: {}", names.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_known_by_its_name_and_its_position() {
        for &handicap in Handicap::ALL {
            assert_eq!(handicap.name().parse(), Ok(handicap));
            assert_eq!(Handicap::of(&handicap.start()), Some(handicap));
            assert_eq!(handicap.sfen().parse(), Ok(handicap.start()));
        }
        assert!("百枚落ち".parse::<Handicap>().is_err());
    }
}
