use games::othello::Othello;
use store::{StoredGame, StoredRun};

use super::*;
use crate::{GameLimits, Plan};

/// A few quick games of a plan, without a store.
fn evidence(text: &str) -> Evidence {
    let plan = text.parse::<Plan>().unwrap().checked::<Othello>().unwrap();
    let matches = plan.matches::<Othello>().unwrap();
    let game = |number: u64| -> StoredGame {
        let (pairing, index) = plan.place(number);
        let played =
            matches[pairing].play_as(index, GameLimits { max_plies: None, clock: true }, None).unwrap();
        crate::stored::stored(number, &played, plan.keep, std::time::Duration::from_millis(12))
    };
    let games = (0..plan.total()).map(game).collect();
    let run = StoredRun {
        worker: "one".into(),
        version: "0.1.0".into(),
        began: 1_700_000_000_000,
        seen: 1_700_000_060_000,
        silent: 0,
        played: 18,
        redelivered: 0,
    };
    Evidence { plan, fingerprint: "0123456789ab".to_owned(), games, runs: vec![run] }
}

const THREE: &str = r#"
    title = "Three & <one>"
    game = "othello"
    opponents = ["random", "alphabeta:depth=1,eval=three-term", "mcts:playouts=20"]
    games = 6
"#;

#[test]
fn a_page_has_everything_and_needs_nothing() {
    let mut evidence = evidence(THREE);
    evidence.games[3].forfeit = Some("second: crashed: \"<script>\"".into());
    evidence.games.pop();
    let report = run_report(&evidence).unwrap();
    let page = report.html();
    for part in [
        "<html lang=\"en\">",
        "<title>Three &amp; &lt;one&gt;</title>",
        "prefers-color-scheme: dark",
        "Table 1.",
        "Figure 2.",
        "<th scope=\"col\"",
        "<th scope=\"row\"",
        "17 of 18: not finished",
        "second: crashed: &quot;&lt;script&gt;&quot;",
        "2023-11-14 22:13:20 UTC",
        &evidence.hash().unwrap(),
        "fingerprint 0123456789ab",
        "opponents = [",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="), "{page}");
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http:") && !outside.contains("https:"), "no address outside");
}

#[test]
fn files_hold_every_table_and_game() {
    let evidence = evidence(THREE);
    let files = run_report(&evidence).unwrap().csv();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["results.csv", "cross-table.csv", "ratings.csv", "conduct.csv", "players.csv", "games.csv"]
    );
    let games = &files[5].1;
    let mut reader = csv::Reader::from_reader(games.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows.len(), 18);
    // A name has commas in it, and comes back whole.
    assert_eq!(&rows[0][2], evidence.plan.opponents[1].as_str());
    let points: f64 = rows.iter().map(|row| row[3].parse::<f64>().unwrap()).sum();
    assert_eq!(points, evidence.games.iter().map(|game| game.score).sum::<f64>());
}

#[test]
fn who_never_met_is_not_rated() {
    let text = THREE.replace("games = 6", "games = 2\npairing = [[0, 1]]");
    let page = run_report(&evidence(&text)).unwrap().html();
    assert!(page.contains("The games give no ratings: 2 groups of players that never met"), "{page}");
}

#[test]
fn pairs_from_one_opening_are_counted_together() {
    let text = format!("{THREE}\nopenings = [\"f5 d6\", \"f5 f4\", \"f5 f6\"]");
    let evidence = evidence(&text);
    let results = evidence.results();
    let (intervals, paired) = evidence.intervals(&results);
    assert!(paired);
    let scores: Vec<f64> = (0..6)
        .map(
            |index| {
                if index % 2 == 0 { evidence.games[index].score } else { 1.0 - evidence.games[index].score }
            },
        )
        .collect();
    assert_eq!(intervals[0], statistics::Pairs::of_games(&scores).interval());
}
