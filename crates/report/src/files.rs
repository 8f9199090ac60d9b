//! The CSV files beside a report: one per table, and the games.

use crate::{Report, Table};

impl Report {
    /// Every table and the games of every plan as CSV: the file's name and what is in it.
    #[must_use]
    pub fn csv(&self) -> Vec<(String, String)> {
        let file = |table: &Table| (format!("{}.csv", table.name), csv_of(table.lines()));
        let verdict = self.verdict.as_ref().map(|verdict| verdict.table(self.origin.as_ref()));
        let mut files: Vec<(String, String)> =
            self.tables().chain(&self.data).chain(&verdict).map(file).collect();
        for (number, provenance) in (1..).zip(&self.provenance) {
            let name = match self.provenance.len() {
                1 => "games.csv".to_owned(),
                _ => format!("games-{number}.csv"),
            };
            files.push((name, csv_of(provenance.games.lines())));
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
