//! Tables and figure of the scores, the targets and the estimate's coverage.

use super::panel::Panel;
use super::series::{GameSummary, SeriesKind, TARGETS, TOLD_NEW, WARMUP};
use report::{Cell, Column, Dot, Dots, Drawing, Picture, Table};
use statistics::{Interval, Tally};
use statistics::{mean_interval, score_interval, wilson};

/// Finds the games of a user with an adaptive opponent.
pub(super) type FindGames<'a> = dyn Fn(usize, &str, SeriesKind) -> Option<&'a [GameSummary]> + 'a;

/// The games of a panel, by user, adaptive opponent and kind of series.
pub(super) struct PanelGames<'a> {
    pub(super) panel: &'a Panel,
    /// The places of the users who were there.
    pub(super) users: &'a [usize],
    /// The true strength of each user of the panel in Elo, if it is one and the same in all games.
    pub(super) true_elo: &'a [Option<f64>],
    pub(super) of: &'a FindGames<'a>,
}

fn cells(tally: Option<Tally>) -> [Cell; 2] {
    tally.map_or([Cell::Nothing, Cell::Nothing], |tally| {
        let Interval { low, high } = score_interval(&tally);
        [Cell::Share(tally.score()), Cell::Shares(low, high)]
    })
}

fn tally(games: &[GameSummary]) -> Tally {
    let mut tally = Tally::default();
    games.iter().for_each(|game| tally.add(game.score));
    tally
}

/// The name of an opponent without its options.
pub(super) fn short(adaptive: &str) -> &str {
    adaptive.split(':').next().unwrap_or(adaptive)
}

