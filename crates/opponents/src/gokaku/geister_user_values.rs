//! The values of a Geister user's moves under any colours of their ghosts.
//!
//! Random playouts tell two moves apart by only a hundredth or two, so one set of playouts serves all
//! colourings: values are gathered by move and by the colour of the ghost that moves, and the value of the
//! other ghosts' colours, which is the same for every move, is taken out.

use games::geister::{Board, Ghost, Ghosts, Move, Setup, View};
use games::{Game, Side};
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::geister::{ColourDistribution, PlayoutStart, Playouts};

/// The least standard deviation between the values of moves that is assumed; measured in games of users.
const SPREAD: f64 = 0.015;

/// A move, the ghost that makes it, and its playouts by the colour of that ghost, red first.
struct Arm {
    mv: Move,
    ghost: usize,
    by_colour: [Sum; 2],
}

/// Playouts, their points, and how often each ghost was blue in them.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: f64,
    points: f64,
    blue: [f64; 8],
}

impl Sum {
    fn add(&mut self, blue: u8, points: f64) {
        self.count += 1.0;
        self.points += points;
        (0..8).for_each(|ghost| self.blue[ghost] += f64::from(blue >> ghost & 1));
    }
}

/// The values of a user's steps under every colouring.
pub(super) struct UserMoveValues {
    steps: Vec<Step>,
}

/// A step, the ghost that makes it, and what it is worth to a red and to a blue one.
struct Step {
    mv: Move,
    ghost: usize,
    by_colour: [Worth; 2],
}

/// A value, and how uncertain it is, as a variance.
#[derive(Clone, Copy)]
struct Worth {
    value: f64,
    noise: f64,
}

fn ghosts(view: &View, side: Side, setup: Setup) -> Ghosts {
    let mut ghosts = Ghosts::default();
    for ghost in Ghost::ALL {
        if let Some(square) = view.places(side)[ghost.index()].square() {
            let is_red = setup.reds() & ghost.bit() != 0;
            *if is_red { &mut ghosts.red } else { &mut ghosts.blue } |= square.bit();
        }
    }
    ghosts
}

