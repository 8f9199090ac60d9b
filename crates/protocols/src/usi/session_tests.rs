//! Whole conversations with a board.

use std::io::{self, BufReader, PipeReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use std::io::BufRead;

use super::serve;

/// A board: what it says goes to an engine, and what the engine says comes back.
struct Board {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    engine: Option<thread::JoinHandle<io::Result<()>>>,
}

impl Board {
    fn new() -> Board {
        let (heard, input) = io::pipe().unwrap();
        let (output, said) = io::pipe().unwrap();
        let engine = thread::spawn(move || serve(BufReader::new(heard), said, "random", 7));
        let (sender, lines) = channel();
        thread::spawn(move || pass_on(output, &sender));
        Board { input: Some(input), lines, engine: Some(engine) }
    }

    fn says(&mut self, line: &str) {
        self.input.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// What the engine says up to a line that begins with `word`.
    fn hears(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(20)).expect(word);
            let found = line.starts_with(word);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The engine has ended, and there is nothing more it said.
    fn leave(mut self) -> Vec<String> {
        self.engine.take().unwrap().join().unwrap().unwrap();
        self.lines.iter().collect()
    }

    fn is_silent(&self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(150)).is_err()
    }
}

fn pass_on(output: PipeReader, sender: &std::sync::mpsc::Sender<String>) {
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        if sender.send(line).is_err() {
            break;
        }
    }
}

#[test]
fn a_session_goes_as_the_protocol_says() {
    let mut board = Board::new();
    board.says("usi");
    let said = board.hears("usiok");
    assert!(said[0].starts_with("id name Gokaku ") && said[1].starts_with("id author "), "{said:?}");
    for option in ["USI_Hash", "USI_Ponder", "Threads", "MultiPV", "Opponent"] {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option} type "))), "{option}");
    }
    board.says("setoption name USI_Ponder value true");
    board.says("setoption name Opponent value random");
    board.says("isready");
    assert_eq!(board.hears("readyok").len(), 1);
    board.says("usinewgame");
    board.says("position startpos moves 7g7f 3c3d");
    board.says("go btime 0 wtime 0 byoyomi 1000");
    let said = board.hears("bestmove ");
    assert!(said[0].contains("at random"), "{said:?}");
    // The guess was right.
    board.says("position startpos moves 7g7f 3c3d 2g2f 8c8d");
    board.says("go ponder btime 0 wtime 0 byoyomi 1000");
    assert!(board.is_silent(), "nothing is said before ponderhit");
    board.says("ponderhit");
    board.hears("bestmove ");
    // The guess was wrong, and the next question follows at once.
    board.says("go ponder btime 0 wtime 0 byoyomi 1000");
    board.says("stop");
    board.says("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 w G 1");
    board.says("go btime 60000 wtime 60000 binc 1000 winc 1000");
    board.hears("bestmove ");
    let mv = board.hears("bestmove ").pop().unwrap();
    assert!(mv.starts_with("bestmove 5a"), "the king is all white has: {mv}");
    board.says("go infinite");
    assert!(board.is_silent(), "nothing is said before stop");
    board.says("isready");
    assert_eq!(board.hears("readyok").len(), 1, "even now");
    board.says("stop");
    board.hears("bestmove ");
    board.says("stop");
    board.says("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    board.says("go mate 10000");
    assert_eq!(board.hears("checkmate"), ["checkmate G*5b"]);
    board.says("position startpos");
    board.says("go mate infinite");
    assert_eq!(board.hears("checkmate"), ["checkmate nomate"]);
    board
        .says("position sfen l4G3/2k2sb2/p1npppp2/2P4p1/1p5N1/2P1P3P/P1NPB1PP1/2S2S3/L1K1G3L b R2GSNL2Prp 1");
    board.says("go mate infinite");
    board.says("stop");
    assert_eq!(board.hears("checkmate").len(), 1, "a mate or none or too little time, but an answer");
    board.says("gameover lose");
    board.says("quit");
    assert_eq!(board.leave(), [""; 0]);
}

#[test]
fn broken_lines_change_nothing() {
    let mut board = Board::new();
    for (line, expected) in [
        ("dance", "expected a line that begins with one of"),
        ("setoption name Colour value red", "expected one of the options"),
        ("setoption name Opponent value grandmaster", "expected random"),
        ("position startpos moves 7g7e", "expected a legal move"),
        ("position startpos moves 7g7f 7g7f", "expected a legal move"),
        ("go byoyomi soon", "expected a whole number behind byoyomi"),
        ("ponderhit", "expected it only after go ponder"),
    ] {
        board.says(line);
        let said = board.hears("info string").pop().unwrap();
        assert!(said.contains(expected), "{line}: {said}");
    }
    board.input.as_mut().unwrap().write_all(b"\n\r\n\xff\xfe\n").unwrap();
    board.hears("info string found");
    board.says("go movetime 50");
    board.hears("bestmove ");
    // Lines for later, more than can be kept.
    board.says("go infinite");
    for _ in 0..300 {
        board.says("usinewgame");
    }
    assert!(board.hears("info string").pop().unwrap().contains("expected stop"));
    board.says("stop");
    board.hears("bestmove ");
}

#[test]
fn the_end_of_a_game_is_told_as_such() {
    let mut board = Board::new();
    // Mated: a gold at the head of the king.
    board.says("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    board.says("go byoyomi 100");
    assert_eq!(board.hears("bestmove"), ["bestmove resign"]);
    board.says("go ponder byoyomi 100");
    board.says("gameover draw");
    board.says("isready");
    assert_eq!(board.hears("readyok"), ["readyok"], "what is forgotten is not answered");
    board.says("go infinite");
    board.says("quit");
    let begun = Instant::now();
    assert!(board.leave().len() <= 1);
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let mut board = Board::new();
    board.says("go byoyomi 200");
    board.input = None;
    assert!(board.leave().last().is_some_and(|line| line.starts_with("bestmove ")));
    let mut board = Board::new();
    board.says("go infinite");
    board.input = None;
    assert!(board.leave().last().is_some_and(|line| line.starts_with("bestmove ")));
    let error = serve(BufReader::new(io::empty()), io::sink(), "grandmaster", 1).unwrap_err();
    assert!(error.to_string().contains("found opponent \"grandmaster\""), "{error}");
}

#[test]
fn a_book_may_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.sfen");
    std::fs::write(&file, "startpos moves 2g2f 8c8d\n").unwrap();
    let mut board = Board::new();
    board.says(&format!("setoption name Opponent value book:file={},opponent=random", file.display()));
    board.says("position startpos");
    board.says("go depth 3 byoyomi 1000");
    assert_eq!(
        board.hears("bestmove "),
        ["info string From the opening book, where it was played in 1 of 1 games.", "bestmove 2g2f"]
    );
}
