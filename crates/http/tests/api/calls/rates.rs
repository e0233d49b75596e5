//! Shipping rates and taxes, and the charges on quotes and orders.

use crate::support::{Call, call, send};
use autoparts_domain::id::{PartId, UserId};
use autoparts_testing::{samples, test_shop::TestShop};
use serde_json::{Value, json};

fn rates(revision: i64) -> Value {
    let method = |name: &str, countries: Value, base: f64| {
        json!({
            "name": name, "countries": countries, "postalPrefixes": [], "exceptPostalPrefixes": [], "base": base, "perKilogram": 0, "takesHazmat": true,
            "daysFrom": 2, "daysTo": 4, "active": true,
        })
    };
    json!({
        "revision": revision,
        "shippingMethods": [method("Ground", json!(["US"]), 9.9), method("Express", json!([]), 24.9)],
        "taxRates": [{ "country": "US", "region": "oh", "postalPrefixes": [], "millionths": 57_500, "onShipping": false, "onCore": false }],
    })
}

fn save(by: UserId, rates: Value) -> Call {
    call("PUT", "/rates").by(by).json(rates)
}

fn dayton() -> Value {
    json!({
        "recipient": "Marta Novak", "line1": "48 Foundry Lane", "city": "Dayton", "region": "OH", "postalCode": "45402",
        "country": "US",
    })
}

fn checkout(by: UserId, part: PartId, destination: &Value, total: f64) -> Call {
    let lines = json!([{ "part": part.to_string(), "quantity": 2 }]);
    let body = json!({ "lines": lines, "destination": destination, "phone": "5550100", "totalPrice": total });
    call("POST", "/checkouts").by(by).json(body)
}

#[actix_web::test]
async fn rates_are_shown_as_they_were_saved() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let none = send(&test_shop, call("GET", "/rates").by(admin)).await.json();
    assert_eq!(none, json!({ "revision": 0, "shippingMethods": [], "taxRates": [] }));
    let saved = send(&test_shop, save(admin, rates(0))).await;
    assert_eq!(saved.status.as_u16(), 200, "{}", saved.text);
    let shown = send(&test_shop, call("GET", "/rates").by(admin)).await.json();
    assert_eq!((&shown, &shown["revision"], &shown["taxRates"][0]["region"]), (&saved.json(), &json!(1), &json!("OH")));
    // Saving the returned rates unchanged changes nothing.
    let again = send(&test_shop, save(admin, shown.clone())).await.json();
    assert_eq!(again["shippingMethods"], shown["shippingMethods"]);
    let stale = send(&test_shop, save(admin, rates(1))).await;
    assert_eq!((stale.status.as_u16(), stale.code().as_str()), (409, "changed_meanwhile"));
}

#[actix_web::test]
async fn what_is_wrong_with_rates_is_said_where_it_is() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    for (pointer, value, status, field) in [
        ("/shippingMethods/1/daysTo", json!(1), 409, "shippingMethods[1].daysTo"),
        ("/taxRates/0/region", json!("Ohio"), 409, "taxRates[0].region"),
        ("/taxRates/0/country", json!("XX"), 422, "taxRates[0].country"),
        ("/shippingMethods/0/countries/0", json!("us"), 422, "shippingMethods[0].countries[0]"),
        ("/shippingMethods/0/base", json!(-1), 422, "shippingMethods[0].base"),
        ("/taxRates/0/millionths", json!(1_000_001), 422, "taxRates[0].millionths"),
        ("/revision", json!(-1), 422, "revision"),
        ("/taxRates/0/postalPrefixes", json!(["?"]), 422, "taxRates[0].postalPrefixes[0]"),
        ("/taxRates/0/postalPrefixes", json!(["45", "4 5"]), 409, "taxRates[0].postalPrefixes"),
        ("/shippingMethods/1/postalPrefixes", json!(["45"]), 409, "shippingMethods[1].postalPrefixes"),
        ("/shippingMethods/1/exceptPostalPrefixes", json!(["IV"]), 409, "shippingMethods[1].exceptPostalPrefixes"),
    ] {
        let mut body = rates(0);
        *body.pointer_mut(pointer).unwrap() = value;
        let refused = send(&test_shop, save(admin, body)).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (status, vec![field.to_owned()]), "{pointer}");
    }
    let mut twice = rates(0);
    let tax = twice["taxRates"][0].clone();
    twice["taxRates"].as_array_mut().unwrap().push(tax);
    assert_eq!(send(&test_shop, save(admin, twice)).await.fields(), ["taxRates[1].region"]);
}

