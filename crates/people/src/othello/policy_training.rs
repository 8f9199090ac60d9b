//! Training of the first layer: one choice after the other, with a step size of its own for each vector.
//!
//! One thread, so that the same games give the same weights. Vectors of features follow AdaGrad (Duchi, Hazan
//! and Singer 2011) with one sum of squares for each vector, the network behind them with one for each
//! weight.

use games::Malformed;
use games::othello::kernel::{Kernel, Portable};
use games::split_mix::mix;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::features::{PER_MOVE, Scene};
use super::games::Position;
use super::policy::{
    Head, NUMBERED, Policy, RECTIFIED, Vector, WIDTH, numbered, numbered_canonical, phase, scaled_rating, set,
};

/// How the first layer is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PolicyTraining {
    /// How often each choice is seen.
    pub epochs: usize,
    /// The first step of a vector.
    pub rate: f32,
    /// The first step of the network behind them.
    pub head_rate: f32,
    /// The share of numbers that are left out while training.
    pub dropout: f32,
    /// A feature needs to be seen this often in the counted choices.
    pub least: u32,
    /// One choice of so many is counted.
    pub counted: usize,
    /// Decides the order and what is left out.
    pub seed: u64,
}

impl Default for PolicyTraining {
    fn default() -> Self {
        PolicyTraining {
            epochs: 2,
            rate: 0.012,
            head_rate: 0.01,
            dropout: 0.2,
            least: 8,
            counted: 6,
            seed: 1,
        }
    }
}

/// Sums of squares begin here.
const FIRST_SQUARES: f32 = 1e-3;
/// Choices of a part.
const PART: usize = 250_000;
/// Choices between two steps of the network behind the vectors.
const BATCH: usize = 16;
/// The step size falls to this share of the first.
const LAST_RATE: f32 = 0.1;

/// The state of a training.
pub struct PolicyTrainer {
    training: PolicyTraining,
    map: Vec<u32>,
    vectors: Vec<Vector>,
    squares: Vec<f32>,
    head: Head,
    head_squares: Head,
    head_gradient: Head,
    waiting: usize,
    scratch: Vec<[u32; PER_MOVE]>,
}

impl PolicyTrainer {
    /// Before training: finds out which features are worth a vector.
    #[must_use]
    pub fn new(training: PolicyTraining, positions: &[Position]) -> PolicyTrainer {
        let canonical = numbered_canonical();
        let mut counts = vec![0u32; NUMBERED];
        let each = positions.iter().step_by(training.counted);
        for position in each {
            let scene = Scene::new(Portable, position.board, position.recent);
            let set = set(scene.empties);
            for square in scene.squares() {
                for feature in scene.features(Portable, square).0 {
                    counts[canonical[numbered(feature, set)] as usize] += 1;
                }
            }
        }
        let mut map = vec![0u32; NUMBERED];
        let mut count = 1u32;
        for feature in 0..NUMBERED {
            let source = canonical[feature] as usize;
            if source != feature {
                map[feature] = map[source];
            } else if counts[feature] >= training.least {
                map[feature] = count;
                count += 1;
            }
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(training.seed);
        let mut random = |size: f32| -> Vector {
            let mut vector = [0.0; WIDTH];
            for value in &mut vector {
                *value = size * (2.0 * rng.random::<f32>() - 1.0);
            }
            vector
        };
        let mut vectors: Vec<Vector> = (0..count).map(|_| random(0.05)).collect();
        for vector in &mut vectors {
            vector[RECTIFIED..].fill(0.0);
        }
        let mut head = Head::zero();
        for vector in &mut head.hidden {
            *vector = random(0.3);
        }
        for vector in &mut head.bias {
            *vector = [0.2; WIDTH];
        }
        head.out = [random(0.1), random(0.3)];
        PolicyTrainer {
            training,
            map,
            squares: vec![FIRST_SQUARES; vectors.len()],
            vectors,
            head,
            head_squares: {
                let mut squares = Head::zero();
                squares.vectors_mut().for_each(|vector| vector.fill(FIRST_SQUARES));
                squares
            },
            head_gradient: Head::zero(),
            waiting: 0,
            scratch: Vec::new(),
        }
    }

    /// The order in which an epoch sees the positions.
    fn order(&self, positions: usize, epoch: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..positions as u32).collect();
        order.sort_unstable_by_key(|&at| {
            mix(u64::from(at) ^ (epoch as u64 + 1) << 40 ^ self.training.seed << 50)
        });
        order
    }

    /// The parts of a training: an interrupted one goes on after the last that is finished.
    #[must_use]
    pub fn parts(&self, positions: usize) -> usize {
        self.training.epochs * positions.div_ceil(PART)
    }

