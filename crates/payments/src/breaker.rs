//! A circuit breaker: while the provider does not respond, calls fail at once instead of each waiting for it.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::time::Instant;

/// Number of consecutive failures that open the circuit.
const MAX_FAILURES: u32 = 5;

/// How long an open circuit blocks all calls. Afterwards one caller may try per interval, until a response closes the
/// circuit.
const REST: Duration = Duration::from_secs(10);

/// Allows calls while the provider responds.
#[derive(Debug, Default)]
pub(crate) struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    failures: u32,
    open_until: Option<Instant>,
}

impl Breaker {
    /// Whether a call may be made now.
    pub(crate) fn lets_through(&self) -> bool {
        let now = Instant::now();
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut state.open_until {
            Some(until) if now < *until => false,
            // This caller tries. If it never reports a result, another one tries after the next interval.
            Some(until) => {
                *until = now + REST;
                true
            }
            None => true,
        }
    }

    /// Records whether the provider responded to a call.
    pub(crate) fn note(&self, answered: bool) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if answered {
            *state = State::default();
            return;
        }
        state.failures = state.failures.saturating_add(1);
        if state.failures >= MAX_FAILURES {
            state.open_until = Some(Instant::now() + REST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> Breaker {
        let breaker = Breaker::default();
        for _ in 0..MAX_FAILURES {
            assert!(breaker.lets_through());
            breaker.note(false);
        }
        breaker
    }

    #[tokio::test(start_paused = true)]
    async fn failures_in_a_row_open_the_circuit_for_a_while() {
        let breaker = opened();
        assert!(!breaker.lets_through());
        tokio::time::advance(REST).await;
        assert!(breaker.lets_through());
    }

    #[tokio::test(start_paused = true)]
    async fn one_caller_at_a_time_tries_an_open_circuit() {
        let breaker = opened();
        tokio::time::advance(REST).await;
        assert!(breaker.lets_through());
        assert!(!breaker.lets_through());
        breaker.note(false);
        assert!(!breaker.lets_through());
        tokio::time::advance(REST).await;
        assert!(breaker.lets_through());
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_closes_the_circuit() {
        let breaker = opened();
        tokio::time::advance(REST).await;
        assert!(breaker.lets_through());
        breaker.note(true);
        for _ in 1..MAX_FAILURES {
            assert!(breaker.lets_through());
            breaker.note(false);
        }
        assert!(breaker.lets_through());
    }
}
