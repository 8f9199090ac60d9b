//! `gokaku engine`: our opponents for other people's programs.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use anyhow::{Context, Result};
use games::kalah::{Kalah, Rules};
use games::othello::Othello;
use protocols::{Reply, gtp, kgp, nboard};

use crate::cli::{self, Protocol};

pub(crate) fn run(args: &cli::Engine) -> Result<()> {
    let seed = args.seed.unwrap_or_else(rand::random);
    match &args.protocol {
        Protocol::Gtp => {
            let mut engine = gtp::Engine::new(protocols::by_name::<Othello>(&args.opponent, seed)?);
            over_pipe(|line| engine.answer(line))
        }
        Protocol::Nboard => {
            let mut engine = nboard::Engine::new(protocols::by_name::<Othello>(&args.opponent, seed)?);
            over_pipe(|line| engine.answer(line))
        }
        Protocol::Kgp { server, rules } => {
            let rules: Rules = rules.parse()?;
            let mut client = kgp::Client::new(protocols::by_name::<Kalah>(&args.opponent, seed)?, rules);
            let stream =
                TcpStream::connect(server).with_context(|| format!("{server}: cannot be reached"))?;
            let reader = BufReader::new(stream.try_clone()?);
            converse(reader, stream, |line| client.answer(line))
        }
        Protocol::Gat(client) => super::gat::join(client, &args.opponent, seed),
    }
}

fn over_pipe(answer: impl FnMut(&str) -> Reply) -> Result<()> {
    converse(std::io::stdin().lock(), std::io::stdout().lock(), answer)
}

/// Answers line by line until one side has had enough.
fn converse(
    input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(&str) -> Reply,
) -> Result<()> {
    for line in input.lines() {
        let reply = answer(&line.context("found bytes that are no text, expected a line of the protocol")?);
        output.write_all(reply.text.as_bytes())?;
        output.flush()?;
        if reply.quit {
            break;
        }
    }
    Ok(())
}
