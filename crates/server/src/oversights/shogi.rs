//! Shogi: pieces that could have been taken, and pieces that are lost.

use games::shogi::{Move, PieceType, Shogi};

use super::{Compared, oversight};
use crate::wire::{Oversight, OversightKind};

/// A kind of piece: what it is about worth in pawns, and its names.
type Known = (PieceType, u32, &'static str, &'static str);

/// About what players say pieces are worth; only their order matters here.
const PIECES: [Known; 13] = [
    (PieceType::PAWN, 1, "pawn", "歩"),
    (PieceType::LANCE, 3, "lance", "香"),
    (PieceType::KNIGHT, 4, "knight", "桂"),
    (PieceType::SILVER, 6, "silver", "銀"),
    (PieceType::GOLD, 7, "gold", "金"),
    (PieceType::BISHOP, 10, "bishop", "角"),
    (PieceType::ROOK, 11, "rook", "飛"),
    (PieceType::PRO_PAWN, 5, "promoted pawn", "と金"),
    (PieceType::PRO_LANCE, 6, "promoted lance", "成香"),
    (PieceType::PRO_KNIGHT, 6, "promoted knight", "成桂"),
    (PieceType::PRO_SILVER, 6, "promoted silver", "成銀"),
    (PieceType::HORSE, 13, "horse", "馬"),
    (PieceType::DRAGON, 15, "dragon", "竜"),
];

/// The piece that a move takes.
fn taken(game: &Shogi, mv: Move) -> Option<Known> {
    let kind = mv.from().and(mv.to()).and_then(|to| game.piece_on(to))?.piece_type();
    PIECES.into_iter().find(|&(known, ..)| known == kind)
}

fn worth(piece: Option<Known>) -> u32 {
    piece.map_or(0, |(_, worth, ..)| worth)
}

pub(crate) fn oversights(compared: &Compared<'_, Shogi>) -> Vec<Oversight> {
    let mut found = Vec::new();
    match compared.decided {
        [played, Some(true)] if played != Some(true) => {
            found.push(oversight(OversightKind::MissedWin, "Overlooks a forced mate.", "詰みがありました。"));
        }
        [Some(false), best] if best != Some(false) => {
            found.push(oversight(OversightKind::AllowsWin, "Runs into a forced mate.", "玉が詰まされます。"));
        }
        _ => {}
    }
    let takes = [compared.played, compared.best].map(|mv| taken(compared.before, mv));
    if let Some((_, worth_of_it, en, ja)) = takes[1]
        && worth_of_it > worth(takes[0])
    {
        found.push(oversight(
            OversightKind::MissedCapture,
            format!("Overlooks that a {en} can be taken."),
            format!("{ja}を取れました。"),
        ));
    }
    let after = compared.after();
    let lost = |place: usize| compared.answers[place].and_then(|mv| taken(&after[place], mv));
    // What is taken back does not count as lost.
    if let Some((_, worth_of_it, en, ja)) = lost(0)
        && worth_of_it > worth(lost(1))
        && worth_of_it > worth(takes[0])
    {
        found.push(oversight(
            OversightKind::AllowsCapture,
            format!("Lets the other side take a {en}."),
            format!("{ja}を取られます。"),
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;

    #[test]
    fn what_can_be_taken_is_named() {
        let mut game = Shogi::default();
        for mv in ["7g7f", "3c3d"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let [played, best] = ["9g9f", "8h2b+"].map(|mv| mv.parse().unwrap());
        let answer = "2b8h+".parse().unwrap();
        let compared =
            Compared { before: &game, played, best, answers: [Some(answer), None], decided: [None; 2] };
        let said: Vec<String> =
            oversights(&compared).into_iter().map(|oversight| oversight.text.en).collect();
        assert_eq!(said, ["Overlooks that a bishop can be taken.", "Lets the other side take a bishop."]);
        let mated = Compared { decided: [Some(false), None], ..compared };
        assert_eq!(oversights(&mated)[0].kind, OversightKind::AllowsWin);
    }
}
