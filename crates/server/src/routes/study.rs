//! What a participant of a study asks for: joining, answering step by step, continuing elsewhere,
//! withdrawing.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use store::{
    Given, Joined, NewParticipant, Phase, Resumed, StoredAnswer, StoredJudgement, StoredParticipant,
};
use studies::{GroupBy, Step, StepKind};

use super::{Body, CurrentPlayer, player};
use crate::asker::Asker;
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::levels;
use crate::players::{self, hash_of, new_seed, player_of, random_letters};
use crate::state::AppState;
use crate::studies::steps::{CurrentParticipant, clock_setting, withdrawn};
use crate::studies::{Running, text};
use crate::tables::{new_table, now};
use crate::wire::{
    AnotherStep, Code, GroupName, Join, JoinedStudy, JudgementAt, Level, NewTable, Pace, ParticipantView,
    Seat, SideName, StepAnswer, StepTable, StudyState, StudyView, TableFor, Verdict, WrongAnswer, WrongItem,
};

/// Letters of the code to continue in another browser: 100 bits.
const CODE_LETTERS: usize = 20;

/// Letters of the player as whom a participant sits at tables: 130 bits.
const SEATED_LETTERS: usize = 26;

/// The most characters of a note on a move, as of any other text.
const LONGEST_NOTE: usize = 2000;

/// The largest answer in bytes: ten texts of 2000 characters, each of which may take twelve bytes where it is
/// escaped.
pub(crate) const ANSWER_LIMIT: usize = 256 * 1024;

fn not_in_study() -> Refusal {
    let message = "You have not joined the study in this browser; agree first, or enter your code.";
    Refusal::new(RefusalCode::NotInStudy, message)
}

/// The participant for whom this browser speaks.
async fn participant(
    state: &AppState,
    running: &Running,
    who: &CurrentPlayer,
) -> Result<Option<StoredParticipant>, Refusal> {
    let Some(player) = &who.0 else { return Ok(None) };
    let found = state.store.participant(&running.row.id, player).await?;
    if found.is_some() {
        return Ok(found);
    }
    // They may have come with the token that they got when they joined.
    let Some(tables) = state.store.take_renewal(player).await? else { return Ok(None) };
    for table in tables {
        state.registry.forget(&table).await;
    }
    Ok(state.store.participant(&running.row.id, player).await?)
}

/// The study behind a link, and how far this browser's participant is in it.
async fn load_current(
    state: &AppState,
    link: &str,
    who: &CurrentPlayer,
) -> Result<(Running, CurrentParticipant), Refusal> {
    let running = state.studies.by_link(&state.store, link).await?;
    let row = participant(state, &running, who).await?.ok_or_else(not_in_study)?;
    let current = CurrentParticipant::load(&state.store, &running, row).await?;
    Ok((running, current))
}

/// How far somebody is now, after a change.
async fn view_now(
    state: &AppState,
    running: &Running,
    row: StoredParticipant,
) -> Result<ParticipantView, Refusal> {
    CurrentParticipant::load(&state.store, running, row).await?.view(&state.store, running).await
}

