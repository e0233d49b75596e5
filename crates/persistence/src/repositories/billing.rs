//! Invoices and credit notes.

use crate::{
    connection::AnyConnection,
    db_error::DbError,
    schema::{billing_documents, billing_series},
    stored::{Refused, Stored, order_key, time},
    transaction::SqlTransaction,
};
use autoparts_application::ports::{billing::BillingRepository, store_error::StoreResult};
use autoparts_domain::{
    billing::{Bill, BillKind, BillingDocument},
    id::OrderKey,
    money::Money,
    time::Timestamp,
};
use diesel::prelude::*;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = billing_documents)]
struct DocumentRow {
    kind: String,
    number: i64,
    user_id: String,
    order_id: String,
    refund_id: String,
    amount_cents: i64,
    tax_cents: i64,
    seller: String,
    issued_at: i64,
}

impl DocumentRow {
    fn of(document: &BillingDocument) -> Self {
        let BillingDocument { number, bill, seller, issued_at } = document;
        Self {
            kind: bill.kind().name().to_owned(),
            number: *number,
            user_id: bill.order.customer.to_string(),
            order_id: bill.order.order.to_string(),
            refund_id: bill.refund.map(|refund| refund.to_string()).unwrap_or_default(),
            amount_cents: bill.amount.cents(),
            tax_cents: bill.tax.cents(),
            seller: seller.clone(),
            issued_at: issued_at.micros(),
        }
    }

    fn document(self) -> Result<BillingDocument, Refused> {
        let key = format!("{} {}", self.kind, self.number);
        let row = Stored::row("billing_documents", &key);
        let refund = Some(&self.refund_id).filter(|id| !id.is_empty());
        let bill = Bill {
            order: order_key("billing_documents", &self.user_id, &self.order_id)?,
            refund: row.optional_text("refund_id", refund)?,
            amount: row.require("amount_cents", Money::from_cents(self.amount_cents))?,
            tax: row.require("tax_cents", Money::from_cents(self.tax_cents))?,
        };
        Ok(BillingDocument { number: self.number, bill, seller: self.seller, issued_at: time(self.issued_at) })
    }
}

fn documents(rows: Vec<DocumentRow>) -> Result<Vec<BillingDocument>, DbError> {
    Ok(rows.into_iter().map(DocumentRow::document).collect::<Result<_, _>>()?)
}

fn last_number(connection: &mut AnyConnection, kind: BillKind) -> Result<i64, DbError> {
    let series = billing_series::table.filter(billing_series::kind.eq(kind.name()));
    Ok(series.select(billing_series::last_number).first(connection)?)
}

/// Takes the next number. The changed row stays locked until the transaction ends.
fn next_number(connection: &mut AnyConnection, kind: BillKind) -> Result<i64, DbError> {
    let series = billing_series::table.filter(billing_series::kind.eq(kind.name()));
    let next = billing_series::last_number.eq(billing_series::last_number + 1);
    diesel::update(series).set(next).execute(connection)?;
    last_number(connection, kind)
}

/// When the document before this number was issued.
fn last_issued(connection: &mut AnyConnection, kind: BillKind, number: i64) -> Result<Timestamp, DbError> {
    let before = billing_documents::table.find((kind.name(), number - 1)).select(billing_documents::issued_at);
    Ok(before.first(connection).optional()?.map_or(Timestamp::from_micros(i64::MIN), time))
}

impl BillingRepository for SqlTransaction<'_> {
    fn documents_of(&mut self, order: &OrderKey) -> StoreResult<Vec<BillingDocument>> {
        let of_order = billing_documents::table
            .filter(billing_documents::user_id.eq(order.customer.to_string()))
            .filter(billing_documents::order_id.eq(order.order.to_string()))
            .select(DocumentRow::as_select());
        self.query(|connection| {
            let mut found = documents(of_order.load(connection)?)?;
            found.sort_by_key(|document| (document.bill.kind(), document.number));
            Ok(found)
        })
    }

    fn issue_document(&mut self, bill: &Bill, seller: &str, at: Timestamp) -> StoreResult<BillingDocument> {
        self.execute(|connection| {
            let number = next_number(connection, bill.kind())?;
            let issued_at = at.max(last_issued(connection, bill.kind(), number)?);
            let document = BillingDocument { number, bill: *bill, seller: seller.to_owned(), issued_at };
            diesel::insert_into(billing_documents::table).values(DocumentRow::of(&document)).execute(connection)?;
            Ok(document)
        })
    }

    fn documents_after(&mut self, kind: BillKind, after: i64, limit: u32) -> StoreResult<Vec<BillingDocument>> {
        let next = billing_documents::table
            .filter(billing_documents::kind.eq(kind.name()))
            .filter(billing_documents::number.gt(after))
            .order(billing_documents::number.asc())
            .limit(limit.into())
            .select(DocumentRow::as_select());
        self.query(|connection| documents(next.load(connection)?))
    }

    fn last_document_number(&mut self, kind: BillKind) -> StoreResult<i64> {
        self.query(|connection| last_number(connection, kind))
    }
}
