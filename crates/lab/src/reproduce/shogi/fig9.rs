//! The matches of Nakamichi 2020, section 4.4 (figure 9): the balance player and the program it was made of
//! against programs that search less deep.

use anyhow::Result;

use super::super::{Context, Experiment, listed, provenance};
use super::{BALANCE, PLAIN, depth, plan};
use crate::Evidence;
use crate::plan::{Pairing, Scheme};
use crate::results::distinct_games;
use crate::run_report::{conduct_table, players_table};
use crate::{Plan, SHOGI_MOVE_LIMIT};
use report::{
    Block, Cell, Column, Dot, Dots, Drawing, Picture, Report, Reproduction, Section, Table, Verdict,
    short_names,
};
use statistics::score_interval;
use statistics::{Interval, Tally};
use store::StoredGame;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "shogi-fig9",
    about: "Shogi: how often shallow searches beat the balance player (Nakamichi 2020, section 4.4)",
    quick: 0.02,
    run,
};

/// Games of a pairing in the thesis: 500 in each seat.
const GAMES: u64 = 1000;

/// Games of a variant against a depth: a fifth, enough to see a difference of 20 points at the scale of 0.2.
const GAMES_OF_VARIANT: u64 = 200;

/// The depths that the programs play.
const DEPTHS: [u32; 4] = [1, 2, 3, 4];

/// A program with what the thesis says of those that search 1, 2, 3 and 4 plies deep against it: in words,
/// and as a range in percent.
struct Program {
    name: &'static str,
    called: &'static str,
    paper: [(&'static str, [f64; 2]); 4],
}

/// What the thesis says of its balance player.
const PAPER: [(&str, [f64; 2]); 4] = [
    ("40 to 50", [40.0, 50.0]),
    ("40 to 80", [40.0, 80.0]),
    ("40 to 80", [40.0, 80.0]),
    ("over 80", [80.0, 100.0]),
];

/// The thesis's two programs.
const PROGRAMS: [Program; 2] = [
    Program { name: BALANCE, called: "balance", paper: PAPER },
    Program {
        name: PLAIN,
        called: "plain depth 5",
        paper: [("0", [0.0, 0.0]), ("0", [0.0, 0.0]), ("0", [0.0, 0.0]), ("20", [20.0, 20.0])],
    },
];

/// Balance players that differ from the thesis's in one thing each, and what that is.
const VARIANTS: [(&str, &str); 5] = [
    ("balance:depth=3", "searches two plies less"),
    ("balance:mate=never,depth=5", "never mates"),
    ("balance:mate=second,depth=5", "asks a solver at every move and plays the second mate"),
    ("balance:lose=1000,depth=5", "gives way when 1000 points behind, as who resigns would"),
    ("book:opponent=balance:depth=5", "begins with the book, as both did in the thesis"),
];

/// The depths that meet the variants: the ends of the thesis's figure.
const MET_BY_VARIANTS: [u32; 2] = [1, 4];

/// One plan for each pairing, so that a run that ends early has games of all.
fn plans(context: &Context<'_>) -> Vec<Plan> {
    let mut plans = Vec::new();
    for program in &PROGRAMS {
        for other in DEPTHS {
            let title = format!("Shogi: {} against depth {other}", program.called);
            let opponents = vec![program.name.to_owned(), depth(other)];
            plans.push(plan(&title, opponents, Pairing::Scheme(Scheme::Gauntlet), GAMES, context));
        }
    }
    for (name, called) in VARIANTS {
        for other in MET_BY_VARIANTS {
            let title = format!("Shogi: balance against depth {other}, where it {called}");
            let opponents = vec![name.to_owned(), depth(other)];
            plans.push(plan(&title, opponents, Pairing::Scheme(Scheme::Gauntlet), GAMES_OF_VARIANT, context));
        }
    }
    plans
}

fn run(context: &Context<'_>) -> Result<Report> {
    let evidence = context.runner.games(plans(context))?;
    let results: Vec<DepthResult> = evidence.iter().map(result).collect();
    let (matches, variants) = results.split_at(results.len().min(PROGRAMS.len() * DEPTHS.len()));
    let rows: Vec<Row<'_>> = PROGRAMS
        .iter()
        .flat_map(|program| {
            DEPTHS.into_iter().zip(&program.paper).map(move |(depth, paper)| (program, depth, paper))
        })
        .zip(matches)
        .map(|((program, depth, (words, range)), result)| Row {
            program,
            depth,
            words,
            range: *range,
            result,
        })
        .collect();
    report(&evidence, &rows, variants)
}

/// What a shallow search scored against a program, over games that differ.
struct DepthResult {
    /// In the first and in the second seat.
    seats: [Tally; 2],
    removed: u64,
    over_length: u64,
}

impl DepthResult {
    fn all(&self) -> Tally {
        let mut all = self.seats[0];
        all.add_all(&self.seats[1]);
        all
    }
}

/// A pairing of the thesis.
struct Row<'a> {
    program: &'a Program,
    depth: u32,
    words: &'static str,
    range: [f64; 2],
    result: &'a DepthResult,
}

impl Row<'_> {
    /// By how many points our score lies outside the thesis's range; negative below.
    fn difference(&self) -> f64 {
        let score = 100.0 * self.result.all().score();
        score - score.clamp(self.range[0], self.range[1])
    }

