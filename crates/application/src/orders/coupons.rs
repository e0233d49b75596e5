//! The coupon of an order: used with it, and free again when the order comes to nothing.

use crate::ports::{store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    money::Money,
    newsletter::{CouponCode, CouponRefused},
    orders::Order,
};

/// What a coupon is worth to an order, or why it is worth nothing.
pub(super) fn worth(tx: &mut dyn Transaction, code: &CouponCode) -> StoreResult<Result<Money, CouponRefused>> {
    Ok(match tx.coupon(code)? {
        None => Err(CouponRefused::Unknown),
        Some(coupon) if coupon.used_at.is_some() => Err(CouponRefused::Used),
        Some(coupon) => Ok(coupon.amount),
    })
}

/// Lets the coupon of an order be used again, unless the order keeps it. To be called with the order as it has become.
pub(crate) fn free(tx: &mut dyn Transaction, order: &Order) -> StoreResult<()> {
    if order.snapshot().lines.discount() > Money::ZERO && !order.keeps_coupon() {
        tx.free_coupon(&order.key())?;
    }
    Ok(())
}
