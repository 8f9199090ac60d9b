//! A small study from its file to its answers.

use std::collections::{BTreeMap, HashSet};

use games::Side;
use serde_json::json;

use super::*;

const SMALL: &str = include_str!("tests/small.toml");
const RECORD: &str =
    "game othello\nfirst Alice\nsecond alphabeta:depth=3\n* between us\n1 f5 value=0.5\n* why\n2 d6\n3 c3\n";

fn read(file: &str) -> Result<String, String> {
    let start = games::othello::Othello::default();
    let text = RECORD.replacen("first Alice", &format!("start {start}\nfirst Alice"), 1);
    if file.starts_with("records/") { Ok(text) } else { Err("a file that is there".to_owned()) }
}

fn small() -> Study {
    Study::parse(SMALL, &mut read).unwrap()
}

#[test]
fn a_file_becomes_a_study_and_its_bundle_the_same_study() {
    let study = small();
    let again = Study::from_bundle(&study.to_bundle()).unwrap();
    assert_eq!((&again, again.hash()), (&study, study.hash()));
    assert_eq!(study.hash().len(), 64);
    let mut other = study.clone();
    other.title.en.push('!');
    assert_ne!(other.hash(), study.hash());
}

#[test]
fn what_was_called_lot_opens_in_a_store_and_is_refused_in_a_file() {
    let mut study = small();
    study.grouping.as_mut().unwrap().by = GroupBy::Random;
    let bundle = study.to_bundle();
    let older = bundle.replace("\"by\":\"random\"", "\"by\":\"lot\"");
    assert_ne!(older, bundle);
    let opened = |bundle: &str| format!("{:?}", Study::from_bundle(bundle));
    assert_eq!(opened(&older), opened(&bundle));
    let error = serde_json::from_str::<GroupBy>("\"lot\"").unwrap_err().to_string();
    assert!(error.contains("`lot`") && error.contains("`random`"), "{error}");
}

#[test]
fn nothing_in_a_bundle_says_who_played_a_record() {
    let bundle = small().to_bundle();
    for secret in ["Alice", "depth=3", "between us", "* why", "value="] {
        assert!(!bundle.contains(secret), "{secret}");
    }
}

/// Each change of the file, and what is said of it.
#[test]
fn errors_name_their_line() {
    for (from, to, said) in [
        ("id = \"small\"", "id = \"Small Study\"", "line 1: id: found \"Small Study\""),
        ("questionnaire = \"pre\"", "questionnaire = \"prä\"", "the id of a questionnaire: pre, after"),
        (
            "opponent = \"random\"",
            "opponent = \"rondom\"",
            "expected the name of an opponent for othello: found opponent \"rondom\"",
        ),
        ("opponent = \"random\"", "opponent = \"usi:rm\"", "expected the name of an opponent"),
        ("order = \"counterbalanced\"", "order = \"mixed\"", "unknown variant `mixed`"),
        ("records/two.gkr", "../two.gkr", "tasks[1].records[1].file: found \"../two.gkr\""),
        ("records/two.gkr", "two.gkr", "found \"two.gkr\", expected a file that is there"),
        ("records/two.gkr", "records/one.gkr", "every id once"),
        ("to = 3", "to = 4", "4 in no group or several"),
        ("question = \"pre.skill\"", "question = \"pre.sex\"", "grouping.question: found \"pre.sex\""),
        ("question = \"pre.skill\"", "question = \"pre.age\"", "0 in no group or several"),
        ("skill = \"pre.skill\"", "skill = \"pre.age\"", "analysis.skill: found \"pre.age\""),
        ("strength = \"after.strength\"", "paper = \"x\"", "analysis.paper: found \"x\""),
        ("high = 120", "high = -1", "pre.age: found low 0, high -1"),
        ("after = \"after\"", "", "\"after\" in no task"),
        ("judge-moves = true", "judge-move = true", "judge-move"),
        ("required = false", "requird = false", "requird"),
        ("low = 0", "", "found no low"),
        ("kind = \"text\"", "kind = \"text\"\nlow = 1", "which a question of kind text does not have"),
        ("title = { en = \"A small study\", ja", "title = { en = \"\", ja", "title.en: found nothing"),
    ] {
        assert!(SMALL.contains(from), "{from}");
        let faults = Study::parse(&SMALL.replacen(from, to, 1), &mut read).unwrap_err();
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(all.iter().any(|fault| fault.contains(said)), "{to}: {all:?}");
        assert!(all.iter().all(|fault| !fault.contains('\n')));
    }
}

