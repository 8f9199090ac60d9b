//! Lines of moves while a file is read: the main line, and variations that replace its end.

use std::time::Duration;

use crate::{Game, Line, Malformed, Ply, Record};

use super::ends::{Note, StatedEnd, sort_notes, word};
use super::{Move, Shogi};

/// How deep variations may stand in each other; deeper ones are no record but an attack on the stack.
const MAX_NESTING: usize = 64;

/// Puts a record together from a main line and the variations that follow it, as KIF and KI2 files list them:
/// `変化：5手` replaces the fifth move of the last line listed that began before it, or its end if it has four
/// moves.
pub(super) struct LineBuilder {
    start: Shogi,
    /// The line that is being read and those it branches off from, the main line first.
    open: Vec<Branch>,
    game: Shogi,
    /// Positions along the line that is being read and how many moves lead there, in that order: see
    /// [`LineBuilder::rewind`].
    saved: Vec<(usize, Shogi)>,
    /// Whether something was said about the last move or the end.
    commented: bool,
}

struct Branch {
    /// The number of its first move.
    first: usize,
    line: Line<Move>,
    note: Note,
    /// Tags of the variations inside, by their place in this line.
    tags: Vec<(String, Vec<(String, String)>)>,
}

impl Branch {
    fn new(first: usize) -> Self {
        Branch { first, line: Line::default(), note: Note::default(), tags: Vec::new() }
    }
}

impl LineBuilder {
    pub(super) fn new(start: Shogi) -> Self {
        LineBuilder {
            game: start.clone(),
            start,
            open: vec![Branch::new(1)],
            saved: Vec::new(),
            commented: false,
        }
    }

    /// The position after the moves read so far.
    pub(super) fn game(&self) -> &Shogi {
        &self.game
    }

    /// Whether the end of the line has been told.
    pub(super) fn ended(&self) -> bool {
        self.open.last().is_some_and(|branch| branch.note.keyword.is_some())
    }

    /// Plays the next move of the line.
    pub(super) fn play(&mut self, mv: Move, time: Option<Duration>) -> Result<(), Malformed> {
        let Some(branch) = self.open.last_mut() else { return Ok(()) };
        if branch.note.keyword.is_some() || branch.note.illegal.is_some() {
            return Err(Malformed::new(mv.to_string(), "no move after the end of the game"));
        }
        self.game.play(mv)?;
        branch.line.plies.push(Ply { time, ..Ply::new(mv) });
        self.commented = false;
        Ok(())
    }

    /// Notes a move that is not legal, with which the line must end.
    pub(super) fn illegal(&mut self, mv: Move, time: Option<Duration>) {
        if let Some(branch) = self.open.last_mut() {
            branch.note.illegal = Some(mv);
            branch.note.time = time;
            self.commented = false;
        }
    }

    /// Notes how the line ends.
    pub(super) fn end(&mut self, keyword: &str, time: Option<Duration>) {
        if let Some(branch) = self.open.last_mut() {
            branch.note.keyword = Some(keyword.to_owned());
            branch.note.time = branch.note.time.or(time);
            self.commented &= !branch.note.comment.is_empty();
        }
    }

