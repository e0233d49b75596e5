//! Checks that both databases use an index for every query on grown tables. The queries are recorded while the whole
//! contract runs, so none is missed.

use crate::portable::broken_rule;
use autoparts_application::ports::store::{Store, Transaction};
use autoparts_persistence::{
    SqlStore, StoreOptions,
    testing::{PostgresCluster, PostgresDatabase, grow, grown_sqlite, migrated_sqlite},
};
use autoparts_testing::store_contract;
use autoparts_testing::{clock::NEW_YEAR, samples::part, store_contract::Fixture};
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::{Instrumentation, InstrumentationEvent, SimpleConnection, set_default_instrumentation},
    sql_query,
    sql_types::{Double, Text},
};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

/// Statements that may read a whole table: how each begins, without quotes, and why it may.
const MAY_SCAN: &[(&str, &str)] = &[
    (
        "SELECT order_id FROM (SELECT user_id, id AS order_id, transaction_id AS payment",
        "the books check, once a week: all orders, a few customers at a time",
    ),
    ("SELECT part_id, CAST(sum(pieces) AS BIGINT) AS pieces FROM ledger", "the whole ledger, once a week"),
    ("SELECT held_balances.part_id", "one row per part ever sold, once a day"),
    (
        "SELECT stock.part_id, stock.supplied, stock.available, stock.reorder_at, parts.minimum_order FROM",
        "low stock, for admins: an index would change with every sale",
    ),
    (
        "SELECT stock_alerts.part_id, stock_alerts.email, stock_alerts.id, stock_alerts.asked_at FROM ((",
        "stock alerts, in maintenance: few compared with parts, and an index would change with every sale",
    ),
    ("SELECT COUNT(*) FROM parts", "before rebuilding the search index from all parts"),
    ("SELECT brands.id, brands.name FROM brands ORDER", "a few hundred rows"),
    ("SELECT categories.id", "a few hundred rows"),
    ("SELECT makes.id, makes.name FROM makes ORDER", "a few hundred rows"),
    ("SELECT shipping_methods.id", "fifty rows at most"),
    ("DELETE FROM shipping_methods", "fifty rows at most"),
    ("SELECT tax_rates.country", "300 rows at most"),
    ("DELETE FROM tax_rates", "300 rows at most"),
    ("SELECT postal_tax_rates.position", "300 rows at most"),
    ("DELETE FROM postal_tax_rates", "300 rows at most"),
    ("DELETE FROM categories", "a few hundred rows, checked for children"),
    ("SELECT COUNT(*) FROM users WHERE role", "the index of admins, of whom there are few"),
    ("SELECT shop.shop_id", "one row"),
    ("SELECT users.id, users.email FROM users WHERE users.id IN", "by the key, unless there are more ids than users"),
    ("SELECT part_id FROM stock LIMIT", "one row"),
    ("UPDATE role_changes", "one row"),
    ("UPDATE shop", "one row"),
    ("SELECT page_count", "no table"),
    ("SELECT subscriptions.id", "newsletter subscriptions for admins, one page at a time"),
    ("SELECT EXISTS (SELECT orders.id FROM orders)", "stops at the first row"),
    ("SELECT count(*) AS n FROM sqlite_master", "the list of tables"),
    ("SELECT name FROM sqlite_master", "the list of tables"),
    ("SELECT t.relname::text AS name FROM pg_class", "the list of tables"),
    (
        "SELECT imports.id, imports.kind, imports.file, imports.format, imports.digest, imports.actor_id, imports.scope, \
         imports.state, imports.row_count, imports.set_aside, imports.foreign_rows, imports.new_parts, \
         imports.changed_parts, imports.gone_parts, imports.unchanged_parts, imports.applied_parts, \
         imports.removed_entries, imports.brake, imports.position, imports.error, imports.created_at, \
         imports.changed_at FROM imports ORDER",
        "newest first, by the key, one page at a time",
    ),
    (
        "SELECT withdrawals.id, withdrawals.reference, withdrawals.email, withdrawals.name, withdrawals.parts, \
         withdrawals.outcome, withdrawals.received_at, withdrawals.user_id, withdrawals.order_id, withdrawals.return_id \
         FROM withdrawals ORDER",
        "newest first, by the key, one page at a time",
    ),
    ("SELECT billing_series.last_number", "two rows"),
    ("UPDATE billing_series", "two rows"),
    (
        "SELECT CAST(COALESCE(sum((",
        "what is owed for core charges, for admins: the lines with a core charge, by their own index",
    ),
    ("SELECT version FROM __diesel_schema_migrations", "one row per migration"),
    ("SELECT __diesel_schema_migrations", "one row per migration"),
    ("SELECT count(*) AS n FROM pg_tables", "the list of tables"),
];

