//! What it takes to be an opponent: playing, and where it applies learning about the user and thinking by the
//! clock.

use std::time::Duration;

use games::{Game, Malformed, Outcome};
use search::Stop;

use crate::{Choice, Estimate, Failure};

/// Somebody to play one game against.
///
/// One that wraps another implements [`Wrapper`] instead, which forwards everything.
pub trait Opponent<G: Game>: Send {
    /// The name under which [`by_name`](crate::by_name) finds this opponent, with every option spelled out.
    fn name(&self) -> String;

    /// Chooses a move for the seat that `view` belongs to.
    ///
    /// # Errors
    /// There is no legal move, or the opponent cannot or will not play on.
    fn choose(&mut self, view: &G::View) -> Result<Choice<G::Move>, Failure>;

    /// What the rules let its seat arrange before the first move, in the game's own notation: in Geister the
    /// letters of its four red ghosts. `None` keeps what was dealt.
    ///
    /// # Errors
    /// The opponent cannot or will not play.
    fn arrangement(&mut self, _view: &G::View) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// A game begins at `start`, and these moves have been made already, by nobody's choice.
    fn begin(&mut self, _start: &G::View, _moves: &[G::Move]) {}

    /// The other side chose a move: what this seat saw before it, and the move.
    fn observe(&mut self, _before: &G::View, _mv: G::Move) {}

    /// The last so many observed moves have been taken back. If the opponent kept a game of its own,
    /// [`Opponent::begin`] tells it anew.
    fn retract(&mut self, _observed: usize) {}

    /// Thinks while the other side does, until `stop` is raised. No choice depends on it.
    fn ponder(&mut self, _view: &G::View, _stop: &Stop) {}

    /// The game has ended. Nothing is hidden any more: other people's programs are shown the last position.
    fn finish(&mut self, _last: &G, _end: Outcome) {}

    /// What it learns about the user, if it does.
    fn learning(&self) -> Option<&dyn Learning> {
        None
    }

    /// The same, to be changed.
    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        None
    }

    /// How its thinking is limited and ended, if it can be.
    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        None
    }
}

/// Learns how strong the user is.
pub trait Learning {
    /// The user's level by the moves observed so far, if enough have been seen.
    fn estimate(&self) -> Option<Estimate>;

    /// How strong it has played in this game, move by move, on the scale of its estimate; empty if its
    /// strength is fixed.
    fn strengths(&self) -> &[f64] {
        &[]
    }

    /// What it has learned about the user and would like to know in the next game if this one ends so, as one
    /// line; `None` if it carries nothing over.
    fn memory(&self, _end: Outcome) -> Option<String> {
        None
    }

    /// Before a game begins, restores what an opponent of the same name gave as its memory.
    ///
    /// # Errors
    /// This is no memory of its own; then nothing changes.
    fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        Err(Malformed::new(memory, NO_MEMORY))
    }
}

const NO_MEMORY: &str = "no memory: this opponent carries nothing over from game to game";

/// Thinks by the clock, or until it is stopped. It has no clock itself.
pub trait Interruptible {
    /// How long a choice should take.
    fn thinking_time(&self) -> Option<Duration>;

    /// From now on raising `stop` ends the thinking; the best choice so far is made.
    fn stop_with(&mut self, stop: Stop);
}

/// What callers ask of any opponent, whether it learns or not, thinks by the clock or not.
impl<G: Game> dyn Opponent<G> + '_ {
    /// See [`Learning::estimate`].
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.learning()?.estimate()
    }

    /// See [`Learning::strengths`].
    #[must_use]
    pub fn strengths(&self) -> &[f64] {
        self.learning().map_or(&[], |learning| learning.strengths())
    }

    /// See [`Learning::memory`].
    #[must_use]
    pub fn memory(&self, end: Outcome) -> Option<String> {
        self.learning()?.memory(end)
    }

    /// See [`Learning::remember`].
    ///
    /// # Errors
    /// This is no memory of its own; then nothing changes.
    pub fn remember(&mut self, memory: &str) -> Result<(), Malformed> {
        match self.learning_mut() {
            Some(learning) => learning.remember(memory),
            None => Err(Malformed::new(memory, NO_MEMORY)),
        }
    }

    /// See [`Interruptible::thinking_time`].
    pub fn thinking_time(&mut self) -> Option<Duration> {
        self.interruptible()?.thinking_time()
    }

    /// See [`Interruptible::stop_with`].
    pub fn stop_with(&mut self, stop: Stop) {
        if let Some(interruptible) = self.interruptible() {
            interruptible.stop_with(stop);
        }
    }
}

type View<G> = <G as Game>::View;
type Move<G> = <G as Game>::Move;

/// An opponent around another one, which changes its name or its choices and nothing else.
pub trait Wrapper: Send {
    /// The game.
    type Game: Game;

    /// The opponent inside.
    fn inner(&self) -> &dyn Opponent<Self::Game>;

    /// The same, to be changed.
    fn inner_mut(&mut self) -> &mut dyn Opponent<Self::Game>;

    /// The name of the whole.
    fn wrapped_name(&self) -> String {
        self.inner().name()
    }

    /// The choice of the whole.
    ///
    /// # Errors
    /// As [`Opponent::choose`].
    fn wrapped_choose(&mut self, view: &View<Self::Game>) -> Result<Choice<Move<Self::Game>>, Failure> {
        self.inner_mut().choose(view)
    }

