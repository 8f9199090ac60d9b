//! The playouts against themselves, against the rules and against figures from elsewhere.

use games::geister::Geister;
use games::{EndReason, Game, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

fn deals(count: usize, seed: u64) -> impl Iterator<Item = PlayoutStart> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(move |_| PlayoutStart::new(&Geister::deal(&mut rng).board(), 256))
}

fn ends(path: PlayoutKernel, starts: &[PlayoutStart], seed: u64) -> Vec<PlayoutEnd> {
    let mut ends = vec![None; starts.len()];
    Playouts::with_kernel(path, seed).play(starts.iter().copied(), |place, end| {
        assert!(ends[place].replace(end).is_none(), "two ends of playout {place}");
    });
    ends.into_iter().map(|end| end.unwrap()).collect()
}

#[test]
fn every_path_gives_the_same_playouts() {
    // Positions at all stages of games, also finished ones, with all numbers of plies left.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut starts, mut moves) = (Vec::new(), Vec::new());
    while starts.len() < 20_000 {
        let mut game = Geister::deal(&mut rng);
        loop {
            starts.push(PlayoutStart::new(&game.board(), rng.random_range(0..=256)));
            game.legal_moves(&mut moves);
            moves.retain(|mv| !mv.is_leaving());
            if moves.is_empty() {
                break;
            }
            game.apply(moves[rng.random_range(..moves.len())]);
        }
    }
    for count in [0, 1, 31, 33, starts.len()] {
        let portable = ends(PlayoutKernel::PORTABLE, &starts[..count], 5);
        for path in PlayoutKernel::all() {
            assert!(ends(path, &starts[..count], 5) == portable, "{}", path.as_str());
        }
    }
}

#[test]
fn the_lanes_give_the_same_playouts_without_vector_instructions() {
    let starts: Vec<PlayoutStart> = deals(500, 2).collect();
    let mut lanes_ends = vec![None; starts.len()];
    playouts::side_by_side_for_tests(&starts, 9, |place, end| lanes_ends[place] = Some(end));
    let portable = ends(PlayoutKernel::PORTABLE, &starts, 9);
    assert!(lanes_ends.into_iter().eq(portable.into_iter().map(Some)));
}

#[test]
fn playouts_go_on_where_the_last_ones_ended() {
    let starts: Vec<PlayoutStart> = deals(300, 3).collect();
    let whole = ends(PlayoutKernel::fastest(), &starts, 4);
    let mut playouts = Playouts::new(4);
    let mut parts = Vec::new();
    for part in starts.chunks(77) {
        let begun = parts.len();
        parts.resize(begun + part.len(), None);
        playouts.play(part.iter().copied(), |place, end| parts[begun + place] = Some(end));
    }
    assert!(parts.into_iter().eq(whole.into_iter().map(Some)));
}

/// Shares of all playouts: wins of the first and the second side, then ends by escape, blues, reds and limit;
/// and plies.
#[derive(Default, Debug)]
struct Means {
    shares: [f64; 6],
    plies: f64,
}

impl Means {
    fn add(&mut self, end: &PlayoutEnd, weight: f64) {
        if let Some(winner) = end.outcome.winner {
            self.shares[winner.index()] += weight;
        }
        let kind = match end.outcome.reason {
            EndReason::Escape => 2,
            EndReason::BluesCaptured => 3,
            EndReason::RedsCaptured => 4,
            _ => 5,
        };
        self.shares[kind] += weight;
        self.plies += f64::from(end.plies) * weight;
    }

    /// That no share differs by five standard errors of the difference, for so many playouts here and there.
    fn assert_near(&self, other: &Means, playouts: [f64; 2]) {
        let spread = (playouts[0].recip() + playouts[1].recip()).sqrt();
        for (&here, &there) in self.shares.iter().zip(&other.shares) {
            let error = (there * (1.0 - there)).sqrt() * spread;
            assert!((here - there).abs() < 5.0 * error, "{self:?} {other:?}");
        }
        // The standard deviation of a playout's length is 58 plies.
        assert!((self.plies - other.plies).abs() < 5.0 * 58.0 * spread, "{self:?} {other:?}");
    }
}

fn random_playouts(count: usize) -> Means {
    let mut means = Means::default();
    Playouts::new(1).play(deals(count, 7), |_, end| means.add(&end, 1.0 / count as f64));
    means
}

/// A million games by the rules of `games`, and as many by a second program that shares no code with it, gave
/// these.
#[test]
fn playouts_end_as_random_games_of_the_rules_do() {
    let known = Means { shares: [0.4721, 0.4718, 0.3327, 0.3085, 0.3027, 0.0561], plies: 148.22 };
    random_playouts(200_000).assert_near(&known, [200_000.0, 1e6]);
}

#[test]
fn playouts_end_as_the_same_policy_by_the_rules_does() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let (mut by_rules, mut moves) = (Means::default(), Vec::new());
    // A middle game with few ghosts and an exit near by.
    let start: Geister =
        "a5R,xR,d3R,xR,b5B,e1B,xB,c2B f2R,b2R,xR,xR,d4B,xB,xB,c4B second 200/256".parse().unwrap();
    for _ in 0..30_000 {
        let mut game = start;
        while game.outcome().is_none() {
            game.legal_moves(&mut moves);
            let leaving = moves.iter().find(|mv| mv.is_leaving());
            game.apply(leaving.copied().unwrap_or_else(|| moves[rng.random_range(..moves.len())]));
        }
        let end = PlayoutEnd { outcome: game.outcome().unwrap(), plies: u32::from(game.ply() - start.ply()) };
        by_rules.add(&end, 1.0 / 30_000.0);
    }
    let mut means = Means::default();
    let starts = std::iter::repeat_n(PlayoutStart::new(&start.board(), 56), 100_000);
    Playouts::new(2).play(starts, |_, end| means.add(&end, 1e-5));
    means.assert_near(&by_rules, [100_000.0, 30_000.0]);
}

#[test]
fn a_finished_start_is_its_own_end() {
    let text = "a6R,xR,xR,xR,f6B,xB,xB,xB xR,xR,xR,xR,c5B,xB,xB,xB second 41/256";
    let game: Geister = text.parse().unwrap();
    for path in PlayoutKernel::all() {
        let end = ends(path, &[PlayoutStart::new(&game.board(), 100)], 1)[0];
        assert_eq!((Some(end.outcome), end.plies), (game.outcome(), 0));
        assert_eq!((end.points(Side::Second), end.points(Side::First)), (1.0, 0.0));
    }
}
