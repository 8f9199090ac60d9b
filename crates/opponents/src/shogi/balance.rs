//! The player of shogi that keeps the game even (Nakamichi 2020).

use std::time::Duration;

use games::Game;
use games::shogi::{Move, Shogi};
use search::shogi::{MATE, MATE_THRESHOLD, Mate, MateSolver, SearchGoal, SearchOptions};
use search::{Analysis, Candidate, Stop};

use super::analyst_searching;
use crate::name::{Name, NameError};
use crate::roster::Roster;
use crate::{Choice, Failure, Interruptible, NamedAnalyst, Opponent, Reason};

/// Plies of the mates that the rules with a solver see.
const MATE_PLIES: u32 = 7;

/// Nodes of the search for them, some tens of milliseconds at most.
const MATE_NODES: u64 = 50_000;

/// How many plies deeper it searches once it plays to win: as deep as the analyser of Nakamichi 2020 (9)
/// where the balance is kept at depth 5.
const LATE_PLIES: u32 = 4;

/// The most that a move may give away once the game is to be lost, in points: what a person does not yet call
/// a bad move in `reproduce shogi-badmoves`.
const GIVEN_AWAY: f64 = 300.0;

/// What the balance player does about a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mating {
    /// Plays it only where the search of an earlier move has already proved this very position to be won
    /// (Nakamichi 2020, section 4.3.2).
    Known,
    /// Asks a mate solver at every move; lets the first mate go and plays the next one.
    Second,
    /// Asks a mate solver at every move and mates at once.
    First,
    /// Never mates on purpose.
    Never,
}

/// The words for [`Mating`], the usual one first.
const MATING: [(&str, Mating); 4] = [
    ("known", Mating::Known),
    ("second", Mating::Second),
    ("first", Mating::First),
    ("never", Mating::Never),
];

/// Plays the move whose value is nearest to zero (Nakamichi 2020): V0(M) = -|V(M)|. Among equally near ones
/// the better. A mate is as far from zero as can be, so it is played only by the rule of `mate`.
///
/// The other options are not the thesis's player. From move number `until` on it plays to win. A move that
/// repeats a position counts as `repeat` points further from zero. The thesis's wish for beginners who cannot
/// finish a won game: where even its best move leaves it `lose` points behind, or from move number
/// `lose-after` on, it gives way and loses. Each is off at 0.
pub(crate) struct Balance {
    analyst: NamedAnalyst<Shogi>,
    /// Values every move, where the nearest is not to be played.
    every: NamedAnalyst<Shogi>,
    /// Plays for the win.
    late: NamedAnalyst<Shogi>,
    rules: Rules,
    mates: MateSolver,
    /// The number of the move at which the first mate was let go.
    let_go: Option<u32>,
    stop: Stop,
}

/// What the options of the name say, but for the search.
#[derive(Clone, Copy)]
struct Rules {
    mating: Mating,
    until: u32,
    repeat: f64,
    lose: f64,
    lose_after: u32,
}

/// Whether a move number has been reached; never if it is 0.
fn reached(number: u32, now: u32) -> bool {
    number > 0 && now >= number
}

impl Balance {
    /// Reads the options `analyst` (alphabeta, the only one), `mate` (known, second, first or never),
    /// `until`, `repeat`, `lose` and `lose-after` (all 0) and those of the search.
    ///
    /// # Errors
    /// An option is unknown or out of range.
    pub(crate) fn from_name(name: &Name, seed: u64) -> Result<Self, NameError> {
        let read = |goal| {
            let mut options = name.options();
            options.word("analyst", Shogi::ANALYSTS)?;
            let word = options.word("mate", &["known", "second", "first", "never"])?;
            let mating = MATING.iter().find(|(known, _)| *known == word);
            let mating = mating.map_or(Mating::Known, |(_, mating)| *mating);
            let rules = Rules {
                mating,
                until: options.number("until", 0, 0..=u32::MAX)?,
                repeat: options.number("repeat", 0.0, 0.0..=30_000.0)?,
                lose: options.number("lose", 0.0, 0.0..=30_000.0)?,
                lose_after: options.number("lose-after", 0, 0..=u32::MAX)?,
            };
            let recall_wins = goal == SearchGoal::NearestToZero && mating == Mating::Known;
            let search = SearchOptions { recall_wins, ..SearchOptions::for_goal(goal) };
            let search = analyst_searching(&mut options, seed, search)?;
            options.finish()?;
            Ok::<_, NameError>((rules, search))
        };
        let (rules, analyst) = read(SearchGoal::NearestToZero)?;
        let (_, every) = read(SearchGoal::AllMoves)?;
        let (_, late) = read(SearchGoal::BestMove)?;
        let late = late.deeper(LATE_PLIES);
        let (mates, stop) = (MateSolver::default(), Stop::default());
        Ok(Balance { analyst, every, late, rules, mates, let_go: None, stop })
    }

