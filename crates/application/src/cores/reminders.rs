//! Reminds customers of old parts that they have not sent.

use crate::{
    orders::emails::{OrderEmail, OrderEmails},
    ports::{page::Page, store::Transaction, store_error::StoreResult},
    shop::Shop,
};
use autoparts_domain::{
    cores::{CoreClaim, CoreRecord, expired_before},
    id::OrderKey,
};
use std::time::Duration;

/// A claim is due for a reminder on its last day and in the seven days before.
const REMINDER_PERIOD: Duration = Duration::from_hours(8 * 24);

impl Shop {
    /// Reminds customers, once, that their claims expire within a week.
    #[tracing::instrument(level = "debug", skip_all)]
    pub(crate) async fn remind_of_cores(&self) -> StoreResult<()> {
        let days = self.rules.core_days;
        let unexpired = expired_before(self.now(), days);
        let mut page = Page::first();
        loop {
            let due = unexpired..unexpired.plus(REMINDER_PERIOD);
            let found = self.store.read(move |tx| tx.orders_owing_cores(due.clone(), &page)).await?;
            let Some(last) = found.last() else { return Ok(()) };
            page.after = Some(last.order);
            for order in found {
                let emails = self.order_emails();
                self.store.write(move |tx| remind(tx, &order, days, &emails)).await?;
            }
        }
    }
}

/// Reminds the customer of the owed pieces of an order, with one email.
fn remind(tx: &mut dyn Transaction, key: &OrderKey, days: u16, emails: &OrderEmails) -> StoreResult<()> {
    let Some(order) = tx.order(key)? else { return Ok(()) };
    let mut owed = CoreClaim::all_of(&order, tx.core_records(key)?, days, emails.now);
    owed.retain(|claim| claim.pieces.owed > 0 && !claim.record.reminded);
    if owed.is_empty() {
        return Ok(());
    }
    // Conflicts with a concurrent decision by an admin.
    tx.update_order(&order)?;
    for CoreClaim { line, record, .. } in &owed {
        tx.save_core_record(key, *line, &CoreRecord { reminded: true, ..record.clone() })?;
    }
    emails.send(tx, &OrderEmail::core_reminder(order.snapshot(), &owed))
}
