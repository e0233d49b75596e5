//! Reading a request: who calls, the body, the page of a list, ids and addresses in the path.

use crate::{
    form::{Field, Form, Numeric},
    problem::{Code, Problem},
    schema,
    state::Api,
};
use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header,
    web::{self, Bytes, Data},
};
use autoparts_application::ports::{
    identity::{Grant, Token},
    page::{MAX_PAGE, Page},
};
use autoparts_domain::{email::Email, id::UserId, validation::ValidationError};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    future::{Future, Ready, ready},
    pin::Pin,
    str::FromStr,
    time::Duration,
};
use utoipa::IntoParams;

/// The largest JSON body, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// The bearer token of a request, whatever it is worth.
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

/// Whom the access token of a request lets act, while its session lives.
pub(crate) struct Caller(pub(crate) UserId);

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let grant = CurrentSession::from_request(request, payload);
        Box::pin(async move { grant.await.map(|session| Self(session.0.user)) })
    }
}

/// The session that the access token of a request belongs to, while it lives.
pub(crate) struct CurrentSession(pub(crate) Grant);

impl FromRequest for CurrentSession {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let read = grant(request);
        Box::pin(async move {
            let (api, grant) = read?;
            api.shop.check_session(grant).await?;
            Ok(Self(grant))
        })
    }
}

/// What the access token says. Forged and expired ones are refused here, before the store is asked.
fn grant(request: &HttpRequest) -> Result<(Data<Api>, Grant), Problem> {
    let token = bearer(request)?;
    let api = request
        .app_data::<Data<Api>>()
        .ok_or_else(|| Problem::ours(Code::Internal, std::io::Error::other("the application data is not wired")))?;
    let grant = api.shop.read_access_token(&token)?;
    // For the log: who was refused something.
    request.extensions_mut().insert(grant.user);
    Ok((api.clone(), grant))
}

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let body = web::Payload::from_request(request, payload);
        Box::pin(async move {
            if !is_json {
                return Err(Problem::new(Code::UnsupportedMediaType, "Send the body as application/json."));
            }
            let body = body.await.map_err(|error| Problem::new(Code::MalformedBody, error))?;
            parse(&read(body, MAX_BODY).await?).map(Self)
        })
    }
}

fn is_json(request: &HttpRequest) -> bool {
    let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|value| value.split(';').next()).map(str::trim);
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

/// How long a client may take to send a body. The web framework has no limit of its own: a few
/// hundred clients that send a byte a minute would otherwise hold every worker's memory.
const BODY_DEADLINE: Duration = Duration::from_secs(10);

/// Reads a body whole, up to a limit, within the deadline.
pub async fn read(body: web::Payload, limit: usize) -> Result<Bytes, Problem> {
    let Ok(read) = tokio::time::timeout(BODY_DEADLINE, body.to_bytes_limited(limit)).await else {
        return Err(Problem::new(Code::RequestTimeout, "The body did not arrive in time."));
    };
    match read {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Problem::new(Code::MalformedBody, "The body ended before it was complete.")),
        Err(_) => Err(Problem::new(Code::BodyTooLarge, format_args!("A body may have {limit} bytes."))),
    }
}

/// A body must be an object: serde would also take the fields from an array, by position.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let refuse =
        |error: serde_json::Error| Problem::new(Code::MalformedBody, format_args!("The body is not JSON: {error}."));
    match serde_json::from_slice(bytes).map_err(refuse)? {
        object @ serde_json::Value::Object(_) => serde_json::from_value(object).map_err(refuse),
        _ => Err(Problem::new(Code::MalformedBody, "The body must be a JSON object.")),
    }
}

/// An id in the path. What is no id names nothing.
pub(crate) fn id<T: FromStr<Err = ValidationError>>(text: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// An e-mail address in the path.
pub(crate) fn email(text: &str) -> Result<Email, Problem> {
    text.parse().map_err(|why| Problem::field("email", why))
}

/// An e-mail address in the path that may be one which would not be accepted any more.
pub(crate) fn known_email(text: &str) -> Email {
    text.parse().unwrap_or_else(|_| Email::restore(text))
}

/// The header that makes placing an order repeatable.
pub(crate) const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The idempotency key of a request: 1 to 255 visible ASCII characters.
pub(crate) fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let Some(value) = request.headers().get(IDEMPOTENCY_KEY) else {
        return Ok(None);
    };
    match value.to_str() {
        Ok(text) if text.trim().is_empty() => Err(Problem::field(IDEMPOTENCY_KEY, ValidationError::Missing)),
        Ok(text) if text.len() > 255 => Err(Problem::field(IDEMPOTENCY_KEY, ValidationError::TooLong { max: 255 })),
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(_) => Err(Problem::field(IDEMPOTENCY_KEY, ValidationError::ControlCharacters)),
    }
}

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The most items to return, 1 to 1000.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000, default = 1000)]
    limit: Option<String>,
    /// The `_id` of the last item of the page before.
    #[serde(default)]
    #[param(value_type = Option<schema::PageKey>)]
    after: Option<String>,
}

impl PageQuery {
    /// The page that is asked for.
    pub(crate) fn page<Key: FromStr<Err = ValidationError>>(&self) -> Result<Page<Key>, Problem> {
        let mut form = Form::default();
        let limit = Numeric(Field::from(self.limit.clone()));
        let fits = |limit| match u32::try_from(limit) {
            Ok(limit @ 1..=MAX_PAGE) => Ok(limit),
            _ => Err(ValidationError::OutOfRange { min: "1", max: "1000" }),
        };
        // One that is there and empty is no number.
        let limit = self.limit.as_ref().map(|_| form.whole("limit", &limit, fits)).transpose();
        // The first page: an address that a client builds may say so by nothing.
        let after = self.after.clone().filter(|after| !after.is_empty());
        let after = form.optional_text("after", &Field::from(after));
        let (Ok(limit), Ok(after)) = (limit, after) else {
            return Err(form.problem());
        };
        Ok(Page { after, limit: limit.unwrap_or(MAX_PAGE) })
    }
}
