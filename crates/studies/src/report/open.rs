//! Open play as in section 4.5 of Nakamichi 2020: how often people came, table 3, figures 10, 11 and 12.

use std::collections::BTreeSet;

use report::plot::{Axis, Figure, Point, Series, Style};
use report::{Block, Cell, Column, Dot, Dots, Drawing, Picture, Section, Table};
use statistics::shogi_club::expected_win_rate;

use super::{View, cells, paper};
use crate::analysis::{Part, Split, games_each, said, spread, win_rate};
use crate::design::Task;
use crate::questionnaire::Kind;

/// The section; `None` if nobody could play as often as they like.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let repeats = |task: &Task| matches!(task, Task::Play { most_games: Some(_), .. });
    if !view.study.tasks.iter().any(repeats) || view.observations.games.is_empty() {
        return None;
    }
    let everybody = Split::Everybody.parts(view.study, &view.observations).into_iter().next()?;
    let mut blocks = how_often(view, &everybody);
    let groups = rating_groups(view);
    if !groups.is_empty() {
        blocks.push(Block::Table(table_3(view, &groups)));
        blocks.push(Block::text(ratings(view)));
        blocks.push(Block::Figure(figure_11(view, &groups)));
        blocks.push(Block::text(
            "The expected scores repeat the thesis's arithmetic: formula (6) with the mean stated rating of \
             each group and 1984 for the plain program of depth 5. That 1984 is on the scale of floodgate \
             and Shogi Club 24, the stated ratings are 81Dojo's. The two servers differ, so the line shows \
             the thesis's comparison and is not one of like with like.",
        ));
    }
    blocks.extend(figure_12(view, &everybody).map(Block::Figure));
    blocks.extend(answers_by_group(view, &groups).into_iter().flatten());
    Some(Section::new("Open play", blocks))
}

/// The ranges of figure 10, from and to how many games.
const GAMES_PLAYED: [(u64, u64); 9] =
    [(1, 1), (2, 2), (3, 3), (4, 5), (6, 10), (11, 20), (21, 50), (51, 99), (100, u64::MAX)];

fn games_played(range: (u64, u64)) -> String {
    match range {
        (1, 1) => "1 game".to_owned(),
        (low, high) if low == high => format!("{low} games"),
        (low, u64::MAX) => format!("{low} games and more"),
        (low, high) => format!("{low} to {high} games"),
    }
}

/// Figure 10, and its mean.
fn how_often(view: &View<'_>, everybody: &Part) -> Vec<Block> {
    let each = games_each(&view.observations, everybody);
    let n = each.len() as f64;
    let mean = each.iter().sum::<u64>() as f64 / n;
    let squares: f64 = each.iter().map(|&games| (games as f64 - mean).powi(2)).sum();
    let deviation = if each.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
    let most = each.iter().max().copied().unwrap_or(0);
    let people = |(low, high): (u64, u64)| each.iter().filter(|games| (low..=high).contains(games)).count();
    let dots: Vec<Dot> = GAMES_PLAYED
        .into_iter()
        .filter(|(low, _)| *low <= most)
        .map(|range| Dot {
            name: games_played(range),
            value: people(range) as f64,
            interval: None,
            paper: None,
        })
        .collect();
    let highest = dots.iter().map(|dot| dot.value).fold(1.0, f64::max);
    let mut text = format!(
        "{} participants played {mean:.2} games on average (SD {deviation:.1}); the most were {}.",
        each.len(),
        most
    );
    if paper::open(view.study).is_some() {
        text += " In the thesis 1009 people played 6.39 (SD 18), four of them 100 or more, the most 315.";
    }
    let figure = Picture {
        caption: "How many participants played how many games (figure 10 of the thesis).".into(),
        description: "Number of participants by number of games played.".into(),
        drawing: Drawing::Dots(Dots {
            label: "participants".into(),
            range: Some((0.0, highest)),
            even: None,
            dots,
        }),
    };
    vec![Block::text(text), Block::Figure(figure)]
}

/// A group of table 3 with those of our participants who belong to it.
struct RatingGroup {
    thesis: paper::RatingGroup,
    part: Part,
    /// The mean of their stated ratings.
    mean: Option<f64>,
}

