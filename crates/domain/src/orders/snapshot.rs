//! The terms of an order.

use super::{Charges, Lines, OrderNumber};
use crate::{
    destination::Destination,
    email::Email,
    id::{OrderId, OrderKey, UserId},
    money::Money,
    text::{PersonName, PhoneNumber, PostalAddress},
    time::Timestamp,
};

/// The terms agreed when the order was placed. None of them ever changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSnapshot {
    /// Its id.
    pub id: OrderId,
    /// Its order number; `None` for orders of earlier releases, which are referred to by id.
    pub number: Option<OrderNumber>,
    /// The customer who placed it.
    pub customer: UserId,
    /// The lines.
    pub lines: Lines,
    /// Charges other than the lines.
    pub charges: Charges,
    /// The total of lines and charges.
    pub total: Money,
    /// The customer's name at that time.
    pub name: PersonName,
    /// The customer's email address at that time.
    pub email: Email,
    /// The delivery address as text.
    pub address: PostalAddress,
    /// The delivery address in fields; `None` if the customer gave only text.
    pub destination: Option<Destination>,
    /// The customer's phone number.
    pub phone: PhoneNumber,
    /// When it was placed.
    pub placed_at: Timestamp,
}

impl OrderSnapshot {
    /// Owner and order id.
    #[must_use]
    pub fn key(&self) -> OrderKey {
        OrderKey { customer: self.customer, order: self.id }
    }

    /// The tax on lines and shipping.
    #[must_use]
    pub fn tax(&self) -> Money {
        self.lines.iter().fold(self.charges.shipping_tax, |sum, line| sum.plus(line.tax))
    }

    /// Recomputes the total, which must equal [`OrderSnapshot::total`]. `None` on overflow.
    #[must_use]
    pub fn computed_total(&self) -> Option<Money> {
        self.lines.total()?.checked_plus(self.charges.total()?)
    }
}
