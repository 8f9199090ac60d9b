//! A participant's way through a study: agreeing, step by step, stopping, going on elsewhere, withdrawing.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State as Held};
use axum::http::StatusCode;
use store::{Joined, Kept, NewParticipant, Resumed, StoredAnswer, StoredJudgement, StoredParticipant};
use studies::{GroupBy, Step, StepKind};

use super::tables::begun;
use super::{Body, Who, player};
use crate::error::{ErrorBody, Refusal};
use crate::levels;
use crate::players::{self, hash_of, new_seed, random_letters};
use crate::state::State;
use crate::studies::steps::{Taken, withdrawn};
use crate::studies::{Running, text};
use crate::tables::now;
use crate::wire::{
    AnotherStep, Code, GroupName, Join, JoinedStudy, JudgementAt, Level, Me, NewTable, Pace, Seat, SideName,
    StepAnswer, StepTable, StudyState, StudyView, TableFor, Verdict, WrongAnswer, WrongItem,
};

/// Letters of the code by which another browser goes on: 100 bits.
const CODE_LETTERS: usize = 20;

/// Letters of the player as whom a participant sits at tables: 130 bits.
const SEATED_LETTERS: usize = 26;

/// The most characters of a note on a move, as of any other text.
const LONGEST_NOTE: usize = 2000;

/// The largest answer in bytes: ten texts of 2000 characters, each of which may take twelve bytes where it is escaped.
pub(crate) const ANSWER_LIMIT: usize = 256 * 1024;

fn not_in_study() -> Refusal {
    let message = "This browser takes no part in the study; agree to it first, or go on with your code.";
    Refusal::new(StatusCode::NOT_FOUND, "not-in-study", message)
}

/// The participant for whom this browser speaks.
async fn participant(
    state: &State,
    running: &Running,
    who: &Who,
) -> Result<Option<StoredParticipant>, Refusal> {
    match &who.0 {
        Some(player) => Ok(state.store.participant(&running.row.id, player).await?),
        None => Ok(None),
    }
}

/// The study behind a link, and how far this browser's participant is in it.
async fn taking(state: &State, link: &str, who: &Who) -> Result<(Running, Taken), Refusal> {
    let running = state.studies.by_link(&state.store, link).await?;
    let row = participant(state, &running, who).await?.ok_or_else(not_in_study)?;
    let taken = Taken::load(&state.store, &running, row).await?;
    Ok((running, taken))
}

/// How far somebody is now, after a change.
async fn me_now(state: &State, running: &Running, row: StoredParticipant) -> Result<Me, Refusal> {
    Taken::load(&state.store, running, row).await?.me(&state.store, running).await
}

/// The study behind a link.
#[utoipa::path(get, path = "/api/v1/study/{link}", operation_id = "show_study", tag = "study", params(("link" = String, Path)),
    responses((status = 200, body = StudyView), (status = 404, body = ErrorBody)))]
pub(crate) async fn show(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
) -> Result<Json<StudyView>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    let me = match participant(&state, &running, &who).await? {
        Some(row) => Some(me_now(&state, &running, row).await?),
        None => None,
    };
    let study = &running.study;
    // Whoever comes into a group by lot or by an answer must not know of it.
    let by_link = study.grouping.as_ref().is_some_and(|grouping| grouping.by == GroupBy::Link);
    let groups = study.groups().iter().filter(|_| by_link);
    Ok(Json(StudyView {
        id: running.row.id.clone(),
        title: text(&study.title),
        consent: text(&study.consent),
        state: if running.row.open { StudyState::Open } else { StudyState::Closed },
        groups: groups.map(|group| GroupName { id: group.id.clone(), name: text(&group.name) }).collect(),
        me,
    }))
}

