//! The picture in the README: what the program really prints, as one SVG.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use unicode_width::UnicodeWidthChar;

use crate::tool::{Chore, cargo, root, run};

/// Size of a character cell and of the space around a panel, in pixels.
const CELL: (f64, f64) = (9.0, 19.0);
const MARGIN: f64 = 24.0;

/// The games in the picture: title and what to show.
const PANELS: [(&str, &[&str]); 4] = [
    ("オセロ Othello", &["othello", "---------------------------OX-----XXX--------------------------- O"]),
    ("カラハ Kalah", &["kalah", "start"]),
    ("将棋 Shogi", &["shogi", "start"]),
    ("ガイスター Geister", &["geister", "start", "--seat", "first"]),
];

/// Writes `docs/terminal.svg`.
pub(crate) fn draw() -> Chore {
    run(cargo().args(["build", "--release", "--package", "gokaku"]))?;
    let mut panels = Vec::new();
    for (title, arguments) in PANELS {
        let mut show = Command::new(root().join("target/release/gokaku"));
        show.arg("show").args(arguments).args(["--language", "en"]).env("CLICOLOR_FORCE", "1");
        let output = show.output().map_err(|error| error.to_string())?;
        let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
        // The long lists of legal moves would only widen the picture.
        let board: Vec<&str> = text.lines().filter(|line| !line.starts_with("Legal")).collect();
        panels.push(Panel::new(title, &board));
    }
    let path = root().join("docs/terminal.svg");
    fs::write(&path, picture(&panels)).map_err(|error| format!("{}: {error}", path.display()))
}

/// A stretch of characters in one style, at a place in the panel.
struct Span {
    column: usize,
    row: usize,
    text: String,
    style: Style,
}

#[derive(Clone, Default, PartialEq)]
struct Style {
    foreground: Option<String>,
    background: Option<String>,
    bold: bool,
    dim: bool,
}

impl Style {
    /// Follows the numbers of one escape sequence.
    fn follow(&mut self, codes: &str) {
        let mut codes = codes.split(';').filter_map(|code| code.parse::<u32>().ok());
        while let Some(code) = codes.next() {
            match code {
                0 => *self = Style::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                91 => self.foreground = Some("#e0604f".to_owned()),
                94 => self.foreground = Some("#6d8bea".to_owned()),
                38 | 48 => {
                    let rgb: Vec<u32> = codes.by_ref().skip(1).take(3).collect();
                    let colour = rgb.iter().fold("#".to_owned(), |hex, part| format!("{hex}{part:02x}"));
                    *(if code == 38 { &mut self.foreground } else { &mut self.background }) = Some(colour);
                }
                _ => {}
            }
        }
    }
}

struct Panel {
    title: &'static str,
    spans: Vec<Span>,
    columns: usize,
    rows: usize,
}

impl Panel {
    fn new(title: &'static str, lines: &[&str]) -> Panel {
        let mut panel = Panel { title, spans: Vec::new(), columns: 0, rows: lines.len() };
        for (row, line) in lines.iter().enumerate() {
            let mut style = Style::default();
            let mut column = 0;
            let mut pieces = line.split("\u{1b}[");
            let first = pieces.next().map(|text| (None, text));
            let rest =
                pieces.filter_map(|piece| piece.split_once('m')).map(|(codes, text)| (Some(codes), text));
            for (codes, text) in first.into_iter().chain(rest) {
                if let Some(codes) = codes {
                    style.follow(codes);
                }
                for c in text.chars() {
                    panel.spans.push(Span { column, row, text: c.to_string(), style: style.clone() });
                    column += c.width().unwrap_or(0);
                }
            }
            panel.columns = panel.columns.max(column);
        }
        panel
    }

    fn size(&self) -> (f64, f64) {
        (self.columns as f64 * CELL.0, (self.rows + 2) as f64 * CELL.1)
    }
}

fn picture(panels: &[Panel]) -> String {
    let height = panels.iter().map(|panel| panel.size().1).fold(0.0, f64::max) + 2.0 * MARGIN;
    let width = panels.iter().map(|panel| panel.size().0 + MARGIN).sum::<f64>() + MARGIN;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="15"
  font-family="'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', 'Noto Sans CJK JP', monospace">
<title>Four games in the terminal</title>
<rect width="100%" height="100%" rx="12" fill="#1c1b1a"/>
"##
    );
    let mut left = MARGIN;
    for panel in panels {
        let _ = writeln!(
            svg,
            r##"<text x="{left}" y="{}" fill="#f7f4ec" font-weight="bold">{}</text>"##,
            MARGIN + 15.0,
            panel.title
        );
        for span in &panel.spans {
            write_span(&mut svg, span, left, MARGIN + 2.0 * CELL.1);
        }
        left += panel.size().0 + MARGIN;
    }
    svg.push_str("</svg>\n");
    svg
}

fn write_span(svg: &mut String, span: &Span, left: f64, top: f64) {
    let x = left + span.column as f64 * CELL.0;
    let y = top + span.row as f64 * CELL.1;
    let wide = span.text.chars().filter_map(UnicodeWidthChar::width).sum::<usize>() as f64 * CELL.0;
    if let Some(colour) = &span.style.background {
        let _ = writeln!(
            svg,
            r##"<rect x="{x}" y="{y}" width="{:.1}" height="{:.1}" fill="{colour}"/>"##,
            wide + 0.5,
            CELL.1 + 0.5
        );
    }
    if span.text.trim().is_empty() {
        return;
    }
    let colour = span.style.foreground.as_deref().unwrap_or("#f7f4ec");
    let weight = if span.style.bold { r##" font-weight="bold""## } else { "" };
    let faint = if span.style.dim { r##" opacity="0.6""## } else { "" };
    let _ = writeln!(
        svg,
        r##"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill="{colour}"{weight}{faint}>{}</text>"##,
        x + wide / 2.0,
        y + 14.5,
        span.text
    );
}
