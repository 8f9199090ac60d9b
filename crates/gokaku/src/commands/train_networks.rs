//! `gokaku train geister-policy` and `geister-colour`
//!
//! Games are played through the lab and stay in its store; finished networks are kept beside it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use belief::Architecture;
use belief::training::Epoch;
use indicatif::{ProgressBar, ProgressStyle};
use lab::geister::{
    Hints, Player, TrainedNetwork, TrainingSetup, data_split, plans_name, player_games, teacher_games,
    train_colours, train_policy,
};
use lab::reproduce::CacheKind;
use lab::{Evidence, Plan, StoredOpponents};

use super::cache_folder::CacheFolder;
use crate::cli::{self, ColourNetwork, GeisterPlayer};
use crate::files;
use crate::plan_runs::{played, warn_of_old};

/// The games of plans, after playing what is missing or as they are.
fn games_of(plans: Vec<Plan>, args: &cli::Train) -> Result<Vec<Evidence>> {
    let stored = args.as_is.then(StoredOpponents::default);
    let games = played(plans, &args.lab, stored.as_ref())?;
    if let Some(stored) = &stored {
        warn_of_old(stored);
    }
    Ok(games)
}

/// The policy, from its teacher's games.
pub(super) fn policy_command(args: &cli::Train) -> Result<()> {
    let out = args.out.clone().unwrap_or_else(|| "policy.gkn".into());
    files::check_writable(&out)?;
    let begun = Instant::now();
    let evidence = games_of(vec![teacher_games(args.scale, args.seed)], args)?;
    let [games] = &evidence[..] else { bail!("found {} plans, expected one", evidence.len()) };
    let cache = CacheFolder::beside_store(args.lab.store.as_deref(), CacheKind::Networks)?;
    let name = format!("policy-{}", plans_name(&evidence)?);
    let learned = with_bar("policy", |watch| Ok(train_policy(games, args.seed, &name, &cache, watch)?))?;
    finish(&learned, &out, begun)
}

/// A network of colours, from the meetings of the four players.
pub(super) fn colour_command(args: &cli::Train) -> Result<()> {
    let player = match args.player {
        GeisterPlayer::Mc => Player::Mc,
        GeisterPlayer::Pr => Player::Pr,
        GeisterPlayer::Pm => Player::Pm,
        GeisterPlayer::Ra => Player::Ra,
    };
    let (architecture, hints) = match args.network {
        ColourNetwork::Base => (Architecture::Base, None),
        ColourNetwork::Count => (Architecture::Count, None),
        ColourNetwork::Countch => (Architecture::CountCh, Some(Hints::CHOSEN)),
    };
    let called = format!("{architecture}-{}", player.abbreviation()).to_lowercase();
    let out = args.out.clone().unwrap_or_else(|| format!("{called}.gkn").into());
    files::check_writable(&out)?;
    let begun = Instant::now();
    let evidence = games_of(player_games(args.scale, args.seed), args)?;
    let cache = CacheFolder::beside_store(args.lab.store.as_deref(), CacheKind::Networks)?;
    let split = data_split(&evidence, player, 1)?;
    let setup = TrainingSetup { architecture, hints, seed: args.seed };
    let data = format!("moves of {}, plans {}", player.opponent(), plans_name(&evidence)?);
    let name = format!("{called}-1-{}", plans_name(&evidence)?);
    let learned = with_bar(&called, |watch| Ok(train_colours(&setup, &split, &data, &name, &cache, watch)?))?;
    finish(&learned, &out, begun)
}

/// Writes the network and says what is on its card.
fn finish(learned: &TrainedNetwork, out: &Path, begun: Instant) -> Result<()> {
    files::write(out, &learned.network.to_bytes())?;
    let mut said = anstream::stdout();
    write!(said, "{}", learned.network.card())?;
    writeln!(said, "{} ({:.0} s)", out.display(), begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// Shows a bar of epochs while `learn` works.
fn with_bar(
    what: &str,
    learn: impl FnOnce(&mut dyn FnMut(&Epoch) -> ControlFlow<()>) -> Result<TrainedNetwork>,
) -> Result<TrainedNetwork> {
    let style =
        ProgressStyle::with_template("{prefix} {wide_bar} epoch {pos} of at most {len}, {msg}, {eta} left")?;
    let bar = ProgressBar::new(belief::training::TrainingSettings::default().epochs as u64).with_style(style);
    bar.set_prefix(what.to_owned());
    let learned = learn(&mut |epoch| {
        let score = epoch.validation.unwrap_or(epoch.training);
        bar.set_message(format!("{:.1}% right", 100.0 * score.accuracy));
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    learned
}
