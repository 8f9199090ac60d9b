//! Exercises: the player's own mistakes, played again.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use search::Stop;

use super::{Body, CurrentPlayer};
use crate::error::{ErrorBody, Refusal};
use crate::exercises::next;
use crate::state::AppState;
use crate::tables::{now, written};
use crate::wire::{Attempt, AttemptVerdict, Exercise, ExerciseMove, Exercises, GameKind};

/// The most exercises that are shown at a time.
const AT_A_TIME: u32 = 10;

/// What the player can practise now.
#[utoipa::path(
    get, path = "/api/v1/exercises", operation_id = "list_exercises", tag = "exercises",
    responses((status = 200, body = Exercises)),
)]
pub(crate) async fn list(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
) -> Result<Json<Exercises>, Refusal> {
    let Some(player) = who.0 else {
        return Ok(Json(Exercises { due: Vec::new(), due_count: 0, all: 0, next_at: None }));
    };
    let at = now();
    let counts = state.store.count_exercises(&player, at).await?;
    let mut due = Vec::new();
    for exercise in state.store.exercises_due(&player, at, AT_A_TIME).await? {
        due.push(described(&state, Some(&player), &exercise.table, exercise.ply as u32).await?);
    }
    Ok(Json(Exercises {
        due,
        due_count: counts.due as u32,
        all: counts.all as u32,
        next_at: counts.next.filter(|_| counts.due == 0).map(written),
    }))
}

/// The position before a ply of a finished game, to play on from there.
#[utoipa::path(
    get, path = "/api/v1/tables/{id}/exercises/{ply}", operation_id = "show_exercise", tag = "exercises",
    params(("id" = String, Path), ("ply" = u32, Path)),
    responses(
        (status = 200, body = Exercise), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
    ),
)]
pub(crate) async fn show(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path((id, ply)): Path<(String, u32)>,
) -> Result<Json<Exercise>, Refusal> {
    described(&state, who.0.as_deref(), &id, ply).await.map(Json)
}

async fn described(state: &AppState, player: Option<&str>, id: &str, ply: u32) -> Result<Exercise, Refusal> {
    let (handle, _) = state.registry.open(id, player).await?;
    let table = handle.table().await;
    let shown = table.finished_game()?.exercise(ply)?;
    Ok(Exercise {
        table: id.to_owned(),
        ply,
        game: table.row().game.parse::<GameKind>().map_err(|_| Refusal::internal())?,
        side: shown.side.into(),
        at: written(table.row().changed),
        position: shown.position,
        legal: shown.legal,
        step: shown.step,
    })
}

/// Another move instead of a ply of a finished game. If that ply is an exercise of the player's that is due,
/// the attempt counts.
#[utoipa::path(
    post, path = "/api/v1/tables/{id}/exercises/{ply}", operation_id = "try_exercise", tag = "exercises",
    params(("id" = String, Path), ("ply" = u32, Path)), request_body = ExerciseMove,
    responses(
        (status = 200, body = Attempt), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
    ),
)]
pub(crate) async fn attempt(
    State(state): State<Arc<AppState>>,
    who: CurrentPlayer,
    Path((id, ply)): Path<(String, u32)>,
    Body(tried): Body<ExerciseMove>,
) -> Result<Json<Attempt>, Refusal> {
    let (handle, _) = state.registry.open(&id, who.0.as_deref()).await?;
    let stop = Stop::default();
    let work = handle.table().await.finished_game()?.attempt(ply, &tried.mv, stop.clone())?;
    let attempt = state.registry.search(who.known()?, stop, work).await?;
    let mut attempt = attempt.ok_or_else(Refusal::internal)?;
    let at = now();
    let exercise = state.store.exercise(who.known()?, &id, u64::from(ply)).await?;
    if let Some(exercise) = exercise.filter(|exercise| exercise.due <= at) {
        let (solved, due) = next(exercise.solved, attempt.verdict != AttemptVerdict::Mistake, at);
        if state.store.reschedule(&exercise, solved, due).await? {
            attempt.again_at = Some(written(due));
        }
    }
    Ok(Json(attempt))
}
