//! What holds for every store. With `GOKAKU_TEST_POSTGRES` set to a URL, for PostgreSQL as well.

use ::games::Side;

use super::*;

fn plan(hash: &str) -> StoredPlan {
    StoredPlan {
        hash: hash.to_owned(),
        game: "othello".to_owned(),
        plan: "seed = 1".to_owned(),
        games: 4,
        fingerprint: "0123456789ab".to_owned(),
    }
}

fn game(number: u64) -> StoredGame {
    StoredGame {
        number,
        first: "random".to_owned(),
        second: "mcts:playouts=10".to_owned(),
        score: 0.5,
        ending: "most points".to_owned(),
        forfeit: (number == 1).then(|| "second: crashed".to_owned()),
        plies: 60,
        start: "互角".to_owned(),
        moves: "f5 d6".to_owned(),
        notes: (number == 2).then(|| "3\t\twhy\n".to_owned()),
        millis: 7,
    }
}

/// The store of this test: a new file, or a new database of the server that is given.
pub(crate) async fn stores(folder: &tempfile::TempDir, name: &str) -> Vec<Store> {
    let file = folder.path().join("a b?c.db");
    let mut stores = vec![Store::open(file.to_str().unwrap()).await.unwrap()];
    if let Ok(server) = std::env::var("GOKAKU_TEST_POSTGRES") {
        sqlx::any::install_default_drivers();
        let admin = AnyPool::connect(&format!("{server}/postgres")).await.unwrap();
        for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")] {
            admin.execute(sqlx::AssertSqlSafe(statement)).await.unwrap();
        }
        stores.push(Store::open(&format!("{server}/{name}")).await.unwrap());
    }
    stores
}

#[tokio::test]
async fn what_is_kept_is_found_again_once() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_games").await {
        store.add_plan(&plan("abc")).await.unwrap();
        store.add_plan(&plan("abc")).await.unwrap();
        store.add_plan(&plan("abd")).await.unwrap();
        assert_eq!(store.plan(Some("abc")).await.unwrap(), plan("abc"));
        let error = store.plan(Some("ab")).await.unwrap_err().to_string();
        assert_eq!(error, "found plan \"ab\", expected the beginning of only one of abc, abd");
        store.add_games("abc", &[game(1), game(3)]).await.unwrap();
        let other = StoredGame { score: 1.0, ..game(1) };
        store.add_games("abc", &[game(0), other, game(2)]).await.unwrap();
        assert_eq!(store.games("abc").await.unwrap(), [0, 1, 2, 3].map(game));
        assert_eq!(store.numbers("abc", 1, 3).await.unwrap(), [1, 2]);
        assert_eq!((store.count("abc").await.unwrap(), store.count("abd").await.unwrap()), (4, 0));
        let ours = plan("abc").fingerprint;
        assert_eq!(store.results_of("othello", &ours).await.unwrap().len(), 4);
        assert_eq!(store.results_of("kalah", &ours).await.unwrap(), []);
        assert_eq!(store.results_of("othello", "none").await.unwrap(), []);
        assert_eq!(store.games_by_fingerprint("othello").await.unwrap(), [(ours, 4)]);
        let said = |number: u64, text: &str| (number, text.to_owned());
        store.add_analyses("abc", "alphabeta", &[said(1, "0")]).await.unwrap();
        store.add_analyses("abc", "alphabeta", &[said(1, "1"), said(0, "2")]).await.unwrap();
        store.add_analyses("abc", "mcts", &[said(1, "3")]).await.unwrap();
        assert_eq!(store.analyses("abc", "alphabeta").await.unwrap(), [said(0, "2"), said(1, "0")]);
        assert_eq!(store.analysed("abc", "alphabeta").await.unwrap(), [0, 1]);
        // Of a game that is not there nothing can be said, and what came with it is not kept either.
        store.add_analyses("abc", "alphabeta", &[said(2, "4"), said(9, "5")]).await.unwrap_err();
        assert_eq!(store.analysed("abc", "alphabeta").await.unwrap(), [0, 1]);
        for played in [0, 3] {
            let news = RunNews { worker: "me", version: "1", played, redelivered: 2 };
            store.hear_of("abc", news).await.unwrap();
        }
        let runs = store.runs("abc").await.unwrap();
        let [run] = &runs[..] else { panic!("{runs:?}") };
        assert_eq!((run.played, run.redelivered), (3, 2));
        assert!(run.seen >= run.began && run.silent < 60_000, "{run:?}");
        assert_eq!(store.counts("abc", 3).await.unwrap(), [(0, 3), (1, 1)]);
        let hashes = async || {
            let open = store.open_plans().await.unwrap();
            open.into_iter().map(|plan| plan.hash).collect::<Vec<_>>()
        };
        assert!(!store.finish_plan("abd", 4).await.unwrap() && hashes().await == ["abc", "abd"]);
        assert!(store.finish_plan("abc", 4).await.unwrap() && hashes().await == ["abd"]);
    }
}

