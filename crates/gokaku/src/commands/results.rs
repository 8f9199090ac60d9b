//! Results of a plan as text.

use lab::{Evidence, PlanResults};

/// Number of forfeits that are listed.
const SHOWN_FORFEITS: usize = 10;

/// The pairings of a plan: A's wins, draws and losses, its score with an interval.
pub(super) fn text(evidence: &Evidence, results: &PlanResults) -> String {
    let plan = &evidence.plan;
    let (intervals, _) = evidence.intervals(results);
    let mut text =
        format!("{}: {} of {} games, seed {}, ", plan.game, results.played, results.total, plan.seed);
    text += &format!("fingerprint {}\n", evidence.fingerprint);
    for (number, name) in plan.opponents.iter().enumerate() {
        text += &format!("{:>4} {name}\n", format!("[{number}]"));
    }
    text += &format!(
        "{:<12}{:>8}{:>8}{:>7}{:>8}{:>9}  {:<17}{:>9}{:>8}\n",
        "A and B", "games", "wins", "draws", "losses", "score", "95% interval", "distinct", "plies"
    );
    for (pairing, interval) in results.pairings.iter().zip(intervals) {
        let [a, b] = pairing.pair;
        let range = format!("{:.1}% to {:.1}%", 100.0 * interval.low, 100.0 * interval.high);
        text += &format!(
            "{:<12}{:>8}{:>8}{:>7}{:>8}{:>8.1}%  {range:<17}{:>9}{:>8.1}\n",
            format!("[{a}] - [{b}]"),
            pairing.all.games(),
            pairing.all.wins,
            pairing.all.draws,
            pairing.all.losses,
            100.0 * pairing.all.score(),
            pairing.distinct,
            pairing.mean_plies()
        );
    }
    let forfeits: Vec<_> = results.pairings.iter().flat_map(|pairing| &pairing.forfeits).collect();
    if !forfeits.is_empty() {
        text += &format!("{} games ended by a fault:\n", forfeits.len());
    }
    for (number, forfeit) in forfeits.iter().take(SHOWN_FORFEITS) {
        text += &format!("  game {number}: {forfeit}\n");
    }
    if forfeits.len() > SHOWN_FORFEITS {
        text += &format!("  and {} more\n", forfeits.len() - SHOWN_FORFEITS);
    }
    text
}
