//! Withdrawals from contracts.

use super::{
    MemoryTransaction,
    tables::{Tables, claim, descending},
};
use autoparts_application::ports::{page::Page, store_error::StoreResult, withdrawals::WithdrawalRepository};
use autoparts_domain::{
    email::Email,
    id::{UserId, WithdrawalId},
    withdrawals::Withdrawal,
};

/// The withdrawals that pass a test, newest first.
fn those(tables: &Tables, page: &Page<WithdrawalId>, test: impl Fn(&Withdrawal) -> bool) -> Vec<Withdrawal> {
    let passing = tables.withdrawals.iter().filter(|(_, withdrawal)| test(withdrawal));
    descending(passing.map(|(id, withdrawal)| (*id, withdrawal.clone())), page)
}

impl WithdrawalRepository for MemoryTransaction {
    fn withdrawals(&mut self, page: &Page<WithdrawalId>) -> StoreResult<Vec<Withdrawal>> {
        self.query(|tables| Ok(those(tables, page, |_| true)))
    }

    fn withdrawals_from(&mut self, email: &Email, page: &Page<WithdrawalId>) -> StoreResult<Vec<Withdrawal>> {
        self.query(|tables| Ok(those(tables, page, |withdrawal| withdrawal.statement.email == *email)))
    }

    fn withdrawals_of_customer(&mut self, customer: &UserId) -> StoreResult<Vec<Withdrawal>> {
        let every = Page { after: None, limit: u32::MAX };
        let is_theirs = |withdrawal: &Withdrawal| withdrawal.order.is_some_and(|order| order.customer == *customer);
        self.query(|tables| Ok(those(tables, &every, is_theirs)))
    }

    fn insert_withdrawal(&mut self, new: &Withdrawal) -> StoreResult<()> {
        self.change(|tables| claim(&mut tables.withdrawals, new.id, new.clone()))
    }
}
