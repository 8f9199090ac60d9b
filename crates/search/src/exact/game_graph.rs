//! The graph of all positions of a small game.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use games::Game;

/// Every position that can be reached from a start, each after all positions that can follow it.
///
/// The game must not be able to return to a position, as no game of Kalah can: sowing only moves seeds on.
#[derive(Clone, Debug)]
pub struct GameGraph<G> {
    games: Vec<G>,
    /// Where the moves of each position begin in `next`; one more at the end.
    first: Vec<u32>,
    /// The position after each move, in the order of the game's list.
    next: Vec<u32>,
    index: HashMap<G, u32>,
}

/// A position on the way from the start and how far its moves have been followed.
struct Open<G> {
    game: G,
    next: Vec<G>,
    found: Vec<u32>,
}

impl<G: Game + Eq + Hash> GameGraph<G> {
    /// The positions reachable from `start`, unless there are more than `limit`.
    pub fn from_start(start: &G, limit: usize) -> Option<GameGraph<G>> {
        let mut positions =
            GameGraph { games: Vec::new(), first: vec![0], next: Vec::new(), index: HashMap::new() };
        let mut moves = Vec::new();
        let mut open = vec![Self::open(start, &mut moves)];
        // Depth first without recursion: games may be long.
        while let Some(top) = open.last_mut() {
            match top.next.get(top.found.len()) {
                Some(next) => match positions.index.get(next) {
                    Some(&found) => top.found.push(found),
                    None => {
                        let deeper = Self::open(next, &mut moves);
                        open.push(deeper);
                    }
                },
                None => {
                    if positions.games.len() == limit {
                        return None;
                    }
                    if let Some(done) = open.pop() {
                        positions.add(done);
                    }
                }
            }
        }
        Some(positions)
    }

    fn open(game: &G, moves: &mut Vec<G::Move>) -> Open<G> {
        game.legal_moves(moves);
        let after = |&mv: &G::Move| {
            let mut next = game.clone();
            next.apply(mv);
            next
        };
        Open { game: game.clone(), next: moves.iter().map(after).collect(), found: Vec::new() }
    }

    fn add(&mut self, done: Open<G>) {
        self.next.extend_from_slice(&done.found);
        self.first.push(self.next.len() as u32);
        self.index.insert(done.game.clone(), self.games.len() as u32);
        self.games.push(done.game);
    }
}

impl<G: Eq + Hash> GameGraph<G> {
    /// The number of `game`, if it is one of these positions.
    pub fn find(&self, game: &G) -> Option<usize> {
        self.index.get(game).map(|&index| index as usize)
    }
}

impl<G> GameGraph<G> {
    /// How many positions there are. The start is the last of them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// There is always the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many moves there are in all positions together.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.next.len()
    }

    /// The position with a number.
    #[must_use]
    pub fn game(&self, index: usize) -> &G {
        &self.games[index]
    }

    /// Every position, in order.
    pub fn iter(&self) -> impl Iterator<Item = &G> {
        self.games.iter()
    }

    /// The moves of a position, as a range of the numbers of all moves.
    #[must_use]
    pub fn moves(&self, index: usize) -> Range<usize> {
        self.first[index] as usize..self.first[index + 1] as usize
    }

    /// The numbers of the positions after each move of a position.
    pub fn next(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        self.next[self.moves(index)].iter().map(|&next| next as usize)
    }
}
