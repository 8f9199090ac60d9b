//! Other programs as opponents: good ones, and those that crash, hang, cheat or babble.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use games::othello::Othello;
use games::{EndReason, Side};
use lab::play_game;
use serde_json::Value;

fn gokaku() -> String {
    assert_cmd::cargo::cargo_bin!("gokaku").to_str().unwrap().to_owned()
}

/// Our own engine between the pipes of a shell that passes its input on, up to its fifth turn.
const FAULTY: &str = r#"
exec 3>&1
fault=$1; shift
turn=0
while read -r line; do
    case "$line" in genmove*|go)
        turn=$((turn + 1))
        if [ $turn -eq 5 ]; then
            case $fault in
                crash) echo 'out of luck' >&2; kill -SEGV $$; exit ;;
                hang) sleep 1000 ;;
                cheat) printf '= d4\n\n=== D4\n' >&3 ;;
                babble) printf '=== hello\n\n' >&3 ;;
                flood) while :; do echo '= flood'; done >&3 ;;
                resign) printf '= resign\n\n' >&3 ;;
            esac
        fi ;;
    esac
    echo "$line"
done | "$@"
"#;

/// The name of an opponent with a fault.
fn faulty(folder: &Path, protocol: &str, fault: &str) -> String {
    let script = folder.join("faulty.sh");
    fs::write(&script, FAULTY).unwrap();
    let engine = format!("{} engine {protocol} --seed 1", gokaku());
    format!("{protocol}:limit=2s,command=sh {} {fault} {engine}", script.display())
}

/// Plays four games of A against `random`, and gives the summary and the log.
fn played(folder: &Path, a: &str) -> (Value, String) {
    let log = folder.join("log.gkr");
    let mut command = Command::new(gokaku());
    command
        .args(["match", "othello", a, "random", "--games", "4", "--jobs", "4", "--json", "--log"])
        .arg(&log);
    let output =
        command.timeout(std::time::Duration::from_secs(60)).assert().success().get_output().stdout.clone();
    (serde_json::from_slice(&output).unwrap(), fs::read_to_string(log).unwrap())
}

/// Processes in whose command line `text` occurs.
fn running(text: &str) -> usize {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let command = |process: fs::DirEntry| fs::read(process.path().join("cmdline")).unwrap_or_default();
    processes.map(command).filter(|line| String::from_utf8_lossy(line).contains(text)).count()
}

/// Every game is lost at A's fifth turn, and the match goes on to its end.
fn is_forfeited(protocol: &str, fault: &str, reason: EndReason, why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (summary, log) = played(folder.path(), &faulty(folder.path(), protocol, fault));
    let all = &summary["all"];
    assert_eq!((&all["games"], &all["losses"], &all["forfeits_lost"]), (&4.into(), &4.into(), &4.into()));
    assert_eq!(all["forfeits_won"], 0);
    let forfeits = summary["forfeits"].as_array().unwrap();
    assert_eq!(forfeits.len(), 4, "{summary}");
    for forfeit in forfeits {
        assert_eq!(forfeit["by"], "A");
        assert!(forfeit["why"].as_str().unwrap().contains(why), "{protocol} {fault}: {forfeit}");
    }
    assert_eq!(log.matches("tag Forfeit = ").count(), 4);
    for winner in Side::BOTH {
        assert_eq!(log.matches(&format!("end {winner} {reason}\n")).count(), 2, "{protocol} {fault}: {log}");
    }
    assert_eq!(running(folder.path().to_str().unwrap()), 0, "{protocol} {fault}: something is left");
}

#[test]
fn a_crash_is_a_forfeit() {
    for protocol in ["gtp", "nboard"] {
        is_forfeited(protocol, "crash", EndReason::Forfeit, "crashed: signal: 11 (SIGSEGV)");
        is_forfeited(protocol, "crash", EndReason::Forfeit, "it said: out of luck");
    }
}

#[test]
fn silence_is_a_forfeit() {
    is_forfeited("gtp", "hang", EndReason::Timeout, "timed out: found no answer to \"genmove");
    is_forfeited("nboard", "hang", EndReason::Timeout, "timed out: found no answer to \"go\"");
}

#[test]
fn an_illegal_move_is_a_forfeit() {
    for protocol in ["gtp", "nboard"] {
        is_forfeited(protocol, "cheat", EndReason::IllegalMove, "illegal move d4: there is a disc already");
    }
}

#[test]
fn babble_is_a_forfeit() {
    is_forfeited("gtp", "babble", EndReason::Forfeit, "misunderstood: found \"== hello\", expected a move");
    is_forfeited(
        "nboard",
        "babble",
        EndReason::Forfeit,
        "misunderstood: found \"=== hello\", expected a move",
    );
    is_forfeited("nboard", "flood", EndReason::Timeout, "timed out: found no answer to \"go\"");
    is_forfeited("gtp", "flood", EndReason::Forfeit, "misunderstood: found no end, expected an answer");
}

