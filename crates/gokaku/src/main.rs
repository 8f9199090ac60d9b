//! The command line of Gokaku: parsing and printing only.

mod boards;
mod cli;
mod commands;
mod comparison;
mod cpu;
mod error;
mod files;
mod format;
mod game_files;
mod graph;
mod language;
mod memories;
mod place;
mod plan_runs;
mod record_file;
mod records;
mod report_output;
mod runtime;
mod table;
mod version;

use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(cli::read()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("gokaku: {error:#}");
            error::exit_code(&error)
        }
    }
}
