//! A shogi search with weights from a file: `weights:file=FILE,opponent=alphabeta:depth=4`.

use std::fs;
use std::sync::Arc;

use games::shogi::Shogi;
use opponents::{Name, NameError, Opponent, Wrapper, shogi_with_weights};
use search::shogi::Weights;

use crate::TimeLimited;
use crate::address::Address;

/// The opponent that a name behind `weights:` means. Options: `file`, weights as `gokaku train` writes them;
/// `opponent`, an `alphabeta` with its options.
///
/// # Errors
/// An option is wrong, or the file holds no weights.
pub(crate) fn open(text: &str, seed: u64) -> Result<Box<dyn Opponent<Shogi>>, NameError> {
    let mut address = Address::read("weights", text, &["file"], "opponent")?;
    let file = address.get("file").unwrap_or_default().to_owned();
    let bad = |expected: String| address.bad("file", &file, expected);
    let bytes = fs::read(&file).map_err(|error| bad(format!("weights of shogi pieces; {error}")))?;
    let weights = Weights::from_bytes(&bytes)
        .map_err(|_| bad("weights of shogi pieces, as gokaku train writes them".to_owned()))?;
    let name: Name = address.target().parse()?;
    let opponent = shogi_with_weights(&name, Arc::new(weights), seed)?;
    address.set("file", &file);
    address.set_target(opponent.name());
    Ok(Box::new(TimeLimited(Box::new(WithWeights { name: address.to_string(), opponent }))))
}

/// A search that is called by its file, too. It needs only what is on the board.
struct WithWeights {
    name: String,
    opponent: Box<dyn Opponent<Shogi>>,
}

impl Wrapper for WithWeights {
    type Game = Shogi;

    fn inner(&self) -> &dyn Opponent<Shogi> {
        &*self.opponent
    }

    fn inner_mut(&mut self) -> &mut dyn Opponent<Shogi> {
        &mut *self.opponent
    }

    fn wrapped_name(&self) -> String {
        self.name.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name;

    #[test]
    fn weights_are_read_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights.bin");
        fs::write(&file, Weights::rushing().to_bytes()).unwrap();
        let name = format!("weights:file={},opponent=alphabeta:depth=2", file.display());
        let mut opponent = by_name::<Shogi>(&name, 1).unwrap();
        assert_eq!(opponent.name(), format!("{name},noise=0,sign=1"));
        let mut rush = by_name::<Shogi>("alphabeta:depth=2,eval=rush", 1).unwrap();
        let game = Shogi::default();
        assert_eq!(opponent.choose(&game).unwrap(), rush.choose(&game).unwrap());
        fs::write(&file, "no weights").unwrap();
        let error = by_name::<Shogi>(&name, 1).err().unwrap().to_string();
        assert!(error.contains("expected weights of shogi pieces"), "{error}");
        let error = by_name::<Shogi>("weights:file=x,opponent=random", 1).err().unwrap().to_string();
        assert!(error.contains("found file=x"), "{error}");
    }
}
