//! What is striking about a move of Geister: leaving, captures, threats, the way to the exit.

use games::geister::{Board, Colour, Geister, Ghost, Move, Place, Square};
use games::{Game, Side};

use super::Striking;
use crate::RecentMoves;

type Seen = <Geister as Game>::View;

impl Striking for Geister {
    const FEATURES: &'static [&'static str] = &[
        "leaves",
        "captures",
        "blue-to-exit",
        "red-to-exit",
        "forward",
        "backward",
        "blue-in-danger",
        "red-in-danger",
        "blue-saved",
        "same-ghost",
    ];

    const SHIPPED: &'static str = include_str!("../../data/geister-people.txt");

    fn features(view: &Seen, recent: RecentMoves<Move>, mv: Move) -> Vec<f64> {
        let seat = view.seat();
        let moved =
            Ghost::ALL.into_iter().find(|ghost| view.places(seat)[ghost.index()].square() == Some(mv.from()));
        let is_blue = moved.is_some_and(|ghost| view.setup().colour(ghost) == Colour::Blue);
        let mark = |holds: bool| f64::from(u8::from(holds));
        let Some(to) = mv.to() else {
            let mut features = vec![0.0; Self::FEATURES.len()];
            features[0] = 1.0;
            return features;
        };
        let captures = stands(view, seat.other(), to);
        let nearer = steps_to_exit(seat, mv.from()) - steps_to_exit(seat, to);
        let ahead = forward(seat, to) - forward(seat, mv.from());
        // A captured ghost threatens nothing any more.
        let danger = |square: Square, gone: Option<Square>| {
            square_neighbours(square).any(|next| Some(next) != gone && stands(view, seat.other(), next))
        };
        let (before, after) = (danger(mv.from(), None), danger(to, Some(to)));
        vec![
            0.0,
            mark(captures),
            mark(is_blue && nearer > 0),
            mark(!is_blue && nearer > 0),
            mark(ahead > 0),
            mark(ahead < 0),
            mark(is_blue && after),
            mark(!is_blue && after),
            mark(is_blue && before && !after),
            mark(recent.own.is_some_and(|own| own.to() == Some(mv.from()))),
        ]
    }
}

fn stands(view: &Seen, side: Side, square: Square) -> bool {
    view.places(side).contains(&Place::On(square))
}

fn square_neighbours(square: Square) -> impl Iterator<Item = Square> {
    games::geister::Direction::ALL.into_iter().filter_map(move |direction| square.step(direction))
}

/// How far up the board a square is for a side.
fn forward(side: Side, square: Square) -> i32 {
    let row = i32::from(square.row());
    // Exits are on the far side: which way that is, the board says.
    let exit = Square::all().find(|exit| Board::exits(side) & exit.bit() != 0);
    if exit.is_some_and(|exit| exit.row() > 0) { row } else { -row }
}

/// Steps to the nearer exit.
fn steps_to_exit(side: Side, square: Square) -> i32 {
    let steps = |exit: Square| {
        let apart = |one: u8, other: u8| i32::from(one.abs_diff(other));
        apart(exit.row(), square.row()) + apart(exit.column(), square.column())
    };
    Square::all().filter(|exit| Board::exits(side) & exit.bit() != 0).map(steps).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use games::View as _;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn steps_forward_and_captures_are_seen() {
        let mut game = Geister::deal(&mut Xoshiro256PlusPlus::seed_from_u64(1));
        let mut moves = Vec::new();
        let (mut forward, mut captures) = (0.0, 0.0);
        for ply in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let view = game.view(game.side_to_move());
            view.legal_moves(&mut moves);
            for &mv in &moves {
                let features = Geister::features(&view, RecentMoves::default(), mv);
                let to = mv.to().filter(|to| stands(&view, view.seat().other(), *to));
                assert_eq!(features[1] == 1.0, to.is_some());
                forward += features[4];
                captures += features[1];
            }
            game.apply(moves[ply * 7 % moves.len()]);
        }
        assert!(forward > 20.0 && captures > 0.0, "{forward} {captures}");
    }
}
