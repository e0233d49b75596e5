//! Low-priority threads for background work. They yield to request threads: building a search index would otherwise
//! use both processors of a small machine and slow down every order.

use std::io;
use tokio::runtime::{Builder, Runtime};

/// The lowest priority, as a `nice` value. Such a thread gets about 1% of a contended processor, and all of an idle
/// one.
const LOWEST: i32 = 19;

/// A low-priority runtime. Dropping it cancels its tasks without waiting for them.
pub(crate) struct Background(Option<Runtime>);

impl Background {
    /// Starts the threads.
    pub(crate) fn start() -> io::Result<Self> {
        // Blocking threads and threads started by libraries inherit the priority.
        let mut threads = Builder::new_multi_thread();
        threads.worker_threads(1).thread_name("background").on_thread_start(stand_back).enable_time();
        threads.build().map(|runtime| Self(Some(runtime)))
    }

    /// Spawns a task on these threads.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.0 {
            runtime.spawn(work);
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Lowers the priority of the calling thread. Only Linux has per-thread priorities.
fn stand_back() {
    if cfg!(target_os = "linux")
        && let Err(error) = rustix::process::setpriority_process(None, LOWEST)
    {
        tracing::debug!(%error, "cannot lower the priority of background work");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::{future::pending, thread};
    use tokio::sync::oneshot;

    fn priority() -> Option<i32> {
        rustix::process::getpriority_process(None).ok()
    }

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "it shows on which threads blocking work runs")]
    async fn threads_in_the_background_and_those_that_they_start_stand_back() {
        let (sender, receiver) = oneshot::channel();
        let background = Background::start().unwrap();
        background.spawn(async move {
            let blocking = tokio::task::spawn_blocking(|| (priority(), thread::spawn(priority).join().unwrap()));
            sender.send((priority(), blocking.await.unwrap())).unwrap();
        });
        assert_eq!(receiver.await, Ok((Some(LOWEST), (Some(LOWEST), Some(LOWEST)))));
    }

    #[tokio::test]
    async fn what_runs_in_the_background_does_not_hold_up_the_end() {
        let (runs, has_run) = oneshot::channel();
        let (ends, has_ended) = oneshot::channel::<()>();
        let background = Background::start().unwrap();
        background.spawn(async move {
            runs.send(()).unwrap();
            pending::<()>().await;
            drop(ends);
        });
        has_run.await.unwrap();
        drop(background);
        assert!(has_ended.await.is_err(), "it was dropped");
    }
}
