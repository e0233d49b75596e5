//! Finding an order together with its owner: the one way to it, because only its claim knows an order by its id alone.

use crate::ports::{store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    id::{OrderId, OrderKey, UserId},
    orders::Order,
};

/// An order by its public id, in whatever state; `None` when there is none.
pub(crate) fn find_in_any_state(tx: &mut dyn Transaction, id: &OrderId) -> StoreResult<Option<Order>> {
    match tx.order_owner(id)? {
        Some(customer) => tx.order(&OrderKey { customer, order: *id }),
        None => Ok(None),
    }
}

/// An order by its public id; `None` when there is none or it was deleted.
pub(crate) fn find(tx: &mut dyn Transaction, id: &OrderId) -> StoreResult<Option<Order>> {
    Ok(find_in_any_state(tx, id)?.filter(|order| !order.is_cancelled()))
}

/// An order of this customer; `None` when there is none, it was deleted, or it is another's: who asks
/// does not learn which.
pub(crate) fn find_own(tx: &mut dyn Transaction, customer: &UserId, id: &OrderId) -> StoreResult<Option<Order>> {
    Ok(find(tx, id)?.filter(|order| order.snapshot().customer == *customer))
}
