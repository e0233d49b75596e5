//! Changes many parts at once on PostgreSQL, where each statement is a round trip.

use super::{PartRow, movement_row::MovementRow};
use crate::{db_error::DbError, schema::stock_movements};
use autoparts_application::ports::catalogue::PartRecord;
use autoparts_domain::{
    catalogue::stock::{StockMovement, StockReason},
    quantity::Stock,
    time::Timestamp,
};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Bool, Text},
};
use serde_json::Value;

/// In the same order as all transactions that lock several rows.
const LOCK: &str = r#"SELECT part_id FROM "stock" WHERE part_id = ANY($1) ORDER BY part_id FOR UPDATE"#;

/// Citus cannot lock rows of several shards with a `SELECT`. It detects deadlocks, which end one transaction with a
/// conflict.
const LOCK_ON_CITUS: &str = r#"UPDATE "stock" SET available = available WHERE part_id = ANY($1)"#;

const IS_CITUS: &str = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS is_citus";

#[derive(QueryableByName)]
struct Kind {
    #[diesel(sql_type = Bool)]
    is_citus: bool,
}

/// Adds the opening movement of parts that have none: the previous release wrote none.
const OPEN: &str = r#"INSERT INTO "stock_movements" (part_id, id, reason, pieces, happened_at)
    SELECT part_id, part_id, $2::text, supplied, $3::bigint FROM "stock" WHERE part_id = ANY($1)
    AND NOT EXISTS (SELECT 1 FROM "stock_movements" AS known WHERE known.part_id = "stock".part_id)"#;

const MOVE: &str = r#"UPDATE "stock" SET supplied = supplied + moved.pieces, available = available + moved.pieces,
    renewed_at = CASE WHEN moved.pieces > 0 THEN $4::bigint ELSE renewed_at END
    FROM unnest($1::text[], $2::bigint[]) AS moved (part_id, pieces) WHERE "stock".part_id = moved.part_id
    AND available >= -moved.pieces AND available <= $3 AND supplied <= $3 - greatest(moved.pieces, 0)
    RETURNING "stock".part_id, available, moved.pieces"#;

/// Marks parts as changed that had too few pieces to be ordered and now have enough. Writes one kind of table and reads
/// no other: a distributed PostgreSQL requires that.
const NOTE_ORDERABLE: &str = r#"UPDATE "parts" SET changed_at = $4::bigint
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS came (part_id, before, after)
    WHERE "parts".id = came.part_id AND "parts".minimum_order > came.before AND "parts".minimum_order <= came.after"#;

#[derive(QueryableByName)]
struct Moved {
    #[diesel(sql_type = Text)]
    part_id: String,
    #[diesel(sql_type = BigInt)]
    available: i64,
    #[diesel(sql_type = BigInt)]
    pieces: i64,
}

/// Updates all columns of `columns`, which are those of [`PartRow`].
fn update_statement(columns: impl Iterator<Item = String>) -> String {
    let assignments: Vec<String> = columns
        .filter(|column| !matches!(column.as_str(), "id" | "revision"))
        .map(|column| format!("{column} = changed.{column}"))
        .collect();
    format!(
        r#"UPDATE "parts" SET {}, revision = changed.revision + 1, renewed_at = CASE
            WHEN ("parts".hidden AND NOT changed.hidden) OR changed.minimum_order < "parts".minimum_order
            THEN changed.changed_at ELSE "parts".renewed_at END
        FROM jsonb_populate_recordset(NULL::"parts", $1::jsonb) AS changed
        WHERE "parts".id = changed.id AND "parts".revision = changed.revision"#,
        assignments.join(", ")
    )
}

pub(super) fn lock_stock(connection: &mut PgConnection, parts: &[String]) -> Result<(), DbError> {
    let Kind { is_citus } = sql_query(IS_CITUS).get_result(connection)?;
    let lock = if is_citus { LOCK_ON_CITUS } else { LOCK };
    sql_query(lock).bind::<Array<Text>, _>(parts).execute(connection)?;
    Ok(())
}

/// Moves the stock of several parts; `false` if one of them could not be moved. All movements have the same time.
pub(super) fn move_stock(
    connection: &mut PgConnection,
    movements: &[StockMovement],
    changed_at: Timestamp,
) -> Result<bool, DbError> {
    let Some(first) = movements.first() else { return Ok(true) };
    let at = first.at.micros();
    let rows: Vec<MovementRow> = movements.iter().map(MovementRow::of).collect();
    let parts: Vec<String> = movements.iter().map(|movement| movement.part.to_string()).collect();
    let pieces: Vec<i64> = movements.iter().map(|movement| movement.pieces).collect();
    sql_query(OPEN)
        .bind::<Array<Text>, _>(&parts)
        .bind::<Text, _>(StockReason::Opening.name())
        .bind::<BigInt, _>(at)
        .execute(connection)?;
    let moved: Vec<Moved> = sql_query(MOVE)
        .bind::<Array<Text>, _>(&parts)
        .bind::<Array<BigInt>, _>(&pieces)
        .bind::<BigInt, _>(Stock::MAX)
        .bind::<BigInt, _>(at)
        .load(connection)?;
    if moved.len() != movements.len() {
        return Ok(false);
    }
    diesel::insert_into(stock_movements::table).values(&rows).execute(connection)?;
    let came: Vec<Moved> = moved.into_iter().filter(|moved| moved.pieces > 0).collect();
    if !came.is_empty() {
        sql_query(NOTE_ORDERABLE)
            .bind::<Array<Text>, _>(came.iter().map(|moved| &moved.part_id).collect::<Vec<_>>())
            .bind::<Array<BigInt>, _>(came.iter().map(|moved| moved.available - moved.pieces).collect::<Vec<_>>())
            .bind::<Array<BigInt>, _>(came.iter().map(|moved| moved.available).collect::<Vec<_>>())
            .bind::<BigInt, _>(changed_at.micros())
            .execute(connection)?;
    }
    Ok(true)
}

/// Updates several parts, each at the revision of its record.
pub(super) fn update_parts(
    connection: &mut PgConnection,
    records: &[PartRecord],
    changed_at: Timestamp,
) -> Result<(), DbError> {
    let row = |record: &PartRecord| PartRow {
        hidden: record.hidden,
        revision: record.revision,
        ..PartRow::of(&record.part, changed_at)
    };
    let rows = serde_json::to_value(records.iter().map(row).collect::<Vec<_>>()).map_err(DbError::failed)?;
    let Some(columns) = rows.get(0).and_then(Value::as_object) else { return Ok(()) };
    let statement = update_statement(columns.keys().cloned());
    let changed = sql_query(statement).bind::<Text, _>(rows.to_string()).execute(connection)?;
    if changed == records.len() { Ok(()) } else { Err(DbError::Contention) }
}
