//! Background maintenance: reconciliation, expired reservations, stock alerts, and purging. Runs each minute and at
//! startup. Safe on several instances at once: every step is one that a request could have taken too, or has no visible
//! effect.

pub mod books;
pub mod health;

use crate::{
    accounts::guests,
    error_chain::error_chain,
    outbox::quota::A_DAY,
    ports::{retention::Retained, servers::Minute, store::Transaction, store_error::StoreResult},
    shop::Shop,
    stock_alerts::StockAlertResult,
};
use autoparts_domain::{
    member_documents::DocumentKind,
    stock_alerts::{ALERT_LASTS, CONFIRM_WITHIN},
};
use std::{error::Error, time::Duration};

/// How long an expired reset code is stored: until then, a user who tries it learns that it has expired rather than
/// that it is unknown.
const REMEMBERED_AS_ENDED: Duration = Duration::from_hours(24);

/// How long the rate-limit counts of a minute are stored; allows for clock differences between servers.
const COUNTED_FOR: Duration = Duration::from_mins(15);

/// How long an unused mailbox lock row is stored; no transaction takes that long.
const MAILBOX_LOCKS_LAST: Duration = Duration::from_hours(1);

/// How many rows of a kind one round deletes. Rounds stay short; the next one continues.
const MAX_FORGOTTEN: u32 = 1000;

impl Shop {
    /// Runs one round of maintenance; whether every step succeeded. Failures are logged and retried in the next round.
    #[tracing::instrument(level = "info", skip_all)]
    pub async fn run_maintenance(&self) -> bool {
        [
            succeeded(&self.reconcile().await, "reconciling will be tried again"),
            succeeded(&self.pay_refunds().await, "refunds will be tried again"),
            succeeded(&self.pay_unmatched().await, "payments without an order will be refunded later"),
            succeeded(&self.end_reservations().await, "reservations will be ended later"),
            succeeded(&self.follow_up_returns().await, "returns will be ended later"),
            succeeded(&self.remind_of_cores().await, "reminders of core charges will be sent later"),
            // After the steps that return pieces to stock, so that these count in the same round.
            succeeded(&self.send_due_stock_alerts().await, "stock alerts will be sent later"),
            succeeded(&self.record_older_coupons().await, "recording older coupons will be tried again"),
            succeeded(&self.save_finished_days().await, "daily totals will be saved later"),
            succeeded(&self.count_sold_fits().await, "sales of parts that came back will be counted later"),
            succeeded(&self.purge_ended().await, "expired rows will be purged later"),
            succeeded(&self.purge_old().await, "old rows will be purged later"),
        ]
        .into_iter()
        .all(|step| step)
    }

    async fn end_reservations(&self) -> StoreResult<()> {
        let count = self.expire_reservations().await?;
        if count > 0 {
            tracing::info!(count, "reservations ended");
        }
        Ok(())
    }

    async fn record_older_coupons(&self) -> StoreResult<()> {
        let count = self.backfill_coupon_claims().await?;
        if count > 0 {
            tracing::info!(count, "coupon recipients recorded");
        }
        Ok(())
    }

    async fn save_finished_days(&self) -> StoreResult<()> {
        let count = self.close_finished_days().await?;
        if count > 0 {
            tracing::info!(count, "daily totals saved");
        }
        Ok(())
    }

    async fn count_sold_fits(&self) -> StoreResult<()> {
        let count = self.count_sales_of_misfits().await?;
        if count > 0 {
            tracing::info!(count, "sales of parts that came back counted");
        }
        Ok(())
    }

    async fn send_due_stock_alerts(&self) -> StockAlertResult<()> {
        let count = self.send_stock_alerts().await?;
        if count > 0 {
            tracing::info!(count, "stock alerts written");
        }
        Ok(())
    }

    /// Deletes what has expired: reset codes, links that confirm an address, sessions with their refresh tokens, and
    /// guests who never ordered. Links that unsubscribe from the newsletter never expire.
    async fn purge_ended(&self) -> StoreResult<()> {
        let now = self.now();
        let lifetime = self.rules.sessions.lifetime;
        let forget = move |tx: &mut dyn Transaction| -> StoreResult<()> {
            tx.delete_ended_reset_codes(now.minus(REMEMBERED_AS_ENDED), MAX_FORGOTTEN)?;
            tx.delete_ended_confirm_links(now, MAX_FORGOTTEN)?;
            tx.delete_expired_sessions(now, MAX_FORGOTTEN)?;
            tx.delete_old_refresh_tokens(now.minus(lifetime), MAX_FORGOTTEN)?;
            tx.delete_guests(now.minus(guests::FORGOTTEN_AFTER), MAX_FORGOTTEN)?;
            tx.delete_uses(Minute::of(now.minus(COUNTED_FOR)))?;
            Ok(())
        };
        self.store.write(forget).await
    }

    /// Deletes rows past the shop's retention rules. One batch of a thousand rows of each kind per round is enough for
    /// a million rows a day.
    async fn purge_old(&self) -> StoreResult<()> {
        let retention = self.rules.retention;
        let now = self.now();
        let documents = DocumentKind::ALL.iter().map(|kind| (Retained::MemberDocuments(*kind), kind.lasts()));
        let rows = [
            (Retained::Emails, retention.mails),
            (Retained::ErasedEmails, Some(A_DAY)),
            (Retained::IdempotencyKeys, retention.idempotency_keys),
            (Retained::StockMovementKeys, retention.idempotency_keys),
            (Retained::RefundKeys, retention.idempotency_keys),
            (Retained::StockAlerts, Some(ALERT_LASTS)),
            (Retained::UnconfirmedStockAlerts, Some(CONFIRM_WITHIN)),
            (Retained::StockAlertLinks, Some(ALERT_LASTS)),
            (Retained::StockAlertAddresses, Some(ALERT_LASTS)),
            (Retained::MailboxLocks, Some(MAILBOX_LOCKS_LAST)),
            (Retained::ProviderEvents, retention.provider_events),
            (Retained::CancelledOrders, retention.cancelled_orders),
            (Retained::Withdrawals, retention.cancelled_orders),
            (Retained::Audit, retention.audit),
        ];
        for (what, kept_for) in rows.into_iter().chain(documents) {
            let Some(kept_for) = kept_for else { continue };
            let before = now.minus(kept_for);
            let count = self.store.write(move |tx| tx.purge(what, before, MAX_FORGOTTEN)).await?;
            if count > 0 {
                tracing::info!(?what, count, "old rows purged");
            }
        }
        Ok(())
    }
}

fn succeeded<E: Error + 'static>(step: &Result<(), E>, later: &'static str) -> bool {
    if let Err(error) = step {
        tracing::warn!(error = error_chain(error), "{later}");
    }
    step.is_ok()
}
