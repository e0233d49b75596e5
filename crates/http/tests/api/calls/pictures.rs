//! `/pictures`: valid uploads, who may upload, and how pictures are served.

use crate::support::{Answer, Call, call, send};
use autoparts_domain::{id::UserId, pictures::MAX_UPLOAD_BYTES};
use autoparts_testing::test_shop::TestShop;

fn upload(admin: UserId, what: &str) -> Call {
    call("POST", "/pictures").by(admin).raw("image/png", what)
}

async fn refused(test_shop: &TestShop, call: Call) -> (u16, String) {
    let answer: Answer = send(test_shop, call).await;
    assert_eq!(test_shop.pictures.count(), 0, "{}", answer.text);
    (answer.status.as_u16(), answer.code())
}

#[actix_web::test]
async fn an_upload_returns_its_addresses_and_dimensions() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    for media_type in ["image/jpeg", "image/png", "IMAGE/WEBP; charset=binary"] {
        let answer = send(&test_shop, call("POST", "/pictures").by(admin).raw(media_type, "picture 2000x1000")).await;
        assert_eq!(answer.status, 201, "{media_type}: {}", answer.text);
        let added = answer.json();
        let sizes = added["sizes"].as_array().unwrap();
        let measures: Vec<_> = sizes.iter().map(|file| (file["width"].as_u64(), file["height"].as_u64())).collect();
        assert_eq!(measures, [(320, 160), (800, 400), (1600, 800)].map(|(width, height)| (Some(width), Some(height))));
        assert_eq!(added["img"], sizes[1]["img"]);
        assert!(added["img"].as_str().unwrap().ends_with("-800.jpg"), "{added}");
    }
}

#[actix_web::test]
async fn a_picture_is_public_and_cached_forever() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let added = send(&test_shop, upload(admin, "picture 40x30")).await.json();
    let path = added["sizes"][0]["img"].as_str().unwrap();
    let shown = send(&test_shop, call("GET", path)).await;
    assert_eq!((shown.status.as_u16(), shown.text.as_str()), (200, "picture 40x30, 40 by 30"));
    let headers = ["content-type", "cache-control", "x-content-type-options"].map(|name| shown.header(name));
    let expected = ["image/jpeg", "public, max-age=31536000, immutable", "nosniff"];
    assert_eq!(headers, expected.map(Some));
    let etag = shown.header("etag").unwrap();
    let again = send(&test_shop, call("GET", path).header("If-None-Match", etag)).await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
    assert_eq!(send(&test_shop, call("HEAD", path)).await.status, 200);
}

#[actix_web::test]
async fn file_names_cannot_leave_the_folder() {
    let test_shop = TestShop::default();
    for name in [
        "00112233445566778899aabbccddeeff-800.jpg",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "..%2f..%2fshop.db",
        "%00",
        ".unfinished-1",
        "shop.db",
    ] {
        let answer = send(&test_shop, call("GET", &format!("/pictures/{name}"))).await;
        assert!([400, 404].contains(&answer.status.as_u16()), "{name}: {}", answer.status);
    }
}

#[actix_web::test]
async fn only_admins_upload() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    assert_eq!(refused(&test_shop, upload(marta, "picture 1x1")).await, (403, "forbidden".to_owned()));
    let anonymous = call("POST", "/pictures").raw("image/png", "picture 1x1");
    assert_eq!(refused(&test_shop, anonymous).await, (401, "unauthenticated".to_owned()));
}

#[actix_web::test]
async fn invalid_uploads_are_refused_with_a_clear_problem() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let large = "x".repeat(MAX_UPLOAD_BYTES + 1);
    let cases = [
        (upload(admin, "<svg><script>alert(1)</script></svg>"), 422, "not_a_picture"),
        (upload(admin, ""), 422, "not_a_picture"),
        (upload(admin, "bomb"), 422, "too_many_pixels"),
        (upload(admin, "busy"), 503, "unavailable"),
        (upload(admin, &large), 413, "body_too_large"),
        (call("POST", "/pictures").by(admin).raw("image/svg+xml", "picture 1x1"), 415, "unsupported_media_type"),
        (call("POST", "/pictures").by(admin).raw("application/json", "{}"), 415, "unsupported_media_type"),
        (call("POST", "/pictures").by(admin), 415, "unsupported_media_type"),
    ];
    for (call, status, code) in cases {
        assert_eq!(refused(&test_shop, call).await, (status, code.to_owned()));
    }
    let answer = send(&test_shop, upload(admin, &large)).await.json();
    assert_eq!(answer["detail"], "A picture may have at most 8 MB.");
}

#[actix_web::test]
async fn a_full_disk_is_reported_and_nothing_is_stored() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.pictures.set_full(true);
    assert_eq!(refused(&test_shop, upload(admin, "picture 1x1")).await, (503, "pictures_full".to_owned()));
    test_shop.pictures.set_full(false);
    assert_eq!(send(&test_shop, upload(admin, "picture 1x1")).await.status, 201);
}

#[actix_web::test]
async fn a_part_accepts_the_addresses_of_uploads() {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    let img = send(&test_shop, upload(admin, "picture 40x30")).await.json()["img"].clone();
    let body = serde_json::json!({
        "title": "Disc", "desc": "Vented", "img": img, "minOrderQuantity": 1, "available": 5, "price": 10,
        "listing": { "pictures": [{ "img": img, "alt": "From behind" }] },
    });
    let added = send(&test_shop, call("POST", "/parts").by(admin).json(body)).await;
    assert_eq!(added.status, 201, "{}", added.text);
    let part = format!("/parts/{}", added.json()["insertedId"].as_str().unwrap());
    assert_eq!(send(&test_shop, call("GET", &part)).await.json()["img"], img);
    let listing = send(&test_shop, call("GET", &format!("{part}/listing"))).await.json();
    assert_eq!(listing["pictures"][0]["img"], img);
}