#[tokio::test]
async fn a_chunk_is_claimed_by_one_until_it_is_done_or_left() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_claims").await {
        store.add_plan(&plan("abc")).await.unwrap();
        let (long, short) = (Duration::from_secs(60), Duration::from_millis(1));
        let claim = async |who: &str, lease| store.claim("abc", who, lease).await.unwrap();
        store.prepare_chunks("abc", 2).await.unwrap();
        let Standing::Yours(mine) = claim("me", long).await else { panic!("nobody else is here") };
        assert_eq!(mine.chunk, 0);
        let Standing::Yours(yours) = claim("you", short).await else { panic!("one is left") };
        assert_eq!(yours.chunk, 1);
        tokio::time::sleep(Duration::from_millis(20)).await;
        // You have not renewed it.
        let Standing::Yours(taken) = claim("she", long).await else { panic!("one has fallen back") };
        assert_eq!((taken.chunk, taken.worker.as_str()), (1, "she"));
        assert!(!store.renew(&yours, long).await.unwrap() && store.renew(&taken, long).await.unwrap());
        assert_eq!(claim("me", long).await, Standing::Wait);
        store.release(&yours).await.unwrap();
        assert_eq!(claim("me", long).await, Standing::Wait, "you cannot give back what is not yours");
        store.release(&taken).await.unwrap();
        let Standing::Yours(again) = claim("you", long).await else { panic!("given back") };
        store.complete(&mine).await.unwrap();
        store.complete(&again).await.unwrap();
        assert_eq!(claim("me", long).await, Standing::Done);
        store.prepare_chunks("abc", 3).await.unwrap();
        let Standing::Yours(third) = claim("me", long).await else { panic!("a third one") };
        assert_eq!(third.chunk, 2, "those that are done stay done");
    }
}

#[tokio::test]
async fn many_at_once_share_the_chunks() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_many").await {
        store.add_plan(&plan("abc")).await.unwrap();
        store.prepare_chunks("abc", 40).await.unwrap();
        let workers = (0..4).map(|worker| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut chunks = Vec::new();
                let name = format!("worker {worker}");
                while let Standing::Yours(claim) =
                    store.claim("abc", &name, Duration::from_secs(60)).await.unwrap()
                {
                    store.add_games("abc", &[game(claim.chunk)]).await.unwrap();
                    store.complete(&claim).await.unwrap();
                    chunks.push(claim.chunk);
                }
                chunks
            })
        });
        let mut chunks = Vec::new();
        for worker in workers.collect::<Vec<_>>() {
            chunks.extend(worker.await.unwrap());
        }
        chunks.sort_unstable();
        assert_eq!(chunks, (0..40).collect::<Vec<u64>>());
        assert_eq!(store.count("abc").await.unwrap(), 40);
    }
}

pub(crate) fn table(id: &str, phase: Phase, changed: i64) -> StoredTable {
    StoredTable {
        id: id.to_owned(),
        player: "p".to_owned(),
        game: "othello".to_owned(),
        level: "my-level".to_owned(),
        opponent: "ladder".to_owned(),
        seat: Side::First,
        seed: u64::MAX,
        terms: "{}".to_owned(),
        start: "start".to_owned(),
        phase,
        to_move: Some(Side::Second),
        plies: 0,
        version: 1,
        asked: String::new(),
        outcome: None,
        score: None,
        made: 1,
        changed,
        memory: None,
        other: None,
    }
}

