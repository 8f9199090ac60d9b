use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;

use super::*;
use crate::by_name;
use crate::roster::Roster;

/// Plays `plies` moves of a game against `user`, from the first seat; gives the reasons for its moves.
fn play<G: Roster>(gokaku: &mut dyn Opponent<G>, user: &str, seed: u64, plies: u32) -> Vec<Reason> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut user = by_name::<G>(user, seed).unwrap();
    let mut game = G::deal(&mut rng);
    gokaku.begin(&game.view(Side::First), &[]);
    user.begin(&game.view(Side::Second), &[]);
    let mut reasons = Vec::new();
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        if game.side_to_move() == Side::First {
            let Ok(choice) = gokaku.choose(&game.view(Side::First)) else { break };
            user.observe(&game.view(Side::Second), choice.mv);
            game.play(choice.mv).unwrap();
            reasons.push(choice.reason);
        } else {
            let choice = user.choose(&game.view(Side::Second)).unwrap();
            gokaku.observe(&game.view(Side::First), choice.mv);
            game.play(choice.mv).unwrap();
        }
    }
    reasons
}

/// The user's strength as the last reason gives it.
fn last_estimate(reasons: &[Reason]) -> f64 {
    let user = |reason: &Reason| match reason {
        Reason::Adaptive { user, .. } => Some(*user),
        _ => None,
    };
    reasons.iter().rev().find_map(user).unwrap()
}

fn tells_weak_from_strong<G: Roster>(weak: &str, strong: &str, plies: u32) {
    let estimate = |user: &str| {
        let mut gokaku = by_name::<G>("gokaku", 3).unwrap();
        last_estimate(&play::<G>(&mut *gokaku, user, 5, plies))
    };
    let (weak, strong) = (estimate(weak), estimate(strong));
    assert!(strong > weak + 150.0, "{}: {weak} {strong}", G::NAME);
}

#[test]
fn weak_users_are_told_from_strong_ones() {
    tells_weak_from_strong::<Othello>("random", "alphabeta:depth=4", 30);
    tells_weak_from_strong::<Kalah>("random", "alphabeta:depth=4", 30);
    tells_weak_from_strong::<Shogi>("random", "alphabeta:depth=2", 20);
}

#[test]
fn a_user_who_plays_like_the_policy_network_is_told_from_random() {
    // A single game of Geister says little, so the mean of a few.
    let estimate = |user: &str| {
        let of_game = |seed| {
            let mut gokaku = by_name::<Geister>("gokaku", seed).unwrap();
            last_estimate(&play::<Geister>(&mut *gokaku, user, seed + 10, 60))
        };
        (1..=4).map(of_game).sum::<f64>() / 4.0
    };
    let (random, policy) = (estimate("ra"), estimate("pr"));
    assert!(policy > random + 100.0, "{random} {policy}");
}

#[test]
fn nobody_is_taken_for_weaker_than_random() {
    // It may play weaker than random, but its estimate of a user ends at random play.
    let calibration = Othello::adaptive().unwrap().calibration().unwrap();
    assert!(calibration.players[0].elo.value < 0.0);
    let mut gokaku = by_name::<Othello>("gokaku", 3).unwrap();
    play::<Othello>(&mut *gokaku, "alphabeta:depth=1,sign=-1", 5, 60);
    let estimate = gokaku.estimate().unwrap();
    assert!(estimate.low >= 0.0 && estimate.value >= 0.0, "{estimate:?}");
}

#[test]
fn being_behind_raises_the_strength_and_being_ahead_lowers_it() {
    let strengths = |second: &str| {
        let mut gokaku = by_name::<Kalah>("gokaku", 1).unwrap();
        gokaku.begin(&Kalah::default(), &[]);
        gokaku.choose(&Kalah::default()).unwrap();
        gokaku.choose(&second.parse().unwrap()).unwrap();
        (gokaku.strengths()[0], gokaku.strengths()[1])
    };
    let (first, behind) = strengths("2,2,2,2,2,2 0 4,4,4,4,4,4 12 first standard/any");
    assert!(behind > first + 50.0, "{first} {behind}");
    let (first, ahead) = strengths("4,4,4,4,4,4 12 2,2,2,2,2,2 0 first standard/any");
    assert!(ahead < first - 50.0, "{first} {ahead}");
}