/// The study behind a link.
#[utoipa::path(
    get, path = "/api/v1/study/{link}", operation_id = "show_study", tag = "study",
    params(("link" = String, Path)),
    responses((status = 200, body = StudyView), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn show(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
) -> Result<Json<StudyView>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    let me = match participant(&state, &running, &who).await? {
        Some(row) => Some(view_now(&state, &running, row).await?),
        None => None,
    };
    let study = &running.study;
    // Somebody who is put into a group at random or by an answer must not know of it.
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
#[utoipa::path(
    post, path = "/api/v1/study/{link}/join", tag = "study", params(("link" = String, Path)),
    request_body = Join,
    responses(
        (status = 200, body = JoinedStudy), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn join(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    who: CurrentPlayer,
    Path(link): Path<String>,
    Body(join): Body<Join>,
) -> Result<Response, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    let player = who.0.clone().ok_or_else(not_in_study)?;
    if !state.limits.join(asker.address) {
        let message = "Too many people have joined from your network; wait a minute and try again.";
        return Err(Refusal::new(RefusalCode::TooManyLogins, message));
    }
    if !join.agreed {
        let message = "You need to agree before you take part; read the text and agree, or leave the page.";
        return Err(Refusal::new(RefusalCode::ConsentNeeded, message));
    }
    if let Some(row) = participant(&state, &running, &who).await? {
        let me = view_now(&state, &running, row).await?;
        return Ok(Json(JoinedStudy { me, code: None }).into_response());
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
        let message = "The link names no group of this study; ask whoever gave it to you for another.";
        return Err(Refusal::new(RefusalCode::NoSuchGroup, message));
    }
    let choose = |groups: &BTreeMap<String, u64>| {
        study.place(wanted, &|group| groups.get(group).copied().unwrap_or(0), seed).ok()
    };
    let (row, code) = match state.store.join(&running.row.id, &running.row.hash, &new, choose).await? {
        Joined::New(row) => (row, Some(code)),
        Joined::Already(row) => (row, None),
        Joined::Closed => {
            let message = "The study is closed; thank you for your interest.";
            return Err(Refusal::new(RefusalCode::Closed, message));
        }
        Joined::Full => {
            let message = "The study already has enough participants; thank you for your interest.";
            return Err(Refusal::new(RefusalCode::Full, message));
        }
        Joined::Changed => {
            let message = "The study has just been changed; reload the page.";
            return Err(Refusal::new(RefusalCode::Changed, message));
        }
    };
    let is_new = code.is_some();
    let shown = Json(JoinedStudy { me: view_now(&state, &running, row).await?, code });
    if !is_new {
        return Ok(shown.into_response());
    }
    // Whoever may have known the token before, or has put it there, does not speak for the participant.
    let token = players::new_token()?;
    let renewed = player_of(&token).ok_or_else(Refusal::internal)?;
    state.store.add_player(&new.player).await?;
    state.store.add_renewal(&new.player, &renewed).await?;
    let cookie = players::cookie(token, asker.is_secure);
    Ok(([(header::SET_COOKIE, cookie)], shown).into_response())
}

/// The player's ratings in our games, as they are stored with a participant.
async fn ratings(state: &AppState, player: &str) -> Result<String, Refusal> {
    let ratings = players::ratings(&player::finished(state, player).await?);
    let ratings: BTreeMap<&str, f64> = ratings.iter().map(|one| (one.game.as_str(), one.rating)).collect();
    serde_json::to_string(&ratings).map_err(|_| Refusal::internal())
}

/// Gives the participant a new code to continue elsewhere; the old one stops working.
#[utoipa::path(
    post, path = "/api/v1/study/{link}/code", operation_id = "new_code", tag = "study",
    params(("link" = String, Path)),
    responses((status = 200, body = Code), (status = 404, body = ErrorBody)),
)]
pub(crate) async fn code(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
) -> Result<Json<Code>, Refusal> {
    let (running, current) = load_current(&state, &link, &who).await?;
    let code = random_letters(CODE_LETTERS)?;
    state.store.set_code(&running.row.id, current.row.number, &hash_of(&code)).await?;
    Ok(Json(Code { code }))
}

/// Goes on in this browser as the participant with this code.
#[utoipa::path(
    post, path = "/api/v1/study/{link}/resume", tag = "study", params(("link" = String, Path)),
    request_body = Code,
    responses(
        (status = 200, body = ParticipantView), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn resume(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
    Body(code): Body<Code>,
) -> Result<Json<ParticipantView>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    let player = who.0.as_deref().ok_or_else(not_in_study)?;
    // Whoever has just joined with this browser takes part in it.
    participant(&state, &running, &who).await?;
    // As somebody may copy it from a sheet of paper.
    let letters: String = code.code.chars().filter(char::is_ascii_alphanumeric).collect();
    let code_hash = hash_of(&letters.to_ascii_lowercase());
    match state.store.resume(&running.row.id, &code_hash, player).await? {
        Resumed::Yes(row) => Ok(Json(view_now(&state, &running, row).await?)),
        Resumed::Unknown => {
            let message = "Unknown code; check every letter.";
            Err(Refusal::new(RefusalCode::NoSuchCode, message))
        }
        Resumed::Taken => {
            let message =
                "This browser is used by another participant; use another one, or withdraw here first.";
            Err(Refusal::new(RefusalCode::AlreadyInStudy, message))
        }
    }
}

