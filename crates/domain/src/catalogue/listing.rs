//! A listing: what a shop says about a part beside what an order needs.

use super::part_number::{NumberKind, PartNumber, is_gtin};
use crate::{
    id::PartId,
    money::Price,
    slug::{BrandId, CategoryId},
    text::{AltText, AttributeName, AttributeUnit, AttributeValue, ImageSource, MakerName},
    validation::ValidationError,
};

/// What is known about a part beside what an order needs. A part without any of it has the default one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Whose it is.
    pub brand: Option<BrandId>,
    /// The number that its brand gives it; one part only has it of that brand.
    pub number: Option<PartNumber>,
    /// Where it stands in the catalogue.
    pub category: Option<CategoryId>,
    /// New, or used before.
    pub condition: Condition,
    /// What its maker recommends it is sold for, to be shown struck through when that is more than the price.
    pub list_price: Option<Price>,
    /// Other numbers that lead to it, at most [`Listing::MAX_NUMBERS`].
    pub numbers: Vec<OtherNumber>,
    /// What it is like, at most [`Listing::MAX_ATTRIBUTES`], in the order in which they are shown.
    pub attributes: Vec<Attribute>,
    /// More pictures, after the part's own one, at most [`Listing::MAX_PICTURES`], in order.
    pub pictures: Vec<Picture>,
    /// What is sent when it is sold.
    pub parcel: Parcel,
    /// Whether it fits any vehicle, as a can of oil does.
    pub universal: bool,
    /// The part that takes its place.
    pub successor: Option<PartId>,
}

impl Listing {
    /// Other numbers of a part.
    pub const MAX_NUMBERS: usize = 200;
    /// Attributes of a part.
    pub const MAX_ATTRIBUTES: usize = 60;
    /// Pictures of a part beside its first.
    pub const MAX_PICTURES: usize = 12;
}

/// New, or used before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Condition {
    /// Never used.
    #[default]
    New,
    /// Used, then brought back to its maker's specification.
    Remanufactured,
    /// Used.
    Used,
}

impl Condition {
    /// Every condition.
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

/// A number that leads to a part and is not its own one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherNumber {
    /// What it is to the part.
    pub kind: NumberKind,
    /// Whose it is, if that is known.
    pub maker: Option<MakerName>,
    /// The number.
    pub number: PartNumber,
}

impl OtherNumber {
    /// Refuses a GTIN that is none.
    pub fn new(kind: NumberKind, maker: Option<MakerName>, number: PartNumber) -> Result<Self, ValidationError> {
        if kind == NumberKind::Gtin && !is_gtin(number.normal().as_str()) {
            return Err(ValidationError::NotAGtin);
        }
        Ok(Self { kind, maker, number })
    }
}

/// One thing that a part is like: `Diameter`, `300`, `mm`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attribute {
    /// What is told.
    pub name: AttributeName,
    /// What it is for this part.
    pub value: AttributeValue,
    /// What the value is counted in.
    pub unit: Option<AttributeUnit>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Where it is.
    pub image: ImageSource,
    /// What it shows, for those who cannot see it.
    pub alt: Option<AltText>,
}

/// A package as it is sent. What is not known is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parcel {
    /// What it weighs.
    pub weight: Option<Grams>,
    /// Its longest side.
    pub length: Option<Millimetres>,
    /// Its second side.
    pub width: Option<Millimetres>,
    /// Its third side.
    pub height: Option<Millimetres>,
    /// Whether the law calls it dangerous goods.
    pub hazmat: bool,
}

macro_rules! measures {
    ($($(#[$doc:meta])* $name:ident, $method:ident: to $max:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(i64);

        impl $name {
            /// The least there is.
            pub const MIN: i64 = 1;
            /// The most that the shop sends.
            pub const MAX: i64 = $max;

            /// Refuses what is not in the range.
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
    /// A weight in grams, up to ten tonnes.
    Grams, grams: to 10_000_000;
    /// A length in millimetres, up to twenty metres.
    Millimetres, millimetres: to 20_000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gtin_has_to_be_one() {
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
