//! The files beside a report: a table each, and the games.

use super::{Report, Table};

/// What a line of the games' file says.
const GAME: [&str; 8] =
    ["number", "first", "second", "score of first", "ending", "forfeit", "plies", "millis"];

impl Report {
    /// Every table and the games of every plan as CSV: the file's name and what is in it.
    #[must_use]
    pub fn csv(&self) -> Vec<(String, String)> {
        let file = |table: &Table| (format!("{}.csv", table.name), csv_of(table.lines()));
        let mut files: Vec<(String, String)> = self.tables().chain(&self.data).map(file).collect();
        for (number, provenance) in (1..).zip(&self.provenance) {
            let name = if self.provenance.len() == 1 {
                "games.csv".to_owned()
            } else {
                format!("games-{number}.csv")
            };
            let head = GAME.map(str::to_owned).to_vec();
            let games = provenance.games.iter().map(|game| {
                vec![
                    game.number.to_string(),
                    game.first.clone(),
                    game.second.clone(),
                    game.score.to_string(),
                    game.ending.clone(),
                    game.forfeit.clone().unwrap_or_default(),
                    game.plies.to_string(),
                    game.millis.to_string(),
                ]
            });
            files.push((name, csv_of(std::iter::once(head).chain(games))));
        }
        files
    }
}

/// Lines as CSV, quoted where they need it.
fn csv_of(lines: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines {
        // Writing to memory does not fail, and every line of a table has as many cells.
        let _ = writer.write_record(&line);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}
