//! What opponents remember of a player at the terminal, from game to game: one file for each player.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, bail};
use games::GameKind;

use crate::{files, place};

/// The longest name of a player.
const MOST_CHARACTERS: usize = 40;

/// By game, then by the opponent's full name.
type Known = BTreeMap<String, BTreeMap<String, String>>;

/// The file of one player.
pub(crate) struct Memories {
    /// `None` without a home folder: nothing is remembered then.
    path: Option<PathBuf>,
}

impl Memories {
    /// The memories of the player called `name`.
    ///
    /// # Errors
    /// The name cannot be that of a file.
    pub(crate) fn of(name: &str) -> Result<Memories> {
        let fits = (1..=MOST_CHARACTERS).contains(&name.chars().count())
            && name.chars().all(|letter| letter.is_alphanumeric() || letter == '-' || letter == '_');
        if !fits {
            bail!(
                "--player: found \"{name}\", expected 1 to {MOST_CHARACTERS} letters, digits, hyphens or \
                 underscores"
            );
        }
        let folder = place::data_folder("--record FILE").ok();
        Ok(Memories { path: folder.map(|folder| folder.join("players").join(format!("{name}.json"))) })
    }

    /// What `opponent` remembers.
    ///
    /// # Errors
    /// The file is not one of ours.
    pub(crate) fn of_opponent(&self, game: GameKind, opponent: &str) -> Result<Option<String>> {
        Ok(self.read()?.get(game.as_str()).and_then(|known| known.get(opponent)).cloned())
    }

    /// Saves what `opponent` knows now.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn save(&self, game: GameKind, opponent: &str, memory: String) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let mut known = self.read()?;
        known.entry(game.as_str().to_owned()).or_default().insert(opponent.to_owned(), memory);
        files::write(path, &serde_json::to_vec_pretty(&known)?)
    }

    /// Forgets everything about the player.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub(crate) fn forget(&self) -> Result<()> {
        self.path.as_deref().map_or(Ok(()), files::remove)
    }

    fn read(&self) -> Result<Known> {
        let Some(path) = self.path.as_deref().filter(|path| path.exists()) else { return Ok(Known::new()) };
        serde_json::from_slice(&files::read(path)?).map_err(|error| {
            anyhow::anyhow!(
                "{}: found {error}, expected what gokaku play has written (--forget begins anew)",
                path.display()
            )
        })
    }
}
