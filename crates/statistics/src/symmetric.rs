//! Symmetric positive matrices: as much of them as a Newton step and a covariance need.

/// A square symmetric matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    pub(super) fn zero(size: usize) -> Self {
        Symmetric { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds `weight` times the outer product of a sparse vector with itself.
    pub(super) fn add_square(&mut self, entries: &[(usize, f64)], weight: f64) {
        for &(row, left) in entries {
            for &(column, right) in entries {
                self.add(row, column, weight * left * right);
            }
        }
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.cells.chunks(self.size).map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }

    /// The product A B A, symmetric if both are.
    pub(super) fn around(&self, inner: &Symmetric) -> Symmetric {
        let product = |left: &Symmetric, right: &Symmetric| {
            let mut out = Symmetric::zero(left.size);
            for row in 0..left.size {
                for middle in 0..left.size {
                    let factor = left.at(row, middle);
                    for column in 0..left.size {
                        out.add(row, column, factor * right.at(middle, column));
                    }
                }
            }
            out
        };
        product(&product(self, inner), self)
    }

    /// The inverse by Cholesky's decomposition; `None` unless the matrix is positive definite.
    pub(super) fn inverse(&self) -> Option<Symmetric> {
        let size = self.size;
        let mut lower = Symmetric::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let dot: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - dot;
                let value = if row == column {
                    // Rounding leaves a singular matrix a speck above zero.
                    if rest.is_nan() || rest <= 1e-13 * self.at(row, row) {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.at(column, column)
                };
                lower.cells[row * size + column] = value;
            }
        }
        let mut inverse = Symmetric::zero(size);
        for unit in 0..size {
            let mut solution = vec![0.0; size];
            for row in unit..size {
                let known: f64 = (unit..row).map(|k| lower.at(row, k) * solution[k]).sum();
                solution[row] = (f64::from(row == unit) - known) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let known: f64 = (row + 1..size).map(|k| lower.at(k, row) * solution[k]).sum();
                solution[row] = (solution[row] - known) / lower.at(row, row);
            }
            for (row, value) in solution.into_iter().enumerate() {
                inverse.add(row, unit, value);
            }
        }
        Some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[f64]]) -> Symmetric {
        Symmetric { size: rows.len(), cells: rows.concat() }
    }

    #[test]
    fn inverse_times_matrix_is_one() {
        let a = matrix(&[&[4.0, 1.0, -1.0], &[1.0, 3.0, 0.5], &[-1.0, 0.5, 2.0]]);
        let inverse = a.inverse().unwrap();
        for unit in 0..3 {
            let column: Vec<f64> = (0..3).map(|row| inverse.at(row, unit)).collect();
            for (row, value) in a.times(&column).iter().enumerate() {
                assert!((value - f64::from(row == unit)).abs() < 1e-14);
            }
        }
        let back = inverse.around(&a);
        assert!((back.at(0, 2) - inverse.at(0, 2)).abs() < 1e-14);
    }

    #[test]
    fn singular_and_negative_matrices_have_no_inverse() {
        assert!(matrix(&[&[1.0, -1.0], &[-1.0, 1.0]]).inverse().is_none());
        assert!(matrix(&[&[-1.0]]).inverse().is_none());
    }
}
