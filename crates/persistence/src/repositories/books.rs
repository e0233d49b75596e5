//! Reading for the check of the books: everything beside a range of orders in four statements, and
//! one sum. The orders' own index names the range; the keys of the other tables lead on from there.

use crate::{
    repositories::{
        newsletter,
        orders::ledger,
        payments::{self, attempts},
    },
    schema::books_checks,
    stored::{Stored, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{
    books::{BookEntries, BooksCheck, BooksRepository},
    store_error::StoreResult,
};
use autoparts_domain::id::{OrderId, PartId};
use diesel::{QueryableByName, prelude::*, sql_query, sql_types};

/// The key of the one row of `books_checks`.
const BOOKS: &str = "books";

#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = books_checks)]
struct BooksCheckRow {
    checked_at: i64,
    wrong_orders: i64,
    wrong_parts: i64,
}

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = sql_types::Text)]
    part_id: String,
    #[diesel(sql_type = sql_types::BigInt)]
    pieces: i64,
}

impl BooksRepository for SqlTransaction<'_> {
    fn book_entries(&mut self, first: &OrderId, last: &OrderId) -> StoreResult<BookEntries> {
        let (first, last) = (first.to_string(), last.to_string());
        self.query(|connection| {
            Ok(BookEntries {
                attempts: attempts::of_orders(connection, &first, &last)?,
                refunds: payments::refunds_of_orders(connection, &first, &last)?,
                ledger: ledger::of_orders(connection, &first, &last)?,
                coupons: newsletter::coupons_of_orders(connection, &first, &last)?,
            })
        })
    }

    /// The states are those of `Order::holds_stock`.
    fn held_pieces(&mut self) -> StoreResult<Vec<(PartId, i64)>> {
        let sums = "SELECT COALESCE(line.part_id, orders.part_id) AS part_id, \
                    CAST(sum(COALESCE(line.quantity - line.released, orders.quantity)) AS BIGINT) AS pieces FROM orders \
                    LEFT JOIN order_lines AS line ON line.user_id = orders.user_id AND line.order_id = orders.id \
                    WHERE orders.state IN ('held', 'paid', 'shipped') GROUP BY 1 ORDER BY 1";
        self.query(|connection| {
            let rows: Vec<Held> = sql_query(sums).load(connection)?;
            let parts = rows.iter().map(|row| {
                let part = Stored::row("orders", &row.part_id).text("part_id", &row.part_id)?;
                Ok((part, row.pieces))
            });
            parts.collect()
        })
    }

    fn last_books_check(&mut self) -> StoreResult<Option<BooksCheck>> {
        self.query(|connection| {
            let row: Option<BooksCheckRow> = books_checks::table
                .filter(books_checks::id.eq(BOOKS))
                .filter(books_checks::checked_at.gt(0))
                .select(BooksCheckRow::as_select())
                .first(connection)
                .optional()?;
            let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
            Ok(row.map(|row| BooksCheck {
                at: time(row.checked_at),
                wrong_orders: count(row.wrong_orders),
                wrong_parts: count(row.wrong_parts),
            }))
        })
    }

    fn note_books_check(&mut self, check: &BooksCheck) -> StoreResult<()> {
        let row = BooksCheckRow {
            checked_at: check.at.micros(),
            wrong_orders: check.wrong_orders.into(),
            wrong_parts: check.wrong_parts.into(),
        };
        self.execute(|connection| {
            diesel::update(books_checks::table.filter(books_checks::id.eq(BOOKS))).set(row).execute(connection)?;
            Ok(())
        })
    }
}
