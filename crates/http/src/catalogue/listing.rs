//! `/parts/{id}/listing`: catalogue details that ordering does not need, and editing them.

mod views;

pub(crate) use views::{ConditionView, ListingView, NumberKindView, PartRecordView};

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{Items, Revision},
    problem::{FieldProblem, Problem, ProblemDocument},
    public_answers::Key,
    responses::{AuthenticatedErrors, PublicErrors, WriteErrors, public},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path},
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
};

response! {
    /// The result of a change.
    pub(crate) Revised {
        /// Always true.
        acknowledged: bool,
        /// The new revision.
        revision: i64,
    }
}

impl Revised {
    pub(crate) fn new(revision: i64) -> Self {
        Self { acknowledged: true, revision }
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
    /// Catalogue details that ordering does not need.
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

request! {
    /// A new version of a listing.
    ListingEdit {
        /// The revision that this edit is based on.
        revision: Revision,
        /// The new listing.
        listing: Option<crate::input::Nested<ListingFields>>,
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

/// Returns the catalogue details of a part that ordering does not need. Public.
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

/// Returns a part with everything that can be edited, deleted or not. Admin only.
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

/// Replaces the catalogue details of a part, unless the part has changed since the given revision. Admin only. Omitted
/// fields are cleared.
#[utoipa::path(tag = "parts", operation_id = "editListing", params(("id" = String, Path, description = "The part's `_id`")),
    request_body = ListingEdit, security(("bearer" = [])), responses((status = 200, body = Revised), WriteErrors))]
#[put("/parts/{id}/listing")]
pub(crate) async fn edit_listing(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<ListingEdit>,
) -> Result<Json<Revised>, Problem> {
    let id = extract::id(&id)?;
    let edit = body.read()?;
    let listing = edit.listing.map(|listing| listing.0.read()).transpose()?.unwrap_or_default();
    Ok(Json(Revised::new(api.shop.edit_listing(caller.0, id, edit.revision.0, listing).await?)))
}
