//! What the games came to, to be read: one HTML file that needs nothing else, and a CSV file a table.
//!
//! | to find | look in |
//! |---|---|
//! | what a report is made of | [`Report`], [`Section`], [`Block`] |
//! | tables and their cells | `table.rs`: [`Table`], [`Cell`] |
//! | figures | `picture.rs`: [`Picture`]; `dots.rs`: [`Dots`] |
//! | where the numbers come from | `provenance.rs`: [`Provenance`] |
//! | the report of any plan | `of_run.rs`: [`Report::of_run`] |
//! | bad moves, what they gave away, who would see them | `mistakes.rs`: [`Report::with_mistakes`] |
//! | the page | `page.rs`, `page.css` |
//! | the files beside it | `files.rs` |

mod dots;
mod files;
mod mistakes;
mod of_run;
mod page;
mod picture;
mod provenance;
mod sample;
mod short;
mod table;

pub use dots::{Dot, Dots};
pub(crate) use of_run::{conduct_table, cross_table, players_table, ratings_of, results_table, share};
pub use picture::{Drawing, Picture};
pub use provenance::{Evidence, Provenance};
pub(crate) use sample::Sample;
pub use short::short_names;
pub use table::{Cell, Column, Table};

/// What the games came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// What came out, in a few sentences.
    pub lead: String,
    /// In their order.
    pub sections: Vec<Section>,
    /// Where the numbers come from: one a plan.
    pub provenance: Vec<Provenance>,
    /// What is too long for the page: files alone.
    pub data: Vec<Table>,
}

/// A part of a report under a heading.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// From top to bottom.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section.
    pub fn new(heading: impl Into<String>, blocks: Vec<Block>) -> Section {
        Section { heading: heading.into(), blocks }
    }
}

/// What stands in a section.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Picture),
}

impl Block {
    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Block {
        Block::Text(text.into())
    }
}

impl Report {
    /// Every table, in the order of the page.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().flat_map(|section| &section.blocks).filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests;
