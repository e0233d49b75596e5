//! Limits how many responses are created at once: a few at a time, in order of arrival, with a bounded queue.

use crate::problem::{Code, Problem};
use tokio::sync::{Semaphore, SemaphorePermit};

#[derive(Debug)]
pub(super) struct Permits {
    places: Semaphore,
    running: Semaphore,
}

/// A permit to create a costly response.
#[derive(Debug)]
pub struct Permit<'a> {
    _place: SemaphorePermit<'a>,
    _running: SemaphorePermit<'a>,
}

impl Permits {
    pub(super) fn new(running: usize, waiting: usize) -> Self {
        Self { places: Semaphore::new(running + waiting), running: Semaphore::new(running) }
    }

    pub(super) async fn next(&self) -> Result<Permit<'_>, Problem> {
        let busy = || {
            Problem::new(
                Code::Unavailable,
                "Too many visitors are asking for this at once. Please try again in 2 seconds.",
            )
        };
        let place = self.places.try_acquire().map_err(|_| busy())?;
        let running = self.running.acquire().await.map_err(|_| busy())?;
        Ok(Permit { _place: place, _running: running })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{future::Future, pin::pin, task};

    #[actix_web::test]
    async fn few_are_made_at_a_time_and_few_wait() {
        let permits = Permits::new(2, 1);
        let first = permits.next().await.unwrap();
        let _second = permits.next().await.unwrap();
        let mut third = pin!(permits.next());
        let mut context = task::Context::from_waker(task::Waker::noop());
        assert!(third.as_mut().poll(&mut context).is_pending());
        assert_eq!(permits.next().await.unwrap_err().code(), Code::Unavailable, "and the error says when to retry");
        drop(first);
        assert!(third.as_mut().poll(&mut context).is_ready());
    }
}
