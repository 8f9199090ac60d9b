//! What must hold for any bytes at all that reach a reader which is no reader of games: it does not panic,
//! and what it accepts it can write and read again. (Readers of games are in `conformance::parsers`.)

use std::time::Duration;

use games::Side;
use games::kalah::Rules;
use games::othello::Othello;
use opponents::Name;
use server::wire;

/// The readers, by the names of their fuzz targets.
pub const READERS: &[(&str, fn(&[u8]))] = &[
    ("lab_plan", plan),
    ("study_file", study),
    ("study_bundle", bundle),
    ("weights_othello", weights_othello),
    ("weights_shogi", weights_shogi),
    ("weights_people", weights_people),
    ("network_file", network),
    ("opponent_name", name),
    ("engine_gtp", gtp),
    ("engine_nboard", nboard),
    ("engine_kgp", kgp),
    ("engine_gat", gat),
    ("api_body", api_body),
];

/// Checks one input against the reader called `name`.
///
/// # Panics
/// The property does not hold, or there is no such reader.
pub fn check(name: &str, bytes: &[u8]) {
    let reader = READERS.iter().find(|reader| reader.0 == name);
    reader.unwrap_or_else(|| panic!("no reader is called {name}")).1(bytes);
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

fn plan(bytes: &[u8]) {
    let Some(plan) = text(bytes).and_then(|text| text.parse::<lab::Plan>().ok()) else { return };
    // A number that is none cannot be written.
    let Ok(written) = plan.text() else { return };
    let again = written.parse::<lab::Plan>().unwrap_or_else(|error| panic!("{error}\nin {written}"));
    assert_eq!(again.text().ok(), Some(written));
}

fn study(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let record = "game othello\nstart start\n1 f5\n".to_owned();
    if let Ok(study) = studies::Study::parse(text, &mut |_| Ok(record.clone())) {
        let again = studies::Study::from_bundle(&study.to_bundle());
        assert_eq!(again.map(|study| study.hash()).ok(), Some(study.hash()));
    }
}

fn bundle(bytes: &[u8]) {
    if let Some(Ok(study)) = text(bytes).map(studies::Study::from_bundle) {
        assert!(studies::Study::from_bundle(&study.to_bundle()).is_ok());
    }
}

fn weights_othello(bytes: &[u8]) {
    if let Ok(weights) = search::othello::Weights::from_bytes(bytes) {
        let written = weights.to_bytes();
        assert!(search::othello::Weights::from_bytes(&written).is_ok());
    }
}

fn weights_shogi(bytes: &[u8]) {
    if let Ok(weights) = search::shogi::Weights::from_bytes(bytes) {
        assert!(search::shogi::Weights::from_bytes(&weights.to_bytes()).is_ok());
    }
}

fn weights_people(bytes: &[u8]) {
    let _ = people::othello::OthelloModel::from_bytes(bytes);
}

fn network(bytes: &[u8]) {
    if let Ok(network) = belief::Network::from_bytes(bytes) {
        assert_eq!(network.to_bytes(), bytes);
    }
}

fn name(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Ok(name) = text.parse::<Name>() {
        assert_eq!(name.to_string().parse::<Name>().as_ref(), Ok(&name));
    }
    // What a browser may ask for has a name that may be asked for again, and is small enough to be made.
    for &game in games::GameKind::ALL {
        if let Ok(full) = server::opponent_asked_for(game, text) {
            assert_eq!(server::opponent_asked_for(game, &full).as_ref(), Ok(&full));
        }
    }
}

fn random() -> Box<dyn opponents::Opponent<Othello>> {
    opponents::by_name::<Othello>("random", 1).unwrap_or_else(|error| panic!("{error}"))
}

fn gtp(bytes: &[u8]) {
    let mut engine = protocols::gtp::Engine::new(random());
    for line in text(bytes).unwrap_or_default().lines() {
        let reply = engine.answer(line);
        assert!(reply.text.is_empty() || reply.text.ends_with("\n\n"), "{:?}", reply.text);
    }
}

fn nboard(bytes: &[u8]) {
    let mut engine = protocols::nboard::Engine::new(random());
    // These search, which is slow and reads nothing.
    let reads = |line: &&str| !["hint", "analyze"].iter().any(|word| line.trim().starts_with(word));
    for line in text(bytes).unwrap_or_default().lines().filter(reads) {
        engine.answer(line);
    }
}

fn kgp(bytes: &[u8]) {
    let opponent = opponents::by_name("random", 1).unwrap_or_else(|error| panic!("{error}"));
    let mut client = protocols::kgp::Client::new(opponent, Rules::default());
    for line in text(bytes).unwrap_or_default().lines() {
        client.answer(line);
    }
}

/// Lines of the two seats in turn, as fast as they come.
fn gat(bytes: &[u8]) {
    let mut referee = protocols::gat::Referee::new(300);
    // What it says first is for the players, whom nobody plays here.
    let _ = referee.open();
    for (number, line) in text(bytes).unwrap_or_default().lines().enumerate() {
        referee.hear(Side::BOTH[number % 2], line, Duration::ZERO);
    }
    if let Some(record) = referee.record() {
        assert!(record.replay().is_ok());
    }
}

fn api_body(bytes: &[u8]) {
    macro_rules! bodies {
        ($($body:ident),+) => {
            $(if let Ok(body) = serde_json::from_slice::<wire::$body>(bytes) {
                let written = serde_json::to_vec(&body).unwrap_or_else(|error| panic!("{error}"));
                assert!(serde_json::from_slice::<wire::$body>(&written).is_ok(), stringify!($body));
            })+
        };
    }
    bodies!(NewTable, MoveAt, SetupAt, AtVersion, WhatIf, PlayerName, TypedCode);
    bodies!(GivenRecord, Join, Code, StepAnswer, TableFor, JudgementAt, KeyFor);
}
