//! An analyst as a name describes it, with what it may spend on a move.

use std::time::Duration;

use games::Game;
use games::geister::Geister;
use games::split_mix::state_after;
use search::geister::MonteCarlo;
use search::mcts::{CapRule, Mcts, MctsOptions, Playout};
use search::{AlphaBeta, AlphaBetaOptions, Analysis, Analyst, Budget, Evaluation, Perturbed, Stop};

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
    /// The share of positions that are searched one ply less deep, and the seed that decides which.
    shallow: Option<(f64, u64)>,
}

impl<G: Game> NamedAnalyst<G> {
    /// Alpha-beta as `make` makes it from a change of the evaluation. Reads the options `depth` (5), `nodes`,
    /// `time`, `noise` (0, in the unit of the evaluation), `sign` (1) and `shallow` (none), the share of
    /// positions that are searched one ply less deep.
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
        let shallow = options.optional_number("shallow", 0.0..=1.0)?;
        let change = Perturbed { evaluation: (), negated: sign == "-1", noise, seed };
        let mut spelled = limits.spelled();
        spelled.extend([("noise", noise.to_string()), ("sign", sign.to_owned())]);
        spelled.extend(shallow.map(|share: f64| ("shallow", share.to_string())));
        Ok(NamedAnalyst {
            analyst: make(change, &limits),
            negated: change.negated,
            limits,
            options: spelled,
            shallow: shallow.map(|share| (share, seed)),
        })
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

    /// Monte Carlo tree search. Reads the options `depth` (the cap; 999 is none), `cap` where there is one
    /// (what it does: cut, tree, complete, reach), `playouts` (2000, or no limit if a time is given), `time`
    /// (none), `c` (1, UCB1) and `threads` (1).
    ///
    /// # Errors
    /// An option is out of range.
    pub fn mcts<P: Playout<G> + 'static>(
        options: &mut Options<'_>,
        seed: u64,
        playout: P,
    ) -> Result<Self, NameError> {
        let cap = options.number("depth", NO_CAP, 1..=NO_CAP)?;
        let depth_cap = (cap < NO_CAP).then_some(cap);
        // Without a cap the option means nothing, and the name of such a search does not have it.
        let cap_rule = if depth_cap.is_some() { options.word("cap", CapRule::WORDS)? } else { "tree" };
        let time = options.time("time")?;
        let playouts = options.optional_number("playouts", 1..=1_000_000_000)?;
        let playouts = if time.is_none() { playouts.or(Some(2000)) } else { playouts };
        let exploration = options.number("c", 1.0, 0.0..=1000.0)?;
        let threads = options.number("threads", 1, 1..=256)?;
        let mut spelled = vec![("depth", cap.to_string())];
        spelled.extend(depth_cap.map(|_| ("cap", cap_rule.to_owned())));
        spelled.extend(playouts.map(|playouts| ("playouts", playouts.to_string())));
        spelled.extend(time.map(|time| ("time", Spelled(time).to_string())));
        spelled.extend([("c", exploration.to_string()), ("threads", threads.to_string())]);
        let cap_rule = CapRule::from_word(cap_rule);
        let search = MctsOptions { depth_cap, cap_rule, exploration, threads, seed };
        Ok(NamedAnalyst {
            analyst: Box::new(Mcts::new(playout, search)),
            limits: Limits::playouts(playouts, time),
            options: spelled,
            negated: false,
            shallow: None,
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
        self.analyst.analyse(game, &self.budget(game))
    }

    /// What it thinks of `mv` beside the best move of `game`.
    pub fn compare(&mut self, game: &G, mv: G::Move) -> Analysis<G::Move> {
        self.analyst.compare(game, mv, &self.budget(game))
    }

    /// What it may spend on a position.
    fn budget(&self, game: &G) -> Budget {
        let budget = self.limits.budget();
        let Some((share, seed)) = self.shallow else { return budget };
        // A position is searched the same way whenever it is asked for.
        let state =
            game.to_string().bytes().fold(seed, |state, byte| state_after(state ^ u64::from(byte), 1));
        let drawn = (state >> 11) as f64 / (1u64 << 53) as f64;
        match budget.depth {
            Some(depth) if drawn < share => Budget { depth: Some(depth.saturating_sub(1).max(1)), ..budget },
            _ => budget,
        }
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
        Ok(NamedAnalyst {
            analyst: Box::new(MonteCarlo::new(seed)),
            limits,
            options,
            negated: false,
            shallow: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use games::Game;
    use games::shogi::Shogi;

    use crate::by_name;

    #[test]
    fn a_share_of_positions_is_searched_less_deep() {
        let name = "alphabeta:eval=strong,depth=2,noise=0,sign=1,shallow=0.5";
        assert_eq!(by_name::<Shogi>("alphabeta:depth=2,shallow=0.5", 1).unwrap().name(), name);
        assert!(by_name::<Shogi>("alphabeta:depth=2,shallow=1.5", 1).is_err());
        assert!(!by_name::<Shogi>("alphabeta:depth=2", 1).unwrap().name().contains("shallow"));
        let mut game = Shogi::default();
        let (mut as_one, mut as_two, mut apart) = (0, 0, 0);
        for _ in 0..60 {
            let choice = |name: &str| by_name::<Shogi>(name, 4).unwrap().choose(&game).unwrap().mv;
            let [one, two] = [choice("alphabeta:depth=1"), choice("alphabeta:depth=2")];
            let mixed = choice(name);
            assert!(mixed == one || mixed == two);
            assert_eq!(mixed, choice(name));
            if one != two {
                apart += 1;
                as_one += u32::from(mixed == one);
                as_two += u32::from(mixed == two);
            }
            game.play(two).unwrap();
        }
        assert!(apart > 10 && as_one > apart / 5 && as_two > apart / 5, "{as_one} {as_two} of {apart}");
    }
}
