//! Kalah: extra turns and captures.

use games::kalah::{Kalah, Move};
use games::{Game, Side};

use super::{Compared, moves, oversight};
use crate::geometry::Geometry;
use crate::wire::{BoardChange, Oversight, OversightKind, Text};

/// A capture of so many seeds is worth a word.
const MANY_SEEDS: u16 = 3;

/// What a move captures, and whether it gives another turn.
fn effect(before: &Kalah, mv: Move) -> (u16, bool) {
    let BoardChange::Kalah { captured, again, .. } = Kalah::step(before, mv) else { return (0, false) };
    let mut after = *before;
    let side = Game::side_to_move(before);
    after.apply(mv);
    let gained = after.board().store(side).saturating_sub(before.board().store(side));
    (if captured.is_some() { gained } else { 0 }, again && after.outcome().is_none())
}

/// The largest capture of `side`, if it is its turn.
fn threat(game: &Kalah, side: Side) -> (u16, Option<Move>) {
    if Game::side_to_move(game) != side {
        return (0, None);
    }
    let captures = moves(game).into_iter().map(|mv| (effect(game, mv).0, Some(mv)));
    captures.max_by_key(|&(seeds, _)| seeds).unwrap_or((0, None))
}

fn name(before: &Kalah, mv: Move) -> Text {
    Kalah::move_on(before, mv).label
}

pub(crate) fn oversights(compared: &Compared<'_, Kalah>) -> Vec<Oversight> {
    let mut found = Vec::new();
    let (played, best) = (effect(compared.before, compared.played), effect(compared.before, compared.best));
    let better = name(compared.before, compared.best);
    if best.1 && !played.1 {
        found.push(oversight(
            OversightKind::MissedTurn,
            format!("Sowing {} gives an extra turn.", better.en),
            format!("{}ならもう一度続けられました。", better.ja),
        ));
    }
    if best.0 >= MANY_SEEDS && best.0 > played.0 {
        found.push(oversight(
            OversightKind::MissedCapture,
            format!("Sowing {} captures {} seeds.", better.en, best.0),
            format!("{}なら{}石取れました。", better.ja, best.0),
        ));
    }
    let [after, instead] = compared.after();
    let enemy = compared.side().other();
    if let (seeds, Some(mv)) = threat(&after, enemy)
        && seeds >= MANY_SEEDS
        && seeds > threat(&instead, enemy).0
    {
        let with = name(&after, mv);
        found.push(oversight(
            OversightKind::AllowsCapture,
            format!("Lets the other side capture {seeds} seeds with {}.", with.en),
            format!("相手に{}で{seeds}石取られます。", with.ja),
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(start: &str, played: &str, best: &str) -> Vec<OversightKind> {
        let before: Kalah = start.parse().unwrap();
        let [played, best] = [played, best].map(|mv| mv.parse().unwrap());
        let compared = Compared { before: &before, played, best, answers: [None; 2], decided: [None; 2] };
        oversights(&compared).into_iter().map(|oversight| oversight.kind).collect()
    }

    #[test]
    fn an_extra_turn_and_a_capture_are_noticed() {
        let start = Kalah::default().to_string();
        // Four seeds from the third house end in the store.
        assert_eq!(kinds(&start, "1", "3")[0], OversightKind::MissedTurn);
        assert!(!kinds(&start, "3", "1").contains(&OversightKind::MissedTurn));
        // The first house's only seed ends in the empty second one, across from five seeds.
        let open = "1,0,4,4,4,4 4 4,4,4,4,5,4 2 first standard/any";
        let found = kinds(open, "6", "1");
        assert!(found.contains(&OversightKind::MissedCapture), "{found:?}");
    }
}
