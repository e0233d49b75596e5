//! Tracing spans of units of work.

use super::store_error::StoreResult;
use std::fmt::Debug;
use tracing::{Instrument, field};

/// Runs a unit of work, written in a closure of this type, within its span. An adapter may record the number of
/// `attempts` in the span.
pub(super) async fn unit_of_work(
    closure: &'static str,
    access: impl Debug,
    run: impl Future<Output = StoreResult<()>>,
) -> StoreResult<()> {
    let span = tracing::debug_span!(
        "unit_of_work",
        name = written_in(closure),
        ?access,
        attempts = field::Empty,
        failed = field::Empty
    );
    let ran = run.instrument(span.clone()).await;
    if ran.is_err() {
        span.record("failed", true);
    }
    ran
}

/// Returns the name of the function in which a closure was written, from the name of the closure's type: `place_order`
/// for a unit of work of `Shop::place_order`. For traces only: the compiler does not guarantee these names.
#[must_use]
pub fn written_in(path: &'static str) -> &'static str {
    path.rsplit("::").find(|name| !name.starts_with('{')).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::any::type_name_of_val;

    #[test]
    fn a_closure_is_named_like_the_function_around_it() {
        fn place_order() -> &'static str {
            let work = |number: u8| move |other: u8| number + other;
            assert_eq!(work(1)(1), 2);
            written_in(type_name_of_val(&work(1)))
        }
        assert_eq!(place_order(), "place_order");
    }
}
