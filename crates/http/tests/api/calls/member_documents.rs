//! The documents of members.

use crate::support::{call, destination, send};
use autoparts_domain::id::PartId;
use autoparts_testing::{clock::numbered, test_shop::TestShop};
use serde_json::{Value, json};

/// A kind of document.
pub(crate) struct Kind {
    pub(crate) path: &'static str,
    /// The operation that saves it.
    pub(crate) save: &'static str,
    /// A content with every field.
    content: Value,
}

impl Kind {
    /// The body of a save.
    pub(crate) fn with_content(&self, revision: impl Into<Value>) -> Value {
        let mut document = self.content.clone();
        document["revision"] = revision.into();
        document
    }

    /// The same without content.
    pub(crate) fn empty(&self, revision: impl Into<Value>) -> Value {
        let lists = self.content.as_object().unwrap().iter().filter(|(_, value)| value.is_array());
        let mut document: Value = lists.map(|(name, _)| (name.clone(), json!([]))).collect();
        document["revision"] = revision.into();
        document
    }
}

/// Every kind of document, for all tests of the API.
pub(crate) fn kinds() -> Vec<Kind> {
    // Neither the part nor the second vehicle exists: a cart and a garage do not check it.
    let part = PartId::from(numbered(999_999)).to_string();
    let line = json!({ "part": part, "quantity": 3, "vehicle": "2018/honda/civic" });
    let berlin = json!({
        "recipient": "Marta", "line1": "1 Road", "line2": "Apt 4", "city": "Berlin", "region": "Berlin",
        "postalCode": "10115", "country": "DE",
    });
    let vienna = json!({ "recipient": "Werkstatt", "line1": "Ring 1", "city": "Wien", "country": "AT" });
    let addresses = [berlin, vienna].map(|destination| json!({ "destination": destination, "phone": "555 0100" }));
    let vehicles = ["2018/honda/civic", "2001/made/up"];
    vec![
        Kind { path: "/addresses/{email}", save: "saveAddressBook", content: json!({ "addresses": addresses }) },
        Kind {
            path: "/garages/{email}",
            save: "saveGarage",
            content: json!({ "vehicles": vehicles, "chosen": "2001/made/up" }),
        },
        Kind { path: "/carts/{email}", save: "saveCart", content: json!({ "lines": [line] }) },
    ]
}

#[actix_web::test]
async fn a_document_goes_from_one_device_to_another() {
    for kind in kinds() {
        let test_shop = TestShop::default();
        let marta = test_shop.customer("marta").await;
        let path = kind.path.replace("{email}", "marta@example.com");
        let read = || call("GET", &path).by(marta);
        let save = |document: Value| call("PUT", &path).by(marta).json(document);
        assert_eq!(send(&test_shop, read()).await.json(), kind.empty(0));
        let saved = send(&test_shop, save(kind.with_content(0))).await;
        assert_eq!((saved.status.as_u16(), saved.json()), (200, kind.with_content(1)), "{path}");
        assert_eq!(send(&test_shop, read()).await.json(), saved.json());
        let stale = send(&test_shop, save(kind.empty(0))).await;
        assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "changed_meanwhile"), "{path}");
        assert_eq!(send(&test_shop, read()).await.json(), saved.json());
        assert_eq!(send(&test_shop, save(kind.empty("1"))).await.json(), kind.empty(2));
    }
}

#[actix_web::test]
async fn what_is_no_cart_is_refused_by_name() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 100).await.to_string();
    for (body, field) in [
        (json!({ "revision": 0 }), "lines"),
        (json!({ "revision": 0, "lines": null }), "lines"),
        (json!({ "lines": [] }), "revision"),
        (json!({ "revision": -1, "lines": [] }), "revision"),
        (json!({ "revision": 0.5, "lines": [] }), "revision"),
        (json!({ "revision": 0, "lines": [{ "part": part }] }), "lines[0].quantity"),
        (json!({ "revision": 0, "lines": [{ "part": part, "quantity": 0 }] }), "lines[0].quantity"),
        (json!({ "revision": 0, "lines": [{ "quantity": 1 }] }), "lines[0].part"),
    ] {
        let refused = send(&test_shop, call("PUT", "/carts/marta@example.com").by(marta).json(body.clone())).await;
        assert_eq!(refused.fields(), [field], "{body}");
    }
}

