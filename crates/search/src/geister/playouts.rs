//! Random playouts: a blue that can leave leaves, else every legal move is equally likely (Teramura and
//! Matsuzaki 2021).

use std::fmt;

use super::playout_ends::{PlayoutEnd, PlayoutStart};
use super::random::seeded;
use super::scalar_playout;
use super::simd_lanes::{LANES, Lanes};

/// A way to compute playouts. All give the same playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutKernel(Kernel);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl PlayoutKernel {
    /// One after the other, on any processor.
    pub const PORTABLE: PlayoutKernel = PlayoutKernel(Kernel::Portable);

    /// Those that this processor can take, the slowest first.
    #[must_use]
    pub fn all() -> Vec<PlayoutKernel> {
        let mut paths = vec![PlayoutKernel::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                paths.push(PlayoutKernel(Kernel::Avx2));
            }
            // Each of the features that the function is compiled with.
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                paths.push(PlayoutKernel(Kernel::Avx512));
            }
        }
        paths
    }

    /// The fastest one that this processor can take.
    #[must_use]
    pub fn fastest() -> PlayoutKernel {
        PlayoutKernel::all().last().copied().unwrap_or(PlayoutKernel::PORTABLE)
    }

    /// `"portable"`, `"avx2"` or `"avx512"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self.0 {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for PlayoutKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A source of playouts. Each follows from the seed, its number and its start alone.
///
/// ```
/// use games::geister::Geister;
/// use search::geister::{Playouts, PlayoutStart};
///
/// let start = PlayoutStart::new(&Geister::default().board(), 256);
/// let mut plies = 0;
/// Playouts::new(7).play(std::iter::repeat_n(start, 1000), |_, end| plies += end.plies);
/// assert!((130_000..170_000).contains(&plies));
/// ```
#[derive(Clone, Debug)]
pub struct Playouts {
    seed: u64,
    /// The number of the next playout.
    number: u64,
    path: PlayoutKernel,
}

impl Playouts {
    /// The playouts of `seed`, in the fastest way.
    #[must_use]
    pub fn new(seed: u64) -> Playouts {
        Playouts::with_kernel(PlayoutKernel::fastest(), seed)
    }

    /// The playouts of `seed` in the given way.
    #[must_use]
    pub fn with_kernel(path: PlayoutKernel, seed: u64) -> Playouts {
        Playouts { seed, number: 0, path }
    }

    /// Plays from each of `starts` and tells `each` of every end, with the place of its start counted from 0.
    /// The ends come in any order.
    pub fn play(&mut self, starts: impl Iterator<Item = PlayoutStart>, each: impl FnMut(usize, PlayoutEnd)) {
        let first = self.number;
        let seed = self.seed;
        let numbered = starts
            .enumerate()
            .map(|(place, start)| (place, start, seeded(seed, first.wrapping_add(place as u64))));
        let played = match self.path.0 {
            Kernel::Portable => one_by_one(numbered, each),
            // SAFETY: the path exists only if the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => side_by_side(numbered, each, |lanes, busy| unsafe { run_avx2(lanes, busy) }),
            // SAFETY: the path exists only if the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => side_by_side(numbered, each, |lanes, busy| unsafe { run_avx512(lanes, busy) }),
        };
        self.number = first.wrapping_add(played);
    }
}

/// A start, its place among the starts and the state of its generator.
type Numbered = (usize, PlayoutStart, u64);

/// Plays them all and says how many there were.
fn one_by_one(starts: impl Iterator<Item = Numbered>, mut each: impl FnMut(usize, PlayoutEnd)) -> u64 {
    let mut played = 0;
    for (place, start, state) in starts {
        each(place, scalar_playout::play(&start, state));
        played += 1;
    }
    played
}

/// Plays them all, some in each lane one after the other, and says how many there were.
fn side_by_side(
    mut starts: impl Iterator<Item = Numbered>,
    mut each: impl FnMut(usize, PlayoutEnd),
    run: impl Fn(&mut Lanes, u64) -> u64,
) -> u64 {
    let mut lanes = Lanes::EMPTY;
    // The start in each lane and the plies it has to go.
    let mut begun = [(0, 0); LANES];
    let (mut busy, mut played) = (0_u64, 0);
    let mut free = u64::MAX >> (64 - LANES);
    loop {
        // Fills the free lanes as long as there are starts.
        while free != 0 {
            let Some((place, start, state)) = starts.next() else { break };
            played += 1;
            if let Some(end) = start.end(0) {
                each(place, end);
                continue;
            }
            let lane = free.trailing_zeros() as usize;
            lanes.put(lane, &start, state);
            begun[lane] = (place, start.plies_left as u32);
            busy |= 1 << lane;
            free &= free - 1;
        }
        if busy == 0 {
            return played;
        }
        let mut ended = run(&mut lanes, busy);
        busy &= !ended;
        free |= ended;
        while ended != 0 {
            let lane = ended.trailing_zeros() as usize;
            ended &= ended - 1;
            let (place, plies_left) = begun[lane];
            if let Some(end) = lanes.end(lane, plies_left) {
                each(place, end);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(lanes: &mut Lanes, busy: u64) -> u64 {
    lanes.run(busy)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn run_avx512(lanes: &mut Lanes, busy: u64) -> u64 {
    lanes.run(busy)
}

/// The lanes compiled for any processor, from playout number 0.
#[cfg(test)]
pub(super) fn side_by_side_for_tests(
    starts: &[PlayoutStart],
    seed: u64,
    each: impl FnMut(usize, PlayoutEnd),
) {
    let numbered =
        starts.iter().enumerate().map(|(place, start)| (place, *start, seeded(seed, place as u64)));
    side_by_side(numbered, each, Lanes::run);
}
