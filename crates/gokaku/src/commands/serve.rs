//! `gokaku serve`: the web app.

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use server::{Server, Settings};
use store::Store;
use studies::Study;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use super::study::announce;
use crate::cli;
use crate::place;

/// The file of the web app's store in the folder of its data.
const STORE: &str = "tables.db";

pub(crate) fn run(args: &cli::Serve) -> Result<()> {
    run_with(args, None)
}

/// The same with a study that people can take part in.
pub(super) fn run_with(args: &cli::Serve, study: Option<&Study>) -> Result<()> {
    let data = match &args.data {
        Some(data) => data.clone(),
        None => place::data_folder("--data DIR")?,
    };
    let mut settings = Settings::from_folder(&data).map_err(|error| anyhow!(error))?;
    if let Some(address) = args.addr {
        settings.address = address;
    }
    log_to_stderr(args.log.as_deref())?;
    open_many_files();
    tokio::runtime::Runtime::new()?.block_on(serve(args, &data, settings, study))
}

/// Where the web app keeps what it keeps.
pub(super) fn store_in(data: &Path, store: Option<&str>) -> String {
    store.map_or_else(|| data.join(STORE).to_string_lossy().into_owned(), str::to_owned)
}

async fn serve(args: &cli::Serve, data: &Path, settings: Settings, study: Option<&Study>) -> Result<()> {
    let address = settings.address;
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen at {address}"))?;
    let place = store_in(data, args.store.as_deref());
    let store = Store::open(&place).await?;
    let queue = place::open_queue(&args.queue, Some(&place)).await?;
    // Held until the process ends.
    let _lock = store.lock_for_server(queue.is_some()).await?;
    let site = match queue {
        Some(queue) => Some(queue.site(&place::own_name()).await?),
        None => None,
    };
    let mut out = anstream::stdout();
    let mut said = format!("Gokaku is at http://{}/\n", listener.local_addr()?).into_bytes();
    if let Some(study) = study {
        announce(&mut said, &store, study, listener.local_addr()?).await?;
    }
    let server = Server::on_site(store, settings, site).await?;
    out.write_all(&said)?;
    out.flush()?;
    Ok(server.run(listener, interrupted()).await?)
}

/// Resolves when the server is asked to stop.
async fn interrupted() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Every live connection is a file, and the usual limit is 1024: goes up to what the system allows.
fn open_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // With fewer files fewer people can watch; nothing else depends on it.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// One log line per request: text on a terminal (warnings only by default), else JSON.
fn log_to_stderr(filter: Option<&str>) -> Result<()> {
    let terminal = std::io::stderr().is_terminal();
    let usual = if terminal { "warn" } else { "info" };
    let filter = filter.unwrap_or(usual);
    let filter = EnvFilter::try_new(filter).with_context(|| {
        format!("found --log \"{filter}\", expected a level such as info, or server=debug")
    })?;
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_env_filter(filter);
    if terminal {
        log.compact().init();
    } else {
        log.json().init();
    }
    Ok(())
}