/// The groups of table 3, the strongest first; none if nobody states a rating or the paper is another one.
fn rating_groups(view: &View<'_>) -> Vec<RatingGroup> {
    let raters = &view.observations.raters;
    if paper::open(view.study).is_none() || raters.values().all(|rater| rater.stated.is_none()) {
        return Vec::new();
    }
    let group = |thesis: paper::RatingGroup| {
        let (low, high) = thesis.ratings;
        let stated = |rating: f64| (low..=high).contains(&rating.floor());
        let members: Vec<(u64, f64)> = raters
            .iter()
            .filter_map(|(&number, rater)| Some((number, rater.stated.filter(|rating| stated(*rating))?)))
            .collect();
        let sum: f64 = members.iter().map(|(_, rating)| rating).sum();
        RatingGroup {
            thesis,
            mean: (!members.is_empty()).then(|| sum / members.len() as f64),
            part: Part {
                id: thesis.name.to_owned(),
                name: thesis.name.to_owned(),
                people: members.into_iter().map(|(number, _)| number).collect(),
            },
        }
    };
    paper::TABLE_3.map(group).into()
}

fn table_3(view: &View<'_>, groups: &[RatingGroup]) -> Table {
    let mut rows = Vec::new();
    for group in groups {
        let answers = said(&view.observations, &group.part, None, None).count();
        let rate = win_rate(&view.observations, &group.part, None);
        let mut row = vec![
            Cell::words(group.thesis.name),
            Cell::words(format!("{:.0} to {:.0}", group.thesis.ratings.0, group.thesis.ratings.1)),
            Cell::Count(group.part.people.len() as u64),
            Cell::Count(answers as u64),
            Cell::Count(group.thesis.answers),
            Cell::Count(rate.map_or(0, |(_, games)| games as u64)),
        ];
        row.extend(cells::shares(rate.map(|(estimate, _)| estimate)));
        row.push(expected(group).map_or(Cell::Nothing, Cell::Share));
        rows.push(row);
    }
    let mut columns = Column::all(["group", "81Dojo rating", "people", "answers"]);
    columns.push(Column::paper("answers, thesis"));
    columns.extend(Column::all(["games", "score %", "95%", "expected against plain depth 5 %"]));
    Table {
        name: "rating-groups".into(),
        caption:
            "The groups of table 3 of the thesis: who answered, and how they scored against the program."
                .into(),
        columns,
        rows,
    }
}

/// Mean and standard deviation of the stated ratings of those who answered, beside the thesis's.
fn ratings(view: &View<'_>) -> String {
    let answered = |number: &u64| view.observations.said.iter().any(|one| one.rater == *number);
    let raters = view.observations.raters.iter().filter(|(number, _)| answered(number));
    let (stated, unrated): (Vec<_>, Vec<_>) =
        raters.map(|(_, rater)| rater.stated).partition(Option::is_some);
    let stated: Vec<f64> = stated.into_iter().flatten().collect();
    let (mean, deviation) = spread(&stated).unwrap_or((0.0, None));
    format!(
        "{} participants with a rating answered, mean {mean:.1}{}; in the thesis 39, mean 1481.1 (SD 325.4). \
         {} answered without a rating; the thesis left out two such answers.",
        stated.len(),
        deviation.map_or(String::new(), |deviation| format!(" (SD {deviation:.1})")),
        unrated.len()
    )
}

