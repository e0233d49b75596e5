//! Where a member has things sent: addresses that they have kept, so that nobody types one twice.

use crate::{destination::Destination, text::PhoneNumber, validation::ValidationError};

/// How many addresses an address book has at most.
pub const MAX_ADDRESSES: usize = 20;

/// One address, with the phone that the carrier calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedAddress {
    /// Where parcels go.
    pub destination: Destination,
    /// Whom the carrier calls.
    pub phone: PhoneNumber,
}

/// Up to [`MAX_ADDRESSES`] addresses, in the order in which the member has them; the first is the one that is offered first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addresses(Vec<SavedAddress>);

impl Addresses {
    /// Refuses more than [`MAX_ADDRESSES`].
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

/// The address book of a member.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AddressBook {
    /// How often it was saved; 0 when it never was.
    pub revision: i64,
    /// What is in it.
    pub addresses: Addresses,
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
