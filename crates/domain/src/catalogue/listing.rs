//! Listings: catalog details of a part that ordering does not need.

use super::part_number::{NumberKind, PartNumber, is_gtin};
use crate::{
    id::PartId,
    money::Price,
    slug::{BrandId, CategoryId},
    text::{AltText, AttributeName, AttributeUnit, AttributeValue, ImageSource, MakerName},
    validation::ValidationError,
};

/// Catalog details of a part that ordering does not need. A part with none of them has the default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// The brand.
    pub brand: Option<BrandId>,
    /// The brand's part number, unique within the brand.
    pub number: Option<PartNumber>,
    /// The category.
    pub category: Option<CategoryId>,
    /// New, or used before.
    pub condition: Condition,
    /// The manufacturer's suggested retail price, shown struck through if it is above the price.
    pub list_price: Option<Price>,
    /// Other numbers that find the part, at most [`Listing::MAX_NUMBERS`].
    pub numbers: Vec<OtherNumber>,
    /// Attributes in display order, at most [`Listing::MAX_ATTRIBUTES`].
    pub attributes: Vec<Attribute>,
    /// More pictures in display order, after the part's main picture; at most [`Listing::MAX_PICTURES`].
    pub pictures: Vec<Picture>,
    /// The shipped package.
    pub parcel: Parcel,
    /// Whether it fits any vehicle, such as a can of oil.
    pub universal: bool,
    /// The part that supersedes it.
    pub successor: Option<PartId>,
}

impl Listing {
    /// Maximum other numbers of a part.
    pub const MAX_NUMBERS: usize = 200;
    /// Maximum attributes of a part.
    pub const MAX_ATTRIBUTES: usize = 60;
    /// Maximum pictures of a part, not counting its main picture.
    pub const MAX_PICTURES: usize = 12;
}

/// New, or used before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Condition {
    /// Never used.
    #[default]
    New,
    /// Used, then restored to the manufacturer's specification.
    Remanufactured,
    /// Used.
    Used,
}

impl Condition {
    /// All conditions.
    pub const ALL: [Self; 3] = [Self::New, Self::Remanufactured, Self::Used];

    /// Its name in stores and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Remanufactured => "remanufactured",
            Self::Used => "used",
        }
    }
}

/// Another number that finds a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherNumber {
    /// How the number relates to the part.
    pub kind: NumberKind,
    /// Who issued it, if known.
    pub maker: Option<MakerName>,
    /// The number.
    pub number: PartNumber,
}

impl OtherNumber {
    /// Creates it; an error if a GTIN is invalid.
    pub fn new(kind: NumberKind, maker: Option<MakerName>, number: PartNumber) -> Result<Self, ValidationError> {
        if kind == NumberKind::Gtin && !is_gtin(number.normal().as_str()) {
            return Err(ValidationError::NotAGtin);
        }
        Ok(Self { kind, maker, number })
    }
}

/// An attribute of a part: `Diameter`, `300`, `mm`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attribute {
    /// Attribute name.
    pub name: AttributeName,
    /// Value for this part.
    pub value: AttributeValue,
    /// Unit of the value.
    pub unit: Option<AttributeUnit>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Location of the image.
    pub image: ImageSource,
    /// Text alternative for users who cannot see it.
    pub alt: Option<AltText>,
}

/// The package as shipped. Unknown values are `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parcel {
    /// Weight.
    pub weight: Option<Grams>,
    /// Longest side.
    pub length: Option<Millimetres>,
    /// Second-longest side.
    pub width: Option<Millimetres>,
    /// Shortest side.
    pub height: Option<Millimetres>,
    /// Whether it is dangerous goods by law.
    pub hazmat: bool,
}

macro_rules! measures {
    ($($(#[$doc:meta])* $name:ident, $method:ident: to $max:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(i64);

        impl $name {
            /// The minimum.
            pub const MIN: i64 = 1;
            /// The maximum that the shop ships.
            pub const MAX: i64 = $max;

            /// Creates the value; an error outside [`Self::MIN`] to [`Self::MAX`].
            pub fn new(measure: i64) -> Result<Self, ValidationError> {
                if (Self::MIN..=Self::MAX).contains(&measure) {
                    Ok(Self(measure))
                } else {
                    Err(ValidationError::outside(Self::MIN, Self::MAX))
                }
            }

            /// The number.
            #[must_use]
            pub const fn $method(self) -> i64 {
                self.0
            }
        }
    )* };
}

measures! {
    /// A weight in grams, up to ten metric tons.
    Grams, grams: to 10_000_000;
    /// A length in millimeters, up to twenty meters.
    Millimetres, millimetres: to 20_000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gtin_must_be_valid() {
        let gtin = |digits: &str| OtherNumber::new(NumberKind::Gtin, None, digits.parse().unwrap());
        assert!(gtin("4006381333931").is_ok());
        assert_eq!(gtin("4006381333932"), Err(ValidationError::NotAGtin));
        assert!(OtherNumber::new(NumberKind::Oem, None, "4006381333932".parse().unwrap()).is_ok());
    }

    #[test]
    fn measures_have_ranges() {
        assert_eq!(Grams::new(0), Err(ValidationError::outside(1, 10_000_000)));
        assert_eq!(Millimetres::new(20_000).map(Millimetres::millimetres), Ok(20_000));
        assert!(Millimetres::new(20_001).is_err());
    }
}
