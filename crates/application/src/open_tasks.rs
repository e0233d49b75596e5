//! The work that waits for an admin, counted.

use crate::{
    accounts::access::{self, AccessError},
    maintenance::health,
    ports::{
        fit_evidence::FlaggedFits,
        page::{MAX_PAGE, Page},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{id::UserId, orders::Worklist, time::Timestamp};

/// Numbers of open tasks, each counted up to [`MAX_PAGE`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpenTasks {
    /// Paid orders to ship.
    pub orders_to_ship: u32,
    /// Orders with an undecided dispute.
    pub orders_in_dispute: u32,
    /// Returns to approve or decline.
    pub returns_to_decide: u32,
    /// Approved returns, to be received and refunded when their parcels arrive.
    pub returns_to_receive: u32,
    /// Applications that returns say are wrong.
    pub fit_flags: u32,
    /// Refunds that the payment provider could not make, and that are tried again.
    pub refunds_failing: u32,
    /// Payments without an order.
    pub payments_unmatched: u32,
    /// Emails that the mail server should have accepted by now.
    pub mails_late: u32,
    /// Parts whose stock is low.
    pub parts_low: u32,
}

impl Shop {
    /// Counts the work that waits for an admin. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn open_tasks(&self, caller: UserId) -> Result<OpenTasks, AccessError> {
        let now = self.now();
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                Ok(count(tx, now)?)
            })
            .await
    }
}

fn count(tx: &mut dyn Transaction, now: Timestamp) -> Result<OpenTasks, StoreError> {
    let gauges = health::read_gauges(tx, now)?;
    let orders = tx.order_counts()?;
    let returns = tx.return_counts()?;
    Ok(OpenTasks {
        orders_to_ship: orders.on.get(&Worklist::ToShip).map_or(0, |count| (*count).min(MAX_PAGE)),
        orders_in_dispute: number(gauges.disputes_open),
        returns_to_decide: returns.requested.min(MAX_PAGE),
        returns_to_receive: returns.approved.min(MAX_PAGE),
        fit_flags: number(tx.fit_flags(FlaggedFits::Open, None, MAX_PAGE)?.len()),
        refunds_failing: number(gauges.refunds_failing),
        payments_unmatched: number(gauges.unmatched_payments),
        mails_late: number(gauges.mails_overdue),
        parts_low: number(tx.low_stock(&Page::first())?.len()),
    })
}

/// A number of at most one page.
fn number(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(MAX_PAGE)
}
