//! Error chains for the log.

use std::error::Error;

/// Returns an error and its causes, outermost first, on one line.
#[must_use]
pub fn error_chain(error: &(dyn Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    let mut story = String::new();
    // libpq and others produce several lines.
    let on_one_line = |error: &(dyn Error + 'static)| {
        error.to_string().lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    };
    for text in chain.map(on_one_line) {
        // A transparent error repeats the error that it wraps, and some errors include the text of their cause.
        if !story.contains(&text) {
            let joint = if story.is_empty() { "" } else { ": " };
            story.push_str(joint);
            story.push_str(&text);
        }
    }
    story
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{payments::initiation::PaymentError, ports::store_error::StoreError, use_case_error::UseCaseError};

    #[test]
    fn several_lines_become_one() {
        let error = StoreError::Unavailable("connection refused\n\tIs the server running?\n".into());
        assert_eq!(error_chain(&error), "the store is unavailable: connection refused Is the server running?");
    }

    #[test]
    fn the_error_chain_includes_the_root_cause_without_repetition() {
        let error = UseCaseError::<PaymentError>::from(StoreError::Unavailable("the disk is full".into()));
        assert_eq!(error_chain(&error), "the store is unavailable: the disk is full");
    }
}