/// Queries for the few rows that need action, and the index that contains only those. The index of ids would work too,
/// but by reading every row.
const SERVED_BY: &[(&str, &str, &str)] = &[
    ("FROM outbox", "next_try_at <=", "outbox_due"),
    ("FROM outbox", "written_at <=", "outbox_due"),
    ("FROM outbox", "order_id IS NOT NULL AND outbox.sent_at IS NULL", "outbox_orders_waiting"),
    ("FROM outbox", "outbox.sent_at >", "outbox_orders_sent"),
    ("FROM orders", "hold_until <=", "orders_overdue"),
    ("FROM payment_intents", "started_at <=", "payment_intents_live"),
    ("FROM refunds", "next_try_at <=", "refunds_due"),
    ("FROM returns", "decided_at <=", "returns_approved"),
    ("FROM returns", "WHERE returns.number =", "returns_by_number"),
    ("FROM returns", "WHERE state = 'requested' LIMIT", "returns_by_state"),
    ("FROM returns", "WHERE state = 'requested' ORDER BY", "returns_by_state"),
    ("FROM orders", "dispute IN", "orders_in_dispute"),
    ("FROM orders", "WHERE state = 'paid' AND", "orders_to_ship"),
    ("FROM orders", "WHERE transaction_id IS NULL AND state", "orders_wanting_money"),
    ("FROM orders", "WHERE state = 'shipped' LIMIT", "orders_shipped"),
    ("FROM orders", "OR refunded_after_shipping) LIMIT", "orders_refunded"),
    ("FROM orders", "OR refunded_after_shipping AND state", "orders_refunded"),
    ("FROM orders", "1 FROM orders WHERE state = 'paid' LIMIT", "orders_to_ship"),
    ("FROM orders", "customer_email =", "orders_by_email"),
    ("FROM orders", "phone_digits =", "orders_by_phone"),
    ("FROM orders", "postal_code_key =", "orders_by_postal_code"),
    ("FROM fitments", "WHERE fitments.part_id =", "fitments_of_part"),
    ("FROM fit_evidence", "ORDER BY fit_evidence.loss_cents DESC", "fit_evidence_flagged"),
    ("FROM fit_evidence", "ORDER BY fit_evidence.counted_at", "fit_evidence_counted"),
];

/// Queries whose plan must find its rows by all of the given columns. Fitment queries include the parts' categories,
/// so that no plan reads all parts of a popular model. It may go by model, category and part, or by part and model:
/// both read the same few rows.
const REACHED_BY: &[(&str, &[&str])] = &[
    ("FROM fitments WHERE fitments.model_id ", &["model_id", "part_id"]),
    ("JOIN fitments ON fitments.model_id = ", &["model_id", "category_id", "part_id"]),
];

static RECORDED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

struct Recorder;

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let query = query.to_string();
            let statement = query.split("-- binds").next().unwrap_or_default().trim().to_owned();
            RECORDED.lock().unwrap().insert(statement);
        }
    }
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    plan: String,
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

const VERBS: [&str; 4] = ["SELECT", "UPDATE", "DELETE", "INSERT"];

/// The queries, updates and deletes that the contract ran on one kind of database.
fn recorded(quote: char) -> Vec<String> {
    let verbs = &VERBS[..3];
    let recorded = RECORDED.lock().unwrap();
    let statements = recorded.iter().filter(|sql| verbs.iter().any(|word| sql.starts_with(word)));
    let statements: Vec<_> =
        statements.filter(|sql| sql.contains(quote) || !sql.contains(['`', '"'])).cloned().collect();
    assert!(statements.len() > 40, "only {} statements were recorded", statements.len());
    statements
}

/// The problems in the plans. `is_scan` recognizes the line of a plan that reads a whole table.
fn complaints(plans: Vec<(String, Vec<String>)>, is_scan: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut found = BTreeSet::new();
    for (statement, plan) in plans {
        let plain = statement.replace(['`', '"', '(', ')'], "").replace("  ", " ");
        let may_scan = MAY_SCAN.iter().any(|(beginning, _)| plain.starts_with(&beginning.replace(['(', ')'], "")));
        if !may_scan && let Some(line) = plan.iter().find(|line| is_scan(&statement, line)) {
            wrong.push(format!("{line}: {statement}"));
        }
        for (condition, columns) in REACHED_BY.iter().filter(|(condition, _)| plain.contains(condition)) {
            // A query without the category is for all parts of the model, and not meant here.
            let has_category = plain.split(condition).nth(1).is_some_and(|rest| rest.contains("category_id"));
            let names = |line: &String| columns.iter().all(|column| line.contains(column));
            if !has_category {
                continue;
            }
            found.insert(condition);
            if !plan.iter().any(names) {
                wrong.push(format!("not by {}, but {}: {statement}", columns.join(", "), plan.join("; ")));
            }
        }
        for (table, condition, index) in SERVED_BY {
            let is_meant = plain.contains(table) && plain.contains(condition) && plain.starts_with("SELECT");
            if is_meant && !plan.iter().any(|line| line.contains(index)) {
                wrong.push(format!("not by {index}, but {}: {statement}", plan.join("; ")));
            }
        }
    }
    assert_eq!(found.len(), REACHED_BY.len(), "no recorded query matches an entry of REACHED_BY");
    wrong
}

