//! Long shogi records with a variation at every move: the time they take must grow with their length, not its
//! square.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use games::shogi::{Shogi, jkf, ki2, kif};
use games::{Game, Line, Malformed, Ply, Record};
use rand::{RngExt, SeedableRng};

type Read = fn(&str) -> Result<Vec<Record<Shogi>>, Malformed>;
type Write = fn(&Record<Shogi>) -> Result<String, Malformed>;

/// A game of at most `length` moves in which kings and golds only walk about, with a variation of one move at
/// each.
fn walk(length: usize) -> Record<Shogi> {
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
    let mut record = Record::new("k8/1gg6/9/9/9/9/9/6GG1/8K b - 1".parse::<Shogi>().unwrap());
    let mut game = record.start.clone();
    let mut moves = Vec::new();
    for _ in 0..length {
        game.legal_moves(&mut moves);
        let other = moves[rng.random_range(0..moves.len())];
        moves.retain(|&mv| mv.to().is_some_and(|to| game.piece_on(to).is_none()) && !game.gives_check(mv));
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        let plies = vec![Ply { comment: "or so".to_owned(), ..Ply::new(other) }];
        record.line.plies.push(Ply { variations: vec![Line { plies, end: None }], ..Ply::new(mv) });
        game.apply(mv);
    }
    assert!(record.line.plies.len() > length / 2);
    record
}

/// Replaying every variation from the start would play 4.5 million moves here, for each format and direction.
#[test]
fn a_variation_at_every_move_survives() {
    let record = walk(3000);
    let formats: [(&str, Read, Write); 3] =
        [("kif", kif::read, kif::write), ("ki2", ki2::read, ki2::write), ("jkf", jkf::read, jkf::write)];
    for (name, read, write) in formats {
        let text = write(&record).unwrap();
        assert!(read(&text).unwrap() == [record.clone()], "{name}");
    }
}