#[tokio::test]
async fn a_table_is_found_as_it_was_left() {
    let mv = |number: u64, text: &str| StoredMove {
        number,
        side: Side::First,
        mv: text.to_owned(),
        millis: 5,
        why: (number == 2).then(|| "why".to_owned()),
        estimate: None,
    };
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_tables").await {
        store.add_player("p").await.unwrap();
        store.add_player("p").await.unwrap();
        assert_eq!(store.player("p").await.unwrap(), Some(None));
        store.name_player("p", Some("互角")).await.unwrap();
        assert_eq!(store.player("p").await.unwrap(), Some(Some("互角".to_owned())));
        assert_eq!(store.player("q").await.unwrap(), None);
        let change = |table: StoredTable, kept, added: &[StoredMove]| TableChange {
            table,
            kept,
            added: added.to_vec(),
            memory: None,
        };
        let in_progress = table("a", Phase::Playing, 10);
        store.change_tables(&[change(in_progress.clone(), None, &[mv(1, "f5"), mv(2, "d6")])]).await.unwrap();
        assert_eq!(store.table("a").await.unwrap(), Some((in_progress, vec![mv(1, "f5"), mv(2, "d6")])));
        let taken_back =
            StoredTable { version: 2, asked: "undo 1".to_owned(), ..table("a", Phase::Playing, 11) };
        store.change_tables(&[change(taken_back.clone(), Some(1), &[mv(2, "f6")])]).await.unwrap();
        assert_eq!(store.table("a").await.unwrap(), Some((taken_back, vec![mv(1, "f5"), mv(2, "f6")])));
        // A number that is taken is refused, and with it everything that came along.
        let double = [
            change(table("b", Phase::Playing, 12), None, &[]),
            change(table("a", Phase::Playing, 13), None, &[mv(2, "x")]),
        ];
        store.change_tables(&double).await.unwrap_err();
        assert_eq!(store.table("b").await.unwrap(), None);
        // Another server has changed it, to the version that this one would make as well.
        let late = change(StoredTable { version: 2, ..table("a", Phase::Over, 14) }, None, &[]);
        let new = change(table("b", Phase::Playing, 14), None, &[]);
        assert_eq!(store.change_tables(&[new, late]).await, Err(StoreError::Overtaken));
        assert_eq!(store.table("b").await.unwrap(), None);
        assert_eq!(store.waiting_tables(9).await.unwrap(), ["a"]);
        let over = StoredTable {
            score: Some(0.5),
            outcome: Some("draw count".to_owned()),
            ..table("c", Phase::Over, 12)
        };
        let learnt = TableChange { memory: Some("well".to_owned()), ..change(over.clone(), None, &[]) };
        assert_eq!(store.memory("p", "othello", "ladder").await.unwrap(), None);
        store.change_tables(&[learnt]).await.unwrap();
        assert_eq!(store.memory("p", "othello", "ladder").await.unwrap().as_deref(), Some("well"));
        assert_eq!(store.memory("p", "kalah", "ladder").await.unwrap(), None);
        let listed = StoredTable { start: String::new(), memory: None, ..over };
        let over = store.tables_of("p", true, None, i64::MAX, 9).await.unwrap();
        assert_eq!(over, std::slice::from_ref(&listed));
        assert_eq!(store.tables_of("p", true, None, 12, 9).await.unwrap(), []);
        assert_eq!(store.tables_of("p", false, None, i64::MAX, 9).await.unwrap().len(), 1);
        for (game, found) in [("othello", 1), ("kalah", 0)] {
            assert_eq!(store.tables_of("p", true, Some(game), i64::MAX, 9).await.unwrap().len(), found);
        }
        assert_eq!(
            (store.count_in_progress("p").await.unwrap(), store.count_in_progress("q").await.unwrap()),
            (1, 0)
        );
        assert_eq!(store.review("c").await.unwrap(), None);
        store.save_review("c", "{}", &[]).await.unwrap();
        assert_eq!(store.review("c").await.unwrap().as_deref(), Some("{}"));
    }
}

