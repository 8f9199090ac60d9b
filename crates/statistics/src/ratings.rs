//! Ratings of many opponents from all their games.
//!
//! The model of Bradley and Terry (Biometrika 39, 1952), with draws as Davidson (Journal of the American
//! Statistical Association 65, 1970) and the advantage of moving first as Davidson and Beaver (Biometrics 33,
//! 1977) have them. The likelihood has one maximum (Hunter, Annals of Statistics 32, 2004, section 2);
//! Newton's method finds it, and its last matrix is the one the intervals need.

use std::collections::{BTreeMap, BTreeSet};

use super::distribution::{Z_95, normal_share_below};
use super::groups::separation;
use super::symmetric::Symmetric;
use super::{ELO_PER_NAT, Interval, Unrateable, score_of_elo};

/// Games of two players, one of them always moving first. The other way round is another pairing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pairing {
    /// The number of the player who moved first.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// Games the first won.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games the first lost.
    pub losses: f64,
}

impl Pairing {
    /// Games counted.
    #[must_use]
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// What a draw says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// Half a win and half a loss. A rating then makes a mean score, as Elo's do.
    Half,
    /// An outcome of its own, likelier between equals (Davidson 1970), with a parameter for how likely.
    Davidson,
}

/// Where the scale is nailed down: only differences of ratings have a meaning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Anchor {
    /// The mean of all ratings is this.
    Mean(f64),
    /// This player has this rating, and the intervals are of the distance to it.
    Player(usize, f64),
}

/// How games become ratings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingModel {
    /// What a draw says.
    pub draws: Draws,
    /// Whether moving first may be worth something.
    pub first_move: bool,
    /// Virtual draws a player gets, spread over the opponents met: pulls towards them where games are few,
    /// and keeps ratings finite where somebody won all. BayesElo's prior (Coulom 2005), there 2; 0 for none.
    pub virtual_draws: f64,
    /// Where the scale is nailed down.
    pub anchor: Anchor,
}

impl Default for RatingModel {
    fn default() -> Self {
        RatingModel { draws: Draws::Half, first_move: false, virtual_draws: 0.0, anchor: Anchor::Mean(0.0) }
    }
}

/// A value with its standard error and 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
}

impl Rating {
    /// The 95% interval, by the normal approximation.
    #[must_use]
    pub fn interval(&self) -> Interval {
        Interval { low: self.elo - Z_95 * self.error, high: self.elo + Z_95 * self.error }
    }
}

/// Ratings of all players, with everything needed to compare two of them.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// By player.
    pub players: Vec<Rating>,
    /// What moving first is worth, if the model asks.
    pub first_move: Option<Rating>,
    /// Davidson's parameter with its standard error: the odds of a draw against a win of a given one of two
    /// equals, if the model asks. 0 without a draw.
    pub draw_odds: Option<(f64, f64)>,
    /// The largest logarithm of the likelihood, constants left out.
    pub log_likelihood: f64,
    covariance: Symmetric,
}

/// Newton's method roughly doubles the digits with each step; what needs more goes to infinity.
const STEPS: usize = 100;

impl RatingModel {
    /// The ratings that make the games likeliest.
    ///
    /// The errors of [`Draws::Half`] take into account that draws vary less than wins and losses. Games from
    /// the same opening are taken for independent; where they are not, [`bootstrap`](super::bootstrap) over
    /// pairs.
    ///
    /// # Errors
    /// The games do not determine ratings; the error says which groups of players are apart.
    pub fn fit(&self, players: usize, pairings: &[Pairing]) -> Result<Ratings, Unrateable> {
        for (number, pairing) in pairings.iter().enumerate() {
            let counts = [pairing.wins, pairing.draws, pairing.losses];
            let sound = pairing.first != pairing.second && pairing.first.max(pairing.second) < players;
            if !sound || counts.iter().any(|&count| !(count >= 0.0 && count.is_finite())) {
                return Err(Unrateable::BadPairing(number));
            }
        }
        if players < 2 || pairings.iter().all(|pairing| pairing.games() == 0.0) {
            return Err(Unrateable::NoGames);
        }
        let pairings = self.gathered(players, pairings);
        separation(players, &pairings)?;
        let drawn = pairings.iter().any(|pairing| pairing.draws > 0.0);
        let fit = Fit {
            players,
            pairings: &pairings,
            first_move: self.first_move.then_some(players),
            draw: (self.draws == Draws::Davidson && drawn).then_some(players + usize::from(self.first_move)),
        };
        let found = fit.likeliest()?;
        let covariance = fit.covariance(&found).ok_or(Unrateable::Unsettled)?;
        Ok(self.ratings(&fit, &found, covariance))
    }

