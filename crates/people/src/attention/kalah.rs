//! What is striking about a move of Kalah: another turn, a capture, what the other side can take.

use games::kalah::{Kalah, Move};
use games::{Game, Side};

use super::Striking;
use crate::RecentMoves;

impl Striking for Kalah {
    const FEATURES: &'static [&'static str] =
        &["another-turn", "captured", "lost-next", "saved", "near-the-store", "many-seeds"];

    const SHIPPED: &'static str = include_str!("../../data/kalah-people.txt");

    fn features(view: &Kalah, _recent: RecentMoves<Move>, mv: Move) -> Vec<f64> {
        let side = Game::side_to_move(view);
        let board = view.board();
        let seeds = board.row(side)[mv.index()];
        let mut after = *view;
        after.apply(mv);
        let again = after.outcome().is_none() && Game::side_to_move(&after) == side;
        let gained = f64::from(after.board().store(side)) - f64::from(board.store(side));
        let lap = if again || seeds > mv_distance(board.holes(), mv) { 1.0 } else { 0.0 };
        let captured = if after.outcome().is_some() { 0.0 } else { (gained - lap).max(0.0) };
        let next = if again || after.outcome().is_some() { 0.0 } else { threat(&after, side.other()) };
        // What the other side could take if it were to move now.
        let now = threat(view, side.other());
        vec![
            f64::from(u8::from(again)),
            size(captured),
            size(next),
            size((now - next).max(0.0)),
            mv.index() as f64 / (board.holes().max(2) - 1) as f64,
            f64::from(seeds.min(12)) / 12.0,
        ]
    }
}

/// Seeds that a house needs to pass its own store.
fn mv_distance(holes: usize, mv: Move) -> u16 {
    (holes - mv.index() - 1) as u16
}

/// A number of seeds as it strikes people: twice as many are not twice as striking.
fn size(seeds: f64) -> f64 {
    (seeds / 12.0).sqrt().min(1.5)
}

/// The largest capture that `side` could make next, by the seeds of its houses alone.
fn threat(game: &Kalah, side: Side) -> f64 {
    let board = game.board();
    let (own, other) = (board.row(side), board.row(side.other()));
    let holes = own.len();
    let of_house = |house: usize| {
        let end = house + usize::from(own[house]);
        let captures = own[house] > 0 && end < holes && own[end] == 0;
        if captures { f64::from(other[holes - 1 - end]) } else { 0.0 }
    };
    (0..holes).map(of_house).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_turns_are_seen() {
        let of = |game: &str, house: u8| {
            let game: Kalah = game.parse().unwrap();
            Kalah::features(&game, RecentMoves::default(), Move::new(house).unwrap())
        };
        let start = "4,4,4,4,4,4 0 4,4,4,4,4,4 0 first standard/any";
        assert_eq!(of(start, 3)[..2], [1.0, 0.0]);
        assert_eq!(of(start, 4)[..2], [0.0, 0.0]);
        // House 1 ends in the empty house 3, opposite six seeds.
        let capture = of("2,4,0,4,4,4 6 4,4,4,6,4,2 0 first standard/any", 1);
        assert!(capture[1] > 0.5, "{capture:?}");
        // The other side would have taken those in house 4.
        let saved = of("0,4,4,9,0,4 6 1,4,0,1,0,4 0 first standard/any", 4);
        assert!(saved[3] > 0.0, "{saved:?}");
    }
}
