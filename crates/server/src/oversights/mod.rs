//! Why a move was worse, in words: facts that follow from the rules and from what the analyst expects, one
//! file per game. They are about finished games, so nothing is hidden here.

pub(crate) mod geister;
pub(crate) mod kalah;
pub(crate) mod othello;
pub(crate) mod shogi;

use games::{Game, Side};

use crate::geometry::Geometry;
use crate::wire::{Oversight, OversightKind, Text};

/// The most that is said of one move.
const MOST: usize = 2;

/// A move that was played, and the best one instead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compared<'a, G: Game> {
    /// The position before.
    pub(crate) before: &'a G,
    /// What was played.
    pub(crate) played: G::Move,
    /// What was best.
    pub(crate) best: G::Move,
    /// What the analyst expects the other side to answer to each of them.
    pub(crate) answers: [Option<G::Move>; 2],
    /// Whether each of them leads to a certain result: a win (`true`) or a loss.
    pub(crate) decided: [Option<bool>; 2],
}

impl<G: Game> Compared<'_, G> {
    /// The side that chose.
    pub(crate) fn side(&self) -> Side {
        self.before.side_to_move()
    }

    /// The positions after the move and after the best one.
    pub(crate) fn after(&self) -> [G; 2] {
        [self.played, self.best].map(|mv| {
            let mut game = self.before.clone();
            game.apply(mv);
            game
        })
    }
}

/// An oversight in both languages.
pub(crate) fn oversight(kind: OversightKind, en: impl Into<String>, ja: impl Into<String>) -> Oversight {
    Oversight { kind, text: Text::new(en, ja) }
}

/// The moves of whoever is to move; none when the game is over.
pub(crate) fn moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}

/// What a move that lowered the chance to win from `best` to `chance` overlooks.
#[must_use]
pub(crate) fn oversights<G: Geometry>(compared: &Compared<'_, G>, chance: f64, best: f64) -> Vec<Oversight> {
    let mut oversights = decided(compared);
    oversights.extend(G::oversights(compared));
    // A win is said once, in the game's own words if it has them.
    if oversights.len() > 1 && oversights[1..].iter().any(|oversight| oversight.kind == oversights[0].kind) {
        oversights.remove(0);
    }
    oversights.truncate(MOST);
    if oversights.is_empty() {
        let percent = |chance: f64| (chance * 100.0).round();
        let (from, to) = (percent(best), percent(chance));
        oversights.push(oversight(
            OversightKind::Judgement,
            format!("Chance to win {to}% instead of {from}%."),
            format!("勝つ見込みが{from}%から{to}%に下がります。"),
        ));
    }
    oversights
}

/// What follows from the result, whatever the game.
fn decided<G: Game>(compared: &Compared<'_, G>) -> Vec<Oversight> {
    match compared.decided {
        [played, Some(true)] if played != Some(true) => {
            vec![oversight(
                OversightKind::MissedWin,
                "Overlooks a forced win.",
                "必ず勝てる手順がありました。",
            )]
        }
        [Some(false), best] if best != Some(false) => {
            vec![oversight(
                OversightKind::AllowsWin,
                "Allows a forced win.",
                "相手に必ず勝てる手順を与えます。",
            )]
        }
        _ => Vec::new(),
    }
}
