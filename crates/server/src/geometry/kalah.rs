//! Kalah: houses, stores and the way of each seed.

use games::kalah::{Capture, Kalah, Move};
use games::{Game, Malformed, Record, Side, text};

use super::{Both, Geometry, ResearchPlayer, lessons};
use crate::oversights::{self, Compared};
use crate::wire::{self, BoardChange, KalahCapture, Oversight, Position, Text};

fn house(side: Side, index: usize) -> String {
    format!("{side}-{index}")
}

fn store(side: Side) -> String {
    format!("{side}-store")
}

const LI_AND_YOKOYAMA: Both = ("Li and Yokoyama 2022", "李・横山 2022");

/// The small boards of the paper: N houses a side, M seeds each.
const N3M3: &str = "3,3,3 0 3,3,3 0 first standard/any";
const N4M2: &str = "2,2,2,2 0 2,2,2,2 0 first standard/any";

impl Geometry for Kalah {
    const ABOUT: Both = (
        "Sow seeds around the board. Most seeds in your store wins.",
        "石を配り、自分のゴールに多く集めたほうが勝ち。",
    );
    const DECIDED_BY_COUNT: Both = ("decided by seed count", "石数で決着");
    const PICTURE: &'static str = "3 6 3 5";
    const GOALS: &'static [Both] = &[
        ("More seeds in your store at the end wins.", "終わったときに、ゴールの石が多いほうが勝ちです。"),
        ("Last seed in your store: you move again.", "最後の1個がゴールに入れば、もう一度続けられます。"),
        (
            "Last seed in an empty house of yours: you capture it and what lies across.",
            "最後の1個が自分の空のポケットに入れば、それと向かいの石を取れます。",
        ),
        (
            "The game ends when one side’s houses are empty; seeds that are left belong to the side they \
             lie on.",
            "どちらかのポケットがすべて空になると終わり。残った石は、それがある側のものです。",
        ),
    ];
    const STARTS: &'static [(Both, &'static str)] = &[
        (("3 houses, 3 seeds", "3穴・石3個"), N3M3),
        (("4 houses, 2 seeds", "4穴・石2個"), N4M2),
        (("4 houses, 4 seeds", "4穴・石4個"), "4,4,4,4 0 4,4,4,4 0 first standard/any"),
        (("6 houses, 3 seeds", "6穴・石3個"), "3,3,3,3,3,3 0 3,3,3,3,3,3 0 first standard/any"),
        (("6 houses, 6 seeds", "6穴・石6個"), "6,6,6,6,6,6 0 6,6,6,6,6,6 0 first standard/any"),
    ];
    const LESSON: &'static [lessons::Step] = lessons::KALAH;
    const RESEARCH: &'static [ResearchPlayer] = &[
        ResearchPlayer {
            id: "select-q-n3m3",
            opponent: "select-q",
            start: Some(N3M3),
            name: ("selectQ, 3 houses", "selectQ（3穴3石）"),
            about: (
                "Finds out how good your moves are and plays such moves. 3 houses a side, 3 seeds each.",
                "あなたの手の良さを見積もり、同じくらいの良さの手を選びます。片側3穴、石は3個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "select-q-n4m2",
            opponent: "select-q",
            start: Some(N4M2),
            name: ("selectQ, 4 houses", "selectQ（4穴2石）"),
            about: (
                "Finds out how good your moves are and plays such moves. 4 houses a side, 2 seeds each.",
                "あなたの手の良さを見積もり、同じくらいの良さの手を選びます。片側4穴、石は2個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "select-q",
            opponent: "select-q",
            start: None,
            name: ("selectQ, usual board", "selectQ（通常の盤）"),
            about: (
                "Finds out how good your moves are and plays moves just as good, on the usual board.",
                "あなたの手の良さを見積もり、同じくらいの良さの手を選びます。通常の盤で対局します。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "max-q-n3m3",
            opponent: "q:max",
            start: Some(N3M3),
            name: ("maxQ, 3 houses", "maxQ（3穴3石）"),
            about: (
                "Plays the best move it has learned. 3 houses a side, 3 seeds each.",
                "学習で得た値がいちばん高い手を選びます。片側3穴、石は3個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "max-q-n4m2",
            opponent: "q:max",
            start: Some(N4M2),
            name: ("maxQ, 4 houses", "maxQ（4穴2石）"),
            about: (
                "Plays the best move it has learned. 4 houses a side, 2 seeds each.",
                "学習で得た値がいちばん高い手を選びます。片側4穴、石は2個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "min-q-n3m3",
            opponent: "q:min",
            start: Some(N3M3),
            name: ("minQ, 3 houses", "minQ（3穴3石）"),
            about: (
                "Plays the worst move it has learned. 3 houses a side, 3 seeds each.",
                "学習で得た値がいちばん低い手を選びます。片側3穴、石は3個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "min-q-n4m2",
            opponent: "q:min",
            start: Some(N4M2),
            name: ("minQ, 4 houses", "minQ（4穴2石）"),
            about: (
                "Plays the worst move it has learned. 4 houses a side, 2 seeds each.",
                "学習で得た値がいちばん低い手を選びます。片側4穴、石は2個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "minimax-n3m3",
            opponent: "alphabeta:depth=12",
            start: Some(N3M3),
            name: ("Minimax, 3 houses", "ミニマックス（3穴3石）"),
            about: (
                "Looks twelve turns ahead and wants the larger store. 3 houses a side, 3 seeds each.",
                "12手番先まで読み、ゴールの石の差を大きくする手を選びます。片側3穴、石は3個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
        ResearchPlayer {
            id: "minimax-n4m2",
            opponent: "alphabeta:depth=12",
            start: Some(N4M2),
            name: ("Minimax, 4 houses", "ミニマックス（4穴2石）"),
            about: (
                "Looks twelve turns ahead and wants the larger store. 4 houses a side, 2 seeds each.",
                "12手番先まで読み、ゴールの石の差を大きくする手を選びます。片側4穴、石は2個ずつ。",
            ),
            source: LI_AND_YOKOYAMA,
        },
    ];
    const FORMATS: &'static [&'static str] = &["gkr"];
    const REVIEWER: &'static str = "alphabeta:depth=6";
    /// Two seeds: one is the least that values can differ by, and at this depth often noise.
    const MISTAKE: f64 = 2.0;
    const MOST: f64 = 48.0;

    fn position(view: &Kalah) -> Position {
        Position::Kalah {
            houses: Side::BOTH.map(|side| view.board().row(side).to_vec()),
            stores: Side::BOTH.map(|side| view.board().store(side)),
        }
    }

    fn move_on(view: &Kalah, mv: Move) -> wire::Move {
        let place = house(Game::side_to_move(view), mv.index());
        wire::Move {
            text: mv.to_string(),
            from: Some(place.clone()),
            to: place,
            promotes: false,
            on_board: true,
            label: Text::new(format!("house {mv}"), format!("ポケット{mv}")),
        }
    }

    fn step(before: &Kalah, mv: Move) -> BoardChange {
        let side = Game::side_to_move(before);
        let ring = ring(before.board().holes(), side);
        let mut seeds: Vec<u16> = ring.iter().map(|&pit| seeds_in(before, pit)).collect();
        let sown = std::mem::take(&mut seeds[mv.index()]);
        let mut at = mv.index();
        let mut path = Vec::new();
        for _ in 0..sown {
            at = (at + 1) % ring.len();
            seeds[at] += 1;
            path.push(name(ring[at]));
        }
        let houses = before.board().holes();
        let mut captured = None;
        if at < houses && seeds[at] == 1 {
            // The house across the board: the ring has the own houses, the own store, then the other's
            // houses.
            let across = 2 * houses - at;
            if seeds[across] > 0 || before.rules().capture == Capture::Empty {
                let from = [at, across].into_iter().filter(|&pit| seeds[pit] > 0).map(|pit| name(ring[pit]));
                captured = Some(KalahCapture { from: from.collect(), to: store(side) });
            }
        }
        BoardChange::Kalah { from: house(side, mv.index()), path, captured, again: at == houses }
    }

    fn oversights(compared: &Compared<'_, Kalah>) -> Vec<Oversight> {
        oversights::kalah::oversights(compared)
    }

    fn write(record: &Record<Kalah>, _format: &str) -> Result<String, Malformed> {
        Ok(text::write(record))
    }
}

/// A house or a store.
type Pit = (Side, Option<usize>);

/// The pits that `side` sows into, its first house first: the other's store is left out.
fn ring(houses: usize, side: Side) -> Vec<Pit> {
    let row = |side: Side| (0..houses).map(move |index| (side, Some(index)));
    row(side).chain([(side, None)]).chain(row(side.other())).collect()
}

fn name((side, index): Pit) -> String {
    index.map_or_else(|| store(side), |index| house(side, index))
}

fn seeds_in(game: &Kalah, (side, index): Pit) -> u16 {
    index.map_or_else(|| game.board().store(side), |index| game.board().row(side)[index])
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// What a step says, done to the position it begins from, is what the rules do.
    #[test]
    fn steps_do_what_the_rules_do() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut captures, mut agains) = (0, 0);
        for _ in 0..200 {
            let mut game = Kalah::default();
            while game.outcome().is_none() {
                let moves = super::super::sorted::<Kalah>(&game);
                let mv = moves[rng.random_range(..moves.len())];
                let side = Game::side_to_move(&game);
                let BoardChange::Kalah { from, path, captured, again } = Kalah::step(&game, mv) else {
                    panic!()
                };
                let mut seeds = std::collections::BTreeMap::new();
                for owner in Side::BOTH {
                    for index in 0..6 {
                        seeds.insert(house(owner, index), game.board().row(owner)[index]);
                    }
                    seeds.insert(store(owner), game.board().store(owner));
                }
                assert_eq!(seeds.insert(from, 0), Some(path.len() as u16));
                for place in path {
                    *seeds.get_mut(&place).unwrap() += 1;
                }
                if let Some(capture) = captured {
                    captures += 1;
                    let taken: u16 =
                        capture.from.iter().map(|place| seeds.insert(place.clone(), 0).unwrap()).sum();
                    *seeds.get_mut(&capture.to).unwrap() += taken;
                }
                game.apply(mv);
                if game.outcome().is_none() {
                    for owner in Side::BOTH {
                        for index in 0..6 {
                            assert_eq!(seeds[&house(owner, index)], game.board().row(owner)[index]);
                        }
                        assert_eq!(seeds[&store(owner)], game.board().store(owner));
                    }
                    assert_eq!(again, Game::side_to_move(&game) == side);
                    agains += u32::from(again);
                }
            }
        }
        assert!(captures > 100 && agains > 100);
    }
}
