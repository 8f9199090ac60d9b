//! The solver's recursive functions, compiled for the instructions of each kernel.
//!
//! A function that is compiled for more instructions than the rest of the program cannot be inlined into it,
//! and a closure handed to one need not be inlined either. So each function that calls itself has an entry
//! here, whose arguments travel in registers; its body, and the kernel, are inlined into the entry.

use games::othello::Board;
use games::othello::kernel::{Kernel, Portable};

use super::last_empties;
use super::solver::Solver;
use super::weights::Weights;

/// A kernel with entries to the recursive functions.
pub(super) trait CompiledKernel: Kernel {
    /// [`Solver::far`].
    fn far(self, solver: &mut Solver, board: Board, alpha: i32) -> i32;
    /// [`Solver::near`].
    fn near(self, solver: &mut Solver, board: Board, alpha: i32, empties: u32) -> i32;
    /// [`Solver::shallow_search`].
    fn shallow_search(
        self,
        solver: &mut Solver,
        guide: &'static Weights,
        board: Board,
        window: (i32, i32),
        depth: u32,
    ) -> i32;
    /// [`Solver::few_left`].
    fn few_left(self, solver: &mut Solver, board: Board, alpha: i32, odd: u64, empties: u32) -> i32;
    /// [`last_empties::last_four`].
    fn last_four(self, board: Board, odd: u64, alpha: i32, nodes: &mut u64) -> i32;
    /// [`last_empties::last_three`].
    fn last_three(self, board: Board, squares: [usize; 3], alpha: i32, nodes: &mut u64) -> i32;
}

impl CompiledKernel for Portable {
    fn far(self, solver: &mut Solver, board: Board, alpha: i32) -> i32 {
        solver.far(self, board, alpha)
    }

    fn near(self, solver: &mut Solver, board: Board, alpha: i32, empties: u32) -> i32 {
        solver.near(self, board, alpha, empties)
    }

    fn shallow_search(
        self,
        solver: &mut Solver,
        guide: &'static Weights,
        board: Board,
        window: (i32, i32),
        depth: u32,
    ) -> i32 {
        solver.shallow_search(self, guide, board, window, depth)
    }

    fn few_left(self, solver: &mut Solver, board: Board, alpha: i32, odd: u64, empties: u32) -> i32 {
        solver.few_left(self, board, alpha, odd, empties)
    }

    fn last_four(self, board: Board, odd: u64, alpha: i32, nodes: &mut u64) -> i32 {
        last_empties::last_four(self, board, odd, alpha, nodes)
    }

    fn last_three(self, board: Board, squares: [usize; 3], alpha: i32, nodes: &mut u64) -> i32 {
        last_empties::last_three(self, board, squares, alpha, nodes)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use games::othello::kernel::Avx2;

    use super::*;

    impl CompiledKernel for Avx2 {
        #[inline(always)]
        fn far(self, solver: &mut Solver, board: Board, alpha: i32) -> i32 {
            // SAFETY: `self` exists only if the processor has the features.
            unsafe { far(self, solver, board, alpha) }
        }

        #[inline(always)]
        fn near(self, solver: &mut Solver, board: Board, alpha: i32, empties: u32) -> i32 {
            // SAFETY: `self` exists only if the processor has the features.
            unsafe { near(self, solver, board, alpha, empties) }
        }

        #[inline(always)]
        fn shallow_search(
            self,
            solver: &mut Solver,
            guide: &'static Weights,
            board: Board,
            window: (i32, i32),
            depth: u32,
        ) -> i32 {
            // SAFETY: `self` exists only if the processor has the features.
            unsafe { shallow_search(self, solver, guide, board, window, depth) }
        }

        #[inline(always)]
        fn few_left(self, solver: &mut Solver, board: Board, alpha: i32, odd: u64, empties: u32) -> i32 {
            // SAFETY: `self` exists only if the processor has the features.
            unsafe { few_left(self, solver, board, alpha, odd, empties) }
        }

        #[inline(always)]
        fn last_four(self, board: Board, odd: u64, alpha: i32, nodes: &mut u64) -> i32 {
            // SAFETY: `self` exists only if the processor has the features.
            unsafe { last_four(self, board, odd, alpha, nodes) }
        }

        #[inline(always)]
        fn last_three(self, board: Board, squares: [usize; 3], alpha: i32, nodes: &mut u64) -> i32 {
            let [first, second, third] = squares;
            // SAFETY: `self` exists only if the processor has the features.
            unsafe { last_three(self, board, first, second, third, alpha, nodes) }
        }
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn far(kernel: Avx2, solver: &mut Solver, board: Board, alpha: i32) -> i32 {
        solver.far(kernel, board, alpha)
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn near(kernel: Avx2, solver: &mut Solver, board: Board, alpha: i32, empties: u32) -> i32 {
        solver.near(kernel, board, alpha, empties)
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn shallow_search(
        kernel: Avx2,
        solver: &mut Solver,
        guide: &'static Weights,
        board: Board,
        window: (i32, i32),
        depth: u32,
    ) -> i32 {
        solver.shallow_search(kernel, guide, board, window, depth)
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn few_left(kernel: Avx2, solver: &mut Solver, board: Board, alpha: i32, odd: u64, empties: u32) -> i32 {
        solver.few_left(kernel, board, alpha, odd, empties)
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn last_four(kernel: Avx2, board: Board, odd: u64, alpha: i32, nodes: &mut u64) -> i32 {
        last_empties::last_four(kernel, board, odd, alpha, nodes)
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn last_three(
        kernel: Avx2,
        board: Board,
        first: usize,
        second: usize,
        third: usize,
        alpha: i32,
        nodes: &mut u64,
    ) -> i32 {
        last_empties::last_three(kernel, board, [first, second, third], alpha, nodes)
    }
}
