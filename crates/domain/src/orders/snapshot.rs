//! What was agreed.

use super::{Charges, Lines, OrderNumber};
use crate::{
    destination::Destination,
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
    /// What is charged beside the lines.
    pub charges: Charges,
    /// What lines and charges come to.
    pub total: Money,
    /// The customer's name at the time.
    pub name: PersonName,
    /// The customer's address at the time.
    pub email: Email,
    /// Where to send the goods, in words.
    pub address: PostalAddress,
    /// The same in fields; `None` when the customer gave words alone.
    pub destination: Option<Destination>,
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

    /// What lines and charges come to, computed anew: it must be [`OrderSnapshot::total`]. `None` when it is more
    /// than can be counted.
    #[must_use]
    pub fn computed_total(&self) -> Option<Money> {
        self.lines.total()?.checked_plus(self.charges.total()?)
    }
}
