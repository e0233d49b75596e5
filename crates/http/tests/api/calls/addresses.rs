//! The address books of members.

use crate::support::{call, destination, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

#[actix_web::test]
async fn addresses_are_kept_in_the_order_in_which_they_are_offered() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let read = || call("GET", "/addresses/marta@example.com").by(marta);
    let save = |body: Value| call("PUT", "/addresses/marta@example.com").by(marta).json(body);
    assert_eq!(send(&test_shop, read()).await.json(), json!({ "revision": 0, "addresses": [] }));
    let home = json!({ "destination": destination(), "phone": "555 0100" });
    let work = json!({
        "destination": { "recipient": "Werkstatt", "line1": "Ring 1", "city": "Wien", "country": "AT" },
        "phone": "+43 1 555",
    });
    let saved = send(&test_shop, save(json!({ "revision": 0, "addresses": [work, home] }))).await;
    assert_eq!(saved.status.as_u16(), 200, "{}", saved.text);
    assert_eq!(saved.json(), json!({ "revision": 1, "addresses": [work, home] }));
    assert_eq!(send(&test_shop, read()).await.json(), saved.json());
    let stale = send(&test_shop, save(json!({ "revision": 0, "addresses": [] }))).await;
    assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "changed_meanwhile"));
    let emptied = send(&test_shop, save(json!({ "revision": "1", "addresses": [] }))).await;
    assert_eq!(emptied.json(), json!({ "revision": 2, "addresses": [] }));
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
