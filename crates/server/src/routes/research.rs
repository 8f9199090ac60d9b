//! What a researcher sees of a study and does with it. Every address but the login wants the login of that study.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, Path, State as Held};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::{Extension, Json};
use futures_util::{Stream, StreamExt};
use studies::StepKind;

use super::Body;
use super::watch::HEARTBEAT;
use crate::error::{ErrorBody, Refusal};
use crate::players::{cookie_in, hash_of, new_token};
use crate::security::is_secure;
use crate::state::State;
use crate::studies::collection::collect;
use crate::studies::progress::progress;
use crate::studies::reports::Making;
use crate::studies::{Running, text};
use crate::wire::{KeyFor, LoggedIn, Progress, Reason, Reasons, ReviewProgress, StudyFiles, Tag, Tags};

/// The name of the researcher's cookie.
const COOKIE: &str = "gokaku_researcher";

/// How long a login holds: a working day.
const LEASE: Duration = Duration::from_secs(12 * 3600);

/// How often it is looked whether something has changed.
const LOOK: Duration = Duration::from_secs(1);

/// A report is one file with its style in it and nothing else.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; sandbox";

/// The study whose researcher asks. Without the login of just this study there is nothing to see.
pub(crate) struct Researcher {
    running: Running,
    login: String,
}

/// The hash of the login that a request carries.
fn login_in(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies.filter_map(|value| value.to_str().ok()).find_map(|value| cookie_in(value, COOKIE)).map(hash_of)
}

fn login_needed() -> Refusal {
    let message = "Only the study's researcher may see this; log in with its key.";
    Refusal::new(StatusCode::UNAUTHORIZED, "login-needed", message)
}

