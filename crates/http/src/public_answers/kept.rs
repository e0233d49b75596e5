//! The cache of public responses, and the choice of the request that refreshes one.
//!
//! A cached response is valid until the generation of its source changes, and for at most [`HOLDS`], because another
//! server may have changed the database. Shortly before it expires, one request refreshes it while others still get the
//! cached one.

use super::{copies::Copies, key::Key};
use std::{
    collections::{HashMap, VecDeque},
    mem,
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::watch, time::Instant};

/// Maximum age of a cached response.
pub(super) const HOLDS: Duration = Duration::from_secs(1);

/// Age from which one request refreshes it.
const REFRESH_AFTER: Duration = Duration::from_millis(500);

/// Maximum size of the cache, including encoded copies, in bytes.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Estimated memory of a response in addition to its body and its key, rounded up.
const OVERHEAD: usize = 1024;

/// A moment, with the generation of a source at that time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    pub(crate) generation: u64,
    pub(crate) at: Instant,
}

/// The cached responses.
#[derive(Debug)]
pub(super) struct KeptAnswers {
    answers: RwLock<Answers>,
    max_bytes: usize,
}

#[derive(Debug, Default)]
struct Answers {
    slots: HashMap<Key, Slot>,
    /// The keys of responses with copies, for second-chance eviction: a response used since it was last at the front is
    /// moved to the end instead of being evicted.
    queue: VecDeque<Key>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct Slot {
    kept: Option<Kept>,
    /// Closed when the reading request has ended, successfully or not.
    reading: Option<watch::Receiver<()>>,
    used: AtomicBool,
    /// Its share of `Answers::bytes`.
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    copies: Arc<Copies>,
    /// When reading began.
    read: Moment,
}

impl Kept {
    /// Whether it is valid for a request that came at `arrival`.
    fn holds_for(&self, arrival: Moment) -> bool {
        self.read.generation >= arrival.generation && arrival.at < self.read.at + HOLDS
    }

    fn is_young(&self, arrival: Moment) -> bool {
        arrival.at < self.read.at + REFRESH_AFTER
    }
}

impl Slot {
    fn is_being_read(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.has_changed().is_ok())
    }

    /// The cached response, if it is valid and does not need a refresh.
    fn good_for(&self, arrival: Moment) -> Option<&Arc<Copies>> {
        let kept = self.kept.as_ref().filter(|kept| kept.holds_for(arrival))?;
        if !kept.is_young(arrival) && !self.is_being_read() {
            return None;
        }
        // Usually it is already set. Reading it first avoids taking the cache line from other processors.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
        Some(&kept.copies)
    }
}

/// How a request gets its response.
#[derive(Debug)]
pub(super) enum Next<'a> {
    /// It uses this one.
    Take(Arc<Copies>),
    /// It waits until this is closed, and tries again.
    Wait(watch::Receiver<()>),
    /// It reads, and others wait for it.
    Read(Reading<'a>),
}

/// The right to read on behalf of all others. When it is dropped, another request gets it.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    answers: &'a KeptAnswers,
    key: Key,
    _waiting: watch::Sender<()>,
}

impl Default for KeptAnswers {
    fn default() -> Self {
        Self::of_size(MAX_BYTES)
    }
}

impl KeptAnswers {
    fn of_size(max_bytes: usize) -> Self {
        Self { answers: RwLock::default(), max_bytes }
    }

    /// Uses the cached response, if it is valid for a request that came at `arrival` and does not need a refresh.
    pub(super) fn with<T>(&self, key: &Key, arrival: Moment, with: impl FnOnce(&Copies) -> Option<T>) -> Option<T> {
        with(self.read().slots.get(key)?.good_for(arrival)?)
    }

    /// How a request that came at `arrival` gets its response.
    pub(super) fn next(&self, key: &Key, arrival: Moment) -> Next<'_> {
        let mut answers = self.write();
        let slot = answers.slots.entry(key.clone()).or_default();
        if let Some(copies) = slot.good_for(arrival) {
            return Next::Take(Arc::clone(copies));
        }
        match &slot.reading {
            Some(reading) if slot.is_being_read() => Next::Wait(reading.clone()),
            _ => {
                let (waiting, reading) = watch::channel(());
                slot.reading = Some(reading);
                Next::Read(Reading { answers: self, key: key.clone(), _waiting: waiting })
            }
        }
    }

    /// Updates the size of a response: copies are encoded when first requested.
    pub(super) fn count_again(&self, key: &Key) {
        let mut answers = self.write();
        answers.count(key);
        answers.shrink(self.max_bytes);
    }

    fn read(&self) -> RwLockReadGuard<'_, Answers> {
        self.answers.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Answers> {
        self.answers.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reading<'_> {
    /// Caches what was read; `read` is a moment before reading began. Keeps the existing copies if the bytes are the
    /// same.
    pub(super) fn keep(self, copies: Copies, read: Moment) -> Arc<Copies> {
        let mut answers = self.answers.write();
        let slot = answers.slots.entry(self.key.clone()).or_default();
        let before = slot.kept.take();
        let is_new = before.is_none();
        let copies = match before {
            Some(before) if before.copies.is_of(&copies) => before.copies,
            _ => Arc::new(copies),
        };
        slot.kept = Some(Kept { copies: Arc::clone(&copies), read });
        if is_new {
            // Evicts other responses only: the new one has had no time to be used.
            let bytes = bytes(&self.key, &copies);
            answers.shrink(self.answers.max_bytes.saturating_sub(bytes));
            answers.queue.push_back(self.key.clone());
        }
        answers.count(&self.key);
        answers.shrink(self.answers.max_bytes);
        drop(answers);
        copies
    }
}

