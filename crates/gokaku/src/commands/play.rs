//! `gokaku play`: a person at the terminal, or a program at the other end of a pipe.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use games::{EndReason, IllegalMove, Malformed, Outcome, Player, Ply, Record, Side};
use opponents::{Failure, Heard, Opponent, Reason, Remark};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Stop;

use crate::cli;
use crate::language::Language;
use crate::memories::Memories;
use crate::record_file::RecordFile;
use crate::records::Records;
use crate::table::{Table, sorted_moves};
use games::GameKind;
use games::with_game;

/// More legal moves than this are listed on request only.
const LISTED_MOVES: usize = 40;

pub(crate) fn run(args: &cli::Play) -> Result<()> {
    let language = args.language.unwrap_or_else(Language::of_system);
    let mut person = Person { input: io::stdin().lines(), language };
    let game = match args.game {
        Some(game) => game,
        None => match person.choose_game()? {
            Some(game) => game,
            None => return Ok(()),
        },
    };
    with_game!(game, G => play::<G>(args, person))
}

/// The person at the terminal.
struct Person {
    input: io::Lines<io::StdinLock<'static>>,
    language: Language,
}

impl Person {
    /// Prints a line.
    fn tell(&self, text: &str) -> Result<()> {
        Ok(writeln!(anstream::stdout(), "{text}")?)
    }

    /// Asks for a line; `None` at the end of the input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        let mut out = anstream::stdout();
        write!(out, "{prompt} > ")?;
        out.flush()?;
        match self.input.next() {
            None => {
                writeln!(out)?;
                Ok(None)
            }
            Some(line) => {
                Ok(Some(line.context("standard input: found bytes that are no text, expected UTF-8")?))
            }
        }
    }

    fn choose_game(&mut self) -> Result<Option<GameKind>> {
        let games = GameKind::ALL;
        for (number, &game) in (1..).zip(games) {
            self.tell(&format!("{number} {}", self.language.game(game)))?;
        }
        loop {
            let Some(answer) = self.ask(self.language.which_game())? else { return Ok(None) };
            let answer = answer.trim();
            let by_number =
                answer.parse().ok().and_then(|number: usize| games.get(number.checked_sub(1)?).copied());
            let by_name = || {
                // A part of a Japanese name will do: カラハ for マンカラ（カラハ）.
                let called = |&&game: &&GameKind| {
                    let name = self.language.game(game);
                    name == answer || !answer.is_ascii() && name.contains(answer)
                };
                games.iter().find(called).copied().or_else(|| answer.to_lowercase().parse().ok())
            };
            match by_number.or_else(by_name) {
                Some(game) => return Ok(Some(game)),
                None if answer.is_empty() => return Ok(Some(GameKind::Othello)),
                None => self.tell(&self.language.no_such_game(answer))?,
            }
        }
    }
}

fn play<G: Table>(args: &cli::Play, mut person: Person) -> Result<()>
where
    Records: From<Vec<Record<G>>>,
{
    let seed = args.seed.unwrap_or_else(rand::random);
    // The opponent must not draw from the generator that dealt: its moves would tell what was dealt.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut opponent = protocols::by_name::<G>(&args.opponent, rng.random())?;
    let memories = Memories::of(&args.player)?;
    if args.forget {
        memories.forget()?;
    }
    // Another version of the opponent may have written it: then the player is a stranger.
    let remembers = memories
        .of_opponent(G::KIND, &opponent.name())?
        .is_some_and(|memory| opponent.remember(&memory).is_ok());
    let mut dealer = Xoshiro256PlusPlus::seed_from_u64(rng.random());
    let seat = if args.second { Side::Second } else { Side::First };
    let language = person.language;
    let file = RecordFile::open::<G>(args.record.as_deref(), seat)?;
    let start = match &args.position {
        Some(text) => G::position_from(text).context("--position")?,
        None => {
            let mut start = G::set_up(seat, language, &mut dealer, &mut |question| person.ask(question))?;
            if let Some(words) = opponent.arrangement(&start.view(seat.other()))? {
                start.arrange(seat.other(), &words)?;
            }
            start
        }
    };
    let mut record = Record::new(start.clone());
    record.players[seat.index()] = Player::named(language.you());
    record.players[seat.other().index()] = Player::named(opponent.name());
    let (tag, date) = G::DATE;
    record.set_tag(tag, jiff::Zoned::now().strftime(date).to_string());
    record.comment = format!("seed {seed}");
    opponent.begin(&start.view(seat.other()), &[]);
    person.tell(&language.welcome(G::KIND, seat, &args.opponent))?;
    if remembers {
        person.tell(&language.remembers(&args.player))?;
    }
    let desk = Desk { person, seat, positions: vec![start] };
    Session { desk, opponent, memories, record, file, asked: None }.run()
}

