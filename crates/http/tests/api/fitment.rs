//! Fitment over HTTP.

use crate::support::{Answer, app, call, limited, send};
use autoparts_domain::{
    fitment::{Application, FitEvidence, PiecesNeeded},
    id::{PartId, UserId},
    text::ConditionWords,
};
use autoparts_http::limits::RateLimits;
use autoparts_testing::{clock::NEW_YEAR, samples, test_shop::TestShop};
use serde_json::json;

/// A shop with the sample vehicles and an admin.
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
        let model = model.parse().unwrap();
        let application = application.clone();
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
    let shown = test_shop.part(1, 5, 100).await;
    let hidden = test_shop.part(1, 5, 100).await;
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
async fn nonexistent_vehicles_are_distinguished_from_malformed_ones() {
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

async fn put(test_shop: &TestShop, by: UserId, path: &str, body: serde_json::Value) -> Answer {
    send(test_shop, call("PUT", path).by(by).json(body)).await
}

async fn record(test_shop: &TestShop, admin: UserId, part: PartId) -> serde_json::Value {
    send(test_shop, call("GET", &format!("/parts/{part}/fitments/record")).by(admin)).await.json()
}

#[actix_web::test]
async fn what_is_edited_shows_in_the_next_verdict() {
    let (test_shop, admin) = shop().await;
    let api = limited(&test_shop, RateLimits::OFF);
    let app = app(&api).await;
    let part = test_shop.part(1, 5, 100).await;
    let path = format!("/parts/{part}/fitments/honda/civic");
    let verdict = async || {
        let answer = app(call("GET", &format!("/fits?vehicle=2018/honda/civic&parts={part}"))).await;
        answer.json()["verdicts"][0]["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict().await, "unknown");
    let years = json!([{ "from": 2016, "to": 2017 }, { "from": 2018, "to": 2018 }]);
    let saved = app(call("PUT", &path).by(admin).json(json!({ "revision": 1, "applications": years }))).await;
    assert_eq!(saved.json(), json!({ "acknowledged": true, "revision": 2 }));
    assert_eq!(verdict().await, "fits", "although the previous answer was cached");
    let listed = record(&test_shop, admin, part).await;
    let applications = listed["models"][0]["applications"].clone();
    assert_eq!(applications, json!([{ "from": 2016, "to": 2018, "conditions": [] }]), "years that follow are joined");

    let with_words = json!([{ "from": 2016, "to": 2018, "conditions": ["With A/C", "With A/C"] }]);
    let late = app(call("PUT", &path).by(admin).json(json!({ "revision": 1, "applications": with_words }))).await;
    assert_eq!(late.code(), "changed_meanwhile");
    assert_eq!(
        app(call("PUT", &path).by(admin).json(json!({ "revision": 2, "applications": with_words }))).await.status,
        200
    );
    assert_eq!(verdict().await, "fits_if");
    let conditions = app(call("GET", "/conditions?about=vehicle").by(admin)).await.json();
    assert_eq!((&conditions[0]["words"], &conditions[0]["parts"]), (&json!("With A/C"), &json!(1)));
    let condition = format!("/conditions/{}", conditions[0]["_id"].as_str().unwrap());
    assert_eq!(app(call("PUT", &condition).by(admin).json(json!({ "about": "part" }))).await.status, 200);
    assert_eq!(verdict().await, "fits");
    assert_eq!(app(call("GET", "/conditions?about=vehicle").by(admin)).await.json(), json!([]));

    let suspension = format!("/suspensions/{part}/honda/civic");
    assert_eq!(app(call("PUT", &suspension).by(admin).json(json!({ "reason": "Came back" }))).await.status, 200);
    assert_eq!(verdict().await, "unknown");
    let suspensions = app(call("GET", "/suspensions?limit=1").by(admin)).await;
    let id = format!("honda/civic/{part}");
    assert_eq!((&suspensions.json()[0]["_id"], &suspensions.json()[0]["reason"]), (&json!(id), &json!("Came back")));
    let next = format!("/suspensions?limit=1&after={id}");
    assert_eq!(suspensions.header("link"), Some(&*format!("<{next}>; rel=\"next\"")));
    assert_eq!(app(call("GET", &next).by(admin)).await.json(), json!([]));
    assert_eq!(record(&test_shop, admin, part).await["suspensions"][0]["model"]["name"], "Civic");
    let end = async || app(call("DELETE", &suspension).by(admin)).await.json()["deletedCount"].clone();
    assert_eq!((end().await, end().await), (json!(1), json!(0)));
    assert_eq!(verdict().await, "fits");
    let revision = record(&test_shop, admin, part).await["revision"].clone();
    let nothing = json!({ "revision": revision, "applications": [] });
    assert_eq!(app(call("PUT", &path).by(admin).json(nothing)).await.status, 200);
    assert_eq!(verdict().await, "unknown");
}

#[actix_web::test]
async fn parts_that_came_back_are_flagged_until_they_are_suspended_or_dismissed() {
    let (test_shop, admin) = shop().await;
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 50, 2_000).await;
    let app = async |call| send(&test_shop, call).await;
    let path = format!("/parts/{part}/fitments/honda/civic");
    let fits = json!({ "revision": 1, "applications": [{ "from": 2016, "to": 2020 }] });
    assert_eq!(app(call("PUT", &path).by(admin).json(fits)).await.status, 200);
    let flag = format!("/fit-flags/{part}/honda/civic");
    assert_eq!(app(call("GET", &flag).by(admin)).await.code(), "not_found");
    let first = test_shop.misfit(marta, admin, part).await;
    assert_eq!(app(call("GET", "/fit-flags").by(admin)).await.json(), json!([]));
    let second = test_shop.misfit(marta, admin, part).await;
    assert!(test_shop.shop.run_maintenance().await);

    let flags = app(call("GET", "/fit-flags?limit=1").by(admin)).await;
    let expected = json!({
        "_id": format!("honda/civic/{part}"), "part": part.to_string(), "title": "Alternator",
        "make": { "id": "honda", "name": "Honda" }, "model": { "id": "honda/civic", "name": "Civic" },
        "misfits": 2, "sold": 2, "soldRecently": 2, "percentWrong": 89, "expectedLoss": 21.38, "partSuspect": false,
    });
    assert_eq!(flags.json(), json!([expected]));
    let next = format!("/fit-flags?limit=1&after=honda/civic/{part}");
    assert_eq!(flags.header("link"), Some(&*format!("<{next}>; rel=\"next\"")));
    assert_eq!(app(call("GET", &next).by(admin)).await.json(), json!([]));
    let details = app(call("GET", &flag).by(admin)).await.json();
    let numbers = [&second, &first].map(|record| json!(record.returned.number.to_string()));
    assert_eq!([&details["returns"][0]["number"], &details["returns"][1]["number"]], [&numbers[0], &numbers[1]]);
    assert_eq!(
        (&details["returns"][0]["note"], &details["suspended"]),
        (&json!("The holes do not line up."), &json!(false))
    );

    let dismiss =
        async || app(call("DELETE", &format!("{flag}?misfits=2")).by(admin)).await.json()["deletedCount"].clone();
    assert_eq!((dismiss().await, dismiss().await), (json!(1), json!(0)));
    assert_eq!(app(call("GET", "/fit-flags").by(admin)).await.json(), json!([]));
    test_shop.misfit(marta, admin, part).await;
    assert_eq!(app(call("GET", "/fit-flags").by(admin)).await.json()[0]["misfits"], 3);
    let suspension = format!("/suspensions/{part}/honda/civic");
    assert_eq!(app(call("PUT", &suspension).by(admin).json(json!({ "reason": "Came back" }))).await.status, 200);
    assert_eq!(app(call("GET", "/fit-flags").by(admin)).await.json(), json!([]));
    assert_eq!(app(call("GET", &flag).by(admin)).await.json()["suspended"], true);
}

#[actix_web::test]
async fn a_part_that_fits_shows_how_many_were_sold_and_came_back() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    list(&test_shop, admin, part, &[("honda/civic", application(None, &[]))]).await;
    let mut known = FitEvidence::none(part, "honda/civic".parse().unwrap());
    (0..3).for_each(|_| known.add_misfit(samples::money(100)));
    known.set_sales(412, 9, NEW_YEAR);
    test_shop.shop.store.write(move |tx| tx.save_fit_evidence(&known)).await.unwrap();
    let verdict = async |vehicle| fits(&test_shop, vehicle, &[part]).await.json()["verdicts"][0].clone();
    assert_eq!(verdict("2018/honda/civic").await["trackRecord"], json!({ "sold": 412, "misfits": 3 }));
    assert_eq!(verdict("2020/honda/civic").await.get("trackRecord"), None, "not listed for this year");
}

#[actix_web::test]
async fn applications_that_cannot_be_are_refused_at_their_fields() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    let path = format!("/parts/{part}/fitments/honda/civic");
    let sent = async |application: serde_json::Value| {
        let good = json!({ "from": 2016, "to": 2018 });
        put(&test_shop, admin, &path, json!({ "revision": 1, "applications": [good, application] })).await
    };
    for (application, status, field) in [
        (json!({ "from": 2018, "to": 2016 }), 409, "to"),
        (json!({ "from": 1900, "to": 2099 }), 409, "to"),
        (json!({ "from": 0, "to": 2016 }), 422, "from"),
        (json!({ "from": 2016, "to": 99_999 }), 422, "to"),
        (json!({ "from": 2016, "to": 2018, "engine": "v12" }), 409, "engine"),
        (json!({ "from": 2016, "to": 2018, "engine": "../v12" }), 422, "engine"),
        (json!({ "from": 2016, "to": 2018, "pieces": 0 }), 422, "pieces"),
        (json!({ "from": 2016, "to": 2018, "position": "\u{1b}[2J" }), 422, "position"),
        (json!({ "from": 2016, "to": 2018, "conditions": ["x".repeat(2_000)] }), 422, "conditions[0]"),
    ] {
        let answer = sent(application.clone()).await;
        assert_eq!((answer.status.as_u16(), answer.fields()), (status, vec![format!("applications[1].{field}")]));
    }
    let markup = "<script>alert(1)</script> & \"A/C\"";
    assert_eq!(sent(json!({ "from": 2000, "to": 2001, "conditions": [markup] })).await.status, 200);
    let words = &get(&test_shop, &format!("/parts/{part}/fitments")).await.json()["models"][0];
    assert_eq!(words["applications"][0]["conditions"][0]["words"], markup, "words are text, and pages show them so");

    let path = |model: &str| format!("/parts/{part}/fitments/{model}");
    let body = json!({ "revision": 2, "applications": [] });
    for model in ["ford/civic", "honda/f-150", "honda/..", "Honda/civic"] {
        assert_eq!(put(&test_shop, admin, &path(model), body.clone()).await.status, 404, "{model}");
    }
    let many =
        |count: i64| (0..count).map(|n| json!({ "from": 2000, "to": 2000, "pieces": n + 1 })).collect::<Vec<_>>();
    let answer =
        put(&test_shop, admin, &path("honda/civic"), json!({ "revision": 2, "applications": many(201) })).await;
    assert_eq!(answer.fields(), ["applications"]);
    let answer =
        put(&test_shop, admin, &path("honda/civic"), json!({ "revision": 2, "applications": many(200) })).await;
    assert_eq!(answer.status, 200);
}

