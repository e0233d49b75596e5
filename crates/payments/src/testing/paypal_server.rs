//! A mock of PayPal on loopback: the endpoints that the shop uses (`routes`), with state in memory (`books`). It also
//! acts as PayPal's customers, dashboard and dispute team.

mod books;
mod routes;

use super::MockServer;
use crate::{paypal::PayPalAccount, random::hex, secret::Secret};
use autoparts_application::ports::clock::Clock;
use autoparts_domain::{money::Money, time::Timestamp};
use aws_lc_rs::hmac;
use books::{Books, Outcome};
use http_types::Response;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The server. It ends with the runtime that started it.
pub struct PayPalServer {
    /// Its base URL.
    pub url: String,
    server: MockServer,
    books: Arc<Mutex<Books>>,
    clock: Arc<dyn Clock>,
}

impl PayPalServer {
    /// The id of the shop's webhook.
    pub const WEBHOOK_ID: &str = "8PT597110X687430LKGECATA";

    /// Starts a provider without payments.
    pub async fn open(clock: Arc<dyn Clock>) -> Self {
        let books: Arc<Mutex<Books>> = Arc::default();
        let server = MockServer::that({
            let books = Arc::clone(&books);
            let clock = Arc::clone(&clock);
            move |request| {
                let mut books = locked(&books);
                let outage = books.outages.pop_front().flatten();
                let answer = match outage {
                    Some(Outage::Answers(status)) => Some(routes::error(status, "INTERNAL_SERVER_ERROR", "")),
                    Some(Outage::HangsUp) => None,
                    Some(Outage::HangsUpAfterEffect) => {
                        drop(routes::answer(&mut books, &request, clock.now()));
                        None
                    }
                    None => Some(routes::answer(&mut books, &request, clock.now())),
                };
                let answer: Option<Response<Vec<u8>>> = answer;
                async move { answer }
            }
        })
        .await;
        Self { url: server.url.clone(), server, books, clock }
    }

    /// The account of the shop.
    #[must_use]
    pub fn account() -> PayPalAccount {
        PayPalAccount {
            client_id: routes::CLIENT_ID.to_owned(),
            client_secret: Secret::from(routes::CLIENT_SECRET),
            webhook_id: Self::WEBHOOK_ID.to_owned(),
            shop_url: "https://shop.example".to_owned(),
        }
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        locked(&self.books)
    }

    /// The calls received, such as `POST /v2/checkout/orders`.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        let seen = self.server.seen();
        seen.iter().map(|request| format!("{} {}", request.method(), request.uri().path())).collect()
    }

    /// The requests received.
    #[must_use]
    pub fn seen(&self) -> Vec<http_types::Request<Vec<u8>>> {
        self.server.seen()
    }

    /// Makes the next calls fail in these ways, one after the other; `None` is a call that succeeds.
    pub fn fail_next(&self, outages: impl IntoIterator<Item = Option<Outage>>) {
        self.books().outages.extend(outages);
    }

    /// Ends all access tokens early.
    pub fn end_tokens(&self) {
        self.books().tokens.clear();
    }

    /// From now on, no token is issued: the app's secret was replaced.
    pub fn reject_the_secret(&self) {
        let mut books = self.books();
        books.rejects_the_secret = true;
        books.tokens.clear();
    }

    /// The number of orders.
    #[must_use]
    pub fn orders(&self) -> usize {
        self.books().orders.len()
    }

    /// The customer approves an order on PayPal's page. Unless it `is_funded`, its capture is declined.
    pub fn approve(&self, order: &str, is_funded: bool) {
        self.books().approve(order, is_funded);
    }

    /// From now on, captures are pending, as for payments from a bank account.
    pub fn let_captures_wait(&self) {
        self.books().capture_status = "PENDING";
    }

    /// Refunds part of an order in the dashboard.
    pub fn refund_in_dashboard(&self, order: &str, amount: Money) {
        let now = self.clock.now();
        let mut books = self.books();
        let capture = books.capture_of(order);
        books.refund(&capture, amount.cents(), None, now);
    }

    /// The customer disputes an order, or PayPal decides the dispute: `Some(true)` if the shop wins.
    pub fn dispute(&self, order: &str, decision: Option<bool>) {
        let now = self.clock.now();
        let mut books = self.books();
        let capture = books.capture_of(order);
        match decision {
            None => books.open_dispute(&capture, now),
            Some(true) => books.decide_dispute(&capture, Outcome::Seller),
            Some(false) => books.decide_dispute(&capture, Outcome::Buyer),
        }
    }

    /// The capture of a paid order.
    #[must_use]
    pub fn capture_of(&self, order: &str) -> String {
        self.books().capture_of(order)
    }

    /// Signs a message; returns its headers, one a line. This signature is an HMAC; PayPal's need its certificate.
    #[must_use]
    pub fn sign(body: &[u8], at: Timestamp) -> String {
        let time = routes::time(at);
        let signature = transmission_signature(&time, body);
        format!(
            "paypal-auth-algo: SHA256withRSA\npaypal-cert-url: https://api.paypal.com/v1/notifications/certs/CERT-1\n\
             paypal-transmission-id: 69cd13f0-d67a-11e5-baa3-778b53f4ae55\npaypal-transmission-sig: {signature}\n\
             paypal-transmission-time: {time}"
        )
    }
}

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outage {
    /// It is answered with this status.
    Answers(u16),
    /// The connection ends before the call takes effect.
    HangsUp,
    /// The call takes effect, and the connection ends.
    HangsUpAfterEffect,
}

fn transmission_signature(time: &str, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, b"the key of the stand-in");
    let signed = [time.as_bytes(), b"|", PayPalServer::WEBHOOK_ID.as_bytes(), b"|", body].concat();
    hex(hmac::sign(&key, &signed).as_ref())
}

fn locked(books: &Mutex<Books>) -> MutexGuard<'_, Books> {
    books.lock().unwrap_or_else(PoisonError::into_inner)
}
