//! One game between two opponents.

use games::{Game, IllegalMove, Player, Ply, Record};
use opponents::Opponent;

/// An opponent that has no answer, or not a legal one: a fault of the program, never of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMove {
    /// It chose nothing though there were moves.
    #[error("{0} chose no move")]
    Nothing(String),
    /// It chose a move that is not legal.
    #[error("{name}: {illegal}")]
    Illegal {
        /// The opponent's name.
        name: String,
        /// What is wrong with the move.
        illegal: IllegalMove,
    },
}

/// Plays a game from `start` to its end, the first opponent in the first seat; the reason of every choice is the comment of its move.
///
/// # Errors
/// An opponent does not play a legal move.
pub fn play_game<G: Game>(start: G, opponents: &mut [Box<dyn Opponent<G>>; 2]) -> Result<Record<G>, NoMove> {
    let mut record = Record::new(start.clone());
    record.players = opponents.each_ref().map(|opponent| Player::named(opponent.name()));
    let mut game = start;
    while game.outcome().is_none() {
        let side = game.side_to_move();
        let mover = &mut opponents[side.index()];
        let name = mover.name();
        let choice = mover.choose(&game.view(side)).ok_or_else(|| NoMove::Nothing(name.clone()))?;
        opponents[side.other().index()].observe(&game.view(side.other()), choice.mv);
        game.play(choice.mv).map_err(|illegal| NoMove::Illegal { name, illegal })?;
        record.line.plies.push(Ply { comment: choice.why, ..Ply::new(choice.mv) });
    }
    record.line.end = game.outcome();
    Ok(record)
}
