//! Primitive Monte Carlo: playouts shared equally among the moves (Teramura and Matsuzaki 2021).

use games::geister::{Board, Geister, Move, Setup};
use games::{Game, Side, View as _};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Analysis, Analyst, Budget, Candidate, Unit};
use games::split_mix::mix;

use super::{ColourDistribution, PlayoutStart, Playouts};

/// Playouts between two checks of the stop flag: a few milliseconds.
const ROUND: u64 = 2048;

/// Ranks moves by the mean points of playouts that begin with them. Each playout first deals the colours that
/// the side to move does not see.
///
/// The budget's nodes are playouts in all. Without a number of them it goes on until its stop flag is raised.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    seed: u64,
}

/// One of the moves.
struct Arm {
    mv: Move,
    playouts: u64,
    /// Two for a win, one for a draw.
    half_points: u64,
}

impl MonteCarlo {
    /// Its playouts and the order of moves of equal value follow from `seed` and the position.
    #[must_use]
    pub fn new(seed: u64) -> MonteCarlo {
        MonteCarlo { seed }
    }

    /// The candidates of the seat that `deal` belongs to, best first; none if it is not to move. If a blue
    /// can leave, that wins at once, and nothing else is looked at.
    #[must_use]
    pub fn analyse(&self, deal: &ColourDistribution, budget: &Budget) -> Analysis<Move> {
        let view = deal.view();
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        if moves.iter().any(|mv| mv.is_leaving()) {
            moves.retain(|mv| mv.is_leaving());
            let win = |mv| Candidate { mv, value: 0.5, line: vec![mv], visits: 0 };
            let candidates = moves.into_iter().map(win).collect();
            return Analysis { candidates, unit: Unit::WinRate, depth: 1, nodes: 0, exact: true };
        }
        let seed = mix(self.seed ^ mix(key(deal)));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut arms: Vec<Arm> =
            moves.into_iter().map(|mv| Arm { mv, playouts: 0, half_points: 0 }).collect();
        if !arms.is_empty() {
            play(&mut arms, deal, budget, &mut Playouts::new(seed), &mut rng);
        }
        let candidate = |arm: &Arm| {
            let mean =
                if arm.playouts == 0 { 0.5 } else { arm.half_points as f64 / (2 * arm.playouts) as f64 };
            Candidate { mv: arm.mv, value: mean - 0.5, line: vec![arm.mv], visits: arm.playouts }
        };
        let mut ranked: Vec<(u64, Candidate<Move>)> =
            arms.iter().map(|arm| (rng.random(), candidate(arm))).collect();
        ranked.sort_by(|(tie, a), (other, b)| b.value.total_cmp(&a.value).then(tie.cmp(other)));
        let candidates = ranked.into_iter().map(|(_, candidate)| candidate).collect();
        let nodes = arms.iter().map(|arm| arm.playouts).sum();
        Analysis { candidates, unit: Unit::WinRate, depth: 1, nodes, exact: false }
    }
}

/// Plays until the budget is spent: first one playout for each move, then the next for each.
fn play(
    arms: &mut [Arm],
    deal: &ColourDistribution,
    budget: &Budget,
    playouts: &mut Playouts,
    rng: &mut Xoshiro256PlusPlus,
) {
    let view = deal.view();
    let seat = view.seat();
    let plies_left = u32::from(view.limit() - view.ply()) - 1;
    let boards: Vec<Board> = deal.setups().filter_map(|(setup, _)| board(deal, setup)).collect();
    let starts: Vec<PlayoutStart> = arms
        .iter()
        .flat_map(|arm| boards.iter().map(|board| PlayoutStart::new(&after(*board, arm.mv), plies_left)))
        .collect();
    let (count, total) = (arms.len(), budget.nodes.unwrap_or(u64::MAX));
    let mut played = 0;
    while played < total && !budget.stop.is_stopped() {
        let round = ROUND.min(total - played);
        let arm_of = |place: usize| (played as usize).wrapping_add(place) % count;
        let dealt =
            (0..round as usize).map(|place| starts[arm_of(place) * boards.len() + deal.sample_place(rng)]);
        playouts.play(dealt, |place, end| {
            let arm = &mut arms[arm_of(place)];
            arm.playouts += 1;
            arm.half_points += match end.outcome.winner {
                None => 1,
                Some(winner) => 2 * u64::from(winner == seat),
            };
        });
        played += round;
    }
}