/// Enough rows that both databases prefer an index.
const ORDERS: u32 = 30_000;

fn on_sqlite() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let store = migrated_sqlite(&folder.path().join("shop.db")).unwrap();
    Fixture::keeping(Arc::new(store), folder)
}

fn migrated() -> PostgresDatabase {
    PostgresCluster::shared().unwrap().migrated_database().unwrap()
}

fn on_postgres() -> Fixture {
    let database = migrated();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    Fixture::keeping(Arc::new(store), database)
}

fn record() {
    set_default_instrumentation(|| Some(Box::new(Recorder))).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_serves_every_query_by_an_index() {
    record();
    store_contract!(@tour on_sqlite());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grown.db");
    grown_sqlite(&file, ORDERS).unwrap();
    let statements = recorded('`');
    let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    let plans = statements.into_iter().map(|statement| {
        // The store registers this function with SQLite; any other function gives the same plan.
        let known = statement.replace("text_mark(", "ifnull(");
        let steps: Vec<Step> = sql_query(format!("EXPLAIN QUERY PLAN {known}")).load(&mut connection).unwrap();
        (statement, steps.into_iter().map(|step| step.detail).collect())
    });
    // Walking an index to fill a page of a list is allowed.
    let is_scan = |statement: &str, line: &str| {
        let is_page = line.contains("INDEX") && statement.contains("LIMIT");
        // Reads the result of a subquery; the plan has separate lines for the subquery itself.
        let is_subquery = ["SCAN found", "SCAN sent", "SCAN tried"].contains(&line);
        line.starts_with("SCAN ") && !is_page && !is_subquery && !line.contains("CONSTANT ROW")
    };
    let wrong = complaints(plans.collect(), is_scan);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_serves_every_query_by_an_index() {
    record();
    store_contract!(@tour on_postgres());
    let database = migrated();
    let sent = RECORDED.lock().unwrap().clone();
    // Migrations, which are scripts, are placed in another way.
    let statements = sent.iter().filter(|sql| VERBS.iter().any(|word| sql.starts_with(word)));
    let broken: Vec<String> = statements.filter_map(|sql| Some(format!("{}: {sql}", broken_rule(sql)?))).collect();
    assert!(broken.is_empty(), "a distributed PostgreSQL refuses:\n{}", broken.join("\n"));
    let statements = recorded('"');
    grow(database.url(), ORDERS).unwrap();
    let mut connection = PgConnection::establish(&database.url_text()).unwrap();
    // With sequential scans discouraged, one in a plan means that no index fits.
    connection.batch_execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off").unwrap();
    let mut plans = Vec::new();
    for statement in statements {
        let parameters = (1..=60).rev().find(|number| statement.contains(&format!("${number}"))).unwrap_or(0);
        let nulls = vec!["NULL"; parameters].join(", ");
        let arguments = if parameters == 0 { String::new() } else { format!("({nulls})") };
        connection
            .batch_execute(&format!("PREPARE look AS {statement}"))
            .unwrap_or_else(|error| panic!("{statement}: {error}"));
        let lines: Vec<Line> = sql_query(format!("EXPLAIN EXECUTE look{arguments}")).load(&mut connection).unwrap();
        connection.batch_execute("DEALLOCATE look").unwrap();
        plans.push((statement, lines.into_iter().map(|line| line.plan.trim().to_owned()).collect()));
    }
    let wrong = complaints(plans, |_, line| line.contains("Seq Scan"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[derive(QueryableByName)]
struct Known {
    #[diesel(sql_type = Double)]
    rows: f64,
}

#[tokio::test(flavor = "multi_thread")]
async fn optimize_refreshes_postgres_statistics_of_grown_tables() {
    let database = migrated();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    let shared: Arc<dyn Store> = Arc::new(store);
    let known = || {
        let mut connection = PgConnection::establish(&database.url_text()).unwrap();
        let parts = "SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = 'parts'::regclass";
        sql_query(parts).get_result::<Known>(&mut connection).unwrap().rows
    };
    shared.optimize().await.unwrap();
    let before = known();
    let many = |tx: &mut dyn Transaction| (1..=1_000).try_for_each(|number| tx.insert_part(&part(number, 1), NEW_YEAR));
    shared.write(many).await.unwrap();
    assert!(before < 1.0, "{before}");
    shared.optimize().await.unwrap();
    assert!((known() - 1_000.0).abs() < 1.0, "{}", known());
}
