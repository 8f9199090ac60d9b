//! Kalah: holes, stores and the way of each seed.

use games::kalah::{Capture, Kalah, Move};
use games::{Game, Malformed, Record, Side, text};

use super::Geometry;
use crate::wire::{self, KalahCapture, Position, Step, Text};

fn hole(side: Side, index: usize) -> String {
    format!("{side}-{index}")
}

fn store(side: Side) -> String {
    format!("{side}-store")
}

impl Geometry for Kalah {
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
        let place = hole(Game::side_to_move(view), mv.index());
        wire::Move {
            text: mv.to_string(),
            from: Some(place.clone()),
            to: place,
            promotes: false,
            label: Text::new(format!("hole {mv}"), format!("{mv}番の穴")),
        }
    }

    fn step(before: &Kalah, mv: Move) -> Step {
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
        let holes = before.board().holes();
        let mut captured = None;
        if at < holes && seeds[at] == 1 {
            // The hole across the board: the ring has the own holes, the own store, then the other's holes.
            let across = 2 * holes - at;
            if seeds[across] > 0 || before.rules().capture == Capture::Empty {
                let from = [at, across].into_iter().filter(|&pit| seeds[pit] > 0).map(|pit| name(ring[pit]));
                captured = Some(KalahCapture { from: from.collect(), to: store(side) });
            }
        }
        Step::Kalah { from: hole(side, mv.index()), path, captured, again: at == holes }
    }

    fn write(record: &Record<Kalah>, _format: &str) -> Result<String, Malformed> {
        Ok(text::write(record))
    }
}

/// A hole or a store.
type Pit = (Side, Option<usize>);

/// The pits that `side` sows into, its first hole first: the other's store is left out.
fn ring(holes: usize, side: Side) -> Vec<Pit> {
    let row = |side: Side| (0..holes).map(move |index| (side, Some(index)));
    row(side).chain([(side, None)]).chain(row(side.other())).collect()
}

fn name((side, index): Pit) -> String {
    index.map_or_else(|| store(side), |index| hole(side, index))
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
                let Step::Kalah { from, path, captured, again } = Kalah::step(&game, mv) else { panic!() };
                let mut seeds = std::collections::BTreeMap::new();
                for owner in Side::BOTH {
                    for index in 0..6 {
                        seeds.insert(hole(owner, index), game.board().row(owner)[index]);
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
                            assert_eq!(seeds[&hole(owner, index)], game.board().row(owner)[index]);
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
