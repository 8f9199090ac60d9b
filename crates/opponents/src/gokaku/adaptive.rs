//! A game's reference players and users, for whoever measures them: `gokaku calibrate`.

use std::marker::PhantomData;

use games::{Game, Record, Side};

use super::calibration::{Calibration, Measured, Uncalibrated};
use super::evidence::MoveEvidence;
use super::fit::{self, UserFit, UserSeries};
use super::model::{Chances, Experience, Model};
use super::move_values::Search;
use super::scale::{PlayerSettings, Role};
use super::settings::AdaptiveGame;
use crate::name::NameError;

/// What can be asked of a game in which `gokaku` adapts.
pub trait Adaptive<G: Game>: Sync {
    /// The calibration that the program was built with.
    ///
    /// # Errors
    /// It is that of other players.
    fn calibration(&self) -> Result<Calibration, Uncalibrated>;

    /// What is assumed of a user who says nothing: the mean and standard deviation of their strength.
    ///
    /// # Errors
    /// The game is not calibrated.
    fn usual_user(&self) -> Result<(f64, f64), Uncalibrated>;

    /// Chances to win by the value of a position.
    ///
    /// # Errors
    /// The game is not calibrated.
    fn chances(&self) -> Result<Chances, Uncalibrated>;

    /// The reference players in the order of the calibration.
    fn players(&self) -> Vec<ReferencePlayerInfo>;

    /// Those of the alternative kind.
    fn alternatives(&self) -> Vec<ReferencePlayerInfo>;

    /// Everything else that was chosen for the game and decides how `gokaku` plays, as text that changes with
    /// it.
    fn choices(&self) -> String;

    /// How every search sees the moves of a side of a game; with `all` false only those searches by which
    /// losses, temperatures and leads are measured.
    ///
    /// # Errors
    /// Something that is shipped with the program is missing.
    fn observe(
        &self,
        record: &Record<G>,
        user: Side,
        all: bool,
        seed: u64,
    ) -> Result<Vec<MoveEvidence>, NameError>;

    /// What a position must be worth to count as 400 Elo, by games of which `draft` has the usual
    /// number of moves.
    fn fit_leads(&self, draft: &Calibration, games: &[ScoredGame]) -> Measured;

    /// What moving first is worth to the players of these games, in Elo.
    fn fit_first_move(&self, games: &[ScoredGame]) -> Measured;

    /// What a player loses in each third of a game; nothing where losses are no evidence.
    fn fit_losses(&self, draft: &Calibration, games: &[Vec<MoveEvidence>]) -> Vec<Measured>;

    /// The temperature with which the player at this place looks as if it had chosen; `None` where it is
    /// that with which it chose.
    fn fit_temperature(&self, place: usize, games: &[Vec<MoveEvidence>]) -> Option<Measured>;

    /// How much a user's moves say, and how far users deviate, by users of known strength.
    fn fit_users(&self, draft: &Calibration, users: &[UserSeries]) -> UserFit;
}

/// A game from one side.
#[derive(Clone, PartialEq, Debug)]
pub struct ScoredGame {
    /// Its moves.
    pub moves: Vec<MoveEvidence>,
    /// Its score.
    pub score: f64,
    /// By how much it was stronger, in Elo.
    pub stronger: f64,
    /// Whether it moved first.
    pub is_first: bool,
}

/// A reference player, for whoever measures it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferencePlayerInfo {
    /// The opponent that plays as it.
    pub opponent: String,
    /// How it chooses, in words.
    pub description: String,
    /// Whether it plays at random: the zero of the scale.
    pub is_random: bool,
    /// What it is for.
    pub used: PlayerUse,
}

/// What a reference player is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerUse {
    /// `gokaku` plays as it, and users are seen as it.
    Both,
    /// `gokaku` plays as it.
    Played,
    /// Users are seen as it.
    Seen,
    /// It chooses as people do: `gokaku` plays as it, and users are seen as people.
    Person,
}

/// The reference players of `G`.
pub(crate) struct AdaptiveOf<G>(PhantomData<fn() -> G>);

impl<G> AdaptiveOf<G> {
    /// The only value there is.
    pub(crate) const HERE: AdaptiveOf<G> = AdaptiveOf(PhantomData);
}