impl Drop for Reading<'_> {
    /// A failed read leaves no entry.
    fn drop(&mut self) {
        let mut answers = self.answers.write();
        if answers.slots.get(&self.key).is_some_and(|slot| slot.kept.is_none()) {
            answers.slots.remove(&self.key);
        }
    }
}

/// The size of a response in the cache.
fn bytes(key: &Key, copies: &Copies) -> usize {
    copies.bytes() + 2 * key.bytes() + OVERHEAD
}

impl Answers {
    fn count(&mut self, key: &Key) {
        let Some(slot) = self.slots.get_mut(key) else { return };
        let Some(kept) = &slot.kept else { return };
        let before = mem::replace(&mut slot.bytes, bytes(key, &kept.copies));
        self.bytes = self.bytes + slot.bytes - before;
    }

    /// Evicts responses that were not used recently, until the cache is small enough.
    fn shrink(&mut self, max_bytes: usize) {
        while self.bytes > max_bytes
            && let Some(key) = self.queue.pop_front()
        {
            let Some(slot) = self.slots.get_mut(&key) else { continue };
            if slot.used.swap(false, Ordering::Relaxed) {
                self.queue.push_back(key);
                continue;
            }
            self.bytes -= mem::take(&mut slot.bytes);
            slot.kept = None;
            if slot.is_being_read() {
                continue;
            }
            self.slots.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{http::header::HeaderValue, web::Bytes};
    use autoparts_testing::clock::numbered;

    fn key(number: u64) -> Key {
        Key::Part(numbered(number).into())
    }

    fn copies(body: &[u8]) -> Copies {
        Copies::new(Bytes::copy_from_slice(body), HeaderValue::from_static("text/plain"), None)
    }

    impl KeptAnswers {
        fn get(&self, key: &Key, arrival: Moment) -> Option<Arc<Copies>> {
            self.read().slots.get(key)?.good_for(arrival).cloned()
        }
    }

    /// Moments of one test.
    struct Clock(Instant);

    impl Clock {
        fn begin() -> Self {
            Self(Instant::now())
        }

        fn moment(&self, generation: u64, millis: u64) -> Moment {
            Moment { generation, at: self.0 + Duration::from_millis(millis) }
        }
    }

    fn reading(next: Next<'_>) -> Reading<'_> {
        match next {
            Next::Read(reading) => reading,
            other => panic!("{other:?}"),
        }
    }

    fn waiting(next: Next<'_>) -> watch::Receiver<()> {
        match next {
            Next::Wait(waiting) => waiting,
            other => panic!("{other:?}"),
        }
    }

    fn is_over(waiting: &watch::Receiver<()>) -> bool {
        waiting.has_changed().is_err()
    }

    #[test]
    fn a_cached_response_is_valid_for_its_generation_and_under_a_second() {
        let answers = KeptAnswers::default();
        let clock = Clock::begin();
        assert!(answers.get(&key(1), clock.moment(7, 0)).is_none());
        reading(answers.next(&key(1), clock.moment(7, 0))).keep(copies(b"x"), clock.moment(7, 0));
        assert!(answers.get(&key(1), clock.moment(7, 499)).is_some());
        assert!(answers.get(&key(1), clock.moment(8, 1)).is_none(), "it was changed since");
        assert!(answers.get(&key(2), clock.moment(7, 1)).is_none(), "that is another key");
        let _reading = reading(answers.next(&key(1), clock.moment(7, 500)));
        assert!(answers.get(&key(1), clock.moment(7, 999)).is_some(), "another request is refreshing it");
        assert!(answers.get(&key(1), clock.moment(7, 1000)).is_none());
    }

    #[test]
    fn a_response_read_before_a_change_is_not_served_after_it() {
        let answers = KeptAnswers::default();
        let clock = Clock::begin();
        let slow = reading(answers.next(&key(1), clock.moment(1, 0)));
        // A change is committed in between, and its author sends a request.
        let author = clock.moment(2, 10);
        let waits = waiting(answers.next(&key(1), author));
        slow.keep(copies(b"before"), clock.moment(1, 0));
        assert!(is_over(&waits) && answers.get(&key(1), author).is_none());
        let read = reading(answers.next(&key(1), author)).keep(copies(b"after"), author);
        assert!(read.is_of(&copies(b"after")));
        assert!(answers.get(&key(1), clock.moment(2, 20)).unwrap().is_of(&read));
    }

    #[test]
    fn one_request_reads_and_the_others_wait() {
        let answers = KeptAnswers::default();
        let clock = Clock::begin();
        let first = reading(answers.next(&key(1), clock.moment(1, 0)));
        let waits: Vec<_> = (0..10).map(|at| waiting(answers.next(&key(1), clock.moment(1, at)))).collect();
        assert!(waits.iter().all(|waits| !is_over(waits)));
        let read = first.keep(copies(b"x"), clock.moment(1, 0));
        for (waits, at) in waits.iter().zip(0..) {
            let Next::Take(taken) = answers.next(&key(1), clock.moment(1, at)) else { panic!("it was read") };
            assert!(is_over(waits) && Arc::ptr_eq(&taken, &read));
        }
    }

    #[test]
    fn a_slow_read_serves_requests_that_arrived_in_time() {
        let answers = KeptAnswers::default();
        let clock = Clock::begin();
        let slow = reading(answers.next(&key(1), clock.moment(1, 0)));
        slow.keep(copies(b"x"), clock.moment(1, 0));
        assert!(matches!(answers.next(&key(1), clock.moment(1, 400)), Next::Take(_)));
        assert!(matches!(answers.next(&key(1), clock.moment(1, 1000)), Next::Read(_)), "it is too old for this one");
    }

    #[test]
    fn another_request_reads_after_the_reader_fails() {
        let answers = KeptAnswers::default();
        let clock = Clock::begin();
        let first = reading(answers.next(&key(1), clock.moment(1, 0)));
        let waits = waiting(answers.next(&key(1), clock.moment(1, 1)));
        drop(first);
        assert!(is_over(&waits));
        assert!(answers.read().slots.is_empty(), "an abandoned read leaves no entry");
        reading(answers.next(&key(1), clock.moment(1, 1))).keep(copies(b"x"), clock.moment(1, 1));
        drop(reading(answers.next(&key(1), clock.moment(2, 2))));
        assert!(answers.get(&key(1), clock.moment(1, 3)).is_some(), "a cached answer stays cached");
    }

    #[test]
    fn copies_are_reused_while_the_bytes_are_the_same() {
        let answers = KeptAnswers::default();
        let clock = Clock::begin();
        let keep = |body: &[u8], generation| {
            let moment = clock.moment(generation, 0);
            reading(answers.next(&key(1), moment)).keep(copies(body), moment)
        };
        let first = keep(b"same", 1);
        assert!(Arc::ptr_eq(&keep(b"same", 2), &first));
        assert!(!Arc::ptr_eq(&keep(b"other", 3), &first));
    }

    #[test]
    fn the_cache_is_bounded_and_does_not_evict_used_responses() {
        let answers = KeptAnswers::of_size(100 * 1024);
        let clock = Clock::begin();
        let now = clock.moment(1, 0);
        for number in 0..1_000 {
            reading(answers.next(&key(number), now)).keep(copies(&[1; 9 * 1024]), now);
            assert!(answers.get(&key(0), now).is_some(), "{number}");
            let cache = answers.read();
            assert!(cache.bytes <= 100 * 1024 && cache.slots.len() == cache.queue.len());
        }
        let cache = answers.read();
        assert_eq!((cache.slots.len(), cache.bytes), (10, 100 * 1024));
        assert!(cache.slots.contains_key(&key(999)));
    }

    #[test]
    fn a_response_evicted_during_a_read_is_cached_again() {
        let answers = KeptAnswers::of_size(4 * 1024);
        let clock = Clock::begin();
        let now = clock.moment(1, 0);
        let keep = |number, moment| reading(answers.next(&key(number), moment)).keep(copies(&[1; 1024]), moment);
        keep(0, now);
        let again = reading(answers.next(&key(0), clock.moment(2, 0)));
        for number in 1..10 {
            keep(number, now);
        }
        assert!(matches!(answers.next(&key(0), clock.moment(2, 0)), Next::Wait(_)), "it is still being read");
        again.keep(copies(b"x"), clock.moment(2, 0));
        assert!(answers.get(&key(0), clock.moment(2, 1)).is_some());
        let cache = answers.read();
        assert!(cache.bytes <= 4 * 1024 && cache.slots.len() == cache.queue.len());
    }
}
