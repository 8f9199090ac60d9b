//! Whether a finding of a paper was reproduced, and by which program.

use crate::{Cell, Column, Table};

/// A finding of a paper beside what we found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// What the paper found: a clause that begins with a capital letter, without a full stop.
    pub finding: String,
    /// The paper's numbers in a few words.
    pub paper: String,
    /// Ours.
    pub ours: String,
    /// How the two compare.
    pub outcome: Reproduction,
}

/// Whether a finding was reproduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reproduction {
    /// All of it.
    Reproduced,
    /// Some of it.
    InPart,
    /// None of it.
    NotReproduced,
}

impl Reproduction {
    /// The outcome where `held` of `checked` parts of a finding held.
    #[must_use]
    pub fn of_parts(held: usize, checked: usize) -> Reproduction {
        match held {
            0 => Reproduction::NotReproduced,
            _ if held < checked => Reproduction::InPart,
            _ => Reproduction::Reproduced,
        }
    }

    /// In words, as they stand before a colon.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Reproduction::Reproduced => "Reproduced",
            Reproduction::InPart => "Reproduced in part",
            Reproduction::NotReproduced => "Not reproduced",
        }
    }
}

/// The program and the command that made a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The commit it was built from, if it was built from one.
    pub commit: Option<String>,
    /// The command.
    pub command: String,
    /// Each game with the fingerprint of the program's opponents.
    pub fingerprints: Vec<(String, String)>,
}

impl Verdict {
    /// The sentence a report begins with.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Verdict { finding, paper, ours, outcome } = self;
        format!("{}: {finding} (paper: {paper}; ours: {ours}).", outcome.words())
    }

    /// One row for a table of all reports.
    pub(crate) fn table(&self, origin: Option<&Origin>) -> Table {
        let command = origin.map_or_else(String::new, |origin| origin.command.clone());
        let commit = origin.and_then(|origin| origin.commit.clone()).unwrap_or_default();
        let cells = [&self.finding, &self.paper, &self.ours, self.outcome.words(), &command, &commit];
        Table {
            name: "verdict".into(),
            caption: "The finding of the paper, and ours.".into(),
            columns: Column::all(["finding", "paper", "ours", "verdict", "command", "commit"]),
            rows: vec![cells.map(Cell::words).to_vec()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_reproduced_if_all_of_its_parts_are() {
        assert_eq!(Reproduction::of_parts(0, 3), Reproduction::NotReproduced);
        assert_eq!(Reproduction::of_parts(2, 3), Reproduction::InPart);
        assert_eq!(Reproduction::of_parts(3, 3), Reproduction::Reproduced);
        // A finding that was not checked was not reproduced.
        assert_eq!(Reproduction::of_parts(0, 0), Reproduction::NotReproduced);
    }
}
