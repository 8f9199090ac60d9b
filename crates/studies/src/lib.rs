//! Studies with people: the design, what participants answer, and what the answers mean.
//!
//! A [`Study`] is read from a file. It says what each participant does, [`Step`] by step, and checks their
//! answers; everything collected is a [`StudyData`]. No I/O, no clock; seeds are handed in.
//!
//! | to find | look in |
//! |---|---|
//! | the parts of a study | `design.rs`, `questionnaire.rs`, `text.rs` |
//! | reading and checking its file | `parse.rs`, `study_error.rs` |
//! | studies to start from | [`templates`] |
//! | assigning participants to groups | `grouping.rs` |
//! | the steps of a participant | `steps.rs` |
//! | checking an answer | `answers.rs` |
//! | everything collected | `study_data.rs` |
//! | which moves an analyst finds bad | `analyst_judgements.rs` |
//! | estimates with intervals | [`analysis`] |
//! | the report | [`report()`] |
//! | CSV files and codebook | [`export()`] |
//! | simulated participants, to try out a study | [`simulate`] |
//!
//! # Decisions
//!
//! - **People are the sample, not their answers.** Every interval leaves out one participant in turn
//!   (jackknife, Student's quantile, shares on a logit scale). An interval over moves would be far too
//!   narrow, because the moves one person judges belong together.
//! - **A study is a bundle**: its file and all its records as one text with one hash. Records are stripped to
//!   bare moves, so nothing in the bundle tells a participant who played.
//! - **Templates are files.** `gokaku study new` copies one; nothing about the papers' studies is built in
//!   but the numbers that a report shows beside ours.
#![forbid(unsafe_code)]

pub mod analysis;
mod analyst_judgements;
mod answers;
mod design;
mod export;
mod game;
mod grouping;
mod parse;
mod progress;
mod questionnaire;
mod report;
mod side_text;
pub mod simulate;
mod steps;
mod study_data;
mod study_error;
pub mod templates;
mod text;

pub use analyst_judgements::{AnalystJudgements, JudgedMove, judge_games};
pub use answers::{InvalidAnswer, VERDICTS};
pub use design::{
    AnalysisItems, Clock, Condition, Group, GroupBy, Grouping, JudgedRecord, Order, Sides, Study, Task,
};
pub use export::export;
pub use game::full_name;
pub use grouping::TurnedAway;
pub use progress::{Progress, VerdictReason};
pub use questionnaire::{Choice, Item, Kind, Questionnaire};
pub use report::report;
pub use steps::{Step, StepKind};
pub use study_data::{Answer, Judgement, Participant, Played, ReasonTag, State, StudyData, Verdict};
pub use study_error::StudyError;
pub use text::Text;

#[cfg(test)]
mod tests;