/// How far the participant is, and what to do now.
#[utoipa::path(get, path = "/api/v1/study/{link}/me", tag = "study", params(("link" = String, Path)),
    responses((status = 200, body = ParticipantView), (status = 404, body = ErrorBody)))]
pub(crate) async fn me(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
) -> Result<Json<ParticipantView>, Refusal> {
    let (running, current) = load_current(&state, &link, &who).await?;
    Ok(Json(current.view(&state.store, &running).await?))
}

/// Answers the present step. Sent again, it changes nothing.
#[utoipa::path(
    post, path = "/api/v1/study/{link}/answers", tag = "study", params(("link" = String, Path)),
    request_body = StepAnswer,
    responses(
        (status = 200, body = ParticipantView), (status = 404, body = ErrorBody),
        (status = 409, body = AnotherStep), (status = 422, body = WrongAnswer),
    ),
)]
pub(crate) async fn answer(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
    Body(given): Body<StepAnswer>,
) -> Result<Json<ParticipantView>, Refusal> {
    let (running, current) = load_current(&state, &link, &who).await?;
    if current.progress.is_answered(&given.step) {
        return Ok(Json(current.view(&state.store, &running).await?));
    }
    let Some(step) = current.progress.current().filter(|step| step.id == given.step) else {
        return Err(Refusal::another_step(current.view(&state.store, &running).await?));
    };
    let value = running.study.check_answer(step, &given.value).map_err(|wrong| {
        let item = |wrong: studies::InvalidAnswer| WrongItem { item: wrong.item, expected: wrong.expected };
        Refusal::wrong_answer(wrong.into_iter().map(item).collect())
    })?;
    // Both clocks: nobody waits for us alone, and nobody can tell us that they waited.
    let waited = u64::try_from(now() - current.row.seen).unwrap_or(0).min(given.millis);
    let least = running.study.least_millis(step);
    if waited < least {
        let seconds = (least - waited).div_ceil(1000);
        let message = format!("Please look at the game for another {seconds} seconds before you judge it.");
        return Err(Refusal::new(RefusalCode::TooSoon, message));
    }
    let filled =
        if step.is_game() { finished_game(&state, &running, &current, step).await? } else { Vec::new() };
    let group = running.study.group_decided_by(step, &value);
    let times: BTreeMap<&String, &u64> =
        given.times.iter().filter(|(item, _)| value.get(item.as_str()).is_some()).collect();
    let answer = StoredAnswer {
        participant: current.row.number,
        step: step.id.clone(),
        value: value.to_string(),
        millis: given.millis.min(i64::MAX as u64),
        times: serde_json::to_string(&times).map_err(|_| Refusal::internal())?,
        at: now(),
    };
    let group = group.map(|group| group.id.as_str());
    let last = current.progress.is_last(&step.id, &value);
    match state.store.answer(&running.row.id, &answer, &filled, group, last).await? {
        Given::New | Given::Already => Ok(Json(view_now(&state, &running, current.row).await?)),
        Given::Gone => Err(not_in_study()),
    }
}

