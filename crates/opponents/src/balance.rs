//! The move that keeps the game even (document 002, chapter 4).

use games::{Game, PerfectInformation};
use search::mcts::{Mcts, Options};
use search::{AlphaBeta, AlphaBetaOptions, Analyst, Budget, Evaluation};

use crate::name::{Name, NameError};
use crate::{Choice, Failure, Opponent};

/// Plays the move whose value is nearest to 0: V0(M) = -|V(M)|. Among equally near ones the better.
#[derive(Clone, Debug)]
pub struct Balance<A> {
    analyst: A,
    budget: Budget,
    name: Name,
}

impl<G: Game, E: Evaluation<G>> Balance<AlphaBeta<G, E>> {
    /// Values by alpha-beta. Reads the option `depth` (5, as in the thesis). `analysts` are those the game has.
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn on_alphabeta(
        name: &Name,
        evaluation: E,
        search: AlphaBetaOptions,
        analysts: &'static [&'static str],
    ) -> Result<Self, NameError> {
        let mut options = name.options();
        let analyst = options.word("analyst", analysts)?;
        let depth = options.number("depth", 5, 1..=60)?;
        options.finish()?;
        let search = AlphaBetaOptions { every_move: true, ..search };
        Ok(Balance {
            analyst: AlphaBeta::new(evaluation, search),
            budget: Budget::depth(depth),
            name: Name::plain("balance").with("analyst", analyst).with("depth", depth),
        })
    }
}

impl<P> Balance<Mcts<P>> {
    /// Values by tree search. Reads the options `playouts` (2000) and `c` (1, UCB1). `analysts` are those the game has.
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub fn on_mcts(
        name: &Name,
        seed: u64,
        playout: P,
        analysts: &'static [&'static str],
    ) -> Result<Self, NameError> {
        let mut options = name.options();
        let analyst = options.word("analyst", analysts)?;
        let playouts = options.number("playouts", 2000, 1..=1_000_000_000)?;
        let exploration = options.number("c", 1.0, 0.0..=1000.0)?;
        options.finish()?;
        Ok(Balance {
            analyst: Mcts::new(playout, Options { exploration, seed, ..Options::default() }),
            budget: Budget::nodes(playouts),
            name: Name::plain("balance")
                .with("analyst", analyst)
                .with("playouts", playouts)
                .with("c", exploration),
        })
    }
}

/// Whether `name` asks for values by tree search.
pub(crate) fn wants_mcts(name: &Name) -> bool {
    name.get("analyst") == Some("mcts")
}

impl<G: PerfectInformation, A: Analyst<G>> Opponent<G> for Balance<A> {
    fn name(&self) -> String {
        self.name.to_string()
    }

    fn choose(&mut self, view: &G) -> Result<Choice<G::Move>, Failure> {
        let analysis = self.analyst.analyse(view, &self.budget);
        let candidates = analysis.candidates.iter().enumerate();
        let nearest = candidates.min_by(|(_, one), (_, two)| one.value.abs().total_cmp(&two.value.abs()));
        let ((place, chosen), best) = nearest.zip(analysis.best()).ok_or(Failure::NoMove)?;
        let why = format!(
            "value {:+.3} {} nearest to 0, rank {} of {}, best {:+.3}, depth {}",
            chosen.value,
            analysis.unit,
            place + 1,
            analysis.candidates.len(),
            best.value,
            analysis.depth
        );
        Ok(Choice { mv: chosen.mv, why })
    }
}
