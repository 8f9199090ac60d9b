//! Simulated studies, from the first step to the report.

use super::*;
use crate::analysis::{Detection, Observations, Rate, Split};
use crate::{export, report, templates};

/// Every step of every ready study is answered, once.
#[test]
fn every_ready_study_can_be_walked_to_its_report() {
    for template in templates::ALL {
        let study = template.study().unwrap();
        let simulated = simulate(&study, 4, 5, &Truth::default()).unwrap();
        let StudyData { participants, answers, games, judgements, .. } = &simulated.collected;
        assert_eq!((participants.len(), simulated.turned_away), (4, 0), "{}", template.name);
        for one in participants {
            let steps = simulated.collected.steps(&study);
            let mut steps: Vec<&str> = steps
                .keys()
                .filter(|(number, _)| *number == one.number)
                .map(|(_, step)| step.as_str())
                .collect();
            steps.sort_unstable();
            let mut answered: Vec<&str> = answers
                .iter()
                .filter(|answer| answer.participant == one.number)
                .map(|answer| answer.step.as_str())
                .collect();
            answered.sort_unstable();
            assert_eq!(answered, steps);
            assert_eq!(one.group.is_some(), study.grouping.is_some());
        }
        assert!(games.iter().all(|game| !game.outcome.is_empty() && game.plies > 0));
        assert_eq!(judgements.len(), simulated.judged.moves.len());
        assert_eq!(
            simulated,
            simulate(&study, 4, 5, &Truth::default()).unwrap(),
            "the same seed, the same study"
        );
        let report = report(&study, &simulated.collected, &simulated.judged);
        assert!(report.html().contains("4 participants, 4 finished"));
        for (name, text) in export(&study, &simulated.collected) {
            assert!(!text.is_empty() || name == "records.gkr", "{name}");
        }
    }
}

/// As many lines in answers.csv as items were answered, and every move of every game in moves.csv.
#[test]
fn the_export_has_everything_once() {
    let study = templates::by_name("shogi-moves").unwrap().study().unwrap();
    let Simulated { collected, .. } = simulate(&study, 2, 9, &Truth::default()).unwrap();
    let files: HashMap<String, String> = export(&study, &collected).into_iter().collect();
    let lines =
        |file: &str| csv::Reader::from_reader(files[file].as_bytes()).records().map(Result::unwrap).count();
    let items = |answer: &Answer| answer.value.as_object().map_or(1, |items| items.len().max(1));
    assert_eq!(lines("participants.csv"), 2);
    assert_eq!(lines("answers.csv"), collected.answers.iter().map(items).sum::<usize>());
    assert_eq!(lines("games.csv"), 14, "six games and one of practice each");
    assert_eq!(lines("moves.csv"), collected.games.iter().map(|game| game.plies as usize).sum::<usize>());
    let judged = csv::Reader::from_reader(files["moves.csv"].as_bytes())
        .records()
        .filter(|line| !line.as_ref().unwrap()[7].is_empty())
        .count();
    assert_eq!(judged, collected.judgements.len());
    let columns: Vec<String> = csv::Reader::from_reader(files["codebook.csv"].as_bytes())
        .records()
        .map(|line| line.unwrap()[1].to_owned())
        .collect();
    assert!(
        ["pre.stage", "after-game.bad-moves", "verdict", "group", "item millis", "practice"]
            .iter()
            .all(|name| columns.iter().any(|known| known == name))
    );
}

/// Full groups turn people away: 6 amateurs and 5 professionals.
#[test]
fn quotas_are_kept() {
    let study = templates::by_name("shogi-turing").unwrap().study().unwrap();
    let simulated = simulate(&study, 20, 1, &Truth::default()).unwrap();
    assert_eq!((simulated.collected.participants.len(), simulated.turned_away), (11, 9));
}

/// What is put in comes out: the whole way from simulated games to the rate.
#[test]
fn a_known_detection_rate_is_found() {
    let study = templates::by_name("shogi-moves").unwrap().study().unwrap();
    let truth = Truth { detection: 0.5, ..Truth::default() };
    let Simulated { collected, judged, .. } = simulate(&study, 12, 3, &truth).unwrap();
    let observations = Observations::of(&study, &collected, &judged);
    let everybody = &Split::Everybody.parts(&study, &observations)[0];
    let found = Detection::of(&observations, everybody, None).rate(Rate::Detection).unwrap();
    assert!(found.interval.unwrap().contains(0.5), "{found:?}");
}

/// 500 studies with 200 people each whose rates differ around a known one: the interval holds it in 93 to 97%
/// of them.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    for detection in [0.225, 0.05] {
        let covered = coverage::coverage(&Truth { detection, ..Truth::default() }, 200, 500, 8);
        assert!((0.93..=0.97).contains(&covered.share()), "{detection}: {covered:?}");
    }
}
