use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use games::{GameKind, Side, with_game};
use search::Unit;
use store::StoredGame;

use super::*;
use crate::{Judged, JudgedGame, Judgements, ResultCache};
use report::{Block, Cell as Shown, Reproduction};

/// The games of the first `count` numbers, made up: A wins two of three, and a game of pairing n takes 60 + 6
/// (n mod 5) ms.
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

/// A game of Geister from this position.
pub(super) fn stored_game(start: &str, moves: &str) -> StoredGame {
    StoredGame {
        number: 0,
        first: "a".to_owned(),
        second: "b".to_owned(),
        score: 0.5,
        ending: String::new(),
        forfeit: None,
        plies: moves.split_whitespace().count() as u64,
        start: start.to_owned(),
        moves: moves.to_owned(),
        notes: None,
        millis: 0,
    }
}

/// Makes up games and judgements instead of playing.
struct FakeRunner<'a> {
    /// Share of each plan's games that have been played.
    share: f64,
    /// Changes the games of a plan.
    edit: &'a (dyn Fn(&mut [StoredGame]) + Sync),
    /// What every move of the program loses by the analyst and by the observer, in each plan.
    losses: &'a [[f64; 2]],
    asked: Mutex<Vec<Plan>>,
    cache: MemoryCache,
    steps: [AtomicU64; 2],
}

impl Default for FakeRunner<'_> {
    fn default() -> Self {
        FakeRunner {
            share: 1.0,
            edit: &|_| {},
            losses: &[],
            asked: Mutex::default(),
            cache: MemoryCache::default(),
            steps: Default::default(),
        }
    }
}

impl FakeRunner<'_> {
    fn run(&self, id: &str, scale: f64) -> Result<Report> {
        let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == id).unwrap();
        (experiment.run)(&Context { scale, seed: 7, people: None, runner: self })
    }

    /// Total games of every plan that was asked for.
    fn totals(&self) -> Vec<u64> {
        self.asked.lock().unwrap().iter().map(Plan::total).collect()
    }
}

impl Runner for FakeRunner<'_> {
    fn games(&self, plans: Vec<Plan>) -> Result<Vec<Evidence>> {
        let played = |plan: Plan| {
            let plan = with_game!(plan.game.parse::<GameKind>()?, G => plan.checked::<G>()?);
            let mut games = made_up(&plan, (plan.total() as f64 * self.share) as u64);
            (self.edit)(&mut games);
            self.asked.lock().unwrap().push(plan.clone());
            let fingerprint = plan.fingerprint()?.to_owned();
            Ok(Evidence { games, runs: Vec::new(), fingerprint, plan })
        };
        plans.into_iter().map(played).collect()
    }

    fn judgements(&self, evidence: &Evidence, analyst: &str, observer: Option<&str>) -> Result<Judgements> {
        let plan = &evidence.plan;
        let number = self.asked.lock().unwrap().iter().position(|asked| asked == plan).unwrap();
        let games = (0..plan.total()).map(|game| judged_game(plan, game, self.losses[number])).collect();
        Ok(Judgements { analyst: analyst.to_owned(), observer: observer.map(str::to_owned), games })
    }

    fn cache(&self, _kind: CacheKind) -> Result<Box<dyn ResultCache + Sync + '_>> {
        Ok(Box::new(&self.cache))
    }

    fn expect_steps(&self, steps: u64, _unit: &'static str) {
        self.steps[1].store(steps, Ordering::Relaxed);
    }

    fn step(&self) {
        self.steps[0].fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(Default)]
struct MemoryCache(Mutex<BTreeMap<String, Vec<u8>>>);

impl ResultCache for &MemoryCache {
    fn load(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.lock().unwrap().get(name).cloned())
    }

    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.lock().unwrap().insert(name.to_owned(), bytes.to_owned());
        Ok(())
    }
}

fn report(id: &str, scale: f64, share: f64) -> Report {
    FakeRunner { share, ..FakeRunner::default() }.run(id, scale).unwrap()
}

#[test]
fn finished_parts_come_from_the_cache() {
    let runner = FakeRunner::default();
    let context = Context { scale: 1.0, seed: 1, people: None, runner: &runner };
    let made = Cell::new(0);
    let make = || {
        made.set(made.get() + 1);
        Ok::<_, PlanError>(vec![(made.get(), Some(0.5))])
    };
    let first = context.cached("012345", "a", make).unwrap();
    assert_eq!(context.cached("012345", "a", make).unwrap(), first);
    assert_eq!(made.get(), 1);
    assert_ne!(context.cached("012345", "b", make).unwrap(), first);
    assert_ne!(context.cached("543210", "a", make).unwrap(), first, "opponents of another fingerprint");
    runner.cache.0.lock().unwrap().values_mut().for_each(|bytes| bytes.truncate(3));
    let broken = context.cached("012345", "a", make).unwrap_err().to_string();
    assert!(broken.contains("expected what an earlier run kept"), "{broken}");
}

