//! `gokaku study simulate`: a study with simulated participants.

use std::io::Write;

use anyhow::{Result, anyhow};
use studies::analysis::{Detection, Observations, Rate, Split};
use studies::simulate::{Simulated, Truth, coverage, simulate};
use studies::{Study, export, report};

use super::source;
use crate::cli;
use crate::files;
use crate::report_output;

pub(super) fn run(args: &cli::SimulateStudy) -> Result<()> {
    let study = source::read(&args.study)?;
    let truth = Truth { own_opponents: args.own_opponents, ..Truth::default() };
    let truth = Truth { detection: args.detection.unwrap_or(truth.detection), ..truth };
    let simulated = simulate(&study, args.people, args.seed, &truth)
        .map_err(|error| anyhow!("{}: {error}", args.study))?;
    let made = report(&study, &simulated.collected, &simulated.judged);
    let mut out = anstream::stdout();
    match &args.output {
        Some(folder) => {
            report_output::show(&made, folder, &study.id)?;
            for (name, text) in export(&study, &simulated.collected) {
                let path = folder.join(name);
                files::write(&path, text.as_bytes())?;
                writeln!(out, "{}", path.display())?;
            }
        }
        None => write!(out, "{}", report_output::text(&made))?,
    }
    writeln!(out, "{}", closing(&study, &simulated, &truth, args))?;
    Ok(())
}

/// The participants, and the estimates next to the truth.
fn closing(study: &Study, simulated: &Simulated, truth: &Truth, args: &cli::SimulateStudy) -> String {
    let mut lines = vec![format!(
        "{} simulated people took part, {} were turned away because their group was full.",
        simulated.collected.participants.len(),
        simulated.turned_away
    )];
    if !simulated.collected.games.is_empty() && !args.own_opponents {
        lines.push("Fast stand-ins played: one side searches one ply, the other plays at random.".to_owned());
    }
    let observations = Observations::of(study, &simulated.collected, &simulated.judged);
    let everybody = Split::Everybody.parts(study, &observations);
    let found =
        everybody.first().and_then(|all| Detection::of(&observations, all, None).rate(Rate::Detection));
    if let Some(found) = found {
        let interval =
            found.interval.map(|interval| format!(" ({:.4} to {:.4})", interval.low, interval.high));
        lines.push(format!(
            "True detection rate {}, found {:.4}{}.",
            truth.detection,
            found.value,
            interval.unwrap_or_default()
        ));
    }
    if let Some(repeat) = args.repeat {
        let covered = coverage::coverage(truth, args.people, repeat, args.seed);
        let interval = covered.interval();
        lines.push(format!(
            "Repeated {repeat} times with {} new participants each: the 95% interval contains the true \
             detection rate in {} of {} ({:.1}%; {:.1} to {:.1}%).",
            args.people,
            covered.held,
            covered.made,
            100.0 * covered.share(),
            100.0 * interval.low,
            100.0 * interval.high
        ));
    }
    lines.join("\n")
}
