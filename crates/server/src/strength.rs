//! How strong a player is over time, by every game that says something about it.
//!
//! Two things are known of a player. Results against levels of fixed strength give a rating (Glicko-2,
//! `players.rs`); games against "My level" give that opponent's own estimate, from moves and results. Both
//! are distributions in Elo on one scale and begin with the same assumption about a stranger. As normal
//! distributions they are put together by adding their precisions, the common assumption counted once.

use opponents::{Estimate, StrengthUnit};
use statistics::Glicko;
use store::StoredTable;

use crate::levels;
use crate::players::{self, level_of, seat_of};
use crate::tables::{estimate_of, written};
use crate::wire::{
    CurvePoint, GameKind, GameStrength, Overlooked, OversightKind, PersonResult, ResultsAgainst, Strength,
    StrengthNow, Text,
};

/// The ends of 90% and of 95% of a normal distribution are so many standard deviations from its middle.
const Z_90: f64 = 1.645;
const Z_95: f64 = 1.96;

/// Closer than this to a level is as strong as it.
const AS_STRONG: f64 = 40.0;

/// A normal distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Normal {
    mean: f64,
    sd: f64,
}

impl From<Glicko> for Normal {
    fn from(glicko: Glicko) -> Normal {
        Normal { mean: glicko.rating, sd: glicko.deviation }
    }
}

impl Normal {
    /// The opponent's estimate, which comes with an interval of 90%.
    fn of(estimate: Estimate) -> Option<Normal> {
        let sd = (estimate.high - estimate.low) / (2.0 * Z_90);
        (estimate.scale == StrengthUnit::Elo && sd > 0.0).then_some(Normal { mean: estimate.value, sd })
    }

    fn precision(self) -> f64 {
        self.sd.powi(-2)
    }

    /// What two distributions say together that both began as `prior`.
    fn with(self, other: Normal, prior: Normal) -> Normal {
        let parts = [(self, 1.0), (other, 1.0), (prior, -1.0)];
        let precision: f64 = parts.iter().map(|(part, sign)| sign * part.precision()).sum();
        let surer = if self.sd < other.sd { self } else { other };
        // One that is as unsure as the prior adds nothing.
        if precision <= surer.precision() {
            return surer;
        }
        let weighted: f64 = parts.iter().map(|(part, sign)| sign * part.precision() * part.mean).sum();
        Normal { mean: weighted / precision, sd: precision.sqrt().recip() }
    }
}

/// What is known of a player from their finished tables, the oldest first; `estimates` has the last estimate
/// of a table's opponent, by table, and `overlooked` what is known of mistakes: game, kind and number.
#[must_use]
pub(crate) fn strength(
    tables: &[StoredTable],
    player: &str,
    estimates: &[(String, String)],
    overlooked: &[(String, String, u64)],
) -> Strength {
    let of_game = |game: GameKind| {
        let own: Vec<&StoredTable> = tables.iter().filter(|table| table.game == game.as_str()).collect();
        let curve = curve(game, &own, estimates);
        let now = curve.last().map(|(point, games)| StrengthNow {
            rating: point.rating,
            low: point.low,
            high: point.high,
            games: *games,
            words: words(game, point.rating),
        });
        let kind = |word: &str| serde_json::from_value::<OversightKind>(word.into()).ok();
        let overlooked = overlooked.iter().filter(|(of, ..)| of == game.as_str());
        GameStrength {
            game,
            now,
            curve: curve.into_iter().map(|(point, _)| point).collect(),
            results: results(game, &own, player),
            overlooked: overlooked
                .filter_map(|(_, word, count)| Some(Overlooked { kind: kind(word)?, count: *count as u32 }))
                .collect(),
        }
    };
    let known = |game: &GameStrength| !game.results.is_empty() || !game.overlooked.is_empty();
    Strength { games: GameKind::ALL.iter().copied().map(of_game).filter(known).collect() }
}

/// The estimate after each game that says something, and how many such games there have been.
fn curve(game: GameKind, tables: &[&StoredTable], estimates: &[(String, String)]) -> Vec<(CurvePoint, u32)> {
    let prior = Normal::from(levels::unknown(game));
    let (mut rated, mut estimated): (Option<Glicko>, Option<Normal>) = (None, None);
    let mut curve = Vec::new();
    for &table in tables {
        let estimate = estimates.iter().find(|(id, _)| *id == table.id);
        let estimate = estimate.and_then(|(_, text)| Normal::of(estimate_of(text)?));
        if let Some((_, score, opponent)) = players::rated(table) {
            rated = Some(players::after_game(game, rated, score, opponent));
        } else if estimate.is_some() && table.score.is_some() {
            estimated = estimate;
        } else {
            continue;
        }
        let known = match (rated.map(Normal::from), estimated) {
            (Some(rated), Some(estimated)) => rated.with(estimated, prior),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => continue,
        };
        let point = CurvePoint {
            at: written(table.changed),
            rating: known.mean,
            low: known.mean - Z_95 * known.sd,
            high: known.mean + Z_95 * known.sd,
            opponent: level_of(game, table).name,
        };
        curve.push((point, curve.len() as u32 + 1));
    }
    curve
}

