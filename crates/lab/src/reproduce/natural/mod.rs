//! Does an opponent play like people? In Othello, where there are games of people to compare with.
//!
//! Four parts: how well the model of people predicts people who are held out of it; what opponents lose by
//! phase beside people who lose as much in all; a judge trained to tell them from people; and what people
//! hardly ever do. And how well the model estimates the strength of people it has never met.

mod estimates;
mod judge;
mod prediction;
mod sides;
mod surprise;

use anyhow::{Result, bail};
use games::Side;
use games::othello::Move;
use games::split_mix::mix;
use people::othello::evaluation::PHASE_NAMES;
use people::othello::games::{RatedGame, Use, is_held_out};
use report::{Block, Cell, Column, Report, Reproduction, Section, Table, Verdict};

use super::{Context, Experiment, plan};
use crate::Evidence;
use crate::Plan;
use crate::plan::{Keep, Pairing};
use judge::{Judgement, judge, matched};
use sides::{GameSide, mean};
use surprise::Surprise;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "natural-othello",
    about: "Othello: do opponents play like people? (needs games of people: --wthor, --player-ratings)",
    quick: 0.1,
    run,
};

/// The users that opponents play: people of three strengths.
const USERS: [&str; 3] = ["people:rating=1350", "people:rating=1600", "people:rating=1850"];

/// The opponents that are judged. Fewer playouts than usual make the ladder fast enough.
const OPPONENTS: [&str; 6] = [
    "gokaku",
    "people",
    "ladder:playouts=1000",
    "balance:depth=4",
    "alphabeta:depth=1,noise=5",
    "alphabeta:depth=3",
];

/// Games of each opponent with each user at full scale.
const GAMES: u64 = 200;

/// Sides of people that are judged, and from which the judge's own model learns, at full scale.
const POOL: u64 = 4000;
const LEARNED: u64 = 2000;

/// The moves from which the judge looks: all, and those after the opening.
const FROM: [u32; 2] = [1, 9];

fn run(context: &Context<'_>) -> Result<Report> {
    let Some(games) = context.people else {
        bail!("found no games of people, expected: --wthor FOLDER --player-ratings FILE");
    };
    context.runner.expect_steps(4, "parts");
    let prediction = prediction::measure(games, context)?;
    context.runner.step();
    let estimates = estimates::measure(games, context)?;
    context.runner.step();
    let people = People::of(games, context)?;
    context.runner.step();
    let evidence = context.games(opponents_plan(context))?;
    let opponents = opponents(&evidence, context)?;
    context.runner.step();
    let judged = Judged::of(&people, &opponents, context.seed);
    report(&prediction, &estimates, &people, &opponents, &judged, &evidence)
}

/// Everybody plays users of three strengths; `people` has the user's own.
fn opponents_plan(context: &Context<'_>) -> Plan {
    let mut names: Vec<String> = USERS.map(str::to_owned).to_vec();
    let mut pairs = Vec::new();
    for opponent in OPPONENTS {
        for user in 0..USERS.len() {
            if opponent == "people" {
                pairs.push([user, user]);
                continue;
            }
            let at = names.iter().position(|name| name == opponent).unwrap_or_else(|| {
                names.push(opponent.to_owned());
                names.len() - 1
            });
            pairs.push([at, user]);
        }
    }
    let games = context.scaled_games(GAMES);
    let title = "Opponents with people of three strengths";
    Plan { keep: Keep::Moves, ..plan("othello", title, names, Pairing::List(pairs), games, context.seed) }
}

/// People who are held out of the model.
struct People {
    /// Sides to judge, no player's among those below.
    pool: Vec<GameSide>,
    /// The judge's own model, of other people.
    surprise: Surprise,
}

