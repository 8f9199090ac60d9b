//! Reports as one HTML file that needs nothing else, and one CSV file per table.
//!
//! | to find | look in |
//! |---|---|
//! | what a report is made of | [`Report`], [`Section`], [`Block`] |
//! | tables and their typed cells | `table.rs`: [`Table`], [`Cell`] |
//! | figures | `plot.rs`: [`plot::Figure`]; `picture.rs`: [`Picture`]; `dots.rs`: [`Dots`] |
//! | where the numbers come from | `provenance.rs`: [`Provenance`] |
//! | whether a paper's finding was reproduced | `verdict.rs`: [`Verdict`], [`Origin`] |
//! | the page | `page.rs`, `page.css` |
//! | the files beside it | `files.rs` |
//!
//! **A report is a value**: title, lead, sections, tables of typed cells, figures. The page rounds its
//! numbers, the CSV files do not. The page has no script and no outside address; its figures use the page's
//! colours, also in dark mode.
//!
//! **No Parquet yet**: writing it would add over a minute to a first build, for files that CSV holds well.
//!
//! ```
//! use report::{Block, Cell, Column, Report, Section, Table};
//!
//! let table = Table {
//!     name: "scores".into(),
//!     caption: "Scores.".into(),
//!     columns: Column::all(["player", "score"]),
//!     rows: vec![vec![Cell::words("random"), Cell::Share(0.125)]],
//! };
//! let section = Section::new("Results", vec![Block::Table(table)]);
//! let report = Report::new("A match", "Random scored an eighth.", vec![section]);
//! assert!(report.html().contains("12.5"));
//! assert_eq!(report.csv()[0].1, "player,score\nrandom,0.125\n");
//! ```
#![forbid(unsafe_code)]

mod dots;
mod files;
mod page;
mod picture;
pub mod plot;
mod provenance;
mod short_names;
mod table;
mod verdict;

pub use dots::{Dot, Dots};
pub use picture::{Drawing, Picture};
pub use provenance::{Provenance, WorkerRun};
pub use short_names::short_names;
pub use table::{Cell, Column, Table};
pub use verdict::{Origin, Reproduction, Verdict};

/// A report.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// Whether a paper's finding was reproduced, where it is about one.
    pub verdict: Option<Verdict>,
    /// The result in a few sentences.
    pub lead: String,
    /// In their order.
    pub sections: Vec<Section>,
    /// Where the numbers come from, one entry per plan.
    pub provenance: Vec<Provenance>,
    /// Tables that are too long for the page and become files only.
    pub data: Vec<Table>,
    /// The program and the command that made it.
    pub origin: Option<Origin>,
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
    /// What is too long for most readers, behind a line that opens it.
    Folded {
        /// The line.
        summary: String,
        /// From top to bottom.
        blocks: Vec<Block>,
    },
}

impl Block {
    /// A paragraph.
    pub fn text(text: impl Into<String>) -> Block {
        Block::Text(text.into())
    }
}

impl Report {
    /// A report without provenance.
    pub fn new(title: impl Into<String>, lead: impl Into<String>, sections: Vec<Section>) -> Report {
        Report { title: title.into(), lead: lead.into(), sections, ..Report::default() }
    }

    /// Every paragraph, table and figure in the order of the page, folded ones included.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.sections.iter().flat_map(|section| unfolded(&section.blocks))
    }

    /// Every table, in the order of the page.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }
}

/// The blocks without their folds.
fn unfolded(blocks: &[Block]) -> Vec<&Block> {
    let mut flat = Vec::new();
    for block in blocks {
        match block {
            Block::Folded { blocks, .. } => flat.extend(unfolded(blocks)),
            block => flat.push(block),
        }
    }
    flat
}
