//! Nobody is told a colour they may not know: what is sent to a client, what an opponent plays and says, and
//! what is written of a game that goes on are the same whatever the hidden colours are.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use games::geister::{Geister, Move, Setup, Transcript, gat};
use games::{Game, Record, Side};
use opponents::Opponent;
use protocols::gat::{Allowance, Referee, Server};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Short enough for a thousand games, long enough for captures in nearly all of them.
const LIMIT: u16 = 50;

/// Plays one random game and gives every byte that was sent to it.
fn capture(address: SocketAddr, seed: u64) -> Vec<u8> {
    let mut opponent: Box<dyn Opponent<Geister>> = protocols::by_name("ra", seed).unwrap();
    let setup = Setup::random(&mut Xoshiro256PlusPlus::seed_from_u64(!seed));
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut bytes = Vec::new();
    loop {
        let from = bytes.len();
        if reader.read_until(b'\n', &mut bytes).unwrap() == 0 {
            return bytes;
        }
        let line = std::str::from_utf8(&bytes[from..]).unwrap();
        if line.starts_with("SET?") {
            stream.write_all(format!("SET:{setup}\r\n").as_bytes()).unwrap();
        } else if line.starts_with(gat::TURN) {
            // A seat sees its own colours the same way round from both sides of the board.
            let view = gat::read_board(line, Side::First, 0, LIMIT)
                .or_else(|_| gat::read_board(line, Side::First, 40, LIMIT))
                .unwrap();
            let choice = opponent.choose(&view).unwrap();
            stream
                .write_all(format!("{}\r\n", gat::write_move(&view, choice.mv).unwrap()).as_bytes())
                .unwrap();
        }
    }
}

/// The game with other colours for the side across from `seat`, and how many moves of it `seat` cannot tell
/// from the real one.
fn recoloured(record: &Record<Geister>, seat: Side, enemy: Setup) -> (Geister, usize) {
    let mut setups = Side::BOTH.map(|side| record.start.setup(side));
    setups[seat.other().index()] = enemy;
    let start = Geister::new(setups, record.start.limit());
    let (mut real, mut other) = (record.start, start);
    let mut same = 0;
    for mv in record.moves() {
        if other.play(mv).is_err() {
            break;
        }
        real.apply(mv);
        if real.view(seat) != other.view(seat) || real.outcome().is_some() {
            break;
        }
        same += 1;
    }
    (start, same)
}

/// What a server sends to `seat` in these moves of a game.
fn sent(start: &Geister, moves: &[Move], seat: Side) -> Vec<u8> {
    let mut referee = Referee::new(start.limit());
    let mut game = *start;
    let mut lines = referee.open();
    for side in Side::BOTH {
        lines.extend(referee.hear(side, &format!("SET:{}", start.setup(side)), Duration::ZERO));
    }
    for &mv in moves {
        let side = game.side_to_move();
        let text = gat::write_move(&game.view(side), mv).unwrap();
        lines.extend(referee.hear(side, &text, Duration::ZERO));
        game.apply(mv);
    }
    let own = lines.into_iter().filter(|(side, _)| *side == seat);
    own.flat_map(|(_, line)| format!("{line}\r\n").into_bytes()).collect()
}

/// Games between two clients that play at random, and every byte that was sent to each.
fn captured(games: std::ops::Range<u64>) -> Vec<(Record<Geister>, [Vec<u8>; 2])> {
    let server = Server::open("127.0.0.1", [0, 0], LIMIT, Allowance::default()).unwrap();
    let addresses = server.addresses().unwrap();
    thread::scope(|scope| {
        let [first, second] = [0, 1].map(|seat: u64| {
            let (games, address) = (games.clone(), addresses[seat as usize]);
            scope.spawn(move || games.map(|game| capture(address, 2 * game + seat)).collect::<Vec<_>>())
        });
        let refereed = games.map(|_| server.referee().unwrap()).collect::<Vec<_>>();
        let heard = first.join().unwrap().into_iter().zip(second.join().unwrap());
        let games = refereed.into_iter().zip(heard).map(|(refereed, (first, second))| {
            assert_eq!(refereed.fault, None);
            (refereed.record.unwrap(), [first, second])
        });
        games.collect()
    })
}