#[test]
fn moves_that_open_a_corner_are_obvious_blunders() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut game, mut moves, mut blunders) = (Othello::default(), Vec::new(), 0);
    while game.outcome().is_none() {
        Game::legal_moves(&game, &mut moves);
        for &mv in &moves {
            let mut after = game;
            after.apply(mv);
            let mut replies = Vec::new();
            Game::legal_moves(&after, &mut replies);
            let corner = replies.iter().any(|reply| ["a1", "a8", "h1", "h8"].contains(&&*reply.to_string()));
            let opens = corner && Game::side_to_move(&after) != Game::side_to_move(&game);
            assert_eq!(Othello::is_obvious_blunder(&game, mv), opens, "{game} {mv}");
            blunders += u32::from(opens);
        }
        game.apply(moves[rng.random_range(..moves.len())]);
    }
    assert!(blunders > 10);
}

#[test]
fn what_users_say_of_themselves_counts_in_the_first_game() {
    let first = |prior: &str| {
        let mut gokaku = by_name::<Othello>(&format!("gokaku:prior={prior}"), 1).unwrap();
        last_estimate(&[gokaku.choose(&Othello::default()).unwrap().reason])
    };
    let said = ["beginner", "casual", "regular", "tournament"].map(first);
    assert!(said.is_sorted() && said[0] + 300.0 < said[3], "{said:?}");
    assert!((said[0]..said[3]).contains(&first("unknown")));
}

#[test]
fn results_tell_where_moves_do_not() {
    let estimate = |wins: bool| {
        let mut gokaku = by_name::<Geister>("gokaku", 3).unwrap();
        let game = Geister::default();
        for _ in 0..5 {
            gokaku.begin(&game.view(Side::First), &[]);
            gokaku.choose(&game.view(Side::First)).unwrap();
            let winner = if wins { Side::Second } else { Side::First };
            let memory = gokaku.memory(Outcome::win(winner, games::EndReason::Resignation)).unwrap();
            gokaku.remember(&memory).unwrap();
        }
        last_estimate(&[gokaku.choose(&game.view(Side::First)).unwrap().reason])
    };
    assert!(estimate(true) > estimate(false) + 300.0);
}

