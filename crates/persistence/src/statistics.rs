//! What a database knows of how large its tables are, by which it decides how to read them.

use crate::{connection::AnyConnection, db_error::DbError};
use diesel::{PgConnection, QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types::Text};

/// Looks again at tables that have grown.
pub(crate) fn renew(connection: &mut AnyConnection) -> Result<(), DbError> {
    match connection {
        AnyConnection::Sqlite(sqlite) => Ok(sqlite.batch_execute(SQLITE_OPTIMIZE)?),
        AnyConnection::Postgres(postgres) => analyze_grown(postgres),
    }
}

/// Looks at tables that have grown, at no more than some hundred rows of each index. What is found out about small tables is forgotten: of a table without statistics SQLite
/// assumes that it is large and goes by its indexes, and a shop of some dozen parts may have a hundred thousand within
/// a minute, all of which would be read for each few of them. The table that is named is there so that there are statistics
/// to forget.
pub(crate) const SQLITE_OPTIMIZE: &str = "PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002; ANALYZE shop; \
    DELETE FROM sqlite_stat1 WHERE tbl NOT IN (SELECT tbl FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) >= 100000); \
    ANALYZE sqlite_schema;";

/// A table of PostgreSQL, in quotes.
#[derive(QueryableByName)]
struct GrownTable {
    #[diesel(sql_type = Text)]
    name: String,
}

/// The tables that have more than twice the size that they had when PostgreSQL last looked at them. It looks by itself,
/// but no more than once a minute, in which an import fills a small shop.
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
    use autoparts_application::{
        ports::store::{Store, Transaction},
        testing::{clock::NEW_YEAR, samples::part},
    };
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
