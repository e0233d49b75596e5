//! The quota of emails of any kind that the owner of a mailbox has not confirmed wanting. Typing a stranger's address
//! repeatedly into every form must not fill their mailbox.

use super::{FIRST_PAUSE, LONGEST_PAUSE};
use crate::ports::{
    outbox::{Delivery, Unasked},
    store::Transaction,
    store_error::StoreResult,
};
use autoparts_domain::{
    email::Email,
    time::{Timestamp, doubling_pause},
};
use std::time::Duration;

const AN_HOUR: Duration = Duration::from_hours(1);
/// The window of the daily limit.
pub(crate) const A_DAY: Duration = Duration::from_hours(24);

/// The limits of a mailbox.
#[derive(Debug, Clone, Copy)]
struct Limits {
    an_hour: usize,
    a_day: u32,
}

/// For most kinds.
const USUAL: Limits = Limits { an_hour: 6, a_day: 20 };

/// Emails with a code have higher limits, so that strangers cannot keep the owner from setting a new password.
const WITH_CODE: Limits = Limits { an_hour: 12, a_day: 30 };

/// When the next email may be sent to a mailbox; not later than `now` if at once. Counts sent emails and those being
/// sent. Call it under the [lock of the mailbox](crate::ports::outbox::OutboxRepository::lock_mailbox).
pub(crate) fn next_mail_at(tx: &mut dyn Transaction, to: &Unasked, now: Timestamp) -> StoreResult<Timestamp> {
    let limits = if to.carries_code { WITH_CODE } else { USUAL };
    let tried = tx.unasked_tried(&to.mailbox)?;
    let mut moments: Vec<Timestamp> = tried.into_iter().filter_map(|delivery| under_way_since(delivery, now)).collect();
    moments.sort_by_key(|at| std::cmp::Reverse(*at));
    moments.extend(tx.unasked_sent(&to.mailbox, now.minus(A_DAY), limits.a_day)?);
    Ok(limits.free_at(&moments, now))
}

/// Whether the mailbox of an address has reached its daily quota, so that public forms write no more emails to it.
pub(crate) fn is_used_up(tx: &mut dyn Transaction, to: &Email, now: Timestamp) -> StoreResult<bool> {
    Ok(tx.unasked_written(&to.mailbox(), now.minus(A_DAY))? >= i64::from(USUAL.a_day))
}

/// Since when an email has been with the mail server without a result. `None` after the first pause: the try failed.
fn under_way_since(delivery: Delivery, now: Timestamp) -> Option<Timestamp> {
    let Delivery::Waiting { tries, next_try_at } = delivery else { return None };
    let pause = doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tries.checked_sub(1)?);
    let since = next_try_at.minus(pause);
    (since.plus(FIRST_PAUSE) > now).then_some(since)
}

impl Limits {
    /// When the next email may be sent to a mailbox that was sent emails at these times, latest first.
    fn free_at(self, sent: &[Timestamp], now: Timestamp) -> Timestamp {
        let day = usize::try_from(self.a_day).unwrap_or(usize::MAX);
        let free = |most: usize, span: Duration| sent.get(most - 1).map_or(now, |at| at.plus(span));
        free(self.an_hour, AN_HOUR).max(free(day, A_DAY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

    fn sent(minutes_ago: impl IntoIterator<Item = u64>) -> Vec<Timestamp> {
        minutes_ago.into_iter().map(|minutes| NOW.minus(Duration::from_mins(minutes))).collect()
    }

    #[test]
    fn six_mails_an_hour() {
        assert_eq!(USUAL.free_at(&[], NOW), NOW);
        assert!(USUAL.free_at(&sent([0, 1, 2, 3, 4]), NOW) <= NOW);
        assert_eq!(USUAL.free_at(&sent([0, 1, 2, 3, 4, 10]), NOW), NOW.plus(Duration::from_mins(50)));
        assert!(USUAL.free_at(&sent([0, 1, 2, 3, 4, 60]), NOW) <= NOW);
    }

    #[test]
    fn twenty_mails_a_day() {
        let hourly = |count: u64| sent((0..count).map(|at| at * 60 + 30));
        assert!(USUAL.free_at(&hourly(19), NOW) <= NOW);
        // The twentieth email was sent 19.5 hours ago: it leaves the window in 4.5 hours.
        assert_eq!(USUAL.free_at(&hourly(20), NOW), NOW.plus(Duration::from_mins(270)));
    }
}