#[test]
fn steps_are_the_same_for_the_same_seed_and_complete_for_any() {
    let study = small();
    assert_eq!(study.steps(3, 1), study.steps(3, 1));
    let orders: HashSet<Vec<usize>> = (0..40)
        .map(|seed| {
            let steps = study.steps(seed, 1);
            let ids: Vec<&str> = steps.iter().map(|step| step.id.as_str()).collect();
            let games = ["3.1", "3.1.after", "3.2", "3.2.after", "3.3", "3.3.after", "3.4", "3.4.after"];
            assert_eq!(ids[..4], ["1", "2.1", "2.2", "2.3"]);
            assert_eq!(ids[4..], games);
            steps
                .iter()
                .filter_map(|step| match step.kind {
                    StepKind::Record { record, .. } => Some(record),
                    _ => None,
                })
                .collect()
        })
        .collect();
    assert_eq!(orders.len(), 6, "every order of three records");
}

/// Over four participants both conditions come first equally often, with both sides first equally often.
#[test]
fn counterbalanced_games_are_balanced() {
    let study = small();
    let mut first: BTreeMap<(String, Side), u32> = BTreeMap::new();
    for number in 1..=8 {
        let steps = study.steps(number, number);
        let games: Vec<(String, Side)> = steps
            .iter()
            .filter_map(|step| match &step.kind {
                StepKind::Game { condition, side, judged_moves: true, .. } => {
                    Some((condition.clone(), (*side)?))
                }
                _ => None,
            })
            .collect();
        assert_eq!(games.iter().collect::<HashSet<_>>().len(), 4);
        *first.entry(games[0].clone()).or_default() += 1;
    }
    assert_eq!(first.into_values().collect::<Vec<_>>(), [2, 2, 2, 2]);
}

#[test]
fn answers_are_checked_item_by_item() {
    let study = small();
    let steps = study.steps(1, 1);
    let good = json!({"skill": 4, "sex": "none", "why": ["b", "a"], "age": 30, "comment": " x\r\n\u{0} "});
    let kept = study.check_answer(&steps[0], &good).unwrap();
    assert_eq!(kept, json!({"skill": 4, "sex": "none", "why": ["a", "b"], "age": 30, "comment": "x"}));
    assert_eq!(study.check_answer(&steps[0], &kept).unwrap(), kept);
    let short = json!({"skill": 1, "sex": "none", "why": ["a"], "age": 30});
    assert_eq!(study.check_answer(&steps[0], &short).unwrap()["comment"], json!(null));
    for (item, value) in [
        ("skill", json!(0)),
        ("skill", json!(6)),
        ("skill", json!(2.5)),
        ("skill", json!("3")),
        ("skill", json!(null)),
        ("sex", json!("other")),
        ("why", json!([])),
        ("why", json!(["a", "z"])),
        ("age", json!(121)),
        ("age", json!("30")),
        ("comment", json!("x".repeat(101))),
        ("comment", json!(3)),
        ("unasked", json!(1)),
    ] {
        let mut bad = good.clone();
        bad[item] = value.clone();
        let wrong = study.check_answer(&steps[0], &bad).unwrap_err();
        assert_eq!(wrong.iter().map(|one| one.item.as_str()).collect::<Vec<_>>(), [item], "{value}");
    }
    let record = json!({"verdict": 5, "reason": "", "seen": false});
    assert_eq!(study.check_answer(&steps[1], &record).unwrap()["verdict"], 5);
    assert_eq!(study.check_answer(&steps[1], &json!({"reason": "x"})).unwrap_err().len(), 2);
    assert!(study.check_answer(&steps[4], &json!({})).is_ok());
    assert!(
        study.check_answer(&steps[4], &json!({"a": 1})).is_err()
            && study.check_answer(&steps[4], &json!(1)).is_err()
    );
}

