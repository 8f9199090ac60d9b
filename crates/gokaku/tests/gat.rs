//! Geister by the tournament's protocol, from one process to another.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use games::geister::Geister;

fn gokaku() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("gokaku"))
}

#[test]
fn a_server_and_two_clients_play_and_keep_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.gkr");
    // The second time the games are put behind those of the first.
    for games in [3, 6] {
        let mut server = gokaku();
        server.args(["gat-server", "--first-port", "0", "--second-port", "0", "--games", "3", "--out"]);
        let mut server = server.arg(&file).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let clients = ["first ", "second "].map(|seat| {
            let line = lines.next().unwrap().unwrap();
            let address = line.strip_prefix(seat).unwrap().to_owned();
            let mut client = gokaku();
            client.args(["engine", "gat", &address, "--games", "3", "--seed", "1", "--opponent", "ra"]);
            client.stdout(Stdio::piped()).spawn().unwrap()
        });
        for client in clients {
            let output = client.wait_with_output().unwrap();
            assert!(output.status.success());
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.lines().count() == 3 && said.starts_with("game 1: "), "{said}");
        }
        assert!(server.wait().unwrap().success());
        let records = games::text::read::<Geister>(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(records.len(), games);
        assert!(records.iter().all(|record| record.replay().is_ok() && record.line.end.is_some()));
    }
}

#[test]
fn our_client_plays_in_a_match_as_somebody_elses_program() {
    let program = assert_cmd::cargo::cargo_bin!("gokaku").to_str().unwrap().to_owned();
    let name = format!("gat:{program} engine gat {{host}}:{{port}} --opponent ra --red EFGH --seed 1");
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.gkr");
    let output = gokaku()
        .args(["match", "geister", &name, "random", "--games", "4", "--log", log.to_str().unwrap()])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let records = games::text::read::<Geister>(&fs::read_to_string(log).unwrap()).unwrap();
    for record in records {
        let seat =
            if record.players[0].name.starts_with("gat:") { games::Side::First } else { games::Side::Second };
        assert_eq!(record.start.setup(seat).to_string(), "EFGH");
        assert_eq!(record.tag(lab::FORFEIT_TAG), None);
    }
}

#[test]
fn what_cannot_be_is_an_error_with_exit_code_2() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let liar = thread::spawn(move || {
        for said in ["SET?\r\nOK \r\nMOV?nonsense\r\n", ""] {
            let (mut stream, _) = listener.accept().unwrap();
            stream.write_all(said.as_bytes()).unwrap();
            // Long enough for the client to answer.
            thread::sleep(Duration::from_millis(300));
        }
    });
    for expected in ["expected a board of 48 characters", "it closed the connection"] {
        let output = gokaku().args(["engine", "gat", &address, "--opponent", "ra"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{said}");
    }
    liar.join().unwrap();
    let output = gokaku().args(["engine", "gat", &address, "--red", "ABCDE"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output = gokaku().args(["gat-server", "--host", "no.such.host.invalid"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
