//! Structured destinations of orders, from which shipping and tax are computed.

mod country;
mod household;
pub(crate) mod misplaced;
mod regions;

pub use country::Country;
pub use misplaced::Misplaced;

use crate::{
    text::{AddressLine, CityName, PostalAddress, PostalCode, RecipientName, RegionName},
    validation::ValidationError,
};
use regions::CodeRefused;
use std::fmt;

/// The parts of an address that shipping and tax depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    country: Country,
    region: Option<RegionName>,
    postal_code: Option<PostalCode>,
}

/// Why a place is invalid: the field, and its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceRefused {
    /// The region is not a two-letter state or province code.
    Region(ValidationError),
    /// The postal code is invalid for the country.
    PostalCode(ValidationError),
}

impl PlaceRefused {
    /// The error of the field.
    #[must_use]
    pub const fn reason(self) -> ValidationError {
        match self {
            Self::Region(why) | Self::PostalCode(why) => why,
        }
    }
}

impl Place {
    /// Creates a place. In the United States and Canada the region must be a two-letter state or province code,
    /// because taxes differ by it, and the postal code must have the country's format and be in that region.
    pub fn new(
        country: Country,
        region: Option<RegionName>,
        postal_code: Option<PostalCode>,
    ) -> Result<Self, PlaceRefused> {
        let region = country.region(region).map_err(PlaceRefused::Region)?;
        let place = Self { country, region, postal_code };
        place.check()?;
        Ok(place)
    }

    /// Restores a stored place without the checks of [`Self::new`], so that old orders and address books stay
    /// readable.
    #[must_use]
    pub fn stored(country: Country, region: Option<RegionName>, postal_code: Option<PostalCode>) -> Self {
        let region = country.region(region.clone()).unwrap_or(region);
        Self { country, region, postal_code }
    }

    /// Applies the checks of [`Self::new`] to a stored place.
    pub fn check(&self) -> Result<(), PlaceRefused> {
        let Self { country, region, postal_code } = self;
        let (within, region) = if country.has_region_codes() {
            let region = country.region(region.clone()).map_err(PlaceRefused::Region)?;
            let region = region.ok_or(PlaceRefused::Region(ValidationError::Missing))?;
            (country.code(), region.as_str().to_owned())
        } else if regions::is_territory(*country) {
            // Some addresses give a territory of the United States as the country; it has ZIP codes of its own.
            ("US", country.code().to_owned())
        } else {
            return Ok(());
        };
        let Some(code) = postal_code else { return Ok(()) };
        regions::check(within, &region, code).map_err(|why| {
            PlaceRefused::PostalCode(match why {
                CodeRefused::Shape => ValidationError::NotAPostalCode,
                CodeRefused::Region(misplaced) => ValidationError::OtherRegion(misplaced),
            })
        })
    }

    /// The country.
    #[must_use]
    pub fn country(&self) -> Country {
        self.country
    }

    /// The state or province.
    #[must_use]
    pub fn region(&self) -> Option<&RegionName> {
        self.region.as_ref()
    }

    /// The postal code.
    #[must_use]
    pub fn postal_code(&self) -> Option<&PostalCode> {
        self.postal_code.as_ref()
    }
}

/// The delivery address of an order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Destination {
    /// Name on the parcel.
    pub recipient: RecipientName,
    /// Street and number.
    pub line1: AddressLine,
    /// Further details for the carrier, such as an apartment.
    pub line2: Option<AddressLine>,
    /// City or town.
    pub city: CityName,
    /// Region, postal code and country.
    pub place: Place,
}

impl Destination {
    /// Creates a deliverable destination: in countries with region codes the postal code is required.
    pub fn new(
        recipient: RecipientName,
        (line1, line2): (AddressLine, Option<AddressLine>),
        city: CityName,
        place: Place,
    ) -> Result<Self, PlaceRefused> {
        let destination = Self { recipient, line1, line2, city, place };
        destination.check()?;
        Ok(destination)
    }

    /// Applies the checks of [`Self::new`] to a stored destination.
    pub fn check(&self) -> Result<(), PlaceRefused> {
        self.place.check()?;
        if self.place.country.has_region_codes() && self.place.postal_code.is_none() {
            return Err(PlaceRefused::PostalCode(ValidationError::Missing));
        }
        Ok(())
    }