    /// Learns one part of an epoch; gives the mean cross entropy before each step. `seen` is told of every so
    /// many choices.
    pub fn learn_part(&mut self, positions: &[Position], part: usize, seen: &dyn Fn(u64)) -> f64 {
        let parts = positions.len().div_ceil(PART);
        let (epoch, part_of_epoch) = (part / parts, part % parts);
        let order = self.order(positions.len(), epoch);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.training.seed ^ (part as u64 + 1) << 32);
        let all = (self.training.epochs * positions.len()) as f32;
        let range = part_of_epoch * PART..((part_of_epoch + 1) * PART).min(positions.len());
        let (mut sum, count) = (0.0, range.len());
        for number in range {
            let done = (epoch * positions.len() + number) as f32 / all;
            let rate = 1.0 - (1.0 - LAST_RATE) * done;
            let kept = self.kept(&mut rng);
            sum += f64::from(self.learn(&positions[order[number] as usize], rate, &kept));
            if number % 4096 == 4095 {
                seen(4096);
            }
        }
        sum / count as f64
    }

    /// Everything that the next part depends on, as a file.
    #[must_use]
    pub fn state(&self) -> Vec<u8> {
        let heads = [&self.head, &self.head_squares, &self.head_gradient];
        let numbers = self.vectors.iter().flatten().chain(&self.squares);
        let numbers = numbers.chain(heads.into_iter().flat_map(|head| head.vectors().flatten()));
        let mut bytes = (self.waiting as u32).to_le_bytes().to_vec();
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Goes on where [`PolicyTrainer::state`] was.
    ///
    /// # Errors
    /// It is the state of another training.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Malformed> {
        let expected = self.state().len();
        let Some((waiting, body)) = bytes.split_first_chunk::<4>().filter(|_| bytes.len() == expected) else {
            let found = format!("{} bytes", bytes.len());
            return Err(Malformed::described(found, format!("{expected} bytes of a training")));
        };
        self.waiting = u32::from_le_bytes(*waiting) as usize;
        let mut numbers = body.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let heads = [&mut self.head, &mut self.head_squares, &mut self.head_gradient];
        let places = self.vectors.iter_mut().flatten().chain(&mut self.squares);
        let places = places.chain(heads.into_iter().flat_map(|head| head.vectors_mut().flatten()));
        for (place, number) in places.zip(&mut numbers) {
            *place = number;
        }
        Ok(())
    }

    /// What is left out of one choice, the same for all its moves.
    fn kept(&self, rng: &mut Xoshiro256PlusPlus) -> Vector {
        let dropout = self.training.dropout;
        let mut kept = [0.0; WIDTH];
        for value in &mut kept {
            *value = if rng.random::<f32>() < dropout { 0.0 } else { 1.0 / (1.0 - dropout) };
        }
        kept
    }

    fn learn(&mut self, position: &Position, rate: f32, kept: &Vector) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = games::othello::kernel::Avx2::detect() {
            return kernel.compiled(
                #[inline(always)]
                || self.learn_with(kernel, position, rate, kept),
            );
        }
        self.learn_with(Portable, position, rate, kept)
    }

    /// One step; gives the cross entropy before it.
    #[inline(always)]
    fn learn_with<K: Kernel>(&mut self, kernel: K, position: &Position, rate: f32, kept: &Vector) -> f32 {
        let scene = Scene::new(kernel, position.board, position.recent);
        let (set, phase, rating) =
            (set(scene.empties), phase(scene.empties), scaled_rating(f64::from(position.rating)));
        self.scratch.clear();
        let mut passed = Vec::with_capacity(34);
        let mut logits = Vec::with_capacity(34);
        let mut played = 0;
        for (at, square) in scene.squares().enumerate() {
            if square == position.played {
                played = at;
            }
            let mut features = scene.features(kernel, square).0;
            let mut sum = [0.0; WIDTH];
            for feature in &mut features {
                *feature = self.map[numbered(*feature, set)];
                let vector = &self.vectors[*feature as usize];
                for at in 0..WIDTH {
                    sum[at] += vector[at];
                }
            }
            self.scratch.push(features);
            let through = self.head.pass(&sum, phase, rating, kept);
            logits.push(through.logit);
            passed.push(through);
        }
        let shares = super::softmax(&logits);
        for (at, through) in passed.iter().enumerate() {
            let wrong = shares[at] - f32::from(u8::from(at == played));
            // Next to nothing is learned from moves that hardly matter.
            if wrong.abs() < 5e-4 {
                continue;
            }
            let gradient = &mut self.head_gradient;
            let mut hidden = [0.0; WIDTH];
            for k in 0..WIDTH {
                gradient.out[1][k] += wrong * through.hidden[k];
                hidden[k] = if through.hidden[k] > 0.0 { wrong * self.head.out[1][k] } else { 0.0 };
                gradient.hidden_bias[0][k] += hidden[k];
                gradient.hidden_bias[1][k] += rating * hidden[k];
            }
            let mut sums = [0.0; WIDTH];
            for j in 0..RECTIFIED {
                let value = through.rectified[j];
                if value <= 0.0 {
                    continue;
                }
                let weights = &self.head.hidden[j];
                let mut parts = [0.0; 8];
                for k in 0..WIDTH {
                    parts[k % 8] += weights[k] * hidden[k];
                    gradient.hidden[j][k] += value * hidden[k];
                }
                gradient.out[0][j] += wrong * value;
                sums[j] = (wrong * self.head.out[0][j] + parts.iter().sum::<f32>()) * kept[j];
            }
            for j in 0..RECTIFIED {
                gradient.bias[phase][j] += sums[j];
                gradient.slope[phase][j] += rating * sums[j];
            }
            sums[WIDTH - 2] = wrong;
            sums[WIDTH - 1] = wrong * rating;
            let square = sums.iter().map(|value| value * value).sum::<f32>() / WIDTH as f32;
            for &feature in &self.scratch[at] {
                let squares = &mut self.squares[feature as usize];
                *squares += square;
                let step = rate * self.training.rate / squares.sqrt();
                let vector = &mut self.vectors[feature as usize];
                for at in 0..WIDTH {
                    vector[at] -= step * sums[at];
                }
            }
        }
        self.waiting += 1;
        if self.waiting == BATCH {
            self.step_head(rate);
        }
        -shares[played].max(1e-30).ln()
    }

    #[inline(always)]
    fn step_head(&mut self, rate: f32) {
        self.waiting = 0;
        let rate = rate * self.training.head_rate;
        let gradients = self.head_gradient.vectors_mut();
        for ((vector, squares), gradient) in
            self.head.vectors_mut().zip(self.head_squares.vectors_mut()).zip(gradients)
        {
            for at in 0..WIDTH {
                squares[at] += gradient[at] * gradient[at];
                vector[at] -= rate * gradient[at] / squares[at].sqrt();
                gradient[at] = 0.0;
            }
        }
    }

    /// The first layer as it is now, packed.
    #[must_use]
    pub fn policy(&self) -> Policy {
        Policy::new(&self.map, &self.vectors, &self.head)
    }

    /// The file of the first layer as it is now.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        super::policy::write(&self.map, &self.vectors, &self.head, &mut bytes);
        bytes
    }

    /// How many vectors there are, of how many features.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.vectors.len(), NUMBERED)
    }
}

