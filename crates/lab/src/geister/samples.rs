//! Training samples from stored games.

use belief::training::TrainingSample;
use belief::{NetworkInput, move_index};
use games::geister::{Colour, Geister, Ghost, Square};
use games::{Game, Side};
use store::StoredGame;

use crate::UnreadableGame;
use crate::stored::record;

/// A move as the opponent saw it, and the true colours.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ColourSample {
    /// What the opponent saw after the move.
    pub input: NetworkInput,
    /// The colour of the ghost that moved.
    pub colour: Colour,
    /// Squares of the mover's blue ghosts, rotated like the input.
    pub blue: u64,
}

impl ColourSample {
    /// The sample for a colour network.
    #[must_use]
    pub const fn example(&self) -> TrainingSample {
        TrainingSample { input: self.input, label: self.colour as u8 }
    }
}

/// Every move of `side` as the opponent saw it, except leaving the board, which shows the colour.
///
/// # Errors
/// The store holds something that is no game.
pub fn colour_samples(game: &StoredGame, side: Side) -> Result<Vec<ColourSample>, UnreadableGame> {
    let record = record::<Geister>(game)?;
    let mut position = record.start;
    let mut samples = Vec::new();
    let seat = side.other();
    let rotated = |square: Square| if seat == Side::First { square } else { square.rotated() };
    for mv in record.line.plies.iter().map(|ply| ply.mv) {
        let mover = position.side_to_move();
        position.apply(mv);
        let Some(to) = mv.to().filter(|_| mover == side) else { continue };
        let ghosts = Ghost::ALL.into_iter().zip(position.places(side));
        let ghosts =
            ghosts.filter_map(|(ghost, place)| Some((position.setup(side).colour(ghost), place.square()?)));
        let blues = ghosts.filter(|&(colour, _)| colour == Colour::Blue);
        let blue = blues.fold(0, |set, (_, square)| set | rotated(square).bit());
        let colour = if blue & rotated(to).bit() == 0 { Colour::Red } else { Colour::Blue };
        samples.push(ColourSample { input: NetworkInput::new(&position.view(seat), Some(mv)), colour, blue });
    }
    Ok(samples)
}

/// Every position of a game with the move played, for a policy.
///
/// # Errors
/// The store holds something that is no game.
pub fn policy_samples(game: &StoredGame) -> Result<Vec<TrainingSample>, UnreadableGame> {
    let record = record::<Geister>(game)?;
    let mut position = record.start;
    let mut last = None;
    let mut examples = Vec::new();
    for mv in record.line.plies.iter().map(|ply| ply.mv) {
        let mover = position.side_to_move();
        // 144 moves fit a byte.
        let label = move_index(mv, mover) as u8;
        examples.push(TrainingSample { input: NetworkInput::new(&position.view(mover), last), label });
        position.apply(mv);
        last = Some(mv);
    }
    Ok(examples)
}

#[cfg(test)]
mod tests {
    use games::geister::Place;

    use super::*;
    use crate::Match;
    use crate::plan::Keep;
    use crate::stored::stored;

    fn game() -> StoredGame {
        let name = "random".to_owned();
        let games: Match<Geister> =
            Match { a: name.clone(), b: name, games: 1, seed: 4, openings: Vec::new() };
        stored(0, &games.play(0).unwrap(), Keep::Moves, std::time::Duration::ZERO)
    }

    #[test]
    fn every_move_is_a_sample_for_the_opponent() {
        let game = game();
        let record = record::<Geister>(&game).unwrap();
        let leaving = record.moves().filter(|mv| mv.is_leaving()).count();
        let [first, second] = Side::BOTH.map(|side| colour_samples(&game, side).unwrap());
        assert_eq!(first.len() + second.len() + leaving, record.moves().count());
        for sample in first.iter().chain(&second) {
            let to = sample.input.moved & sample.input.enemy;
            assert_eq!(to.count_ones(), 1, "the ghost that moved is seen where it went");
            assert_eq!(sample.blue & !sample.input.enemy, 0);
            assert_eq!(sample.blue & to != 0, sample.colour == Colour::Blue);
            assert_eq!(sample.example().label, u8::from(sample.colour == Colour::Red));
        }
        let start = record.start;
        let mv = record.moves().next().unwrap();
        let ghost = Ghost::ALL
            .into_iter()
            .find(|ghost| start.places(Side::First)[ghost.index()] == Place::On(mv.from()));
        assert_eq!(first[0].colour, start.setup(Side::First).colour(ghost.unwrap()));
    }

    #[test]
    fn policy_samples_are_legal_moves() {
        let game = game();
        let examples = policy_samples(&game).unwrap();
        assert_eq!(examples.len() as u64, game.plies);
        assert!(examples.iter().all(|example| example.input.legal().contains(example.label.into())));
        assert!(policy_samples(&StoredGame { moves: "a1a9".to_owned(), ..game }).is_err());
    }
}
