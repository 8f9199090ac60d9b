//! The words of `gokaku serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

#[derive(Args, Default, Debug)]
pub(crate) struct Serve {
    /// Where to listen; by default 127.0.0.1:7878, or as the settings say.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) addr: Option<SocketAddr>,
    /// The folder of the settings (settings.toml) and of the games; by default in your home folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Where the games are kept: a file, or postgres://USER@HOST/NAME; by default tables.db in the folder.
    #[arg(long, value_name = "FILE-OR-URL")]
    pub(crate) store: Option<String>,
    /// What is logged, such as info or server=debug; by default warnings on a terminal, else every request.
    #[arg(long, value_name = "FILTER")]
    pub(crate) log: Option<String>,
}
