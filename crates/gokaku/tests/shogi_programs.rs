//! Shogi among other programs: our engine as a board sees it, programs as opponents, and a server.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

fn gokaku() -> String {
    assert_cmd::cargo::cargo_bin!("gokaku").to_str().unwrap().to_owned()
}

/// Our own engine between the pipes of a shell that passes its input on, up to its third turn.
const FAULTY: &str = r#"
exec 3>&1
fault=$1; shift
turn=0
while read -r line; do
    case "$line" in go*)
        turn=$((turn + 1))
        if [ $turn -eq 3 ]; then
            case $fault in
                crash) echo 'out of luck' >&2; kill -SEGV $$; exit ;;
                hang) sleep 1000 ;;
                cheat) echo 'bestmove 5e5d' >&3; sleep 1000 ;;
                babble) echo 'bestmove hello' >&3; sleep 1000 ;;
                flood) while :; do echo 'info string flood'; done >&3 ;;
                resign) echo 'bestmove resign' >&3; sleep 1000 ;;
            esac
        fi ;;
    esac
    echo "$line"
done | "$@"
"#;

/// Plays two games of a faulty program against `random`, and gives the summary and the log.
fn played(folder: &Path, fault: &str) -> (Value, String) {
    let (script, log) = (folder.join("faulty.sh"), folder.join("log.gkr"));
    fs::write(&script, FAULTY).unwrap();
    let engine = format!("{} engine usi --opponent random --seed 1", gokaku());
    let name = format!("usi:time=200ms,limit=4s,command=sh {} {fault} {engine}", script.display());
    let mut command = Command::new(gokaku());
    command
        .args(["match", "shogi", &name, "random", "--games", "2", "--jobs", "2", "--json", "--log"])
        .arg(&log);
    let output = command.timeout(Duration::from_secs(60)).assert().success().get_output().stdout.clone();
    (serde_json::from_slice(&output).unwrap(), fs::read_to_string(log).unwrap())
}

#[test]
fn faults_are_forfeits() {
    for (fault, reason, why) in [
        ("crash", "forfeit", "crashed: signal: 11 (SIGSEGV)"),
        ("hang", "timeout", "timed out: found no answer to \"go "),
        ("cheat", "illegal-move", "illegal move 5e5d"),
        ("babble", "forfeit", "misunderstood: found \"bestmove hello\""),
        ("flood", "timeout", "timed out: found no answer to \"go "),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (summary, log) = played(folder.path(), fault);
        assert_eq!(summary["all"]["forfeits_lost"], 2, "{fault}: {summary}");
        for forfeit in summary["forfeits"].as_array().unwrap() {
            assert!(forfeit["why"].as_str().unwrap().contains(why), "{fault}: {forfeit}");
        }
        assert_eq!(log.matches(&format!(" {reason}\n")).count(), 2, "{fault}: {log}");
    }
}

#[test]
fn to_resign_is_no_forfeit() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, log) = played(folder.path(), "resign");
    assert_eq!((&summary["all"]["losses"], &summary["all"]["forfeits_lost"]), (&2.into(), &0.into()));
    assert_eq!(log.matches(" resignation\n").count(), 2, "{log}");
}

#[test]
fn ours_through_a_pipe_plays_whole_games() {
    let name = format!("usi:{} engine usi --opponent random --seed 5", gokaku());
    let mut command = Command::new(gokaku());
    command.args(["match", "shogi", &name, "random", "--games", "2", "--json"]);
    let output = command.timeout(Duration::from_secs(60)).assert().success().get_output().stdout.clone();
    let summary: Value = serde_json::from_slice(&output).unwrap();
    let all = &summary["all"];
    assert_eq!(
        (&all["games"], &all["forfeits_lost"], &all["forfeits_won"]),
        (&2.into(), &0.into(), &0.into())
    );
}

#[test]
fn a_board_is_answered() {
    let session =
        "usi\nisready\nnonsense\nusinewgame\nposition startpos moves 7g7f\ngo btime 0 wtime 0 byoyomi 300\n";
    let mut command = Command::new(gokaku());
    command.args(["engine", "usi", "--opponent", "random", "--seed", "1"]).write_stdin(session);
    let output = command.timeout(Duration::from_secs(30)).assert().success().get_output().stdout.clone();
    let said = String::from_utf8(output).unwrap();
    for expected in ["usiok\n", "readyok\n", "info string found \"nonsense\"", "\nbestmove "] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    Command::new(gokaku()).args(["engine", "usi", "--opponent", "grandmaster"]).assert().code(2);
}

/// Says its part line by line; before a line that begins with `>` it waits for the client to say something
/// that begins so.
fn server(script: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        for line in script.lines() {
            match line.strip_prefix('>') {
                Some(expected) => assert!(lines.next().unwrap().unwrap().starts_with(expected)),
                None => stream.write_all(format!("{line}\n").as_bytes()).unwrap(),
            }
        }
    });
    address
}

#[test]
fn a_server_is_played_on() {
    let script = ">LOGIN gokaku test,secret\nLOGIN:gokaku OK\nBEGIN Game_Summary\nGame_ID:G1\nName+:other\n\
        Name-:gokaku\nYour_Turn:-\nBEGIN Time\nTime_Unit:1sec\nTotal_Time:60\nEND Time\nBEGIN Position\nPI\n\
        +\nEND Position\nEND Game_Summary\n>AGREE G1\nSTART:G1\n+7776FU,T1\n>-\n#RESIGN\n#WIN\n\
        >LOGOUT\nLOGOUT:completed\n";
    let arguments = |server: &str| {
        let words = ["engine", "csa", server, "--user", "gokaku", "--password", "secret", "--game", "test"];
        words.map(str::to_owned)
    };
    let output =
        Command::new(gokaku()).args(arguments(&server(script))).timeout(Duration::from_secs(30)).assert();
    let said = String::from_utf8(output.success().get_output().stdout.clone()).unwrap();
    assert_eq!(said, "G1 other - gokaku: #WIN #RESIGN as second, 1 moves\n");
    let refused = server(">LOGIN\nLOGIN:incorrect\n");
    let output = Command::new(gokaku()).args(arguments(&refused)).timeout(Duration::from_secs(30)).assert();
    let said = String::from_utf8(output.code(2).get_output().stderr.clone()).unwrap();
    assert!(said.contains("\"LOGIN:incorrect\", expected LOGIN:gokaku OK"), "{said}");
}
