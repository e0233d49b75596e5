//! Health gauges for operators: whether background work is getting done.

use crate::{
    ports::{
        page::{MAX_PAGE, Page},
        store::{Store, Transaction},
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::time::Timestamp;
use std::time::Duration;

/// Work overdue by this long was missed by several rounds of maintenance.
const OVERDUE: Duration = Duration::from_mins(5);

/// A working mail server accepts an email sooner.
pub(crate) const MAIL_LATE: Duration = Duration::from_mins(10);

/// Gauges that are small in a healthy shop. Each is capped at 1000, because higher counts add no information.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HealthGauges {
    /// Payments that customers may still complete.
    pub payments_open: usize,
    /// Refunds that the provider has not carried out.
    pub refunds_open: usize,
    /// Open refunds that have failed at least once.
    pub refunds_failing: usize,
    /// Orders with an undecided dispute.
    pub disputes_open: usize,
    /// Payments without an order that await an admin or are being refunded.
    pub unmatched_payments: usize,
    /// Orders whose reservation should have ended some time ago.
    pub reservations_overdue: usize,
    /// Unsent emails; 1000 means at least that many.
    pub mails_waiting: usize,
    /// Emails that have been waiting for the mail server for some time.
    pub mails_overdue: usize,
}

impl Shop {
    /// Returns the health gauges.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn health_gauges(&self) -> Result<HealthGauges, StoreError> {
        gauges(&*self.store, self.now()).await
    }
}

/// Returns the health gauges; for callers that have only the store.
pub async fn gauges(store: &dyn Store, now: Timestamp) -> Result<HealthGauges, StoreError> {
    store.read(move |tx| read_gauges(tx, now)).await
}

fn read_gauges(tx: &mut dyn Transaction, now: Timestamp) -> Result<HealthGauges, StoreError> {
    let ever = Timestamp::from_micros(i64::MAX);
    let overdue = now.minus(OVERDUE);
    let refunds = tx.due_refunds(ever, &Page::first())?;
    Ok(HealthGauges {
        payments_open: tx.live_attempts(now, &Page::first())?.len(),
        refunds_open: refunds.len(),
        refunds_failing: refunds.iter().filter(|refund| refund.failures > 0).count(),
        disputes_open: tx.orders_in_dispute(&Page::first())?.len(),
        unmatched_payments: tx.open_unmatched(&Page::first())?.len(),
        reservations_overdue: tx.overdue_orders(overdue, &Page::first())?.len(),
        mails_waiting: tx.count_late_mails(now, MAX_PAGE)?,
        mails_overdue: tx.count_late_mails(now.minus(MAIL_LATE), MAX_PAGE)?,
    })
}
