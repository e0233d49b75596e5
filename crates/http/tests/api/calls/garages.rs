//! The garages of members.

use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

#[actix_web::test]
async fn a_garage_goes_from_one_device_to_another() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let read = || call("GET", "/garages/marta@example.com").by(marta);
    let save = |body: Value| call("PUT", "/garages/marta@example.com").by(marta).json(body);
    assert_eq!(send(&test_shop, read()).await.json(), json!({ "revision": 0, "vehicles": [] }));
    // The second does not exist: a garage does not check it.
    let vehicles = json!(["2018/honda/civic/2.0l-l4-gas", "2001/made/up"]);
    let saved = send(&test_shop, save(json!({ "revision": 0, "vehicles": vehicles, "chosen": "2001/made/up" }))).await;
    let garage = json!({ "revision": 1, "vehicles": vehicles, "chosen": "2001/made/up" });
    assert_eq!((saved.status.as_u16(), saved.json()), (200, garage.clone()));
    assert_eq!(send(&test_shop, read()).await.json(), garage);
    let stale = send(&test_shop, save(json!({ "revision": 0, "vehicles": [] }))).await;
    assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "changed_meanwhile"));
    let emptied = send(&test_shop, save(json!({ "revision": "1", "vehicles": [], "chosen": null }))).await;
    assert_eq!(emptied.json(), json!({ "revision": 2, "vehicles": [] }));
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
