//! `gokaku rate`: ratings from all games of a store.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use opponents::fingerprint;
use serde_json::json;
use statistics::{Anchor, Pairing, RatingModel, Unrateable};
use store::StoredGame;

use crate::cli;
use crate::error::Failed;
use crate::place;
use crate::runtime::block_on;

/// Virtual draws against an average opponent, as in BayesElo: they give a rating to players that won or lost
/// every game. The output says when they were used.
const VIRTUAL_DRAWS: f64 = 2.0;

pub(crate) fn run(args: &cli::Rate) -> Result<()> {
    let fingerprint = args.fingerprint.as_deref().unwrap_or(fingerprint::of(args.game));
    let (games, stored) = block_on(async {
        let store = place::open_store(args.store.as_deref()).await?;
        let game = args.game.to_string();
        Ok((store.results_of(&game, fingerprint).await?, store.games_by_fingerprint(&game).await?))
    })?;
    let others: Vec<String> = stored
        .iter()
        .filter(|(other, _)| other != fingerprint)
        .map(|(other, games)| format!("{games} of {other}"))
        .collect();
    // Opponents of the same name may be others under another fingerprint.
    if !others.is_empty() {
        anstream::eprintln!(
            "gokaku: {} games of opponents with fingerprint {fingerprint}; not rated, unless --fingerprint \
             names them: {}",
            games.len(),
            others.join(", ")
        );
    }
    let (players, pairings) = count(&games);
    let plain = RatingModel { first_move: true, anchor: Anchor::Mean(args.mean), ..RatingModel::default() };
    let (ratings, helped) = match plain.fit(players.len(), &pairings) {
        Err(Unrateable::WonAll(_)) => {
            (RatingModel { virtual_draws: VIRTUAL_DRAWS, ..plain }.fit(players.len(), &pairings), true)
        }
        fitted => (fitted, false),
    };
    let ratings = ratings.map_err(|error| Failed(format!("{}: {error}", args.game)))?;
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&one, &two| ratings.players[two].elo.total_cmp(&ratings.players[one].elo));
    let played = |player: usize| {
        let own = pairings.iter().filter(|pairing| pairing.first == player || pairing.second == player);
        own.map(Pairing::games).sum::<f64>()
    };
    let mut out = anstream::stdout();
    if args.json {
        for &player in &order {
            let rating = &ratings.players[player];
            let interval = rating.interval();
            let line = json!({
                "opponent": players[player], "elo": rating.elo, "low": interval.low, "high": interval.high,
                "games": played(player), "fingerprint": fingerprint,
            });
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    writeln!(out, "{}: {} games of {} opponents, Bradley-Terry", args.game, games.len(), players.len())?;
    writeln!(out, "{:>7} {:>16} {:>8}  opponent", "Elo", "95% interval", "games")?;
    for player in order {
        let rating = &ratings.players[player];
        let interval = rating.interval();
        let range = format!("{:.0} to {:.0}", interval.low, interval.high);
        writeln!(out, "{:>7.0} {range:>16} {:>8.0}  {}", rating.elo, played(player), players[player])?;
    }
    if let Some(first) = ratings.first_move {
        writeln!(out, "the first seat is worth {:+.0} Elo (standard error {:.0})", first.elo, first.error)?;
    }
    if helped {
        writeln!(
            out,
            "somebody won or lost every game: everybody was given {VIRTUAL_DRAWS} draws beside their games"
        )?;
    }
    Ok(())
}

/// The players and their results, by seat.
fn count(games: &[StoredGame]) -> (Vec<&str>, Vec<Pairing>) {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        for name in [&game.first, &game.second] {
            let next = numbers.len();
            numbers.entry(name).or_insert(next);
        }
    }
    let mut pairings: BTreeMap<(usize, usize), Pairing> = BTreeMap::new();
    for game in games {
        let (first, second) = (numbers[game.first.as_str()], numbers[game.second.as_str()]);
        // Games of a player against itself carry no information.
        if first == second {
            continue;
        }
        let pairing = pairings.entry((first, second)).or_insert(Pairing {
            first,
            second,
            wins: 0.0,
            draws: 0.0,
            losses: 0.0,
        });
        match game.score {
            score if score > 0.5 => pairing.wins += 1.0,
            score if score < 0.5 => pairing.losses += 1.0,
            _ => pairing.draws += 1.0,
        }
    }
    let mut players = vec![""; numbers.len()];
    for (name, number) in numbers {
        players[number] = name;
    }
    (players, pairings.into_values().collect())
}