#[actix_web::test]
async fn responses_do_not_reveal_who_has_a_cart() {
    let test_shop = TestShop::default();
    let (marta, olga, admin) =
        (test_shop.customer("marta").await, test_shop.customer("olga").await, test_shop.admin().await);
    let part = PartId::from(numbered(999_999)).to_string();
    let body = json!({ "revision": 0, "lines": [{ "part": part, "quantity": "3" }] });
    let saved = send(&test_shop, call("PUT", "/carts/marta@example.com").by(marta).json(body)).await;
    assert_eq!(saved.json()["lines"], json!([{ "part": part, "quantity": 3 }]));
    for other in [olga, admin] {
        let known = send(&test_shop, call("GET", "/carts/marta@example.com").by(other)).await;
        let unknown = send(&test_shop, call("GET", "/carts/nobody@example.com").by(other)).await;
        assert_eq!((known.status, known.code(), known.text), (unknown.status, unknown.code(), unknown.text));
    }
}

#[actix_web::test]
async fn null_selects_no_vehicle() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let body = json!({ "revision": 0, "vehicles": ["2018/honda/civic"], "chosen": null });
    let saved = send(&test_shop, call("PUT", "/garages/marta@example.com").by(marta).json(body)).await;
    assert_eq!(saved.json(), json!({ "revision": 1, "vehicles": ["2018/honda/civic"] }));
}

#[actix_web::test]
async fn what_is_no_garage_is_refused_by_name() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let civics: Vec<String> = (1990..2011).map(|year| format!("{year}/honda/civic")).collect();
    for (body, status, field) in [
        (json!({ "revision": 0 }), 422, "vehicles"),
        (json!({ "vehicles": [] }), 422, "revision"),
        (json!({ "revision": 0, "vehicles": civics }), 422, "vehicles"),
        (json!({ "revision": 0, "vehicles": "2018/honda/civic" }), 422, "vehicles"),
        (json!({ "revision": 0, "vehicles": ["2018/honda/civic", "2018/honda/civic"] }), 409, "vehicles"),
        (json!({ "revision": 0, "vehicles": ["2018/honda/civic", "0/honda/civic"] }), 422, "vehicles[1]"),
        (json!({ "revision": 0, "vehicles": ["2018/../civic"] }), 422, "vehicles[0]"),
        (json!({ "revision": 0, "vehicles": [7] }), 422, "vehicles[0]"),
        (json!({ "revision": 0, "vehicles": ["2018/honda/civic"], "chosen": "2019/honda/civic" }), 409, "chosen"),
        (json!({ "revision": 0, "vehicles": [], "chosen": "<b>" }), 422, "chosen"),
    ] {
        let refused = send(&test_shop, call("PUT", "/garages/marta@example.com").by(marta).json(body.clone())).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (status, vec![field.to_owned()]), "{body}");
    }
}

#[actix_web::test]
async fn what_is_no_address_is_refused_by_name() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let with = |field: &str, value: Value| {
        let mut sent = json!({
            "recipient": "Marta", "line1": "1 Road", "city": "Dayton", "region": "OH", "postalCode": "45402",
            "country": "US",
        });
        sent[field] = value;
        json!({ "revision": 0, "addresses": [
            { "destination": destination(), "phone": "555 0100" },
            { "destination": sent, "phone": "555 0100" },
        ]})
    };
    let twenty_one = vec![json!({ "destination": destination(), "phone": "555 0100" }); 21];
    for (body, status, field) in [
        (json!({ "revision": 0 }), 422, "addresses"),
        (json!({ "addresses": [] }), 422, "revision"),
        (json!({ "revision": 0, "addresses": twenty_one }), 422, "addresses"),
        (json!({ "revision": 0, "addresses": [{ "destination": destination() }] }), 422, "addresses[0].phone"),
        (json!({ "revision": 0, "addresses": [{ "phone": "555 0100" }] }), 422, "addresses[0].destination"),
        (with("line1", json!("a\u{7}b")), 422, "addresses[1].destination.line1"),
        (with("country", json!("XX")), 422, "addresses[1].destination.country"),
        (with("region", json!("ZZ")), 409, "addresses[1].destination.region"),
        (with("postalCode", json!("1")), 409, "addresses[1].destination.postalCode"),
    ] {
        let refused = send(&test_shop, call("PUT", "/addresses/marta@example.com").by(marta).json(body.clone())).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (status, vec![field.to_owned()]), "{body}");
    }
}
