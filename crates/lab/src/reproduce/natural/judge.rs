//! A judge that is trained to tell sides taken by people from sides taken by an opponent.
//!
//! It is shown sides of people who lose as many discs a move as the opponent does, so that strength tells it
//! nothing. It never judges a side that it has learned from.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use statistics::{Interval, Method, bootstrap};

use super::sides::{Choice, GameSide, mean};
use super::surprise::Surprise;

/// A side of people may lose so much more or less a move than the one it stands beside.
const NEAR: f64 = 0.35;

/// The parts into which the sides are divided; each is judged by a judge trained on the others.
const FOLDS: usize = 5;

/// How strongly weights are held to 0, in sides.
const RIDGE: f64 = 4.0;
const STEPS: usize = 300;
const RATE: f64 = 0.3;

/// Bounds of the stages by which surprise and losses are averaged.
const STAGES: [(u32, u32); 4] = [(1, 12), (13, 24), (25, 40), (41, 60)];

/// What the judge is told of a side, from move `from` on.
pub(super) fn features(side: &GameSide, surprise: &Surprise, from: u32) -> Vec<f64> {
    let choices: Vec<&Choice> = side.choices.iter().filter(|choice| choice.ply() >= from).collect();
    let surprises: Vec<f64> = choices.iter().map(|choice| surprise.of(choice)).collect();
    let losses: Vec<f64> = choices.iter().map(|choice| choice.loss()).collect();
    let within = |numbers: &[f64], (first, last): (u32, u32)| {
        let of = choices.iter().zip(numbers);
        mean(of.filter(|(choice, _)| (first..=last).contains(&choice.ply())).map(|(_, &number)| number))
    };
    let share = |holds: &dyn Fn(&Choice, f64) -> bool| {
        mean(choices.iter().zip(&losses).map(|(choice, &loss)| f64::from(u8::from(holds(choice, loss)))))
    };
    let when = |holds: &dyn Fn(f64) -> bool| {
        mean(choices.iter().zip(&losses).filter(|(choice, _)| holds(choice.best())).map(|(_, &loss)| loss))
    };
    let kinds = |first: u32, last: u32, kind: usize| {
        let of = choices.iter().filter(|choice| (first..=last).contains(&choice.ply()));
        mean(of.map(|choice| f64::from(u8::from(choice.alternatives[choice.chosen].kind() == kind))))
    };
    let unusual: Vec<f64> = choices.iter().filter_map(|choice| surprise.unusual(choice)).collect();
    let declined = choices.iter().filter_map(|choice| choice.declined_corner());
    let mut features: Vec<f64> = STAGES.iter().map(|&stage| within(&surprises, stage)).collect();
    features.extend(STAGES.iter().map(|&stage| within(&losses, stage).sqrt()));
    features.extend([
        surprises.iter().copied().fold(0.0, f64::max),
        mean(surprises.iter().map(|surprise| surprise.powi(2))).sqrt(),
        share(&|_, loss| loss < 0.05),
        share(&|_, loss| loss >= 6.0),
        share(&|_, loss| loss >= 12.0),
        mean(losses.iter().map(|loss| loss.powi(2))).sqrt(),
        when(&|best| best < -4.0) - when(&|best| best > 4.0),
        mean(unusual.iter().copied()),
        unusual.iter().copied().fold(0.0, f64::max),
        kinds(13, 40, 3),
        kinds(13, 40, 1),
        kinds(13, 40, 2),
        kinds(41, 60, 1),
        declined.map(|declined| f64::from(u8::from(declined))).sum(),
    ]);
    features
}

/// For each side of an opponent one of people that loses about as much a move; sides without one are left
/// out. No side of people is used twice.
pub(super) fn matched<'a>(
    opponent: &'a [GameSide],
    people: &'a [GameSide],
    from: u32,
) -> Vec<(&'a GameSide, &'a GameSide)> {
    let mut free: Vec<(f64, &GameSide)> = people.iter().map(|side| (side.mean_loss(from), side)).collect();
    let mut pairs = Vec::new();
    for side in opponent {
        let loss = side.mean_loss(from);
        let nearest =
            (0..free.len()).min_by(|&a, &b| (free[a].0 - loss).abs().total_cmp(&(free[b].0 - loss).abs()));
        if let Some(at) = nearest.filter(|&at| (free[at].0 - loss).abs() <= NEAR) {
            pairs.push((side, free.swap_remove(at).1));
        }
    }
    pairs
}

/// How well the judge tells pairs apart: the area under its curve, with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Judgement {
    /// Half is indistinguishable.
    pub(super) area: f64,
    pub(super) interval: Option<Interval>,
    pub(super) pairs: usize,
}

