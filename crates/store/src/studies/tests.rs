//! What holds for every store of studies. With `GOKAKU_TEST_POSTGRES` set to a URL, for PostgreSQL as well.

use std::collections::BTreeMap;
use std::time::Duration;

use super::*;
use crate::tests::{stores, table};
use crate::{Phase, StoredMove, StoredTable, TableChange};

fn study(id: &str, hash: &str) -> NewStudy {
    NewStudy {
        id: id.to_owned(),
        link: format!("link of {id} {hash}"),
        bundle: format!("{{\"{hash}\":1}}"),
        hash: hash.to_owned(),
        key_hash: "key".to_owned(),
    }
}

fn person(player: &str) -> NewParticipant {
    NewParticipant {
        player: player.to_owned(),
        seated_as: format!("{player} in a study"),
        code_hash: format!("code of {player}"),
        language: "ja".to_owned(),
        seed: u64::MAX,
        ratings: "{}".to_owned(),
    }
}

fn answer(participant: u64, step: &str, value: &str) -> StoredAnswer {
    StoredAnswer {
        participant,
        step: step.to_owned(),
        value: value.to_owned(),
        millis: 5,
        times: "{}".to_owned(),
        at: 7,
    }
}

fn judgement(participant: u64, ply: u64, verdict: &str) -> StoredJudgement {
    StoredJudgement {
        participant,
        step: "2".to_owned(),
        ply,
        verdict: verdict.to_owned(),
        note: "a note".to_owned(),
        filled: false,
    }
}

fn anywhere(_: &BTreeMap<String, u64>) -> Option<Option<String>> {
    Some(None)
}

async fn joined(store: &Store, player: &str) -> StoredParticipant {
    let Joined::New(new) = store.join("a", "1", &person(player), anywhere).await.unwrap() else {
        panic!("somebody new")
    };
    new
}

#[tokio::test]
async fn a_study_can_be_changed_until_somebody_begins() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_frozen").await {
        let first = store.add_study(&study("a", "1")).await.unwrap();
        assert_eq!(first, AddedStudy { link: "link of a 1".to_owned(), is_new: true });
        let changed = store.add_study(&study("a", "2")).await.unwrap();
        assert_eq!(changed, AddedStudy { link: "link of a 1".to_owned(), is_new: false }, "the link stays");
        assert_eq!(store.study_bundle("a").await.unwrap().unwrap().1, "2");
        assert_eq!(store.join("a", "1", &person("p"), anywhere).await.unwrap(), Joined::Changed);
        assert!(matches!(store.join("a", "2", &person("p"), anywhere).await.unwrap(), Joined::New(_)));
        let error = store.add_study(&study("a", "3")).await.unwrap_err();
        assert_eq!(error, StoreError::Frozen { study: "a".to_owned(), hash: "2".to_owned() });
        assert!(!store.add_study(&study("a", "2")).await.unwrap().is_new, "the same one is welcome");
        // Somebody who has withdrawn has begun too.
        let gone = store.participant("a", "p").await.unwrap().unwrap();
        store.withdraw("a", &gone).await.unwrap();
        store.add_study(&study("a", "3")).await.unwrap_err();
        assert_eq!(store.study_ids().await.unwrap(), ["a"]);
        let kept = store.study_by_link("link of a 1").await.unwrap();
        assert_eq!(kept, store.study("a").await.unwrap());
        assert!(kept.unwrap().open && store.study_by_link("link of a 2").await.unwrap().is_none());
    }
}

