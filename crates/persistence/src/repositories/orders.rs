//! Orders and the keys that make placing them repeatable. The rows of orders; what is
//! written beside them is in `ledger`.

use crate::{
    connection::{AnyConnection, MultiBackend},
    fault::Fault,
    repositories::ledger,
    schema::{idempotency_keys, order_refs, orders, users},
    stored::{Refused, Stored, id_without_its_index, start_of, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    orders::{OrderRepository, RememberedOrder},
    page::Page,
    store::StoreResult,
};
use autoparts_domain::{
    email::Email,
    id::{OrderId, OrderKey, PartId, UserId},
    ledger::LedgerEntry,
    money::Money,
    order::{Hold, Order, OrderFacts, OrderState},
    payment::TransactionId,
    quantity::Quantity,
    reversal::{DisputeState, Reversal},
    time::Timestamp,
    unpaid::UnpaidOrders,
};
use diesel::{
    dsl::{count_star, exists, select, sql},
    prelude::*,
    sql_types::{BigInt, Bool, Text},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = orders)]
struct OrderRow {
    user_id: String,
    id: String,
    part_id: String,
    product: String,
    unit_price_cents: i64,
    quantity: i64,
    total_cents: i64,
    customer_name: String,
    customer_email: String,
    address: String,
    phone: String,
    placed_at: i64,
    #[diesel(embed)]
    state: StateColumns,
    revision: i64,
    #[diesel(embed)]
    reversal: ReversalColumns,
}

/// The columns that change.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = orders, treat_none_as_null = true)]
struct StateColumns {
    state: String,
    hold_until: Option<i64>,
    transaction_id: Option<String>,
    refunded_after_shipping: bool,
}

/// What went back without the shop.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = orders, treat_none_as_null = true)]
struct ReversalColumns {
    refunded_cents: i64,
    withdrawn_cents: i64,
    dispute: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = idempotency_keys)]
struct RememberedRow {
    user_id: String,
    request_key: String,
    order_id: String,
    fingerprint: String,
    used_at: i64,
}

const CANCELLED: &str = "cancelled";

impl StateColumns {
    fn of(state: &OrderState) -> Self {
        let (word, hold_until, transaction) = match state {
            OrderState::Pending(Hold::Held { until }) => ("held", Some(until.micros()), None),
            OrderState::Pending(Hold::Lapsed) => ("lapsed", None, None),
            OrderState::Paid(transaction) => ("paid", None, Some(transaction)),
            OrderState::Shipped(transaction) => ("shipped", None, transaction.as_ref()),
            OrderState::Cancelled => (CANCELLED, None, None),
            OrderState::Refunded(transaction) => ("refunded", None, Some(transaction)),
            OrderState::RefundedAfterShipping(transaction) => ("shipped", None, Some(transaction)),
        };
        Self {
            state: word.to_owned(),
            hold_until,
            transaction_id: transaction.map(TransactionId::to_string),
            refunded_after_shipping: matches!(state, OrderState::RefundedAfterShipping(_)),
        }
    }

    fn state(&self, row: Stored<'_>) -> Result<OrderState, Refused> {
        let transaction = row.optional_text("transaction_id", self.transaction_id.as_ref())?;
        let state = match (self.state.as_str(), self.hold_until, transaction) {
            ("shipped", None, Some(transaction)) if self.refunded_after_shipping => {
                Some(OrderState::RefundedAfterShipping(transaction))
            }
            _ if self.refunded_after_shipping => None,
            ("held", Some(until), None) => Some(OrderState::Pending(Hold::Held { until: time(until) })),
            ("lapsed", None, None) => Some(OrderState::Pending(Hold::Lapsed)),
            ("paid", None, Some(transaction)) => Some(OrderState::Paid(transaction)),
            ("shipped", None, transaction) => Some(OrderState::Shipped(transaction)),
            (CANCELLED, None, None) => Some(OrderState::Cancelled),
            ("refunded", None, Some(transaction)) => Some(OrderState::Refunded(transaction)),
            _ => None,
        };
        row.sensible("state", state)
    }
}

