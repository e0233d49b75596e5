//! Sending the goods.

use crate::{
    accounts::access::{self, AccessDenied},
    orders::{
        lookup,
        reservation::{self, Reserved},
    },
    ports::store_error::StoreError,
    shop::Shop,
};
use autoparts_domain::{
    id::{OrderId, UserId},
    orders::{MoneyAway, WrongState},
};

/// Why an order could not be shipped.
#[derive(Debug, thiserror::Error)]
pub enum ShipmentError {
    /// There is no such order.
    #[error("This order does not exist.")]
    NoSuchOrder,
    /// The reservation expired, and the pieces are sold.
    #[error("The reservation of this order has expired and its pieces are sold out.")]
    SoldOut,
    /// The order is in no state to be shipped.
    #[error(transparent)]
    State(#[from] WrongState),
    /// Its money, or some of it, is away.
    #[error(transparent)]
    MoneyAway(#[from] MoneyAway),
    /// Not allowed.
    #[error(transparent)]
    Denied(#[from] AccessDenied),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Shop {
    /// Marks an order as shipped, paid or not; for admins. The pieces of an expired reservation are
    /// taken again first. `false` when it was shipped before. One whose money is away is refused.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn ship(&self, caller: UserId, id: OrderId) -> Result<bool, ShipmentError> {
        self.ship_unless(caller, id, |_| true).await
    }

    /// The same by an admin who knows that part of the money went back, or that the payment is
    /// disputed. Refused all the same when a dispute was lost.
    #[tracing::instrument(level = "debug", skip_all, fields(order = %id))]
    pub async fn ship_anyway(&self, caller: UserId, id: OrderId) -> Result<bool, ShipmentError> {
        self.ship_unless(caller, id, |away| !away.may_ship()).await
    }

    async fn ship_unless(
        &self,
        caller: UserId,
        id: OrderId,
        is_reason: fn(MoneyAway) -> bool,
    ) -> Result<bool, ShipmentError> {
        let (ids, now, emails) = (self.ids.clone(), self.now(), self.order_emails());
        self.store
            .write(move |tx| {
                access::require_admin::<ShipmentError>(tx, &caller)?;
                let mut order = lookup::find(tx, &id)?.ok_or(ShipmentError::NoSuchOrder)?;
                if order.is_shipped() && !order.is_refunded() {
                    return Ok(false);
                }
                if let Err(away) = order.check_money_is_there()
                    && order.is_paid()
                    && is_reason(away)
                {
                    return Err(away.into());
                }
                let has_expired = order.has_expired();
                if has_expired {
                    order.renew_reservation(now)?;
                }
                order.ship()?;
                tx.update_order(&order)?;
                tx.insert_mail(&emails.shipped(&order))?;
                if has_expired && reservation::reserve(tx, order.snapshot(), &*ids, now)? != Reserved::All {
                    return Err(ShipmentError::SoldOut);
                }
                Ok(true)
            })
            .await
    }
}
