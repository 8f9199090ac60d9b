//! Participants of a study over the API: from consent to debriefing, twice and too late, here and elsewhere,
//! and out of it again.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "the common helpers are shared by several tests")]

mod common;
#[path = "common/study.rs"]
mod of_study;

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::StatusCode;
use common::{Answer, Client, House, patient, quick, text};
use of_study::{advance, joined, prepared, reply, resign, store, study};
use serde_json::{Value, json};
use store::StoreError;

fn is(answer: &Answer, status: StatusCode, code: &str) {
    let said = String::from_utf8_lossy(&answer.bytes);
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{said}");
}

/// What nobody in a study may learn: who plays, what it thinks, whose record it is.
fn tells_nothing(bytes: &[u8]) {
    let said = String::from_utf8_lossy(bytes);
    for secret in
        ["random", "alphabeta", "secret", "Kurita", "chance", "greedy", "\"why\"", "By chance", "depth="]
    {
        assert!(!said.contains(secret), "{secret}: {said}");
    }
}

#[tokio::test]
async fn a_participant_does_every_kind_of_task_and_everything_is_kept_once() {
    let house = House::open(patient()).await;
    let whole = study("whole");
    let link = prepared(&house, &whole).await.link;
    let at = |path: &str| format!("/study/{link}{path}");
    let mut client = house.client();
    let seen = client.get(&at("")).await;
    assert_eq!((seen.json()["me"].clone(), seen.json()["state"].clone()), (json!(null), json!("open")));
    assert_eq!(seen.json()["groups"], json!([]), "at random: nobody may know");
    tells_nothing(&seen.bytes);
    is(&client.get("/study/nonsense").await, StatusCode::NOT_FOUND, "no-such-study");
    is(&client.get(&at("/me")).await, StatusCode::NOT_FOUND, "not-in-study");
    let no = client.post(&at("/join"), &json!({"agreed": false, "language": "en"})).await;
    is(&no, StatusCode::BAD_REQUEST, "consent-needed");
    let no = client.post(&at("/join"), &json!({"agreed": true, "language": "de"})).await;
    is(&no, StatusCode::BAD_REQUEST, "malformed");
    let yes = json!({"agreed": true, "language": "ja"});
    let first = client.post(&at("/join"), &yes).await.json();
    assert_eq!((first["me"]["number"].clone(), text(&first["code"]).len()), (json!(1), 20));
    let again = client.post(&at("/join"), &yes).await.json();
    assert_eq!((again["me"].clone(), again["code"].clone()), (first["me"].clone(), json!(null)));

    let mut sent: BTreeMap<String, Value> = BTreeMap::new();
    let of = first["me"]["of"].as_u64().unwrap();
    assert_eq!(of, 1 + 2 + 1 + 1 + 4 * 2);
    for done in 0..of {
        let shown = client.get(&at("/me")).await;
        tells_nothing(&shown.bytes);
        let me = shown.json();
        assert_eq!((me["done"].clone(), me["state"].clone()), (json!(done), json!("going")));
        assert_eq!(me["debriefing"], json!(null));
        let step = me["step"].clone();
        let id = text(&step["id"]);
        if step["kind"] == "game" {
            play(&mut client, &link, &step).await;
        } else {
            wrong_answers(&mut client, &link, &me).await;
        }
        let value = reply(&step, &format!("said at {id}"));
        let answer = |value: &Value| json!({"step": id, "value": value, "millis": 1234});
        // Two tabs at once, then a third with something else.
        let mut tab = client.clone();
        let (path, body) = (at("/answers"), answer(&value));
        let (one, two) = tokio::join!(client.post(&path, &body), tab.post(&path, &body));
        assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK));
        let other = match step["kind"].as_str().unwrap() {
            "record" => json!({"verdict": 1, "reason": "another", "seen": true}),
            _ => json!({}),
        };
        let third = client.post(&path, &answer(&other)).await;
        assert_eq!((third.status, third.json()["done"].clone()), (StatusCode::OK, json!(done + 1)));
        sent.insert(id, value);
    }
    let me = client.get(&at("/me")).await.json();
    assert_eq!(
        (me["state"].clone(), me["done"].clone(), me["step"].clone()),
        (json!("finished"), json!(of), json!(null))
    );
    assert_eq!(me["debriefing"]["en"], "They were programs.");
    // Nothing of it is among the games they play otherwise.
    assert_eq!(client.get("/tables").await.json(), json!([]));
    assert_eq!(client.get("/player/history").await.json()["games"], json!([]));
    assert_eq!(client.get("/player").await.json()["ratings"], json!([]));

    let collected = server::collect(&store(&house).await, &whole).await.unwrap();
    assert_eq!(collected.answers.len(), sent.len());
    for answer in &collected.answers {
        assert_eq!((&answer.value, answer.millis), (&sent[&answer.step], 1234), "{}", answer.step);
    }
    assert_eq!(collected.participants.len(), 1);
    let person = &collected.participants[0];
    assert!(person.group.is_some() && person.language == "ja" && person.ended.is_some());
    assert_eq!(collected.games.len(), 6);
    for game in &collected.games {
        assert!(
            game.record_text.starts_with("game kalah\n") && game.score == Some(0.0),
            "{}",
            game.record_text
        );
        assert!(game.record_text.contains(&game.opponent));
    }
    let judged = collected.games.iter().find(|game| game.step.starts_with("4.")).unwrap();
    let said: Vec<(u32, &str, bool)> =
        collected.judgements.iter().map(|one| (one.ply, one.verdict.as_str(), one.filled)).collect();
    assert!(said.len() >= 2 && said.iter().filter(|one| one.1 == "good" && !one.2).count() == 1, "{said:?}");
    assert!(said.iter().skip(1).all(|one| one.1 == "normal" && one.2), "{said:?}");
    assert!(collected.judgements.iter().all(|one| one.step == judged.step));
}

