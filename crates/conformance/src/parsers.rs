//! Every reader of outside input, and what must hold for any bytes at all: it does not panic, and what it
//! reads it can write and read again.

use std::fmt::Debug;

use games::encoding::{self, Encoding};
use games::geister::{self, Geister, Transcript};
use games::kalah;
use games::othello::{self, wthor};
use games::shogi::{self, Shogi};
use games::{Game, Malformed, Record, Side, text};

/// A reader under test.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    /// The name of its fuzz target: the game, whose folder in `testdata/` has the seeds, and what is read.
    pub name: &'static str,
    /// States the property for one input; panics if it does not hold.
    pub check: fn(&[u8]),
}

/// The readers that every game has.
macro_rules! readers_of_every_game {
    ($($game:ident $module:ident),+) => {
        [$(
            Parser {
                name: concat!(stringify!($module), "_position"),
                check: |bytes| position::<games::$module::$game>(bytes),
            },
            Parser {
                name: concat!(stringify!($module), "_gkr"),
                check: |bytes| own_format::<games::$module::$game>(bytes),
            },
        )+]
    };
}

/// The readers of single games.
const OTHERS: &[Parser] = &[
    Parser { name: "kalah_kgp", check: kalah_protocol },
    Parser { name: "geister_view", check: geister_view },
    Parser { name: "geister_gat", check: geister_protocol },
    Parser { name: "geister_transcript", check: transcript },
    Parser { name: "othello_moves", check: moves },
    Parser { name: "othello_ggf", check: ggf },
    Parser { name: "othello_obf", check: obf },
    Parser { name: "othello_wthor", check: wthor_games },
    Parser { name: "othello_wthor_names", check: wthor_names },
    Parser { name: "shogi_csa", check: |bytes| shogi_records(bytes, shogi::csa::read, shogi::csa::write) },
    Parser { name: "shogi_kif", check: |bytes| shogi_records(bytes, shogi::kif::read, shogi::kif::write) },
    Parser { name: "shogi_ki2", check: |bytes| shogi_records(bytes, shogi::ki2::read, shogi::ki2::write) },
    Parser { name: "shogi_jkf", check: |bytes| shogi_records(bytes, shogi::jkf::read, shogi::jkf::write) },
    Parser { name: "shogi_usi", check: |bytes| shogi_records(bytes, shogi::usi::read, shogi::usi::write) },
];

/// Every reader there is.
#[must_use]
pub fn all() -> Vec<Parser> {
    let mut parsers = games::for_each_game!(readers_of_every_game).to_vec();
    parsers.extend(OTHERS);
    parsers
}

/// Checks one input against the parser called `name`.
///
/// # Panics
/// The property does not hold, or there is no such parser.
pub fn check(name: &str, bytes: &[u8]) {
    let parser = all().into_iter().find(|parser| parser.name == name);
    (parser.unwrap_or_else(|| panic!("no parser is called {name}")).check)(bytes);
}

/// Text in whatever encoding it seems to be; readers of text see nothing else.
fn decoded(bytes: &[u8]) -> Option<String> {
    encoding::decode(bytes, None).ok().map(|(text, _)| text)
}

/// What was read, written and read again must be the same.
fn survives<T: PartialEq + Debug, W: AsRef<[u8]> + Debug>(
    first: &T,
    written: Result<W, Malformed>,
    read: impl Fn(&W) -> Result<T, Malformed>,
) {
    // Some formats cannot hold every record; then they say so.
    let Ok(written) = written else { return };
    match read(&written) {
        Ok(again) => assert_eq!(*first, again, "changed on the way through {written:?}"),
        Err(error) => panic!("{error}\nin what was written: {written:?}"),
    }
}

fn position<G: Game>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(game) = text.parse::<G>() {
        survives(&game, Ok(game.to_string()), |printed| printed.parse());
        assert_eq!(game.hash(), game.hash_from_scratch());
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        for mv in moves {
            let mut next = game.clone();
            assert!(next.play(mv).is_ok(), "{mv} is generated and refused");
        }
    }
    if let Ok(mv) = text.parse::<G::Move>() {
        survives(&mv, Ok(mv.to_string()), |printed| printed.parse());
    }
}

fn own_format<G: Game>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(records) = text::read::<G>(text) {
        let written = records.iter().map(text::write).collect::<Vec<_>>().join("\n");
        survives(&records, Ok(written), |written| text::read(written));
    }
}

