//! Estimates as cells of a table.

use report::{Cell, Dot};

use crate::analysis::IntervalEstimate;

/// A number and its interval, with so many digits.
pub(super) fn numbers(estimate: Option<IntervalEstimate>, digits: usize) -> [Cell; 2] {
    let interval = estimate.and_then(|estimate| estimate.interval);
    [
        estimate.map_or(Cell::Nothing, |estimate| Cell::Number(estimate.value, digits)),
        interval.map_or(Cell::Nothing, |interval| Cell::Range(interval.low, interval.high, digits)),
    ]
}

/// A share and its interval.
pub(super) fn shares(estimate: Option<IntervalEstimate>) -> [Cell; 2] {
    let interval = estimate.and_then(|estimate| estimate.interval);
    [
        estimate.map_or(Cell::Nothing, |estimate| Cell::Share(estimate.value)),
        interval.map_or(Cell::Nothing, |interval| Cell::Shares(interval.low, interval.high)),
    ]
}

/// The paper's number.
pub(super) fn paper(number: Option<f64>, digits: usize) -> Cell {
    number.map_or(Cell::Nothing, |number| Cell::Number(number, digits))
}

/// The paper's percentage.
pub(super) fn paper_share(percent: Option<f64>) -> Cell {
    percent.map_or(Cell::Nothing, |percent| Cell::Share(percent / 100.0))
}

/// How many people an estimate comes from.
pub(super) fn people(estimate: Option<IntervalEstimate>) -> Cell {
    Cell::Count(estimate.map_or(0, |estimate| estimate.people as u64))
}

/// An estimate as a dot of a figure.
pub(super) fn dot(name: String, estimate: IntervalEstimate, paper: Option<f64>) -> Dot {
    let interval = estimate.interval.map(|interval| (interval.low, interval.high));
    Dot { name, value: estimate.value, interval, paper }
}
