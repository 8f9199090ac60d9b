//! The four networks of Teramura and Matsuzaki 2021, and where their weights are.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use games::Malformed;

use crate::network_input::{COUNT_BITS, MOVES};

/// The shape of a network. All have three convolutions of 2x2 squares without padding, so that the board of
/// 6x6 squares shrinks to 3x3, and two dense layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Architecture {
    /// The colour of the ghost that just moved, from the board alone.
    Base,
    /// As `Base`, with the numbers of ghosts left.
    Count,
    /// As `Count`, with what is already believed of each enemy ghost.
    CountCh,
    /// A player's next move.
    Policy,
}

/// Squares of a side of the board and of what each convolution makes of it.
pub(crate) const WIDTHS: [usize; 4] = [6, 5, 4, 3];

/// Weights and biases of one layer, as places in the list of all parameters.
///
/// Weights are stored input by input (`[inputs][outputs]`); the inputs of a convolution are the four squares
/// of a patch (the square itself, its right neighbour, the two on the row above them), plane by plane.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layer {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) weights: Range<usize>,
    pub(crate) biases: Range<usize>,
}

impl Architecture {
    /// All four.
    pub const ALL: [Architecture; 4] =
        [Architecture::Base, Architecture::Count, Architecture::CountCh, Architecture::Policy];

    /// Planes of the input.
    #[must_use]
    pub const fn planes(self) -> usize {
        match self {
            Architecture::CountCh => 5,
            _ => 4,
        }
    }

    /// Filters of each convolution.
    #[must_use]
    pub const fn filters(self) -> usize {
        match self {
            Architecture::Policy => 128,
            _ => 64,
        }
    }

    /// Whether the numbers of ghosts left join after the convolutions.
    #[must_use]
    pub const fn counts(self) -> bool {
        !matches!(self, Architecture::Base)
    }

    /// Inputs of the first dense layer.
    #[must_use]
    pub const fn flat(self) -> usize {
        9 * self.filters() + if self.counts() { COUNT_BITS } else { 0 }
    }

    /// Units of the first dense layer.
    #[must_use]
    pub const fn hidden(self) -> usize {
        match self {
            Architecture::Base => 256,
            Architecture::Count | Architecture::CountCh => 248,
            Architecture::Policy => 512,
        }
    }

    /// Classes: blue and red, or the 144 moves.
    #[must_use]
    pub const fn outputs(self) -> usize {
        match self {
            Architecture::Policy => MOVES,
            _ => 2,
        }
    }

    /// How many numbers are learned.
    #[must_use]
    pub fn parameters(self) -> usize {
        self.layers()[4].biases.end
    }

    /// The five layers, in order.
    pub(crate) fn layers(self) -> [Layer; 5] {
        let filters = self.filters();
        let shapes = [
            (4 * self.planes(), filters),
            (4 * filters, filters),
            (4 * filters, filters),
            (self.flat(), self.hidden()),
            (self.hidden(), self.outputs()),
        ];
        let mut begin = 0;
        shapes.map(|(inputs, outputs)| {
            let weights = begin..begin + inputs * outputs;
            let biases = weights.end..weights.end + outputs;
            begin = biases.end;
            Layer { inputs, outputs, weights, biases }
        })
    }

    /// `"base"`, `"count"`, `"countCH"` or `"policy"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Architecture::Base => "base",
            Architecture::Count => "count",
            Architecture::CountCh => "countCH",
            Architecture::Policy => "policy",
        }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Architecture {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let known = Architecture::ALL.into_iter().find(|architecture| architecture.as_str() == text);
        known.ok_or_else(|| Malformed::new(text, "base, count, countCH or policy"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_parameters_as_published() {
        // 182,210, 181,546 and 181,802 are printed there; the policy's follow from its description with 144
        // outputs: 17 * 128, twice 513 * 128, 1169 * 512 and 513 * 144.
        let parameters = Architecture::ALL.map(Architecture::parameters);
        assert_eq!(parameters, [182_210, 181_546, 181_802, 805_904]);
    }

    #[test]
    fn names_read_back() {
        for architecture in Architecture::ALL {
            assert_eq!(architecture.to_string().parse(), Ok(architecture));
        }
        assert!("Count".parse::<Architecture>().is_err());
    }
}