#[tokio::test]
async fn quotas_hold_when_everybody_comes_at_once() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_quota").await {
        store.add_study(&study("a", "1")).await.unwrap();
        let coming = (0..40).map(|who| {
            let store = store.clone();
            tokio::spawn(async move {
                // Three groups of five, the emptiest first; each comes twice, as with two tabs.
                let choose = |groups: &BTreeMap<String, u64>| {
                    let people = |group: &&str| groups.get(*group).copied().unwrap_or(0);
                    let group = ["x", "y", "z"].into_iter().min_by_key(people)?;
                    (people(&group) < 5).then(|| Some(group.to_owned()))
                };
                let person = person(&format!("p{}", who / 2));
                let again = NewParticipant { seated_as: format!("other {who}"), ..person };
                store.join("a", "1", &again, choose).await.unwrap()
            })
        });
        let mut results = Vec::new();
        for one in coming.collect::<Vec<_>>() {
            results.push(one.await.unwrap());
        }
        let count = |wanted: fn(&Joined) -> bool| results.iter().filter(|one| wanted(one)).count();
        assert_eq!(count(|one| matches!(one, Joined::New(_))), 15);
        assert_eq!(count(|one| matches!(one, Joined::Already(_))), 15);
        assert_eq!(count(|one| *one == Joined::Full), 10);
        let people = store.participants("a").await.unwrap();
        assert_eq!(people.iter().map(|one| one.number).collect::<Vec<_>>(), (1..=15).collect::<Vec<u64>>());
        for group in ["x", "y", "z"] {
            assert_eq!(people.iter().filter(|one| one.group.as_deref() == Some(group)).count(), 5);
        }
        store.open_study("a", false).await.unwrap();
        assert_eq!(store.join("a", "1", &person("late"), anywhere).await.unwrap(), Joined::Closed);
        let again = store.join("a", "1", &person("p0"), anywhere).await.unwrap();
        assert!(matches!(again, Joined::Already(_) | Joined::Closed));
    }
}

#[tokio::test]
async fn an_answer_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_answers").await {
        store.add_study(&study("a", "1")).await.unwrap();
        let me = joined(&store, "p").await;
        assert_eq!((me.number, me.seed, me.state, me.ended), (1, u64::MAX, ParticipantState::Going, 0));
        let give = async |step: &str, value: &str, last| {
            store.answer("a", &answer(1, step, value), &[], None, last).await.unwrap()
        };
        assert_eq!(give("1", "{}", false).await, Given::New);
        assert_eq!(give("1", "[]", false).await, Given::Already);
        assert_eq!(store.judge_move("a", &judgement(1, 2, "bad")).await.unwrap(), Given::New);
        assert_eq!(store.judge_move("a", &judgement(1, 2, "good")).await.unwrap(), Given::New);
        let filled = [2, 4].map(|ply| StoredJudgement { filled: true, ..judgement(1, ply, "normal") });
        let last = store.answer("a", &answer(1, "2", "{}"), &filled, Some("x"), true).await.unwrap();
        assert_eq!(last, Given::New);
        assert_eq!(store.judge_move("a", &judgement(1, 2, "bad")).await.unwrap(), Given::Already);
        assert_eq!(
            store.judgements_of("a", 1, "2").await.unwrap(),
            [judgement(1, 2, "good"), filled[1].clone()]
        );
        assert_eq!(store.study_judgements("a").await.unwrap().len(), 2);
        assert_eq!(store.study_answers("a").await.unwrap(), [answer(1, "1", "{}"), answer(1, "2", "{}")]);
        let counts = StudyCounts { answers: BTreeMap::from([(1, 2)]), games: 0, judgements: 2 };
        assert_eq!(store.study_counts("a").await.unwrap(), counts);
        let me = store.participant("a", "p").await.unwrap().unwrap();
        assert_eq!((me.state, me.ended, me.group.as_deref()), (ParticipantState::Finished, 7, Some("x")));
        assert!(store.set_tags("a", 1, "1", &["flow".to_owned(), "flow".to_owned()]).await.unwrap());
        assert!(!store.set_tags("a", 1, "9", &["flow".to_owned()]).await.unwrap());
        assert_eq!(store.study_tags("a").await.unwrap().len(), 1);
        assert!(store.set_tags("a", 1, "1", &[]).await.unwrap());
        assert_eq!(store.study_tags("a").await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_code_moves_a_participant_to_another_browser() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_codes").await {
        store.add_study(&study("a", "1")).await.unwrap();
        let me = joined(&store, "p").await;
        let other = joined(&store, "q").await;
        assert_eq!(store.resume("a", "nonsense", "r").await.unwrap(), Resumed::Unknown);
        assert_eq!(store.resume("a", "code of p", "q").await.unwrap(), Resumed::Taken);
        assert_eq!(store.resume("a", "code of p", "p").await.unwrap(), Resumed::Yes(me.clone()));
        assert_eq!(store.resume("a", "code of p", "r").await.unwrap(), Resumed::Yes(me.clone()));
        assert_eq!(store.participant("a", "p").await.unwrap(), None);
        assert_eq!(store.participant("a", "r").await.unwrap().unwrap().number, me.number);
        assert!(store.speaks_for("r", &me.seated_as).await.unwrap());
        assert!(!store.speaks_for("p", &me.seated_as).await.unwrap());
        assert!(!store.speaks_for("r", &other.seated_as).await.unwrap());
        store.set_code("a", me.number, "new").await.unwrap();
        assert_eq!(store.resume("a", "code of p", "p").await.unwrap(), Resumed::Unknown);
        assert!(matches!(store.resume("a", "new", "p").await.unwrap(), Resumed::Yes(_)));
    }
}