#[actix_web::test]
async fn quotes_and_orders_itemize_the_extra_charges() {
    let test_shop = TestShop::default();
    let (admin, marta, part) =
        (test_shop.admin().await, test_shop.customer("marta").await, test_shop.part(1, 10, 3_800).await);
    send(&test_shop, save(admin, rates(0))).await;
    let ask = |extra: Value| {
        let mut body = json!({ "lines": [{ "part": part.to_string(), "quantity": 2 }] });
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        call("POST", "/quotes").json(body)
    };
    let nowhere = send(&test_shop, ask(json!({}))).await.json();
    assert_eq!((&nowhere["placeMissing"], &nowhere["total"]), (&json!(true), &json!(76)));
    assert!(nowhere.get("shippingOptions").is_none() && nowhere.get("tax").is_none());
    let place = json!({ "country": "US", "region": "OH", "postalCode": "45402" });
    let quoted = send(&test_shop, ask(json!({ "place": place }))).await.json();
    let sums = ["goods", "shipping", "tax", "total"].map(|name| quoted[name].clone());
    assert_eq!(sums, [json!(76), json!(9.9), json!(4.37), json!(90.27)]);
    let names: Vec<_> =
        quoted["shippingOptions"].as_array().unwrap().iter().map(|option| option["name"].clone()).collect();
    assert_eq!(names, ["Ground", "Express"]);
    let express = quoted["shippingOptions"][1]["method"].clone();
    let faster = send(&test_shop, ask(json!({ "place": place, "shipping": express }))).await.json();
    assert_eq!((&faster["shippingMethod"], &faster["total"]), (&express, &json!(105.27)));
    let abroad = json!({ "country": "DE" });
    let ground = quoted["shippingOptions"][0]["method"].clone();
    let refused = send(&test_shop, ask(json!({ "place": abroad, "shipping": ground }))).await.json();
    assert_eq!((&refused["orderable"], &refused["problem"]["code"]), (&json!(false), &json!("no_shipping")));

    let changed = send(&test_shop, checkout(marta, part, &dayton(), 76.0)).await;
    assert_eq!((changed.status.as_u16(), changed.code().as_str()), (409, "price_changed"));
    let placed = send(&test_shop, checkout(marta, part, &dayton(), 90.27)).await;
    assert_eq!(placed.status.as_u16(), 201, "{}", placed.text);
    let id = placed.json()["insertedId"].as_str().unwrap().to_owned();
    let order = send(&test_shop, call("GET", &format!("/order/{id}")).by(marta)).await.json();
    let shown = ["totalPrice", "shippingMethod", "shipping"].map(|name| order[name].clone());
    assert_eq!(shown, [json!(90.27), json!("Ground"), json!(9.9)]);
    assert_eq!((&order["destination"], &order["lines"][0]["tax"]), (&dayton(), &json!(4.37)));
    assert_eq!(order["address"], "Marta Novak, 48 Foundry Lane, Dayton, OH 45402, US");
    let found = send(&test_shop, call("GET", "/orders?q=45402").by(admin)).await.json();
    assert_eq!(found[0]["_id"], json!(id));
}

#[actix_web::test]
async fn a_tax_follows_the_postal_code() {
    let test_shop = TestShop::default();
    let (admin, marta, part) =
        (test_shop.admin().await, test_shop.customer("marta").await, test_shop.part(1, 10, 3_800).await);
    let tax = |country: &str, region: Value, prefixes: Value, millionths: i64| {
        json!({ "country": country, "region": region, "postalPrefixes": prefixes, "millionths": millionths,
            "onShipping": false, "onCore": false })
    };
    let taxes = [
        tax("US", json!("CA"), json!([]), 72_500),
        tax("ES", Value::Null, json!([]), 210_000),
        tax("ES", Value::Null, json!(["35", "38"]), 70_000),
    ];
    let saved = send(&test_shop, save(admin, json!({ "revision": 0, "shippingMethods": [], "taxRates": taxes }))).await;
    assert_eq!(saved.status.as_u16(), 200, "{}", saved.text);
    let quote = |place: Value| {
        let body = json!({ "lines": [{ "part": part.to_string(), "quantity": 2 }], "place": place });
        send(&test_shop, call("POST", "/quotes").json(body))
    };
    let los_angeles = quote(json!({ "country": "US", "region": "CA", "postalCode": "90001" })).await.json();
    assert_eq!(los_angeles["tax"], json!(5.51));
    let evaded = quote(json!({ "country": "US", "region": "OR", "postalCode": "90001" })).await;
    assert_eq!((evaded.status.as_u16(), evaded.fields()), (409, vec!["place.postalCode".to_owned()]));
    let error = evaded.json()["fields"][0].clone();
    assert_eq!(error["message"], "ZIP code 90001 is in California, not in Oregon.");
    assert_eq!(error["code"], "other_region");
    for (code, due) in [("28001", 15.96), ("35500", 5.32), ("38001", 5.32)] {
        let place = json!({ "country": "ES", "region": "Madrid", "postalCode": code });
        assert_eq!(quote(place).await.json()["tax"], json!(due), "{code}");
    }
    // An order to a country whose taxes depend on the postal code needs one.
    let mut to = json!({
        "recipient": "Marta Novak", "line1": "1 Calle", "city": "Madrid", "country": "ES",
    });
    let refused = send(&test_shop, checkout(marta, part, &to, 91.96)).await;
    assert_eq!((refused.status.as_u16(), refused.fields()), (409, vec!["destination.postalCode".to_owned()]));
    to["postalCode"] = json!("28001");
    assert_eq!(send(&test_shop, checkout(marta, part, &to, 91.96)).await.status.as_u16(), 201);
}

