//! Choosing a vehicle, and finding parts for it, over HTTP.

use crate::support::{Answer, call, send};
use autoparts_application::catalogue::indexing::IndexFollower;
use autoparts_domain::{accounts::Role, fitment::Application, id::PartId, text::ConditionWords};
use autoparts_testing::{samples, test_shop::TestShop};
use serde_json::{Value, json};

/// A shop with a part for Civics of 2016 to 2018, those of 2018 only with one engine, and a part for an Accord.
async fn shop() -> (TestShop, [PartId; 2]) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    let parts = [test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await];
    let application = |(from, to), engine: Option<&str>| Application::<ConditionWords> {
        years: samples::years(from, to),
        engine: engine.map(|engine| engine.parse().unwrap()),
        position: None,
        pieces: None,
        conditions: [].into(),
    };
    let civic = vec![application((2016, 2017), None), application((2018, 2018), Some("2.0l-l4-gas"))];
    let accord = vec![application((2018, 2018), None)];
    for (part, model, applications) in [(parts[0], "honda/civic", civic), (parts[1], "honda/accord", accord)] {
        test_shop.shop.edit_fitment(admin, part, 1, model.parse().unwrap(), applications).await.unwrap();
    }
    follow(&test_shop).await;
    (test_shop, parts)
}

async fn follow(test_shop: &TestShop) {
    IndexFollower::new(test_shop.shop.clone()).follow().await.unwrap();
}

async fn get(test_shop: &TestShop, path: &str) -> Answer {
    send(test_shop, call("GET", path)).await
}

/// The parts found for a vehicle.
async fn found(test_shop: &TestShop, query: &str) -> Value {
    let found = get(test_shop, &format!("/search?{query}")).await.json();
    assert_eq!(found["total"].as_u64(), found["parts"].as_array().map(|parts| parts.len().try_into().unwrap()));
    found["parts"].as_array().unwrap().iter().map(|part| part["_id"].clone()).collect()
}

#[actix_web::test]
async fn a_vehicle_is_chosen_step_by_step() {
    let (test_shop, _) = shop().await;
    let name = |id: &str, name: &str| json!({ "id": id, "name": name });
    let (gas, turbo) = (name("2.0l-l4-gas", "2.0L L4"), name("1.5l-l4-turbo-gas", "1.5L L4 turbo"));
    for (path, offered) in [
        ("/vehicles/years", json!([2018, 2017, 2016])),
        ("/vehicles/makes?year=2018", json!([name("honda", "Honda")])),
        ("/vehicles/makes?year=2019", json!([])),
        (
            "/vehicles/models?year=2018&make=honda",
            json!([name("honda/accord", "Accord"), name("honda/civic", "Civic")]),
        ),
        ("/vehicles/models?year=2017&make=honda", json!([name("honda/civic", "Civic")])),
        ("/vehicles/models?year=2017&make=ford", json!([])),
        ("/vehicles/engines?year=2017&model=honda/civic", json!([turbo, gas])),
        ("/vehicles/engines?model=honda%2Fcivic&year=2018", json!([turbo, gas])),
        ("/vehicles/engines?year=2019&model=honda/civic", json!([])),
    ] {
        assert_eq!(get(&test_shop, path).await.json(), offered, "{path}");
    }
}

#[actix_web::test]
async fn steps_offer_only_vehicles_with_parts() {
    let (test_shop, [civic, accord]) = shop().await;
    assert_eq!(get(&test_shop, "/vehicles/years").await.json(), json!([2018, 2017, 2016]));
    let admin = test_shop.person("manager", Role::Admin).await;
    test_shop.shop.delete_part(admin, civic).await.unwrap();
    follow(&test_shop).await;
    assert_eq!(get(&test_shop, "/vehicles/years").await.json(), json!([2018]), "the cached response is gone");
    test_shop.shop.delete_part(admin, accord).await.unwrap();
    follow(&test_shop).await;
    assert_eq!(get(&test_shop, "/vehicles/years").await.json(), json!([]));
}

