//! What a researcher sees of a study and does with it. Every address but the login wants the login of that
//! study.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::{Extension, Json};
use futures_util::{Stream, StreamExt};
use store::ParticipantState;
use studies::StepKind;

use super::Body;
use super::watch::HEARTBEAT;
use crate::asker::Asker;
use crate::cookies;
use crate::error::{ErrorBody, Refusal, RefusalCode};
use crate::players::{hash_of, new_token};
use crate::state::AppState;
use crate::studies::collection::collect;
use crate::studies::progress::progress;
use crate::studies::reports::Making;
use crate::studies::{Running, text};
use crate::wire::{
    KeyFor, LoggedIn, ReviewProgress, StudyFiles, StudyProgress, Tag, Tags, VerdictReason, VerdictReasons,
};
use cookie::SameSite;

/// The name of the researcher's cookie.
const COOKIE: &str = "gokaku_researcher";

/// How long a login holds: a working day.
const LEASE: Duration = Duration::from_secs(12 * 3600);

/// How often it is looked whether something has changed.
const LOOK: Duration = Duration::from_secs(1);

/// A report is one file with its style in it and nothing else.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                             frame-ancestors 'none'; sandbox";

/// The study whose researcher asks. Without the login of just this study there is nothing to see.
pub(crate) struct Researcher {
    running: Running,
    login: String,
}

/// The hash of the login that a request carries.
fn login_in(headers: &HeaderMap, asker: Asker) -> Option<String> {
    cookies::find(headers, COOKIE, asker.is_secure).map(|token| hash_of(&token))
}

fn login_needed() -> Refusal {
    let message = "Only the study's researcher may see this; log in with its key.";
    Refusal::new(RefusalCode::LoginNeeded, message)
}

impl FromRequestParts<Arc<AppState>> for Researcher {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<AppState>) -> Result<Self, Refusal> {
        let asker = parts.extensions.get::<Asker>().copied().ok_or_else(login_needed)?;
        let login = login_in(&parts.headers, asker).ok_or_else(login_needed)?;
        let study = state.store.logged_in(&login).await?.ok_or_else(login_needed)?;
        let path = Path::<BTreeMap<String, String>>::from_request_parts(parts, state).await;
        let asked = path.ok().and_then(|Path(mut path)| path.remove("id"));
        if asked.is_none_or(|asked| asked != study) {
            return Err(Refusal::no_such_study());
        }
        Ok(Researcher { running: state.studies.by_id(&state.store, &study).await?, login })
    }
}

/// Logs in as the researcher of a study.
#[utoipa::path(
    post, path = "/api/v1/research/login", tag = "research", request_body = KeyFor,
    responses(
        (status = 200, body = LoggedIn), (status = 401, body = ErrorBody),
        (status = 429, body = ErrorBody),
    ),
)]
pub(crate) async fn login(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    Body(given): Body<KeyFor>,
) -> Result<Response, Refusal> {
    if !state.limits.login(asker.address) {
        let message = "Too many attempts; wait a minute and try again.";
        return Err(Refusal::new(RefusalCode::TooManyLogins, message));
    }
    let token = new_token()?;
    let key = hash_of(given.key.trim());
    if !state.store.log_in(&given.study, &key, &hash_of(&token), LEASE).await? {
        let message = "There is no such study with this key; gokaku study key creates another one.";
        return Err(Refusal::new(RefusalCode::WrongKey, message));
    }
    let cookie = cookie(token, LEASE.as_secs(), asker.is_secure);
    Ok(([(header::SET_COOKIE, cookie)], Json(LoggedIn { study: given.study })).into_response())
}

/// The cookie of a login: never with what another site asks for.
fn cookie(token: String, seconds: u64, secure: bool) -> String {
    cookies::build(COOKIE, token, SameSite::Strict, seconds, secure)
}

/// Ends the login.
#[utoipa::path(post, path = "/api/v1/research/logout", tag = "research", responses((status = 204)))]
pub(crate) async fn logout(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    if let Some(login) = login_in(&headers, asker) {
        state.store.log_out(&login).await?;
    }
    let cookie = cookie(String::new(), 0, asker.is_secure);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// How far the study is.
#[utoipa::path(
    get, path = "/api/v1/research/{id}", operation_id = "show_progress", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = StudyProgress), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn show(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
) -> Result<Json<StudyProgress>, Refusal> {
    Ok(Json(progress(&state.store, &researcher.running).await?))
}

