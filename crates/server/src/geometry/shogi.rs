//! Shogi: squares as USI writes them, and hands.

use std::collections::BTreeMap;

use games::shogi::{
    Color, HandPiece, Handicap, Move, MoveKind, PieceType, Shogi, Square, csa, jkf, ki2, kif, names, usi,
};
use games::{Game, Malformed, Record, Side, text};

use super::{Both, Geometry, ResearchPlayer, lessons};
use crate::oversights::{self, Compared};
use crate::wire::{self, BoardChange, Oversight, Position, ShogiPiece, Text};

/// The letters of USI, unpromoted.
const LETTERS: [(PieceType, &str); 8] = [
    (PieceType::PAWN, "P"),
    (PieceType::LANCE, "L"),
    (PieceType::KNIGHT, "N"),
    (PieceType::SILVER, "S"),
    (PieceType::GOLD, "G"),
    (PieceType::BISHOP, "B"),
    (PieceType::ROOK, "R"),
    (PieceType::KING, "K"),
];

fn letter(piece: PieceType) -> &'static str {
    LETTERS.into_iter().find(|&(known, _)| known == piece).map_or("?", |(_, letter)| letter)
}

/// `7g`: the file's number and the rank's letter.
fn place(square: Square) -> String {
    let rank = char::from(b'a' + square.rank().to_index() as u8);
    format!("{}{rank}", square.file().to_index() + 1)
}

fn side_of(color: Color) -> Side {
    if color == Color::BLACK { Side::First } else { Side::Second }
}

/// The place that a declared win is played to.
const DECLARATION: &str = "declaration";

const NAKAMICHI: Both = ("Nakamichi 2020", "仲道 2020");

impl Geometry for Shogi {
    const ABOUT: Both = (
        "Japanese chess: pieces you capture fight for you.",
        "相手の玉を詰ませば勝ち。取った駒は自分の駒として使える。",
    );
    const SIDES: [Both; 2] = [("Sente", "先手"), ("Gote", "後手")];
    const GOALS: &'static [Both] = &[
        (
            "Attack the king so that nothing helps: checkmate wins.",
            "どうやっても王手を防げなくすれば（詰み）勝ちです。",
        ),
        (
            "Captured pieces are yours: you may drop them instead of moving.",
            "取った駒は持ち駒になり、動かす代わりに打てます。",
        ),
        (
            "The same position four times is a draw, but a loss for whoever gave check all the time.",
            "同じ局面が4回現れると引き分け。ただし、王手をかけ続けた側は負けです。",
        ),
        (
            "A king that has reached the far three rows with many pieces may declare a win: a button \
             says when.",
            "玉が相手側の3段に入り、条件を満たすと宣言勝ちができます。そのときはボタンが出ます。",
        ),
    ];
    const MOST_PLIES: u32 = lab::SHOGI_MOVE_LIMIT;
    const STARTS: &'static [(Both, &'static str)] = &[
        (("Gote without a lance", "香落ち"), Handicap::Lance.sfen()),
        (("Gote without the bishop", "角落ち"), Handicap::Bishop.sfen()),
        (("Gote without the rook", "飛車落ち"), Handicap::Rook.sfen()),
        (("Gote without rook and lance", "飛香落ち"), Handicap::RookLance.sfen()),
        (("Gote without rook and bishop", "二枚落ち"), Handicap::TwoPieces.sfen()),
        (("Gote without rook, bishop and lances", "四枚落ち"), Handicap::FourPieces.sfen()),
        (("Gote without rook, bishop, lances and knights", "六枚落ち"), Handicap::SixPieces.sfen()),
    ];
    const LESSON: &'static [lessons::Step] = lessons::SHOGI;
    const RESEARCH: &'static [ResearchPlayer] = &[
        ResearchPlayer {
            id: "balance",
            opponent: "balance:depth=5",
            start: None,
            name: ("Balance", "互角を保つ"),
            about: (
                "Looks five moves ahead and picks the move that keeps the game even.",
                "5手先まで読み、形勢が互角に近くなる手を選びます。",
            ),
            source: NAKAMICHI,
        },
        ResearchPlayer {
            id: "depth",
            opponent: "alphabeta:depth=2,shallow=0.5",
            start: None,
            name: ("Weakened by depth", "深さで弱く"),
            about: (
                "An ordinary program that looks only one or two moves ahead.",
                "読みを1〜2手先までに限った、ふつうの将棋プログラムです。",
            ),
            source: NAKAMICHI,
        },
        ResearchPlayer {
            id: "noise",
            opponent: "alphabeta:depth=6,noise=450",
            start: None,
            name: ("Weakened by noise", "乱数で弱く"),
            about: (
                "Looks six moves ahead, but judges every position with a random error.",
                "6手先まで読みますが、局面の評価に乱数を混ぜて弱くしています。",
            ),
            source: NAKAMICHI,
        },
        ResearchPlayer {
            id: "imitation",
            opponent: "alphabeta:depth=5,eval=imitation",
            start: None,
            name: ("Weakened by imitation", "模倣で弱く"),
            about: (
                "Judges positions as it has learned from the games of a weaker player.",
                "弱い指し手の棋譜から学んだ評価で指します。",
            ),
            source: NAKAMICHI,
        },
    ];
    const FORMATS: &'static [&'static str] = &["kif", "ki2", "csa", "jkf", "usi", "gkr"];
    const REVIEWER: &'static str = "alphabeta:depth=3";
    /// Two pawns and a half: less is often a matter of one ply more.
    const MISTAKE: f64 = 250.0;
    /// Evaluations stay below it, mates do not.
    const MOST: f64 = 20_000.0;
    /// Programs for shogi turn points into chances by a logistic function with a scale of 600 points: 400 Elo
    /// are 600 ln 10 of them.
    const ASSUMED_VALUE_OF_400_ELO: Option<f64> = Some(1380.0);

    fn position(view: &Shogi) -> Position {
        let piece = |square: Square| {
            let piece = view.piece_on(square)?;
            Some(ShogiPiece {
                place: place(square),
                side: side_of(piece.color()).into(),
                piece: letter(piece.base_piece_type()).to_owned(),
                promoted: piece.is_promoted(),
            })
        };
        let hand = |side: Side| {
            let hand = view.hand(side);
            let held = HandPiece::iter().filter(|&piece| hand.count(piece) > 0);
            held.map(|piece| (letter(piece.to_piece_type()).to_owned(), hand.count(piece)))
                .collect::<BTreeMap<_, _>>()
        };
        Position::Shogi {
            pieces: Square::iter().filter_map(piece).collect(),
            hands: Side::BOTH.map(hand),
            check: view.in_check(),
        }
    }

    fn move_on(view: &Shogi, mv: Move) -> wire::Move {
        let side = Game::side_to_move(view);
        let (from, to) = match mv.kind() {
            MoveKind::Board { from, to, .. } => (Some(place(from)), place(to)),
            MoveKind::Drop { piece, to } => (Some(format!("{side}-{}", letter(piece))), place(to)),
            MoveKind::Declare => (None, DECLARATION.to_owned()),
        };
        let label = Text::new(western(view, mv), names::name(view, mv));
        let on_board = !matches!(mv.kind(), MoveKind::Declare);
        wire::Move { text: mv.to_string(), from, to, promotes: mv.promotes(), on_board, label }
    }

    fn step(before: &Shogi, mv: Move) -> BoardChange {
        let side = Game::side_to_move(before);
        let (from, to) = match mv.kind() {
            MoveKind::Board { from, to, .. } => (place(from), place(to)),
            MoveKind::Drop { piece, to } => (format!("{side}-{}", letter(piece)), place(to)),
            MoveKind::Declare => {
                let king = before.king(side).map_or_else(|| DECLARATION.to_owned(), place);
                (king.clone(), king)
            }
        };
        let taken = mv.from().and(mv.to()).filter(|&to| before.piece_on(to).is_some());
        BoardChange::Slide { from, to, captured: taken.map(place), side: side.into() }
    }

    fn oversights(compared: &Compared<'_, Shogi>) -> Vec<Oversight> {
        oversights::shogi::oversights(compared)
    }

    fn write(record: &Record<Shogi>, format: &str) -> Result<String, Malformed> {
        match format {
            "kif" => kif::write(record),
            "ki2" => ki2::write(record),
            "csa" => csa::write(record),
            "jkf" => jkf::write(record),
            "usi" => usi::write(record),
            _ => Ok(text::write(record)),
        }
    }
}

