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

/// Files that mention each game, and how, in lower case.
const MENTIONS: [(&str, &str); 7] = [
    ("crates/games/src/kind.rs", "NAME::NAME"),
    ("crates/opponents/src/roster.rs", "for NAME {"),
    ("crates/server/openapi.json", "\"NAME\""),
    ("fuzz/Cargo.toml", "\"NAME_position\""),
    ("fuzz/Cargo.toml", "\"NAME_gkr\""),
    ("web/src/api/types.ts", "'NAME'"),
    ("web/src/boards/GameBoard.svelte", "NAME: NAMEboard"),
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
    let silent = MENTIONS.iter().filter(|(file, mention)| {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default().to_lowercase();
        !text.contains(&mention.replace("NAME", game))
    });
    own.chain(silent.map(|(file, _)| format!("{game} in {file}"))).collect()
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
    for place in FILES.iter().copied().chain(MENTIONS.map(|(file, _)| file)) {
        assert!(guide.contains(&format!("`{place}`")), "{place}");
    }
}
