//! `/parts/{id}/listing`: what is said about a part beside what an order needs, and changing it.

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
use serde::Serialize;
use utoipa::ToSchema;

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
