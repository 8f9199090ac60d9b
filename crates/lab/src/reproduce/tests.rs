use games::Side;
use games::othello::Othello;
use games::shogi::Shogi;
use search::Unit;
use store::StoredGame;

use super::*;
use crate::{Judged, JudgedGame};
use report::Cell;

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

/// A judged game of the plan, in which every program's move loses `loss` points by the analyst's word and `seen` by the observer's.
fn judged_game(plan: &Plan, number: u64, [loss, seen]: [f64; 2]) -> JudgedGame {
    let judged = |ply: usize, loss: f64| Judged {
        ply,
        side: Side::BOTH[ply % 2],
        mv: "7g7f".to_owned(),
        value: -loss,
        rank: 2,
        moves: 2,
        best: "2g2f".to_owned(),
        best_value: 0.0,
        unit: Unit::Points,
        exact: false,
    };
    let plies = plan.opening_plies(number)..60;
    JudgedGame {
        number,
        plies: 60,
        analyst: plies.clone().map(|ply| judged(ply, loss)).collect(),
        observer: plies.map(|ply| judged(ply, seen)).collect(),
    }
}

#[test]
fn bad_moves_gifts_and_what_is_felt_are_told_apart() {
    let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == "shogi-badmoves").unwrap();
    let Way::Judged { inquiries, report } = experiment.way else { panic!("nobody judges") };
    let (mut evidence, mut judgements) = (Vec::new(), Vec::new());
    // The first group sees half of what its programs give away; the second sees what is not there.
    for (inquiry, losses) in inquiries(1.0, 7).into_iter().zip([[1200.0, 400.0], [0.0, 400.0]]) {
        let plan = inquiry.plan.checked::<Shogi>().unwrap();
        let games = (0..plan.total()).map(|number| judged_game(&plan, number, losses)).collect();
        judgements.push(Judgements { analyst: inquiry.analyst, observer: inquiry.observer, games });
        evidence.push(Evidence { games: made_up(&plan, plan.total()), runs: Vec::new(), plan });
    }
    let report = report(&evidence, &judgements).unwrap();
    let column = |table: &str, head: &str| -> Vec<String> {
        let table = report.tables().find(|one| one.name == table).unwrap();
        let lines = table.lines();
        let place = lines[0].iter().position(|name| name == head).unwrap();
        lines[1..].iter().map(|line| line[place].clone()).collect()
    };
    assert_eq!(column("rates", "bad %"), ["1", "1", "1", "0", "0", "0"]);
    assert_eq!(column("rates", "detection %"), ["1", "1", "1", "", "", ""]);
    assert_eq!(column("rates", "false alarms %"), ["", "", "", "1", "1", "1"]);
    assert_eq!(column("rates", "false discoveries %"), ["0", "0", "0", "1", "1", "1"]);
    assert_eq!(column("closeness", "gifts %"), ["1", "1", "1", "0", "0", "0"]);
    assert_eq!(column("closeness", "close %"), ["0", "0", "0", "1", "1", "1"]);
}

#[test]
fn shallow_searches_are_told_by_seat_and_without_equal_games() {
    let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == "shogi-fig9").unwrap();
    let Way::Games { plans, report } = experiment.way else { panic!("no games") };
    let evidence: Vec<Evidence> = plans(0.006, 7)
        .into_iter()
        .map(|plan| plan.checked::<Shogi>().unwrap())
        .map(|plan| {
            let mut games = made_up(&plan, plan.total());
            // Of the six games of the first pairing two have the moves of the ones before.
            games[2].moves = games[0].moves.clone();
            games[3].moves = games[1].moves.clone();
            games[4].plies = 512;
            Evidence { games, runs: Vec::new(), plan }
        })
        .collect();
    let report = report(&evidence).unwrap();
    let table = report.tables().find(|table| table.name == "matches").unwrap();
    let [first, second] = [&table.rows[0], &table.rows[1]];
    // A, the program, loses games 0 and 3, sitting first and second: the shallow search wins one in each seat.
    assert_eq!((&first[2], &first[3]), (&Cell::Count(4), &Cell::Count(2)));
    assert_eq!((&first[7], &first[8]), (&Cell::Share(0.0), &Cell::Share(0.5)));
    assert_eq!((&first[9], &second[9]), (&Cell::Count(1), &Cell::Count(0)));
    assert_eq!(
        (&second[2], &second[7], &second[8]),
        (&Cell::Count(6), &Cell::Share(1.0 / 3.0), &Cell::Share(1.0 / 3.0))
    );
}

#[test]
fn weakened_players_stand_on_the_theses_scale() {
    let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == "shogi-weakened").unwrap();
    let Way::Games { plans, report } = experiment.way else { panic!("no games") };
    let plan = plans(0.05, 7).remove(0).checked::<Shogi>().unwrap();
    let games = made_up(&plan, plan.total());
    let report = report(&[Evidence { games, runs: Vec::new(), plan }]).unwrap();
    let table = report.tables().find(|table| table.name == "ratings").unwrap();
    let ratings: Vec<f64> = table.lines()[1..6].iter().map(|line| line[1].parse().unwrap()).collect();
    // The mean of the thesis's 824, 1159, 1442, 1740 and 1984.
    assert!((ratings.iter().sum::<f64>() / 5.0 - 1429.8).abs() < 1e-6, "{ratings:?}");
    assert!(report.lead.contains("depth 3 at"), "{}", report.lead);
}
