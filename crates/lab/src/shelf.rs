//! What is done is not done again.

/// Where finished parts of long work are kept, so that what was interrupted goes on.
pub trait Shelf {
    /// The bytes kept under this name.
    ///
    /// # Errors
    /// They are there but cannot be read.
    fn find(&self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// Keeps bytes under this name.
    ///
    /// # Errors
    /// They cannot be kept.
    fn keep(&self, name: &str, bytes: &[u8]) -> Result<(), String>;
}
