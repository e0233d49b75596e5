//! Rules about invoices and credit notes.

use super::{Shared, at_once, with_an_order};
use crate::{clock::NEW_YEAR, clock::numbered};
use autoparts_application::ports::store_error::{StoreError, StoreResult};
use autoparts_domain::{
    billing::{Bill, BillKind, BillingDocument},
    id::OrderKey,
    money::Money,
};
use std::{collections::BTreeSet, time::Duration};

const SELLER: &str = "Vale Parts\n1 Mill Road\nTax number DE123456789";

fn cents(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

fn key(order: u64) -> OrderKey {
    OrderKey { customer: numbered(1).into(), order: numbered(order).into() }
}

fn invoice(order: u64) -> Bill {
    Bill { order: key(order), refund: None, amount: cents(4500), tax: cents(570) }
}

fn credit_note(order: u64, refund: u64) -> Bill {
    Bill { refund: Some(numbered(refund).into()), amount: cents(100), tax: cents(0), ..invoice(order) }
}

async fn issue(store: &Shared, bill: Bill) -> StoreResult<BillingDocument> {
    store.write(move |tx| tx.issue_document(&bill, SELLER, NEW_YEAR.plus(Duration::from_micros(7)))).await
}

async fn documents_of(store: &Shared, order: OrderKey) -> Vec<BillingDocument> {
    store.read(move |tx| tx.documents_of(&order)).await.unwrap()
}

async fn last_numbers(store: &Shared) -> [i64; 2] {
    let read = store.read(|tx| Ok::<_, StoreError>(BillKind::ALL.map(|kind| tx.last_document_number(kind))));
    read.await.unwrap().map(Result::unwrap)
}

pub async fn dates_ascend_with_the_numbers(store: Shared) {
    let order = with_an_order(&store).await.key();
    let first = issue(&store, Bill { order, ..invoice(1) }).await.unwrap();
    let bill = Bill { order, ..credit_note(1, 6) };
    let other_series = store.write(move |tx| tx.issue_document(&bill, SELLER, NEW_YEAR)).await.unwrap();
    assert_eq!(other_series.issued_at, NEW_YEAR);
    let late = store.write(|tx| tx.issue_document(&invoice(2), SELLER, NEW_YEAR)).await.unwrap();
    assert_eq!((late.number, late.issued_at), (2, first.issued_at), "its clock is slow");
}

pub async fn more_tax_than_money_is_refused(store: Shared) {
    let order = with_an_order(&store).await.key();
    let wrong = issue(&store, Bill { order, tax: cents(101), ..credit_note(1, 6) }).await;
    assert!(matches!(wrong, Err(StoreError::Failed(_))), "{wrong:?}");
}

pub async fn a_document_is_found_as_it_was_issued(store: Shared) {
    let order = with_an_order(&store).await.key();
    assert_eq!(documents_of(&store, order).await, []);
    let credited = Bill { order, ..credit_note(1, 6) };
    let billed = Bill { order, ..invoice(1) };
    let (credited, billed) = (issue(&store, credited).await.unwrap(), issue(&store, billed).await.unwrap());
    let expected = BillingDocument {
        number: 1,
        bill: Bill { order, ..invoice(1) },
        seller: SELLER.to_owned(),
        issued_at: NEW_YEAR.plus(Duration::from_micros(7)),
    };
    assert_eq!(billed, expected);
    issue(&store, invoice(2)).await.unwrap();
    assert_eq!(documents_of(&store, order).await, [billed, credited], "the invoice first");
}

pub async fn each_kind_of_document_is_numbered_from_one(store: Shared) {
    assert_eq!(last_numbers(&store).await, [0, 0]);
    for (bill, number) in
        [(invoice(1), 1), (invoice(2), 2), (credit_note(1, 6), 1), (invoice(3), 3), (credit_note(2, 7), 2)]
    {
        assert_eq!(issue(&store, bill).await.unwrap().number, number);
    }
    assert_eq!(last_numbers(&store).await, [3, 2]);
    let after = |kind, after, limit| store.read(move |tx| tx.documents_after(kind, after, limit));
    let numbers = |found: Vec<BillingDocument>| found.iter().map(|document| document.number).collect::<Vec<_>>();
    assert_eq!(numbers(after(BillKind::Invoice, 0, 2).await.unwrap()), [1, 2]);
    assert_eq!(numbers(after(BillKind::Invoice, 2, 2).await.unwrap()), [3]);
    assert_eq!(numbers(after(BillKind::CreditNote, 0, 9).await.unwrap()), [1, 2]);
}

pub async fn a_document_is_issued_once_and_a_failure_leaves_no_gap(store: Shared) {
    issue(&store, invoice(1)).await.unwrap();
    issue(&store, credit_note(1, 6)).await.unwrap();
    assert!(matches!(issue(&store, invoice(1)).await, Err(StoreError::Duplicate)));
    assert!(matches!(issue(&store, credit_note(1, 6)).await, Err(StoreError::Duplicate)));
    let failing = store.write(move |tx| {
        tx.issue_document(&invoice(2), SELLER, NEW_YEAR)?;
        Err::<(), _>(StoreError::Failed("something else failed".into()))
    });
    assert!(failing.await.is_err());
    assert_eq!(last_numbers(&store).await, [1, 1]);
    assert_eq!(issue(&store, invoice(3)).await.unwrap().number, 2);
    assert_eq!(issue(&store, credit_note(1, 7)).await.unwrap().number, 2);
    assert_eq!(documents_of(&store, key(2)).await, []);
}

pub async fn documents_issued_at_once_have_consecutive_numbers(store: Shared) {
    let issued = at_once(20, |n| {
        let store = Shared::clone(&store);
        async move { issue(&store, invoice(10 + n)).await.unwrap().number }
    });
    let numbers: BTreeSet<i64> = issued.await.into_iter().collect();
    assert_eq!(numbers, (1..=20).collect());
}
