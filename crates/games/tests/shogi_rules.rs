//! Shogi's rules against known counts, positions and games.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use games::shogi::setup::Setup;
use games::shogi::{Color, HandPiece, Handicap, Move, MoveKind, Piece, PieceType, Shogi, Square};
use games::{EndReason, Game, Outcome, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Counts from the tests of the rsshogi crate.
const PERFT: &str = include_str!("../../../testdata/shogi/perft_expectations.json");
const POSITIONS: &str = include_str!("../../../testdata/shogi/sfen_positions.txt");
const SEQUENCES: &str = include_str!("../../../testdata/shogi/move_sequences.txt");

/// Larger counts are left to `gokaku perft shogi 6`: ten times the time, nothing new.
const LARGEST: u64 = 60_000_000;

#[test]
fn perft_gives_the_known_counts() {
    let truth: serde_json::Value = serde_json::from_str(PERFT).unwrap();
    for (name, entry) in truth.as_object().unwrap() {
        let game: Shogi = entry["sfen"].as_str().unwrap().parse().unwrap();
        for (depth, count) in entry["depths"].as_object().unwrap() {
            let count = count.as_u64().unwrap();
            if count <= LARGEST {
                assert_eq!(game.perft(depth.parse().unwrap()), count, "{name} at depth {depth}");
            }
        }
    }
}

#[test]
fn perft_gives_the_counts_of_the_start_and_of_the_most_moves() {
    let most_moves: Shogi = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1".parse().unwrap();
    assert_eq!([1, 2, 3].map(|depth| most_moves.perft(depth)), [593, 105_677, 53_393_368]);
    assert_eq!([0, 1, 2, 3, 4].map(|depth| Shogi::default().perft(depth)), [1, 30, 900, 25_470, 719_731]);
}

/// The position after all moves but the last, and the last.
fn sequence(name: &str) -> (Shogi, Move) {
    let line = SEQUENCES.lines().find(|line| line.starts_with(name)).unwrap();
    let mut moves = line.split_once("moves ").unwrap().1.split(' ').map(|mv| mv.parse::<Move>().unwrap());
    let last = moves.next_back().unwrap();
    let mut game = Shogi::default();
    for mv in moves {
        game.play(mv).unwrap();
    }
    (game, last)
}

#[test]
fn the_fourth_occurrence_is_a_draw() {
    let (mut game, last) = sequence("repetition_4fold");
    assert_eq!((game.outcome(), game.times()), (None, 3));
    game.play(last).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::draw(EndReason::Repetition)));
    let mut moves = vec![last];
    game.legal_moves(&mut moves);
    assert!(moves.is_empty());
    assert_eq!(game.check(last).unwrap_err().why, "the game is over");
}

#[test]
fn two_pawns_and_pawn_drop_mate_are_refused() {
    let (game, last) = sequence("double_pawn_illegal");
    assert_eq!(
        game.check(last).unwrap_err().to_string(),
        "illegal move P*6g: there would be two pawns on file 6"
    );
    let (game, last) = sequence("uchifuzume_illegal");
    assert_eq!(
        game.check(last).unwrap_err().to_string(),
        "illegal move P*6e: a dropped pawn may not give checkmate"
    );
}

/// ```text
///   . . . k  1
///   . . . .  2
///   . . R .  3
///   4 3 2 1
/// ```
#[test]
fn the_side_that_checks_for_ever_loses() {
    let play = |start: &str, cycle: &[&str]| {
        let mut game: Shogi = start.parse().unwrap();
        for mv in cycle.iter().cycle().take(64) {
            if let Some(outcome) = game.outcome() {
                return (outcome, game.move_number());
            }
            game.play(mv.parse().unwrap()).unwrap();
        }
        panic!("{game} goes on");
    };
    let checks = ["2c1c", "1a2a", "1c2c", "2a1a"];
    let expected = Outcome::win(Side::Second, EndReason::PerpetualCheck);
    assert_eq!(play("8k/9/7R1/9/9/9/9/9/K8 b - 1", &checks), (expected, 13));
    // Seen from the other side of the board, gote is the one that checks.
    let expected = Outcome::win(Side::First, EndReason::PerpetualCheck);
    assert_eq!(play("8k/9/9/9/9/9/1r7/9/K8 w - 1", &["8g9g", "9i8i", "9g8g", "8i9i"]), (expected, 13));
    // One quiet move in the cycle makes it a draw.
    let with_a_rest = ["2c1c", "1a2a", "1c3c", "2a1b", "3c2c", "1b1a"];
    let (outcome, _) = play("8k/9/7R1/9/9/9/9/9/K8 b - 1", &with_a_rest);
    assert_eq!(outcome, Outcome::draw(EndReason::Repetition));
}

