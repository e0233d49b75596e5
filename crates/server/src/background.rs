//! Threads for work that nobody waits for. They give way to those that answer: a search index that is being built would
//! take both processors of a small machine, and each order would wait for one several times.

use std::io;
use tokio::runtime::{Builder, Runtime};

/// The priority of these threads, the lowest that there is, as `nice` counts: they get about a hundredth of a processor that
/// others want, too, and all of it when nobody else does.
const LOWEST: i32 = 19;

/// Threads that stand back. What runs on them ends when this is dropped; nobody waits for it then either.
pub(crate) struct Background(Option<Runtime>);

impl Background {
    /// Starts the threads.
    pub(crate) fn start() -> io::Result<Self> {
        // What blocks, and threads that libraries start, stand back as well: they are started by these.
        let mut threads = Builder::new_multi_thread();
        threads.worker_threads(1).thread_name("background").on_thread_start(stand_back).enable_time();
        threads.build().map(|runtime| Self(Some(runtime)))
    }

    /// Begins to work on something.
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

/// Lowers the priority of the thread that calls it. Only Linux has one for each thread.
fn stand_back() {
    if cfg!(target_os = "linux")
        && let Err(error) = rustix::process::setpriority_process(None, LOWEST)
    {
        tracing::debug!(%error, "work in the background does not stand back");
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
        let (tell, told) = oneshot::channel();
        let background = Background::start().unwrap();
        background.spawn(async move {
            let blocking = tokio::task::spawn_blocking(|| (priority(), thread::spawn(priority).join().unwrap()));
            tell.send((priority(), blocking.await.unwrap())).unwrap();
        });
        assert_eq!(told.await, Ok((Some(LOWEST), (Some(LOWEST), Some(LOWEST)))));
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
