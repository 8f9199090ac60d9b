//! Which program this is, and how its opponents play.

use std::fmt::Write;

use games::GameKind;
use opponents::fingerprint;

/// The commit that the program was built from, if that was known.
pub(crate) const COMMIT: Option<&str> = option_env!("GOKAKU_COMMIT");

/// Each game with the fingerprint of its opponents.
pub(crate) fn fingerprints() -> Vec<(String, String)> {
    GameKind::ALL.iter().map(|&game| (game.to_string(), fingerprint::of(game).to_owned())).collect()
}

/// What `gokaku --version` prints.
pub(crate) fn text() -> String {
    let mut text = format!("gokaku {}", env!("CARGO_PKG_VERSION"));
    if let Some(commit) = COMMIT {
        // Writing to a string does not fail.
        let _ = write!(text, ", commit {commit}");
    }
    text.push('\n');
    for (game, fingerprint) in fingerprints() {
        let _ = writeln!(text, "{:<18}fingerprint {fingerprint}", format!("{game} opponents"));
    }
    text
}
