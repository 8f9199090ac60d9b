//! Othello: corners, and how many moves the other side is left with.

use games::Side;
use games::othello::{Move, Othello, Square};

use super::{Compared, moves, oversight};
use crate::wire::{Oversight, OversightKind};

/// A move that leaves the other side with so many more moves than another is worth a word.
const MANY_MOVES: usize = 3;

fn is_corner(square: Square) -> bool {
    [0, 7, 56, 63].contains(&square.index())
}

fn corner(mv: Move) -> Option<Square> {
    match mv {
        Move::Place(square) => Some(square).filter(|&square| is_corner(square)),
        Move::Pass => None,
    }
}

/// The empty corner that a move is played next to.
fn beside_corner(before: &Othello, mv: Move) -> Option<Square> {
    let Move::Place(square) = mv else { return None };
    let nearest = |at: usize| match at {
        0 | 1 => Some(0),
        6 | 7 => Some(7),
        _ => None,
    };
    let index = square.index();
    let corner = 8 * nearest(index / 8)? + nearest(index % 8)?;
    let taken = before.discs(Side::First) | before.discs(Side::Second);
    Square::all()
        .find(|square| square.index() == corner)
        .filter(|corner| corner.bit() & taken == 0 && *corner != square)
}

pub(crate) fn oversights(compared: &Compared<'_, Othello>) -> Vec<Oversight> {
    let mut found = Vec::new();
    if let (Some(corner), None) = (corner(compared.best), corner(compared.played)) {
        found.push(oversight(
            OversightKind::MissedCorner,
            format!("Overlooks the corner {corner}."),
            format!("隅の{corner}が取れました。"),
        ));
    }
    let answers = compared.after().map(|game| moves(&game));
    let given = answers[0].iter().copied().filter(|mv| !answers[1].contains(mv)).find_map(corner);
    if let Some(corner) = given {
        found.push(oversight(
            OversightKind::GivesCorner,
            format!("Gives away the corner {corner}."),
            format!("隅の{corner}を相手に取られます。"),
        ));
    }
    if let (None, Some(corner), None) = (
        given,
        beside_corner(compared.before, compared.played),
        beside_corner(compared.before, compared.best),
    ) {
        found.push(oversight(
            OversightKind::GivesCorner,
            format!("Plays next to the empty corner {corner}."),
            format!("空いている隅{corner}の隣に打ちました。"),
        ));
    }
    let passes = answers.each_ref().map(|moves| moves[..] == [Move::Pass]);
    let [played, best] = answers.map(|moves| moves.len());
    if passes == [false, true] {
        found.push(oversight(
            OversightKind::Mobility,
            "The other side would have had to pass.",
            "相手をパスにできました。",
        ));
    } else if played >= best + MANY_MOVES && !passes[1] && best > 0 {
        found.push(oversight(
            OversightKind::Mobility,
            format!("Leaves the other side {played} moves instead of {best}."),
            format!("相手の打てる場所が{best}か所でなく{played}か所になります。"),
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use games::Game;

    use super::*;

    fn kinds(before: &Othello, played: &str, best: &str) -> Vec<OversightKind> {
        let [played, best] = [played, best].map(|mv| mv.parse().unwrap());
        before.check(played).unwrap();
        before.check(best).unwrap();
        let compared = Compared { before, played, best, answers: [None; 2], decided: [None; 2] };
        oversights(&compared).into_iter().map(|oversight| oversight.kind).collect()
    }

    #[test]
    fn corners_are_noticed() {
        // Black to move: a1 can be taken along the first row; b2 next to it lets white in.
        let text = "-OX-----\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------";
        let position: Othello = format!("{} X", text.replace('\n', "")).parse().unwrap();
        assert_eq!(kinds(&position, "f5", "a1")[0], OversightKind::MissedCorner);
        let beside =
            |mv: &str| beside_corner(&position, mv.parse().unwrap()).map(|corner| corner.to_string());
        assert_eq!(beside("b2").as_deref(), Some("a1"));
        assert_eq!(beside("h7").as_deref(), Some("h8"));
        assert_eq!([beside("a1"), beside("c3"), beside("c1")], [None, None, None]);
        assert!(!kinds(&position, "a1", "f5").contains(&OversightKind::MissedCorner));
    }

    #[test]
    fn a_corner_that_is_given_away_is_named() {
        let (mut game, mut given) = (Othello::default(), 0);
        let after = |game: &Othello, mv: Move| {
            let mut next = *game;
            next.apply(mv);
            moves(&next)
        };
        // Each side plays its first move in the order of the board.
        while game.outcome().is_none() {
            let all = moves(&game);
            let best = all[0];
            for &played in &all {
                let answers = [played, best].map(|mv| after(&game, mv));
                let gives = answers[0].iter().any(|mv| corner(*mv).is_some() && !answers[1].contains(mv));
                let compared =
                    Compared { before: &game, played, best, answers: [None; 2], decided: [None; 2] };
                let said: Vec<String> = oversights(&compared)
                    .into_iter()
                    .filter(|oversight| oversight.kind == OversightKind::GivesCorner)
                    .map(|oversight| oversight.text.en)
                    .collect();
                assert_eq!(said.iter().any(|said| said.starts_with("Gives")), gives, "{played} {best}");
                assert!(said.len() <= 1, "{said:?}");
                given += u32::from(gives);
            }
            game.apply(best);
        }
        assert!(given > 3, "{given}");
    }
}
