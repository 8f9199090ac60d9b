//! Tables: typed cells, so that a page can round and a file need not.

use statistics::Tally;

/// A table with what it shows in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What its file is called, without the ending.
    pub name: String,
    /// What it shows, so that it can be read alone.
    pub caption: String,
    /// What stands at the head of the columns.
    pub columns: Vec<Column>,
    /// From top to bottom; each has a cell a column.
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// In words.
    pub head: String,
    /// Whether the numbers are the paper's: grey.
    pub paper: bool,
}

impl Column {
    /// A column of ours.
    pub fn ours(head: impl Into<String>) -> Column {
        Column { head: head.into(), paper: false }
    }

    /// A column of the paper's.
    pub fn paper(head: impl Into<String>) -> Column {
        Column { head: head.into(), paper: true }
    }

    /// Columns of ours.
    pub fn all<const N: usize>(heads: [&str; N]) -> Vec<Column> {
        heads.into_iter().map(Column::ours).collect()
    }
}

/// Where there is nothing to say: an interval from a single value, say.
const NOTHING: &str = "\u{2013}";

/// What stands in a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Words.
    Words(String),
    /// Something counted.
    Count(u64),
    /// A number, with so many digits after the point on the page.
    Number(f64, usize),
    /// A share of one: percent on the page.
    Share(f64),
    /// From where to where, with so many digits after the point on the page.
    Range(f64, f64, usize),
    /// From which share to which: percent on the page.
    Shares(f64, f64),
    /// Wins, draws and losses.
    Results(Tally),
    /// Nothing to say.
    Nothing,
}

impl Cell {
    /// Words.
    pub fn words(words: impl Into<String>) -> Cell {
        Cell::Words(words.into())
    }

    /// The cell on a page.
    #[must_use]
    pub fn shown(&self) -> String {
        match *self {
            Cell::Words(ref words) => words.clone(),
            Cell::Count(count) => grouped(count),
            Cell::Number(value, digits) => number(value, digits),
            Cell::Share(share) => number(100.0 * share, 1),
            Cell::Range(low, high, digits) => range(low, high, digits),
            Cell::Shares(low, high) => range(100.0 * low, 100.0 * high, 1),
            Cell::Results(Tally { wins, draws, losses, .. }) => format!("{wins}/{draws}/{losses}"),
            Cell::Nothing => NOTHING.to_owned(),
        }
    }

    /// Whether it is words, which stand at the left of their column.
    #[must_use]
    pub fn is_words(&self) -> bool {
        matches!(self, Cell::Words(_))
    }

    /// What the parts of the cell are called in a file; a cell of one part is called like its column.
    fn parts(&self) -> &'static [&'static str] {
        match self {
            Cell::Range(..) | Cell::Shares(..) => &["low", "high"],
            Cell::Results(_) => &["won", "drawn", "lost"],
            _ => &[],
        }
    }

    /// The parts of the cell; nothing is rounded.
    fn values(&self) -> Vec<String> {
        match *self {
            Cell::Words(ref words) => vec![words.clone()],
            Cell::Count(count) => vec![count.to_string()],
            Cell::Number(value, _) | Cell::Share(value) => vec![exact(value)],
            Cell::Range(low, high, _) | Cell::Shares(low, high) => vec![exact(low), exact(high)],
            Cell::Results(Tally { wins, draws, losses, .. }) => {
                [wins, draws, losses].map(|count| count.to_string()).to_vec()
            }
            Cell::Nothing => vec![String::new()],
        }
    }
}

impl Table {
    /// Whether a column has words and not numbers.
    #[must_use]
    pub fn has_words(&self, column: usize) -> bool {
        self.cells(column).any(Cell::is_words)
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &Cell> {
        self.rows.iter().filter_map(move |row| row.get(column))
    }

    /// The table for a file: a line of heads, then a line a row. A range has two columns, wins, draws and
    /// losses have three.
    #[must_use]
    pub fn lines(&self) -> Vec<Vec<String>> {
        let parts: Vec<&[&str]> = (0..self.columns.len())
            .map(|column| {
                self.cells(column).map(Cell::parts).max_by_key(|parts| parts.len()).unwrap_or_default()
            })
            .collect();
        let head = self.columns.iter().zip(&parts).flat_map(|(column, parts)| match parts {
            [] => vec![column.head.clone()],
            parts => parts.iter().map(|part| format!("{} {part}", column.head)).collect(),
        });
        let line = |row: &Vec<Cell>| {
            let cells = row.iter().zip(&parts).flat_map(|(cell, parts)| {
                let mut values = cell.values();
                values.resize(parts.len().max(1), String::new());
                values
            });
            cells.collect()
        };
        std::iter::once(head.collect()).chain(self.rows.iter().map(line)).collect()
    }
}

/// A number with a true minus sign and without one before zero.
pub(crate) fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|letter| matches!(letter, '0' | '.')) => zero.to_owned(),
        Some(positive) => format!("\u{2212}{positive}"),
        None => text,
    }
}

/// From where to where; "to" where a minus would be beside the dash.
fn range(low: f64, high: f64, digits: usize) -> String {
    if !(low.is_finite() && high.is_finite()) {
        return NOTHING.to_owned();
    }
    let between = if low < 0.0 || high < 0.0 { " to " } else { "\u{2013}" };
    format!("{}{between}{}", number(low, digits), number(high, digits))
}

/// A number as it stands in a file: empty if it is none.
fn exact(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

/// A count with a thin space between thousands.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_rounded_on_the_page_and_whole_in_the_file() {
        let cells = [
            (Cell::Count(1_234_567), "1\u{202f}234\u{202f}567"),
            (Cell::Count(2000), "2000"),
            (Cell::Number(-0.04, 1), "0.0"),
            (Cell::Number(-3.25, 1), "\u{2212}3.2"),
            (Cell::Share(0.6125), "61.3"),
            (Cell::Shares(0.5, 0.75), "50.0\u{2013}75.0"),
            (Cell::Range(-12.0, 5.0, 0), "\u{2212}12 to 5"),
            (Cell::Nothing, "\u{2013}"),
        ];
        for (cell, shown) in cells {
            assert_eq!(cell.shown(), shown);
        }
        let results = Tally { wins: 3, draws: 0, losses: 2, ..Tally::default() };
        assert_eq!(Cell::Results(results).shown(), "3/0/2");
        let table = Table {
            name: "t".into(),
            caption: String::new(),
            columns: Column::all(["who", "95%", "games"]),
            rows: vec![
                vec![Cell::words("a"), Cell::Shares(0.25, 0.75), Cell::Results(results)],
                vec![Cell::words("b"), Cell::Nothing, Cell::Nothing],
            ],
        };
        assert!(table.has_words(0) && !table.has_words(1) && !table.has_words(2));
        let heads = ["who", "95% low", "95% high", "games won", "games drawn", "games lost"];
        assert_eq!(table.lines(), [heads, ["a", "0.25", "0.75", "3", "0", "2"], ["b", "", "", "", "", ""]]);
    }
}