    /// Notes how the line ends, or that it does so as was noted before; if it does not, the word for that is
    /// the error.
    pub(super) fn tell(&mut self, told: &StatedEnd) -> Result<(), &'static str> {
        let Some(branch) = self.open.last_mut() else { return Ok(()) };
        if let Some(keyword) = &branch.note.keyword {
            let before = word(keyword, &self.game);
            return branch.note.confirm(told, &self.game).ok_or(before);
        }
        branch.note.winner = told.winner;
        self.end(told.keyword, None);
        Ok(())
    }

    /// Sets how long the last move, or the end, took; `None` if there is neither yet.
    pub(super) fn time(&mut self, time: Duration) -> Option<()> {
        let branch = self.open.last_mut()?;
        if branch.note.keyword.is_some() || branch.note.illegal.is_some() {
            branch.note.time = Some(time);
        } else {
            branch.line.plies.last_mut()?.time = Some(time);
        }
        Some(())
    }

    /// Adds a line to what was said about the last move or the end; `None` if there is neither yet.
    pub(super) fn comment(&mut self, text: &str) -> Option<()> {
        let branch = self.open.last_mut()?;
        let comment = if branch.note.keyword.is_some() || branch.note.illegal.is_some() {
            &mut branch.note.comment
        } else {
            &mut branch.line.plies.last_mut()?.comment
        };
        add_line(comment, &mut self.commented, text);
        Some(())
    }

    /// Begins a variation that replaces move `number`.
    pub(super) fn branch(&mut self, number: usize) -> Result<(), Malformed> {
        self.settle();
        while self.open.len() > 1 && self.open.last().is_some_and(|branch| branch.first >= number) {
            self.close();
        }
        let last = self.open.last().map_or(0, |parent| parent.first + parent.line.plies.len() - 1);
        // What might have been played instead of resigning: a variation that begins with the last move
        // itself.
        let continues = self.open.last().and_then(|parent| parent.line.plies.last()).map(|ply| ply.mv);
        if let Some(mv) = continues.filter(|_| number == last + 1) {
            self.open_branch(last)?;
            return self.play(mv, None);
        }
        if number < 1 || number > last {
            return Err(Malformed::described(
                format!("a variation at move {number}"),
                format!("a move from 1 to {last}, as its line has"),
            ));
        }
        self.open_branch(number)
    }

    /// Adds a line that replaces move `number` of the last open one, which has it.
    fn open_branch(&mut self, number: usize) -> Result<(), Malformed> {
        if self.open.len() > MAX_NESTING {
            return Err(Malformed::described(
                "a variation",
                format!("at most {MAX_NESTING} variations in each other"),
            ));
        }
        self.rewind(number - 1);
        self.open.push(Branch::new(number));
        Ok(())
    }

    /// Goes back to the position after `target` moves of the line that is being read.
    ///
    /// The variations of a line come last first: a later one never replaces a later move. So positions behind
    /// `target` are of no more use, and those on the way there are kept ever closer to it; that way each move
    /// is played again no more often than its line can be halved, and few positions are kept.
    fn rewind(&mut self, target: usize) {
        while self.saved.last().is_some_and(|(moves, _)| *moves > target) {
            self.saved.pop();
        }
        let (mut played, from) = self.saved.last().map_or((0, &self.start), |(moves, game)| (*moves, game));
        self.game.clone_from(from);
        let mut next = played + (target - played).div_ceil(2);
        while played < target {
            if let Some(mv) = self.move_at(played + 1) {
                self.game.apply(mv);
            }
            played += 1;
            if played == next {
                self.saved.push((played, self.game.clone()));
                next = played + (target - played).div_ceil(2);
            }
        }
    }

    /// Move `number` of the line that is being read.
    fn move_at(&self, number: usize) -> Option<Move> {
        let branch = self.open.iter().rev().find(|branch| branch.first <= number)?;
        branch.line.plies.get(number - branch.first).map(|ply| ply.mv)
    }

    /// Gives the line being read its outcome.
    fn settle(&mut self) {
        let Some(branch) = self.open.last_mut() else { return };
        let own = branch.note.winner.is_none_or(|winner| winner == self.game.side_to_move());
        if own && branch.note.keyword.as_deref() == Some("KACHI") && self.game.play(Move::DECLARE).is_ok() {
            let note = std::mem::take(&mut branch.note);
            branch.line.plies.push(Ply { time: note.time, comment: note.comment, ..Ply::new(Move::DECLARE) });
            branch.line.end = self.game.outcome();
            return;
        }
        branch.line.end = branch.note.settle(&self.game);
        let tags = std::mem::take(&mut branch.note).into_tags(branch.line.end, &self.game, "");
        if !tags.is_empty() {
            branch.tags.push((String::new(), tags));
        }
    }

    /// Puts the last open line, which is settled, into the one it branches off from.
    fn close(&mut self) {
        let Some(branch) = self.open.pop() else { return };
        let Some(parent) = self.open.last_mut() else { return };
        let Some(ply) = parent.line.plies.get_mut(branch.first - parent.first) else { return };
        ply.variations.push(branch.line);
        let place = format!("{}.{}", branch.first, ply.variations.len());
        parent.tags.extend(branch.tags.into_iter().map(|(inside, tags)| {
            let path = if inside.is_empty() { place.clone() } else { format!("{place}/{inside}") };
            (path, tags)
        }));
    }

    /// Adds all lines to `record`, whose start and tags are set.
    pub(super) fn finish(mut self, record: &mut Record<Shogi>) {
        self.settle();
        while self.open.len() > 1 {
            self.close();
        }
        let Some(main) = self.open.pop() else { return };
        record.start = self.start;
        record.line = main.line;
        for (path, tags) in main.tags {
            record.tags.extend(
                tags.into_iter().map(|(name, value)| {
                    (if path.is_empty() { name } else { format!("{name}@{path}") }, value)
                }),
            );
        }
        sort_notes(&mut record.tags);
    }
}

/// Adds a line to a comment; `begun` says whether it has one already, be it empty.
pub(super) fn add_line(comment: &mut String, begun: &mut bool, text: &str) {
    if std::mem::replace(begun, true) {
        comment.push('\n');
    }
    comment.push_str(text);
}
