//! Pictures that admins upload: stored, shown, used in link previews, rejected and pruned.

use crate::support::{Person, Server, Site};
use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// 1,200 by 630 pixels.
const CARD: &[u8] = include_bytes!("../../../../frontend/public/social-card.png");

async fn upload(server: &Server, person: &Person, body: &[u8]) -> (StatusCode, Value) {
    let request = server.request("POST", "/pictures").bearer_auth(&person.token);
    Server::answer(request.header(header::CONTENT_TYPE, "image/png").body(body.to_vec())).await
}

async fn admin(server: &Server) -> Person {
    server.sign_in("admin@autoparts.example", "admin-demo-1").await
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn has_aged(file: &Path) {
    #[expect(clippy::disallowed_methods, reason = "the file is to be old for the server's clock")]
    let then = SystemTime::now() - Duration::from_hours(8 * 24);
    fs::File::options().append(true).open(file).unwrap().set_modified(then).unwrap();
}

#[tokio::test]
async fn an_upload_is_served_as_stored_and_appears_in_link_previews() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = admin(&server).await;
    let (status, added) = upload(&server, &admin, CARD).await;
    assert_eq!(status, 201, "{added}");
    let large = added["sizes"][2].clone();
    assert_eq!((&large["width"], &large["height"]), (&json!(1200), &json!(630)));
    let path = large["img"].as_str().unwrap();
    let shown = server.request("GET", path).header(header::ACCEPT_ENCODING, "gzip, br").send().await.unwrap();
    assert_eq!(shown.status(), 200);
    let headers = shown.headers().clone();
    assert_eq!(headers[header::CONTENT_TYPE], "image/jpeg");
    assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    assert_eq!(headers.get(header::CONTENT_ENCODING), None, "it is compressed as it is");
    let bytes = shown.bytes().await.unwrap();
    assert_eq!(headers[header::CONTENT_LENGTH], bytes.len().to_string().as_str());
    assert!(bytes.starts_with(b"\xff\xd8\xff") && bytes.ends_with(b"\xff\xd9"));
    let kept = files(&site.folder().join("pictures"));
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().any(|file| fs::read(file).unwrap() == bytes));

    let body = json!({ "title": "Disc \"1\"", "desc": "Vented", "img": added["img"],
        "minOrderQuantity": 1, "available": 3, "price": 38.5 });
    let part = server.call(&admin, "POST", "/parts", Some(body)).await;
    let page = server.request("GET", &format!("/shop/{}", part["insertedId"].as_str().unwrap()));
    let page = page.header(header::ACCEPT, "text/html").send().await.unwrap().text().await.unwrap();
    let whole = format!("{}{path}", server.address());
    assert!(page.contains(&format!(r#"<meta property="og:image" content="{whole}">"#)), "{page}");
    assert!(page.contains(r#"<meta property="og:image:alt" content="Disc &quot;1&quot;">"#), "{page}");
    assert!(page.contains(&format!(r#""image":"{whole}""#)), "{page}");
}

#[tokio::test]
async fn what_does_harm_is_refused_and_the_shop_goes_on() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = admin(&server).await;
    // A PNG whose header says 65,535 by 65,535.
    let mut bomb = CARD[..CARD.len() / 2].to_vec();
    bomb[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let uploads: [(&str, &[u8], u16); 4] = [
        ("a script", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", 422),
        ("cut off", &CARD[..CARD.len() / 2], 422),
        ("a bomb", &bomb, 422),
        ("too large", &vec![0; 8 * 1024 * 1024 + 1], 413),
    ];
    for (what, body, expected) in uploads {
        let answer = upload(&server, &admin, body).await;
        assert_eq!(answer.0, expected, "{what}: {}", answer.1);
    }
    for name in ["..%2f..%2fshop.db", "%2e%2e/%2e%2e/etc/passwd", "....//shop.db", "00/00.jpg"] {
        let answer = server.request("GET", &format!("/pictures/{name}")).send().await.unwrap();
        assert!(matches!(answer.status().as_u16(), 400 | 404), "{name}: {}", answer.status());
    }
    let marta = server.sign_up("marta").await;
    assert_eq!(upload(&server, &marta, CARD).await.0, 403);
    assert_eq!(upload(&server, &admin, CARD).await.0, 201);
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_stops_uploads_only() {
    let site = Site::new();
    let blocked = site.path("a-file");
    fs::write(&blocked, "").unwrap();
    let log = site.path("log");
    let site = site.with("PICTURES_DIR", &blocked.display().to_string());
    site.succeed(&["seed"]);
    let server = site.serve_with_log(&log);
    let admin = admin(&server).await;
    let (status, answer) = upload(&server, &admin, CARD).await;
    assert_eq!((status.as_u16(), &answer["code"]), (503, &json!("pictures_unavailable")));
    assert!(!answer.to_string().contains("a-file"), "server paths are not revealed: {answer}");
    assert_eq!(server.request("GET", "/parts").send().await.unwrap().status(), 200);
    server.stop();
    let log = fs::read_to_string(log).unwrap();
    let count_of = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    assert_eq!(count_of("pictures cannot be uploaded: PICTURES_DIR cannot be written"), 1, "{log}");
    assert_eq!(count_of("the pictures cannot be reached"), 1, "{log}");
}

#[tokio::test]
async fn pictures_that_nothing_shows_can_be_pruned_while_the_shop_runs() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = admin(&server).await;
    let (_, added) = upload(&server, &admin, CARD).await;
    assert_eq!(site.succeed(&["pictures", "prune"]).trim(), "No picture has been unused for more than a week.");
    let folder = site.folder().join("pictures");
    for file in files(&folder) {
        has_aged(&file);
    }
    let mut part = server.first_part().await;
    let path = format!("/parts/{}", part["_id"].as_str().unwrap());
    for (img, why) in [(added["img"].clone(), "a part shows it"), (json!("/catalogue/brake-disc.svg"), "until now")] {
        let record = server.call(&admin, "GET", &format!("{path}/record"), None).await;
        (part["img"], part["revision"]) = (img.clone(), record["revision"].clone());
        server.call(&admin, "PUT", &path, Some(part.clone())).await;
        if img == added["img"] {
            site.succeed(&["pictures", "prune"]);
        }
        assert_eq!(files(&folder).len(), 3, "{why}");
    }
    assert_eq!(site.succeed(&["pictures", "prune"]).trim(), "Deleted 3 files of pictures that no part shows.");
    assert!(files(&folder).is_empty());
    assert_eq!(server.request("GET", added["img"].as_str().unwrap()).send().await.unwrap().status(), 404);
}
