//! `/parts/{id}/listing`: what is said about a part beside what an order needs, and changing it.

use crate::{
    catalogue::PartView,
    dollars::Dollars,
    extract::{self, Body, Caller},
    form::request,
    input::Items,
    problem::{FieldProblem, Problem, ProblemDocument},
    public_answers::Key,
    responses::{AuthenticatedErrors, PublicErrors, WriteErrors, public, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path},
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
    slug::{BrandId, CategoryId},
    text::{AltText, AttributeName, AttributeUnit, AttributeValue, ImageSource, MakerName},
    validation::ValidationError,
};
use serde::Serialize;
use utoipa::ToSchema;

/// How often a part was changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Revision(pub(crate) i64);

impl Revision {
    pub(crate) const MIN: i64 = 1;
    /// What every client can count to.
    pub(crate) const MAX: i64 = 9_007_199_254_740_991;

    pub(crate) fn new(revision: i64) -> Result<Self, ValidationError> {
        let fits = (Self::MIN..=Self::MAX).contains(&revision);
        fits.then_some(Self(revision)).ok_or(ValidationError::outside(Self::MIN, Self::MAX))
    }
}

/// Something was changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Revised {
    /// Always true.
    acknowledged: bool,
    /// Its revision since then.
    revision: i64,
}

impl Revised {
    pub(crate) fn new(revision: i64) -> Self {
        Self { acknowledged: true, revision }
    }
}

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

request! {
    /// A number that leads to a part and is not its own one.
    OtherNumberFields {
        /// What it is to the part.
        kind: NumberKind,
        /// Whose it is.
        maker: Option<MakerName>,
        /// The number.
        number: PartNumber,
    }
}

request! {
    /// One thing that a part is like.
    AttributeFields {
        /// What is told.
        name: AttributeName,
        /// What it is for this part.
        value: AttributeValue,
        /// What the value is counted in.
        unit: Option<AttributeUnit>,
    }
}

request! {
    /// One more picture of a part.
    PictureFields {
        /// Where it is: an `https:` address, or a path of this shop.
        img: ImageSource,
        /// What it shows, for those who cannot see it.
        alt: Option<AltText>,
    }
}

request! {
    /// What is said about a part beside what an order needs.
    ListingFields {
        /// The key of its brand.
        brand: Option<BrandId>,
        /// The number that its brand gives it.
        number: Option<PartNumber>,
        /// The key of its category.
        category: Option<CategoryId>,
        /// New, or used before; new unless something else is said.
        condition: Option<Condition>,
        /// What its maker recommends it is sold for, in dollars.
        list_price: Option<Price>,
        /// Other numbers that lead to it.
        numbers: Items<OtherNumberFields, { Listing::MAX_NUMBERS }>,
        /// What it is like.
        attributes: Items<AttributeFields, { Listing::MAX_ATTRIBUTES }>,
        /// More pictures, after its own one.
        pictures: Items<PictureFields, { Listing::MAX_PICTURES }>,
        /// What it weighs as it is sent, in grams.
        weight: Option<Grams>,
        /// Its longest side as it is sent, in millimetres.
        length: Option<Millimetres>,
        /// Its second side as it is sent, in millimetres.
        width: Option<Millimetres>,
        /// Its third side as it is sent, in millimetres.
        height: Option<Millimetres>,
        /// Whether the law calls it dangerous goods.
        hazmat: Option<bool>,
        /// Whether it fits any vehicle.
        universal: Option<bool>,
        /// The `_id` of the part that takes its place.
        successor: Option<PartId>,
    }
}

request! {
    /// A listing as it is to be.
    ListingEdit {
        /// The revision that this was made from.
        revision: Revision,
        /// What is to be said about the part.
        listing: Option<crate::input::Nested<ListingFields>>,
    }
}

impl ListingFields {
    /// The listing, if every bar code has its check digit.
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

/// What is said about a part beside what an order needs; for everybody.
#[utoipa::path(tag = "parts", operation_id = "getListing", params(("id" = String, Path, description = "The part's `_id`")),
    responses((status = 200, body = ListingView), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/parts/{id}/listing")]
pub(crate) async fn get_listing(
    api: Data<Api>,
    id: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = extract::id(&id)?;
    let read = async || public(&ListingView::from(api.shop.listing(id).await?));
    api.read_public(&request, Key::Listing(id), read).await
}

/// A part with all that can be changed about it, deleted or not; for admins.
#[utoipa::path(tag = "parts", operation_id = "getPartRecord", params(("id" = String, Path, description = "The part's `_id`")),
    security(("bearer" = [])), responses((status = 200, body = PartRecordView), AuthenticatedErrors))]
#[get("/parts/{id}/record")]
pub(crate) async fn get_part_record(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
) -> Result<Json<PartRecordView>, Problem> {
    Ok(Json(api.shop.part_to_edit(caller.0, extract::id(&id)?).await?.into()))
}

/// Changes what is said about a part beside what an order needs, provided that nobody else has changed the part
/// meanwhile; for admins. What is left out is not said any more.
#[utoipa::path(tag = "parts", operation_id = "editListing", params(("id" = String, Path, description = "The part's `_id`")),
    request_body = ListingEdit, security(("bearer" = [])), responses((status = 200, body = Revised), WriteErrors))]
#[put("/parts/{id}/listing")]
pub(crate) async fn edit_listing(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ListingEdit>,
) -> Result<Json<Revised>, Problem> {
    let (id, edit) = (extract::id(&id)?, body.read()?);
    let listing = edit.listing.map(|listing| listing.0.read()).transpose()?.unwrap_or_default();
    Ok(Json(Revised::new(api.shop.edit_listing(caller.0, id, edit.revision.0, listing).await?)))
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
