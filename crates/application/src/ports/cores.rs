//! Records about core claims, and the lines that have one.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    cores::{CoreRecord, CoreRecords, CoreState},
    id::{OrderId, OrderKey},
    money::Money,
    orders::LineNumber,
    time::Timestamp,
};
use std::{collections::BTreeMap, ops::Range};

/// A line with a core charge.
pub type CoreKey = (OrderId, LineNumber);

/// A filter of core claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoreFilter {
    /// Only lines with pieces in this state.
    pub state: Option<CoreState>,
    /// Claims of orders that were shipped before this moment have expired.
    pub expired_before: Timestamp,
}

/// The core charges that the shop may have to refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoreTotals {
    /// Of pieces whose old part the customer may send.
    pub owed: Money,
    /// Of pieces whose old part arrived.
    pub received: Money,
}

/// Records about core claims, and the lines that have one: those with a core charge of shipped and paid orders.
pub trait CoreRepository {
    /// Returns what was recorded about the lines of an order.
    fn core_records(&mut self, order: &OrderKey) -> StoreResult<CoreRecords>;

    /// Returns what was recorded about the lines of some orders; those without records are omitted.
    fn core_records_of(&mut self, orders: &[OrderId]) -> StoreResult<BTreeMap<OrderKey, CoreRecords>>;

    /// Saves what was recorded about a line, and increments its revision. The caller also saves its order, whose revision
    /// lets only one of two concurrent decisions through. Returns
    /// [`Contention`](super::store_error::StoreError::Contention), and so retries the unit of work, if another
    /// transaction has changed the record since it was read.
    fn save_core_record(&mut self, order: &OrderKey, line: LineNumber, record: &CoreRecord) -> StoreResult<()>;

    /// Returns lines with a claim, by order and line, newest first.
    fn core_lines(&mut self, filter: &CoreFilter, page: &Page<CoreKey>) -> StoreResult<Vec<(OrderKey, LineNumber)>>;

    /// Returns the sums of core charges; claims of orders that were shipped before `expired_before` are not owed.
    fn core_totals(&mut self, expired_before: Timestamp) -> StoreResult<CoreTotals>;

    /// Returns the orders shipped in a time range whose customers still owe old parts and were not reminded, by id.
    fn orders_owing_cores(&mut self, shipped: Range<Timestamp>, page: &Page<OrderId>) -> StoreResult<Vec<OrderKey>>;
}