/// The same board with other hands in between is no repetition, and does not hide one.
#[test]
fn hands_count_for_repetition() {
    let mut game: Shogi = "4k4/9/9/9/9/9/9/9/4K4 b P 1".parse().unwrap();
    let mut play = |moves: &str| {
        for mv in moves.split(' ') {
            game.play(mv.parse().unwrap()).unwrap();
        }
        (game.times(), game.outcome())
    };
    assert_eq!(play("5i4i 5a4a 4i5i 4a5a 5i4i 5a4a 4i5i 4a5a"), (3, None));
    // The pawn goes over to gote and comes back.
    assert_eq!(play("P*5b 5a5b 5i4h 5b5a 4h4i 5a4a 4i5i 4a5a"), (1, None));
    assert_eq!(play("5i4i P*5h 4i5h 5a4a 5h5i 4a5a"), (4, Some(Outcome::draw(EndReason::Repetition))));
}

#[test]
fn mate_and_stalemate_lose() {
    let mut game: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse().unwrap();
    game.play("G*5b".parse().unwrap()).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, EndReason::Checkmate)));
    let game: Shogi = "8k/6G2/7+R1/9/9/9/9/9/4K4 w - 1".parse().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, EndReason::NoMoves)));
}

#[test]
fn the_move_limit_draws_unless_the_last_move_mates() {
    let text = "4k4/9/4P4/9/9/9/9/9/4K4 b G 5 limit 5";
    let start: Shogi = text.parse().unwrap();
    assert_eq!((start.to_string().as_str(), start.outcome()), (text, None));
    let after = |mv: &str| {
        let mut game = start.clone();
        game.play(mv.parse().unwrap()).unwrap();
        game.outcome()
    };
    assert_eq!(after("5i5h"), Some(Outcome::draw(EndReason::MoveLimit)));
    assert_eq!(after("G*5b"), Some(Outcome::win(Side::First, EndReason::Checkmate)));
    assert_eq!([start.perft(1), start.perft(2)], [start.clone().with_move_limit(None).perft(1), 0]);
}

#[test]
fn a_declaration_needs_the_king_the_pieces_and_the_points() {
    let why = |text: &str| {
        let game: Shogi = text.parse().unwrap();
        game.check(Move::DECLARE).unwrap_err().why
    };
    assert_eq!(why(Handicap::Even.sfen()), "the king is not in the enemy camp");
    assert_eq!(
        why("+R+R+B+B+P+P+P2/K8/9/9/9/9/9/9/8k b 9P 1"),
        "only 7 pieces besides the king are in the enemy camp, and 10 are needed"
    );
    assert_eq!(
        why("+R+R+P+P+P+P+P+P+P/K+P7/9/9/9/9/9/9/8k b 9P 1"),
        "there are only 27 points, and 28 are needed"
    );
    assert_eq!(why("l+R+R+B+B+P+P+P+P/K+P+P6/9/9/9/9/9/9/8k b 8P 1"), "the king is in check");

    let mut game: Shogi = "+R+R+B+P+P+P+P+P+P/K+P7/9/9/9/9/9/9/8k b 9P 1".parse().unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    assert_eq!(moves.iter().filter(|&&mv| mv.kind() == MoveKind::Declare).count(), 1);
    assert_eq!(game.perft(1), moves.len() as u64);
    game.play(Move::DECLARE).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, EndReason::Declaration)));

    // Gote needs a point less.
    let gote: Shogi = "8K/9/9/9/9/9/9/k+p7/+r+r+p+p+p+p+p+p+p w 9p 1".parse().unwrap();
    assert!(gote.check(Move::DECLARE).is_ok());
}

