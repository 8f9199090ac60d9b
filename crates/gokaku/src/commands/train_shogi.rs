//! `gokaku train shogi` and `gokaku train shogi-imitation`

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use games::shogi::Shogi;
use games::{Game, GameKind, Record};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use search::shogi::{ExpertMove, Imitation, ImitationRound, Openings, Training, TrainingSamples, Weights};
use walkdir::WalkDir;

use super::train::Work;
use crate::cli;
use crate::files;
use crate::format::{self, Format, Options};
use crate::records::Records;

/// So far a record is followed at most: then the kings are where they will be.
const OPENING_PLIES: usize = 24;

/// Bytes of a file that are looked at to find its format.
const LOOKED_AT: u64 = 8192;

/// Trains the evaluation by self-play.
pub(super) fn evaluation(args: &cli::Train) -> Result<()> {
    let out = args.out.clone().unwrap_or_else(|| "shogi.bin".into());
    files::check_writable(&out)?;
    let openings = openings(args)?;
    let training = Training { seed: args.seed, openings, ..Training::default() }.scaled(args.scale);
    let work = Work::open(&out, &training)?;
    let begun = Instant::now();
    let mut known = vec![Weights::by_hand()];
    for generation in 0..training.generations.len() {
        let weights = advance(&training, generation, &known, &work)?;
        known.push(Arc::new(weights));
    }
    files::write(&out, &known[training.generations.len()].to_bytes())?;
    work.close()?;
    writeln!(anstream::stdout(), "{} ({:.0} s)", out.display(), begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// Game records as openings of self-play.
fn openings(args: &cli::Train) -> Result<Openings> {
    let mut beginnings = Vec::new();
    for path in &args.records {
        let from_start = |record: &Record<Shogi>| record.start == Shogi::default();
        let records = read(path)?.into_iter().filter(from_start);
        beginnings.extend(records.map(|record| record.moves().take(OPENING_PLIES).collect::<Vec<_>>()));
    }
    Ok(Openings::new(beginnings))
}

/// The weights after a generation: read, or made of its games and those that it recalls. `known` are those
/// that generations begin with.
fn advance(training: &Training, generation: usize, known: &[Arc<Weights>], work: &Work) -> Result<Weights> {
    let page = format!("generation-{:02}.bin", generation + 1);
    if let Some(bytes) = work.find(&page)? {
        return Weights::from_bytes(&bytes).map_err(|error| files::name_file(&work.path(&page), &error));
    }
    let mut lessons = Vec::new();
    for from in training.learns_from(generation) {
        lessons.extend(lessons_of(training, from, &known[from], work)?);
    }
    let rounds = training.generations[generation].rounds;
    let bar = ProgressBar::new(rounds.into())
        .with_style(ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} rounds, error {msg}")?);
    bar.set_prefix(format!("generation {} of {}", generation + 1, training.generations.len()));
    let learnt = training.learn(generation, &lessons, &known[generation], &mut |_, errors| {
        bar.set_message(format!("{:.5}, of what is held back {:.5}", errors.training, errors.validation));
        bar.inc(1);
    });
    bar.finish_and_clear();
    files::write(&work.path(&page), &learnt.to_bytes())?;
    Ok(learnt)
}

/// Training samples of a generation: read, or from games with the previous weights.
fn lessons_of(
    training: &Training,
    generation: usize,
    weights: &Arc<Weights>,
    work: &Work,
) -> Result<Vec<TrainingSamples>> {
    let bar = ProgressBar::new(training.generations[generation].games.into()).with_style(
        ProgressStyle::with_template("{prefix} {wide_bar} {human_pos}/{human_len} games {per_sec} {eta}")?,
    );
    bar.set_prefix(format!("generation {} of {}", generation + 1, training.generations.len()));
    let lessons = (0..training.batches(generation)).into_par_iter().map(|batch| {
        let page = format!("generation-{:02}-batch-{batch:04}.lessons", generation + 1);
        let games = training.games(generation, batch).len() as u64;
        let path = work.path(&page);
        if let Some(bytes) = work.find(&page)? {
            // Nothing to wait for: the rate is that of games that are played now.
            bar.inc(games);
            bar.reset_eta();
            let text = String::from_utf8(bytes)
                .map_err(|_| anyhow!("{}: found bytes that are no text, expected lessons", path.display()))?;
            return TrainingSamples::from_text(&text).map_err(|error| files::name_file(&path, &error));
        }
        let lessons = training.play(generation, batch, weights);
        files::write(&path, lessons.to_text().as_bytes())?;
        bar.inc(games);
        Ok(lessons)
    });
    let lessons = lessons.collect::<Result<_>>();
    bar.finish_and_clear();
    lessons
}

/// Trains an evaluation that imitates the players of game records.
pub(super) fn imitation(args: &cli::Train) -> Result<()> {
    if args.records.is_empty() {
        bail!("found no records, expected files of shogi games to learn from");
    }
    let out = args.out.clone().unwrap_or_else(|| "shogi-imitation.bin".into());
    files::check_writable(&out)?;
    let begun = Instant::now();
    let mut decisions = Vec::new();
    let (mut games, mut rated) = (0, 0);
    for path in &args.records {
        for record in read(path)? {
            games += 1;
            rated += usize::from(record.players.iter().any(|player| player.rating.is_some()));
            decisions.extend(decisions_of(&record, args.ratings));
        }
    }
    if decisions.is_empty() {
        bail!(
            "found {rated} of {games} games with ratings and no move of a player in that range, expected at \
             least one"
        );
    }
    let imitation = Imitation { seed: args.seed, ..Imitation::default() };
    let bar = ProgressBar::new(imitation.rounds.into())
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} rounds, {msg}")?);
    let mut last = None;
    let weights = imitation.learn(&decisions, &mut |_, round| {
        bar.set_message(format!("agreement {:.1}%", 100.0 * round.agreement));
        bar.inc(1);
        last = Some(round);
    });
    bar.finish_and_clear();
    files::write(&out, &weights.to_bytes())?;
    let ImitationRound { loss, agreement } = last.unwrap_or(ImitationRound { loss: 0.0, agreement: 0.0 });
    writeln!(
        anstream::stdout(),
        "{} ({} decisions of {games} games, agreement {:.1}%, J {loss:.2} a decision, {:.0} s)",
        out.display(),
        decisions.len(),
        100.0 * agreement,
        begun.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// The games of a file, or of all files in a folder that look like records.
fn read(path: &Path) -> Result<Vec<Record<Shogi>>> {
    if !path.is_dir() {
        return read_file(path);
    }
    let mut records = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{}: expected a folder of records", path.display()))?;
        let holds_shogi = |format: Format| format.game().is_none_or(|game| game == GameKind::Shogi);
        if entry.file_type().is_file() && Format::of_path(entry.path()).is_some_and(holds_shogi) {
            records.extend(read_file(entry.path())?);
        }
    }
    if records.is_empty() {
        bail!("{}: found no records, expected KIF, CSA or gkr files of shogi games in it", path.display());
    }
    Ok(records)
}

fn read_file(path: &Path) -> Result<Vec<Record<Shogi>>> {
    let format = match Format::of_path(path) {
        Some(format) => Some(format),
        None => Format::of_contents(&files::read_start(path, LOOKED_AT)?),
    };
    let expected =
        || anyhow!("{}: found no known ending or contents, expected shogi records", path.display());
    let format = format.ok_or_else(expected)?;
    let options = Options { input: Format::encoding_of_path(path), ..Options::default() };
    match format::read(&files::read(path)?, format, &options)
        .map_err(|error| files::name_file(path, &error))?
    {
        Records::Shogi(records) => Ok(records),
        other => bail!("{}: found records of {}, expected shogi", path.display(), other.game()),
    }
}

/// The choices in a game of players within the range of ratings; without a range, of both. Without a choice
/// nothing is chosen.
fn decisions_of(record: &Record<Shogi>, ratings: Option<(f64, f64)>) -> Vec<ExpertMove> {
    let mut game = record.start.clone();
    let (mut legal, mut decisions) = (Vec::new(), Vec::new());
    for mv in record.moves() {
        let player = record.player(game.side_to_move());
        let counts = ratings
            .is_none_or(|(low, high)| player.rating.is_some_and(|rating| (low..=high).contains(&rating)));
        game.legal_moves(&mut legal);
        if counts && legal.len() > 1 {
            decisions.push(ExpertMove { game: game.clone().with_move_limit(None), mv });
        }
        if game.play(mv).is_err() {
            break;
        }
    }
    decisions
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Player;

    #[test]
    fn only_moves_within_the_range_of_ratings_count() {
        let moves = ["7g7f", "3c3d", "2g2f"].map(|mv| mv.parse().unwrap());
        let mut record = Record::from_moves(Shogi::default(), moves).unwrap();
        record.players[0] = Player { rating: Some(1350.0), ..Player::named("one") };
        assert_eq!(decisions_of(&record, None).len(), 3);
        assert_eq!(decisions_of(&record, Some((1300.0, 1399.0))).len(), 2);
        assert_eq!(decisions_of(&record, Some((1400.0, 1499.0))).len(), 0);
    }

    #[test]
    fn a_folder_is_read_file_by_file_and_an_empty_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("found no records, expected KIF, CSA or gkr files"), "{error}");
        let kif = "先手：甲(1350)\n後手：乙\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n";
        let csa = "V2.2\nPI\n+\n+2726FU\n-8384FU\n%TORYO\n";
        std::fs::write(folder.path().join("one.kif"), kif).unwrap();
        std::fs::write(folder.path().join("two.csa"), csa).unwrap();
        std::fs::write(folder.path().join("notes.txt"), "nothing to read").unwrap();
        let records = read(folder.path()).unwrap();
        assert_eq!(records.iter().map(|record| record.moves().count()).collect::<Vec<_>>(), [1, 2]);
        std::fs::write(folder.path().join("zero.csa"), "V2.2\nPI\n+\n+2725FU\n").unwrap();
        let error = format!("{:#}", read(folder.path()).unwrap_err());
        assert!(error.contains("zero.csa"), "{error}");
    }
}
