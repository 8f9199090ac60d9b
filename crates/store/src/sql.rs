//! What the statements of all tables share.

use std::error::Error;
use std::str::FromStr;

use sqlx::any::AnyRow;
use sqlx::query::Query;
use sqlx::{Any, Database, Row};

/// A statement whose values are being bound.
pub(crate) type Statement<'a> = Query<'a, Any, <Any as Database>::Arguments>;

/// The statement that inserts so many rows. PostgreSQL wants numbered placeholders; SQLite takes those for
/// names and looks them up one by one, which is slow with thousands of them.
pub(crate) fn insertion(table: &str, columns: &[&str], rows: usize, embedded: bool) -> String {
    let place = |number: usize| if embedded { "?".to_owned() } else { format!("${number}") };
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=columns.len()).map(|column| place(row * columns.len() + column)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("INSERT INTO {table} ({}) VALUES {}", columns.join(", "), rows.join(", "))
}

/// A column that holds a number from 0.
pub(crate) fn unsigned(row: &AnyRow, column: &str) -> Result<u64, sqlx::Error> {
    Ok(row.try_get::<i64, _>(column)?.unsigned_abs())
}

/// A column whose text is read as something else.
pub(crate) fn parsed<T: FromStr>(row: &AnyRow, column: &str) -> Result<T, sqlx::Error>
where
    T::Err: Error + Send + Sync + 'static,
{
    read(&row.try_get::<String, _>(column)?)
}

/// The same for a column that may be empty.
pub(crate) fn parsed_if_any<T: FromStr>(row: &AnyRow, column: &str) -> Result<Option<T>, sqlx::Error>
where
    T::Err: Error + Send + Sync + 'static,
{
    row.try_get::<Option<String>, _>(column)?.as_deref().map(read).transpose()
}

fn read<T: FromStr>(text: &str) -> Result<T, sqlx::Error>
where
    T::Err: Error + Send + Sync + 'static,
{
    text.parse().map_err(|error: T::Err| sqlx::Error::Decode(Box::new(error)))
}

/// An enum that is stored as a word: its variants, their words, and what a reader expects.
macro_rules! stored_words {
    ($name:ident, $expected:literal, { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl $name {
            /// The stored word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = games::Malformed;

            fn from_str(text: &str) -> Result<Self, games::Malformed> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err(games::Malformed::new(text, $expected)),
                }
            }
        }
    };
}
pub(crate) use stored_words;
