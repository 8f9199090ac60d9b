//! What holds for every opponent.

use games::geister::Geister;
use games::kalah::{Kalah, Rules};
use games::othello::Othello;
use games::shogi::Shogi;
use games::{Game, Side};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// The name of a listed opponent is its full name: it is found under it and keeps it.
fn full_names<G: Roster>() {
    for name in G::OPPONENTS {
        let full = by_name::<G>(name, 1).unwrap().name();
        assert!(full.starts_with(name), "{full}");
        assert_eq!(by_name::<G>(&full, 1).unwrap().name(), full);
        let unknown = if full.contains(':') { format!("{full},fun=1") } else { format!("{full}:fun=1") };
        let error = by_name::<G>(&unknown, 1).err().unwrap().to_string();
        assert!(error.contains("found option \"fun\", expected "), "{error}");
    }
    let known = G::OPPONENTS.join(", ");
    let error = by_name::<G>("grandmaster", 1).err().unwrap().to_string();
    assert_eq!(error, format!("found opponent \"grandmaster\", expected one of: {known}"));
}

#[test]
fn every_listed_name_is_found_and_kept() {
    full_names::<Kalah>();
    full_names::<Othello>();
    full_names::<Shogi>();
    full_names::<Geister>();
}

#[test]
fn options_are_kept() {
    for name in [
        "alphabeta:depth=3,noise=2.5,sign=-1",
        "mcts:depth=15,cap=tree,playouts=200,c=0.7,threads=2",
        "ladder:rungs=1/3,cap=tree,playouts=50,c=1,ranks=2,rule=paper,tie=lowest,miss=lowest,first=highest,\
         smoothing=last,threads=2",
        "ladder:rungs=1/3,cap=cut,playouts=200000,time=8s,c=1,ranks=3,rule=posterior,threads=1",
        "ladder:rungs=1/3,cap=cut,playouts=50,c=1,ranks=3,rule=mean,threads=1",
        "balance:analyst=alphabeta,depth=3,noise=0,sign=1",
        "balance:analyst=mcts,depth=999,playouts=50,c=1,threads=1",
        "alphabeta:depth=60,nodes=500,time=1500ms,noise=0,sign=1",
        "mcts:depth=999,time=2s,c=1,threads=1",
        "q:min,discount=0.9",
        "select-q:formula=interpolated,beta=0.1,discount=0.3,depth=4",
        "select-q:formula=interpolated,beta=0.1,discount=0.3,depth=4,level=0.5",
    ] {
        assert_eq!(by_name::<Kalah>(name, 1).unwrap().name(), name);
    }
}

/// A game as a list of moves and reasons.
fn play<G: Roster>(start: &G, names: [&str; 2], seed: u64) -> Vec<(G::Move, Reason)> {
    let mut opponents = names.map(|name| by_name::<G>(name, seed).unwrap());
    let (mut game, mut log) = (start.clone(), Vec::new());
    while game.outcome().is_none() {
        let seat = game.side_to_move();
        let choice = opponents[seat.index()].choose(&game.view(seat)).unwrap();
        opponents[seat.other().index()].observe(&game.view(seat.other()), choice.mv);
        game.play(choice.mv).unwrap();
        log.push((choice.mv, choice.reason));
    }
    assert_eq!(opponents[0].choose(&game.view(Side::First)), Err(Failure::NoMove));
    log
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let start = Kalah::new(3, 3, Rules::default()).unwrap();
    for name in [
        "random",
        "alphabeta:depth=2,noise=3",
        "mcts:playouts=60",
        "ladder:rungs=1/2/3,playouts=60",
        "balance:depth=2",
        "balance:analyst=mcts,playouts=60",
        "q:max",
        "q:min",
        "select-q",
        "select-q:formula=printed",
    ] {
        let game = play(&start, [name, "random"], 5);
        assert_eq!(play(&start, [name, "random"], 5), game, "{name}");
    }
    let othello = Othello::default();
    let names = ["ladder:rungs=1/2/3,playouts=30", "mcts:playouts=30"];
    assert_eq!(play(&othello, names, 5), play(&othello, names, 5));
}