#[actix_web::test]
async fn the_fitment_of_a_sibling_is_copied() {
    let (test_shop, admin) = shop().await;
    let from = test_shop.part(1, 5, 100).await;
    let to = test_shop.part(1, 5, 100).await;
    list(&test_shop, admin, from, &[("honda/civic", application(None, &["With A/C"]))]).await;
    list(&test_shop, admin, to, &[("ford/f-150", application(None, &[]))]).await;
    let copy = async |revision: i64, from: &str| {
        let body = json!({ "revision": revision, "from": from });
        send(&test_shop, call("POST", &format!("/parts/{to}/fitments/copies")).by(admin).json(body)).await
    };
    assert_eq!(copy(1, &from.to_string()).await.code(), "changed_meanwhile");
    assert_eq!(copy(2, "01900000-0000-7000-8000-000000000000").await.fields(), ["from"]);
    assert_eq!(copy(2, &from.to_string()).await.json()["revision"], 3);
    let original = record(&test_shop, admin, from).await;
    let copied = record(&test_shop, admin, to).await;
    assert_eq!((&copied["models"], &copied["total"]), (&original["models"], &json!(1)));
}

#[actix_web::test]
async fn a_part_that_was_deleted_can_be_edited() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    list(&test_shop, admin, part, &[("honda/civic", application(None, &[]))]).await;
    assert!(test_shop.shop.delete_part(admin, part).await.unwrap());
    let hidden = record(&test_shop, admin, part).await;
    assert_eq!(hidden["models"][0]["model"]["id"], "honda/civic");
    let body = json!({ "revision": hidden["revision"], "applications": [] });
    assert_eq!(put(&test_shop, admin, &format!("/parts/{part}/fitments/honda/civic"), body).await.status, 200);
}

