//! Positions with what a search thought of them, from which weights are made.

use std::fmt::Write as _;

use games::Malformed;
use games::shogi::Shogi;

/// A position and what it turned out to be worth to the side to move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lesson {
    pub(super) game: Shogi,
    /// What a search thought of it, in points.
    pub(super) value: i32,
    /// How its game ended: 1 won, 0 drawn, -1 lost.
    pub(super) result: i32,
}

/// What there is to learn from games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Lessons(pub(super) Vec<Lesson>);

impl Lessons {
    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lessons as a file: a line each, value, result and position.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for Lesson { game, value, result } in &self.0 {
            let _ = writeln!(text, "{value} {result} {}", game.sfen());
        }
        text
    }

    /// Reads what [`Lessons::to_text`] wrote.
    ///
    /// # Errors
    /// A line is something else.
    pub fn from_text(text: &str) -> Result<Lessons, Malformed> {
        let read = |line: &str| {
            let mut words = line.splitn(3, ' ');
            let value = words.next()?.parse().ok()?;
            let result = words.next()?.parse().ok().filter(|result| (-1..=1).contains(result))?;
            let game = words.next()?.parse().ok()?;
            Some(Lesson { game, value, result })
        };
        let lessons = (1..).zip(text.lines()).map(|(number, line)| {
            read(line).ok_or_else(|| Malformed::new(line, "value, result and position").at_line(number))
        });
        lessons.collect::<Result<_, _>>().map(Lessons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_printed_and_read_back() {
        let lessons = Lessons(vec![Lesson { game: Shogi::default(), value: -35, result: 1 }]);
        assert_eq!(Lessons::from_text(&lessons.to_text()), Ok(lessons));
        assert!(Lessons::from_text("1 2 x").is_err());
        assert!(Lessons::from_text("1 1 9/9").is_err());
    }
}
