//! Request and response bodies of listings.

use crate::{
    catalogue::PartView,
    dollars::Dollars,
    form::request,
    input::Items,
    problem::{FieldProblem, Problem},
    responses::rfc3339,
    returns::terms::ReturnTermsView,
    view::{response, words},
};
use autoparts_application::{
    catalogue::editing::EditablePart,
    ports::catalogue::{ListedPart, PartRecord},
};
use autoparts_domain::{
    catalogue::{
        listing::{Attribute, Condition, Grams, Listing, Millimetres, OtherNumber, Parcel, Picture},
        part_number::{NumberKind, PartNumber},
    },
    id::PartId,
    money::Price,
    returns::ReturnTerms,
    slug::{BrandId, CategoryId},
    text::{AltText, AttributeName, AttributeUnit, AttributeValue, ImageSource, MakerName},
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

request! {
    /// Another number by which a part is found, besides its own.
    OtherNumberFields {
        /// How the number relates to the part.
        kind: NumberKind,
        /// The maker that the number belongs to.
        maker: Option<MakerName>,
        /// The number.
        number: PartNumber,
    }
}

request! {
    /// An attribute of a part.
    AttributeFields {
        /// The attribute's name.
        name: AttributeName,
        /// The value.
        value: AttributeValue,
        /// The unit of the value.
        unit: Option<AttributeUnit>,
    }
}

request! {
    /// An additional picture of a part.
    PictureFields {
        /// Its address: an `https:` address, or a path of this shop.
        img: ImageSource,
        /// Alternative text for people who cannot see the picture.
        alt: Option<AltText>,
    }
}

request! {
    /// Catalog details that ordering does not need.
    ListingFields {
        /// The key of its brand.
        brand: Option<BrandId>,
        /// The brand's part number.
        number: Option<PartNumber>,
        /// The key of its category.
        category: Option<CategoryId>,
        /// The condition; new if absent.
        condition: Option<Condition>,
        /// The maker's recommended price, in dollars.
        list_price: Option<Price>,
        /// Other numbers by which it is found.
        numbers: Items<OtherNumberFields, { Listing::MAX_NUMBERS }>,
        /// The attributes.
        attributes: Items<AttributeFields, { Listing::MAX_ATTRIBUTES }>,
        /// Additional pictures, shown after the main one.
        pictures: Items<PictureFields, { Listing::MAX_PICTURES }>,
        /// The shipping weight, in grams.
        weight: Option<Grams>,
        /// The longest side of the package, in millimeters.
        length: Option<Millimetres>,
        /// The second side of the package, in millimeters.
        width: Option<Millimetres>,
        /// The third side of the package, in millimeters.
        height: Option<Millimetres>,
        /// Whether it is classified as dangerous goods.
        hazmat: Option<bool>,
        /// Whether it fits any vehicle.
        universal: Option<bool>,
        /// The `_id` of the part that supersedes it.
        successor: Option<PartId>,
    }
}

impl ListingFields {
    /// The listing, if every bar code has a valid check digit.
    pub(crate) fn read(self) -> Result<Listing, Problem> {
        let mut numbers = Vec::with_capacity(self.numbers.0.len());
        for (place, number) in self.numbers.0.into_iter().enumerate() {
            let number = OtherNumber::new(number.kind, number.maker, number.number);
            let refused = |why| FieldProblem::new("number", why).within(&format!("numbers[{place}]"));
            numbers.push(number.map_err(|why| Problem::refused_field(refused(why)))?);
        }
        let attribute =
            |fields: AttributeFields| Attribute { name: fields.name, value: fields.value, unit: fields.unit };
        Ok(Listing {
            brand: self.brand,
            number: self.number,
            category: self.category,
            condition: self.condition.unwrap_or_default(),
            list_price: self.list_price,
            numbers,
            attributes: self.attributes.0.into_iter().map(attribute).collect(),
            pictures: self
                .pictures
                .0
                .into_iter()
                .map(|fields| Picture { image: fields.img, alt: fields.alt })
                .collect(),
            parcel: Parcel {
                weight: self.weight,
                length: self.length,
                width: self.width,
                height: self.height,
                hazmat: self.hazmat.unwrap_or_default(),
            },
            universal: self.universal.unwrap_or_default(),
            successor: self.successor,
        })
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

    /// Catalog details that ordering does not need.
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
        /// The terms for returning it; absent for admins who edit it.
        returns: Option<ReturnTermsView>,
    }
}

impl ListingView {
    /// The listing of a part that can be ordered on these terms.
    pub(crate) fn with_terms(listing: Listing, returns: ReturnTerms) -> Self {
        Self { returns: Some(returns.into()), ..listing.into() }
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
            returns: None,
        }
    }
}

response! {
    /// A part as admins edit it.
    pub(crate) PartRecordView as PartRecord {
        /// The part.
        part: PartView,
        /// Catalog details.
        listing: ListingView,
        /// The number of changes, excluding stock. An edit must state the revision that it is based on.
        revision: i64,
        /// Whether it has been deleted from the catalog.
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