#[test]
fn to_resign_is_no_forfeit() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, log) = played(folder.path(), &faulty(folder.path(), "gtp", "resign"));
    assert_eq!((&summary["all"]["losses"], &summary["all"]["forfeits_lost"]), (&4.into(), &0.into()));
    assert_eq!(log.matches(" resignation\n").count(), 4, "{log}");
}

#[test]
fn forfeits_are_shown_apart() {
    let folder = tempfile::tempdir().unwrap();
    let name = faulty(folder.path(), "gtp", "cheat");
    let output = Command::new(gokaku()).args(["match", "othello", "random", &name, "--games", "2"]).assert();
    let said = String::from_utf8(output.success().get_output().stdout.clone()).unwrap();
    assert!(said.contains("\nforfeits    0 of A's losses, 2 of A's wins\n"), "{said}");
    assert!(said.contains("\n  game 2: B sat first: illegal move d4: there is a disc already"), "{said}");
}

#[test]
fn what_cannot_be_started_is_an_error_and_no_forfeit() {
    let arguments = ["match", "othello", "gtp:no-such-program", "random"];
    let output = Command::new(gokaku()).args(arguments).assert().code(2);
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(said.contains("gtp: found command=no-such-program, expected a program"), "{said}");
}

#[test]
fn ours_through_a_pipe_plays_the_same_game() {
    let openings = games::othello::moves::read("\nf5d6c4d3c2b3b4b5\nf5f4g3g6f3g4e3e2\n").unwrap();
    for (place, opening) in openings.iter().enumerate() {
        let opening = lab::Opening::try_from(opening).unwrap();
        let direct = |seed| opponents::by_name::<Othello>("mcts:playouts=40", seed).unwrap();
        let expected = play_game(&opening, &mut [direct(7), direct(8)], lab::GameLimits::default());
        for protocol in ["gtp", "nboard"] {
            let piped = |seed| {
                let engine = format!("engine {protocol} --opponent mcts:playouts=40 --seed {seed}");
                let name = format!("{protocol}:{} {engine}", gokaku());
                protocols::by_name::<Othello>(&name, 0).unwrap()
            };
            let seats = if place == 0 { [piped(7), direct(8)] } else { [direct(7), piped(8)] };
            let record = play_game(&opening, &mut { seats }, lab::GameLimits::default());
            assert_eq!(record.tag(lab::FORFEIT_TAG), None);
            assert_eq!(record.moves().collect::<Vec<_>>(), expected.moves().collect::<Vec<_>>());
            assert_eq!(record.line.end, expected.line.end);
        }
    }
}

#[test]
fn a_person_who_takes_a_move_back_takes_it_back_from_a_program_too() {
    let folder = tempfile::tempdir().unwrap();
    for protocol in ["gtp", "nboard"] {
        let record = folder.path().join(format!("{protocol}.gkr"));
        let opponent =
            format!("{protocol}:{} engine {protocol} --opponent mcts:playouts=20 --seed 1", gokaku());
        let mut command = Command::new(gokaku());
        command.args(["play", "othello", "--opponent", &opponent, "--record"]).arg(&record);
        command.write_stdin("f5\nundo\nd3\nresign\n").assert().success();
        let record = fs::read_to_string(record).unwrap();
        assert!(
            record.contains("\n1 d3 ") && record.contains("\n2 ") && !record.contains("tag Forfeit"),
            "{record}"
        );
        assert!(record.contains("\"kind\":\"said\""), "{record}");
    }
}

#[test]
fn a_run_goes_on_past_faults_and_its_report_tells_them() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> =
        ["crash", "cheat", "babble"].iter().map(|fault| faulty(folder.path(), "gtp", fault)).collect();
    let plan = folder.path().join("plan.toml");
    let listed: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let text = format!(
        "game = 'othello'\nopponents = ['random', {}]\npairing = 'gauntlet'\ngames = 2\n",
        listed.join(", ")
    );
    fs::write(&plan, text).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(gokaku());
        command.args(arguments).current_dir(folder.path()).timeout(std::time::Duration::from_secs(120));
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    let results = run(&["run", "plan.toml", "--store", "games.db"]);
    assert!(results.contains("6 of 6 games") && results.contains("6 games ended by a fault"), "{results}");
    run(&["report", "--store", "games.db", "--output", "reports"]);
    let page = fs::read_dir(folder.path().join("reports")).unwrap().map(|file| file.unwrap().path());
    let page = page.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "html")).unwrap();
    let page = fs::read_to_string(page).unwrap();
    for told in ["crashed", "illegal move d4", "misunderstood"] {
        assert!(page.contains(told), "{told}");
    }
}
