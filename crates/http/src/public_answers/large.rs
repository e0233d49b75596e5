//! Limits the total size of large responses. Readers of one response share its bytes, but each query may have a
//! different response, and a client that does not read it keeps it in memory while its connection lasts.

use super::list_body::MAX_LIST;
use crate::problem::{Code, Problem};
use actix_web::web::Bytes;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Maximum kilobytes of large responses, cached or being sent, in the whole process.
const MAX_KILOBYTES: usize = 64 * 1024;

static ROOM: Semaphore = Semaphore::const_new(MAX_KILOBYTES);

/// The bytes of a large response, counted until the last reference is dropped.
struct Counted {
    bytes: Bytes,
    _room: SemaphorePermit<'static>,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Returns the same bytes, counted if they are large. Refuses them if the limit is reached.
pub(super) fn counted(bytes: Bytes) -> Result<Bytes, Problem> {
    counted_in(&ROOM, bytes)
}

fn counted_in(room: &'static Semaphore, bytes: Bytes) -> Result<Bytes, Problem> {
    if bytes.len() <= MAX_LIST {
        return Ok(bytes);
    }
    let kilobytes = u32::try_from((bytes.len() / 1024).min(MAX_KILOBYTES)).unwrap_or(u32::MAX);
    let busy =
        |_| Problem::new(Code::Unavailable, "Too many large responses are being sent. Please try again in 2 seconds.");
    let room = room.try_acquire_many(kilobytes).map_err(busy)?;
    Ok(Bytes::from_owner(Counted { bytes, _room: room }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_responses_share_a_limit_and_small_ones_are_exempt() {
        static SMALL_ROOM: Semaphore = Semaphore::const_new(1024);
        let answer = |kilobytes: usize| counted_in(&SMALL_ROOM, vec![7; kilobytes * 1024].into());
        let first = answer(600).unwrap();
        assert_eq!((first.len(), first[0]), (600 * 1024, 7));
        assert_eq!(answer(600).unwrap_err().code(), Code::Unavailable);
        assert!(answer(256).is_ok() && answer(300).is_ok());
        // A reader still holds part of it.
        let rest = first.slice(1000..);
        drop(first);
        assert!(answer(600).is_err());
        drop(rest);
        assert!(answer(600).is_ok());
    }
}