#[cfg(test)]
mod tests {
    use games::othello::Othello;
    use games::split_mix::mix;
    use games::{Game, Side};

    use super::super::evaluation::{mean, policy_predictions};
    use super::super::games::RatedGame;
    use super::*;

    /// Positions of games between players who take the last legal square, or any other one time in four.
    fn positions(games: u32) -> Vec<Position> {
        let game = |number: u32| {
            let mut game = Othello::default();
            let mut moves = Vec::new();
            let mut legal = Vec::new();
            while game.outcome().is_none() {
                Game::legal_moves(&game, &mut legal);
                let drawn = mix(u64::from(number) << 8 | moves.len() as u64);
                let last = legal.len() - 1;
                let at = if drawn.is_multiple_of(4) { drawn as usize / 4 % legal.len() } else { last };
                moves.push(legal[at]);
                game.apply(legal[at]);
            }
            let discs = Some(Side::BOTH.map(|side| game.counts()[side.index()]));
            RatedGame { number, year: 2000, players: [1, 2], ratings: [1500.0; 2], moves, discs }
        };
        (0..games).flat_map(|number| game(number).positions()).collect()
    }

    #[test]
    fn training_is_repeatable_resumable_and_learns() {
        let training = PolicyTraining { epochs: 3, least: 2, counted: 1, ..PolicyTraining::default() };
        let (positions, test) = (positions(120), positions(150).split_off(120 * 56));
        let mut whole = PolicyTrainer::new(training, &positions);
        let before = mean(policy_predictions(&whole.policy(), &test).into_iter()).0;
        let mut resumed = PolicyTrainer::new(training, &positions);
        for part in 0..whole.parts(positions.len()) {
            whole.learn_part(&positions, part, &|_| {});
            resumed.learn_part(&positions, part, &|_| {});
            let state = resumed.state();
            resumed = PolicyTrainer::new(training, &positions);
            resumed.restore(&state).unwrap();
        }
        assert!(whole.to_bytes() == resumed.to_bytes());
        assert!(resumed.restore(b"else").is_err());
        let after = mean(policy_predictions(&whole.policy(), &test).into_iter()).0;
        assert!(after.nats < before.nats - 0.1, "{before:?} {after:?}");
    }
}
