//! Bad input: one line that names the place, what was found and what was expected; exit code 2; nothing
//! written.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

fn gokaku(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.args(arguments);
    command
}

/// The one line of complaint of a command that must fail.
fn complaint(arguments: &[&str]) -> String {
    let assert = gokaku(arguments).assert().code(2);
    let output = assert.get_output();
    assert!(output.stdout.is_empty(), "nothing is printed");
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// A folder with one bad file in it.
struct Bad {
    folder: tempfile::TempDir,
    path: PathBuf,
}

impl Bad {
    fn file(name: &str, bytes: &[u8]) -> Bad {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        Bad { folder, path }
    }

    /// The complaint about converting the file; nothing new may be in the folder.
    fn complaint(&self, to: &str, more: &[&str]) -> String {
        let output = self.folder.path().join("output");
        let mut arguments = vec!["convert", self.path.to_str().unwrap(), "--to", to];
        arguments.extend(["--output", output.to_str().unwrap()]);
        arguments.extend(more);
        let complaint = complaint(&arguments);
        assert_eq!(fs::read_dir(self.folder.path()).unwrap().count(), 1, "nothing is written");
        complaint
    }
}

/// A KIF file of an ordinary game: a line a move, in the given encoding.
fn kif(encoding: &str) -> Vec<u8> {
    let moves = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 3d3f 8f8d \
                 3f2f 3a2b P*8g 7a6b 3i3h 5a5b 5i6h 7c7d 9g9f 8a7c 1g1f 9c9d 4i4h 1c1d 3g3f 7d7e 7f7e 8d7d";
    let usi = Bad::file("game.usi", format!("position startpos moves {moves}\n").as_bytes());
    let arguments = ["convert", usi.path.to_str().unwrap(), "--to", "kif", "--encoding", encoding];
    gokaku(&arguments).assert().success().get_output().stdout.clone()
}

#[test]
fn an_illegal_move_is_found_at_its_line() {
    let text = String::from_utf8(kif("utf-8")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = lines[36].split_whitespace().next().unwrap().to_owned();
    lines[36] = format!("{number} ５五歩(57)");
    let bad = Bad::file("game.kif", lines.join("\n").as_bytes());
    let complaint = bad.complaint("csa", &[]);
    assert!(complaint.contains("game.kif:37: found"), "{complaint}");
    assert!(complaint.contains("expected"), "{complaint}");
}

#[test]
fn a_board_of_the_wrong_size_is_refused() {
    assert_eq!(
        complaint(&["show", "othello", &format!("{} X", "-".repeat(65))]),
        "gokaku: found a board of 65 squares, expected 64 squares and the side to move, X or O\n"
    );
}

#[test]
fn a_shift_jis_file_called_utf_8_is_refused() {
    let bytes = kif("shift_jis");
    for (name, more) in [("game.kifu", &[][..]), ("game.kif", &["--input-encoding", "utf-8"][..])] {
        let complaint = Bad::file(name, &bytes).complaint("csa", more);
        assert!(complaint.contains(&format!("{name}:1: found the bytes")), "{complaint}");
        assert!(complaint.contains("expected UTF-8"), "{complaint}");
    }
    // The same file under an honest name is read.
    let honest = Bad::file("game.kif", &bytes);
    gokaku(&["convert", honest.path.to_str().unwrap(), "--to", "csa"]).assert().success();
}

#[test]
fn a_geister_board_with_five_reds_is_refused() {
    let text = "b2R,c2R,d2R,e2R,b1R,c1B,d1B,e1B e5R,d5R,c5R,b5R,e6B,d6B,c6B,b6B first 0/256";
    let complaint = complaint(&["show", "geister", text]);
    assert!(complaint.contains("found 5 red") && complaint.contains("expected"), "{complaint}");
}

#[test]
fn other_mistakes_say_what_was_expected() {
    let opponent = complaint(&["play", "othello", "--opponent", "grandmaster"]);
    assert_eq!(
        opponent,
        "gokaku: found opponent \"grandmaster\", expected one of: random, alphabeta, mcts, ladder, balance, \
         gokaku, reference, people, gtp:COMMAND, nboard:COMMAND\n"
    );
    let missing = complaint(&["convert", "no-such-file.kif", "--to", "csa"]);
    assert!(missing.contains("no-such-file.kif: cannot be read"), "{missing}");
    let unknown = Bad::file("game.xyz", b"?").complaint("csa", &[]);
    assert!(unknown.contains("expected --from to name the format"), "{unknown}");
    let wrong_game = Bad::file("games.txt", b"f5d6\n").complaint("kif", &[]);
    assert!(
        wrong_game.contains("expected one of the formats that can hold them: gkr, moves, ggf, wthor"),
        "{wrong_game}"
    );
    let record = complaint(&["play", "kalah", "--record", "game.kif"]);
    assert!(record.contains("expected gkr"), "{record}");
    let empty = Bad::file("empty.csa", b"").complaint("kif", &[]);
    assert!(empty.contains("found no game, expected at least one"), "{empty}");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("a.txt"), "f5\n").unwrap();
    let contradiction = complaint(&[
        "convert",
        &path("a.txt"),
        "--to",
        "gkr",
        "--encoding",
        "shift_jis",
        "-o",
        &path("b.gkr"),
    ]);
    assert!(contradiction.contains("expected them to agree"), "{contradiction}");
    let not_a_folder = complaint(&["play", "othello", "--record", &path("a.txt/game.ggf")]);
    assert!(not_a_folder.contains("cannot be written"), "{not_a_folder}");
    fs::create_dir(path("folder.ggf")).unwrap();
    let folder = complaint(&["convert", &path("a.txt"), "--to", "ggf", "-o", &path("folder.ggf")]);
    assert!(folder.contains("no regular file"), "{folder}");
}

#[test]
fn one_bad_file_in_a_folder_leaves_the_folder_alone() {
    let bad = Bad::file("bad.ggf", b"(;GM[Othello]B[a1];)");
    fs::write(bad.folder.path().join("good.ggf"), "(;GM[Othello]B[f5];)").unwrap();
    let folder = bad.folder.path().to_str().unwrap();
    let output = bad.folder.path().join("output");
    let arguments = ["convert", folder, "--to", "gkr", "--output", output.to_str().unwrap()];
    assert!(complaint(&arguments).contains("bad.ggf:1: found illegal move a1"));
    assert!(!output.exists());
    gokaku(&arguments).arg("--skip-bad").assert().success();
    assert!(output.join("good.ggf.gkr").exists() && !output.join("bad.ggf.gkr").exists());
}

#[test]
fn training_and_evaluating_name_what_they_cannot_use() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("weights.bin");
    fs::create_dir(folder.path().join("weights.bin.work")).unwrap();
    fs::write(folder.path().join("weights.bin.work/settings.txt"), "another training\n").unwrap();
    // Records are for shogi, ratings for those who learn from them; an opening that is not there is looked
    // for.
    let error = complaint(&["train", "othello-patterns", "games.kif"]);
    assert!(
        error.contains("found records, expected them with shogi, shogi-imitation and people alone"),
        "{error}"
    );
    let error = complaint(&["train", "shogi", "--ratings", "1300..1399"]);
    assert!(error.contains("found a rating, expected it with shogi-imitation alone"), "{error}");
    let error = complaint(&["train", "shogi", "no-such-opening.kif"]);
    assert!(error.contains("no-such-opening.kif"), "{error}");
    let error = complaint(&["train", "othello-patterns", "--out", out.to_str().unwrap()]);
    assert!(error.contains("weights.bin.work") && error.contains("other settings"), "{error}");
    assert!(!out.exists());
    let games = Bad::file("games.wtb", b"nothing of the kind");
    assert!(complaint(&["evaluate", games.path.to_str().unwrap()]).contains("games.wtb"));
    let players = Bad::file("players.csv", b"name,score\n");
    let arguments = ["evaluate", games.path.to_str().unwrap(), "--programs", players.path.to_str().unwrap()];
    assert!(complaint(&arguments).contains("expected a column player_id"));
    let arguments = ["evaluate", games.path.to_str().unwrap(), "--weights", players.path.to_str().unwrap()];
    assert!(complaint(&arguments).contains("expected weights of Othello patterns"));
}
