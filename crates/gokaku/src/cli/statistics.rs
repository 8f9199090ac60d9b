//! The words of tests and of their planning.

use clap::Args;
use statistics::{EloScale, Sprt};

/// The error rates of a sequential test unless others are given: fishtest's and fastchess's.
const ERRORS: [f64; 2] = [0.05, 0.05];

#[derive(Args, Debug)]
#[group(id = "difference", required = true, multiple = true)]
pub(crate) struct GamesNeeded {
    /// The score to be told from an even one, from 0 to 1.
    #[arg(long, value_parser = parse_share, group = "difference")]
    pub(crate) score: Option<f64>,
    /// The same as a difference in Elo.
    #[arg(long, allow_hyphen_values = true, conflicts_with = "score", group = "difference")]
    pub(crate) elo: Option<f64>,
    /// The half of the interval that you want to see around a score, such as 0.02.
    #[arg(long, value_name = "SHARE", value_parser = parse_share, group = "difference")]
    pub(crate) half_width: Option<f64>,
    /// How often a difference must be seen if it is there.
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = parse_share)]
    pub(crate) power: f64,
    /// How often one may be seen that is not there.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_share)]
    pub(crate) alpha: f64,
    /// The share of games that are drawn.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_draws)]
    pub(crate) draws: f64,
    /// Only better counts, not better or worse.
    #[arg(long)]
    pub(crate) one_sided: bool,
    /// Print the result for a program to read.
    #[arg(long)]
    pub(crate) json: bool,
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|&share: &f64| share > 0.0 && share < 1.0);
    share.ok_or_else(|| "expected a number between 0 and 1".to_owned())
}

fn parse_draws(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|&share: &f64| (0.0..1.0).contains(&share));
    share.ok_or_else(|| "expected a number from 0 to below 1".to_owned())
}

/// ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.
pub(super) fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let ([elo0, elo1], [alpha, beta]) = match numbers.as_deref() {
        Some(&[elo0, elo1]) => ([elo0, elo1], ERRORS),
        Some(&[elo0, elo1, alpha, beta]) => ([elo0, elo1], [alpha, beta]),
        _ => return Err("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,10".to_owned()),
    };
    Sprt::new(elo0, elo1, alpha, beta, EloScale::Logistic).map_err(|error| error.to_string())
}
