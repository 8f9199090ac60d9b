//! What games say about the numbers of the model.
//!
//! Most are those of the greatest likelihood; their intervals of 95% are where the likelihood is at most 1.92
//! below its maximum in logarithms (half the 95% point of chi-squared), with games, not moves, as what is
//! independent. What is said of users rests on a few users only, so that the greatest likelihood often lies
//! at the end of what is tried: these numbers are means over everything that is tried, each as often as it
//! is likely, and their intervals hold 95% of that.

use serde::{Deserialize, Serialize};

use super::adaptive::ScoredGame;
use super::calibration::Measured;
use super::evidence::{self, Likelihoods, MoveEvidence};
use super::model::{Experience, Model};
use super::move_values::Search;
use super::posterior::{Posterior, usual_deviation, win_rate};
use super::scale::PHASES;

/// Half the 95% point of chi-squared with one degree of freedom.
const WITHIN: f64 = 1.92;

/// The 95% point of a normal distribution.
const Z_95: f64 = 1.96;

/// After so many games of a series a user's strength should be known, each with the same weight.
const AFTER: [usize; 3] = [1, 3, 10];

/// The weights that are tried for moves and for losses.
const MOVE_WEIGHTS: [f64; 9] = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0];
const LOSS_WEIGHTS: [f64; 8] = [0.0, 0.3, 0.6, 1.0, 2.0, 3.0, 4.0, 6.0];

/// The means and standard deviations of deviations that are tried, in Elo.
const MEANS: std::ops::RangeInclusive<i32> = -12..=24;
const MEAN_STEP: f64 = 25.0;
const SDS: std::ops::RangeInclusive<i32> = 1..=20;
const SD_STEP: f64 = 20.0;

/// A user of known strength with series of games, each of which begins without memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UserSeries {
    /// The user's strength in Elo.
    pub elo: f64,
    /// The user's moves, by series and game.
    pub series: Vec<Vec<Vec<MoveEvidence>>>,
}

/// How much a user's moves say, and how far users deviate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UserFit {
    /// The weight of a move in an open position.
    pub evidence_per_move: Measured,
    /// The weight of a loss.
    pub evidence_per_loss: Measured,
    /// How much stronger users are than they look.
    pub deviation: Measured,
    /// Its standard deviation.
    pub deviation_sd: Measured,
}

/// The points where a likelihood was computed, and what it was.
struct Profile(Vec<(f64, f64)>);

impl Profile {
    /// The maximum and its interval.
    fn measured(&self, games: u64) -> Measured {
        let (mut value, mut most) = (0.0, f64::NEG_INFINITY);
        for &(point, likelihood) in &self.0 {
            if likelihood > most {
                (value, most) = (point, likelihood);
            }
        }
        let within = self.0.iter().filter(|(_, likelihood)| *likelihood >= most - WITHIN);
        let (low, high) =
            within.fold((value, value), |(low, high), &(point, _)| (low.min(point), high.max(point)));
        Measured { value, low, high, games }
    }

    /// The mean of what is tried, each point as often as it is likely, and where 95% of that lies.
    fn mean(mut self, games: u64) -> Measured {
        let most = self.0.iter().map(|(_, likelihood)| *likelihood).fold(f64::NEG_INFINITY, f64::max);
        self.0.iter_mut().for_each(|(_, likelihood)| *likelihood = (*likelihood - most).exp());
        let sum: f64 = self.0.iter().map(|(_, share)| *share).sum();
        self.0.sort_by(|one, other| one.0.total_cmp(&other.0));
        let at = |wanted: f64| {
            let mut below = 0.0;
            let reached = self.0.iter().find(|(_, share)| {
                below += share / sum;
                below >= wanted
            });
            reached.or(self.0.last()).map_or(0.0, |(point, _)| *point)
        };
        let value = self.0.iter().map(|(point, share)| point * share).sum::<f64>() / sum;
        Measured { value, low: at(0.025), high: at(0.975), games }
    }
}

/// However large a lead, somebody throws it away so often: one game must not decide what leads are worth.
const THROWN_AWAY: f64 = 0.02;

/// What moving first may be worth before any game is seen, in Elo: its standard deviation.
const USUAL_FIRST_MOVE: f64 = 200.0;

/// Numbers from `low` to `high` with equal ratios.
fn geometric(low: f64, high: f64, count: i32) -> impl Iterator<Item = f64> {
    (0..=count).map(move |step| low * (high / low).powf(f64::from(step) / f64::from(count)))
}

