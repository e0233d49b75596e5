//! The id of the request that is being answered, so that a problem can name it. The span of the request, in
//! `observed`, carries the same one; a span cannot be asked for what it carries.

use std::future::Future;
use uuid::Uuid;

tokio::task_local! {
    static CURRENT: Uuid;
}

/// The id of the request that this task answers; `None` outside of one.
#[must_use]
pub fn current() -> Option<Uuid> {
    CURRENT.try_with(|id| *id).ok()
}

/// Answers a request under an id.
pub async fn scope<F: Future>(id: Uuid, work: F) -> F::Output {
    CURRENT.scope(id, work).await
}
