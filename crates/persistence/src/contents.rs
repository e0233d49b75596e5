//! What a database holds, as the names of its tables tell.

use crate::connection::AnyConnection;
use diesel::{QueryableByName, RunQueryDsl, result::QueryResult, sql_query, sql_types};

/// Where diesel keeps which migrations were applied; other programs that use it have such a table, too.
const MIGRATIONS: &str = "__diesel_schema_migrations";

/// A table of the first migration that hardly another program has.
const OF_A_SHOP: &str = "order_refs";

/// What a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// No tables, or only the one in which a migration that then failed was to be noted.
    Nothing,
    /// A shop, of whatever release.
    Shop,
    /// Tables of another program.
    Other,
}

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = sql_types::Text)]
    name: String,
}

impl Contents {
    /// Looks at the tables.
    pub(crate) fn of(connection: &mut AnyConnection) -> QueryResult<Self> {
        Ok(Self::told_by(&tables(connection)?))
    }

    fn told_by(tables: &[String]) -> Self {
        let has = |name: &str| tables.iter().any(|table| table == name);
        if tables.iter().all(|table| table == MIGRATIONS) {
            Self::Nothing
        } else if has(MIGRATIONS) && has(OF_A_SHOP) {
            Self::Shop
        } else {
            Self::Other
        }
    }
}

/// The names of the tables: on PostgreSQL of those in the schema in which new ones are made.
pub(crate) fn tables(connection: &mut AnyConnection) -> QueryResult<Vec<String>> {
    let look = match connection {
        AnyConnection::Sqlite(_) => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        }
        AnyConnection::Postgres(_) => {
            "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()"
        }
    };
    let tables: Vec<Table> = sql_query(look).load(connection)?;
    Ok(tables.into_iter().map(|table| table.name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_is_told_from_other_programs_by_its_tables() {
        for (tables, expected) in [
            (&[][..], Contents::Nothing),
            (&[MIGRATIONS], Contents::Nothing),
            (&[MIGRATIONS, "orders", OF_A_SHOP], Contents::Shop),
            (&[MIGRATIONS, "orders"], Contents::Other),
            (&["invoices"], Contents::Other),
        ] {
            let tables: Vec<String> = tables.iter().map(|table| (*table).to_owned()).collect();
            assert_eq!(Contents::told_by(&tables), expected, "{tables:?}");
        }
    }
}
