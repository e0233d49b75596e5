//! How many pictures may be uploaded at once.

use crate::problem::{Code, Problem};
use tokio::sync::{Semaphore, SemaphorePermit};

/// How many uploads may be in memory at once.
const MAX_AT_ONCE: usize = 4;

/// Bounds the uploads of this server.
#[derive(Debug)]
pub struct Uploads(Semaphore);

impl Default for Uploads {
    fn default() -> Self {
        Self(Semaphore::new(MAX_AT_ONCE))
    }
}

impl Uploads {
    /// The right to send a picture.
    pub(super) fn begin(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.0.try_acquire().map_err(|_| {
            let detail = "Other pictures are being uploaded. Please try again in 2 seconds.";
            Problem::new(Code::Unavailable, detail)
        })
    }
}
