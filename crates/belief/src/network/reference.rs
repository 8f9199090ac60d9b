//! The same networks once more for tests: plain loops over planes, in double precision.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use games::Game;
use games::geister::{Geister, Square};

use crate::training::TrainingSample;
use crate::{Architecture, Network, NetworkInput, Scratch};

use super::Workspace;

/// One convolution of 2x2 patches, ReLU included; planes are innermost.
fn convolve(input: &[f64], width: usize, weights: &[f64], biases: &[f64]) -> Vec<f64> {
    let planes = input.len() / (width * width);
    let mut output = Vec::new();
    for (y, x) in (0..width - 1).flat_map(|y| (0..width - 1).map(move |x| (y, x))) {
        for (filter, bias) in biases.iter().enumerate() {
            let mut sum = *bias;
            for (tap, (dy, dx)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
                for plane in 0..planes {
                    let value = input[((y + dy) * width + x + dx) * planes + plane];
                    sum += value * weights[(tap * planes + plane) * biases.len() + filter];
                }
            }
            output.push(sum.max(0.0));
        }
    }
    output
}

fn dense(input: &[f64], weights: &[f64], biases: &[f64]) -> Vec<f64> {
    let sum = |(unit, bias): (usize, &f64)| {
        bias + input
            .iter()
            .enumerate()
            .map(|(i, value)| value * weights[i * biases.len() + unit])
            .sum::<f64>()
    };
    biases.iter().enumerate().map(sum).collect()
}

fn logits(architecture: Architecture, parameters: &[f64], input: &NetworkInput) -> Vec<f64> {
    let mut board = vec![0.0; 36 * architecture.planes()];
    for (square, planes) in board.chunks_exact_mut(architecture.planes()).enumerate() {
        for (plane, set) in [input.enemy, input.blue, input.red, input.moved].into_iter().enumerate() {
            planes[plane] = (set >> square & 1) as f64;
        }
        if architecture == Architecture::CountCh {
            planes[4] =
                input.beliefs().filter(|belief| belief.0 == square).map(|belief| f64::from(belief.1)).sum();
        }
    }
    let mut width = 6;
    let [a, b, c, d, e] = architecture.layers();
    for layer in [a, b, c] {
        board = convolve(&board, width, &parameters[layer.weights], &parameters[layer.biases]);
        width -= 1;
    }
    if architecture.counts() {
        board.extend((0..16).map(|bit| f64::from(input.counts >> bit & 1)));
    }
    let mut hidden = dense(&board, &parameters[d.weights], &parameters[d.biases]);
    hidden.iter_mut().for_each(|value| *value = value.max(0.0));
    dense(&hidden, &parameters[e.weights], &parameters[e.biases])
}

fn probabilities(architecture: Architecture, parameters: &[f64], input: &NetworkInput) -> Vec<f64> {
    let mut values: Vec<f64> = logits(architecture, parameters, input).into_iter().map(f64::exp).collect();
    if architecture == Architecture::Policy {
        for (_, value) in values.iter_mut().enumerate().filter(|(index, _)| !input.legal().contains(*index)) {
            *value = 0.0;
        }
    }
    let sum: f64 = values.iter().sum();
    values.into_iter().map(|value| value / sum).collect()
}

fn loss(architecture: Architecture, parameters: &[f64], examples: &[TrainingSample]) -> f64 {
    let of =
        |e: &TrainingSample| -probabilities(architecture, parameters, &e.input)[usize::from(e.label)].ln();
    examples.iter().map(of).sum::<f64>() / examples.len() as f64
}

