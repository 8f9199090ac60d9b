//! What a model of people sees of a move: numbers of features, each of which has weights.
//!
//! The first are the patterns of the evaluation on the board after the move. The others are about the move
//! itself. The board is turned so that the square played on lies between a1, d1 and d4; on the diagonal,
//! where two ways remain, the lesser board is taken. So a move and its images have the same features.

use std::sync::LazyLock;

use games::othello::kernel::Kernel;
use games::othello::{Board, Square, Squares, Symmetry};
use search::othello::patterns;

/// What is known of the moves before a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Recent {
    /// The square that the other side played on just now, if it did and it is known.
    pub other: Option<Square>,
    /// The square that the side to move played on before that.
    pub own: Option<Square>,
}

/// Kinds of squares: those that symmetries cannot exchange.
pub(super) const CLASSES: usize = 10;

/// Stretches of the game with weights of their own for features of the move.
const STRETCHES: usize = 5;

const NEIGHBOURS: usize = 3usize.pow(8);
const LINE: usize = 3usize.pow(7);

/// The offsets of the features of the move.
const AROUND: usize = patterns::WEIGHTS;
const LINES: usize = AROUND + CLASSES * NEIGHBOURS;
const AFTER_OTHER: usize = LINES + 4 * CLASSES * LINE;
const AFTER_OWN: usize = AFTER_OTHER + 3 * CLASSES * 65;
const REPLY: usize = AFTER_OWN + 3 * CLASSES * 65;
const PHASE: usize = REPLY + 8 * CLASSES;
const FLIPS: usize = PHASE + 16 * CLASSES;
const OPENNESS: usize = FLIPS + 20 * STRETCHES;
const DIRECTIONS: usize = OPENNESS + 24 * STRETCHES;
const REGION: usize = DIRECTIONS + 256 * CLASSES;
const SHARED: usize = REGION + 16 * 2 * STRETCHES;
const CORNERS: usize = SHARED + 2 * CLASSES;
const CHOICES: usize = CORNERS + 16;
const MOBILITY: usize = CHOICES + 24;

/// All features there are.
pub(super) const FEATURES: usize = MOBILITY + 24 * STRETCHES;

/// Features of the move itself.
const OF_MOVE: usize = 17;

/// Features of one move.
pub(super) const PER_MOVE: usize = patterns::FEATURES + OF_MOVE;

const CORNER_SQUARES: u64 = 0x8100_0000_0000_0081;

/// Numbers about a move that the second layer sees as they are.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Numbers {
    /// The class of its square.
    pub class: usize,
    /// The discs it flips.
    pub flips: u32,
    /// The empty squares beside the discs it flips.
    pub openness: u32,
    /// The moves it leaves the other side.
    pub replies: u32,
    /// The moves that the mover would have then, were it to move again.
    pub next: u32,
    /// The corners the other side can take then, and those the mover leaves.
    pub corners: [u32; 2],
    /// The squares of the empty region it is played in.
    pub region: u32,
    /// It flips the disc just placed.
    pub flips_last: bool,
    /// Rows and columns to the other side's last move; 8 if there is none.
    pub distance: u32,
}

/// How a square comes to its place in the triangle.
struct Places {
    class: usize,
    /// Numbers in [`Symmetry::ALL`]; the second is the first where there is only one.
    ways: [usize; 2],
}

static PLACES: LazyLock<Vec<Places>> = LazyLock::new(|| {
    let place = |square: Square| {
        let ways: Vec<usize> =
            (0..8).filter(|&way| class_of(Symmetry::ALL[way].square(square)).is_some()).collect();
        let class = class_of(Symmetry::ALL[ways[0]].square(square)).unwrap_or(0);
        Places { class, ways: [ways[0], ways[ways.len() - 1]] }
    };
    Square::all().map(place).collect()
});

/// The class of a square of the triangle from a1 to d1 and d4.
fn class_of(square: Square) -> Option<usize> {
    let (row, column) = (square.index() / 8, square.index() % 8);
    (row <= column && column < 4).then(|| column * (column + 1) / 2 + row)
}

/// Where each square goes, for each of [`Symmetry::ALL`].
static TURNED: LazyLock<[[u8; 64]; 8]> = LazyLock::new(|| {
    Symmetry::ALL.map(|symmetry| {
        let mut turned = [0; 64];
        for square in Square::all() {
            turned[square.index()] = symmetry.square(square).index() as u8;
        }
        turned
    })
});

