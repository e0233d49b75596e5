//! Orders, and the idempotency keys for placing them. Their ledger entries are in `ledger`.

pub(super) mod fits;
pub(super) mod ledger;

use crate::{
    connection::{AnyConnection, MultiBackend, insert_rows},
    db_error::DbError,
    repositories::accounts,
    schema::{idempotency_keys, more_of_orders, network_locks, order_lines, order_numbers, order_refs, orders},
    stored::{Refused, Stored, id_without_its_index, order_id_without_its_index, order_key, start_of},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    orders::{MAX_COUNT, NetworkDigest, OrderCounts, OrderFilter, OrderRepository, Person, RememberedOrder},
    page::Page,
    store_error::StoreResult,
};
use autoparts_domain::{
    accounts::User,
    id::{OrderId, OrderKey, UserId},
    ledger::LedgerEntry,
    money::Money,
    orders::{Order, OrderNumber, Worklist, unpaid::UnpaidOrders},
    payments::reversal::DisputeState,
    time::Timestamp,
};
use diesel::{
    dsl::{exists, select, sql},
    prelude::*,
    sql_types::{BigInt, Bool, Text},
    upsert::excluded,
};
use rows::{CANCELLED, LineRow, MilestoneColumns, OrderRow, ReversalColumns, StateColumns, dispute_word};
use std::collections::{BTreeSet, HashMap};

mod rows;

/// The name of the table.
const ORDERS: &str = "orders";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = idempotency_keys, treat_none_as_default_value = false)]
struct RememberedRow {
    user_id: String,
    request_key: String,
    order_id: String,
    fingerprint: String,
    used_at: i64,
}

/// Loads orders by id, in no particular order.
pub(super) fn with_ids(connection: &mut AnyConnection, ids: &[String]) -> Result<Vec<Order>, DbError> {
    let rows = orders::table.filter(orders::id.eq_any(ids)).select(OrderRow::as_select()).load(connection)?;
    with_lines(connection, &rows)
}

/// The orders of these rows, with their lines from a second statement.
fn with_lines(connection: &mut AnyConnection, rows: &[OrderRow]) -> Result<Vec<Order>, DbError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let of_order = order_lines::user_id.eq(orders::user_id).and(order_lines::order_id.eq(order_id_without_its_index()));
    let lines: Vec<LineRow> = orders::table
        .inner_join(order_lines::table.on(of_order))
        .filter(orders::id.eq_any(rows.iter().map(|row| row.id.as_str())))
        .filter(orders::user_id.eq_any(rows.iter().map(|row| row.user_id.as_str()).collect::<BTreeSet<_>>()))
        .select(LineRow::as_select())
        .order(order_lines::line.asc())
        .load(connection)?;
    let mut by_order: HashMap<&str, Vec<&LineRow>> = HashMap::new();
    for line in &lines {
        by_order.entry(&line.order_id).or_default().push(line);
    }
    let mut lines_of = |row: &OrderRow| by_order.remove(row.id.as_str()).unwrap_or_default();
    Ok(rows.iter().map(|row| row.order(lines_of(row))).collect::<Result<_, _>>()?)
}

/// Claims the number of a new order; `false` if another order has it. The insert decides, because a number that was
/// free a moment ago may be taken.
fn claim_number(connection: &mut AnyConnection, order: &OrderRow) -> Result<bool, DbError> {
    let Some(number) = &order.number else { return Ok(true) };
    let claim = (
        order_numbers::number.eq(number),
        order_numbers::user_id.eq(&order.user_id),
        order_numbers::order_id.eq(&order.id),
    );
    let claim = diesel::insert_into(order_numbers::table).values(claim).on_conflict_do_nothing();
    let claimed = match connection {
        AnyConnection::Sqlite(connection) => claim.execute(connection)?,
        AnyConnection::Postgres(connection) => claim.execute(connection)?,
    };
    Ok(claimed == 1)
}

/// Saves returned pieces of lines, after the order's revision has been checked.
fn save_line_refunds(connection: &mut AnyConnection, lines: Vec<LineRow>) -> Result<(), DbError> {
    for line in lines {
        let with_key = order_lines::table
            .filter(order_lines::user_id.eq(line.user_id.clone()))
            .filter(order_lines::order_id.eq(line.order_id.clone()))
            .filter(order_lines::line.eq(line.line));
        let refunds = (
            order_lines::released.eq(line.released),
            order_lines::returned.eq(line.returned),
            order_lines::cores_returned.eq(line.cores_returned),
            order_lines::fee_pieces.eq(line.fee_pieces),
        );
        let saved = diesel::update(with_key).set(refunds).execute(connection)?;
        // An order placed by a release without lines has no line rows yet.
        if saved == 0 {
            diesel::insert_into(order_lines::table).values(line).execute(connection)?;
        }
    }
    Ok(())
}

