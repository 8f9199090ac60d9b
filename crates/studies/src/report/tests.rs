//! Fed with the thesis's counts, the report has the thesis's tables.

use std::collections::BTreeMap;

use games::Side;
use report::Table;
use serde_json::json;

use super::paper::TABLE_5;
use super::report;
use crate::simulate::{Truth, simulate};
use crate::steps::StepKind;
use crate::{
    AnalystJudgements, Answer, JudgedMove, Judgement, Participant, Played, State, Study, StudyData, Verdict,
    templates,
};

fn study(name: &str) -> Study {
    templates::by_name(name).unwrap().study().unwrap()
}

fn participant(number: u64, group: &str) -> Participant {
    Participant {
        number,
        seed: number,
        group: Some(group.to_owned()),
        language: "ja".to_owned(),
        rating: None,
        begun: 0,
        ended: Some(1),
        state: State::Finished,
    }
}

fn answer(participant: u64, step: &str, value: serde_json::Value) -> Answer {
    Answer { participant, step: step.to_owned(), value, millis: 1000, times: BTreeMap::new(), at: 1 }
}

fn table(study: &Study, collected: &StudyData, judged: &AnalystJudgements, name: &str) -> Vec<Vec<String>> {
    let report = report(study, collected, judged);
    let table: &Table = report.tables().find(|table| table.name == name).unwrap();
    table.rows.iter().map(|row| row.iter().map(report::Cell::shown).collect()).collect()
}

/// Ten lengths of games with this sum and, rounded to a tenth, this standard deviation.
fn lengths(sum: u64, deviation: f64) -> Vec<u64> {
    let base = sum / 10;
    let rest = sum % 10;
    for wide in 0..base {
        for narrow in 0..=wide {
            let shifts = [wide as i64, narrow as i64, narrow as i64, 0, 0];
            let mut values: Vec<u64> = shifts
                .iter()
                .flat_map(|&shift| [base.saturating_add_signed(shift), base.saturating_add_signed(-shift)])
                .collect();
            values.iter_mut().take(rest as usize).for_each(|value| *value += 1);
            let mean = sum as f64 / 10.0;
            let squares: f64 = values.iter().map(|&value| (value as f64 - mean).powi(2)).sum();
            if format!("{:.1}", (squares / 9.0).sqrt()) == format!("{deviation:.1}") {
                return values;
            }
        }
    }
    panic!("no ten lengths with sum {sum} and deviation {deviation}");
}

/// Ten people and sixty games with just the counts of table 5. Moves felt bad and bad by value follow from
/// the detection rate: 54 of 240.
fn study_c(study: &Study) -> (StudyData, AnalystJudgements) {
    let mut collected = StudyData::default();
    let mut judged = AnalystJudgements { analyst: "alphabeta:depth=9".to_owned(), moves: Vec::new() };
    for column in TABLE_5 {
        let (group, condition) = column.place;
        let first = if group == "experienced" { 1 } else { 6 };
        let [moves, bad, felt] = column.moves;
        let hits = (column.rates[1] / 100.0 * bad as f64).round() as u64;
        let wins = (column.win_rate / 10.0).round() as u64;
        let plies = lengths(moves, column.plies.1);
        let mut counted = 0;
        for (game, &length) in plies.iter().enumerate() {
            let number = first + game as u64 / 2;
            if !collected.participants.iter().any(|one| one.number == number) {
                collected.participants.push(participant(number, group));
            }
            let side = Side::BOTH[game % 2];
            let steps = study.steps(number, number);
            let step = steps.iter().find(|step| match &step.kind {
                StepKind::Game { condition: one, side: seat, .. } => one == condition && *seat == Some(side),
                _ => false,
            });
            let step = step.unwrap().id.clone();
            collected.games.push(Played {
                participant: number,
                step: step.clone(),
                condition: condition.to_owned(),
                side,
                table: format!("{number}-{step}"),
                opponent: condition.to_owned(),
                record_text: String::new(),
                outcome: "first resignation".to_owned(),
                score: Some(if (game as u64) < wins { 1.0 } else { 0.0 }),
                plies: length as u32,
            });
            // The thesis counts as many moves of the program as plies.
            for ply in 1..=length as u32 {
                // First the hits, then bad moves not felt, then moves felt bad only.
                let is_bad = counted < bad;
                let is_felt = counted < hits || (bad..bad + felt - hits).contains(&counted);
                counted += 1;
                judged.moves.push(JudgedMove {
                    participant: number,
                    step: step.clone(),
                    ply,
                    bad: is_bad,
                    loss: 0.0,
                    best: String::new(),
                });
                collected.judgements.push(Judgement {
                    participant: number,
                    step: step.clone(),
                    ply,
                    verdict: if is_felt { Verdict::Bad } else { Verdict::Normal },
                    note: String::new(),
                    filled: false,
                });
            }
        }
        assert_eq!(counted, moves);
    }
    (collected, judged)
}

