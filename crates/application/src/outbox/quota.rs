//! How many mails about orders go to an address that nobody has proven to be theirs. Whoever signs up
//! with a stranger's address and orders again and again must not fill that stranger's mailbox.

use autoparts_domain::time::Timestamp;
use std::time::Duration;

const AN_HOUR: Duration = Duration::from_hours(1);
const MAX_AN_HOUR: usize = 6;

/// The span that a day's limit looks back over.
pub(crate) const A_DAY: Duration = Duration::from_hours(24);
/// The most mails within [`A_DAY`].
pub(crate) const MAX_A_DAY: u32 = 20;

/// When the next mail may go to an address to which these were sent, latest first; not later than
/// `now` when it may go at once.
pub(crate) fn next_mail_at(sent: &[Timestamp], now: Timestamp) -> Timestamp {
    let day = usize::try_from(MAX_A_DAY).unwrap_or(usize::MAX);
    let free = |most: usize, span: Duration| sent.get(most - 1).map_or(now, |at| at.plus(span));
    free(MAX_AN_HOUR, AN_HOUR).max(free(day, A_DAY))
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
        assert_eq!(next_mail_at(&[], NOW), NOW);
        assert!(next_mail_at(&sent([0, 1, 2, 3, 4]), NOW) <= NOW);
        assert_eq!(next_mail_at(&sent([0, 1, 2, 3, 4, 10]), NOW), NOW.plus(Duration::from_mins(50)));
        assert!(next_mail_at(&sent([0, 1, 2, 3, 4, 60]), NOW) <= NOW);
    }

    #[test]
    fn twenty_mails_a_day() {
        let hourly = |count: u64| sent((0..count).map(|at| at * 60 + 30));
        assert!(next_mail_at(&hourly(19), NOW) <= NOW);
        // The twentieth was 19.5 hours ago: it leaves the day in 4.5 hours.
        assert_eq!(next_mail_at(&hourly(20), NOW), NOW.plus(Duration::from_mins(270)));
    }
}
