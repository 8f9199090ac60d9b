//! Printing any report and writing its files.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use report::{Block, Cell, Drawing, Report, Table};
use unicode_width::UnicodeWidthStr;

use crate::files;

/// Prints a report and writes its files.
pub(crate) fn show(report: &Report, folder: &Path, name: &str) -> Result<()> {
    let mut out = anstream::stdout();
    write!(out, "{}", text(report))?;
    for path in write_files(report, folder, name)? {
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// The page, its tables as CSV and its plots as SVG; the page comes first.
fn write_files(report: &Report, folder: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let mut contents = vec![(format!("{name}.html"), report.html())];
    contents.extend(report.csv().into_iter().map(|(file, csv)| (format!("{name}-{file}"), csv)));
    let plots = report.blocks().filter_map(|block| match block {
        Block::Figure(picture) => match &picture.drawing {
            Drawing::Plot(figure) => Some(figure),
            Drawing::Dots(_) => None,
        },
        _ => None,
    });
    for (number, figure) in (1..).zip(plots) {
        contents.push((format!("{name}-plot-{number}.svg"), figure.svg()?));
    }
    let mut paths = Vec::new();
    for (file, text) in contents {
        let path = folder.join(file);
        files::write(&path, text.as_bytes())?;
        paths.push(path);
    }
    Ok(paths)
}

/// A report without its figures, for a terminal.
pub(crate) fn text(report: &Report) -> String {
    let mut text = format!("{}\n\n", report.title);
    if let Some(verdict) = &report.verdict {
        text += &format!("{}\n", verdict.sentence());
    }
    text += &format!("{}\n", report.lead);
    for section in &report.sections {
        text += &format!("\n{}\n", section.heading);
        section.blocks.iter().for_each(|block| add_block(&mut text, block));
    }
    text + "\n"
}

fn add_block(text: &mut String, block: &Block) {
    match block {
        Block::Text(words) => *text += &format!("{words}\n"),
        Block::Table(table) => *text += &format!("{}\n{}", table.caption, aligned(table)),
        Block::Figure(_) => {}
        Block::Folded { summary, blocks } => {
            *text += &format!("{summary}\n");
            blocks.iter().for_each(|block| add_block(text, block));
        }
    }
}

/// A table in columns: words at the left, numbers at the right.
fn aligned(table: &Table) -> String {
    let mut lines = vec![table.columns.iter().map(|column| column.head.clone()).collect::<Vec<String>>()];
    lines.extend(table.rows.iter().map(|row| row.iter().map(Cell::shown).collect()));
    let width_of = |column: usize| lines.iter().map(|line| line[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.columns.len()).map(width_of).collect();
    let mut text = String::new();
    for line in &lines {
        let mut row = String::new();
        for (column, cell) in line.iter().enumerate() {
            let space = " ".repeat(widths[column] - cell.width());
            row += &if table.has_words(column) {
                format!("{cell}{space}  ")
            } else {
                format!("{space}{cell}  ")
            };
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}
