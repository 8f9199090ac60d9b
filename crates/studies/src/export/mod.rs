//! All data as CSV files with a codebook.

mod codebook;

use std::collections::HashMap;

use games::{Game, Side};
use serde_json::Value;

use crate::steps::{Step, StepKind};
use crate::{Played, Study, StudyData};
use games::with_game;

/// The files of a study: names and contents.
///
/// Cells that a spreadsheet would take for a formula get a `'` in front. The records of `records.gkr` are in
/// the order of `games.csv`.
#[must_use]
pub fn export(study: &Study, collected: &StudyData) -> Vec<(String, String)> {
    let steps = collected.steps(study);
    let mut files = vec![
        file("participants.csv", participants(collected)),
        file("answers.csv", answers(study, collected, &steps)),
        file("games.csv", games_played(collected, &steps)),
        file("moves.csv", moves(study, collected)),
        file("tags.csv", tags(collected)),
        file("codebook.csv", codebook::lines(study)),
    ];
    let records: Vec<&str> = collected.games.iter().map(|game| game.record_text.as_str()).collect();
    files.push(("records.gkr".to_owned(), records.join("\n")));
    files
}

/// Lines as CSV, quoted where they need it and neutralised.
fn file(name: &str, lines: Vec<Vec<String>>) -> (String, String) {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        // Writing to memory cannot fail, and all lines have the same number of cells.
        let _ = writer.write_record(line.iter().map(|cell| neutral(cell)));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    (name.to_owned(), String::from_utf8(bytes).unwrap_or_default())
}

/// A cell that a spreadsheet would take for a formula gets a `'` in front.
fn neutral(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_number = cell.parse::<f64>().is_ok_and(f64::is_finite);
    if is_formula && !is_number { format!("'{cell}") } else { cell.to_owned() }
}

fn head<const N: usize>(names: [&str; N]) -> Vec<Vec<String>> {
    vec![names.map(str::to_owned).to_vec()]
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn participants(collected: &StudyData) -> Vec<Vec<String>> {
    let mut lines = head(["participant", "group", "language", "rating", "state", "begun", "ended"]);
    lines.extend(collected.participants.iter().map(|one| {
        vec![
            one.number.to_string(),
            one.group.clone().unwrap_or_default(),
            one.language.clone(),
            or_empty(one.rating),
            word(&one.state),
            one.begun.to_string(),
            or_empty(one.ended),
        ]
    }));
    lines
}

/// What a value is called in JSON, without quotes.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// One line per item of every answer.
fn answers(study: &Study, collected: &StudyData, steps: &HashMap<(u64, String), Step>) -> Vec<Vec<String>> {
    let mut lines =
        head(["participant", "step", "asked", "item", "about", "answer", "millis", "at", "item millis"]);
    for answer in &collected.answers {
        let step = steps.get(&(answer.participant, answer.step.clone()));
        let (asked, about) = match step.map(|step| &step.kind) {
            Some(StepKind::Questions { questionnaire }) => {
                (questionnaire.clone(), condition_before(answer.participant, &answer.step, steps))
            }
            Some(StepKind::Record { .. }) => {
                let record = step.and_then(|step| study.record(step));
                (
                    "record".to_owned(),
                    record.map(|record| format!("{} {}", record.source, record.file)).unwrap_or_default(),
                )
            }
            Some(StepKind::Game { condition, .. }) => ("game".to_owned(), condition.clone()),
            None => (String::new(), String::new()),
        };
        let items: Vec<(String, String)> = match answer.value.as_object() {
            // A game has no answer of its own.
            Some(items) if items.is_empty() => vec![(String::new(), String::new())],
            Some(items) => items.iter().map(|(item, value)| (item.clone(), shown(value))).collect(),
            None => vec![(String::new(), shown(&answer.value))],
        };
        for (item, value) in items {
            let item_millis = or_empty(answer.times.get(&item));
            lines.push(vec![
                answer.participant.to_string(),
                answer.step.clone(),
                asked.clone(),
                item,
                about.clone(),
                value,
                answer.millis.to_string(),
                answer.at.to_string(),
                item_millis,
            ]);
        }
    }
    lines
}

/// The condition of the game that a questionnaire came after, if it did.
fn condition_before(participant: u64, step: &str, steps: &HashMap<(u64, String), Step>) -> String {
    let game = step.strip_suffix(".after").and_then(|game| steps.get(&(participant, game.to_owned())));
    match game.map(|game| &game.kind) {
        Some(StepKind::Game { condition, .. }) => condition.clone(),
        _ => String::new(),
    }
}

/// An answer in one cell; several options with a space between them.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(options) => options.iter().map(shown).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn games_played(collected: &StudyData, steps: &HashMap<(u64, String), Step>) -> Vec<Vec<String>> {
    let mut lines = head([
        "participant",
        "step",
        "condition",
        "opponent",
        "side",
        "outcome",
        "score",
        "plies",
        "table",
        "practice",
    ]);
    lines.extend(collected.games.iter().map(|game| {
        let step = steps.get(&(game.participant, game.step.clone()));
        let practice = step.is_some_and(Step::is_practice);
        vec![
            game.participant.to_string(),
            game.step.clone(),
            game.condition.clone(),
            game.opponent.clone(),
            game.side.to_string(),
            game.outcome.clone(),
            or_empty(game.score),
            game.plies.to_string(),
            game.table.clone(),
            u8::from(practice).to_string(),
        ]
    }));
    lines
}

