//! The id of the current request, so that a problem can name it. The request's span, in `observed`, has the same id,
//! but a span cannot be read.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use autoparts_application::ports::clock::{Clock, IdSource};
use std::{cell::Cell, future::Future};
use uuid::{Builder, Uuid};

thread_local! {
    /// The state of this thread's generator; `None` before the first id.
    static STATE: Cell<Option<u64>> = const { Cell::new(None) };
}

tokio::task_local! {
    static CURRENT: Uuid;
}

/// The id of a new request: a valid UUID of version 7. Only the first of each thread is random; later ones are derived
/// from a counter (`SplitMix64`), because a system call for each would cost as much as the rest of a cached response.
/// Nothing depends on these ids being unpredictable.
pub(crate) fn next(ids: &dyn IdSource, clock: &dyn Clock) -> Uuid {
    let state = STATE.get().unwrap_or_else(|| {
        let (first, second) = ids.uuid().as_u64_pair();
        first.rotate_left(32) ^ second
    });
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    STATE.set(Some(state));
    let mut stirred = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    stirred = (stirred ^ (stirred >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    stirred ^= stirred >> 31;
    let random = ((u128::from(stirred) << 16) | u128::from(stirred >> 48)).to_be_bytes();
    let millis = u64::try_from(clock.now().micros() / 1_000).unwrap_or_default();
    Builder::from_unix_timestamp_millis(millis, random.last_chunk().unwrap_or(&[0; 10])).into_uuid()
}

/// The id of the request that this task answers; `None` outside of one.
#[must_use]
pub fn current() -> Option<Uuid> {
    CURRENT.try_with(|id| *id).ok()
}

/// Runs a task under a request id.
pub async fn scope<F: Future>(id: Uuid, work: F) -> F::Output {
    CURRENT.scope(id, work).await
}

/// Adds the request id to the response headers.
pub(crate) fn tell(headers: &mut HeaderMap, id: Uuid) {
    let mut text = Uuid::encode_buffer();
    if let Ok(id) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_testing::clock::{TestClock, TestIds};
    use std::collections::BTreeSet;

    #[test]
    fn ids_differ_and_carry_the_time() {
        let ids = TestIds::default();
        let clock = TestClock::default();
        let made: BTreeSet<Uuid> = (0..10_000).map(|_| next(&ids, &clock)).collect();
        assert_eq!(made.len(), 10_000);
        let millis = u64::try_from(clock.now().micros() / 1_000).unwrap();
        for id in made {
            assert_eq!((id.get_version_num(), id.as_u128() >> 80), (7, millis.into()));
        }
    }
}