/// Takes part in a study.
#[utoipa::path(post, path = "/api/v1/study/{link}/join", tag = "study", params(("link" = String, Path)), request_body = Join,
    responses((status = 200, body = JoinedStudy), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn join(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
    Body(join): Body<Join>,
) -> Result<Json<JoinedStudy>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    let player = who.0.clone().ok_or_else(not_in_study)?;
    if !join.agreed {
        let message = "Nobody takes part without having agreed; read the text and agree, or leave the page.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "consent-needed", message));
    }
    let code = random_letters(CODE_LETTERS)?;
    let seed = new_seed()?;
    let new = NewParticipant {
        seated_as: format!("study-{}", random_letters(SEATED_LETTERS)?),
        code_hash: hash_of(&code),
        language: join.language.as_str().to_owned(),
        seed,
        ratings: ratings(&state, &player).await?,
        player,
    };
    let wanted = join.group.as_deref();
    let study = &running.study;
    if let Err(turned @ studies::TurnedAway::NoSuchGroup { .. }) = study.place(wanted, &|_| 0, seed) {
        tracing::debug!(%turned, "nobody joins");
        let message =
            "The link does not say to which group you belong; ask whoever gave it to you for another.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "no-such-group", message));
    }
    let choose = |groups: &BTreeMap<String, u64>| {
        study.place(wanted, &|group| groups.get(group).copied().unwrap_or(0), seed).ok()
    };
    let (row, code) = match state.store.join(&running.row.id, &running.row.hash, &new, choose).await? {
        Joined::New(row) => (row, Some(code)),
        Joined::Already(row) => (row, None),
        Joined::Closed => {
            let message = "The study takes nobody any more; thank you all the same.";
            return Err(Refusal::conflict("closed", message));
        }
        Joined::Full => {
            let message = "As many people take part as were wanted; thank you all the same.";
            return Err(Refusal::conflict("full", message));
        }
        Joined::Changed => {
            let message = "The study has just been changed; load the page again.";
            return Err(Refusal::conflict("changed", message));
        }
    };
    Ok(Json(JoinedStudy { me: me_now(&state, &running, row).await?, code }))
}

/// The player's ratings in our games, as they are kept with a participant.
async fn ratings(state: &State, player: &str) -> Result<String, Refusal> {
    let ratings = players::ratings(&player::finished(state, player).await?);
    let ratings: BTreeMap<&str, f64> = ratings.iter().map(|one| (one.game.as_str(), one.rating)).collect();
    serde_json::to_string(&ratings).map_err(|_| Refusal::internal())
}

/// Gives the participant another code for going on elsewhere; the old one holds no more.
#[utoipa::path(post, path = "/api/v1/study/{link}/code", operation_id = "new_code", tag = "study", params(("link" = String, Path)),
    responses((status = 200, body = Code), (status = 404, body = ErrorBody)))]
pub(crate) async fn code(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
) -> Result<Json<Code>, Refusal> {
    let (running, taken) = taking(&state, &link, &who).await?;
    let code = random_letters(CODE_LETTERS)?;
    state.store.set_code(&running.row.id, taken.row.number, &hash_of(&code)).await?;
    Ok(Json(Code { code }))
}

/// Goes on in this browser as the participant with this code.
#[utoipa::path(post, path = "/api/v1/study/{link}/resume", tag = "study", params(("link" = String, Path)), request_body = Code,
    responses((status = 200, body = Me), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn resume(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
    Body(code): Body<Code>,
) -> Result<Json<Me>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    let player = who.0.as_deref().ok_or_else(not_in_study)?;
    // As somebody may copy it from a sheet of paper.
    let letters: String = code.code.chars().filter(char::is_ascii_alphanumeric).collect();
    let code_hash = hash_of(&letters.to_ascii_lowercase());
    match state.store.resume(&running.row.id, &code_hash, player).await? {
        Resumed::Yes(row) => Ok(Json(me_now(&state, &running, row).await?)),
        Resumed::Unknown => {
            let message = "Nobody has this code; look whether every letter is right.";
            Err(Refusal::new(StatusCode::NOT_FOUND, "no-such-code", message))
        }
        Resumed::Taken => {
            let message =
                "This browser takes part as somebody else; use another one, or withdraw here first.";
            Err(Refusal::conflict("already-in-study", message))
        }
    }
}

/// How far the participant is, and what to do now.
#[utoipa::path(get, path = "/api/v1/study/{link}/me", tag = "study", params(("link" = String, Path)),
    responses((status = 200, body = Me), (status = 404, body = ErrorBody)))]
pub(crate) async fn me(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
) -> Result<Json<Me>, Refusal> {
    let (running, taken) = taking(&state, &link, &who).await?;
    Ok(Json(taken.me(&state.store, &running).await?))
}

