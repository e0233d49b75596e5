//! Finds an order together with its owner. All lookups by public id go through here, because only the order's claim
//! maps the id to an owner.

use crate::ports::{store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    id::{OrderId, OrderKey, UserId},
    orders::{Order, OrderNumber},
};
use std::collections::{BTreeMap, BTreeSet};

/// Finds an order by its public id, in any state; `None` if there is none.
pub(crate) fn find_in_any_state(tx: &mut dyn Transaction, id: &OrderId) -> StoreResult<Option<Order>> {
    match tx.order_owner(id)? {
        Some(customer) => tx.order(&OrderKey { customer, order: *id }),
        None => Ok(None),
    }
}

/// Finds an order by its public id; `None` if there is none or it was deleted.
pub(crate) fn find(tx: &mut dyn Transaction, id: &OrderId) -> StoreResult<Option<Order>> {
    Ok(find_in_any_state(tx, id)?.filter(|order| !order.is_cancelled()))
}

/// Finds an order by its number; `None` if there is none or it was deleted.
pub(crate) fn find_by_number(tx: &mut dyn Transaction, number: &OrderNumber) -> StoreResult<Option<Order>> {
    match tx.order_by_number(number)? {
        Some(key) => Ok(tx.order(&key)?.filter(|order| !order.is_cancelled())),
        None => Ok(None),
    }
}

/// Finds an order of this customer; `None` if there is none, it was deleted, or it is another customer's. Callers
/// cannot tell which.
pub(crate) fn find_own(tx: &mut dyn Transaction, customer: &UserId, id: &OrderId) -> StoreResult<Option<Order>> {
    Ok(find(tx, id)?.filter(|order| order.snapshot().customer == *customer))
}

/// Loads the orders of a page, in any state, in a few statements. Those that do not exist are missing.
pub(crate) fn of_page(
    tx: &mut dyn Transaction,
    keys: impl IntoIterator<Item = OrderKey>,
) -> StoreResult<BTreeMap<OrderKey, Order>> {
    let ids: BTreeSet<OrderId> = keys.into_iter().map(|key| key.order).collect();
    let orders = tx.orders_with_ids(&Vec::from_iter(ids))?;
    Ok(orders.into_iter().map(|order| (order.key(), order)).collect())
}
