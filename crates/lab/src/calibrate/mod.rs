//! Measures everything that `gokaku` needs to know of a game: `gokaku calibrate GAME`.
//!
//! 1. *Neighbours play.* Every reference player plays the next of its kind in the settings; all these games
//!    are looked at move by move (`observed.rs`).
//! 2. *Everybody is rated.* Reference players with and without the guard, the page's levels and the users of
//!    the calibration panel play those reference players whose games say most (`tournament.rs`); one fit
//!    gives the Elo of all, with random play at 0.
//! 3. *Numbers follow from games*: how long games are, what a lead is worth, what each player loses, and
//!    from series of the panel's users how much a move says and how far users deviate from how they look.
//!
//! Every finished part is kept, so that a killed run goes on where it was, and ends with the same bytes.
//! Parts are known by the fingerprint of the searches, which a new calibration does not change.

mod observed;
mod tournament;

use std::fmt;

use anyhow::{Context as _, Result};
use games::Registered;
use opponents::{
    Adaptive, Calibration, Measured, MeasuredOpponent, MeasuredPlayer, PlayerUse, UserSeries, fingerprint,
};
use protocols::ExternalEngines;

use crate::GameLimits;
use crate::panels::CalibrationPanel;
use crate::reproduce::Context;

use observed::{Chain, user_series};
use tournament::Tournament;

/// What is measured, and how long, at full scale.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Games of two neighbours that are looked at move by move.
    neighbours: u64,
    /// Games of everybody who is rated, besides.
    rated: u64,
    /// Series of each user of the panel.
    series: u64,
}

/// Games of a user's series.
const SERIES_GAMES: u64 = 10;

/// Everybody who is rated, in the order of their numbers.
struct Everybody {
    names: Vec<String>,
    players: Vec<usize>,
    /// Those among the players who choose as people do.
    people: Vec<usize>,
    guarded: Vec<Option<usize>>,
    alternatives: Vec<usize>,
    levels: Vec<usize>,
    users: Vec<usize>,
    random: usize,
}

