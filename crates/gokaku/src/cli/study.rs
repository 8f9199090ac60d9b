//! The words of `gokaku study`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Serve;

#[derive(Args, Debug)]
pub(crate) struct Study {
    #[command(subcommand)]
    pub(crate) command: StudyCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum StudyCommand {
    /// Let people take part in a study; prints the link for them, and once the researcher's key.
    #[command(after_help = "Example: gokaku study serve shogi-turing --data studies")]
    Serve(ServeStudy),
    /// Make another key for the researcher of a study; the old one and its logins hold no more.
    #[command(after_help = "Example: gokaku study key shogi-turing --data studies")]
    Key(StudyKey),
    /// Write what was given in a study as CSV files with a codebook.
    #[command(after_help = "Example: gokaku study export shogi-turing --data studies --output files")]
    Export(StudyOutput),
    /// Write the report on a study: a page with tables, intervals and plots, and files beside it.
    #[command(after_help = "Example: gokaku study report shogi-turing --data studies --output report")]
    Report(StudyOutput),
}

#[derive(Args, Debug)]
pub(crate) struct ServeStudy {
    /// The study's file, or the name of a study that comes with the program.
    #[arg(value_name = "FILE-OR-NAME")]
    pub(crate) study: String,
    #[command(flatten)]
    pub(crate) serve: Serve,
}

/// Where a study is kept that was served.
#[derive(Args, Debug)]
pub(crate) struct StudyPlace {
    /// The folder that was given to `study serve`; by default in your home folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The store that was given to `study serve`: a file, or postgres://USER@HOST/NAME; by default tables.db in the folder.
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct StudyKey {
    /// The study's id.
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) place: StudyPlace,
}

#[derive(Args, Debug)]
pub(crate) struct StudyOutput {
    /// The study's id.
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) place: StudyPlace,
    /// The folder for the files.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
}
