//! `/parts`: the catalogue.

use crate::{
    dollars::Dollars,
    extract::{self, Body, Caller, PageQuery},
    form::request,
    problem::{Problem, ProblemDocument},
    public_answers::CostlyRead,
    responses::{AuthenticatedErrors, Deleted, Inserted, PublicErrors, WriteErrors, public, public_list},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, post,
    web::{Data, Json, Path, Query},
};
use autoparts_domain::{
    catalogue::{Part, PartDetails},
    money::Price,
    quantity::{MinimumOrder, Stock},
    text::{ImageSource, PartDescription, PartTitle},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A part of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Part)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PartView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// Its title.
    title: String,
    /// Its description.
    desc: String,
    /// Where its picture is.
    img: String,
    /// The least that may be ordered, in pieces.
    min_order_quantity: i64,
    /// Pieces that can be ordered now.
    available: i64,
    /// The price of one piece, in dollars.
    #[schema(value_type = f64)]
    price: Dollars,
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
        /// Where its picture is: an `https:` address, or a path of this shop.
        img: ImageSource,
        /// The least that may be ordered, in pieces.
        min_order_quantity: MinimumOrder,
        /// Pieces that can be ordered now.
        available: Stock,
        /// The price of one piece, in dollars.
        price: Price,
    }
}

impl NewPart {
    fn details(self) -> PartDetails {
        PartDetails {
            title: self.title,
            description: self.desc,
            image: self.img,
            minimum_order: self.min_order_quantity,
            price: self.price,
        }
    }
}

/// All parts, oldest first; a page ends early when it has 256 kB.
#[utoipa::path(tag = "parts", operation_id = "listParts", params(PageQuery),
    responses((status = 200, body = [PartView]), PublicErrors))]
#[get("/parts")]
pub(crate) async fn list_parts(
    api: Data<Api>,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let permit = api.public.permit(CostlyRead::Parts).await?;
    let read = async |page| {
        let parts = api.shop.parts(page).await?;
        Ok(parts.into_iter().map(|part| (part.id, PartView::from(part))).collect())
    };
    public_list(&api.public, permit, &request, page, read).await
}

/// One part.
#[utoipa::path(tag = "parts", operation_id = "getPart", params(("id" = String, Path, description = "The part's `_id`")),
    responses((status = 200, body = PartView), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/parts/{id}")]
pub(crate) async fn get_part(api: Data<Api>, id: Path<String>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    public(&request, &PartView::from(api.shop.part(extract::id(&id)?).await?))
}

/// Adds a part; for admins.
#[utoipa::path(tag = "parts", operation_id = "addPart", request_body = NewPart, security(("bearer" = [])),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/parts")]
pub(crate) async fn add_part(api: Data<Api>, caller: Caller, body: Body<NewPart>) -> Result<HttpResponse, Problem> {
    let part = body.read()?;
    let available = part.available;
    let id = api.shop.add_part(caller.0, part.details(), available).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// Deletes a part from the catalogue; for admins. Its orders stay.
#[utoipa::path(tag = "parts", operation_id = "deletePart", params(("id" = String, Path, description = "The part's `_id`")),
    security(("bearer" = [])), responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/parts/{id}")]
pub(crate) async fn delete_part(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.delete_part(caller.0, extract::id(&id)?).await?)))
}
