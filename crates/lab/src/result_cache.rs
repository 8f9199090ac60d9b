//! Finished parts of long work, so that an interrupted run goes on where it stopped.

/// Bytes by name.
pub trait ResultCache {
    /// The bytes saved under this name.
    ///
    /// # Errors
    /// They are there but cannot be read.
    fn load(&self, name: &str) -> Result<Option<Vec<u8>>, String>;

    /// Saves bytes under this name.
    ///
    /// # Errors
    /// They cannot be saved.
    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), String>;
}