/// The six columns of table 5 as they are printed there, and the rate that the thesis defines and does not
/// print.
#[test]
fn table_5_of_the_thesis_comes_out_as_printed() {
    let study = study("shogi-moves");
    let (collected, judged) = study_c(&study);
    let rows = table(&study, &collected, &judged, "moves");
    let expected = [
        ("win rate %", ["90", "90", "20", "40", "0", "0"]),
        (
            "plies mean (SD)",
            ["119.8 (26.4)", "81.6 (20.9)", "106.7 (29.8)", "177.8 (96.0)", "82.3 (44.8)", "53.7 (14.8)"],
        ),
        ("program's moves", ["1198", "816", "1067", "1778", "823", "537"]),
        ("bad", ["240", "142", "121", "634", "212", "84"]),
        ("felt bad", ["85", "52", "20", "32", "5", "1"]),
        ("bad-move rate %", ["20.0", "17.4", "11.3", "35.7", "25.8", "15.6"]),
        // In this test every ply is the program's, as the thesis counts.
        ("bad % of both sides' moves", ["20.0", "17.4", "11.3", "35.7", "25.8", "15.6"]),
        ("detection rate %", ["22.5", "31.0", "8.3", "4.6", "1.9", "1.2"]),
        // Not in the thesis: 31 of 958, 8 of 674, 10 of 946, 3 of 1144, 1 of 611, 0 of 453.
        ("false-alarm rate %", ["3.2", "1.2", "1.1", "0.3", "0.2", "0.0"]),
        ("false-discovery rate %", ["36.5", "15.4", "50.0", "9.4", "20.0", "0.0"]),
    ];
    assert_eq!(rows.len(), expected.len());
    for (row, (name, cells)) in rows.iter().zip(expected) {
        assert_eq!(row[0], name);
        assert_eq!(row[1..], cells, "{name}");
    }
}

/// Beside ours stands the thesis's number, and where they are the same data they are the same.
#[test]
fn the_thesis_stands_beside_ours() {
    let study = study("shogi-moves");
    let (collected, judged) = study_c(&study);
    let rows = table(&study, &collected, &judged, "moves-by-group");
    assert_eq!(rows.len(), 6);
    for row in rows {
        // bad, detection, false discovery: ours, interval, thesis.
        for place in [6, 9, 14] {
            assert_eq!(row[place], row[place + 2], "{row:?}");
        }
    }
}

/// Appendix B of the thesis: the mean of five verdicts by rater, for imitation, noise, depth only, people.
const AMATEURS: [[f64; 4]; 6] = [
    [2.6, 2.6, 3.8, 3.8],
    [3.8, 2.6, 3.8, 4.2],
    [2.6, 3.0, 3.4, 3.4],
    [3.4, 2.2, 3.4, 3.4],
    [3.2, 2.2, 3.8, 3.8],
    [3.4, 1.8, 2.0, 4.2],
];
const PROFESSIONALS: [[f64; 4]; 5] = [
    [2.4, 1.2, 1.8, 4.0],
    [4.2, 2.6, 3.2, 3.8],
    [1.2, 1.8, 1.4, 1.8],
    [2.2, 1.8, 2.6, 3.2],
    [2.6, 2.8, 1.4, 3.6],
];

/// Five verdicts from 1 to 5 with this mean.
fn five(mean: f64) -> [u64; 5] {
    let sum = (5.0 * mean).round() as u64;
    std::array::from_fn(|place| sum / 5 + u64::from((place as u64) < sum % 5))
}

#[test]
fn figure_4_of_the_thesis_comes_out_of_appendix_b() {
    let study = study("shogi-turing");
    let mut collected = StudyData::default();
    let raters = AMATEURS
        .iter()
        .map(|means| ("amateurs", means))
        .chain(PROFESSIONALS.iter().map(|means| ("professionals", means)));
    for (number, (group, means)) in (1..).zip(raters) {
        collected.participants.push(participant(number, group));
        let mut verdicts = means.map(|mean| five(mean).to_vec());
        for step in study.steps(number, number) {
            let Some(record) = study.record(&step) else { continue };
            let place = ["imitation", "noise", "depth", "people"]
                .iter()
                .position(|source| *source == record.source)
                .unwrap();
            let verdict = verdicts[place].pop().unwrap();
            collected.answers.push(answer(
                number,
                &step.id,
                json!({"verdict": verdict, "reason": "", "seen": false}),
            ));
        }
    }
    let rows = table(&study, &collected, &AnalystJudgements::default(), "verdicts");
    assert_eq!(
        rows,
        [
            ["Amateurs", "3.2", "2.4", "3.4", "3.8", "3.2"],
            ["Amateurs (thesis)", "3.2", "2.4", "3.4", "3.8", "3.2"],
            ["Professionals", "2.5", "2.0", "2.1", "3.3", "2.5"],
            ["Professionals (thesis)", "2.5", "2.0", "2.1", "3.3", "2.5"],
        ]
    );
    // Somebody who knows a record says nothing about it.
    collected.answers[0].value["seen"] = json!(true);
    let report = report(&study, &collected, &AnalystJudgements::default());
    assert!(report.lead.contains("219 verdicts"), "{}", report.lead);
}