/// The time since `begun`, to the millisecond: a record needs no more.
fn since(begun: Instant) -> Duration {
    Duration::from_millis(begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX))
}

/// One game at one terminal.
struct Session<G: Table> {
    desk: Desk<G>,
    opponent: Box<dyn Opponent<G>>,
    memories: Memories,
    record: Record<G>,
    file: RecordFile,
    /// When the person's move was there: the opponent's time runs from then.
    asked: Option<Instant>,
}

/// The person's seat and the positions so far.
struct Desk<G> {
    person: Person,
    seat: Side,
    /// The position after each move, the start first.
    positions: Vec<G>,
}

/// Why an input is not a move.
enum Refusal {
    Misread(Malformed),
    Illegal(IllegalMove),
}

/// What the person wants after a prompt.
enum Wish<M> {
    Play(M),
    Undo,
    Resign,
    Quit,
}

impl<G: Table> Session<G>
where
    Records: From<Vec<Record<G>>>,
{
    fn game(&self) -> &G {
        self.desk.game()
    }

    fn run(mut self) -> Result<()> {
        while self.game().outcome().is_none() {
            if self.game().side_to_move() != self.desk.seat {
                match self.answer()? {
                    None => continue,
                    end => return self.finish(end),
                }
            }
            let begun = Instant::now();
            match self.wish()? {
                Wish::Play(mv) => {
                    self.asked = Some(Instant::now());
                    let before = self.game().view(self.desk.seat.other());
                    self.advance(Ply { time: Some(since(begun)), ..Ply::new(mv) })?;
                    self.opponent.observe(&before, mv);
                }
                Wish::Undo => self.undo()?,
                Wish::Resign => {
                    let end = Outcome::win(self.desk.seat.other(), EndReason::Resignation);
                    return self.finish(Some(end));
                }
                Wish::Quit => return self.finish(None),
            }
        }
        let end = self.game().outcome();
        self.desk.person.tell(&self.game().draw_position(None, &[]))?;
        self.finish(end)
    }

    /// What the person wants; the opponent thinks as long as the person does.
    fn wish(&mut self) -> Result<Wish<G::Move>> {
        let view = self.game().view(self.desk.seat.other());
        let (desk, opponent, stop) = (&mut self.desk, &mut self.opponent, Stop::default());
        thread::scope(|scope| {
            let thinking = scope.spawn(|| opponent.ponder(&view, &stop));
            let wish = desk.wish();
            stop.stop();
            if let Err(panic) = thinking.join() {
                std::panic::resume_unwind(panic);
            }
            wish
        })
    }

    /// The opponent moves, or ends the game by not moving.
    fn answer(&mut self) -> Result<Option<Outcome>> {
        let begun = self.asked.take().unwrap_or_else(Instant::now);
        let view = self.game().view(self.desk.seat.other());
        let choice = match self.opponent.choose(&view) {
            Ok(choice) => choice,
            Err(failure) => return Ok(Some(self.fail(&failure)?)),
        };
        if let Err(illegal) = self.game().check(choice.mv) {
            return Ok(Some(self.fail(&illegal.into())?));
        }
        let language = self.desk.person.language;
        let said = choice.reason.for_player(language.of_reasons());
        let spoken = self.game().spoken(choice.mv);
        self.desk.person.tell(&language.opponent_plays(&spoken, &said))?;
        self.advance(Ply {
            time: Some(since(begun)),
            comment: choice.reason.to_stored(),
            ..Ply::new(choice.mv)
        })?;
        Ok(None)
    }

    /// The opponent has not played: the end that makes of the game.
    fn fail(&mut self, failure: &Failure) -> Result<Outcome> {
        if failure.is_forfeit() {
            self.record.set_tag(lab::FORFEIT_TAG, format!("{}: {failure}", self.desk.seat.other()));
            self.desk.person.tell(&self.desk.person.language.opponent_fails(failure))?;
        }
        Ok(Outcome::win(self.desk.seat, failure.reason()))
    }

    /// Plays a move and keeps what may be kept of the game so far.
    fn advance(&mut self, ply: Ply<G::Move>) -> Result<()> {
        let mut next = self.game().clone();
        next.play(ply.mv)?;
        self.desk.positions.push(next);
        self.record.line.plies.push(ply);
        self.file.keep_unfinished(&self.record)
    }

    /// Takes back the person's last move and the answer to it, if there is one and nothing was shown since.
    fn undo(&mut self) -> Result<()> {
        let language = self.desk.person.language;
        let seat = self.desk.seat;
        let mine = |position: &G| position.side_to_move() == seat;
        let Some(ply) = self.desk.positions[..self.desk.positions.len() - 1].iter().rposition(mine) else {
            return self.desk.person.tell(language.nothing_to_undo());
        };
        if self.game().has_shown_since(&self.desk.positions[ply], self.desk.seat) {
            return self.desk.person.tell(language.shown_cannot_be_undone());
        }
        let taken_back = &self.desk.positions[ply..self.desk.positions.len() - 1];
        self.opponent.retract(taken_back.iter().filter(|position| mine(position)).count());
        self.desk.positions.truncate(ply + 1);
        self.record.line.plies.truncate(ply);
        let moves: Vec<G::Move> = self.record.moves().collect();
        self.opponent.begin(&self.desk.positions[0].view(self.desk.seat.other()), &moves);
        self.file.keep_unfinished(&self.record)
    }

    /// What the opponent has to say of the game; the estimate is told with its unit, by itself.
    fn remarks(&self) -> Vec<Remark> {
        let plies = &self.record.line.plies;
        let moves: Vec<String> = plies.iter().map(|ply| ply.mv.to_string()).collect();
        let reasons: Vec<Option<Reason>> = plies
            .iter()
            .map(|ply| (!ply.comment.is_empty()).then(|| Reason::from_stored(&ply.comment)))
            .collect();
        let heard: Vec<Heard<'_>> =
            moves.iter().zip(&reasons).map(|(mv, reason)| Heard { mv, reason: reason.as_ref() }).collect();
        Remark::after(&heard, None)
    }

    /// Saves the game and says so. An unfinished game may be continued, so hidden things stay hidden.
    fn finish(mut self, end: Option<Outcome>) -> Result<()> {
        let language = self.desk.person.language;
        if let Some(end) = end {
            let memory = self.opponent.memory(end);
            self.opponent.finish(self.desk.game(), end);
            self.desk.person.tell(&language.result(self.desk.seat, &end))?;
            let remarks = self.remarks();
            if !remarks.is_empty() {
                self.desk.person.tell(&language.remarks(&remarks))?;
            }
            if let Some(estimate) = self.opponent.estimate() {
                self.desk.person.tell(&language.strength(&estimate))?;
            }
            if let Some(memory) = memory {
                self.memories.save(G::KIND, &self.opponent.name(), memory)?;
            }
            if let Some(review) = G::review(&self.record, self.desk.seat, language) {
                self.desk.person.tell(&review)?;
            }
        }
        if self.record.line.plies.is_empty() {
            return Ok(());
        }
        self.record.line.end = end;
        match end {
            Some(_) => self.file.keep(&self.record)?,
            None => self.file.keep_unfinished(&self.record)?,
        }
        self.desk.person.tell(&language.record_saved(self.file.path()))
    }
}