#[tokio::test]
async fn a_login_is_for_one_study_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_logins").await {
        store.add_study(&study("a", "1")).await.unwrap();
        store.add_study(&NewStudy { key_hash: "other".to_owned(), ..study("b", "1") }).await.unwrap();
        let hour = Duration::from_secs(3600);
        assert!(store.log_in("a", "key", "t1", hour).await.unwrap());
        assert!(!store.log_in("b", "key", "t2", hour).await.unwrap());
        assert!(!store.log_in("c", "key", "t3", hour).await.unwrap());
        assert!(store.log_in("a", "key", "t4", Duration::ZERO).await.unwrap());
        tokio::time::sleep(Duration::from_millis(20)).await;
        let who = async |token: &str| store.logged_in(token).await.unwrap();
        assert_eq!(who("t1").await.as_deref(), Some("a"));
        assert_eq!((who("t2").await, who("t3").await, who("t4").await), (None, None, None));
        assert!(store.log_in("a", "key", "t5", hour).await.unwrap());
        store.log_out("t1").await.unwrap();
        assert_eq!((who("t1").await, who("t5").await.as_deref()), (None, Some("a")));
        assert!(
            store.set_study_key("a", "new").await.unwrap() && !store.set_study_key("c", "new").await.unwrap()
        );
        assert_eq!(who("t5").await, None, "whoever had the old key is out");
        assert!(!store.log_in("a", "key", "t6", hour).await.unwrap());
    }
}

fn seat(of: &StoredParticipant, id: &str) -> TableChange {
    let table = StoredTable { player: of.seated_as.clone(), ..table(id, Phase::Playing, 5) };
    TableChange { table, kept: None, added: Vec::new(), memory: None }
}

