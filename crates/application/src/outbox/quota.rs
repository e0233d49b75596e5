//! How many e-mails a mailbox gets that its owner has not confirmed wanting, of whatever kind. Whoever types a stranger's
//! address, again and again and into every form, must not fill that stranger's mailbox.

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
/// The span that a day's limit looks back over.
pub(crate) const A_DAY: Duration = Duration::from_hours(24);

/// How many e-mails a mailbox gets.
#[derive(Debug, Clone, Copy)]
struct Limits {
    an_hour: usize,
    a_day: u32,
}

/// Of most kinds.
const USUAL: Limits = Limits { an_hour: 6, a_day: 20 };

/// E-mails with a code go on for longer: what others have sent to a mailbox shall not keep its owner from a new password.
const WITH_CODE: Limits = Limits { an_hour: 12, a_day: 30 };

/// When the next e-mail may go to a mailbox; not later than `now` when it may go at once. Counts what was sent and what is
/// under way. To be asked under the [lock of the mailbox](crate::ports::outbox::OutboxRepository::lock_mailbox).
pub(crate) fn next_mail_at(tx: &mut dyn Transaction, to: &Unasked, now: Timestamp) -> StoreResult<Timestamp> {
    let limits = if to.carries_code { WITH_CODE } else { USUAL };
    let tried = tx.unasked_tried(&to.mailbox)?;
    let mut moments: Vec<Timestamp> = tried.into_iter().filter_map(|delivery| under_way_since(delivery, now)).collect();
    moments.sort_by_key(|at| std::cmp::Reverse(*at));
    moments.extend(tx.unasked_sent(&to.mailbox, now.minus(A_DAY), limits.a_day)?);
    Ok(limits.free_at(&moments, now))
}

/// Whether so many e-mails were written for the mailbox of an address within a day that a form that anyone can fill in writes
/// no further one.
pub(crate) fn is_used_up(tx: &mut dyn Transaction, to: &Email, now: Timestamp) -> StoreResult<bool> {
    Ok(tx.unasked_written(&to.mailbox(), now.minus(A_DAY))? >= i64::from(USUAL.a_day))
}

/// Since when a mail server has an e-mail whose answer is not known yet. After the first pause it has none: the try failed.
fn under_way_since(delivery: Delivery, now: Timestamp) -> Option<Timestamp> {
    let Delivery::Waiting { tries, next_try_at } = delivery else { return None };
    let pause = doubling_pause(FIRST_PAUSE, LONGEST_PAUSE, tries.checked_sub(1)?);
    let since = next_try_at.minus(pause);
    (since.plus(FIRST_PAUSE) > now).then_some(since)
}

impl Limits {
    /// When the next one may go to a mailbox that was sent e-mails at these moments, latest first.
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
        // The twentieth was 19.5 hours ago: it leaves the day in 4.5 hours.
        assert_eq!(USUAL.free_at(&hourly(20), NOW), NOW.plus(Duration::from_mins(270)));
    }
}
