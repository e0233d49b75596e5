//! Consistency rules between the pieces of a part that were supplied, that are available and that orders hold.

use super::Discrepancy;
use crate::ports::{
    page::Page,
    store::{Store, Transaction},
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{id::PartId, time::Timestamp};
use std::{collections::BTreeMap, time::Duration};

/// Number of parts whose stock is read in one query.
const PARTS_AT_ONCE: u32 = 5_000;

/// Where to start counting the pieces that orders hold.
#[derive(Debug, Clone, Copy)]
pub(super) enum Counted {
    /// At the first ledger entry.
    FromTheStart,
    /// At the stored balances, which cover the ledger up to this moment.
    FromBalances(Timestamp),
}

/// Number of checks before a difference is reported.
const CHECKS: usize = 5;

/// Pause between these checks.
const CHECK_PAUSE: Duration = Duration::from_millis(300);

/// Returns the differences that every check finds unchanged. A distributed database does not read all its nodes at one
/// moment: while the shop sells, recent sales make different parts differ each time.
pub(super) async fn check_repeatedly(store: &dyn Store, counted: Counted) -> Result<Vec<Discrepancy>, StoreError> {
    let mut lasting: Option<Vec<Discrepancy>> = None;
    for number in 0..CHECKS {
        if number > 0 {
            tokio::time::sleep(CHECK_PAUSE).await;
        }
        let found = store.read(move |tx| check(tx, counted)).await?;
        let still = match lasting {
            None => found,
            Some(before) => persisting(before, &found),
        };
        if still.is_empty() {
            return Ok(still);
        }
        lasting = Some(still);
    }
    Ok(lasting.unwrap_or_default())
}

/// Returns the discrepancies of the previous check that this check found, too.
fn persisting(before: Vec<Discrepancy>, found: &[Discrepancy]) -> Vec<Discrepancy> {
    before.into_iter().filter(|one| found.iter().any(|other| one.differs_like(other))).collect()
}

/// Checks in one unit of work, because a sale moves pieces from one side to the other.
fn check(tx: &mut dyn Transaction, counted: Counted) -> Result<Vec<Discrepancy>, StoreError> {
    let held = held_pieces(tx, counted)?;
    let mut wrong = Vec::new();
    let mut page = Page { after: None, limit: PARTS_AT_ONCE };
    loop {
        let accounts = tx.stock_accounts(&page)?;
        let Some(last) = accounts.last() else { return Ok(wrong) };
        page.after = Some(last.part);
        for account in accounts {
            let held = held.get(&account.part).copied().unwrap_or(0);
            if account.available < 0 || account.supplied != account.available + held {
                let part = account.part;
                let supplied = account.supplied;
                let available = account.available;
                wrong.push(Discrepancy::Stock { part, supplied, available, held });
            }
            if let Some(moved) = account.moved.filter(|moved| *moved != account.supplied) {
                wrong.push(Discrepancy::Movements { part: account.part, supplied: account.supplied, moved });
            }
        }
    }
}

/// Returns the pieces that orders hold according to the ledger. Whether the ledger agrees with the orders is checked
/// elsewhere.
fn held_pieces(tx: &mut dyn Transaction, counted: Counted) -> Result<BTreeMap<PartId, i64>, StoreError> {
    let (mut held, since) = match counted {
        Counted::FromTheStart => (BTreeMap::new(), LEDGER_START),
        Counted::FromBalances(until) => (tx.held_balances()?.into_iter().collect(), until),
    };
    for (part, pieces) in tx.pieces_moved(since, LEDGER_END)? {
        *held.entry(part).or_default() -= pieces;
    }
    Ok(held)
}

/// Before the first and after the last ledger entry.
pub(super) const LEDGER_START: Timestamp = Timestamp::from_micros(0);
const LEDGER_END: Timestamp = Timestamp::from_micros(i64::MAX);

/// Returns how many pieces orders hold according to the ledger up to a moment, for parts whose stored balance differs.
/// Entries this old no longer change, so they need not be read in the unit of work that writes the balances.
pub(super) async fn balances(
    store: &dyn Store,
    counted: Counted,
    until: Timestamp,
) -> Result<Vec<(PartId, i64)>, StoreError> {
    let balances = move |tx: &mut dyn Transaction| -> StoreResult<_> {
        let stored: BTreeMap<PartId, i64> = tx.held_balances()?.into_iter().collect();
        let (mut held, since) = match counted {
            Counted::FromTheStart => (stored.keys().map(|part| (*part, 0)).collect(), LEDGER_START),
            Counted::FromBalances(since) => (stored.clone(), since),
        };
        for (part, pieces) in tx.pieces_moved(since, until)? {
            *held.entry(part).or_default() -= pieces;
        }
        Ok(held.into_iter().filter(|(part, pieces)| stored.get(part) != Some(pieces)).collect())
    };
    store.read(balances).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use autoparts_testing::clock::numbered;

    fn stock(part: u64, supplied: i64, available: i64, held: i64) -> Discrepancy {
        Discrepancy::Stock { part: numbered(part).into(), supplied, available, held }
    }

    #[test]
    fn only_lasting_stock_differences_are_reported() {
        // The first part: one piece in transit, then two. The second part lacks three pieces.
        let first = vec![stock(1, 10, 8, 1), stock(2, 10, 5, 2), stock(3, 10, 9, 0)];
        let second = [stock(1, 10, 7, 1), stock(2, 10, 4, 3), stock(4, 10, 9, 0)];
        assert_eq!(persisting(first, &second), [stock(2, 10, 5, 2)]);
        assert_eq!(persisting(vec![stock(2, 10, 5, 2)], &[]), []);
    }
}
