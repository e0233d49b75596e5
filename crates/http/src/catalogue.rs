//! `/parts`: the catalog.

pub(crate) mod bulk;
pub(crate) mod categories;
pub(crate) mod listing;
pub(crate) mod products;
pub(crate) mod search;
pub(crate) mod stock;

use crate::{
    catalogue::{
        categories::BrandView,
        listing::{ConditionView, ListingFields, Revised},
    },
    dollars::Dollars,
    extract::{self, Body, Caller, PageQuery},
    form::request,
    input::{Nested, Revision},
    problem::{Problem, ProblemDocument},
    public_answers::Key,
    responses::{AuthenticatedErrors, Deleted, Inserted, Modified, PublicErrors, WriteErrors, public, public_list},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, post, put,
    web::{Data, Json, Path, Query},
};
use autoparts_application::ports::catalogue::PartCard;
use autoparts_domain::{
    catalogue::{Part, PartDetails, listing::Condition},
    money::{Charge, Price},
    quantity::{MinimumOrder, Pack, Stock},
    text::{ImageSource, PartDescription, PartTitle},
};

response! {
    /// A part of the catalog.
    pub(crate) PartView as Part {
        /// Its id.
        #[serde(rename = "_id")]
        id: String,
        /// Its title.
        title: String,
        /// Its description.
        desc: String,
        /// The address of its picture.
        img: String,
        /// The minimum order, in pieces.
        min_order_quantity: i64,
        /// The number of pieces that can be ordered now.
        available: i64,
        /// The price of one piece, in dollars.
        price: Dollars,
        /// Its brand.
        brand: Option<BrandView>,
        /// The brand's part number.
        number: Option<String>,
        /// The key of its category.
        category: Option<String>,
        /// Its condition; absent when new.
        condition: Option<ConditionView>,
        /// The `_id` of the part that supersedes it.
        successor: Option<String>,
        /// The maker's recommended price, in dollars; absent unless it exceeds the price.
        list_price: Option<Dollars>,
        /// The number of pieces per pack; absent if pieces are sold individually.
        pack: Option<i64>,
        /// The core charge per piece, in dollars: added to the price, and refunded when the old part is returned. Absent if
        /// there is none.
        core: Option<Dollars>,
    }
}

impl From<PartCard> for PartView {
    fn from(card: PartCard) -> Self {
        let list_price = card.list_price.map(Price::amount).filter(|price| *price > card.part.details.price.amount());
        Self {
            brand: card.brand.as_ref().map(BrandView::from),
            number: card.number.map(|number| number.to_string()),
            category: card.category.map(|category| category.to_string()),
            condition: (card.condition != Condition::New).then(|| card.condition.into()),
            successor: card.successor.map(|part| part.to_string()),
            list_price: list_price.map(Dollars),
            ..card.part.into()
        }
    }
}

impl From<Part> for PartView {
    fn from(part: Part) -> Self {
        let details = part.details;
        Self {
            id: part.id.to_string(),
            title: details.title.to_string(),
            desc: details.description.to_string(),
            img: details.image.to_string(),
            min_order_quantity: details.minimum_order.quantity().pieces(),
            available: part.available.pieces(),
            price: Dollars(details.price.amount()),
            brand: None,
            number: None,
            category: None,
            condition: None,
            successor: None,
            list_price: None,
            pack: (details.pack != Pack::SINGLE).then(|| details.pack.pieces()),
            core: (details.core != Charge::NONE).then(|| Dollars(details.core.amount())),
        }
    }
}

request! {
    /// A part to add.
    NewPart {
        /// Its title.
        title: PartTitle,
        /// Its description.
        desc: PartDescription,
        /// The address of its picture: an `https:` address, or a path of this shop.
        img: ImageSource,
        /// The minimum order, in pieces.
        min_order_quantity: MinimumOrder,
        /// The number of pieces that can be ordered now.
        available: Stock,
        /// The price of one piece, in dollars.
        price: Price,
        /// The number of pieces per pack; 1 if absent. The minimum order must be a multiple of it.
        pack: Option<Pack>,
        /// The core charge per piece, in dollars: added to the price, and refunded when the old part is returned. None
        /// if absent.
        core: Option<Charge>,
        /// Other catalog details.
        listing: Option<Nested<ListingFields>>,
    }
}

