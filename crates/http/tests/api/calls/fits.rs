//! Lines for a vehicle: in quotes, checkouts and the specification's order, and what an order records.

use crate::support::{call, send};
use autoparts_domain::{fitment::About, id::PartId};
use autoparts_testing::{
    clock::numbered,
    samples::{application, condition, vehicles},
    test_shop::TestShop,
};
use serde_json::{Value, json};

const CIVIC: &str = "2018/honda/civic";

/// A part that fits Civics from 2016 to 2020 with package 1.
async fn part_with_condition(test_shop: &TestShop) -> PartId {
    let part = test_shop.part(1, 9, 1_000).await;
    let write = test_shop.shop.store.write(move |tx| {
        tx.save_vehicles(&vehicles())?;
        tx.insert_condition(&condition(1, About::Vehicle))?;
        tx.replace_applications(&part, &"honda/civic".parse().unwrap(), &[application(2016, 2020, &[1])])
    });
    write.await.unwrap();
    part
}

#[actix_web::test]
async fn a_line_on_conditions_is_confirmed_and_kept_with_the_order() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = part_with_condition(&test_shop).await;
    let line = |confirmed: Value| json!([{ "part": part.to_string(), "vehicle": CIVIC, "confirmed": confirmed }]);
    let quoted = send(&test_shop, call("POST", "/quotes").json(json!({ "lines": line(json!([])) }))).await.json();
    let fit = &quoted["lines"][0]["fit"];
    assert_eq!(fit["vehicle"]["name"], "2018 Honda Civic");
    assert_eq!((&fit["verdict"]["verdict"], &fit["confirmed"]), (&json!("fits_if"), &json!(false)));
    let condition = fit["verdict"]["anyOf"][0]["conditions"][0].clone();
    assert_eq!(condition, json!({ "id": numbered(1).to_string(), "words": "With package 1" }));

    let check_out = |confirmed: Value| {
        call("POST", "/checkouts").by(marta).json(json!({
            "lines": line(confirmed), "phone": "555 0100", "totalPrice": 10,
            "destination": { "recipient": "Marta", "line1": "1 Road", "city": "Berlin", "country": "DE" },
        }))
    };
    let refused = send(&test_shop, check_out(json!([]))).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "fit_not_confirmed"));
    let detail = "One part may not fit your vehicle. Please confirm that before you order.";
    assert_eq!(refused.json()["detail"], detail);
    let placed = send(&test_shop, check_out(json!([condition["id"]]))).await;
    assert_eq!(placed.status.as_u16(), 201, "{}", placed.text);
    let order = format!("/order/{}", placed.json()["insertedId"].as_str().unwrap());
    let kept = send(&test_shop, call("GET", &order).by(marta)).await.json()["lines"][0]["fit"].clone();
    assert_eq!(
        kept,
        json!({
            "vehicle": CIVIC, "name": "2018 Honda Civic", "verdict": "fits_if", "conditions": ["With package 1"],
            "confirmed": true,
        })
    );
}

#[actix_web::test]
async fn the_specifications_order_may_name_a_vehicle() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = part_with_condition(&test_shop).await;
    let order = |vehicle: &str, confirmed: Value| {
        call("POST", "/orders").by(marta).json(json!({
            "orderedId": part.to_string(), "quantity": 1, "address": "1 Road", "phone": "555 0100", "vehicle": vehicle,
            "confirmed": confirmed,
        }))
    };
    for (vehicle, confirmed, status, code) in [
        (CIVIC, json!([]), 409, "fit_not_confirmed"),
        ("2021/honda/civic", json!([numbered(1).to_string()]), 409, "fit_not_confirmed"),
        ("2018/honda/jazz", json!(["not_listed"]), 404, "no_such_vehicle"),
        ("2018/honda", json!([]), 422, "invalid_fields"),
        (CIVIC, json!(["<b>"]), 422, "invalid_fields"),
    ] {
        let refused = send(&test_shop, order(vehicle, confirmed)).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (status, code), "{vehicle}");
    }
    assert_eq!(send(&test_shop, order("2021/honda/civic", json!(["not_listed"]))).await.status.as_u16(), 201);
}

#[actix_web::test]
async fn a_cart_keeps_for_which_vehicle_its_lines_are() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 9, 100).await.to_string();
    let lines = json!([
        { "part": part, "quantity": 1, "vehicle": "2018/honda/civic/2.0l-l4-gas" },
        { "part": part, "quantity": 2, "vehicle": "2001/made/up" },
        { "part": part, "quantity": 3 },
    ]);
    let save = call("PUT", "/carts/marta@example.com").by(marta).json(json!({ "revision": 0, "lines": lines }));
    assert_eq!(send(&test_shop, save).await.json()["lines"], lines);
    assert_eq!(send(&test_shop, call("GET", "/carts/marta@example.com").by(marta)).await.json()["lines"], lines);
}
