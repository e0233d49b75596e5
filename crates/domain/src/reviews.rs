//! Reviews of the shop.

use crate::{
    id::{ReviewId, UserId},
    text::{PersonName, ReviewText},
    time::Timestamp,
    validation::ValidationError,
};

/// One to five stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(i64);

impl Rating {
    /// Refuses anything but 1 to 5.
    pub fn new(stars: i64) -> Result<Self, ValidationError> {
        if (1..=5).contains(&stars) { Ok(Self(stars)) } else { Err(ValidationError::OutOfRange { min: "1", max: "5" }) }
    }

    /// The number of stars.
    #[must_use]
    pub const fn stars(self) -> i64 {
        self.0
    }
}

/// A review, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// Its id.
    pub id: ReviewId,
    /// Who wrote it.
    pub author: UserId,
    /// The author's name at the time.
    pub name: PersonName,
    /// Stars.
    pub rating: Rating,
    /// Words.
    pub text: ReviewText,
    /// When. One review per person and UTC day.
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
