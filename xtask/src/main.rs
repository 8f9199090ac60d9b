//! Chores of the repository: `cargo xtask CHORE`.

#[path = "../../crates/server/build/page.rs"]
#[allow(dead_code, reason = "the build script alone asks what is newer")]
mod build_page;
mod fuzz;
#[allow(dead_code, reason = "tests start the server, and share this file")]
mod nats;
mod page;
mod parts;
mod picture;
mod postgres;
mod release;
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
cargo xtask release [PROGRAM]  what a person downloads, in target/release-files; PROGRAM is built if not said
cargo xtask fuzz [SECONDS]    fuzz every parser, SECONDS in all (600 if not said)
cargo xtask fuzz --runs N     fuzz until every parser has had N inputs in all; goes on where it was ended
cargo xtask picture           draw docs/terminal.svg, the picture in the README
cargo xtask deny              licences, sources and bans of the dependencies; advisories where they can be had
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let chore: Chore = match arguments[..] {
        ["test"] => test(),
        ["tidy"] => tidy::check(),
        ["deny"] => deny().and_then(|()| advisories()),
        ["page"] => page::build(),
        ["serve", ref options @ ..] => page::serve(options),
        ["picture"] => picture::draw(),
        ["release"] => release::make(None),
        ["release", program] => release::make(Some(program)),
        ["fuzz"] => fuzz::run_all(600),
        ["fuzz", "--runs", runs] => match runs.parse() {
            Ok(runs) => fuzz::run_until(runs),
            Err(_) => Err(format!("found \"{runs}\", expected a number of executions")),
        },
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
/// that, nor fail one day for a change in it.
fn deny() -> Chore {
    let deny = tool("cargo-deny", "0.20.2")?;
    run(cargo_with(&deny).args(["deny", "check", "bans", "licenses", "sources"]))
}

/// Known faults of the dependencies, as far as their databases can be reached within a minute.
fn advisories() -> Chore {
    let deny = tool("cargo-deny", "0.20.2")?;
    let mut fetch = std::process::Command::new("timeout");
    let fetched = fetch.arg("60").arg(&deny).args(["fetch", "db"]).current_dir(root()).status();
    if fetched.is_ok_and(|status| status.success()) {
        run(cargo_with(&deny).args(["deny", "check", "advisories"]))?;
    } else {
        eprintln!("xtask: advisories of crates are not checked: their database cannot be reached");
    }
    let mut audit = std::process::Command::new("timeout");
    let audited = audit.args(["60", "npm", "audit", "--json"]).current_dir(root().join("web")).output();
    match audited {
        Ok(done) if done.status.success() => Ok(()),
        // Only a report that was made says something about the packages.
        Ok(done) if String::from_utf8_lossy(&done.stdout).contains("\"auditReportVersion\"") => {
            Err(format!("npm audit:\n{}", String::from_utf8_lossy(&done.stdout)))
        }
        _ => {
            eprintln!("xtask: advisories of npm packages are not checked: npm audit has no answer");
            Ok(())
        }
    }
}
