//! Judging the moves of a game by an analyst.

use games::{Game, IllegalPly, Ply, Record, Side};
use opponents::{Interruptible, NamedAnalyst, Reason};
use rayon::prelude::*;
use search::{Stop, Unit};
use serde::{Deserialize, Serialize};

/// A move compared with the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<M> {
    /// The number of the move, from 0.
    pub ply: usize,
    /// Who played it.
    pub side: Side,
    /// The move.
    pub mv: M,
    /// Its value for the mover.
    pub value: f64,
    /// Its rank among the analysed moves, from 1.
    pub rank: usize,
    /// Number of analysed moves: all, or the best one and this.
    pub moves: usize,
    /// The best move.
    pub best: M,
    /// Its value.
    pub best_value: f64,
    /// Unit of the values.
    pub unit: Unit,
    /// Whether they are exact.
    pub exact: bool,
}

impl<M> Judged<M> {
    /// The loss in value.
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }

    /// Bad as Nakamichi 2020 defines it (section 4.6): not the analyst's best move, and it lowers the value.
    pub fn is_bad(&self) -> bool
    where
        M: PartialEq,
    {
        self.mv != self.best && self.loss() > 0.0
    }

    /// The value for the first side.
    pub fn value_for_first(&self) -> f64 {
        if self.side == Side::First { self.value } else { -self.value }
    }
}

/// Which third of a game of so many moves a move belongs to, from 0.
pub(crate) fn third(ply: usize, plies: usize) -> usize {
    (3 * ply / plies.max(1)).min(2)
}

/// The bad moves of a side, and how many of them a weaker observer would notice.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Mistakes {
    /// Moves of the side.
    pub moves: u64,
    /// Bad ones among them.
    pub bad: u64,
    /// Bad moves that the observer finds bad too.
    pub detectable: u64,
    /// Mean loss per move in each third of the game.
    pub loss_by_third: [f64; 3],
}

impl Mistakes {
    /// The mistakes of `side` in a game judged by an analyst and by an observer of less depth.
    pub fn of<M: PartialEq>(side: Side, analyst: &[Judged<M>], observer: &[Judged<M>]) -> Mistakes {
        let plies = analyst.iter().map(|judged| judged.ply + 1).max().unwrap_or(1);
        let seen: Vec<usize> =
            observer.iter().filter(|judged| judged.is_bad()).map(|judged| judged.ply).collect();
        let mut mistakes = Mistakes::default();
        let mut moves_by_third = [0_u32; 3];
        for judged in analyst.iter().filter(|judged| judged.side == side) {
            let third = third(judged.ply, plies);
            mistakes.moves += 1;
            moves_by_third[third] += 1;
            mistakes.loss_by_third[third] += judged.loss();
            if judged.is_bad() {
                mistakes.bad += 1;
                mistakes.detectable += u64::from(seen.contains(&judged.ply));
            }
        }
        for (loss, moves) in mistakes.loss_by_third.iter_mut().zip(moves_by_third) {
            *loss /= f64::from(moves.max(1));
        }
        mistakes
    }

    /// The share of moves that are bad.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.bad as f64 / self.moves.max(1) as f64
    }

    /// The share of bad moves that the observer sees.
    #[must_use]
    pub fn detectable_share(&self) -> f64 {
        self.detectable as f64 / self.bad.max(1) as f64
    }
}

