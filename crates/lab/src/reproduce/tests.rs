use games::othello::Othello;
use store::StoredGame;

use super::*;

/// The games of the first `count` numbers, made up: A wins two of three, and a game of pairing n takes 60 + 6 (n mod 5) ms.
fn made_up(plan: &Plan, count: u64) -> Vec<StoredGame> {
    let game = |number: u64| {
        let (pairing, index) = plan.place(number);
        let a_score = if index % 3 == 0 { 0.0 } else { 1.0 };
        StoredGame {
            number,
            first: "a".to_owned(),
            second: "b".to_owned(),
            score: if index % 2 == 0 { a_score } else { 1.0 - a_score },
            ending: String::new(),
            forfeit: None,
            plies: 60,
            start: String::new(),
            moves: format!("{number}"),
            notes: None,
            millis: 60 + 6 * (pairing as u64 % 5),
        }
    };
    (0..count).map(game).collect()
}

fn evidence(id: &str, scale: f64, share: f64) -> (Vec<Evidence>, Report) {
    let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == id).unwrap();
    let Way::Games { plans, report } = experiment.way else { panic!("{id} has no games") };
    let evidence: Vec<Evidence> = plans(scale, 7)
        .into_iter()
        .map(|plan| plan.checked::<Othello>().unwrap())
        .map(|plan| Evidence {
            games: made_up(&plan, (plan.total() as f64 * share) as u64),
            runs: Vec::new(),
            plan,
        })
        .collect();
    let report = report(&evidence).unwrap();
    (evidence, report)
}

#[test]
fn plans_have_the_papers_number_of_games() {
    let totals =
        |id, scale| -> Vec<u64> { evidence(id, scale, 0.0).0.iter().map(|one| one.plan.total()).collect() };
    assert_eq!(totals("othello-fig6", 1.0), [5 * 50, 10 * 50]);
    assert_eq!(totals("othello-fig5", 1.0), [5 * 100]);
    assert_eq!(totals("othello-fig4", 1.0), [15 * 200]);
    // Pairs of games stay whole.
    assert_eq!(totals("othello-fig6", 0.05), [5 * 4, 10 * 4]);
}

#[test]
fn the_ladder_stands_beside_the_paper() {
    let (_, report) = evidence("othello-fig6", 0.6, 1.0);
    assert!(report.lead.contains("66.7% (depth 5), 66.7% (depth 10)"), "{}", report.lead);
    assert!(report.lead.contains("The bots differ in strength"), "{}", report.lead);
    let (_, few) = evidence("othello-fig6", 0.05, 1.0);
    assert!(few.lead.contains("the scores do not show whether the ladder adapts"), "{}", few.lead);
    let page = report.html();
    assert!(page.contains("<td class=\"words paper\">a little over 60</td>"), "{page}");
    let files: Vec<String> = report.csv().into_iter().map(|(name, _)| name).collect();
    assert_eq!(files, ["ladder.csv", "bots.csv", "conduct.csv", "players.csv", "games-1.csv", "games-2.csv"]);
}

#[test]
fn depths_are_rated_from_the_papers_lowest() {
    let (_, report) = evidence("othello-fig4", 0.3, 1.0);
    let depths = report.tables().find(|table| table.name == "depths").unwrap();
    let lines = depths.lines();
    assert_eq!((lines.len(), lines[1][1].as_str(), lines[6][4].as_str()), (7, "980", "about 1300"));
    // A beats B two to one in every meeting: whoever is named earlier is stronger.
    let elo: Vec<f64> = lines[1..].iter().map(|line| line[1].parse().unwrap()).collect();
    assert!(elo.windows(2).all(|two| two[0] > two[1]), "{elo:?}");
}

#[test]
fn times_are_multiples_of_the_first() {
    let (_, report) = evidence("othello-fig5", 0.1, 1.0);
    assert!(report.lead.contains("depth 15 takes 1.20 times") && report.lead.contains("depth 25 1.40 times"));
}

#[test]
fn what_has_hardly_begun_can_be_shown() {
    for id in ["othello-fig4", "othello-fig5", "othello-fig6"] {
        for share in [0.0, 0.1, 0.5] {
            let page = evidence(id, 0.2, share).1.html();
            assert!(page.contains("not finished") && !page.contains("NaN"), "{id} {share}");
        }
    }
}
