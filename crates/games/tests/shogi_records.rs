//! Shogi records: real files, what they should hold, and round trips within and between the formats.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use games::encoding::{self, Encoding};
use games::shogi::{Handicap, Move, Shogi, csa, jkf, ki2, kif, names, usi};
use games::{EndReason, Game, Line, Malformed, Outcome, Player, Ply, Record, Side, text};
use rand::RngExt;

type Read = fn(&str) -> Result<Vec<Record<Shogi>>, Malformed>;
type Write = fn(&Record<Shogi>) -> Result<String, Malformed>;

const FORMATS: [(&str, Read, Write); 4] = [
    ("csa", csa::read, csa::write),
    ("kif", kif::read, kif::write),
    ("ki2", ki2::read, ki2::write),
    ("jkf", jkf::read, jkf::write),
];

fn format(extension: &str) -> (&'static str, Read, Write) {
    let name = match extension {
        "kifu" => "kif",
        "ki2u" => "ki2",
        "json" => "jkf",
        other => other,
    };
    *FORMATS.iter().find(|(known, _, _)| *known == name).unwrap()
}

/// The files under `testdata/shogi/records`: name, extension, text.
fn files() -> Vec<(String, String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/shogi/records");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().unwrap().to_str().unwrap().to_owned();
        if !matches!(extension.as_str(), "csa" | "kif" | "kifu" | "ki2" | "ki2u" | "jkf" | "json") {
            continue;
        }
        // By convention of the files, whatever their first line says.
        let told = matches!(extension.as_str(), "kif" | "ki2").then_some(Encoding::ShiftJis);
        let (text, _) = encoding::decode(&fs::read(&path).unwrap(), told).unwrap();
        files.push((path.file_stem().unwrap().to_str().unwrap().to_owned(), extension, text));
    }
    files.sort();
    assert!(files.len() > 35);
    files
}

