//! What an analyst says: a hint during a game; afterwards values, mistakes, and what would have been.

use std::sync::Arc;

use games::{Game, Outcome, Player, Ply, Record, Side};
use opponents::{Interruptible, Language, Reason, analyst_by_name};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Analysis, Stop};
use store::StoredTable;

use crate::chances::{chance, decided, source};
use crate::error::Refusal;
use crate::geometry::{self, Geometry};
use crate::oversights::{Compared, oversights};
use crate::wire::{self, Arrow, BoardChange, Mistake, Oversight, Position, Review, Text, WhatIfResult};

/// The least loss of chances that is called a mistake: less is often the analyst's own error.
const LEAST_LOSS: f64 = 0.03;

/// A game that has ended.
pub(crate) struct Finished<G: Game> {
    pub(crate) start: G,
    pub(crate) moves: Vec<G::Move>,
    /// Why the opponent chose its moves, as stored.
    pub(crate) reasons: Vec<Option<String>>,
    /// Where the player sat; `None` at a table of two people.
    pub(crate) seat: Option<Side>,
    /// Which player sat at each side, if it was somebody of whom exercises are kept.
    pub(crate) people: [Option<String>; 2],
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
    /// Who sat at each side, if exercises are kept of them.
    pub people: [Option<String>; 2],
}

/// What is to be thought about in a what-if.
pub(crate) type Judging = Box<dyn FnOnce() -> WhatIfResult + Send>;

/// An analyst's word on one ply.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judged {
    /// The first side's chance to win before the ply.
    pub(crate) before: f64,
    /// The mover's chance to win after it.
    pub(crate) chance: f64,
    /// The same after the best move.
    pub(crate) best_chance: f64,
    /// The ply lost enough to be called a mistake.
    pub(crate) is_mistake: bool,
    pub(crate) best: String,
    pub(crate) best_label: Text,
    pub(crate) arrow: Arrow,
    pub(crate) why: Vec<Oversight>,
}

/// The game's analyst on a position.
fn analyse<G: Geometry>(game: &G, seed: u64, stop: Stop) -> Option<Analysis<G::Move>> {
    let (mut thinker, _) = analyst_by_name::<G>(G::REVIEWER, seed).ok()?;
    thinker.stop_with(stop);
    Some(thinker.analyse(game))
}

/// A chance of the mover, from the first side.
fn from_first(chance: f64, mover: Side) -> f64 {
    if mover == Side::First { chance } else { 1.0 - chance }
}

/// How many of `plies` moves a side has made, where sides take turns or nearly so.
const fn made(plies: usize) -> usize {
    plies / 2
}