/// What a position must be worth to count as 400 Elo.
pub(super) fn leads(model: &Model, games: &[ScoredGame]) -> Measured {
    let search = model.judge.unwrap_or(model.first_sight);
    let mut sizes: Vec<f64> =
        games.iter().flat_map(|game| &game.moves).map(|seen| seen.value(search).abs().max(1e-3)).collect();
    sizes.sort_by(f64::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0);
    let likelihood = |value_of_400_elo: f64| -> f64 {
        let of_game = |ScoredGame { moves, score, stronger, .. }: &ScoredGame| {
            let of_move = |seen: &MoveEvidence| {
                let left = model.left(seen.made).sqrt();
                let lead = 400.0 * seen.value(search) / value_of_400_elo / left;
                let win = win_rate(lead + stronger * left).clamp(THROWN_AWAY, 1.0 - THROWN_AWAY);
                score * win.ln() + (1.0 - score) * (1.0 - win).ln()
            };
            moves.iter().map(of_move).sum::<f64>() / moves.len().max(1) as f64
        };
        games.iter().map(of_game).sum()
    };
    let points = geometric(usual / 10.0, usual * 100.0, 200);
    Profile(points.map(|point| (point, likelihood(point))).collect()).measured(games.len() as u64)
}

/// What moving first is worth, in Elo.
pub(super) fn first_move(games: &[ScoredGame]) -> Measured {
    let likelihood = |first_move: f64| -> f64 {
        let of_game = |game: &ScoredGame| {
            let seat = if game.is_first { first_move } else { -first_move };
            let win = win_rate(game.stronger + seat);
            game.score * win.ln() + (1.0 - game.score) * (1.0 - win).ln()
        };
        games.iter().map(of_game).sum::<f64>() - 0.5 * (first_move / USUAL_FIRST_MOVE).powi(2)
    };
    let points = (-100..=100).map(|step| f64::from(step) * 5.0);
    Profile(points.map(|point| (point, likelihood(point))).collect()).mean(games.len() as u64)
}

/// The winning chances lost per move in each third of a game, as shares of what a random move loses.
pub(super) fn losses(model: &Model, judge: Search, games: &[Vec<MoveEvidence>]) -> Vec<Measured> {
    let mut sums = vec![[(0.0, 0.0); PHASES]; games.len()];
    for (moves, sums) in games.iter().zip(&mut sums) {
        for seen in moves {
            let phase = ((1.0 - model.left(seen.made)) * PHASES as f64) as usize;
            for (loss, random) in seen.losses(judge, model) {
                let sum = &mut sums[phase.min(PHASES - 1)];
                *sum = (sum.0 + loss, sum.1 + random);
            }
        }
    }
    let of_phase = |phase: usize| {
        let of_games = || sums.iter().map(|sums| sums[phase]);
        let (loss, random) =
            of_games().fold((0.0, 0.0), |(loss, random), (one, other)| (loss + one, random + other));
        // No share is 0: a move that loses something must stay possible.
        let share = if random > 0.0 { (loss / random).max(0.01) } else { 1.0 };
        let squares: f64 = of_games().map(|(loss, random)| (loss - share * random).powi(2)).sum();
        let half = if random > 0.0 { Z_95 * squares.sqrt() / random } else { 0.0 };
        Measured { value: share, low: (share - half).max(0.0), high: share + half, games: games.len() as u64 }
    };
    (0..PHASES).map(of_phase).collect()
}

/// The temperature of a softmax over the values of this search under which the moves are likeliest.
pub(super) fn temperature(search: Search, games: &[Vec<MoveEvidence>]) -> Measured {
    let likelihood = |temperature: f64| -> f64 {
        let of_state = |(values, played): &(Vec<f64>, Option<usize>)| {
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights = values.iter().map(|value| ((value - most) / temperature).exp());
            played.map_or(0.0, |place| ((values[place] - most) / temperature).exp() / weights.sum::<f64>())
        };
        let of_move = |seen: &MoveEvidence| {
            let states = seen.states(search);
            let share = states.iter().map(of_state).sum::<f64>() / states.len().max(1) as f64;
            // The same lapses as in play keep a single surprise from deciding.
            (0.9 * share + 0.1 / states.first().map_or(1, |(values, _)| values.len().max(1)) as f64).ln()
        };
        games.iter().flatten().map(of_move).sum()
    };
    Profile(geometric(0.003, 3.0, 60).map(|point| (point, likelihood(point))).collect())
        .measured(games.len() as u64)
}

/// How a user looks after some of the games of a series, and the user's strength.
struct SeenUser {
    elo: f64,
    weight: f64,
    looks: Vec<(f64, f64)>,
}

