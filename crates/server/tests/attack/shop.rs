//! A shop with users and an order to attack.

use crate::support::{Answer, Person, Server, Site};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// The number of a test card that succeeds.
pub(crate) const GOOD_CARD: &str = "4242424242424242";

/// A demo shop: Marta has a paid and an unpaid order, and Olga is the attacker.
pub(crate) struct Shop {
    pub(crate) server: Server,
    pub(crate) site: Site,
    pub(crate) admin: Person,
    pub(crate) marta: Person,
    pub(crate) olga: Person,
    /// A part at $10 with 48 pieces in stock and a minimum order of one.
    pub(crate) part: String,
    /// Marta's unpaid order of one piece.
    pub(crate) order: String,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        Self::on(Site::new()).await
    }

    pub(crate) async fn on(site: Site) -> Self {
        site.succeed(&["seed"]);
        let server = site.serve();
        let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
        let marta = server.sign_up("marta").await;
        let olga = server.sign_up("olga").await;
        let part = server.add_part(&admin, 50).await;
        // A customer who has paid may have ten times as much in unpaid orders.
        let first = server.order(&marta, &part, 1).await;
        let paid = server.pay_by_card(&marta, &first, GOOD_CARD).await;
        let booked = server.book(&marta, &first, paid["id"].as_str().unwrap()).await;
        assert_eq!(booked.0, StatusCode::OK, "an honest order is paid: {booked:?}");
        let order = server.order(&marta, &part, 1).await;
        Self { server, site, admin, marta, olga, part, order }
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Answer {
        Server::answer(self.server.request("GET", path).bearer_auth(token)).await
    }

    /// Returns an order as a user sees it.
    pub(crate) async fn order_of(&self, person: &Person, order: &str) -> Value {
        self.server.show(person, order).await
    }

    /// Returns the number of pieces that can be ordered.
    pub(crate) async fn available(&self) -> i64 {
        let (_, part) = Server::answer(self.server.request("GET", &format!("/parts/{}", self.part))).await;
        part["available"].as_i64().unwrap()
    }

    /// Calls the embedded identity provider.
    pub(crate) async fn identity(&self, call: &str, body: Value) -> Answer {
        let path = format!("/identitytoolkit.googleapis.com/v1/accounts:{call}?key=demo-key");
        Server::answer(self.server.request("POST", &path).json(&body)).await
    }

    /// Returns the ID token of a user who signed up with the usual password.
    pub(crate) async fn id_token(&self, person: &Person) -> String {
        let body = json!({ "email": person.email, "password": "secret-1", "returnSecureToken": true });
        let (status, answer) = self.identity("signInWithPassword", body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer["idToken"].as_str().unwrap().to_owned()
    }
}

/// Formats the status and body of a response for a report.
pub(crate) fn said((status, answer): &Answer) -> String {
    let text = answer.to_string();
    format!("{} {}", status.as_u16(), text.chars().take(200).collect::<String>())
}