/// What is no answer to the present step, and what answers another one.
async fn wrong_answers(client: &mut Client, link: &str, me: &Value) {
    let path = format!("/study/{link}/answers");
    let step = &me["step"];
    let wrong =
        client.post(&path, &json!({"step": step["id"], "value": {"skill": 9, "verdict": "person"}})).await;
    is(&wrong, StatusCode::UNPROCESSABLE_ENTITY, "wrong-answer");
    assert!(!wrong.json()["items"].as_array().unwrap().is_empty());
    let wrong = client.post(&path, &json!({"step": step["id"], "value": [1]})).await;
    is(&wrong, StatusCode::UNPROCESSABLE_ENTITY, "wrong-answer");
    // A later step, and what is none.
    let later = if text(&step["id"]).starts_with("5.") { "9.1" } else { "5.4" };
    for other in [later, "99", ""] {
        let late = client.post(&path, &json!({"step": other, "value": {}})).await;
        is(&late, StatusCode::CONFLICT, "another-step");
        assert_eq!(late.json()["me"], *me, "how far they are comes along");
    }
    let table = client.post(&format!("/study/{link}/table"), &json!({"step": step["id"]})).await;
    is(&table, StatusCode::CONFLICT, "another-step");
}

/// Plays a game of a study to its end by resigning, and tries on the way what a study does not allow.
async fn play(client: &mut Client, link: &str, step: &Value) {
    let at = |path: &str| format!("/study/{link}{path}");
    let id = &step["id"];
    let early = client.post(&at("/answers"), &json!({"step": id, "value": {}})).await;
    is(&early, StatusCode::CONFLICT, "not-over");
    if step["sides"] == json!(null) {
        is(&client.post(&at("/table"), &json!({"step": id})).await, StatusCode::BAD_REQUEST, "choose-side");
    }
    // Whoever does not choose gets the side of the lot whatever they say.
    let wanted = json!({"step": id, "side": "second"});
    let table = client.post(&at("/table"), &wanted).await.json()["table"].clone();
    assert_eq!(client.post(&at("/table"), &wanted).await.json()["table"], table, "a step has one table");
    assert_eq!(client.get(&at("/me")).await.json()["step"]["table"], table);
    let table = text(&table);
    let shown = client.get(&format!("/tables/{table}")).await;
    tells_nothing(&shown.bytes);
    let shown = shown.json();
    assert_eq!(
        (shown["level"]["id"].clone(), shown["level"]["opponent"].clone()),
        (json!("study"), json!(""))
    );
    let side = if step["sides"] == json!(null) { json!("second") } else { step["sides"].clone() };
    assert_eq!(shown["seat"], side);
    let version = json!({"version": shown["version"]});
    is(&client.get(&format!("/tables/{table}/hint")).await, StatusCode::CONFLICT, "no-hint");
    let undo = client.post(&format!("/tables/{table}/undo"), &version).await;
    assert!(["no-undo", "stale"].contains(&undo.code().as_str()), "{}", undo.code());
    if step["judgeMoves"] == json!(true) {
        judge_moves(client, link, step, &table).await;
    }
    is(
        &client.post(&at("/answers"), &json!({"step": id, "value": {}})).await,
        StatusCode::CONFLICT,
        "not-over",
    );
    resign(client, &table).await;
    let over = client.get(&format!("/tables/{table}")).await;
    tells_nothing(&over.bytes);
    assert_eq!(
        (over.json()["formats"].clone(), over.json()["result"]["strength"].clone()),
        (json!([]), json!(null))
    );
    for path in ["review", "record?format=gkr"] {
        is(&client.get(&format!("/tables/{table}/{path}")).await, StatusCode::CONFLICT, "in-study");
    }
    let tried = client.post(&format!("/tables/{table}/review/try"), &json!({"ply": 0, "moves": []})).await;
    is(&tried, StatusCode::CONFLICT, "in-study");
}

