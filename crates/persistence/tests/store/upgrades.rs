//! Upgrades databases of earlier releases to the current schema: every row must keep its meaning. `released/VERSION`
//! contains the schema of each release and rows in each state. An edited migration fails here, because it no longer
//! produces the released schema.

use crate::migrations::{names, sql};
use autoparts_application::{
    maintenance::books,
    ports::{page::Page, store::Store},
};
use autoparts_persistence::{
    DatabaseUrl, SchemaState, SqlStore, StoreOptions,
    testing::{PostgresCluster, damage, execute_in, rows},
};
use std::{fs, path::PathBuf};

/// Each release, and its last migration.
const RELEASES: [(&str, &str); 1] = [("0.1.0", "0013_order_mails")];

fn released(release: &str, file: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/store/released").join(release);
    fs::read_to_string(folder.join(file)).unwrap()
}

/// Creates the database of a release, with rows.
fn as_released(url: &DatabaseUrl, release: &str, last: &str) {
    let (database, [no, yes]) =
        if url.sqlite_file().is_some() { ("sqlite", ["0", "1"]) } else { ("postgres", ["FALSE", "TRUE"]) };
    execute_in(url, &released(release, &format!("{database}.sql"))).unwrap();
    execute_in(url, &released(release, "rows.sql").replace("{no}", no).replace("{yes}", yes)).unwrap();
    let mut applied = "CREATE TABLE __diesel_schema_migrations (
        version VARCHAR(50) PRIMARY KEY NOT NULL, run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP);"
        .to_owned();
    for name in names(database).iter().filter(|name| name.as_str() <= last) {
        let version = name.split('_').next().unwrap();
        applied += &format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}');");
    }
    execute_in(url, &applied).unwrap();
}

/// Queries on the rows of 0.1.0 that must have the same results before and after the upgrade.
const ORDERS: &str = "SELECT substr(id, 35) || ' ' || state || ' ' || total_cents || ' ' || COALESCE(transaction_id, '-') || ' ' || customer_email \
                      AS row FROM orders ORDER BY id";
const USERS: &str = "SELECT email || ' ' || role || ' ' || COALESCE(profile_name, '-') AS row FROM users ORDER BY id";
const PAYMENTS: &str = "SELECT substr(order_id, 35) || ' ' || transaction_id || ' ' || status || ' ' || amount_cents AS row FROM payment_intents \
                        ORDER BY order_id";
const REFUNDS: &str =
    "SELECT substr(order_id, 35) || ' ' || transaction_id || ' ' || amount_cents || ' ' || reason AS row FROM refunds";
const STOCK: &str =
    "SELECT substr(part_id, 35) || ' ' || available || ' of ' || supplied AS row FROM stock ORDER BY part_id";
const LEDGER: &str = "SELECT substr(order_id, 35) || ' ' || movement || ' ' || pieces || ' ' || cents AS row FROM ledger ORDER BY order_id, id";
const KEYS: &str = "SELECT request_key || ' ' || substr(order_id, 35) AS row FROM idempotency_keys";
const REVIEWS: &str = "SELECT name || ' ' || rating || ' ' || body AS row FROM reviews";
const UNCHANGED: [&str; 8] = [ORDERS, USERS, PAYMENTS, REFUNDS, STOCK, LEDGER, KEYS, REVIEWS];

/// Data that later releases store elsewhere.
const LINES: &str = "SELECT substr(order_id, 35) || ' ' || line || ' ' || product || ' ' || quantity || ' at ' || unit_price_cents AS row \
                     FROM order_lines ORDER BY order_id, line";
const PAID: &str = "SELECT substr(id, 35) || ' ' || paid_at AS row FROM orders WHERE paid_at IS NOT NULL ORDER BY id";
const NUMBERED: &str = "SELECT substr(order_id, 35) AS row FROM order_numbers ORDER BY order_id";
const PROVIDERS: &str = "SELECT provider AS row FROM payment_intents";

async fn check_upgrade(url: &DatabaseUrl, release: &str, last: &str) {
    as_released(url, release, last);
    let result = |query: &str| rows(url, query).unwrap();
    let before: Vec<_> = UNCHANGED.iter().map(|query| result(query)).collect();
    assert_eq!(before.iter().map(Vec::len).collect::<Vec<_>>(), [7, 3, 4, 1, 2, 14, 1, 1]);

    let store = SqlStore::open(url, &StoreOptions::default()).unwrap();
    let expected: Vec<_> = names("sqlite").into_iter().filter(|name| name.as_str() > last).collect();
    assert_eq!(store.migrate().unwrap(), expected);
    assert_eq!(store.schema().unwrap(), SchemaState::Current);
    for (query, before) in UNCHANGED.iter().zip(before) {
        assert_eq!(result(query), before, "{release}: {query}");
    }
    let lines = ["c1 1 Brake pads 2 at 1050", "c2 1 Brake pads 4 at 1000", "c3 1 Brake pads 5 at 1050"];
    assert!(result(LINES).starts_with(&lines.map(str::to_owned)));
    assert_eq!(result(PAID), ["c2 11500000", "c3 12500000", "c5 14500000"], "the time of each payment is known");
    assert_eq!(result(NUMBERED), Vec::<String>::new(), "old orders get no number: customers know them by their ids");
    assert_eq!(result(PROVIDERS), ["stripe"; 4]);
    assert_eq!(books::check(&store).await.unwrap(), []);
    // This program can read every row.
    let shop: &dyn Store = &store;
    let users = shop.read(|tx| tx.users(&Page::first())).await.unwrap();
    assert_eq!(users.len(), 3);
    if url.sqlite_file().is_some() {
        assert_eq!(damage(url).unwrap(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn a_sqlite_file_of_each_release_keeps_its_meaning() {
    for (release, last) in RELEASES {
        let home = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", home.path().join("shop.db").display()).parse().unwrap();
        check_upgrade(&url, release, last).await;
    }
}

#[tokio::test]
async fn a_postgres_database_of_each_release_keeps_its_meaning() {
    for (release, last) in RELEASES {
        let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
        check_upgrade(database.url(), release, last).await;
    }
}

#[test]
fn released_migrations_are_unchanged() {
    for (release, last) in RELEASES {
        for database in ["sqlite", "postgres"] {
            let mut now = String::new();
            for name in names(database).iter().filter(|name| name.as_str() <= last) {
                now += &format!("-- {name}\n{}", sql(database, name, "up"));
            }
            assert!(
                now == released(release, &format!("{database}.sql")),
                "{database}: a migration of {release} was edited"
            );
        }
    }
}
