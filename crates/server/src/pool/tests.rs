//! The pool, with searches that end only when they are told to.

use super::*;

const LONG: Duration = Duration::from_secs(60);

/// A search that ends only when it is told to.
fn endless(stop: &Stop) {
    while !stop.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// What is left of a result for comparisons.
fn value<T>(found: Result<Found<T>, NoResult>) -> Result<T, NoResult> {
    found.map(|found| found.value)
}

#[tokio::test]
async fn a_search_is_ended_by_its_limit() {
    let pool = Pool::new(1);
    let stop = Stop::default();
    let flag = stop.clone();
    let work = move || endless(&flag);
    let found = pool.run("me", Urgency::Move, (Duration::from_millis(20), stop), work).await;
    assert_eq!(found, Ok(Found { value: (), was_cut: false }));
}

#[tokio::test]
async fn a_search_nobody_waits_for_is_ended() {
    let pool = Pool::new(1);
    let stop = Stop::default();
    let flag = stop.clone();
    let long = pool.run("me", Urgency::Move, (LONG, stop.clone()), move || endless(&flag));
    assert!(tokio::time::timeout(Duration::from_millis(50), long).await.is_err());
    assert!(stop.is_stopped());
    let next = pool.run("me", Urgency::Move, (LONG, Stop::default()), || 7).await;
    assert_eq!(value(next), Ok(7));
}

#[tokio::test]
async fn a_failure_leaves_the_pool_as_it_was() {
    let pool = Pool::new(1);
    let failed = pool.run("me", Urgency::Move, (LONG, Stop::default()), || panic!("on purpose")).await;
    assert_eq!(value::<()>(failed), Err(NoResult::Failed));
    assert_eq!(value(pool.run("me", Urgency::Review, (LONG, Stop::default()), || 7).await), Ok(7));
    pool.close();
    let closed = pool.run("me", Urgency::Review, (LONG, Stop::default()), || 7).await;
    assert_eq!(value(closed), Err(NoResult::Failed));
}

#[tokio::test]
async fn a_modest_client_is_answered_while_others_want_everything() {
    let pool = Arc::new(Pool::new(1));
    let greedy: Vec<_> = (0..34)
        .map(|number| {
            let pool = Arc::clone(&pool);
            tokio::spawn(async move {
                loop {
                    let stop = Stop::default();
                    let flag = stop.clone();
                    let client = format!("greedy {number}");
                    let _ = pool.run(&client, Urgency::Move, (LONG, stop), move || endless(&flag)).await;
                }
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let begun = Instant::now();
    let found = pool.run("modest", Urgency::Move, (LONG, Stop::default()), || 7).await;
    assert_eq!(value(found), Ok(7));
    // Without shares it would be a minute for each that came before.
    assert!(begun.elapsed() < 4 * ROUND, "{:?}", begun.elapsed());
    // By now everybody has used more than the modest one.
    tokio::time::sleep(2 * ROUND).await;
    let begun = Instant::now();
    let found = pool.run("modest", Urgency::Move, (LONG, Stop::default()), || 7).await;
    assert_eq!(value(found), Ok(7));
    assert!(begun.elapsed() < ROUND, "{:?}", begun.elapsed());
    greedy.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn a_review_makes_way_for_a_move() {
    let pool = Arc::new(Pool::new(1));
    let stop = Stop::default();
    let flag = stop.clone();
    let review = {
        let pool = Arc::clone(&pool);
        tokio::spawn(
            async move { pool.run("me", Urgency::Review, (LONG, stop), move || endless(&flag)).await },
        )
    };
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!review.is_finished(), "nobody waits");
    assert_eq!(value(pool.run("you", Urgency::Move, (LONG, Stop::default()), || 7).await), Ok(7));
    assert_eq!(review.await.unwrap(), Ok(Found { value: (), was_cut: true }));
}

#[tokio::test]
async fn requests_are_refused_when_too_many_wait_and_moves_are_not() {
    let pool = Arc::new(Pool::new(1));
    let run = |client: &str, urgency| {
        let (pool, client, stop) = (Arc::clone(&pool), client.to_owned(), Stop::default());
        let flag = stop.clone();
        tokio::spawn(async move { pool.run(&client, urgency, (LONG, stop), move || endless(&flag)).await })
    };
    let mut waiting = vec![run("blocker", Urgency::Move)];
    tokio::time::sleep(Duration::from_millis(50)).await;
    waiting.extend((0..MOST_WAITING.0).map(|_| run("me", Urgency::Request)));
    tokio::time::sleep(Duration::from_millis(50)).await;
    let request = |client: &'static str| {
        let pool = Arc::clone(&pool);
        async move { value(pool.run(client, Urgency::Request, (LONG, Stop::default()), || 7).await) }
    };
    assert_eq!(request("me").await, Err(NoResult::Full));
    assert_eq!(request("you").await, Ok(7), "somebody else still may ask");
    let moved = pool.run("me", Urgency::Move, (LONG, Stop::default()), || 7).await;
    assert_eq!(value(moved), Ok(7));
    waiting.iter().for_each(tokio::task::JoinHandle::abort);
}