/// Judges every move of `record` in parallel, with analysts made by `analyst`; calls `done` after each.
///
/// # Errors
/// A move of the record is not legal.
pub fn judge<G: Game>(
    record: &Record<G>,
    analyst: &(dyn Fn() -> NamedAnalyst<G> + Sync),
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Judged<G::Move>>, IllegalPly> {
    judge_sides(record, &Side::BOTH, analyst, done)
}

/// The same for the moves of these sides alone.
///
/// # Errors
/// A move of the record is not legal.
pub fn judge_sides<G: Game>(
    record: &Record<G>,
    sides: &[Side],
    analyst: &(dyn Fn() -> NamedAnalyst<G> + Sync),
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Judged<G::Move>>, IllegalPly> {
    record.replay()?;
    let mut game = record.start.clone();
    let mut positions = Vec::with_capacity(record.line.plies.len());
    for (ply, played) in record.line.plies.iter().enumerate() {
        if sides.contains(&game.side_to_move()) {
            positions.push((ply, game.clone(), played));
        }
        game.apply(played.mv);
    }
    let judged: Vec<Option<Judged<G::Move>>> = positions
        .par_iter()
        .map_init(analyst, |analyst, (ply, game, played)| {
            let judged = judge_move(analyst, *ply, game, played);
            done();
            judged
        })
        .collect();
    Ok(judged.into_iter().flatten().collect())
}

/// Judges the moves of `record` from number `from` on, one after another; `None` if `stop` is raised before
/// the last.
///
/// # Errors
/// A move of the record is not legal.
pub(crate) fn judge_from<G: Game>(
    record: &Record<G>,
    from: usize,
    analyst: &mut NamedAnalyst<G>,
    stop: &Stop,
) -> Result<Option<Vec<Judged<G::Move>>>, IllegalPly> {
    record.replay()?;
    analyst.stop_with(stop.clone());
    let mut game = record.start.clone();
    let mut said = Vec::with_capacity(record.line.plies.len());
    for (ply, played) in record.line.plies.iter().enumerate() {
        if ply >= from {
            said.extend(judge_move(analyst, ply, &game, played));
        }
        // A stopped search may be incomplete.
        if stop.is_stopped() {
            return Ok(None);
        }
        game.apply(played.mv);
    }
    Ok(Some(said))
}

/// The judgement of one move; `None` if the analyst has not looked at it. A move from an opening book counts
/// 0 (Nakamichi 2020, section 4.6).
fn judge_move<G: Game>(
    analyst: &mut NamedAnalyst<G>,
    ply: usize,
    game: &G,
    played: &Ply<G::Move>,
) -> Option<Judged<G::Move>> {
    let mv = played.mv;
    let analysis = analyst.compare(game, mv);
    let best = analysis.best()?;
    let rank = analysis.rank(mv)?;
    if matches!(Reason::from_stored(&played.comment), Reason::Book { .. }) {
        let (value, side, unit) = (0.0, game.side_to_move(), analysis.unit);
        let (best, best_value, exact) = (mv, value, false);
        return Some(Judged { ply, side, mv, value, rank: 1, moves: 1, best, best_value, unit, exact });
    }
    Some(Judged {
        ply,
        side: game.side_to_move(),
        mv,
        value: analysis.candidates[rank - 1].value,
        rank,
        moves: analysis.candidates.len(),
        best: best.mv,
        best_value: best.value,
        unit: analysis.unit,
        exact: analysis.exact,
    })
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;
    use opponents::analyst_by_name;

    use super::*;

    #[test]
    fn the_best_move_loses_nothing_and_others_what_they_lose() {
        let record = &games::othello::moves::read("f5d6c4d3c3").unwrap()[0];
        let analyst = || analyst_by_name::<Othello>("alphabeta:depth=3", 1).unwrap().0;
        let judged = judge(record, &analyst, &|| {}).unwrap();
        assert_eq!(judged.len(), 5);
        for (ply, judged) in judged.iter().enumerate() {
            assert_eq!((judged.ply, judged.side), (ply, Side::BOTH[ply % 2]));
            assert_eq!(judged.rank == 1, judged.mv == judged.best);
            assert!(judged.loss() >= 0.0 && judged.best_value >= judged.value);
        }
        assert_eq!(judged[0].loss(), 0.0, "all first moves are alike");
        let of_second = judge_sides(record, &[Side::Second], &analyst, &|| {}).unwrap();
        assert_eq!(of_second, [judged[1].clone(), judged[3].clone()]);
    }

    #[test]
    fn a_move_from_a_book_counts_nothing() {
        let mut record = games::othello::moves::read("f5d6c4d3c3f4").unwrap().remove(0);
        let analyst = || analyst_by_name::<Othello>("alphabeta:depth=3", 1).unwrap().0;
        let bad = |record: &Record<Othello>| {
            let judged = judge(record, &analyst, &|| {}).unwrap();
            judged.iter().filter(|judged| judged.is_bad()).map(|judged| judged.ply).collect::<Vec<_>>()
        };
        let Some(&ply) = bad(&record).first() else { panic!("expected a bad move among six") };
        record.line.plies[ply].comment = Reason::Book { times: 3, of: 5 }.to_stored();
        assert!(!bad(&record).contains(&ply));
    }

    #[test]
    fn a_mistake_is_seen_by_who_looks_deep_enough() {
        let judged = |ply: usize, mv: u8, best: u8, loss: f64| Judged {
            ply,
            side: Side::BOTH[ply % 2],
            mv,
            value: -loss,
            rank: 1,
            moves: 2,
            best,
            best_value: 0.0,
            unit: Unit::Discs,
            exact: false,
        };
        // The first side: a best move, two bad ones, and another move of the same value.
        let analyst = [
            judged(0, 1, 1, 0.0),
            judged(2, 1, 2, 4.0),
            judged(4, 1, 2, 2.0),
            judged(5, 1, 2, 9.0),
            judged(6, 1, 2, 0.0),
        ];
        let observer = [judged(0, 1, 2, 1.0), judged(2, 1, 2, 3.0), judged(4, 1, 1, 0.0)];
        let mistakes = Mistakes::of(Side::First, &analyst, &observer);
        assert_eq!((mistakes.moves, mistakes.bad, mistakes.detectable), (4, 2, 1));
        assert_eq!((mistakes.rate(), mistakes.detectable_share()), (0.5, 0.5));
        assert_eq!(mistakes.loss_by_third, [2.0, 2.0, 0.0]);
    }
}
