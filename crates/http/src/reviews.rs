//! `/reviews`: customer reviews of the shop.

use crate::{
    extract::{self, Body, Caller, PageQuery},
    form::request,
    limits::Limited,
    problem::Problem,
    public_answers::Key,
    responses::{AuthenticatedErrors, Deleted, Inserted, PublicErrors, WriteErrors, public_list},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, delete, get, post,
    web::{Data, Json, Path, Query},
};
use autoparts_domain::{
    reviews::{Rating, Review},
    text::ReviewText,
};

response! {
    /// A review.
    pub(crate) ReviewView as Review from |review| Review {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = review.id.to_string(),
        /// The author's name.
        name: String = review.name.to_string(),
        /// Stars, 1 to 5.
        rating: i64 = review.rating.stars(),
        /// The text.
        review: String = review.text.to_string(),
    }
}

request! {
    /// A review to add under the caller's name.
    NewReview {
        /// Stars.
        rating: Rating,
        /// The text.
        review: ReviewText,
    }
    ignored {
        /// Ignored: the name comes from the account.
        name,
    }
}

/// Lists all reviews, newest first. A page ends early when it reaches 256 kB.
#[utoipa::path(tag = "reviews", operation_id = "listReviews", params(PageQuery),
    responses((status = 200, body = [ReviewView]), PublicErrors))]
#[get("/reviews")]
pub(crate) async fn list_reviews(
    api: Data<Api>,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let reviews = async |page| {
        let reviews = api.shop.reviews(page).await?;
        Ok(reviews.into_iter().map(|review| (review.id, ReviewView::from(review))).collect())
    };
    api.read_public(&request, Key::Reviews(page), async || public_list("/reviews", page, reviews).await).await
}

/// Adds a review under the caller's name; one per day.
#[utoipa::path(tag = "reviews", operation_id = "addReview", request_body = NewReview, security(("bearer" = [])),
    responses((status = 201, body = Inserted), WriteErrors))]
#[post("/reviews")]
pub(crate) async fn add_review(api: Data<Api>, caller: Caller, body: Body<NewReview>) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Reviews, &caller.0.to_string())?;
    let NewReview { rating, review } = body.read()?;
    let id = api.shop.add_review(caller.0, rating, review).await?;
    Ok(HttpResponse::Created().json(Inserted::new(id)))
}

/// Deletes a review. Admin only.
#[utoipa::path(tag = "reviews", operation_id = "deleteReview", security(("bearer" = [])),
    params(("id" = String, Path, description = "The review's id")),
    responses((status = 200, body = Deleted), AuthenticatedErrors))]
#[delete("/reviews/{id}")]
pub(crate) async fn delete_review(api: Data<Api>, caller: Caller, id: Path<String>) -> Result<Json<Deleted>, Problem> {
    Ok(Json(Deleted::new(api.shop.delete_review(caller.0, extract::id(&id)?).await?)))
}
