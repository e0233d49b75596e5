//! Identifiers: one type for each kind of thing, so that they cannot be mixed up.
//!
//! Every id is a UUID made by the application (version 7, so that ids sort by the time
//! they were made and lists can be paged by key). No database makes ids.

use crate::{time::Timestamp, validation::ValidationError};
use std::{fmt, str::FromStr};
use uuid::Uuid;

/// How many characters an id has as text.
pub const ID_CHARS: usize = uuid::fmt::Hyphenated::LENGTH;

/// Version 7 begins with 48 bits of milliseconds.
fn first_at(moment: Timestamp) -> Uuid {
    const LAST: u64 = (1 << 48) - 1;
    let millis = u64::try_from(moment.micros().div_euclid(1_000)).unwrap_or(0).min(LAST);
    Uuid::from_u128(u128::from(millis) << 80)
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// The bare UUID.
            #[must_use]
            pub const fn uuid(self) -> Uuid {
                self.0
            }

            /// Less than any id made at this moment or later, and greater than those of the milliseconds before.
            #[must_use]
            pub fn first_at(moment: Timestamp) -> Self {
                Self(first_at(moment))
            }
        }

        impl From<Uuid> for $name {
            fn from(value: Uuid) -> Self {
                Self(value)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ValidationError;

            /// Accepts the hyphenated lower- or upper-case form only: one id, one spelling
            /// of its length, so that a URL cannot name the same thing in several ways.
            fn from_str(text: &str) -> Result<Self, ValidationError> {
                if text.len() != ID_CHARS {
                    return Err(ValidationError::NotAnId);
                }
                Uuid::try_parse(text).map(Self).map_err(|_| ValidationError::NotAnId)
            }
        }
    )* };
}

ids! {
    /// A part of the catalogue.
    PartId,
    /// Pieces of a part that came or went without an order.
    StockMovementId,
    /// A condition of the dictionary.
    ConditionId,
    /// A file that is taken in.
    ImportId,
    /// A running server of the shop.
    ServerId,
    /// An order.
    OrderId,
    /// A person known to the shop.
    UserId,
    /// A way to ship.
    ShippingMethodId,
    /// A review of the shop.
    ReviewId,
    /// An address and the newsletter.
    SubscriptionId,
    /// An address that waits for a part.
    StockAlertId,
    /// A message to the shop's owner.
    FeedbackId,
    /// One attempt to collect the money for an order: our row, not the provider's object.
    PaymentId,
    /// Money to be given back.
    RefundId,
    /// One entry of the ledger.
    LedgerEntryId,
    /// A mail in the outbox.
    MailId,
    /// An entry of the audit log.
    AuditId,
    /// One database of a shop: what the payment provider keeps beside each payment, so that shops at
    /// one account can tell theirs apart. A restored backup has the id of before.
    ShopId,
    /// One sign-in of a person, as the shop sees it.
    SessionId,
    /// An account at the embedded identity provider; not a user of the shop, who may as well
    /// come from another provider.
    AccountId,
}

/// An order together with its owner. Every order-scoped row is found by both, so that the
/// tables can be distributed by owner one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderKey {
    /// The customer who placed the order.
    pub customer: UserId,
    /// The order.
    pub order: OrderId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_its_text_form() {
        let id = PartId::from(Uuid::from_u128(7));
        assert_eq!(id.to_string().parse::<PartId>(), Ok(id));
    }

    #[test]
    fn the_first_id_of_a_moment_divides_the_ids_by_time() {
        let millis = 1_795_000_000_123_u64;
        let made = |millis: u64| {
            OrderId(Uuid::new_v7(uuid::Timestamp::from_unix(
                uuid::NoContext,
                millis / 1_000,
                u32::try_from(millis % 1_000).unwrap() * 1_000_000,
            )))
        };
        let first = OrderId::first_at(Timestamp::from_micros(i64::try_from(millis).unwrap() * 1_000));
        assert!(made(millis - 1) < first && first < made(millis));
        assert!(made(millis - 1).to_string() < first.to_string() && first.to_string() < made(millis).to_string());
        for moment in [i64::MIN, -1, i64::MAX] {
            assert!(OrderId::first_at(Timestamp::from_micros(moment)).to_string().ends_with("0000-0000-000000000000"));
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in ["", "7", "{00000000-0000-0000-0000-000000000007}", "00000000000000000000000000000007", "%00", "-1"]
        {
            assert_eq!(text.parse::<PartId>(), Err(ValidationError::NotAnId), "{text}");
        }
    }
}
