//! Stock that comes and goes without an order.

use crate::{
    id::{PartId, StockMovementId, UserId},
    quantity::Quantity,
    text::StockNote,
    time::Timestamp,
    validation::ValidationError,
};

macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident = $name:literal;)*) => {
        /// Why pieces came or went.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum StockReason {
            $($(#[$doc])* $reason,)*
        }

        impl StockReason {
            /// Every reason.
            pub const ALL: &[Self] = &[$(Self::$reason),*];

            /// Its name in stores and in the API.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$reason => $name,)*
                }
            }
        }
    };
}

reasons! {
    /// What a part began with.
    Opening = "opening";
    /// Goods came in.
    Received = "received";
    /// Somebody counted, and found more or fewer.
    Counted = "counted";
    /// Pieces are not fit to be sold.
    Damaged = "damaged";
    /// A movement before was wrong.
    Correction = "correction";
    /// A customer sent pieces of a shipped order back, and they can be sold again.
    Returned = "returned";
}

/// How many pieces come, or, below zero, go. Never none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StockChange(i64);

impl StockChange {
    /// The most pieces that go at once.
    pub const MIN: i64 = -Quantity::MAX;
    /// The most pieces that come at once.
    pub const MAX: i64 = Quantity::MAX;

    /// Refuses zero and absurd numbers.
    pub fn new(pieces: i64) -> Result<Self, ValidationError> {
        if pieces != 0 && (Self::MIN..=Self::MAX).contains(&pieces) {
            Ok(Self(pieces))
        } else if pieces == 0 {
            Err(ValidationError::Zero)
        } else {
            Err(ValidationError::outside(Self::MIN, Self::MAX))
        }
    }

    /// The number of pieces.
    #[must_use]
    pub const fn pieces(self) -> i64 {
        self.0
    }
}

/// Pieces that came or went. Movements are never changed; together they are what was supplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockMovement {
    /// Of which part.
    pub part: PartId,
    /// Its id.
    pub id: StockMovementId,
    /// Why.
    pub reason: StockReason,
    /// How many came; below zero, went. An opening one may be 0.
    pub pieces: i64,
    /// Who said so; `None` for what the shop did by itself.
    pub actor: Option<UserId>,
    /// What else there is to know.
    pub note: Option<StockNote>,
    /// When.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pieces_are_no_change() {
        assert_eq!(StockChange::new(0), Err(ValidationError::Zero));
        assert_eq!(StockChange::new(-10).map(StockChange::pieces), Ok(-10));
        for pieces in [i64::MIN, -1_000_000_001, 1_000_000_001, i64::MAX] {
            assert_eq!(StockChange::new(pieces), Err(ValidationError::outside(-1_000_000_000, 1_000_000_000)));
        }
    }
}
