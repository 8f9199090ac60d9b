//! What compilers and linters do not check: widths, lengths, words, links and the reasons for unsafe code.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tool::{Chore, root};

/// Widest line of Rust, comments included; rustfmt has the same bound for code.
const RUST_WIDTH: usize = 110;
/// Widest line of the page's sources.
const PAGE_WIDTH: usize = 140;
/// Longest source file.
const MOST_LINES: usize = 500;

/// Words that we no longer use, with what to write instead (docs/glossary.md has the few that are our own).
const RETIRED: &[(&str, &str)] = &[
    ("a look of", "a search of so many plies"),
    ("acquaint*", "warm-up"),
    ("by lot", "at random"),
    ("counts out the end", "solves the endgame"),
    ("document 00*", "author and year, as in docs/references.md"),
    ("fits me", "my level"),
    ("games that go on", "games in progress"),
    ("he who", "the player that"),
    ("is left to chance", "random seed"),
    ("is_gift", "is_obvious_blunder"),
    ("moves by chance", "plays at random"),
    ("player of reference", "reference player"),
    ("people who are none", "simulated participants"),
    ("players by playouts", "MCTS players"),
    ("players of reference", "reference players"),
    ("reads_low", "elo_underestimate"),
    ("the design has", "a reason that stands in the repository"),
    ("the design says", "a reason that stands in the repository"),
    ("the issue's", "a reason that stands in the repository"),
    ("took you for", "your estimated strength"),
    ("who looks", "a search"),
    ("who moves", "a player that moves"),
    ("worth_400", "value_of_400_elo"),
    ("でたらめに", "ランダムに"),
    ("ひとりでに", "自動的に"),
    ("ブラウザー", "ブラウザ"),
    ("続きのある対局", "途中の対局"),
];

/// Files that have to name what is retired.
const OLD_NAMES: [&str; 3] = ["CHANGELOG.md", "crates/gokaku/src/cli/renamed.rs", "xtask/src/tidy.rs"];

/// Something that is not tidy, and where.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Looks at every file of the repository.
pub(crate) fn check() -> Chore {
    let files = files()?;
    let mut findings = Vec::new();
    for path in &files {
        // Files that are no text, and links to nowhere, are none of our business.
        let Ok(text) = fs::read_to_string(root().join(path)) else { continue };
        findings.extend(examine(path, &text));
        if path.ends_with(".md") {
            findings.extend(dead_links(path, &text, &|target| root().join(target).exists()));
        }
    }
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        count => Err(format!("found {count} untidy places in {} files, expected none", files.len())),
    }
}

/// Every file that git knows or would know.
fn files() -> Result<Vec<String>, String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("git ls-files: {error}"))?;
    let text = String::from_utf8(listed.stdout).map_err(|error| format!("git ls-files: {error}"))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// What is untidy in one file, links aside.
fn examine(path: &str, text: &str) -> Vec<Finding> {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let finding = |line: usize, what: String| Finding { path: path.to_owned(), line, what };
    let mut found = Vec::new();
    let (width, is_source) = match ending {
        "rs" => (RUST_WIDTH, true),
        "ts" | "svelte" | "css" => (PAGE_WIDTH, true),
        _ => (usize::MAX, false),
    };
    for (number, line) in (1..).zip(text.lines()) {
        let columns = line.chars().count();
        if columns > width {
            found.push(finding(number, format!("found {columns} columns, expected at most {width}")));
        }
    }
    let lines = text.lines().count();
    if is_source && lines > MOST_LINES {
        found.push(finding(lines, format!("found {lines} lines, expected at most {MOST_LINES}")));
    }
    let has_words = is_source || matches!(ending, "md" | "toml" | "html" | "py");
    if has_words && !OLD_NAMES.contains(&path) && !is_old_report(path) {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.to_lowercase();
            for (retired, better) in RETIRED {
                if has_phrase(&line, retired) {
                    found.push(finding(number, format!("found \"{retired}\", expected {better}")));
                }
            }
        }
    }
    if ending == "rs" {
        found.extend(unexplained_unsafe(path, text));
    }
    found
}

/// Reports are kept as they were made.
fn is_old_report(path: &str) -> bool {
    path.starts_with("docs/reproductions/") && path.ends_with(".html")
}

/// Whether `line` has the phrase as whole words; after a star at its end more letters may follow.
fn has_phrase(line: &str, phrase: &str) -> bool {
    let (phrase, is_open) = phrase.strip_suffix('*').map_or((phrase, false), |begin| (begin, true));
    // Japanese has no spaces between words.
    let is_part = |letter: char| phrase.is_ascii() && (letter.is_ascii_alphanumeric() || letter == '_');
    line.match_indices(phrase).any(|(at, found)| {
        let before = line[..at].chars().next_back();
        let after = line[at + found.len()..].chars().next();
        !before.is_some_and(is_part) && (is_open || !after.is_some_and(is_part))
    })
}

