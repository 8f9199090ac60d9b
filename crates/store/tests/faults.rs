//! A disk that is full, broken or read-only: refused moves stay refused, acknowledged ones stay stored.
//!
//! SQLite asks the system to write through functions that can be exchanged. Ours fail from a certain write
//! on, for a while; every write of a game takes its turn.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::ffi::{CStr, c_int, c_void};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};
use std::time::Duration;

use games::Side;
use libsqlite3_sys::{sqlite3_syscall_ptr, sqlite3_vfs_find};
use store::{Phase, Store, StoreError, StoredMove, StoredTable, TableChange};

/// Moves of a game.
const MOVES: u64 = 6;

/// How long an answer may take, of whatever kind. A transaction that somebody has left open takes longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Writes since the disk was last prepared.
static WRITTEN: AtomicI64 = AtomicI64::new(0);
/// The first write that fails, and the first after it that does not.
static FAILING: [AtomicI64; 2] = [AtomicI64::new(i64::MAX), AtomicI64::new(i64::MAX)];
/// How it fails.
static ERROR: AtomicI32 = AtomicI32::new(0);

/// Whether this write is one that fails.
fn fails() -> bool {
    let number = WRITTEN.fetch_add(1, Ordering::SeqCst);
    let fails = FAILING[0].load(Ordering::SeqCst) <= number && number < FAILING[1].load(Ordering::SeqCst);
    if fails {
        // SAFETY: the C library gives every thread a valid place for its last error.
        unsafe { *libc::__errno_location() = ERROR.load(Ordering::SeqCst) };
    }
    fails
}

/// # Safety
/// As of the function of the system.
unsafe extern "C" fn write(file: c_int, bytes: *const c_void, count: usize) -> isize {
    // SAFETY: the caller's promise is handed on.
    if fails() { -1 } else { unsafe { libc::write(file, bytes, count) } }
}

/// # Safety
/// As of the function of the system.
unsafe extern "C" fn pwrite(file: c_int, bytes: *const c_void, count: usize, at: i64) -> isize {
    // SAFETY: the caller's promise is handed on.
    if fails() { -1 } else { unsafe { libc::pwrite64(file, bytes, count, at) } }
}

type Write = unsafe extern "C" fn(c_int, *const c_void, usize) -> isize;
type WriteAt = unsafe extern "C" fn(c_int, *const c_void, usize, i64) -> isize;

/// Lets SQLite write through our functions.
fn exchange_functions() {
    // SAFETY: these are the signatures with which SQLite calls the functions of these names; it has one type
    // to carry them all.
    let (write, pwrite): (sqlite3_syscall_ptr, sqlite3_syscall_ptr) = unsafe {
        (
            Some(std::mem::transmute::<Write, unsafe extern "C" fn()>(write)),
            Some(std::mem::transmute::<WriteAt, unsafe extern "C" fn()>(pwrite)),
        )
    };
    // SAFETY: the default file system of SQLite is there for ever, and knows these names.
    unsafe {
        let files = sqlite3_vfs_find(std::ptr::null());
        let exchange = (*files).xSetSystemCall.unwrap();
        for (name, function) in [(c"write", write), (c"pwrite", pwrite), (c"pwrite64", pwrite)] {
            let name: &CStr = name;
            exchange(files, name.as_ptr(), function);
        }
    }
}

/// From now on so many writes succeed, and then `many` fail in this way.
fn break_disk(after: i64, many: i64, error: i32) {
    ERROR.store(error, Ordering::SeqCst);
    FAILING[0].store(after, Ordering::SeqCst);
    FAILING[1].store(after.saturating_add(many), Ordering::SeqCst);
    WRITTEN.store(0, Ordering::SeqCst);
}