fn only(records: Result<Vec<Record<Shogi>>, Malformed>) -> Record<Shogi> {
    let mut records = records.unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[test]
fn every_file_reads_and_its_record_survives_its_own_format() {
    for (name, extension, text) in files() {
        let (_, read, write) = format(&extension);
        let record = only(read(&text));
        record.replay().unwrap();
        let written = write(&record).unwrap();
        assert_eq!(only(read(&written)), record, "{name}.{extension}\n{written}");
    }
}

#[test]
fn a_record_survives_every_other_format() {
    for (name, extension, content) in files() {
        let record = only(format(&extension).1(&content));
        for (other, read, write) in FORMATS {
            let through = only(read(&write(&record).unwrap()));
            let what = format!("{name}.{extension} through {other}");
            assert_eq!(through.start, record.start, "{what}");
            assert!(through.moves().eq(record.moves()), "{what}");
            assert_eq!(through.line.end, record.line.end, "{what}");
            assert_eq!(through.comment, record.comment, "{what}");
            for side in Side::BOTH {
                assert_eq!(through.player(side).name, record.player(side).name, "{what}");
            }
            let variations = |record: &Record<Shogi>| shape(&record.line);
            if other != "csa" {
                assert_eq!(variations(&through), variations(&record), "{what}");
            }
        }
        assert_eq!(only(text::read(&text::write(&record))), record, "{name} through our own format");
        let line = only(usi::read(&usi::write(&record).unwrap()));
        assert!(line.start == record.start && line.moves().eq(record.moves()), "{name} through usi");
    }
}

/// Moves, comments and ends of a line and all its variations.
fn shape(line: &Line<Move>) -> String {
    let plies: Vec<String> = line
        .plies
        .iter()
        .map(|ply| {
            let inside: Vec<String> = ply.variations.iter().map(shape).collect();
            format!("{} {:?} {inside:?}", ply.mv, ply.comment)
        })
        .collect();
    format!("{plies:?} {:?}", line.end)
}

/// What the converter these files come from makes of them.
#[test]
fn files_hold_what_they_should() {
    let files = files();
    let mut compared = 0;
    for (name, _, text) in files.iter().filter(|(_, extension, _)| extension == "json") {
        let truth = only(jkf::read(text));
        for (_, extension, text) in files.iter().filter(|(other, e, _)| other == name && e != "json") {
            let mut record = only(format(extension).1(text));
            // The converter drops what a CSA file says in its header.
            if extension == "csa" && record.comment.ends_with(&truth.comment) {
                record.comment.clone_from(&truth.comment);
            }
            assert_eq!(record, truth, "{name}.{extension}");
            compared += 1;
        }
    }
    assert_eq!(compared, 15);
}

#[test]
fn both_encodings_of_a_file_hold_the_same() {
    let files = files();
    for (name, extension, text) in files.iter().filter(|(_, extension, _)| extension.ends_with('u')) {
        let old = extension.trim_end_matches('u');
        let Some((_, _, other)) = files.iter().find(|(known, e, _)| known == name && e == old) else {
            continue;
        };
        assert_eq!(format(extension).1(text), format(old).1(other), "{name}");
    }
}

/// Names of moves against a game as it was printed.
#[test]
fn moves_are_named_as_printed() {
    for (name, extension, text) in files().iter().filter(|(_, extension, _)| extension.starts_with("ki2")) {
        let record = only(ki2::read(text));
        let mut game = record.start.clone();
        let mut named = Vec::new();
        for mv in record.moves() {
            named.push(names::name(&game, mv).replace('　', ""));
            game.apply(mv);
        }
        let moves = text.split("変化").next().unwrap().split("まで").next().unwrap();
        let printed: Vec<String> =
            moves.replace(['　', ' ', '\n', '\r'], "").split(['▲', '△']).skip(1).map(str::to_owned).collect();
        let named: Vec<&str> = named.iter().map(|name| name.trim_start_matches(['▲', '△'])).collect();
        assert_eq!(named, printed, "{name}.{extension}");
    }
}

fn main_line(moves: &[&str]) -> Record<Shogi> {
    Record::from_moves(Shogi::default(), moves.iter().map(|mv| mv.parse().unwrap())).unwrap()
}

#[test]
fn every_outcome_survives_every_format() {
    for &reason in EndReason::ALL {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            for moves in [&["7g7f"][..], &["7g7f", "3c3d"]] {
                let mut record = main_line(moves);
                record.line.end = Some(Outcome { winner, reason, points: None });
                for (name, read, write) in FORMATS {
                    let text = write(&record).unwrap();
                    assert_eq!(only(read(&text)).line.end, record.line.end, "{name}\n{text}");
                }
            }
        }
    }
}

/// Whoever does not know our comments must not take the loser for the winner.
#[test]
fn no_format_tells_the_wrong_winner() {
    for &reason in EndReason::ALL {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            for moves in [&["7g7f"][..], &["7g7f", "3c3d"]] {
                let mut record = main_line(moves);
                record.line.end = Some(Outcome { winner, reason, points: None });
                for (name, read, write) in FORMATS {
                    let text = write(&record).unwrap().replace("gokaku: end", "end");
                    let told = only(read(&text)).line.end.and_then(|end| end.winner);
                    assert!(told.is_none() || told == winner, "{name}\n{text}");
                }
            }
        }
    }
}

#[test]
fn a_declaration_is_an_end_in_files_and_a_move_to_us() {
    let start: Shogi = "+R+R+B+P+P+P+P+P+P/K+P7/9/9/9/9/9/9/8k b 9P 1".parse().unwrap();
    let record = Record::from_moves(start, [Move::DECLARE]).unwrap();
    for (name, read, write) in FORMATS {
        assert_eq!(only(read(&write(&record).unwrap())), record, "{name}");
    }
}

#[test]
fn an_illegal_move_that_lost_the_game_is_kept() {
    let text = "PI\n+\n+7776FU\n-8384FU\n+7675KI\n%ILLEGAL_MOVE\n";
    let malformed = csa::read(text).unwrap_err();
    assert_eq!(
        malformed.to_string(),
        "line 5: found \"+7675KI\", with FU on 7f, expected the piece that stands there"
    );
    let record = only(csa::read(&text.replace("7675KI", "7674FU")));
    assert_eq!(record.line.end, Some(Outcome::win(Side::Second, EndReason::IllegalMove)));
    assert_eq!((record.line.plies.len(), record.tag("illegal-move")), (2, Some("7f7d")));
    for (name, read, write) in FORMATS.iter().filter(|(name, _, _)| *name != "ki2") {
        assert_eq!(only(read(&write(&record).unwrap())), record, "{name}");
    }
    assert!(ki2::write(&record).is_err());
    let without_end = csa::read("PI\n+\n+7776FU\n-8384FU\n+7674FU\n%TORYO\n").unwrap_err();
    assert_eq!(
        without_end.to_string(),
        "line 5: found illegal move 7f7d: a pawn does not move so, expected a legal move"
    );
}

