//! What is written down agrees with what is served.

use autoparts_http::{api, problem::Code};
use std::collections::BTreeSet;

/// The codes in the first column of the table in docs/api.md.
fn documented_codes() -> BTreeSet<(String, u16)> {
    let page = include_str!("../../../../docs/api.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|row| {
        let mut cells = row.split('|').map(str::trim).skip(1);
        let code = cells.next()?.trim_matches('`').to_owned();
        Some((code, cells.next()?.parse().ok()?))
    })
    .collect()
}

#[test]
fn every_problem_code_is_documented_and_no_other() {
    let codes: BTreeSet<_> = Code::ALL.iter().map(|code| (code.as_str().to_owned(), code.status().as_u16())).collect();
    assert_eq!(documented_codes(), codes);
}

#[test]
fn the_committed_openapi_document_is_current() {
    let committed = include_str!("../../../../docs/openapi.json");
    assert!(committed == api::openapi_json(), "docs/openapi.json is stale; run: make api");
}

#[test]
fn operations_have_unique_names_and_one_description_each() {
    let document: serde_json::Value = serde_json::from_str(api::openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let mut names = BTreeSet::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path} has no name"));
            assert!(names.insert(name.to_owned()), "{name} is used twice");
            assert!(operation["summary"].is_string(), "{method} {path} has no description");
        }
    }
    assert_eq!(names.len(), api::route_list().len());
}
