//! Views of listings.

use crate::{catalogue::PartView, dollars::Dollars, responses::rfc3339, view::response, view::words};
use autoparts_application::{
    catalogue::editing::EditablePart,
    ports::catalogue::{ListedPart, PartRecord},
};
use autoparts_domain::catalogue::{
    listing::{Attribute, Condition, Grams, Listing, Millimetres, OtherNumber, Picture},
    part_number::NumberKind,
};

words! {
    /// The condition of a part.
    pub(crate) ConditionView as PartCondition from Condition {
        /// Never used.
        New,
        /// Used, then restored to its maker's specification.
        Remanufactured,
        /// Used.
        Used,
    }
}

words! {
    /// How a number relates to a part.
    pub(crate) NumberKindView as PartNumberKind from NumberKind {
        /// The vehicle maker's number for the same part.
        Oem,
        /// The number of another maker's part that this one can replace.
        Interchange,
        /// The number of an older part that this one supersedes.
        Supersedes,
        /// The number of the bar code.
        Gtin,
    }
}

response! {
    /// Another number by which a part is found, besides its own.
    pub(crate) OtherNumberView as OtherNumber {
        /// How the number relates to the part.
        kind: NumberKindView,
        /// The maker that the number belongs to.
        maker: Option<String>,
        /// The number.
        number: String,
    }

    /// An attribute of a part.
    pub(crate) AttributeView as Attribute {
        /// The attribute's name.
        name: String,
        /// The value.
        value: String,
        /// The unit of the value.
        unit: Option<String>,
    }

    /// An additional picture of a part.
    pub(crate) PictureView as Picture {
        /// Its address.
        img: String,
        /// Alternative text.
        alt: Option<String>,
    }

    /// Catalogue details that ordering does not need.
    pub(crate) ListingView as Listing {
        /// The key of its brand.
        brand: Option<String>,
        /// The brand's part number.
        number: Option<String>,
        /// The key of its category.
        category: Option<String>,
        /// The condition.
        condition: ConditionView,
        /// The maker's recommended price, in dollars.
        list_price: Option<Dollars>,
        /// Other numbers by which it is found.
        numbers: Vec<OtherNumberView>,
        /// The attributes.
        attributes: Vec<AttributeView>,
        /// Additional pictures, shown after the main one.
        pictures: Vec<PictureView>,
        /// The shipping weight, in grams.
        weight: Option<i64>,
        /// The longest side of the package, in millimeters.
        length: Option<i64>,
        /// The second side of the package, in millimeters.
        width: Option<i64>,
        /// The third side of the package, in millimeters.
        height: Option<i64>,
        /// Whether it is classified as dangerous goods.
        hazmat: bool,
        /// Whether it fits any vehicle.
        universal: bool,
        /// The `_id` of the part that supersedes it.
        successor: Option<String>,
    }
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

response! {
    /// A part as admins edit it.
    pub(crate) PartRecordView as PartRecord {
        /// The part.
        part: PartView,
        /// Catalogue details.
        listing: ListingView,
        /// The number of changes, excluding stock. An edit must state the revision that it is based on.
        revision: i64,
        /// Whether it has been deleted from the catalogue.
        hidden: bool,
        /// The stock level, in pieces, at or below which the part is running low.
        reorder_at: i64,
        /// When it last changed, excluding stock, in UTC.
        #[schema(format = DateTime)]
        changed_at: String,
    }
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
