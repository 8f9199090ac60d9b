//! What an analyst says: a hint during a game; afterwards values, mistakes, and what would have been.

use std::sync::Arc;

use games::{Game, Outcome, Player, Ply, Record, Side};
use opponents::{Interruptible, Language, Reason, analyst_by_name};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Analysis, Stop, Unit};
use store::StoredTable;

use crate::error::Refusal;
use crate::geometry::{self, Geometry};
use crate::wire::{self, BoardChange, Mistake, Position, Review, Text, WhatIfResult};

/// A game that has ended.
pub(crate) struct Finished<G: Game> {
    pub(crate) start: G,
    pub(crate) moves: Vec<G::Move>,
    /// Why the opponent chose its moves, as stored.
    pub(crate) reasons: Vec<Option<String>>,
    /// Where the player sat; `None` at a table of two people.
    pub(crate) seat: Option<Side>,
    pub(crate) seed: u64,
}

/// What is to be looked at, position by position, so that nobody waits for a whole review.
pub(crate) struct Reviewing {
    /// How many positions there are to judge.
    pub positions: usize,
    /// Judges one of them.
    pub judge: Arc<dyn Fn(usize, Stop) -> Option<Judged> + Send + Sync>,
    /// Puts it all together.
    pub finish: Box<dyn FnOnce(Vec<Option<Judged>>) -> Review + Send>,
}

/// What is to be thought about in a what-if.
pub(crate) type Judging = Box<dyn FnOnce() -> WhatIfResult + Send>;

/// An analyst's word on one ply.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judged {
    unit: Unit,
    /// The value after the ply, from the first side.
    value: Option<f64>,
    /// How much less than the best move it was worth.
    loss: f64,
    best: String,
    best_label: Text,
}

/// The game's analyst on a position.
fn analyse<G: Geometry>(game: &G, seed: u64, stop: Stop) -> Option<Analysis<G::Move>> {
    let (mut thinker, _) = analyst_by_name::<G>(G::REVIEWER, seed).ok()?;
    thinker.stop_with(stop);
    Some(thinker.analyse(game))
}

/// A value of the side to move, from the first side and no larger than the game's largest.
fn from_first<G: Geometry>(value: f64, mover: Side) -> f64 {
    let value = value.clamp(-G::MOST, G::MOST);
    if mover == Side::First { value } else { -value }
}

impl<G: Geometry> Finished<G> {
    /// The position before each ply, and the last one.
    fn positions(&self) -> Vec<G> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            let mut next = positions[positions.len() - 1].clone();
            next.apply(mv);
            positions.push(next);
        }
        positions
    }

    /// The game as a record.
    pub(crate) fn record(self, row: &StoredTable, outcome: Option<Outcome>, name: &str) -> Record<G> {
        let mut record = Record::new(self.start);
        if let Some(seat) = self.seat {
            record.players[seat.index()] = Player::named(name);
            record.players[seat.other().index()] = Player::named(&row.opponent);
        }
        let said = self.moves.into_iter().zip(self.reasons);
        record.line.plies =
            said.map(|(mv, why)| Ply { comment: why.unwrap_or_default(), ..Ply::new(mv) }).collect();
        record.line.end = outcome;
        record
    }
}

