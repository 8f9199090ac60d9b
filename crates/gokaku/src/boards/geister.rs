//! Geister: your ghosts with their colours, the other's as they look from your seat.

use anstyle::Style;
use anyhow::Result;
use games::geister::{
    Colour, DEFAULT_LIMIT, Geister, Ghost, Move, Place, Setup, Square, Transcript, View, gat,
};
use games::{Game, Malformed, Record, Side};
use opponents::Reason;
use rand::Rng;

use super::{BLUE, PLAYABLE, RED, RIM, paint};
use crate::format::Format;
use crate::language::Language;
use crate::record_file::RecordFile;
use crate::records::Records;
use crate::table::{Ask, Table};

const UNKNOWN: Style = Style::new().bold();
const LEGAL: Style = Style::new().fg_color(PLAYABLE);

impl Table for Geister {
    const RECORD_FORMAT: Format = Format::Gkr;

    fn draw(view: &View, seat: Side, targets: &[Move]) -> String {
        let places = Side::BOTH.map(|side| *view.places(side));
        draw(&places, |side, ghost| view.colour(side, ghost), seat, targets)
    }

    /// Without a seat, every colour is shown.
    fn draw_position(&self, seat: Option<Side>, targets: &[Move]) -> String {
        match seat {
            Some(seat) => Self::draw(&self.view(seat), seat, targets),
            None => {
                let places = Side::BOTH.map(|side| *self.places(side));
                draw(&places, |side, ghost| Some(self.setup(side).colour(ghost)), Side::First, targets)
            }
        }
    }

    /// You choose your colours; the other side's are dealt.
    fn set_up(seat: Side, language: Language, rng: &mut dyn Rng, ask: &mut Ask<'_>) -> Result<Geister> {
        let mut setups = [Setup::random(rng), Setup::random(rng)];
        let mut question = language.which_ghosts_are_red().to_owned();
        while let Some(answer) = ask(&question)? {
            match answer.trim().parse() {
                Ok(setup) => setups[seat.index()] = setup,
                Err(_) if answer.trim().is_empty() => {}
                Err(error) => {
                    question = format!("{}\n{}", language.misread(&error), language.which_ghosts_are_red());
                    continue;
                }
            }
            break;
        }
        Ok(Geister::new(setups, DEFAULT_LIMIT))
    }

    /// The seat's transcript: the file must not tell what the other side hides.
    fn unfinished(record: &Record<Geister>, file: &RecordFile) -> Result<(Records, Format)> {
        Ok((Records::Seen(vec![Transcript::of(record, file.seat)?]), Format::Transcript))
    }

    fn review(record: &Record<Geister>, seat: Side, language: Language) -> Option<String> {
        beliefs(record, seat, language)
    }

    /// A captured ghost has shown its colour.
    fn has_shown_since(&self, earlier: &Geister, seat: Side) -> bool {
        self.places(seat.other())
            .iter()
            .zip(earlier.places(seat.other()))
            .any(|(now, then)| *now == Place::Captured && *then != Place::Captured)
    }

    /// A view as it is printed, or a board of the tournament's protocol, as `seat` gets it.
    fn view_from(text: &str, seat: Side) -> Option<Result<(View, Side), Malformed>> {
        if text.starts_with("view ") {
            return Some(text.parse().map(|view: View| (view, view.seat())));
        }
        let ply = if seat == Side::First { 0 } else { 1 };
        let read = || gat::read_board(text, seat, ply, DEFAULT_LIMIT).map(|view| (view, seat));
        text.starts_with(gat::TURN).then(read)
    }
}

/// How sure the opponent was at each of its moves that a ghost of `seat` is blue, under the true colours;
/// ghosts that were captured have none. `None` if it never said.
fn beliefs(record: &Record<Geister>, seat: Side, language: Language) -> Option<String> {
    let setup = record.start.setup(seat);
    let heading = Ghost::ALL.map(|ghost| {
        let style = if setup.colour(ghost) == Colour::Blue { BLUE } else { RED };
        paint(style, format!("   {}{}", ghost, setup.colour(ghost).letter().to_ascii_lowercase()))
    });
    let mut lines = vec![language.what_was_believed().to_owned(), format!("{:10}{}", "", heading.concat())];
    for (number, ply) in (1..).zip(&record.line.plies) {
        let reason = Reason::from_stored(&ply.comment);
        let Some(blue) = reason.blue_ghosts() else { continue };
        let of = |ghost: Ghost| blue.get(&ghost.letter());
        let cell = |ghost| of(ghost).map_or_else(|| " ".repeat(5), |blue| format!(" {blue:.2}"));
        let cells = Ghost::ALL.map(cell).concat();
        lines.push(format!("{number:3} {:6}{cells}", ply.mv.to_string()).trim_end().to_owned());
    }
    (lines.len() > 2).then(|| lines.join("\n"))
}