impl<G: Geometry> Finished<G> {
    /// The position before each ply, and the last one.
    pub(crate) fn positions(&self) -> Vec<G> {
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

/// A move for the seat that `view` belongs to, in a game with so many plies. The analyst gets a position that
/// this seat cannot tell from the real one.
pub(crate) fn hint<G: Geometry>(view: &G::View, plies: usize, seed: u64, stop: Stop) -> Option<wire::Hint> {
    let game = games::View::resample(view, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let analysis = analyse(&game, seed, stop)?;
    let best = analysis.best()?;
    let label = G::move_on(view, best.mv).label;
    let count = analysis.candidates.len();
    let percent = (chance::<G>(&analysis, best.value, made(plies)) * 100.0).round();
    let why = Text::new(
        format!("{} looks best of {count} moves. Chance to win: about {percent}%.", label.en),
        format!("{count}手の中で{}が最善と見られます。勝つ見込みは約{percent}%です。", label.ja),
    );
    Some(wire::Hint { mv: best.mv.to_string(), why })
}

/// The review of a game.
pub(crate) fn reviewing<G: Geometry>(finished: Finished<G>) -> Reviewing {
    let finished = Arc::new(finished);
    let positions = Arc::new(finished.positions());
    let judge = {
        let (finished, positions) = (Arc::clone(&finished), Arc::clone(&positions));
        move |ply: usize, stop: Stop| {
            judge_move(&positions[ply], ply, finished.moves[ply], finished.seed, stop)
        }
    };
    Reviewing {
        positions: finished.moves.len(),
        judge: Arc::new(judge),
        people: finished.people.clone(),
        finish: Box::new(move |judged| finish(&finished, &positions, &judged)),
    }
}

/// A word on a move after so many plies; none if the analyst has not looked at it.
pub(crate) fn judge_move<G: Geometry>(
    game: &G,
    plies: usize,
    mv: G::Move,
    seed: u64,
    stop: Stop,
) -> Option<Judged> {
    let analysis = analyse(game, seed, stop)?;
    let best = analysis.best()?;
    let played = analysis.candidates.iter().find(|candidate| candidate.mv == mv)?;
    let chances = [played, best].map(|move_| chance::<G>(&analysis, move_.value, made(plies)));
    let is_mistake =
        chances[1] - chances[0] >= LEAST_LOSS && (best.value - played.value >= G::MISTAKE || analysis.exact);
    let side = game.side_to_move();
    let compared = Compared {
        before: game,
        played: mv,
        best: best.mv,
        answers: [played, best].map(|move_| move_.line.get(1).copied()),
        decided: [played, best].map(|move_| decided::<G>(&analysis, move_.value)),
    };
    let shown = G::move_on(&game.view(side), best.mv);
    Some(Judged {
        before: from_first(chances[1], side),
        chance: chances[0],
        best_chance: chances[1],
        is_mistake,
        best: shown.text,
        best_label: shown.label,
        arrow: Arrow { from: shown.from, to: shown.to },
        why: if is_mistake { oversights(&compared, chances[0], chances[1]) } else { Vec::new() },
    })
}

/// A stored reason in both languages.
fn said(stored: &str) -> Text {
    let reason = Reason::from_stored(stored);
    Text::new(reason.sentence(Language::English), reason.sentence(Language::Japanese))
}

fn finish<G: Geometry>(finished: &Finished<G>, positions: &[G], judged: &[Option<Judged>]) -> Review {
    let mistake = |(index, judged): (usize, &Option<Judged>)| {
        let judged = judged.as_ref().filter(|judged| judged.is_mistake)?;
        Some(Mistake {
            ply: index as u32 + 1,
            side: positions[index].side_to_move().into(),
            loss: judged.best_chance - judged.chance,
            best: judged.best.clone(),
            best_label: judged.best_label.clone(),
            arrow: judged.arrow.clone(),
            why: judged.why.clone(),
        })
    };
    // What is known after a ply is what the search of the next position says; at the end, the result.
    let before = judged.iter().map(|judged| judged.as_ref().map(|judged| judged.before));
    let last = positions.last().and_then(|game| match game.outcome() {
        Some(outcome) => Some(outcome.score(Side::First).unwrap_or(0.5)),
        None => judged
            .last()?
            .as_ref()
            .map(|judged| from_first(judged.chance, positions[positions.len() - 2].side_to_move())),
    });
    let mut mistakes: Vec<Mistake> = judged.iter().enumerate().filter_map(mistake).collect();
    mistakes.sort_by(|one, two| two.loss.total_cmp(&one.loss));
    let step = |(game, &mv): (&G, &G::Move)| -> BoardChange { G::step(&game.view(game.side_to_move()), mv) };
    Review {
        chances: before.chain([last]).collect(),
        source: source::<G>(),
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
    let (seed, tried) = (finished.seed, what.moves.len());
    Ok(Box::new(move || {
        let side = game.side_to_move();
        let analysis = if game.outcome().is_none() { analyse(&game, seed, stop) } else { None };
        let best = analysis.as_ref().and_then(|analysis| Some((analysis.best()?, analysis)));
        let plies = ply + tried;
        WhatIfResult {
            position: game.revealed(),
            chance: best
                .map(|(best, analysis)| from_first(chance::<G>(analysis, best.value, made(plies)), side)),
            best: best.map(|(best, _)| best.mv.to_string()),
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
        Finished {
            start: Othello::default(),
            moves,
            reasons,
            seat: Some(Side::Second),
            people: [None, None],
            seed: 1,
        }
    }

    #[test]
    fn a_review_has_a_word_on_every_ply() {
        let reviewing = reviewing(finished());
        assert_eq!(reviewing.positions, 9);
        let judged = (0..9).map(|ply| (reviewing.judge)(ply, Stop::default())).collect();
        let review = (reviewing.finish)(judged);
        assert_eq!((review.chances.len(), review.positions.len(), review.steps.len()), (10, 10, 9));
        assert_eq!(review.chances[9], Some(1.0));
        assert!(review.chances.iter().flatten().all(|chance| (0.0..=1.0).contains(chance)));
        // White walks into it: the worst mistake is white's.
        assert_eq!(review.mistakes[0].side, wire::SideName::Second);
        assert!(review.mistakes.windows(2).all(|pair| pair[0].loss >= pair[1].loss));
        assert!(review.mistakes.iter().all(|mistake| !mistake.why.is_empty() && mistake.loss >= LEAST_LOSS));
        assert_eq!(review.beliefs, None);
    }

    #[test]
    fn what_if_is_asked_of_any_ply() {
        let what = |ply, moves: &[&str]| wire::WhatIf {
            ply,
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        let tried = judging(&finished(), &what(1, &["d6"]), Stop::default()).unwrap()();
        assert!(tried.chance.is_some() && tried.best.is_some() && !tried.legal.is_empty());
        let end = judging(&finished(), &what(9, &[]), Stop::default()).unwrap()();
        assert_eq!((end.chance, end.best, end.legal), (None, None, Vec::new()));
        assert!(judging(&finished(), &what(10, &[]), Stop::default()).is_err());
        assert!(judging(&finished(), &what(1, &["a1"]), Stop::default()).is_err());
    }
}