const fn dispute_word(dispute: DisputeState) -> &'static str {
    match dispute {
        DisputeState::Inquiry => "inquiry",
        DisputeState::Open => "open",
        DisputeState::Won => "won",
        DisputeState::Lost => "lost",
    }
}

impl ReversalColumns {
    fn of(reversal: Reversal) -> Self {
        Self {
            refunded_cents: reversal.refunded.cents(),
            withdrawn_cents: reversal.withdrawn.cents(),
            dispute: reversal.dispute.map(|dispute| dispute_word(dispute).to_owned()),
        }
    }

    fn reversal(&self, row: Stored<'_>) -> Result<Reversal, Refused> {
        let dispute = match self.dispute.as_deref() {
            None => None,
            Some("inquiry") => Some(DisputeState::Inquiry),
            Some("open") => Some(DisputeState::Open),
            Some("won") => Some(DisputeState::Won),
            Some("lost") => Some(DisputeState::Lost),
            Some(_) => return row.sensible("dispute", None),
        };
        Ok(Reversal {
            refunded: row.sensible("refunded_cents", Money::from_cents(self.refunded_cents))?,
            withdrawn: row.sensible("withdrawn_cents", Money::from_cents(self.withdrawn_cents))?,
            dispute,
        })
    }
}

impl OrderRow {
    fn of(order: &Order) -> Self {
        let facts = order.facts();
        Self {
            user_id: facts.customer.to_string(),
            id: facts.id.to_string(),
            part_id: facts.part.to_string(),
            product: facts.product.to_string(),
            unit_price_cents: facts.unit_price.cents(),
            quantity: facts.quantity.pieces(),
            total_cents: facts.total.cents(),
            customer_name: facts.name.to_string(),
            customer_email: facts.email.to_string(),
            address: facts.address.to_string(),
            phone: facts.phone.to_string(),
            placed_at: facts.placed_at.micros(),
            state: StateColumns::of(order.state()),
            revision: order.revision(),
            reversal: ReversalColumns::of(order.reversal()),
        }
    }

    fn order(&self) -> Result<Order, Refused> {
        let row = Stored::row("orders", &self.id);
        let facts = OrderFacts {
            id: row.text("id", &self.id)?,
            customer: row.text("user_id", &self.user_id)?,
            part: row.text("part_id", &self.part_id)?,
            product: row.text("product", &self.product)?,
            unit_price: row.sensible("unit_price_cents", Money::from_cents(self.unit_price_cents))?,
            quantity: row.value("quantity", Quantity::new(self.quantity))?,
            total: row.sensible("total_cents", Money::from_cents(self.total_cents))?,
            name: row.text("customer_name", &self.customer_name)?,
            email: Email::restore(&self.customer_email),
            address: row.text("address", &self.address)?,
            phone: row.text("phone", &self.phone)?,
            placed_at: time(self.placed_at),
        };
        let order = Order::restore(facts, self.state.state(row)?, self.revision);
        Ok(order.with_reversal(self.reversal.reversal(row)?))
    }
}

fn orders(rows: &[OrderRow]) -> Result<Vec<Order>, Fault> {
    Ok(rows.iter().map(OrderRow::order).collect::<Result<_, _>>()?)
}

/// Owner and id from their columns.
pub(super) fn order_key(table: &'static str, user_id: &str, order_id: &str) -> Result<OrderKey, Refused> {
    let row = Stored::row(table, order_id);
    Ok(OrderKey { customer: row.text("user_id", user_id)?, order: row.text("order_id", order_id)? })
}

/// All orders of one or all customers that are not deleted, newest first.
fn shown_orders(
    connection: &mut AnyConnection,
    customer: Option<&UserId>,
    page: &Page<OrderId>,
) -> Result<Vec<Order>, Fault> {
    let mut query = orders::table
        .filter(orders::state.ne(CANCELLED))
        .select(OrderRow::as_select())
        .order(orders::id.desc())
        .limit(page.limit.into())
        .into_boxed::<MultiBackend>();
    if let Some(customer) = customer {
        query = query.filter(orders::user_id.eq(customer.to_string()));
    }
    if let Some(after) = page.after {
        query = query.filter(orders::id.lt(after.to_string()));
    }
    orders(&query.load(connection)?)
}