#[test]
fn every_announced_step_is_taken() {
    for (id, scale) in [("othello-fig9", 0.02), ("kalah-table1", 0.01), ("shogi-imitation", 0.003)] {
        let runner = FakeRunner::default();
        runner.run(id, scale).unwrap();
        let [taken, announced] = runner.steps.each_ref().map(|steps| steps.load(Ordering::Relaxed));
        assert!(announced > 0 && taken == announced, "{id}: {taken} of {announced}");
    }
}

#[test]
fn plans_have_the_papers_number_of_games() {
    let totals = |id, scale| {
        let runner = FakeRunner { share: 0.0, ..FakeRunner::default() };
        runner.run(id, scale).unwrap();
        runner.totals()
    };
    assert_eq!(totals("othello-fig6", 1.0), [9 * 200, 9 * 60, 9 * 60, 9 * 60]);
    assert_eq!(totals("othello-fig5", 1.0), [4 * 5 * 100]);
    assert_eq!(totals("othello-fig4", 1.0), [15 * 200, 6 * 200, 4 * 200]);
    // Pairs of games stay whole.
    assert_eq!(totals("othello-fig6", 0.015), [9 * 4, 9 * 2, 9 * 2, 9 * 2]);
}

#[test]
fn the_ladder_is_shown_beside_the_paper() {
    let report = report("othello-fig6", 0.15, 1.0);
    assert!(report.lead.contains("66.7% (depth 5), 66.7% (depth 10)"), "{}", report.lead);
    assert_eq!(report.verdict.as_ref().map(|verdict| verdict.outcome), Some(Reproduction::NotReproduced));
    let page = report.html();
    assert!(page.contains("<td class=\"words paper\">a little over 60</td>"), "{page}");
    let even = |games: &mut [StoredGame]| games.iter_mut().for_each(|game| game.score = 0.5);
    let even = FakeRunner { edit: &even, ..FakeRunner::default() }.run("othello-fig6", 0.15).unwrap();
    assert_eq!(even.verdict.unwrap().outcome, Reproduction::Reproduced);
}

#[test]
fn depths_are_rated_from_the_papers_lowest() {
    let report = report("othello-fig4", 0.3, 1.0);
    let depths = report.tables().find(|table| table.name == "depths").unwrap();
    let lines = depths.lines();
    assert_eq!((lines.len(), lines[1][1].as_str(), lines[6][4].as_str()), (7, "980", "about 1300"));
    // A beats B two to one in every meeting: whoever is named earlier is stronger.
    let elo: Vec<f64> = lines[1..].iter().map(|line| line[1].parse().unwrap()).collect();
    assert!(elo.windows(2).all(|two| two[0] > two[1]), "{elo:?}");
    assert_eq!(report.verdict.unwrap().outcome, Reproduction::InPart);
    let rungs = report.sections.iter().find(|section| section.heading == "The rungs of the ladder").unwrap();
    let Block::Table(table) = &rungs.blocks[0] else { panic!("expected a table") };
    assert_eq!(table.lines()[1][..2], ["9", "5"]);
}

#[test]
fn times_are_multiples_of_the_first() {
    let report = report("othello-fig5", 0.1, 1.0);
    assert!(report.lead.contains("depth 15 takes 1.20 times") && report.lead.contains("depth 25 1.40 times"));
    // 1.20 is within 15% of the paper's 1.40, and 1.40 is not within 15% of 1.20.
    assert_eq!(report.verdict.unwrap().outcome, Reproduction::InPart);
}

/// Makes the games those of Geister in which a blue ghost of the second player steps beside its exit.
fn geister_games(games: &mut [StoredGame]) {
    let start = "b2R,c2R,d2R,e2R,b1B,c1B,d1B,e1B a3B,d5R,c5R,b5R,e6R,d6B,c6B,b6B second 21/256";
    for game in games {
        *game = StoredGame {
            number: game.number,
            score: game.score,
            ..stored_game(start, if game.number % 4 == 0 { "a3a2 b2a2" } else { "a3a2 c2c3" })
        };
    }
}

