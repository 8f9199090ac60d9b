//! Studies as files to start from: those of the papers, and our own.

use crate::{Study, StudyError};

/// A study that is shipped with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Template {
    /// Its name.
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
            include_str!(concat!("../templates/shogi-turing/records/", $name, ".gkr")),
        ),)+]
    };
}

/// A study of our own without records.
macro_rules! evenly_matched {
    ($game:literal) => {
        Template {
            name: concat!("evenly-matched-", $game),
            toml: include_str!(concat!("../templates/evenly-matched-", $game, "/study.toml")),
            records: &[],
        }
    };
}

/// Studies A, B and C of Nakamichi 2020, experiment 4 of Takagi 2021, and `gokaku` beside the papers'
/// opponents in each game.
pub const ALL: [Template; 8] = [
    Template {
        name: "shogi-turing",
        toml: include_str!("../templates/shogi-turing/study.toml"),
        records: records! {
            "imitation-1" "imitation-2" "imitation-3" "imitation-4" "imitation-5"
            "noise-1" "noise-2" "noise-3" "noise-4" "noise-5"
            "depth-1" "depth-2" "depth-3" "depth-4" "depth-5"
            "people-1" "people-2" "people-3" "people-4" "people-5"
        },
    },
    Template { name: "shogi-open", toml: include_str!("../templates/shogi-open/study.toml"), records: &[] },
    Template { name: "shogi-moves", toml: include_str!("../templates/shogi-moves/study.toml"), records: &[] },
    Template {
        name: "othello-natural",
        toml: include_str!("../templates/othello-natural/study.toml"),
        records: &[],
    },
    evenly_matched!("othello"),
    evenly_matched!("kalah"),
    evenly_matched!("shogi"),
    evenly_matched!("geister"),
];

/// The template with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<Template> {
    ALL.into_iter().find(|template| template.name == name)
}

impl Template {
    /// The study.
    ///
    /// # Errors
    /// Never for those in [`ALL`]: a test reads them.
    pub fn study(&self) -> Result<Study, Vec<StudyError>> {
        Study::parse(self.toml, &mut |file| {
            let found = self.records.iter().find(|(path, _)| *path == file);
            found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "a record of the template".to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Step, StepKind};

    #[test]
    fn every_template_parses_under_its_name() {
        for template in ALL {
            let study = template.study().unwrap();
            assert_eq!(study.id, template.name);
            let is_ours = template.name.starts_with("evenly-matched-");
            assert_eq!(study.analysis.paper.as_deref(), (!is_ours).then_some(template.name));
        }
    }

    #[test]
    fn templates_have_the_steps_of_the_papers() {
        let steps = |name: &str| by_name(name).unwrap().study().unwrap().steps(1, 1);
        let count = |steps: &[Step], kind: fn(&StepKind) -> bool| {
            steps.iter().filter(|step| kind(&step.kind)).count()
        };
        let is_record = |kind: &StepKind| matches!(kind, StepKind::Record { .. });
        let is_judged_game = |kind: &StepKind| matches!(kind, StepKind::Game { judged_moves: true, .. });
        let is_game = |kind: &StepKind| matches!(kind, StepKind::Game { .. });
        assert_eq!((steps("shogi-turing").len(), count(&steps("shogi-turing"), is_record)), (23, 20));
        assert_eq!((steps("shogi-open").len(), count(&steps("shogi-open"), is_game)), (3, 1));
        assert_eq!((steps("shogi-moves").len(), count(&steps("shogi-moves"), is_judged_game)), (17, 7));
        assert_eq!((steps("othello-natural").len(), count(&steps("othello-natural"), is_game)), (10, 4));
        for game in ["othello", "kalah", "shogi", "geister"] {
            let games = if game == "othello" { 6 } else { 4 };
            assert_eq!(count(&steps(&format!("evenly-matched-{game}")), is_judged_game), games);
        }
    }
}
