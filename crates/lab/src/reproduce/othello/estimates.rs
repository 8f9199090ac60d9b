//! What the ladder took each player for: the level in the reason of its last move of a game.

use opponents::Reason;
use statistics::Tally;
use store::StoredGame;

use crate::Evidence;
use report::{Cell, Column, Table};

/// The ladder's games against one player.
#[derive(Clone, Default, Debug)]
pub(super) struct Ended {
    /// The estimate at the end of each game that has one.
    levels: Vec<f64>,
    /// The mean rung that played, one for each game.
    rungs: Vec<f64>,
    /// The ladder's results.
    pub(super) results: Tally,
}

impl Ended {
    /// The mean of the estimates at the end.
    pub(super) fn level(&self) -> Option<f64> {
        mean(&self.levels)
    }

    /// Their standard deviation over games.
    pub(super) fn deviation(&self) -> Option<f64> {
        let mean = self.level()?;
        let squares: f64 = self.levels.iter().map(|level| (level - mean).powi(2)).sum();
        (self.levels.len() > 1).then(|| (squares / (self.levels.len() - 1) as f64).sqrt())
    }

    /// The standard error of the mean.
    fn error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.levels.len() as f64).sqrt())
    }

    /// The mean rung that played.
    pub(super) fn rung(&self) -> Option<f64> {
        mean(&self.rungs)
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// One for each pairing of a plan in which the ladder is A.
pub(super) fn ended(evidence: &Evidence) -> Vec<Ended> {
    let mut all = vec![Ended::default(); evidence.plan.pairings().len()];
    for game in &evidence.games {
        let (pairing, index) = evidence.plan.place(game.number);
        let ladder_first = index.is_multiple_of(2);
        let ended = &mut all[pairing];
        ended.results.add(if ladder_first { game.score } else { 1.0 - game.score });
        let (level, rungs) = told(game);
        ended.levels.extend(level);
        ended.rungs.extend(mean(&rungs));
    }
    all
}

/// The last estimate in a game's reasons, and every rung that played.
fn told(game: &StoredGame) -> (Option<f64>, Vec<f64>) {
    let (mut last, mut rungs) = (None, Vec::new());
    for note in game.notes.as_deref().unwrap_or_default().lines() {
        let reason = note.splitn(3, '\t').nth(2).map(Reason::from_stored);
        if let Some(Reason::Ladder { level, rung, .. }) = reason {
            last = level.or(last);
            rungs.push(f64::from(rung));
        }
    }
    (last, rungs)
}

/// What the estimates ended at against each player, for each rule of the ladder.
pub(super) fn table(rules: &[(&str, &Evidence)], players: &[String]) -> Table {
    let mut rows = Vec::new();
    for &(rule, evidence) in rules {
        for (player, ended) in players.iter().zip(ended(evidence)) {
            let half = ended.error().map(|error| statistics::distribution::Z_95 * error);
            let number = |value: Option<f64>| value.map_or(Cell::Nothing, |value| Cell::Number(value, 1));
            let interval = ended.level().zip(half);
            rows.push(vec![
                Cell::words(rule),
                Cell::words(player),
                Cell::Count(ended.results.games()),
                number(ended.level()),
                interval.map_or(Cell::Nothing, |(mean, half)| Cell::Range(mean - half, mean + half, 1)),
                number(ended.deviation()),
                number(ended.rung()),
                crate::run_report::share(&ended.results),
            ]);
        }
    }
    Table {
        name: "estimates".into(),
        caption: "The estimated level at the end of a game, in depth: mean with its 95% interval, standard \
                  deviation over games, the mean rung that played, and the ladder's score in percent."
            .into(),
        columns: Column::all(["rule", "against", "games", "estimate", "95%", "sd", "rung", "score"]),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use opponents::Visits;

    use super::*;

    #[test]
    fn the_last_level_counts_and_every_rung() {
        let note = |rung: u32, level: Option<f64>| {
            let visits = Visits { win_rate: 0.6, visits: 9, playouts: 20, depth: 4 };
            let reason = Reason::Ladder { rung, level, observations: 1, last: Some(5), visits };
            format!("1\t\t{}\n", reason.to_stored())
        };
        let notes = format!("{}1\t\t\n{}{}", note(15, None), note(9, Some(8.5)), note(12, Some(11.0)));
        let game = StoredGame {
            number: 0,
            first: String::new(),
            second: String::new(),
            score: 1.0,
            ending: String::new(),
            forfeit: None,
            plies: 4,
            start: String::new(),
            moves: String::new(),
            notes: Some(notes),
            millis: 0,
        };
        assert_eq!(told(&game), (Some(11.0), vec![15.0, 9.0, 12.0]));
        let ended = Ended { levels: vec![8.0, 10.0], rungs: vec![9.0], results: Tally::default() };
        assert_eq!((ended.level(), ended.deviation()), (Some(9.0), Some(2.0_f64.sqrt())));
    }
}