fn table(version: u64) -> StoredTable {
    StoredTable {
        id: "t".to_owned(),
        player: "p".to_owned(),
        game: "othello".to_owned(),
        level: "my-level".to_owned(),
        opponent: "random".to_owned(),
        seat: Side::First,
        seed: 1,
        terms: "{}".to_owned(),
        start: "start".to_owned(),
        phase: Phase::Playing,
        to_move: Some(Side::First),
        plies: version - 1,
        version,
        asked: format!("request {version}"),
        outcome: None,
        score: None,
        made: 1,
        changed: 1,
        memory: None,
        other: None,
    }
}

fn change(number: u64, text: &str) -> TableChange {
    let mv =
        StoredMove { number, side: Side::First, mv: text.to_owned(), millis: 5, why: None, estimate: None };
    TableChange { table: table(number + 1), kept: None, added: vec![mv], memory: None }
}

async fn open(path: &Path) -> Store {
    Store::open(path.to_str().unwrap()).await.unwrap()
}

/// The moves of the game, and its version.
async fn stored(store: &Store) -> (Vec<String>, u64) {
    let (table, moves) = store.table("t").await.unwrap().unwrap();
    (moves.into_iter().map(|mv| mv.mv).collect(), table.version)
}

/// Plays a game, each move until it is acknowledged; returns what was acknowledged, and what was refused.
async fn play(store: &Store) -> (Vec<String>, Vec<StoreError>) {
    let (mut acknowledged, mut refused) = (Vec::new(), Vec::new());
    for number in 1..=MOVES {
        for attempt in 0.. {
            assert!(attempt < 500, "the disk is well again, and nothing can be stored: {refused:?}");
            let text = format!("{number}/{attempt}");
            let change = [change(number, &text)];
            let answer = tokio::time::timeout(PATIENCE, store.change_tables(&change)).await;
            match answer.unwrap_or_else(|_| panic!("no answer in {PATIENCE:?} after {refused:?}")) {
                Ok(()) => {
                    acknowledged.push(text);
                    break;
                }
                Err(error) => refused.push(error),
            }
        }
    }
    (acknowledged, refused)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_acknowledged_is_stored_whichever_write_fails() {
    exchange_functions();
    let folder = tempfile::tempdir().unwrap();
    let begun = folder.path().join("begun.db");
    let store = open(&begun).await;
    store.add_player("p").await.unwrap();
    let new = TableChange { table: table(1), kept: None, added: Vec::new(), memory: None };
    store.change_tables(&[new]).await.unwrap();
    store.close().await;
    let path = folder.path().join("whole.db");
    // How many writes a game has.
    fs::copy(&begun, &path).unwrap();
    let store = open(&path).await;
    break_disk(i64::MAX, 0, 0);
    play(&store).await;
    let writes = WRITTEN.load(Ordering::SeqCst);
    store.close().await;
    assert!(writes >= MOVES as i64, "found {writes} writes");

    let mut refusals = 0;
    for (error, many) in [(libc::EIO, 1), (libc::ENOSPC, 1), (libc::ENOSPC, 7), (libc::EROFS, 1)] {
        for failing in 0..writes {
            let path = folder.path().join(format!("{error}-{many}-{failing}.db"));
            fs::copy(&begun, &path).unwrap();
            let store = open(&path).await;
            break_disk(failing, many, error);
            let (acknowledged, refused) = play(&store).await;
            break_disk(i64::MAX, 0, 0);
            let what = format!("error {error} at write {failing}, {many} in all, refused: {refused:?}");
            assert_eq!(stored(&store).await, (acknowledged.clone(), MOVES + 1), "{what}");
            store.close().await;
            let store = open(&path).await;
            assert_eq!(stored(&store).await, (acknowledged, MOVES + 1), "opened again: {what}");
            store.close().await;
            if error == libc::ENOSPC {
                assert!(refused.iter().all(|error| *error == StoreError::Full), "{what}");
            }
            refusals += refused.len();
        }
    }
    println!("{writes} writes a game, {refusals} refusals");
    assert!(refusals >= writes as usize);
}
