//! A game in the terminal, with a pipe for a player.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Plays with the given lines typed, and gives what was said.
fn play(folder: &Path, arguments: &[&str], typed: &str) -> String {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.arg("play").args(arguments).env("LANG", "C").env_remove("LC_ALL").env("XDG_DATA_HOME", folder);
    let output = command.write_stdin(typed).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The only file in `folder`, which the program said it saved.
fn saved(folder: &Path, said: &str) -> (String, String) {
    let records = folder.join("gokaku/records");
    let files: Vec<_> = fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(said.contains(files[0].to_str().unwrap()), "{said}");
    (files[0].extension().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&files[0]).unwrap())
}

#[test]
fn a_game_is_played_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["othello", "--seed", "1", "--opponent", "random"];
    let said = play(folder.path(), &arguments, "a1\nhelp\nf5\nresign\n");
    assert!(said.contains("illegal move a1: it flips nothing"), "{said}");
    assert!(said.contains("take your last move back"), "{said}");
    assert!(
        said.contains("The opponent plays") && said.contains("Chosen at random from 3 legal moves."),
        "{said}"
    );
    assert!(said.contains("You lose: resignation."), "{said}");
    let (format, record) = saved(folder.path(), &said);
    assert_eq!(format, "ggf");
    assert!(record.contains("PB[You]PW[random]RE[-64.000:r]") && record.contains("B[f5/"), "{record}");
}

#[test]
fn moves_are_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let said = play(folder.path(), &["kalah", "--seed", "1"], "undo\n1\nundo\n2\nquit\n");
    assert!(said.contains("You have no move to take back."), "{said}");
    let (format, record) = saved(folder.path(), &said);
    assert_eq!(format, "gkr");
    assert!(record.contains("\n1 2 time=") && !record.contains("\n1 1 "), "{record}");
}

#[test]
fn a_game_that_is_taken_back_whole_leaves_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ggf");
    let said = play(folder.path(), &["othello", "--record", file.to_str().unwrap()], "d3\nundo\nquit\n");
    assert!(!said.contains("saved") && !file.exists(), "{said}");
}

#[test]
fn a_whole_game_comes_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    // Every hole again and again: what is not legal is refused and asked for anew.
    let said = play(
        folder.path(),
        &["kalah", "--second", "--seed", "3", "--opponent", "random"],
        &"1\n2\n3\n4\n5\n6\n".repeat(100),
    );
    assert!(["You win, ", "You lose, ", "A draw, "].iter().any(|result| said.contains(result)), "{said}");
    assert!(saved(folder.path(), &said).1.contains("\nend "), "the record has its end");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.kifu");
    let arguments = ["shogi", "--opponent", "random", "--seed", "7", "--record", file.to_str().unwrap()];
    let without_path =
        |said: String| said.lines().take_while(|line| !line.contains("game.kifu")).collect::<String>();
    let first = without_path(play(folder.path(), &arguments, "7g7f\n2g2f\nquit\n"));
    let second = without_path(play(folder.path(), &arguments, "7g7f\n2g2f\nquit\n"));
    assert_eq!(first, second);
    assert!(fs::read_to_string(file).unwrap().contains("７六歩(77)"));
}

#[test]
fn ghosts_stay_hidden_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.gkr");
    let arguments = ["geister", "--seed", "5", "--record", file.to_str().unwrap()];
    let said = play(folder.path(), &arguments, "AB\nabcd\nb2b3\n");
    assert!(said.contains("expected the four red ghosts"), "two letters are no setup: {said}");
    assert!(said.contains("Ar Br Cr Dr") && said.contains("a?"), "{said}");
    let rows = said.lines().filter(|line| line.starts_with(|c| ('1'..='6').contains(&c)));
    let ghosts: Vec<&str> = rows.flat_map(|row| row.split_whitespace().skip(1)).collect();
    let coloured = |ghost: &&&str| ghost.starts_with(char::is_lowercase) && ghost.ends_with(['r', 'b']);
    assert_eq!(ghosts.iter().find(coloured), None, "no enemy colour is shown: {said}");
    // A game that was left is kept as the player saw it, and can be read.
    let record = fs::read_to_string(&file).unwrap();
    assert!(record.starts_with("transcript geister\nstart view first "), "{record}");
    let mut convert = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    convert.args(["convert", file.to_str().unwrap(), "--to", "transcript"]).assert().success();
    // After the end everything may be told.
    play(folder.path(), &arguments, "\nb2b3\nresign\n");
    assert!(fs::read_to_string(file).unwrap().starts_with("game geister\n"));
}

