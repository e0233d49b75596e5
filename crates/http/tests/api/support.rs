//! The API over an in-memory shop, with helpers to call it.

use actix_web::{
    App, Error, HttpRequest,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::{self, TestRequest},
    web::{self, Data},
};
use autoparts_application::shop_rules::ShopRules;
use autoparts_domain::id::UserId;
use autoparts_http::{
    api,
    browser_config::{
        BrowserConfig, IdentityConfig, IdentityMode, MailsMode, PaymentsConfig, PaymentsMode, Promises, Seller,
    },
    guard::Guard,
    limits::{Limits, RateLimits},
    pictures::uploads::Uploads,
    public_answers::PublicAnswers,
    security_headers::SecurityHeaders,
    state::{Api, Build},
    traffic::Traffic,
    trusted_proxies::TrustedProxies,
};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};
use std::{
    pin::Pin,
    rc::Rc,
    sync::{Arc, LazyLock},
};

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: actix_web::http::header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The code of a problem.
    pub(crate) fn code(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text);
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        problem["code"].as_str().unwrap().to_owned()
    }

    /// The fields that a problem names.
    pub(crate) fn fields(&self) -> Vec<String> {
        assert!(["invalid_fields", "fields_refused", "too_many_lines"].contains(&&*self.code()), "{}", self.text);
        self.json()["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|field| field["field"].as_str().unwrap().to_owned())
            .collect()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// A request builder.
#[derive(Clone)]
pub(crate) struct Call {
    method: Method,
    path: String,
    token: Option<String>,
    headers: Vec<(String, String)>,
    body: Option<(String, Vec<u8>)>,
}

pub(crate) fn call(method: &str, path: &str) -> Call {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    Call { method, path: path.to_owned(), token: None, headers: Vec::new(), body: None }
}

impl Call {
    pub(crate) fn by(self, user: UserId) -> Self {
        self.bearer(&user.to_string())
    }

    pub(crate) fn bearer(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    #[expect(clippy::needless_pass_by_value, reason = "a call reads better with the body in place")]
    pub(crate) fn json(self, body: Value) -> Self {
        self.raw("application/json", body.to_string().into_bytes())
    }

    pub(crate) fn raw(self, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { body: Some((media_type.to_owned(), body.into())), ..self }
    }
}

/// Sends a call to a new app over the shop.
pub(crate) async fn send(test_shop: &TestShop, call: Call) -> Answer {
    send_limited(&limited(test_shop, RateLimits::OFF), call).await
}

pub(crate) fn limited(test_shop: &TestShop, rates: RateLimits) -> Data<Api> {
    let browser = BrowserConfig {
        identity: IdentityConfig {
            mode: IdentityMode::Embedded,
            api_key: "demo-key".to_owned(),
            auth_domain: "demo-autoparts.firebaseapp.com".to_owned(),
            project_id: "demo-autoparts".to_owned(),
            emulator_url: None,
        },
        payments: PaymentsConfig {
            mode: PaymentsMode::Sandbox,
            publishable_key: "pk_test_sandbox".to_owned(),
            api_base: Some("/sandbox/v1".to_owned()),
        },
        mails: MailsMode::Outbox,
        currency: "usd",
        seller: Seller {
            name: "Autoparts".to_owned(),
            address: vec!["48 Foundry Lane".to_owned(), "Dayton, OH 45402".to_owned()],
            phone: Some("+1 937 555 0148".to_owned()),
            email: Some("parts@autoparts.example".to_owned()),
            tax_number: Some("12-3456789".to_owned()),
            links: vec!["https://www.facebook.com/".to_owned()],
        },
        promises: Promises { shipping: "Within two days.".to_owned(), order_by: None, return_days: 90 },
        time_zone: test_shop.shop.time_zone.name().to_owned(),
        coupon: ShopRules::default().coupon.map(Into::into),
        withdrawal: Vec::new(),
        demo: true,
    };
    Data::new(Api {
        shop: test_shop.shop.clone(),
        browser,
        limits: Limits::new(rates, &TrustedProxies::default()),
        traffic: Arc::new(Traffic::new(1_000, api::patterns())),
        public: PublicAnswers::default(),
        uploads: Uploads::default(),
        build: Build { version: "9.8.7", commit: "1a2b3c4d5e6f" },
    })
}

pub(crate) async fn send_limited(api: &Data<Api>, call: Call) -> Answer {
    app(api).await(call).await
}

/// An app that accepts any number of calls.
pub(crate) type Running = Rc<dyn Fn(Call) -> Pin<Box<dyn Future<Output = Answer>>>>;

pub(crate) async fn app(api: &Data<Api>) -> Running {
    let app = App::new()
        .configure(api::configure(api.clone()))
        .default_service(web::to(|request: actix_web::HttpRequest| async move {
            Err::<String, _>(api::nothing_here(&request))
        }))
        .wrap(Guard::new(api.clone(), Data::new(SecurityHeaders::new(&[], &[], &[], false))));
    let app = Rc::new(test::init_service(app).await);
    Rc::new(move |call| {
        let app = Rc::clone(&app);
        Box::pin(async move { perform(&*app, call).await })
    })
}

async fn perform<B: MessageBody>(
    app: &impl Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>,
    call: Call,
) -> Answer {
    let mut request =
        TestRequest::default().method(call.method).uri(&call.path).peer_addr("192.0.2.1:4711".parse().unwrap());
    if let Some(token) = call.token {
        request = request.insert_header((header::AUTHORIZATION, format!("Bearer {token}")));
    }
    for (name, value) in call.headers {
        request = request.insert_header((name, value));
    }
    if let Some((media_type, body)) = call.body {
        request = request.insert_header((header::CONTENT_TYPE, media_type)).set_payload(body);
    }
    let response = test::call_service(app, request.to_request()).await;
    must_be_documented(response.request(), response.status());
    let status = response.status();
    let headers = response.headers().clone();
    let text = String::from_utf8(test::read_body(response).await.to_vec()).unwrap();
    Answer { status, headers, text }
}

/// Every response status must be documented for its call, in any test: otherwise the response or the document is wrong.
/// Statuses that HTTP itself defines for any call are exempt.
fn must_be_documented(request: &HttpRequest, status: StatusCode) {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(api::openapi_json()).unwrap());
    if [StatusCode::NOT_MODIFIED, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE].contains(&status) {
        return;
    }
    let (method, Some(path)) = (request.method(), request.match_pattern()) else { return };
    let operation = &DOCUMENT["paths"][&path][method.as_str().to_lowercase()];
    if let Some(responses) = operation["responses"].as_object() {
        let documented = responses.contains_key(status.as_str());
        assert!(documented, "{method} {path} answers {status}, which docs/openapi.json does not list");
    }
}

/// The destination of test orders.
pub(crate) fn destination() -> Value {
    json!({ "recipient": "Marta", "line1": "1 Road", "city": "Berlin", "country": "DE" })
}
