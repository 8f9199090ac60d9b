//! One table of one game: its state, what may change it, and how. No I/O here.

use std::time::{Duration, Instant};

use games::{EndReason, Outcome, Side};
use opponents::{Estimate, Failure};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Stop;
use store::{Phase, StoredMove, StoredTable, TableChange};

use super::clock::Remaining;
use super::opponent::{Answer, Chosen, OpponentSession, Question, StoredEstimate, estimate_of, seed_at};
use super::pace::Pacing;
use super::proposals::over;
use super::{AnyFinished, AnyTable, Reply, Request, Terms, Thinking, now};
use crate::error::{Refusal, RefusalCode};
use crate::geometry::{Geometry, sorted};
use crate::levels;
use crate::review;
use crate::wire::{self, Company, Level, Pace};

/// A ply, with what the player may see of it.
pub(super) struct Played<M> {
    pub(super) mv: M,
    pub(super) kept: StoredMove,
    pub(super) side: Side,
    pub(super) shown: wire::Ply,
    /// There was no other, as far as the first and the second seat can know.
    pub(super) forced: [bool; 2],
    pub(super) step: wire::BoardChange,
    pub(super) estimate: Option<Estimate>,
}

/// A table of the game `G`.
pub(super) struct LiveTable<G: Geometry> {
    pub(super) row: StoredTable,
    pub(super) level: Level,
    pub(super) company: Company,
    /// Where the player sits; where two people share a screen, the side that opens.
    pub(super) seat: Side,
    pub(super) terms: Terms,
    /// The start, and the position after each ply.
    pub(super) positions: Vec<G>,
    pub(super) plies: Vec<Played<G::Move>>,
    pub(super) outcome: Option<Outcome>,
    /// What the opponent says before the player's first move.
    pub(super) hello: Vec<wire::Text>,
    turn_began: Instant,
    /// Ends the search that is under way.
    pub(super) thinking: Option<Stop>,
    searches: u64,
    session: Option<OpponentSession<G>>,
}

/// The generator that deals, and the opponent's seed: the opponent must not draw from the same generator,
/// since its moves would tell what was dealt.
pub(crate) fn split_seed(seed: u64) -> (Xoshiro256PlusPlus, u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let opponent = rng.random();
    (Xoshiro256PlusPlus::seed_from_u64(rng.random()), opponent)
}

impl<G: Geometry> LiveTable<G> {
    /// The table as it was stored.
    pub(super) fn open(row: StoredTable, moves: Vec<StoredMove>) -> Result<Self, Refusal> {
        let unreadable = |what: &str| {
            tracing::error!(table = row.id, what, "a table cannot be read");
            Refusal::internal()
        };
        let start: G = row.start.parse().map_err(|_| unreadable("start"))?;
        let terms = serde_json::from_str(&row.terms).map_err(|_| unreadable("terms"))?;
        let level = match row.level.as_str() {
            levels::IN_STUDY => levels::in_study(),
            id => levels::level(G::KIND, id)
                .filter(|level| level.opponent == row.opponent)
                .or_else(|| levels::named(G::KIND, &row.opponent).ok())
                .ok_or_else(|| unreadable("opponent"))?,
        };
        let mut table = LiveTable {
            company: levels::company(&row.level),
            level: Level { id: row.level.clone(), ..level },
            seat: row.seat,
            terms,
            positions: vec![start],
            plies: Vec::new(),
            outcome: None,
            hello: Vec::new(),
            turn_began: Instant::now(),
            thinking: None,
            searches: 0,
            session: None,
            row,
        };
        if moves.len() < 2 {
            table.hello = table.says_hello();
        }
        for kept in moves {
            if !table.add(kept) {
                return Err(Refusal::internal());
            }
        }
        table.outcome = table.row.outcome.as_ref().and_then(|outcome| outcome.parse().ok());
        Ok(table)
    }

