//! The words of tests and of their planning.

use clap::Args;
use statistics::{EloScale, Sprt};

/// Default error rates of a sequential test, as in fishtest and fastchess.
const ERRORS: [f64; 2] = [0.05, 0.05];

#[derive(Args, Debug)]
#[group(id = "difference", required = true, multiple = true)]
pub(crate) struct GamesNeeded {
    /// Score to distinguish from 0.5.
    #[arg(long, value_parser = parse_share, group = "difference")]
    pub(crate) score: Option<f64>,
    /// The same, as an Elo difference.
    #[arg(long, allow_hyphen_values = true, conflicts_with = "score", group = "difference")]
    pub(crate) elo: Option<f64>,
    /// Half-width of the interval that you want around a score, such as 0.02.
    #[arg(long, value_name = "SHARE", value_parser = parse_share, group = "difference")]
    pub(crate) half_width: Option<f64>,
    /// Power: probability of detecting the difference if it exists.
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = parse_share)]
    pub(crate) power: f64,
    /// Significance level: probability of detecting a difference that does not exist.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_share)]
    pub(crate) alpha: f64,
    /// Share of drawn games.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_draws)]
    pub(crate) draws: f64,
    /// One-sided test.
    #[arg(long)]
    pub(crate) one_sided: bool,
    /// Output JSON.
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
