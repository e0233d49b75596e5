//! The coupon of an order: redeemed with it, and released if the order does not go through. Each customer, destination
//! and card can have one standing order with a coupon; ADR 0029 has the reasons.

use crate::ports::{secrets::SecretSource, store::Transaction, store_error::StoreResult};
use autoparts_domain::{
    destination::Destination,
    id::OrderKey,
    money::Money,
    newsletter::{CouponCode, CouponRefused},
    orders::{Order, OrderSnapshot},
    payments::CardFingerprint,
    time::Timestamp,
};

/// The discount of a coupon on goods of this value, or why it has none.
pub(super) fn worth(
    tx: &mut dyn Transaction,
    code: &CouponCode,
    goods: Option<Money>,
    now: Timestamp,
) -> StoreResult<Result<Money, CouponRefused>> {
    Ok(tx.coupon(code)?.map_or(Err(CouponRefused::Unknown), |coupon| coupon.worth(goods, now)))
}

/// Uses a coupon that discounts an order. Fails if another order was faster, or if the customer or the destination has
/// already redeemed one.
pub(super) fn redeem(
    tx: &mut dyn Transaction,
    code: &CouponCode,
    snapshot: &OrderSnapshot,
    secrets: &dyn SecretSource,
    now: Timestamp,
) -> StoreResult<Result<(), CouponRefused>> {
    if !tx.redeem_coupon(code, &snapshot.key(), now)? {
        return Ok(Err(CouponRefused::Used));
    }
    let claims = claims(tx, snapshot, secrets)?;
    let is_first = claim(tx, &snapshot.key(), &claims)?;
    Ok(if is_first { Ok(()) } else { Err(CouponRefused::AlreadyRedeemed) })
}

/// Releases the coupon of an order unless the order keeps it. Call it with the order in its new state.
pub(crate) fn free(tx: &mut dyn Transaction, order: &Order) -> StoreResult<()> {
    if has_coupon(order) && !order.keeps_coupon() {
        tx.free_coupon(&order.key())?;
        tx.release_redemptions(&order.key())?;
    }
    Ok(())
}

/// Whether a payment of this order would be refunded: it was placed with a coupon, its reservation has expired, and a
/// standing order has since redeemed a coupon for the same customer or destination.
pub(crate) fn was_overtaken(tx: &mut dyn Transaction, order: &Order, secrets: &dyn SecretSource) -> StoreResult<bool> {
    if !has_coupon(order) || !order.has_expired() {
        return Ok(false);
    }
    let claims = claims(tx, order.snapshot(), secrets)?;
    is_claimed_elsewhere(tx, &order.key(), &claims)
}

/// Claims the customer, the destination and the card of an order for its coupon, just before it is paid. `false` if
/// another standing order has one of them. A shipped order always accepts its payment.
pub(crate) fn claim_for_payment(
    tx: &mut dyn Transaction,
    order: &Order,
    card: Option<&CardFingerprint>,
    secrets: &dyn SecretSource,
) -> StoreResult<bool> {
    if !has_coupon(order) || order.is_shipped() || order.check_payable().is_err() {
        return Ok(true);
    }
    let mut claims = claims(tx, order.snapshot(), secrets)?;
    if let Some(card) = card {
        claims.push(secrets.keyed_digest(&format!("card|{}", card.as_str()))?);
    }
    claim(tx, &order.key(), &claims)
}

/// Claims customer and destination of an order that redeemed a coupon before claims were recorded.
pub(crate) fn backfill_claims(tx: &mut dyn Transaction, order: &Order, secrets: &dyn SecretSource) -> StoreResult<()> {
    if stands(order) {
        let claims = claims(tx, order.snapshot(), secrets)?;
        claim(tx, &order.key(), &claims)?;
    }
    Ok(())
}

/// Whether an order was placed with a coupon that discounted it.
pub(crate) fn has_coupon(order: &Order) -> bool {
    order.snapshot().lines.discount() > Money::ZERO
}

/// Whether an order blocks others from redeeming a coupon: not after its reservation has expired.
fn stands(order: &Order) -> bool {
    has_coupon(order) && order.keeps_coupon() && !order.has_expired()
}

/// The keyed digests that an order claims for its coupon. A guest is a new user each time, so the mailbox counts; a
/// guest may type a member's address, so for members it does not.
fn claims(tx: &mut dyn Transaction, snapshot: &OrderSnapshot, secrets: &dyn SecretSource) -> StoreResult<Vec<String>> {
    let is_guest = tx.user(&snapshot.customer)?.is_some_and(|customer| customer.guest);
    let customer = if is_guest {
        format!("mailbox|{}", snapshot.email.mailbox())
    } else {
        format!("member|{}", snapshot.customer)
    };
    let household =
        snapshot.destination.as_ref().map_or_else(|| snapshot.address.as_str().to_lowercase(), Destination::household);
    [customer, format!("destination|{household}")].iter().map(|text| secrets.keyed_digest(text)).collect()
}

/// Claims digests for an order; `false` if another standing order has one of them. Takes over claims of orders that no
/// longer stand. Locks each claim first, in the order of the digests, because an order whose reservation has expired
/// may be paid concurrently.
fn claim(tx: &mut dyn Transaction, order: &OrderKey, claims: &[String]) -> StoreResult<bool> {
    let mut claims = claims.to_vec();
    claims.sort_unstable();
    for digest in &claims {
        if tx.claim_redemption(digest, order)? {
            continue;
        }
        let Some(holder) = tx.redemption(digest)? else { return Err(tx.conflict()) };
        if tx.order(&holder)?.is_some_and(|other| stands(&other)) {
            return Ok(false);
        }
        tx.release_redemption(digest, &holder)?;
        if !tx.claim_redemption(digest, order)? {
            return Err(tx.conflict());
        }
    }
    Ok(true)
}

/// Whether another standing order has one of the claims.
fn is_claimed_elsewhere(tx: &mut dyn Transaction, order: &OrderKey, claims: &[String]) -> StoreResult<bool> {
    for digest in claims {
        let Some(holder) = tx.redemption(digest)?.filter(|holder| holder != order) else { continue };
        if tx.order(&holder)?.is_some_and(|other| stands(&other)) {
            return Ok(true);
        }
    }
    Ok(false)
}
