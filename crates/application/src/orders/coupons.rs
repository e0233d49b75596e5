//! The coupon of an order: used with it, and free again when the order comes to nothing. One customer, one destination and one
//! card redeem one coupon with an order that stands; ADR 0029 has the reasons.

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

/// What a coupon is worth to goods that cost so much, or why it is worth nothing.
pub(super) fn worth(
    tx: &mut dyn Transaction,
    code: &CouponCode,
    goods: Option<Money>,
    now: Timestamp,
) -> StoreResult<Result<Money, CouponRefused>> {
    Ok(tx.coupon(code)?.map_or(Err(CouponRefused::Unknown), |coupon| coupon.worth(goods, now)))
}

/// Uses a coupon with an order that it takes something off. Another order may have been faster, or the customer or the
/// destination may have redeemed one before.
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

/// Lets the coupon of an order be used again, unless the order keeps it. To be called with the order as it has become.
pub(crate) fn free(tx: &mut dyn Transaction, order: &Order) -> StoreResult<()> {
    if has_coupon(order) && !order.keeps_coupon() {
        tx.free_coupon(&order.key())?;
        tx.release_redemptions(&order.key())?;
    }
    Ok(())
}

/// Whether a payment of an order would be sent back: the order was placed with a coupon, its reservation has ended, and one
/// that stands has redeemed a coupon since as the same customer or at the same destination.
pub(crate) fn was_overtaken(tx: &mut dyn Transaction, order: &Order, secrets: &dyn SecretSource) -> StoreResult<bool> {
    if !has_coupon(order) || !order.has_expired() {
        return Ok(false);
    }
    let claims = claims(tx, order.snapshot(), secrets)?;
    is_claimed_elsewhere(tx, &order.key(), &claims)
}

/// Claims the customer, the destination and the card of an order for its coupon, when it is about to be paid. `false` when another order that stands has one of them. Shipped goods are gone: their payment is never refused.
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

/// Claims customer and destination of an order that redeemed a coupon before claims were written down.
pub(crate) fn claim_of_before(tx: &mut dyn Transaction, order: &Order, secrets: &dyn SecretSource) -> StoreResult<()> {
    if stands(order) {
        let claims = claims(tx, order.snapshot(), secrets)?;
        claim(tx, &order.key(), &claims)?;
    }
    Ok(())
}

/// Whether an order was placed with a coupon that took something off.
pub(crate) fn has_coupon(order: &Order) -> bool {
    order.snapshot().lines.discount() > Money::ZERO
}

/// Whether an order keeps others from redeeming a coupon: one whose reservation has ended does not.
fn stands(order: &Order) -> bool {
    has_coupon(order) && order.keeps_coupon() && !order.has_expired()
}

/// The keyed digests of what an order redeems a coupon as. A guest is another person each time, so the mailbox counts; a
/// member's address may have been typed by a guest, so it does not count for them.
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

/// Claims digests for an order; `false` when another order that stands has one of them. One that does not stand makes way. Each
/// claim is locked while it is looked at, in the order of the digests: an order whose reservation has ended may be paid at this moment.
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

/// Whether another order that stands has one of the claims.
fn is_claimed_elsewhere(tx: &mut dyn Transaction, order: &OrderKey, claims: &[String]) -> StoreResult<bool> {
    for digest in claims {
        let Some(holder) = tx.redemption(digest)?.filter(|holder| holder != order) else { continue };
        if tx.order(&holder)?.is_some_and(|other| stands(&other)) {
            return Ok(true);
        }
    }
    Ok(false)
}