#[test]
fn the_same_seed_gives_the_same_game_and_undo_undoes() {
    let game = |seed| {
        let mut gokaku = by_name::<Kalah>("gokaku", seed).unwrap();
        play::<Kalah>(&mut *gokaku, "alphabeta:depth=2", 1, 30)
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
    let mut gokaku = by_name::<Othello>("gokaku", 1).unwrap();
    let end = Outcome::draw(games::EndReason::Agreement);
    let before = gokaku.memory(end);
    let start = Othello::default();
    gokaku.observe(&start, "f5".parse().unwrap());
    gokaku.retract(1);
    assert_eq!(gokaku.memory(end), before);
}

#[test]
fn what_is_remembered_is_known_in_the_next_game() {
    let mut first = by_name::<Othello>("gokaku", 1).unwrap();
    play::<Othello>(&mut *first, "random", 1, 100);
    let lost = Outcome::win(Side::First, games::EndReason::Agreement);
    let memory = first.memory(lost).unwrap();
    let mut second = by_name::<Othello>("gokaku", 2).unwrap();
    second.remember(&memory).unwrap();
    let stranger = by_name::<Othello>("gokaku", 2).unwrap();
    let estimate = |opponent: &dyn Opponent<Othello>| opponent.estimate().unwrap().value;
    assert!(estimate(&*second) < estimate(&*stranger) - 200.0);
    // After a game it goes on with what it remembers, not with what it knew before.
    first.remember(&memory).unwrap();
    first.begin(&Othello::default(), &[]);
    assert_eq!(estimate(&*first), estimate(&*second));
    for bad in ["", "x", "1.0", "1.0 1 2", &format!("9999 {memory}")] {
        assert!(second.remember(bad).is_err(), "{bad}");
    }
    assert!(by_name::<Othello>("random", 1).unwrap().memory(lost).is_none());
}

#[test]
fn a_lost_game_of_shogi_is_resigned_to_a_user_who_can_win_it() {
    let game: Shogi = "2ggkgg2/1r1ss2b1/1r1ss2b1/9/9/9/9/PPP6/4K4 b - 1".parse().unwrap();
    let choices = |gokaku: &mut Box<dyn Opponent<Shogi>>| {
        (0..4).map(|_| gokaku.choose(&game).is_ok()).collect::<Vec<bool>>()
    };
    let mut gokaku = by_name::<Shogi>("gokaku", 1).unwrap();
    assert_eq!(choices(&mut gokaku), [true, true, false, false]);
    // A user who plays at random has lost ten games.
    let start = Shogi::default();
    for _ in 0..10 {
        gokaku.begin(&start, &[]);
        play::<Shogi>(&mut *gokaku, "random", 1, 12);
        let memory = gokaku.memory(Outcome::win(Side::First, games::EndReason::Checkmate)).unwrap();
        gokaku.remember(&memory).unwrap();
    }
    gokaku.begin(&start, &[]);
    assert_eq!(choices(&mut gokaku), [true; 4]);
}

#[test]
fn a_mate_in_one_is_not_put_off() {
    // Gold or rook mate at once, and nearly every other move wins too.
    let game: Shogi = "4k4/9/4P4/9/9/9/9/9/R3K4 b GR2S 1".parse().unwrap();
    for seed in 0..6 {
        let mut gokaku = by_name::<Shogi>("gokaku", seed).unwrap();
        let choice = gokaku.choose(&game).unwrap();
        assert!(Shogi::wins_at_once(&game, choice.mv), "{choice:?}");
        assert!(matches!(choice.reason, Reason::Adaptive { ruling: Ruling::Obvious, .. }));
    }
}

#[test]
fn shogi_is_opened_as_people_open() {
    let priors = ["beginner", "casual", "regular", "tournament"].into_iter().cycle();
    let firsts = (0..40).zip(priors).map(|(seed, prior)| {
        let mut gokaku = by_name::<Shogi>(&format!("gokaku:prior={prior}"), seed).unwrap();
        gokaku.choose(&Shogi::default()).unwrap().mv.to_string()
    });
    let firsts: Vec<String> = firsts.collect();
    let often = |wanted: &str| firsts.iter().filter(|first| *first == wanted).count();
    let usual = ["7g7f", "2g2f", "5g5f"].map(often);
    assert!(usual.iter().sum::<usize>() >= 36 && usual[0] > 0 && usual[1] > 0, "{firsts:?}");
}

#[test]
fn names_are_spelled_out() {
    assert_eq!(by_name::<Geister>("gokaku", 1).unwrap().name(), "gokaku:target=0.5,prior=unknown");
    let name = "gokaku:target=0.3,prior=beginner";
    assert_eq!(by_name::<Kalah>(name, 1).unwrap().name(), name);
    assert!(by_name::<Kalah>("gokaku:target=0.9", 1).is_err());
    assert_eq!(by_name::<Kalah>("reference:strength=300", 1).unwrap().name(), "reference:strength=300");
    let old = by_name::<Kalah>("rung:strength=300", 1).err().unwrap().to_string();
    assert_eq!(old, "found opponent \"rung\", which is now called reference");
    assert_eq!(by_name::<Kalah>("reference:player=3", 1).unwrap().name(), "reference:player=3");
    let guarded = "reference:player=3,guard=4";
    assert_eq!(by_name::<Kalah>(guarded, 1).unwrap().name(), guarded);
    assert_eq!(by_name::<Kalah>("reference:alternative=1", 1).unwrap().name(), "reference:alternative=1");
    assert!(by_name::<Shogi>("reference:alternative=0", 1).is_err());
    for bad in ["player=99", "player=1,strength=3", "alternative=1,guard=1", "strength=-9999"] {
        assert!(by_name::<Kalah>(&format!("reference:{bad}"), 1).is_err(), "{bad}");
    }
}
