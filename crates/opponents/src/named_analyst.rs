//! An analyst as a name describes it, with what it may spend on a move.

use std::time::Duration;

use games::Game;
use games::geister::Geister;
use search::geister::MonteCarlo;
use search::mcts::{Mcts, MctsOptions, Playout};
use search::{AlphaBeta, AlphaBetaOptions, Analysis, Analyst, Evaluation, Perturbed, Stop};

use crate::Interruptible;
use crate::geister::monte_carlo;
use crate::limits::{Limits, Spelled};
use crate::name::{Name, NameError, Options};

/// The depth of the program of Nakamichi 2020.
const DEPTH: u32 = 5;

/// The cap on a tree's depth that is none: no game has a line so long.
const NO_CAP: u32 = 999;

/// Somebody who says how good each move is, and how much they may think about it.
pub struct NamedAnalyst<G: Game> {
    analyst: Box<dyn Analyst<G>>,
    limits: Limits,
    /// The options that make this analyst and no other, all spelled out.
    options: Vec<(&'static str, String)>,
    negated: bool,
}

impl<G: Game> NamedAnalyst<G> {
    /// Alpha-beta as `make` makes it from a change of the evaluation. Reads the options `depth` (5), `nodes`,
    /// `time`, `noise` (0, in the unit of the evaluation) and `sign` (1).
    ///
    /// # Errors
    /// An option is out of range.
    pub fn alphabeta_of<F>(options: &mut Options<'_>, seed: u64, make: F) -> Result<Self, NameError>
    where
        F: FnOnce(Perturbed<()>, &Limits) -> Box<dyn Analyst<G>>,
    {
        let limits = Limits::read(options, DEPTH)?;
        let noise = options.number("noise", 0.0, 0.0..=1e6)?;
        let sign = options.word("sign", &["1", "-1"])?;
        let change = Perturbed { evaluation: (), negated: sign == "-1", noise, seed };
        let mut spelled = limits.spelled();
        spelled.extend([("noise", noise.to_string()), ("sign", sign.to_owned())]);
        Ok(NamedAnalyst { analyst: make(change, &limits), negated: change.negated, limits, options: spelled })
    }

    /// The alpha-beta that searches any game, with this evaluation; the options are those of
    /// [`NamedAnalyst::alphabeta_of`].
    ///
    /// # Errors
    /// An option is out of range.
    pub fn alphabeta<E>(
        options: &mut Options<'_>,
        seed: u64,
        evaluation: E,
        search: AlphaBetaOptions,
    ) -> Result<Self, NameError>
    where
        E: Evaluation<G> + 'static,
        G: 'static,
        G::Move: 'static,
    {
        NamedAnalyst::alphabeta_of(options, seed, |change, _| {
            Box::new(AlphaBeta::new(change.of(evaluation), search))
        })
    }

    /// Monte Carlo tree search. Reads the options `depth` (the cap on the tree; 999 is none), `playouts`
    /// (2000, or no limit if a time is given), `time` (none), `c` (1, UCB1) and `threads` (1).
    ///
    /// # Errors
    /// An option is out of range.
    pub fn mcts<P: Playout<G> + 'static>(
        options: &mut Options<'_>,
        seed: u64,
        playout: P,
    ) -> Result<Self, NameError> {
        let cap = options.number("depth", NO_CAP, 1..=NO_CAP)?;
        let time = options.time("time")?;
        let playouts = options.optional_number("playouts", 1..=1_000_000_000)?;
        let playouts = if time.is_none() { playouts.or(Some(2000)) } else { playouts };
        let exploration = options.number("c", 1.0, 0.0..=1000.0)?;
        let threads = options.number("threads", 1, 1..=256)?;
        let mut spelled = vec![("depth", cap.to_string())];
        spelled.extend(playouts.map(|playouts| ("playouts", playouts.to_string())));
        spelled.extend(time.map(|time| ("time", Spelled(time).to_string())));
        spelled.extend([("c", exploration.to_string()), ("threads", threads.to_string())]);
        let search = MctsOptions { depth_cap: Some(cap), exploration, threads, seed };
        Ok(NamedAnalyst {
            analyst: Box::new(Mcts::new(playout, search)),
            limits: Limits::playouts(playouts, time),
            options: spelled,
            negated: false,
        })
    }

    /// The same with one more option in front of its name.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: &str) -> Self {
        self.options.insert(0, (key, value.to_owned()));
        self
    }

    /// The same, looking so many plies further; its name stays.
    pub(crate) fn deeper(mut self, plies: u32) -> Self {
        self.limits.deepen(plies);
        self
    }

    /// `name` with the options of this analyst.
    #[must_use]
    pub fn spell(&self, name: Name) -> Name {
        self.options.iter().fold(name, |name, (key, value)| name.with(key, value))
    }

    /// What it thinks of `game`.
    pub fn analyse(&mut self, game: &G) -> Analysis<G::Move> {
        self.analyst.analyse(game, &self.limits.budget())
    }

    /// What it thinks of `mv` beside the best move of `game`.
    pub fn compare(&mut self, game: &G, mv: G::Move) -> Analysis<G::Move> {
        self.analyst.compare(game, mv, &self.limits.budget())
    }

    /// Whether its values are negated, so that its best move is the worst.
    #[must_use]
    pub fn is_negated(&self) -> bool {
        self.negated
    }
}

impl<G: Game> Interruptible for NamedAnalyst<G> {
    fn thinking_time(&self) -> Option<Duration> {
        self.limits.thinking_time()
    }

    fn stop_with(&mut self, stop: Stop) {
        self.limits.stop_with(stop);
    }
}

impl NamedAnalyst<Geister> {
    /// Primitive Monte Carlo by what the side to move sees. Reads the options `playouts` (20000, or no limit
    /// if a time is given) and `time` (none).
    ///
    /// # Errors
    /// An option is out of range.
    pub fn monte_carlo(options: &mut Options<'_>, seed: u64) -> Result<Self, NameError> {
        let limits = monte_carlo::limits(options)?;
        let options = monte_carlo::spelled(&limits);
        Ok(NamedAnalyst { analyst: Box::new(MonteCarlo::new(seed)), limits, options, negated: false })
    }
}
