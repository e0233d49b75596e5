//! `/newsletter`: subscribing, the links in its emails, and the list of subscribers.
//!
//! The response to a subscription is the same for every address, so that no caller can find out which addresses are
//! known.

use crate::{
    dollars::Dollars,
    extract::{Body, Caller, PageQuery},
    form::request,
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::{Acknowledged, AuthenticatedErrors, PublicWriteErrors, list, rfc3339},
    state::Api,
    view::response,
};
use actix_web::{
    HttpRequest, HttpResponse, get, post,
    web::{Data, Json, Query},
};
use autoparts_application::newsletter::Welcome;
use autoparts_domain::{
    email::Email,
    link_token::LinkToken,
    money::Money,
    newsletter::{Coupon, Subscription, SubscriptionState},
};
use serde::Serialize;
use utoipa::ToSchema;

request! {
    /// A newsletter subscription request.
    JoinRequest {
        /// The email address.
        email: Email,
    }
}

request! {
    /// The token of an emailed link.
    LinkRequest {
        /// The token, as in the link.
        token: LinkToken,
    }
}

response! {
    /// A confirmed address and its coupon. There is none if the shop offers none, or the mailbox has received one before.
    pub(crate) NewsletterConfirmed {
        /// The address.
        email: String,
        /// The coupon's code; absent without a coupon.
        code: Option<String>,
        /// Its value, in dollars; absent without a coupon.
        amount: Option<Dollars>,
        /// Minimum value of the goods, in dollars; absent if any order qualifies.
        minimum: Option<Dollars>,
        /// When it expires, in UTC; absent if it never does.
        #[schema(format = DateTime)]
        valid_until: Option<String>,
    }
}

impl From<Welcome> for NewsletterConfirmed {
    fn from(welcome: Welcome) -> Self {
        let coupon = welcome.coupon.as_ref();
        let minimum = coupon.map(|coupon| coupon.minimum).filter(|minimum| *minimum > Money::ZERO);
        Self {
            email: welcome.email.to_string(),
            code: coupon.map(|coupon| coupon.code.to_string()),
            amount: coupon.map(|coupon| Dollars(coupon.amount)),
            minimum: minimum.map(Dollars),
            valid_until: coupon.and_then(|coupon| coupon.valid_until).map(rfc3339),
        }
    }
}

/// Whether an address is confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SubscriberState {
    Waiting,
    Confirmed,
    Left,
}

response! {
    /// A coupon.
    pub(crate) CouponView as Coupon from |coupon| Coupon {
        /// Its code.
        code: String = coupon.code.to_string(),
        /// The value, in dollars.
        amount: Dollars = Dollars(coupon.amount),
        /// Whether it was used.
        used: bool = coupon.used_at.is_some(),
    }

    /// An email address and its newsletter subscription.
    pub(crate) SubscriberView as Subscriber from |subscription| Subscription {
        /// Its id.
        #[serde(rename = "_id")]
        id: String = subscription.id.to_string(),
        /// The address.
        email: String = subscription.email.to_string(),
        /// Whether it is confirmed.
        state: SubscriberState = match subscription.state {
            SubscriptionState::Waiting => SubscriberState::Waiting,
            SubscriptionState::Confirmed => SubscriberState::Confirmed,
            SubscriptionState::Left => SubscriberState::Left,
        },
        /// When it was first entered, in UTC.
        #[schema(format = DateTime)]
        created_at: String = rfc3339(subscription.created_at),
        /// When it was last confirmed, in UTC; absent before.
        #[schema(format = DateTime)]
        confirmed_at: Option<String> = subscription.confirmed_at.map(rfc3339),
        /// Its coupon; absent until the address is first confirmed.
        coupon: Option<CouponView> = subscription.coupon.map(Into::into),
    }
}

/// Requests the newsletter; an email with instructions follows. The response is the same for every address.
#[utoipa::path(tag = "newsletter", operation_id = "joinNewsletter", request_body = JoinRequest,
    responses((status = 202, body = Acknowledged), PublicWriteErrors))]
#[post("/newsletter")]
pub(crate) async fn join_newsletter(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<JoinRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    api.shop.join_newsletter(body.read()?.email).await?;
    Ok(HttpResponse::Accepted().json(Acknowledged::new()))
}

/// Confirms an address with the token of its email and returns its coupon, if it gets one. Idempotent.
#[utoipa::path(tag = "newsletter", operation_id = "confirmNewsletter", request_body = LinkRequest,
    responses((status = 200, body = NewsletterConfirmed), PublicWriteErrors,
        (status = 404, description = "This link is invalid or has expired", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/newsletter/confirm")]
pub(crate) async fn confirm_newsletter(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<LinkRequest>,
) -> Result<Json<NewsletterConfirmed>, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    Ok(Json(api.shop.confirm_newsletter(&body.read()?.token).await?.into()))
}

/// Unsubscribes an address with the token of one of its emails. Idempotent.
#[utoipa::path(tag = "newsletter", operation_id = "leaveNewsletter", request_body = LinkRequest,
    responses((status = 200, body = Acknowledged), PublicWriteErrors,
        (status = 404, description = "This link is invalid or has expired", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/newsletter/leave")]
pub(crate) async fn leave_newsletter(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<LinkRequest>,
) -> Result<Json<Acknowledged>, Problem> {
    api.limits.check(Limited::PublicForms, &api.limits.client(&request))?;
    api.shop.leave_newsletter(&body.read()?.token).await?;
    Ok(Json(Acknowledged::new()))
}

/// Lists the newsletter addresses (subscribed, unconfirmed or unsubscribed), newest first. Admin only.
#[utoipa::path(tag = "newsletter", operation_id = "listSubscribers", params(PageQuery), security(("bearer" = [])),
    responses((status = 200, body = [SubscriberView]), AuthenticatedErrors))]
#[get("/newsletter")]
pub(crate) async fn list_subscribers(
    api: Data<Api>,
    caller: Caller,
    query: Query<PageQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let page = query.page()?;
    let subscribers = api.shop.subscriptions(caller.0, page).await?;
    Ok(list(&request, page.limit, subscribers, |subscriber: &SubscriberView| &subscriber.id))
}
