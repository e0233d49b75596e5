//! Mailboxes that received a coupon, and the orders that claimed a redemption. Both are stored by keyed digest.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{coupon_recipients, coupon_redemptions, coupons},
    stored::order_key,
};
use autoparts_domain::{
    id::{OrderKey, SubscriptionId},
    time::Timestamp,
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
    sql_query, sql_types,
};

pub(super) fn has_received(connection: &mut AnyConnection, recipient: &str) -> Result<bool, DbError> {
    let known = coupon_recipients::table.filter(coupon_recipients::digest.eq(recipient));
    Ok(select(exists(known)).get_result(connection)?)
}

/// Records the mailbox that received a coupon; `false` if it has received one before. In SQL, because Diesel has no
/// `ON CONFLICT DO NOTHING` for both databases.
pub(super) fn note_recipient(
    connection: &mut AnyConnection,
    subscription: &SubscriptionId,
    recipient: &str,
    at: Timestamp,
) -> Result<bool, DbError> {
    let its_coupon = coupons::table.filter(coupons::subscription_id.eq(subscription.to_string()));
    diesel::update(its_coupon).set(coupons::recipient.eq(Some(recipient))).execute(connection)?;
    let claimed =
        sql_query("INSERT INTO coupon_recipients (digest, issued_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING")
            .bind::<sql_types::Text, _>(recipient)
            .bind::<sql_types::BigInt, _>(at.micros())
            .execute(connection)?;
    Ok(claimed == 1)
}

pub(super) fn find(connection: &mut AnyConnection, digest: &str) -> Result<Option<OrderKey>, DbError> {
    let claimed: Option<(String, String)> = coupon_redemptions::table
        .filter(coupon_redemptions::digest.eq(digest))
        .select((coupon_redemptions::user_id, coupon_redemptions::order_id))
        .first(connection)
        .optional()?;
    let key = claimed.map(|(user, order)| order_key("coupon_redemptions", &user, &order));
    Ok(key.transpose()?)
}

/// Claims a redemption for an order; `false` if another order has it. Rewrites an existing row unchanged to lock it
/// until this transaction ends, and first waits for any other transaction that has locked it.
pub(super) fn claim(connection: &mut AnyConnection, digest: &str, order: &OrderKey) -> Result<bool, DbError> {
    sql_query(
        "INSERT INTO coupon_redemptions (digest, user_id, order_id) VALUES ($1, $2, $3) ON CONFLICT (digest) \
         DO UPDATE SET digest = excluded.digest",
    )
    .bind::<sql_types::Text, _>(digest)
    .bind::<sql_types::Text, _>(order.customer.to_string())
    .bind::<sql_types::Text, _>(order.order.to_string())
    .execute(connection)?;
    Ok(find(connection, digest)?.as_ref() == Some(order))
}

pub(super) fn release(connection: &mut AnyConnection, digest: Option<&str>, order: &OrderKey) -> Result<(), DbError> {
    let of_order = coupon_redemptions::table
        .filter(coupon_redemptions::order_id.eq(order.order.to_string()))
        .filter(coupon_redemptions::user_id.eq(order.customer.to_string()));
    match digest {
        Some(digest) => diesel::delete(of_order.filter(coupon_redemptions::digest.eq(digest))).execute(connection)?,
        None => diesel::delete(of_order).execute(connection)?,
    };
    Ok(())
}
