//! Games of people as training and test positions.
//!
//! The split is by players: one in ten is held out with all of his or her games, so that what is measured on
//! their moves says how well the model predicts people it has never met.

use games::othello::{Board, Move, Othello, Square};
use games::split_mix::mix;
use games::{Game, Record, Side};

use super::features::Recent;

/// A tournament game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// Its place among all games.
    pub number: u32,
    /// The year it was played in.
    pub year: u16,
    /// Numbers of black and white.
    pub players: [u16; 2],
    /// Their ratings.
    pub ratings: [f32; 2],
    /// The moves, with passes.
    pub moves: Vec<Move>,
    /// Black's discs at the end.
    pub discs: Option<[u16; 2]>,
}

/// A choice that somebody made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    /// The board, seen by the mover.
    pub board: Board,
    /// The moves before.
    pub recent: Recent,
    /// Where the mover played.
    pub played: Square,
    /// Who it was.
    pub player: u16,
    /// The mover's rating.
    pub rating: f32,
    /// The number of the game.
    pub game: u32,
}

/// Whether a player is held out.
#[must_use]
pub fn is_held_out(player: u16) -> bool {
    mix(u64::from(player) ^ (1 << 32)).is_multiple_of(10)
}

/// The first year whose games are kept for the test.
const TEST_YEAR: u16 = 2023;

/// What a game is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Training.
    Training,
    /// Somebody in it is held out.
    HeldOut,
    /// Nobody is, but it is too recent.
    Recent,
}

impl RatedGame {
    /// What the game is used for.
    #[must_use]
    pub fn purpose(&self) -> Use {
        if self.players.into_iter().any(is_held_out) {
            Use::HeldOut
        } else if self.year >= TEST_YEAR {
            Use::Recent
        } else {
            Use::Training
        }
    }

    /// Whether the second layer learns from it: 15 games in a hundred, from which the first does not.
    #[must_use]
    pub fn is_for_second_layer(&self) -> bool {
        mix(u64::from(self.number) ^ (2 << 32)) % 100 < 15
    }

    /// The choices in the game: not the first move, whose four squares are images of each other, and not
    /// where there is only one.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = Vec::with_capacity(60);
        let mut game = Othello::default();
        let mut last: [Option<Square>; 2] = [None; 2];
        for (ply, &mv) in self.moves.iter().enumerate() {
            let side = game.side_to_move();
            let seat = side.index();
            let square = match mv {
                Move::Place(square) => Some(square),
                Move::Pass => None,
            };
            if let Some(played) = square
                && ply > 0
                && game.board().moves().count_ones() > 1
            {
                positions.push(Position {
                    board: game.board(),
                    recent: Recent { other: last[side.other().index()], own: last[seat] },
                    played,
                    player: self.players[seat],
                    rating: self.ratings[seat],
                    game: self.number,
                });
            }
            last[seat] = square;
            if game.play(mv).is_err() {
                break;
            }
        }
        positions
    }
}

/// Ratings by the number of the player; `None` for programs.
pub type Ratings = std::collections::HashMap<u16, Option<f32>>;

/// The games between people whose ratings are known, of records of the WTHOR database that were read without
/// names. Player 0 stands for everybody unknown.
#[must_use]
pub fn rated_games(records: &[Record<Othello>], ratings: &Ratings) -> Vec<RatedGame> {
    let number_of = |name: &str| name.strip_prefix('#').and_then(|number| number.parse::<u16>().ok());
    let mut games = Vec::new();
    for (number, record) in (0..).zip(records) {
        let players =
            Side::BOTH.map(|side| number_of(&record.player(side).name).filter(|&player| player != 0));
        let [Some(first), Some(second)] = players else { continue };
        let rating = |player| ratings.get(&player).copied().flatten();
        let (Some(a), Some(b)) = (rating(first), rating(second)) else { continue };
        games.push(RatedGame {
            number,
            year: record.tag("Year").and_then(|year| year.parse().ok()).unwrap_or_default(),
            players: [first, second],
            ratings: [a, b],
            moves: record.moves().collect(),
            discs: record.line.end.as_ref().and_then(|end| end.points),
        });
    }
    games
}

/// `count` of `positions`, always the same ones.
#[must_use]
pub fn sample(positions: &[Position], count: usize, seed: u64) -> Vec<Position> {
    let mut order: Vec<(u64, usize)> =
        (0..positions.len()).map(|at| (mix(at as u64 ^ seed << 40), at)).collect();
    order.sort_unstable();
    let mut chosen: Vec<usize> = order.iter().take(count).map(|&(_, at)| at).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|at| positions[at]).collect()
}

/// Test A: positions of movers who are held out.
pub const TEST_A: usize = 20_000;
/// Test B: positions of recent games in which nobody is held out.
pub const TEST_B: usize = 6_000;

/// The two test sets.
#[must_use]
pub fn tests(games: &[RatedGame]) -> [Vec<Position>; 2] {
    let of = |purpose: Use| {
        games.iter().filter(move |game| game.purpose() == purpose).flat_map(RatedGame::positions)
    };
    let held_out: Vec<Position> = of(Use::HeldOut).filter(|position| is_held_out(position.player)).collect();
    let recent: Vec<Position> = of(Use::Recent).collect();
    [sample(&held_out, TEST_A, 1), sample(&recent, TEST_B, 2)]
}
