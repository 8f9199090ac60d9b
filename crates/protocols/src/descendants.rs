//! Processes that a program has started and that have left its process group, as daemons do.
//!
//! Whatever a program starts inherits its environment, so a variable with a value of its own marks them all,
//! wherever they have gone. One that clears its environment as well is not found.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The name of the variable.
const NAME: &str = "GOKAKU_STARTED";

/// Programs that this process has started.
static STARTED: AtomicU64 = AtomicU64::new(0);

/// What marks a program and everything that it starts.
#[derive(Debug)]
pub(crate) struct Mark(String);

impl Mark {
    /// A mark that nothing else has, on this machine or another.
    pub(crate) fn new() -> Mark {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        Mark(format!("{}-{}-{number}", std::process::id(), since.as_nanos()))
    }

    /// The variable of the environment and its value.
    pub(crate) fn variable(&self) -> (&'static str, &str) {
        (NAME, &self.0)
    }

    /// Kills everything with this mark. On other systems than Linux nothing can be found by it.
    pub(crate) fn kill_marked(&self) {
        #[cfg(target_os = "linux")]
        // Whoever was about to start another one may have done so since.
        for _ in 0..3 {
            let marked = self.marked();
            if marked.is_empty() {
                return;
            }
            for pid in marked {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
    }

    /// The processes with this mark that are alive.
    #[cfg(target_os = "linux")]
    fn marked(&self) -> Vec<rustix::process::Pid> {
        let wanted = format!("{NAME}={}", self.0);
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        // Those of other users cannot be read, and a zombie's environment is empty.
        let is_marked = |pid: &i32| {
            std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|bytes| {
                bytes.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
            })
        };
        pids.filter(is_marked).filter_map(rustix::process::Pid::from_raw).collect()
    }
}
