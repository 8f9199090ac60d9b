//! For the interviewer: moves that felt otherwise than the analyst finds them, by participant.

use std::collections::{BTreeMap, HashMap};

use games::with_game;
use report::{Block, Cell, Column, Section, Table};

use super::View;
use crate::analysis::FeltMove;
use crate::export::moves_of;
use crate::questionnaire::Kind;
use crate::steps::StepKind;
use crate::{Step, Verdict};

/// How many of the bad moves that a participant did not notice are listed, the worst first.
const UNNOTICED: usize = 5;

/// The section; `None` if no move was judged.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    if view.observations.moves.is_empty() {
        return None;
    }
    let mut blocks = vec![Block::text(
        "To ask each participant about: moves that felt good and are bad by value, moves that felt bad and \
         are not, the worst moves that did not feel bad, and what they wrote after their games. Moves are \
         counted from 1. The games themselves, to be shown to the participant, are in records.gkr of the \
         exported data; gokaku convert turns them into KIF or CSA for a board.",
    )];
    let moves = move_texts(view);
    let steps = view.collected.steps(view.study);
    for &number in view.observations.raters.keys() {
        let theirs: Vec<&FeltMove> =
            view.observations.moves.iter().filter(|one| one.rater == number).collect();
        if theirs.is_empty() {
            continue;
        }
        let list = disagreements(&theirs);
        let mut of_participant = vec![Block::Table(table(view, number, &list, &moves))];
        of_participant.extend(memorable(view, number, &steps).map(Block::Table));
        blocks.push(Block::Folded {
            summary: format!("Participant {number}: {} moves to ask about", list.len()),
            blocks: of_participant,
        });
    }
    Some(Section::new("For the interview", blocks))
}

/// What a move is asked about for.
fn disagreements<'a>(theirs: &[&'a FeltMove]) -> Vec<(&'static str, &'a FeltMove)> {
    let mut list = Vec::new();
    let of = |felt: Verdict, bad: bool| {
        theirs.iter().copied().filter(move |one| one.verdict == felt && one.bad == bad)
    };
    list.extend(of(Verdict::Good, true).map(|one| ("felt good, bad by value", one)));
    list.extend(of(Verdict::Bad, false).map(|one| ("felt bad, not bad by value", one)));
    let mut unnoticed: Vec<&FeltMove> = of(Verdict::Normal, true).collect();
    unnoticed.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    list.extend(unnoticed.into_iter().take(UNNOTICED).map(|one| ("bad by value, not felt", one)));
    list
}

/// The moves of every game as texts, by participant and step.
fn move_texts(view: &View<'_>) -> HashMap<(u64, String), Vec<String>> {
    let texts = view.collected.games.iter().filter_map(|game| {
        let condition = view.study.condition(&game.condition)?;
        let moves = with_game!(condition.game, G => moves_of::<G>(game));
        let moves = moves.into_iter().map(|(_, mv, _)| mv).collect();
        Some(((game.participant, game.step.clone()), moves))
    });
    texts.collect()
}

fn table(
    view: &View<'_>,
    number: u64,
    list: &[(&'static str, &FeltMove)],
    moves: &HashMap<(u64, String), Vec<String>>,
) -> Table {
    let rows = list.iter().map(|(why, one)| {
        let text = moves.get(&(number, one.step.clone())).and_then(|moves| moves.get(one.ply as usize - 1));
        let condition = view.study.condition(&one.condition);
        vec![
            Cell::words(*why),
            Cell::words(&one.step),
            Cell::words(condition.map_or("", |condition| condition.name.en.as_str())),
            Cell::Count(one.ply.into()),
            Cell::words(text.map_or("", String::as_str)),
            Cell::words(&one.best),
            Cell::Number(one.loss, 0),
            Cell::words(&one.note),
        ]
    });
    Table {
        name: format!("interview-{number}"),
        caption: format!("Moves to ask participant {number} about; the loss is in the analyst's unit."),
        columns: Column::all(["why", "game", "program", "move", "played", "best", "loss", "their note"]),
        rows: rows.collect(),
    }
}

/// What somebody wrote after their games; `None` if nothing.
fn memorable(view: &View<'_>, number: u64, steps: &HashMap<(u64, String), Step>) -> Option<Table> {
    let mut rows = BTreeMap::new();
    for answer in view.collected.answers.iter().filter(|answer| answer.participant == number) {
        let (Some(step), true) = (steps.get(&(number, answer.step.clone())), answer.step.ends_with(".after"))
        else {
            continue;
        };
        let StepKind::Questions { questionnaire } = &step.kind else { continue };
        for item in view.study.questionnaire(questionnaire).iter().flat_map(|one| &one.items) {
            let text = answer.value.get(&item.id).and_then(|value| value.as_str());
            if let (Kind::Text { .. }, Some(text)) = (&item.kind, text) {
                rows.insert(
                    (answer.step.clone(), item.id.clone()),
                    vec![
                        Cell::words(answer.step.trim_end_matches(".after")),
                        Cell::words(&item.ask.en),
                        Cell::words(text),
                    ],
                );
            }
        }
    }
    (!rows.is_empty()).then(|| Table {
        name: format!("memorable-{number}"),
        caption: format!("What participant {number} wrote after the games."),
        columns: Column::all(["game", "question", "answer"]),
        rows: rows.into_values().collect(),
    })
}