/// Unsafe blocks, implementations and functions without a line that says why they are sound.
fn unexplained_unsafe(path: &str, text: &str) -> Vec<Finding> {
    let lines: Vec<&str> = text.lines().collect();
    let is_unsafe = |line: &str| {
        let code = line.split(['"', '/']).next().unwrap_or_default();
        code.contains("unsafe {") || code.contains("unsafe impl")
    };
    let is_explained = |number: usize| {
        let comment =
            |line: &&&str| line.trim_start().starts_with("//") || line.trim_start().starts_with("#[");
        lines[..number].iter().rev().take_while(comment).any(|line| line.contains("SAFETY:"))
    };
    (0..lines.len())
        .filter(|&number| is_unsafe(lines[number]) && !is_explained(number))
        .map(|number| Finding {
            path: path.to_owned(),
            line: number + 1,
            what: "found unsafe code, expected a SAFETY line above it".to_owned(),
        })
        .collect()
}

/// Links of a document to files and headings that are not there.
fn dead_links(path: &str, text: &str, exists: &dyn Fn(&Path) -> bool) -> Vec<Finding> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let anchors: HashSet<String> = text.lines().filter_map(anchor).collect();
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for (at, _) in line.match_indices("](") {
            let Some(target) = line[at + 2..].split(')').next() else { continue };
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let is_there = match file {
                "" => anchors.contains(heading),
                file => exists(&folder.join(file)),
            };
            if !is_there {
                let what = format!("found a link to {target}, expected a file or heading that exists");
                found.push(Finding { path: path.to_owned(), line: number, what });
            }
        }
    }
    found
}

/// The anchor of a heading, as the usual hosts make it.
fn anchor(line: &str) -> Option<String> {
    let heading = line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_lowercase())?;
    let kept =
        heading.chars().filter(|&letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    Some(kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(path: &str, text: &str) -> Vec<String> {
        examine(path, text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tidy_code_passes() {
        let text = "// SAFETY: the pointer comes from a reference.\nunsafe { read(place) }\n";
        assert_eq!(said("a.rs", text), [""; 0]);
        assert_eq!(said("a.rs", &format!("//{}\n", "x".repeat(RUST_WIDTH - 2))), [""; 0]);
        assert_eq!(said("a.md", "A slot by lottery; anybody who.\n"), [""; 0]);
    }

    #[test]
    fn a_retired_word_is_found() {
        let text = "let a = 1;\n/// Who moves by lot.\n";
        let found = said("crates/a/src/b.rs", text);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("crates/a/src/b.rs:2: found \"by lot\""), "{found:?}");
        assert_eq!(said("README.md", "Acquainted with Document 002").len(), 2);
        assert_eq!(said("web/src/words/ja.ts", "でたらめに打つ").len(), 1);
        assert_eq!(said("docs/reproductions/a.html", "by lot"), [""; 0]);
    }

    #[test]
    fn a_long_line_is_found() {
        let long = "x".repeat(RUST_WIDTH - 2);
        assert_eq!(
            said("a.rs", &format!("\n// {long}")),
            ["a.rs:2: found 111 columns, expected at most 110"]
        );
        assert_eq!(said("a.md", &long.repeat(9)), [""; 0]);
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(said("a.rs", &"\n".repeat(MOST_LINES)), [""; 0]);
        assert_eq!(said("a.rs", &"\n".repeat(MOST_LINES + 1)).len(), 1);
    }

    #[test]
    fn a_missing_safety_line_is_found() {
        let found = ["a.rs:2: found unsafe code, expected a SAFETY line above it"];
        assert_eq!(said("a.rs", "// It is quick.\nlet a = unsafe { read(place) };"), found);
        assert_eq!(said("a.rs", "// SAFETY: not here.\n\nunsafe impl Send for A {}").len(), 1);
        assert_eq!(said("a.rs", "// unsafe { in a comment }"), [""; 0]);
    }

    #[test]
    fn a_dead_link_is_found() {
        let text = "# A heading\n[a](there.md) [b](gone.md) [c](#a-heading) [d](#another) [e](https://e.org)";
        let exists = |path: &Path| path == Path::new("docs/there.md");
        let found = dead_links("docs/a.md", text, &exists);
        let targets: Vec<bool> =
            ["gone.md", "#another"].iter().map(|one| found.iter().any(|f| f.what.contains(one))).collect();
        assert_eq!((found.len(), targets), (2, vec![true, true]));
    }
}