/// Trains judges and lets each judge what it has not seen; the sides of one pair stay together.
pub(super) fn judge(
    pairs: &[(&GameSide, &GameSide)],
    surprise: &Surprise,
    from: u32,
    seed: u64,
) -> Option<Judgement> {
    if pairs.len() < 2 * FOLDS {
        return None;
    }
    let rows: Vec<[Vec<f64>; 2]> = pairs
        .iter()
        .map(|(opponent, people)| [features(opponent, surprise, from), features(people, surprise, from)])
        .collect();
    let mut scores = vec![[0.0; 2]; rows.len()];
    for fold in 0..FOLDS {
        let training: Vec<(&[f64], f64)> = rows
            .iter()
            .enumerate()
            .filter(|(number, _)| number % FOLDS != fold)
            .flat_map(|(_, [opponent, people])| [(&opponent[..], 1.0), (&people[..], 0.0)])
            .collect();
        let judge = Logistic::train(&training);
        for (number, row) in rows.iter().enumerate().filter(|(number, _)| number % FOLDS == fold) {
            scores[number] = [judge.score(&row[0]), judge.score(&row[1])];
        }
    }
    // Judges of different folds have scales of their own, so sides are compared within a fold.
    let items: Vec<(usize, [f64; 2])> =
        scores.iter().enumerate().map(|(at, &scores)| (at % FOLDS, scores)).collect();
    let area_of = |drawn: &[&(usize, [f64; 2])]| {
        let (mut right, mut all) = (0.0, 0.0);
        for fold in 0..FOLDS {
            let of: Vec<[f64; 2]> = drawn.iter().filter(|one| one.0 == fold).map(|one| one.1).collect();
            let mut people: Vec<f64> = of.iter().map(|scores| scores[1]).collect();
            people.sort_by(f64::total_cmp);
            for [opponent, _] in &of {
                let below = people.partition_point(|score| score < opponent);
                let not_above = people.partition_point(|score| score <= opponent);
                right += (below + not_above) as f64 / 2.0;
                all += people.len() as f64;
            }
        }
        if all > 0.0 { right / all } else { 0.5 }
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let interval = bootstrap(&items, area_of, Method::Percentile, 499, &mut rng);
    Some(Judgement { area: area_of(&items.iter().collect::<Vec<_>>()), interval, pairs: pairs.len() })
}

/// A logistic regression over standardised features and their squares.
struct Logistic {
    means: Vec<f64>,
    scales: Vec<f64>,
    weights: Vec<f64>,
}

impl Logistic {
    fn train(rows: &[(&[f64], f64)]) -> Logistic {
        let width = rows.first().map_or(0, |(row, _)| row.len());
        let column = |at: usize| rows.iter().map(move |(row, _)| row[at]);
        let means: Vec<f64> = (0..width).map(|at| mean(column(at))).collect();
        let scales = (0..width)
            .map(|at| mean(column(at).map(|value| (value - means[at]).powi(2))).sqrt().max(1e-6))
            .collect();
        let mut logistic = Logistic { means, scales, weights: vec![0.0; 2 * width + 1] };
        let expanded: Vec<(Vec<f64>, f64)> =
            rows.iter().map(|(row, label)| (logistic.expanded(row), *label)).collect();
        let count = rows.len().max(1) as f64;
        for _ in 0..STEPS {
            let mut gradient: Vec<f64> = logistic.weights.iter().map(|weight| -RIDGE * weight).collect();
            for (row, label) in &expanded {
                let wrong = label - 1.0 / (1.0 + (-dot(&logistic.weights, row)).exp());
                for (gradient, value) in gradient.iter_mut().zip(row) {
                    *gradient += wrong * value;
                }
            }
            for (weight, gradient) in logistic.weights.iter_mut().zip(gradient) {
                *weight += RATE * gradient / count;
            }
        }
        logistic
    }

    fn expanded(&self, row: &[f64]) -> Vec<f64> {
        let standard = |at: usize| ((row[at] - self.means[at]) / self.scales[at]).clamp(-3.0, 3.0);
        let values: Vec<f64> = (0..row.len()).map(standard).collect();
        let squares = values.iter().map(|value| value * value - 1.0);
        std::iter::once(1.0).chain(values.iter().copied()).chain(squares).collect()
    }

    fn score(&self, row: &[f64]) -> f64 {
        dot(&self.weights, &self.expanded(row))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::Side;
    use games::othello::{Move, Othello, Squares};
    use games::split_mix::mix;

    use super::super::sides::of_game;
    use super::*;

    /// The first side of a game between random players; a greedy one flips as many discs as it can.
    fn side(seed: u64, greedy: bool) -> GameSide {
        let mut game = Othello::default();
        let mut moves = Vec::new();
        for ply in 0.. {
            if game.outcome().is_some() {
                break;
            }
            let board = game.board();
            let squares: Vec<_> = Squares(board.moves()).collect();
            let random = || squares[(mix(seed << 8 ^ ply) % squares.len() as u64) as usize];
            let most =
                || squares.iter().copied().max_by_key(|&square| board.flips(square).count_ones()).unwrap();
            let mv = match squares.len() {
                0 => Move::Pass,
                _ if greedy && game.side_to_move() == Side::First => Move::Place(most()),
                _ => Move::Place(random()),
            };
            game.play(mv).unwrap();
            moves.push(mv);
        }
        of_game(&moves, Side::First, seed, 1500.0)
    }

    fn pairs<'a>(opponents: &'a [GameSide], people: &'a [GameSide]) -> Vec<(&'a GameSide, &'a GameSide)> {
        opponents.iter().zip(people).collect()
    }

    #[test]
    fn a_judge_tells_what_differs_and_nothing_else() {
        let random: Vec<GameSide> = (0..120).map(|seed| side(seed, false)).collect();
        let surprise = Surprise::learn(&random[80..]);
        let others: Vec<GameSide> = (200..240).map(|seed| side(seed, false)).collect();
        let greedy: Vec<GameSide> = (300..340).map(|seed| side(seed, true)).collect();
        let people = &random[..40];
        let same = judge(&pairs(&others, people), &surprise, 1, 1).unwrap();
        let other = judge(&pairs(&greedy, people), &surprise, 1, 1).unwrap();
        assert!((0.3..0.7).contains(&same.area), "{same:?}");
        assert!(other.area > 0.85, "{other:?}");
        let near = |(a, b): &(&GameSide, &GameSide)| (a.mean_loss(1) - b.mean_loss(1)).abs() <= NEAR;
        assert!(matched(&others, &random, 1).iter().all(near));
        assert!(judge(&pairs(&others, people)[..4], &surprise, 1, 1).is_none());
    }
}
