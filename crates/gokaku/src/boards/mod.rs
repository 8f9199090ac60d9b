//! How the games look in a terminal. A player's board is drawn from the view of their seat; a whole position
//! only for observers and after the game.

mod geister;
mod kalah;
mod othello;
mod shogi;

use anstyle::{AnsiColor, Color, RgbColor, Style};

/// A colour of the project's palette.
const fn rgb(red: u8, green: u8, blue: u8) -> Option<Color> {
    Some(Color::Rgb(RgbColor(red, green, blue)))
}

/// The moss of an Othello board.
const MOSS: Style = Style::new().bg_color(rgb(0x2f, 0x6b, 0x4f));
/// Kaya wood, with the colour of its lines.
const KAYA: Style = Style::new().bg_color(rgb(0xd9, 0xa8, 0x60)).fg_color(rgb(0x5b, 0x3d, 0x1f));
/// A square or hole that may be played.
const PLAYABLE: Option<Color> = rgb(0xff, 0xb3, 0xc7);
/// Words at the rim of a board.
const RIM: Style = Style::new().dimmed();
/// Blue and red ghosts.
const BLUE: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::BrightBlue))).bold();
const RED: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::BrightRed))).bold();

/// `text` in `style`.
fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