fn save_withdrawal(connection: &mut AnyConnection, order: &Order) -> Result<(), DbError> {
    let Some(withdrawn_at) = order.milestones().withdrawn_at else { return Ok(()) };
    let key = order.key();
    let with_key = more_of_orders::table
        .filter(more_of_orders::user_id.eq(key.customer.to_string()))
        .filter(more_of_orders::id.eq(key.order.to_string()));
    diesel::update(with_key).set(more_of_orders::withdrawn_at.eq(withdrawn_at.micros())).execute(connection)?;
    Ok(())
}

/// The orders from rows that were joined with their lines and are sorted by order.
fn grouped(rows: &[(OrderRow, Option<LineRow>)]) -> Result<Vec<Order>, Refused> {
    let of_one_order = |a: &(OrderRow, _), b: &(OrderRow, _)| a.0.is_same_order(&b.0);
    let orders = rows.chunk_by(of_one_order).filter_map(|rows| {
        let lines = rows.iter().filter_map(|(_, line)| line.as_ref()).collect();
        rows.first().map(|(row, _)| row.order(lines))
    });
    orders.collect()
}

/// The condition of a worklist, spelled as in its index, or SQLite would not use that.
const fn on_list(list: Worklist) -> &'static str {
    match list {
        Worklist::ToShip => "state = 'paid' AND (dispute IS NULL OR dispute <> 'lost')",
        Worklist::Unpaid => "transaction_id IS NULL AND state <> 'cancelled'",
        Worklist::Shipped => "state = 'shipped'",
        Worklist::Refunded => "(state = 'refunded' OR refunded_after_shipping)",
        Worklist::Disputed => "dispute IN ('inquiry', 'open') AND state <> 'cancelled'",
    }
}

/// The number of rows of a table that meet a condition, up to `MAX_COUNT`.
pub(super) fn count(connection: &mut AnyConnection, table: &str, condition: &str) -> Result<u32, DbError> {
    let counted =
        format!("(SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {condition} LIMIT {MAX_COUNT}) AS found)");
    let count: i64 = select(sql::<BigInt>(&counted)).get_result(connection)?;
    Ok(u32::try_from(count).unwrap_or(MAX_COUNT))
}

/// The undeleted orders of one or all customers that match a filter, newest first.
fn shown_orders(
    connection: &mut AnyConnection,
    customer: Option<&UserId>,
    filter: &OrderFilter,
    page: &Page<OrderId>,
) -> Result<Vec<Order>, DbError> {
    let mut query = orders::table
        .filter(orders::state.ne(CANCELLED))
        .select(OrderRow::as_select())
        .order(orders::id.desc())
        .limit(page.limit.into())
        .into_boxed::<MultiBackend>();
    if let Some(customer) = customer {
        query = query.filter(orders::user_id.eq(customer.to_string()));
    }
    if let Some(list) = filter.list {
        query = query.filter(sql::<Bool>(on_list(list)));
    }
    // The id of an order begins with the time at which it was placed.
    let from = filter.from.map(OrderId::first_at).map(|id| id.to_string());
    let below = [filter.before.map(OrderId::first_at), page.after].into_iter().flatten().min().map(|id| id.to_string());
    query = match &filter.person {
        Some(Person::Email(email)) => query.filter(orders::customer_email.eq(email.as_str())),
        Some(Person::Phone(digits)) => query.filter(orders::phone_digits.eq(digits)),
        Some(Person::PostalCode(key)) => query.filter(orders::postal_code_key.eq(key)),
        None => {
            if let Some(from) = from {
                query = query.filter(orders::id.ge(from));
            }
            if let Some(below) = below {
                query = query.filter(orders::id.lt(below));
            }
            let rows = query.load(connection)?;
            return with_lines(connection, &rows);
        }
    };
    // A person has few orders, so they are found by the person's index and then sorted.
    query = query.order(id_without_its_index().desc());
    if let Some(from) = from {
        query = query.filter(id_without_its_index().ge(from));
    }
    if let Some(below) = below {
        query = query.filter(id_without_its_index().lt(below));
    }
    let rows = query.load(connection)?;
    with_lines(connection, &rows)
}

impl SqlTransaction<'_> {
    /// Sets or clears the network whose allowance an order counts against.
    fn set_network(&mut self, key: &OrderKey, network: Option<&NetworkDigest>) -> StoreResult<()> {
        let network = network.map(|network| network.as_str().to_owned());
        // Most orders have no network before and after: updating them would only make PostgreSQL write the row again.
        let is_noted = more_of_orders::network.is_not_null();
        let changes = is_noted.or(network.is_some().into_sql::<Bool>());
        let with_key = more_of_orders::table
            .filter(more_of_orders::user_id.eq(key.customer.to_string()))
            .filter(more_of_orders::id.eq(key.order.to_string()))
            .filter(changes);
        self.execute(|connection| {
            diesel::update(with_key).set(more_of_orders::network.eq(network)).execute(connection)?;
            Ok(())
        })
    }
}

