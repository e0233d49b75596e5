//! Claims of transactions, provider messages, refunds, and the shop's name at the provider. Payment attempts are in
//! `attempts`, payments without an order in `unmatched`, the text of refunded lines in `refunded_lines`.

pub(super) mod attempts;
mod refunded_lines;
mod unmatched;

use super::texts;
use crate::{
    connection::{AnyConnection, MultiBackend},
    db_error::DbError,
    schema::{orders, payment_refs, provider_events, refund_keys, refunds, shop},
    stored::{Refused, Stored, id_without_its_index, order_id_without_its_index, order_key, start_of, still_is, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    page::Page,
    payments::{PaymentRepository, RememberedRefund},
    store_error::StoreResult,
};
use autoparts_domain::{
    id::{OrderKey, PaymentId, RefundId, ShopId, UserId},
    money::Money,
    payments::{AttemptStatus, PaymentAttempt, Refund, RefundReason, TransactionId, unmatched::UnmatchedPayment},
    time::Timestamp,
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};

/// The key of the only row of `shop`.
const SHOP: &str = "shop";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = refunds)]
struct RefundRow {
    user_id: String,
    order_id: String,
    transaction_id: String,
    id: String,
    amount_cents: i64,
    reason: String,
    due_at: i64,
    done_at: Option<i64>,
    failures: i64,
    next_try_at: i64,
    by_hand: bool,
    asked_at: Option<i64>,
    note: Option<String>,
    keyed_by_transaction: bool,
    cause: Option<String>,
    tax_cents: Option<i64>,
    fee_cents: i64,
    lines: Option<String>,
}

/// A refund cause that the previous release does not know. That release reads a reason with the same effect instead.
const COUPON_REUSED: &str = "coupon_reused";

const fn word(reason: RefundReason) -> &'static str {
    match reason {
        RefundReason::OrderCancelled => "order_cancelled",
        RefundReason::PaidTwice => "paid_twice",
        RefundReason::SoldOut | RefundReason::CouponReused => "sold_out",
        RefundReason::ByAdmin => "by_admin",
        RefundReason::LinesCancelled => "lines_cancelled",
        RefundReason::Returned => "returned",
        RefundReason::Goodwill => "goodwill",
    }
}

fn reason(stored: &str, cause: Option<&str>) -> Option<RefundReason> {
    match cause {
        Some(COUPON_REUSED) => Some(RefundReason::CouponReused),
        _ => RefundReason::ALL.into_iter().find(|reason| word(*reason) == stored),
    }
}

impl RefundRow {
    fn of(refund: &Refund) -> Self {
        Self {
            user_id: refund.order.customer.to_string(),
            order_id: refund.order.order.to_string(),
            transaction_id: refund.transaction.to_string(),
            id: refund.id.to_string(),
            amount_cents: refund.amount.cents(),
            reason: word(refund.reason).to_owned(),
            due_at: refund.due_at.micros(),
            done_at: refund.done_at.map(Timestamp::micros),
            failures: refund.failures.into(),
            next_try_at: refund.next_try_at.micros(),
            by_hand: refund.by_hand,
            asked_at: refund.asked_at.map(Timestamp::micros),
            note: refund.note.as_ref().map(ToString::to_string),
            keyed_by_transaction: refund.keyed_by_transaction,
            tax_cents: refund.tax.map(Money::cents),
            fee_cents: refund.fee.cents(),
            lines: refunded_lines::written(&refund.taken),
            cause: (refund.reason == RefundReason::CouponReused).then(|| COUPON_REUSED.to_owned()),
        }
    }

    fn refund(&self) -> Result<Refund, Refused> {
        let row = Stored::row("refunds", &self.id);
        Ok(Refund {
            id: row.text("id", &self.id)?,
            order: order_key("refunds", &self.user_id, &self.order_id)?,
            transaction: row.text("transaction_id", &self.transaction_id)?,
            amount: row.require("amount_cents", Money::from_cents(self.amount_cents))?,
            tax: self.tax_cents.map(|cents| row.require("tax_cents", Money::from_cents(cents))).transpose()?,
            fee: row.require("fee_cents", Money::from_cents(self.fee_cents))?,
            taken: refunded_lines::read(row, self.lines.as_deref())?,
            reason: row.require("reason", reason(&self.reason, self.cause.as_deref()))?,
            note: row.optional_text("note", self.note.as_ref())?,
            keyed_by_transaction: self.keyed_by_transaction,
            due_at: time(self.due_at),
            failures: row.require("failures", self.failures.try_into().ok())?,
            next_try_at: time(self.next_try_at),
            asked_at: self.asked_at.map(time),
            by_hand: self.by_hand,
            done_at: self.done_at.map(time),
        })
    }
}

