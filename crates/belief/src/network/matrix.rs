//! Matrix products of the `gemm` crate on checked slices, for one thread.

/// A matrix within a slice.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    row_stride: usize,
    column_stride: usize,
}

impl<'a> Matrix<'a> {
    /// `rows` rows of `columns` values, each row `stride` after the one before.
    ///
    /// # Panics
    /// The slice is too short.
    #[must_use]
    pub fn new(data: &'a [f32], rows: usize, columns: usize, stride: usize) -> Matrix<'a> {
        assert!(
            rows == 0 || columns == 0 || (rows - 1) * stride + columns <= data.len(),
            "a matrix in its slice"
        );
        Matrix { data, rows, columns, row_stride: stride, column_stride: 1 }
    }

    /// The same with rows and columns exchanged.
    #[must_use]
    pub const fn transposed(self) -> Matrix<'a> {
        Matrix {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }
}

/// Writes `a * b` row by row into `product`, each row `stride` after the one before.
///
/// # Panics
/// The sizes do not fit.
pub fn multiply(product: &mut [f32], stride: usize, a: Matrix<'_>, b: Matrix<'_>) {
    let (rows, columns) = (a.rows, b.columns);
    if rows == 0 || columns == 0 {
        return;
    }
    assert!(a.columns == b.rows && columns <= stride && (rows - 1) * stride + columns <= product.len());
    // SAFETY: the three matrices lie within their slices, as was checked, and the product's is borrowed
    // alone. Strides are lengths of slices at most, which fit an isize.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            a.columns,
            product.as_mut_ptr(),
            1,
            stride as isize,
            false,
            a.data.as_ptr(),
            a.column_stride as isize,
            a.row_stride as isize,
            b.data.as_ptr(),
            b.column_stride as isize,
            b.row_stride as isize,
            0.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}
