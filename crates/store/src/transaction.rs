//! Transactions that leave nothing behind.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Executor};

use crate::StoreError;

/// A transaction that is either committed, or gone with its connection.
///
/// A connection on which something has failed is thrown away. It may still be inside the transaction: when
/// the disk is full, SQLite leaves a transaction open whose commit has failed. Whoever took that connection
/// next would have their commit acknowledged without anything being stored.
pub(crate) struct Transaction {
    /// `None` once it is committed.
    connection: Option<PoolConnection<Any>>,
}

impl Transaction {
    /// Begins a transaction on a connection of its own.
    ///
    /// # Errors
    /// The database refuses.
    pub(crate) async fn begin(pool: &AnyPool) -> Result<Transaction, sqlx::Error> {
        let mut transaction = Transaction { connection: Some(pool.acquire().await?) };
        transaction.execute("BEGIN").await?;
        Ok(transaction)
    }

    /// Makes its changes durable. After an error nobody knows whether they are.
    ///
    /// # Errors
    /// The database refuses.
    pub(crate) async fn commit(mut self) -> Result<(), sqlx::Error> {
        self.execute("COMMIT").await?;
        // Back to the pool.
        self.connection = None;
        Ok(())
    }

    /// Ends it with this result, and without a change.
    ///
    /// # Errors
    /// The database refuses.
    pub(crate) async fn end<T>(mut self, result: T) -> Result<T, StoreError> {
        self.execute("ROLLBACK").await?;
        self.connection = None;
        Ok(result)
    }
}

impl Deref for Transaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        match &self.connection {
            Some(connection) => connection,
            None => unreachable!("a committed transaction is gone"),
        }
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.connection {
            Some(connection) => connection,
            None => unreachable!("a committed transaction is gone"),
        }
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            drop(connection.detach());
        }
    }
}
