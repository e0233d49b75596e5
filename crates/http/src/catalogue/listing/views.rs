//! Listings as they are shown.

use crate::{catalogue::PartView, dollars::Dollars, responses::rfc3339};
use autoparts_application::{
    catalogue::editing::EditablePart,
    ports::catalogue::{ListedPart, PartRecord},
};
use autoparts_domain::catalogue::{
    listing::{Attribute, Condition, Grams, Listing, Millimetres, OtherNumber, Picture},
    part_number::NumberKind,
};
use serde::Serialize;
use utoipa::ToSchema;

/// New, or used before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PartCondition)]
pub(crate) enum ConditionView {
    /// Never used.
    New,
    /// Used, then brought back to its maker's specification.
    Remanufactured,
    /// Used.
    Used,
}

impl From<Condition> for ConditionView {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::New => Self::New,
            Condition::Remanufactured => Self::Remanufactured,
            Condition::Used => Self::Used,
        }
    }
}

/// What a number is to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PartNumberKind)]
pub(crate) enum NumberKindView {
    /// The number of the vehicle's maker for the same part.
    Oem,
    /// The number of another maker's part that this one does the work of.
    Interchange,
    /// The number of an older part that this one takes the place of.
    Supersedes,
    /// What the bar code says.
    Gtin,
}

impl From<NumberKind> for NumberKindView {
    fn from(kind: NumberKind) -> Self {
        match kind {
            NumberKind::Oem => Self::Oem,
            NumberKind::Interchange => Self::Interchange,
            NumberKind::Supersedes => Self::Supersedes,
            NumberKind::Gtin => Self::Gtin,
        }
    }
}

/// A number that leads to a part and is not its own one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OtherNumber)]
pub(crate) struct OtherNumberView {
    /// What it is to the part.
    kind: NumberKindView,
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    maker: Option<String>,
    /// The number.
    number: String,
}

/// One thing that a part is like.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Attribute)]
pub(crate) struct AttributeView {
    /// What is told.
    name: String,
    /// What it is for this part.
    value: String,
    /// What the value is counted in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    unit: Option<String>,
}

/// One more picture of a part.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Picture)]
pub(crate) struct PictureView {
    /// Where it is.
    img: String,
    /// What it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    alt: Option<String>,
}

/// What is said about a part beside what an order needs.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Listing)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListingView {
    /// The key of its brand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    brand: Option<String>,
    /// The number that its brand gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    number: Option<String>,
    /// The key of its category.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    category: Option<String>,
    /// New, or used before.
    condition: ConditionView,
    /// What its maker recommends it is sold for, in dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, nullable = false)]
    list_price: Option<Dollars>,
    /// Other numbers that lead to it.
    numbers: Vec<OtherNumberView>,
    /// What it is like.
    attributes: Vec<AttributeView>,
    /// More pictures, after its own one.
    pictures: Vec<PictureView>,
    /// What it weighs as it is sent, in grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    weight: Option<i64>,
    /// Its longest side as it is sent, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    length: Option<i64>,
    /// Its second side as it is sent, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    width: Option<i64>,
    /// Its third side as it is sent, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    height: Option<i64>,
    /// Whether the law calls it dangerous goods.
    hazmat: bool,
    /// Whether it fits any vehicle.
    universal: bool,
    /// The `_id` of the part that takes its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    successor: Option<String>,
}

impl From<Listing> for ListingView {
    fn from(listing: Listing) -> Self {
        let parcel = listing.parcel;
        let number = |other: OtherNumber| OtherNumberView {
            kind: other.kind.into(),
            maker: other.maker.map(|maker| maker.to_string()),
            number: other.number.to_string(),
        };
        let attribute = |attribute: Attribute| AttributeView {
            name: attribute.name.to_string(),
            value: attribute.value.to_string(),
            unit: attribute.unit.map(|unit| unit.to_string()),
        };
        let picture = |picture: Picture| PictureView {
            img: picture.image.to_string(),
            alt: picture.alt.map(|alt| alt.to_string()),
        };
        Self {
            brand: listing.brand.map(|brand| brand.to_string()),
            number: listing.number.map(|number| number.to_string()),
            category: listing.category.map(|category| category.to_string()),
            condition: listing.condition.into(),
            list_price: listing.list_price.map(|price| Dollars(price.amount())),
            numbers: listing.numbers.into_iter().map(number).collect(),
            attributes: listing.attributes.into_iter().map(attribute).collect(),
            pictures: listing.pictures.into_iter().map(picture).collect(),
            weight: parcel.weight.map(Grams::grams),
            length: parcel.length.map(Millimetres::millimetres),
            width: parcel.width.map(Millimetres::millimetres),
            height: parcel.height.map(Millimetres::millimetres),
            hazmat: parcel.hazmat,
            universal: listing.universal,
            successor: listing.successor.map(|part| part.to_string()),
        }
    }
}

/// A part as those see it who keep the catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PartRecord)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PartRecordView {
    /// The part.
    part: PartView,
    /// What else is said about it.
    listing: ListingView,
    /// Counts its changes, but for those of its stock: whoever changes it says which one they saw.
    revision: i64,
    /// Whether it has been deleted from the catalogue.
    hidden: bool,
    /// At or below how many pieces it is running low.
    reorder_at: i64,
    /// When it last changed, but for its stock, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
}

impl From<EditablePart> for PartRecordView {
    fn from(EditablePart { listed: ListedPart { record, listing }, reorder_at }: EditablePart) -> Self {
        let PartRecord { part, hidden, revision, changed_at } = record;
        Self {
            part: part.into(),
            listing: listing.into(),
            revision,
            hidden,
            reorder_at: reorder_at.pieces(),
            changed_at: rfc3339(changed_at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_and_kinds_have_the_same_name_everywhere() {
        for condition in Condition::ALL {
            assert_eq!(serde_json::to_value(ConditionView::from(condition)).unwrap(), condition.name());
        }
        for kind in NumberKind::ALL {
            assert_eq!(serde_json::to_value(NumberKindView::from(kind)).unwrap(), kind.name());
        }
    }
}
