//! The report of a study, laid out like the papers' tables, with their numbers beside ours.

mod cells;
mod games;
mod interview;
mod moves;
mod open;
pub(crate) mod paper;
mod records;
mod texts;
mod times;
mod verdicts;

#[cfg(test)]
mod tests;

use report::Report;
use report::{Block, Cell, Column, Section, Table};

use crate::analysis::{Observations, Part, Split};
use crate::design::{Condition, Task};
use crate::{AnalystJudgements, State, Study, StudyData};

/// Everything a section needs.
struct View<'a> {
    study: &'a Study,
    collected: &'a StudyData,
    judged: &'a AnalystJudgements,
    observations: Observations,
}

impl View<'_> {
    /// The splits with more than one part; always "everybody".
    fn splits(&self) -> Vec<Split> {
        let tells_apart = |split: &Split| !split.parts(self.study, &self.observations).is_empty();
        Split::ALL.into_iter().filter(tells_apart).collect()
    }

    /// Every part of every split, with what it is split by.
    fn all_parts(&self) -> Vec<(Split, Part)> {
        let parts = |split: Split| {
            split.parts(self.study, &self.observations).into_iter().map(move |part| (split, part))
        };
        self.splits().into_iter().flat_map(parts).collect()
    }

    /// The opponents of the games that count; one that is only for practice is not among them.
    fn conditions(&self) -> Vec<&Condition> {
        let counts = |condition: &&Condition| {
            self.study.tasks.iter().any(|task| match task {
                Task::Play { conditions, practice: false, .. } => conditions.contains(&condition.id),
                _ => false,
            })
        };
        self.study.conditions.iter().filter(counts).collect()
    }

    /// The study's groups, or everybody where it has none.
    fn main_parts(&self) -> Vec<Part> {
        let groups = Split::Group.parts(self.study, &self.observations);
        if groups.is_empty() { Split::Everybody.parts(self.study, &self.observations) } else { groups }
    }
}

/// What a split is called in the name of a file.
fn slug(split: Split) -> &'static str {
    match split {
        Split::Everybody => "all",
        Split::Group => "by-group",
        Split::Skill => "by-skill",
        Split::Stated => "by-stated-rating",
        Split::Rating => "by-rating",
    }
}

/// The report of a study.
#[must_use]
pub fn report(study: &Study, collected: &StudyData, judged: &AnalystJudgements) -> Report {
    let view = View { study, collected, judged, observations: Observations::of(study, collected, judged) };
    let sections = [
        Some(who(&view)),
        verdicts::section(&view),
        moves::section(&view),
        games::results(&view),
        open::section(&view),
        games::said_after(&view),
        texts::section(&view),
        interview::section(&view),
        times::section(&view),
        Some(how(&view)),
    ];
    let finished = collected.participants.iter().filter(|one| one.state == State::Finished).count();
    Report {
        title: study.title.en.clone(),
        lead: format!(
            "Study {}: {} participants, {finished} finished.{}",
            study.id,
            collected.participants.len(),
            sentence(
                " ",
                &[
                    (view.observations.verdicts.len(), "verdicts on records"),
                    (view.observations.games.len(), "games"),
                    (view.observations.moves.len(), "judged moves"),
                ]
            ),
        ),
        sections: sections.into_iter().flatten().map(without_empty_parts).collect(),
        provenance: Vec::new(),
        ..Report::default()
    }
}

/// A sentence that counts whatever there is, such as "3 games, 2 verdicts."; empty if there is nothing.
fn sentence(before: &str, counts: &[(usize, &str)]) -> String {
    let some = counts.iter().filter(|(count, _)| *count > 0);
    let some: Vec<String> = some.map(|(count, what)| format!("{count} {what}")).collect();
    if some.is_empty() { String::new() } else { format!("{before}{}.", some.join(", ")) }
}

/// Tables without rows are left out, and columns for a paper's numbers where it has none.
fn without_empty_parts(mut section: Section) -> Section {
    section.blocks.retain(|block| !matches!(block, Block::Table(table) if table.rows.is_empty()));
    for block in &mut section.blocks {
        let Block::Table(table) = block else { continue };
        let is_empty = |column: usize| table.rows.iter().all(|row| row.get(column) == Some(&Cell::Nothing));
        let kept: Vec<bool> = table
            .columns
            .iter()
            .enumerate()
            .map(|(place, column)| !column.paper || !is_empty(place))
            .collect();
        let mut place = kept.iter();
        table.columns.retain(|_| place.next().copied().unwrap_or(true));
        for row in &mut table.rows {
            let mut place = kept.iter();
            row.retain(|_| place.next().copied().unwrap_or(true));
        }
    }
    section
}

fn who(view: &View<'_>) -> Section {
    let mut rows = Vec::new();
    for (split, part) in view.all_parts() {
        let of = |state: State| {
            let belongs = |one: &&crate::Participant| one.state == state && part.people.contains(&one.number);
            Cell::Count(view.collected.participants.iter().filter(belongs).count() as u64)
        };
        rows.push(vec![
            Cell::words(split.as_str()),
            Cell::words(&part.name),
            Cell::Count(part.people.len() as u64),
            of(State::Finished),
            of(State::Going),
        ]);
    }
    let table = Table {
        name: "participants".into(),
        caption: "Participants.".into(),
        columns: Column::all(["split", "participants", "joined", "finished", "in progress"]),
        rows,
    };
    Section::new("Participants", vec![Block::Table(table)])
}

fn how(view: &View<'_>) -> Section {
    let observations = &view.observations;
    let left_out = sentence(
        "Excluded: ",
        &[
            (observations.seen_before, "verdicts on records seen before"),
            (observations.too_short, "games that were too short"),
            (observations.practice, "games of practice"),
            (observations.answered_twice, "answers on strength of people who answered twice"),
            (observations.unsettled_ratings, "stated ratings from too few games"),
            (observations.not_judged, "verdicts on moves that no analyst judged"),
        ],
    );
    let filled = view.collected.judgements.iter().filter(|one| one.filled).count();
    let filled = sentence("", &[(filled, "moves that a participant did not judge count as normal")]);
    let texts = [left_out, filled].into_iter().filter(|text| !text.is_empty()).map(Block::text);
    let mut blocks = vec![Block::text(
        "All intervals are 95% intervals over participants: the jackknife leaves out one participant in \
         turn, and Student's quantile has one degree of freedom fewer than there are participants. Shares \
         are on a logit scale, correlations on Fisher's. Shares are over all moves or answers of a group, as \
         in Nakamichi 2020.",
    )];
    blocks.extend(texts);
    blocks.push(Block::text(format!(
        "Study {}, SHA-256 {}. Written by gokaku {}.",
        view.study.id,
        view.study.hash(),
        env!("CARGO_PKG_VERSION")
    )));
    Section::new("Methods", blocks)
}