/// Plays until the program has moved twice, and judges its first move, twice.
async fn judge_moves(client: &mut Client, link: &str, step: &Value, table: &str) {
    let path = format!("/study/{link}/judgements");
    let mut plies = Vec::new();
    for _ in 0..40 {
        let shown = client.settled(table).await;
        plies = shown["plies"].as_array().unwrap().clone();
        let theirs = plies.iter().filter(|ply| ply["side"] != shown["seat"]).count();
        // In this game a side may move twice.
        if theirs >= 2 && theirs < plies.len() {
            break;
        }
        let legal = shown["legal"].as_array().unwrap();
        client.play(&shown, &text(&legal[legal.len() - 1]["text"])).await;
    }
    let seat = client.table(table).await["seat"].clone();
    let theirs: Vec<u64> =
        plies.iter().filter(|ply| ply["side"] != seat).map(|ply| ply["number"].as_u64().unwrap()).collect();
    let ours = plies.iter().find(|ply| ply["side"] == seat).unwrap()["number"].clone();
    let id = &step["id"];
    let say = |ply: Value, verdict: &str| json!({"step": id, "ply": ply, "verdict": verdict, "note": "=1+1"});
    assert_eq!(client.post(&path, &say(json!(theirs[0]), "bad")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.post(&path, &say(json!(theirs[0]), "good")).await.status, StatusCode::NO_CONTENT);
    for ply in [ours, json!(0), json!(999)] {
        is(&client.post(&path, &say(ply, "bad")).await, StatusCode::BAD_REQUEST, "malformed");
    }
    is(&client.post(&path, &say(json!(theirs[0]), "awful")).await, StatusCode::BAD_REQUEST, "malformed");
    let mut long = say(json!(theirs[0]), "bad");
    long["note"] = json!("x".repeat(2001));
    is(&client.post(&path, &long).await, StatusCode::BAD_REQUEST, "malformed");
    let mut elsewhere = say(json!(theirs[0]), "bad");
    elsewhere["step"] = json!("1");
    is(&client.post(&path, &elsewhere).await, StatusCode::CONFLICT, "another-step");
    let me = client.get(&format!("/study/{link}/me")).await.json();
    assert_eq!(me["step"]["judged"], json!([{"ply": theirs[0], "verdict": "good", "note": "=1+1"}]));
}

#[tokio::test]
async fn somebody_goes_on_elsewhere_and_after_a_restart() {
    let mut house = House::open(patient()).await;
    let link = prepared(&house, &study("elsewhere")).await.link;
    let at = |path: &str| format!("/study/{link}{path}");
    let mut old = joined(&house, &link).await;
    for _ in 0..3 {
        advance(&mut old, &link, "words").await;
    }
    let table =
        old.post(&at("/table"), &json!({"step": "3.1", "side": "first"})).await.json()["table"].clone();
    let table = text(&table);
    let code = text(&old.post(&at("/code"), &json!({})).await.json()["code"]);
    house = house.restarted().await;
    (old.router, _) = (house.router.clone(), ());
    let before = old.get(&at("/me")).await.json();
    assert_eq!((before["done"].clone(), before["step"]["table"].clone()), (json!(3), json!(table)));
    let mut new = house.client();
    is(&new.post(&at("/resume"), &json!({"code": "nonsense"})).await, StatusCode::NOT_FOUND, "no-such-code");
    assert_eq!(new.get(&format!("/tables/{table}")).await.status, StatusCode::NOT_FOUND);
    let typed = format!(" {}-{} ", code[..10].to_uppercase(), &code[10..]);
    let resumed = new.post(&at("/resume"), &json!({"code": typed})).await;
    assert_eq!((resumed.status, resumed.json()), (StatusCode::OK, before));
    let shown = new.table(&table).await;
    assert_eq!(new.play(&shown, &text(&shown["legal"][0]["text"])).await.status, StatusCode::OK);
    // The old browser is nobody now, and may begin as somebody else; who that is cannot take the code.
    is(&old.get(&at("/me")).await, StatusCode::NOT_FOUND, "not-in-study");
    is(&old.get(&format!("/tables/{table}")).await, StatusCode::NOT_FOUND, "no-such-table");
    let mut third = joined(&house, &link).await;
    is(&third.post(&at("/resume"), &json!({"code": code})).await, StatusCode::CONFLICT, "already-in-study");
}

#[tokio::test]
async fn joining_brings_a_new_token_and_the_old_one_ends_with_its_first_use() {
    let house = House::open(patient()).await;
    let link = prepared(&house, &study("renewed")).await.link;
    let mut before = house.client();
    before.put("/player", &json!({"name": "Hanako"})).await;
    let mine = before.start(&common::quick("kalah", "first")).await;
    let mut after = before.clone();
    let path = |what: &str| format!("/study/{link}{what}");
    let answer = after.post(&path("/join"), &json!({"agreed": true, "language": "en"})).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(before.cookie.is_some() && before.cookie != after.cookie);
    // The answer may have been lost: until the new token is used, the old one goes on.
    assert_eq!(before.get(&path("/me")).await.status, StatusCode::OK);
    let again = before.clone().post(&path("/join"), &json!({"agreed": true, "language": "en"})).await;
    assert_eq!((again.status, again.json()["code"].clone()), (StatusCode::OK, Value::Null));
    assert_eq!(after.get(&path("/me")).await.status, StatusCode::OK);
    is(&before.get(&path("/me")).await, StatusCode::NOT_FOUND, "not-in-study");
    // What belongs to the player is theirs under the new token alone.
    let table = format!("/tables/{}", text(&mine["id"]));
    assert_eq!(after.get("/player").await.json()["name"], "Hanako");
    assert_eq!(after.get(&table).await.status, StatusCode::OK);
    assert_eq!(before.get(&table).await.status, StatusCode::NOT_FOUND);
    assert_eq!(before.get("/player").await.json()["name"], Value::Null);
    let (mine, now) = (after.settled(&text(&mine["id"])).await, house.client());
    assert_eq!(after.play(&mine, &text(&mine["legal"][0]["text"])).await.status, StatusCode::OK);
    assert_eq!(now.cookie, None);
}

#[tokio::test]
async fn nobody_fills_a_study_by_joining_again_and_again() {
    let house = House::open(patient()).await;
    let link = prepared(&house, &study("flooded")).await.link;
    let join = json!({"agreed": true, "language": "en"});
    let mut refused = 0;
    for _ in 0..80 {
        let answer = house.client().post(&format!("/study/{link}/join"), &join).await;
        refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 10, "{refused}");
}

#[tokio::test]
async fn quotas_hold_and_a_closed_study_lets_people_finish() {
    let house = House::open(patient()).await;
    let link = prepared(&house, &study("full")).await.link;
    let coming = (0..12).map(|_| {
        let (mut client, path) = (house.client(), format!("/study/{link}/join"));
        tokio::spawn(async move {
            let answer = client.post(&path, &json!({"agreed": true, "language": "en"})).await;
            (client, answer.status)
        })
    });
    let mut inside = Vec::new();
    for one in coming.collect::<Vec<_>>() {
        match one.await.unwrap() {
            (client, StatusCode::OK) => inside.push(client),
            (_, status) => assert_eq!(status, StatusCode::CONFLICT),
        }
    }
    assert_eq!(inside.len(), 6);
    let store = store(&house).await;
    let groups = |people: &[store::StoredParticipant]| {
        ["red", "blue"].map(|name| people.iter().filter(|one| one.group.as_deref() == Some(name)).count())
    };
    assert_eq!(groups(&store.participants("full").await.unwrap()), [3, 3]);
    // Whoever leaves makes room for one.
    let left = inside.pop().unwrap().post(&format!("/study/{link}/withdraw"), &json!({})).await;
    assert_eq!(left.json()["state"], "withdrawn");
    joined(&house, &link).await;
    assert_eq!(groups(&store.participants("full").await.unwrap()), [3, 3]);
    inside[0].post(&format!("/study/{link}/withdraw"), &json!({})).await;
    store.open_study("full", false).await.unwrap();
    let late =
        house.client().post(&format!("/study/{link}/join"), &json!({"agreed": true, "language": "en"})).await;
    is(&late, StatusCode::CONFLICT, "closed");
    assert_eq!(advance(&mut inside[1], &link, "still here").await["done"], json!(1));
}

#[tokio::test]
async fn a_study_that_has_begun_stays_as_it_is() {
    let house = House::open(patient()).await;
    let first = study("frozen");
    let begun = prepared(&house, &first).await;
    assert!(begun.key.is_some());
    let mut changed = first.clone();
    changed.title.en.push('!');
    let again = prepared(&house, &changed).await;
    assert_eq!((again.link.as_str(), again.key), (begun.link.as_str(), None), "the key is told once");
    let title = house.client().get(&format!("/study/{}", begun.link)).await.json()["title"]["en"].clone();
    assert_eq!(title, changed.title.en);
    joined(&house, &begun.link).await;
    let store = store(&house).await;
    let error = server::prepare(&store, &first).await.unwrap_err();
    assert!(matches!(&error, StoreError::Frozen { hash, .. } if *hash == changed.hash()), "{error}");
    assert_eq!(server::prepare(&store, &changed).await.unwrap().link, begun.link);
}

#[tokio::test]
async fn whoever_withdraws_leaves_a_count() {
    let house = House::open(patient()).await;
    let whole = study("left");
    let link = prepared(&house, &whole).await.link;
    let mut client = joined(&house, &link).await;
    for _ in 0..3 {
        advance(&mut client, &link, "quite unmistakable words").await;
    }
    // The opponent is thinking when they leave.
    let wanted = json!({"step": "3.1", "side": "second"});
    let table = text(&client.post(&format!("/study/{link}/table"), &wanted).await.json()["table"]);
    assert_eq!(client.table(&table).await["thinking"], json!(true));
    let mut other_game = client.clone();
    let other = other_game.start(&quick("kalah", "first")).await;
    let left = client.post(&format!("/study/{link}/withdraw"), &json!({})).await.json();
    assert_eq!((left["state"].clone(), left["step"].clone()), (json!("withdrawn"), json!(null)));
    let again = client.post(&format!("/study/{link}/withdraw"), &json!({})).await;
    assert_eq!((again.status, again.json()), (StatusCode::OK, left));
    is(&client.get(&format!("/tables/{table}")).await, StatusCode::NOT_FOUND, "no-such-table");
    assert_eq!(client.get(&format!("/study/{link}")).await.json()["me"], json!(null));
    assert_eq!(client.table(&text(&other["id"])).await["phase"], "playing", "other games are not concerned");
    // The opponent's move comes too late, and comes to nothing.
    tokio::time::sleep(Duration::from_millis(2000)).await;
    let store = store(&house).await;
    assert!(store.table(&table).await.unwrap().is_none());
    let collected = server::collect(&store, &whole).await.unwrap();
    assert_eq!(collected, studies::StudyData::default());
    let states: Vec<store::ParticipantState> =
        store.participants("left").await.unwrap().into_iter().map(|one| one.state).collect();
    assert_eq!(states, [store::ParticipantState::Withdrawn]);
    store.close().await;
    house.server.close().await;
    for file in std::fs::read_dir(house.folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let words = b"quite unmistakable words";
        assert!(!bytes.windows(words.len()).any(|window| window == words));
    }
}

/// How somebody was rated here when they joined comes along, and games of the study do not change it.
#[tokio::test]
async fn a_rating_from_other_games_is_kept() {
    let house = House::open(patient()).await;
    let whole = study("rated");
    let link = prepared(&house, &whole).await.link;
    let mut client = house.client();
    let level = json!({"game": "othello", "level": "level-1", "seat": "first", "pace": "at-once"});
    let table = client.start(&level).await;
    resign(&mut client, &text(&table["id"])).await;
    let rating = client.get("/player").await.json()["ratings"][0]["rating"].as_f64().unwrap();
    let yes = json!({"agreed": true, "language": "en"});
    assert_eq!(client.post(&format!("/study/{link}/join"), &yes).await.status, StatusCode::OK);
    joined(&house, &link).await;
    let collected = server::collect(&store(&house).await, &whole).await.unwrap();
    let ratings: Vec<Option<f64>> = collected.participants.iter().map(|one| one.rating).collect();
    assert_eq!(ratings, [Some(rating), None]);
}

/// Reading first, then a record that cannot be judged at once, then games with a clock as often as one likes.
#[tokio::test]
async fn somebody_reads_waits_and_plays_again() {
    let house = House::open(patient()).await;
    let text = r#"id = "again"
title = { en = "Again", ja = "もう一度" }
consent = { en = "May we?", ja = "よろしいですか。" }
debriefing = { en = "Thank you.", ja = "ありがとうございました。" }
[[conditions]]
id = "chance"
name = { en = "By chance", ja = "ランダム" }
game = "kalah"
opponent = "random"
[[questionnaires]]
id = "told"
title = { en = "About", ja = "説明" }
intro = { en = "Judge by the moves alone.", ja = "着手だけで。" }
[[tasks]]
kind = "questions"
questionnaire = "told"
[[tasks]]
kind = "judge-records"
game = "othello"
judged = "first"
order = "fixed"
least-seconds = 1
records = [{ file = "one.gkr", source = "people" }]
[[tasks]]
kind = "play"
conditions = ["chance"]
sides = "chosen"
order = "fixed"
clock = { minutes = 5, byoyomi = 30 }
most-games = 3
"#;
    let start = games::othello::Othello::default();
    let mut record = |_: &str| Ok(format!("game othello\nstart {start}\n1 f5\n"));
    let again = studies::Study::parse(text, &mut record).unwrap();
    let link = prepared(&house, &again).await.link;
    let at = |path: &str| format!("/study/{link}{path}");
    let mut client = joined(&house, &link).await;
    let me = client.get(&at("/me")).await.json();
    assert_eq!(
        (me["of"].clone(), me["step"]["intro"]["en"].clone()),
        (json!(3), json!("Judge by the moves alone."))
    );
    advance(&mut client, &link, "").await;
    let judged = |millis: u64| {
        let value = json!({"verdict": 4, "reason": "f5", "seen": false});
        json!({"step": "2.1", "value": value, "millis": millis, "times": {"verdict": 700, "other": 1}})
    };
    // Neither what the browser says nor the time that has passed is enough alone.
    is(&client.post(&at("/answers"), &judged(60_000)).await, StatusCode::CONFLICT, "too-soon");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    is(&client.post(&at("/answers"), &judged(900)).await, StatusCode::CONFLICT, "too-soon");
    assert_eq!(client.post(&at("/answers"), &judged(1100)).await.status, StatusCode::OK);
    for (step, asks, of) in [("3.1", true, 4), ("3.2", true, 5), ("3.3", false, 5)] {
        let me = client.get(&at("/me")).await.json();
        assert_eq!(
            (me["step"]["id"].clone(), me["step"]["again"].clone()),
            (json!(step), json!(step != "3.3"))
        );
        assert_eq!(me["step"]["clock"], json!({"minutes": 5, "byoyomi": 30}));
        let table = client.post(&at("/table"), &json!({"step": step, "side": "first"})).await;
        let table = common::text(&table.json()["table"]);
        assert_eq!(client.table(&table).await["clock"]["byoyomi"], json!(30));
        resign(&mut client, &table).await;
        let value = if step == "3.3" { json!({}) } else { json!({"again": asks}) };
        let after = client.post(&at("/answers"), &json!({"step": step, "value": value})).await.json();
        assert_eq!((after["of"].clone(), after["state"] == "finished"), (json!(of), !asks), "{after}");
    }
    let collected = server::collect(&store(&house).await, &again).await.unwrap();
    assert_eq!(collected.games.len(), 3);
    let record = collected.answers.iter().find(|answer| answer.step == "2.1").unwrap();
    assert_eq!(record.times, BTreeMap::from([("verdict".to_owned(), 700)]));
}