/// The weights of evidence and the deviations under which users of known strength are likeliest to be as
/// strong as they are.
pub(super) fn users(model: &Model, users: &[UserSeries]) -> UserFit {
    let likelihoods = users.iter().map(|user| {
        let of_game = |game: &Vec<MoveEvidence>| {
            game.iter().map(|seen| Likelihoods::new(model, seen)).collect::<Vec<_>>()
        };
        user.series.iter().map(|series| series.iter().map(of_game).collect::<Vec<_>>()).collect::<Vec<_>>()
    });
    let likelihoods: Vec<Vec<Vec<Vec<Likelihoods>>>> = likelihoods.collect();
    let loss_weights = if model.judge.is_some() { &LOSS_WEIGHTS[..] } else { &LOSS_WEIGHTS[..1] };
    let mut tried: Vec<([f64; 4], f64)> = Vec::new();
    for &per_move in &MOVE_WEIGHTS {
        for &per_loss in loss_weights {
            let weighed = Model { evidence_per_move: per_move, evidence_per_loss: per_loss, ..model.clone() };
            let mut looks = Vec::new();
            for (user, series) in users.iter().zip(&likelihoods) {
                let weight = 1.0 / (series.len() * AFTER.len()) as f64;
                for games in series {
                    looks.extend(looks_after(&weighed, games).map(|looks| SeenUser {
                        elo: user.elo,
                        weight,
                        looks,
                    }));
                }
            }
            for mean in MEANS.map(|step| f64::from(step) * MEAN_STEP) {
                for sd in SDS.map(|step| f64::from(step) * SD_STEP) {
                    let likelihood = looks.iter().map(|look| look.weight * log_density(look, mean, sd)).sum();
                    tried.push(([per_move, per_loss, mean, sd], likelihood));
                }
            }
        }
    }
    let games = users.iter().flat_map(|user| &user.series).map(Vec::len).sum::<usize>() as u64;
    let [evidence_per_move, evidence_per_loss, deviation, deviation_sd] = [0, 1, 2, 3].map(|parameter| {
        Profile(tried.iter().map(|(point, likelihood)| (point[parameter], *likelihood)).collect()).mean(games)
    });
    UserFit { evidence_per_move, evidence_per_loss, deviation, deviation_sd }
}

/// How a user looks after 1, 3 and 10 games, or as many as there are.
fn looks_after<'a>(
    model: &'a Model,
    games: &'a [Vec<Likelihoods>],
) -> impl Iterator<Item = Vec<(f64, f64)>> + 'a {
    let mut posterior = Posterior::new(&model.kinds, model.prior(Experience::Unknown), (0.0, 1.0));
    games.iter().enumerate().filter_map(move |(number, moves)| {
        if number > 0 {
            posterior.forget();
        }
        moves.iter().for_each(|seen| evidence::update(model, &mut posterior, seen));
        AFTER.contains(&(number + 1)).then(|| posterior.looks())
    })
}

/// The logarithm of how likely the user is as strong as they are; no user is impossible.
fn log_density(look: &SeenUser, mean: f64, sd: f64) -> f64 {
    let of_one = |&(elo, share): &(f64, f64)| {
        share * (-0.5 * ((look.elo - elo - usual_deviation(elo, mean)) / sd).powi(2)).exp()
    };
    (look.looks.iter().map(of_one).sum::<f64>() / sd).max(1e-9).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(values: [f64; 2], played: &[usize]) -> Vec<MoveEvidence> {
        let seen = |(made, &played): (usize, &usize)| MoveEvidence {
            made,
            seen: vec![super::super::evidence::SeenMoves {
                search: Search::depth(1),
                states: vec![(values.to_vec(), Some(played))],
            }],
        };
        played.iter().enumerate().map(seen).collect()
    }

    #[test]
    fn a_temperature_is_found_again() {
        // Three of four moves are the better by 1: exp(1 / t) = 3, a little less with lapses.
        let games = vec![moves([1.0, 0.0], &[0, 0, 0, 1]); 50];
        let found = temperature(Search::depth(1), &games);
        assert!((0.7..0.95).contains(&found.value), "{found:?}");
        assert!(found.low < found.value && found.value < found.high && found.games == 50);
    }

    #[test]
    fn an_interval_is_where_the_likelihood_is_near_its_maximum() {
        let profile = Profile(vec![(1.0, -5.0), (2.0, -1.0), (3.0, 0.0), (4.0, -3.0)]);
        assert_eq!(profile.measured(7), Measured { value: 3.0, low: 2.0, high: 3.0, games: 7 });
    }

    #[test]
    fn a_mean_is_over_all_that_is_likely() {
        let points =
            (0..=200).map(|point| (f64::from(point), -0.5 * (f64::from(point - 100) / 10.0).powi(2)));
        let found = Profile(points.rev().collect()).mean(7);
        assert!((found.value - 100.0).abs() < 1e-9 && found.low == 80.0 && found.high == 120.0, "{found:?}");
    }
}
