//! In-memory cache for data that is read often and changes seldom.

use crate::ports::{generations::Source, store::Store};
use autoparts_domain::time::Timestamp;
use std::{
    fmt,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Maximum delay until changes by other servers become visible here.
pub(crate) const FRESH: Duration = Duration::from_secs(1);

struct Kept<T> {
    generation: u64,
    read_at: Timestamp,
    value: Arc<T>,
}

/// A cached value. Changes by this server are visible at once, changes by other servers within a second.
pub struct Fresh<T>(Mutex<Option<Kept<T>>>);

impl<T> Default for Fresh<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> fmt::Debug for Fresh<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fresh")
    }
}

impl<T> Fresh<T> {
    /// Returns the current value, read again if the cached one may be stale.
    pub(crate) async fn get<E>(
        &self,
        store: &dyn Store,
        source: Source,
        now: Timestamp,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        // Taken before reading: a change in the meantime gets another generation.
        let generation = store.generations().current(source);
        if let Some(value) = self.kept(generation, now) {
            return Ok(value);
        }
        let value = Arc::new(read.await?);
        let kept = Kept { generation, read_at: now, value: Arc::clone(&value) };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        Ok(value)
    }

    fn kept(&self, generation: u64, now: Timestamp) -> Option<Arc<T>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_fresh =
            |kept: &&Kept<T>| kept.generation == generation && (kept.read_at..kept.read_at.plus(FRESH)).contains(&now);
        kept.as_ref().filter(is_fresh).map(|kept| Arc::clone(&kept.value))
    }
}
