//! Pieces held by orders: the only place that takes them out of stock and returns them.
//!
//! Both operations write a ledger entry for each part, then change the stock of one part after the other, in ascending
//! order of their ids, so that two orders never deadlock. Stock rows stay locked until the transaction ends, so this is
//! the last step of a transaction.

use crate::ports::{clock::IdSource, store::Transaction, store_error::StoreError};
use autoparts_domain::{
    id::PartId,
    ledger::{LedgerEntry, Movement},
    orders::{OrderSnapshot, Pieces},
    quantity::Quantity,
    time::Timestamp,
};

/// The result of taking the pieces of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reserved {
    /// All are taken.
    All,
    /// Too few are left of this part.
    SoldOut(PartId),
}

/// Takes the pieces of an order. Otherwise returns the first part with too few pieces, and the transaction must be
/// rolled back.
pub(crate) fn reserve(
    tx: &mut dyn Transaction,
    snapshot: &OrderSnapshot,
    ids: &dyn IdSource,
    now: Timestamp,
) -> Result<Reserved, StoreError> {
    let pieces = snapshot.lines.pieces();
    note(tx, snapshot, &pieces, Movement::Reserved, ids, now)?;
    for (part, quantity) in pieces {
        if !tx.take_stock(&part, quantity)? {
            return Ok(Reserved::SoldOut(part));
        }
    }
    Ok(Reserved::All)
}

/// Returns the pieces of an order that was never paid. Subscribers are not notified: otherwise anyone could trigger
/// emails by reserving all pieces and deleting the order.
pub(crate) fn release_unpaid(
    tx: &mut dyn Transaction,
    snapshot: &OrderSnapshot,
    pieces: &Pieces,
    ids: &dyn IdSource,
    now: Timestamp,
) -> Result<(), StoreError> {
    note(tx, snapshot, pieces, Movement::Released, ids, now)?;
    for (part, quantity) in pieces {
        tx.return_stock(part, *quantity, now)?;
    }
    Ok(())
}

/// Returns pieces of a paid order.
pub(crate) fn release(
    tx: &mut dyn Transaction,
    snapshot: &OrderSnapshot,
    pieces: &Pieces,
    ids: &dyn IdSource,
    now: Timestamp,
) -> Result<(), StoreError> {
    note(tx, snapshot, pieces, Movement::Released, ids, now)?;
    for (part, quantity) in pieces {
        tx.note_renewed(part, now)?;
        tx.return_stock(part, *quantity, now)?;
    }
    Ok(())
}

/// Whether all pieces of an order could be taken now.
pub(crate) fn is_available(tx: &mut dyn Transaction, snapshot: &OrderSnapshot) -> Result<bool, StoreError> {
    for (part, quantity) in snapshot.lines.pieces() {
        if tx.part_stock(&part)? < quantity.pieces() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn note(
    tx: &mut dyn Transaction,
    snapshot: &OrderSnapshot,
    pieces: &Pieces,
    movement: fn(PartId, Quantity) -> Movement,
    ids: &dyn IdSource,
    now: Timestamp,
) -> Result<(), StoreError> {
    let entry = |(part, quantity): (&PartId, &Quantity)| {
        LedgerEntry::about(snapshot, ids.next(), movement(*part, *quantity), now)
    };
    tx.append_ledger(&pieces.iter().map(entry).collect::<Vec<_>>())
}
