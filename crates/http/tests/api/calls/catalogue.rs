//! Parts and reviews: public lists, page by page.

use crate::support::{call, send};
use autoparts_domain::reviews::Review;
use autoparts_testing::{clock::NEW_YEAR, samples, test_shop::TestShop};
use serde_json::json;
use std::{collections::BTreeSet, time::Duration};

#[actix_web::test]
async fn a_part_is_added_listed_shown_and_deleted() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let body = json!({
        "title": "Brake disc", "desc": "Vented", "img": "https://img.example.com/disc.png",
        "minOrderQuantity": "4", "available": "100", "price": "28.60",
    });
    let added = send(&test_shop, call("POST", "/parts").by(admin).json(body)).await;
    assert_eq!((added.status.as_u16(), &added.json()["acknowledged"]), (201, &json!(true)));
    let id = added.json()["insertedId"].as_str().unwrap().to_owned();
    let part = json!({
        "_id": id, "title": "Brake disc", "desc": "Vented", "img": "https://img.example.com/disc.png",
        "minOrderQuantity": 4, "available": 100, "price": 28.6,
    });
    assert_eq!(send(&test_shop, call("GET", "/parts")).await.json(), json!([part]));
    assert_eq!(send(&test_shop, call("GET", &format!("/parts/{id}"))).await.json(), part);
    let path = format!("/parts/{id}");
    assert_eq!(send(&test_shop, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 1);
    assert_eq!(send(&test_shop, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 0);
    assert_eq!(send(&test_shop, call("GET", &path)).await.code(), "not_found");
}

#[actix_web::test]
async fn who_has_the_catalogue_already_is_not_sent_it_again() {
    let test_shop = TestShop::default();
    let part = test_shop.part(1, 5, 100).await;
    for path in ["/parts".to_owned(), format!("/parts/{part}"), "/reviews".to_owned()] {
        let first = send(&test_shop, call("GET", &path)).await;
        let etag = first.header("etag").unwrap().to_owned();
        assert_eq!(first.header("cache-control"), Some("no-cache"));
        let again = send(&test_shop, call("GET", &path).header("If-None-Match", &etag)).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
    }
    let before = send(&test_shop, call("GET", "/parts")).await.header("etag").unwrap().to_owned();
    let marta = test_shop.customer("marta").await;
    test_shop.order(marta, part, 1).await;
    let after = send(&test_shop, call("GET", "/parts").header("If-None-Match", &before)).await;
    assert_eq!(after.status.as_u16(), 200, "the stock has changed");
}

#[actix_web::test]
async fn lists_are_paged_by_key() {
    let test_shop = TestShop::default();
    for _ in 0..5 {
        test_shop.part(1, 5, 100).await;
    }
    let ids = |answer: &crate::support::Answer| -> Vec<String> {
        answer.json().as_array().unwrap().iter().map(|part| part["_id"].as_str().unwrap().to_owned()).collect()
    };
    let all = ids(&send(&test_shop, call("GET", "/parts")).await);
    let mut path = "/parts?limit=2".to_owned();
    let mut walked = Vec::new();
    loop {
        let page = send(&test_shop, call("GET", &path)).await;
        walked.extend(ids(&page));
        match page.header("link") {
            Some(link) => path = link.trim_start_matches('<').split('>').next().unwrap().to_owned(),
            None => break,
        }
    }
    assert_eq!(walked, all);
    for (query, field) in [("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"), ("after=x", "after")] {
        assert_eq!(send(&test_shop, call("GET", &format!("/parts?{query}"))).await.fields(), [field]);
    }
}

#[actix_web::test]
async fn a_public_list_of_long_texts_is_cut_into_bounded_pages() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let text = "\u{1f697}".repeat(2000);
    let day = |number: u64| NEW_YEAR.plus(Duration::from_hours(24 * number));
    test_shop
        .shop
        .store
        .write(move |tx| {
            (1..=250).try_for_each(|number| {
                let review = samples::review(number, marta, day(number));
                tx.insert_review(&Review { text: text.parse().unwrap(), ..review })
            })
        })
        .await
        .unwrap();
    let mut path = "/reviews".to_owned();
    let mut walked = BTreeSet::new();
    loop {
        let page = send(&test_shop, call("GET", &path)).await;
        assert!(page.text.len() <= 256 * 1024, "{}", page.text.len());
        walked.extend(page.json().as_array().unwrap().iter().map(|review| review["_id"].to_string()));
        match page.header("link") {
            Some(link) => path = link.trim_start_matches('<').split('>').next().unwrap().to_owned(),
            None => break,
        }
    }
    assert_eq!(walked.len(), 250);
}

