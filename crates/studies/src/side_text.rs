//! Serde for sides as `first` and `second`, in files and answers.

use games::Side;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(side.as_str())
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}