#[actix_web::test]
async fn the_specifications_order_says_that_it_needs_the_checkout() {
    let test_shop = TestShop::default();
    let (admin, marta, part) =
        (test_shop.admin().await, test_shop.customer("marta").await, test_shop.part(1, 10, 3_800).await);
    let body = json!({ "orderedId": part.to_string(), "quantity": 1, "address": "1 Road", "phone": "5550100" });
    let order = || call("POST", "/orders").by(marta).json(body.clone());
    assert_eq!(send(&test_shop, order()).await.status.as_u16(), 201);
    send(&test_shop, save(admin, rates(0))).await;
    let refused = send(&test_shop, order()).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (409, "checkout_required"));
}

#[actix_web::test]
async fn a_destination_says_which_of_its_fields_is_wrong() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 10, 3_800).await;
    for (name, value, status) in [
        ("region", json!("Ohio"), 409),
        ("region", Value::Null, 409),
        ("postalCode", json!("K1A 0B1"), 409),
        ("postalCode", json!("454021234"), 409),
        ("postalCode", json!("90001"), 409),
        ("region", json!("OR"), 409),
        ("postalCode", Value::Null, 409),
        ("postalCode", json!("4".repeat(500)), 422),
        ("postalCode", json!("45\n402"), 422),
        ("country", json!("XX"), 422),
        ("city", json!("Day\u{0}ton"), 422),
        ("recipient", json!(""), 422),
    ] {
        let mut to = dayton();
        to[name] = value.clone();
        let refused = send(&test_shop, checkout(marta, part, &to, 76.0)).await;
        // Either the state or the code may be wrong: the parcel goes by the code.
        let name = if value == json!("OR") { "postalCode" } else { name };
        let expected = (status, vec![format!("destination.{name}")]);
        assert_eq!((refused.status.as_u16(), refused.fields()), expected, "{name} {value}");
    }
    assert_eq!(send(&test_shop, checkout(marta, part, &dayton(), 76.0)).await.status.as_u16(), 201);
}

#[actix_web::test]
async fn an_admin_tries_an_address() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.save_rates(admin, samples::rates()).await.unwrap();
    let trial = json!({ "country": "US", "region": "OH", "grams": 11_800, "hazmat": true, "goods": 276, "cores": 90 });
    let tried = send(&test_shop, call("POST", "/rates/trials").by(admin).json(trial)).await.json();
    assert_eq!(tried["shipping"][0]["refused"], "does not carry dangerous goods");
    assert_eq!((&tried["shipping"][1]["price"], &tried["tax"]), (&json!(39.06), &json!(15.87)));
}

#[actix_web::test]
async fn packs_and_cores_are_kept_with_a_part() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let marta = test_shop.customer("marta").await;
    let part = |pack: i64| {
        json!({
            "title": "Caliper", "desc": "Front", "img": "/catalogue/brake-caliper.svg", "minOrderQuantity": 4,
            "available": 20, "price": 92, "pack": pack, "core": 30,
        })
    };
    let refused = send(&test_shop, call("POST", "/parts").by(admin).json(part(3))).await;
    assert_eq!((refused.status.as_u16(), refused.fields()), (409, vec!["minOrderQuantity".to_owned()]));
    let added = send(&test_shop, call("POST", "/parts").by(admin).json(part(2))).await.json();
    let id: PartId = added["insertedId"].as_str().unwrap().parse().unwrap();
    let shown = send(&test_shop, call("GET", &format!("/parts/{id}"))).await.json();
    assert_eq!((&shown["pack"], &shown["core"]), (&json!(2), &json!(30)));
    let lines = json!([{ "part": id.to_string(), "quantity": 5 }]);
    let quoted = send(&test_shop, call("POST", "/quotes").json(json!({ "lines": lines }))).await.json();
    assert_eq!(quoted["lines"][0]["problem"]["code"], "not_a_pack");
    let order = json!({ "orderedId": id.to_string(), "quantity": 4, "address": "1 Road", "phone": "5550100" });
    let refused = send(&test_shop, call("POST", "/orders").by(marta).json(order)).await;
    assert_eq!(refused.code().as_str(), "checkout_required");
}