impl PanelGames<'_> {
    /// The games after the warm-up.
    pub(super) fn later(&self, user: usize, adaptive: &str) -> Option<&[GameSummary]> {
        (self.of)(user, adaptive, SeriesKind::Known).map(|games| &games[(WARMUP as usize).min(games.len())..])
    }

    /// The score in them.
    pub(super) fn known(&self, user: usize, adaptive: &str) -> Option<Tally> {
        self.later(user, adaptive).map(tally)
    }

    /// The score in all games of a series.
    pub(super) fn all(&self, user: usize, adaptive: &str, kind: SeriesKind) -> Option<Tally> {
        (self.of)(user, adaptive, kind).map(tally)
    }

    pub(super) fn user(&self, user: usize) -> Cell {
        Cell::words(self.panel.users[user].user.to_string())
    }

    fn elo(&self, user: usize) -> Cell {
        self.true_elo[user].map_or(Cell::Nothing, |elo| Cell::Number(elo, 0))
    }

    pub(super) fn name(&self, part: &str) -> String {
        format!("{}-{part}", self.panel.game.to_lowercase())
    }

    pub(super) fn known_table(&self) -> Table {
        let row = |user: usize| {
            let mine = self.known(user, "gokaku");
            let games = Cell::Count(mine.as_ref().map_or(0, Tally::games));
            let mut row = vec![self.user(user), self.elo(user), games];
            row.extend(cells(mine));
            for other in self.panel.others {
                row.extend(cells(self.known(user, other)));
            }
            row
        };
        let mut columns = Column::all(["user", "Elo", "games", "gokaku %", "95%"]);
        for other in self.panel.others {
            let name = short(other);
            columns.extend([Column::ours(format!("{name} %")), Column::ours(format!("{name} 95%"))]);
        }
        Table {
            name: self.name("known"),
            caption: format!(
                "{}: score against each user after {WARMUP} warm-up games, with 95% intervals, beside the \
                 adaptive opponents of the papers. Elo (random play = 0) is measured by games against the \
                 reference players.",
                self.panel.game
            ),
            columns,
            rows: self.users.iter().map(|&user| row(user)).collect(),
        }
    }

    /// What the opponent makes of somebody it does not know yet: the headline.
    pub(super) fn first_games_table(&self) -> Table {
        let (told, newcomer) = TOLD_NEW;
        let row = |(user, adaptive): (usize, &str)| {
            let first = self.all(user, adaptive, SeriesKind::FirstGames);
            let name = if adaptive == told {
                Cell::words(format!("{}, who says: new to it", self.panel.users[user].user))
            } else {
                self.user(user)
            };
            let mut row = vec![name, self.elo(user), Cell::Count(first.as_ref().map_or(0, Tally::games))];
            row.extend(cells(first));
            row.extend(self.errors(user, adaptive, 1));
            let early = self.early(user, adaptive);
            row.extend(cells(early));
            row.extend(self.errors(user, adaptive, 3));
            row
        };
        let strangers = self.users.iter().map(|&user| (user, "gokaku"));
        let columns = [
            "user",
            "Elo",
            "first games",
            "gokaku %",
            "95%",
            "error after 1",
            "95%",
            "games 1 to 3 %",
            "95%",
            "error after 3",
            "95%",
        ];
        Table {
            name: self.name("first-games"),
            caption: format!(
                "{}: score in first games, with no memory, and in the first three, with 95% intervals; the \
                 mean error of the estimate after one and after three games, in Elo, without sign.",
                self.panel.game
            ),
            columns: Column::all(columns),
            rows: strangers.chain([(newcomer, told)]).map(row).collect(),
        }
    }

    /// The score in the first three games of every series.
    fn early(&self, user: usize, adaptive: &str) -> Option<Tally> {
        let games = (self.of)(user, adaptive, SeriesKind::Restarted)?;
        let mut early = Tally::default();
        for series in games.chunks(WARMUP as usize) {
            series.iter().take(3).for_each(|game| early.add(game.score));
        }
        Some(early)
    }

    /// The mean distance between estimate and true strength after so many games, and its interval.
    fn errors(&self, user: usize, adaptive: &str, games: u64) -> [Cell; 2] {
        let Some(elo) = self.true_elo[user] else { return [Cell::Nothing, Cell::Nothing] };
        let errors: Vec<f64> = self
            .after(games, user, adaptive)
            .filter_map(|game| Some((game.estimate? - elo.max(0.0)).abs()))
            .collect();
        if errors.is_empty() {
            return [Cell::Nothing, Cell::Nothing];
        }
        let (mean, Interval { low, high }) = mean_interval(&errors);
        [Cell::Number(mean, 0), Cell::Range(low, high, 0)]
    }

    pub(super) fn targets_table(&self) -> Table {
        let mut rows = Vec::new();
        for target in TARGETS {
            let adaptive =
                if target == 0.5 { "gokaku".to_owned() } else { format!("gokaku:target={target}") };
            for user in self.panel.target_users {
                let mut row = vec![Cell::Share(target), self.user(user)];
                row.extend(cells(self.known(user, &adaptive)));
                rows.push(row);
            }
        }
        Table {
            name: self.name("targets"),
            caption: format!("{}: score when another win rate is the target.", self.panel.game),
            columns: Column::all(["target %", "user", "gokaku %", "95%"]),
            rows,
        }
    }

    /// Game number `games` of every series.
    fn after(&self, games: u64, user: usize, adaptive: &str) -> impl Iterator<Item = &GameSummary> {
        let series = if games == 1 { SeriesKind::FirstGames } else { SeriesKind::Restarted };
        let of_one = if games == 1 { 1 } else { WARMUP as usize };
        let played = (self.of)(user, adaptive, series).unwrap_or_default();
        played.iter().skip(games as usize - 1).step_by(of_one)
    }

    /// How often the estimate's interval held the user's true strength after so many games; the last row is
    /// over all users.
    pub(super) fn coverage_table(&self) -> Table {
        const AFTER: [u64; 3] = [1, 3, WARMUP];
        // Nobody can say what the strength of somebody who changes is.
        let users: Vec<usize> =
            self.users.iter().copied().filter(|&user| self.true_elo[user].is_some()).collect();
        let covered = |of: &[usize], games: u64| {
            let (mut held, mut all) = (0, 0);
            for &user in of {
                let elo = self.true_elo[user].unwrap_or_default().max(0.0);
                for game in self.after(games, user, "gokaku") {
                    held += u64::from(game.interval.is_some_and(|(low, high)| (low..=high).contains(&elo)));
                    all += 1;
                }
            }
            let Interval { low, high } = wilson(held as f64, all);
            [Cell::Count(all), Cell::Share(held as f64 / all.max(1) as f64), Cell::Shares(low, high)]
        };
        let row = |name: Cell, elo: Cell, of: &[usize]| {
            let mut row = vec![name, elo];
            row.extend(AFTER.into_iter().flat_map(|games| covered(of, games)));
            row
        };
        let mut rows: Vec<Vec<Cell>> =
            users.iter().map(|&user| row(self.user(user), self.elo(user), &[user])).collect();
        rows.push(row(Cell::words("all"), Cell::Nothing, &users));
        let mut columns = Column::all(["user", "Elo"]);
        for games in AFTER {
            let named = format!("after {games} %");
            columns.extend([Column::ours("series"), Column::ours(named), Column::ours("95%")]);
        }
        Table {
            name: self.name("coverage"),
            caption: format!(
                "{}: how often the 90% interval of the estimate held the user's true Elo after 1, 3 and \
                 {WARMUP} games, over independent series.",
                self.panel.game
            ),
            columns,
            rows,
        }
    }

    pub(super) fn figure(&self) -> Picture {
        let dot = |user: usize| {
            let tally = self.known(user, "gokaku")?;
            let Interval { low, high } = score_interval(&tally);
            Some(Dot {
                name: self.panel.users[user].user.to_string(),
                value: 100.0 * tally.score(),
                interval: Some((100.0 * low, 100.0 * high)),
                paper: None,
            })
        };
        let dots: Vec<Dot> = self.users.iter().filter_map(|&user| dot(user)).collect();
        let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value)).collect();
        Picture {
            caption: format!(
                "{}: score of gokaku against users from weak to strong, with 95% intervals. The dashed \
                 line is an even match.",
                self.panel.game
            ),
            description: format!("Scores: {}.", said.join("; ")),
            drawing: Drawing::Dots(Dots {
                label: "score of gokaku, percent".into(),
                range: Some((0.0, 100.0)),
                even: Some(50.0),
                dots,
            }),
        }
    }
}