#[test]
fn a_thousand_games_tell_no_client_a_hidden_colour() {
    // Twenty servers at once: most of a game is waiting for the other side.
    let games: Vec<_> = thread::scope(|scope| {
        let tables: Vec<_> =
            (0..20).map(|table| scope.spawn(move || captured(50 * table..50 * (table + 1)))).collect();
        tables.into_iter().flat_map(|table| table.join().unwrap()).collect()
    });
    assert_eq!(games.len(), 1000);
    let setups: Vec<Setup> = Setup::all().collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut compared, mut told_apart) = (0, 0);
    for (number, (record, captured)) in games.into_iter().enumerate() {
        let moves: Vec<Move> = record.moves().collect();
        for seat in Side::BOTH {
            let heard = &captured[seat.index()];
            assert_eq!(*heard, sent(&record.start, &moves, seat), "the referee is what was on the wire");
            for _ in 0..5 {
                let enemy = *setups.choose(&mut rng).unwrap();
                let (start, same) = recoloured(&record, seat, enemy);
                let other = sent(&start, &moves[..same], seat);
                assert!(heard.starts_with(&other), "game {number}, {seat}, {enemy}");
                compared += same;
                // With its end the game does tell: the comparison can fail.
                told_apart += usize::from(*heard != sent(&start, &moves[..=same.min(moves.len() - 1)], seat));
                let cut = |start: Geister| {
                    let record = Record::from_moves(start, moves[..same].iter().copied()).unwrap();
                    Transcript::of(&record, seat).unwrap().write()
                };
                assert_eq!(cut(record.start), cut(start));
            }
        }
    }
    assert!(
        compared > 50_000 && told_apart > 5_000,
        "{compared} moves compared, {told_apart} games told apart"
    );
}

/// Plays `name` in `seat` against a random player; every choice of both has its reason as comment.
fn played(name: &str, seat: Side, seed: u64) -> Record<Geister> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = Geister::deal(&mut rng);
    let mut seats: [Box<dyn Opponent<Geister>>; 2] =
        [protocols::by_name(name, seed).unwrap(), protocols::by_name("ra", rng.next_u64()).unwrap()];
    if seat == Side::Second {
        seats.reverse();
    }
    let mut record = Record::new(start);
    for side in Side::BOTH {
        seats[side.index()].begin(&start.view(side), &[]);
    }
    let mut game = start;
    while game.outcome().is_none() {
        let side = game.side_to_move();
        let choice = seats[side.index()].choose(&game.view(side)).unwrap();
        seats[side.other().index()].observe(&game.view(side.other()), choice.mv);
        game.apply(choice.mv);
        record
            .line
            .plies
            .push(games::Ply { comment: choice.reason.to_stored(), ..games::Ply::new(choice.mv) });
    }
    record
}

#[test]
fn no_opponent_plays_or_speaks_by_a_hidden_colour() {
    let names = [
        ("ra", 10),
        ("mc:playouts=50", 6),
        ("mc:playouts=50,belief=count-cumulative", 4),
        ("mc:playouts=50,belief=countch-cumulative", 2),
        ("pr", 6),
        ("pm:playouts=4", 2),
        ("negamax:depth=2", 6),
    ];
    for (name, games) in names {
        let mut compared = 0;
        for seed in 0..games {
            let seat = if seed % 2 == 0 { Side::First } else { Side::Second };
            let record = played(name, seat, seed);
            let real = record.start.setup(seat.other());
            let others =
                Setup::all().filter(|&setup| setup != real).map(|setup| recoloured(&record, seat, setup));
            // The other colours that can pass for the real ones longest.
            let (start, same) = others.max_by_key(|&(_, same)| same).unwrap();
            let mut opponent: Box<dyn Opponent<Geister>> = protocols::by_name(name, seed).unwrap();
            opponent.begin(&start.view(seat), &[]);
            let mut game = start;
            for ply in &record.line.plies[..same] {
                if game.side_to_move() == seat {
                    let choice = opponent.choose(&game.view(seat)).unwrap();
                    assert_eq!(
                        (choice.mv, choice.reason.to_stored()),
                        (ply.mv, ply.comment.clone()),
                        "{name}, seed {seed}"
                    );
                    compared += 1;
                } else {
                    opponent.observe(&game.view(seat), ply.mv);
                }
                game.apply(ply.mv);
            }
        }
        assert!(compared >= 5 * games, "{name}: {compared} choices compared");
    }
}