fn refunds(rows: &[RefundRow]) -> Result<Vec<Refund>, DbError> {
    Ok(rows.iter().map(RefundRow::refund).collect::<Result<_, _>>()?)
}

/// The refunds of some orders.
pub(super) fn refunds_of_orders(connection: &mut AnyConnection, ids: &[String]) -> Result<Vec<Refund>, DbError> {
    let of_order = refunds::user_id.eq(orders::user_id).and(refunds::order_id.eq(order_id_without_its_index()));
    let rows: Vec<RefundRow> = orders::table
        .inner_join(refunds::table.on(of_order))
        .filter(orders::id.eq_any(ids))
        .select(RefundRow::as_select())
        .load(connection)?;
    refunds(&rows)
}

impl PaymentRepository for SqlTransaction<'_> {
    fn attempts(&mut self, order: &OrderKey) -> StoreResult<Vec<PaymentAttempt>> {
        self.query(|connection| attempts::of_order(connection, order))
    }

    fn insert_attempt(&mut self, attempt: &PaymentAttempt) -> StoreResult<()> {
        self.execute(|connection| attempts::insert(connection, attempt))
    }

    fn update_attempt(&mut self, attempt: &PaymentAttempt, expected: AttemptStatus) -> StoreResult<bool> {
        self.execute(|connection| attempts::update(connection, attempt, expected))
    }

    fn live_attempts(&mut self, started_before: Timestamp, page: &Page<PaymentId>) -> StoreResult<Vec<PaymentAttempt>> {
        self.query(|connection| attempts::live(connection, started_before, page))
    }

    fn transaction_order(&mut self, transaction: &TransactionId) -> StoreResult<Option<OrderKey>> {
        let claim = payment_refs::table.filter(payment_refs::transaction_id.eq(transaction.as_str()));
        self.query(|connection| {
            let found: Option<(String, String)> =
                claim.select((payment_refs::user_id, payment_refs::order_id)).first(connection).optional()?;
            let key = found.map(|(user, order)| order_key("payment_refs", &user, &order));
            Ok(key.transpose()?)
        })
    }

    fn claim_transaction(&mut self, transaction: &TransactionId, order: &OrderKey) -> StoreResult<()> {
        let claim = (
            payment_refs::transaction_id.eq(transaction.as_str()),
            payment_refs::user_id.eq(order.customer.to_string()),
            payment_refs::order_id.eq(order.order.to_string()),
        );
        self.execute(|connection| {
            diesel::insert_into(payment_refs::table).values(claim).execute(connection)?;
            Ok(())
        })
    }

    fn provider_event_seen(&mut self, order: &OrderKey, event: &str) -> StoreResult<bool> {
        let with_key = provider_events::table
            .filter(provider_events::user_id.eq(order.customer.to_string()))
            .filter(provider_events::order_id.eq(order.order.to_string()))
            .filter(provider_events::event_id.eq(event));
        self.query(|connection| Ok(select(exists(with_key)).get_result(connection)?))
    }

    fn insert_provider_event(&mut self, order: &OrderKey, event: &str, at: Timestamp) -> StoreResult<()> {
        let row = (
            provider_events::user_id.eq(order.customer.to_string()),
            provider_events::order_id.eq(order.order.to_string()),
            provider_events::event_id.eq(event),
            provider_events::received_at.eq(at.micros()),
        );
        self.execute(|connection| {
            diesel::insert_into(provider_events::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn refunds(&mut self, order: &OrderKey) -> StoreResult<Vec<Refund>> {
        let of_order = refunds::table
            .filter(refunds::user_id.eq(order.customer.to_string()))
            .filter(refunds::order_id.eq(order.order.to_string()));
        self.query(|connection| {
            let rows: Vec<RefundRow> = of_order
                .select(RefundRow::as_select())
                .order((refunds::due_at.asc(), refunds::id.asc()))
                .load(connection)?;
            refunds(&rows)
        })
    }

    fn insert_refund(&mut self, refund: &Refund) -> StoreResult<()> {
        let row = RefundRow::of(refund);
        self.execute(|connection| {
            diesel::insert_into(refunds::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn refund(&mut self, id: &RefundId) -> StoreResult<Option<Refund>> {
        let with_id = refunds::table.filter(refunds::id.eq(id.to_string()));
        self.query(|connection| {
            let row: Option<RefundRow> = with_id.select(RefundRow::as_select()).first(connection).optional()?;
            Ok(row.map(|row| row.refund()).transpose()?)
        })
    }

    fn refunds_with_ids(&mut self, ids: &[RefundId]) -> StoreResult<Vec<Refund>> {
        let some = refunds::table.filter(refunds::id.eq_any(texts(ids)));
        self.query(|connection| {
            let rows: Vec<RefundRow> = some.select(RefundRow::as_select()).load(connection)?;
            Ok(rows.iter().map(RefundRow::refund).collect::<Result<_, _>>()?)
        })
    }

    fn all_refunds(&mut self, page: &Page<RefundId>) -> StoreResult<Vec<Refund>> {
        self.query(|connection| {
            let mut query = refunds::table
                .select(RefundRow::as_select())
                .order(refunds::id.desc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(refunds::id.lt(after.to_string()));
            }
            let rows: Vec<RefundRow> = query.load(connection)?;
            refunds(&rows)
        })
    }

    fn due_refunds(&mut self, now: Timestamp, page: &Page<RefundId>) -> StoreResult<Vec<Refund>> {
        self.query(|connection| {
            let rows: Vec<RefundRow> = refunds::table
                .filter(refunds::done_at.is_null())
                .filter(refunds::next_try_at.le(now.micros()))
                .filter(id_without_its_index().gt(start_of(page)))
                .select(RefundRow::as_select())
                .order(id_without_its_index().asc())
                .limit(page.limit.into())
                .load(connection)?;
            refunds(&rows)
        })
    }

    fn update_refund(&mut self, before: &Refund, after: &Refund) -> StoreResult<bool> {
        let before = RefundRow::of(before);
        let after = RefundRow::of(after);
        let with_key = refunds::table
            .filter(refunds::user_id.eq(before.user_id.clone()))
            .filter(refunds::order_id.eq(before.order_id.clone()))
            .filter(refunds::id.eq(before.id.clone()));
        let as_before = with_key
            .filter(refunds::failures.eq(before.failures))
            .filter(refunds::next_try_at.eq(before.next_try_at))
            .filter(still_is!(refunds::done_at, before.done_at))
            .filter(still_is!(refunds::asked_at, before.asked_at));
        let now = (
            refunds::failures.eq(after.failures),
            refunds::next_try_at.eq(after.next_try_at),
            refunds::by_hand.eq(after.by_hand),
            refunds::asked_at.eq(after.asked_at),
            refunds::done_at.eq(after.done_at),
        );
        self.execute(|connection| Ok(diesel::update(as_before).set(now).execute(connection)? == 1))
    }

    fn refund_under_key(&mut self, admin: &UserId, key: &str) -> StoreResult<Option<RememberedRefund>> {
        let with_key = refund_keys::table
            .filter(refund_keys::user_id.eq(admin.to_string()))
            .filter(refund_keys::request_key.eq(key))
            .select((refund_keys::refund_id, refund_keys::fingerprint));
        self.query(|connection| {
            let found: Option<(String, String)> = with_key.first(connection).optional()?;
            let remembered = found.map(|(refund, fingerprint)| {
                let refund = Stored::row("refund_keys", &refund).text("refund_id", &refund)?;
                Ok::<_, Refused>(RememberedRefund { refund, fingerprint })
            });
            Ok(remembered.transpose()?)
        })
    }

    fn remember_refund(
        &mut self,
        admin: &UserId,
        key: &str,
        remembered: &RememberedRefund,
        at: Timestamp,
    ) -> StoreResult<()> {
        let row = (
            refund_keys::user_id.eq(admin.to_string()),
            refund_keys::request_key.eq(key),
            refund_keys::refund_id.eq(remembered.refund.to_string()),
            refund_keys::fingerprint.eq(&remembered.fingerprint),
            refund_keys::used_at.eq(at.micros()),
        );
        self.execute(|connection| {
            diesel::insert_into(refund_keys::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn shop_id(&mut self) -> StoreResult<Option<ShopId>> {
        self.query(|connection| {
            let id: Option<String> = shop::table.select(shop::shop_id).first(connection).optional()?;
            Ok(Stored::row("shop", SHOP).optional_text("shop_id", id.as_ref())?)
        })
    }

    fn insert_shop_id(&mut self, id: &ShopId, at: Timestamp) -> StoreResult<()> {
        let row = (shop::name.eq(SHOP), shop::shop_id.eq(id.to_string()), shop::created_at.eq(at.micros()));
        self.execute(|connection| {
            diesel::insert_into(shop::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn insert_unmatched(&mut self, payment: &UnmatchedPayment) -> StoreResult<()> {
        self.execute(|connection| unmatched::insert(connection, payment))
    }

    fn unmatched(&mut self, transaction: &TransactionId) -> StoreResult<Option<UnmatchedPayment>> {
        self.query(|connection| unmatched::find(connection, transaction))
    }

    fn open_unmatched(&mut self, page: &Page<TransactionId>) -> StoreResult<Vec<UnmatchedPayment>> {
        self.query(|connection| unmatched::open(connection, page))
    }

    fn update_unmatched(&mut self, before: &UnmatchedPayment, after: &UnmatchedPayment) -> StoreResult<bool> {
        self.execute(|connection| unmatched::update(connection, before, after))
    }
}
