//! Servers and clients of the GAT tournament over real connections, honest ones and others.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use games::geister::{Geister, Setup};
use games::{EndReason, Game, Side};
use opponents::{Failure, Opponent};
use protocols::gat::{Allowance, Client, Connection, Ended, Server};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const CLIENT: Client = Client { limit: 300, patience: Duration::from_secs(20) };

fn server(allowance: Allowance) -> Server {
    Server::open("127.0.0.1", [0, 0], 200, allowance).unwrap()
}

fn join(address: SocketAddr, seed: u64, client: Client) -> Result<Ended, Failure> {
    let mut opponent: Box<dyn Opponent<Geister>> = protocols::by_name("ra", seed).unwrap();
    let setup = Setup::random(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut line = Connection::open(address).unwrap();
    client.play(&mut line, &mut *opponent, setup)
}

#[test]
fn our_clients_play_on_our_server() {
    const GAMES: u64 = 20;
    let server = server(Allowance::default());
    let addresses = server.addresses().unwrap();
    let refereed = thread::spawn(move || (0..GAMES).map(|_| server.referee().unwrap()).collect::<Vec<_>>());
    let clients = [0, 1].map(|seat| {
        let address = addresses[seat as usize];
        thread::spawn(move || {
            (0..GAMES).map(|game| join(address, 2 * game + seat, CLIENT).unwrap()).collect()
        })
    });
    let refereed = refereed.join().unwrap();
    let ends: [Vec<Ended>; 2] = clients.map(|client| client.join().unwrap());
    for (game, refereed) in refereed.iter().enumerate() {
        assert_eq!(refereed.fault, None);
        let record = refereed.record.as_ref().unwrap();
        let last = record.replay().unwrap();
        assert_eq!((last.outcome(), record.line.end), (Some(refereed.end), Some(refereed.end)));
        assert!(record.line.plies.iter().all(|ply| ply.time.is_some()));
        for side in Side::BOTH {
            let ended = &ends[side.index()][game];
            assert_eq!(Some(ended.score), refereed.end.score(side));
            assert_eq!((ended.seat, ended.last.view(side)), (side, last.with_limit(300).unwrap().view(side)));
        }
    }
}

/// A game in which the other side says `lines` and then nothing more, or goes.
fn against(lines: Vec<Vec<u8>>, stays: bool) -> Result<Ended, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let liar = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        for line in lines {
            if stream.write_all(&line).is_err() {
                return;
            }
        }
        if !stays {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        // Until the client has gone.
        while matches!(stream.read(&mut [0; 64]), Ok(1..)) {}
    });
    let begun = Instant::now();
    let patience = Duration::from_millis(if stays { 300 } else { 20_000 });
    let ended = join(address, 5, Client { patience, ..CLIENT });
    assert!(begun.elapsed() < Duration::from_secs(15));
    liar.join().unwrap();
    ended
}

#[test]
fn a_lying_server_is_found_out() {
    // The red ghosts of seed 5, as the start shows them.
    let setup = Setup::random(&mut Xoshiro256PlusPlus::seed_from_u64(5));
    let start = games::geister::gat::write_board(&Geister::new([setup; 2], 300).view(Side::First));
    let turn = |board: &str| format!("MOV?{board}\r\n");
    let begin = "SET?\r\nOK \r\n";
    let five = start.replacen('B', "R", 1);
    let two_moves = start.replace("41u", "42u").replace("31u", "32u");
    let jumped = start.replace("41u", "43u");
    let shown = start.replace("41u", "41R");
    let taken = start.replace("41u", "99r");
    let cases = [
        (String::new(), "it closed the connection"),
        ("HELLO\r\n".to_owned(), "found \"HELLO\", expected SET?"),
        ("SET?\r\nNG \r\n".to_owned(), "found \"NG \", expected OK"),
        (format!("{begin}MOV?\r\n"), "a board of 48 characters"),
        (format!("{begin}{}", turn(&five)), "5 reds"),
        (format!("{begin}{}", turn(&two_moves)), "a board to which a move leads"),
        (format!("{begin}{}", turn(&jumped)), "a board to which a move leads"),
        (format!("{begin}{}", turn(&shown)), "cannot know it"),
        (format!("{begin}{}", turn(&taken)), "expected"),
        (format!("{begin}{}OKR\r\n", turn(&start)), "it captures nothing"),
        (format!("{begin}{}NG \r\n", turn(&start)), "found \"NG \""),
        (format!("{begin}{}OK \r\n{}", turn(&start), turn(&start)), "a board to which a move leads"),
        (format!("{begin}{}OK \r\nWON:{start}\r\n", turn(&start)), "expected"),
        (format!("{begin}{}OK \r\n", turn(&start)), "it closed the connection"),
        (format!("{begin}{}", "A".repeat(100_000)), "more than 256 signs"),
    ];
    for (said, expected) in cases {
        let error = against(vec![said.clone().into_bytes()], false).unwrap_err().to_string();
        // Who is cut off in the middle of a line may find the connection broken first.
        let found = error.contains(expected) || (said.len() > 1000 && error.contains("connection"));
        assert!(found && !error.contains('\n'), "{said}: {error}");
    }
    let silent = against(vec![b"SET?\r\n".to_vec()], true).unwrap_err();
    assert!(matches!(silent, Failure::TimedOut(_)), "{silent}");
}

