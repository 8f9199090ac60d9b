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
    /// Say what is wrong with a study's file, or what the study consists of.
    #[command(after_help = "Examples: gokaku study check shogi-turing
          gokaku study check mine/study.toml")]
    Check(CheckStudy),
    /// Let simulated people do a study, and write its report: to try it before anybody else does.
    #[command(after_help = "Examples: gokaku study simulate shogi-turing --people 11 --output simulated
          gokaku study simulate shogi-moves --people 200 --detection 0.3 --repeat 500")]
    Simulate(SimulateStudy),
    /// Write a study that comes with the program into a folder, to be changed.
    #[command(after_help = "Example: gokaku study new shogi-turing mine")]
    New(NewStudy),
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
    #[command(after_help = "Examples: gokaku study report shogi-turing --data studies --output report
          gokaku study report shogi-moves --output report --analyst alphabeta:depth=6")]
    Report(StudyReport),
}

#[derive(Args, Debug)]
pub(crate) struct CheckStudy {
    /// The study's file, or the name of a study that comes with the program.
    #[arg(value_name = "FILE-OR-NAME")]
    pub(crate) study: String,
    /// Print it for a program to read.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SimulateStudy {
    /// The study's file, or the name of a study that comes with the program.
    #[arg(value_name = "FILE-OR-NAME")]
    pub(crate) study: String,
    /// How many people come.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) people: u64,
    /// Everything that is left to chance follows from this.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The share of bad moves that they feel, in the mean; by default what experienced players felt in the thesis.
    #[arg(long, value_parser = share)]
    pub(crate) detection: Option<f64>,
    /// Let the study's own opponents play; by default fast ones play in their place.
    #[arg(long)]
    pub(crate) own_opponents: bool,
    /// Judge so many times more with other people, without games, and say how often the interval holds the true detection rate.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) repeat: Option<u64>,
    /// The folder for the report and the CSV files; by default the report is printed.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

/// A share between 0 and 1.
fn share(text: &str) -> Result<f64, String> {
    let expected = "expected a share above 0 and below 1, such as 0.3";
    text.parse().ok().filter(|share| *share > 0.0 && *share < 1.0).ok_or_else(|| expected.to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct NewStudy {
    /// The name of a study that comes with the program.
    pub(crate) name: String,
    /// Where its files go.
    pub(crate) folder: PathBuf,
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

#[derive(Args, Debug)]
pub(crate) struct StudyReport {
    #[command(flatten)]
    pub(crate) of: StudyOutput,
    /// Who says which moves of the programs were bad; by default one as deep as the thesis's, which takes long in shogi.
    #[arg(long)]
    pub(crate) analyst: Option<String>,
}