impl OrderRepository for SqlTransaction<'_> {
    fn order_owner(&mut self, id: &OrderId) -> StoreResult<Option<UserId>> {
        let id = id.to_string();
        self.ask(|connection| {
            let owner: Option<String> = order_refs::table
                .filter(order_refs::order_id.eq(&id))
                .select(order_refs::user_id)
                .first(connection)
                .optional()?;
            let row = Stored::row("order_refs", &id);
            Ok(row.optional_text("user_id", owner.as_ref())?)
        })
    }

    fn order(&mut self, key: &OrderKey) -> StoreResult<Option<Order>> {
        let with_key = orders::table
            .filter(orders::user_id.eq(key.customer.to_string()))
            .filter(orders::id.eq(key.order.to_string()));
        self.ask(|connection| {
            let row: Option<OrderRow> = with_key.select(OrderRow::as_select()).first(connection).optional()?;
            Ok(row.as_ref().map(OrderRow::order).transpose()?)
        })
    }

    fn orders(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.ask(|connection| shown_orders(connection, None, page))
    }

    fn orders_of(&mut self, customer: &UserId, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.ask(|connection| shown_orders(connection, Some(customer), page))
    }

    fn insert_order(&mut self, order: &Order) -> StoreResult<()> {
        let row = OrderRow::of(order);
        let claim = (order_refs::order_id.eq(row.id.clone()), order_refs::user_id.eq(row.user_id.clone()));
        self.change(|connection| {
            diesel::insert_into(order_refs::table).values(claim).execute(connection)?;
            diesel::insert_into(orders::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn update_order(&mut self, order: &Order) -> StoreResult<()> {
        let key = order.key();
        let as_it_was_read = orders::table
            .filter(orders::user_id.eq(key.customer.to_string()))
            .filter(orders::id.eq(key.order.to_string()))
            .filter(orders::revision.eq(order.revision()));
        let (state, reversal) = (StateColumns::of(order.state()), ReversalColumns::of(order.reversal()));
        self.change(|connection| {
            let saved = diesel::update(as_it_was_read)
                .set((state, reversal, orders::revision.eq(orders::revision + 1)))
                .execute(connection)?;
            if saved == 1 { Ok(()) } else { Err(Fault::Contention) }
        })
    }

    /// The first two conditions are spelt as in the index, or SQLite would not use it.
    fn has_paid(&mut self, customer: &UserId) -> StoreResult<bool> {
        let paid = orders::table
            .filter(orders::user_id.eq(customer.to_string()))
            .filter(sql::<Bool>("transaction_id IS NOT NULL AND state <> 'refunded'"))
            .filter(orders::refunded_after_shipping.eq(false))
            .filter(orders::dispute.is_null().or(orders::dispute.eq(dispute_word(DisputeState::Won))));
        self.ask(|connection| Ok(select(exists(paid.select(orders::id))).get_result(connection)?))
    }

    /// Changes nothing of the row; whoever comes second waits until the first has committed, and its
    /// next statements see what the first wrote.
    fn lock_customer(&mut self, customer: &UserId) -> StoreResult<bool> {
        let row = users::table.filter(users::id.eq(customer.to_string()));
        self.change(|connection| {
            let locked = diesel::update(row).set(users::joined_at.eq(users::joined_at)).execute(connection)?;
            Ok(locked == 1)
        })
    }

    /// The condition is spelt as in the index, or SQLite would not use it.
    fn unpaid_orders(&mut self, customer: &UserId, part: &PartId) -> StoreResult<UnpaidOrders> {
        let unpaid = orders::table
            .filter(orders::user_id.eq(customer.to_string()))
            .filter(sql::<Bool>("state IN ('held', 'lapsed')"));
        let part = part.to_string();
        let pieces = sql::<BigInt>("CAST(COALESCE(SUM(CASE WHEN part_id = ")
            .bind::<Text, _>(part.clone())
            .sql(" THEN quantity ELSE 0 END), 0) AS BIGINT)");
        let held_pieces = sql::<BigInt>("CAST(COALESCE(SUM(CASE WHEN state = 'held' AND part_id = ")
            .bind::<Text, _>(part)
            .sql(" THEN quantity ELSE 0 END), 0) AS BIGINT)");
        let value = sql::<BigInt>("CAST(COALESCE(SUM(total_cents), 0) AS BIGINT)");
        self.ask(|connection| {
            let (orders, value, pieces, held_pieces): (i64, i64, i64, i64) =
                unpaid.select((count_star(), value, pieces, held_pieces)).first(connection)?;
            let value = Money::from_cents(value).ok_or_else(|| Fault::failed("orders: a negative total"))?;
            Ok(UnpaidOrders { orders, value, pieces, held_pieces })
        })
    }

    fn overdue_orders(&mut self, now: Timestamp, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>> {
        self.ask(|connection| {
            let rows: Vec<(String, String)> = orders::table
                .filter(orders::hold_until.le(now.micros()))
                .filter(id_without_its_index().gt(start_of(page)))
                .select((orders::user_id, orders::id))
                .order(id_without_its_index().asc())
                .limit(page.limit.into())
                .load(connection)?;
            let keys = rows.iter().map(|(user, order)| order_key("orders", user, order));
            Ok(keys.collect::<Result<_, _>>()?)
        })
    }

    /// The condition on the dispute is spelt as in the index, or SQLite would not use it.
    fn orders_in_dispute(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.ask(|connection| {
            let rows: Vec<OrderRow> = orders::table
                .filter(sql::<Bool>("dispute IN ('inquiry', 'open')"))
                .filter(orders::id.gt(start_of(page)))
                .select(OrderRow::as_select())
                .order(orders::id.asc())
                .limit(page.limit.into())
                .load(connection)?;
            orders(&rows)
        })
    }

    fn every_order(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.ask(|connection| {
            let mut query = orders::table
                .select(OrderRow::as_select())
                .order(orders::id.asc())
                .limit(page.limit.into())
                .into_boxed::<MultiBackend>();
            if let Some(after) = page.after {
                query = query.filter(orders::id.gt(after.to_string()));
            }
            orders(&query.load(connection)?)
        })
    }

    fn any_order(&mut self) -> StoreResult<bool> {
        self.ask(|connection| Ok(select(exists(orders::table.select(orders::id))).get_result(connection)?))
    }

    fn remembered_order(&mut self, customer: &UserId, key: &str) -> StoreResult<Option<RememberedOrder>> {
        let with_key = idempotency_keys::table
            .filter(idempotency_keys::user_id.eq(customer.to_string()))
            .filter(idempotency_keys::request_key.eq(key));
        self.ask(|connection| {
            let found: Option<RememberedRow> =
                with_key.select(RememberedRow::as_select()).first(connection).optional()?;
            let remembered = found.map(|row| -> Result<_, Refused> {
                Ok(RememberedOrder {
                    order: Stored::row("idempotency_keys", &row.order_id).text("order_id", &row.order_id)?,
                    fingerprint: row.fingerprint,
                })
            });
            Ok(remembered.transpose()?)
        })
    }

    fn remember_order(
        &mut self,
        customer: &UserId,
        key: &str,
        order: &RememberedOrder,
        at: Timestamp,
    ) -> StoreResult<()> {
        let row = RememberedRow {
            user_id: customer.to_string(),
            request_key: key.to_owned(),
            order_id: order.order.to_string(),
            fingerprint: order.fingerprint.clone(),
            used_at: at.micros(),
        };
        self.change(|connection| {
            diesel::insert_into(idempotency_keys::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn append_ledger(&mut self, entry: &LedgerEntry) -> StoreResult<()> {
        self.change(|connection| ledger::append(connection, entry))
    }

    fn ledger_of(&mut self, key: &OrderKey) -> StoreResult<Vec<LedgerEntry>> {
        self.ask(|connection| ledger::of_order(connection, key))
    }
}