/// One line per move of every game, with the verdict on it.
fn moves(study: &Study, collected: &StudyData) -> Vec<Vec<String>> {
    let mut lines = head([
        "participant",
        "step",
        "condition",
        "ply",
        "by",
        "move",
        "millis",
        "verdict",
        "note",
        "passed over",
    ]);
    let judgements: HashMap<(u64, &str, u32), &crate::Judgement> =
        collected.judgements.iter().map(|one| ((one.participant, one.step.as_str(), one.ply), one)).collect();
    for game in &collected.games {
        let Some(condition) = study.condition(&game.condition) else { continue };
        let played = with_game!(condition.game, G => moves_of::<G>(game));
        for (ply, (side, mv, millis)) in (1..).zip(played) {
            let judgement = judgements.get(&(game.participant, game.step.as_str(), ply));
            lines.push(vec![
                game.participant.to_string(),
                game.step.clone(),
                game.condition.clone(),
                ply.to_string(),
                if side == game.side { "participant" } else { "program" }.to_owned(),
                mv,
                or_empty(millis),
                judgement.map(|one| one.verdict.as_str().to_owned()).unwrap_or_default(),
                judgement.map(|one| one.note.clone()).unwrap_or_default(),
                or_empty(judgement.map(|one| u8::from(one.filled))),
            ]);
        }
    }
    lines
}

/// The moves of a game, who played them and how long they took.
pub(crate) fn moves_of<G: Game>(played: &Played) -> Vec<(Side, String, Option<u128>)> {
    let Ok(records) = games::text::read::<G>(&played.record_text) else { return Vec::new() };
    let Some(record) = records.first() else { return Vec::new() };
    let mut game = record.start.clone();
    let mut moves = Vec::new();
    for ply in &record.line.plies {
        moves.push((game.side_to_move(), ply.mv.to_string(), ply.time.map(|time| time.as_millis())));
        if game.play(ply.mv).is_err() {
            break;
        }
    }
    moves
}

fn tags(collected: &StudyData) -> Vec<Vec<String>> {
    let mut lines = head(["participant", "step", "tag"]);
    lines.extend(
        collected.tags.iter().map(|one| vec![one.participant.to_string(), one.step.clone(), one.tag.clone()]),
    );
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_is_text_and_a_number_is_a_number() {
        for (cell, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+7776FU", "'+7776FU"),
            ("-", "'-"),
            ("\tx", "'\tx"),
            ("\rx", "'\rx"),
            ("-12.5", "-12.5"),
            ("+3", "+3"),
            ("-inf", "'-inf"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(neutral(cell), written);
        }
    }

    #[test]
    fn cells_are_quoted_where_they_need_it() {
        let (_, csv) =
            file("x.csv", vec![vec!["a".into(), "b, \"c\"\nd".into()], vec!["=x".into(), "1".into()]]);
        assert_eq!(csv, "a,\"b, \"\"c\"\"\nd\"\n'=x,1\n");
    }
}
