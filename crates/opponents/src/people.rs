//! Plays what people of a rating play.

use games::othello::{Move, Othello, Squares};
use games::{Game, View};
use people::othello::OthelloPeople;
use people::{PeopleModel, RecentMoves};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent, Reason};

/// The rating unless another is named: about the mean of the tournament players.
const RATING: f64 = 1500.0;

/// Draws each move with the probability that people of its rating play it.
pub struct People {
    rating: f64,
    search: bool,
    model: OthelloPeople,
    rng: Xoshiro256PlusPlus,
    /// The position in which it chose last, and what it chose.
    last: Option<(Othello, Move)>,
}

impl People {
    /// Reads the options `rating` (1500, on the scale of the WTHOR database; below 1200 towards a
    /// beginner) and `search` (on, off: whether shallow searches help to predict people).
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let mut options = name.options();
        let rating = options.number("rating", RATING, 0.0..=2200.0)?;
        let search = options.word("search", &["on", "off"])? == "on";
        options.finish()?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(People { rating, search, model: OthelloPeople::shipped(search), rng, last: None })
    }

    /// The last two moves, if the position is the one after our own move and a reply.
    fn recent(&self, game: &Othello) -> RecentMoves<Move> {
        let Some((before, own)) = self.last else { return RecentMoves::default() };
        let mut after = before;
        if after.play(own).is_err() {
            return RecentMoves::default();
        }
        let placed: Vec<Move> =
            Squares(after.board().empty() & !game.board().empty()).map(Move::Place).collect();
        let reply = match placed[..] {
            [] => Move::Pass,
            [reply] => reply,
            _ => return RecentMoves::default(),
        };
        // After a takeback, or in another game, the reply does not lead here.
        if after.play(reply).is_err() || after != *game {
            return RecentMoves::default();
        }
        RecentMoves { other: Some(reply), own: Some(own) }
    }
}

/// The reply to nothing: the first move of the other side, where that is all that has been played.
fn first_move(game: &Othello) -> RecentMoves<Move> {
    let start = Othello::default();
    let other = Squares(start.board().moves()).map(Move::Place).find(|&mv| {
        let mut after = start;
        after.play(mv).is_ok() && after == *game
    });
    RecentMoves { other, own: None }
}

impl Opponent<Othello> for People {
    fn name(&self) -> String {
        let search = if self.search { "on" } else { "off" };
        Name::plain("people").with("rating", self.rating).with("search", search).to_string()
    }

    fn choose(&mut self, view: &Othello) -> Result<Choice<Move>, Failure> {
        let mut moves = Vec::new();
        View::legal_moves(view, &mut moves);
        let mut recent = self.recent(view);
        if recent.other.is_none() {
            recent = first_move(view);
        }
        let shares = self.model.probabilities(view, recent, self.rating);
        let mut drawn = self.rng.random::<f64>();
        let drawn = shares.iter().position(|share| {
            drawn -= share;
            drawn < 0.0
        });
        // Rounding may leave a trace of the last share.
        let chosen = drawn.unwrap_or(moves.len().saturating_sub(1));
        let (Some(&mv), Some(&share)) = (moves.get(chosen), shares.get(chosen)) else {
            return Err(Failure::NoMove);
        };
        self.last = Some((*view, mv));
        let reason = if moves.len() == 1 {
            Reason::OnlyMove
        } else {
            let rank = 1 + shares.iter().filter(|&&other| other > share).count();
            Reason::People { rating: self.rating, share, rank, moves: moves.len() }
        };
        Ok(Choice { mv, reason })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Opponent, by_name};

    use super::*;

    fn game(name: &str, seeds: [u64; 2]) -> (Vec<Move>, f64) {
        let mut players = seeds.map(|seed| by_name::<Othello>(name, seed).unwrap());
        let mut game = Othello::default();
        let (mut moves, mut sum, mut choices) = (Vec::new(), 0.0, 0);
        while game.outcome().is_none() {
            let choice = players[Game::side_to_move(&game).index()].choose(&game).unwrap();
            if let Reason::People { share, .. } = choice.reason {
                sum += share;
                choices += 1;
            }
            game.play(choice.mv).unwrap();
            moves.push(choice.mv);
        }
        (moves, sum / f64::from(choices))
    }

    #[test]
    fn the_same_seed_plays_the_same_game_and_another_one_another() {
        let name = "people:rating=1700,search=off";
        assert_eq!(by_name::<Othello>(name, 1).unwrap().name(), name);
        assert_eq!(game(name, [1, 2]), game(name, [1, 2]));
        assert_ne!(game(name, [1, 2]).0, game(name, [3, 4]).0);
        // People agree more on what to play than a random player does, the stronger the more.
        let weak = (0..4).map(|seed| game("people:rating=0,search=off", [seed, seed + 9]).1).sum::<f64>();
        let strong = (0..4).map(|seed| game(name, [seed, seed + 9]).1).sum::<f64>();
        assert!(strong > 2.0 * weak, "{strong} {weak}");
    }

    #[test]
    fn the_last_moves_are_found_again() {
        let mut people = People::from_name(&"people:search=off".parse().unwrap(), 1).unwrap();
        let mut game = Othello::default();
        game.play("f5".parse().unwrap()).unwrap();
        assert_eq!(first_move(&game).other, Some("f5".parse().unwrap()));
        let own = people.choose(&game).unwrap().mv;
        game.play(own).unwrap();
        let mut moves = Vec::new();
        Game::legal_moves(&game, &mut moves);
        game.play(moves[0]).unwrap();
        assert_eq!(people.recent(&game), RecentMoves { other: Some(moves[0]), own: Some(own) });
        assert_eq!(people.recent(&Othello::default()), RecentMoves::default());
    }
}