/// A move for the seat that `view` belongs to. The analyst gets a position that this seat cannot tell from
/// the real one.
pub(crate) fn hint<G: Geometry>(view: &G::View, seed: u64, stop: Stop) -> Option<wire::Hint> {
    let game = games::View::resample(view, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let analysis = analyse(&game, seed, stop)?;
    let best = analysis.best()?;
    let label = G::move_on(view, best.mv).label;
    let count = analysis.candidates.len();
    let value = value_words(analysis.unit, best.value.clamp(-G::MOST, G::MOST));
    let why = Text::new(
        format!("{} looks best of {count} moves ({}).", label.en, value.en),
        format!("{count}手の中で{}が最善と見られます（{}）。", label.ja, value.ja),
    );
    Some(wire::Hint { mv: best.mv.to_string(), why })
}

/// A value of the side to move in words: `+2.0 discs`, `win rate about 60%`.
fn value_words(unit: Unit, value: f64) -> Text {
    match unit {
        Unit::Discs => Text::new(format!("{value:+.1} discs"), format!("{value:+.1}石")),
        Unit::Seeds => Text::new(format!("{value:+.1} seeds"), format!("{value:+.1}石")),
        Unit::Points => Text::new(format!("{value:+.0} points"), format!("{value:+.0}点")),
        Unit::WinRate => {
            let percent = (value + 0.5) * 100.0;
            Text::new(format!("win rate about {percent:.0}%"), format!("勝率 約{percent:.0}%"))
        }
        Unit::Reward => Text::new(format!("expected reward {value:+.2}"), format!("期待値{value:+.2}")),
    }
}

/// The review of a game.
pub(crate) fn reviewing<G: Geometry>(finished: Finished<G>) -> Reviewing {
    let finished = Arc::new(finished);
    let positions = Arc::new(finished.positions());
    let judge = {
        let (finished, positions) = (Arc::clone(&finished), Arc::clone(&positions));
        move |ply: usize, stop: Stop| judge_ply(&positions[ply], finished.moves[ply], finished.seed, stop)
    };
    let moves = finished.moves.len();
    Reviewing {
        positions: moves,
        judge: Arc::new(judge),
        finish: Box::new(move |judged| finish(&finished, &positions, &judged)),
    }
}

fn judge_ply<G: Geometry>(game: &G, played: G::Move, seed: u64, stop: Stop) -> Option<Judged> {
    let analysis = analyse(game, seed, stop)?;
    let best = analysis.best()?;
    let side = game.side_to_move();
    let value = analysis.candidates.iter().find(|candidate| candidate.mv == played).map(|found| found.value);
    let clamped = |value: f64| value.clamp(-G::MOST, G::MOST);
    Some(Judged {
        unit: analysis.unit,
        value: value.map(|value| from_first::<G>(value, side)),
        loss: value.map_or(0.0, |value| clamped(best.value) - clamped(value)),
        best: best.mv.to_string(),
        best_label: G::move_on(&game.view(side), best.mv).label,
    })
}

/// A stored reason in both languages.
fn said(stored: &str) -> Text {
    let reason = Reason::from_stored(stored);
    Text::new(reason.sentence(Language::English), reason.sentence(Language::Japanese))
}

fn finish<G: Geometry>(finished: &Finished<G>, positions: &[G], judged: &[Option<Judged>]) -> Review {
    let unit = judged.iter().flatten().next().map_or(Unit::Points, |one| one.unit);
    let mistake = |(index, judged): (usize, &Option<Judged>)| {
        let judged = judged.as_ref().filter(|judged| judged.loss >= G::MISTAKE)?;
        Some(Mistake {
            ply: index as u32 + 1,
            side: positions[index].side_to_move().into(),
            loss: judged.loss,
            best: judged.best.clone(),
            best_label: judged.best_label.clone(),
        })
    };
    let mut mistakes: Vec<Mistake> = judged.iter().enumerate().filter_map(mistake).collect();
    mistakes.sort_by(|one, two| two.loss.total_cmp(&one.loss));
    let step = |(game, &mv): (&G, &G::Move)| -> BoardChange { G::step(&game.view(game.side_to_move()), mv) };
    Review {
        unit: geometry::unit(unit),
        values: judged.iter().map(|judged| judged.as_ref().and_then(|judged| judged.value)).collect(),
        mistakes,
        positions: positions.iter().map(G::revealed).collect::<Vec<Position>>(),
        steps: positions.iter().zip(&finished.moves).map(step).collect(),
        reasons: finished.reasons.iter().map(|reason| reason.as_deref().map(said)).collect(),
        beliefs: finished.seat.and_then(|seat| G::beliefs(&finished.start, &finished.moves, seat)),
    }
}

/// What would be after other moves.
pub(crate) fn judging<G: Geometry>(
    finished: &Finished<G>,
    what: &wire::WhatIf,
    stop: Stop,
) -> Result<Judging, Refusal> {
    let mut positions = finished.positions();
    let ply = what.ply as usize;
    if ply >= positions.len() {
        return Err(Refusal::malformed(format!(
            "The game has {} plies; try from one of them.",
            finished.moves.len()
        )));
    }
    let mut game = positions.swap_remove(ply);
    let mut step = None;
    for text in &what.moves {
        let refused = || Refusal::malformed("A tried move is not legal there; send the text of legal moves.");
        let mv: G::Move = text.parse().map_err(|_| refused())?;
        game.check(mv).map_err(|_| refused())?;
        step = Some(G::step(&game.view(game.side_to_move()), mv));
        game.apply(mv);
    }
    let seed = finished.seed;
    Ok(Box::new(move || {
        let side = game.side_to_move();
        let analysis = if game.outcome().is_none() { analyse(&game, seed, stop) } else { None };
        let best = analysis.as_ref().and_then(Analysis::best);
        WhatIfResult {
            position: game.revealed(),
            value: best.map(|best| from_first::<G>(best.value, side)),
            best: best.map(|best| best.mv.to_string()),
            legal: geometry::legal::<G>(&game.view(side)),
            step,
        }
    }))
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;

    use super::*;

    fn finished() -> Finished<Othello> {
        // The shortest game in which white loses every disc.
        let moves: Vec<_> = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').map(|mv| mv.parse().unwrap()).collect();
        let reasons = vec![None; moves.len()];
        Finished { start: Othello::default(), moves, reasons, seat: Some(Side::Second), seed: 1 }
    }

    #[test]
    fn a_review_has_a_word_on_every_ply() {
        let reviewing = reviewing(finished());
        assert_eq!(reviewing.positions, 9);
        let judged = (0..9).map(|ply| (reviewing.judge)(ply, Stop::default())).collect();
        let review = (reviewing.finish)(judged);
        assert_eq!((review.values.len(), review.positions.len(), review.steps.len()), (9, 10, 9));
        assert_eq!(review.values[8], Some(64.0));
        // White walks into it: the worst mistake is white's.
        assert_eq!(review.mistakes[0].side, wire::SideName::Second);
        assert!(review.mistakes.windows(2).all(|pair| pair[0].loss >= pair[1].loss));
        assert_eq!(review.beliefs, None);
    }

    #[test]
    fn what_if_is_asked_of_any_ply() {
        let what = |ply, moves: &[&str]| wire::WhatIf {
            ply,
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let tried = judging(&finished(), &what(1, &["d6"]), Stop::default()).unwrap()();
        assert!(tried.value.is_some() && tried.best.is_some() && !tried.legal.is_empty());
        let end = judging(&finished(), &what(9, &[]), Stop::default()).unwrap()();
        assert_eq!((end.value, end.best, end.legal), (None, None, Vec::new()));
        assert!(judging(&finished(), &what(10, &[]), Stop::default()).is_err());
        assert!(judging(&finished(), &what(1, &["a1"]), Stop::default()).is_err());
    }
}
