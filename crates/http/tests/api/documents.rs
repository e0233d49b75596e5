//! The documentation matches what is served.

use autoparts_http::{api, problem::Code};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

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

/// The objects in responses, by name.
fn answers(document: &Value) -> BTreeMap<String, Value> {
    fn collect(document: &Value, found: &mut BTreeMap<String, Value>, value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| collect(document, found, value)),
            Value::Object(members) => members.values().for_each(|value| collect(document, found, value)),
            Value::String(text) if text.starts_with("#/components/schemas/") => {
                let schema = document.pointer(text.trim_start_matches('#')).unwrap();
                if found.insert(text.clone(), schema.clone()).is_none() {
                    collect(document, found, schema);
                }
            }
            _ => {}
        }
    }
    let mut found = BTreeMap::new();
    for item in document["paths"].as_object().unwrap().values() {
        item.as_object().unwrap().values().for_each(|operation| collect(document, &mut found, &operation["responses"]));
    }
    found
}

#[test]
fn an_answer_has_a_field_or_leaves_it_out_and_its_words_are_listed() {
    let document: Value = serde_json::from_str(api::openapi_json()).unwrap();
    let mut optional = 0;
    let mut words = 0;
    for (name, schema) in answers(&document) {
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let required =
                schema["required"].as_array().is_some_and(|required| required.contains(&field.as_str().into()));
            if !required {
                optional += 1;
                assert!(!property.to_string().contains("\"null\""), "{name}: {field} is absent, never null");
            }
            // A coupon's code is as random as an id, and a supplier's code can be anything; the reasons of a suspension
            // and of refused old parts are free text.
            let has = |other: &str| schema["properties"][other].is_object();
            let is_free = field == "code" && (has("amount") || has("scheme"))
                || field == "reason" && (has("since") || has("refused"));
            let is_word =
                ["state", "status", "code", "reason", "dispute", "role", "mode", "mails"].contains(&field.as_str());
            if is_word && !is_free && property["type"] != "integer" {
                words += 1;
                let listed = property["$ref"].as_str().and_then(|name| document.pointer(name.trim_start_matches('#')));
                assert!(
                    listed.is_some_and(|listed| listed["enum"].is_array()),
                    "{name}: the words of {field} are not listed"
                );
            }
        }
    }
    assert!(optional > 10 && words > 8, "{optional} {words}");
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
