//! `gokaku evaluate`

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use games::othello::kernel::Portable;
use games::othello::{Othello, wthor};
use games::{Game, Record, Side};
use lab::Agreement;
use search::othello::{Evaluation, Weights};
use statistics::Interval;

use crate::cli;
use crate::files;

pub(crate) fn run(args: &cli::Evaluate) -> Result<()> {
    let own = match &args.weights {
        Some(path) => {
            let weights = Weights::from_bytes(&files::read(path)?);
            Some(weights.map_err(|error| files::name_file(path, &error))?)
        }
        None => None,
    };
    let weights = own.as_ref().unwrap_or_else(|| Weights::shipped());
    let programs = match &args.programs {
        Some(path) => programs(path)?,
        None => HashSet::new(),
    };
    let mut agreement = Agreement::default();
    let mut number = 0;
    for path in &args.files {
        // Without a list of names players are called by their numbers.
        let records = wthor::read(&files::read(path)?, &wthor::Directory::default())
            .map_err(|error| files::name_file(path, &error))?;
        for record in &records {
            if record.players.iter().any(|player| programs.contains(&player.name)) {
                continue;
            }
            let Some((game, score)) =
                judged(record).map_err(|error| anyhow!("{}: {error}", path.display()))?
            else {
                continue;
            };
            let is_nth = |n: u32| number % u64::from(n) == 0;
            let is_taken = args.every.is_none_or(is_nth) && !args.but_every.is_some_and(is_nth);
            number += 1;
            if is_taken {
                let value = f64::from(weights.evaluate(Portable, game.board())) / Weights::SCALE;
                agreement.add(value, score);
            }
        }
    }
    if agreement.boards() == 0 {
        bail!("found no game with a theoretical score, expected some");
    }
    print(&agreement)
}

/// The position whose theoretical score the database knows, and that score for the side to move; `None` if
/// the game ended before.
fn judged(record: &Record<Othello>) -> Result<Option<(Othello, f64)>> {
    let Some((discs, empties)) = wthor::theoretical(record)? else { return Ok(None) };
    let mut game = record.start;
    for mv in record.moves() {
        if game.board().empty().count_ones() == u32::from(empties) && game.board().moves() != 0 {
            break;
        }
        game.play(mv)?;
    }
    if game.board().empty().count_ones() != u32::from(empties) || game.board().moves() == 0 {
        return Ok(None);
    }
    let first = 2.0 * f64::from(discs) - 64.0;
    let score = if game.side_to_move() == Side::First { first } else { -first };
    Ok(Some((game, score)))
}

/// The names that programs have where there is no list of names.
fn programs(path: &Path) -> Result<HashSet<String>> {
    let bytes = files::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| {
        let found = head.iter().position(|&found| found == name);
        found.ok_or_else(|| {
            anyhow!("{}:1: found {}, expected a column {name}", path.display(), head.join(","))
        })
    };
    let (player, is_program) = (column("player_id")?, column("is_program")?);
    let mut programs = HashSet::new();
    for (line, row) in (2..).zip(lines) {
        let fields: Vec<&str> = row.split(',').collect();
        let number = fields.get(player).and_then(|field| field.parse::<u16>().ok());
        match (number, fields.get(is_program).copied()) {
            (Some(number), Some("1")) => {
                programs.insert(format!("#{number}"));
            }
            (Some(_), Some("0")) => {}
            _ => bail!("{}:{line}: found {row}, expected a player's number, and 0 or 1", path.display()),
        }
    }
    Ok(programs)
}

fn print(agreement: &Agreement) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let range = |(mean, Interval { low, high }): (f64, Interval), factor: f64| {
        format!("{:8.2}   {:.2} to {:.2}", factor * mean, factor * low, factor * high)
    };
    writeln!(out, "{} games, {} of them even: those have no sign", agreement.boards(), agreement.even())?;
    writeln!(out, "{:<24}{:>8}   95% interval", "", "")?;
    writeln!(out, "{:<24}{}", "sign right, %", range(agreement.sign(), 100.0))?;
    writeln!(out, "{:<24}{}", "mean error, discs", range(agreement.mean_error(), 1.0))?;
    writeln!(out, "{:<24}{}", "bias, discs", range(agreement.bias(), 1.0))?;
    Ok(())
}