    /// A move that leads to a new position, if one is near enough to zero to be played instead of one with
    /// this value that does not.
    fn new_position(&mut self, game: &Shogi, value: f64) -> Option<Candidate<Move>> {
        let new = self.every_move(game).into_iter().filter(|candidate| !repeats(game, candidate.mv));
        let nearest = new.min_by(|one, two| one.value.abs().total_cmp(&two.value.abs()))?;
        (nearest.value.abs() < value.abs() + self.rules.repeat).then_some(nearest)
    }

    /// Every move with its value, the best first; none if the search was stopped before it had seen anything.
    fn every_move(&mut self, game: &Shogi) -> Vec<Candidate<Move>> {
        let analysis = self.every.analyse(game);
        if analysis.depth == 0 { Vec::new() } else { analysis.candidates }
    }

    fn word(&self) -> &'static str {
        MATING.iter().find(|(_, mating)| *mating == self.rules.mating).map_or("known", |(word, _)| word)
    }

    /// The mate to play now by the rules with a solver, if there is one to play.
    fn mate(&mut self, game: &Shogi) -> Option<Vec<Move>> {
        if matches!(self.rules.mating, Mating::Known | Mating::Never) {
            return None;
        }
        let Mate::Found(line) = self.mates.solve(game, MATE_PLIES, MATE_NODES, &self.stop) else {
            return None;
        };
        let now = game.move_number();
        // A game that is not further than when the mate was let go is another one, or moves were taken back.
        let again = self.let_go.is_some_and(|then| then < now);
        if self.rules.mating == Mating::First || again || reached(self.rules.until, now) {
            return Some(line);
        }
        self.let_go = Some(now);
        None
    }

    /// The worst of the moves that give away little, so that the game is lost without a thrown piece.
    fn give_way(&mut self, game: &Shogi) -> Option<Choice<Move>> {
        let candidates = self.every_move(game);
        let best = candidates.first()?.value;
        let worst = candidates.into_iter().rfind(|candidate| candidate.value >= best - GIVEN_AWAY)?;
        Some(Choice { mv: worst.mv, reason: Reason::GiveWay { value: worst.value, best } })
    }

    /// The move nearest to zero, or one near it that repeats nothing.
    fn keep_even(&mut self, game: &Shogi, analysis: &Analysis<Move>) -> Result<Choice<Move>, Failure> {
        let nearest = analysis.best().ok_or(Failure::NoMove)?;
        let (mut chosen, mut instead_of) = (nearest.clone(), None);
        if self.rules.repeat > 0.0
            && repeats(game, nearest.mv)
            && let Some(new) = self.new_position(game, nearest.value)
        {
            chosen = new;
            instead_of = Some(nearest.mv.to_string());
        }
        let mate_seen = analysis.candidates.iter().any(|candidate| is_mate(candidate.value));
        let reason = Reason::Balance {
            value: chosen.value,
            unit: analysis.unit,
            moves: analysis.candidates.len(),
            depth: analysis.depth,
            rank: None,
            best: None,
            instead_of,
            mate_spared: self.let_go == Some(game.move_number())
                || (self.rules.mating == Mating::Known && mate_seen && !is_mate(chosen.value)),
        };
        Ok(Choice { mv: chosen.mv, reason })
    }
}

/// Whether a value is that of a mate for the mover.
fn is_mate(value: f64) -> bool {
    value >= f64::from(MATE_THRESHOLD)
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
        let Rules { until, repeat, lose, lose_after, .. } = self.rules;
        let name = Name::plain("balance").with("analyst", Shogi::ANALYSTS[0]).with("mate", self.word());
        let name = name.with("until", until).with("repeat", repeat);
        let name = name.with("lose", lose).with("lose-after", lose_after);
        self.analyst.spell(name).to_string()
    }

    fn begin(&mut self, _start: &Shogi, _moves: &[Move]) {
        self.let_go = None;
    }

    fn interruptible(&mut self) -> Option<&mut dyn Interruptible> {
        Some(self)
    }

    fn choose(&mut self, view: &Shogi) -> Result<Choice<Move>, Failure> {
        if reached(self.rules.lose_after, view.move_number())
            && let Some(choice) = self.give_way(view)
        {
            return Ok(choice);
        }
        if let Some(line) = self.mate(view) {
            let mv = *line.first().ok_or(Failure::NoMove)?;
            let line = line.iter().map(ToString::to_string).collect();
            return Ok(Choice { mv, reason: Reason::Mate { line } });
        }
        if reached(self.rules.until, view.move_number()) {
            let analysis = self.late.analyse(view);
            let best = analysis.best().ok_or(Failure::NoMove)?;
            let reason =
                Reason::EndLongGame { value: best.value, unit: analysis.unit, depth: analysis.depth };
            return Ok(Choice { mv: best.mv, reason });
        }
        let analysis = self.analyst.analyse(view);
        let nearest = analysis.best().ok_or(Failure::NoMove)?;
        // Only a win that is recalled is exact here.
        if analysis.exact && is_mate(nearest.value) {
            let plies = (f64::from(MATE) - nearest.value) as u32;
            return Ok(Choice { mv: nearest.mv, reason: Reason::KnownMate { plies } });
        }
        if self.rules.lose > 0.0
            && nearest.value <= -self.rules.lose
            && let Some(choice) = self.give_way(view)
        {
            return Ok(choice);
        }
        self.keep_even(view, &analysis)
    }
}