impl<G: Table> Desk<G> {
    fn game(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// Asks the person until there is something to do.
    fn wish(&mut self) -> Result<Wish<G::Move>> {
        let language = self.person.language;
        let moves = sorted_moves(self.game());
        let view = self.game().view(self.seat);
        self.person.tell(&G::draw(&view, self.seat, &moves))?;
        if let [only] = moves[..]
            && G::is_pass(only)
        {
            self.person.tell(language.you_pass())?;
            return Ok(Wish::Play(only));
        }
        if moves.len() <= LISTED_MOVES {
            self.list(&moves)?;
        } else {
            self.person.tell(&language.many_legal_moves(moves.len()))?;
        }
        loop {
            let Some(line) = self.person.ask(language.your_move())? else { return Ok(Wish::Quit) };
            match line.trim() {
                "" => {}
                "help" | "?" => self.person.tell(language.help())?,
                "moves" => self.list(&moves)?,
                "undo" => return Ok(Wish::Undo),
                "resign" => return Ok(Wish::Resign),
                "quit" => return Ok(Wish::Quit),
                typed => match self.typed_move(typed) {
                    Ok(mv) => return Ok(Wish::Play(mv)),
                    Err(Refusal::Misread(error)) => self.person.tell(&language.misread(&error))?,
                    Err(Refusal::Illegal(error)) => self.person.tell(&language.illegal(&error))?,
                },
            }
        }
    }

    fn typed_move(&self, typed: &str) -> Result<G::Move, Refusal> {
        let mv: G::Move = typed.parse().map_err(Refusal::Misread)?;
        self.game().check(mv).map_err(Refusal::Illegal)?;
        Ok(mv)
    }

    fn list(&self, moves: &[G::Move]) -> Result<()> {
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        self.person.tell(&self.person.language.legal_moves(&names.join(" ")))
    }
}
