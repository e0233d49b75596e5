//! What kind of database this is, judged by the names of its tables.

use crate::connection::AnyConnection;
use diesel::{QueryableByName, RunQueryDsl, result::QueryResult, sql_query, sql_types};

/// The table where diesel records applied migrations; other programs that use diesel have it too.
const MIGRATIONS: &str = "__diesel_schema_migrations";

/// A table of the first migration that hardly any other program has.
const OF_A_SHOP: &str = "order_refs";

/// The kind of contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// No tables.
    Nothing,
    /// A shop, of any release.
    Shop,
    /// Tables of another program.
    Other,
}

/// The schema of the shop that this user sees on PostgreSQL, even if a schema created later now comes first in the
/// search path. Without a shop, the schema where new tables are created.
const SCHEMA: &str = "coalesce((SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
                      WHERE c.oid = to_regclass('order_refs')), current_schema())";

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
}

impl Contents {
    /// Inspects the tables.
    pub(crate) fn of(connection: &mut AnyConnection) -> QueryResult<Self> {
        Ok(Self::from_tables(&tables(connection)?))
    }

    fn from_tables(tables: &[String]) -> Self {
        let has = |name: &str| tables.iter().any(|table| table == name);
        if tables.is_empty() {
            Self::Nothing
        } else if has(MIGRATIONS) && has(OF_A_SHOP) {
            Self::Shop
        } else {
            Self::Other
        }
    }
}

/// The names of the tables; on PostgreSQL, those in the shop's schema without those of extensions, which belong to the
/// database.
pub(crate) fn tables(connection: &mut AnyConnection) -> QueryResult<Vec<String>> {
    let query = match connection {
        AnyConnection::Sqlite(_) => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'".to_owned()
        }
        AnyConnection::Postgres(_) => format!(
            "SELECT t.relname::text AS name FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace \
             WHERE t.relkind IN ('r', 'p') AND s.nspname = {SCHEMA} AND NOT EXISTS (SELECT FROM pg_depend d \
             WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.deptype = 'e')"
        ),
    };
    let tables: Vec<Name> = sql_query(query).load(connection)?;
    Ok(tables.into_iter().map(|table| table.name).collect())
}

/// The schema of the shop; empty on SQLite.
pub(crate) fn schema(connection: &mut AnyConnection) -> QueryResult<String> {
    let schemas: Vec<Name> = sql_query(format!("SELECT {SCHEMA}::text AS name")).load(connection)?;
    Ok(schemas.into_iter().map(|schema| schema.name).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_is_recognized_by_its_tables() {
        for (tables, expected) in [
            (&[][..], Contents::Nothing),
            (&[MIGRATIONS], Contents::Other),
            (&[MIGRATIONS, "orders", OF_A_SHOP], Contents::Shop),
            (&[MIGRATIONS, "orders"], Contents::Other),
            (&["invoices"], Contents::Other),
        ] {
            let tables: Vec<String> = tables.iter().map(|table| (*table).to_owned()).collect();
            assert_eq!(Contents::from_tables(&tables), expected, "{tables:?}");
        }
    }
}
