//! What was agreed.

use super::{Lines, OrderNumber};
use crate::{
    email::Email,
    id::{OrderId, OrderKey, UserId},
    money::Money,
    text::{PersonName, PhoneNumber, PostalAddress},
    time::Timestamp,
};

/// What was agreed when the order was placed. None of it ever changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSnapshot {
    /// Its id.
    pub id: OrderId,
    /// What people call it; `None` for orders of earlier releases, which are called by their id.
    pub number: Option<OrderNumber>,
    /// Who placed it.
    pub customer: UserId,
    /// What was ordered.
    pub lines: Lines,
    /// What the lines come to.
    pub total: Money,
    /// The customer's name at the time.
    pub name: PersonName,
    /// The customer's address at the time.
    pub email: Email,
    /// Where to send the goods.
    pub address: PostalAddress,
    /// How to reach the customer.
    pub phone: PhoneNumber,
    /// When it was placed.
    pub placed_at: Timestamp,
}

impl OrderSnapshot {
    /// Owner and id.
    #[must_use]
    pub fn key(&self) -> OrderKey {
        OrderKey { customer: self.customer, order: self.id }
    }
}
