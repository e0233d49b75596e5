//! What an operator who watches the shop wants to know: whether work that does itself is getting done.

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

/// What is overdue by so long has not been done by several rounds of maintenance.
const OVERDUE: Duration = Duration::from_mins(5);

/// A mail server that is well takes a mail sooner.
const MAIL_LATE: Duration = Duration::from_mins(10);

/// Numbers that are small in a shop that is well. Each is counted up to a thousand: more is no
/// other news.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HealthGauges {
    /// Payments that their customers may still make.
    pub payments_open: usize,
    /// Refunds that the provider has not carried out.
    pub refunds_open: usize,
    /// Those of them that it could not carry out at least once.
    pub refunds_failing: usize,
    /// Orders whose payment is disputed and not decided.
    pub disputes_open: usize,
    /// Payments without an order that wait for an admin, or are on their way back.
    pub unmatched_payments: usize,
    /// Orders whose reservation should have ended a while ago.
    pub reservations_overdue: usize,
    /// Mails that have not been sent; a thousand means that many at least.
    pub mails_waiting: usize,
    /// Mails that have waited for a mail server for a while.
    pub mails_overdue: usize,
}

impl Shop {
    /// How the shop is.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn health_gauges(&self) -> Result<HealthGauges, StoreError> {
        gauges(&*self.store, self.now()).await
    }
}

/// The same for whoever needs nothing of the shop but its store.
pub async fn gauges(store: &dyn Store, now: Timestamp) -> Result<HealthGauges, StoreError> {
    store.read(move |tx| look(tx, now)).await
}

fn look(tx: &mut dyn Transaction, now: Timestamp) -> Result<HealthGauges, StoreError> {
    let (ever, overdue) = (Timestamp::from_micros(i64::MAX), now.minus(OVERDUE));
    let refunds = tx.due_refunds(ever, &Page::first())?;
    Ok(HealthGauges {
        payments_open: tx.live_attempts(now, &Page::first())?.len(),
        refunds_open: refunds.len(),
        refunds_failing: refunds.iter().filter(|refund| refund.failures > 0).count(),
        disputes_open: tx.orders_in_dispute(&Page::first())?.len(),
        unmatched_payments: tx.open_unmatched(&Page::first())?.len(),
        reservations_overdue: tx.overdue_orders(overdue, &Page::first())?.len(),
        mails_waiting: tx.late_mails(now, MAX_PAGE)?,
        mails_overdue: tx.late_mails(now.minus(MAIL_LATE), MAX_PAGE)?,
    })
}
