//! `gokaku estimate`

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::{Result, bail};
use games::othello::Othello;
use games::{GameKind, Side};
use people::othello::{OthelloPeople, STRENGTH_SCALES};
use people::strength::{MoveEvidence, StrengthScale};
use serde_json::json;

use crate::{cli, game_files};

pub(crate) fn run(args: &cli::Estimate) -> Result<()> {
    if args.game != GameKind::Othello {
        bail!(
            "found {}, expected othello: for other games there is no model of people's strength",
            args.game
        );
    }
    let mut people = OthelloPeople::shipped(true);
    let mut evidence = MoveEvidence::default();
    let mut others = BTreeSet::new();
    for path in &args.records {
        for record in game_files::records::<Othello>(path)? {
            for side in Side::BOTH {
                if record.player(side).name == args.player {
                    evidence.add_game(&mut people, &record, side);
                } else {
                    others.insert(record.player(side).name.clone());
                }
            }
        }
    }
    let scale = StrengthScale::between(&STRENGTH_SCALES, evidence.games).filter(|_| evidence.choices > 0);
    let Some(scale) = scale else {
        let some: Vec<String> = others.into_iter().filter(|name| !name.is_empty()).take(10).collect();
        bail!(
            "found no moves of \"{}\", expected a player of the records, such as: {}",
            args.player,
            some.join(", ")
        );
    };
    let strength = scale.strength(&evidence);
    let (rating, low, high) = (strength.rating.round(), strength.low.round(), strength.high.round());
    let (games, choices) = (evidence.games, evidence.choices);
    let mut out = anstream::stdout();
    if args.json {
        let found = json!({
            "player": args.player, "games": games, "choices": choices,
            "rating": rating, "low": low, "high": high,
        });
        writeln!(out, "{found}")?;
    } else {
        writeln!(
            out,
            "{}: {rating:.0}, 90% interval {low:.0} to {high:.0} (scale of the WTHOR database, mean 1500), \
             from {choices} choices in {games} games",
            args.player
        )?;
    }
    Ok(())
}
