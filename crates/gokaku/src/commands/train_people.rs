//! `gokaku train people`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use games::geister::Geister;
use games::kalah::Kalah;
use games::shogi::Shogi;
use games::{GameKind, Malformed, Record};
use indicatif::{ProgressBar, ProgressStyle};
use people::attention::{Attention, Fitness, Striking};
use people::othello::evaluation::{BAND_NAMES, PHASE_NAMES, Prediction, band, mean, phase, predict};
use people::othello::games::{Position, RatedGame, tests};
use people::othello::training::{
    BATCH, PolicyTrainer, Training, TrainingPositions, assemble, read_policy, read_values, second_layer,
    value_moves,
};
use people::othello::{OthelloModel, OthelloPeople};

use super::people_games;
use super::train::Work;
use crate::records::Records;
use crate::table::Table;
use crate::{cli, cpu, files, game_files};

/// The files of finished steps.
const FIRST_LAYER: &str = "first-layer.bin";
const PLAIN: &str = "second-layer-plain.bin";
const SEARCHED: &str = "second-layer-searched.bin";

/// Learns from people's games, and says how well it predicts people who are held out.
pub(super) fn run(args: &cli::Train) -> Result<()> {
    let Some((game, records)) = args.records.split_first().filter(|(_, records)| !records.is_empty()) else {
        bail!("found no games, expected: gokaku train people GAME RECORDS");
    };
    match game.to_string_lossy().parse::<GameKind>().map_err(|error: Malformed| anyhow!("{error}"))? {
        GameKind::Othello => othello(args, records),
        GameKind::Kalah => attention::<Kalah>(args, records),
        GameKind::Shogi => attention::<Shogi>(args, records),
        GameKind::Geister => attention::<Geister>(args, records),
    }
}

/// Learns what people of any records look at.
fn attention<G: Striking + Table>(args: &cli::Train, paths: &[PathBuf]) -> Result<()>
where
    Vec<Record<G>>: TryFrom<Records>,
{
    let out = args.out.clone().unwrap_or_else(|| format!("{}-people.txt", G::NAME).into());
    files::check_writable(&out)?;
    let mut games: Vec<Record<G>> = Vec::new();
    for path in paths {
        games.extend(game_files::records(path)?);
    }
    let kept = (args.scale.min(1.0) * games.len() as f64).ceil() as usize;
    games.truncate(kept);
    let shipped = Attention::<G>::shipped().map_err(|error| anyhow!("{error}"))?;
    let learned = shipped.learn(&games);
    let remarks = format!(
        "Learned from {} games by gokaku train people {} RECORDS; on {} choices of other games {:.3} nats a \
         move,\nthe likeliest move played {:.1}% of the time.",
        learned.games,
        G::NAME,
        learned.kept[2].choices,
        learned.kept[2].nats,
        100.0 * learned.kept[2].first
    );
    files::write(&out, learned.model.write(&remarks).as_bytes())?;
    let mut said = anstream::stdout();
    writeln!(said, "{:<24}{:>8}{:>8}{:>9}", "games kept apart", "nats", "first", "choices")?;
    for (name, Fitness { nats, first, choices }) in
        ["random", "weights before", "learned"].iter().zip(learned.kept)
    {
        writeln!(said, "{name:<24}{nats:8.3}{:7.1}%{choices:9}", 100.0 * first)?;
    }
    writeln!(said, "{} (from {} games)", out.display(), learned.games)?;
    Ok(())
}

/// Learns what people play in Othello, by their rating.
fn othello(args: &cli::Train, records: &[PathBuf]) -> Result<()> {
    let Some(ratings) = &args.player_ratings else {
        bail!("found no ratings, expected: gokaku train people othello WTHOR --player-ratings FILE");
    };
    let out = args.out.clone().unwrap_or_else(|| "othello-people.bin".into());
    files::check_writable(&out)?;
    let begun = (Instant::now(), cpu::process_seconds());
    let mut games = people_games::read(records, ratings)?;
    // The same share of the games of every year; tests stay whole.
    let tests = tests(&games);
    let kept = (args.scale.min(1.0) * 1000.0) as u32;
    games.retain(|game| game.number % 1000 < kept);
    let mut training = Training { seed: args.seed, ..Training::default() };
    training.searched = (training.searched as f64 * args.scale.min(1.0)) as usize;
    training.policy.seed = args.seed;
    let settings = (training, games.len());
    let work = Work::open(&out, &settings)?;
    let bytes = advance(&games, &training, &work)?;
    files::write(&out, &bytes)?;
    work.close()?;
    let model = OthelloModel::from_bytes(&bytes).map_err(|error| anyhow!("{error}"))?;
    report(&Arc::new(model), &tests)?;
    let mut said = anstream::stdout();
    let (seconds, minutes) = (begun.0.elapsed().as_secs_f64(), (cpu::process_seconds() - begun.1) / 60.0);
    writeln!(
        said,
        "{} ({} bytes; {seconds:.0} s, {minutes:.1} core-minutes since it was last resumed)",
        out.display(),
        bytes.len()
    )?;
    Ok(())
}

