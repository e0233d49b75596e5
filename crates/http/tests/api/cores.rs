//! Core claims as the API returns them.

use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

#[actix_web::test]
async fn core_charges_are_listed_decided_and_added_up() {
    let test_shop = TestShop::default();
    let (marta, admin) = (test_shop.customer("marta").await, test_shop.admin().await);
    let first = test_shop.shipped_cores(marta, admin, 2).await;
    let second = test_shop.shipped_cores(marta, admin, 1).await;
    let get = async |caller, path: &str| send(&test_shop, call("GET", path).by(caller)).await;
    let order = get(marta, &format!("/order/{first}")).await.json();
    let claim = json!({
        "_id": format!("{first}/1"), "order": first.to_string(), "orderNumber": order["number"], "name": order["name"],
        "line": 1, "product": "Alternator", "core": 3, "owed": 2, "received": 0, "accepted": 0, "refused": 0,
        "expired": 0, "closed": 0, "dueAt": "2026-01-31T23:59:59.999999Z",
    });
    assert_eq!(get(marta, &format!("/order/{first}/cores")).await.json(), json!([claim]));
    assert_eq!(get(admin, "/core-totals").await.json(), json!({ "owed": 9, "received": 0 }));

    let page = get(admin, "/cores?state=owed&limit=1").await;
    assert_eq!(page.json()[0]["order"], second.to_string(), "newest first");
    let next = format!("/cores?limit=1&state=owed&after={second}/1");
    let link = page.header("link").unwrap().to_owned();
    assert!(link.contains(&format!("after={second}")), "{link}");
    assert_eq!(get(admin, &next).await.json(), json!([claim]));

    let path = format!("/cores/{first}/1");
    let decide = async |body: Value| send(&test_shop, call("PUT", &path).by(admin).json(body)).await;
    let body = json!({ "received": 0, "accepted": 1, "refused": 1, "reason": "Cracked housing" });
    let decided = decide(body).await.json();
    let numbers = ["owed", "accepted", "refused", "reason"].map(|field| decided[field].clone());
    assert_eq!(numbers, [json!(0), json!(1), json!(1), json!("Cracked housing")]);
    assert_eq!(get(marta, &format!("/order/{first}/cores")).await.json(), json!([decided]));
    assert_eq!(get(admin, "/core-totals").await.json(), json!({ "owed": 3, "received": 0 }));
    assert_eq!(get(admin, "/cores?state=refused").await.json(), json!([decided]));

    let too_many = decide(json!({ "received": 3, "accepted": 1, "refused": 0 })).await;
    assert_eq!((too_many.status.as_u16(), too_many.code()), (409, "cores_not_left".to_owned()));
    let silent = decide(json!({ "received": 0, "accepted": 1, "refused": 1 })).await;
    assert_eq!((silent.status.as_u16(), silent.code()), (409, "fields_refused".to_owned()));
    assert_eq!(get(admin, "/cores?state=late").await.status, 422);
    let of_no_line = call("PUT", &format!("/cores/{first}/x")).by(admin);
    let nothing = json!({ "received": 0, "accepted": 0, "refused": 0 });
    assert_eq!(send(&test_shop, of_no_line.json(nothing)).await.status, 404);
}