#[test]
fn a_variation_may_replace_the_end() {
    let text = "手数----指手--\n1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n\n変化：2手\n2 ３四歩(33)\n";
    let record = only(kif::read(text));
    assert_eq!(record.line.plies.len(), 1);
    assert_eq!(record.line.end, Some(Outcome::win(Side::First, EndReason::Resignation)));
    let moves: Vec<String> =
        record.line.plies[0].variations[0].plies.iter().map(|ply| ply.mv.to_string()).collect();
    assert_eq!(moves, ["7g7f", "3c3d"]);
    for (name, read, write) in FORMATS.iter().filter(|(name, _, _)| *name != "csa") {
        assert_eq!(only(read(&write(&record).unwrap())), record, "{name}");
    }
}

#[test]
fn a_file_may_hold_several_games() {
    let games = csa::read("V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n%CHUDAN\n").unwrap();
    let moves: Vec<String> = games.iter().map(|game| game.line.plies[0].mv.to_string()).collect();
    assert_eq!(moves, ["7g7f", "2g2f"]);
    let games = kif::read("先手：a\n手数----\n1 ７六歩(77)\n先手：b\n手数----\n1 ２六歩(27)\n").unwrap();
    assert_eq!((games.len(), games[1].players[0].name.as_str()), (2, "b"));
    assert_eq!(usi::read("startpos moves 7g7f\n\nposition startpos\n").unwrap().len(), 2);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let message = |read: Read, text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        message(csa::read, "PI\n+\n+7776FU\n+2726FU\n"),
        "line 4: found \"+2726FU\", expected a move of the second side"
    );
    assert_eq!(message(csa::read, "PI\n+\n+7776FU\n%WON\n").split(':').next().unwrap(), "line 4");
    assert_eq!(
        message(kif::read, "手数----指手--\n   1 ７五歩(77)\n   2 ３四歩(33)\n"),
        "line 2: found illegal move 7g7e: a pawn does not move so, expected a legal move"
    );
    assert_eq!(
        message(kif::read, "手合割：百枚落ち\n").split(',').next().unwrap(),
        "line 1: found \"百枚落ち\""
    );
    assert_eq!(
        message(ki2::read, "▲５八金"),
        "line 1: found \"５八金\", expected a name for one move, not for ▲５八金右 or ▲５八金左"
    );
    assert_eq!(
        message(usi::read, "startpos moves 7g7f 7g7f"),
        "line 1: found illegal move 7g7f: there is no piece on 7g, expected a legal move"
    );
    assert!(message(jkf::read, "{\n\"moves\": [}").starts_with("line 2: found what is no JSON"));
    assert_eq!(
        message(
            jkf::read,
            r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":5},"piece":"FU"}}]}"#
        ),
        "found moves[1]: illegal move 7g7e: a pawn does not move so, expected a legal move"
    );
}

