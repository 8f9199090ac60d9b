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
    Hints, Learned, Learning, Player, colours, draw_of, learned_name, meetings, policy, teacher_games,
};

use super::folder::Folder;
use crate::cli::{self, ColourNetwork, GeisterPlayer};
use crate::files;
use crate::plan_runs::played;

/// The policy, from its teacher's games.
pub(super) fn policy_command(args: &cli::Train) -> Result<()> {
    let out = args.out.clone().unwrap_or_else(|| "policy.gkn".into());
    files::check_writable(&out)?;
    let begun = Instant::now();
    let evidence = played(vec![teacher_games(args.scale, args.seed)], &args.lab, args.as_is)?;
    let [games] = &evidence[..] else { bail!("found {} plans, expected one", evidence.len()) };
    let shelf = Folder::of_networks(args.lab.store.as_deref())?;
    let name = format!("policy-{}", learned_name(&evidence)?);
    let learned = with_bar("policy", |watch| Ok(policy(games, args.seed, &name, &shelf, watch)?))?;
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
    let evidence = played(meetings(args.scale, args.seed), &args.lab, args.as_is)?;
    let shelf = Folder::of_networks(args.lab.store.as_deref())?;
    let draw = draw_of(&evidence, player, 1)?;
    let learning = Learning { architecture, hints, seed: args.seed };
    let data = format!("moves of {}, plans {}", player.opponent(), learned_name(&evidence)?);
    let name = format!("{called}-1-{}", learned_name(&evidence)?);
    let learned = with_bar(&called, |watch| Ok(colours(&learning, &draw, &data, &name, &shelf, watch)?))?;
    finish(&learned, &out, begun)
}

/// Writes the network and says what is on its card.
fn finish(learned: &Learned, out: &Path, begun: Instant) -> Result<()> {
    files::write(out, &learned.network.to_bytes())?;
    let mut said = anstream::stdout();
    write!(said, "{}", learned.network.card())?;
    writeln!(said, "{} ({:.0} s)", out.display(), begun.elapsed().as_secs_f64())?;
    Ok(())
}

/// Shows a bar of epochs while `learn` works.
fn with_bar(
    what: &str,
    learn: impl FnOnce(&mut dyn FnMut(&Epoch) -> ControlFlow<()>) -> Result<Learned>,
) -> Result<Learned> {
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