#[test]
fn a_transcript_is_for_the_eyes_of_the_player() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.seat");
    let arguments = ["geister", "--second", "--record", file.to_str().unwrap()];
    play(folder.path(), &arguments, "ABCD\nresign\n");
    let record = fs::read_to_string(file).unwrap();
    assert!(record.contains("start view second") && record.contains("e5R,d5R,c5R,b5R,e6B"), "{record}");
}

#[test]
fn the_first_move_of_the_opponent_does_not_tell_what_was_dealt() {
    // Ghost A of the opponent, at b2, by whether its first move is that of a front ghost.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.gkr");
        let arguments =
            ["geister", "--opponent", "random", "--second", "--seed", &seed.to_string(), "--record"];
        let arguments = [&arguments[..], &[file.to_str().unwrap()]].concat();
        play(folder.path(), &arguments, "\nresign\n");
        let record = fs::read_to_string(file).unwrap();
        let value = |key: &str| record.lines().find_map(|line| line.strip_prefix(key)).unwrap().to_owned();
        let advances = value("1 ").starts_with(|c| ('b'..='e').contains(&c)) && value("1 ")[3..4] == *"3";
        seen.insert((value("start ").starts_with("b2R"), advances));
    }
    assert_eq!(seen.len(), 4, "every colour goes with every kind of move: {seen:?}");
}

#[test]
fn without_a_game_the_player_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let said = play(folder.path(), &["--language", "ja"], "囲碁\nカラハ\nquit\n");
    assert!(said.contains("「囲碁」というゲームはありません"), "{said}");
    assert!(said.contains("マンカラ（カラハ）　相手は gokaku　あなたは先手です"), "{said}");
}

#[test]
fn what_the_opponent_believed_is_shown_after_the_end_only() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["geister", "--seed", "5", "--opponent", "mc:playouts=50,belief=count-cumulative"];
    let left = play(folder.path(), &arguments, "ABCD\nb2b3\n");
    assert!(left.contains("The opponent plays") && !left.contains("blue"), "{left}");
    let ended = play(folder.path(), &arguments, "ABCD\nb2b3\nresign\n");
    let (_, review) = ended.split_once("that your ghosts are blue").unwrap();
    assert!(review.contains("Ar   Br   Cr   Dr   Eb   Fb   Gb   Hb\n  2 "), "{ended}");
}

#[test]
fn a_player_is_remembered_from_game_to_game() {
    let folder = tempfile::tempdir().unwrap();
    let game = |more: &[&str]| {
        let arguments = [&["kalah", "--seed", "3"], more].concat();
        play(folder.path(), &arguments, &"1\n2\n3\n4\n5\n6\n".repeat(100))
    };
    let first = game(&[]);
    assert!(first.contains("Kalah against gokaku.") && !first.contains("remembers"), "{first}");
    assert!(first.contains("Your estimated strength: between "), "{first}");
    assert!(folder.path().join("gokaku/players/me.json").exists());
    let second = game(&[]);
    assert!(second.contains("It remembers the earlier games of \"me\""), "{second}");
    assert!(!game(&["--player", "hanako"]).contains("remembers"), "somebody else is a stranger");
    assert!(!game(&["--forget"]).contains("remembers"));
}

#[test]
fn a_memory_that_is_none_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gokaku/players/me.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "nonsense").unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.args(["play", "kalah"]).env("XDG_DATA_HOME", folder.path()).write_stdin("1\n");
    let complaint = String::from_utf8(command.assert().failure().get_output().stderr.clone()).unwrap();
    assert!(complaint.contains("me.json: found ") && complaint.contains("--forget"), "{complaint}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "nonsense");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.args(["play", "kalah", "--player", "../etc"]).write_stdin("");
    command.assert().failure();
}
