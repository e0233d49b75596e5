//! Sending the goods.

use crate::{
    access::{self, AccessDenied},
    holding, ordering,
    ports::store::StoreError,
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, UserId},
    order::WrongState,
};

/// Why an order could not be shipped.
#[derive(Debug, thiserror::Error)]
pub enum FulfilmentError {
    /// There is no such order.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The reservation lapsed, and the pieces are sold.
    #[error("The reservation of this order has lapsed and its pieces are sold out.")]
    SoldOut,
    /// The order is in no state to be shipped.
    #[error(transparent)]
    State(#[from] WrongState),
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Marks an order as shipped, paid or not; for admins. The pieces of a lapsed order are
    /// taken again first. `false` when it was shipped before.
    pub async fn ship(&self, caller: UserId, id: OrderId) -> Result<bool, FulfilmentError> {
        let (ids, now, letter) = (self.ids.clone(), self.now(), self.order_letter());
        self.store
            .write(move |tx| {
                access::admin::<FulfilmentError>(tx, &caller)?;
                let mut order = ordering::find(tx, &id)?.ok_or(FulfilmentError::NoSuchOrder)?;
                if order.is_shipped() {
                    return Ok(false);
                }
                let lapsed = order.has_lapsed();
                if lapsed {
                    order.hold_again(now)?;
                }
                order.ship()?;
                tx.update_order(&order)?;
                tx.insert_mail(&letter.shipped(&order))?;
                if lapsed && !holding::take_again(tx, &order, &*ids, now)? {
                    return Err(FulfilmentError::SoldOut);
                }
                Ok(true)
            })
            .await
    }
}