#[actix_web::test]
async fn a_list_of_more_than_are_read_at_once_is_whole() {
    let test_shop = TestShop::default();
    for _ in 0..205 {
        test_shop.part(1, 5, 100).await;
    }
    for (limit, expected, goes_on) in [(100, 100, true), (150, 150, true), (205, 205, true), (206, 205, false)] {
        let page = send(&test_shop, call("GET", &format!("/parts?limit={limit}"))).await;
        let shown = page.json().as_array().unwrap().len();
        assert_eq!((shown, page.header("link").is_some()), (expected, goes_on), "{limit}");
    }
}

#[actix_web::test]
async fn a_deletion_into_nothing_names_the_field() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_brand(admin, samples::brand("bosch")).await.unwrap();
    test_shop.shop.add_category(admin, samples::category("pads", None)).await.unwrap();
    for path in ["/brands/bosch?into=nobody", "/categories/pads?into=nowhere"] {
        let refused = send(&test_shop, call("DELETE", path).by(admin)).await;
        assert_eq!(
            (refused.code().as_str(), &refused.json()["fields"][0]["field"]),
            ("fields_refused", &json!("into"))
        );
    }
    for path in ["/brands/bosch", "/categories/pads"] {
        assert_eq!(send(&test_shop, call("DELETE", path).by(admin)).await.json()["deletedCount"], 1, "{path}");
    }
}

#[actix_web::test]
async fn admins_delete_reviews() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let review = json!({ "rating": "1", "review": "Spam." });
    let added = send(&test_shop, call("POST", "/reviews").by(marta).json(review)).await.json();
    let path = format!("/reviews/{}", added["insertedId"].as_str().unwrap());
    assert_eq!(send(&test_shop, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 1);
    assert_eq!(send(&test_shop, call("DELETE", &path).by(admin)).await.json()["deletedCount"], 0);
    assert_eq!(send(&test_shop, call("GET", "/reviews")).await.json(), json!([]));
}

#[actix_web::test]
async fn reviews_come_with_stars_and_the_accounts_name() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let review =
        || call("POST", "/reviews").by(marta).json(json!({ "rating": "4", "review": "<b>Good</b>", "name": "x" }));
    assert_eq!(send(&test_shop, review()).await.status.as_u16(), 201);
    assert_eq!(send(&test_shop, review()).await.code(), "already_reviewed_today");
    let reviews = send(&test_shop, call("GET", "/reviews")).await.json();
    assert_eq!(
        (&reviews[0]["name"], &reviews[0]["rating"], &reviews[0]["review"]),
        (&json!("marta"), &json!(4), &json!("<b>Good</b>"))
    );
}

