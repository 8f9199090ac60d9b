//! Whoever changes how opponents play is told what to do.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;

use games::geister::Geister;
use games::kalah::{Kalah, Rules};
use games::othello::Othello;
use games::shogi::Shogi;
use games::{Game, GameKind, Registered, with_game};
use opponents::fingerprint::{check, files, of, of_files, searches, signature};
use opponents::{Calibration, Measured, Roster, analyst_by_name, by_name};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

/// Random moves before each of the positions.
const PLIES: [usize; 5] = [0, 8, 16, 24, 36];

/// A game as it is usually dealt.
fn dealt<G: Game>(rng: &mut Xoshiro256PlusPlus) -> G {
    G::deal(rng)
}

/// Positions of random games, always the same.
fn positions<G: Game>(deal: impl Fn(&mut Xoshiro256PlusPlus) -> G) -> Vec<G> {
    let position = |(seed, &plies): (u64, &usize)| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = deal(&mut rng);
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            // A game that ends early is asked about before its last move.
            let Some(&mv) = moves.get(rng.random_range(0..moves.len().max(1))) else { break };
            let mut next = game.clone();
            next.apply(mv);
            if next.outcome().is_some() {
                break;
            }
            game = next;
        }
        game
    };
    (0..).zip(&PLIES).map(position).collect()
}

/// What the searches of a game do in fixed positions, as `bench` counts it: analysts as names with the nodes
/// they visit and their best move, opponents with their move. Neither depends on the machine; networks of
/// floating-point numbers might, so that only their files are part of the fingerprint.
fn behaves<G: Roster>(
    deal: impl Fn(&mut Xoshiro256PlusPlus) -> G,
    analysts: &[&str],
    opponents: &[&str],
) -> String {
    let mut lines = String::new();
    for (number, game) in positions(deal).iter().enumerate() {
        for name in analysts {
            let (mut analyst, _) = analyst_by_name::<G>(name, 1).unwrap();
            let said = analyst.analyse(game);
            let best = said.best().map(|best| best.mv.to_string()).unwrap_or_default();
            writeln!(lines, "{number} {name} {} {} {best}", said.depth, said.nodes).unwrap();
        }
        let view = game.view(game.side_to_move());
        for name in opponents {
            let mut opponent = by_name::<G>(name, 1).unwrap();
            opponent.begin(&view, &[]);
            writeln!(lines, "{number} {name} {}", opponent.choose(&view).unwrap().mv).unwrap();
        }
    }
    lines
}

/// Fails with what to do if a game's searches do not behave as its signature says.
fn assert_behaviour<G: Roster + Registered>(lines: &str) {
    let (found, expected) = (hex::encode(&Sha256::digest(lines)[..6]), signature(G::KIND));
    let game = G::NAME;
    assert!(
        found == expected,
        "the search of {game} behaves differently: raise its version in crates/opponents/src/fingerprint.rs, \
         write there signature: \"{found}\" (found \"{expected}\"), and run: gokaku calibrate {game}\n{lines}"
    );
}

#[test]
fn the_searches_of_kalah_behave_as_the_signature_says() {
    let opponents = ["alphabeta:depth=5", "balance:depth=4", "ladder:rungs=1/2/3,playouts=60", "random"];
    let analysts = ["alphabeta:depth=6", "alphabeta:depth=3,noise=2", "mcts:playouts=300"];
    let usual = behaves(dealt::<Kalah>, &analysts, &opponents);
    // Learners need a board whose positions can be listed.
    let small = |_: &mut _| Kalah::new(3, 3, Rules::default()).unwrap();
    let learners = behaves(small, &[], &["q:max", "q:min", "select-q", "select-q:formula=printed"]);
    assert_behaviour::<Kalah>(&format!("{usual}{learners}"));
}

#[test]
fn the_searches_of_othello_behave_as_the_signature_says() {
    let analysts = [
        "alphabeta:depth=6",
        "alphabeta:depth=4,eval=three-term",
        "alphabeta:depth=3,noise=5",
        "mcts:playouts=200",
    ];
    let opponents = ["alphabeta:depth=8", "balance:depth=4", "ladder:rungs=1/2/3,playouts=60", "random"];
    assert_behaviour::<Othello>(&behaves(dealt::<Othello>, &analysts, &opponents));
}

#[test]
fn the_searches_of_shogi_behave_as_the_signature_says() {
    let analysts = ["alphabeta:depth=3", "alphabeta:depth=2,noise=100"];
    let opponents = ["alphabeta:depth=5", "balance:depth=3", "book:opponent=alphabeta:depth=1", "random"];
    assert_behaviour::<Shogi>(&behaves(dealt::<Shogi>, &analysts, &opponents));
}

#[test]
fn the_searches_of_geister_behave_as_the_signature_says() {
    let opponents = ["mc:playouts=500", "pr", "pm:playouts=30", "negamax", "ra", "random"];
    assert_behaviour::<Geister>(&behaves(dealt::<Geister>, &["mc:playouts=500"], &opponents));
}

#[test]
fn every_calibration_was_measured_with_what_is_shipped() {
    let problem = |&game: &GameKind| {
        with_game!(game, G => {
            let calibration = <G as Roster>::adaptive()?.calibration();
            let checked = calibration.map_err(|error| error.to_string());
            checked.and_then(|found| check(&found, searches(game)).map_err(|error| error.to_string())).err()
        })
    };
    let problems: Vec<String> = GameKind::ALL.iter().filter_map(problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A calibration of which only the fingerprint matters.
fn calibrated(game: GameKind, fingerprint: &str) -> Calibration {
    let one = Measured { value: 1.0, low: 1.0, high: 1.0, games: 0 };
    Calibration {
        game: game.to_string(),
        command: String::new(),
        fingerprint: fingerprint.to_owned(),
        games: 0,
        evidence_per_move: one,
        evidence_per_loss: one,
        deviation: one,
        deviation_sd: one,
        value_of_400_elo: one,
        usual_moves: one,
        players: Vec::new(),
        alternatives: Vec::new(),
        levels: Vec::new(),
    }
}

#[test]
fn a_changed_weight_file_asks_for_a_calibration() {
    for &game in GameKind::ALL {
        let before = files(game);
        let calibration = calibrated(game, searches(game));
        assert_eq!(check(&calibration, &of_files(game, &before)), Ok(()));
        for place in 0..before.len() {
            // One bit of one weight.
            let mut bytes = before[place].1.to_vec();
            *bytes.last_mut().unwrap() ^= 1;
            let name = before[place].0;
            let mut changed: Vec<(&str, &[u8])> = before.clone();
            changed[place].1 = &bytes;
            let error = check(&calibration, &of_files(game, &changed)).unwrap_err().to_string();
            assert!(error.ends_with(&format!("run: gokaku calibrate {game}")), "{name}: {error}");
            assert!(error.contains(searches(game)), "{name}: {error}");
        }
    }
}

#[test]
fn a_calibration_is_part_of_the_fingerprint_but_not_of_its_own() {
    for &game in GameKind::ALL {
        assert_eq!(of(game).len(), 12);
        assert_ne!(of(game), searches(game));
        assert_eq!(of(game), of(game));
        let others = GameKind::ALL.iter().filter(|&&other| other != game);
        assert!(others.into_iter().all(|&other| of(other) != of(game) && searches(other) != searches(game)));
    }
}
