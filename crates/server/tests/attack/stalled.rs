//! Clients that request public content and do not read it, each with unique unknown parameters. The server's memory
//! for them is bounded for every route and catalog size.

use crate::{
    report::Report,
    slow::memory,
    support::{Server, Site},
};
use autoparts_http::api;
use autoparts_persistence::testing::{add_fitments_sqlite, add_parts_sqlite, execute_in};
use std::{fs, net::SocketAddr, path::Path, time::Duration};
use tokio::{
    io::{AsyncWriteExt, Interest},
    net::{TcpSocket, TcpStream},
    time::{Instant, sleep, timeout},
};

/// Concurrent readers per URL; fewer than the connection limit per client.
const READERS: usize = 200;

/// Maximum growth of the server's memory for them, in bytes: a few chunks and buffers each.
const MAX_GROWTH: u64 = 48 * 1024 * 1024;

/// The same if each requests a different large response: plus the 64 MB that `public_answers` allows in total, and
/// per reader a response of 256 kB, which is just too small to count there. Caches left after all readers stay within
/// this, too.
const MAX_GROWTH_OF_DIFFERENT: u64 = MAX_GROWTH + (64 + 50) * 1024 * 1024;

/// Timeout for the search index to include vehicles.
const INDEX_TIMEOUT: Duration = Duration::from_mins(3);

/// A part with many vehicles. It and the parts after it have descriptions of maximum length.
const PART: &str = "00000001-0000-7000-8000-000000000000";

/// A vehicle page, which needs the complete search index.
const FIT_PAGE: &str = "/fit/make-2/model-1/2000";

/// The name of a 4 MB picture.
const PICTURE: &str = "0123456789abcdef0123456789abcdef-1600.jpg";

/// Maximizes response sizes: descriptions of maximum length, and a part listed 20 times for each of many models.
const LARGE: &str = "
UPDATE parts SET description = replace(hex(zeroblob(2000)), '00', 'ab') WHERE id < '00000800';
INSERT OR IGNORE INTO fitments (model_id, category_id, part_id, line, from_year, to_year, engine_id, position, pieces, conditions)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
    SELECT models.id, listings.category_id, listings.part_id, 100 + i, 1990, 2020, '', 'Front', 1, '00000001-0000-7000-8000-000000000000'
    FROM n, (SELECT id FROM models ORDER BY id LIMIT {models}) AS models, listings WHERE listings.part_id = '00000001-0000-7000-8000-000000000000';
";

/// All public routes, with a catalog of 50,000 parts, in each encoding.
pub(crate) async fn readers_of_every_public_route(report: Report) -> Report {
    besieged(report, (50_000, 4_000), &["identity", "gzip", "br"]).await
}

/// The short version: a small catalog without encodings.
pub(crate) async fn readers_of_a_small_catalogue(report: Report) -> Report {
    besieged(report, (1_000, 200), &["identity"]).await
}

async fn besieged(mut report: Report, (parts, models): (u32, u32), codings: &[&str]) -> Report {
    let site = site_with(parts, models);
    let server = site.serve();
    until_indexed(&server).await;
    let addresses = addresses(&server).await;
    for path in &addresses {
        let status = server.request("GET", path).header("accept", "*/*").send().await.unwrap();
        let (status, bytes) = (status.status(), status.bytes().await.unwrap().len());
        assert!(status.is_success(), "{path}: {status}");
        if bytes > 256 * 1024 {
            report.figure(format_args!("{path}: {bytes} bytes"));
        }
    }
    let start = memory(server.process_id());
    for (number, path) in addresses.iter().enumerate() {
        for coding in codings {
            let from = [127, 0, 20, u8::try_from(number % 250).unwrap() + 1];
            let ask = |reader: usize| format!("{path}{}x={reader}", if path.contains('?') { '&' } else { '?' });
            let grown = stalled(&server, from, coding, ask).await;
            let name = format!("{READERS} readers of {path} ({coding}) that do not read");
            report.case(name, grown <= MAX_GROWTH, format!("{} MB more", grown >> 20));
        }
    }
    for (name, ask) in DIFFERENT {
        let grown = stalled(&server, [127, 0, 21, 1], "identity", ask).await;
        let name = format!("{READERS} readers of {name} that do not read");
        report.case(name, grown <= MAX_GROWTH_OF_DIFFERENT, format!("{} MB more", grown >> 20));
    }
    let end = memory(server.process_id());
    let remaining = end.saturating_sub(start);
    report.figure(format_args!("{} MB at the end, {} MB before", end >> 20, start >> 20));
    report.case(
        "memory after all readers",
        remaining <= MAX_GROWTH_OF_DIFFERENT,
        format!("{} MB more", remaining >> 20),
    );
    let (status, _) = Server::answer(server.request("GET", "/parts?limit=1")).await;
    report.case("the catalog afterwards", status.is_success(), status);
    report
}

/// Returns the URL that a reader requests, by the reader's number.
type Address = fn(usize) -> String;

/// Many different large responses, using parameters that the routes know.
const DIFFERENT: [(&str, Address); 2] = [
    ("different searches", |reader| format!("/search?limit=100&priceTo={}", 1_000 + reader)),
    ("different pages of vehicles", |reader| {
        format!("/parts/{PART}/fitments?limit=100&after=make-1/model-{}", reader * 10)
    }),
];