#[test]
fn an_error_is_one_line_whatever_the_file_holds() {
    let cases: [(Read, &str); 7] = [
        (csa::read, "PI\n+\n+7776\u{1b}[\n"),
        (csa::read, "PI\n+\n+\u{7}7776KI\n"),
        (kif::read, "1 ７六金\u{1b}(77)\n"),
        (kif::read, "1 ７六\u{85}金(77)\n"),
        (ki2::read, "▲７六\u{b}金\n"),
        (jkf::read, r#"{"header":{"a\nb\u001b\u0085":1},"moves":[]}"#),
        (jkf::read, r#"{"initial":{"preset":"\n\u0085"},"moves":["\u0085"]}"#),
    ];
    for (read, text) in cases {
        let message = read(text).unwrap_err().to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
    }
    let long = format!(r#"{{"header":{{"{}":1}},"moves":[]}}"#, "x".repeat(10_000));
    assert!(jkf::read(&long).unwrap_err().to_string().len() < 200);
}

/// A line of random moves with everything a record can say about them.
fn random_line(game: &Shogi, rng: &mut dyn rand::Rng, depth: usize) -> Line<Move> {
    const COMMENTS: [&str; 6] =
        ["", "好手", "two\nlines", "\nblank first", "ends blank\n\n", "* & ' # 変化：3手"];
    const ENDS: [EndReason; 6] = [
        EndReason::Resignation,
        EndReason::Timeout,
        EndReason::Foul,
        EndReason::Repetition,
        EndReason::MoveLimit,
        EndReason::Forfeit,
    ];
    let mut game = game.clone();
    let (mut line, mut moves) = (Line::default(), Vec::new());
    for _ in 0..rng.random_range(1..12) {
        game.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mut ply = Ply::new(moves[rng.random_range(0..moves.len())]);
        COMMENTS[rng.random_range(0..COMMENTS.len())].clone_into(&mut ply.comment);
        ply.time = (rng.random_range(0..2) == 0).then(|| Duration::from_secs(rng.random_range(0..10_000)));
        if depth > 0 {
            let count = rng.random_range(0..6usize).saturating_sub(3);
            ply.variations = (0..count).map(|_| random_line(&game, rng, depth - 1)).collect();
        }
        game.apply(ply.mv);
        line.plies.push(ply);
    }
    // Variations of the first move of a variation are variations of the move it replaces, in files.
    let first = std::mem::take(&mut line.plies[0].variations);
    if depth == 2 {
        line.plies[0].variations = first;
    }
    if rng.random_range(0..2) == 0 {
        let winner = [None, Some(Side::First), Some(Side::Second)][rng.random_range(0..3)];
        line.end = Some(Outcome { winner, reason: ENDS[rng.random_range(0..ENDS.len())], points: None });
    }
    line
}

/// Takes from a line what a format cannot hold.
fn without(line: &mut Line<Move>, times: bool, variations: bool) {
    for ply in &mut line.plies {
        if times {
            ply.time = None;
        }
        if variations {
            ply.variations.clear();
        }
        ply.variations.iter_mut().for_each(|variation| without(variation, times, variations));
    }
}

#[test]
fn random_records_survive() {
    use rand::SeedableRng;
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(6);
    for round in 0..200 {
        let mut record = Record::new(Handicap::ALL[round % Handicap::ALL.len()].start());
        record.players = [Player::named("Alice"), Player::named("")];
        record.tags =
            vec![("棋戦".to_owned(), "練習, 第2局: x".to_owned()), ("Key".to_owned(), String::new())];
        record.line = random_line(&record.start, &mut rng, 2);
        record.comment = record.line.plies[0].comment.clone();
        for (name, read, write) in FORMATS {
            let text = write(&record).unwrap();
            let mut expected = record.clone();
            without(&mut expected.line, name == "ki2", name == "csa");
            assert_eq!(only(read(&text)), expected, "{name}\n{text}");
        }
    }
}

/// Pieces of files in the wrong place must be refused, not lead to a panic.
#[test]
fn damaged_files_are_refused_or_read() {
    use rand::SeedableRng;
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
    let files = files();
    for (_, extension, text) in &files {
        let (_, read, write) = format(extension);
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..40 {
            let mut damaged = lines.clone();
            for _ in 0..rng.random_range(1..4) {
                let (from, to) = (rng.random_range(0..lines.len()), rng.random_range(0..damaged.len()));
                match rng.random_range(0..3) {
                    0 => damaged[to] = lines[from],
                    1 => damaged.insert(to, lines[from]),
                    _ => {
                        let keep = rng.random_range(0..=damaged[to].chars().count());
                        let cut =
                            damaged[to].char_indices().nth(keep).map_or(damaged[to].len(), |(at, _)| at);
                        damaged[to] = &damaged[to][..cut];
                    }
                }
            }
            for record in read(&damaged.join("\n")).into_iter().flatten() {
                let again = only(read(&write(&record).unwrap()));
                assert_eq!(again.moves().len(), record.moves().len());
            }
        }
    }
}
