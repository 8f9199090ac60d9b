//! The players of shogi that know more of it than the rules.

use std::sync::Arc;
use std::time::Duration;

use games::Game;
use games::shogi::{Move, Shogi};
use search::shogi::{AlphaBeta, Mate, MateSolver, SearchGoal, SearchOptions, Weights};
use search::{Analyst, Candidate, Stop};

use crate::name::{Name, NameError, Options};
use crate::roster::Roster;
use crate::{BestMove, Choice, Failure, Interruptible, NamedAnalyst, Opponent, Reason};

/// What the search thinks of positions, the usual first: the strong evaluation, two beginners with a style,
/// and the table that was learned from the games of one of them.
const EVALUATIONS: [&str; 4] = ["strong", "huddle", "rush", "imitation"];

/// The shogi search with this aim. Reads the option `eval` and those of [`NamedAnalyst::alphabeta_of`].
pub(crate) fn analyst(
    options: &mut Options<'_>,
    seed: u64,
    aim: SearchGoal,
) -> Result<NamedAnalyst<Shogi>, NameError> {
    let eval = options.word("eval", &EVALUATIONS)?;
    let weights = match eval {
        "huddle" => Weights::huddling(),
        "rush" => Weights::rushing(),
        "imitation" => Weights::imitation(),
        _ => Weights::shipped(),
    };
    Ok(analyst_with(weights, options, seed, aim)?.with("eval", eval))
}

/// The largest table that can be asked for, in MiB.
const LARGEST_TABLE: u32 = 65_536;

/// The shogi search with these weights; the options are those of [`NamedAnalyst::alphabeta_of`] and `hash`,
/// the size of its table in MiB (2 for a shallow search and 32 for others).
fn analyst_with(
    weights: Arc<Weights>,
    options: &mut Options<'_>,
    seed: u64,
    aim: SearchGoal,
) -> Result<NamedAnalyst<Shogi>, NameError> {
    let hash = options.optional_number("hash", 1..=LARGEST_TABLE)?;
    let analyst = NamedAnalyst::alphabeta_of(options, seed, |change, limits| {
        let usual = SearchOptions::for_goal(aim);
        // 1 << 15 lines of 64 bytes are 2 MiB, enough for the ten thousands of nodes of a shallow search.
        let shallow = limits.depth().is_some_and(|depth| depth <= 6);
        let table_bits = match hash {
            // The largest power of two that fits; 1 MiB are 1 << 14 lines.
            Some(mebibytes) => 14 + mebibytes.ilog2(),
            None if shallow => 15,
            None => usual.table_bits,
        };
        // A search that a clock ends is never the same twice, and gains much by what it found at the move
        // before.
        let keep_table = aim == SearchGoal::BestMove && limits.time().is_some();
        let search = AlphaBeta::new(change.of(weights), SearchOptions { table_bits, keep_table, ..usual });
        Box::new(search) as Box<dyn Analyst<Shogi>>
    })?;
    Ok(match hash {
        Some(mebibytes) => analyst.with("hash", &mebibytes.to_string()),
        None => analyst,
    })
}

/// The best move by the caller's own weights; the name is that of an `alphabeta` without `eval`.
///
/// # Errors
/// The name is another one, or an option is unknown or out of range.
pub fn shogi_with_weights(
    name: &Name,
    weights: Arc<Weights>,
    seed: u64,
) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
    if name.opponent() != "alphabeta" {
        return Err(NameError::Opponent { found: name.opponent().to_owned(), known: vec!["alphabeta"] });
    }
    let mut options = name.options();
    let analyst = analyst_with(weights, &mut options, seed, SearchGoal::BestMove)?;
    options.finish()?;
    Ok(Box::new(BestMove::new("alphabeta", analyst)))
}

/// Plies of the mates that the balance player sees: about those that a search like that of Nakamichi 2020
/// meets.
const MATE_PLIES: u32 = 7;