#[test]
fn a_study_without_answers_has_a_report() {
    for template in templates::ALL {
        let report = report(&template.study().unwrap(), &StudyData::default(), &AnalystJudgements::default());
        assert!(report.html().contains("0 participants"), "{}", template.name);
    }
}

/// Appendix B has a row for every rater and one for the mean of each group.
#[test]
fn appendix_b_has_every_rater_and_the_means() {
    let study = study("shogi-turing");
    let simulated = simulate(&study, 20, 1, &Truth::default()).unwrap();
    let rows = table(&study, &simulated.collected, &simulated.judged, "verdicts-by-rater");
    assert_eq!(rows.len(), 6 + 1 + 5 + 1);
    assert_eq!(rows[6][..2], ["Amateurs", "mean"]);
    let means = table(&study, &simulated.collected, &simulated.judged, "verdicts");
    assert_eq!(rows[6][2..], means[0][1..]);
    assert_eq!(rows[12][2..], means[2][1..]);
}

/// Open play: three people with ratings, one of them twice, and one without.
#[test]
fn open_play_is_shown_by_the_groups_of_table_3() {
    let study = study("shogi-open");
    let mut collected = StudyData::default();
    let people = [
        (1, "one", Some(1400.0), 3, 1),
        (2, "two", Some(950.0), 4, 12),
        (3, "three", None, 1, 2),
        (4, "four", Some(1600.0), 5, 1),
        (5, "Four ", Some(1600.0), 5, 1),
    ];
    for (number, id, rating, strength, games) in people {
        collected.participants.push(Participant { group: None, ..participant(number, "") });
        let about = json!({
            "strength": strength, "server-id": id, "rating": rating, "comments": format!("said by {number}"),
        });
        collected.answers.push(answer(number, "3", about));
        for nth in 1..=games {
            let step = format!("2.{nth:03}");
            collected.answers.push(answer(number, &step, json!({"again": nth < games})));
            collected.games.push(Played {
                participant: number,
                table: format!("{number}-{step}"),
                step,
                condition: "balance".to_owned(),
                side: Side::First,
                opponent: "balance".to_owned(),
                record_text: String::new(),
                outcome: "first resignation".to_owned(),
                score: Some(1.0),
                plies: if nth == 2 { 50 } else { 51 },
            });
        }
    }
    let judged = AnalystJudgements::default();
    let rows = table(&study, &collected, &judged, "strength-by-rating-group");
    let shown = |name: &str| rows.iter().find(|row| row[0] == name).unwrap()[1..8].join(" ");
    assert_eq!(shown("Blue, 3 to 1 kyu"), "1 0 0 1 0 0 3.0");
    assert_eq!(shown("Grey 2, 15 to 10 kyu"), "1 0 0 0 1 0 4.0");
    assert_eq!(shown("Green, 1 to 2 dan"), "0 0 0 0 0 0 –", "who answers twice is left out");
    assert_eq!(shown("all with a rating"), "2 0 0 1 1 0 3.5");
    assert_eq!(shown("no rating stated"), "1 1 0 0 0 0 1.0");
    let html = report(&study, &collected, &judged).html();
    assert!(html.contains("2 participants with a rating answered, mean 1175.0"), "{html}");
    assert!(html.contains("1 answered without a rating"), "{html}");
    assert!(html.contains("2 games that were too short") && !html.contains("0 games of practice"));
    for range in ["1 game", "11 to 20 games"] {
        assert!(html.contains(range), "{range}");
    }
    assert!(!html.contains("21 to 50 games"));
    // Comments are there, and nothing that tells who made them.
    assert!(html.contains("said by 3") && !html.contains("three"), "{html}");
}

#[test]
fn what_people_wrote_stands_by_program() {
    let study = study("othello-natural");
    let simulated = simulate(&study, 3, 2, &Truth::default()).unwrap();
    let rows = table(&study, &simulated.collected, &simulated.judged, "written-after-game-which-moves");
    let programs: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let [balance, ladder] = ["Balance", "Ladder"].map(|name| vec![name; 6]);
    assert_eq!(programs, [balance, ladder].concat());
    assert!(rows.iter().all(|row| row.len() == 3 && row[2] == "simulated"), "{rows:?}");
}

#[test]
fn practice_is_compared_with_nothing_and_time_is_shown() {
    let study = study("shogi-moves");
    let simulated = simulate(&study, 4, 2, &Truth::default()).unwrap();
    let compared = table(&study, &simulated.collected, &simulated.judged, "games-compared");
    assert!(compared.iter().all(|row| !row[0].contains("Practice")), "{compared:?}");
    let times = table(&study, &simulated.collected, &simulated.judged, "times");
    let row = |part: &str, question: &str| {
        times.iter().find(|row| row[0] == part && row[1].starts_with(question)).unwrap()
    };
    assert_eq!(row("a game", "all of it")[2], "24");
    assert_eq!(row("the practice game", "all of it")[2], "4");
    assert_eq!(row("After the game", "How strong")[2], "24");
    let report = report(&study, &simulated.collected, &simulated.judged);
    assert!(report.tables().all(|table| !table.rows.is_empty()));
}