fn draw(
    places: &[[Place; 8]; 2],
    colour: impl Fn(Side, Ghost) -> Option<Colour>,
    seat: Side,
    targets: &[Move],
) -> String {
    let turned = |index: u8| if seat == Side::First { index } else { 5 - index };
    let columns: String = (0..6).map(|column| format!(" {} ", char::from(b'a' + turned(column)))).collect();
    let mut lines = vec![captured(places, &colour, seat), paint(RIM, format!("  {columns}"))];
    for row in (0..6).rev() {
        let mut line = paint(RIM, format!("{} ", turned(row) + 1));
        for column in 0..6 {
            let square = Square::new(6 * turned(row) + turned(column));
            line += &square.map_or_else(String::new, |square| cell(places, &colour, seat, targets, square));
        }
        lines.push(line);
    }
    lines.push(captured(places, &colour, seat.other()));
    lines.join("\n")
}

/// A ghost is its letter, capital for the seat's own, with its colour behind it where that is known.
fn name(side: Side, seat: Side, ghost: Ghost, colour: Option<Colour>) -> String {
    let letter = ghost.letter();
    let letter = if side == seat { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    match colour {
        None => paint(UNKNOWN, format!("{letter}?")),
        Some(Colour::Blue) => paint(BLUE, format!("{letter}b")),
        Some(Colour::Red) => paint(RED, format!("{letter}r")),
    }
}

fn cell(
    places: &[[Place; 8]; 2],
    colour: &impl Fn(Side, Ghost) -> Option<Colour>,
    seat: Side,
    targets: &[Move],
    square: Square,
) -> String {
    for side in Side::BOTH {
        for (ghost, place) in Ghost::ALL.into_iter().zip(places[side.index()]) {
            if place == Place::On(square) {
                return format!(" {}", name(side, seat, ghost, colour(side, ghost)));
            }
        }
    }
    match targets.iter().any(|mv| mv.to() == Some(square)) {
        true => paint(LEGAL, " * "),
        false => " . ".to_owned(),
    }
}

/// The ghosts of the other side that `seat` has captured.
fn captured(places: &[[Place; 8]; 2], colour: &impl Fn(Side, Ghost) -> Option<Colour>, seat: Side) -> String {
    let taken = Ghost::ALL
        .into_iter()
        .zip(places[seat.other().index()])
        .filter(|(_, place)| *place == Place::Captured);
    let names: Vec<String> =
        taken.map(|(ghost, _)| name(seat.other(), seat, ghost, colour(seat.other(), ghost))).collect();
    format!("× {}", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_shows_beliefs_beside_the_truth() {
        let moves = ["b2b3", "e5e4", "b3b4", "e4e3"].map(|mv| mv.parse().unwrap());
        let mut record = Record::from_moves(Geister::default(), moves).unwrap();
        assert_eq!(beliefs(&record, Side::First, Language::En), None);
        let believed = |blue: &[(char, f64)]| {
            let blue = blue.iter().copied().collect();
            Reason::MonteCarlo { score: 0.5, playouts: 20, moves: 8, blue }.to_stored()
        };
        record.line.plies[1].comment = believed(&[('A', 0.12), ('H', 0.95)]);
        record.line.plies[3].comment = believed(&[('H', 1.0)]);
        let review =
            anstream::adapter::strip_str(&beliefs(&record, Side::First, Language::En).unwrap()).to_string();
        let lines: Vec<&str> = review.lines().collect();
        assert_eq!(lines[1], "             Ar   Br   Cr   Dr   Eb   Fb   Gb   Hb");
        assert_eq!(lines[2], "  2 e5e4   0.12                               0.95");
        assert_eq!(lines[3], "  4 e4e3                                      1.00");
    }
}