#[test]
fn what_was_read_stands_beside_what_it_is_worth() {
    let runner = FakeRunner { edit: &geister_games, ..FakeRunner::default() };
    let report = runner.run("geister-table5", 0.05).unwrap();
    // Plain MC wins two of three games, whatever the network.
    assert_eq!(report.verdict.as_ref().unwrap().outcome, Reproduction::NotReproduced);
    let lines = |name: &str| report.tables().find(|table| table.name == name).unwrap().lines();
    let exits = lines("exits");
    assert_eq!(exits.len(), 1 + 7);
    // The readers sit first in half of the 36 games and see one ghost in each, always a blue one.
    assert_eq!(exits[1][2..6], ["18", "1", "0.5", "0"], "{exits:?}");
    assert_eq!(lines("read").len(), 1 + 6);
    assert_eq!(lines("both-seats")[1][5], "0.5", "the paper's points without reading");
}

#[test]
fn unfinished_runs_can_be_reported() {
    for id in ["geister-table1", "geister-table5", "geister-table5-pm"] {
        for (share, verdict) in [(0.0, false), (0.1, false), (1.0, true)] {
            let runner = FakeRunner { share, edit: &geister_games, ..FakeRunner::default() };
            let report = runner.run(id, 0.01).unwrap();
            let page = report.html();
            assert_eq!(report.verdict.is_some(), verdict, "{id} {share}");
            assert!(!page.contains("NaN") && !page.contains('`'), "{id} {share}: {page}");
        }
    }
    for id in ["othello-fig4", "othello-fig5", "othello-fig6"] {
        for share in [0.0, 0.1, 0.5] {
            let page = report(id, 0.2, share).html();
            assert!(page.contains("not finished") && !page.contains("NaN"), "{id} {share}");
        }
    }
}

/// A judged game of the plan, in which every program's move loses `loss` points by the analyst's word and
/// `seen` by the observer's.
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
fn bad_moves_blunders_and_what_feels_bad_are_counted_separately() {
    // The first group sees half of what its programs give away; the second sees what is not there.
    let losses = &[[1200.0, 400.0], [0.0, 400.0]];
    let report = FakeRunner { losses, ..FakeRunner::default() }.run("shogi-badmoves", 1.0).unwrap();
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
    assert_eq!(column("closeness", "blunders %"), ["1", "1", "1", "0", "0", "0"]);
    assert_eq!(column("closeness", "close %"), ["0", "0", "0", "1", "1", "1"]);
}

#[test]
fn shallow_searches_are_counted_by_seat_without_equal_games() {
    let edited = Mutex::new(false);
    let edit = |games: &mut [StoredGame]| {
        // Of the six games of the first pairing two have the moves of the ones before.
        if std::mem::replace(&mut *edited.lock().unwrap(), true) {
            return;
        }
        games[2].moves = games[0].moves.clone();
        games[3].moves = games[1].moves.clone();
        games[4].plies = 512;
    };
    let report = FakeRunner { edit: &edit, ..FakeRunner::default() }.run("shogi-fig9", 0.006).unwrap();
    let table = report.tables().find(|table| table.name == "matches").unwrap();
    let [first, second] = [&table.rows[0], &table.rows[1]];
    // A, the program, loses games 0 and 3, sitting first and second: the shallow search wins one in each
    // seat.
    assert_eq!((&first[2], &first[3]), (&Shown::Count(4), &Shown::Count(2)));
    assert_eq!((&first[7], &first[8]), (&Shown::Share(0.0), &Shown::Share(0.5)));
    assert_eq!((&first[9], &second[9]), (&Shown::Count(1), &Shown::Count(0)));
    assert_eq!(
        (&second[2], &second[7], &second[8]),
        (&Shown::Count(6), &Shown::Share(1.0 / 3.0), &Shown::Share(1.0 / 3.0))
    );
}

#[test]
fn weakened_players_are_rated_on_the_scale_of_the_thesis() {
    let report = report("shogi-weakened", 0.05, 1.0);
    let table = report.tables().find(|table| table.name == "ratings").unwrap();
    let ratings: Vec<f64> = table.lines()[1..6].iter().map(|line| line[1].parse().unwrap()).collect();
    // The mean of the thesis's 824, 1159, 1442, 1740 and 1984.
    assert!((ratings.iter().sum::<f64>() / 5.0 - 1429.8).abs() < 1e-6, "{ratings:?}");
    assert!(report.lead.contains("noise 450, depth 6 at"), "{}", report.lead);
    assert!(report.verdict.is_some());
}
