//! Where a person's data are.

use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use store::Store;

/// The file of the lab, unless another place is given.
const LAB: &str = "lab.db";

/// Opens the store at `place`, or the person's own.
pub(crate) async fn open_store(place: Option<&str>) -> Result<Store> {
    let place = match place {
        Some(place) => place.to_owned(),
        None => {
            let base =
                etcetera::choose_base_strategy().context("found no home folder, expected --store FILE")?;
            base.data_dir().join("gokaku").join(LAB).to_string_lossy().into_owned()
        }
    };
    Ok(Store::open(&place).await?)
}
