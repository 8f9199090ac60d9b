//! Negamax under an assumption about the other side's colours, in the manner of the tournament's winner of
//! 2020.
//!
//! Either nothing is known of the other side's ghosts, and each may be what hurts most: leaving counts as a
//! blue one's, being captured as a red one's. Or one of them is assumed red and all others blue.

use games::geister::{Board, Direction, Move, Square, Squares, View};
use games::{Side, View as _};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// What a certain win is worth, less the plies it takes; the evaluation stays far below.
const WIN: i32 = 100_000_000;

/// What a blue ghost is worth against a step towards an exit, as the winner of 2020 weighs them.
const BLUE: i32 = 1000;

/// What is assumed of the enemy ghosts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// Nothing: each of them may be of either colour, whichever is worse.
    Unknown,
    /// The ghost on this square is red and all others are blue.
    OneRed(Square),
}

/// The move of a search `depth` plies deep for the seat that is to move, with its value: blue ghosts count
/// 1000 and steps 1, certain wins about 10^8. Ties are broken at random. `None` if there is no move.
///
/// A blue ghost that can leave leaves.
pub fn negamax(view: &View, assumption: Assumption, depth: u32, rng: &mut dyn Rng) -> Option<(Move, i32)> {
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    if let Some(&out) = moves.iter().find(|mv| mv.is_leaving()) {
        return Some((out, WIN));
    }
    moves.shuffle(rng);
    let node = Node::of(view, assumption);
    let mut search = Search {
        lines: Lines::of(view.seat()),
        colours_known: assumption != Assumption::Unknown,
        salt: rng.random(),
        table: vec![Entry::EMPTY; 1 << TABLE_BITS],
    };
    let mut best: Option<(Move, i32)> = None;
    for mv in moves {
        let Some(to) = mv.to() else { continue };
        let child = node.after(mv.from().bit(), to.bit(), true);
        let floor = best.map_or(-2 * WIN, |(_, value)| value);
        let value = -search.value(child, false, 1, depth.saturating_sub(1), -2 * WIN, -floor);
        // A value that is not above the floor is only a bound: the earlier move stays.
        if best.is_none() || value > floor {
            best = Some((mv, value));
        }
    }
    best
}

/// Where the ghosts are, by what the searching side knows of them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    blue: u64,
    red: u64,
    /// All ghosts of the other side.
    theirs: u64,
    /// Those that are taken for red; none where nothing is known.
    their_red: u64,
    /// How many of theirs are left when their last red one has been captured, if nothing is known.
    their_blues: u32,
}

impl Node {
    fn of(view: &View, assumption: Assumption) -> Node {
        let own = view.own_ghosts();
        let enemy = view.seat().other();
        let squares = view.places(enemy).iter().filter_map(|place| place.square());
        let theirs = squares.fold(0, |set, square| set | square.bit());
        let their_red = match assumption {
            Assumption::Unknown => 0,
            Assumption::OneRed(square) => square.bit() & theirs,
        };
        let captured_blues = view.captured(enemy, games::geister::Colour::Blue);
        Node {
            blue: own.blue,
            red: own.red,
            theirs,
            their_red,
            their_blues: 4_u32.saturating_sub(captured_blues),
        }
    }

    /// The node after a step of one of our ghosts, or of theirs.
    #[inline]
    const fn after(mut self, from: u64, to: u64, ours: bool) -> Node {
        let step = from | to;
        if ours {
            if self.blue & from == 0 {
                self.red ^= step;
            } else {
                self.blue ^= step;
            }
            self.theirs &= !to;
            self.their_red &= !to;
        } else {
            self.theirs ^= step;
            if self.their_red & from != 0 {
                self.their_red ^= step;
            }
            self.blue &= !to;
            self.red &= !to;
        }
        self
    }
}

/// How the board lies for the searching seat.
struct Lines {
    /// Where our blues leave, and where theirs do.
    exits: [u64; 2],
    /// Steps from each square to our nearer exit, and to theirs.
    distance: [[i32; 36]; 2],
}

impl Lines {
    fn of(seat: Side) -> Lines {
        let distance = |side: Side| {
            let mut distance = [0; 36];
            for square in Square::all() {
                let row = i32::from(square.row());
                let column = i32::from(square.column());
                let ahead = if side == Side::First { 5 - row } else { row };
                distance[square.index()] = ahead + column.min(5 - column);
            }
            distance
        };
        Lines {
            exits: [Board::exits(seat), Board::exits(seat.other())],
            distance: [distance(seat), distance(seat.other())],
        }
    }
}

