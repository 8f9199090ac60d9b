//! The program as its users meet it: what it prints, what it writes, how it ends.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn gokaku(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gokaku"));
    command.args(arguments).env("LANG", "C").env_remove("LC_ALL");
    command
}

/// What a successful command prints.
fn printed(arguments: &[&str]) -> String {
    let output = gokaku(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn data(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name).to_str().unwrap().to_owned()
}

fn counts(arguments: &[&str]) -> Vec<u64> {
    let table = printed(arguments);
    table.lines().map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect()
}

#[test]
fn perft_counts_from_the_command_line() {
    assert_eq!(counts(&["perft", "othello", "7"]), [4, 12, 56, 244, 1396, 8200, 55_092]);
    assert_eq!(counts(&["perft", "shogi", "4"]), [30, 900, 25_470, 719_731]);
    assert_eq!(counts(&["perft", "geister", "6"]), [8, 64, 768, 9200, 118_488, 1_523_518]);
    assert_eq!(counts(&["perft", "kalah", "8"]), [6, 35, 185, 942, 4690, 23_233, 114_430, 563_055]);
    let variant = ["perft", "kalah", "8", "--position", "4,2 empty/any"];
    assert_eq!(counts(&variant), [4, 15, 48, 141, 369, 902, 2208, 5171]);
    let most_moves =
        ["perft", "shogi", "1", "--position", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"];
    assert_eq!(counts(&most_moves), [593]);
}

#[test]
fn divided_counts_add_up() {
    let table = printed(&["perft", "othello", "5", "--divide"]);
    assert_eq!(table.lines().count(), 5);
    assert!(table.ends_with("total            1396\n"), "{table}");
}

#[test]
fn positions_are_drawn_without_colour_in_a_pipe() {
    let board = printed(&["show", "othello", "start"]);
    assert!(board.contains("4  . . * ○ ● . . .    ● 2"), "{board}");
    assert!(!board.contains('\u{1b}'));
    assert!(printed(&["show", "shogi", "二枚落ち", "--language", "ja"]).contains("手番: 後手"));
    assert!(printed(&["show", "kalah", "4,2"]).contains("Legal: 1 2 3 4"));
}

#[test]
fn a_seat_is_shown_no_colour_of_the_other_side() {
    let seen = printed(&["show", "geister", "start", "--seat", "first"]);
    assert!(seen.contains("Ar Br Cr Dr") && seen.contains("a?"), "{seen}");
    assert!(!seen.contains("ar") && !seen.contains("eb"), "{seen}");
    assert!(printed(&["show", "geister", "start"]).contains("ar"));
}

#[test]
fn every_othello_format_leads_there_and_back() {
    for to in ["gkr", "ggf", "wthor"] {
        let arguments = ["convert", &data("othello/WTH_1977.wtb"), "--to", to, "--verify"];
        let report = gokaku(&arguments).assert().success().get_output().stderr.clone();
        let report = String::from_utf8(report).unwrap();
        assert!(report.contains("12 games: 12 keep their moves"), "{report}");
        assert!(report.contains("12 everything"), "{to}: {report}");
    }
}

#[test]
fn a_database_survives_a_trip_through_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = data("othello/WTH_1977.wtb");
    gokaku(&["convert", &games, "--to", "ggf", "--output", &path("games.ggf")]).assert().success();
    let back = [
        "convert",
        &path("games.ggf"),
        "--to",
        "wthor",
        "--names",
        &data("othello"),
        "-o",
        &path("games.wtb"),
    ];
    gokaku(&back).assert().success();
    assert_eq!(fs::read(path("games.wtb")).unwrap(), fs::read(games).unwrap());
}

#[test]
fn the_rules_are_checked_on_request() {
    let report = printed(&["check", "all", "--games", "20", "--one-in", "100"]);
    assert_eq!(report.matches("20 games").count(), 4, "{report}");
    assert_eq!(report.matches("no failure").count(), 4, "{report}");
}

#[test]
fn help_has_an_example_for_every_command() {
    let commands = ["play", "perft", "show", "convert", "check", "bench", "match", "engine", "reproduce"];
    for command in commands.into_iter().chain(["run", "report", "rate", "games-needed"]) {
        assert!(printed(&[command, "--help"]).contains(&format!("gokaku {command}")), "{command}");
    }
}

#[test]
fn the_name_of_a_file_chooses_the_encoding_other_programs_expect() {
    let folder = tempfile::tempdir().unwrap();
    for (name, is_utf_8) in [("game.kif", false), ("game.kifu", true)] {
        let path = folder.path().join(name);
        let game = data("shogi/records/example.kifu");
        gokaku(&["convert", &game, "--to", "kif", "-o", path.to_str().unwrap()]).assert().success();
        assert_eq!(String::from_utf8(fs::read(path).unwrap()).is_ok(), is_utf_8, "{name}");
    }
}

#[test]
fn a_match_is_the_same_on_one_thread_and_on_two() {
    let folder = tempfile::tempdir().unwrap();
    let log = |jobs: &str| {
        let path = folder.path().join(jobs);
        let arguments =
            ["match", "kalah", "random", "random", "--games", "40", "--seed", "9", "--jobs", jobs];
        let said = printed(&[&arguments[..], &["--json", "--log", path.to_str().unwrap()]].concat());
        (said, fs::read(path).unwrap())
    };
    let (said, games) = log("1");
    assert_eq!((said.clone(), games), log("2"));
    assert!(said.contains("\"games\":40") && said.contains("\"low\":"), "{said}");
}

#[test]
fn what_adaptive_opponents_estimate_is_printed() {
    let arguments = ["match", "kalah", "random", "ladder:playouts=50", "--games", "6"];
    let said = printed(&arguments);
    assert!(
        said.contains("\nestimate    B's estimate of A ended at ") && said.contains("6 games)"),
        "{said}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&printed(&[&arguments[..], &["--json"]].concat())).unwrap();
    let of_b = &json["estimate"]["b"];
    assert_eq!((&json["estimate"]["a"], &of_b["unit"]), (&().into(), &"tree_depth".into()));
    assert!((5.0..=25.0).contains(&of_b["mean"].as_f64().unwrap()) && of_b["sd"].as_f64().unwrap() > 0.0);
}

#[test]
fn after_a_warmup_the_estimate_is_printed() {
    let arguments = ["match", "kalah", "gokaku", "random", "--games", "4", "--warmup", "3", "--clock"];
    let said = printed(&arguments);
    assert!(said.contains("\nestimate    A's last estimate of B: "), "{said}");
    assert!(said.contains("\nlongest     move of A "), "{said}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(&[&arguments[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["all"]["games"], 4);
    let estimate = |end: &str| json["last_estimate"][end].as_f64().unwrap();
    assert!(estimate("low") <= estimate("value") && estimate("value") <= estimate("high"));
    assert_eq!((&json["estimate"]["a"]["unit"], &json["estimate"]["b"]), (&"elo".into(), &().into()));
    assert_eq!(json["longest_ms"].as_array().unwrap().len(), 2);
    let unclocked = printed(&["match", "kalah", "random", "random", "--games", "2"]);
    assert!(!unclocked.contains("longest") && !unclocked.contains("estimate"), "{unclocked}");
    gokaku(&["match", "kalah", "gokaku", "random", "--warmup", "3", "--sprt", "0,9"]).assert().code(2);
}

#[test]
fn a_game_that_reaches_the_limit_is_a_draw() {
    let limited = ["match", "shogi", "random", "random", "--games", "2", "--limit", "20", "--json"];
    let json: serde_json::Value = serde_json::from_str(&printed(&limited)).unwrap();
    assert_eq!((json["all"]["draws"].as_u64(), json["mean_plies"].as_f64()), (Some(2), Some(20.0)), "{json}");
    gokaku(&["match", "shogi", "random", "random", "--limit", "0"]).assert().code(2);
}

#[test]
fn equal_games_are_pointed_out() {
    let arguments = ["match", "othello", "alphabeta:depth=1", "alphabeta:depth=1", "--games", "8"];
    let said = printed(&arguments);
    assert!(
        said.contains("\nequal       6 games repeat an earlier one") && said.contains("2 distinct games"),
        "{said}"
    );
    let json = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).unwrap()
    };
    let said = json(&arguments);
    assert_eq!((&said["equal"], &said["differing"]["games"]), (&6.into(), &2.into()));
    assert_eq!(said["differing"]["score"], 0.5, "one and the same game from both seats");
    let by_lot = ["match", "othello", "random", "random", "--games", "8"];
    assert!(!printed(&by_lot).contains("equal"));
    assert_eq!(json(&by_lot)["equal"], 0);
}

#[test]
fn a_match_ends_when_its_test_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let arguments = ["match", "kalah", "alphabeta:depth=2", "random", "--games", "1000", "--sprt"];
    let played = |test: &str, jobs: &str| {
        let log = path(&format!("{test} {jobs}"));
        let arguments = [&arguments[..], &[test, "--jobs", jobs, "--log", &log]].concat();
        let output = gokaku(&arguments).output().unwrap();
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
        (output.status.code().unwrap(), said, fs::read_to_string(log).unwrap())
    };
    // A search beats random play, but not by 2000 Elo.
    let passed = played("0,50", "1");
    assert_eq!(passed, played("0,50", "3"), "the same games in the same order");
    let (code, [said, complaint], log) = passed;
    assert!(code == 0 && complaint.is_empty(), "{said} {complaint}");
    assert!(said.contains("bounds -2.94 and 2.94: H1 accepted, A is at least 50 Elo above B"), "{said}");
    let games = log.matches("\nend ").count();
    assert!(games < 200 && games.is_multiple_of(2), "{games}");
    assert!(said.contains(&format!("in all      {games:>7}")), "{said}");
    let (code, [said, complaint], _) = played("-5,2000,0.1,0.1", "2");
    assert!(said.contains("bounds -2.20 and 2.20: H"), "{said} {complaint}");
    assert_eq!(code, 0);
    let lost =
        ["match", "kalah", "random", "alphabeta:depth=2", "--games", "1000", "--sprt", "0,50", "--json"];
    let lost = gokaku(&lost).assert().code(1);
    let [said, complaint] = [&lost.get_output().stdout, &lost.get_output().stderr]
        .map(|said| String::from_utf8(said.clone()).unwrap());
    assert!(said.contains("\"decision\":\"H0\""), "{said}");
    assert_eq!(complaint, "gokaku: SPRT accepted H0: A is no more than 0 Elo stronger than B\n");
    let open = printed(&["match", "kalah", "random", "random", "--games", "10", "--sprt", "0,1"]);
    assert!(open.contains("undecided between 0 and 1 Elo"), "{open}");
    for (test, expected) in [("10,0", "elo0 must be below elo1"), ("0", "expected ELO0,ELO1 or")] {
        let refused =
            gokaku(&[&arguments[..], &[test]].concat()).assert().code(2).get_output().stderr.clone();
        assert!(String::from_utf8(refused).unwrap().contains(expected));
    }
}

