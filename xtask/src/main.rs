//! Chores of the repository: `cargo xtask CHORE`.

#[path = "../../crates/server/build/page.rs"]
#[allow(dead_code, reason = "the build script alone asks what is newer")]
mod build_page;
mod fuzz;
#[allow(dead_code, reason = "tests start the server, and share this file")]
mod nats;
mod page;
mod picture;
mod postgres;
mod tidy;
mod tool;

use std::process::ExitCode;

use postgres::Postgres;
use tool::{Chore, cargo, cargo_with, root, run, tool};

const HELP: &str =
    "cargo xtask test              everything that must pass: format, lints, tests, dependencies
cargo xtask tidy              widths, file lengths, retired words, dead links, SAFETY lines
cargo xtask page              build the page in web/, which the program holds
cargo xtask serve [OPTIONS]   gokaku serve with the OPTIONS, in a release build
cargo xtask fuzz [SECONDS]    fuzz every parser, SECONDS in all (600 if not said)
cargo xtask picture           draw docs/terminal.svg, the picture in the README
cargo xtask deny              licences, sources and bans of the dependencies
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let chore: Chore = match arguments[..] {
        ["test"] => test(),
        ["tidy"] => tidy::check(),
        ["deny"] => deny(),
        ["page"] => page::build(),
        ["serve", ref options @ ..] => page::serve(options),
        ["picture"] => picture::draw(),
        ["fuzz"] => fuzz::run_all(600),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::run_all(seconds),
            Err(_) => Err(format!("found \"{seconds}\", expected a number of seconds")),
        },
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match chore {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must pass before a change lands.
fn test() -> Chore {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    tidy::check()?;
    // Before the server is built: it holds the page.
    page::build()?;
    page::check()?;
    run(cargo().args(["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]))?;
    let server = Postgres::start()?;
    let nats = nats::program(&root().join("target/tools"))?;
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--locked"]);
    run(tests.env("GOKAKU_TEST_POSTGRES", server.url()).env("GOKAKU_TEST_NATS", nats))?;
    drop(server);
    page::play()?;
    run(cargo()
        .args(["doc", "--workspace", "--no-deps", "--locked"])
        .env("RUSTDOCFLAGS", "--deny warnings"))?;
    deny()
}

/// Advisories are left out: their database comes from outside the registries, and a test must not hang on
/// that.
fn deny() -> Chore {
    let deny = tool("cargo-deny", "0.20.2")?;
    run(cargo_with(&deny).args(["deny", "check", "bans", "licenses", "sources"]))
}
