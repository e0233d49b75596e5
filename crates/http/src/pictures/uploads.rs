//! The limit on concurrent picture uploads.

use crate::problem::{Code, Problem};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Maximum number of uploads in memory at once.
const MAX_AT_ONCE: usize = 4;

/// Limits this server's concurrent uploads.
#[derive(Debug)]
pub struct Uploads(Semaphore);

impl Default for Uploads {
    fn default() -> Self {
        Self(Semaphore::new(MAX_AT_ONCE))
    }
}

impl Uploads {
    /// A permit to upload a picture.
    pub(super) fn begin(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.0.try_acquire().map_err(|_| {
            let detail = "Other pictures are being uploaded. Please try again in 2 seconds.";
            Problem::new(Code::Unavailable, detail)
        })
    }
}