#[actix_web::test]
async fn admins_list_what_is_hidden_too() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let shown = test_shop.part(1, 5, 100).await;
    let hidden = test_shop.part(1, 5, 200).await;
    test_shop.shop.delete_part(admin, hidden).await.unwrap();
    let list =
        async |query: &str| send(&test_shop, call("GET", &format!("/parts/records{query}")).by(admin)).await.json();
    let all = list("").await;
    assert_eq!(all["products"].as_array().unwrap().len(), 1);
    let product = &all["products"][0];
    assert_eq!(
        (&product["_id"], &product["hidden"], &product["revision"]),
        (&json!(shown.to_string()), &json!(false), &json!(1))
    );
    assert_eq!((&product["price"], &product["reorderAt"], &all["total"]), (&json!(1), &json!(0), &json!(0)), "{all}");
    let all = list("?list=hidden").await;
    assert_eq!((&all["products"][0]["_id"], &all["total"]), (&json!(hidden.to_string()), &json!(1)));
    let wrong = send(&test_shop, call("GET", "/parts/records?list=all").by(admin)).await;
    assert_eq!((wrong.code(), wrong.fields()), ("invalid_fields".to_owned(), vec!["list".to_owned()]));
}

#[actix_web::test]
async fn parts_are_changed_as_they_were_previewed() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let parts = [test_shop.part(1, 5, 1_000).await.to_string(), test_shop.part(1, 5, 2_000).await.to_string()];
    let body =
        json!({ "ids": parts, "change": { "kind": "price_by", "basisPoints": 1_000, "rounding": "ninety_nine" } });
    let with = |more: serde_json::Value| {
        let mut body = body.clone();
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call("PATCH", "/parts").by(admin).json(body)
    };
    let preview = send(&test_shop, with(json!({ "dryRun": true }))).await.json();
    assert_eq!((&preview["dryRun"], &preview["changes"], &preview["chosen"]), (&json!(true), &json!(2), &json!(2)));
    assert_eq!(preview["rows"][0]["before"], "10.00");
    assert_eq!(preview["rows"][0]["after"], "10.99");
    let agreed = json!({ "count": preview["changes"], "digest": preview["digest"] });
    let done = send(&test_shop, with(agreed.clone())).await.json();
    assert_eq!(done, json!({ "dryRun": false, "changes": 2, "unchanged": 0, "refused": [], "rows": [] }));
    let again = send(&test_shop, with(agreed)).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, "changed_meanwhile".to_owned()));
    assert_eq!(send(&test_shop, call("GET", &format!("/parts/{}", parts[1]))).await.json()["price"], json!(21.99));
}

#[actix_web::test]
async fn a_change_of_many_parts_says_what_it_lacks() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1_000).await.to_string();
    for (body, field) in [
        (json!({ "change": { "kind": "hide" }, "dryRun": true }), "ids"),
        (json!({ "ids": [part], "all": true, "change": { "kind": "hide" }, "dryRun": true }), "ids"),
        (json!({ "ids": [part], "dryRun": true }), "change"),
        (json!({ "ids": [part], "change": { "kind": "price_by" }, "dryRun": true }), "change.basisPoints"),
        (json!({ "ids": [part], "change": { "kind": "brand", "brand": "nobody" }, "dryRun": true }), "brand"),
        (json!({ "ids": [part], "change": { "kind": "hide" }, "digest": "x" }), "count"),
        (json!({ "ids": [part], "change": { "kind": "hide" }, "count": 1 }), "digest"),
    ] {
        let answer = send(&test_shop, call("PATCH", "/parts").by(admin).json(body)).await;
        assert_eq!((answer.code(), &answer.json()["fields"][0]["field"]), ("fields_refused".to_owned(), &json!(field)));
    }
}

#[actix_web::test]
async fn a_key_that_is_taken_is_never_taken_over() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    for path in ["/brands", "/categories"] {
        let add = |name: &str| call("POST", path).by(admin).json(json!({ "key": "lights", "name": name }));
        let added = send(&test_shop, add("Lights")).await;
        assert_eq!((added.status.as_u16(), &added.json()["insertedId"]), (201, &json!("lights")));
        let taken = send(&test_shop, add("Lights & lamps")).await;
        assert_eq!((taken.status.as_u16(), taken.code()), (409, "key_taken".to_owned()));
        assert_eq!(send(&test_shop, call("GET", path)).await.json()[0]["name"], "Lights");
    }
}
