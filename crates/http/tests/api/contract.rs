//! The document is the contract: every field of every body, and every parameter, is sent with values that
//! `docs/openapi.json` allows and with values that it does not. The former are accepted; the latter are refused with a
//! problem that names the field.
//!
//! A new body needs one valid example in `samples.rs`; the test then visits its fields automatically.

mod cases;
pub(crate) mod samples;

use self::{
    cases::{Schema, cases, parameter_cases},
    samples::{good_parameter, samples},
};
use crate::support::{Call, Running, app, call, destination, limited};
use autoparts_http::{api, limits::RateLimits};
use autoparts_testing::test_shop::TestShop;
use serde_json::{Value, json};

fn document() -> Value {
    serde_json::from_str(api::openapi_json()).unwrap()
}

/// The alternative schemas of a value, with references resolved.
fn leaves(document: &Value, schema: &Value) -> Vec<Schema> {
    if let Some(reference) = schema["$ref"].as_str() {
        return leaves(document, document.pointer(reference.trim_start_matches('#')).unwrap());
    }
    match schema["oneOf"].as_array() {
        Some(alternatives) => alternatives.iter().flat_map(|schema| leaves(document, schema)).collect(),
        None => vec![schema.as_object().unwrap().clone()],
    }
}

/// The schema that another one refers to, possibly as one of its alternatives.
fn reference(schema: &Value) -> String {
    let alternatives = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
    alternatives.iter().find_map(|schema| schema["$ref"].as_str()).unwrap().to_owned()
}

/// Sends a call that is valid except for one field, and compares the response with the document. Accepted means that no
/// field is refused: whether a rule of the shop refuses the call is outside the contract.
async fn expect(app: &Running, call: Call, name: &str, allowed: bool, what: &str) {
    let answer = app(call).await;
    let what: String = what.chars().take(200).collect();
    if allowed {
        let refused =
            answer.status.is_client_error() && ["invalid_fields", "malformed_body"].contains(&&*answer.code());
        assert!(!refused && !answer.status.is_server_error(), "{name}: {what} is allowed: {}", answer.text);
    } else {
        assert_eq!(answer.status.as_u16(), 422, "{name}: {what} is not allowed: {}", answer.text);
        assert_eq!(answer.fields(), [name], "{what}");
    }
}

/// Every operation of the document: method, path and definition.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, item): (&String, &Value)| {
        let operations = item.as_object().unwrap().clone();
        operations
            .into_iter()
            .map(|(method, operation)| (method.to_uppercase(), path.clone(), operation))
            .collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

#[actix_web::test]
async fn every_field_of_every_body_is_as_the_document_says() {
    let test_shop = TestShop::default();
    let document = document();
    let app = app(&limited(&test_shop, RateLimits::OFF)).await;
    let samples = samples(&test_shop).await;
    let mut walked = 0;
    for (method, path, operation) in operations(&document) {
        // Not JSON of the shop: signed messages of the payment provider, pictures and import files.
        let Some(body) = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str() else {
            let of_another_kind =
                ["receiveStripeEvent", "addPicture", "addImport"].map(Value::from).contains(&operation["operationId"]);
            assert!(operation["requestBody"].is_null() || of_another_kind, "{path}");
            continue;
        };
        let sample = samples.iter().find(|sample| operation["operationId"] == sample.operation);
        let sample = sample.unwrap_or_else(|| panic!("{} has no good body in `samples.rs`", operation["operationId"]));
        let send = |body: Value| call(&method, &sample.path).by(sample.caller).json(body);
        // Objects whose fields are still to be visited: their position in the body, their name in problems, and their
        // schema.
        let mut objects = vec![(String::new(), String::new(), body.to_owned())];
        while let Some((place, prefix, schema)) = objects.pop() {
            let schema = document.pointer(schema.trim_start_matches('#')).unwrap();
            let object = sample.body.pointer(&place).and_then(Value::as_object);
            let object = object.unwrap_or_else(|| panic!("{} has no object at {place}", sample.operation));
            for (name, schema_of_field) in schema["properties"].as_object().unwrap() {
                let good = object.get(name);
                let good =
                    good.unwrap_or_else(|| panic!("the good body of {} has no {prefix}{name}", sample.operation));
                let with = |value: Option<&Value>| {
                    let mut body = sample.body.clone();
                    let object = body.pointer_mut(&place).unwrap().as_object_mut().unwrap();
                    match value {
                        Some(value) => object.insert(name.clone(), value.clone()),
                        None => object.remove(name),
                    };
                    send(body)
                };
                let is_optional =
                    !schema["required"].as_array().is_some_and(|required| required.contains(&name.as_str().into()));
                let field = format!("{prefix}{name}");
                expect(&app, with(None), &field, is_optional, "leaving it out").await;
                let leaves = leaves(&document, schema_of_field);
                for (value, allowed) in cases(&leaves, good) {
                    expect(&app, with(Some(&value)), &field, allowed, &format!("{} {value}", sample.operation)).await;
                    walked += 1;
                }
                let items = leaves.iter().find_map(|leaf| leaf.get("items"));
                let has_fields = |items: &&Value| {
                    document.pointer(reference(items).trim_start_matches('#')).unwrap().get("properties").is_some()
                };
                if let Some(items) = items.filter(has_fields) {
                    objects.push((format!("{place}/{name}/0"), format!("{field}[0]."), reference(items)));
                } else if leaves.iter().any(|leaf| leaf.contains_key("properties")) {
                    objects.push((format!("{place}/{name}"), format!("{field}."), reference(schema_of_field)));
                }
            }
            assert_eq!(schema["properties"].as_object().unwrap().len(), object.len(), "{path} {prefix}");
        }
    }
    assert!(walked > 600, "{walked}");
}