/// Entries of the table, in bits: a search of depth 6 seldom meets more positions.
const TABLE_BITS: u32 = 14;

/// What is known of a node.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    /// Plies that were searched below it, and how far it is from the root: wins count the plies from there.
    depth: u8,
    ply: u8,
    /// The value is at least, at most, or just this.
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Low,
    High,
    Exact,
}

impl Entry {
    const EMPTY: Entry = Entry { key: 0, value: 0, depth: 0, ply: 0, bound: Bound::Exact };

    /// Searches are never 256 plies deep.
    const fn new(key: u64, value: i32, depth: u32, ply: u32, bound: Bound) -> Entry {
        Entry { key, value, depth: depth as u8, ply: ply as u8, bound }
    }
}

struct Search {
    lines: Lines,
    colours_known: bool,
    /// Keys of this search; the table begins empty, and with a salt no key of 0 is expected.
    salt: u64,
    table: Vec<Entry>,
}

impl Search {
    /// The value for the side to move: ours if `ours`.
    fn value(&mut self, node: Node, ours: bool, ply: u32, depth: u32, alpha: i32, beta: i32) -> i32 {
        if let Some(value) = self.decided(node, ours, ply) {
            return value;
        }
        if depth == 0 {
            let value = self.evaluation(node);
            return if ours { value } else { -value };
        }
        let (mut alpha, mut beta) = (alpha, beta);
        let key = self.key(node, ours);
        let place = (key >> (64 - TABLE_BITS)) as usize;
        let entry = self.table[place];
        if entry.key == key && u32::from(entry.depth) == depth && u32::from(entry.ply) == ply {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::Low => alpha = alpha.max(entry.value),
                Bound::High => beta = beta.min(entry.value),
            }
            if alpha >= beta {
                return entry.value;
            }
        }
        let begun = alpha;
        let mut best = -2 * WIN;
        let our_all = node.blue | node.red;
        let (mover, target) = if ours { (our_all, node.theirs) } else { (node.theirs, our_all) };
        // Captures are what hurts, so theirs come first; ours mostly give material away.
        for captures in [!ours, ours] {
            for direction in self.directions(ours) {
                let from = movable(mover, direction, if captures { target } else { !(mover | target) });
                for from in Squares(from) {
                    let from = from.bit();
                    let child = node.after(from, shifted(from, direction), ours);
                    let value = -self.value(child, !ours, ply + 1, depth - 1, -beta, -alpha);
                    best = best.max(value);
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        self.table[place] = Entry::new(key, best, depth, ply, Bound::Low);
                        return best;
                    }
                }
            }
        }
        let bound = if best > begun { Bound::Exact } else { Bound::High };
        self.table[place] = Entry::new(key, best, depth, ply, bound);
        best
    }

    /// Forward first: the evaluation likes it.
    fn directions(&self, ours: bool) -> [Direction; 4] {
        let north_is_forward = (self.lines.exits[0] & 1 == 0) == ours;
        if north_is_forward {
            [Direction::North, Direction::East, Direction::West, Direction::South]
        } else {
            [Direction::South, Direction::East, Direction::West, Direction::North]
        }
    }

    /// The value for the side to move if the game is over, or as good as over.
    #[inline]
    fn decided(&self, node: Node, ours: bool, ply: u32) -> Option<i32> {
        let win = WIN - ply as i32;
        let we_win = if ours { win } else { -win };
        if node.red == 0 {
            return Some(we_win);
        }
        let no_red_left = if self.colours_known {
            node.their_red == 0
        } else {
            node.theirs.count_ones() <= node.their_blues
        };
        if node.blue == 0 || no_red_left {
            return Some(-we_win);
        }
        let their_blue = node.theirs & !node.their_red;
        if their_blue == 0 || ours && node.blue & self.lines.exits[0] != 0 {
            return Some(we_win);
        }
        (!ours && their_blue & self.lines.exits[1] != 0).then_some(-we_win)
    }

    /// Our blues, and which side is nearer to leaving: for us.
    fn evaluation(&self, node: Node) -> i32 {
        let far = |set: u64, side: usize| -> i32 {
            Squares(set).map(|square| self.lines.distance[side][square.index()]).sum()
        };
        let mut value =
            BLUE * node.blue.count_ones() as i32 - far(node.blue | node.red, 0) + far(node.theirs, 1);
        if self.colours_known {
            value -= BLUE * (node.theirs & !node.their_red).count_ones() as i32;
        }
        value
    }

    fn key(&self, node: Node, ours: bool) -> u64 {
        let one = games::split_mix::mix(node.blue ^ self.salt);
        let two = games::split_mix::mix(one ^ node.red ^ u64::from(ours) << 40);
        games::split_mix::mix(two ^ node.theirs ^ node.their_red << 21)
    }
}

