//! `gokaku engine gat` and `gokaku gat-server`: Geister by the protocol of the GAT tournament.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use games::Side;
use games::geister::{Geister, Setup};
use protocols::gat::{Allowance, Client, Connection, Refereed, Server};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cli::{GatClient, GatServer};
use crate::files;

/// Plays games on a server.
pub(crate) fn join(args: &GatClient, opponent: &str, seed: u64) -> Result<()> {
    let given: Option<Setup> = args.red.as_deref().map(str::parse).transpose().context("--red")?;
    let client = Client { limit: args.limit, patience: Duration::from_secs_f64(args.patience) };
    // The choices must not draw from the generator that dealt: they would tell what was dealt.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut dealer = Xoshiro256PlusPlus::seed_from_u64(rng.random());
    for number in 1..=args.games {
        let mut opponent = protocols::by_name::<Geister>(opponent, rng.random())?;
        let setup = given.unwrap_or_else(|| Setup::random(&mut dealer));
        let mut server =
            Connection::open(&args.server).with_context(|| format!("{}: cannot be reached", args.server))?;
        let ended = client
            .play(&mut server, &mut *opponent, setup)
            .with_context(|| format!("{}: game {number}", args.server))?;
        let result = match ended.score {
            score if score > 0.5 => "won",
            score if score < 0.5 => "lost",
            _ => "drawn",
        };
        let plies = ended.last.ply();
        anstream::println!("game {number}: {result} in the {} seat, {plies} plies", ended.seat);
    }
    Ok(())
}

/// Hosts games, pair after pair.
pub(crate) fn serve(args: &GatServer) -> Result<()> {
    let mut kept = args.out.as_deref().map_or_else(|| Ok(String::new()), already_in)?;
    let allowance =
        Allowance { game: Duration::from_secs_f64(args.time), then: Duration::from_secs_f64(args.then) };
    let ports = [args.first_port, args.second_port];
    let server = Server::open(&args.host, ports, args.limit, allowance)
        .with_context(|| format!("{}, ports {} and {}: cannot listen", args.host, ports[0], ports[1]))?;
    for (side, address) in Side::BOTH.into_iter().zip(server.addresses()?) {
        anstream::println!("{side} {address}");
    }
    for number in 1..=args.games.unwrap_or(u64::MAX) {
        let refereed = server.referee().context("nobody can call any more")?;
        anstream::println!("game {number}: {}", told(&refereed));
        if let (Some(path), Some(mut record)) = (&args.out, refereed.record) {
            if let Some((side, failure)) = refereed.fault {
                record.set_tag(lab::FORFEIT_TAG, format!("{side}: {failure}"));
            }
            if !kept.is_empty() {
                kept.push('\n');
            }
            kept += &games::text::write(&record);
            files::write(path, kept.as_bytes())?;
        }
    }
    Ok(())
}

/// The games that are in the file from before.
fn already_in(path: &Path) -> Result<String> {
    files::check_writable(path)?;
    if !path.exists() {
        return Ok(String::new());
    }
    let text = String::from_utf8(files::read(path)?)
        .with_context(|| format!("{}: found bytes that are no text, expected records", path.display()))?;
    games::text::read::<Geister>(&text).map_err(|error| files::name_file(path, &error))?;
    Ok(text)
}

/// The end of a game in a line.
fn told(refereed: &Refereed) -> String {
    let end = refereed.end;
    let winner = end.winner.map_or_else(|| "drawn".to_owned(), |winner| format!("{winner} wins"));
    let plies = refereed.record.as_ref().map_or(0, |record| record.line.plies.len());
    let fault = refereed.fault.as_ref().map(|(side, failure)| format!(" ({side}: {failure})"));
    format!("{winner}, {}, {plies} plies{}", end.reason.as_str(), fault.unwrap_or_default())
}