/// Answers the present step. Sent again, it changes nothing.
#[utoipa::path(post, path = "/api/v1/study/{link}/answers", tag = "study", params(("link" = String, Path)), request_body = StepAnswer,
    responses((status = 200, body = Me), (status = 404, body = ErrorBody), (status = 409, body = AnotherStep), (status = 422, body = WrongAnswer)))]
pub(crate) async fn answer(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
    Body(given): Body<StepAnswer>,
) -> Result<Json<Me>, Refusal> {
    let (running, taken) = taking(&state, &link, &who).await?;
    if taken.is_answered(&given.step) {
        return Ok(Json(taken.me(&state.store, &running).await?));
    }
    let Some(step) = taken.present().filter(|step| step.id == given.step) else {
        return Err(Refusal::another_step(taken.me(&state.store, &running).await?));
    };
    let value = running.study.check_answer(step, &given.value).map_err(|wrong| {
        let item = |wrong: studies::InvalidAnswer| WrongItem { item: wrong.item, expected: wrong.expected };
        Refusal::wrong_answer(wrong.into_iter().map(item).collect())
    })?;
    let filled = match &step.kind {
        StepKind::Game { judged_moves, .. } => {
            finished_game(&state, &running, &taken, step, *judged_moves).await?
        }
        _ => Vec::new(),
    };
    let group = match &step.kind {
        StepKind::Questions { questionnaire } => running.study.group_by_answer(questionnaire, &value),
        _ => None,
    };
    let answer = StoredAnswer {
        participant: taken.row.number,
        step: step.id.clone(),
        value: value.to_string(),
        millis: given.millis.min(i64::MAX as u64),
        at: now(),
    };
    let group = group.map(|group| group.id.as_str());
    let last = taken.is_last(&step.id);
    match state.store.answer(&running.row.id, &answer, &filled, group, last).await? {
        Kept::New | Kept::Already => Ok(Json(me_now(&state, &running, taken.row).await?)),
        Kept::Gone => Err(not_in_study()),
    }
}

/// Makes sure that the game of a step is over; gives judgements for moves of the program of which nothing was said.
async fn finished_game(
    state: &State,
    running: &Running,
    taken: &Taken,
    step: &Step,
    judged_moves: bool,
) -> Result<Vec<StoredJudgement>, Refusal> {
    let not_over = || Refusal::conflict("not-over", "The game goes on; play it to its end, then go on.");
    let (study, number) = (&running.row.id, taken.row.number);
    let table = state.store.study_table(study, number, &step.id).await?.ok_or_else(not_over)?;
    let (table, moves) = state.store.table(&table).await?.ok_or_else(not_over)?;
    if table.phase != "over" {
        return Err(not_over());
    }
    if !judged_moves {
        return Ok(Vec::new());
    }
    let silent = |ply: u64| StoredJudgement {
        participant: number,
        step: step.id.clone(),
        ply,
        verdict: "normal".to_owned(),
        note: String::new(),
        filled: true,
    };
    // Where something was said, that stays: the store fills only what is empty.
    Ok(moves.iter().filter(|mv| mv.side != table.seat).map(|mv| silent(mv.number)).collect())
}

/// The table of the present step, which is a game. Asked for again, it is the same one.
#[utoipa::path(post, path = "/api/v1/study/{link}/table", tag = "study", params(("link" = String, Path)), request_body = TableFor,
    responses((status = 200, body = StepTable), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = AnotherStep)))]