    /// Puts all games of two in the same seats together and adds the prior's draws, in equal parts over the
    /// opponents met.
    fn gathered(&self, players: usize, pairings: &[Pairing]) -> Vec<Pairing> {
        let mut gathered = BTreeMap::new();
        let mut met = vec![BTreeSet::new(); players];
        let mut add = |pairing: &Pairing| {
            let nothing = Pairing { wins: 0.0, draws: 0.0, losses: 0.0, ..*pairing };
            let of_two = gathered.entry((pairing.first, pairing.second)).or_insert(nothing);
            of_two.wins += pairing.wins;
            of_two.draws += pairing.draws;
            of_two.losses += pairing.losses;
        };
        for pairing in pairings.iter().filter(|pairing| pairing.games() > 0.0) {
            add(pairing);
            met[pairing.first].insert(pairing.second);
            met[pairing.second].insert(pairing.first);
        }
        if self.virtual_draws > 0.0 {
            for (player, opponents) in met.iter().enumerate() {
                // A pair gets draws on account of both players, so each gives half; both seats alike.
                let draws = self.virtual_draws / (4.0 * opponents.len() as f64);
                for &opponent in opponents {
                    for (first, second) in [(player, opponent), (opponent, player)] {
                        add(&Pairing { first, second, wins: 0.0, draws, losses: 0.0 });
                    }
                }
            }
        }
        gathered.into_values().collect()
    }

    fn ratings(&self, fit: &Fit<'_>, found: &[f64], covariance: Symmetric) -> Ratings {
        let players = fit.players;
        let (weights, offset): (Vec<f64>, f64) = match self.anchor {
            Anchor::Mean(rating) => (vec![1.0 / players as f64; players], rating),
            Anchor::Player(player, rating) => {
                ((0..players).map(|other| f64::from(other == player)).collect(), rating)
            }
        };
        let origin: f64 = found.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
        let rating = |player: usize| {
            let contrast: Vec<f64> = (0..found.len())
                .map(|k| f64::from(k == player) - weights.get(k).copied().unwrap_or(0.0))
                .collect();
            Rating {
                elo: offset + ELO_PER_NAT * (found[player] - origin),
                error: ELO_PER_NAT * spread(&covariance, &contrast),
            }
        };
        Ratings {
            players: (0..players).map(rating).collect(),
            first_move: fit.first_move.map(|at| Rating {
                elo: ELO_PER_NAT * found[at],
                error: ELO_PER_NAT * covariance.at(at, at).sqrt(),
            }),
            draw_odds: (self.draws == Draws::Davidson).then(|| match fit.draw {
                // The error of a parameter from that of its logarithm.
                Some(at) => (found[at].exp(), found[at].exp() * covariance.at(at, at).sqrt()),
                None => (0.0, 0.0),
            }),
            log_likelihood: fit.log_likelihood(found),
            covariance,
        }
    }
}

/// The standard error of a sum with these weights.
fn spread(covariance: &Symmetric, weights: &[f64]) -> f64 {
    let product = covariance.times(weights);
    product.iter().zip(weights).map(|(a, b)| a * b).sum::<f64>().max(0.0).sqrt()
}

impl Ratings {
    /// How much stronger one player is than another, with the error of the difference (not that of two
    /// ratings added up).
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn difference(&self, one: usize, other: usize) -> Rating {
        let c = &self.covariance;
        let variance = c.at(one, one) + c.at(other, other) - 2.0 * c.at(one, other);
        Rating {
            elo: self.players[one].elo - self.players[other].elo,
            error: ELO_PER_NAT * variance.max(0.0).sqrt(),
        }
    }

    /// How sure it is that one player is stronger than another, by the normal approximation.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn superiority(&self, one: usize, other: usize) -> f64 {
        let difference = self.difference(one, other);
        if one == other { 0.5 } else { normal_share_below(difference.elo / difference.error) }
    }

    /// The mean score one player is expected to make against another, each moving first as often.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn expected_score(&self, one: usize, other: usize) -> f64 {
        let difference = self.players[one].elo - self.players[other].elo;
        let first_move = self.first_move.map_or(0.0, |advantage| advantage.elo);
        let odds = self.draw_odds.map_or(0.0, |(odds, _)| odds);
        let seat = |lead: f64| {
            let win = score_of_elo(lead);
            let draw = odds * (win * (1.0 - win)).sqrt();
            (win + 0.5 * draw) / (1.0 + draw)
        };
        0.5 * (seat(difference + first_move) + seat(difference - first_move))
    }
}

/// A likelihood: parameters are the players' strengths in units of the logarithm, then the first move, then
/// the draw.
struct Fit<'a> {
    players: usize,
    pairings: &'a [Pairing],
    first_move: Option<usize>,
    draw: Option<usize>,
}

/// Probabilities and directions of one pairing's outcomes.
struct Outlook {
    /// Win, draw, loss of the first.
    probabilities: [f64; 3],
    /// What moves the balance between the two: their difference and the first move.
    lead: Vec<(usize, f64)>,
}