    pub(super) fn game(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    pub(super) fn view(&self, seat: Side) -> G::View {
        self.game().view(seat)
    }

    /// Two people share a screen, and one must not see what the other hides.
    pub(super) fn hands_over(&self) -> bool {
        self.company == Company::OneBoard && G::SETUP.is_some()
    }

    /// The player must not be told who plays against them, nor what that one thinks.
    pub(super) fn is_in_study(&self) -> bool {
        self.row.level == levels::IN_STUDY
    }

    /// # Errors
    /// The game belongs to a study, which tells nothing more about it.
    pub(super) fn check_no_study(&self) -> Result<(), Refusal> {
        let message = "Games in a study cannot be reviewed; continue with the study.";
        if self.is_in_study() { Err(Refusal::new(RefusalCode::InStudy, message)) } else { Ok(()) }
    }

    pub(super) fn is_over(&self) -> bool {
        self.row.phase == Phase::Over
    }

    /// Whose turn it is, while the game is in progress.
    pub(super) fn to_move(&self) -> Option<Side> {
        (self.row.phase == Phase::Playing).then(|| self.game().side_to_move())
    }

    /// Adds a ply; `false` if it is not legal.
    fn add(&mut self, kept: StoredMove) -> bool {
        let Ok(mv) = kept.mv.parse::<G::Move>() else { return false };
        let before = self.view(self.seat);
        let side = self.game().side_to_move();
        let mut next = self.game().clone();
        if next.play(mv).is_err() {
            return false;
        }
        let described = G::move_on(&before, mv);
        let shown = wire::Ply {
            number: self.plies.len() as u32 + 1,
            side: side.into(),
            text: kept.mv.clone(),
            label: described.label,
            on_board: described.on_board,
            forced: false,
        };
        let forced = Side::BOTH.map(|seat| sorted::<G>(&self.view(seat)).len() == 1);
        let step = G::step(&before, mv);
        let estimate = kept.estimate.as_deref().and_then(estimate_of);
        self.plies.push(Played { mv, kept, side, shown, forced, step, estimate });
        self.positions.push(next);
        true
    }

    /// Milliseconds since it is somebody's turn.
    fn elapsed(&self) -> u64 {
        u64::try_from(self.turn_began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// How long the player took for each move, in milliseconds.
    fn thought_for(&self) -> Vec<u64> {
        self.plies.iter().filter(|ply| ply.side == self.seat).map(|ply| ply.kept.millis).collect()
    }

    /// The clocks at the beginning of this turn.
    fn remaining(&self) -> Option<Remaining> {
        let setting = self.terms.clock?;
        Some(Remaining::after(setting, self.plies.iter().map(|ply| (ply.side, ply.kept.millis))))
    }

    /// The clocks now.
    pub(super) fn clocks(&self) -> Option<Remaining> {
        let remaining = self.remaining()?;
        Some(self.to_move().map_or(remaining, |side| remaining.running(side, self.elapsed())))
    }

    /// The row after a change to `game` with `plies` plies.
    pub(super) fn changed(
        &self,
        game: &G,
        plies: usize,
        outcome: Option<Outcome>,
        asked: Option<String>,
    ) -> StoredTable {
        StoredTable {
            phase: match outcome {
                Some(_) => Phase::Over,
                None if self.hands_over() => Phase::HandOver,
                None => Phase::Playing,
            },
            to_move: outcome.is_none().then(|| game.side_to_move()),
            plies: plies as u64,
            version: self.row.version + 1,
            asked: asked.unwrap_or_else(|| self.row.asked.clone()),
            outcome: outcome.map(|outcome| outcome.to_string()),
            score: match self.company {
                Company::OneBoard => None,
                _ => outcome.and_then(|outcome| outcome.score(self.seat)),
            },
            changed: now().max(self.row.changed + 1),
            ..self.row.clone()
        }
    }

    /// One more ply.
    pub(super) fn with_ply(
        &self,
        mv: G::Move,
        why: Option<String>,
        estimate: Option<Estimate>,
        asked: Option<String>,
    ) -> Option<TableChange> {
        let mut next = self.game().clone();
        let side = next.side_to_move();
        next.play(mv).ok()?;
        let kept = StoredMove {
            number: self.plies.len() as u64 + 1,
            side,
            mv: mv.to_string(),
            millis: self.elapsed(),
            why,
            estimate: estimate.and_then(|one| serde_json::to_string(&StoredEstimate::from(one)).ok()),
        };
        let plies = self.plies.len() + 1;
        let most = self.terms.most_plies.unwrap_or(G::MOST_PLIES) as usize;
        let end = next.outcome().or_else(|| (plies >= most).then_some(Outcome::draw(EndReason::MoveLimit)));
        let table = self.changed(&next, plies, end, asked);
        let memory = end.and_then(|end| self.learnt(end));
        Some(TableChange { table, kept: None, added: vec![kept], memory })
    }

    /// The end by something that is no move.
    fn ended(&self, outcome: Outcome, asked: Option<String>) -> TableChange {
        let table = self.changed(self.game(), self.plies.len(), Some(outcome), asked);
        let memory = self.learnt(outcome);
        TableChange { table, kept: None, added: Vec::new(), memory }
    }

    /// What the opponent knows of the player if the game ends so.
    fn learnt(&self, end: Outcome) -> Option<String> {
        self.session.as_ref().and_then(|session| session.opponent.memory(end))
    }

    /// How many plies are left when the player takes back to their last decision (where two people share a
    /// screen, to the last of either): the last turn at which there was a choice, or failing that the last
    /// turn at all; `None` if there is none, or something was shown since.
    pub(super) fn undone(&self) -> Option<usize> {
        let mine = |game: &G| self.company == Company::OneBoard || game.side_to_move() == self.seat;
        let earlier = &self.positions[..self.positions.len() - 1];
        let choice = |game: &G| mine(game) && sorted::<G>(&game.view(game.side_to_move())).len() > 1;
        let ply = earlier.iter().rposition(choice).or_else(|| earlier.iter().rposition(mine))?;
        (!G::has_shown_since(&self.view(self.seat), &self.positions[ply].view(self.seat))).then_some(ply)
    }
}

impl<G: Geometry> AnyTable for LiveTable<G> {
    fn row(&self) -> &StoredTable {
        &self.row
    }

    fn seat_of(&self, player: &str) -> Option<Side> {
        if self.row.player == player {
            return Some(self.seat);
        }
        (self.row.other.as_deref() == Some(player)).then(|| self.seat.other())
    }

    fn eyes(&self, seat: Side) -> Side {
        match self.company {
            Company::Opponent => self.seat,
            Company::OneBoard => self.row.to_move.unwrap_or(self.seat),
            Company::ByLink => seat,
        }
    }

    fn show(&self, seat: Side) -> wire::TableView {
        self.shown(seat)
    }

    fn line(&self, seat: Side) -> wire::TableLine {
        self.line_seen(seat)
    }

    fn propose(&self, request: &Request, seat: Side) -> Result<TableChange, Refusal> {
        let asked = request.at(self.row.version);
        match request {
            Request::Ready => self.propose_ready(seat, asked),
            Request::Move(text) => self.propose_move(text, seat, asked),
            Request::Setup(reds) => self.propose_setup(reds, seat, asked),
            Request::Undo => self.propose_undo(asked),
            Request::Resign if self.is_over() => Err(over()),
            // Nobody has come: there is nobody to lose to.
            Request::Resign if self.row.phase == Phase::Waiting => {
                Ok(self.ended(Outcome::draw(EndReason::Interrupted), Some(asked)))
            }
            Request::Resign => {
                Ok(self.ended(Outcome::win(seat.other(), EndReason::Resignation), Some(asked)))
            }
        }
    }

    fn propose_join(&self, player: &str) -> Result<TableChange, Refusal> {
        self.joined(player)
    }

    fn until_flag(&self) -> Option<u64> {
        let side = self.to_move()?;
        Some(self.remaining()?.for_move(side).saturating_sub(self.elapsed()))
    }

    fn flag(&self) -> Option<TableChange> {
        let side = self.to_move()?;
        (self.until_flag()? == 0).then(|| self.ended(Outcome::win(side.other(), EndReason::Timeout), None))
    }

    fn commit(&mut self, change: TableChange) {
        let kept = change.kept.map_or(self.plies.len(), |kept| kept as usize);
        if kept < self.plies.len() {
            // What the opponent has been told of moves that are taken back it must forget.
            let observed = |told: usize| {
                self.plies[kept..told.max(kept)].iter().filter(|ply| ply.side == self.seat).count()
            };
            if let Some(told) = self.session.as_ref().map(|session| session.told.min(self.plies.len())) {
                let observed = observed(told);
                if let Some(session) = &mut self.session {
                    session.opponent.retract(observed);
                    session.told = session.told.min(kept);
                }
            }
            self.plies.truncate(kept);
            self.positions.truncate(kept + 1);
        }
        if change.table.start != self.row.start
            && let Ok(start) = change.table.start.parse()
        {
            self.positions = vec![start];
        }
        self.row = change.table;
        for kept in change.added {
            self.add(kept);
        }
        self.outcome = self.row.outcome.as_ref().and_then(|outcome| outcome.parse().ok());
        self.turn_began = Instant::now();
        // A search of another position is not wanted any more.
        self.stop_thinking();
        if self.is_over() {
            self.session = None;
        }
    }

    fn follow(&mut self, row: StoredTable, moves: Vec<StoredMove>) {
        let is_known = |(own, theirs): &(&Played<G::Move>, &StoredMove)| own.kept == **theirs;
        let common = self.plies.iter().zip(&moves).take_while(is_known).count();
        let kept = (common < self.plies.len()).then_some(common as u64);
        let added = moves.into_iter().skip(common).collect();
        self.commit(TableChange { table: row, kept, added, memory: None });
    }

    fn wants_reply(&self) -> bool {
        self.company == Company::Opponent && self.to_move().is_some_and(|side| side != self.seat)
    }

    fn knows_opponent(&self) -> bool {
        self.session.is_some() || !levels::remembers(G::KIND, &self.row.opponent)
    }

    fn think(&mut self) -> Option<Thinking> {
        if self.thinking.is_some() || !self.wants_reply() {
            return None;
        }
        let seat = self.seat.other();
        let session = self.session.take();
        let told = session.as_ref().map_or(0, |session| session.told);
        let news = (told..self.plies.len())
            .filter(|&ply| self.plies[ply].side == self.seat)
            .map(|ply| (self.positions[ply].view(seat), self.plies[ply].mv));
        let keep = levels::remembers(G::KIND, &self.row.opponent);
        let (_, seed) = split_seed(self.row.seed);
        let pacing = match self.terms.pace {
            Pace::Person => {
                let clock = self.clocks().map(|clocks| clocks.for_move(seat));
                let moves = sorted::<G>(&self.view(self.seat)).len();
                Pacing::new(self.plies.len(), moves, &self.thought_for(), clock, seed)
            }
            Pace::AtOnce => Pacing::NONE,
        };
        let question = Question::<G> {
            name: levels::told(&self.row.opponent, self.terms.experience, self.terms.wish),
            seed: if keep { seed_at(seed, self.plies.len()) } else { seed },
            memory: self.row.memory.clone(),
            start: self.positions[0].view(seat),
            news: news.collect(),
            view: self.game().view(seat),
            plies: self.plies.len(),
            keep,
            pacing,
        };
        let stop = Stop::default();
        self.thinking = Some(stop.clone());
        self.searches += 1;
        let number = self.searches;
        let flag = stop.clone();
        Some(Thinking {
            work: Box::new(move || question.ask(session, number, flag)),
            stop,
            limit: levels::time(&self.row.opponent).unwrap_or(Duration::MAX),
        })
    }

    fn accept_reply(&mut self, reply: Reply) -> Option<TableChange> {
        if self.thinking.is_none() || reply.number != self.searches {
            return None;
        }
        let answer = reply.answer.and_then(|answer| answer.downcast::<Answer<G>>().ok());
        let failed = || Err(Failure::Crashed("the search failed".to_owned()));
        let (chosen, session) =
            answer.map_or_else(|| (failed(), None), |answer| (answer.chosen, answer.session));
        self.session = session;
        match chosen {
            Ok(Chosen { mv, reason, estimate }) => {
                let change = self.with_ply(mv, Some(reason.to_stored()), estimate, None);
                let illegal = || self.ended(Outcome::win(self.seat, EndReason::IllegalMove), None);
                Some(change.unwrap_or_else(illegal))
            }
            Err(Failure::Resigned) => Some(self.ended(Outcome::win(self.seat, EndReason::Resignation), None)),
            Err(failure) => {
                tracing::error!(
                    table = self.row.id,
                    opponent = self.row.opponent,
                    "the opponent does not play"
                );
                Some(self.ended(Outcome::win(self.seat, failure.reason()), None))
            }
        }
    }

    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.stop();
        }
    }

    fn search_number(&self) -> u64 {
        self.searches
    }

    fn hint(
        &self,
        seat: Side,
        stop: Stop,
    ) -> Result<Box<dyn FnOnce() -> Option<wire::Hint> + Send>, Refusal> {
        if !self.terms.hint {
            return Err(Refusal::new(RefusalCode::NoHint, "Hints are off in this game; play on."));
        }
        if self.to_move() != Some(seat) {
            return Err(Refusal::new(RefusalCode::NotYourTurn, "A hint is for your turn; wait for it."));
        }
        let (view, plies, seed) = (self.view(seat), self.plies.len(), self.row.seed);
        Ok(Box::new(move || review::hint::<G>(&view, plies, seed, stop)))
    }

    fn replay(&self) -> Result<wire::SharedGame, Refusal> {
        self.replayed()
    }

    fn finished_game(&self) -> Result<Box<dyn AnyFinished>, Refusal> {
        Ok(Box::new(self.finished()?))
    }

    fn record(&self, format: &str, name: Option<&str>) -> Result<String, Refusal> {
        let finished = self.finished()?;
        if !G::FORMATS.contains(&format) {
            let known = G::FORMATS.join(", ");
            return Err(Refusal::malformed(format!("There is no such format; ask for one of {known}.")));
        }
        let record = finished.record(&self.row, self.outcome, name.unwrap_or_default());
        G::write(&record, format).map_err(|error| {
            tracing::warn!(table = self.row.id, %error, "a record cannot be written");
            Refusal::new(RefusalCode::FormatCannotHold, "This format cannot hold the game; ask for gkr.")
        })
    }
}
