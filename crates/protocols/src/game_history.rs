//! A game as another program tells it to one of our opponents.

use games::{Game, IllegalMove, PerfectInformation};
use opponents::{Choice, Failure, Opponent};

/// The start, the moves, and the position after each.
#[derive(Clone, Debug)]
pub(crate) struct GameHistory<G: PerfectInformation> {
    /// The start first; there is one more than there are moves.
    positions: Vec<G>,
    moves: Vec<G::Move>,
    /// The game as our opponent knows it, its own choice included; `None` before its first one.
    known: Option<(G, Vec<G::Move>)>,
    /// The places of the moves our opponent has observed, in order.
    observed: Vec<usize>,
}

impl<G: PerfectInformation> GameHistory<G> {
    /// A game that begins at `start`.
    pub(crate) fn new(start: G) -> GameHistory<G> {
        GameHistory { positions: vec![start], moves: Vec::new(), known: None, observed: Vec::new() }
    }

    /// Begins again at `start`.
    pub(crate) fn restart(&mut self, start: G) {
        self.positions = vec![start];
        self.moves.clear();
    }

    /// The last position.
    pub(crate) fn game(&self) -> G {
        self.positions.last().cloned().unwrap_or_default()
    }

    /// Every position, the start first.
    pub(crate) fn positions(&self) -> &[G] {
        &self.positions
    }

    /// Takes a move over.
    pub(crate) fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        let mut game = self.game();
        game.play(mv)?;
        self.positions.push(game);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back; false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let is_there = self.moves.pop().is_some();
        if is_there {
            self.positions.pop();
        }
        is_there
    }

    /// Lets `opponent` choose for the side to move, after it has heard what is new. A move of the other side
    /// is one it observes; what it cannot have chosen itself, such as an opening, is how the game began.
    pub(crate) fn choose(&mut self, opponent: &mut dyn Opponent<G>) -> Result<Choice<G::Move>, Failure> {
        let game = self.game();
        let is_theirs =
            |place: usize| Game::side_to_move(&self.positions[place]) != Game::side_to_move(&game);
        let count = self.moves.len();
        let known = match &self.known {
            Some((start, moves)) if *start == self.positions[0] => moves.as_slice(),
            _ => &[],
        };
        let common = known.iter().zip(&self.moves).take_while(|(one, two)| one == two).count();
        let goes_on = self.known.is_some() && common == known.len() && (common..count).all(is_theirs);
        let heard = if goes_on {
            common
        } else {
            let taken_back = self.observed.iter().filter(|&&place| place >= common).count();
            opponent.retract(taken_back);
            self.observed.truncate(self.observed.len() - taken_back);
            let last = count.checked_sub(1).filter(|&last| is_theirs(last) && !self.observed.contains(&last));
            opponent.begin(&self.positions[0], &self.moves[..last.unwrap_or(count)]);
            last.unwrap_or(count)
        };
        for place in heard..count {
            opponent.observe(&self.positions[place], self.moves[place]);
            self.observed.push(place);
        }
        let choice = opponent.choose(&game)?;
        let moves = self.moves.iter().copied().chain([choice.mv]).collect();
        self.known = Some((self.positions[0].clone(), moves));
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use games::othello::{Move, Othello};
    use opponents::Reason;

    use super::*;

    /// Notes what it hears and plays the first legal move.
    #[derive(Default)]
    struct Listener(Vec<String>);

    impl Opponent<Othello> for Listener {
        fn name(&self) -> String {
            "listener".to_owned()
        }

        fn begin(&mut self, _start: &Othello, moves: &[Move]) {
            self.0.push(format!("begin {}", moves.len()));
        }

        fn observe(&mut self, before: &Othello, mv: Move) {
            assert!(before.check(mv).is_ok());
            self.0.push(mv.to_string());
        }

        fn retract(&mut self, observed: usize) {
            self.0.push(format!("retract {observed}"));
        }

        fn choose(&mut self, view: &Othello) -> Result<Choice<Move>, Failure> {
            let mut moves = Vec::new();
            Game::legal_moves(view, &mut moves);
            let mv = *moves.first().ok_or(Failure::NoMove)?;
            Ok(Choice { mv, reason: Reason::OnlyMove })
        }
    }

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn the_moves_of_the_other_side_are_observed_once() {
        let (mut told, mut listener) = (GameHistory::new(Othello::default()), Listener::default());
        told.play(mv("f5")).unwrap();
        for _ in 0..2 {
            let own = told.choose(&mut listener).unwrap().mv;
            told.play(own).unwrap();
            let theirs = listener.choose(&told.game()).unwrap().mv;
            told.play(theirs).unwrap();
        }
        told.choose(&mut listener).unwrap();
        let theirs: Vec<String> = told.moves.iter().step_by(2).map(ToString::to_string).collect();
        assert_eq!(listener.0[..2], ["retract 0", "begin 0"]);
        assert_eq!(listener.0[2..], theirs);
        assert_eq!(theirs.len(), 3);
    }

    #[test]
    fn what_it_did_not_choose_is_how_the_game_began() {
        let (mut told, mut listener) = (GameHistory::new(Othello::default()), Listener::default());
        for text in ["f5", "d6", "c3"] {
            told.play(mv(text)).unwrap();
        }
        told.choose(&mut listener).unwrap();
        assert_eq!(listener.0, ["retract 0", "begin 2", "c3"]);
        // A move is taken back: what it knows of the game is no longer so.
        assert!(told.undo() && told.undo());
        told.choose(&mut listener).unwrap();
        assert_eq!(listener.0[3..], ["retract 1", "begin 0", "f5"]);
        assert!(told.undo() && !told.undo());
        told.choose(&mut listener).unwrap();
        assert_eq!(listener.0[6..], ["retract 1", "begin 0"]);
    }
}