#[test]
fn groups_by_answer_by_link_and_at_random() {
    let mut study = small();
    assert_eq!(study.place(None, &|_| 0, 1), Ok(None));
    assert_eq!(study.group_by_answer("pre", &json!({"skill": 3})).unwrap().id, "novices");
    assert_eq!(study.group_by_answer("pre", &json!({"skill": 4})).unwrap().id, "experienced");
    assert_eq!(study.group_by_answer("after", &json!({"skill": 4})), None);
    let grouping = study.grouping.as_mut().unwrap();
    grouping.by = GroupBy::Link;
    grouping.groups[0].quota = Some(2);
    assert!(matches!(study.place(Some("x"), &|_| 0, 1), Err(TurnedAway::NoSuchGroup { .. })));
    assert_eq!(study.place(Some("novices"), &|_| 1, 1), Ok(Some("novices".to_owned())));
    assert_eq!(study.place(Some("novices"), &|_| 2, 1), Err(TurnedAway::Full));
    study.grouping.as_mut().unwrap().by = GroupBy::Random;
    let least = |id: &str| u64::from(id == "novices");
    assert_eq!(study.place(None, &least, 1), Ok(Some("experienced".to_owned())));
    let drawn: HashSet<_> = (0..20).map(|seed| study.place(None, &|_| 0, seed).unwrap()).collect();
    assert_eq!(drawn.len(), 2);
    assert_eq!(study.place(None, &|_| 5, 1), Ok(Some("experienced".to_owned())));
}

/// Whatever is missing, nobody panics: a file may be cut anywhere, and any line may be left out.
#[test]
fn half_a_file_is_refused() {
    for (place, _) in SMALL.char_indices().step_by(7) {
        let faults = Study::parse(&SMALL[..place], &mut read).unwrap_err();
        assert!(!faults.is_empty());
    }
    let lines: Vec<&str> = SMALL.lines().collect();
    for out in 0..lines.len() {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(place, _)| *place != out).map(|(_, line)| *line).collect();
        if let Err(faults) = Study::parse(&rest.join("\n"), &mut read) {
            assert!(faults.iter().all(|fault| !fault.expected.is_empty()), "{faults:?}");
        }
    }
    assert!(Study::from_bundle("{}").is_err() && Study::from_bundle("").is_err());
}

/// An analyst looks at the program's moves alone, and hears of nothing else.
#[test]
fn the_programs_moves_are_judged() {
    let study = small();
    let simulated = simulate::simulate(&study, 1, 2, &simulate::Truth::default()).unwrap();
    let progress = std::sync::Mutex::new((0, 0));
    let hear = |done: usize, of: usize| *progress.lock().unwrap() = (done, of);
    let judged = judge_games(&study, &simulated.collected, Some("alphabeta:depth=3"), &hear).unwrap();
    assert!(judged.analyst.starts_with("alphabeta:"), "{}", judged.analyst);
    let places = |judged: &AnalystJudgements| -> Vec<(String, u32)> {
        judged.moves.iter().map(|one| (one.step.clone(), one.ply)).collect()
    };
    assert_eq!(places(&judged), places(&simulated.judged), "the same moves, in the same order");
    assert!(judged.moves.iter().any(|one| one.bad) && judged.moves.iter().any(|one| !one.bad));
    let (_, of) = *progress.lock().unwrap();
    assert!(of > 0);
    assert!(judge_games(&study, &simulated.collected, Some("nobody"), &hear).is_err());
}
