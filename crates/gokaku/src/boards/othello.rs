//! Othello: discs on moss, a star where you may play.

use anstyle::Style;
use games::othello::{Move, Othello, Square, obf};
use games::{Malformed, Side};

use super::{MOSS, PLAYABLE, RIM, paint, rgb};
use crate::format::Format;
use crate::table::Table;

const BLACK: Style = MOSS.fg_color(rgb(0, 0, 0));
const WHITE: Style = MOSS.fg_color(rgb(0xff, 0xff, 0xff));
const LEGAL: Style = MOSS.fg_color(PLAYABLE);

impl Table for Othello {
    const RECORD_FORMAT: Format = Format::Ggf;
    const DATE: (&'static str, &'static str) = ("DT", "%Y.%m.%d_%H:%M:%S.%Z");

    fn draw(view: &Othello, _seat: Side, targets: &[Move]) -> String {
        let columns = paint(RIM, "   a b c d e f g h");
        let mut lines = vec![columns];
        for row in 0..8 {
            let squares = Square::all().skip(8 * row).take(8).map(|square| cell(view, square, targets));
            let [black, white] = view.counts();
            let count = match row {
                3 => format!("   ● {black}"),
                4 => format!("   ○ {white}"),
                _ => String::new(),
            };
            lines.push(format!(
                "{} {}{}{count}",
                paint(RIM, row + 1),
                squares.collect::<String>(),
                paint(MOSS, " ")
            ));
        }
        lines.join("\n")
    }

    fn positions_from(text: &str) -> Result<Vec<Othello>, Malformed> {
        Ok(obf::read(text)?.into_iter().map(|problem| problem.position).collect())
    }

    fn is_pass(mv: Move) -> bool {
        mv == Move::Pass
    }
}

fn cell(view: &Othello, square: Square, targets: &[Move]) -> String {
    match square.bit() {
        bit if view.discs(Side::First) & bit != 0 => paint(BLACK, " ●"),
        bit if view.discs(Side::Second) & bit != 0 => paint(WHITE, " ○"),
        _ if targets.contains(&Move::Place(square)) => paint(LEGAL, " *"),
        _ => paint(MOSS, " ."),
    }
}
