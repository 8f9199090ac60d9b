//! The studies of the documents, ready to be run or changed.

use crate::{Fault, Study};

/// A study that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ready {
    /// What it is known by.
    pub name: &'static str,
    /// Its file.
    pub toml: &'static str,
    /// The records beside it: path and text.
    pub records: &'static [(&'static str, &'static str)],
}

/// A record of the study of game records, with its path.
macro_rules! records {
    ($($name:literal)+) => {
        &[$((
            concat!("records/", $name, ".gkr"),
            include_str!(concat!("../ready/shogi-turing/records/", $name, ".gkr")),
        ),)+]
    };
}

/// All of them: studies A, B and C of document 002, and experiment 4 of document 000.
pub const ALL: [Ready; 4] = [
    Ready {
        name: "shogi-turing",
        toml: include_str!("../ready/shogi-turing/study.toml"),
        records: records! {
            "imitation-1" "imitation-2" "imitation-3" "imitation-4" "imitation-5"
            "noise-1" "noise-2" "noise-3" "noise-4" "noise-5"
            "depth-1" "depth-2" "depth-3" "depth-4" "depth-5"
            "people-1" "people-2" "people-3" "people-4" "people-5"
        },
    },
    Ready { name: "shogi-open", toml: include_str!("../ready/shogi-open/study.toml"), records: &[] },
    Ready { name: "shogi-moves", toml: include_str!("../ready/shogi-moves/study.toml"), records: &[] },
    Ready {
        name: "othello-natural",
        toml: include_str!("../ready/othello-natural/study.toml"),
        records: &[],
    },
];

/// The ready study with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<Ready> {
    ALL.into_iter().find(|ready| ready.name == name)
}

impl Ready {
    /// The study.
    ///
    /// # Errors
    /// Never for those in [`ALL`]: a test reads them.
    pub fn study(&self) -> Result<Study, Vec<Fault>> {
        Study::parse(self.toml, &mut |file| {
            let found = self.records.iter().find(|(path, _)| *path == file);
            found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "a record that comes with it".to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Step, What};

    #[test]
    fn every_ready_study_is_one_and_named_as_it_is() {
        for ready in ALL {
            let study = ready.study().unwrap();
            assert_eq!((study.id.as_str(), study.analysis.paper.as_deref()), (ready.name, Some(ready.name)));
        }
    }

    #[test]
    fn they_have_the_steps_of_the_documents() {
        let steps = |name: &str| by_name(name).unwrap().study().unwrap().steps(1, 1);
        let count =
            |steps: &[Step], what: fn(&What) -> bool| steps.iter().filter(|step| what(&step.what)).count();
        let is_record = |what: &What| matches!(what, What::Record { .. });
        let is_judged_game = |what: &What| matches!(what, What::Game { judged_moves: true, .. });
        let is_game = |what: &What| matches!(what, What::Game { .. });
        assert_eq!((steps("shogi-turing").len(), count(&steps("shogi-turing"), is_record)), (22, 20));
        assert_eq!((steps("shogi-open").len(), count(&steps("shogi-open"), is_game)), (3, 1));
        assert_eq!((steps("shogi-moves").len(), count(&steps("shogi-moves"), is_judged_game)), (13, 6));
        assert_eq!((steps("othello-natural").len(), count(&steps("othello-natural"), is_game)), (9, 4));
    }
}
