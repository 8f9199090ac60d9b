//! Every game on the list has everything that CONTRIBUTING.md asks for and no compiler sees.

#![allow(clippy::unwrap_used)] // helpers of tests, where a panic is the report

use std::fs;
use std::path::{Path, PathBuf};

use games::GameKind;

/// Files that each game has, as CONTRIBUTING.md names them.
const FILES: [&str; 9] = [
    "crates/games/src/NAME/",
    "crates/conformance/src/NAME.rs",
    "crates/server/src/geometry/NAME.rs",
    "crates/gokaku/src/boards/NAME.rs",
    "fuzz/fuzz_targets/NAME_position.rs",
    "fuzz/fuzz_targets/NAME_gkr.rs",
    "testdata/NAME/random.gkr",
    "testdata/playthroughs/NAME.txt",
    "web/src/boards/NAMEBoard.svelte",
];

/// Files that mention each game by its name: in lower case, as a type, or as people call it.
const MENTIONS: [&str; 6] = [
    "crates/games/src/kind.rs",
    "crates/opponents/src/roster.rs",
    "fuzz/Cargo.toml",
    "crates/server/openapi.json",
    "web/src/api/types.ts",
    "web/src/boards/GameBoard.svelte",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The path of a game's own file; a component of the page is named like a type.
fn file_of(template: &str, game: &str) -> String {
    let mut letters = game.chars();
    let capital: String = letters.next().unwrap().to_uppercase().chain(letters).collect();
    template.replace("NAMEBoard", &format!("{capital}Board")).replace("NAME", game)
}

/// What is missing of a game in the tree at `root`.
fn missing(root: &Path, game: &str) -> Vec<String> {
    let own = FILES.iter().map(|template| file_of(template, game)).filter(|file| !root.join(file).exists());
    let silent = MENTIONS.iter().filter(|file| {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default().to_lowercase();
        !text.contains(game)
    });
    own.chain(silent.map(|file| format!("{game} in {file}"))).collect()
}

#[test]
fn every_game_is_everywhere() {
    for game in GameKind::ALL {
        assert_eq!(missing(&root(), game.as_str()), [""; 0], "of {game}");
    }
}

#[test]
fn a_game_without_its_places_is_noticed() {
    assert_eq!(missing(&root(), "draughts").len(), FILES.len() + MENTIONS.len());
}

#[test]
fn contributing_names_every_place() {
    let guide = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    for place in FILES.iter().chain(&MENTIONS) {
        assert!(guide.contains(&format!("`{place}`")), "{place}");
    }
}
