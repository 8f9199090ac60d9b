//! Everything that was given in a study, as the analysis takes it.

use std::collections::BTreeMap;

use games::{Outcome, Player, Ply, Record, text};
use store::{ParticipantState, Store, StoreError, StoredMove, StoredTable};
use studies::{
    Answer, Judgement, Participant, Played, ReasonTag, State, StepKind, Study, StudyData, Verdict,
};

use crate::geometry::Geometry;
use crate::wire::GameKind;
use games::with_game;

/// Everything that was given in `study`, which is kept under `id`; of those who have withdrawn nothing is
/// left.
///
/// # Errors
/// The store refuses.
pub async fn collect(store: &Store, study: &Study) -> Result<StudyData, StoreError> {
    let id = &study.id;
    let rated_in = study.rated_in();
    let mut collected = StudyData::default();
    for row in
        store.participants(id).await?.into_iter().filter(|row| row.state != ParticipantState::Withdrawn)
    {
        let ratings: BTreeMap<String, f64> = serde_json::from_str(&row.ratings).unwrap_or_default();
        collected.participants.push(Participant {
            number: row.number,
            seed: row.seed,
            group: row.group,
            language: row.language,
            rating: rated_in.and_then(|game| ratings.get(game.as_str()).copied()),
            begun: row.begun,
            ended: (row.ended != 0).then_some(row.ended),
            state: if row.state == ParticipantState::Finished { State::Finished } else { State::Going },
        });
    }
    for row in store.study_answers(id).await? {
        collected.answers.push(Answer {
            participant: row.participant,
            step: row.step,
            value: serde_json::from_str(&row.value).unwrap_or_default(),
            millis: row.millis,
            times: serde_json::from_str(&row.times).unwrap_or_default(),
            at: row.at,
        });
    }
    let mut conditions: BTreeMap<(u64, String), String> = BTreeMap::new();
    for (place, step) in collected.steps(study) {
        if let StepKind::Game { condition, .. } = step.kind {
            conditions.insert(place, condition);
        }
    }
    for row in store.study_tables(id).await? {
        // A game without its condition is not of this study, one without its table is gone since.
        let Some(condition) = conditions.remove(&(row.participant, row.step.clone())) else { continue };
        let Some((table, moves)) = store.table(&row.table).await? else { continue };
        collected.games.push(Played {
            participant: row.participant,
            step: row.step,
            condition,
            side: table.seat,
            record_text: record(&table, &moves).unwrap_or_default(),
            outcome: table.outcome.clone().unwrap_or_default(),
            score: table.score,
            plies: table.plies as u32,
            table: table.id,
            opponent: table.opponent,
        });
    }
    for row in store.study_judgements(id).await? {
        let verdict = match row.verdict.as_str() {
            "bad" => Verdict::Bad,
            "good" => Verdict::Good,
            _ => Verdict::Normal,
        };
        collected.judgements.push(Judgement {
            participant: row.participant,
            step: row.step,
            ply: row.ply as u32,
            verdict,
            note: row.note,
            filled: row.filled,
        });
    }
    let tagged =
        |row: store::StoredTag| ReasonTag { participant: row.participant, step: row.step, tag: row.tag };
    collected.tags = store.study_tags(id).await?.into_iter().map(tagged).collect();
    Ok(collected)
}

/// The game at a table as a record, with times and the opponent's reasons; `None` if it cannot be read.
fn record(table: &StoredTable, moves: &[StoredMove]) -> Option<String> {
    let game = table.game.parse::<GameKind>().ok()?;
    with_game!(game, G => record_of::<G>(table, moves))
}

fn record_of<G: Geometry>(table: &StoredTable, moves: &[StoredMove]) -> Option<String> {
    let mut record = Record::<G>::new(table.start.parse().ok()?);
    record.players[table.seat.other().index()] = Player::named(&table.opponent);
    for kept in moves {
        record.line.plies.push(Ply {
            time: Some(std::time::Duration::from_millis(kept.millis)),
            comment: kept.why.clone().unwrap_or_default(),
            ..Ply::new(kept.mv.parse().ok()?)
        });
    }
    record.line.end = table.outcome.as_ref().and_then(|outcome| outcome.parse::<Outcome>().ok());
    Some(text::write(&record))
}