#[actix_web::test]
async fn a_step_requires_the_earlier_choices() {
    let (test_shop, _) = shop().await;
    for (path, fields) in [
        ("/vehicles/makes", vec!["year"]),
        ("/vehicles/makes?year=0", vec!["year"]),
        ("/vehicles/makes?year=99999", vec!["year"]),
        ("/vehicles/models?make=../x", vec!["year", "make"]),
        ("/vehicles/engines?year=2018&model=civic", vec!["model"]),
        ("/vehicles/engines?year=2018&model=honda/../civic", vec!["model"]),
        ("/vehicles/names?vehicle=2018/honda", vec!["vehicle"]),
    ] {
        let answer = get(&test_shop, path).await;
        assert_eq!(answer.status, 422, "{path}");
        assert_eq!(answer.fields(), fields, "{path}");
    }
}

#[actix_web::test]
async fn parts_are_found_by_vehicle() {
    let (test_shop, [civic, accord]) = shop().await;
    let [civic, accord] = [civic, accord].map(|part| part.to_string());
    assert_eq!(found(&test_shop, "vehicle=2018/honda/civic").await, json!([civic]));
    assert_eq!(found(&test_shop, "vehicle=2018/honda/civic/2.0l-l4-gas").await, json!([civic]));
    assert_eq!(found(&test_shop, "vehicle=2018%2Fhonda%2Fcivic%2F1.5l-l4-turbo-gas").await, json!([]));
    assert_eq!(found(&test_shop, "vehicle=2018/honda/accord").await, json!([accord]));
    assert_eq!(found(&test_shop, "").await, json!([accord, civic]));
    for unknown in ["2018/honda/jazz", "2018/ford/civic", "2022/honda/civic", "2018/honda/civic/v8"] {
        let answer = get(&test_shop, &format!("/search?vehicle={unknown}")).await;
        assert_eq!((answer.status.as_u16(), &*answer.code()), (404, "no_such_vehicle"), "{unknown}");
    }
    for malformed in ["", "2018", "0/honda/civic", "99999/honda/civic", "2018/../civic", "2018/honda/civic/"] {
        let answer = get(&test_shop, &format!("/search?vehicle={malformed}")).await;
        assert_eq!(answer.status, 422, "{malformed}");
        assert_eq!(answer.fields(), ["vehicle"], "{malformed}");
    }
}

#[actix_web::test]
async fn admin_lists_cannot_be_filtered_by_vehicle() {
    let (test_shop, _) = shop().await;
    let admin = test_shop.person("manager", Role::Admin).await;
    let answer = send(&test_shop, call("GET", "/parts/records?vehicle=2018/honda/civic").by(admin)).await;
    assert_eq!((answer.status.as_u16(), &*answer.code()), (422, "invalid_fields"));
}

#[actix_web::test]
async fn vehicles_of_a_garage_are_named() {
    let (test_shop, _) = shop().await;
    let path = "/vehicles/names?vehicle=2018/ford/f-150&vehicle=2018/honda/jazz&vehicle=2018/honda/civic/2.0l-l4-gas";
    let named = get(&test_shop, path).await.json();
    assert_eq!((&named[0]["id"], &named[0]["name"]), (&json!("2018/ford/f-150"), &json!("2018 Ford F-150")));
    assert_eq!(
        named[1],
        json!({
            "id": "2018/honda/civic/2.0l-l4-gas", "name": "2018 Honda Civic 2.0L L4", "year": 2018,
            "make": { "id": "honda", "name": "Honda" }, "model": { "id": "honda/civic", "name": "Civic" },
            "engine": { "id": "2.0l-l4-gas", "name": "2.0L L4" },
        })
    );
    assert_eq!(named.as_array().unwrap().len(), 2);
    assert_eq!(get(&test_shop, "/vehicles/names").await.json(), json!([]));
    let many = |count: usize| format!("/vehicles/names?{}", vec!["vehicle=2018/ford/f-150"; count].join("&"));
    assert_eq!(get(&test_shop, &many(20)).await.json().as_array().unwrap().len(), 20);
    assert_eq!(get(&test_shop, &many(21)).await.fields(), ["vehicle"]);
}
