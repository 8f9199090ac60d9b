//! The model of people in Othello, learned from the WTHOR database of tournament games.
//!
//! Ratings are on the scale of that database, with a mean of 1500: nearly everybody is between 1200 and 2000.
//!
//! | to find | look in |
//! |---|---|
//! | using the model | [`OthelloPeople`] |
//! | players below all tournament players | `beginner.rs` |
//! | what it sees of a move | `features.rs`, `inputs.rs`, `book.rs`, `values.rs` |
//! | training and tests | [`training`], [`evaluation`], [`games`] |

mod beginner;
mod book;
pub mod evaluation;
mod features;
pub mod games;
mod inputs;
pub mod policy;
mod policy_training;
pub mod training;
mod values;

use std::sync::{Arc, LazyLock};

use ::games::Malformed;
use ::games::othello::kernel::{Kernel, Portable};
use ::games::othello::{Board, Move, Othello, Squares};

pub use beginner::LOWEST_LEARNED;
pub use features::Recent;
pub use policy_training::PolicyTraining;
pub use values::{DEPTHS, MoveValues};

use crate::dense::Dense;
pub(crate) use crate::dense::softmax;
use crate::strength::StrengthScale;
use crate::{PeopleModel, RecentMoves};
use book::{BANDS, Book};
use features::Scene;
use inputs::Known;
use policy::{Policy, SummedMove};

/// The first bytes of a weights file: name and version of the layout.
const MAGIC: &[u8; 8] = b"GKPEOP1\n";

/// The file that comes with the program.
static SHIPPED_FILE: &[u8] = include_bytes!("../../data/othello-people.bin");

static SHIPPED: LazyLock<Arc<OthelloModel>> = LazyLock::new(|| {
    let model = OthelloModel::from_bytes(SHIPPED_FILE);
    // The file is part of the program; a test reads it.
    Arc::new(model.unwrap_or_else(|error| unreachable!("{error}")))
});

/// The files that come with the program and decide what the model says, by name.
#[must_use]
pub fn shipped_files() -> Vec<(&'static str, &'static [u8])> {
    vec![("othello-people.bin", SHIPPED_FILE)]
}

/// How the evidence of moves becomes a rating, after 1, 3 and 10 games: table `strength-scale` of
/// `gokaku reproduce natural-othello`, fitted to 180 held-out players with ten games or more.
pub const STRENGTH_SCALES: [StrengthScale; 3] = [
    StrengthScale { games: 1, temper: 0.7, offset: -188.0, slope: 1.092, error: 125.0 },
    StrengthScale { games: 3, temper: 0.18, offset: -721.0, slope: 1.448, error: 97.0 },
    StrengthScale { games: 10, temper: 0.08, offset: -546.0, slope: 1.342, error: 90.0 },
];

/// The weights of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct OthelloModel {
    policy: Policy,
    book: Book,
    /// The second layer without and with values of searches.
    plain: Dense,
    searched: Dense,
}

/// A position, looked at but for the rating.
struct Looked {
    moves: Vec<SummedMove>,
    counts: Vec<[f32; BANDS]>,
    empties: u32,
}

impl OthelloModel {
    /// The weights that come with the program.
    #[must_use]
    pub fn shipped() -> Arc<OthelloModel> {
        Arc::clone(&SHIPPED)
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self, policy: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(policy);
        self.book.write(&mut bytes);
        self.plain.write(&mut bytes);
        self.searched.write(&mut bytes);
        bytes
    }

    /// Reads what training wrote.
    ///
    /// # Errors
    /// The bytes are something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<OthelloModel, Malformed> {
        let expected = "weights of a model of people in Othello, as gokaku train writes them";
        let Some(mut body) = bytes.strip_prefix(MAGIC) else {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]);
            return Err(Malformed::new(head, expected));
        };
        let model = OthelloModel {
            policy: Policy::read(&mut body)?,
            book: Book::read(&mut body)?,
            plain: Dense::read(inputs::PLAIN, &mut body)?,
            searched: Dense::read(inputs::SEARCHED, &mut body)?,
        };
        if !body.is_empty() {
            return Err(Malformed::described(format!("{} bytes too many", body.len()), expected));
        }
        Ok(model)
    }

    fn look(policy: &Policy, board: Board, recent: Recent, counts: &dyn Fn(u32) -> [f32; BANDS]) -> Looked {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = ::games::othello::kernel::Avx2::detect() {
            return kernel.compiled(
                #[inline(always)]
                || OthelloModel::look_with(kernel, policy, board, recent, counts),
            );
        }
        OthelloModel::look_with(Portable, policy, board, recent, counts)
    }

    #[inline(always)]
    fn look_with<K: Kernel>(
        kernel: K,
        policy: &Policy,
        board: Board,
        recent: Recent,
        counts: &dyn Fn(u32) -> [f32; BANDS],
    ) -> Looked {
        let scene = Scene::new(kernel, board, recent);
        let moves = policy.sum_moves(kernel, &scene);
        let counts = match book::keys(board, Squares(scene.legal)) {
            Some(keys) => keys.into_iter().map(counts).collect(),
            None => vec![[0.0; BANDS]; moves.len()],
        };
        Looked { moves, counts, empties: scene.empties }
    }

    /// How likely people of this rating are to play each move.
    fn shares(&self, looked: &Looked, values: Option<&[[f32; DEPTHS]]>, rating: f64) -> Vec<f32> {
        let mut rows = Vec::with_capacity(looked.moves.len() * inputs::SEARCHED);
        fill(&self.policy, &mut rows, looked, values, rating);
        softmax(&if values.is_some() { &self.searched } else { &self.plain }.logits(&rows))
    }
}

