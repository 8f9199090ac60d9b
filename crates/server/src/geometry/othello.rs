//! Othello: squares and discs.

use std::collections::BTreeMap;

use games::othello::{Move, Othello, Square, Squares, ggf, moves};
use games::{Game, Malformed, Record, Side, text};

use super::{Both, Geometry, ResearchPlayer, lessons};
use crate::oversights::{self, Compared};
use crate::wire::{self, BoardChange, Oversight, Position, Text};

const TAKAGI: Both = ("Takagi, Fujii and Katayose 2021", "高木・藤井・片寄 2021");
const SATO: Both = ("Sato 2021", "佐藤 2021");

impl Geometry for Othello {
    const ABOUT: Both = (
        "Outflank your opponent's discs to flip them. Most discs at the end wins.",
        "相手の石をはさんで返し、最後に石の多いほうが勝ち。",
    );
    const SIDES: [Both; 2] = [("Black", "黒番"), ("White", "白番")];
    const DECIDED_BY_COUNT: Both = ("decided by disc count", "石数で決着");
    const PICTURE: &'static str = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7";
    const GOALS: &'static [Both] = &[
        (
            "When nobody can move, the side with more discs wins.",
            "どちらも打てなくなったとき、石の多いほうが勝ちです。",
        ),
        (
            "Every move must turn at least one disc; who cannot, passes.",
            "一手ごとに1つ以上返します。返せないときはパスです。",
        ),
    ];
    const LESSON: &'static [lessons::Step] = lessons::OTHELLO;
    const RESEARCH: &'static [ResearchPlayer] = &[
        ResearchPlayer {
            id: "ladder",
            opponent: "ladder",
            start: None,
            name: ("Ladder", "はしご"),
            about: (
                "Seven players of different depth; it plays as the one that your moves resemble most.",
                "読みの深さが違う7人の打ち手のうち、あなたの手にいちばん近い打ち手として打ちます。",
            ),
            source: TAKAGI,
        },
        ResearchPlayer {
            id: "balance",
            opponent: "balance",
            start: None,
            name: ("Dynamic AI", "動的AI"),
            about: (
                "Picks the move that keeps the game as even as possible; the ladder was compared with it.",
                "形勢がなるべく互角になる手を選びます。はしごと比べられた方法です。",
            ),
            source: TAKAGI,
        },
        ResearchPlayer {
            id: "three-term",
            opponent: "alphabeta:eval=three-term,time=2s",
            start: None,
            name: ("Othello AI", "オセロAI"),
            about: (
                "Weighs squares, mobility and discs, and searches for two seconds per move.",
                "マスの価値・打てる場所の数・石の数で評価し、1手に2秒ずつ読みます。",
            ),
            source: SATO,
        },
        ResearchPlayer {
            id: "weak",
            opponent: "alphabeta:eval=three-term,sign=-1,time=2s",
            start: None,
            name: ("Weak AI", "弱いAI"),
            about: (
                "The same evaluation times minus one: it searches for the worst move.",
                "同じ評価関数に−1を掛けたもので、わざと悪い手を探して打ちます。",
            ),
            source: SATO,
        },
    ];
    const FORMATS: &'static [&'static str] = &["ggf", "moves", "gkr"];
    const REVIEWER: &'static str = "alphabeta:depth=6";
    /// Two discs: the spread of the evaluation's own errors at this depth is about as large.
    const MISTAKE: f64 = 2.0;
    const MOST: f64 = 64.0;

    fn position(view: &Othello) -> Position {
        let places = |side| Squares(view.discs(side)).map(|square| square.to_string()).collect();
        Position::Othello { black: places(Side::First), white: places(Side::Second), counts: view.counts() }
    }

    fn move_on(_view: &Othello, mv: Move) -> wire::Move {
        let label = match mv {
            Move::Pass => Text::new("pass", "パス"),
            Move::Place(square) => Text::same(square.to_string()),
        };
        wire::Move {
            text: mv.to_string(),
            from: None,
            to: mv.to_string(),
            promotes: false,
            on_board: mv != Move::Pass,
            label,
        }
    }

    fn step(before: &Othello, mv: Move) -> BoardChange {
        let side = Game::side_to_move(before).into();
        let Move::Place(placed) = mv else { return BoardChange::Pass { side } };
        let mut by_distance = BTreeMap::<u8, Vec<String>>::new();
        for square in Squares(before.board().flips(placed)) {
            by_distance.entry(distance(placed, square)).or_default().push(square.to_string());
        }
        BoardChange::Othello {
            placed: placed.to_string(),
            flipped: by_distance.into_values().collect(),
            side,
        }
    }

    fn oversights(compared: &Compared<'_, Othello>) -> Vec<Oversight> {
        oversights::othello::oversights(compared)
    }

    fn write(record: &Record<Othello>, format: &str) -> Result<String, Malformed> {
        match format {
            "ggf" => ggf::write(record),
            "moves" => moves::write(record),
            _ => Ok(text::write(record)),
        }
    }
}

/// Steps of a king from one square to the other.
fn distance(one: Square, two: Square) -> u8 {
    let at = |square: Square| ((square.index() % 8) as u8, (square.index() / 8) as u8);
    let ((x1, y1), (x2, y2)) = (at(one), at(two));
    x1.abs_diff(x2).max(y1.abs_diff(y2))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// What a step says, done to the discs it begins with, is what the rules do; nearer discs turn before
    /// farther ones.
    #[test]
    fn steps_do_what_the_rules_do() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut passes, mut farthest) = (0, 0);
        for _ in 0..50 {
            let mut game = Othello::default();
            while game.outcome().is_none() {
                let moves = super::super::sorted::<Othello>(&game);
                let mv = moves[rng.random_range(..moves.len())];
                let side = Game::side_to_move(&game);
                let before = game.discs(side);
                let step = Othello::step(&game, mv);
                game.apply(mv);
                let BoardChange::Othello { placed, flipped, .. } = step else {
                    passes += 1;
                    assert_eq!(game.discs(side), before);
                    continue;
                };
                let square = |text: &String| text.parse::<Square>().unwrap();
                let distances: Vec<u8> =
                    flipped.iter().map(|group| distance(square(&placed), square(&group[0]))).collect();
                assert!(distances.is_sorted() && distances[0] == 1);
                farthest = farthest.max(distances[distances.len() - 1]);
                let turned = flipped
                    .iter()
                    .flatten()
                    .fold(square(&placed).bit(), |all, text| all | square(text).bit());
                assert_eq!(game.discs(side), before | turned);
            }
        }
        assert!(passes > 10 && farthest >= 5);
    }

    #[test]
    fn the_start_is_shown_as_the_rules_print_it() {
        let Position::Othello { black, white, counts } = Othello::position(&Othello::default()) else {
            panic!()
        };
        assert_eq!(
            (black, white, counts),
            (vec!["e4".to_owned(), "d5".to_owned()], vec!["d4".to_owned(), "e5".to_owned()], [2, 2])
        );
    }
}