#[tokio::test]
async fn whoever_withdraws_leaves_a_number_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder, "gokaku_test_withdrawn").await {
        store.add_study(&study("a", "1")).await.unwrap();
        let (me, other) = (joined(&store, "p").await, joined(&store, "q").await);
        let seated = async |who: &StoredParticipant, id: &str| {
            store.add_study_table("a", who.number, "2", seat(who, id)).await.unwrap()
        };
        assert_eq!(seated(&me, "mine").await.as_deref(), Some("mine"));
        assert_eq!(seated(&me, "again").await.as_deref(), Some("mine"), "a step has one table");
        assert_eq!(seated(&other, "theirs").await.as_deref(), Some("theirs"));
        assert_eq!(store.study_table("a", 1, "2").await.unwrap().as_deref(), Some("mine"));
        let mv = StoredMove {
            number: 1,
            side: ::games::Side::First,
            mv: "f5".to_owned(),
            millis: 1,
            why: Some("secret reason".to_owned()),
            estimate: None,
        };
        let mut moved = TableChange { added: vec![mv], memory: Some("m".to_owned()), ..seat(&me, "mine") };
        moved.table.version += 1;
        store.change_tables(std::slice::from_ref(&moved)).await.unwrap();
        for who in [&me, &other] {
            let said = answer(who.number, "1", &format!("secret of {}", who.seated_as));
            store.answer("a", &said, &[], Some("x"), false).await.unwrap();
            store.judge_move("a", &judgement(who.number, 1, "bad")).await.unwrap();
            assert!(store.set_tags("a", who.number, "1", &["flow".to_owned()]).await.unwrap());
        }
        assert_eq!(store.withdraw("a", &me).await.unwrap(), ["mine"]);
        // What comes too late finds no place: a move that the opponent was thinking about, an answer from
        // another tab.
        store.change_tables(&[moved]).await.unwrap_err();
        let late = store.answer("a", &answer(1, "3", "{}"), &[], None, false).await.unwrap();
        assert_eq!(
            (late, store.judge_move("a", &judgement(1, 3, "bad")).await.unwrap()),
            (Given::Gone, Given::Gone)
        );
        assert_eq!(seated(&me, "later").await, None);
        assert_eq!(store.table("mine").await.unwrap(), None);
        assert_eq!(store.memory(&me.seated_as, "othello", "ladder").await.unwrap(), None);
        assert_eq!(store.player(&me.seated_as).await.unwrap(), None);
        let only_theirs = |participants: Vec<u64>| assert_eq!(participants, [2]);
        only_theirs(store.study_answers("a").await.unwrap().iter().map(|one| one.participant).collect());
        only_theirs(store.study_judgements("a").await.unwrap().iter().map(|one| one.participant).collect());
        only_theirs(store.study_tables("a").await.unwrap().iter().map(|one| one.participant).collect());
        only_theirs(store.study_tags("a").await.unwrap().iter().map(|one| one.participant).collect());
        let left = &store.participants("a").await.unwrap()[0];
        let nothing = StoredParticipant {
            number: 1,
            seated_as: "withdrawn a 1".to_owned(),
            language: String::new(),
            group: None,
            seed: 0,
            state: ParticipantState::Withdrawn,
            ratings: "{}".to_owned(),
            begun: 0,
            seen: 0,
            ended: 0,
        };
        assert_eq!(*left, nothing);
        assert_eq!(store.participant("a", "p").await.unwrap(), None);
        assert_eq!(
            store.resume("a", "", "p").await.unwrap(),
            Resumed::Unknown,
            "an empty code opens nothing"
        );
        // Their number is not given to anybody else.
        assert_eq!(joined(&store, "p2").await.number, 3);
        store.close().await;
    }
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds("secret of p in a study") && !holds("secret reason"));
    }
}

/// Whether a file in the folder holds these bytes.
fn is_anywhere(folder: &tempfile::TempDir, text: &str) -> bool {
    let files = std::fs::read_dir(folder.path()).unwrap();
    let mut bytes = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    bytes.any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
}

#[tokio::test]
async fn whoever_withdraws_while_somebody_reads_is_forgotten_as_soon_as_they_are_done() {
    use sqlx::{Connection, Executor};

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = Store::open(&path("store.db")).await.unwrap();
    store.add_study(&study("a", "1")).await.unwrap();
    let me = joined(&store, "p").await;
    store.answer("a", &answer(1, "1", "a secret of mine"), &[], None, false).await.unwrap();
    assert!(is_anywhere(&folder, "a secret of mine"));
    // A backup program, or somebody with a shell.
    let url = format!("sqlite://{}", path("store.db"));
    let mut reader = sqlx::AnyConnection::connect(&url).await.unwrap();
    reader.execute("BEGIN").await.unwrap();
    let read = sqlx::query("SELECT value FROM study_answers").fetch_all(&mut reader).await.unwrap();
    assert_eq!(read.len(), 1);
    let begun = std::time::Instant::now();
    store.withdraw("a", &me).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "the reader is not waited for");
    store.back_up(&path("copy.db")).await.unwrap();
    let copy = std::fs::read(path("copy.db")).unwrap();
    assert!(!copy.windows(16).any(|window| window == b"a secret of mine"));
    let again = sqlx::query("SELECT value FROM study_answers").fetch_all(&mut reader).await.unwrap();
    assert_eq!(again.len(), 1, "whoever reads goes on seeing what there was");
    reader.execute("COMMIT").await.unwrap();
    for _ in 0..100 {
        if !is_anywhere(&folder, "a secret of mine") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the log still holds what was withdrawn");
}
