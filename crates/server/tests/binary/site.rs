//! What search engines and link previews see without running scripts.

use crate::support::{Server, Site};
use reqwest::{Response, header};
use serde_json::{Value, json};
use std::time::Duration;

async fn open(server: &Server, path: &str) -> Response {
    server.request("GET", path).header(header::ACCEPT, "text/html,*/*").send().await.unwrap()
}

async fn page(server: &Server, path: &str) -> (u16, String) {
    let response = open(server, path).await;
    (response.status().as_u16(), response.text().await.unwrap())
}

fn shop() -> (Site, Server) {
    let site = Site::new();
    let server = site.serve();
    (site, server)
}

#[tokio::test]
async fn every_public_page_has_a_head_of_its_own() {
    let (_site, server) = shop();
    let (status, home) = page(&server, "/").await;
    assert_eq!(status, 200);
    assert!(home.contains("<title>Autoparts: find the right parts faster</title>"), "{home}");
    let address = server.address();
    assert!(home.contains(&format!(r#"<link rel="canonical" href="{address}/">"#)), "{home}");
    let (_, blogs) = page(&server, "/blogs/").await;
    assert!(blogs.contains(&format!(r#"<link rel="canonical" href="{address}/blogs">"#)), "{blogs}");
    assert!(blogs.contains(&format!(r#"content="{address}/social-card.png""#)), "{blogs}");
    assert!(!blogs.contains("noindex"), "{blogs}");
}

#[tokio::test]
async fn a_page_for_one_person_is_kept_out_of_search_engines() {
    let (_site, server) = shop();
    for path in ["/dashboard/manageorders", "/purchase/some-part", "/coupon?token=t"] {
        let (status, text) = page(&server, path).await;
        assert_eq!(status, 200, "{path}");
        assert!(text.contains("noindex") && !text.contains("canonical"), "{text}");
    }
}

#[tokio::test]
async fn an_address_without_a_page_says_so_by_its_status() {
    let (_site, server) = shop();
    for path in ["/no/such/page", "/dashboard/nothing", "/shop/x", "/shop/018f0000-0000-7000-8000-000000000000"] {
        let (status, text) = page(&server, path).await;
        assert_eq!((status, text.contains("id=\"root\"")), (404, true), "{path}");
    }
}

#[tokio::test]
async fn who_leaves_open_what_they_take_gets_the_pages_of_the_app_and_no_others() {
    let (_site, server) = shop();
    for accept in [None, Some("*/*")] {
        let ask = |path| match accept {
            None => server.request("GET", path),
            Some(accept) => server.request("GET", path).header(header::ACCEPT, accept),
        };
        let blogs = ask("/blogs").send().await.unwrap();
        assert_eq!(blogs.status(), 200, "{accept:?}");
        assert!(blogs.text().await.unwrap().contains("<title>Blogs | Autoparts</title>"), "{accept:?}");
        let script = ask("/assets/gone.js").send().await.unwrap();
        assert_eq!(script.status(), 404, "{accept:?}");
        assert_eq!(script.headers()[header::CONTENT_TYPE], "application/problem+json", "{accept:?}");
    }
    let data = server.request("GET", "/blogs").header(header::ACCEPT, "application/json").send().await.unwrap();
    assert_eq!(data.headers()[header::CONTENT_TYPE], "application/problem+json");
}

#[tokio::test]
async fn the_former_address_of_the_return_policy_leads_browsers_there_and_programs_to_the_api() {
    let (_site, server) = shop();
    let (status, page) = page(&server, "/returns").await;
    assert_eq!(status, 200);
    assert!(page.contains("/return-policy\""), "{page}");
    let answer = server.request("GET", "/returns").header(header::ACCEPT, "*/*").send().await.unwrap();
    assert_eq!(answer.status(), 401);
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let (_site, server) = shop();
    let first = open(&server, "/").await;
    let etag = first.headers()[header::ETAG].clone();
    let request = server.request("GET", "/").header(header::ACCEPT, "text/html").header(header::IF_NONE_MATCH, etag);
    assert_eq!(request.send().await.unwrap().status(), 304);
}

/// Returns the structured data of a part page.
fn facts(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/ld+json" id="facts">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn a_part_is_described_as_schema_org_has_it() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let address = server.address();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let title = r#"Disc </script><script>alert("1")</script>"#;
    let body = json!({ "title": title, "desc": "Vented & drilled, ".repeat(20), "img": "/catalogue/brake-disc.svg",
        "minOrderQuantity": 4, "available": 3, "price": 38.5 });
    let added = server.call(&admin, "POST", "/parts", Some(body)).await;
    let path = format!("/shop/{}", added["insertedId"].as_str().unwrap());
    let (status, text) = page(&server, &path).await;
    assert_eq!(status, 200);
    assert!(!text.contains("<script>alert"), "{text}");
    let facts = facts(&text);
    assert_eq!(facts["name"], title);
    assert_eq!(facts["image"], format!("{address}/catalogue/brake-disc.svg"));
    assert_eq!((&facts["offers"]["price"], &facts["offers"]["priceCurrency"]), (&json!("38.50"), &json!("USD")));
    assert_eq!(facts["offers"]["availability"], "https://schema.org/OutOfStock", "fewer left than may be ordered");
    let policy = &facts["offers"]["hasMerchantReturnPolicy"];
    assert_eq!(policy["merchantReturnLink"], format!("{address}/return-policy"));
    assert_eq!(policy["merchantReturnDays"], 90);
    assert!(text.contains(r#"<meta name="description" content="Vented &amp; drilled, Vented"#), "{text}");

    let index = server.request("GET", "/sitemap.xml").send().await.unwrap().text().await.unwrap();
    assert!(index.contains(&format!("<sitemap><loc>{address}/sitemap-1.xml</loc></sitemap>")), "{index}");
    let listed = server.request("GET", "/sitemap-1.xml").send().await.unwrap().text().await.unwrap();
    assert!(listed.contains(&format!("<loc>{address}{path}</loc>")), "{listed}");
    assert_eq!(server.request("GET", "/sitemap-3.xml").send().await.unwrap().status(), 404);
    server.call(&admin, "DELETE", &format!("/parts/{}", added["insertedId"].as_str().unwrap()), None).await;
    assert_eq!(page(&server, &path).await.0, 404);
    server.stop();
    let server = site.serve();
    let listed = server.request("GET", "/sitemap-1.xml").send().await.unwrap().text().await.unwrap();
    assert!(!listed.contains(&path), "{listed}");
}

#[tokio::test]
async fn robots_are_shown_the_sitemap_and_kept_from_the_dashboard() {
    let (_site, server) = shop();
    let response = server.request("GET", "/robots.txt").send().await.unwrap();
    let text = response.text().await.unwrap();
    assert!(text.contains("Disallow: /dashboard\n"), "{text}");
    assert!(text.ends_with(&format!("\nSitemap: {}/sitemap.xml\n", server.address())), "{text}");
}

#[tokio::test]
async fn long_answers_are_compressed_for_those_who_ask() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    for path in ["/parts", "/sitemap-1.xml"] {
        let plain = server.request("GET", path).send().await.unwrap();
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None, "{path}");
        let packed = server.request("GET", path).header(header::ACCEPT_ENCODING, "gzip").send().await.unwrap();
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip", "{path}");
        let plain = plain.bytes().await.unwrap();
        let packed = packed.bytes().await.unwrap();
        assert!(packed.len() * 2 < plain.len(), "{path}: {} of {} bytes", packed.len(), plain.len());
    }
}

async fn found(server: &Server) -> Value {
    server.request("GET", "/search?limit=1").send().await.unwrap().json().await.unwrap()
}

#[tokio::test]
async fn a_category_has_a_page_of_its_own() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let address = server.address();
    let (status, text) = page(&server, "/shop?category=brake-discs&sort=price&utm_source=x").await;
    assert_eq!(status, 200);
    for said in [
        "<title>Brake discs | Autoparts</title>",
        &format!("rel=\"canonical\" href=\"{address}/shop?category=brake-discs\""),
        "\"BreadcrumbList\"",
        "content=\"Brake discs in Brakes: find what fits your car",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for path in ["/shop?category=no-such-category", "/shop?category=No%20Such"] {
        assert_eq!(page(&server, path).await.0, 404, "{path}");
    }
    assert!(page(&server, "/shop?category=").await.1.contains("<title>All Parts | Autoparts</title>"));
    let listed = server.request("GET", "/sitemap-1.xml").send().await.unwrap().text().await.unwrap();
    assert!(listed.contains(&format!("<loc>{address}/shop?category=brake-discs</loc>")), "{listed}");
}

#[tokio::test]
async fn a_vehicle_has_a_page_about_the_parts_that_fit_it() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let address = server.address();
    // Wait until all parts are indexed; before that, the total is missing or too low.
    while found(&server).await["total"] != 24 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (status, text) = page(&server, "/fit/honda/civic/2018").await;
    assert_eq!(status, 200);
    assert!(text.contains("<title>Parts for 2018 Honda Civic | Autoparts</title>"), "{text}");
    assert!(text.contains(&format!(r#"<link rel="canonical" href="{address}/fit/honda/civic/2018">"#)), "{text}");
    assert!(!text.contains("noindex"), "{text}");
    let list = facts(&text);
    let items = list["itemListElement"].as_array().unwrap();
    let item = |title: &str| items.iter().map(|entry| &entry["item"]).find(|item| item["name"] == title);
    let caliper = item("Brake caliper").unwrap();
    assert_eq!(caliper["mpn"], "HC 4-42");
    assert_eq!(caliper["brand"]["name"], "Halden");
    assert_eq!((&caliper["offers"]["price"], &caliper["offers"]["priceCurrency"]), (&json!("92.00"), &json!("USD")));
    assert_eq!(caliper["offers"]["availability"], "https://schema.org/InStock");
    let car = json!({ "@type": "Car", "name": "2018 Honda Civic", "brand": { "@type": "Brand", "name": "Honda" },
        "model": "Civic", "vehicleModelDate": "2018" });
    assert_eq!(caliper["isAccessoryOrSparePartFor"], car);
    let pads = item("Brake pads").unwrap();
    assert_eq!(pads.get("isAccessoryOrSparePartFor"), None, "on a condition only: {pads}");
    for title in ["Wiper blades", "Tail light", "Car battery", "Cabin filter", "Timing belt kit"] {
        assert_eq!(item(title), None, "{title} is not listed for it");
    }

    let (status, text) = page(&server, "/fit/honda/civic/2018/brake-calipers/").await;
    assert_eq!(status, 200);
    assert!(text.contains("<title>Brake calipers for 2018 Honda Civic | Autoparts</title>"), "{text}");
    let canonical = format!(r#"<link rel="canonical" href="{address}/fit/honda/civic/2018/brake-calipers">"#);
    assert!(text.contains(&canonical), "{text}");
    assert_eq!(facts(&text)["itemListElement"].as_array().unwrap().len(), 1);
    // The vehicle and the category exist, but no part matches both.
    for path in ["/fit/honda/civic/2018/wipers", "/fit/nissan/leaf/2018/filters"] {
        let (status, text) = page(&server, path).await;
        assert_eq!(status, 200, "{path}");
        assert!(text.contains("noindex") && !text.contains("canonical"), "{path}: {text}");
    }
    for path in [
        "/fit/honda/civic",
        "/fit/honda/civic/0",
        "/fit/honda/civic/99999",
        "/fit/honda/civic/1999",
        "/fit/honda/corolla/2018",
        "/fit/Honda/Civic/2018",
        "/fit/honda/civic/2018/no-such-category",
        "/fit/honda/civic/2018/brake-discs/x",
        "/fit/honda/civic/2018/2.0l-l4-gas",
        "/fit/..%2f/civic/2018",
    ] {
        let (status, text) = page(&server, path).await;
        assert_eq!((status, text.contains("noindex")), (404, true), "{path}");
    }
    let index = server.request("GET", "/sitemap.xml").send().await.unwrap().text().await.unwrap();
    assert!(index.contains(&format!("<loc>{address}/sitemap-2.xml</loc>")), "{index}");
    let listed = server.request("GET", "/sitemap-2.xml").send().await.unwrap().text().await.unwrap();
    assert!(listed.contains(&format!("<loc>{address}/fit/honda/civic/2018</loc>")), "{listed}");
    assert!(!listed.contains("/fit/honda/civic/1999"), "{listed}");
}