impl OrderRepository for SqlTransaction<'_> {
    fn order_owner(&mut self, id: &OrderId) -> StoreResult<Option<UserId>> {
        let id = id.to_string();
        self.query(|connection| {
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
        let of_order = order_lines::user_id.eq(orders::user_id).and(order_lines::order_id.eq(orders::id));
        let with_key = orders::table
            .left_join(order_lines::table.on(of_order))
            .filter(orders::user_id.eq(key.customer.to_string()))
            .filter(orders::id.eq(key.order.to_string()))
            .order(order_lines::line.asc());
        self.query(|connection| {
            let rows: Vec<(OrderRow, Option<LineRow>)> =
                with_key.select((OrderRow::as_select(), Option::<LineRow>::as_select())).load(connection)?;
            Ok(grouped(&rows)?.pop())
        })
    }

    fn order_by_number(&mut self, number: &OrderNumber) -> StoreResult<Option<OrderKey>> {
        let with_number = order_numbers::table.filter(order_numbers::number.eq(number.as_str()));
        self.query(|connection| {
            let found: Option<(String, String)> =
                with_number.select((order_numbers::user_id, order_numbers::order_id)).first(connection).optional()?;
            Ok(found.map(|(user, order)| order_key("order_numbers", &user, &order)).transpose()?)
        })
    }

    fn orders(&mut self, filter: &OrderFilter, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.query(|connection| shown_orders(connection, None, filter, page))
    }

    fn order_counts(&mut self) -> StoreResult<OrderCounts> {
        self.query(|connection| {
            let on = Worklist::ALL.map(|list| Ok::<_, DbError>((list, count(connection, ORDERS, on_list(list))?)));
            let on = on.into_iter().collect::<Result<_, _>>()?;
            // Counted by state, because each state has an index, and most rows may be deleted orders.
            let mut all = 0;
            for state in [
                "transaction_id IS NULL AND state <> 'cancelled' AND state <> 'shipped'",
                "state = 'paid'",
                "state = 'shipped'",
                "(state = 'refunded' OR refunded_after_shipping) AND state = 'refunded'",
            ] {
                all += count(connection, ORDERS, state)?;
            }
            Ok(OrderCounts { all: all.min(MAX_COUNT), on })
        })
    }

    fn orders_of(&mut self, customer: &UserId, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.query(|connection| shown_orders(connection, Some(customer), &OrderFilter::default(), page))
    }

    fn insert_order(&mut self, order: &Order) -> StoreResult<bool> {
        let row = OrderRow::of(order);
        let lines = LineRow::of(order);
        let claim = (order_refs::order_id.eq(row.id.clone()), order_refs::user_id.eq(row.user_id.clone()));
        self.execute(|connection| {
            if !claim_number(connection, &row)? {
                return Ok(false);
            }
            diesel::insert_into(order_refs::table).values(claim).execute(connection)?;
            diesel::insert_into(orders::table).values(row).execute(connection)?;
            insert_rows!(connection, order_lines::table, lines);
            Ok(true)
        })
    }

    fn update_order(&mut self, order: &Order) -> StoreResult<()> {
        let key = order.key();
        let as_it_was_read = orders::table
            .filter(orders::user_id.eq(key.customer.to_string()))
            .filter(orders::id.eq(key.order.to_string()))
            .filter(orders::revision.eq(order.revision()));
        let state = StateColumns::of(order.state());
        let reversal = ReversalColumns::of(order.reversal());
        let milestones = MilestoneColumns::of(order.milestones());
        let refunds = orders::given_back_cents.eq(order.partial_refunds().amount().cents());
        let lines = LineRow::refunds_of(order);
        self.execute(|connection| {
            let saved = diesel::update(as_it_was_read)
                .set((state, milestones, reversal, refunds, orders::revision.eq(orders::revision + 1)))
                .execute(connection)?;
            if saved != 1 {
                return Err(DbError::Contention);
            }
            save_withdrawal(connection, order)?;
            save_line_refunds(connection, lines)
        })?;
        // A network is stored only while pieces are reserved.
        if order.reserved_until().is_none() { self.set_network(&key, None) } else { Ok(()) }
    }

    /// The first two conditions are spelled as in the index, or SQLite would not use it.
    fn paid_and_kept(&mut self, customer: &UserId) -> StoreResult<Money> {
        const KEPT: &str = "CAST(coalesce(sum(CASE WHEN total_cents > given_back_cents + refunded_cents + withdrawn_cents \
                            THEN total_cents - given_back_cents - refunded_cents - withdrawn_cents ELSE 0 END), 0) AS BIGINT)";
        let paid = orders::table
            .filter(orders::user_id.eq(customer.to_string()))
            .filter(sql::<Bool>("transaction_id IS NOT NULL AND state <> 'refunded'"))
            .filter(orders::refunded_after_shipping.eq(false))
            .filter(orders::dispute.is_null().or(orders::dispute.eq(dispute_word(DisputeState::Won))));
        self.query(|connection| {
            let cents: i64 = paid.select(sql::<BigInt>(KEPT)).get_result(connection)?;
            Ok(Money::from_cents(cents).unwrap_or(Money::ZERO))
        })
    }

    /// A second transaction waits until the first has committed, and its next statements see what the first wrote.
    fn lock_customer(&mut self, customer: &UserId) -> StoreResult<Option<User>> {
        self.execute(|connection| accounts::lock(connection, customer))
    }

    /// The condition is spelled as in the index, or SQLite would not use it. The limits on unpaid orders keep the
    /// number of rows small.
    fn unpaid_orders(&mut self, customer: &UserId) -> StoreResult<UnpaidOrders> {
        let of_order = order_lines::user_id.eq(orders::user_id).and(order_lines::order_id.eq(orders::id));
        let unpaid = orders::table
            .left_join(order_lines::table.on(of_order))
            .filter(orders::user_id.eq(customer.to_string()))
            .filter(sql::<Bool>("state IN ('held', 'lapsed')"))
            .order((sql::<Text>("orders.id || ''").asc(), order_lines::line.asc()));
        self.query(|connection| {
            let rows: Vec<(OrderRow, Option<LineRow>)> =
                unpaid.select((OrderRow::as_select(), Option::<LineRow>::as_select())).load(connection)?;
            Ok(UnpaidOrders::of(&grouped(&rows)?))
        })
    }

    /// SQLite serializes writes anyway. A distributed PostgreSQL lets an upsert set a key only to its own value, and
    /// recognizes that by `excluded`.
    fn lock_network(&mut self, network: &NetworkDigest) -> StoreResult<()> {
        let lock = network_locks::bucket.eq(network.lock());
        self.execute(|connection| {
            if let AnyConnection::Postgres(connection) = connection {
                diesel::insert_into(network_locks::table)
                    .values(lock)
                    .on_conflict(network_locks::bucket)
                    .do_update()
                    .set(network_locks::bucket.eq(excluded(network_locks::bucket)))
                    .execute(connection)?;
            }
            Ok(())
        })
    }

    fn count_against_network(&mut self, key: &OrderKey, network: &NetworkDigest) -> StoreResult<()> {
        self.set_network(key, Some(network))
    }

    /// The limit on a network's reservations keeps the number of rows small.
    fn reserved_from_network(&mut self, network: &NetworkDigest) -> StoreResult<UnpaidOrders> {
        let of_network = orders::table
            .filter(sql::<Bool>("orders.network = ").bind::<Text, _>(network.as_str().to_owned()))
            .filter(orders::state.eq("held"))
            .select(OrderRow::as_select());
        self.query(|connection| {
            let rows: Vec<OrderRow> = of_network.load(connection)?;
            Ok(UnpaidOrders::of(&with_lines(connection, &rows)?))
        })
    }

    fn overdue_orders(&mut self, now: Timestamp, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>> {
        self.query(|connection| {
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

    /// The condition on the dispute is spelled as in the index, or SQLite would not use it.
    fn orders_in_dispute(&mut self, page: &Page<OrderId>) -> StoreResult<Vec<Order>> {
        self.query(|connection| {
            let rows: Vec<OrderRow> = orders::table
                .filter(sql::<Bool>("dispute IN ('inquiry', 'open')"))
                .filter(orders::id.gt(start_of(page)))
                .select(OrderRow::as_select())
                .order(orders::id.asc())
                .limit(page.limit.into())
                .load(connection)?;
            with_lines(connection, &rows)
        })
    }

    fn any_order(&mut self) -> StoreResult<bool> {
        self.query(|connection| Ok(select(exists(orders::table.select(orders::id))).get_result(connection)?))
    }

    fn remembered_order(&mut self, customer: &UserId, key: &str) -> StoreResult<Option<RememberedOrder>> {
        let with_key = idempotency_keys::table
            .filter(idempotency_keys::user_id.eq(customer.to_string()))
            .filter(idempotency_keys::request_key.eq(key));
        self.query(|connection| {
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
        self.execute(|connection| {
            diesel::insert_into(idempotency_keys::table).values(row).execute(connection)?;
            Ok(())
        })
    }

    fn append_ledger(&mut self, entries: &[LedgerEntry]) -> StoreResult<()> {
        self.execute(|connection| ledger::append(connection, entries))
    }

    fn ledger_of(&mut self, key: &OrderKey) -> StoreResult<Vec<LedgerEntry>> {
        self.query(|connection| ledger::of_order(connection, key))
    }
}
