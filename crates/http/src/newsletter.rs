//! `/newsletter`: asking for it, the links in its mails, and who gets it.
//!
//! Asking answers the same to everybody, whoever they are: nobody learns from it which
//! addresses are known.

use crate::{
    dollars::Dollars,
    extract::{Body, Caller, PageQuery},
    form::request,
    limits::Limited,
    problem::{Problem, ProblemDocument},
    responses::{Acknowledged, AuthenticatedErrors, ForPublicWriters, list, rfc3339},
    state::Api,
};
use actix_web::{
    HttpRequest, HttpResponse, get, post,
    web::{Data, Json, Query},
};
use autoparts_application::newsletter::Welcome;
use autoparts_domain::{
    email::Email,
    newsletter::{Coupon, LinkToken, Subscription, SubscriptionState},
};
use serde::Serialize;
use utoipa::ToSchema;

request! {
    /// Who would like the newsletter.
    JoinRequest {
        /// Where it should go.
        email: Email,
    }
}

request! {
    /// The token of a link in a mail.
    LinkRequest {
        /// As it stands in the link.
        token: LinkToken,
    }
}

/// An address is confirmed, and has a coupon.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewsletterConfirmed {
    /// The address.
    email: String,
    /// The coupon's code.
    code: String,
    /// What it is worth, in dollars.
    #[schema(value_type = f64)]
    amount: Dollars,
}

impl From<Welcome> for NewsletterConfirmed {
    fn from(welcome: Welcome) -> Self {
        Self {
            email: welcome.email.to_string(),
            code: welcome.coupon.code.to_string(),
            amount: Dollars(welcome.coupon.amount),
        }
    }
}

/// How far an address has come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SubscriberState {
    Waiting,
    Confirmed,
    Left,
}

/// A coupon.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Coupon)]
pub(crate) struct CouponView {
    /// Its code.
    code: String,
    /// What it is worth, in dollars.
    #[schema(value_type = f64)]
    amount: Dollars,
    /// Whether it was used.
    used: bool,
}

impl From<Coupon> for CouponView {
    fn from(coupon: Coupon) -> Self {
        Self { code: coupon.code.to_string(), amount: Dollars(coupon.amount), used: coupon.used_at.is_some() }
    }
}

/// An address and the newsletter.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscriber)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SubscriberView {
    /// Its id.
    #[serde(rename = "_id")]
    id: String,
    /// The address.
    email: String,
    /// How far it has come.
    state: SubscriberState,
    /// When somebody first asked under it, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// When it was last confirmed, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, nullable = false)]
    confirmed_at: Option<String>,
    /// Its coupon, from the first confirmation on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    coupon: Option<CouponView>,
}

impl From<Subscription> for SubscriberView {
    fn from(subscription: Subscription) -> Self {
        Self {
            id: subscription.id.to_string(),
            email: subscription.email.to_string(),
            state: match subscription.state {
                SubscriptionState::Waiting => SubscriberState::Waiting,
                SubscriptionState::Confirmed => SubscriberState::Confirmed,
                SubscriptionState::Left => SubscriberState::Left,
            },
            created_at: rfc3339(subscription.created_at),
            confirmed_at: subscription.confirmed_at.map(rfc3339),
            coupon: subscription.coupon.map(Into::into),
        }
    }
}

/// Asks for the newsletter: what comes next is in a mail. The answer is the same for everybody.
#[utoipa::path(tag = "newsletter", operation_id = "joinNewsletter", request_body = JoinRequest,
    responses((status = 202, body = Acknowledged), ForPublicWriters))]
#[post("/newsletter")]
pub(crate) async fn join_newsletter(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<JoinRequest>,
) -> Result<HttpResponse, Problem> {
    api.limits.check(Limited::Letters, &api.limits.client(&request))?;
    api.shop.join_newsletter(body.read()?.email).await?;
    Ok(HttpResponse::Accepted().json(Acknowledged::new()))
}

/// Confirms an address with the token of its mail, and answers with its coupon; repeatable.
#[utoipa::path(tag = "newsletter", operation_id = "confirmNewsletter", request_body = LinkRequest,
    responses((status = 200, body = NewsletterConfirmed), ForPublicWriters,
        (status = 404, description = "The link is no good", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/newsletter/confirm")]
pub(crate) async fn confirm_newsletter(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<LinkRequest>,
) -> Result<Json<NewsletterConfirmed>, Problem> {
    api.limits.check(Limited::Letters, &api.limits.client(&request))?;
    Ok(Json(api.shop.confirm_newsletter(&body.read()?.token).await?.into()))
}

/// Ends the newsletter for an address with the token of one of its mails; repeatable.
#[utoipa::path(tag = "newsletter", operation_id = "leaveNewsletter", request_body = LinkRequest,
    responses((status = 200, body = Acknowledged), ForPublicWriters,
        (status = 404, description = "The link is no good", body = ProblemDocument, content_type = "application/problem+json")))]
#[post("/newsletter/leave")]
pub(crate) async fn leave_newsletter(
    api: Data<Api>,
    request: HttpRequest,
    body: Body<LinkRequest>,
) -> Result<Json<Acknowledged>, Problem> {
    api.limits.check(Limited::Letters, &api.limits.client(&request))?;
    api.shop.leave_newsletter(&body.read()?.token).await?;
    Ok(Json(Acknowledged::new()))
}

/// Who gets the newsletter, waits for it or has left it, newest first; for admins.
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
    let subscribers: Vec<SubscriberView> =
        api.shop.subscriptions(caller.0, page).await?.into_iter().map(Into::into).collect();
    Ok(list(&request, page.limit, &subscribers, subscribers.last().map(|subscriber| subscriber.id.clone())))
}