fn site_with(parts: u32, models: u32) -> Site {
    let site = Site::new();
    site.succeed(&["seed"]);
    let file = site.path("shop.db");
    add_parts_sqlite(&file, parts).unwrap();
    add_fitments_sqlite(&file, parts).unwrap();
    let large = LARGE.replace("{models}", &models.to_string());
    execute_in(&site.setting("DATABASE_URL").parse().unwrap(), &large).unwrap();
    let folder = site.path("pictures").join(&PICTURE[..2]);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(PICTURE), vec![7; 4 << 20]).unwrap();
    site
}

async fn until_indexed(server: &Server) {
    let until = Instant::now() + INDEX_TIMEOUT;
    for path in ["/vehicles/years", FIT_PAGE] {
        loop {
            let answer = server.request("GET", path).header("accept", "*/*").send().await.unwrap();
            if answer.status().is_success() && answer.text().await.unwrap() != "[]" {
                break;
            }
            assert!(Instant::now() < until, "the search index is not ready in time for {path}");
            sleep(Duration::from_millis(500)).await;
        }
    }
}

/// Returns all public URLs: the routes of the OpenAPI document that need no token, and those outside the API.
async fn addresses(server: &Server) -> Vec<String> {
    let mut addresses: Vec<String> = api_addresses();
    addresses.extend(["/robots.txt", "/sitemap.xml"].map(str::to_owned));
    let sitemap = server.request("GET", "/sitemap.xml").send().await.unwrap().text().await.unwrap();
    let files = sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    addresses.extend(files.map(|file| file.strip_prefix(server.address()).unwrap().to_owned()));
    addresses.extend(["/docs/", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"].map(str::to_owned));
    addresses.extend(["/", "/shop", "/signin", "/catalogue/alternator.svg"].map(str::to_owned));
    addresses.extend([format!("/shop/{PART}"), FIT_PAGE.to_owned()]);
    addresses.extend(largest_assets());
    addresses
}

/// Returns the largest files of the web app, if it has been built.
fn largest_assets() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/dist/assets");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let named = files.map(|file| (file.metadata().unwrap().len(), file.file_name().into_string().unwrap()));
    let mut named: Vec<_> = named.filter(|(_, name)| name.strip_suffix(".br").is_none()).collect();
    named.sort();
    named.into_iter().rev().take(3).map(|(_, name)| format!("/assets/{name}")).collect()
}

fn api_addresses() -> Vec<String> {
    let document = serde_json::to_value(api::openapi()).unwrap();
    let mut addresses = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let get = &item["get"];
        if !get.is_object() || get["security"].is_array() {
            continue;
        }
        let parameters = get["parameters"].as_array().cloned().unwrap_or_default();
        let in_query = parameters.iter().filter(|parameter| parameter["in"] == "query");
        let names: Vec<_> = in_query.map(|parameter| parameter["name"].as_str().unwrap()).collect();
        let query: Vec<_> = names.iter().filter_map(|name| Some(format!("{name}={}", value(path, name)?))).collect();
        let path = path.replace("{id}", PART).replace("{name}", PICTURE);
        assert!(!path.contains('{'), "say what the parameter of {path} is");
        addresses.push(if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) });
    }
    assert!(addresses.len() > 15, "{addresses:?}");
    addresses
}

/// Returns a parameter value that gives a large response; `None` to omit it.
fn value(path: &str, name: &str) -> Option<String> {
    Some(match (path, name) {
        ("/parts" | "/reviews", "limit") => "1000".to_owned(),
        (_, "limit") => "100".to_owned(),
        ("/search/suggestions", "q") => "brake".to_owned(),
        ("/fits" | "/vehicles/names", "vehicle") => "2000/make-2/model-1".to_owned(),
        (_, "parts") => PART.to_owned(),
        ("/vehicles/engines", "model") => "make-2/model-1".to_owned(),
        (_, "year") => "2000".to_owned(),
        (_, "make") => "make-2".to_owned(),
        _ => return None,
    })
}

/// Returns how much the server's memory grew, in bytes, after all readers received the start of their response and
/// stopped reading.
async fn stalled(server: &Server, from: [u8; 4], coding: &str, ask: impl Fn(usize) -> String) -> u64 {
    let address: SocketAddr = server.address().trim_start_matches("http://").parse().unwrap();
    let before = memory(server.process_id());
    let mut readers = Vec::new();
    for reader in 0..READERS {
        readers.push(begin(from, address, coding, &ask(reader)).await.unwrap());
    }
    for reader in &readers {
        let _ = timeout(Duration::from_secs(20), reader.ready(Interest::READABLE)).await;
    }
    // The rest follows the first bytes.
    sleep(Duration::from_millis(100)).await;
    memory(server.process_id()).saturating_sub(before)
}

async fn begin(from: [u8; 4], server: SocketAddr, coding: &str, target: &str) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(2048)?;
    socket.bind((from, 0).into())?;
    let mut stream = socket.connect(server).await?;
    let request = format!("GET {target} HTTP/1.1\r\nHost: shop\r\nAccept: */*\r\nAccept-Encoding: {coding}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}
