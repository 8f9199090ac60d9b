//! `gokaku analyse`

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use games::{Game, Record, Side};
use indicatif::ProgressBar;
use lab::{Judged, Mistakes};
use opponents::{Interruptible, NamedAnalyst, analyst_by_name};
use search::Analysis;
use serde_json::{Value, json};

use crate::cli;
use crate::game_files;
use crate::graph;
use crate::records::Records;
use crate::table::Table;
use games::with_game;

/// Candidates that are listed unless all are asked for.
const LISTED: usize = 10;

/// The worst moves that are listed under a game.
const WORST: usize = 5;

pub(crate) fn run(args: &cli::Analyse) -> Result<()> {
    with_game!(args.game, G => analyse::<G>(args))
}

fn analyse<G: Table>(args: &cli::Analyse) -> Result<()>
where
    Vec<Record<G>>: TryFrom<Records>,
{
    let (mut thinker, full) = analyst::<G>(args.analyst.as_deref(), args.seed)?;
    let name = full.as_str();
    let observer = match &args.observer {
        Some(observer) => analyst::<G>(Some(observer), args.seed)?.1,
        None => full.clone(),
    };
    let path = Path::new(&args.what);
    let mut out = anstream::stdout().lock();
    if path.is_file() {
        let records = game_files::records::<G>(path)?;
        for (number, record) in (1..).zip(&records) {
            let judged = judge(record, &|| make::<G>(name, args.seed))?;
            if args.json {
                writeln!(out, "{}", game_json::<G>(record, &full, &judged))?;
            } else {
                if records.len() > 1 {
                    writeln!(out, "{}game {number}", if number > 1 { "\n" } else { "" })?;
                }
                write!(out, "{}", game_text::<G>(record, &full, &judged))?;
                let observed = match &args.observer {
                    Some(_) => judge(record, &|| make::<G>(&observer, args.seed))?,
                    None => Vec::new(),
                };
                write!(out, "{}", mistakes_text(&judged, args.observer.is_some().then_some(&observed)))?;
            }
        }
        return Ok(());
    }
    let game = G::position_from(&args.what)?;
    let analysis = thinker.analyse(&game);
    if args.json {
        writeln!(out, "{}", position_json(&full, &analysis))?;
    } else {
        writeln!(out, "{}", game.draw_position(None, &[]))?;
        let listed = if args.all { usize::MAX } else { LISTED };
        write!(out, "{}", position_text(&game, &full, &analysis, listed))?;
    }
    Ok(())
}

/// The analyst of this name, or the game's own, and the name with all options.
pub(super) fn analyst<G: Table>(name: Option<&str>, seed: u64) -> Result<(NamedAnalyst<G>, String)> {
    let name = name.unwrap_or(G::ANALYST);
    let (thinker, full) = analyst_by_name::<G>(name, seed)?;
    if thinker.thinking_time().is_some() {
        bail!("{name}: found a time, expected a depth, nodes or playouts: an analysis can be repeated");
    }
    Ok((thinker, full))
}

fn make<G: Table>(name: &str, seed: u64) -> NamedAnalyst<G> {
    match analyst_by_name::<G>(name, seed) {
        Ok((thinker, _)) => thinker,
        Err(error) => unreachable!("{error}: the name has been read before"),
    }
}

fn judge<G: Game>(
    record: &Record<G>,
    make: &(dyn Fn() -> NamedAnalyst<G> + Sync),
) -> Result<Vec<Judged<G::Move>>> {
    let bar = ProgressBar::new(record.line.plies.len() as u64);
    let judged = lab::judge(record, make, &|| bar.inc(1))?;
    bar.finish_and_clear();
    Ok(judged)
}

fn position_text<G: Table>(game: &G, name: &str, analysis: &Analysis<G::Move>, listed: usize) -> String {
    let Some(best) = analysis.best() else { return "the game is over\n".to_owned() };
    let exact = if analysis.exact { ", exact" } else { "" };
    let mut text = format!(
        "{name}: depth {}{exact}, {} nodes; values in {} for the side to move\n",
        analysis.depth, analysis.nodes, analysis.unit
    );
    let most = analysis.candidates.iter().map(|candidate| best.value - candidate.value).fold(0.0, f64::max);
    for (rank, candidate) in (1..).zip(&analysis.candidates).take(listed) {
        let loss = best.value - candidate.value;
        let left = if most > 0.0 { 1.0 - loss / most } else { 1.0 };
        let bar = "█".repeat(1 + (19.0 * left).round() as usize);
        let line: Vec<String> = candidate.line.iter().take(8).map(ToString::to_string).collect();
        text += &format!(
            "{rank:>3} {:<8} {:>+8.2} {bar:<20} {}\n",
            game.spoken(candidate.mv),
            candidate.value,
            line.join(" ")
        );
    }
    let rest = analysis.candidates.len().saturating_sub(listed);
    if rest > 0 {
        text += &format!("    and {rest} more (--all)\n");
    }
    text
}

