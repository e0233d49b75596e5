//! Places and destinations on the wire.

use crate::{
    form::request,
    problem::{FieldProblem, Problem},
};
use autoparts_domain::{
    destination::{Country, Destination, Place, PlaceRefused},
    text::{AddressLine, CityName, PostalCode, RecipientName, RegionName},
};
use serde::Serialize;
use utoipa::ToSchema;

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

/// The destination of an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Destination)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DestinationView {
    /// The recipient's name.
    recipient: String,
    /// Street and number.
    line1: String,
    /// Further delivery details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    line2: Option<String>,
    /// The city.
    city: String,
    /// The state or province.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    region: Option<String>,
    /// The postal code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    postal_code: Option<String>,
    /// The two-letter country code.
    country: &'static str,
}

impl From<&Destination> for DestinationView {
    fn from(destination: &Destination) -> Self {
        let Destination { recipient, line1, line2, city, place } = destination;
        Self {
            recipient: recipient.to_string(),
            line1: line1.to_string(),
            line2: line2.as_ref().map(ToString::to_string),
            city: city.to_string(),
            region: place.region().map(ToString::to_string),
            postal_code: place.postal_code().map(ToString::to_string),
            country: place.country().code(),
        }
    }
}