/// Percent-encodes all but unreserved characters.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// Valid values of the other required parameters, as a query.
fn required_but(document: &Value, path: &str, operation: &Value, name: &str) -> Vec<String> {
    let others = operation["parameters"].as_array().into_iter().flatten();
    let others = others.filter(|other| other["required"] == true && other["in"] == "query" && other["name"] != name);
    let pair = |other: &Value| {
        let name = other["name"].as_str().unwrap();
        let leaves = leaves(document, &other["schema"]);
        format!("{name}={}", encoded(&good_parameter(path, name, &leaves[0])))
    };
    others.map(pair).collect()
}

#[actix_web::test]
async fn every_parameter_is_as_the_document_says() {
    let test_shop = TestShop::default();
    let document = document();
    let app = app(&limited(&test_shop, RateLimits::OFF)).await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 900_000_000, 1000).await;
    let mut walked = 0;
    for (method, path, operation) in operations(&document) {
        let path = path.replace("{id}", "01900000-0000-7000-8000-000000000000").replace("{key}", "admin@example.com");
        let no_parameters = Vec::new();
        for parameter in operation["parameters"].as_array().unwrap_or(&no_parameters) {
            let name = parameter["name"].as_str().unwrap();
            let place = parameter["in"].as_str().unwrap();
            // Not a field: an id in a path is found or not, and the provider's signature is verified as a whole.
            if place == "path" || name == "Stripe-Signature" {
                continue;
            }
            let others = required_but(&document, &path, &operation, name);
            let send = |text: Option<&str>| {
                let query = text.filter(|_| place == "query").map(|text| format!("{name}={}", encoded(text)));
                let query: Vec<String> = others.iter().cloned().chain(query).collect();
                let call = call(&method, &format!("{path}?{}", query.join("&"))).by(admin);
                let call = match text.filter(|_| place == "header") {
                    Some(text) => call.header(name, text),
                    None => call,
                };
                if operation["requestBody"].is_null() {
                    return call;
                }
                // Valid for every call with parameters, because each ignores the fields of the others.
                call.json(json!({
                    "orderedId": part.to_string(), "address": "1 Road", "destination": destination(), "phone": "5550100", "reason": "received", "pieces": 1,
                    "lines": [{ "part": part.to_string(), "line": 1, "pieces": 1 }], "totalPrice": 1,
                }))
            };
            expect(&app, send(None), name, parameter["required"] == false, "leaving it out").await;
            let leaves = leaves(&document, &parameter["schema"]);
            let cases = leaves.iter().flat_map(|leaf| parameter_cases(leaf, &good_parameter(&path, name, leaf)));
            for (text, allowed) in cases {
                // A header cannot contain a control character.
                if place == "query" || !text.contains(char::is_control) {
                    expect(&app, send(Some(&text)), name, allowed, &format!("{path} {text}")).await;
                    walked += 1;
                }
            }
        }
    }
    assert!(walked > 100, "{walked}");
}

#[test]
fn every_response_is_described() {
    let document = document();
    let operations = document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap());
    for (method, operation) in operations {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let described = response["$ref"].is_string() || response["description"].is_string();
            assert!(described, "{method} {}: {status}", operation["operationId"]);
        }
    }
}
