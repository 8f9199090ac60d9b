use games::geister::Geister;
use games::kalah::Kalah;
use games::othello::Othello;
use games::shogi::Shogi;

use super::*;
use crate::by_name;
use crate::roster::Roster;

/// Plays `plies` moves of a game against `user`, from the first seat; gives what it was like and how it ended.
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

/// The estimate that the last reason tells.
fn told(reasons: &[Reason]) -> f64 {
    let user = |reason: &Reason| match reason {
        Reason::Adaptive { user, .. } => Some(*user),
        _ => None,
    };
    reasons.iter().rev().find_map(user).unwrap()
}

fn tells_weak_from_strong<G: Roster>(weak: &str, strong: &str, plies: u32) {
    let estimate = |user: &str| {
        let mut gokaku = by_name::<G>("gokaku", 3).unwrap();
        told(&play::<G>(&mut *gokaku, user, 5, plies))
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
fn who_plays_as_the_policy_network_is_known_by_it() {
    // Ghosts' moves say little of how strong somebody is who goes by playouts or by lot, so in the mean of a few games.
    let estimate = |user: &str| {
        let told = |seed| {
            let mut gokaku = by_name::<Geister>("gokaku", seed).unwrap();
            told(&play::<Geister>(&mut *gokaku, user, seed + 10, 60))
        };
        (1..=4).map(told).sum::<f64>() / 4.0
    };
    let (by_lot, policy) = (estimate("ra"), estimate("pr"));
    assert!(policy > by_lot + 100.0, "{by_lot} {policy}");
}

#[test]
fn users_stand_where_games_and_not_only_moves_put_them() {
    let setting = Othello::setting(1).unwrap();
    let top = Othello::SCALE.top();
    let [weakest, middle, strongest] = setting.reads_low;
    assert_eq!(setting.place(0.0), weakest);
    assert_eq!(setting.place(top / 2.0), top / 2.0 + middle);
    assert_eq!(setting.place(top * 1.1), top * 1.1 + strongest);
    let between = setting.place(top / 4.0) - top / 4.0;
    assert!((between - (weakest + middle) / 2.0).abs() < 1e-9);
    // The interval is around that place.
    let gokaku = by_name::<Othello>("gokaku", 1).unwrap();
    let told = gokaku.estimate().unwrap();
    assert!(told.low < told.value && told.value < told.high && told.value > middle);
}

#[test]
fn nobody_is_taken_for_weaker_than_by_lot() {
    let seen = Othello::kinds()[0];
    assert!(seen.0[0].plays_by_lot() && seen.bottom() == 0.0 && Othello::SCALE.bottom() < 0.0);
    assert_eq!(Othello::LOSSES.iter().map(|losses| losses.len()).collect::<Vec<_>>(), [15, 5]);
    // Who chooses by playouts loses as much as by lot in the opening, and little at the end; the others lose evenly.
    assert_eq!([Othello::loses(1, 0.1, 1.0), Othello::loses(0, 0.1, 0.5)], [1.0, 0.1]);
    assert!(Othello::loses(1, 0.1, 0.1) < 0.3);
    assert_eq!([Kalah::loses(1, 1.0, 1.0), Kalah::loses(0, 0.1, 0.5)], [1.0, 0.1]);
    assert!(Kalah::loses(1, 0.5, 0.1) < 0.3 && Kalah::loses(1, 0.5, 1.0) > 0.5);
}

#[test]
fn results_tell_where_moves_do_not() {
    // A ghost's moves say little as long as its colour is not known; who wins and loses says it all.
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
        told(&[gokaku.choose(&game.view(Side::First)).unwrap().reason])
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
    let mut stranger = by_name::<Othello>("gokaku", 2).unwrap();
    let view = Othello::default();
    let estimate =
        |opponent: &mut Box<dyn Opponent<Othello>>| told(&[opponent.choose(&view).unwrap().reason]);
    assert!(estimate(&mut second) < estimate(&mut stranger) - 200.0);
    // Whoever has just played goes on with what it remembers, and not with what it knew before that game.
    first.remember(&memory).unwrap();
    first.begin(&view, &[]);
    assert_eq!(estimate(&mut first), estimate(&mut second));
    for bad in ["", "x", "1.0", "1.0 1 2", &format!("9999 {memory}")] {
        assert!(second.remember(bad).is_err(), "{bad}");
    }
    assert!(by_name::<Othello>("random", 1).unwrap().memory(lost).is_none());
}

#[test]
fn a_lost_game_of_shogi_is_given_up_to_who_can_win_it() {
    let game: Shogi = "2ggkgg2/1r1ss2b1/1r1ss2b1/9/9/9/9/PPP6/4K4 b - 1".parse().unwrap();
    let choices = |gokaku: &mut Box<dyn Opponent<Shogi>>| {
        (0..4).map(|_| gokaku.choose(&game).is_ok()).collect::<Vec<bool>>()
    };
    let mut gokaku = by_name::<Shogi>("gokaku", 1).unwrap();
    assert_eq!(choices(&mut gokaku), [true, true, false, false]);
    // Somebody who moves by lot has lost ten games.
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
fn names_are_spelled_out() {
    assert_eq!(by_name::<Geister>("gokaku", 1).unwrap().name(), "gokaku:target=0.5");
    assert_eq!(by_name::<Kalah>("gokaku:target=0.3", 1).unwrap().name(), "gokaku:target=0.3");
    assert!(by_name::<Kalah>("gokaku:target=0.9", 1).is_err());
    assert_eq!(by_name::<Kalah>("rung:strength=300", 1).unwrap().name(), "rung:strength=300");
    assert!(by_name::<Othello>("rung:strength=-295", 1).is_ok());
    assert!(by_name::<Kalah>("rung:strength=-203", 1).is_ok());
    assert!(by_name::<Geister>("rung:strength=-304", 1).is_ok());
    assert!(by_name::<Shogi>("rung:strength=-413", 1).is_ok());
    assert!(by_name::<Shogi>("rung:strength=-414", 1).is_err());
}
