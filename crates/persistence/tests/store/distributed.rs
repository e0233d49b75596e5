//! Migrations and backups of a distributed PostgreSQL.

use crate::migrating::before;
use autoparts_application::ports::store::Store;
use autoparts_persistence::{
    InTheWay, SnapshotError, SqlStore, StoreOptions, check_replaceable, take_snapshot,
    testing::{PostgresCluster, rows},
};

/// Makes PostgreSQL list the extension, which is all that a backup looks at.
const AS_IF_ON_CITUS: &str = "SET allow_system_table_mods = on;
    INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    SELECT 16000, 'citus', 10, oid, FALSE, '13.2' FROM pg_namespace WHERE nspname = 'pg_catalog'";

#[tokio::test]
async fn a_distributed_shop_is_copied_only_while_no_server_writes_and_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let database = PostgresCluster::shared().unwrap().migrated_database().unwrap();
    let url = database.url();
    assert_eq!(check_replaceable(url, true).unwrap(), InTheWay::Shop);
    database.execute(AS_IF_ON_CITUS).unwrap();
    let replaced = check_replaceable(url, true);
    assert!(matches!(replaced, Err(SnapshotError::Distributed(_))), "{replaced:?}");

    let store = SqlStore::open(url, &StoreOptions::default()).unwrap();
    store.check().await.unwrap();
    let torn = take_snapshot(url, &folder.path().join("copy"));
    assert!(matches!(torn, Err(SnapshotError::Torn(_))), "{torn:?}");
    drop(store);
    database.cut_connections().unwrap();
    take_snapshot(url, &folder.path().join("copy")).unwrap();
}

/// Functions and a table like those of Citus, which record what is placed.
const LIKE_CITUS: &str = r"
    CREATE TABLE pg_dist_partition (logicalrelid REGCLASS, placed TEXT);
    CREATE FUNCTION create_distributed_table(name REGCLASS, key TEXT, colocate_with TEXT) RETURNS VOID LANGUAGE SQL
        AS $$ INSERT INTO pg_dist_partition VALUES (name, format('%s by %s with %s', name, key, colocate_with)) $$;
    CREATE FUNCTION create_reference_table(name REGCLASS) RETURNS VOID LANGUAGE SQL
        AS $$ INSERT INTO pg_dist_partition VALUES (name, format('%s everywhere', name)) $$;
    CREATE FUNCTION citus_add_local_table_to_metadata(name REGCLASS, cascade_via_foreign_keys BOOLEAN) RETURNS VOID LANGUAGE SQL
        AS $$ INSERT INTO pg_dist_partition VALUES (name, format('%s here', name)) $$";

const PLACED: &str = "SELECT placed AS row FROM pg_dist_partition WHERE placed IS NOT NULL ORDER BY placed";

#[test]
fn a_migration_places_its_new_tables_in_a_distributed_shop() {
    let database = PostgresCluster::shared().unwrap().empty_database().unwrap();
    before(database.url(), "0023");
    database.execute(LIKE_CITUS).unwrap();
    let store = SqlStore::open(database.url(), &StoreOptions::default()).unwrap();
    assert!(store.missing_on_citus().unwrap().is_empty(), "it is not distributed yet");
    database.execute("INSERT INTO pg_dist_partition VALUES ('users'), ('orders'), ('parts')").unwrap();
    let missing = store.missing_on_citus().unwrap();
    let accounts = "SELECT citus_add_local_table_to_metadata('accounts', cascade_via_foreign_keys => true)".to_owned();
    assert!(missing.contains(&accounts), "{missing:?}");
    store.plan_migrations().unwrap();
    assert!(rows(database.url(), PLACED).unwrap().is_empty(), "a plan changes nothing");
    store.migrate().unwrap();
    let placed = rows(database.url(), PLACED).unwrap();
    for expected in [
        "returns by user_id with users",
        "fitments everywhere",
        "imports here",
        "coupon_redemptions by digest with none",
    ] {
        assert!(placed.iter().any(|placed| placed == expected), "{expected}: {placed:?}");
    }
    assert!(!placed.iter().any(|placed| placed.starts_with("accounts")), "an older table stays where it is");
}