pub(crate) async fn table(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
    Body(wanted): Body<TableFor>,
) -> Result<Json<StepTable>, Refusal> {
    let (running, taken) = taking(&state, &link, &who).await?;
    let study = &running.row.id;
    if let Some(table) = state.store.study_table(study, taken.row.number, &wanted.step).await? {
        return Ok(Json(StepTable { table }));
    }
    let present = taken.present().filter(|step| step.id == wanted.step);
    let Some((StepKind::Game { condition, side, .. }, step)) = present.map(|step| (&step.kind, step)) else {
        return Err(Refusal::another_step(taken.me(&state.store, &running).await?));
    };
    let condition = running.study.condition(condition).ok_or_else(Refusal::internal)?;
    let side = side.map(SideName::from).or(wanted.side).ok_or_else(|| {
        let message = "Choose the side on which you play.";
        Refusal::new(StatusCode::BAD_REQUEST, "choose-side", message)
    })?;
    let new = NewTable {
        game: condition.game,
        level: None,
        opponent: None,
        seat: if side == SideName::First { Seat::First } else { Seat::Second },
        undo: false,
        hint: false,
        pace: Pace::Person,
        clock: None,
    };
    // The researcher wrote this name, so it is not bounded as one that a browser sends; the thinking limit holds all the same.
    let opponent = studies::full_name(condition.game, &condition.opponent).map_err(|error| {
        tracing::error!(study, %error, "a study's opponent is not there");
        Refusal::internal()
    })?;
    let seated_as = taken.row.seated_as.clone();
    let memory = state.store.memory(&seated_as, new.game.as_str(), &opponent).await?;
    let level = Level { opponent, ..levels::in_study() };
    let change = begun(seated_as, &new, level, memory)?;
    let table = state.store.add_study_table(study, taken.row.number, &step.id, change).await?;
    table.map(|table| Json(StepTable { table })).ok_or_else(not_in_study)
}

/// Says how a move of the program felt; until the step is answered, it may be said anew.
#[utoipa::path(post, path = "/api/v1/study/{link}/judgements", tag = "study", params(("link" = String, Path)), request_body = JudgementAt,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = AnotherStep)))]
pub(crate) async fn judge(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
    Body(said): Body<JudgementAt>,
) -> Result<StatusCode, Refusal> {
    let (running, taken) = taking(&state, &link, &who).await?;
    let is_judged =
        |step: &&Step| step.id == said.step && matches!(step.kind, StepKind::Game { judged_moves: true, .. });
    let Some(step) = taken.present().filter(is_judged) else {
        return Err(Refusal::another_step(taken.me(&state.store, &running).await?));
    };
    if said.note.chars().count() > LONGEST_NOTE {
        return Err(Refusal::malformed(format!(
            "A note has at most {LONGEST_NOTE} characters; say it shorter."
        )));
    }
    let (study, number) = (&running.row.id, taken.row.number);
    let no_such_move =
        || Refusal::malformed("The program has played no such move; judge one that it has played.");
    let table = state.store.study_table(study, number, &step.id).await?.ok_or_else(no_such_move)?;
    let (table, moves) = state.store.table(&table).await?.ok_or_else(no_such_move)?;
    if !moves.iter().any(|mv| mv.number == u64::from(said.ply) && mv.side != table.seat) {
        return Err(no_such_move());
    }
    let verdict = match said.verdict {
        Verdict::Bad => "bad",
        Verdict::Normal => "normal",
        Verdict::Good => "good",
    };
    let judgement = StoredJudgement {
        participant: number,
        step: step.id.clone(),
        ply: said.ply.into(),
        verdict: verdict.to_owned(),
        // One of the two databases cannot hold a zero character.
        note: said.note.trim().replace('\0', ""),
        filled: false,
    };
    match state.store.judge_move(study, &judgement).await? {
        Kept::New => Ok(StatusCode::NO_CONTENT),
        Kept::Already => Err(Refusal::another_step(me_now(&state, &running, taken.row).await?)),
        Kept::Gone => Err(not_in_study()),
    }
}

/// Withdraws: everything the participant gave is deleted, their games too.
#[utoipa::path(post, path = "/api/v1/study/{link}/withdraw", tag = "study", params(("link" = String, Path)),
    responses((status = 200, body = Me), (status = 404, body = ErrorBody)))]
pub(crate) async fn withdraw(
    Held(state): Held<Arc<State>>,
    who: Who,
    Path(link): Path<String>,
) -> Result<Json<Me>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    // Whoever is not known has withdrawn before, as far as anybody can still tell.
    if let Some(row) = participant(&state, &running, &who).await? {
        let tables = state.store.withdraw(&running.row.id, &row).await?;
        state.studies.reports.forget(&running.row.id);
        for table in tables {
            state.hall.forget(&table).await;
        }
    }
    Ok(Json(withdrawn()))
}