/// What lies around the square of a class: its eight neighbours, 64 beyond the edge, and the other squares of
/// the row, the column and the two diagonals.
struct Surroundings {
    neighbours: [u8; 8],
    lines: [Vec<u8>; 4],
}

static SURROUNDINGS: LazyLock<Vec<Surroundings>> = LazyLock::new(|| {
    let mut squares: Vec<(usize, Square)> =
        Square::all().filter_map(|square| Some((class_of(square)?, square))).collect();
    squares.sort_unstable();
    squares
        .into_iter()
        .map(|(_, square)| {
            let (row, column) = (square.index() as i32 / 8, square.index() as i32 % 8);
            let at = |row: i32, column: i32| {
                if (0..8).contains(&row) && (0..8).contains(&column) { (8 * row + column) as u8 } else { 64 }
            };
            let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
            let line = |(rows, columns): (i32, i32)| -> Vec<u8> {
                let on_line = (-7..8).filter(|&step| step != 0);
                on_line
                    .map(|step| at(row + step * rows, column + step * columns))
                    .filter(|&at| at < 64)
                    .collect()
            };
            let around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
            Surroundings {
                neighbours: around.map(|(rows, columns)| at(row + rows, column + columns)),
                lines: steps.map(line),
            }
        })
        .collect()
});

/// A position, prepared for the features of its moves.
pub struct Scene {
    board: Board,
    recent: Recent,
    turned: [Board; 8],
    other_moves: u64,
    /// The legal squares.
    pub legal: u64,
    /// Empty squares.
    pub empties: u32,
}

/// The squares beside those of `set`, in all eight directions.
fn beside(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    (wide | wide << 8 | wide >> 8) & !set
}

/// Of what so many plies of the game consist: the openings, and parts of twelve plies.
fn stretch(empties: u32) -> usize {
    (60u32.saturating_sub(empties) as usize / 12).min(STRETCHES - 1)
}

impl Scene {
    /// The position in which a side is to move on `board`.
    #[inline(always)]
    pub fn new<K: Kernel>(kernel: K, board: Board, recent: Recent) -> Scene {
        Scene {
            board,
            recent,
            turned: Symmetry::ALL.map(|symmetry| symmetry.board(board)),
            other_moves: kernel.moves(board.swapped()),
            legal: kernel.moves(board),
            empties: board.empty().count_ones(),
        }
    }

