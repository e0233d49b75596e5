//! What parts fit, over HTTP.

use crate::support::{Answer, call, send};
use autoparts_application::testing::{samples, test_shop::TestShop};
use autoparts_domain::{
    fitment::{Application, PiecesNeeded},
    id::{PartId, UserId},
    text::ConditionWords,
};
use serde_json::json;

/// A shop that knows the sample vehicles, with an admin.
async fn shop() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    (test_shop, admin)
}

async fn get(test_shop: &TestShop, path: &str) -> Answer {
    send(test_shop, call("GET", path)).await
}

async fn fits(test_shop: &TestShop, vehicle: &str, parts: &[PartId]) -> Answer {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    get(test_shop, &format!("/fits?vehicle={vehicle}&parts={}", parts.join(","))).await
}

/// Two pieces at the front, from 2016 to 2018.
fn application(engine: Option<&str>, conditions: &[&str]) -> Application<ConditionWords> {
    Application {
        years: samples::years(2016, 2018),
        engine: engine.map(|engine| engine.parse().unwrap()),
        position: Some("Front".parse().unwrap()),
        pieces: Some(PiecesNeeded::new(2).unwrap()),
        conditions: conditions.iter().map(|words| words.parse().unwrap()).collect(),
    }
}

async fn list(test_shop: &TestShop, admin: UserId, part: PartId, listed: &[(&str, Application<ConditionWords>)]) {
    let mut revision = 1;
    for (model, application) in listed {
        let (model, application) = (model.parse().unwrap(), application.clone());
        let edit = test_shop.shop.edit_fitment(admin, part, revision, model, vec![application]);
        revision = edit.await.unwrap();
    }
}

#[actix_web::test]
async fn a_verdict_is_said_in_full() {
    let (test_shop, admin) = shop().await;
    let (sure, perhaps, nothing) =
        (test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await);
    list(&test_shop, admin, sure, &[("honda/civic", application(None, &[]))]).await;
    list(&test_shop, admin, perhaps, &[("honda/civic", application(Some("2.0l-l4-gas"), &["With A/C"]))]).await;
    let answer = fits(&test_shop, "2018/honda/civic", &[sure, perhaps, nothing]).await.json();
    let name = |id, name| json!({ "id": id, "name": name });
    assert_eq!(
        answer["vehicle"],
        json!({
            "id": "2018/honda/civic", "name": "2018 Honda Civic", "year": 2018, "make": name("honda", "Honda"),
            "model": name("honda/civic", "Civic"),
        })
    );
    let needs = json!([{ "position": "Front", "pieces": 2 }]);
    let condition = &answer["verdicts"][1]["anyOf"][0]["conditions"][0];
    assert_eq!(
        answer["verdicts"],
        json!([
            { "part": sure.to_string(), "verdict": "fits", "needs": needs, "anyOf": [], "notes": [] },
            {
                "part": perhaps.to_string(), "verdict": "fits_if", "needs": needs, "notes": [],
                "anyOf": [{
                    "engine": name("2.0l-l4-gas", "2.0L L4"),
                    "conditions": [{ "id": condition["id"], "words": "With A/C" }],
                }],
            },
            {
                "part": nothing.to_string(), "verdict": "unknown", "why": "no_data", "needs": [], "anyOf": [],
                "notes": [],
            },
        ])
    );
    let with_engine = fits(&test_shop, "2018/honda/civic/2.0l-l4-gas", &[perhaps]).await.json();
    assert_eq!(with_engine["vehicle"]["engine"], name("2.0l-l4-gas", "2.0L L4"));
    assert_eq!(with_engine["verdicts"][0]["anyOf"][0].get("engine"), None);
    let another = fits(&test_shop, "2018/ford/f-150", &[perhaps]).await.json();
    assert_eq!(another["verdicts"][0]["verdict"], "does_not_fit");
}

