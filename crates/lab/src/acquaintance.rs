//! Game after game between the same two, one of whom gets to know the other.

use std::ops::ControlFlow;

use games::{Game, Record, Side};
use opponents::{Estimate, NameError};
use protocols::{Peers, by_name};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Conduct, Opening, play_game};

/// Two who meet again and again, sides alternating.
#[derive(Clone, Debug)]
pub struct Acquaintance<'a> {
    /// The name of the one who learns.
    pub host: &'a str,
    /// The name of the other.
    pub guest: &'a str,
    /// How often they meet.
    pub games: u64,
    /// Everything that is left to chance follows from this.
    pub seed: u64,
    /// Whether the host knows in a game what it learnt in those before; else every game is the first.
    pub remembers: bool,
    /// How their games are conducted.
    pub conduct: Conduct,
}

/// One of their games.
#[derive(Clone, PartialEq, Debug)]
pub struct Met<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// Where the host sat.
    pub side: Side,
    /// What the host scored.
    pub score: f64,
    /// What the host took the guest for when it ended, if it says so.
    pub estimate: Option<Estimate>,
    /// How strong the host played, move by move, if that is not its own.
    pub strengths: Vec<f64>,
}

impl Acquaintance<'_> {
    /// Plays all games one after another.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn meet<G: Peers>(&self) -> Result<Vec<Met<G>>, NameError> {
        self.meet_until(&mut |_| ControlFlow::Continue(()))
    }

    /// Plays games one after another until all are played or `done`, which hears of each, breaks off.
    ///
    /// # Errors
    /// An opponent is not known.
    pub fn meet_until<G: Peers>(
        &self,
        done: &mut dyn FnMut(&Met<G>) -> ControlFlow<()>,
    ) -> Result<Vec<Met<G>>, NameError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut memory: Option<String> = None;
        let mut games = Vec::new();
        // One host for all games: some learn for a while before they can play at all.
        let mut host = by_name::<G>(self.host, rng.next_u64())?;
        for number in 0..self.games {
            if let Some(memory) = &memory {
                // It was written by an opponent of the same name.
                let _ = host.remember(memory);
            }
            let guest = by_name::<G>(self.guest, rng.next_u64())?;
            let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
            let mut seats = if side == Side::First { [host, guest] } else { [guest, host] };
            let opening = Opening::from(G::deal(&mut rng));
            let record = play_game(&opening, &mut seats, self.conduct);
            let score = record.line.end.and_then(|end| end.score(side)).unwrap_or(0.5);
            let [first, second] = seats;
            host = if side == Side::First { first } else { second };
            if self.remembers {
                memory = record.line.end.and_then(|end| host.memory(end));
            }
            let (estimate, strengths) = (host.estimate(), host.strengths().to_vec());
            let met = Met { record, side, score, estimate, strengths };
            let flow = done(&met);
            games.push(met);
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
    fn who_remembers_stops_winning_every_game() {
        let meet = |remembers| Acquaintance {
            host: "gokaku",
            guest: "random",
            games: 24,
            seed: 3,
            remembers,
            conduct: Conduct::default(),
        };
        let games = |remembers| meet(remembers).meet::<Kalah>().unwrap();
        let score = |remembers| games(remembers)[8..].iter().map(|game| game.score).sum::<f64>();
        let (stranger, friend) = (score(false), score(true));
        assert!(friend < stranger, "{friend} {stranger}");
        assert_eq!(games(true), games(true));
        assert!(games(true).iter().all(|game| game.estimate.is_some() && !game.strengths.is_empty()));
        let mut heard = 0;
        let mut enough = |_: &Met<Kalah>| {
            heard += 1;
            if heard < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        assert_eq!(meet(true).meet_until(&mut enough).unwrap(), games(true)[..3]);
        let nobody = Acquaintance { guest: "nobody", ..meet(true) };
        assert!(nobody.meet::<Kalah>().is_err());
    }
}