#[actix_web::test]
async fn admins_choose_from_all_vehicles() {
    let (test_shop, admin) = shop().await;
    let get = async |path: &str| send(&test_shop, call("GET", path).by(admin)).await;
    let name = |id: &str, name: &str| json!({ "id": id, "name": name });
    assert_eq!(get("/makes").await.json(), json!([name("ford", "Ford"), name("honda", "Honda")]));
    let models = json!([name("honda/accord", "Accord"), name("honda/civic", "Civic")]);
    assert_eq!(get("/makes/honda/models").await.json(), models);
    let engine = json!({ "id": "1.5l-l4-turbo-gas", "name": "1.5L L4 turbo", "from": 2016, "to": 2021 });
    assert_eq!(get("/makes/honda/models/civic/engines").await.json()[0], engine);
    assert_eq!(get("/makes/ford/models/f-150/engines").await.json(), json!([]));
    for unknown in ["/makes/tatra/models", "/makes/honda/models/f-150/engines", "/makes/../models"] {
        assert_eq!(get(unknown).await.status, 404, "{unknown}");
    }
}

#[actix_web::test]
async fn codes_stand_for_what_the_shop_knows() {
    let (test_shop, admin) = shop().await;
    let save = async |kind: &str, value: &str| {
        let lookup = json!({ "scheme": "aces", "kind": kind, "code": "900001", "value": value });
        let good = json!({ "scheme": "aces", "kind": "make", "code": "47", "value": "honda" });
        put(&test_shop, admin, "/lookups", json!({ "lookups": [good, lookup] })).await
    };
    for (kind, good, bad) in [
        ("base_vehicle", "2018/honda/civic", vec!["1999/honda/civic", "2018/honda/civic/2.0l-l4-gas", "honda/civic"]),
        ("engine", "2.0l-l4-gas", vec!["v12", "V 12"]),
        ("make", "honda", vec!["tatra", "Honda"]),
        ("model", "honda/civic", vec!["honda/f-150", "civic"]),
        ("part_type", "", vec!["pads", "Pads"]),
        ("brand", "", vec!["bosch", "Bosch"]),
        ("position", "Front left", vec![]),
        ("condition", "With A/C", vec![]),
    ] {
        for bad in bad {
            let answer = save(kind, bad).await;
            assert_eq!((answer.status.as_u16(), answer.fields()), (409, vec!["lookups[1].value".to_owned()]), "{bad}");
        }
        if !good.is_empty() {
            assert_eq!(save(kind, &format!(" {good} ")).await.status, 200, "{kind}");
            let listed = call("GET", &format!("/lookups?scheme=aces&kind={kind}&limit=2")).by(admin);
            let listed = send(&test_shop, listed).await.json();
            let found = listed.as_array().unwrap().iter().find(|lookup| lookup["code"] == "900001").unwrap().clone();
            assert_eq!(found, json!({ "scheme": "aces", "kind": kind, "code": "900001", "value": good }));
        }
    }
    let delete = async || {
        let code = call("DELETE", "/lookups?scheme=aces&kind=make&code=47").by(admin);
        send(&test_shop, code).await.json()["deletedCount"].clone()
    };
    assert_eq!((delete().await, delete().await), (json!(1), json!(0)));
}