fn infos(option: &str, players: &[PlayerSettings]) -> Vec<ReferencePlayerInfo> {
    let info = |(place, player): (usize, &PlayerSettings)| ReferencePlayerInfo {
        opponent: format!("reference:{option}={place}"),
        description: player.description(),
        is_random: player.is_random(),
        used: match player.role {
            Role::Both => PlayerUse::Both,
            Role::PlayedOnly => PlayerUse::Played,
            Role::SeenOnly => PlayerUse::Seen,
            Role::Person => PlayerUse::Person,
        },
    };
    players.iter().enumerate().map(info).collect()
}

impl<G: AdaptiveGame> AdaptiveOf<G> {
    /// The searches to ask about a user, or only those behind losses, temperatures and leads.
    fn searches(all: bool) -> Vec<Search> {
        let first_sight = G::SEEN_BY.unwrap_or(G::PLAYERS[0].search);
        let mut searches = vec![first_sight];
        searches.extend(G::JUDGES_LOSSES.then_some(G::ANALYST));
        if all {
            let usual = G::PLAYERS.iter().filter(|player| player.role != Role::PlayedOnly);
            let usual = usual.map(|player| G::SEEN_BY.unwrap_or(player.search));
            searches.extend(usual.chain(G::ALTERNATIVES.iter().map(|player| player.search)));
        }
        searches
    }
}

impl<G: AdaptiveGame> Adaptive<G> for AdaptiveOf<G> {
    fn calibration(&self) -> Result<Calibration, Uncalibrated> {
        Calibration::read(G::NAME, G::CALIBRATION, G::PLAYERS, G::ALTERNATIVES)
    }

    fn usual_user(&self) -> Result<(f64, f64), Uncalibrated> {
        let prior = Model::of::<G>()?.prior(Experience::Unknown);
        Ok((prior.mean, prior.sd))
    }

    fn chances(&self) -> Result<Chances, Uncalibrated> {
        Ok(Model::of::<G>()?.chances())
    }

    fn players(&self) -> Vec<ReferencePlayerInfo> {
        infos("player", G::PLAYERS)
    }

    fn alternatives(&self) -> Vec<ReferencePlayerInfo> {
        infos("alternative", G::ALTERNATIVES)
    }

    fn choices(&self) -> String {
        format!(
            "{:?} {:?} {:?} {:?} {} {}",
            G::ANALYST,
            G::GUARD,
            G::SEEN_BY,
            G::RESIGNS_BELOW,
            G::HAS_USUAL_LENGTH,
            G::JUDGES_LOSSES
        )
    }

    fn observe(
        &self,
        record: &Record<G>,
        user: Side,
        all: bool,
        seed: u64,
    ) -> Result<Vec<MoveEvidence>, NameError> {
        let searches = Self::searches(all);
        let mut values = G::move_values(seed)?;
        values.begin();
        let (mut game, mut moves) = (record.start.clone(), Vec::new());
        for mv in record.moves() {
            let view = game.view(user.other());
            if game.side_to_move() == user {
                let made = moves.len();
                moves.push(MoveEvidence::new::<G>(&mut *values, &view, mv, made, &searches));
                values.observe(&view, mv);
            } else {
                values.see_own_turn(&view);
            }
            game.apply(mv);
        }
        Ok(moves)
    }

    fn fit_leads(&self, draft: &Calibration, games: &[ScoredGame]) -> Measured {
        fit::leads(&Model::new::<G>(draft), games)
    }

    fn fit_first_move(&self, games: &[ScoredGame]) -> Measured {
        fit::first_move(games)
    }

    fn fit_losses(&self, draft: &Calibration, games: &[Vec<MoveEvidence>]) -> Vec<Measured> {
        let model = Model::new::<G>(draft);
        model.judge.map_or(Vec::new(), |judge| fit::losses(&model, judge, games))
    }

    fn fit_temperature(&self, place: usize, games: &[Vec<MoveEvidence>]) -> Option<Measured> {
        let player = G::PLAYERS[place];
        let search = G::SEEN_BY.filter(|_| !player.is_random() && player.role != Role::PlayedOnly)?;
        Some(fit::temperature(search, games))
    }

    fn fit_users(&self, draft: &Calibration, users: &[UserSeries]) -> UserFit {
        fit::users(&Model::new::<G>(draft), users)
    }
}
