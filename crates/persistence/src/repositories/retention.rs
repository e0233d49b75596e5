//! Purges old data. Ids contain their creation time, so the index of ids finds the oldest emails and audit entries;
//! other tables have an index by time.

use super::{accounts::erase_guests, member_documents::purge_statement};
use crate::{connection::AnyConnection, db_error::DbError, transaction::SqlTransaction};
use autoparts_application::ports::{
    retention::{Retained, RetentionRepository},
    store_error::StoreResult,
};
use autoparts_domain::{id::AuditId, time::Timestamp};
use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types};

/// Erases the customer and the destination of orders; a condition follows.
macro_rules! erase_orders {
    () => {
        "UPDATE orders SET customer_name = 'erased', customer_email = 'erased@erased.invalid', address = 'erased', \
         phone = '0000000', phone_digits = '0000000', destination = NULL, postal_code_key = NULL"
    };
}
pub(super) use erase_orders;

/// Statements for rows older than `$1` (microseconds); the last parameter is the maximum number of rows. The condition
/// on an id bounds how far its index is read. `None` for rows that are stored without limit.
const fn statement(what: Retained) -> Option<&'static str> {
    Some(match what {
        Retained::Emails => {
            "DELETE FROM outbox WHERE (user_id, id) IN (SELECT user_id, id FROM outbox \
             WHERE written_at < $1 AND id < $2 ORDER BY id LIMIT $3)"
        }
        Retained::ErasedEmails => {
            "DELETE FROM outbox WHERE (user_id, id) IN (SELECT user_id, id FROM outbox \
             WHERE recipient = 'erased@erased.invalid' AND written_at < $1 ORDER BY written_at LIMIT $2)"
        }
        Retained::IdempotencyKeys => {
            "DELETE FROM idempotency_keys WHERE (user_id, request_key) IN (SELECT user_id, request_key \
             FROM idempotency_keys WHERE used_at < $1 ORDER BY used_at LIMIT $2)"
        }
        Retained::StockMovementKeys => {
            "DELETE FROM stock_movement_keys WHERE (user_id, request_key) IN (SELECT user_id, request_key \
             FROM stock_movement_keys WHERE used_at < $1 ORDER BY used_at LIMIT $2)"
        }
        Retained::RefundKeys => {
            "DELETE FROM refund_keys WHERE (user_id, request_key) IN (SELECT user_id, request_key \
             FROM refund_keys WHERE used_at < $1 ORDER BY used_at LIMIT $2)"
        }
        Retained::StockAlerts => {
            "DELETE FROM stock_alerts WHERE (part_id, email) IN (SELECT part_id, email \
             FROM stock_alerts WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)"
        }
        Retained::UnconfirmedStockAlerts => {
            "DELETE FROM stock_alerts WHERE (part_id, email) IN (SELECT part_id, email \
             FROM stock_alerts WHERE confirmed = FALSE AND asked_at < $1 ORDER BY asked_at LIMIT $2)"
        }
        Retained::StockAlertAddresses => {
            "DELETE FROM stock_alert_addresses WHERE email IN (SELECT email \
             FROM stock_alert_addresses WHERE confirmed_at < $1 ORDER BY confirmed_at LIMIT $2)"
        }
        Retained::MailboxLocks => {
            // A row that was just used is no longer old.
            "DELETE FROM mailbox_locks WHERE used_at < $1 AND mailbox IN (SELECT mailbox \
             FROM mailbox_locks WHERE used_at < $1 ORDER BY used_at LIMIT $2)"
        }
        Retained::StockAlertLinks => {
            "DELETE FROM stock_alert_links WHERE digest IN (SELECT digest \
             FROM stock_alert_links WHERE mailed_at < $1 ORDER BY mailed_at LIMIT $2)"
        }
        Retained::MemberDocuments(kind) => return purge_statement(kind),
        Retained::ProviderEvents => {
            "DELETE FROM provider_events WHERE (user_id, order_id, event_id) IN (SELECT user_id, order_id, event_id \
             FROM provider_events WHERE received_at < $1 ORDER BY received_at LIMIT $2)"
        }
        Retained::CancelledOrders => {
            concat!(
                erase_orders!(),
                " WHERE (user_id, id) IN (SELECT user_id, id FROM orders WHERE state = 'cancelled' AND address <> 'erased' \
                 AND placed_at < $1 ORDER BY placed_at LIMIT $2) RETURNING user_id"
            )
        }
        Retained::Withdrawals => {
            "DELETE FROM withdrawals WHERE id IN (SELECT id FROM withdrawals \
             WHERE outcome <> 'approved' AND received_at < $1 ORDER BY received_at LIMIT $2)"
        }
        Retained::Audit => {
            "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE happened_at < $1 AND id < $2 ORDER BY id LIMIT $3)"
        }
    })
}

/// The customer of an erased order.
#[derive(QueryableByName)]
struct Owner {
    #[diesel(sql_type = sql_types::Text)]
    user_id: String,
}

impl RetentionRepository for SqlTransaction<'_> {
    fn purge(&mut self, what: Retained, before: Timestamp, limit: u32) -> StoreResult<usize> {
        self.execute(|connection| run(connection, what, before, limit))
    }
}

fn run(connection: &mut AnyConnection, what: Retained, before: Timestamp, limit: u32) -> Result<usize, DbError> {
    let Some(statement) = statement(what) else { return Ok(0) };
    let query = sql_query(statement).bind::<sql_types::BigInt, _>(before.micros());
    let limit = i64::from(limit);
    Ok(match what {
        Retained::Emails | Retained::Audit => {
            let query = query.bind::<sql_types::Text, _>(AuditId::first_at(before).to_string());
            query.bind::<sql_types::BigInt, _>(limit).execute(connection)?
        }
        Retained::ErasedEmails
        | Retained::IdempotencyKeys
        | Retained::StockMovementKeys
        | Retained::RefundKeys
        | Retained::StockAlerts
        | Retained::UnconfirmedStockAlerts
        | Retained::StockAlertLinks
        | Retained::StockAlertAddresses
        | Retained::MailboxLocks
        | Retained::MemberDocuments(_)
        | Retained::ProviderEvents
        | Retained::Withdrawals => query.bind::<sql_types::BigInt, _>(limit).execute(connection)?,
        Retained::CancelledOrders => {
            let owners: Vec<Owner> = query.bind::<sql_types::BigInt, _>(limit).load(connection)?;
            let count = owners.len();
            erase_guests(connection, &owners.into_iter().map(|owner| owner.user_id).collect())?;
            count
        }
    })
}