#[tokio::test]
async fn an_exercise_is_due_when_it_was_said() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_exercises").await {
        store.add_player("p").await.unwrap();
        store
            .change_tables(&[TableChange {
                table: table("a", Phase::Over, 10),
                kept: None,
                added: Vec::new(),
                memory: None,
            }])
            .await
            .unwrap();
        let exercise = |ply: u64, due: i64, kind: &str| StoredExercise {
            player: "p".to_owned(),
            table: "a".to_owned(),
            ply,
            game: "othello".to_owned(),
            kind: kind.to_owned(),
            solved: 0,
            due,
            made: 5,
        };
        let all = [exercise(4, 20, "corner"), exercise(2, 10, "corner"), exercise(6, 90, "mobility")];
        store.save_review("a", "{}", &all).await.unwrap();
        // A review that is made again changes nothing.
        store.save_review("a", "{}", &[exercise(4, 99, "other")]).await.unwrap();
        let due = store.exercises_due("p", 50, 9).await.unwrap();
        assert_eq!(due, [exercise(2, 10, "corner"), exercise(4, 20, "corner")]);
        let counts = store.count_exercises("p", 50).await.unwrap();
        assert_eq!(counts, ExerciseCounts { all: 3, due: 2, next: Some(90) });
        assert!(store.reschedule(&due[0], 1, 100).await.unwrap());
        assert!(!store.reschedule(&due[0], 2, 200).await.unwrap(), "once is enough");
        let known = store.exercise("p", "a", 2).await.unwrap().unwrap();
        assert_eq!((known.solved, known.due), (1, 100));
        assert_eq!(store.exercise("q", "a", 2).await.unwrap(), None);
        let overlooked = store.overlooked("p").await.unwrap();
        let words = |kind: &str, many| ("othello".to_owned(), kind.to_owned(), many);
        assert_eq!(overlooked, [words("corner", 2), words("mobility", 1)]);
    }
}

#[tokio::test]
async fn plans_from_before_there_were_fingerprints_have_none() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_fingerprints").await {
        let before = "INSERT INTO plans (hash, game, plan, games, added) VALUES ('abc', 'othello', '', 4, 1)";
        sqlx::query(before).execute(&store.pool).await.unwrap();
        assert_eq!(store.plan(None).await.unwrap().fingerprint, "none");
    }
}

#[tokio::test]
async fn what_is_no_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    std::fs::write(&path, "a text, and long enough to be read as the head of a database file: ".repeat(20))
        .unwrap();
    let error = Store::open(path.to_str().unwrap()).await.unwrap_err().to_string();
    assert!(error.contains("x.db: ") && error.contains("expected a database file"), "{error}");
    assert!(Store::open(folder.path().to_str().unwrap()).await.is_err());
}

#[tokio::test]
async fn a_store_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_lock").await {
        let held = store.lock_for_server(false).await.unwrap();
        let error = store.lock_for_server(false).await.unwrap_err();
        assert_eq!(error, StoreError::InUse { place: store.place().to_owned() });
        drop(held);
        if store.embedded {
            store.lock_for_server(false).await.unwrap();
            store.lock_for_server(true).await.unwrap_err();
            continue;
        }
        // The session that held it may take a moment to end.
        let mut several = store.lock_for_server(true).await;
        for _ in 0..100 {
            if several.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            several = store.lock_for_server(true).await;
        }
        let several = [several.unwrap(), store.lock_for_server(true).await.unwrap()];
        store.lock_for_server(false).await.unwrap_err();
        drop(several);
    }
}

#[tokio::test]
async fn a_copy_is_made_in_use_and_gone_back_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = Store::open(&path("store.db")).await.unwrap();
    #[cfg(unix)]
    for file in ["store.db", "store.db-wal"] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(path(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    store.add_plan(&plan("abc")).await.unwrap();
    store.back_up(&path("copy.db")).await.unwrap();
    let error = store.back_up(&path("copy.db")).await.unwrap_err().to_string();
    assert!(error.ends_with("copy.db: found a file, expected a new name"), "{error}");
    store.add_plan(&plan("abd")).await.unwrap();
    let held = store.lock_for_server(false).await.unwrap();
    let in_use = StoreError::InUse { place: path("store.db") };
    assert_eq!(restore(&path("copy.db"), &path("store.db")).await, Err(in_use));
    drop(held);
    store.close().await;
    std::fs::write(path("no.db"), "no database").unwrap();
    for wrong in ["no.db", "nothing.db"] {
        let error = restore(&path(wrong), &path("store.db")).await.unwrap_err().to_string();
        assert!(error.contains(wrong) && error.contains("found no "), "{error}");
    }
    restore(&path("copy.db"), &path("store.db")).await.unwrap();
    let hashes = async |name: &str| {
        let store = Store::open(&path(name)).await.unwrap();
        let plans = store.plans().await.unwrap();
        store.close().await;
        plans.into_iter().map(|plan| plan.hash).collect::<Vec<_>>()
    };
    assert_eq!(hashes("store.db").await, ["abc"]);
    assert_eq!(hashes("store.db.before").await, ["abc", "abd"], "what was there is kept");
}
