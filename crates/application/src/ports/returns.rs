//! Returns.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    id::{OrderKey, ReturnId, UserId},
    returns::{Return, ReturnNumber, ReturnPolicies, ReturnState},
    time::Timestamp,
};

/// A filter of returns; the default matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReturnFilter {
    /// Only returns in this state.
    pub state: Option<ReturnState>,
    /// Only returns with this number.
    pub number: Option<ReturnNumber>,
}

/// Numbers of returns that wait for the shop; [`MAX_COUNT`](super::orders::MAX_COUNT) means that many or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReturnCounts {
    /// Requested and not decided.
    pub requested: u32,
    /// Approved and not received.
    pub approved: u32,
}

/// Returns.
pub trait ReturnRepository {
    /// Returns a return by id.
    fn return_by_id(&mut self, id: &ReturnId) -> StoreResult<Option<Return>>;

    /// Returns those of some returns that exist, newest first.
    fn returns_by_id(&mut self, ids: &[ReturnId]) -> StoreResult<Vec<Return>>;

    /// Returns the returns of an order, oldest first.
    fn returns_of(&mut self, order: &OrderKey) -> StoreResult<Vec<Return>>;

    /// Returns the returns of all orders of a customer, newest first.
    fn returns_of_customer(&mut self, customer: &UserId) -> StoreResult<Vec<Return>>;

    /// Returns the returns that match a filter, newest first.
    fn returns(&mut self, filter: &ReturnFilter, page: &Page<ReturnId>) -> StoreResult<Vec<Return>>;

    /// Returns how many returns wait for the shop, counted up to [`MAX_COUNT`](super::orders::MAX_COUNT).
    fn return_counts(&mut self) -> StoreResult<ReturnCounts>;

    /// Adds a return. The caller also saves its order, whose revision lets only one of two concurrent returns through.
    fn insert_return(&mut self, new: &Return) -> StoreResult<()>;

    /// Saves a return that was read in this transaction, with the inspections of its lines, and increments its revision.
    /// Returns [`Contention`](super::store_error::StoreError::Contention), and so retries the unit of work, if another
    /// transaction has saved it since.
    fn update_return(&mut self, changed: &Return) -> StoreResult<()>;

    /// Returns approved returns that were decided at or before a time, by id; only those whose customer was not reminded,
    /// if `not_reminded`.
    fn approved_returns(
        &mut self,
        before: Timestamp,
        not_reminded: bool,
        page: &Page<ReturnId>,
    ) -> StoreResult<Vec<Return>>;
}

/// The return policies.
pub trait ReturnPolicyRepository {
    /// Returns all policies; none with revision 0 if they were never saved.
    fn return_policies(&mut self) -> StoreResult<ReturnPolicies>;

    /// Replaces the policies and increments the revision, if it still equals `policies.revision`; otherwise the unit of
    /// work conflicts.
    fn save_return_policies(&mut self, policies: &ReturnPolicies) -> StoreResult<()>;
}
