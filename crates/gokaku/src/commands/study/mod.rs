//! `gokaku study`: a file a word behind it.

mod kept;
mod serve;
mod source;

use anyhow::Result;

pub(crate) use serve::announce;

use crate::cli::{Study, StudyCommand};

/// Does what the command line says.
pub(crate) fn run(args: &Study) -> Result<()> {
    match &args.command {
        StudyCommand::Serve(args) => serve::run(args),
        StudyCommand::Key(args) => kept::key(args),
        StudyCommand::Export(args) => kept::export(args),
        StudyCommand::Report(args) => kept::report(args),
    }
}
