//! One file per command.

mod analyse;
mod backup;
mod bench;
mod cache_folder;
mod calibrate;
mod check;
mod completions;
mod convert;
mod engine;
mod estimate;
mod evaluate;
mod games_needed;
mod gat;
mod judging;
mod matches;
mod people_games;
mod perft;
mod play;
mod rate;
mod report;
mod reproduce;
mod results;
mod run;
mod serve;
mod show;
mod status;
mod study;
mod terminal_runner;
mod train;
mod train_kalah;
mod train_networks;
mod train_people;
mod train_shogi;
mod worker;

use anyhow::Result;

use crate::cli::{Cli, Command, Serve};

/// Does what the command line says.
pub(crate) fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => serve::run(&Serve::default()),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Study(args)) => study::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Resume(args)) => run::resume(&args),
        Some(Command::Worker(args)) => worker::run(&args),
        Some(Command::Backup(args)) => backup::back_up(&args),
        Some(Command::Restore(args)) => backup::restore(&args),
        Some(Command::Status(args)) => status::run(&args),
        Some(Command::Report(args)) => report::run(&args),
        Some(Command::Rate(args)) => rate::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::GatServer(args)) => gat::serve(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::GamesNeeded(args)) => games_needed::run(&args),
        Some(Command::Reproduce(args)) => reproduce::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Estimate(args)) => estimate::run(&args),
        Some(Command::Evaluate(args)) => evaluate::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Generate(args)) => completions::generate(&args),
    }
}