impl Everybody {
    fn new<G: ExternalEngines>(adaptive: &dyn Adaptive<G>, users: &[&str]) -> Result<Everybody> {
        let mut names: Vec<String> = Vec::new();
        // Somebody who is both a level and a user, or random under two names, is rated once.
        let mut number = |name: &str| {
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let infos = adaptive.players();
        let players: Vec<usize> = infos.iter().map(|info| number(&info.opponent)).collect();
        let people = infos.iter().zip(&players).filter(|(info, _)| info.used == PlayerUse::Person);
        let people = people.map(|(_, &player)| player).collect();
        let random = infos.iter().position(|info| info.is_random).context("found no random player")?;
        // Those who prefer bad moves are for users who play at random.
        let guarded = infos.iter().enumerate().map(|(place, info)| {
            let user = place.max(random);
            (info.used != PlayerUse::Seen).then(|| number(&format!("{},guard={user}", info.opponent)))
        });
        let guarded = guarded.collect();
        let alternative = |info: &opponents::ReferencePlayerInfo| {
            if info.is_random { players[random] } else { number(&info.opponent) }
        };
        let alternatives = adaptive.alternatives().iter().map(alternative).collect();
        let levels = G::LEVELS.iter().map(|level| number(level)).collect();
        let users = users.iter().map(|user| number(user)).collect();
        Ok(Everybody {
            random: players[random],
            names,
            players,
            people,
            guarded,
            alternatives,
            levels,
            users,
        })
    }

    /// The reference players by kind, each from weak to strong; random is of every kind.
    fn kinds(&self) -> [Vec<usize>; 3] {
        let (people, others): (Vec<usize>, Vec<usize>) =
            self.players.iter().partition(|player| self.people.contains(player));
        let people = if people.is_empty() { people } else { [vec![self.random], people].concat() };
        [others, self.alternatives.clone(), people]
    }

    /// How many reference players there are; random is of every kind.
    fn reference_players(&self) -> usize {
        self.players.len() + self.alternatives.iter().filter(|other| !self.players.contains(other)).count()
    }
}

/// Measures a game's reference players and the users of the panel.
///
/// # Errors
/// Nobody adapts in this game, an opponent is not known, or parts cannot be kept.
pub fn calibrate<G: ExternalEngines + CalibrationPanel + Registered>(
    context: &Context<'_>,
    command: &str,
) -> Result<Calibration> {
    let adaptive = G::adaptive().context("expected a game in which gokaku adapts")?;
    let everybody = Everybody::new::<G>(adaptive, G::USERS)?;
    let size = Size::of(G::GAMES);
    let limits = GameLimits { max_plies: G::MAX_PLIES, ..GameLimits::default() };
    let chains: Vec<Chain> = everybody
        .kinds()
        .iter()
        .flat_map(|kind| kind.windows(2).map(|pair| Chain { weaker: pair[0], stronger: pair[1] }))
        .collect();
    let guarded = everybody.players.iter().zip(&everybody.guarded);
    let alike = guarded.filter_map(|(&plain, guarded)| Some(((*guarded)?, plain))).collect();
    let tournament = Tournament::new(context, &everybody.names, everybody.players.clone(), alike, limits);
    let neighbours = context.scaled_games(size.neighbours);
    let rounds = tournament::rounds(context.scaled_games(size.rated));
    let series = context.scaled(size.series);
    let steps = chains.len() as u64
        + tournament.steps(rounds, everybody.reference_players())
        + series * everybody.users.len() as u64;
    context.runner.expect_steps(steps, "parts");

    let observed = observed::chains::<G>(context, &everybody.names, &chains, neighbours, limits)?;
    let ratings = tournament.play::<G>(everybody.random, &observed, rounds)?;
    let elo = |number: usize| ratings.measured(number);

    let empty = Measured { value: 1.0, low: 1.0, high: 1.0, games: 0 };
    let of_player = |number: usize, player: &opponents::ReferencePlayerInfo, guarded: Option<usize>| {
        let elo = elo(number);
        let guarded = guarded.map(|number| ratings.measured(number));
        MeasuredPlayer {
            player: player.description.clone(),
            elo,
            guarded,
            seen_temperature: None,
            value_of_400_elo: None,
            first_move: None,
            losses: Vec::new(),
        }
    };
    let players = adaptive.players();
    let alternatives = adaptive.alternatives();
    let mut draft = Calibration {
        game: G::NAME.to_owned(),
        command: command.to_owned(),
        fingerprint: fingerprint::searches(G::KIND).to_owned(),
        games: ratings.games(),
        evidence_per_move: empty,
        evidence_per_loss: empty,
        deviation: empty,
        deviation_sd: empty,
        value_of_400_elo: empty,
        usual_moves: observed.usual_moves(),
        players: players
            .iter()
            .enumerate()
            .map(|(place, player)| of_player(everybody.players[place], player, everybody.guarded[place]))
            .collect(),
        alternatives: alternatives
            .iter()
            .zip(&everybody.alternatives)
            .map(|(player, &number)| of_player(number, player, None))
            .collect(),
        levels: everybody
            .levels
            .iter()
            .map(|&number| MeasuredOpponent { opponent: everybody.names[number].clone(), elo: elo(number) })
            .collect(),
    };
    let scored = |of| observed.scored(of, |number| elo(number).value);
    draft.value_of_400_elo = rounded(adaptive.fit_leads(&draft, &scored(None)));
    for (place, &number) in everybody.players.iter().enumerate() {
        let games = scored(Some(number));
        draft.players[place].value_of_400_elo = Some(rounded(adaptive.fit_leads(&draft, &games)));
        draft.players[place].first_move = Some(rounded(adaptive.fit_first_move(&games)));
        let games = observed.of(number);
        draft.players[place].losses = adaptive.fit_losses(&draft, &games).into_iter().map(rounded).collect();
        draft.players[place].seen_temperature = adaptive.fit_temperature(place, &games).map(rounded);
    }
    for (place, &number) in everybody.alternatives.iter().enumerate() {
        let games = observed.of(number);
        draft.alternatives[place].losses =
            adaptive.fit_losses(&draft, &games).into_iter().map(rounded).collect();
    }
    let users = everybody.users.iter().map(|&number| {
        let strength = elo(number).value;
        let nearest = ratings.nearest(number, &everybody.players);
        let pair = [everybody.names[number].as_str(), everybody.names[nearest].as_str()];
        Ok(UserSeries { elo: strength, series: user_series::<G>(context, pair, series, limits)? })
    });
    let users = users.collect::<Result<Vec<_>>>()?;
    let fit = adaptive.fit_users(&draft, &users);
    draft.evidence_per_move = rounded(fit.evidence_per_move);
    draft.evidence_per_loss = rounded(fit.evidence_per_loss);
    draft.deviation = rounded(fit.deviation);
    draft.deviation_sd = rounded(fit.deviation_sd);
    draft.games += observed.games() + series * SERIES_GAMES * users.len() as u64;
    Ok(draft)
}

impl Size {
    /// With so many games of everybody.
    fn of(games: u64) -> Size {
        Size { neighbours: games / 2, rated: games / 2, series: 2 }
    }
}

/// A mean that differs from 0 by less does so by the order of its sum.
const NOTHING: f64 = 1e-9;

/// To three digits: no number of a calibration is known better.
fn rounded(measured: Measured) -> Measured {
    let digits = |value: f64| format!("{value:.2e}").parse().unwrap_or(value);
    let round = |value: f64| if value.abs() < NOTHING { 0.0 } else { digits(value) };
    Measured {
        value: round(measured.value),
        low: round(measured.low),
        high: round(measured.high),
        ..measured
    }
}

/// A calibration as the text of its file.
#[derive(Clone, Copy, Debug)]
pub struct CalibrationFile<'a>(pub &'a Calibration);

impl fmt::Display for CalibrationFile<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = toml::to_string(self.0).map_err(|_| fmt::Error)?;
        write!(
            formatter,
            "# Made by the command below; what the numbers mean: opponents/src/gokaku/calibration.rs.\n\
             # Each is a list: the number, the ends of its 95% interval, and from how many games it is.\n\n\
             {text}"
        )
    }
}

#[cfg(test)]
mod tests;
