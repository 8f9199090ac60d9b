//! Colours from moves (document 004): whose games are played, what is learned from them, and how well.

mod draw;
mod learning;
mod lessons;
mod plans;

pub use draw::{Draw, Hints};
pub use learning::{Learned, Learning, Unlearned, colours, draw_of, learned_name, policy};
pub use lessons::{Lesson, lessons_of, teachings_of};
pub use plans::{PLAYERS, Player, games_of, meetings, teacher_games};
