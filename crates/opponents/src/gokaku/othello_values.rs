//! How good moves of Othello look to reference players, those among them who choose as people do included.

use games::Game;
use games::othello::{Move, Othello, Squares};
use people::othello::OthelloPeople;
use people::{PeopleModel, RecentMoves};

use super::move_values::{Analysts, MoveValues, Search};
use super::people_policy::PeoplePolicy;

/// The searches of the game, and the model of people.
pub(super) struct OthelloValues {
    searches: Analysts<Othello>,
    people: OthelloPeople,
    /// The ratings of the people among the players: the model is asked about all of them at once.
    ratings: Vec<u32>,
    game: RecentGame,
    /// What is known of one position: the shares at each rating, and values by search.
    position: Option<Othello>,
    shares: Vec<Vec<f64>>,
    values: Vec<(Search, Vec<f64>)>,
}

impl OthelloValues {
    /// `searches` are those of the players.
    pub(super) fn new(searches: &[Search], analysts: Analysts<Othello>) -> OthelloValues {
        let mut ratings: Vec<u32> = searches
            .iter()
            .filter_map(|search| match search {
                Search::People(people) => Some(people.rating),
                _ => None,
            })
            .collect();
        ratings.sort_unstable();
        ratings.dedup();
        OthelloValues {
            searches: analysts,
            people: OthelloPeople::shipped(true),
            ratings,
            game: RecentGame::default(),
            position: None,
            shares: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The values of all moves by a search that is no player's own, each searched for once.
    fn searched(&mut self, view: &Othello, search: Search) -> Vec<f64> {
        if let Some((_, values)) = self.values.iter().find(|(known, _)| *known == search) {
            return values.clone();
        }
        let values: Vec<f64> =
            self.searches.own_values(view, search).into_iter().map(|(_, value)| value).collect();
        self.values.push((search, values.clone()));
        values
    }

    fn people(&mut self, view: &Othello, policy: &PeoplePolicy) -> Vec<f64> {
        if self.shares.is_empty() {
            let ratings: Vec<f64> = self.ratings.iter().map(|&rating| f64::from(rating)).collect();
            self.shares = self.people.at_ratings(view, self.game.follow(view), &ratings);
        }
        let values = policy.helping_search().map_or_else(Vec::new, |search| self.searched(view, search));
        let shares = self.ratings.binary_search(&policy.rating).ok().and_then(|at| self.shares.get(at));
        shares.map_or_else(Vec::new, |shares| policy.logarithms(shares, &values))
    }
}

impl MoveValues<Othello> for OthelloValues {
    fn set_position(&mut self, view: &Othello) {
        self.game.follow(view);
    }

    fn own_values(&mut self, view: &Othello, search: Search) -> Vec<(Move, f64)> {
        if self.position != Some(*view) {
            self.position = Some(*view);
            self.shares.clear();
            self.values.clear();
        }
        let values = match search {
            Search::People(policy) => self.people(view, &policy),
            _ => self.searched(view, search),
        };
        let mut moves = Vec::new();
        Game::legal_moves(view, &mut moves);
        moves.into_iter().zip(values).collect()
    }

    fn user_values(&mut self, before: &Othello, search: Search) -> Vec<Vec<(Move, f64)>> {
        vec![self.own_values(before, search)]
    }

    fn see_own_turn(&mut self, view: &Othello) {
        self.game.follow(view);
    }

    fn begin(&mut self) {
        self.game = RecentGame::default();
    }
}

/// Squares and a pass that two moves can be made of; with more the line between is not known.
const MOST_MADE: usize = 3;

/// The last position that was seen, and the moves that led there: people answer them.
#[derive(Default)]
struct RecentGame {
    position: Othello,
    moves: RecentMoves<Move>,
}

impl RecentGame {
    /// The moves before a position: known if at most two moves have been played since the last one.
    fn follow(&mut self, view: &Othello) -> RecentMoves<Move> {
        if self.position != *view {
            let placed = Squares(self.position.board().empty() & !view.board().empty());
            let made: Vec<Move> = placed.map(Move::Place).chain([Move::Pass]).take(MOST_MADE).collect();
            let one = made.iter().map(|&one| [Some(one), None]);
            let two = made.iter().flat_map(|&one| made.iter().map(move |&two| [Some(one), Some(two)]));
            let mut lines = one.chain(two);
            let before = self.moves.other;
            self.moves = match lines.find(|line| leads(self.position, *line, view)) {
                Some([own, Some(other)]) => RecentMoves { own, other: Some(other) },
                Some([other, None]) => RecentMoves { own: before, other },
                // Moves were taken back, or it is another game.
                _ => RecentMoves::default(),
            };
            self.position = *view;
        }
        self.moves
    }
}

/// Whether these moves lead from one position to the other.
fn leads(mut from: Othello, moves: [Option<Move>; 2], to: &Othello) -> bool {
    moves.into_iter().flatten().all(|mv| from.play(mv).is_ok()) && from == *to
}

#[cfg(test)]
mod tests {
    use games::othello::moves::read;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_last_moves_are_known_to_either_side() {
        let record = &read("f5d6c3d3c4f4f6f3e6e7").unwrap()[0];
        let moves: Vec<Move> = record.moves().collect();
        for step in [1, 2] {
            let (mut game, mut recent) = (Othello::default(), RecentGame::default());
            for (ply, &mv) in moves.iter().enumerate() {
                if ply % step == 0 {
                    let found = recent.follow(&game);
                    let before = |back: usize| ply.checked_sub(back).map(|ply| moves[ply]);
                    assert_eq!((found.other, found.own), (before(1), before(2)), "{ply}, step {step}");
                }
                game.play(mv).unwrap();
            }
            assert_eq!(recent.follow(&Othello::default()), RecentMoves::default());
        }
    }

    #[test]
    fn stronger_people_and_better_helped_ones_lose_less() {
        use super::super::settings::AdaptiveGame;
        let mut values = Othello::move_values(1).unwrap();
        let players: Vec<_> =
            Othello::PLAYERS.iter().filter(|player| matches!(player.search, Search::People(_))).collect();
        let mut losses = vec![0.0; players.len()];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut game, mut moves) = (Othello::default(), Vec::new());
        for _ in 0..30 {
            values.set_position(&game);
            let real: Vec<f64> =
                values.own_values(&game, Othello::ANALYST).iter().map(|(_, value)| *value).collect();
            let best = real.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for (player, loss) in players.iter().zip(&mut losses) {
                let liked = values.own_values(&game, player.search);
                let policy = player.policy(&liked.iter().map(|(_, value)| *value).collect::<Vec<_>>());
                assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                *loss += policy.iter().zip(&real).map(|(share, value)| share * (best - value)).sum::<f64>();
            }
            Game::legal_moves(&game, &mut moves);
            game.apply(moves[rng.random_range(..moves.len())]);
        }
        assert!(losses.first() > losses.last(), "{losses:?}");
        assert!(losses[0] > 2.0 * losses[players.len() - 2], "{losses:?}");
    }
}