    /// The features of the move to `square`, the board after it, and its numbers.
    #[inline(always)]
    pub fn features<K: Kernel>(&self, kernel: K, square: Square) -> ([u32; PER_MOVE], Board, Numbers) {
        let flips = kernel.flips(self.board, square.index());
        let after = self.board.placed(square, flips);
        let mut all = [0; PER_MOVE];
        all[..patterns::FEATURES].copy_from_slice(&patterns::features(kernel, after));
        let of_move = &mut all[patterns::FEATURES..];

        let place = &PLACES[square.index()];
        let class = place.class;
        let [first, second] = place.ways;
        let way = if self.turned[second] < self.turned[first] { second } else { first };
        let turned = self.turned[way];
        let surroundings = &SURROUNDINGS[class];
        let disc = |at: u8| {
            if at > 63 { 0 } else { (turned.own >> at & 1) as usize + 2 * (turned.other >> at & 1) as usize }
        };
        let number = |squares: &[u8]| squares.iter().fold(0, |number, &at| 3 * number + disc(at));
        let mut count = 0;
        let mut push = |feature: usize| {
            of_move[count] = feature as u32;
            count += 1;
        };
        push(AROUND + class * NEIGHBOURS + number(&surroundings.neighbours));
        for (line, squares) in surroundings.lines.iter().enumerate() {
            push(LINES + (4 * class + line) * LINE + number(squares));
        }
        let third = (60u32.saturating_sub(self.empties) as usize / 20).min(2);
        let turn = |square: Option<Square>| square.map_or(64, |at| usize::from(TURNED[way][at.index()]));
        push(AFTER_OTHER + (third * CLASSES + class) * 65 + turn(self.recent.other));
        push(AFTER_OWN + (third * CLASSES + class) * 65 + turn(self.recent.own));
        let bit = |square: Option<Square>| square.map_or(0, Square::bit);
        let flips_last = flips & bit(self.recent.other) != 0;
        let near = beside(square.bit());
        let near_last = near & bit(self.recent.other) != 0;
        let near_own = near & bit(self.recent.own) != 0;
        let reply = usize::from(flips_last) + 2 * usize::from(near_last) + 4 * usize::from(near_own);
        push(REPLY + 8 * class + reply);
        push(PHASE + 16 * class + (60u32.saturating_sub(self.empties) as usize / 4).min(15));
        let stretch = stretch(self.empties);
        let flipped = flips.count_ones();
        push(FLIPS + 20 * stretch + (flipped as usize).min(19));
        let openness = (beside(flips) & self.board.empty() & !square.bit()).count_ones();
        push(OPENNESS + 24 * stretch + (openness as usize).min(23));
        let turned_flips = Symmetry::ALL[way].squares(flips);
        let directions = surroundings.neighbours.iter().fold(0, |directions, &at| {
            2 * directions + if at < 64 { (turned_flips >> at & 1) as usize } else { 0 }
        });
        push(DIRECTIONS + 256 * class + directions);
        let region = self.region(square);
        push(REGION + 16 * (2 * stretch + (self.empties % 2) as usize) + (region as usize).min(15));
        push(SHARED + 2 * class + usize::from(self.other_moves & square.bit() != 0));
        let replies = kernel.moves(after);
        let given = (replies & CORNER_SQUARES).count_ones();
        let left = (self.legal & !square.bit() & CORNER_SQUARES).count_ones();
        push(CORNERS + 4 * given.min(3) as usize + left.min(3) as usize);
        push(CHOICES + (self.legal.count_ones() as usize).min(23));
        let change = (replies.count_ones() as i32 - self.other_moves.count_ones() as i32).clamp(-12, 11) + 12;
        push(MOBILITY + 24 * stretch + change as usize);

        let numbers = Numbers {
            class,
            flips: flipped,
            openness,
            replies: replies.count_ones(),
            next: kernel.moves(after.swapped()).count_ones(),
            corners: [given, left],
            region,
            flips_last,
            distance: self.recent.other.map_or(8, |last| {
                let apart = |a: usize, b: usize| a.abs_diff(b) as u32;
                apart(last.index() / 8, square.index() / 8).max(apart(last.index() % 8, square.index() % 8))
            }),
        };
        (all, after, numbers)
    }

    /// The squares of the empty region around `square`.
    fn region(&self, square: Square) -> u32 {
        let empty = self.board.empty();
        let mut region = square.bit();
        loop {
            let grown = region | beside(region) & empty;
            // Regions of sixteen squares and more are alike.
            if grown == region || region.count_ones() > 15 {
                return region.count_ones();
            }
            region = grown;
        }
    }

    /// The legal squares in the order of the game's own list.
    pub fn squares(&self) -> Squares {
        Squares(self.legal)
    }
}

/// For each feature the one whose weights it uses: images of patterns share theirs.
pub(super) fn canonical() -> Vec<u32> {
    let mut canonical = patterns::canonical();
    canonical.extend(patterns::WEIGHTS as u32..FEATURES as u32);
    canonical
}

#[cfg(test)]
mod tests {
    use games::othello::kernel::Portable;

    use super::*;

    #[test]
    fn a_move_and_its_images_have_the_same_features() {
        let canonical = canonical();
        let board = Board { own: 0x0010_1c08_1c3e_0000, other: 0x0008_2074_2240_2000 };
        assert_eq!(board.own & board.other, 0);
        let recent = Recent { other: Square::new(13), own: Square::new(52) };
        let of = |board: Board, recent: Recent, square: Square| {
            let (features, _, numbers) = Scene::new(Portable, board, recent).features(Portable, square);
            assert!(features.iter().all(|&feature| (feature as usize) < FEATURES));
            let mut features = features.map(|feature| canonical[feature as usize]);
            features[..patterns::FEATURES].sort_unstable();
            (features, numbers.region, numbers.class)
        };
        let mut seen = std::collections::HashSet::new();
        for square in Squares(board.moves()) {
            let here = of(board, recent, square);
            for symmetry in Symmetry::ALL {
                let turned = Recent {
                    other: recent.other.map(|s| symmetry.square(s)),
                    own: recent.own.map(|s| symmetry.square(s)),
                };
                assert_eq!(of(symmetry.board(board), turned, symmetry.square(square)), here, "{symmetry:?}");
            }
            seen.insert(here.0);
        }
        // Different moves are told apart.
        assert_eq!(seen.len(), board.moves().count_ones() as usize);
    }
}