#[test]
fn a_refused_move_says_why() {
    let why =
        |text: &str, mv: &str| text.parse::<Shogi>().unwrap().check(mv.parse().unwrap()).unwrap_err().why;
    let start = Handicap::Even.sfen();
    assert_eq!(why(start, "5e5d"), "there is no piece on 5e");
    assert_eq!(why(start, "3c3d"), "the piece on 3c is not yours");
    assert_eq!(why(start, "2h7h+"), "it may promote only in the enemy camp");
    assert_eq!(why(start, "7g7e"), "a pawn does not move so");
    assert_eq!(why(start, "8h2b"), "there is a piece between 8h and 2b");
    assert_eq!(why(start, "5i5h+"), "a king does not promote");
    assert_eq!(why(start, "2h2g"), "your own piece is on 2g");
    assert_eq!(why(start, "P*5e"), "there is no pawn in hand");
    let board = "4k4/P8/2N6/9/9/9/9/4r4/4K4 b NP 1";
    assert_eq!(why(board, "N*5a"), "5a is occupied");
    assert_eq!(why(board, "N*5b"), "a knight on 5b could never move again");
    assert_eq!(why(board, "P*9e"), "there would be two pawns on file 9");
    assert_eq!(why(board, "P*8e"), "it leaves the king in check");
    assert_eq!(why(board, "9b9a"), "a pawn must promote on 9a");
    assert_eq!(why(board, "7c8a"), "a knight must promote on 8a");
    assert_eq!(why(board, "9b9a+"), "it leaves the king in check");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for line in POSITIONS.lines().filter(|line| line.contains('|')) {
        let (name, sfen) = line.split_once(" | ").unwrap();
        let game = sfen.parse::<Shogi>();
        assert_eq!(game.is_err(), name.starts_with("invalid"), "{name}: {game:?}");
        if let Ok(game) = game {
            assert_eq!(game.to_string(), sfen);
        }
    }
    for (text, message) in [
        ("4k4/9/9/9/9/9/9/9/9 x - 1", "found \"x\", expected the side to move: b (sente) or w (gote)"),
        (
            "9/9/9/9/9/9/9/9/9 b - 1",
            "found 0 kings of sente and 0 of gote, \
             expected a king for each side (one may be missing in a problem)",
        ),
        ("4k4/9/9/9/9/9/9/4K4 b - 1", "found a board of 8 rows, expected 9 rows with / between them"),
        (
            "4k4/9/4P4/4P4/9/9/9/9/4K4 b - 1",
            "found two pawns P on file 5, expected at most one unpromoted pawn of a side on each file \
             (or the word problem at the end)",
        ),
        (
            "4k3L/9/9/9/9/9/9/9/4K4 b - 1",
            "found a piece L on 1a that can never move again, \
             expected pawns, lances and knights on squares from which they can move \
             (or the word problem at the end)",
        ),
        (
            "4k4/4P4/9/9/9/9/9/9/4K4 b - 1",
            "found a king on 5a that can be taken at once, \
             expected a position in which the side that has just moved is not in check",
        ),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "found 19 pieces P, expected at most 18, as in a set"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 99999999999P 1", "found 100 pieces P, expected at most 18, as in a set"),
        ("4k4/9/9/9/9/9/9/9/4K4 b K 1", "found \"K\", expected pieces in hand such as 2Pr3p, or - for none"),
        (
            "4k5/9/9/9/9/9/9/9/4K4 b - 1",
            "found \"4k5\", expected a row of 9 squares for rank 1, but there are more",
        ),
        (
            "4+k4/9/9/9/9/9/9/9/4K4 b - 1",
            "found \"4+k4\", \
             expected a row of 9 squares for rank 1, but 'k' is no piece that can stand there",
        ),
    ] {
        assert_eq!(text.parse::<Shogi>().unwrap_err().to_string(), message);
    }
}