#[test]
fn the_paper_minimax_is_what_alphabeta_plays() {
    // Wins of a random player against depth 3 on (3,3): 4.083%, of 2000 games 81.7 with a standard deviation
    // of 8.9.
    let start = Kalah::new(3, 3, Rules::default()).unwrap();
    let mut wins = 0;
    for seed in 0..2000 {
        let random = Side::BOTH[seed as usize % 2];
        let names = if random == Side::First {
            ["random", "alphabeta:depth=3"]
        } else {
            ["alphabeta:depth=3", "random"]
        };
        let mut end = start;
        for (mv, _) in play(&start, names, seed) {
            end.apply(mv);
        }
        wins += u32::from(end.outcome().unwrap().winner == Some(random));
    }
    assert!((46..=117).contains(&wins), "{wins}");
}

/// By how many seeds a player leads at the end of games against `random`, both sides in turn.
fn leads(name: &str) -> Vec<i32> {
    let start = Kalah::new(4, 3, Rules::default()).unwrap();
    let lead = |seed: u64| {
        let seat = Side::BOTH[seed as usize % 2];
        let names = if seat == Side::First { [name, "random"] } else { ["random", name] };
        let mut end = start;
        for (mv, _) in play(&start, names, seed) {
            end.apply(mv);
        }
        let points = end.outcome().unwrap().points.unwrap().map(i32::from);
        points[seat.index()] - points[seat.other().index()]
    };
    (0..40).map(lead).collect()
}

#[test]
fn a_negated_evaluation_loses_and_a_balanced_one_stays_near_even() {
    let [best, worst, even] =
        ["alphabeta:depth=4", "alphabeta:depth=4,sign=-1", "balance:depth=4"].map(leads);
    let mean = |leads: &[i32]| f64::from(leads.iter().sum::<i32>()) / leads.len() as f64;
    let distance = |leads: &[i32]| mean(&leads.iter().map(|lead| lead.abs()).collect::<Vec<_>>());
    assert!(mean(&best) > 5.0 && mean(&worst) < -4.0, "{best:?} {worst:?}");
    assert!(2.0 * distance(&even) < distance(&best), "{even:?}");
    assert!(distance(&even) + 2.0 < distance(&worst), "{even:?}");
}

#[test]
fn a_board_too_large_for_a_table_is_said_to_be() {
    let choice = by_name::<Kalah>("q:max", 1).unwrap().choose(&Kalah::default()).unwrap();
    assert!(matches!(choice.reason, Reason::NoTable { moves: 6, .. }), "{choice:?}");
}

/// Mean points of the first-named player in games of Geister, half of them with each side.
fn geister_points(names: [&str; 2], games: u64) -> f64 {
    let mut points = 0.0;
    for seed in 0..games {
        let start = Geister::deal(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let seat = Side::BOTH[seed as usize % 2];
        let seated = if seat == Side::First { names } else { [names[1], names[0]] };
        let mut end = start;
        for (mv, _) in play(&start, seated, seed) {
            end.apply(mv);
        }
        points += end.outcome().unwrap().score(seat).unwrap();
    }
    points / games as f64
}

#[test]
fn monte_carlo_wins_against_chance_at_geister() {
    // Teramura and Matsuzaki 2021: 0.997 with 20,000 playouts.
    let points = geister_points(["mc:playouts=500", "ra"], 40);
    assert!(points >= 0.9, "{points}");
    // Of RA against a player that never leaves on purpose: a hundred games have a standard deviation of at
    // most 0.05.
    let points = geister_points(["ra", "random"], 100);
    assert!(points > 0.5, "{points}");
    let start = Geister::default();
    assert_eq!(play(&start, ["mc:playouts=300", "ra"], 3), play(&start, ["mc:playouts=300", "ra"], 3));
    for (alias, name) in
        [("policy", "pr"), ("random-exit", "ra"), ("policy-mc:playouts=5", "pm:playouts=5,belief=none")]
    {
        assert_eq!(by_name::<Geister>(alias, 1).unwrap().name(), name);
    }
    assert_eq!(by_name::<Geister>("mc:time=2s", 1).unwrap().name(), "mc:time=2s,belief=none");
    assert_eq!(analyst_by_name::<Geister>("mc", 1).unwrap().1, "mc:playouts=20000");
}
