//! Stock movements without an order.

use crate::{
    id::{PartId, StockMovementId, UserId},
    quantity::Quantity,
    text::StockNote,
    time::Timestamp,
    validation::ValidationError,
};

macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident = $name:literal;)*) => {
        /// Why stock changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum StockReason {
            $($(#[$doc])* $reason,)*
        }

        impl StockReason {
            /// All reasons.
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
    /// The initial stock of a part.
    Opening = "opening";
    /// Goods were received.
    Received = "received";
    /// A stocktake found more or fewer.
    Counted = "counted";
    /// Pieces cannot be sold.
    Damaged = "damaged";
    /// Corrects an earlier movement.
    Correction = "correction";
    /// A customer returned pieces of a shipped order, and they can be sold again.
    Returned = "returned";
}

/// A change in pieces: positive in, negative out. Never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StockChange(i64);

impl StockChange {
    /// Maximum decrease.
    pub const MIN: i64 = -Quantity::MAX;
    /// Maximum increase.
    pub const MAX: i64 = Quantity::MAX;

    /// Creates the value; an error if it is zero or out of range.
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

/// A stock movement. Movements are never changed; their sum is the total supplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockMovement {
    /// The part.
    pub part: PartId,
    /// Its id.
    pub id: StockMovementId,
    /// The reason.
    pub reason: StockReason,
    /// Change in pieces; negative if pieces left. May be 0 only for an opening movement.
    pub pieces: i64,
    /// The user who recorded it; `None` for automatic movements.
    pub actor: Option<UserId>,
    /// Further notes.
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
