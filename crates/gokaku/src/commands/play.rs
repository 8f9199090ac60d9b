//! `gokaku play`: a person at the terminal, or a program at the other end of a pipe.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;
use etcetera::BaseStrategy;
use games::encoding::Encoding;
use games::{Malformed, Outcome, Player, Ply, Reason, Record, Side};
use opponents::Opponent;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cli;
use crate::files;
use crate::format::{self, Format, Records};
use crate::language::Language;
use crate::table::{GameName, Table, sorted_moves, with_game};

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

/// Whoever types.
struct Person {
    input: io::Lines<io::StdinLock<'static>>,
    language: Language,
}

impl Person {
    /// Says something, on a line of its own.
    fn tell(&self, text: &str) -> Result<()> {
        Ok(writeln!(anstream::stdout(), "{text}")?)
    }

    /// Asks for a line; `None` when there is nobody left to answer.
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

    fn choose_game(&mut self) -> Result<Option<GameName>> {
        let games = GameName::value_variants();
        for (number, &game) in (1..).zip(games) {
            self.tell(&format!("{number} {}", self.language.game(game)))?;
        }
        loop {
            let Some(answer) = self.ask(self.language.which_game())? else { return Ok(None) };
            let answer = answer.trim();
            let by_number =
                answer.parse().ok().and_then(|number: usize| games.get(number.checked_sub(1)?).copied());
            let by_name = || {
                let called = |&&game: &&GameName| self.language.game(game) == answer;
                games.iter().find(called).copied().or_else(|| GameName::from_str(answer, true).ok())
            };
            match by_number.or_else(by_name) {
                Some(game) => return Ok(Some(game)),
                None if answer.is_empty() => return Ok(Some(GameName::Othello)),
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
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let seat = if args.second { Side::Second } else { Side::First };
    let language = person.language;
    let opponent = opponents::by_name::<G>(&args.opponent, seed)?;
    let (path, format) = record_file::<G>(args)?;
    let start = match &args.position {
        Some(text) => G::position_from(text).context("--position")?,
        None => G::set_up(seat, language, &mut rng, &mut |question| person.ask(question))?,
    };
    let mut record = Record::new(start.clone());
    record.players[seat.index()] = Player::named(language.you());
    record.players[seat.other().index()] = Player::named(opponent.name());
    record.set_tag("Date", jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string());
    record.set_tag("Seed", seed.to_string());
    person.tell(&language.welcome(G::GAME, seat, &opponent.name()))?;
    Session { person, opponent, seat, record, positions: vec![start], path, format }.run()
}

/// Where the record goes: where the person says, or among their own files.
fn record_file<G: Table>(args: &cli::Play) -> Result<(PathBuf, Format)> {
    if let Some(path) = &args.record {
        let format = Format::of_path(path).with_context(|| {
            format!(
                "{}: found no known ending, expected one such as .{}",
                path.display(),
                G::RECORD_FORMAT.extension(Encoding::Utf8)
            )
        })?;
        format.check_writes(G::GAME)?;
        return Ok((path.clone(), format));
    }
    let name = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S");
    let data = etcetera::choose_base_strategy()
        .context("found no home folder, expected one, or --record FILE")?
        .data_dir();
    let file = format!("{}-{name}.{}", G::NAME, G::RECORD_FORMAT.extension(Encoding::Utf8));
    Ok((data.join("gokaku").join("records").join(file), G::RECORD_FORMAT))
}

/// The time since `begun`, to the millisecond: a record needs no more.
fn since(begun: Instant) -> Duration {
    Duration::from_millis(begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX))
}

/// One game at one terminal.
struct Session<G: Table> {
    person: Person,
    opponent: Box<dyn Opponent<G>>,
    seat: Side,
    record: Record<G>,
    /// The position after each move, the start first.
    positions: Vec<G>,
    path: PathBuf,
    format: Format,
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
        &self.positions[self.positions.len() - 1]
    }

    fn run(mut self) -> Result<()> {
        let language = self.person.language;
        while self.game().outcome().is_none() {
            if self.game().side_to_move() != self.seat {
                self.answer()?;
                continue;
            }
            let begun = Instant::now();
            match self.wish()? {
                Wish::Play(mv) => self.advance(Ply { time: Some(since(begun)), ..Ply::new(mv) })?,
                Wish::Undo if self.undo() => {}
                Wish::Undo => self.person.tell(language.nothing_to_undo())?,
                Wish::Resign => {
                    let end = Outcome::win(self.seat.other(), Reason::Resignation);
                    return self.finish(Some(end));
                }
                Wish::Quit => return self.finish(None),
            }
        }
        let end = self.game().outcome();
        self.person.tell(&self.game().draw_position(None, &[]))?;
        self.finish(end)
    }

    /// The opponent moves.
    fn answer(&mut self) -> Result<()> {
        let begun = Instant::now();
        let view = self.game().view(self.seat.other());
        let choice = self.opponent.choose(&view).context("the opponent has no move to choose from")?;
        let spoken = self.game().spoken(choice.mv);
        self.person.tell(&self.person.language.opponent_plays(&spoken, &choice.why))?;
        self.advance(Ply { time: Some(since(begun)), comment: choice.why, ..Ply::new(choice.mv) })
    }

    /// Plays a move and keeps what may be kept of the game so far.
    fn advance(&mut self, ply: Ply<G::Move>) -> Result<()> {
        let mut next = self.game().clone();
        next.play(ply.mv)?;
        self.positions.push(next);
        self.record.line.plies.push(ply);
        files::write(&self.path, &G::unfinished(&self.record, self.seat, self.format, &self.path)?)
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
                    Err(error) => self.person.tell(&error.to_string())?,
                },
            }
        }
    }

    fn typed_move(&self, typed: &str) -> Result<G::Move, Malformed> {
        let mv: G::Move = typed.parse()?;
        self.game().check(mv)?;
        Ok(mv)
    }

    fn list(&self, moves: &[G::Move]) -> Result<()> {
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        self.person.tell(&self.person.language.legal_moves(&names.join(" ")))
    }

    /// Takes back the person's last move and the answer to it; false if there is none.
    fn undo(&mut self) -> bool {
        let mine = |position: &G| position.side_to_move() == self.seat;
        let earlier = self.positions[..self.positions.len() - 1].iter().rposition(mine);
        if let Some(ply) = earlier {
            self.positions.truncate(ply + 1);
            self.record.line.plies.truncate(ply);
        }
        earlier.is_some()
    }

    fn finish(mut self, end: Option<Outcome>) -> Result<()> {
        let language = self.person.language;
        if let Some(end) = end {
            self.person.tell(&language.result(self.seat, &end))?;
        }
        if self.record.line.plies.is_empty() {
            return Ok(());
        }
        self.record.line.end = end;
        self.save()?;
        self.person.tell(&language.record_saved(&self.path))
    }

    fn save(&self) -> Result<()> {
        files::write(&self.path, &format::write_one(&self.record, self.format, &self.path)?)
    }
}
