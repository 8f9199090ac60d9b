//! What an analyst says of the moves of a game.

use games::{Game, IllegalPly, Record, Side};
use opponents::Thinker;
use rayon::prelude::*;
use search::Unit;

/// A move beside the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<M> {
    /// The number of the move, from 0.
    pub ply: usize,
    /// Who played it.
    pub side: Side,
    /// The move.
    pub mv: M,
    /// What it is worth to who played it.
    pub value: f64,
    /// Its place among all moves, from 1.
    pub rank: usize,
    /// How many moves there were.
    pub moves: usize,
    /// The best move.
    pub best: M,
    /// What that would have been worth.
    pub best_value: f64,
    /// What the values count.
    pub unit: Unit,
    /// Whether they are exact.
    pub exact: bool,
}

impl<M> Judged<M> {
    /// What was given away.
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }

    /// The value for the first side.
    pub fn value_for_first(&self) -> f64 {
        if self.side == Side::First { self.value } else { -self.value }
    }
}

/// Judges every move of `record`, several at a time, each by an analyst that `analyst` makes; `done` hears of each.
///
/// # Errors
/// A move of the record is not legal.
pub fn judge<G: Game>(
    record: &Record<G>,
    analyst: &(dyn Fn() -> Thinker<G> + Sync),
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Judged<G::Move>>, IllegalPly> {
    record.replay()?;
    let mut game = record.start.clone();
    let mut positions = Vec::with_capacity(record.line.plies.len());
    for mv in record.moves() {
        positions.push((game.clone(), mv));
        game.apply(mv);
    }
    let judged: Vec<Option<Judged<G::Move>>> = positions
        .par_iter()
        .enumerate()
        .map_init(analyst, |analyst, (ply, (game, mv))| {
            let judged = judge_move(analyst, ply, game, *mv);
            done();
            judged
        })
        .collect();
    Ok(judged.into_iter().flatten().collect())
}

/// The judgement of one move; `None` if the analyst has not looked at it.
fn judge_move<G: Game>(
    analyst: &mut Thinker<G>,
    ply: usize,
    game: &G,
    mv: G::Move,
) -> Option<Judged<G::Move>> {
    let analysis = analyst.analyse(game);
    let best = analysis.best()?;
    let rank = analysis.rank(mv)?;
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
    }
}