#[cfg(test)]
mod tests {
    use games::Side;

    use super::*;
    use crate::by_name;

    #[test]
    fn the_first_mate_is_let_go_and_the_second_played() {
        // A gold on 5b mates at once, and again two plies later.
        let mut game: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1".parse().unwrap();
        let mut second = by_name::<Shogi>("balance:mate=second,depth=2", 0).unwrap();
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
            ("balance:mate=second,until=1,depth=2", true),
        ];
        for (name, mates) in rules {
            let choice = by_name::<Shogi>(name, 0).unwrap().choose(&game).unwrap();
            assert_eq!(matches!(choice.reason, Reason::Mate { .. }), mates, "{choice:?}");
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
        let repeating = choice("balance:depth=1");
        assert_eq!(repeating.mv.to_string(), "7b8b");
        assert_eq!(value_and_instead(&repeating), (0.0, None));
        let usual = choice("balance:repeat=300,depth=1");
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
            "balance:analyst=alphabeta,mate=known,until=0,repeat=0,lose=0,lose-after=0,eval=strong,depth=5,\
             noise=0,sign=1"
        );
        assert_eq!(by_name::<Shogi>(&name, 0).unwrap().name(), name);
        assert!(by_name::<Shogi>("balance:mate=third", 0).is_err());
        assert!(by_name::<Shogi>("balance:repeat=-1", 0).is_err());
        let mut imitation = by_name::<Shogi>("alphabeta:depth=2,eval=imitation", 0).unwrap();
        assert_eq!(imitation.name(), "alphabeta:eval=imitation,depth=2,noise=0,sign=1");
        assert!(imitation.choose(&Shogi::default()).is_ok());
        assert!(by_name::<Shogi>("alphabeta:eval=weak", 0).is_err());
    }

    /// Plays these moves.
    fn after(game: &Shogi, moves: &[&str]) -> Shogi {
        let mut game = game.clone();
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn only_a_mate_that_an_earlier_search_has_found_is_played() {
        let game: Shogi = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1".parse().unwrap();
        let mut known = by_name::<Shogi>("balance:depth=3", 0).unwrap();
        known.begin(&game, &[]);
        let first = known.choose(&game).unwrap();
        assert!(matches!(first.reason, Reason::Balance { mate_spared: true, .. }), "{first:?}");
        // The same position again is one that it knows to be won.
        let again = after(&game, &["5i5h", "5a4a", "5h5i", "4a5a"]);
        let choice = known.choose(&again).unwrap();
        assert_eq!(choice.reason, Reason::KnownMate { plies: 1 }, "{choice:?}");
        assert_eq!(
            after(&again, &[&choice.mv.to_string()]).outcome().and_then(|end| end.winner),
            Some(Side::First)
        );
        // With that search taken back, nothing is known.
        let retaken = known.choose(&game).unwrap();
        assert_eq!(retaken, first);
        // So is a position that the search of another one went through: two rooks drive the king back.
        let game: Shogi = "9/4k4/R8/9/9/9/9/9/4K4 b R 1".parse().unwrap();
        let first = known.choose(&game).unwrap();
        assert!(matches!(first.reason, Reason::Balance { mate_spared: true, .. }), "{first:?}");
        let through = after(&game, &["R*1b", "5b5a"]);
        let choice = known.choose(&through).unwrap();
        assert_eq!(choice.reason, Reason::KnownMate { plies: 1 }, "{choice:?}");
        let fresh = by_name::<Shogi>("balance:depth=3", 0).unwrap().choose(&through).unwrap();
        assert!(matches!(fresh.reason, Reason::Balance { mate_spared: true, .. }), "{fresh:?}");
    }

    #[test]
    fn a_game_that_is_to_be_lost_is_lost_little_by_little() {
        let game: Shogi = "4k4/9/9/9/4r4/9/9/4R4/4K4 b P 1".parse().unwrap();
        let choice = |name: &str| by_name::<Shogi>(name, 0).unwrap().choose(&game).unwrap();
        let Reason::GiveWay { value, best } = choice("balance:depth=2,lose-after=1").reason else {
            panic!("expected it to give way");
        };
        assert!(value <= best && value >= best - GIVEN_AWAY, "{value} {best}");
        let even = choice("balance:depth=2,lose-after=2,lose=2000");
        assert!(matches!(even.reason, Reason::Balance { .. }), "{even:?}");
        // Two rooks behind: even the best move is far below zero.
        let behind: Shogi = "r3k3r/9/9/9/9/9/9/9/4K4 b P 1".parse().unwrap();
        let chosen = by_name::<Shogi>("balance:depth=2,lose=500", 0).unwrap().choose(&behind).unwrap();
        assert!(matches!(chosen.reason, Reason::GiveWay { .. }), "{chosen:?}");
    }
}