/// Bytes that look like the protocol here and there.
fn noise(rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let words: [&[u8]; 10] =
        [b"SET?", b"SET:ABCD", b"OK ", b"MOV?", b"MOV:A,N", b"NG ", b"WON:", b"\r\n", b"14R24R", b"\n\n"];
    let mut bytes = Vec::new();
    for _ in 0..rng.random_range(1..40) {
        if rng.random_bool(0.5) {
            bytes.extend_from_slice(words[rng.random_range(..words.len())]);
        } else {
            bytes.extend((0..rng.random_range(0..30)).map(|_| rng.next_u32() as u8));
        }
    }
    bytes
}

#[test]
fn noise_ends_a_client_with_an_error() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    for _ in 0..60 {
        assert!(against(vec![noise(&mut rng)], false).is_err());
        assert!(against(vec![b"SET?\r\nOK \r\n".to_vec(), noise(&mut rng)], false).is_err());
    }
}

/// What a server makes of two clients that say this and then close, or stay for a while.
fn refereed(says: &[Vec<u8>; 2], stays: [bool; 2], allowance: Allowance) -> protocols::gat::Refereed {
    let server = server(allowance);
    let addresses = server.addresses().unwrap();
    let clients = [0, 1].map(|seat| {
        let (bytes, stays) = (says[seat].clone(), stays[seat]);
        thread::spawn(move || {
            let mut stream = TcpStream::connect(addresses[seat]).unwrap();
            // The server pairs only clients that are still there; it is heard once it has.
            let mut asked = [0; 6];
            stream.read_exact(&mut asked).unwrap();
            let _ = stream.write_all(&bytes);
            while stays && matches!(stream.read(&mut [0; 256]), Ok(1..)) {}
        })
    });
    let begun = Instant::now();
    let refereed = server.referee().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(15));
    for client in clients {
        client.join().unwrap();
    }
    refereed
}

const SHORT: Allowance = Allowance { game: Duration::from_millis(100), then: Duration::from_millis(100) };

#[test]
fn silent_and_vanished_clients_lose() {
    let set = || b"SET:ABCD\r\n".to_vec();
    let end = |says, stays| {
        let refereed = refereed(&says, stays, SHORT);
        assert!(refereed.fault.is_some());
        (refereed.end.winner, refereed.end.reason, refereed.record.is_some())
    };
    let (first, second) = (Some(Side::First), Some(Side::Second));
    assert_eq!(end([set(), set()], [true, true]), (second, EndReason::Timeout, true));
    assert_eq!(end([set(), b"SET:AB".to_vec()], [true, true]), (first, EndReason::Timeout, false));
    assert_eq!(end([b"SET:ABCD\r\nMOV:A,E\r\n".to_vec(), set()], [true, true]).0, second);
    let flood = b"MOV:A,N\r\n".repeat(100_000);
    assert_eq!(end([set(), [set(), flood].concat()], [true, true]), (first, EndReason::Forfeit, true));
    let endless = [set(), vec![b'M'; 1_000_000]].concat();
    assert_eq!(end([endless, set()], [true, true]).0, second);
    let patient = Allowance { game: Duration::from_secs(20), then: Duration::from_secs(20) };
    let gone = refereed(&[set(), set()], [true, false], patient);
    assert_eq!((gone.end.winner, gone.end.reason), (first, EndReason::Forfeit));
}

#[test]
fn noise_ends_a_game_and_nothing_else() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for round in 0..60 {
        let says = [noise(&mut rng), [&b"SET:ABCD\r\n"[..], &noise(&mut rng)].concat()];
        let refereed = refereed(&says, [round % 2 == 0, round % 3 == 0], SHORT);
        if let Some(record) = refereed.record {
            assert!(record.replay().is_ok());
        }
    }
}

#[test]
fn who_goes_before_the_other_comes_is_let_go() {
    let server = server(Allowance::default());
    let addresses = server.addresses().unwrap();
    drop(TcpStream::connect(addresses[0]).unwrap());
    let refereed = thread::spawn(move || server.referee().unwrap());
    thread::sleep(Duration::from_millis(50));
    let clients = [0, 1].map(|seat| thread::spawn(move || join(addresses[seat], 3, CLIENT)));
    for client in clients {
        client.join().unwrap().unwrap();
    }
    assert_eq!(refereed.join().unwrap().fault, None);
}