impl People {
    fn of(games: &[RatedGame], context: &Context<'_>) -> Result<People> {
        let of_game = |game: &RatedGame| {
            Side::BOTH.into_iter().filter(|side| is_held_out(game.players[side.index()])).collect::<Vec<_>>()
        };
        let mut all: Vec<(u64, &RatedGame, Side)> = games
            .iter()
            .filter(|game| game.purpose() == Use::HeldOut)
            .flat_map(|game| of_game(game).into_iter().map(move |side| (game, side)))
            .map(|(game, side)| (mix(u64::from(game.number) << 1 ^ side.index() as u64), game, side))
            .collect();
        all.sort_unstable_by_key(|one| one.0);
        let is_learned = |game: &RatedGame, side: Side| {
            mix(u64::from(game.players[side.index()]) ^ (3 << 32)).is_multiple_of(3)
        };
        let some = |learned: bool, count: u64| -> Result<Vec<GameSide>> {
            let of = all.iter().filter(|(_, game, side)| is_learned(game, *side) == learned);
            let chosen: Vec<(&RatedGame, Side)> =
                of.take(count as usize).map(|&(_, game, side)| (game, side)).collect();
            let numbers: Vec<u64> =
                chosen.iter().map(|(game, side)| u64::from(game.number) << 1 | side.index() as u64).collect();
            let key = format!("sides of people {:?}", (mix_all(&numbers), numbers.len(), games.len()));
            context
                .cached(fingerprint(), &key, || Ok::<_, std::convert::Infallible>(sides::of_people(&chosen)))
        };
        let surprise = Surprise::learn(&some(true, context.scaled(LEARNED))?);
        Ok(People { pool: some(false, context.scaled(POOL))?, surprise })
    }
}

/// What the values of sides depend on.
fn fingerprint() -> &'static str {
    opponents::fingerprint::searches(games::GameKind::Othello)
}

fn mix_all(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |hash, &number| mix(hash ^ number))
}

/// The sides that an opponent took against one user.
struct OpponentSides {
    name: &'static str,
    user: &'static str,
    sides: Vec<GameSide>,
}

fn opponents(evidence: &Evidence, context: &Context<'_>) -> Result<Vec<OpponentSides>> {
    let mut found = Vec::new();
    for (number, name) in OPPONENTS.into_iter().enumerate() {
        for (at, user) in USERS.into_iter().enumerate() {
            let pairing = number * USERS.len() + at;
            let of: Vec<_> =
                evidence.games.iter().filter(|game| evidence.plan.place(game.number).0 == pairing).collect();
            let key = format!("sides of {} pairing {pairing} {} games", evidence.hash()?, of.len());
            let sides = context.cached(&evidence.fingerprint, &key, || {
                of.iter()
                    .map(|game| {
                        let moves: Result<Vec<Move>, games::Malformed> =
                            game.moves.split_whitespace().map(str::parse).collect();
                        // The opponent opens the games with even numbers.
                        let (_, index) = evidence.plan.place(game.number);
                        let side = if index.is_multiple_of(2) { Side::First } else { Side::Second };
                        Ok(sides::of_game(&moves?, side, game.number, 0.0))
                    })
                    .collect::<Result<Vec<_>, games::Malformed>>()
            })?;
            found.push(OpponentSides { name, user, sides });
        }
    }
    Ok(found)
}

/// What the judge said of each opponent and user, of each opponent against all of them, and of people beside
/// people, from move 1 and from move 9 on.
struct Judged {
    opponents: Vec<[Option<Judgement>; 2]>,
    all: Vec<(&'static str, [Option<Judgement>; 2])>,
    people: [Option<Judgement>; 2],
}

impl Judged {
    fn of(people: &People, opponents: &[OpponentSides], seed: u64) -> Judged {
        let of = |sides: &[GameSide], pool: &[GameSide]| {
            FROM.map(|from| judge(&matched(sides, pool, from), &people.surprise, from, seed))
        };
        let half = |wanted: u64| -> Vec<GameSide> {
            let of = people.pool.iter().filter(|side| mix(side.player ^ (5 << 32)) % 2 == wanted);
            of.cloned().collect()
        };
        let of_all = OPPONENTS.map(|name| (name, all_sides(opponents, name)));
        let size = of_all.iter().map(|(_, sides)| sides.len()).max().unwrap_or_default();
        let some: Vec<GameSide> = half(0).into_iter().take(size).collect();
        Judged {
            opponents: opponents.iter().map(|one| of(&one.sides, &people.pool)).collect(),
            all: of_all.iter().map(|(name, sides)| (*name, of(sides, &people.pool))).collect(),
            people: of(&some, &half(1)),
        }
    }

