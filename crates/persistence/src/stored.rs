//! Converts columns back to domain values. An error for an invalid row names its table, key and column, never its
//! contents: they may be personal data.

use autoparts_application::ports::page::Page;
use autoparts_domain::{id::OrderKey, time::Timestamp, validation::ValidationError};
use diesel::{dsl::sql, expression::SqlLiteral, sql_types::Text};
use std::str::FromStr;

/// A row that violates the rules of the domain.
#[derive(Debug, thiserror::Error)]
#[error("{table} {key}: {column} {why}")]
pub(crate) struct Refused {
    table: &'static str,
    key: String,
    column: &'static str,
    why: String,
}

/// A row that is being read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stored<'r> {
    table: &'static str,
    key: &'r str,
}

impl<'r> Stored<'r> {
    /// The row of `table` with this `key`.
    pub(crate) fn row(table: &'static str, key: &'r str) -> Self {
        Self { table, key }
    }

    /// Parses a text column.
    pub(crate) fn text<T: FromStr<Err = ValidationError>>(
        self,
        column: &'static str,
        text: &str,
    ) -> Result<T, Refused> {
        self.value(column, text.parse())
    }

    /// Parses an optional text column.
    pub(crate) fn optional_text<T: FromStr<Err = ValidationError>>(
        self,
        column: &'static str,
        text: Option<&String>,
    ) -> Result<Option<T>, Refused> {
        text.map(|text| self.text(column, text)).transpose()
    }

    /// A column value that the domain has validated.
    pub(crate) fn value<T>(self, column: &'static str, value: Result<T, ValidationError>) -> Result<T, Refused> {
        value.map_err(|why| self.refuse(column, &why.to_string()))
    }

    /// A column value that must be present to be valid.
    pub(crate) fn require<T>(self, column: &'static str, value: Option<T>) -> Result<T, Refused> {
        value.ok_or_else(|| self.refuse(column, "makes no sense"))
    }

    fn refuse(self, column: &'static str, why: &str) -> Refused {
        Refused { table: self.table, key: self.key.to_owned(), column, why: why.to_owned() }
    }
}

/// The order key from the columns for owner and id.
pub(crate) fn order_key(table: &'static str, user_id: &str, order_id: &str) -> Result<OrderKey, Refused> {
    let row = Stored::row(table, order_id);
    Ok(OrderKey { customer: row.text("user_id", user_id)?, order: row.text("order_id", order_id)? })
}

/// The key after which an ascending page begins; the empty text sorts before every id.
pub(crate) fn start_of<Key: ToString>(page: &Page<Key>) -> String {
    page.after.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The id as an expression that no index is ordered by. Otherwise a query for the few rows in a partial index (such as
/// due emails) would use the index of ids to avoid sorting, and read every row.
pub(crate) fn id_without_its_index() -> SqlLiteral<Text> {
    sql("id || ''")
}

/// The order's id as an expression that no index is ordered by, for joining rows to a few orders: both databases then
/// look up the rows of these orders instead of reading a whole index, unless there are only a few rows in all. The
/// customer is compared plainly, because a distributed database joins tables by that column only.
pub(crate) fn order_id_without_its_index() -> SqlLiteral<Text> {
    sql("orders.id || ''")
}

/// A column in microseconds.
pub(crate) fn time(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros)
}

/// Whether a nullable column still holds the value that was read, in a form that both databases understand, unlike `IS
/// NOT DISTINCT FROM` and `IS`.
macro_rules! still_is {
    ($column:path, $read:expr) => {{
        let read: Option<i64> = $read;
        let was_empty = diesel::IntoSql::into_sql::<diesel::sql_types::Bool>(read.is_none());
        $column.eq(read.unwrap_or(i64::MIN)).or($column.is_null().and(was_empty))
    }};
}
pub(crate) use still_is;