/// Nodes of the search for them, some tens of milliseconds at most.
const MATE_NODES: u64 = 50_000;

/// What the balance player does about a mate it has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mating {
    /// Lets the first one go and plays the next one, so that games end (Nakamichi 2020).
    Second,
    /// Mates at once.
    First,
    /// Never mates on purpose.
    Never,
}

/// Plays the move whose value is nearest to zero (Nakamichi 2020): V0(M) = -|V(M)|. Among equally near ones
/// the better.
///
/// The first mate it finds is not played, the next one is. From move number `until` on it plays to win, or
/// two of them could keep each other even for ever. Repetition is a draw and so perfectly even: a move that
/// repeats a position counts as `repeat` points further from zero.
pub(crate) struct Balance {
    analyst: NamedAnalyst<Shogi>,
    /// Values every move, where the nearest repeats a position.
    every: NamedAnalyst<Shogi>,
    repeat: f64,
    /// Plays for the win.
    late: NamedAnalyst<Shogi>,
    until: u32,
    mates: MateSolver,
    mating: Mating,
    /// The number of the move at which the first mate was let go.
    let_go: Option<u32>,
    stop: Stop,
}

/// When games get so long that they should end: twice as long as most.
const UNTIL: u32 = 256;

/// How many plies deeper it searches then: as deep as the analyser of Nakamichi 2020 (9) where the balance is
/// kept at depth 5.
const LATE_PLIES: u32 = 4;

/// How many points a repetition is further from zero: as much as counts as close in `reproduce
/// shogi-badmoves`.
const REPEAT: f64 = 300.0;

/// The words for [`Mating`], the usual one first.
const MATING: [(&str, Mating); 3] =
    [("second", Mating::Second), ("first", Mating::First), ("never", Mating::Never)];

impl Balance {
    /// Reads the options `analyst` (alphabeta, the only one), `mate` (second, first or never), `until` (256),
    /// `repeat` (300 points) and those of the search.
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let read = |aim| {
            let mut options = name.options();
            options.word("analyst", Shogi::ANALYSTS)?;
            let word = options.word("mate", &["second", "first", "never"])?;
            let until = options.number("until", UNTIL, 1..=u32::MAX)?;
            let repeat = options.number("repeat", REPEAT, 0.0..=30_000.0)?;
            let search = analyst(&mut options, seed, aim)?;
            options.finish()?;
            Ok((word, until, repeat, search))
        };
        let (word, until, repeat, analyst) = read(SearchGoal::NearestToZero)?;
        let (.., every) = read(SearchGoal::AllMoves)?;
        let (.., late) = read(SearchGoal::BestMove)?;
        let late = late.deeper(LATE_PLIES);
        let mating =
            MATING.iter().find(|(known, _)| *known == word).map_or(Mating::Second, |(_, mating)| *mating);
        let (mates, stop) = (MateSolver::default(), Stop::default());
        Ok(Balance { analyst, every, repeat, late, until, mates, mating, let_go: None, stop })
    }

    /// A move that leads to a new position, if one is near enough to zero to be played instead of one with
    /// this value that does not.
    fn new_position(&mut self, game: &Shogi, value: f64) -> Option<Candidate<Move>> {
        let analysis = self.every.analyse(game);
        if analysis.depth == 0 {
            // It was stopped before it had seen anything.
            return None;
        }
        let new = analysis.candidates.into_iter().filter(|candidate| !repeats(game, candidate.mv));
        let nearest = new.min_by(|one, two| one.value.abs().total_cmp(&two.value.abs()))?;
        (nearest.value.abs() < value.abs() + self.repeat).then_some(nearest)
    }

    fn word(&self) -> &'static str {
        MATING.iter().find(|(_, mating)| *mating == self.mating).map_or("second", |(word, _)| word)
    }

    /// The mate to play now, if there is one to play.
    fn mate(&mut self, game: &Shogi) -> Option<Vec<Move>> {
        if self.mating == Mating::Never {
            return None;
        }
        let Mate::Found(line) = self.mates.solve(game, MATE_PLIES, MATE_NODES, &self.stop) else {
            return None;
        };
        let now = game.move_number();
        // A game that is not further than when the mate was let go is another one, or moves were taken back.
        let again = self.let_go.is_some_and(|then| then < now);
        if self.mating == Mating::First || again || now >= self.until {
            return Some(line);
        }
        self.let_go = Some(now);
        None
    }
}

