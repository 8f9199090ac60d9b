//! What do people feel?
//!
//! A [`Study`] is read from a file; it says what each participant does, [`Step`] by step, and whether what they answer is an answer.
//! What was given is [`Collected`]. No I/O, no clock; seeds are handed in.
//!
//! | to find | look in |
//! |---|---|
//! | a study's parts | `design.rs`, `questionnaire.rs`, `text.rs` |
//! | what can be wrong with its file | `parse.rs`, `fault.rs` |
//! | the studies of the documents, to begin with | [`ready`] |
//! | who comes into which group | `grouping.rs` |
//! | who does what in which order | `steps.rs` |
//! | whether an answer is one | `answers.rs` |
//! | what was given | `collected.rs` |
//! | which moves are bad by value | `judged.rs` |
//! | what the answers come to | [`analysis`] |
//! | the same to be read | [`report()`] |
//! | everything as files | [`export()`] |
//! | people who are none, to try a study | [`simulate`] |

pub mod analysis;
mod answers;
mod collected;
mod design;
mod export;
mod fault;
mod game;
mod grouping;
mod judged;
mod parse;
mod questionnaire;
pub mod ready;
mod report;
pub mod simulate;
mod steps;
mod text;
mod word;

pub use answers::{VERDICTS, Wrong};
pub use collected::{Answer, Collected, Judgement, Participant, Played, State, Tagged, Verdict};
pub use design::{By, Condition, Group, Grouping, JudgedRecord, Order, Reading, Sides, Study, Task};
pub use export::export;
pub use fault::Fault;
pub use game::full_name;
pub use grouping::TurnedAway;
pub use judged::{Judged, JudgedMove, judge_games};
pub use questionnaire::{Choice, Item, Kind, Questionnaire};
pub use report::report;
pub use steps::{Step, What};
pub use text::Text;

#[cfg(test)]
mod tests;
