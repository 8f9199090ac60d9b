//! Other people's programs as opponents: what is the same in every protocol.

use std::time::Duration;

use games::PerfectInformation;
use opponents::{Choice, Failure, NameError, Opponent, Reason};

use crate::address::Address;
use crate::allowed::words_of;
use crate::process::Process;

/// How long an answer may take if the name does not say: GRhino at its default level needs 0.03 s for its
/// slowest move, so this leaves room for programs a thousand times slower; slower ones, such as GRhino at its
/// highest level, need a `limit`.
const LIMIT: Duration = Duration::from_secs(60);

/// A conversation with a program about one game.
pub(crate) trait Dialogue<G: PerfectInformation>: Send {
    /// Asks for a move in the position after `moves` from `start`; it need not be legal.
    fn ask(&mut self, start: &G, moves: &[G::Move]) -> Result<Choice<G::Move>, Failure>;
}

/// A program at the other end of a pipe. It is started anew for every game, so nothing a crash left behind
/// goes on, and no game depends on those before it.
pub(crate) struct Program<G: PerfectInformation, D> {
    name: String,
    dialogue: D,
    start: G,
    moves: Vec<G::Move>,
    /// The position after the moves.
    game: G,
}

impl<G: PerfectInformation, D: Dialogue<G>> Program<G, D> {
    /// An opponent with this full name.
    pub(crate) fn new(name: String, dialogue: D) -> Self {
        Program { name, dialogue, start: G::default(), moves: Vec::new(), game: G::default() }
    }

    fn push(&mut self, mv: G::Move) -> Result<(), Failure> {
        self.game.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }
}

impl<G: PerfectInformation, D: Dialogue<G>> Opponent<G> for Program<G, D> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, start: &G, moves: &[G::Move]) {
        self.start = start.clone();
        self.game = start.clone();
        self.moves.clear();
        // A move that is not legal would not have been played; should it be here, the view will not agree.
        for &mv in moves {
            let _ = self.push(mv);
        }
    }

    fn observe(&mut self, _before: &G, mv: G::Move) {
        let _ = self.push(mv);
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        if self.game != *view {
            // Nobody has told how this position came about: the game begins here.
            self.begin(view, &[]);
        }
        let mut legal = Vec::new();
        self.game.legal_moves(&mut legal);
        let choice = match legal[..] {
            [] => return Err(Failure::NoMove),
            // Programs differ in whether they say a pass at all.
            [only] => Choice { mv: only, reason: Reason::OnlyMove },
            _ => self.dialogue.ask(&self.start, &self.moves)?,
        };
        self.push(choice.mv)?;
        Ok(choice)
    }
}

/// Reads the option `limit`, which must leave room for the `time` the program may think, and fills it in.
///
/// # Errors
/// It is no time, or too short.
pub(crate) fn limit(address: &mut Address, time: Option<Duration>) -> Result<Duration, NameError> {
    let limit = address.time("limit")?;
    if let Some(time) = time {
        address.set("time", format!("{time:?}"));
    }
    let default = LIMIT.max(2 * time.unwrap_or_default());
    let limit = limit.unwrap_or(default);
    if time.is_some_and(|time| limit <= time) {
        return Err(address.bad("limit", &format!("{limit:?}"), "more than the time for a move"));
    }
    address.set("limit", format!("{limit:?}"));
    Ok(limit)
}

/// Starts the command of a name.
///
/// # Errors
/// It is no command, or there is no such program.
pub(crate) fn start(address: &Address) -> Result<Process, NameError> {
    let words =
        words_of(address.target()).map_err(|expected| address.bad("command", address.target(), expected))?;
    Process::start(&words).map_err(|error| {
        address.bad("command", address.target(), format!("a program that can be started; {error}"))
    })
}