/// Whether a move leads to a position that has come up before.
fn repeats(game: &Shogi, mv: Move) -> bool {
    let mut after = game.clone();
    after.apply(mv);
    after.times() > 1
}

impl Interruptible for Balance {
    fn thinking_time(&self) -> Option<Duration> {
        self.analyst.thinking_time()
    }

    fn stop_with(&mut self, stop: Stop) {
        self.stop = stop.clone();
        for analyst in [&mut self.late, &mut self.every, &mut self.analyst] {
            analyst.stop_with(stop.clone());
        }
    }
}

impl Opponent<Shogi> for Balance {
    fn name(&self) -> String {
        let name = Name::plain("balance").with("analyst", Shogi::ANALYSTS[0]).with("mate", self.word());
        let name = name.with("until", self.until).with("repeat", self.repeat);
        self.analyst.spell(name).to_string()
    }

    fn begin(&mut self, _start: &Shogi, _moves: &[Move]) {
        self.let_go = None;
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        Some(self)
    }

    fn choose(&mut self, view: &Shogi) -> Result<Choice<Move>, Failure> {
        if let Some(line) = self.mate(view) {
            let mv = *line.first().ok_or(Failure::NoMove)?;
            let line = line.iter().map(ToString::to_string).collect();
            return Ok(Choice { mv, reason: Reason::Mate { line } });
        }
        let is_late = view.move_number() >= self.until;
        let analyst = if is_late { &mut self.late } else { &mut self.analyst };
        let analysis = analyst.analyse(view);
        let nearest = analysis.best().ok_or(Failure::NoMove)?;
        if is_late {
            let reason =
                Reason::EndLongGame { value: nearest.value, unit: analysis.unit, depth: analysis.depth };
            return Ok(Choice { mv: nearest.mv, reason });
        }
        let (mut chosen, mut instead_of) = (nearest.clone(), None);
        if self.repeat > 0.0
            && repeats(view, nearest.mv)
            && let Some(new) = self.new_position(view, nearest.value)
        {
            chosen = new;
            instead_of = Some(nearest.mv.to_string());
        }
        let reason = Reason::Balance {
            value: chosen.value,
            unit: analysis.unit,
            moves: analysis.candidates.len(),
            depth: analysis.depth,
            rank: None,
            best: None,
            instead_of,
            mate_spared: self.let_go == Some(view.move_number()),
        };
        Ok(Choice { mv: chosen.mv, reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name;

    #[test]
    fn the_first_mate_is_let_go_and_the_second_played() {
        // A gold on 5b mates at once, and again two plies later.
        let mut game: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1".parse().unwrap();
        let mut second = by_name::<Shogi>("balance:depth=2", 0).unwrap();
        let choice = second.choose(&game).unwrap();
        assert!(matches!(choice.reason, Reason::Balance { mate_spared: true, .. }), "{choice:?}");
        for mv in ["5i5h", "5a4a", "5h5i", "4a5a"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let choice = second.choose(&game).unwrap();
        assert_eq!(choice.reason, Reason::Mate { line: vec!["G*5b".to_owned()] });
        let rules = [
            ("balance:mate=first,depth=2", true),
            ("balance:mate=never,depth=2", false),
            ("balance:until=1,depth=2", true),
        ];
        for (name, mates) in rules {
            let choice = by_name::<Shogi>(name, 0).unwrap().choose(&game).unwrap();
            assert_eq!(matches!(choice.reason, Reason::Mate { .. }), mates, "{choice:?}");
        }
    }

    #[test]
    fn the_size_of_the_table_can_be_named() {
        let name = |short: &str| by_name::<Shogi>(short, 0).map(|opponent| opponent.name());
        let full = "alphabeta:eval=strong,hash=64,depth=3,noise=0,sign=1";
        assert_eq!(name("alphabeta:depth=3,hash=64").unwrap(), full);
        assert_eq!(name(full).unwrap(), full);
        assert!(name("alphabeta:depth=3").is_ok_and(|name| !name.contains("hash")));
        for bad in ["0", "65537", "x"] {
            assert!(name(&format!("alphabeta:hash={bad}")).is_err());
        }
    }

    #[test]
    fn a_game_that_gets_too_long_is_to_be_won() {
        // A rook is to be had for nothing: who keeps the balance leaves it, unless the game should end.
        let game: Shogi = "4k4/9/9/9/4r4/9/9/4R4/4K4 b P 1".parse().unwrap();
        let chosen = |name: &str| by_name::<Shogi>(name, 0).unwrap().choose(&game).unwrap();
        let even = chosen("balance:depth=2,mate=never");
        let won = chosen("balance:depth=2,mate=never,until=1");
        assert!(matches!(even.reason, Reason::Balance { .. }), "{even:?}");
        assert!(matches!(won.reason, Reason::EndLongGame { .. }), "{won:?}");
        assert_eq!(won.mv.to_string(), "5h5e");
        assert_ne!(even.mv, won.mv);
    }

    #[test]
    fn a_position_is_not_repeated_where_others_are_about_as_even() {
        // Two rooks go to and fro; one move more and the start is there for the fourth time, which is a draw.
        let mut game = Shogi::default();
        for mv in ["2h3h", "8b7b", "3h2h", "7b8b"].into_iter().cycle().take(11) {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let choice = |name: &str| by_name::<Shogi>(name, 0).unwrap().choose(&game).unwrap();
        let value_and_instead = |choice: &Choice<Move>| match &choice.reason {
            Reason::Balance { value, instead_of, .. } => (*value, instead_of.clone()),
            other => panic!("{other:?}"),
        };
        let repeating = choice("balance:repeat=0,depth=1");
        assert_eq!(repeating.mv.to_string(), "7b8b");
        assert_eq!(value_and_instead(&repeating), (0.0, None));
        let usual = choice("balance:depth=1");
        assert_ne!(usual.mv, repeating.mv);
        let (value, instead_of) = value_and_instead(&usual);
        assert_eq!(instead_of.as_deref(), Some("7b8b"));
        // Where everything else is further from even than it minds, it repeats.
        let strict = choice("balance:repeat=1,depth=1");
        assert_eq!(strict.mv == repeating.mv, value.abs() >= 1.0, "{strict:?}");
    }

    #[test]
    fn names_are_spelled_out() {
        let name = by_name::<Shogi>("balance", 0).unwrap().name();
        assert_eq!(
            name,
            "balance:analyst=alphabeta,mate=second,until=256,repeat=300,eval=strong,depth=5,noise=0,sign=1"
        );
        assert_eq!(by_name::<Shogi>(&name, 0).unwrap().name(), name);
        assert!(by_name::<Shogi>("balance:mate=third", 0).is_err());
        assert!(by_name::<Shogi>("balance:repeat=-1", 0).is_err());
        let mut imitation = by_name::<Shogi>("alphabeta:depth=2,eval=imitation", 0).unwrap();
        assert_eq!(imitation.name(), "alphabeta:eval=imitation,depth=2,noise=0,sign=1");
        assert!(imitation.choose(&Shogi::default()).is_ok());
        assert!(by_name::<Shogi>("alphabeta:eval=weak", 0).is_err());
    }
}