/// Appends the inputs of the second layer.
fn fill(
    policy: &Policy,
    rows: &mut Vec<f32>,
    looked: &Looked,
    values: Option<&[[f32; DEPTHS]]>,
    rating: f64,
) {
    let (logits, hidden) = policy.logits(&looked.moves, looked.empties, rating);
    let known = Known { moves: &looked.moves, counts: &looked.counts, values, empties: looked.empties };
    inputs::fill(rows, &known, &logits, &hidden, rating);
}

/// The model of people in Othello.
pub struct OthelloPeople {
    model: Arc<OthelloModel>,
    values: Option<MoveValues>,
}

impl OthelloPeople {
    /// With the weights that come with the program; with `search`, values of shallow searches are used.
    #[must_use]
    pub fn shipped(search: bool) -> OthelloPeople {
        OthelloPeople::new(OthelloModel::shipped(), search)
    }

    /// With other weights.
    #[must_use]
    pub fn new(model: Arc<OthelloModel>, search: bool) -> OthelloPeople {
        OthelloPeople { model, values: search.then(MoveValues::default) }
    }

    /// How likely people of each of `ratings` are to play each legal square.
    pub fn on_board(&mut self, board: Board, recent: Recent, ratings: &[f64]) -> Vec<Vec<f64>> {
        let squares = board.moves().count_ones() as usize;
        if squares < 2 {
            return vec![vec![1.0; squares]; ratings.len()];
        }
        let model = &*self.model;
        let looked = OthelloModel::look(&model.policy, board, recent, &|key| model.book.counts(key));
        let values = self.values.as_mut().map(|values| values.of(board));
        ratings
            .iter()
            .map(|&rating| {
                let learned = model.shares(&looked, values.as_deref(), rating.max(LOWEST_LEARNED));
                beginner::mix(board, learned, rating)
            })
            .collect()
    }
}

impl PeopleModel<Othello> for OthelloPeople {
    fn at_ratings(&mut self, view: &Othello, recent: RecentMoves<Move>, ratings: &[f64]) -> Vec<Vec<f64>> {
        let board = view.board();
        if board.moves() == 0 {
            // A pass is the only move, unless the game is over.
            return vec![vec![1.0; usize::from(!board.is_over())]; ratings.len()];
        }
        let square = |mv: Option<Move>| match mv {
            Some(Move::Place(square)) => Some(square),
            Some(Move::Pass) | None => None,
        };
        let recent = Recent { other: square(recent.other), own: square(recent.own) };
        self.on_board(board, recent, ratings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_reads_and_broken_ones_are_refused() {
        assert!(OthelloModel::from_bytes(SHIPPED_FILE).is_ok());
        assert!(SHIPPED_FILE.len() < 8_000_000);
        assert!(OthelloModel::from_bytes(b"").is_err());
        assert!(OthelloModel::from_bytes(&SHIPPED_FILE[1..]).is_err());
        assert!(OthelloModel::from_bytes(&SHIPPED_FILE[..SHIPPED_FILE.len() - 1]).is_err());
        assert!(OthelloModel::from_bytes(&[SHIPPED_FILE, &[0]].concat()).is_err());
    }

    #[test]
    fn forced_moves_are_certain_and_all_ratings_say_something() {
        let mut people = OthelloPeople::shipped(true);
        let over = Board { own: u64::MAX, other: 0 };
        let finished = Othello::new(over, ::games::Side::First);
        assert_eq!(people.probabilities(&finished, RecentMoves::default(), 1500.0), Vec::<f64>::new());
        // One legal square.
        let pass = Othello::new(Board { own: 1, other: 0b110 }, ::games::Side::Second);
        assert_eq!(people.probabilities(&pass, RecentMoves::default(), 1500.0).len(), 1);
        let ratings = [0.0, 900.0, 1400.0, 2100.0];
        for shares in people.at_ratings(&Othello::default(), RecentMoves::default(), &ratings) {
            assert_eq!(shares.len(), 4);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-5);
            // The four first moves are images of each other.
            assert!(shares.iter().all(|share| (share - 0.25).abs() < 0.01), "{shares:?}");
        }
    }
}
