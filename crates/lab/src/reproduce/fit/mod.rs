//! Does the adaptive opponent play evenly with everybody? In all four games, beside the adaptive opponents of
//! the papers.

mod panel;
mod series;
mod tables;
mod true_strength;
mod unnatural;
mod unnatural_tables;
mod verdict;

use anyhow::Result;
use rayon::prelude::*;

use super::{Context, Experiment, listed};
use crate::AdaptiveSeries;
use report::{Block, Report, Section};

use panel::{PANELS, Panel, User};
use series::{GameSummary, Matchup, Review, SeriesKind, WARMUP, matchups};

/// The experiment with all four games, and one with each.
pub(crate) const ALL: Experiment = experiment(
    "fit",
    "All games: does the adaptive opponent gokaku play evenly with everybody?",
    |context| run(&PANELS, context),
);
pub(crate) const OTHELLO: Experiment = experiment(
    "fit-othello",
    "Othello: does the adaptive opponent gokaku play evenly with everybody?",
    |context| run(&PANELS[..1], context),
);
pub(crate) const KALAH: Experiment = experiment(
    "fit-kalah",
    "Kalah: does the adaptive opponent gokaku play evenly with everybody?",
    |context| run(&PANELS[1..2], context),
);
pub(crate) const SHOGI: Experiment = experiment(
    "fit-shogi",
    "Shogi: does the adaptive opponent gokaku play evenly with everybody?",
    |context| run(&PANELS[2..3], context),
);
pub(crate) const GEISTER: Experiment = experiment(
    "fit-geister",
    "Geister: does the adaptive opponent gokaku play evenly with everybody?",
    |context| run(&PANELS[3..], context),
);

const fn experiment(
    id: &'static str,
    about: &'static str,
    run: fn(&Context<'_>) -> Result<Report>,
) -> Experiment {
    Experiment { id, about, quick: 0.1, run }
}

/// Games against each reference player to measure a user's strength: at full scale, and at least.
const STRENGTH_GAMES: (u64, u64) = (40, 10);

/// One in so many games of a series is reviewed for unnatural moves.
const REVIEWED: u64 = 10;

/// The adaptive opponents of the papers play one in so many games: at their own settings they are slow.
const OTHERS: u64 = 4;

/// A matchup with its games, one series after another; the warm-up games of a [known](SeriesKind::Known) user
/// too.
struct Played {
    matchup: Matchup,
    games: Vec<GameSummary>,
}

fn run(panels: &[Panel], context: &Context<'_>) -> Result<Report> {
    let matchups: Vec<Matchup> =
        panels.iter().enumerate().flat_map(|(number, panel)| matchups(number, panel)).collect();
    let users: usize = panels.iter().map(|panel| panel.present().len()).sum();
    context.runner.expect_steps((matchups.len() + users) as u64, "series");
    let numbered = matchups.into_par_iter().enumerate();
    let played: Vec<Played> = numbered
        .map(|(number, matchup)| play(&panels[matchup.panel], number, matchup, context))
        .collect::<Result<_>>()?;
    let true_elo = |panel: &Panel| -> Result<Vec<Option<f64>>> {
        let users = panel.users.par_iter().enumerate();
        let elo = users.map(|(number, User { user, .. })| {
            if !user.is_steady() || !panel.present().contains(&number) {
                return Ok(None);
            }
            let games = context.scaled(STRENGTH_GAMES.0).max(STRENGTH_GAMES.1).next_multiple_of(2);
            let seed = context.seed.wrapping_add(number as u64);
            let key = format!("{} Elo of {user} by {games} games each, seed {seed}", panel.game);
            let measure = || (panel.true_elo)(*user, games, seed, panel.limits());
            let elo = context.cached(panel.fingerprint(), &key, measure)?;
            context.runner.step();
            Ok(Some(elo))
        });
        elo.collect()
    };
    let true_elo: Vec<Vec<Option<f64>>> = panels.iter().map(true_elo).collect::<Result<_>>()?;
    Ok(report(panels, &played, &true_elo, context))
}

/// Plays all games of a matchup, or takes them from the cache.
fn play(panel: &Panel, number: usize, matchup: Matchup, context: &Context<'_>) -> Result<Played> {
    let is_ours = matchup.adaptive.starts_with("gokaku");
    let (times, games) = match matchup.kind {
        SeriesKind::Known if is_ours => (1, WARMUP + context.scaled(panel.games)),
        SeriesKind::Known => (1, WARMUP + context.scaled(panel.games / OTHERS)),
        SeriesKind::FirstGames => (1, context.scaled(panel.games)),
        // As many games as the other series have.
        SeriesKind::Restarted => (context.scaled(panel.games / WARMUP), WARMUP),
    };
    let series = AdaptiveSeries {
        adaptive: &matchup.adaptive,
        other: panel.users[matchup.user].user,
        games,
        seed: context.seed.wrapping_add(number as u64),
        remembers: matchup.kind != SeriesKind::FirstGames,
        limits: panel.limits(),
    };
    let review = (matchup.kind == SeriesKind::Known).then_some(Review {
        analyst: panel.analyst,
        observer: panel.users[matchup.user].observer,
        games: context.scaled(panel.games / REVIEWED) as usize,
    });
    let again = |time: u64| {
        let seed = series.seed.wrapping_add(time << 32);
        (panel.play)(&AdaptiveSeries { seed, ..series.clone() }, review)
    };
    let key = format!("{} {times} times {series:?} {review:?}", panel.game);
    let series = || (0..times).map(again).collect::<Result<Vec<_>, _>>();
    let games = context.cached(panel.fingerprint(), &key, series)?.concat();
    context.runner.step();
    Ok(Played { matchup, games })
}

fn report(
    panels: &[Panel],
    played: &[Played],
    true_elo: &[Vec<Option<f64>>],
    context: &Context<'_>,
) -> Report {
    let mut sections = Vec::new();
    let mut scores = verdict::Scores::default();
    for (number, panel) in panels.iter().enumerate() {
        let of = |user: usize, adaptive: &str, kind: SeriesKind| {
            let wanted = Matchup { panel: number, adaptive: adaptive.to_owned(), user, kind };
            played.iter().find(|one| one.matchup == wanted).map(|one| one.games.as_slice())
        };
        let users = panel.present();
        let found = tables::PanelGames { panel, users: &users, true_elo: &true_elo[number], of: &of };
        scores.add(&found);
        let missing = panel.missing();
        let missing = (!missing.is_empty())
            .then(|| Block::Text(format!("Not installed, and so not played: {}.", listed(&missing))));
        let mut blocks = vec![
            Block::Figure(found.figure()),
            Block::Table(found.first_games_table()),
            Block::Table(found.known_table()),
            Block::Table(found.targets_table()),
            Block::Table(found.coverage_table()),
            Block::Table(found.unnatural_table()),
            Block::Folded {
                summary: "Unnatural moves by user".into(),
                blocks: vec![Block::Table(found.unnatural_by_user_table())],
            },
        ];
        blocks.extend(missing);
        sections.push(Section::new(panel.game, blocks));
    }
    let games: Vec<String> = panels.iter().map(|panel| panel.game.to_owned()).collect();
    Report {
        title: "Does the adaptive opponent gokaku play evenly with everybody?".into(),
        verdict: scores.verdict(),
        lead: format!(
            "Not from a paper: gokaku plays simulated users from weak to strong in {}, in games that it \
             remembers and in first games (scale {}, seed {}). Each user's score is compared with our own \
             aim.",
            listed(&games),
            context.scale,
            context.seed
        ),
        sections,
        ..Report::default()
    }
}
