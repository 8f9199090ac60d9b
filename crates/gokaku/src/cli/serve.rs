//! The words of `gokaku serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::Queue;

#[derive(Args, Default, Debug)]
pub(crate) struct Serve {
    /// Address to listen on [default: 127.0.0.1:7878, or as in the settings].
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) addr: Option<SocketAddr>,
    /// Folder for settings (settings.toml) and games [default: in your home folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Database: a file, or postgres://USER@HOST/NAME [default: tables.db in the folder].
    #[arg(long, value_name = "FILE-OR-URL", env = "GOKAKU_STORE", hide_env_values = true)]
    pub(crate) store: Option<String>,
    #[command(flatten)]
    pub(crate) queue: Queue,
    /// Log filter, such as info or server=debug [default: warnings on a terminal, else every request].
    #[arg(long, value_name = "FILTER")]
    pub(crate) log: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Backup {
    /// New file for the copy.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) place: DataPlace,
}

#[derive(Args, Debug)]
pub(crate) struct Restore {
    /// Copy made by gokaku backup.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) place: DataPlace,
}

/// Which database.
#[derive(Args, Debug)]
pub(crate) struct DataPlace {
    /// Folder of the server's data [default: in your home folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Database file [default: tables.db in the folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<String>,
}