impl Fit<'_> {
    fn parameters(&self) -> usize {
        self.players + usize::from(self.first_move.is_some()) + usize::from(self.draw.is_some())
    }

    fn outlook(&self, pairing: &Pairing, values: &[f64]) -> Outlook {
        let mut lead = vec![(pairing.first, 1.0), (pairing.second, -1.0)];
        lead.extend(self.first_move.map(|at| (at, 1.0)));
        let advantage: f64 = lead.iter().map(|&(at, sign)| sign * values[at]).sum();
        let win = 1.0 / (1.0 + (-advantage).exp());
        let loss = 1.0 / (1.0 + advantage.exp());
        // Davidson: a draw has nu times the geometric mean of both strengths.
        let draw = self.draw.map_or(0.0, |at| values[at].exp() * (win * loss).sqrt());
        let sum = 1.0 + draw;
        Outlook { probabilities: [win / sum, draw / sum, loss / sum], lead }
    }

    fn log_likelihood(&self, values: &[f64]) -> f64 {
        let mut sum = 0.0;
        for pairing in self.pairings {
            let [win, draw, loss] = self.outlook(pairing, values).probabilities;
            let half = if self.draw.is_some() { 0.0 } else { 0.5 * pairing.draws };
            for (count, probability) in [(pairing.wins + half, win), (pairing.losses + half, loss)] {
                if count > 0.0 {
                    sum += count * probability.ln();
                }
            }
            if self.draw.is_some() && pairing.draws > 0.0 {
                sum += pairing.draws * draw.ln();
            }
        }
        sum
    }

    /// The first derivatives, and minus the second ones with the players' common level pinned.
    fn derivatives(&self, values: &[f64]) -> (Vec<f64>, Symmetric) {
        let mut slope = vec![0.0; self.parameters()];
        let mut curvature = Symmetric::zero(self.parameters());
        for pairing in self.pairings {
            let n = pairing.games();
            let Outlook { probabilities: [win, draw, loss], lead } = self.outlook(pairing, values);
            // Score of the first, from -1/2 to 1/2, observed and expected.
            let surprise = 0.5 * (pairing.wins - pairing.losses) - 0.5 * n * (win - loss);
            for &(at, sign) in &lead {
                slope[at] += sign * surprise;
            }
            let variance = 0.25 * (win + loss) - 0.25 * (win - loss).powi(2);
            curvature.add_square(&lead, n * variance);
            if let Some(at) = self.draw {
                slope[at] += pairing.draws - n * draw;
                curvature.add(at, at, n * draw * (1.0 - draw));
                let together = -0.5 * n * draw * (win - loss);
                for &(other, sign) in &lead {
                    curvature.add(at, other, sign * together);
                    curvature.add(other, at, sign * together);
                }
            }
        }
        // Raising all players alike changes nothing: any weight on their sum makes the matrix regular and no
        // step different.
        let level = (0..self.players).map(|k| curvature.at(k, k)).sum::<f64>() / self.players as f64;
        let everybody: Vec<(usize, f64)> = (0..self.players).map(|k| (k, 1.0)).collect();
        curvature.add_square(&everybody, level / self.players as f64);
        (slope, curvature)
    }

    fn likeliest(&self) -> Result<Vec<f64>, Unrateable> {
        let mut values = vec![0.0; self.parameters()];
        let mut likelihood = self.log_likelihood(&values);
        for _ in 0..STEPS {
            let (slope, curvature) = self.derivatives(&values);
            let step = curvature.inverse().ok_or(Unrateable::Unsettled)?.times(&slope);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if longest < 1e-10 {
                return Ok(values);
            }
            let mut share = 1.0;
            loop {
                let next: Vec<f64> =
                    values.iter().zip(&step).map(|(value, part)| value + share * part).collect();
                let better = self.log_likelihood(&next);
                // Near the top the likelihood is flat to the last bit.
                if better >= likelihood - 1e-9 * likelihood.abs() {
                    (values, likelihood) = (next, better);
                    break;
                }
                share *= 0.5;
                if share < 1e-12 {
                    return Err(Unrateable::Unsettled);
                }
            }
        }
        Err(Unrateable::Unsettled)
    }

    /// The inverse of the information; where draws count as halves, with their smaller variance put in (a
    /// "sandwich").
    fn covariance(&self, values: &[f64]) -> Option<Symmetric> {
        let (_, curvature) = self.derivatives(values);
        let inverse = curvature.inverse()?;
        if self.draw.is_some() || self.pairings.iter().all(|pairing| pairing.draws == 0.0) {
            return Some(inverse);
        }
        let mut noise = Symmetric::zero(self.parameters());
        for pairing in self.pairings {
            let Outlook { probabilities: [win, _, loss], lead } = self.outlook(pairing, values);
            noise.add_square(&lead, (pairing.games() * win * loss - 0.25 * pairing.draws).max(0.0));
        }
        Some(inverse.around(&noise))
    }
}

#[cfg(test)]
mod tests;
