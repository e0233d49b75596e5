//! `/parts/{id}/listing`: catalog details that ordering does not need, and editing them.

mod bodies;

pub(crate) use bodies::{ConditionView, ListingFields, ListingView, NumberKindView, PartRecordView};

use crate::{
    extract::{self, Body, Caller},
    form::request,
    input::{Nested, Revision},
    problem::{Problem, ProblemDocument},
    public_answers::Key,
    responses::{AuthenticatedErrors, PublicErrors, WriteErrors, public},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, put,
    web::{Data, Json, Path},
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
    /// A new version of a listing.
    ListingEdit {
        /// The revision that this edit is based on.
        revision: Revision,
        /// The new listing.
        listing: Option<Nested<ListingFields>>,
    }
}

/// Returns the catalog details of a part that ordering does not need, and the terms for returning it. Public.
#[utoipa::path(tag = "parts", operation_id = "getListing", params(("id" = String, Path, description = "The part's `_id`")),
    responses((status = 200, body = ListingView), (status = 404, body = ProblemDocument, content_type = "application/problem+json"), PublicErrors))]
#[get("/parts/{id}/listing")]
pub(crate) async fn get_listing(
    api: Data<Api>,
    id: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let id = extract::id(&id)?;
    let read = async || {
        let listing = api.shop.listing(id).await?;
        let terms = api.shop.return_terms(&listing).await?;
        public(&ListingView::with_terms(listing, terms))
    };
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

/// Replaces the catalog details of a part, unless the part has changed since the given revision. Admin only. Omitted
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