/// Positions of random games with random beliefs and labels.
pub(super) fn examples(architecture: Architecture, count: usize, seed: u64) -> Vec<TrainingSample> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut moves, mut examples) = (Vec::new(), Vec::new());
    let mut game = Geister::deal(&mut rng);
    while examples.len() < count {
        for _ in 0..7 {
            if game.outcome().is_some() {
                game = Geister::deal(&mut rng);
            }
            game.legal_moves(&mut moves);
            let mv = moves[rng.random_range(..moves.len())];
            game.apply(mv);
            let seat = game.side_to_move();
            if game.outcome().is_none() && examples.len() < count && rng.random_bool(0.2) {
                let enemies = game.places(seat.other()).iter().filter_map(|place| place.square());
                let beliefs: Vec<(Square, f32)> =
                    enemies.map(|square| (square, rng.random_range(-1.0..1.0))).collect();
                let input = NetworkInput::new(&game.view(seat), Some(mv)).believing(seat, beliefs);
                let legal: Vec<usize> = input.legal().indices().collect();
                let label = match architecture {
                    Architecture::Policy => legal[rng.random_range(..legal.len())] as u8,
                    _ => rng.random_range(..2),
                };
                examples.push(TrainingSample { input, label });
            }
        }
    }
    examples
}

/// A network whose biases are not 0, as after some training.
pub(super) fn network(architecture: Architecture) -> Network {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let mut network = Network::random(architecture, &mut rng);
    network.change(|parameters| {
        for layer in architecture.layers() {
            parameters[layer.biases].iter_mut().for_each(|bias| *bias = rng.random_range(-0.1..0.1));
        }
    });
    network
}

#[test]
fn probabilities_agree_with_plain_loops_alone_and_in_any_company() {
    for architecture in Architecture::ALL {
        let network = network(architecture);
        let parameters: Vec<f64> = network.parameters().iter().copied().map(f64::from).collect();
        let inputs: Vec<NetworkInput> =
            examples(architecture, 23, 1).into_iter().map(|example| example.input).collect();
        let mut scratch = Scratch::default();
        let outputs = architecture.outputs();
        let together = network.probabilities(&inputs, &mut scratch).to_vec();
        for (input, said) in inputs.iter().zip(together.chunks_exact(outputs)) {
            for (expected, said) in probabilities(architecture, &parameters, input).into_iter().zip(said) {
                assert!((expected - f64::from(*said)).abs() < 1e-5, "{architecture}: {expected} {said}");
            }
        }
        for size in 1..inputs.len() {
            for (inputs, said) in inputs.chunks(size).zip(together.chunks(size * outputs)) {
                assert_eq!(
                    network.probabilities(inputs, &mut scratch),
                    said,
                    "{architecture}, {size} together"
                );
            }
        }
    }
}

#[test]
fn gradients_agree_with_finite_differences() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for architecture in Architecture::ALL {
        let network = network(architecture);
        let examples = examples(architecture, 3, 2);
        let mut work = Workspace::default();
        network.learn(&examples.iter().collect::<Vec<_>>(), examples.len(), &mut work);
        let mut parameters: Vec<f64> = network.parameters().iter().copied().map(f64::from).collect();
        let expected = loss(architecture, &parameters, &examples);
        assert!((work.loss / 3.0 - expected).abs() < 1e-5, "{architecture}: {} {expected}", work.loss / 3.0);
        for (number, layer) in architecture.layers().into_iter().enumerate() {
            // Those with the steepest slope, and some by chance, many of which are 0.
            let mut places: Vec<usize> = (0..4).map(|_| rng.random_range(layer.weights.clone())).collect();
            for range in [layer.weights, layer.biases] {
                places.push(rng.random_range(range.clone()));
                places.extend(
                    range.max_by(|&a, &b| f32::total_cmp(&work.gradient[a].abs(), &work.gradient[b].abs())),
                );
            }
            for place in places {
                let before = parameters[place];
                // Small enough that no ReLU opens or closes between the two, large beside the rounding of
                // doubles.
                let step = 1e-6;
                parameters[place] = before + step;
                let above = loss(architecture, &parameters, &examples);
                parameters[place] = before - step;
                let below = loss(architecture, &parameters, &examples);
                parameters[place] = before;
                let (slope, said) = ((above - below) / (2.0 * step), f64::from(work.gradient[place]));
                let tolerance = 1e-6 + 1e-3 * slope.abs();
                assert!(
                    (slope - said).abs() < tolerance,
                    "{architecture}, layer {number}: {said} for {slope}"
                );
            }
        }
    }
}