/// The answers on strength by rating group, with what the thesis says of them.
fn answers_by_group(view: &View<'_>, groups: &[RatingGroup]) -> Option<[Block; 2]> {
    let item = view.study.analysis.strength.as_deref().and_then(|reference| view.study.item(reference))?;
    let Kind::Scale(labels) = &item.kind else { return None };
    if groups.is_empty() {
        return None;
    }
    let raters = &view.observations.raters;
    let with = |is_rated: bool| {
        let people = raters.iter().filter(|(_, rater)| rater.stated.is_some() == is_rated);
        people.map(|(&number, _)| number).collect::<BTreeSet<u64>>()
    };
    let row = |name: &str, people: &BTreeSet<u64>, thesis: Option<[f64; 5]>| {
        let part = Part { id: name.to_owned(), name: name.to_owned(), people: people.clone() };
        let steps: Vec<f64> = said(&view.observations, &part, None, None).map(|answer| answer.step).collect();
        let (mean, deviation) = spread(&steps).map_or((None, None), |(mean, sd)| (Some(mean), sd));
        let count = |step: usize| steps.iter().filter(|one| **one == step as f64).count() as u64;
        let number = |value: Option<f64>| value.map_or(Cell::Nothing, |value| Cell::Number(value, 1));
        let mut row = vec![Cell::words(name), Cell::Count(steps.len() as u64)];
        row.extend((1..=labels.len()).map(|step| Cell::Count(count(step))));
        row.extend([number(mean), number(thesis.map(|open| open[1]))]);
        row.extend([number(deviation), number(thesis.map(|open| open[2]))]);
        row
    };
    let mut rows: Vec<Vec<Cell>> =
        groups.iter().map(|group| row(group.thesis.name, &group.part.people, None)).collect();
    rows.push(row("all with a rating", &with(true), paper::open(view.study)));
    rows.push(row("no rating stated", &with(false), None));
    let mut columns = Column::all(["group", "answers"]);
    columns.extend((1..).zip(labels).map(|(step, label)| Column::ours(format!("{step} {}", label.en))));
    columns.extend([Column::ours("mean"), Column::paper("thesis")]);
    columns.extend([Column::ours("SD"), Column::paper("SD, thesis")]);
    let table = Table {
        name: "strength-by-rating-group".into(),
        caption: "How strong participants found the program, by the groups of table 3 of the thesis.".into(),
        columns,
        rows,
    };
    let text = Block::text(
        "In the thesis two of the seven players of the grey groups found the program stronger than \
         themselves, four as strong and one a little weaker, although they won little more than \
         a fifth of their games.",
    );
    Some([Block::Table(table), text])
}

fn expected(group: &RatingGroup) -> Option<f64> {
    group.mean.map(|mean| expected_win_rate(mean - paper::PLAIN_5))
}

fn figure_11(view: &View<'_>, groups: &[RatingGroup]) -> Picture {
    let measured = groups.iter().rev().filter_map(|group| {
        let (estimate, _) = win_rate(&view.observations, &group.part, None)?;
        let interval = estimate.interval.map(|interval| (interval.low, interval.high));
        Some(Point { x: group.mean?, y: estimate.value, interval })
    });
    let expected = groups.iter().rev().filter_map(|group| Some(Point::new(group.mean?, expected(group)?)));
    Picture {
        caption:
            "Participants' scores by rating group with 95% intervals, and what is expected against the plain \
                  program of depth 5 (figure 11 of the thesis)."
                .into(),
        description: "Scores rise with the rating; the expected ones are 0 for most groups.".into(),
        drawing: Drawing::Plot(Figure {
            x: Axis::new("mean stated rating of the group"),
            y: Axis::new("score").from_to(0.0, 1.0),
            series: vec![
                Series {
                    name: "against the program".into(),
                    points: measured.collect(),
                    style: Style::Measured,
                },
                Series {
                    name: "expected against plain depth 5".into(),
                    points: expected.collect(),
                    style: Style::Fitted,
                },
            ],
        }),
    }
}

/// The distribution of the answers on strength; `None` if there is no such question.
fn figure_12(view: &View<'_>, everybody: &Part) -> Option<Picture> {
    let item = view.study.analysis.strength.as_deref().and_then(|reference| view.study.item(reference))?;
    let Kind::Scale(labels) = &item.kind else { return None };
    let count =
        |step: f64| said(&view.observations, everybody, None, None).filter(|one| one.step == step).count();
    let dots: Vec<Dot> = (1..)
        .zip(labels)
        .map(|(step, label)| Dot {
            name: format!("{step} {}", label.en),
            value: count(f64::from(step)) as f64,
            interval: None,
            paper: None,
        })
        .collect();
    let most = dots.iter().map(|dot| dot.value).fold(1.0, f64::max);
    Some(Picture {
        caption: "How strong participants found the program (figure 12 of the thesis).".into(),
        description: "Number of answers on each step of the scale.".into(),
        drawing: Drawing::Dots(Dots { label: "answers".into(), range: Some((0.0, most)), even: None, dots }),
    })
}
