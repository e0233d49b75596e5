//! Places and destinations on the wire.

use crate::{
    form::request,
    problem::{FieldProblem, Problem},
    view::response,
};
use autoparts_domain::{
    destination::{Country, Destination, Place, PlaceRefused},
    text::{AddressLine, CityName, PostalCode, RecipientName, RegionName},
};

request! {
    /// The fields of an address that determine shipping and tax.
    PlaceFields {
        /// The two-letter country code.
        country: Country,
        /// The state or province: a two-letter code, required for the United States and Canada; a free text for other
        /// countries.
        region: Option<RegionName>,
        /// The postal code.
        postal_code: Option<PostalCode>,
    }
}

request! {
    /// The destination of an order.
    DestinationFields {
        /// The recipient's name.
        recipient: RecipientName,
        /// Street and number.
        line1: AddressLine,
        /// Further delivery details, such as an apartment.
        line2: Option<AddressLine>,
        /// The city.
        city: CityName,
        /// The state or province: a two-letter code, required for the United States and Canada; a free text for other
        /// countries.
        region: Option<RegionName>,
        /// The postal code; required for the United States and Canada.
        postal_code: Option<PostalCode>,
        /// The two-letter country code.
        country: Country,
    }
}

/// The problem with a place; fields are named relative to `within`.
pub(crate) fn refused(why: PlaceRefused, within: &str) -> Problem {
    let (field, why) = match why {
        PlaceRefused::Region(why) => ("region", why),
        PlaceRefused::PostalCode(why) => ("postalCode", why),
    };
    let name = if within.is_empty() { field.to_owned() } else { format!("{within}.{field}") };
    Problem::refused_field(FieldProblem::new(&name, why))
}

impl PlaceFields {
    /// The place; `within` is the enclosing field, empty if it is the whole body.
    pub(crate) fn place(self, within: &str) -> Result<Place, Problem> {
        Place::new(self.country, self.region, self.postal_code).map_err(|why| refused(why, within))
    }
}

impl DestinationFields {
    /// The destination without the checks of [`Destination::new`], like a stored one.
    pub(crate) fn stored(self) -> Destination {
        let Self { recipient, line1, line2, city, region, postal_code, country } = self;
        Destination { recipient, line1, line2, city, place: Place::stored(country, region, postal_code) }
    }

    /// The destination; `within` is the enclosing field.
    pub(crate) fn destination(self, within: &str) -> Result<Destination, Problem> {
        let Self { recipient, line1, line2, city, region, postal_code, country } = self;
        let place = PlaceFields { country, region, postal_code }.place(within)?;
        Destination::new(recipient, (line1, line2), city, place).map_err(|why| refused(why, within))
    }
}

response! {
    /// The destination of an order.
    pub(crate) DestinationView as Destination from |Destination { recipient, line1, line2, city, place }| &Destination {
        /// The recipient's name.
        recipient: String = recipient.to_string(),
        /// Street and number.
        line1: String = line1.to_string(),
        /// Further delivery details.
        line2: Option<String> = line2.as_ref().map(ToString::to_string),
        /// The city.
        city: String = city.to_string(),
        /// The state or province.
        region: Option<String> = place.region().map(ToString::to_string),
        /// The postal code.
        postal_code: Option<String> = place.postal_code().map(ToString::to_string),
        /// The two-letter country code.
        country: &'static str = place.country().code(),
    }
}