/// Goes through the steps that are not finished yet.
fn advance(games: &[RatedGame], training: &Training, work: &Work) -> Result<Vec<u8>> {
    let positions = TrainingPositions::new(games, training);
    if positions.first.is_empty() || positions.second.is_empty() {
        bail!("found {} training games, expected at least some hundreds", games.len());
    }
    let mut said = anstream::stderr();
    // Measured on one core of the machine the shipped weights were made on.
    let minutes = (positions.first.len() * training.policy.epochs) as f64 * 12e-6 / 60.0
        + positions.second.len() as f64 * (300e-6 + training.epochs as f64 * 60e-6) / 60.0;
    writeln!(
        said,
        "{} positions for the first layer, {} for the second: about {minutes:.0} core-minutes",
        positions.first.len(),
        positions.second.len()
    )?;
    let policy = finished(work, FIRST_LAYER, || first_layer(&positions, training, work))?;
    let layer = read_policy(&policy).map_err(|error| files::name_file(&work.path(FIRST_LAYER), &error))?;
    let mut values = Vec::with_capacity(positions.second.len());
    let bar = bar("searches", "positions", positions.second.len())?;
    for (number, batch) in positions.second.chunks(BATCH).enumerate() {
        let page = format!("values-{number:03}.bin");
        let bytes = finished(work, &page, || Ok(value_moves(batch)))?;
        values
            .extend(read_values(&bytes, batch).map_err(|error| files::name_file(&work.path(&page), &error))?);
        bar.inc(batch.len() as u64);
    }
    bar.finish_and_clear();
    let second = |page: &str, values: Option<&[_]>| {
        finished(work, page, || {
            let bar = self::bar("second layer", "positions", training.epochs * positions.second.len())?;
            let (bytes, losses) = second_layer(&layer, &positions, values, training, &|seen| bar.inc(seen));
            bar.finish_and_clear();
            writeln!(anstream::stderr(), "{page}: {losses:.4?} nats, epoch by epoch")?;
            Ok(bytes)
        })
    };
    let plain = second(PLAIN, None)?;
    let searched = second(SEARCHED, Some(&values))?;
    assemble(&policy, &positions, &plain, &searched).map_err(|error| anyhow!("{error}"))
}

/// The first layer's file. What is finished of its training is kept.
fn first_layer(positions: &TrainingPositions, training: &Training, work: &Work) -> Result<Vec<u8>> {
    let mut trainer = PolicyTrainer::new(training.policy, &positions.first);
    let parts = trainer.parts(positions.first.len());
    let page = |part: usize| format!("first-layer-{part:03}.state");
    let mut begin = 0;
    for part in (0..parts).rev() {
        if let Some(state) = work.find(&page(part))? {
            trainer.restore(&state).map_err(|error| files::name_file(&work.path(&page(part)), &error))?;
            begin = part + 1;
            break;
        }
    }
    let bar = bar("first layer", "positions", training.policy.epochs * positions.first.len())?;
    bar.set_position((begin * training.policy.epochs * positions.first.len() / parts) as u64);
    bar.reset_eta();
    for part in begin..parts {
        let nats = trainer.learn_part(&positions.first, part, &|seen| bar.inc(seen));
        files::write(&work.path(&page(part)), &trainer.state())?;
        if part > 0 {
            files::remove(&work.path(&page(part - 1)))?;
        }
        bar.suspend(|| writeln!(anstream::stderr(), "part {} of {parts}: {nats:.4} nats", part + 1))?;
    }
    bar.finish_and_clear();
    Ok(trainer.to_bytes())
}

/// The file of a step: found, or made now.
fn finished(work: &Work, page: &str, make: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
    if let Some(bytes) = work.find(page)? {
        return Ok(bytes);
    }
    let bytes = make()?;
    files::write(&work.path(page), &bytes)?;
    Ok(bytes)
}

fn bar(prefix: &str, unit: &str, length: usize) -> Result<ProgressBar> {
    let template = format!("{{prefix}} {{wide_bar}} {{human_pos}}/{{human_len}} {unit} {{eta}}");
    let bar = ProgressBar::new(length as u64).with_style(ProgressStyle::with_template(&template)?);
    bar.set_prefix(prefix.to_owned());
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

/// Calls for one measurement of speed.
const TIMED: usize = 2000;

/// How well the model predicts the people of the two tests.
fn report(model: &Arc<OthelloModel>, tests: &[Vec<Position>; 2]) -> Result<()> {
    let mut said = anstream::stdout();
    writeln!(said, "{:<34}{:>8}{:>8}{:>8}{:>9}", "", "nats", "first", "three", "moves")?;
    let mut line = |name: &str, (prediction, count): (Prediction, usize)| {
        let Prediction { nats, first, third } = prediction;
        writeln!(said, "{name:<34}{nats:8.4}{:7.1}%{:7.1}%{count:9}", 100.0 * first, 100.0 * third)
    };
    for (name, positions) in ["players held out (A)", "recent games (B)"].into_iter().zip(tests) {
        for search in [false, true] {
            let predictions = predict(model, search, positions);
            let how = if search { "with search" } else { "without" };
            line(&format!("{name}, {how}"), mean(predictions.iter().copied()))?;
            let of = |belongs: &dyn Fn(&Position) -> bool| {
                let both = positions.iter().zip(&predictions);
                mean(both.filter(|(position, _)| belongs(position)).map(|(_, prediction)| *prediction))
            };
            for (number, name) in BAND_NAMES.iter().enumerate() {
                line(&format!("  {name}"), of(&|position| band(f64::from(position.rating)) == number))?;
            }
            for (number, name) in PHASE_NAMES.iter().enumerate() {
                line(
                    &format!("  {name}"),
                    of(&|position| phase(position.board.empty().count_ones()) == number),
                )?;
            }
        }
    }
    for search in [false, true] {
        let mut people = OthelloPeople::new(Arc::clone(model), search);
        let timed = &tests[0][..TIMED.min(tests[0].len())];
        let begun = cpu::seconds();
        for position in timed {
            people.on_board(position.board, position.recent, &[f64::from(position.rating)]);
        }
        let each = 1e6 * (cpu::seconds() - begun) / timed.len().max(1) as f64;
        let how = if search { "with search" } else { "without" };
        writeln!(said, "one call {how}: {each:.0} microseconds of one core")?;
    }
    Ok(())
}
