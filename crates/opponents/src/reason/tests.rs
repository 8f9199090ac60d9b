//! Reasons are stored, read back and said in two languages.

use super::*;

fn examples() -> Vec<Reason> {
    let visits = Visits { win_rate: 0.5432, visits: 1200, playouts: 2000, depth: 9 };
    let blue = BlueGhosts::from([('A', 0.12), ('H', 0.95)]);
    vec![
        Reason::Random { moves: 4 },
        Reason::OnlyMove,
        Reason::Search {
            value: 3.5,
            unit: Unit::Discs,
            exact: false,
            worst: false,
            depth: 5,
            nodes: 900,
            line: vec!["f5".into(), "d6".into()],
        },
        Reason::MostVisited(visits),
        Reason::Ladder { rung: 9, level: Some(8.5), observations: 2, last: Some(9), visits },
        Reason::Ladder { rung: 15, level: None, observations: 0, last: None, visits },
        Reason::Balance {
            value: -0.25,
            unit: Unit::WinRate,
            moves: 8,
            depth: 3,
            rank: Some(3),
            best: Some(0.125),
            instead_of: None,
            mate_spared: false,
        },
        Reason::Balance {
            value: 12.0,
            unit: Unit::Points,
            moves: 1,
            depth: 3,
            rank: None,
            best: None,
            instead_of: Some("7b8b".into()),
            mate_spared: true,
        },
        Reason::EndLongGame { value: 900.0, unit: Unit::Points, depth: 9 },
        Reason::Mate { line: vec!["G*5b".into()] },
        Reason::KnownMate { plies: 3 },
        Reason::GiveWay { value: -1200.0, best: -1000.0 },
        Reason::Q { value: 0.25, highest: true, moves: 3 },
        Reason::SelectQ { level: 0.4, wanted: 0.1, value: 0.125, rank: 2, moves: 3 },
        Reason::People { rating: 1500.0, share: 0.25, rank: 2, moves: 9 },
        Reason::NoTable { most_positions: 500_000, moves: 6 },
        Reason::Adaptive {
            user: 640.0,
            low: 520.0,
            high: 760.0,
            target: 0.5,
            strength: 655.0,
            probability: 0.34,
            at_top: true,
            ruling: Ruling::InsteadOf("b2".into()),
            best: "d6".into(),
            loss: 2.1,
            overlooked: Some("e3".into()),
        },
        Reason::Reference { strength: Some(600.0), probability: 0.34, moves: 9 },
        Reason::Book { times: 12, of: 40 },
        Reason::Exit,
        Reason::MonteCarlo { score: 0.541, playouts: 2500, moves: 8, blue: blue.clone() },
        Reason::PolicyPlayouts { score: 0.75, playouts: 23, blue },
        Reason::Policy { probability: 0.34, rank: 2, moves: 12 },
        Reason::Negamax { value: 12, red: Some('C') },
        Reason::Said { program: "Scripted 1".into(), text: "cp 35, depth 3".into() },
        Reason::Text { text: "highest value +3 discs".into() },
    ]
}

#[test]
fn reasons_are_stored_and_read_back() {
    for reason in examples() {
        assert_eq!(Reason::from_stored(&reason.to_stored()), reason);
    }
    assert_eq!(Reason::OnlyMove.to_stored(), r#"{"kind":"only-move"}"#);
    let third = Reason::Q { value: 1.0 / 3.0, highest: true, moves: 3 };
    assert_eq!(third.to_stored(), r#"{"kind":"q","value":0.3333,"highest":true,"moves":3}"#);
}

#[test]
fn what_is_no_reason_is_text() {
    for text in ["", "one of 4 moves, by chance", "{", r#"{"kind":"unheard-of"}"#, r#"{"moves":4}"#] {
        assert_eq!(Reason::from_stored(text), Reason::Text { text: text.to_owned() });
        assert_eq!(Reason::from_stored(text).to_stored(), text);
    }
}

#[test]
fn beliefs_are_not_told_during_the_game() {
    for reason in examples() {
        let shown = reason.while_playing();
        assert_eq!(shown.blue_ghosts(), None);
        for language in [Language::English, Language::Japanese] {
            let sentence = shown.sentence(language);
            assert!(!sentence.contains("95%") && !sentence.contains("red"), "{sentence}");
            assert!(!sentence.contains('赤'), "{sentence}");
        }
    }
}

#[test]
fn sentences_are_whole_and_differ() {
    let mut said = std::collections::HashSet::new();
    for reason in examples() {
        if matches!(reason, Reason::Text { .. }) {
            continue;
        }
        let (english, japanese) = (reason.sentence(Language::English), reason.sentence(Language::Japanese));
        assert!(english.ends_with('.') && english.starts_with(char::is_uppercase), "{english}");
        assert!(japanese.ends_with('。') && !japanese.is_ascii(), "{japanese}");
        assert!(!english.contains("  ") && !english.contains(".."), "{english}");
        assert!(said.insert(english) && said.insert(japanese));
    }
}
