//! What a running migration blocks, what it waits for, and what it reports.

use crate::migrations::{names, sql};
use autoparts_persistence::{
    DatabaseUrl, MigrateError, SchemaState, SqlStore, StoreOptions,
    testing::{PostgresCluster, execute_in, rows},
};
use diesel::{Connection, PgConnection, connection::SimpleConnection};
use std::{
    thread,
    time::{Duration, Instant},
};

/// Migrates an empty PostgreSQL database up to before the given migration.
pub(crate) fn before(url: &DatabaseUrl, first_missing: &str) {
    execute_in(url, "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY, run_on TIMESTAMP NOT NULL DEFAULT now())")
        .unwrap();
    for name in names("postgres").iter().filter(|name| name.as_str() < first_missing) {
        execute_in(url, &sql("postgres", name, "up")).unwrap();
        let version = name.split('_').next().unwrap();
        execute_in(url, &format!("INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')")).unwrap();
    }
}

fn quick() -> StoreOptions {
    StoreOptions { lock_timeout: Duration::from_millis(50), ..StoreOptions::default() }
}

#[test]
fn each_migration_tells_what_it_locked() {
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    before(database.url(), "0022");
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    let planned = store.plan_migrations().unwrap();
    assert!(matches!(store.schema().unwrap(), SchemaState::Behind { .. }), "a plan changes nothing");
    let done = store.migrate_and_report().unwrap();
    let locks = |reports: &[autoparts_persistence::MigrationReport]| -> Vec<_> {
        reports.iter().map(|report| (report.name.clone(), report.unreadable.clone())).collect()
    };
    assert_eq!(locks(&planned)[0], locks(&done)[0]);
    assert_eq!(done.len(), names("postgres").iter().filter(|name| name.as_str() >= "0022").count());
    assert_eq!(done[0].name, "0022_partial_refunds");
    assert!(done[0].unreadable.contains(&"refunds".to_owned()), "{done:?}");
    assert!(done.iter().all(|report| !report.unreadable.iter().any(|table| table.starts_with("__"))), "{done:?}");
    let fitment = done.iter().find(|report| report.name == "0027_fitment").unwrap();
    assert!(!fitment.unreadable.contains(&"fitments".to_owned()), "a new table blocks no reader: {fitment:?}");
}

#[test]
fn a_migration_waiting_for_a_lock_does_not_block_other_clients() {
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    before(database.url(), "0022");
    let store = SqlStore::open(database.url(), &quick()).unwrap();
    let mut long = PgConnection::establish(&database.url_text()).unwrap();
    long.batch_execute("BEGIN; SELECT count(*) FROM refunds").unwrap();
    let url = database.url().clone();
    let slowest = thread::scope(|scope| {
        let migrating = scope.spawn(|| store.migrate());
        // Another customer keeps reading the table that the migration needs.
        let mut slowest = Duration::ZERO;
        while !migrating.is_finished() {
            let began = Instant::now();
            rows(&url, "SELECT CAST(count(*) AS TEXT) AS row FROM refunds").unwrap();
            slowest = slowest.max(began.elapsed());
        }
        let refused = migrating.join().unwrap();
        let Err(MigrateError::InUse { migration, .. }) = &refused else { panic!("{refused:?}") };
        assert_eq!(migration, "0022_partial_refunds");
        let said = refused.unwrap_err().to_string();
        assert!(said.contains("pg_stat_activity") && !said.contains('\n'), "{said}");
        slowest
    });
    // Reads wait briefly while the migration waits, but not for the transaction, which never ends on its own.
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    assert!(matches!(store.schema().unwrap(), SchemaState::Behind { .. }));
    long.batch_execute("COMMIT").unwrap();
    assert_eq!(store.migrate().unwrap()[0], "0022_partial_refunds");
}

#[test]
fn who_migrates_second_waits_for_the_first() {
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    let store = SqlStore::open(database.url(), &quick()).unwrap();
    let mut first = PgConnection::establish(&database.url_text()).unwrap();
    first.batch_execute("BEGIN; SELECT pg_advisory_xact_lock(482805904499)").unwrap();
    thread::scope(|scope| {
        let second = scope.spawn(|| store.migrate().unwrap());
        thread::sleep(Duration::from_millis(600));
        assert!(!second.is_finished(), "longer than a statement may wait for a lock");
        first.batch_execute("COMMIT").unwrap();
        assert_eq!(second.join().unwrap(), names("postgres"));
    });
}