/// A strength beside those of the fixed levels.
fn words(game: GameKind, rating: f64) -> Text {
    let known = levels::rated(game);
    let near = known.iter().find(|(_, level)| (level - rating).abs() <= AS_STRONG);
    if let Some((name, _)) = near {
        return Text::new(format!("about as strong as {}", name.en), format!("「{}」と同じくらい", name.ja));
    }
    let below = known.iter().rfind(|(_, level)| *level < rating);
    let above = known.iter().find(|(_, level)| *level > rating);
    match (below, above) {
        (Some((one, _)), Some((two, _))) => Text::new(
            format!("between {} and {}", one.en, two.en),
            format!("「{}」と「{}」のあいだ", one.ja, two.ja),
        ),
        (None, Some((name, _))) => Text::new(format!("below {}", name.en), format!("「{}」より下", name.ja)),
        (Some((name, _)), None) => Text::new(format!("above {}", name.en), format!("「{}」より上", name.ja)),
        (None, None) => Text::new("not compared with the levels", "強さの段階とは比べていません"),
    }
}

/// How a player did against each opponent, by what the page calls it; people are not counted.
fn results(game: GameKind, tables: &[&StoredTable], player: &str) -> Vec<ResultsAgainst> {
    let mut results: Vec<ResultsAgainst> = Vec::new();
    for table in tables.iter().filter(|table| !table.opponent.is_empty()) {
        let Some(score) = table.score else { continue };
        let opponent = level_of(game, table).name;
        let place = results.iter().position(|known| known.opponent == opponent).unwrap_or_else(|| {
            results.push(ResultsAgainst { opponent, wins: 0, draws: 0, losses: 0 });
            results.len() - 1
        });
        let own = if seat_of(table, player) == table.seat { score } else { 1.0 - score };
        match players::result(own) {
            PersonResult::Won => results[place].wins += 1,
            PersonResult::Drew => results[place].draws += 1,
            PersonResult::Lost => results[place].losses += 1,
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(id: &str, level: &str, opponent: &str, score: f64, changed: i64) -> StoredTable {
        StoredTable {
            id: id.to_owned(),
            player: "p".to_owned(),
            game: "kalah".to_owned(),
            level: level.to_owned(),
            opponent: opponent.to_owned(),
            seat: games::Side::First,
            seed: 1,
            terms: "{}".to_owned(),
            start: String::new(),
            phase: store::Phase::Over,
            to_move: None,
            plies: 9,
            version: 9,
            asked: String::new(),
            outcome: None,
            score: Some(score),
            made: 0,
            changed,
            memory: None,
            other: None,
        }
    }

    #[test]
    fn games_against_my_level_and_fixed_levels_make_one_line() {
        let estimate = |low: f64, high: f64| {
            let value = f64::midpoint(low, high);
            format!("{{\"scale\":\"elo\",\"value\":{value},\"low\":{low},\"high\":{high}}}")
        };
        let fixed = "alphabeta:depth=2,noise=1";
        let tables = [
            table("a", "my-level", "gokaku", 1.0, 1),
            table("b", "level-3", fixed, 1.0, 2),
            table("c", "research-select-q", "select-q", 0.0, 3),
            table("d", "my-level", "gokaku:target=0.3", 0.0, 4),
        ];
        let estimates = [("a".to_owned(), estimate(100.0, 900.0)), ("d".to_owned(), estimate(400.0, 800.0))];
        let overlooked = [("kalah".to_owned(), "missed-turn".to_owned(), 3)];
        let strength = strength(&tables, "p", &estimates, &overlooked);
        assert_eq!(strength.games.len(), 1);
        let kalah = &strength.games[0];
        let opponents: Vec<&str> = kalah.curve.iter().map(|point| point.opponent.en.as_str()).collect();
        assert_eq!(opponents, ["My level", "Medium", "My level"], "selectQ says nothing of a strength");
        let widths: Vec<f64> = kalah.curve.iter().map(|point| point.high - point.low).collect();
        assert!(widths.is_sorted_by(|one, two| one > two), "{widths:?}");
        assert_eq!(kalah.now.as_ref().map(|now| now.games), Some(3));
        assert_eq!((kalah.overlooked[0].kind, kalah.overlooked[0].count), (OversightKind::MissedTurn, 3));
        let lines: Vec<_> = kalah.results.iter().map(|line| (&*line.opponent.en, line.wins)).collect();
        assert_eq!(lines, [("My level", 1), ("Medium", 1), ("selectQ, usual board", 0)]);
    }

    #[test]
    fn two_sources_are_surer_than_one_and_the_prior_counts_once() {
        let prior = Normal { mean: 500.0, sd: 400.0 };
        let one = Normal { mean: 700.0, sd: 200.0 };
        let same = one.with(prior, prior);
        assert!((same.mean - 700.0).abs() < 1e-9 && (same.sd - 200.0).abs() < 1e-9);
        let both = one.with(Normal { mean: 900.0, sd: 200.0 }, prior);
        assert!(both.sd < 200.0 && both.mean > 700.0);
    }

    #[test]
    fn a_strength_is_named_by_the_levels_beside_it() {
        let levels = levels::rated(GameKind::Kalah);
        assert_eq!(levels.len(), 5);
        assert_eq!(words(GameKind::Kalah, levels[2].1).en, "about as strong as Medium");
        assert_eq!(words(GameKind::Kalah, levels[0].1 - 500.0).en, "below Beginner");
        assert_eq!(words(GameKind::Kalah, levels[4].1 + 500.0).en, "above Expert");
    }
}
