//! `gokaku study`: one file per subcommand.

mod check;
mod kept;
mod new;
mod serve;
mod simulate;
mod source;

use anyhow::Result;

pub(crate) use serve::announce;

use crate::cli::{Study, StudyCommand};

/// Does what the command line says.
pub(crate) fn run(args: &Study) -> Result<()> {
    match &args.command {
        StudyCommand::Check(args) => check::run(args),
        StudyCommand::Simulate(args) => simulate::run(args),
        StudyCommand::New(args) => new::run(args),
        StudyCommand::Serve(args) => serve::run(args),
        StudyCommand::Key(args) => kept::key(args),
        StudyCommand::Export(args) => kept::export(args),
        StudyCommand::Report(args) => kept::report(args),
    }
}