    /// The address on one line, for places without separate fields.
    #[must_use]
    pub fn address(&self) -> PostalAddress {
        PostalAddress::composed(self.to_string())
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { recipient, line1, line2, city, place: Place { country, region, postal_code } } = self;
        write!(f, "{recipient}, {line1}")?;
        if let Some(line2) = line2 {
            write!(f, ", {line2}")?;
        }
        write!(f, ", {city}")?;
        match (region, postal_code) {
            (Some(region), Some(code)) => write!(f, ", {region} {code}")?,
            (Some(region), None) => write!(f, ", {region}")?,
            (None, Some(code)) => write!(f, ", {code}")?,
            (None, None) => {}
        }
        write!(f, ", {country}")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn place(country: &str, region: &str, postal_code: &str) -> Result<Place, PlaceRefused> {
        let optional = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Place::new(
            country.parse().unwrap(),
            optional(region).map(|text| text.parse().unwrap()),
            optional(postal_code).map(|text| text.parse().unwrap()),
        )
    }

    fn destination(place: Place) -> Result<Destination, PlaceRefused> {
        let lines = ("12 Elm Street".parse().unwrap(), Some("Apt 4".parse().unwrap()));
        Destination::new("Jane Doe".parse().unwrap(), lines, "Springfield".parse().unwrap(), place)
    }

    #[test]
    fn states_and_provinces_have_two_letters() {
        assert_eq!(place("US", "oh", "").unwrap().region().unwrap().as_str(), "OH");
        assert_eq!(place("US", "", ""), Err(PlaceRefused::Region(ValidationError::Missing)));
        for region in ["Ohio", "O", "O1", "ÖH", "ZZ", "ON"] {
            assert_eq!(place("US", region, ""), Err(PlaceRefused::Region(ValidationError::NotARegionCode)), "{region}");
        }
        assert_eq!(place("DE", "Bayern", "").unwrap().region().unwrap().as_str(), "Bayern");
        assert!(place("DE", "", "").unwrap().region().is_none());
    }

    #[test]
    fn postal_codes_have_the_shape_of_their_country() {
        for (country, region, code, fits) in [
            ("US", "OH", "45402", true),
            ("US", "OH", "45402-1234", true),
            ("US", "OH", "4540", false),
            ("US", "OH", "454021234", false),
            ("US", "OR", "90001", false),
            ("US", "OH", "K1A 0B1", false),
            ("CA", "ON", "D1A 0B1", false),
            ("CA", "ON", "K1A 0B1", true),
            ("CA", "ON", "k1a0b1", true),
            ("CA", "ON", "45402", false),
            ("PR", "", "00901", true),
            ("PR", "", "90001", false),
            ("GB", "", "SW1A 1AA", true),
            ("DE", "", "10115", true),
        ] {
            assert_eq!(place(country, region, code).is_ok(), fits, "{country} {code}");
        }
    }

    #[test]
    fn a_stored_place_is_checked_when_it_is_used() {
        let region = || Some("OR".parse().unwrap());
        let stored = Place::stored("US".parse().unwrap(), region(), Some("90001".parse().unwrap()));
        let Err(PlaceRefused::PostalCode(why)) = stored.check() else { panic!("it is in California") };
        assert_eq!(why.to_string(), "ZIP code 90001 is in California, not in Oregon.");
        assert_eq!(Place::stored("US".parse().unwrap(), region(), None).check(), Ok(()));
    }

    #[test]
    fn a_parcel_within_a_country_of_regions_needs_a_postal_code() {
        let refused = destination(place("US", "OH", "").unwrap());
        assert_eq!(refused, Err(PlaceRefused::PostalCode(ValidationError::Missing)));
        assert!(destination(place("IE", "", "").unwrap()).is_ok());
    }

    #[test]
    fn a_destination_is_an_address_on_one_line() {
        let line_of = |place| destination(place).unwrap().address().to_string();
        assert_eq!(
            line_of(place("US", "OH", "45402").unwrap()),
            "Jane Doe, 12 Elm Street, Apt 4, Springfield, OH 45402, US"
        );
        assert_eq!(line_of(place("IE", "", "").unwrap()), "Jane Doe, 12 Elm Street, Apt 4, Springfield, IE");
    }

    #[test]
    fn the_longest_destination_fits_an_address() {
        let of = |chars| "x".repeat(chars);
        let place = Place::new(
            "DE".parse().unwrap(),
            Some(of(RegionName::MAX_CHARS).parse().unwrap()),
            Some("1".repeat(PostalCode::MAX_CHARS).parse().unwrap()),
        );
        let line = || of(AddressLine::MAX_CHARS).parse().unwrap();
        let longest = Destination::new(
            of(RecipientName::MAX_CHARS).parse().unwrap(),
            (line(), Some(line())),
            of(CityName::MAX_CHARS).parse().unwrap(),
            place.unwrap(),
        );
        let address = longest.unwrap().address();
        assert_eq!(address.to_string().parse(), Ok(address));
    }
}