/// The board if the enemy's colours are `setup`.
fn board(deal: &ColourDistribution, setup: Setup) -> Option<Board> {
    deal.view().with_colours(setup).ok().map(|game| game.board())
}

fn after(board: Board, mv: Move) -> Board {
    mv.to().map_or(board.left(mv.from()), |to| board.stepped(mv.from(), to))
}

/// A number for what the seat sees, whatever it thinks of it.
fn key(deal: &ColourDistribution) -> u64 {
    let view = deal.view();
    let seen = Setup::all().find_map(|setup| view.with_colours(setup).ok());
    seen.map_or(0, |game| game.hash()) ^ mix(u64::from(view.ply()))
}

/// The seat to move looks at what it may see of the game, and takes every colouring for as likely as the
/// next.
impl Analyst<Geister> for MonteCarlo {
    fn analyse(&mut self, game: &Geister, budget: &Budget) -> Analysis<Move> {
        let seat: Side = game.side_to_move();
        MonteCarlo::analyse(self, &ColourDistribution::uniform(&game.view(seat)), budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(view: &str) -> ColourDistribution {
        ColourDistribution::uniform(&view.parse().unwrap())
    }

    #[test]
    fn playouts_are_shared_equally_and_follow_from_the_seed() {
        let deal = ColourDistribution::uniform(&Geister::default().view(Side::First));
        let analyse = |seed| MonteCarlo::new(seed).analyse(&deal, &Budget::nodes(5000));
        let analysis = analyse(3);
        assert_eq!((analysis.nodes, analysis.candidates.len()), (5000, 8));
        assert!(analysis.candidates.iter().all(|candidate| candidate.visits == 625));
        assert!(analysis.candidates.is_sorted_by(|a, b| a.value >= b.value));
        assert_eq!(analyse(3), analysis);
        assert_ne!(analyse(4), analysis);
    }

    #[test]
    fn a_blue_that_can_leave_leaves() {
        let view = "view first a6B,b2R,xR,e2R,b1B,c1B,d1R,e1B e5u,d5u,c5u,b5u,e6u,d6u,c6u,b6u first 40/256";
        let analysis = MonteCarlo::new(1).analyse(&deal(view), &Budget::nodes(100));
        let best = analysis.best().unwrap();
        assert_eq!((best.mv.to_string().as_str(), best.value, analysis.exact), ("a6out", 0.5, true));
    }

    //   6  . . . . . .      The enemy has one blue and one red left; the first player's last red can take d4.
    //   5  . u . . . .
    //   4  . . . u . .
    //   3  . . . R . .
    #[test]
    fn what_is_believed_of_a_ghost_decides_whether_to_take_it() {
        let view: games::geister::View =
            "view first d3R,xR,xR,xR,b1B,xB,xB,xB b5u,d4u,xR,xR,xR,xB,xB,xB first 100/256".parse().unwrap();
        let value = |reds: &str| {
            let deal = ColourDistribution::weighted(&view, [(reds.parse().unwrap(), 1.0)]).unwrap();
            let analysis = MonteCarlo::new(1).analyse(&deal, &Budget::nodes(2000));
            let taking = analysis.candidates.iter().find(|candidate| candidate.mv.to_string() == "d3d4");
            taking.unwrap().value
        };
        // The last blue of the enemy, or its last red.
        assert_eq!((value("ACDE"), value("BCDE")), (0.5, -0.5));
        let uniform = MonteCarlo::new(1).analyse(&ColourDistribution::uniform(&view), &Budget::nodes(8000));
        let taking = uniform.candidates.iter().find(|candidate| candidate.mv.to_string() == "d3d4").unwrap();
        // A fair coin thrown a thousand times or more.
        assert!(taking.value.abs() < 0.08, "{}", taking.value);
    }

    #[test]
    fn a_raised_flag_ends_it_and_the_other_side_has_no_moves() {
        let deal = ColourDistribution::uniform(&Geister::default().view(Side::First));
        let budget = Budget::default();
        budget.stop.stop();
        let analysis = MonteCarlo::new(1).analyse(&deal, &budget);
        assert_eq!((analysis.nodes, analysis.candidates.len()), (0, 8));
        let waiting = ColourDistribution::uniform(&Geister::default().view(Side::Second));
        assert!(MonteCarlo::new(1).analyse(&waiting, &Budget::nodes(10)).candidates.is_empty());
    }
}