    /// An opponent's area against all users together.
    fn area(&self, name: &str, from: usize) -> Option<f64> {
        let (_, judged) = self.all.iter().find(|(known, _)| *known == name)?;
        judged[from].map(|judged| judged.area)
    }
}

/// The sides that an opponent took against all users.
fn all_sides(opponents: &[OpponentSides], name: &str) -> Vec<GameSide> {
    opponents.iter().filter(|one| one.name == name).flat_map(|one| one.sides.iter().cloned()).collect()
}

fn report(
    prediction: &prediction::Predictions,
    estimates: &estimates::Estimates,
    people: &People,
    opponents: &[OpponentSides],
    judged: &Judged,
    evidence: &Evidence,
) -> Result<Report> {
    let sections = vec![
        Section::new("How well people are predicted", prediction.blocks()),
        Section::new(
            "Losses by phase",
            vec![
                Block::text(
                    "Discs lost a move by a depth-4 search, exact near the end, and beside them \
                     those of people who lose \
                     as many in all.",
                ),
                Block::Table(losses_table(people, opponents)),
            ],
        ),
        Section::new(
            "Told from people",
            vec![
                Block::text(
                    "A judge is trained to tell sides of games taken by an opponent from sides \
                     taken by people who lose as \
                     many discs a move. It sees how surprising the moves are under a model of its \
                     own, what they lose in \
                     each phase, how usual the opening is, and which squares are taken; it judges \
                     sides it has not learned \
                     from. The area under its curve is 0.5 where it cannot tell, 1 where it always can.",
                ),
                Block::Table(judge_table(opponents, judged)),
            ],
        ),
        Section::new("What people hardly do", vec![Block::Table(oddities_table(people, opponents))]),
        Section::new("Strength from games", estimates.blocks()),
    ];
    Ok(Report {
        title: "Do opponents of Othello play like people?".into(),
        verdict: verdict(prediction, estimates, judged),
        lead: "Not from a paper: opponents, and a model of people, beside people who are held out of it."
            .into(),
        sections,
        provenance: vec![evidence.provenance()?],
        ..Report::default()
    })
}

fn losses_table(people: &People, opponents: &[OpponentSides]) -> Table {
    let by_phase = |sides: &[&GameSide]| -> Vec<f64> {
        (0..PHASE_NAMES.len())
            .map(|phase| {
                let choices = sides.iter().flat_map(|side| &side.choices);
                let of = choices.filter(|choice| {
                    people::othello::evaluation::phase(choice.board().empty().count_ones()) == phase
                });
                mean(of.map(sides::Choice::loss))
            })
            .collect()
    };
    let row = |one: &OpponentSides| {
        let pairs = matched(&one.sides, &people.pool, 1);
        let ours = by_phase(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
        let theirs = by_phase(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
        let mut row = vec![
            Cell::words(one.name),
            Cell::words(one.user),
            Cell::Number(mean(one.sides.iter().map(|side| side.mean_loss(1))), 2),
            Cell::Count(pairs.len() as u64),
        ];
        row.extend(
            ours.into_iter()
                .zip(theirs)
                .flat_map(|(ours, theirs)| [Cell::Number(ours, 2), Cell::Number(theirs, 2)]),
        );
        row
    };
    let mut heads: Vec<String> = ["opponent", "user", "discs a move", "pairs"].map(str::to_owned).to_vec();
    heads.extend(PHASE_NAMES.iter().flat_map(|phase| [(*phase).to_owned(), format!("{phase}, people")]));
    Table {
        name: "losses".into(),
        caption: "Discs lost a move by phase, beside people who lose as many in all.".into(),
        columns: heads.into_iter().map(Column::ours).collect(),
        rows: opponents.iter().map(row).collect(),
    }
}

fn judge_table(opponents: &[OpponentSides], judged: &Judged) -> Table {
    let cells = |judgements: &[Option<Judgement>; 2]| -> Vec<Cell> {
        let of = |judgement: &Option<Judgement>| match judgement {
            None => Cell::words("too few pairs"),
            Some(Judgement { area, interval, .. }) => {
                let interval = interval
                    .map_or(String::new(), |found| format!(" ({:.2} to {:.2})", found.low, found.high));
                Cell::words(format!("{area:.2}{interval}"))
            }
        };
        let pairs = judgements[0].map_or(0, |judgement| judgement.pairs);
        vec![of(&judgements[0]), of(&judgements[1]), Cell::Count(pairs as u64)]
    };
    let mut rows: Vec<Vec<Cell>> = opponents
        .iter()
        .zip(&judged.opponents)
        .map(|(one, judgements)| {
            [vec![Cell::words(one.name), Cell::words(one.user)], cells(judgements)].concat()
        })
        .collect();
    rows.extend(judged.all.iter().map(|(name, judgements)| {
        [vec![Cell::words(*name), Cell::words("all three")], cells(judgements)].concat()
    }));
    rows.push(
        [vec![Cell::words("people (held out)"), Cell::words("each other")], cells(&judged.people)].concat(),
    );
    Table {
        name: "judge".into(),
        caption: "Area under the judge's curve, with 95% intervals.".into(),
        columns: Column::all(["opponent", "user", "all moves", "from move 9 on", "pairs"]),
        rows,
    }
}

fn oddities_table(people: &People, opponents: &[OpponentSides]) -> Table {
    let row = |name: &str, sides: &[&GameSide]| {
        let declined: Vec<bool> =
            sides.iter().flat_map(|side| &side.choices).filter_map(sides::Choice::declined_corner).collect();
        let could_x = sides
            .iter()
            .flat_map(|side| &side.choices)
            .filter(|choice| choice.alternatives.iter().any(|one| one.kind() == 1));
        let x = could_x.map(|choice| f64::from(u8::from(choice.alternatives[choice.chosen].kind() == 1)));
        let mut openings: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
        for side in sides {
            *openings.entry(&side.opening).or_default() += 1;
        }
        let commonest =
            openings.values().copied().max().unwrap_or_default() as f64 / sides.len().max(1) as f64;
        vec![
            Cell::words(name),
            Cell::Share(mean(declined.iter().map(|&declined| f64::from(u8::from(declined))))),
            Cell::Count(declined.len() as u64),
            Cell::Share(mean(x)),
            Cell::Count(openings.len() as u64),
            Cell::Share(commonest),
            Cell::Count(sides.len() as u64),
        ]
    };
    let mut rows = vec![row("people (held out)", &people.pool.iter().collect::<Vec<_>>())];
    for name in OPPONENTS {
        let of: Vec<&GameSide> =
            opponents.iter().filter(|one| one.name == name).flat_map(|one| &one.sides).collect();
        rows.push(row(name, &of));
    }
    Table {
        name: "oddities".into(),
        caption: "Corners declined though worth four discs or more than anything else, X squares \
                  taken when possible, and openings."
            .into(),
        columns: Column::all([
            "who",
            "corners declined",
            "of",
            "X squares",
            "different openings of 8 moves",
            "commonest",
            "games",
        ]),
        rows,
    }
}

/// The aims are our own: held-out people are predicted well, and what plays by the model is nearer to people
/// than the other opponents.
fn verdict(
    prediction: &prediction::Predictions,
    estimates: &estimates::Estimates,
    judged: &Judged,
) -> Option<Verdict> {
    let people = judged.area("people", 0)?;
    let control = judged.people[0]?.area;
    let others: Option<Vec<f64>> =
        OPPONENTS.into_iter().filter(|&name| name != "people").map(|name| judged.area(name, 0)).collect();
    let nearest = others?.into_iter().fold(f64::INFINITY, f64::min);
    let gain = prediction.gain()?;
    let held = [
        gain.0 >= 0.22,
        gain.1 >= 0.085,
        (0.4..=0.6).contains(&control),
        people < nearest,
        estimates.is_better(),
    ];
    Some(Verdict {
        finding: "The model predicts people it has never met by 0.22 nats and 8.5 points better \
                  than a depth-4 search, and \
                  is harder to tell from people than any other opponent"
            .into(),
        paper: "none, this is our own aim".into(),
        ours: format!(
            "{:.3} nats and {:.1} points better; told from people with an area of {people:.2}, the \
             nearest other \
             {nearest:.2}, people from people {control:.2}",
            gain.0,
            100.0 * gain.1
        ),
        outcome: Reproduction::of_parts(held.iter().filter(|held| **held).count(), held.len()),
    })
}