/// Some composers put nine pawns on one file.
#[test]
fn a_problem_may_break_the_rules_for_pawns() {
    let text = "7pk/7p1/7p1/7p1/7p1/7p1/7p1/7p1/7p1 b 2R4L4s4n 1 problem";
    let mut game: Shogi = text.parse().unwrap();
    assert_eq!(game.to_string(), text);
    game.play("L*1c".parse().unwrap()).unwrap();
    assert_eq!(game.to_string().parse(), Ok(game));
    assert!("4k4/9/9/9/9/9/9/9/4K4 b - 1 puzzle".parse::<Shogi>().is_err());
}

/// Every move that can be written down.
fn every_move() -> Vec<Move> {
    let squares: Vec<Square> = Square::iter().collect();
    let mut every: Vec<Move> = vec![Move::DECLARE];
    for &to in &squares {
        every.extend(PieceType::iter().filter_map(|piece| Move::drop(piece, to)));
        for &from in &squares {
            every.extend([false, true].iter().filter_map(|&promote| Move::board(from, to, promote)));
        }
    }
    every
}

/// A move is legal exactly when the generator gives it.
fn check_every_move(game: &Shogi, moves: &[Move], every: &[Move]) {
    let allowed = every.iter().filter(|&&mv| game.check(mv).is_ok()).count();
    assert_eq!(allowed, moves.len(), "{game}");
    assert!(moves.iter().all(|&mv| game.check(mv).is_ok()), "{game}");
}

/// In random games; the key kept up to date is the one of the bare position.
#[test]
fn what_is_generated_is_what_is_allowed() {
    let every = every_move();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = Vec::new();
    for round in 0..30 {
        let mut game = Handicap::ALL[round % Handicap::ALL.len()].start();
        for ply in 0..400 {
            game.legal_moves(&mut moves);
            assert_eq!(game.outcome().is_some(), moves.is_empty(), "{game}");
            assert_eq!(game.hash(), game.hash_from_scratch(), "{game}");
            assert_eq!(game.to_string().parse(), Ok(game.clone()));
            if moves.is_empty() {
                break;
            }
            if ply % 16 == round % 16 {
                check_every_move(&game, &moves, &every);
            }
            game.apply(moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Problems leave out a king and put pieces anywhere: the rules hold all the same.
#[test]
fn composed_positions_can_be_played() {
    let every = every_move();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut moves, mut played) = (Vec::new(), 0);
    while played < 100 {
        let mut setup = Setup::default();
        for king in [Piece::B_KING, Piece::W_KING] {
            if rng.random_range(0..3) > 0 {
                setup.board.set(Square::from_index(rng.random_range(0..81)), king);
            }
        }
        for _ in 0..rng.random_range(0..30) {
            let kind = PieceType::new(rng.random_range(1..15));
            let color = if rng.random_range(0..2) == 0 { Color::BLACK } else { Color::WHITE };
            let square = Square::from_index(rng.random_range(0..81));
            if kind != PieceType::KING && setup.board.get(square).is_empty() {
                setup.board.set(square, Piece::from_parts(color, kind));
            }
        }
        for side in Side::BOTH {
            setup.add_to_hand(side, HandPiece::new(rng.random_range(0..7)), rng.random_range(0..3));
        }
        setup.side = if rng.random_range(0..2) == 0 { Side::First } else { Side::Second };
        let Ok(mut game) = Shogi::from_setup(&setup) else { continue };
        played += 1;
        for _ in 0..8 {
            game.legal_moves(&mut moves);
            check_every_move(&game, &moves, &every);
            assert_eq!(game.hash(), game.hash_from_scratch(), "{game}");
            assert_eq!(game.to_string().parse(), Ok(game.clone()));
            assert_eq!(game.perft(1), moves.len() as u64, "{game}");
            if moves.is_empty() {
                break;
            }
            game.apply(moves[rng.random_range(0..moves.len())]);
        }
    }
}
