//! Backups of a distributed PostgreSQL: what is refused, because it would be wrong without a sign.

use autoparts_application::ports::store::Store;
use autoparts_persistence::{
    InTheWay, SnapshotError, SqlStore, StoreOptions, check_replaceable, take_snapshot, testing::PostgresCluster,
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
