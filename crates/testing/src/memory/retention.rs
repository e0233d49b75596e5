//! Purging old data.

use super::{MemoryTransaction, outbox::ERASED, tables::Tables};
use autoparts_application::ports::{
    outbox::Mail,
    retention::{Retained, RetentionRepository},
    store_error::StoreResult,
};
use autoparts_domain::{
    id::UserId,
    member_documents::{MemberContent, Revisioned},
    orders::Order,
    stock_alerts::{AlertConsent, StockAlert},
    time::Timestamp,
    withdrawals::{Withdrawal, WithdrawalOutcome},
};
use std::collections::{BTreeMap, BTreeSet};

impl RetentionRepository for MemoryTransaction {
    fn purge(&mut self, what: Retained, before: Timestamp, limit: u32) -> StoreResult<usize> {
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        self.change(|tables| {
            Ok(match what {
                Retained::Emails => forget(&mut tables.mails, |mail| mail.written_at < before, most),
                Retained::ErasedEmails => {
                    let is_erased = |mail: &Mail| mail.to.as_str() == ERASED && mail.written_at < before;
                    forget(&mut tables.mails, is_erased, most)
                }
                Retained::IdempotencyKeys => forget(&mut tables.remembered, |(_, at)| *at < before, most),
                Retained::StockMovementKeys => forget(&mut tables.stock_movement_keys, |(_, at)| *at < before, most),
                Retained::RefundKeys => forget(&mut tables.refund_keys, |(_, at)| *at < before, most),
                Retained::StockAlerts => forget(&mut tables.stock_alerts, |alert| alert.asked_at < before, most),
                Retained::UnconfirmedStockAlerts => {
                    let is_waiting = |alert: &StockAlert| alert.consent == AlertConsent::Waiting;
                    forget(&mut tables.stock_alerts, |alert| is_waiting(alert) && alert.asked_at < before, most)
                }
                Retained::StockAlertLinks => {
                    forget(&mut tables.stock_alert_links, |link| link.mailed_at < before, most)
                }
                Retained::StockAlertAddresses => {
                    forget(&mut tables.stock_alert_addresses, |(_, at)| *at < before, most)
                }
                Retained::MailboxLocks => 0,
                Retained::MemberDocuments(kind) => {
                    let is_old = |(document, at): &(Revisioned<MemberContent>, Timestamp)| {
                        document.content.kind() == kind && kind.lasts().is_some() && *at < before
                    };
                    forget(&mut tables.member_documents, is_old, most)
                }
                Retained::ProviderEvents => forget(&mut tables.provider_events, |at| *at < before, most),
                Retained::Audit => forget(&mut tables.audit, |line| line.at < before, most),
                Retained::Withdrawals => {
                    let is_old =
                        |sent: &Withdrawal| sent.outcome != WithdrawalOutcome::Approved && sent.received_at < before;
                    forget(&mut tables.withdrawals, is_old, most)
                }
                Retained::CancelledOrders => erase(tables, before, most),
            })
        })
    }
}

fn forget<K: Ord + Clone, V>(table: &mut BTreeMap<K, V>, is_old: impl Fn(&V) -> bool, most: usize) -> usize {
    let old: Vec<K> = table.iter().filter(|(_, row)| is_old(row)).map(|(key, _)| key.clone()).take(most).collect();
    for key in &old {
        table.remove(key);
    }
    old.len()
}

fn erase(tables: &mut Tables, before: Timestamp, most: usize) -> usize {
    let is_old = |order: &&mut Order| {
        order.is_cancelled() && order.snapshot().placed_at < before && order.snapshot().address.as_str() != "erased"
    };
    let mut count = 0;
    let mut owners = BTreeSet::new();
    for order in tables.orders.values_mut().filter(is_old).take(most) {
        erase_person(order);
        owners.insert(order.snapshot().customer);
        count += 1;
    }
    for owner in owners {
        erase_guest(tables, owner);
    }
    count
}

/// Erases the customer and the destination of an order.
pub(super) fn erase_person(order: &mut Order) {
    let mut snapshot = order.snapshot().clone();
    let parsed = ("erased".parse(), "erased@erased.invalid".parse(), "erased".parse(), "0000000".parse());
    if let (Ok(name), Ok(email), Ok(address), Ok(phone)) = parsed {
        (snapshot.name, snapshot.email, snapshot.address, snapshot.phone) = (name, email, address, phone);
    }
    snapshot.destination = None;
    *order = Order::restore(snapshot, order.state().clone(), order.revision())
        .with_milestones(order.milestones().clone())
        .with_reversal(order.reversal())
        .with_refunds(order.partial_refunds().clone());
}

/// Erases a guest all of whose orders were erased. The row stays, because the orders do.
fn erase_guest(tables: &mut Tables, guest: UserId) {
    let mut orders = tables.orders.values().filter(|order| order.snapshot().customer == guest);
    if orders.any(|order| order.snapshot().address.as_str() != "erased") {
        return;
    }
    let Some(user) = tables.users.get_mut(&guest).filter(|user| user.guest) else { return };
    if let (Ok(name), Ok(email)) = ("erased".parse(), "erased@erased.invalid".parse()) {
        (user.account_name, user.email) = (Some(name), email);
    }
    user.revision += 1;
    tables.guest_links.retain(|_, link| link.guest != guest);
    tables.sessions.retain(|(user, _), _| *user != guest);
    tables.session_cutoffs.remove(&guest);
}
