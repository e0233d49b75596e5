//! Reviews of the shop.

use crate::{
    id::{ReviewId, UserId},
    text::{PersonName, ReviewText},
    time::Timestamp,
    validation::ValidationError,
};

/// A rating of one to five stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(i64);

impl Rating {
    /// The minimum.
    pub const MIN: i64 = 1;
    /// The maximum.
    pub const MAX: i64 = 5;

    /// Creates the rating; an error outside [`Self::MIN`] to [`Self::MAX`].
    pub fn new(stars: i64) -> Result<Self, ValidationError> {
        let fits = (Self::MIN..=Self::MAX).contains(&stars);
        if fits { Ok(Self(stars)) } else { Err(ValidationError::outside(Self::MIN, Self::MAX)) }
    }

    /// The number of stars.
    #[must_use]
    pub const fn stars(self) -> i64 {
        self.0
    }
}

/// A review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// Its id.
    pub id: ReviewId,
    /// Who wrote it.
    pub author: UserId,
    /// The author's name at that time.
    pub name: PersonName,
    /// The rating.
    pub rating: Rating,
    /// The text.
    pub text: ReviewText,
    /// When it was written. One review per user and UTC day.
    pub written_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_one_to_five() {
        assert!([1, 5].into_iter().all(|stars| Rating::new(stars).is_ok()));
        assert!([0, 6, -1, i64::MAX].into_iter().all(|stars| Rating::new(stars).is_err()));
    }
}