fn game_text<G: Table>(record: &Record<G>, name: &str, judged: &[Judged<G::Move>]) -> String {
    let players: Vec<String> = Side::BOTH
        .into_iter()
        .map(|side| {
            let player = &record.player(side).name;
            format!("{side}: {}", if player.is_empty() { "?" } else { player })
        })
        .collect();
    let unit = judged.first().map(|judged| judged.unit.to_string()).unwrap_or_default();
    let mut text = format!("{} ({name})\n\n", players.join(", "));
    text += &format!("value for the first side, in {unit}, move by move\n");
    text += &graph::bars(&judged.iter().map(Judged::value_for_first).collect::<Vec<_>>());
    text += &format!("\n\n{:<8}{:>7}{:>12}{:>14}{:>12}\n", "", "moves", "best move", "mean loss", "worst");
    for side in Side::BOTH {
        let own: Vec<_> = judged.iter().filter(|judged| judged.side == side).collect();
        let count = own.len().max(1) as f64;
        let best = own.iter().filter(|judged| judged.loss() == 0.0).count();
        let losses = || own.iter().map(|judged| judged.loss());
        text += &format!(
            "{side:<8}{:>7}{:>11.0}%{:>14.2}{:>12.2}\n",
            own.len(),
            100.0 * best as f64 / count,
            losses().sum::<f64>() / count,
            losses().fold(0.0, f64::max)
        );
    }
    let mut worst: Vec<_> = judged.iter().filter(|judged| judged.loss() > 0.0).collect();
    worst.sort_by(|one, two| two.loss().total_cmp(&one.loss()));
    if !worst.is_empty() {
        text += &format!(
            "\n{:>5} {:<8}{:<10}{:>9}   {:<10}{:>9}{:>9}\n",
            "move", "side", "played", "value", "better", "value", "loss"
        );
    }
    for judged in worst.iter().take(WORST) {
        text += &format!(
            "{:>5} {:<8}{:<10}{:>+9.2}   {:<10}{:>+9.2}{:>9.2}\n",
            judged.ply + 1,
            judged.side.to_string(),
            judged.mv.to_string(),
            judged.value,
            judged.best.to_string(),
            judged.best_value,
            judged.loss()
        );
    }
    text
}

/// Bad moves by side, what was given away in each third of the game, and what an observer would see of it.
fn mistakes_text<M: games::Move>(judged: &[Judged<M>], observed: Option<&Vec<Judged<M>>>) -> String {
    let mut text = format!("\n{:<8}{:>11}{:>24}", "", "bad moves", "mean loss by thirds");
    text += if observed.is_some() { "      seen by the observer\n" } else { "\n" };
    for side in Side::BOTH {
        let mistakes = Mistakes::of(side, judged, observed.map_or(&[], Vec::as_slice));
        let [first, second, last] = mistakes.loss_by_third;
        let bad = format!("{} ({:.0}%)", mistakes.bad, 100.0 * mistakes.rate());
        let thirds = format!("{first:.2} / {second:.2} / {last:.2}");
        text += &format!("{:<8}{bad:>11}{thirds:>24}", side.to_string());
        if observed.is_some() {
            let seen = format!("{} ({:.0}%)", mistakes.detectable, 100.0 * mistakes.detectable_share());
            text += &format!("{seen:>26}");
        }
        text.push('\n');
    }
    text
}

fn position_json<M: games::Move>(name: &str, analysis: &Analysis<M>) -> Value {
    let candidates: Vec<Value> = analysis
        .candidates
        .iter()
        .map(|candidate| {
            let line: Vec<String> = candidate.line.iter().map(ToString::to_string).collect();
            json!({
                "move": candidate.mv.to_string(), "value": candidate.value, "line": line,
                "visits": candidate.visits,
            })
        })
        .collect();
    json!({
        "analyst": name, "unit": analysis.unit.to_string(), "depth": analysis.depth, "nodes": analysis.nodes,
        "exact": analysis.exact, "candidates": candidates,
    })
}

fn game_json<G: Game>(record: &Record<G>, name: &str, judged: &[Judged<G::Move>]) -> Value {
    let moves: Vec<Value> = judged
        .iter()
        .map(|judged| {
            json!({
                "ply": judged.ply + 1, "side": judged.side.to_string(), "move": judged.mv.to_string(),
                "value": judged.value, "rank": judged.rank, "moves": judged.moves,
                "best": judged.best.to_string(), "best_value": judged.best_value, "loss": judged.loss(),
                "unit": judged.unit.to_string(), "exact": judged.exact,
            })
        })
        .collect();
    let players = Side::BOTH.map(|side| record.player(side).name.clone());
    json!({ "analyst": name, "players": players, "moves": moves })
}
