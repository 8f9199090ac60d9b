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
    /// Validate a study file and summarise the study.
    #[command(after_help = "Examples: gokaku study check shogi-turing
          gokaku study check mine/study.toml")]
    Check(CheckStudy),
    /// Try a study with simulated participants and write its report.
    #[command(after_help = "Examples: gokaku study simulate shogi-turing --people 11 --output simulated
          gokaku study simulate shogi-moves --people 200 --detection 0.3 --repeat 500")]
    Simulate(SimulateStudy),
    /// Copy a ready-made study into a folder for editing.
    #[command(after_help = "Example: gokaku study new shogi-turing mine")]
    New(NewStudy),
    /// Serve a study; print the participants' link and, once, the researcher key.
    #[command(after_help = "Example: gokaku study serve shogi-turing --data studies")]
    Serve(ServeStudy),
    /// Create a new researcher key; the old one and its logins become invalid.
    #[command(after_help = "Example: gokaku study key shogi-turing --data studies")]
    Key(StudyKey),
    /// Export the collected data as CSV files with a codebook.
    #[command(after_help = "Example: gokaku study export shogi-turing --data studies --output files")]
    Export(StudyOutput),
    /// Write the report on a study: a page with tables, intervals and plots, and CSV files.
    #[command(after_help = "Examples: gokaku study report shogi-turing --data studies --output report
          gokaku study report shogi-moves --output report --analyst alphabeta:depth=6")]
    Report(StudyReport),
}

#[derive(Args, Debug)]
pub(crate) struct CheckStudy {
    /// Study file, or the name of a ready-made study.
    #[arg(value_name = "FILE-OR-NAME")]
    pub(crate) study: String,
    /// Output JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SimulateStudy {
    /// Study file, or the name of a ready-made study.
    #[arg(value_name = "FILE-OR-NAME")]
    pub(crate) study: String,
    /// Number of simulated participants.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) people: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Mean detection rate of bad moves [default: that of experienced players in Nakamichi 2020].
    #[arg(long, value_parser = share)]
    pub(crate) detection: Option<f64>,
    /// Use the study's own opponents instead of fast stand-ins.
    #[arg(long)]
    pub(crate) own_opponents: bool,
    /// Repeat the judging this many times with new participants and report the interval's coverage.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) repeat: Option<u64>,
    /// Output folder for the report and CSV files [default: print the report].
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
    /// Name of a ready-made study.
    pub(crate) name: String,
    /// Output folder.
    pub(crate) folder: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct ServeStudy {
    /// Study file, or the name of a ready-made study.
    #[arg(value_name = "FILE-OR-NAME")]
    pub(crate) study: String,
    #[command(flatten)]
    pub(crate) serve: Serve,
}

/// Where a served study is stored.
#[derive(Args, Debug)]
pub(crate) struct StudyPlace {
    /// Folder given to `study serve` [default: in your home folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Database given to `study serve`: a file, or postgres://USER@HOST/NAME [default: tables.db in the
    /// folder].
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct StudyKey {
    /// Id of the study.
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) place: StudyPlace,
}

#[derive(Args, Debug)]
pub(crate) struct StudyOutput {
    /// Id of the study.
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) place: StudyPlace,
    /// Output folder.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct StudyReport {
    #[command(flatten)]
    pub(crate) of: StudyOutput,
    /// Analyst that judges the programs' moves [default: the game's own; slow in shogi].
    #[arg(long)]
    pub(crate) analyst: Option<String>,
}
