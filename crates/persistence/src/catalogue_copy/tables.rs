//! Which tables are copied, and how rows move from one database to the other. PostgreSQL builds one JSON text from many
//! rows and SQLite parses it, which is faster than transferring rows one by one.

use crate::{connection::AnyConnection, db_error::DbError};
use autoparts_application::ports::store_error::StoreError;
use diesel::{
    PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{Array, BigInt, Nullable, Text},
};

/// Tables whose rows belong to one part, with the column that holds the part id.
pub(super) const OF_PARTS: [(&str, &str); 10] = [
    ("parts", "id"),
    ("stock", "part_id"),
    ("listings", "part_id"),
    ("part_numbers", "part_id"),
    ("part_attributes", "part_id"),
    ("part_pictures", "part_id"),
    ("fitments", "part_id"),
    ("fitment_counts", "part_id"),
    ("condition_parts", "part_id"),
    ("fit_suspensions", "part_id"),
];

/// Tables that are copied whole.
pub(super) const SHARED: [&str; 14] = [
    "shop",
    "brands",
    "categories",
    "makes",
    "models",
    "engines",
    "model_engines",
    "conditions",
    "rates",
    "shipping_methods",
    "tax_rates",
    "postal_tax_rates",
    "return_policies",
    "reviews",
];

/// Stock rows compared per batch.
const STOCK_AT_ONCE: i64 = 20_000;

/// A table, with the columns that the copy has.
#[derive(Debug, Clone)]
pub(super) struct Table {
    name: &'static str,
    /// The column that holds the part id, in a table of parts.
    key: Option<&'static str>,
    columns: Vec<String>,
}

/// Rows of a table as one JSON text: an array of arrays in column order.
#[derive(Debug)]
pub(super) struct Rows {
    table: Table,
    json: String,
}

/// A batch of stock rows, and the last part in it.
#[derive(Debug)]
pub(super) struct StockRows {
    pub(super) rows: String,
    pub(super) last: Option<String>,
}

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Json {
    #[diesel(sql_type = Text)]
    json: String,
}

#[derive(QueryableByName)]
struct StockJson {
    #[diesel(sql_type = Text)]
    json: String,
    #[diesel(sql_type = Nullable<Text>)]
    last: Option<String>,
}

/// The connection, if it is to PostgreSQL.
fn postgres(connection: &mut AnyConnection) -> Result<&mut PgConnection, StoreError> {
    match connection {
        AnyConnection::Postgres(connection) => Ok(connection),
        AnyConnection::Sqlite(_) => Err(StoreError::Failed("only a catalog on PostgreSQL is copied".into())),
    }
}

fn failed(error: diesel::result::Error) -> StoreError {
    DbError::from(error).into()
}

impl Table {
    /// A table of the copy, with its columns.
    pub(super) fn of_copy(
        copy: &mut SqliteConnection,
        name: &'static str,
        key: Option<&'static str>,
    ) -> Result<Self, StoreError> {
        let columns: Vec<Column> =
            sql_query("SELECT name FROM pragma_table_info(?)").bind::<Text, _>(name).load(copy).map_err(failed)?;
        Ok(Self { name, key, columns: columns.into_iter().map(|column| column.name).collect() })
    }

    /// The PostgreSQL expression for all columns of a row. The author of a review is private, so the review's own id
    /// replaces the user id.
    fn values(&self) -> String {
        let column = |column: &String| match (self.name, column.as_str()) {
            ("reviews", "user_id") => "id".to_owned(),
            _ => format!("\"{column}\""),
        };
        self.columns.iter().map(column).collect::<Vec<_>>().join(", ")
    }

    fn query(&self, which: &str) -> String {
        let name = self.name;
        let values = self.values();
        format!("SELECT coalesce(json_agg(json_build_array({values})), '[]')::text AS json FROM {name} {which}")
    }

    pub(super) fn rows_of_parts(&self, main: &mut AnyConnection, ids: &[String]) -> Result<Rows, StoreError> {
        let key = self.key.unwrap_or("part_id");
        let found: Json = sql_query(self.query(&format!("WHERE {key} = ANY($1)")))
            .bind::<Array<Text>, _>(ids)
            .get_result(postgres(main)?)
            .map_err(failed)?;
        Ok(Rows { table: self.clone(), json: found.json })
    }

    pub(super) fn all_rows(&self, main: &mut AnyConnection) -> Result<Rows, StoreError> {
        let found: Json = sql_query(self.query("")).get_result(postgres(main)?).map_err(failed)?;
        Ok(Rows { table: self.clone(), json: found.json })
    }
}

impl Rows {
    fn insert(&self, copy: &mut SqliteConnection) -> Result<(), StoreError> {
        let Table { name, columns, .. } = &self.table;
        let named = columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
        let values = (0..columns.len()).map(|at| format!("json_extract(value, '$[{at}]')")).collect::<Vec<_>>();
        let insert = format!("INSERT OR REPLACE INTO {name} ({named}) SELECT {} FROM json_each(?)", values.join(", "));
        sql_query(insert).bind::<Text, _>(&self.json).execute(copy).map(drop).map_err(failed)
    }

    /// Replaces the copy's rows of the given parts.
    pub(super) fn replace_parts(&self, copy: &mut SqliteConnection, ids: &str) -> Result<(), StoreError> {
        let Table { name, key, .. } = &self.table;
        let key = key.unwrap_or("part_id");
        sql_query(format!("DELETE FROM {name} WHERE {key} IN (SELECT value FROM json_each(?))"))
            .bind::<Text, _>(ids)
            .execute(copy)
            .map_err(failed)?;
        self.insert(copy)
    }

    /// Replaces all rows of the table in the copy.
    pub(super) fn replace_all(&self, copy: &mut SqliteConnection) -> Result<(), StoreError> {
        copy.batch_execute(&format!("DELETE FROM {}", self.table.name)).map_err(failed)?;
        self.insert(copy)
    }

    /// Distinguishes these rows from other versions of the table.
    pub(super) fn fingerprint(&self) -> (&'static str, &str) {
        (self.table.name, &self.json)
    }
}

/// The next batch of stock after a part, in order of part id. Stock changes without changing the part.
pub(super) fn stock_after(main: &mut AnyConnection, after: &str) -> Result<StockRows, StoreError> {
    let found: StockJson = sql_query(
        "SELECT coalesce(json_agg(json_build_array(part_id, supplied, available)), '[]')::text AS json, \
         max(part_id) AS last FROM (SELECT part_id, supplied, available FROM stock WHERE part_id > $1 \
         ORDER BY part_id LIMIT $2) AS page",
    )
    .bind::<Text, _>(after)
    .bind::<BigInt, _>(STOCK_AT_ONCE)
    .get_result(postgres(main)?)
    .map_err(failed)?;
    Ok(StockRows { rows: found.json, last: found.last })
}

/// Updates only the rows that differ: most do not.
pub(super) fn update_stock(copy: &mut SqliteConnection, rows: &str) -> Result<(), StoreError> {
    sql_query(
        "UPDATE stock SET supplied = json_extract(new.value, '$[1]'), available = json_extract(new.value, '$[2]') \
         FROM json_each(?) AS new WHERE part_id = json_extract(new.value, '$[0]') \
         AND (supplied <> json_extract(new.value, '$[1]') OR available <> json_extract(new.value, '$[2]'))",
    )
    .bind::<Text, _>(rows)
    .execute(copy)
    .map(drop)
    .map_err(failed)
}
