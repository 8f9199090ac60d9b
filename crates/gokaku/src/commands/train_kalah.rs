//! `gokaku train kalah-q`

use std::io::Write;
use std::sync::Arc;

use anyhow::{Result, bail};
use games::{Game, Side};
use indicatif::{ProgressBar, ProgressStyle};
use search::exact::GameGraph;
use search::kalah::StoreDifference;
use search::q::{QLearning, QTable};
use search::q_episodes::{EpisodeLearning, LearnedByEpisodes};

use crate::cli;
use crate::files;

/// Games of a training at scale 1.
const EPISODES: f64 = 1_000_000.0;

/// A larger board would take gigabytes: (4,3) has 5,255,649 positions.
const MOST_POSITIONS: usize = 6_000_000;

/// Learns a table by episodes, writes it as CSV and says how far it is from the table of all moves.
pub(super) fn q_table(args: &cli::Train) -> Result<()> {
    let out = args.out.clone().unwrap_or_else(|| "kalah-q.csv".into());
    files::check_writable(&out)?;
    let Some(positions) = GameGraph::from_start(&args.board, MOST_POSITIONS) else {
        bail!("found a board with more than {MOST_POSITIONS} positions, expected a smaller one such as 4,2");
    };
    let positions = Arc::new(positions);
    let episodes = (EPISODES * args.scale).ceil() as u64;
    let learning = EpisodeLearning {
        discount: args.discount,
        rate: args.learning_rate,
        exploration: args.exploration,
        episodes,
        seed: args.seed,
    };
    let bar = ProgressBar::new(episodes)
        .with_style(ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games {eta}")?);
    let learned = LearnedByEpisodes::learn(&positions, &StoreDifference, learning, &mut || bar.inc(1));
    bar.finish_and_clear();
    let sweeps = QLearning { discount: args.discount, ..QLearning::default() };
    let swept = QTable::learn(Arc::clone(&positions), &StoreDifference, sweeps);
    let difference = learned.difference(&swept);
    files::write(&out, table(&learned, &swept)?.as_bytes())?;
    let mut said = anstream::stdout();
    writeln!(
        said,
        "{episodes} games, learning rate {}, exploration {}, discount {}, seed {}",
        learning.rate, learning.exploration, learning.discount, learning.seed
    )?;
    writeln!(said, "{} positions, {:.1}% of the moves played", positions.len(), 100.0 * difference.played)?;
    writeln!(
        said,
        "difference from the table of all moves: {:.4} per move played in the games, {:.4} per different \
         move, {:.4} at most",
        difference.mean_in_games, difference.mean, difference.largest
    )?;
    writeln!(said, "{}", out.display())?;
    Ok(())
}

/// One row per position and move.
fn table(
    learned: &LearnedByEpisodes<games::kalah::Kalah>,
    swept: &QTable<games::kalah::Kalah>,
) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["position", "side_to_move", "move", "value", "visits", "value_of_all_moves"])?;
    let positions = learned.table.positions();
    let mut moves = Vec::new();
    for (index, game) in positions.iter().enumerate() {
        game.legal_moves(&mut moves);
        let numbers = positions.moves(index);
        let values = [&learned.table, swept].map(|table| table.values(game).unwrap_or_default());
        let side = if game.side_to_move() == Side::First { "first" } else { "second" };
        for (place, mv) in moves.iter().enumerate() {
            let visits = learned.visits.get(numbers.start + place).copied().unwrap_or_default();
            let [own, all] = values.map(|values| values.get(place).copied().unwrap_or_default());
            let cells = [
                game.to_string(),
                side.to_owned(),
                mv.to_string(),
                own.to_string(),
                visits.to_string(),
                all.to_string(),
            ];
            writer.write_record(cells)?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
