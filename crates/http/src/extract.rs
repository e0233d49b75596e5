//! Reading a request: the caller, the body, and ids and addresses in the path.

mod days;
pub(crate) mod idempotency_key;
mod page;
mod parameters;

pub(crate) use days::day;
pub(crate) use page::{PageKey, PageLimitParameter, PageQuery, PaymentPageQuery, page_parameters};
pub(crate) use parameters::{MAX_KEYS, Parameters, parameter, required_parameter};

use crate::{
    form::{Form, Request},
    observed,
    problem::{Code, Problem},
    state::Api,
};
use actix_web::{
    FromRequest, HttpRequest,
    dev::Payload,
    http::header,
    web::{self, Bytes, Data},
};
use autoparts_application::{
    accounts::access::Authority,
    orders::ordering_error::OrderingError,
    ports::identity::{Grant, Token},
};
use autoparts_domain::{
    email::Email,
    id::{OrderId, UserId},
    validation::ValidationError,
};
use serde_json::{Map, Value};
use std::{
    future::{Future, Ready, ready},
    marker::PhantomData,
    pin::Pin,
    str::FromStr,
    time::Duration,
};

/// The largest JSON body, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// The bearer token of a request, not yet verified.
pub(crate) struct Bearer(pub(crate) Token);

impl FromRequest for Bearer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(bearer(request).map(Self))
    }
}

fn bearer(request: &HttpRequest) -> Result<Token, Problem> {
    let header = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let (scheme, token) = header.and_then(|value| value.split_once(' ')).ok_or_else(Problem::unauthenticated)?;
    if !scheme.eq_ignore_ascii_case("bearer") || token.trim().is_empty() {
        return Err(Problem::unauthenticated());
    }
    Ok(Token::new(token.trim().to_owned()))
}

/// The user of a request's access token, if its session is active. Rejects the bearer of an order link, who does not
/// act as a user: handlers that accept one take an [`OrderCaller`].
pub(crate) struct Caller(pub(crate) UserId);

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let grant = CurrentSession::from_request(request, payload);
        Box::pin(async move { Ok(Self(grant.await?.authority.person()?)) })
    }
}

/// The caller of a request about one order, if their session is active: a user, or the bearer of the order's link.
pub(crate) struct OrderCaller(pub(crate) Authority);

impl OrderCaller {
    /// The user for whom the caller acts on an order. For the bearer of another order's link, the order does not exist.
    pub(crate) fn about(&self, order: OrderId) -> Result<UserId, OrderingError> {
        self.0.about(order).ok_or(OrderingError::NoSuchOrder)
    }
}

impl FromRequest for OrderCaller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let grant = CurrentSession::from_request(request, payload);
        Box::pin(async move { grant.await.map(|session| Self(session.authority)) })
    }
}

/// The active session of a request's access token, including one opened by a link.
pub(crate) struct CurrentSession {
    /// The user and the session.
    pub(crate) grant: Grant,
    /// What it permits.
    pub(crate) authority: Authority,
}

impl FromRequest for CurrentSession {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let read = grant(request);
        Box::pin(async move {
            let (api, grant) = read?;
            let authority = api.shop.check_session(grant).await?;
            Ok(Self { grant, authority })
        })
    }
}

/// Verifies the access token. Forged and expired tokens are refused here, before the store is queried.
fn grant(request: &HttpRequest) -> Result<(Data<Api>, Grant), Problem> {
    let token = bearer(request)?;
    let api = request.app_data::<Data<Api>>().ok_or_else(|| {
        Problem::ours(Code::Internal, std::io::Error::other("the application data is not registered"))
    })?;
    let grant = api.shop.read_access_token(&token)?;
    observed::note_user(grant.user);
    Ok((api.clone(), grant))
}

/// A JSON object, to be parsed as a `T`.
pub(crate) struct Body<T> {
    sent: Map<String, Value>,
    target: PhantomData<T>,
}

impl<T: Request> Body<T> {
    /// Parses the fields. Handlers check the rate limit first, so that invalid requests count, too.
    pub(crate) fn read(&self) -> Result<T, Problem> {
        T::read(&mut Form::new(&self.sent))
    }
}

impl<T: 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_of_type(request, "application/json");
        let body = web::Payload::from_request(request, payload);
        Box::pin(async move {
            if !is_json {
                return Err(Problem::new(Code::UnsupportedMediaType, "Send the body as application/json."));
            }
            let body = body.await.map_err(|error| Problem::new(Code::MalformedBody, error))?;
            let sent = parse(&read(body, MAX_BODY).await?)?;
            Ok(Self { sent, target: PhantomData })
        })
    }
}

/// Whether the `Content-Type` of a request is this media type. Parameters are ignored.
pub(crate) fn is_of_type(request: &HttpRequest, media_type: &str) -> bool {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next()).map(str::trim);
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case(media_type))
}

/// Time limit for sending a body. The web framework has none: a few hundred clients that send a byte a minute would
/// otherwise occupy every worker's memory.
const BODY_DEADLINE: Duration = Duration::from_secs(10);

/// Reads a whole body, up to a size limit, within the time limit.
pub async fn read(body: web::Payload, limit: usize) -> Result<Bytes, Problem> {
    read_within(body, limit, BODY_DEADLINE).await
}

/// The same with another time limit, for larger bodies.
pub(crate) async fn read_within(body: web::Payload, limit: usize, deadline: Duration) -> Result<Bytes, Problem> {
    let Ok(read) = tokio::time::timeout(deadline, body.to_bytes_limited(limit)).await else {
        return Err(Problem::new(Code::RequestTimeout, "The body did not arrive in time."));
    };
    match read {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Problem::new(Code::MalformedBody, "The body ended before it was complete.")),
        Err(_) => Err(Problem::new(Code::BodyTooLarge, format_args!("A body may have at most {limit} bytes."))),
    }
}

/// Parses a body, which must be an object.
fn parse(bytes: &[u8]) -> Result<Map<String, Value>, Problem> {
    let refuse =
        |error: serde_json::Error| Problem::new(Code::MalformedBody, format_args!("The body is not JSON: {error}."));
    match serde_json::from_slice(bytes).map_err(refuse)? {
        Value::Object(object) => Ok(object),
        _ => Err(Problem::new(Code::MalformedBody, "The body must be a JSON object.")),
    }
}

/// Parses an id in the path. An invalid id counts as not found.
pub(crate) fn id<T: FromStr<Err = ValidationError>>(text: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// Parses an email address in the path.
pub(crate) fn email(text: &str) -> Result<Email, Problem> {
    text.parse().map_err(|why| Problem::field("email", why))
}

/// Parses a stored email address in the path, which may have been accepted under older rules.
pub(crate) fn known_email(text: &str) -> Email {
    text.parse().unwrap_or_else(|_| Email::restore(text))
}