#[actix_web::test]
async fn parts_that_are_not_in_the_catalogue_are_left_out() {
    let (test_shop, admin) = shop().await;
    let (shown, hidden) = (test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await);
    list(&test_shop, admin, hidden, &[("honda/civic", application(None, &[]))]).await;
    assert!(test_shop.shop.delete_part(admin, hidden).await.unwrap());
    let unknown = "01900000-0000-7000-8000-000000000000".parse().unwrap();
    let answer = fits(&test_shop, "2018/honda/civic", &[shown, hidden, unknown, shown]).await.json();
    let parts: Vec<_> = answer["verdicts"].as_array().unwrap().iter().map(|verdict| &verdict["part"]).collect();
    assert_eq!(parts, [&json!(shown.to_string())]);
    assert_eq!(get(&test_shop, "/fits?vehicle=2018/honda/civic").await.json()["verdicts"], json!([]));
    assert_eq!(get(&test_shop, &format!("/parts/{hidden}/fitments")).await.status, 404);
}

#[actix_web::test]
async fn vehicles_that_never_were_are_told_from_what_is_no_vehicle() {
    let (test_shop, _) = shop().await;
    for vehicle in ["2018/honda/f-150", "1999/honda/civic", "2018/ford/f-150/v12", "2018/nobody/nothing"] {
        let answer = fits(&test_shop, vehicle, &[]).await;
        assert_eq!((answer.status.as_u16(), &*answer.code()), (404, "no_such_vehicle"), "{vehicle}");
    }
    for vehicle in ["", "0/honda/civic", "99999/honda/civic", "2018/../civic", "2018/honda", "2018/honda/civic/a/b"] {
        let answer = fits(&test_shop, vehicle, &[]).await;
        assert_eq!((answer.status.as_u16(), answer.fields()), (422, vec!["vehicle".to_owned()]), "{vehicle}");
    }
    let part = "01900000-0000-7000-8000-000000000000".parse().unwrap();
    assert_eq!(fits(&test_shop, "2018/honda/civic", &[part; 100]).await.status, 200);
    let answer = fits(&test_shop, "2018/honda/civic", &[part; 101]).await;
    assert_eq!((answer.status.as_u16(), answer.fields()), (422, vec!["parts".to_owned()]));
}

#[actix_web::test]
async fn a_part_is_listed_by_model_page_by_page() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    let models = [
        ("honda/civic", application(Some("2.0l-l4-gas"), &["With A/C"])),
        ("ford/f-150", application(None, &[])),
        ("honda/accord", application(None, &[])),
    ];
    list(&test_shop, admin, part, &models).await;
    let path = format!("/parts/{part}/fitments");
    let first = get(&test_shop, &format!("{path}?limit=2")).await;
    let names = |answer: &Answer| -> Vec<String> {
        let models = answer.json()["models"].as_array().unwrap().clone();
        models.iter().map(|listed| format!("{} {}", listed["make"]["name"], listed["model"]["name"])).collect()
    };
    assert_eq!(names(&first), [r#""Ford" "F-150""#, r#""Honda" "Accord""#]);
    assert_eq!((&first.json()["total"], &first.json()["setAside"]), (&json!(3), &json!(0)));
    let next = format!("{path}?limit=2&after=honda/accord");
    assert_eq!(first.header("link"), Some(&*format!("<{next}>; rel=\"next\"")));
    let last = get(&test_shop, &next).await;
    assert_eq!((names(&last), last.header("link")), (vec![r#""Honda" "Civic""#.to_owned()], None));
    let application = &last.json()["models"][0]["applications"][0];
    assert_eq!(
        *application,
        json!({
            "from": 2016, "to": 2018, "engine": { "id": "2.0l-l4-gas", "name": "2.0L L4" }, "position": "Front",
            "pieces": 2,
            "conditions": [{ "id": application["conditions"][0]["id"], "words": "With A/C", "about": "vehicle" }],
        })
    );
}
