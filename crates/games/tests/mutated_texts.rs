//! Damaged texts: a reader may refuse them, but must not panic, and what it accepts must read back.

#![allow(clippy::unwrap_used)] // helpers of tests, where a panic is the report

use games::geister::{Geister, Transcript, View, gat};
use games::kalah::{Kalah, Rules, kgp};
use games::{Game, Record, Side};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Calls `read` with many damaged copies of `text`.
fn damage(text: &str, seed: u64, mut read: impl FnMut(&str)) {
    const PIECES: [&str; 20] = [
        "0",
        "9",
        "65536",
        "99999999999999999999",
        "-1",
        ",",
        " ",
        "/",
        "x",
        "out",
        "u",
        "R",
        "B",
        "a6",
        "first",
        "second",
        "<",
        ">",
        "\n",
        "あ",
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..20_000 {
        let mut damaged: Vec<char> = text.chars().collect();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(..=damaged.len());
            let end = rng.random_range(at..=damaged.len().min(at + 3));
            let piece = PIECES[rng.random_range(..PIECES.len())];
            let piece = if rng.random_bool(0.3) { "" } else { piece };
            damaged.splice(at..end, piece.chars());
        }
        read(&damaged.into_iter().collect::<String>());
    }
}

fn reads_back<T: std::str::FromStr + ToString + PartialEq + std::fmt::Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse().ok(), Some(value), "{text}");
    }
}

#[test]
fn kalah_positions() {
    damage("4,4,0,4,12,4 10 4,4,4,0,4,4 3 first standard/any", 1, reads_back::<Kalah>);
    damage("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>", 2, |text| {
        if let Ok(game) = kgp::read(text, Rules::default()) {
            assert_eq!(
                kgp::read(&kgp::write(&game), Rules::default()).map(|read| kgp::write(&read)),
                Ok(kgp::write(&game))
            );
        }
    });
}

#[test]
fn geister_positions_and_views() {
    let game = "a6R,xR,xR,xR,f6B,xB,xB,xB b5R,xR,xR,xR,c5B,xB,xB,xB first 40/256";
    damage(game, 3, reads_back::<Geister>);
    let view = game.parse::<Geister>().unwrap().view(Side::Second).to_string();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    damage(&view, 4, |text| {
        reads_back::<View>(text);
        if let Ok(view) = text.parse::<View>() {
            assert_eq!(games::View::resample(&view, &mut rng).view(view.seat()), view);
        }
    });
}

#[test]
fn geister_protocol_texts() {
    let view = Geister::default().view(Side::First);
    damage(&gat::write_board(&view), 5, |text| {
        if let Ok(view) = gat::read_board(text, Side::First, 0, 256) {
            assert_eq!(gat::read_board(&gat::write_board(&view), Side::First, 0, 256), Ok(view));
        }
    });
    damage("MOV:A,NORTH", 6, |text| {
        let _ = gat::read_move(&view, text);
    });
}

#[test]
fn geister_transcripts() {
    let moves = ["b2b3", "b5b4", "b3b4", "b6b5", "b4b5"].map(|mv| mv.parse().unwrap());
    let record = Record::from_moves(Geister::default(), moves).unwrap();
    let text = Transcript::of(&record, Side::Second).unwrap().write();
    damage(&text, 7, |text| {
        for transcript in Transcript::read(text).unwrap_or_default() {
            assert_eq!(Transcript::read(&transcript.write()), Ok(vec![transcript]));
        }
    });
}
