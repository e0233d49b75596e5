//! Supplier files that would remove the shop's data, or break the reader.

use crate::{
    report::Report,
    shop::{Shop, said},
    support::{Answer, Person, Server},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

/// Timeout for reading a small file.
const READ_TIMEOUT: Duration = Duration::from_mins(1);

/// The code of the brand in the files.
const CODE: &str = "ZZZA";

pub(crate) async fn files_that_delete(mut report: Report) -> Report {
    let shop = Shop::open().await;
    let before = exported(&shop).await;
    let brand = before.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    let number = before.lines().nth(1).unwrap().split(',').nth(1).unwrap().to_owned();
    let lookup = json!({ "scheme": "aces", "kind": "brand", "code": CODE, "value": brand });
    shop.server.call(&shop.admin, "PUT", "/lookups", Some(json!({ "lookups": [lookup] }))).await;
    honest(&shop, &before).await;
    deleting(&mut report, &shop, &before, &number).await;
    unreadable(&mut report, &shop, &before).await;
    control_characters(&mut report, &shop, &before, &brand, &number).await;
    strangers(&mut report, &shop).await;
    report
}

async fn exported(shop: &Shop) -> String {
    let request = shop.server.request("GET", "/exports/fitment").bearer_auth(&shop.admin.token);
    request.send().await.unwrap().text().await.unwrap()
}

async fn send(shop: &Shop, person: &Person, kind: &str, file: &str) -> Answer {
    let request = shop.server.request("POST", &format!("/imports?kind={kind}&file=f")).bearer_auth(&person.token);
    let request = request.header("Content-Type", "application/octet-stream").body(file.to_owned());
    Server::answer(request).await
}

/// Uploads a file and waits for its report.
async fn report_of(shop: &Shop, kind: &str, file: &str) -> Value {
    let sent = send(shop, &shop.admin, kind, file).await;
    assert_eq!(sent.0, 201, "{}", said(&sent));
    settled(shop, &sent.1).await
}

/// Waits until an import is no longer being read or applied.
async fn settled(shop: &Shop, import: &Value) -> Value {
    let path = format!("/imports/{}", import["_id"].as_str().unwrap());
    let began = Instant::now();
    loop {
        let import = shop.server.call(&shop.admin, "GET", &path, None).await;
        if import["state"] != "reading" && import["state"] != "applying" {
            return import;
        }
        assert!(began.elapsed() < READ_TIMEOUT, "{import}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn agree(shop: &Shop, import: &Value, more: Value) -> Answer {
    let mut body = json!({ "state": "applying" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let path = format!("/imports/{}", import["_id"].as_str().unwrap());
    shop.server.try_call(&shop.admin, "PUT", &path, Some(body)).await
}

/// Checks that importing the export changes nothing.
async fn honest(shop: &Shop, before: &str) {
    let report = report_of(shop, "fitment", before).await;
    let counts = &report["counts"];
    let changes = [&counts["new"], &counts["changed"], &counts["gone"], &counts["removed"]];
    assert_eq!((&report["state"], changes.map(Value::as_u64)), (&json!("ready"), [Some(0); 4]), "{report}");
}

fn aces(submission: &str, apps: &str, footer: &str) -> String {
    format!(
        "<ACES version=\"4.2\"><Header><BrandAAIAID>{CODE}</BrandAAIAID><SubmissionType>{submission}</SubmissionType>\
         </Header>{apps}{footer}</ACES>"
    )
}

fn footer(count: &str) -> String {
    format!("<Footer><RecordCount>{count}</RecordCount></Footer>")
}

fn app(number: &str) -> String {
    format!(
        "<App action=\"A\"><Years from=\"2018\" to=\"2018\"/><Make>Honda</Make><Model>Civic</Model>\
         <Part>{number}</Part></App>"
    )
}

/// Files that remove most or all of a brand.
async fn deleting(report: &mut Report, shop: &Shop, before: &str, number: &str) {
    let one = app(number);
    let head = before.lines().next().unwrap();
    let brand = before.lines().nth(1).unwrap().split(',').next().unwrap();
    let numbers: BTreeSet<&str> = before.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    let commas = ",".repeat(head.matches(',').count() - 1);
    let emptied: String =
        numbers.iter().map(|number| format!("{brand},{number}{commas}\n")).collect::<Vec<_>>().concat();
    let files = [
        ("FULL with a wrapper", "aces", aces("FULL", &format!("<Apps>{one}</Apps>"), &footer("1"))),
        ("FULL with a wrapper and no footer", "aces", aces("FULL", &format!("<Apps>{one}</Apps>"), "")),
        ("FULL with a wrapper and a footer of 0", "aces", aces("FULL", &format!("<Apps>{one}</Apps>"), &footer("0"))),
        ("FULL with nothing in it", "aces", aces("FULL", "", &footer("0"))),
        ("FULL with one application", "aces", aces("FULL", &one, &footer("1"))),
        ("FULL whose footer contradicts", "aces", aces("FULL", &one, &footer("5000"))),
        ("FULL whose footer is not a number", "aces", aces("FULL", &one, &footer("\u{661}"))),
        ("FULL with two headers", "aces", aces("FULL", &format!("{one}<Header/>"), &footer("1"))),
        (
            "FULL with an App in its header",
            "aces",
            aces("FULL", "", "").replace("</Header>", &format!("{one}</Header>")),
        ),
        ("FULL of unknown codes", "aces", aces("FULL", &one.replace("Honda", "Hunda"), &footer("1"))),
        ("a spreadsheet that empties every part", "fitment", format!("{head}\n{emptied}")),
    ];
    for (name, kind, file) in files {
        let import = report_of(shop, kind, &file).await;
        let removed = import["counts"]["removed"].as_u64().unwrap_or(0);
        let mut answers = Vec::new();
        for more in [
            json!({}),
            json!({ "removals": 0 }),
            json!({ "removals": removed + 1, "force": true }),
            json!({ "force": true }),
        ] {
            answers.push(agree(shop, &import, more).await);
        }
        let refused = answers.iter().all(|answer| answer.0 == 409) && exported(shop).await == before;
        let seen = format!("{import}: {}", answers.iter().map(said).collect::<Vec<_>>().join("; "));
        report.case(format_args!("{name}, applied without its number"), refused, seen);
    }
}

/// Files that use much memory or time, or refer to other files.
async fn unreadable(report: &mut Report, shop: &Shop, before: &str) {
    let laughs = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><ACES>&b;</ACES>";
    let outside = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><ACES>&x;</ACES>";
    let deep = format!("<ACES version=\"4.2\">{}", "<a>".repeat(100_000));
    let long = aces("FULL", &format!("<App action=\"A\"><Note>{}</Note></App>", "n".repeat(1 << 20)), "");
    let cut = aces("FULL", &app("IP-1"), "").replace("</ACES>", "");
    for (name, kind, file) in [
        ("entities within entities", "aces", laughs.to_owned()),
        ("an entity of the disk", "aces", outside.to_owned()),
        ("a hundred thousand open elements", "aces", deep),
        ("a note of a megabyte", "aces", long),
        ("a file that was cut off", "aces", cut),
        ("a file without a type", "aces", aces("", &app("IP-1"), "")),
        ("a row that never ends", "fitment", format!("brand,number,make,model,year_from\n\"{}", "x".repeat(2 << 20))),
        ("bytes of zero", "fitment", "\0".repeat(1 << 16)),
    ] {
        let import = report_of(shop, kind, &file).await;
        let answer = agree(shop, &import, json!({ "removals": 0, "force": true })).await;
        let refused = import["state"] == "failed" && answer.0 == 409 && exported(shop).await == before;
        report.case(name, refused, format!("{import} {}", said(&answer)));
    }
}

/// Characters that move the cursor of a terminal, or change the text direction.
async fn control_characters(report: &mut Report, shop: &Shop, before: &str, brand: &str, number: &str) {
    for sign in ["\u{1b}[2J", "\u{7}", "\u{202e}", "\u{9b}1A"] {
        let rows = format!(
            "brand,number,make,model,year_from,conditions,set_aside\n{brand},{number},Honda,Civic,2018,With {sign},{sign}\n"
        );
        let import = report_of(shop, "fitment", &rows).await;
        let removed = import["counts"]["removed"].as_u64().unwrap_or(0);
        agree(shop, &import, json!({ "removals": removed, "force": true })).await;
        settled(shop, &import).await;
        let after = exported(shop).await;
        report.case(format_args!("a condition with {sign:?}"), !after.contains(sign), &after);
        // Restore everything for the next case.
        let back = report_of(shop, "fitment", before).await;
        let removed = back["counts"]["removed"].as_u64().unwrap_or(0);
        agree(shop, &back, json!({ "removals": removed, "force": true })).await;
        settled(shop, &back).await;
        assert_eq!(exported(shop).await, before, "an exported file can be imported again");
    }
}

/// Files sent by users who are not admins.
async fn strangers(report: &mut Report, shop: &Shop) {
    let file = aces("FULL", "", &footer("0"));
    let sent = send(shop, &shop.olga, "aces", &file).await;
    report.case("a file by a customer", sent.0 == 403, said(&sent));
    let import = report_of(shop, "aces", &file).await;
    let path = format!("/imports/{}", import["_id"].as_str().unwrap());
    let body = json!({ "state": "applying", "removals": import["counts"]["removed"], "force": true });
    for (method, path, body) in [
        ("PUT", path.clone(), Some(body)),
        ("GET", path.clone(), None),
        ("POST", format!("{path}/repeats"), None),
        ("GET", "/exports/fitment".to_owned(), None),
    ] {
        let answer = shop.server.try_call(&shop.olga, method, &path, body).await;
        report.case(format_args!("{method} of an import by a customer"), answer.0 == 403, said(&answer));
    }
}
