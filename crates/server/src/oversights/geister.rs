//! Geister: ways out, and which ghosts are worth taking. The game is over: all colours are known.

use games::Side;
use games::geister::{Colour, Geister, Move};

use super::{Compared, moves, oversight};
use crate::wire::{Oversight, OversightKind};

fn captured(game: &Geister, mv: Move) -> Option<Colour> {
    game.captured_by(mv).map(|(_, colour)| colour)
}

/// Whether `side` is to move and can leave the board, or take a blue ghost.
fn threats(game: &Geister, side: Side) -> (bool, bool) {
    if games::Game::side_to_move(game) != side {
        return (false, false);
    }
    let moves = moves(game);
    let leaves = moves.iter().any(|mv| mv.to().is_none());
    (leaves, moves.iter().any(|&mv| captured(game, mv) == Some(Colour::Blue)))
}

pub(crate) fn oversights(compared: &Compared<'_, Geister>) -> Vec<Oversight> {
    let mut found = Vec::new();
    if compared.best.to().is_none() && compared.played.to().is_some() {
        found.push(oversight(
            OversightKind::MissedWin,
            "A blue ghost could have left the board.",
            "青いおばけが脱出できました。",
        ));
    }
    let enemy = compared.side().other();
    let [after, instead] = compared.after();
    let (now, otherwise) = (threats(&after, enemy), threats(&instead, enemy));
    if now.0 && !otherwise.0 {
        found.push(oversight(
            OversightKind::AllowsWin,
            "Lets a blue ghost leave the board.",
            "相手の青いおばけに脱出されます。",
        ));
    }
    let takes = [compared.played, compared.best].map(|mv| captured(compared.before, mv));
    if takes[0] == Some(Colour::Red) && takes[1] != Some(Colour::Red) {
        found.push(oversight(
            OversightKind::BadCapture,
            "Takes a red ghost: whoever takes all four loses.",
            "赤いおばけを取りました。4つ全部取ると負けです。",
        ));
    }
    if takes == [None, Some(Colour::Blue)] {
        found.push(oversight(
            OversightKind::MissedCapture,
            "A blue ghost could have been taken.",
            "青いおばけを取れました。",
        ));
    }
    if now.1 && !otherwise.1 {
        found.push(oversight(
            OversightKind::AllowsCapture,
            "Lets the other side take a blue ghost.",
            "青いおばけを取られます。",
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use games::{Game, View};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// In random games, what is said of captures is what the rules say.
    #[test]
    fn captures_are_named_by_their_colours() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut bad, mut missed) = (0, 0);
        for _ in 0..40 {
            let mut game = Geister::deal(&mut rng);
            while game.outcome().is_none() {
                let all = moves(&game);
                let [played, best] = [0, 1].map(|_| all[rng.random_range(..all.len())]);
                let compared =
                    Compared { before: &game, played, best, answers: [None; 2], decided: [None; 2] };
                for oversight in oversights(&compared) {
                    match oversight.kind {
                        OversightKind::BadCapture => {
                            bad += 1;
                            assert_eq!(captured(&game, played), Some(Colour::Red));
                        }
                        OversightKind::MissedCapture => {
                            missed += 1;
                            assert_eq!(captured(&game, best), Some(Colour::Blue));
                            assert_eq!(captured(&game, played), None);
                        }
                        OversightKind::AllowsWin => {
                            let mut after = game;
                            after.apply(played);
                            assert!(after.view(after.side_to_move()).side_to_move() != game.side_to_move());
                        }
                        _ => {}
                    }
                }
                game.apply(played);
            }
        }
        assert!(bad > 5 && missed > 5, "{bad} {missed}");
    }
}
