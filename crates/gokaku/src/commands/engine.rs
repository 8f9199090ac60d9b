//! `gokaku engine`: our opponents for other people's programs.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;

use anyhow::{Context, Result};
use games::kalah::{Kalah, Rules};
use games::othello::Othello;
use protocols::{Reply, csa, gtp, kgp, nboard, usi};

use crate::cli::{self, Protocol};

pub(crate) fn run(args: &cli::Engine) -> Result<()> {
    let seed = args.seed.unwrap_or_else(rand::random);
    let opponent = args.opponent.as_str();
    match &args.protocol {
        Protocol::Gtp => {
            let mut engine = gtp::Engine::new(protocols::by_name::<Othello>(opponent, seed)?);
            over_pipe(|line| engine.answer(line))
        }
        Protocol::Nboard => {
            let mut engine = nboard::Engine::new(protocols::by_name::<Othello>(opponent, seed)?);
            over_pipe(|line| engine.answer(line))
        }
        Protocol::Kgp { server, rules } => {
            let rules: Rules = rules.parse()?;
            let mut client = kgp::Client::new(protocols::by_name::<Kalah>(opponent, seed)?, rules);
            let stream =
                TcpStream::connect(server).with_context(|| format!("{server}: cannot be reached"))?;
            let reader = BufReader::new(stream.try_clone()?);
            converse(reader, stream, |line| client.answer(line))
        }
        Protocol::Gat(client) => super::gat::join(client, opponent, seed),
        Protocol::Usi => Ok(usi::serve(BufReader::new(io::stdin()), io::stdout().lock(), opponent, seed)?),
        Protocol::Csa { server, user, password, game, games } => {
            let login = csa::Login { user: user.clone(), password: password.clone(), game: game.clone() };
            let client = csa::Client::new(login, opponent, seed, *games)?;
            let stream =
                TcpStream::connect(server).with_context(|| format!("{server}: cannot be reached"))?;
            play_on_server(client, stream).with_context(|| server.clone())
        }
    }
}

/// Plays games for a client and prints how each ended.
fn play_on_server(mut client: csa::Client, mut stream: TcpStream) -> Result<()> {
    stream.write_all(client.greeting().as_bytes())?;
    let mut told = 0;
    for line in BufReader::new(stream.try_clone()?).lines() {
        let line = line.context("found no line of the protocol")?;
        let reply = client.answer(&line)?;
        stream.write_all(reply.text.as_bytes())?;
        for game in &client.finished()[told..] {
            let names = [0, 1].map(|seat| game.record.players[seat].name.as_str()).join(" - ");
            let moves = game.record.moves().len();
            let ending = format!("{} {} as {}, {moves} moves", game.result, game.reason, game.side);
            writeln!(io::stdout(), "{} {names}: {ending}", game.id)?;
        }
        told = client.finished().len();
        if reply.quit {
            return Ok(());
        }
    }
    anyhow::bail!("found the end of the connection, expected LOGOUT:completed")
}

fn over_pipe(answer: impl FnMut(&str) -> Reply) -> Result<()> {
    converse(std::io::stdin().lock(), std::io::stdout().lock(), answer)
}

/// Answers line by line until the input ends or the engine quits.
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