/// The last column, by the direction that would leave it.
const COLUMN_A: u64 = 0x0000_0000_4104_1041;
const COLUMN_F: u64 = COLUMN_A << 5;
const ALL: u64 = (1 << 36) - 1;

/// Those of `ghosts` whose next square in `direction` is in `onto`.
#[inline]
const fn movable(ghosts: u64, direction: Direction, onto: u64) -> u64 {
    let onto = onto & ALL;
    ghosts
        & match direction {
            Direction::North => onto >> 6,
            Direction::East => onto >> 1 & !COLUMN_F,
            Direction::South => onto << 6,
            Direction::West => onto << 1 & !COLUMN_A,
        }
}

/// The next square.
#[inline]
const fn shifted(square: u64, direction: Direction) -> u64 {
    match direction {
        Direction::North => square << 6,
        Direction::East => square << 1,
        Direction::South => square >> 6,
        Direction::West => square >> 1,
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::geister::Geister;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// The same value without table, windows or an order of moves.
    fn plain(search: &Search, node: Node, ours: bool, ply: u32, depth: u32) -> i32 {
        if let Some(value) = search.decided(node, ours, ply) {
            return value;
        }
        if depth == 0 {
            return if ours { search.evaluation(node) } else { -search.evaluation(node) };
        }
        let mover = if ours { node.blue | node.red } else { node.theirs };
        let mut best = -2 * WIN;
        for direction in Direction::ALL {
            for from in Squares(movable(mover, direction, !mover)) {
                let child = node.after(from.bit(), shifted(from.bit(), direction), ours);
                best = best.max(-plain(search, child, !ours, ply + 1, depth - 1));
            }
        }
        best
    }

    #[test]
    fn the_value_is_that_of_a_plain_search() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut moves = Vec::new();
        for _ in 0..8 {
            let mut game = Geister::deal(&mut rng);
            for _ in 0..60 {
                game.legal_moves(&mut moves);
                if game.outcome().is_some() {
                    break;
                }
                game.apply(moves[rng.random_range(..moves.len())]);
            }
            if game.outcome().is_some() {
                continue;
            }
            let view = game.view(game.side_to_move());
            let enemy = view.places(view.seat().other()).iter().find_map(|place| place.square()).unwrap();
            for assumption in [Assumption::Unknown, Assumption::OneRed(enemy)] {
                let search = Search {
                    lines: Lines::of(view.seat()),
                    colours_known: assumption != Assumption::Unknown,
                    salt: 0,
                    table: Vec::new(),
                };
                let expected = plain(&search, Node::of(&view, assumption), true, 0, 4);
                let (mv, value) = negamax(&view, assumption, 4, &mut rng).unwrap();
                assert!(view.check(mv).is_ok());
                if !mv.is_leaving() {
                    assert_eq!(value, expected, "{view} {assumption:?}");
                }
            }
        }
    }

    #[test]
    fn it_stops_a_ghost_that_may_leave() {
        // The second player's ghost on b1 can reach the exit a1 next; whoever does not take it or the corner
        // loses.
        let view: View =
            "view first a2R,c2R,d2R,e2R,c1B,d1B,e1B,f2B b1u,d5u,c5u,b5u,e6u,d6u,c6u,b6u first 20/256"
                .parse()
                .unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..10 {
            let (mv, value) = negamax(&view, Assumption::Unknown, 6, &mut rng).unwrap();
            assert!(["a2a1", "c1b1"].contains(&mv.to_string().as_str()), "{mv}");
            assert!(value > -WIN / 2);
        }
    }
}