impl UserMoveValues {
    /// Values the user's moves from the other seat, which believes `deal` of the user's colours. The user is
    /// assumed to take every colouring of that seat for as likely.
    pub(super) fn new(
        before: &View,
        deal: &ColourDistribution,
        playouts: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> UserMoveValues {
        let (seat, user) = (before.seat(), before.seat().other());
        let places = before.places(user);
        let all = places.iter().filter_map(|place| place.square()).fold(0, |set, square| set | square.bit());
        let mut moves = Vec::new();
        Ghosts { blue: 0, red: all }.push_moves(user, &mut moves);
        let arm = |mv: Move| {
            let ghost = places.iter().position(|place| place.square() == Some(mv.from()))?;
            Some(Arm { mv, ghost, by_colour: [Sum::default(); 2] })
        };
        let mut arms: Vec<Arm> = moves.into_iter().filter_map(arm).collect();
        let world = before.with_colours(deal.sample(rng));
        let Some(of_seat) =
            world.ok().map(|game| ColourDistribution::uniform(&game.view(user))).filter(|_| !arms.is_empty())
        else {
            return UserMoveValues { steps: Vec::new() };
        };
        let plies_left = u32::from(before.limit().saturating_sub(before.ply())).saturating_sub(1);
        let mut dealt = Vec::with_capacity(playouts);
        let mut starts = Vec::with_capacity(playouts);
        for number in 0..playouts {
            let (own, other) = (deal.sample(rng), of_seat.sample(rng));
            let Arm { mv, .. } = arms[number % arms.len()];
            let Some(to) = mv.to() else { continue };
            let board =
                Board { own: ghosts(before, user, own), other: ghosts(before, seat, other), side: user };
            starts.push(PlayoutStart::new(&board.stepped(mv.from(), to), plies_left));
            dealt.push((number % arms.len(), !own.reds()));
        }
        // What each ghost's colour is worth where another one moves, red first.
        let mut beside = [[Sum::default(); 2]; 8];
        Playouts::new(rng.next_u64()).play(starts.into_iter(), |place, end| {
            let (number, blue) = dealt[place];
            let arm = &mut arms[number];
            let points = end.points(user);
            arm.by_colour[usize::from(blue >> arm.ghost & 1)].add(blue, points);
            for (ghost, sums) in beside.iter_mut().enumerate().filter(|(ghost, _)| *ghost != arm.ghost) {
                let sum = &mut sums[usize::from(blue >> ghost & 1)];
                (sum.count, sum.points) = (sum.count + 1.0, sum.points + points);
            }
        });
        let worth = beside.map(|[red, blue]| {
            if red.count.min(blue.count) < 1.0 {
                0.0
            } else {
                blue.points / blue.count - red.points / red.count
            }
        });
        let usual = deal.blue();
        let value = |arm: &Arm, colour: usize| {
            let Sum { count, points, blue } = arm.by_colour[colour];
            if count < 1.0 {
                return Worth { value: 0.5, noise: f64::INFINITY };
            }
            let luck = |ghost: usize| worth[ghost] * (blue[ghost] / count - usual[ghost]);
            Worth { value: points / count - (0..8).map(luck).sum::<f64>(), noise: 0.25 / count }
        };
        let steps = arms.iter().map(|arm| Step {
            mv: arm.mv,
            ghost: arm.ghost,
            by_colour: [value(arm, 0), value(arm, 1)],
        });
        UserMoveValues { steps: steps.collect() }
    }

    /// The values if the user's colours are these. Uncertain values are shrunk towards the mean.
    pub(super) fn under(&self, setup: Setup) -> Vec<(Move, f64)> {
        let of = |step: &Step| (step.mv, step.by_colour[usize::from(setup.reds() >> step.ghost & 1 == 0)]);
        let known: Vec<(Move, Worth)> = self.steps.iter().map(of).collect();
        let sure = || known.iter().map(|known| known.1).filter(|worth| worth.noise.is_finite());
        let count = (sure().count() as f64).max(1.0);
        let mean = sure().map(|worth| worth.value).sum::<f64>() / count;
        let spread = sure().map(|worth| (worth.value - mean).powi(2) - worth.noise).sum::<f64>() / count;
        let spread = spread.max(SPREAD * SPREAD);
        known
            .into_iter()
            .map(|(mv, Worth { value, noise })| (mv, mean - 0.5 + (value - mean) * spread / (spread + noise)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    // The ghost at a2 is one step from the exit a1, and no enemy is within reach:
    //
    // 3 ......
    // 2 u.....
    // 1 ......
    const OPEN: &str =
        "view first d4R,f5R,f4R,f3R,d3B,e5B,e4B,e3B a2u,d5u,c5u,b5u,d6u,a6u,c6u,b6u second 9/256";

    #[test]
    fn a_step_to_the_exit_is_worth_much_to_a_blue_ghost_alone() {
        let view: View = OPEN.parse().unwrap();
        let imagine = |seed: u64| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            UserMoveValues::new(&view, &ColourDistribution::uniform(&view), 4000, &mut rng)
        };
        let imagined = imagine(1);
        let exit = "a2a1".parse().unwrap();
        let ahead = |reds: &str| {
            let values = imagined.under(reds.parse().unwrap());
            let mean = values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64;
            values.iter().find(|(mv, _)| *mv == exit).map(|(_, value)| value - mean).unwrap()
        };
        assert!(ahead("BCDE") > 0.2 && ahead("ABCD") < 0.1, "{} {}", ahead("BCDE"), ahead("ABCD"));
        let same = |one: u64, two: u64| {
            imagine(one).under("ABCD".parse().unwrap()) == imagine(two).under("ABCD".parse().unwrap())
        };
        assert!(same(1, 1) && !same(1, 2));
    }
}