/// How far the study is, now and whenever that has changed: messages `event: study`.
#[utoipa::path(
    get, path = "/api/v1/research/{id}/events", operation_id = "watch_progress", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "text/event-stream", body = StudyProgress),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn events(
    State(state): State<Arc<AppState>>,
    Extension(asker): Extension<Asker>,
    researcher: Researcher,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let held = state.limits.stream(asker.address).ok_or_else(|| {
        let message = "You have too many live connections; close another window.";
        Refusal::new(RefusalCode::TooManyStreams, message)
    })?;
    let mut closing = state.registry.closing();
    let begin = (state, researcher, None::<String>);
    let stream = futures_util::stream::unfold(begin, async |(state, researcher, told)| {
        let mut waits = told.is_some();
        loop {
            if waits {
                tokio::time::sleep(LOOK).await;
            }
            waits = true;
            let now = look(&state, &researcher).await?;
            if told.as_ref() != Some(&now) {
                let event = Event::default().event("study").data(&now);
                return Some((Ok(event), (state, researcher, Some(now))));
            }
        }
    });
    let stream = stream
        .map(move |event| {
            // As long as the stream lives, it counts.
            let _ = &held;
            event
        })
        .take_until(async move {
            let _ = closing.wait_for(|closing| *closing).await;
        });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

/// How far the study is, as JSON; `None` when the login has ended.
async fn look(state: &AppState, researcher: &Researcher) -> Option<String> {
    let id = &researcher.running.row.id;
    let study = state.store.logged_in(&researcher.login).await.ok()??;
    if study != *id {
        return None;
    }
    let running = state.studies.by_id(&state.store, id).await.ok()?;
    serde_json::to_string(&progress(&state.store, &running).await.ok()?).ok()
}

async fn set_open(
    state: &AppState,
    researcher: &Researcher,
    open: bool,
) -> Result<Json<StudyProgress>, Refusal> {
    let id = &researcher.running.row.id;
    state.store.open_study(id, open).await?;
    let running = state.studies.by_id(&state.store, id).await?;
    Ok(Json(progress(&state.store, &running).await?))
}

/// Closes the study; participants who have started may finish.
#[utoipa::path(
    post, path = "/api/v1/research/{id}/close", operation_id = "close_study", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = StudyProgress), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn close(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
) -> Result<Json<StudyProgress>, Refusal> {
    set_open(&state, &researcher, false).await
}

/// Reopens the study.
#[utoipa::path(
    post, path = "/api/v1/research/{id}/open", operation_id = "open_study", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = StudyProgress), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn open(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
) -> Result<Json<StudyProgress>, Refusal> {
    set_open(&state, &researcher, true).await
}

async fn export(state: &AppState, researcher: &Researcher) -> Result<Vec<(String, String)>, Refusal> {
    let study = &researcher.running.study;
    Ok(studies::export(study, &collect(&state.store, study).await?))
}

/// The files that can be fetched.
#[utoipa::path(
    get, path = "/api/v1/research/{id}/files", operation_id = "study_files", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = StudyFiles), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn files(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
) -> Result<Json<StudyFiles>, Refusal> {
    let files = export(&state, &researcher).await?.into_iter().map(|(name, _)| name).collect();
    Ok(Json(StudyFiles { files }))
}

/// A file with what was given.
#[utoipa::path(
    get, path = "/api/v1/research/{id}/files/{name}", operation_id = "study_file", tag = "research",
    params(("id" = String, Path), ("name" = String, Path)),
    responses(
        (status = 200, content_type = "text/csv", body = String), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn file(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let found = export(&state, &researcher).await?.into_iter().find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| {
        let message = "There is no such file; ask for one of the study's files.";
        Refusal::new(RefusalCode::NoSuchFile, message)
    })?;
    let kind = if name.ends_with(".csv") { "text/csv" } else { "text/plain" };
    // Both names are ours by now, so they can stand in a header.
    let headers = [
        (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{id}-{name}\"")),
    ];
    Ok((headers, text).into_response())
}

