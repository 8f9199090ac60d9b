//! Games of people with their ratings, read from files of the WTHOR database.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use games::othello::wthor;
use people::othello::games::{RatedGame, Ratings, rated_games};
use rayon::prelude::*;

use crate::files;

/// The games between people in `paths`, files of years or folders of them, in the order of the files' names.
pub(super) fn read(paths: &[PathBuf], ratings: &Path) -> Result<Vec<RatedGame>> {
    let ratings = read_ratings(ratings)?;
    let mut years = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries =
                std::fs::read_dir(path).with_context(|| format!("{}: cannot be read", path.display()))?;
            for entry in entries {
                let path = entry?.path();
                let is_year = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb"));
                years.extend(is_year.then_some(path));
            }
        } else {
            years.push(path.clone());
        }
    }
    years.sort();
    let read = |path: &PathBuf| {
        // Without a list of names players are called by their numbers.
        wthor::read(&files::read(path)?, &wthor::Directory::default())
            .map_err(|error| files::name_file(path, &error))
    };
    let records: Vec<_> = years.par_iter().map(read).collect::<Result<Vec<_>>>()?.concat();
    let games = rated_games(&records, &ratings);
    if games.is_empty() {
        bail!("found {} games and none between rated people, expected .wtb files of WTHOR", records.len());
    }
    Ok(games)
}

/// The ratings of the players of WTHOR; none for programs.
fn read_ratings(path: &Path) -> Result<Ratings> {
    let wrong =
        |found: &str, expected: &str| anyhow!("{}: found {found}, expected {expected}", path.display());
    let bytes = files::read(path)?;
    let mut reader = csv::Reader::from_reader(&bytes[..]);
    let headers = reader.headers()?.clone();
    let column = |name: &str| {
        let at = headers.iter().position(|header| header == name);
        at.ok_or_else(|| wrong("no such column", &format!("a column {name}")))
    };
    let columns = [column("player_id")?, column("bt_elo")?, column("is_program")?];
    let mut ratings = HashMap::new();
    for row in reader.records() {
        let row = row?;
        let [player, rating, program] = columns.map(|column| row.get(column).unwrap_or_default());
        let player: u16 = player.parse().map_err(|_| wrong(player, "the number of a player"))?;
        let rating: f32 = rating.parse().map_err(|_| wrong(rating, "a rating"))?;
        ratings.insert(player, (program == "0").then_some(rating));
    }
    Ok(ratings)
}
