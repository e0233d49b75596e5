//! `/parts`: the catalogue.

use crate::{
    dollars::Dollars,
    extract::{self, Body, Caller, PageQuery},
    form::{Field, Form, Numeric},
    problem::{Problem, ProblemDocument},
    public_answers::CostlyRead,
    responses::{AuthenticatedErrors, Deleted, Inserted, PublicErrors, WriteErrors, public, public_list},
    schema,
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
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A part of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Part)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PartView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// What it is called.
    title: String,
    /// What it is.
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

/// A part to add.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewPart)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPartRequest {
    /// At most 120 characters.
    #[serde(default)]
    #[schema(value_type = schema::PartTitle, required)]
    title: Field,
    /// At most 4,000 characters.
    #[serde(default)]
    #[schema(value_type = schema::PartDescription, required)]
    desc: Field,
    /// An `https:` address or a path of this shop.
    #[serde(default)]
    #[schema(value_type = schema::ImageSource, required)]
    img: Field,
    /// 1 to 1,000,000 pieces.
    #[serde(default)]
    #[schema(value_type = schema::MinimumPieces, required)]
    min_order_quantity: Numeric,
    /// 0 to 1,000,000,000 pieces.
    #[serde(default)]
    #[schema(value_type = schema::StockPieces, required)]
    available: Numeric,
    /// 0.01 to 999,999.99 dollars.
    #[serde(default)]
    #[schema(value_type = schema::PriceDollars, required)]
    price: Numeric,
}

impl NewPartRequest {
    fn read(&self) -> Result<(PartDetails, Stock), Problem> {
        let mut form = Form::default();
        let (Ok(title), Ok(description), Ok(image), Ok(minimum_order), Ok(available), Ok(price)) = (
            form.text("title", &self.title),
            form.text("desc", &self.desc),
            form.text("img", &self.img),
            form.whole("minOrderQuantity", &self.min_order_quantity, MinimumOrder::new),
            form.whole("available", &self.available, Stock::new),
            form.dollars("price", &self.price, Price::new),
        ) else {
            return Err(form.problem());
        };
        Ok((PartDetails { title, description, image, minimum_order, price }, available))
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
#[utoipa::path(tag = "parts", operation_id = "addPart", request_body = NewPartRequest, security(("bearer" = [])),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/parts")]
pub(crate) async fn add_part(
    api: Data<Api>,
    caller: Caller,
    body: Body<NewPartRequest>,
) -> Result<HttpResponse, Problem> {
    let (details, available) = body.0.read()?;
    let id = api.shop.add_part(caller.0, details, available).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// Takes a part out of the catalogue; for admins. Orders for it stay.
#[utoipa::path(tag = "parts", operation_id = "deletePart", params(("id" = String, Path, description = "The part's `_id`")),
    security(("bearer" = [])), responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/parts/{id}")]
pub(crate) async fn delete_part(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.delete_part(caller.0, extract::id(&id)?).await?)))
}
