//! Table-size statistics, which a database uses to plan its queries.

use crate::{connection::AnyConnection, db_error::DbError};
use diesel::{PgConnection, QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types::Text};

/// Updates the statistics of tables that have grown.
pub(crate) fn renew(connection: &mut AnyConnection) -> Result<(), DbError> {
    match connection {
        AnyConnection::Sqlite(sqlite) => Ok(sqlite.batch_execute(SQLITE_OPTIMIZE)?),
        AnyConnection::Postgres(postgres) => analyze_grown(postgres),
    }
}

/// Analyzes tables that have grown, up to a few hundred rows of each index. Deletes the statistics of small tables:
/// SQLite assumes that a table without statistics is large and uses its indexes, while a shop of a few dozen parts may
/// have a hundred thousand a minute later and would then be scanned in full for every small query. `ANALYZE shop` makes
/// sure that the table of statistics exists.
pub(crate) const SQLITE_OPTIMIZE: &str = "PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002; ANALYZE shop; \
    DELETE FROM sqlite_stat1 WHERE tbl NOT IN (SELECT tbl FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) >= 100000); \
    ANALYZE sqlite_schema;";

/// A table of PostgreSQL, quoted.
#[derive(QueryableByName)]
struct GrownTable {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Tables more than twice as large as at PostgreSQL's last analysis. Autovacuum runs at most once a minute, and an
/// import can fill a small shop in that time.
const POSTGRES_GROWN: &str = "SELECT quote_ident(relname) AS name FROM pg_class \
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace \
    AND pg_relation_size(oid) / current_setting('block_size')::bigint > 2 * greatest(relpages, 4)";

fn analyze_grown(postgres: &mut PgConnection) -> Result<(), DbError> {
    let grown: Vec<GrownTable> = sql_query(POSTGRES_GROWN).load(postgres)?;
    for GrownTable { name } in grown {
        postgres.batch_execute(&format!("ANALYZE {name}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{options::StoreOptions, store::SqlStore};
    use autoparts_application::ports::store::{Store, Transaction};
    use autoparts_testing::{clock::NEW_YEAR, samples::part};
    use std::sync::Arc;

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = Text)]
        detail: String,
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_shop_that_was_small_when_it_was_looked_at_goes_by_its_indexes_when_it_grows() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("shop.db").display());
        let store = SqlStore::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap();
        store.migrate().unwrap();
        let shared: Arc<dyn Store> = Arc::new(store.clone());
        let some = |tx: &mut dyn Transaction| (1..30).try_for_each(|number| tx.insert_part(&part(number, 1), NEW_YEAR));
        shared.write(some).await.unwrap();
        shared.optimize().await.unwrap();
        let ids = vec!["'x'"; 400].join(",");
        let of_parts = format!(
            "EXPLAIN QUERY PLAN SELECT title FROM parts JOIN stock ON stock.part_id = parts.id WHERE parts.id IN ({ids})"
        );
        let plan =
            store.on_writer(|writer| Ok(sql_query(of_parts).load::<Step>(writer).map_err(DbError::from)?)).unwrap();
        assert!(!plan.is_empty());
        for step in plan {
            assert!(step.detail.starts_with("SEARCH"), "{}", step.detail);
        }
    }
}