    /// What the wrapper does with a move of the other side.
    fn wrapped_observe(&mut self, before: &View<Self::Game>, mv: Move<Self::Game>) {
        self.inner_mut().observe(before, mv);
    }
}

#[deny(clippy::missing_trait_methods, reason = "what is not forwarded here would be lost for every wrapper")]
impl<W: Wrapper> Opponent<W::Game> for W {
    fn name(&self) -> String {
        self.wrapped_name()
    }

    fn choose(&mut self, view: &View<W::Game>) -> Result<Choice<Move<W::Game>>, Failure> {
        self.wrapped_choose(view)
    }

    fn arrangement(&mut self, view: &View<W::Game>) -> Result<Option<String>, Failure> {
        self.inner_mut().arrangement(view)
    }

    fn begin(&mut self, start: &View<W::Game>, moves: &[Move<W::Game>]) {
        self.inner_mut().begin(start, moves);
    }

    fn observe(&mut self, before: &View<W::Game>, mv: Move<W::Game>) {
        self.wrapped_observe(before, mv);
    }

    fn retract(&mut self, observed: usize) {
        self.inner_mut().retract(observed);
    }

    fn ponder(&mut self, view: &View<W::Game>, stop: &Stop) {
        self.inner_mut().ponder(view, stop);
    }

    fn finish(&mut self, last: &W::Game, end: Outcome) {
        self.inner_mut().finish(last, end);
    }

    fn learning(&self) -> Option<&dyn Learning> {
        self.inner().learning()
    }

    fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
        self.inner_mut().learning_mut()
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        self.inner_mut().interruptible()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use games::geister::{Geister, Move, View};
    use games::{EndReason, Side};

    use super::*;
    use crate::Reason;

    /// Notes everything it is asked.
    #[derive(Default)]
    struct Recorder(Mutex<Vec<&'static str>>);

    impl Recorder {
        fn note(&self, what: &'static str) {
            self.0.lock().unwrap().push(what);
        }
    }

    impl Learning for Recorder {
        fn estimate(&self) -> Option<Estimate> {
            self.note("estimate");
            None
        }
    }

    impl Interruptible for Recorder {
        fn thinking_time(&self) -> Option<Duration> {
            self.note("thinking time");
            None
        }

        fn stop_with(&mut self, _stop: Stop) {
            self.note("stop");
        }
    }

    impl Opponent<Geister> for Recorder {
        fn name(&self) -> String {
            "recorder".to_owned()
        }

        fn choose(&mut self, view: &View) -> Result<Choice<Move>, Failure> {
            self.note("choose");
            let mut moves = Vec::new();
            games::View::legal_moves(view, &mut moves);
            Ok(Choice { mv: moves[0], reason: Reason::OnlyMove })
        }

        fn arrangement(&mut self, _view: &View) -> Result<Option<String>, Failure> {
            self.note("arrangement");
            Ok(Some("ABCD".to_owned()))
        }

        fn begin(&mut self, _start: &View, _moves: &[Move]) {
            self.note("begin");
        }

        fn observe(&mut self, _before: &View, _mv: Move) {
            self.note("observe");
        }

        fn retract(&mut self, _observed: usize) {
            self.note("retract");
        }

        fn ponder(&mut self, _view: &View, _stop: &Stop) {
            self.note("ponder");
        }

        fn finish(&mut self, _last: &Geister, _end: Outcome) {
            self.note("finish");
        }

        fn learning(&self) -> Option<&dyn Learning> {
            Some(self)
        }

        fn learning_mut(&mut self) -> Option<&mut dyn Learning> {
            self.note("learning");
            Some(self)
        }

        fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
            Some(self)
        }
    }

    struct Around(Recorder);

    impl Wrapper for Around {
        type Game = Geister;

        fn inner(&self) -> &dyn Opponent<Geister> {
            &self.0
        }

        fn inner_mut(&mut self) -> &mut dyn Opponent<Geister> {
            &mut self.0
        }
    }

    #[test]
    fn a_wrapper_forwards_everything() {
        let mut around = Around(Recorder::default());
        let opponent: &mut dyn Opponent<Geister> = &mut around;
        let game = Geister::default();
        let view = game.view(Side::First);
        assert_eq!(opponent.name(), "recorder");
        assert_eq!(opponent.arrangement(&view).unwrap().as_deref(), Some("ABCD"));
        opponent.begin(&view, &[]);
        let mv = opponent.choose(&view).unwrap().mv;
        opponent.observe(&view, mv);
        opponent.retract(1);
        opponent.ponder(&view, &Stop::default());
        opponent.finish(&game, Outcome::draw(EndReason::Agreement));
        assert!(opponent.estimate().is_none() && opponent.strengths().is_empty());
        assert!(opponent.remember("anything").is_err() && opponent.thinking_time().is_none());
        opponent.stop_with(Stop::default());
        let heard = ["arrangement", "begin", "choose", "observe", "retract", "ponder", "finish", "estimate"];
        let heard: Vec<_> = heard.into_iter().chain(["learning", "thinking time", "stop"]).collect();
        assert_eq!(*around.0.0.lock().unwrap(), heard);
    }
}