impl FromRequestParts<Arc<State>> for Researcher {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<State>) -> Result<Self, Refusal> {
        let login = login_in(&parts.headers).ok_or_else(login_needed)?;
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
#[utoipa::path(post, path = "/api/v1/research/login", tag = "research", request_body = KeyFor,
    responses((status = 200, body = LoggedIn), (status = 401, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn login(
    Held(state): Held<Arc<State>>,
    Extension(client): Extension<IpAddr>,
    headers: HeaderMap,
    Body(given): Body<KeyFor>,
) -> Result<Response, Refusal> {
    if !state.limits.login(client) {
        let message = "That were many logins; wait a minute and try again.";
        return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-many-logins", message));
    }
    let token = new_token()?;
    let key = hash_of(given.key.trim());
    if !state.store.log_in(&given.study, &key, &hash_of(&token), LEASE).await? {
        let message = "There is no such study with this key; gokaku study key makes another one.";
        return Err(Refusal::new(StatusCode::UNAUTHORIZED, "wrong-key", message));
    }
    let cookie = cookie(&token, LEASE.as_secs(), is_secure(&headers, state.settings.behind_proxy));
    Ok(([(header::SET_COOKIE, cookie)], Json(LoggedIn { study: given.study })).into_response())
}

/// The cookie of a login: for the researcher's addresses alone, and never with what another site asks for.
fn cookie(token: &str, seconds: u64, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={token}; Path=/api/v1/research; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}

/// Ends the login.
#[utoipa::path(post, path = "/api/v1/research/logout", tag = "research", responses((status = 204)))]
pub(crate) async fn logout(Held(state): Held<Arc<State>>, headers: HeaderMap) -> Result<Response, Refusal> {
    if let Some(login) = login_in(&headers) {
        state.store.log_out(&login).await?;
    }
    let cookie = cookie("", 0, is_secure(&headers, state.settings.behind_proxy));
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// How far the study is.
#[utoipa::path(get, path = "/api/v1/research/{id}", operation_id = "show_progress", tag = "research", params(("id" = String, Path)),
    responses((status = 200, body = Progress), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn show(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
) -> Result<Json<Progress>, Refusal> {
    Ok(Json(progress(&state.store, &researcher.running).await?))
}

/// How far the study is, now and whenever that has changed: messages `event: study`.
#[utoipa::path(get, path = "/api/v1/research/{id}/events", operation_id = "watch_progress", tag = "research", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = Progress), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn events(
    Held(state): Held<Arc<State>>,
    Extension(client): Extension<IpAddr>,
    researcher: Researcher,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let held = state.limits.stream(client).ok_or_else(|| {
        let message = "You have too many live connections; close another window.";
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too-many-streams", message)
    })?;
    let mut closing = state.hall.closing();
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
async fn look(state: &State, researcher: &Researcher) -> Option<String> {
    let id = &researcher.running.row.id;
    let study = state.store.logged_in(&researcher.login).await.ok()??;
    if study != *id {
        return None;
    }
    let running = state.studies.by_id(&state.store, id).await.ok()?;
    serde_json::to_string(&progress(&state.store, &running).await.ok()?).ok()
}

async fn set_open(state: &State, researcher: &Researcher, open: bool) -> Result<Json<Progress>, Refusal> {
    let id = &researcher.running.row.id;
    state.store.open_study(id, open).await?;
    let running = state.studies.by_id(&state.store, id).await?;
    Ok(Json(progress(&state.store, &running).await?))
}

/// Takes nobody any more; whoever has begun may finish.
#[utoipa::path(post, path = "/api/v1/research/{id}/close", operation_id = "close_study", tag = "research", params(("id" = String, Path)),
    responses((status = 200, body = Progress), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn close(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
) -> Result<Json<Progress>, Refusal> {
    set_open(&state, &researcher, false).await
}

/// Takes people again.
#[utoipa::path(post, path = "/api/v1/research/{id}/open", operation_id = "open_study", tag = "research", params(("id" = String, Path)),
    responses((status = 200, body = Progress), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn open(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
) -> Result<Json<Progress>, Refusal> {
    set_open(&state, &researcher, true).await
}

async fn export(state: &State, researcher: &Researcher) -> Result<Vec<(String, String)>, Refusal> {
    let study = &researcher.running.study;
    Ok(studies::export(study, &collect(&state.store, study).await?))
}

/// The files that can be fetched.
#[utoipa::path(get, path = "/api/v1/research/{id}/files", operation_id = "study_files", tag = "research", params(("id" = String, Path)),
    responses((status = 200, body = StudyFiles), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn files(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
) -> Result<Json<StudyFiles>, Refusal> {
    let files = export(&state, &researcher).await?.into_iter().map(|(name, _)| name).collect();
    Ok(Json(StudyFiles { files }))
}

/// A file with what was given.
#[utoipa::path(get, path = "/api/v1/research/{id}/files/{name}", operation_id = "study_file", tag = "research",
    params(("id" = String, Path), ("name" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn file(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let found = export(&state, &researcher).await?.into_iter().find(|(known, _)| *known == name);
    let (name, text) = found.ok_or_else(|| {
        let message = "There is no such file; ask for one of those that the study has.";
        Refusal::new(StatusCode::NOT_FOUND, "no-such-file", message)
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
#[utoipa::path(get, path = "/api/v1/research/{id}/reasons", operation_id = "study_reasons", tag = "research", params(("id" = String, Path)),
    responses((status = 200, body = Reasons), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn reasons(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
) -> Result<Json<Reasons>, Refusal> {
    let Running { row, study } = &researcher.running;
    let mut sources = BTreeMap::new();
    for participant in state.store.participants(&row.id).await?.iter().filter(|one| one.state != "withdrawn")
    {
        for step in study.steps(participant.seed, participant.number) {
            if let Some(record) = study.record(&step) {
                sources.insert((participant.number, step.id), record.source.clone());
            }
        }
    }
    let mut tags: BTreeMap<(u64, String), Vec<String>> = BTreeMap::new();
    for tag in state.store.study_tags(&row.id).await? {
        tags.entry((tag.participant, tag.step)).or_default().push(tag.tag);
    }
    let answers = state.store.study_answers(&row.id).await?;
    let reason = |answer: store::StoredAnswer| {
        let place = (answer.participant, answer.step);
        let source = sources.get(&place)?.clone();
        let value: serde_json::Value = serde_json::from_str(&answer.value).ok()?;
        let reason = value["reason"].as_str().filter(|reason| !reason.is_empty())?.to_owned();
        let verdict = value["verdict"].as_u64()?;
        let tags = tags.get(&place).cloned().unwrap_or_default();
        Some(Reason { participant: place.0, step: place.1, source, verdict, reason, tags })
    };
    let tag = |choice: &studies::Choice| Tag { id: choice.id.clone(), text: text(&choice.text()) };
    Ok(Json(Reasons {
        reasons: answers.into_iter().filter_map(reason).collect(),
        tags: study.tags().map(tag).collect(),
    }))
}

/// Sorts a reason under these tags and no others.
#[utoipa::path(put, path = "/api/v1/research/{id}/reasons/{participant}/{step}", operation_id = "tag_reason", tag = "research",
    params(("id" = String, Path), ("participant" = u64, Path), ("step" = String, Path)), request_body = Tags,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn tag(
    Held(state): Held<Arc<State>>,
    researcher: Researcher,
    Path((_, participant, step)): Path<(String, String, String)>,
    Body(given): Body<Tags>,
) -> Result<StatusCode, Refusal> {
    let no_such_reason = || {
        let message = "There is no such reason; it may have been withdrawn, load the page again.";
        Refusal::new(StatusCode::NOT_FOUND, "no-such-reason", message)
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
#[utoipa::path(get, path = "/api/v1/research/{id}/report", operation_id = "study_report", tag = "research", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 202, body = ReviewProgress), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn report(
    Held(state): Held<Arc<State>>,
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