/// The reasons that were given for verdicts on records.
#[utoipa::path(
    get, path = "/api/v1/research/{id}/reasons", operation_id = "study_reasons", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = VerdictReasons), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn reasons(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
) -> Result<Json<VerdictReasons>, Refusal> {
    let Running { row, study } = &researcher.running;
    let mut steps = BTreeMap::new();
    let participants = state.store.participants(&row.id).await?;
    for one in participants.iter().filter(|one| one.state != ParticipantState::Withdrawn) {
        for step in study.steps(one.seed, one.number) {
            steps.insert((one.number, step.id.clone()), step);
        }
    }
    let mut tags: BTreeMap<(u64, String), Vec<String>> = BTreeMap::new();
    for tag in state.store.study_tags(&row.id).await? {
        tags.entry((tag.participant, tag.step)).or_default().push(tag.tag);
    }
    let answers = state.store.study_answers(&row.id).await?;
    let reason = |answer: store::StoredAnswer| {
        let key = (answer.participant, answer.step);
        let value = serde_json::from_str(&answer.value).ok()?;
        let studies::VerdictReason { source, verdict, reason } = study.reason_in(steps.get(&key)?, &value)?;
        let tags = tags.get(&key).cloned().unwrap_or_default();
        Some(VerdictReason { participant: key.0, step: key.1, source, verdict, reason, tags })
    };
    let tag = |choice: &studies::Choice| Tag { id: choice.id.clone(), text: text(&choice.text()) };
    Ok(Json(VerdictReasons {
        reasons: answers.into_iter().filter_map(reason).collect(),
        tags: study.tags().map(tag).collect(),
    }))
}

/// Gives a reason these tags and no others.
#[utoipa::path(
    put, path = "/api/v1/research/{id}/reasons/{participant}/{step}", operation_id = "tag_reason",
    tag = "research", params(("id" = String, Path), ("participant" = u64, Path), ("step" = String, Path)),
    request_body = Tags,
    responses(
        (status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn tag(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
    Path((_, participant, step)): Path<(String, String, String)>,
    Body(given): Body<Tags>,
) -> Result<StatusCode, Refusal> {
    let no_such_reason = || {
        let message = "There is no such reason; it may have been withdrawn, load the page again.";
        Refusal::new(RefusalCode::NoSuchReason, message)
    };
    let Running { row, study } = &researcher.running;
    let number: u64 = participant.parse().map_err(|_| no_such_reason())?;
    if let Some(unknown) = given.tags.iter().find(|tag| study.tags().all(|known| known.id != **tag)) {
        let known: Vec<&str> = study.tags().map(|known| known.id.as_str()).collect();
        let message = format!("Found tag {unknown:?}, expected some of: {}.", known.join(", "));
        return Err(Refusal::malformed(message));
    }
    let participants = state.store.participants(&row.id).await?;
    let found = participants.iter().find(|one| one.number == number).ok_or_else(no_such_reason)?;
    let steps = study.steps(found.seed, number);
    if !steps.iter().any(|one| one.id == step && matches!(one.kind, StepKind::Record { .. })) {
        return Err(no_such_reason());
    }
    match state.store.set_tags(&row.id, number, &step, &given.tags).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_such_reason()),
    }
}

/// The report on what was given so far; while it is being made, how much of it is done.
#[utoipa::path(
    get, path = "/api/v1/research/{id}/report", operation_id = "study_report", tag = "research",
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "text/html", body = String), (status = 202, body = ReviewProgress),
        (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
    ),
)]
pub(crate) async fn report(
    State(state): State<Arc<AppState>>,
    researcher: Researcher,
) -> Result<Response, Refusal> {
    let study = &researcher.running.study;
    let collected = collect(&state.store, study).await?;
    match state.studies.reports.make(study, collected) {
        Making::Done(page, _) => {
            let headers: [(HeaderName, &str); 2] = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
            ];
            Ok((headers, page.to_string()).into_response())
        }
        Making::UnderWay(progress) => {
            Ok((StatusCode::ACCEPTED, Json(ReviewProgress { progress })).into_response())
        }
        Making::Failed => Err(Refusal::internal()),
    }
}