fn moves(bytes: &[u8]) {
    let Some(text) = decoded(bytes) else { return };
    if let Ok(records) = othello::moves::read(&text) {
        let written: Result<Vec<String>, Malformed> = records.iter().map(othello::moves::write).collect();
        // A game without a move is an empty line, which is no game to a reader.
        let records: Vec<_> = records.into_iter().filter(|record| record.moves().len() > 0).collect();
        survives(&records, written.map(|lines| lines.join("\n")), |written| othello::moves::read(written));
    }
}

fn obf(bytes: &[u8]) {
    let Some(text) = decoded(bytes) else { return };
    if let Ok(problems) = othello::obf::read(&text) {
        let written = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        survives(&problems, Ok(written), |written| othello::obf::read(written));
    }
}

fn ggf(bytes: &[u8]) {
    let Some(text) = decoded(bytes) else { return };
    if let Ok(records) = othello::ggf::read(&text) {
        let written: Result<Vec<String>, Malformed> = records.iter().map(othello::ggf::write).collect();
        survives(&records, written.map(|games| games.join("\n")), |written| othello::ggf::read(written));
    }
}

fn wthor_games(bytes: &[u8]) {
    let names = wthor::Directory::default();
    if let Ok(records) = wthor::read(bytes, &names) {
        survives(&records, wthor::write(&records, &names), |written| wthor::read(written, &names));
    }
}

fn wthor_names(bytes: &[u8]) {
    if let Ok(names) = wthor::Names::read_players(bytes) {
        survives(&names, names.write_players(), |written| wthor::Names::read_players(written));
    }
    if let Ok(names) = wthor::Names::read_tournaments(bytes) {
        survives(&names, names.write_tournaments(), |written| wthor::Names::read_tournaments(written));
    }
}

/// The formats of the shogi world have free text everywhere, and a hostile file can make one thing look like
/// another. What must survive is the game: its start, its moves and its end. Real files survive whole; that
/// is tested with them.
fn shogi_records(
    bytes: &[u8],
    read: fn(&str) -> Result<Vec<Record<Shogi>>, Malformed>,
    write: fn(&Record<Shogi>) -> Result<String, Malformed>,
) {
    let game =
        |record: &Record<Shogi>| (record.start.clone(), record.moves().collect::<Vec<_>>(), record.line.end);
    for told in [None, Some(Encoding::Utf8), Some(Encoding::ShiftJis)] {
        let Ok((text, _)) = encoding::decode(bytes, told) else { continue };
        for record in read(&text).unwrap_or_default() {
            let read_games = |written: &String| Ok(read(written)?.iter().map(game).collect());
            survives(&vec![game(&record)], write(&record), read_games);
        }
    }
}

fn kalah_protocol(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for rules in kalah::Rules::ALL {
        if let Ok(game) = kalah::kgp::read(text, rules) {
            survives(&game, Ok(kalah::kgp::write(&game)), |written| kalah::kgp::read(written, rules));
        }
    }
}

fn geister_view(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(view) = text.parse::<geister::View>() {
        survives(&view, Ok(view.to_string()), |printed| printed.parse());
    }
}

fn geister_protocol(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let limit = geister::DEFAULT_LIMIT;
    for seat in Side::BOTH {
        let ply = seat.index() as u16;
        if let Ok(view) = geister::gat::read_board(text, seat, ply, limit) {
            let written = geister::gat::write_board(&view);
            survives(&view, Ok(written), |written| geister::gat::read_board(written, seat, ply, limit));
        }
        if let Ok(game) = geister::gat::read_final_board(text, seat, ply, limit) {
            let written = geister::gat::write_final_board(&game, seat);
            survives(&game, Ok(written), |written| geister::gat::read_final_board(written, seat, ply, limit));
        }
        let view = Geister::default().view(seat);
        if let Ok(mv) = geister::gat::read_move(&view, text) {
            let written =
                geister::gat::write_move(&view, mv).ok_or_else(|| Malformed::new(text, "a move of the seat"));
            survives(&mv, written, |written| geister::gat::read_move(&view, written));
        }
    }
}

fn transcript(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(seen) = Transcript::read(text) {
        let written = seen.iter().map(Transcript::write).collect::<Vec<_>>().join("\n");
        survives(&seen, Ok(written), |written| Transcript::read(written));
    }
}
