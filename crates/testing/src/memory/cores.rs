//! Records about core claims, and the lines that have one.

use super::{
    MemoryTransaction,
    tables::{Tables, ascending, claim, descending},
};
use autoparts_application::ports::{
    cores::{CoreFilter, CoreKey, CoreRepository, CoreTotals},
    page::Page,
    store_error::{StoreError, StoreResult},
};
use autoparts_domain::{
    cores::{CoreClaim, CoreRecord, CoreRecords, CoreState},
    id::{OrderId, OrderKey},
    money::Money,
    orders::{LineNumber, Order},
    time::Timestamp,
};
use std::{collections::BTreeMap, ops::Range};

fn records(tables: &Tables, order: &OrderKey) -> CoreRecords {
    let theirs = tables.core_claims.iter().filter(|((of, _), _)| of == order);
    theirs.map(|((_, line), record)| (*line, record.clone())).collect()
}

/// All claims with the time of shipping, as if none had expired.
fn claims(tables: &Tables) -> impl Iterator<Item = (Timestamp, CoreClaim)> {
    let of_order = |order: &Order| {
        let shipped_at = order.milestones().shipped_at?;
        let claims = CoreClaim::all_of(order, records(tables, &order.key()), 0, Timestamp::from_micros(i64::MIN));
        Some(claims.into_iter().map(move |claim| (shipped_at, claim)))
    };
    tables.orders.values().filter_map(of_order).flatten()
}

fn passes(filter: &CoreFilter, shipped_at: Timestamp, claim: &CoreClaim) -> bool {
    let has_expired = shipped_at < filter.expired_before;
    match filter.state {
        None => true,
        Some(CoreState::Owed) => !has_expired && claim.pieces.owed > 0,
        Some(CoreState::Expired) => has_expired && claim.pieces.owed > 0,
        Some(state) => claim.pieces.in_state(state) > 0,
    }
}

impl CoreRepository for MemoryTransaction {
    fn core_records(&mut self, order: &OrderKey) -> StoreResult<CoreRecords> {
        self.query(|tables| Ok(records(tables, order)))
    }

    fn core_records_of(&mut self, orders: &[OrderId]) -> StoreResult<BTreeMap<OrderKey, CoreRecords>> {
        self.query(|tables| {
            let mut found: BTreeMap<OrderKey, CoreRecords> = BTreeMap::new();
            let records = tables.core_claims.iter().filter(|((order, _), _)| orders.contains(&order.order));
            for ((order, line), record) in records {
                found.entry(*order).or_default().insert(*line, record.clone());
            }
            Ok(found)
        })
    }

    fn save_core_record(&mut self, order: &OrderKey, line: LineNumber, record: &CoreRecord) -> StoreResult<()> {
        let saved = CoreRecord { revision: record.revision + 1, ..record.clone() };
        self.change(|tables| {
            tables.require_order(order)?;
            if record.revision == 0 {
                return claim(&mut tables.core_claims, (*order, line), saved);
            }
            let stored = tables.core_claims.get_mut(&(*order, line));
            *stored.filter(|stored| stored.revision == record.revision).ok_or(StoreError::Contention)? = saved;
            Ok(())
        })
    }

    fn core_lines(&mut self, filter: &CoreFilter, page: &Page<CoreKey>) -> StoreResult<Vec<(OrderKey, LineNumber)>> {
        self.query(|tables| {
            let passing = claims(tables).filter(|(shipped_at, claim)| passes(filter, *shipped_at, claim));
            let keyed = passing.map(|(_, claim)| ((claim.order.order, claim.line), (claim.order, claim.line)));
            Ok(descending(keyed, page))
        })
    }

    fn core_totals(&mut self, expired_before: Timestamp) -> StoreResult<CoreTotals> {
        self.query(|tables| {
            let mut totals = CoreTotals { owed: Money::ZERO, received: Money::ZERO };
            for (shipped_at, claim) in claims(tables) {
                if shipped_at >= expired_before {
                    totals.owed = totals.owed.plus(claim.money(claim.pieces.owed));
                }
                totals.received = totals.received.plus(claim.money(claim.pieces.received));
            }
            Ok(totals)
        })
    }

    fn orders_owing_cores(&mut self, shipped: Range<Timestamp>, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>> {
        self.query(|tables| {
            let meant = claims(tables).filter(|(shipped_at, claim)| {
                shipped.contains(shipped_at) && claim.pieces.owed > 0 && !claim.record.reminded
            });
            Ok(ascending(meant.map(|(_, claim)| (claim.order.order, claim.order)), page))
        })
    }
}