/// As western players write it: `P7g-7f`, `+B2bx3c`, `S*5e`, `N2ex1c+`.
fn western(view: &Shogi, mv: Move) -> String {
    match mv.kind() {
        MoveKind::Declare => "declare win".to_owned(),
        MoveKind::Drop { piece, to } => format!("{}*{}", letter(piece), place(to)),
        MoveKind::Board { from, to, promote } => {
            let piece = view.piece_on(from).map_or_else(String::new, |piece| {
                let mark = if piece.is_promoted() { "+" } else { "" };
                format!("{mark}{}", letter(piece.base_piece_type()))
            });
            let takes = if view.piece_on(to).is_some() { "x" } else { "-" };
            format!("{piece}{}{takes}{}{}", place(from), place(to), if promote { "+" } else { "" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_places_and_names() {
        let mut game = Shogi::default();
        for mv in ["7g7f", "3c3d"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let mv = Shogi::move_on(&game, "8h2b+".parse().unwrap());
        assert_eq!((mv.from.as_deref(), mv.to.as_str(), mv.promotes), (Some("8h"), "2b", true));
        assert_eq!((mv.label.en.as_str(), mv.label.ja.as_str()), ("B8hx2b+", "▲２二角成"));
        let step = Shogi::step(&game, "8h2b+".parse().unwrap());
        assert_eq!(
            serde_json::to_string(&step).unwrap(),
            r#"{"kind":"slide","from":"8h","to":"2b","captured":"2b","side":"first"}"#
        );
        game.play("8h2b+".parse().unwrap()).unwrap();
        let Position::Shogi { pieces, hands, check } = <Shogi as Geometry>::position(&game) else { panic!() };
        assert_eq!((pieces.len(), hands[0].get("B"), check), (39, Some(&1), false));
        assert!(pieces.iter().any(|piece| piece.place == "2b" && piece.promoted && piece.piece == "B"));
        game.play("3a2b".parse().unwrap()).unwrap();
        let mv = Shogi::move_on(&game, "B*5e".parse().unwrap());
        assert_eq!((mv.from.as_deref(), mv.label.en.as_str()), (Some("first-B"), "B*5e"));
    }
}