/// Makes sure that the game of a step is over; gives judgements for moves of the program of which nothing was
/// said.
async fn finished_game(
    state: &AppState,
    running: &Running,
    current: &CurrentParticipant,
    step: &Step,
) -> Result<Vec<StoredJudgement>, Refusal> {
    let not_over = || Refusal::new(RefusalCode::NotOver, "The game is not over yet; finish it first.");
    let (study, number) = (&running.row.id, current.row.number);
    let table = state.store.study_table(study, number, &step.id).await?.ok_or_else(not_over)?;
    let (table, moves) = state.store.table(&table).await?.ok_or_else(not_over)?;
    if table.phase != Phase::Over {
        return Err(not_over());
    }
    if !step.judges_moves() {
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
#[utoipa::path(
    post, path = "/api/v1/study/{link}/table", tag = "study", params(("link" = String, Path)),
    request_body = TableFor,
    responses(
        (status = 200, body = StepTable), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = AnotherStep),
    ),
)]
pub(crate) async fn table(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
    Body(wanted): Body<TableFor>,
) -> Result<Json<StepTable>, Refusal> {
    let (running, current) = load_current(&state, &link, &who).await?;
    let study = &running.row.id;
    if let Some(table) = state.store.study_table(study, current.row.number, &wanted.step).await? {
        return Ok(Json(StepTable { table }));
    }
    let present = current.progress.current().filter(|step| step.id == wanted.step);
    let Some((StepKind::Game { task, condition, side, .. }, step)) = present.map(|step| (&step.kind, step))
    else {
        return Err(Refusal::another_step(current.view(&state.store, &running).await?));
    };
    let condition = running.study.condition(condition).ok_or_else(Refusal::internal)?;
    let (clock, most_plies) = match running.study.tasks.get(*task) {
        Some(studies::Task::Play { clock, most_plies, .. }) => (clock.map(clock_setting), *most_plies),
        _ => (None, None),
    };
    let side = side.map(SideName::from).or(wanted.side).ok_or_else(|| {
        let message = "Choose your side.";
        Refusal::new(RefusalCode::ChooseSide, message)
    })?;
    let new = NewTable {
        game: condition.game,
        level: None,
        opponent: None,
        seat: if side == SideName::First { Seat::First } else { Seat::Second },
        undo: false,
        hint: false,
        pace: Pace::Person,
        clock,
        experience: None,
        wish: None,
        position: None,
        most_plies,
    };
    // The researcher wrote this name, so it is not bounded as one that a browser sends; the thinking limit
    // holds all the same.
    let opponent = studies::full_name(condition.game, &condition.opponent).map_err(|error| {
        tracing::error!(study, %error, "a study's opponent is not there");
        Refusal::internal()
    })?;
    let seated_as = current.row.seated_as.clone();
    let memory = state.store.memory(&seated_as, new.game.as_str(), &opponent).await?;
    let level = Level { opponent, ..levels::in_study() };
    let change = new_table(seated_as, &new, level, memory)?;
    let table = state.store.add_study_table(study, current.row.number, &step.id, change).await?;
    table.map(|table| Json(StepTable { table })).ok_or_else(not_in_study)
}

/// Says how a move of the program felt; until the step is answered, it may be said anew.
#[utoipa::path(
    post, path = "/api/v1/study/{link}/judgements", tag = "study", params(("link" = String, Path)),
    request_body = JudgementAt,
    responses(
        (status = 204), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = AnotherStep),
    ),
)]
pub(crate) async fn judge(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
    Body(said): Body<JudgementAt>,
) -> Result<StatusCode, Refusal> {
    let (running, current) = load_current(&state, &link, &who).await?;
    let is_judged = |step: &&Step| step.id == said.step && step.judges_moves();
    let Some(step) = current.progress.current().filter(is_judged) else {
        return Err(Refusal::another_step(current.view(&state.store, &running).await?));
    };
    if said.note.chars().count() > LONGEST_NOTE {
        return Err(Refusal::malformed(format!(
            "A note has at most {LONGEST_NOTE} characters; say it shorter."
        )));
    }
    let (study, number) = (&running.row.id, current.row.number);
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
        Given::New => Ok(StatusCode::NO_CONTENT),
        Given::Already => Err(Refusal::another_step(view_now(&state, &running, current.row).await?)),
        Given::Gone => Err(not_in_study()),
    }
}

/// Withdraws: everything the participant gave is deleted, their games too.
#[utoipa::path(post, path = "/api/v1/study/{link}/withdraw", tag = "study", params(("link" = String, Path)),
    responses((status = 200, body = ParticipantView), (status = 404, body = ErrorBody)))]
pub(crate) async fn withdraw(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path(link): Path<String>,
) -> Result<Json<ParticipantView>, Refusal> {
    let running = state.studies.by_link(&state.store, &link).await?;
    // Whoever is not known has withdrawn before, as far as anybody can still tell.
    if let Some(row) = participant(&state, &running, &who).await? {
        let tables = state.store.withdraw(&running.row.id, &row).await?;
        state.studies.reports.forget(&running.row.id);
        for table in tables {
            state.registry.forget(&table).await;
        }
    }
    Ok(Json(withdrawn()))
}
