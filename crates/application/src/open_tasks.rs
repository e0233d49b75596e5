//! The work that waits for an admin, counted.

use crate::{
    accounts::access::{self, AccessError},
    maintenance::health::MAIL_LATE,
    ports::{
        cores::CoreFilter,
        fit_evidence::FlaggedFits,
        page::{MAX_PAGE, Page},
        store::Transaction,
        store_error::StoreError,
    },
    shop::Shop,
};
use autoparts_domain::{cores::CoreState, id::UserId, orders::Worklist, time::Timestamp};

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
    /// Order lines with old parts that have arrived and wait for a decision.
    pub cores_to_inspect: u32,
    /// Applications that returns say are wrong.
    pub fit_flags: u32,
    /// Refunds that the payment provider could not make, and that are tried again.
    pub refunds_failing: u32,
    /// Payments without an order.
    pub payments_unmatched: u32,
    /// Emails that the mail server should have accepted by now; 0 without a mail server.
    pub mails_late: u32,
    /// Parts whose stock is low.
    pub parts_low: u32,
}

/// When claims expire does not matter for parts that arrived.
const RECEIVED: CoreFilter = CoreFilter { state: Some(CoreState::Received), expired_before: Timestamp::from_micros(0) };

impl Shop {
    /// Counts the work that waits for an admin. Admin only.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn open_tasks(&self, caller: UserId) -> Result<OpenTasks, AccessError> {
        let now = self.now();
        let mails_are_sent = self.rules.mails_are_sent;
        self.store
            .read(move |tx| {
                access::require_admin(tx, &caller)?;
                let tasks = count(tx, now)?;
                Ok(if mails_are_sent { tasks } else { OpenTasks { mails_late: 0, ..tasks } })
            })
            .await
    }
}

fn count(tx: &mut dyn Transaction, now: Timestamp) -> Result<OpenTasks, StoreError> {
    let ever = Timestamp::from_micros(i64::MAX);
    let orders = tx.order_counts()?;
    let orders_on = |list| orders.on.get(&list).map_or(0, |count| (*count).min(MAX_PAGE));
    let returns = tx.return_counts()?;
    let refunds = tx.due_refunds(ever, &Page::first())?;
    Ok(OpenTasks {
        orders_to_ship: orders_on(Worklist::ToShip),
        orders_in_dispute: orders_on(Worklist::Disputed),
        returns_to_decide: returns.requested.min(MAX_PAGE),
        returns_to_receive: returns.approved.min(MAX_PAGE),
        cores_to_inspect: number(tx.core_lines(&RECEIVED, &Page::first())?.len()),
        fit_flags: number(tx.fit_flags(FlaggedFits::Open, None, MAX_PAGE)?.len()),
        refunds_failing: number(refunds.iter().filter(|refund| refund.failures > 0).count()),
        payments_unmatched: number(tx.open_unmatched(&Page::first())?.len()),
        mails_late: number(tx.count_late_mails(now.minus(MAIL_LATE), MAX_PAGE)?),
        parts_low: number(tx.low_stock(&Page::first())?.len()),
    })
}

/// A number of at most one page.
fn number(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(MAX_PAGE)
}
