//! Saves changes of tables. Acknowledged means on disk.
//!
//! The embedded database has one writer, and every commit waits for the disk. So one task writes, and what
//! has come in while the disk was busy is committed together: many tables then cost hardly more than one.

use store::{Store, StoreError, TableChange};
use tokio::sync::{mpsc, oneshot};

/// The most changes of one commit.
const TOGETHER: usize = 256;

type Acknowledge = oneshot::Sender<Result<(), StoreError>>;

/// Hands changes to the task that writes.
#[derive(Clone, Debug)]
pub(super) struct TableWriter {
    changes: mpsc::Sender<(TableChange, Acknowledge)>,
}

impl TableWriter {
    /// Begins to write to `store`.
    pub(super) fn new(store: Store) -> TableWriter {
        let (changes, mut waiting) = mpsc::channel(TOGETHER);
        tokio::spawn(async move {
            let mut together = Vec::new();
            while waiting.recv_many(&mut together, TOGETHER).await > 0 {
                write(&store, std::mem::take(&mut together)).await;
            }
        });
        TableWriter { changes }
    }

    /// Saves a change: when this returns without an error it is on disk.
    pub(super) async fn save(&self, change: TableChange) -> Result<(), StoreError> {
        let (acknowledge, acknowledged) = oneshot::channel();
        let closed = || StoreError::Refused("the server is closing".to_owned());
        self.changes.send((change, acknowledge)).await.map_err(|_| closed())?;
        acknowledged.await.unwrap_or_else(|_| Err(closed()))
    }
}

async fn write(store: &Store, together: Vec<(TableChange, Acknowledge)>) {
    metrics::histogram!("gokaku_commit_changes").record(together.len() as f64);
    let (changes, acknowledge): (Vec<TableChange>, Vec<Acknowledge>) = together.into_iter().unzip();
    match store.change_tables(&changes).await {
        Ok(()) => {
            for acknowledge in acknowledge {
                // The client may have gone; the change is saved all the same.
                let _ = acknowledge.send(Ok(()));
            }
        }
        Err(error) if changes.len() == 1 => {
            for acknowledge in acknowledge {
                let _ = acknowledge.send(Err(error.clone()));
            }
        }
        // One of them is at fault: the others must not suffer for it.
        Err(_) => {
            for (change, acknowledge) in changes.into_iter().zip(acknowledge) {
                let _ = acknowledge.send(store.change_tables(&[change]).await);
            }
        }
    }
}
