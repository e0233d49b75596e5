//! From columns back to values of the domain. A row that the domain refuses names its table,
//! its key and the column, never its contents: they may be personal.

use autoparts_application::ports::page::Page;
use autoparts_domain::{id::OrderKey, time::Timestamp, validation::ValidationError};
use diesel::{dsl::sql, expression::SqlLiteral, sql_types::Text};
use std::str::FromStr;

/// A row that the rules of the domain do not allow.
#[derive(Debug, thiserror::Error)]
#[error("{table} {key}: {column} {why}")]
pub(crate) struct Refused {
    table: &'static str,
    key: String,
    column: &'static str,
    why: String,
}

/// A row while it is being read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stored<'r> {
    table: &'static str,
    key: &'r str,
}

impl<'r> Stored<'r> {
    /// The row of `table` that is found by `key`.
    pub(crate) fn row(table: &'static str, key: &'r str) -> Self {
        Self { table, key }
    }

    /// A column that holds text of a kind.
    pub(crate) fn text<T: FromStr<Err = ValidationError>>(
        self,
        column: &'static str,
        text: &str,
    ) -> Result<T, Refused> {
        self.value(column, text.parse())
    }

    /// A column that may hold text of a kind.
    pub(crate) fn optional_text<T: FromStr<Err = ValidationError>>(
        self,
        column: &'static str,
        text: Option<&String>,
    ) -> Result<Option<T>, Refused> {
        text.map(|text| self.text(column, text)).transpose()
    }

    /// A column whose value the domain has judged.
    pub(crate) fn value<T>(self, column: &'static str, value: Result<T, ValidationError>) -> Result<T, Refused> {
        value.map_err(|why| self.refuse(column, &why.to_string()))
    }

    /// A column whose value is present if it makes sense.
    pub(crate) fn require<T>(self, column: &'static str, value: Option<T>) -> Result<T, Refused> {
        value.ok_or_else(|| self.refuse(column, "makes no sense"))
    }

    fn refuse(self, column: &'static str, why: &str) -> Refused {
        Refused { table: self.table, key: self.key.to_owned(), column, why: why.to_owned() }
    }
}

/// Owner and id from their columns.
pub(crate) fn order_key(table: &'static str, user_id: &str, order_id: &str) -> Result<OrderKey, Refused> {
    let row = Stored::row(table, order_id);
    Ok(OrderKey { customer: row.text("user_id", user_id)?, order: row.text("order_id", order_id)? })
}

/// The key after which an ascending page begins; the empty text stands before every id.
pub(crate) fn start_of<Key: ToString>(page: &Page<Key>) -> String {
    page.after.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// The id as something that no index is ordered by. A query for the few rows that a condition's own
/// index names (mails that are due) would else be answered from the index of the ids, because that
/// spares the sorting: by looking at every row there is.
pub(crate) fn id_without_its_index() -> SqlLiteral<Text> {
    sql("id || ''")
}

/// Customer and id of an order as something that no index is ordered by, for joining to some orders what belongs to
/// them: both databases then begin with these. SQLite would else begin with a small table, all of it, each time.
pub(crate) fn order_key_without_its_index() -> (SqlLiteral<Text>, SqlLiteral<Text>) {
    (sql("orders.user_id || ''"), sql("orders.id || ''"))
}

/// A column of microseconds.
pub(crate) fn time(micros: i64) -> Timestamp {
    Timestamp::from_micros(micros)
}

/// Whether a column that may be empty still holds what was read: both databases understand this, unlike
/// `IS NOT DISTINCT FROM` and `IS`.
macro_rules! still_is {
    ($column:path, $read:expr) => {{
        let read: Option<i64> = $read;
        let was_empty = diesel::IntoSql::into_sql::<diesel::sql_types::Bool>(read.is_none());
        $column.eq(read.unwrap_or(i64::MIN)).or($column.is_null().and(was_empty))
    }};
}
pub(crate) use still_is;
