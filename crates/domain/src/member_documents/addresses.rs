//! A member's address book: saved delivery addresses, so that none has to be typed twice.

use crate::{destination::Destination, text::PhoneNumber, validation::ValidationError};

/// Maximum number of addresses in an address book.
pub const MAX_ADDRESSES: usize = 20;

/// A saved address, with the phone number for the carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedAddress {
    /// Delivery address.
    pub destination: Destination,
    /// The number that the carrier calls.
    pub phone: PhoneNumber,
}

/// Up to [`MAX_ADDRESSES`] addresses in the member's order; the first is the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addresses(Vec<SavedAddress>);

impl Addresses {
    /// Creates the list; an error if there are more than [`MAX_ADDRESSES`].
    pub fn new(addresses: Vec<SavedAddress>) -> Result<Self, ValidationError> {
        let too_many = addresses.len() > MAX_ADDRESSES;
        if too_many { Err(ValidationError::TooMany { max: MAX_ADDRESSES }) } else { Ok(Self(addresses)) }
    }

    /// The addresses, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[SavedAddress] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::destination::tests::place;

    #[test]
    fn an_address_book_has_up_to_twenty_addresses() {
        let destination = Destination::new(
            "Jane Doe".parse().unwrap(),
            ("12 Elm Street".parse().unwrap(), None),
            "Springfield".parse().unwrap(),
            place("US", "OH", "45501").unwrap(),
        );
        let address = SavedAddress { destination: destination.unwrap(), phone: "555 0100".parse().unwrap() };
        assert!(Addresses::new(vec![address.clone(); 21]).is_err());
        assert_eq!(Addresses::new(vec![address; 20]).unwrap().as_slice().len(), 20);
        assert_eq!(Addresses::new(Vec::new()), Ok(Addresses::default()));
    }
}
