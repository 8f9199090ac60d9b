//! An analyst's judgements of the moves that participants judged.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use games::Side;
use lab::judge_sides;
use opponents::{Roster, analyst_by_name};

use crate::{Played, Step, Study, StudyData};
use games::with_game;

/// Which of the program's moves are bad, by an analyst.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AnalystJudgements {
    /// Its name with all options; empty if none was asked.
    pub analyst: String,
    /// One per move.
    pub moves: Vec<JudgedMove>,
}

/// The judgement of one move.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The participant's number.
    pub participant: u64,
    /// The step's id.
    pub step: String,
    /// The move's number in its game, from 1.
    pub ply: u32,
    /// Whether it is bad: not the best move, and it lowers the value (Nakamichi 2020, section 4.6).
    pub bad: bool,
    /// The loss in the analyst's unit.
    pub loss: f64,
    /// The analyst's best move; empty if it is not known.
    pub best: String,
}

/// Judges every game whose moves participants judged, by default with [`Roster::ANALYST`]; `progress` gets
/// the number of moves done and the total.
///
/// # Errors
/// There is no such analyst, or a record cannot be read.
pub fn judge_games(
    study: &Study,
    collected: &StudyData,
    analyst: Option<&str>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<AnalystJudgements, String> {
    let judged_steps: HashSet<(u64, &str)> =
        collected.judgements.iter().map(|one| (one.participant, one.step.as_str())).collect();
    let steps = collected.steps(study);
    let is_judged = |game: &&Played| {
        let step = steps.get(&(game.participant, game.step.clone()));
        judged_steps.contains(&(game.participant, game.step.as_str())) && !step.is_some_and(Step::is_practice)
    };
    let games: Vec<&Played> = collected.games.iter().filter(is_judged).collect();
    // About every second move is the program's; passes shift that.
    let total = games.iter().map(|game| game.plies as usize / 2).sum();
    let count = AtomicUsize::new(0);
    let done = || {
        let so_far = count.fetch_add(1, Ordering::Relaxed) + 1;
        progress(so_far.min(total), total);
    };
    let mut judged = AnalystJudgements::default();
    for game in games {
        let condition = study.condition(&game.condition);
        let of = condition
            .ok_or_else(|| format!("found condition \"{}\", expected one of the study's", game.condition))?
            .game;
        let (name, moves) = with_game!(of, G => judge_game::<G>(game, analyst.unwrap_or(G::ANALYST), &done))?;
        if !judged.analyst.split(", ").any(|known| known == name) {
            judged.analyst =
                if judged.analyst.is_empty() { name } else { format!("{}, {name}", judged.analyst) };
        }
        judged.moves.extend(moves);
    }
    Ok(judged)
}

fn judge_game<G: Roster>(
    played: &Played,
    analyst: &str,
    done: &(dyn Fn() + Sync),
) -> Result<(String, Vec<JudgedMove>), String> {
    let records = games::text::read::<G>(&played.record_text).map_err(|error| error.to_string())?;
    let [record] = records.as_slice() else {
        return Err(format!("found {} records, expected one of step {}", records.len(), played.step));
    };
    // Only Geister's analyst depends on the seed.
    let (_, name) = analyst_by_name::<G>(analyst, 1).map_err(|error| error.to_string())?;
    let make = || match analyst_by_name::<G>(analyst, 1) {
        Ok((thinker, _)) => thinker,
        Err(error) => unreachable!("the name was found a moment ago: {error}"),
    };
    let program: Side = played.side.other();
    let judged = judge_sides(record, &[program], &make, done).map_err(|error| error.to_string())?;
    let moves = judged.iter().map(|judged| JudgedMove {
        participant: played.participant,
        step: played.step.clone(),
        ply: judged.ply as u32 + 1,
        bad: judged.is_bad(),
        loss: judged.loss(),
        best: judged.best.to_string(),
    });
    Ok((name, moves.collect()))
}