request! {
    /// A new version of a part.
    PartEdit {
        /// The revision that this edit is based on.
        revision: Revision,
        /// Its title.
        title: PartTitle,
        /// Its description.
        desc: PartDescription,
        /// The address of its picture: an `https:` address, or a path of this shop.
        img: ImageSource,
        /// The minimum order, in pieces.
        min_order_quantity: MinimumOrder,
        /// The price of one piece, in dollars.
        price: Price,
        /// The number of pieces per pack; 1 if absent. The minimum order must be a multiple of it.
        pack: Option<Pack>,
        /// The core charge per piece, in dollars: added to the price, and refunded when the old part is returned. None
        /// if absent.
        core: Option<Charge>,
    }
}

/// Lists all parts, oldest first. A page ends early when it reaches 256 kB.
#[utoipa::path(tag = "parts", operation_id = "listParts", params(PageQuery),
    responses((status = 200, body = [PartView]), PublicErrors))]
#[get("/parts")]
pub(crate) async fn list_parts(
    api: Data<Api>,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let parts = async |page| {
        let parts = api.shop.parts(page).await?;
        Ok(parts.into_iter().map(|card| (card.part.id, PartView::from(card))).collect())
    };
    api.read_public(&request, Key::Parts(page), async || public_list("/parts", page, parts).await).await
}

/// Returns a part.
#[utoipa::path(tag = "parts", operation_id = "getPart", params(("id" = String, Path, description = "The part's `_id`")),
    responses((status = 200, body = PartView), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/parts/{id}")]
pub(crate) async fn get_part(api: Data<Api>, id: Path<String>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let id = extract::id(&id)?;
    api.read_public(&request, Key::Part(id), async || public(&PartView::from(api.shop.part(id).await?))).await
}

/// Adds a part. Admin only.
#[utoipa::path(tag = "parts", operation_id = "addPart", request_body = NewPart, security(("bearer" = [])),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/parts")]
pub(crate) async fn add_part(api: Data<Api>, caller: Caller, body: Body<NewPart>) -> Result<HttpResponse, Problem> {
    let part = body.read()?;
    let listing = part.listing.map(|listing| listing.0.read()).transpose()?;
    let details = PartDetails {
        title: part.title,
        description: part.desc,
        image: part.img,
        minimum_order: part.min_order_quantity,
        price: part.price,
        pack: part.pack.unwrap_or_default(),
        core: part.core.unwrap_or(Charge::NONE),
    };
    let id = api.shop.add_part(caller.0, details, part.available, listing).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// Changes a part, unless it has changed since the given revision. Admin only. Use `/parts/{id}/stock` to change its
/// stock. Existing orders keep what was agreed.
#[utoipa::path(tag = "parts", operation_id = "editPart", params(("id" = String, Path, description = "The part's `_id`")),
    request_body = PartEdit, security(("bearer" = [])), responses((status = 200, body = Revised), WriteErrors))]
#[put("/parts/{id}")]
pub(crate) async fn edit_part(
    api: Data<Api>,
    caller: Caller,
    id: Path<String>,
    body: Body<PartEdit>,
) -> Result<Json<Revised>, Problem> {
    let id = extract::id(&id)?;
    let part = body.read()?;
    let details = PartDetails {
        title: part.title,
        description: part.desc,
        image: part.img,
        minimum_order: part.min_order_quantity,
        price: part.price,
        pack: part.pack.unwrap_or_default(),
        core: part.core.unwrap_or(Charge::NONE),
    };
    Ok(Json(Revised::new(api.shop.edit_part(caller.0, id, part.revision.0, details).await?)))
}

/// Restores a deleted part to the catalog. Admin only.
#[utoipa::path(tag = "parts", operation_id = "restorePart", params(("id" = String, Path, description = "The part's `_id`")),
    security(("bearer" = [])), responses((status = 200, body = Modified), (status = 409, body = ProblemDocument, content_type = "application/problem+json"), AuthenticatedErrors))]
#[post("/parts/{id}/restore")]
pub(crate) async fn restore_part(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<Modified>, Problem> {
    Ok(Json(Modified::new(api.shop.show_part(caller.0, extract::id(&id)?).await?)))
}

/// Deletes a part from the catalog. Admin only. Its orders are kept.
#[utoipa::path(tag = "parts", operation_id = "deletePart", params(("id" = String, Path, description = "The part's `_id`")),
    security(("bearer" = [])), responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/parts/{id}")]
pub(crate) async fn delete_part(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.delete_part(caller.0, extract::id(&id)?).await?)))
}
