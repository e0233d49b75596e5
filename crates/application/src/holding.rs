//! Reserving the pieces of an order again after its reservation lapsed: when its customer
//! starts to pay, when its money arrives late, and when it is shipped.

use crate::ports::{
    clock::IdSource,
    store::{StoreError, Transaction},
};
use autoparts_domain::{
    ledger::{LedgerEntry, Movement},
    order::Order,
    time::Timestamp,
};

/// Takes the pieces of an order that is held again, or shipped; `false` when they are sold.
/// The last thing in a transaction.
pub(crate) fn take_again(
    tx: &mut dyn Transaction,
    order: &Order,
    ids: &dyn IdSource,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let facts = order.facts();
    tx.append_ledger(&LedgerEntry::about(facts, ids.next(), Movement::Reserved(facts.quantity), now))?;
    tx.take_stock(&facts.part, facts.quantity)
}