#[test]
fn an_experiment_is_planned_before_it_is_played() {
    // By hand: ((1.959964 * 0.5 + 0.841621 * sqrt(0.55 * 0.45)) / 0.05)^2 = 782.5.
    let said = printed(&["games-needed", "--score", "0.55"]);
    assert!(said.contains("      783 games by the normal approximation"), "{said}");
    assert!(said.contains("exact binomial") && said.contains("(+35 Elo)"), "{said}");
    // Cochran's example.
    let said = printed(&["games-needed", "--half-width", "0.05"]);
    assert_eq!(said, "      385 games for a 95% interval of 5.0% to either side of 50.0%\n");
    // Draws take half of the variance away, and with it half of the games.
    let with_draws = printed(&["games-needed", "--half-width", "0.05", "--draws", "0.5", "--json"]);
    assert!(with_draws.contains("\"half_width_games\":193"), "{with_draws}");
    for (arguments, expected) in [
        (&["games-needed"][..], "--score"),
        (&["games-needed", "--score", "0.5"], "found nothing to tell apart"),
        (&["games-needed", "--score", "0.9", "--draws", "0.5"], "--draws: found 0.5, expected at most 0.200"),
        (&["games-needed", "--score", "2"], "expected a number between 0 and 1"),
    ] {
        let error = gokaku(arguments).assert().code(2).get_output().stderr.clone();
        let error = String::from_utf8(error).unwrap();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_match_begins_from_openings() {
    let openings = data("othello/openings.txt");
    let said = printed(&["match", "othello", "random", "random", "--games", "20", "--openings", &openings]);
    assert!(said.contains("in all           20"), "{said}");
    let positions = data("othello/fforum-20-39.obf");
    let said = printed(&["match", "othello", "random", "random", "--games", "20", "--openings", &positions]);
    assert!(said.contains("in all           20"), "{said}");
    let folder = tempfile::tempdir().unwrap();
    let moves = folder.path().join("openings.txt");
    std::fs::write(&moves, "1 4 2\n\n3 2\n").unwrap();
    let moves = moves.display().to_string();
    let said = printed(&["match", "kalah", "random", "random", "--games", "4", "--openings", &moves]);
    assert!(said.contains("in all            4"), "{said}");
    let records = data("othello/games.ggf");
    for (file, expected) in
        [(records, "expected kalah"), (openings, "openings.txt:1: found \"f5d6c4d3c2b3b4b5\"")]
    {
        let wrong = gokaku(&["match", "kalah", "random", "random", "--openings", &file]).assert().code(2);
        let error = String::from_utf8(wrong.get_output().stderr.clone()).unwrap();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn an_engine_answers_through_a_pipe() {
    let session = "boardsize 8\nplay black d3\ngenmove white\nquit\nname\n";
    let output =
        gokaku(&["engine", "gtp"]).write_stdin(session).assert().success().get_output().stdout.clone();
    let said = String::from_utf8(output).unwrap();
    assert_eq!(said.matches("\n\n").count(), 4, "nothing is answered after quit: {said}");
    let output = gokaku(&["engine", "nboard"])
        .write_stdin("nboard 2\ngo\n")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    assert!(String::from_utf8(output).unwrap().starts_with("set myname gokaku"));
}

#[test]
fn an_evaluation_is_compared_with_theoretical_scores() {
    let games = data("othello/WTH_1977.wtb");
    let all = printed(&["evaluate", &games]);
    let count = |text: &str| text.split_whitespace().next().unwrap().parse::<u32>().unwrap();
    assert!(all.contains("sign right, %") && all.contains("mean error, discs"), "{all}");
    let some = count(&printed(&["evaluate", &games, "--every", "3"]));
    let rest = count(&printed(&["evaluate", &games, "--but-every", "3"]));
    assert!(some > 0 && some + rest == count(&all));
    let folder = tempfile::tempdir().unwrap();
    let players = folder.path().join("players.csv");
    let programs: String =
        (0..2000).map(|number| format!("{number},{}\n", u8::from(number % 2 == 0))).collect();
    fs::write(&players, format!("player_id,is_program\n{programs}")).unwrap();
    let people = count(&printed(&["evaluate", &games, "--programs", players.to_str().unwrap()]));
    assert!(people < count(&all));
}
