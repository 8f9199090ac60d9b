//! Kalah: two rows of holes and two stores, the seat's own row below.

use anstyle::Style;
use games::kalah::Move;
use games::kalah::{Kalah, Rules};
use games::{Malformed, Side};

use super::{KAYA, PLAYABLE, RIM, paint};
use crate::format::Format;
use crate::table::Table;

const LEGAL: Style = KAYA.bg_color(PLAYABLE);

impl Table for Kalah {
    const RECORD_FORMAT: Format = Format::Gkr;

    fn draw(view: &Kalah, seat: Side, targets: &[Move]) -> String {
        let board = view.board();
        let holes = board.row(seat).len();
        let numbers = |order: &mut dyn Iterator<Item = usize>| {
            paint(RIM, format!("     {}", order.map(|hole| format!("{hole:>4}")).collect::<String>()))
        };
        // The other's holes run from right to left, towards the store on the left.
        let far: String =
            board.row(seat.other()).iter().rev().map(|seeds| paint(KAYA, format!("{seeds:>4}"))).collect();
        let near: String = (1u8..)
            .zip(board.row(seat))
            .map(|(hole, seeds)| {
                let playable = Move::new(hole).is_some_and(|mv| targets.contains(&mv));
                paint(if playable { LEGAL } else { KAYA }, format!("{seeds:>4}"))
            })
            .collect();
        let blank = paint(KAYA, "     ");
        let store = |seeds: u16| paint(KAYA, format!("{seeds:>4} "));
        let middle = paint(KAYA, "    ".repeat(holes));
        [
            numbers(&mut (1..=holes).rev()),
            format!("{blank}{far}{blank}"),
            format!("{}{middle}{}", store(board.store(seat.other())), store(board.store(seat))),
            format!("{blank}{near}{blank}"),
            numbers(&mut (1..=holes)),
        ]
        .join("\n")
    }

    /// Also `HOLES,SEEDS` and `HOLES,SEEDS RULES`, such as `4,2 empty/any`, for a start.
    fn position_from(text: &str) -> Result<Kalah, Malformed> {
        let mut words = text.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("start"), None, None) => Ok(Kalah::default()),
            (Some(protocol), None, None) if protocol.starts_with('<') => text.parse(),
            (Some(size), rules, None) => {
                let sizes = size.split_once(',').and_then(|(n, m)| Some((n.parse().ok()?, m.parse().ok()?)));
                let (holes, seeds) = sizes
                    .ok_or_else(|| Malformed::new(text, "holes and seeds, such as: 4,2 or 4,2 empty/any"))?;
                Kalah::new(holes, seeds, rules.map_or(Ok(Rules::default()), str::parse)?)
            }
            _ => text.parse(),
        }
    }
}
