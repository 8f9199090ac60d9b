//! The games that networks are trained on.

use games::Side;
use store::StoredGame;

use crate::plan::{Keep, Pairing};
use crate::reproduce::scaled_games;
use crate::{Evidence, Plan};

/// A player of Teramura and Matsuzaki 2021.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Player {
    /// Primitive Monte Carlo.
    Mc,
    /// The policy network alone.
    Pr,
    /// Monte Carlo whose playouts follow the policy.
    Pm,
    /// Leaves the board where it can, else random.
    Ra,
}

/// All four, in the paper's order.
pub const PLAYERS: [Player; 4] = [Player::Mc, Player::Pr, Player::Pm, Player::Ra];

impl Player {
    /// The paper's abbreviation.
    #[must_use]
    pub const fn abbreviation(self) -> &'static str {
        match self {
            Player::Mc => "MC",
            Player::Pr => "PR",
            Player::Pm => "PM",
            Player::Ra => "RA",
        }
    }

    /// The opponent's name, with the paper's settings.
    #[must_use]
    pub const fn opponent(self) -> &'static str {
        match self {
            Player::Mc => "mc:playouts=20000",
            Player::Pr => "pr",
            Player::Pm => "pm:playouts=50",
            Player::Ra => "ra",
        }
    }

    /// Its number among [`PLAYERS`], which is its number in the plans.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Games of each ordered pair in the paper.
const GAMES: u64 = 2560;

/// Games of each ordered pair per seed, so that a larger scale continues the games of a smaller one.
const PART: u64 = 400;

/// All games of the four players, in parts of `PART` games per ordered pair, with seeds from `seed` on.
#[must_use]
pub fn player_games(scale: f64, seed: u64) -> Vec<Plan> {
    let cell = scaled_games(GAMES, scale);
    let parts = (0..cell).step_by(PART as usize).zip(0..);
    parts
        .flat_map(|(before, part)| part_of_player_games(PART.min(cell - before), seed.wrapping_add(part)))
        .collect()
}

/// First different players, with twice as many games since each plays both seats, then each against itself.
fn part_of_player_games(cell: u64, seed: u64) -> [Plan; 2] {
    let players = PLAYERS.map(|player| player.opponent().to_owned()).to_vec();
    let plan =
        |title: &str, pairs, games| moves_of(title, players.clone(), Pairing::List(pairs), games, seed);
    // PM is the slowest by far, so its games come last.
    let quick = [Player::Mc, Player::Pr, Player::Ra].map(Player::index);
    let slow = Player::Pm.index();
    let mut different = vec![[quick[0], quick[1]], [quick[0], quick[2]], [quick[1], quick[2]]];
    different.extend(quick.map(|other| [other, slow]));
    let same = quick.into_iter().chain([slow]).map(|player| [player; 2]).collect();
    [
        plan("Geister: different players", different, 2 * cell),
        plan("Geister: players against themselves", same, cell),
    ]
}

/// The games that the policy is trained on: its teacher against itself, random among equal moves.
#[must_use]
pub fn teacher_games(scale: f64, seed: u64) -> Plan {
    // The paper does not say how many.
    let games = scaled_games(2000, scale);
    let title = "Geister: the policy's teacher against itself";
    moves_of(title, vec!["negamax:depth=6".to_owned(); 2], Pairing::default(), games, seed)
}

/// A plan of Geister games of which only the moves are kept.
fn moves_of(title: &str, opponents: Vec<String>, pairing: Pairing, games: u64, seed: u64) -> Plan {
    Plan {
        title: title.to_owned(),
        game: "geister".to_owned(),
        opponents,
        pairing,
        games,
        seed,
        start: None,
        openings: Vec::new(),
        max_plies: None,
        adjudicate: None,
        keep: Keep::Moves,
    }
}

/// The games of a player and its seat in each; a game against itself comes twice.
pub fn games_of(evidence: &[Evidence], player: Player) -> Vec<(&StoredGame, Side)> {
    let mut found = Vec::new();
    for evidence in evidence {
        let pairings = evidence.plan.pairings();
        for game in &evidence.games {
            let (pairing, index) = evidence.plan.place(game.number);
            let Some(&[a, b]) = pairings.get(pairing) else { continue };
            let seats = if index.is_multiple_of(2) { [a, b] } else { [b, a] };
            let sides = Side::BOTH.into_iter().zip(seats).filter(|&(_, sits)| sits == player.index());
            found.extend(sides.map(|(side, _)| (game, side)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_scale_gives_the_papers_games() {
        let plans = player_games(1.0, 1);
        let of = |player: Player, plan: &Plan| {
            let seats = plan.pairings().iter().flatten().filter(|&&sits| sits == player.index()).count();
            seats as u64 * plan.games
        };
        assert_eq!(plans.iter().map(Plan::total).sum::<u64>(), 6 * 5120 + 4 * 2560);
        for player in PLAYERS {
            assert_eq!(plans.iter().map(|plan| of(player, plan)).sum::<u64>(), 20_480);
        }
    }

    #[test]
    fn a_larger_scale_goes_on_with_the_games_of_a_smaller_one() {
        let small = player_games(400.0 / 2560.0, 1);
        let large = player_games(544.0 / 2560.0, 1);
        assert_eq!((small.len(), large.len()), (2, 4));
        assert_eq!(large[..2], small);
        assert_eq!(large[2..], player_games(144.0 / 2560.0, 2));
    }
}
