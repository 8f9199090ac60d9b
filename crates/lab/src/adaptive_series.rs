//! Games one after another between the same two players, one of which adapts to the other.

use std::ops::ControlFlow;

use games::{Game, Record, Side};
use opponents::{Estimate, NameError};
use protocols::{ExternalEngines, by_name};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{GameLimits, Opening, SimulatedUser, play_game};

/// A series of games between two players, sides alternating.
#[derive(Clone, Debug)]
pub struct AdaptiveSeries<'a> {
    /// The player that adapts, by name.
    pub adaptive: &'a str,
    /// The player it adapts to.
    pub other: SimulatedUser<'a>,
    /// Number of games.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// Whether what was learned in a game is remembered in the next.
    pub remembers: bool,
    /// Longest game, and whether times are noted.
    pub limits: GameLimits,
}

/// One game of a series.
#[derive(Clone, PartialEq, Debug)]
pub struct SeriesGame<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// The seat of the adaptive player.
    pub side: Side,
    /// Its score.
    pub score: f64,
    /// Its estimate of the other's strength after the game, if it has one.
    pub estimate: Option<Estimate>,
    /// The strength it played at, move by move, if it varies.
    pub strengths: Vec<f64>,
}

impl AdaptiveSeries<'_> {
    /// Plays all games one after another.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn play<G: ExternalEngines>(&self) -> Result<Vec<SeriesGame<G>>, NameError> {
        self.play_until(&mut |_| ControlFlow::Continue(()))
    }

    /// Plays games one after another until all are played or `done`, which hears of each, breaks off.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn play_until<G: ExternalEngines>(
        &self,
        done: &mut dyn FnMut(&SeriesGame<G>) -> ControlFlow<()>,
    ) -> Result<Vec<SeriesGame<G>>, NameError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut memory: Option<String> = None;
        let mut games = Vec::new();
        // Made once for all games: some opponents take long to set up.
        let mut adaptive = by_name::<G>(self.adaptive, rng.next_u64())?;
        for number in 0..self.games {
            if let Some(memory) = &memory {
                // It was written by an opponent of the same name.
                let _ = adaptive.remember(memory);
            }
            let other = self.other.in_game::<G>(number, self.games, rng.next_u64())?;
            let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
            let mut seats = if side == Side::First { [adaptive, other] } else { [other, adaptive] };
            let opening = Opening::from(G::deal(&mut rng));
            let record = play_game(&opening, &mut seats, self.limits);
            let score = record.line.end.and_then(|end| end.score(side)).unwrap_or(0.5);
            let [first, second] = seats;
            adaptive = if side == Side::First { first } else { second };
            if self.remembers {
                memory = record.line.end.and_then(|end| adaptive.memory(end));
            }
            let (estimate, strengths) = (adaptive.estimate(), adaptive.strengths().to_vec());
            let game = SeriesGame { record, side, score, estimate, strengths };
            let flow = done(&game);
            games.push(game);
            if flow.is_break() {
                break;
            }
        }
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use games::kalah::Kalah;

    use super::*;

    #[test]
    fn memory_makes_the_score_more_even() {
        let series = |remembers| AdaptiveSeries {
            adaptive: "gokaku",
            other: "random".into(),
            games: 24,
            seed: 3,
            remembers,
            limits: GameLimits::default(),
        };
        let games = |remembers| series(remembers).play::<Kalah>().unwrap();
        let score = |remembers| games(remembers)[8..].iter().map(|game| game.score).sum::<f64>();
        let (without_memory, with_memory) = (score(false), score(true));
        assert!(with_memory < without_memory, "{with_memory} {without_memory}");
        assert_eq!(games(true), games(true));
        assert!(games(true).iter().all(|game| game.estimate.is_some() && !game.strengths.is_empty()));
        let mut heard = 0;
        let mut enough = |_: &SeriesGame<Kalah>| {
            heard += 1;
            if heard < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        assert_eq!(series(true).play_until(&mut enough).unwrap(), games(true)[..3]);
        let nobody = AdaptiveSeries { other: "nobody".into(), ..series(true) };
        assert!(nobody.play::<Kalah>().is_err());
    }
}