    /// Whether our 95% interval reaches the thesis's range; `None` without games.
    fn agrees(&self) -> Option<bool> {
        let all = self.result.all();
        let Interval { low, high } = score_interval(&all);
        (all.games() > 0).then(|| 100.0 * high >= self.range[0] && 100.0 * low <= self.range[1])
    }
}

fn result(evidence: &Evidence) -> DepthResult {
    let mut result = DepthResult { seats: [Tally::default(); 2], removed: 0, over_length: 0 };
    for game in &distinct_games(&evidence.plan, &evidence.games) {
        let (_, index) = evidence.plan.place(game.number);
        // The program is A, which sits first in games with an even number.
        let (seat, score) = if index.is_multiple_of(2) { (1, 1.0 - game.score) } else { (0, game.score) };
        result.seats[seat].add(score);
        result.over_length += u64::from(game.plies >= SHOGI_MOVE_LIMIT.into());
    }
    result.removed = evidence.games.len() as u64 - result.all().games();
    result
}

fn report(evidence: &[Evidence], rows: &[Row<'_>], variants: &[DepthResult]) -> Result<Report> {
    let mut conduct = Vec::new();
    for evidence in evidence {
        let names = short_names(&evidence.plan.opponents);
        let mut table = conduct_table(&evidence.results(), &names);
        table.name = format!("conduct-{}", conduct.len() + 1);
        conduct.push(Block::Table(table));
    }
    if let Some(first) = evidence.first() {
        conduct.push(Block::Table(players_table(&first.plan, &short_names(&first.plan.opponents))));
    }
    Ok(Report {
        title: "Shogi: the balance player against shallow searches".into(),
        verdict: verdict(rows),
        lead: lead(rows),
        sections: vec![
            Section::new("Results", vec![Block::Table(table(rows)), Block::Figure(figure(rows))]),
            Section::new(
                "Why it differs",
                vec![
                    Block::text(differences(rows)),
                    Block::text(
                        "The thesis's program is Bonanza with its own evaluation, search and book; ours is \
                         not. Its five plies are thinned by futility pruning, null moves and late move \
                         reductions; our search for balance leaves out little, so that values can be \
                         compared, and sees more in as many plies. Each of the players below differs from \
                         the balance player above in one thing. The scale of the evaluation cannot be the \
                         cause: which move is nearest to zero does not depend on it.",
                    ),
                    Block::Table(variants_table(rows, variants)),
                    Block::Table(endings_table(evidence)),
                    Block::text(
                        "The rule on mates decides most: a balance player that never mates loses to the \
                         shallowest search, one that asks a solver beats it. Under the thesis's rule ours \
                         still mates often: where it lets a mate go, the same five-ply search has usually \
                         gone through the position that follows and proved it won, so that it is known when \
                         it comes up. A program whose search finds fewer such wins, or forgets them, scores \
                         less. Against the plain program the shallow searches score more than the thesis's \
                         because our depths lie nearer to each other than Bonanza's; the report on the \
                         weakened players has the distances.",
                    ),
                ],
            ),
            Section::new(
                "The games",
                vec![
                    Block::text(
                        "The balance player searches every move to depth 5 and plays the one whose value is \
                         nearest to zero. It plays a mate only in a position that the search of an earlier \
                         move has already proved to be won. Games begin with 16 moves drawn from our opening \
                         book, each opening played by both sides; records that are equal move by move are \
                         counted once, as in the thesis.",
                    ),
                    Block::Folded { summary: "Lengths, times and forfeits".into(), blocks: conduct },
                ],
            ),
        ],
        provenance: provenance(evidence)?,
        ..Report::default()
    })
}

/// Reproduced where our interval reaches the thesis's range in all pairings of its two programs.
fn verdict(rows: &[Row<'_>]) -> Option<Verdict> {
    let agree: Vec<bool> = rows.iter().filter_map(Row::agrees).collect();
    let held = agree.iter().filter(|agrees| **agrees).count();
    let scores: Vec<f64> = rows
        .iter()
        .filter(|row| row.program.name == BALANCE && row.result.all().games() > 0)
        .map(|row| 100.0 * row.result.all().score())
        .collect();
    let (low, high) = scores
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &score| (low.min(score), high.max(score)));
    (!scores.is_empty()).then(|| Verdict {
        finding:
            "Searches of depth 1 to 4, which hardly win against depth 5, score 40 to 80% against the balance \
                  player made of it"
                .into(),
        paper: "40 to 80%".into(),
        ours: format!("{low:.0} to {high:.0}%"),
        outcome: Reproduction::of_parts(held, agree.len()),
    })
}

fn lead(rows: &[Row<'_>]) -> String {
    let of = |program: &Program| {
        let rows = rows.iter().filter(|row| row.program.name == program.name && row.result.all().games() > 0);
        let shares: Vec<String> = rows
            .map(|row| format!("{:.1}% (depth {})", 100.0 * row.result.all().score(), row.depth))
            .collect();
        match shares.is_empty() {
            true => format!("No games against {} have been played yet.", program.called),
            false => format!("Against {} the shallow searches scored {}.", program.called, listed(&shares)),
        }
    };
    let said: Vec<String> = PROGRAMS.iter().map(of).collect();
    let seats = rows.iter().flat_map(|row| row.result.seats);
    let most = seats.map(|seat| seat.games()).max().unwrap_or(0);
    format!(
        "Section 4.4 of Nakamichi 2020, played again with at most {most} games a seat and pairing (the \
         thesis: {}). {} A pairing agrees where our 95% interval reaches the thesis's range.",
        GAMES / 2,
        said.join(" ")
    )
}

/// Which pairings differ by more than ten points.
fn differences(rows: &[Row<'_>]) -> String {
    let far: Vec<String> = rows
        .iter()
        .filter(|row| row.result.all().games() > 0 && row.difference().abs() > 10.0)
        .map(|row| format!("depth {} against {} ({:+.0})", row.depth, row.program.called, row.difference()))
        .collect();
    match far.is_empty() {
        true => "No pairing lies more than ten points outside the thesis's range.".into(),
        false => format!("More than ten points outside the thesis's range: {}.", listed(&far)),
    }
}

fn share(tally: &Tally) -> Cell {
    if tally.games() == 0 { Cell::Nothing } else { Cell::Share(tally.score()) }
}

/// Games, results, score and its interval.
fn score_cells(result: &DepthResult) -> [Cell; 5] {
    let all = result.all();
    let Interval { low, high } = score_interval(&all);
    let interval = if all.games() == 0 { Cell::Nothing } else { Cell::Shares(low, high) };
    let results = Cell::Results(all);
    [Cell::Count(all.games()), Cell::Count(result.removed), results, share(&all), interval]
}

fn table(rows: &[Row<'_>]) -> Table {
    let row = |row: &Row<'_>| {
        let [first, second] = row.result.seats;
        let mut cells = vec![Cell::words(row.program.called), Cell::Count(row.depth.into())];
        cells.extend(score_cells(row.result));
        cells.extend([
            share(&first),
            share(&second),
            Cell::Count(row.result.over_length),
            Cell::words(row.words),
        ]);
        cells.push(match row.agrees() {
            Some(agrees) => Cell::words(if agrees { "agrees" } else { "differs" }),
            None => Cell::Nothing,
        });
        cells
    };
    let mut columns = Column::all([
        "against",
        "depth",
        "games",
        "equal removed",
        "results",
        "score %",
        "95%",
        "as first %",
        "as second %",
        "512 moves",
    ]);
    columns.push(Column::paper("thesis %"));
    columns.extend(Column::all([""]));
    Table {
        name: "matches".into(),
        caption: "Score of a search of the given depth against the balance player and against plain depth \
                  5, over distinct games, with 95% intervals; identical games removed; games drawn by the \
                  limit of 512 moves."
            .into(),
        columns,
        rows: rows.iter().map(row).collect(),
    }
}

/// How a game of the balance player can end: what the table calls it, the word of the outcome, and what the
/// balance player scores.
const ENDINGS: [(&str, &str, f64); 8] = [
    ("mates", "checkmate", 1.0),
    ("declares", "declaration", 1.0),
    ("checked for ever", "perpetual-check", 1.0),
    ("repetition", "repetition", 0.5),
    ("512 moves", "move-limit", 0.5),
    ("is mated", "checkmate", 0.0),
    ("other declares", "declaration", 0.0),
    ("checks for ever", "perpetual-check", 0.0),
];

/// How the balance player's games against each depth end.
fn endings_table(evidence: &[Evidence]) -> Table {
    let played = DEPTHS.into_iter().zip(evidence).filter(|(_, evidence)| !evidence.games.is_empty());
    let row = |(depth, evidence): (u32, &Evidence)| {
        let games = distinct_games(&evidence.plan, &evidence.games);
        let balance = |game: &StoredGame| {
            let (_, index) = evidence.plan.place(game.number);
            if index.is_multiple_of(2) { game.score } else { 1.0 - game.score }
        };
        let counts = ENDINGS.iter().map(|(_, ending, score)| {
            let ended = games.iter().filter(|game| balance(game) == *score && game.ending.contains(ending));
            Cell::Count(ended.count() as u64)
        });
        [Cell::Count(depth.into()), Cell::Count(games.len() as u64)].into_iter().chain(counts).collect()
    };
    let mut columns = Column::all(["depth", "games"]);
    columns.extend(ENDINGS.map(|(called, ..)| Column::ours(called)));
    Table {
        name: "endings".into(),
        caption: "How the balance player's games against each depth end: it wins, nobody does, it loses."
            .into(),
        columns,
        rows: played.map(row).collect(),
    }
}

/// The variants below the balance player itself, against the same depths.
fn variants_table(rows: &[Row<'_>], variants: &[DepthResult]) -> Table {
    let itself =
        rows.iter().filter(|row| row.program.name == BALANCE && MET_BY_VARIANTS.contains(&row.depth));
    let itself = itself.map(|row| ("the thesis's rule", row.depth, row.result));
    let met = |called| MET_BY_VARIANTS.into_iter().map(move |depth| (called, depth));
    let others = VARIANTS.into_iter().flat_map(|(_, called)| met(called)).zip(variants);
    let others = others.map(|((called, depth), result)| (called, depth, result));
    let row = |(called, depth, result): (&str, u32, &DepthResult)| {
        let mut cells = vec![Cell::words(called), Cell::Count(depth.into())];
        cells.extend(score_cells(result));
        cells
    };
    Table {
        name: "variants".into(),
        caption: "Score of depths 1 and 4 against balance players that differ in one thing.".into(),
        columns: Column::all([
            "balance player",
            "depth",
            "games",
            "equal removed",
            "results",
            "score %",
            "95%",
        ]),
        rows: itself.chain(others).filter(|(_, _, result)| result.all().games() > 0).map(row).collect(),
    }
}

fn figure(rows: &[Row<'_>]) -> Picture {
    let played = rows.iter().filter(|row| row.result.all().games() > 0);
    let dots: Vec<Dot> = played
        .map(|row| {
            let all = row.result.all();
            let Interval { low, high } = score_interval(&all);
            Dot {
                name: format!("depth {} \u{2013} {}", row.depth, row.program.called),
                value: 100.0 * all.score(),
                interval: Some((100.0 * low, 100.0 * high)),
                paper: Some(row.range.iter().sum::<f64>() / 2.0),
            }
        })
        .collect();
    let said: Vec<String> = dots.iter().map(|dot| format!("{} {:.1}%", dot.name, dot.value)).collect();
    Picture {
        caption:
            "Scores of shallow searches in percent, with 95% intervals; grey, the middle of the thesis's \
                  range."
                .into(),
        description: format!("Scores: {}.", said.join("; ")),
        drawing: Drawing::Dots(Dots {
            label: "score of the shallow search, percent".into(),
            range: Some((0.0, 100.0)),
            even: Some(50.0),
            dots,
        }),
    }
}
