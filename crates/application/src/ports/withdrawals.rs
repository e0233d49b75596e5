//! Withdrawals from contracts.

use super::{page::Page, store_error::StoreResult};
use autoparts_domain::{
    email::Email,
    id::{UserId, WithdrawalId},
    withdrawals::Withdrawal,
};

/// Recorded withdrawals.
pub trait WithdrawalRepository {
    /// Returns all withdrawals, newest first.
    fn withdrawals(&mut self, page: &Page<WithdrawalId>) -> StoreResult<Vec<Withdrawal>>;

    /// Returns those that were sent with an address, newest first.
    fn withdrawals_from(&mut self, email: &Email, page: &Page<WithdrawalId>) -> StoreResult<Vec<Withdrawal>>;

    /// Returns those from all orders of a customer, newest first.
    fn withdrawals_of_customer(&mut self, customer: &UserId) -> StoreResult<Vec<Withdrawal>>;

    /// Adds a withdrawal. The caller has locked the mailbox of its address, so that the same one is recorded once.
    fn insert_withdrawal(&mut self, new: &Withdrawal) -> StoreResult<()>;
}
