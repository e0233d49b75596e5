//! The document is the contract: every field of every body, and every parameter, is sent as `docs/openapi.json`
//! allows it and as it does not. What it allows is taken; what it does not is refused with a problem that
//! names the field.
//!
//! A body that is new needs one good example in [`samples`]; its fields are then walked by themselves.

use crate::support::{Call, Running, app, call, destination, limited};
use autoparts_application::testing::{clock::numbered, test_shop::TestShop};
use autoparts_domain::{catalogue::search::SearchCursor, id::UserId};
use autoparts_http::{api, limits::RateLimits};
use serde_json::{Map, Value, json};

/// What the document says about one value: a text, a number, a flag, or null.
type Schema = Map<String, Value>;

fn document() -> Value {
    serde_json::from_str(api::openapi_json()).unwrap()
}

/// The schemas that a value may follow, without references and alternatives.
fn leaves(document: &Value, schema: &Value) -> Vec<Schema> {
    if let Some(reference) = schema["$ref"].as_str() {
        return leaves(document, document.pointer(reference.trim_start_matches('#')).unwrap());
    }
    match schema["oneOf"].as_array() {
        Some(alternatives) => alternatives.iter().flat_map(|schema| leaves(document, schema)).collect(),
        None => vec![schema.as_object().unwrap().clone()],
    }
}

/// The schema that one refers to, if need be as one of its alternatives.
fn reference(schema: &Value) -> String {
    let alternatives = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
    alternatives.iter().find_map(|schema| schema["$ref"].as_str()).unwrap().to_owned()
}

fn has_type(leaf: &Schema, name: &str) -> bool {
    leaf["type"] == name || leaf["type"].as_array().is_some_and(|types| types.contains(&name.into()))
}

/// A value, and whether the document allows it.
type Case = (Value, bool);

/// What a field that holds `good` is sent: values at the ends of what the document allows, beyond them, and of
/// other types.
fn cases(leaves: &[Schema], good: &Value) -> Vec<Case> {
    let mut cases = vec![(good.clone(), true)];
    let takes = |name: &str| leaves.iter().any(|leaf| has_type(leaf, name));
    for (name, value) in [("null", json!(null)), ("boolean", json!(true)), ("array", json!([])), ("object", json!({}))]
    {
        cases.push((value, takes(name)));
    }
    if !takes("number") && !takes("integer") {
        cases.push((json!(7), false));
    }
    if !takes("string") {
        cases.push((json!("true"), false));
    }
    for leaf in leaves {
        cases.extend(text_cases(leaf, good));
        cases.extend(number_cases(leaf, takes("string")));
        if let Some(max) = leaf.get("maxItems").and_then(Value::as_u64) {
            let items = |count: u64| Value::Array((0..count).map(|_| good[0].clone()).collect());
            cases.extend([(items(max), true), (items(max + 1), false)]);
        }
    }
    // An object may do without fields only if none of its own is required.
    cases.retain(|(value, _)| *value != json!({}) || !takes("object"));
    // A list that must have entries may not be empty.
    if leaves.iter().any(|leaf| leaf.contains_key("minItems")) {
        cases.retain(|(value, allowed)| *value != json!([]) || !allowed);
        cases.push((json!([]), false));
    }
    cases
}

/// The good text, cut to so many characters or stretched to them where that keeps its shape.
fn resized(good: &str, length: usize) -> String {
    let missing = "5".repeat(length.saturating_sub(good.chars().count()));
    let text = if good.contains('@') { missing + good } else { good.to_owned() + &missing };
    text.chars().take(length).collect()
}

fn text_cases(leaf: &Schema, good: &Value) -> Vec<Case> {
    if leaf["type"] != "string" {
        return Vec::new();
    }
    let good = good.as_str().map_or_else(|| good.to_string(), ToOwned::to_owned);
    let bound = |name: &str| leaf.get(name).and_then(Value::as_u64).map(|length| usize::try_from(length).unwrap());
    let mut cases = vec![(json!(good), true)];
    if let Some(min) = bound("minLength").filter(|min| *min > 0) {
        cases.extend([(json!(resized(&good, min)), true), (json!(resized(&good, min - 1)), false)]);
    }
    if let Some(max) = bound("maxLength") {
        cases.extend([(json!(resized(&good, max)), true), (json!(resized(&good, max + 1)), false)]);
    }
    if leaf.contains_key("enum") {
        cases.push((json!("something else"), false));
    }
    if leaf.contains_key("pattern") {
        // A control character, which no pattern allows, in a text as long as a good one.
        let wrong: String = good.chars().skip(1).collect();
        cases.push((json!(format!("\u{0}{wrong}")), false));
    }
    cases
}

fn number_cases(leaf: &Schema, as_text: bool) -> Vec<Case> {
    let is_whole = leaf["type"] == "integer";
    if !is_whole && leaf["type"] != "number" {
        return Vec::new();
    }
    let step = leaf.get("multipleOf").and_then(Value::as_f64).unwrap_or(1.0);
    let mut cases = vec![(json!(1e30), false)];
    if is_whole {
        cases.push((json!(100.5), false));
    } else {
        cases.push((json!(1.0 + step / 10.0), false));
    }
    for (name, beyond) in [("minimum", -step), ("maximum", step)] {
        let bound = leaf[name].as_f64().unwrap_or_else(|| panic!("{leaf:?} has no {name}"));
        for (number, allowed) in [(bound, true), (bound + beyond, false)] {
            let number = if is_whole { format!("{number:.0}") } else { format!("{number:.2}") };
            cases.push((serde_json::from_str(&number).unwrap(), allowed));
            // A telephone number is one thing as a number and another as a text.
            if as_text && leaf["maximum"] != json!(999_999_999_999_999_i64) {
                cases.push((json!(number), allowed));
            }
        }
    }
    cases
}

/// A good call with a body.
struct Sample {
    operation: &'static str,
    path: String,
    caller: UserId,
    body: Value,
}

/// A good change of many parts.
fn many_parts(part: &str) -> Value {
    json!({
        "ids": [part], "all": false, "dryRun": true, "after": part, "count": 1, "digest": "digest",
        "change": {
            "kind": "price_by", "basisPoints": 450, "rounding": "cent", "price": 12, "brand": "bosch",
            "category": "pads", "minOrderQuantity": 2, "condition": "new",
        },
    })
}

/// A good listing that names everything.
fn listing(part: &str) -> Value {
    json!({
        "brand": "bosch", "number": "5986494524", "category": "pads", "condition": "new", "listPrice": 12,
        "numbers": [{ "kind": "oem", "maker": "Honda", "number": "45022-TBA-A01" }],
        "attributes": [{ "name": "Diameter", "value": "300", "unit": "mm" }],
        "pictures": [{ "img": "/catalogue/brake-disc.svg", "alt": "A disc" }],
        "weight": 1850, "length": 190, "width": 120, "height": 60, "hazmat": false, "universal": false,
        "successor": part,
    })
}

/// One good body of each operation that takes one. All fields are there; a text is one that stays good when it
/// is cut to its least length.
async fn samples(test_shop: &TestShop) -> Vec<Sample> {
    let (marta, admin) = (test_shop.customer("marta").await, test_shop.admin().await);
    let part = test_shop.part(1, 900_000_000, 1000).await.to_string();
    let order = test_shop.order(marta, part.parse().unwrap(), 1).await.to_string();
    let shipped = test_shop.order(marta, part.parse().unwrap(), 1).await;
    let listing = listing(&part);
    let sample = |operation, caller, path: &str, body| Sample { operation, caller, path: path.to_owned(), body };
    vec![
        sample(
            "addPart",
            admin,
            "/parts",
            json!({
                "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg", "minOrderQuantity": 1,
                "available": 5, "price": 10, "pack": 1, "core": 5, "listing": listing.clone(),
            }),
        ),
        sample(
            "editPart",
            admin,
            &format!("/parts/{part}"),
            json!({
                "revision": 1, "title": "Disc", "desc": "Vented", "img": "/catalogue/brake-disc.svg",
                "minOrderQuantity": 1, "price": 10, "pack": 1, "core": 5,
            }),
        ),
        sample("editListing", admin, &format!("/parts/{part}/listing"), json!({ "revision": 1, "listing": listing })),
        sample(
            "moveStock",
            admin,
            &format!("/parts/{part}/stock"),
            json!({ "reason": "counted", "pieces": 20, "expectedAvailable": 10, "note": "Shelf 7" }),
        ),
        sample("setReorderPoint", admin, &format!("/parts/{part}/reorder-point"), json!({ "reorderAt": 4 })),
        sample("changeParts", admin, "/parts", many_parts(&part)),
        sample("addBrand", admin, "/brands", json!({ "key": "bosch", "name": "Bosch" })),
        sample(
            "addCategory",
            admin,
            "/categories",
            json!({ "key": "pads", "name": "Brake pads", "parent": "brakes", "position": 1 }),
        ),
        sample("saveBrand", admin, "/brands/bosch", json!({ "name": "Bosch" })),
        sample(
            "saveCategory",
            admin,
            "/categories/pads",
            json!({ "name": "Brake pads", "parent": "brakes", "position": 1 }),
        ),
        sample(
            "placeOrder",
            marta,
            "/orders",
            json!({
                "orderedId": part, "quantity": 1, "address": "1 Road", "phone": "5550100", "totalPrice": 10,
                "product": "Disc", "name": "Marta", "email": "a@b.cd", "paid": false,
                "vehicle": "2018/honda/civic", "confirmed": ["not_listed"],
            }),
        ),
        sample("shipOrder", admin, &format!("/ship/{shipped}"), shipment()),
        sample("refundPart", admin, &format!("/order/{shipped}/refunds"), partial_refund()),
        sample("createPaymentIntent", marta, "/create-payment-intent", json!({ "price": 10, "order": order })),
        sample(
            "confirmBooking",
            marta,
            &format!("/booking/{order}"),
            json!({ "booking": order, "transactionId": "pi_1" }),
        ),
        sample("registerUser", marta, "/users/marta@example.com", json!({ "email": "marta@example.com" })),
        sample(
            "updateProfile",
            marta,
            "/updateuser/marta@example.com",
            json!({
                "name": "Marta", "address": "1 Road", "education": "School", "phone": "5550100",
                "linkedin": "https://linkedin.com/in/marta",
            }),
        ),
        sample("addReview", marta, "/reviews", json!({ "rating": 5, "review": "Good.", "name": "Marta" })),
        sample("joinNewsletter", marta, "/newsletter", json!({ "email": "a@b.cd" })),
        sample("confirmNewsletter", marta, "/newsletter/confirm", json!({ "token": "forged" })),
        sample("leaveNewsletter", marta, "/newsletter/leave", json!({ "token": "forged" })),
        sample("askForStockAlert", marta, &format!("/parts/{part}/stock-alerts"), json!({ "email": "a@b.cd" })),
        sample("stopStockAlerts", marta, "/stock-alerts/stop", json!({ "token": "forged" })),
        sample("sendFeedback", marta, "/feedback", json!({ "message": "Good.", "email": "a@b.cd" })),
    ]
    .into_iter()
    .chain(samples_of_lines(marta, &part))
    .chain(samples_of_rates(admin, &part))
    .chain(samples_of_guests(marta))
    .chain(samples_of_fitment(admin, &part))
    .collect()
}

fn samples_of_rates(admin: UserId, id: &str) -> [Sample; 2] {
    let trial = json!({ "country": "DE", "region": "Berlin", "grams": 10, "hazmat": false, "goods": 10, "cores": 1 });
    [("saveRates", "/rates", rates(id)), ("tryRates", "/rates/trials", trial)].map(|(operation, path, body)| Sample {
        operation,
        path: path.to_owned(),
        caller: admin,
        body,
    })
}

fn samples_of_fitment(caller: UserId, part: &str) -> [Sample; 6] {
    let application = json!({
        "from": 2016, "to": 2018, "engine": "2.0l-l4-gas", "position": "Front", "pieces": 2, "conditions": ["With A/C"],
    });
    let lookup = json!({ "scheme": "aces", "kind": "make", "code": "47", "value": "honda" });
    let condition = "/conditions/01900000-0000-7000-8000-000000000000".to_owned();
    [
        (
            "editFitment",
            format!("/parts/{part}/fitments/honda/civic"),
            json!({ "revision": 1, "applications": [application] }),
        ),
        ("copyFitment", format!("/parts/{part}/fitments/copies"), json!({ "revision": 1, "from": part })),
        ("classifyCondition", condition, json!({ "about": "part" })),
        ("suspendFit", format!("/suspensions/{part}/honda/civic"), json!({ "reason": "Came back twice" })),
        ("changeImport", "/imports/01900000-0000-7000-8000-000000000000".to_owned(), json!({ "state": "stopped" })),
        ("saveLookups", "/lookups".to_owned(), json!({ "lookups": [lookup] })),
    ]
    .map(|(operation, path, body)| Sample { operation, path, caller, body })
}

fn samples_of_guests(caller: UserId) -> [Sample; 2] {
    [
        ("addGuest", "/guests", json!({ "name": "Marta", "email": "a@b.cd" })),
        ("resumeGuest", "/guests/resume", json!({ "token": "forged" })),
    ]
    .map(|(operation, path, body)| Sample { operation, path: path.to_owned(), caller, body })
}

fn rates(id: &str) -> Value {
    let method = json!({
        "id": id, "name": "Ground", "countries": ["DE"], "base": 9.9, "perKilogram": 1.2, "freeFrom": 250,
        "maxGrams": 30_000, "takesHazmat": false, "daysFrom": 0, "daysTo": 90, "active": true,
    });
    let tax = json!({
        "country": "DE", "region": "Berlin", "millionths": 57_500, "onShipping": true, "onCore": false,
    });
    json!({ "revision": 0, "shippingMethods": [method], "taxRates": [tax] })
}

fn shipment() -> Value {
    json!({ "status": "shipped", "anyway": true, "carrier": "UPS", "trackingNumber": "1Z 999" })
}

/// All fields that there are, of which one call takes some.
fn partial_refund() -> Value {
    json!({ "lines": [{ "line": 1, "pieces": 1, "coresOnly": true }], "restock": true, "amount": 5, "note": "Scratched" })
}

/// The same, of operations that take several parts.
fn samples_of_lines(caller: UserId, part: &str) -> [Sample; 5] {
    let lines = json!([{ "part": part, "quantity": 1, "vehicle": "2018/honda/civic", "confirmed": ["not_listed"] }]);
    [
        (
            "quote",
            "/quotes",
            json!({
                "lines": lines, "shipping": part, "coupon": "AP50-7KQD-M2XW",
                "place": { "country": "DE", "region": "Berlin", "postalCode": "10115" },
            }),
        ),
        (
            "checkOut",
            "/checkouts",
            json!({
                "lines": lines, "shipping": part, "coupon": "AP50-7KQD-M2XW", "phone": "5550100", "totalPrice": 10,
                "destination": {
                    "recipient": "Marta", "line1": "1 Road", "line2": "Apt 4", "city": "Berlin", "region": "Berlin",
                    "postalCode": "10115", "country": "DE",
                },
            }),
        ),
        (
            "saveCart",
            "/carts/marta@example.com",
            json!({ "revision": 0, "lines": [{ "part": part, "quantity": 1, "vehicle": "2018/honda/civic" }] }),
        ),
        (
            "saveGarage",
            "/garages/marta@example.com",
            json!({ "revision": 0, "vehicles": ["2018/honda/civic"], "chosen": "2018/honda/civic" }),
        ),
        (
            "saveAddressBook",
            "/addresses/marta@example.com",
            json!({
                "revision": 0,
                "addresses": [{
                    "phone": "5550100",
                    "destination": {
                        "recipient": "Marta", "line1": "1 Road", "line2": "Apt 4", "city": "Berlin", "region": "Berlin",
                        "postalCode": "10115", "country": "DE",
                    },
                }],
            }),
        ),
    ]
    .map(|(operation, path, body)| Sample { operation, path: path.to_owned(), caller, body })
}

/// Sends a call that is right but for one field, and compares with what the document says of it. Taken means that
/// nothing is said against the fields: whether a rule of the shop refuses the call is not the contract's.
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

/// Every operation of the document: method, path and what it says.
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
    let (test_shop, document) = (TestShop::default(), document());
    let app = app(&limited(&test_shop, RateLimits::OFF)).await;
    let samples = samples(&test_shop).await;
    let mut walked = 0;
    for (method, path, operation) in operations(&document) {
        // The payment provider's messages are its own, and signed.
        let Some(body) = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str() else {
            let of_another_kind =
                ["receiveStripeEvent", "addPicture", "addImport"].map(Value::from).contains(&operation["operationId"]);
            assert!(operation["requestBody"].is_null() || of_another_kind, "{path}");
            continue;
        };
        let sample = samples.iter().find(|sample| operation["operationId"] == sample.operation);
        let sample = sample.unwrap_or_else(|| panic!("{} has no good body in `samples`", operation["operationId"]));
        let send = |body: Value| call(&method, &sample.path).by(sample.caller).json(body);
        // Objects whose fields are still to be walked: where they are in the body, what problems call that, and
        // what the document says of them.
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

/// Percent-encodes all that is not plain.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// A parameter that is right; one that is new needs a line here.
fn good_parameter(path: &str, name: &str, leaf: &Schema) -> String {
    let good = match name {
        "q" => "brake",
        "action" => "ship_order",
        "actor" | "subject" => "a@b.c",
        "by" => "day",
        "vehicle" => "2018/honda/civic/2.0l-l4-gas",
        "year" => "2018",
        "make" => "honda",
        "model" => "honda/civic",
        "scheme" => "aces",
        "kind" if path == "/imports" => "aces",
        "kind" if path.ends_with("/findings") => "lint",
        "kind" => "engine",
        "file" => "aces.xml",
        "content" => "all",
        "after" if path.starts_with("/imports/") => "12",
        "code" => "47",
        "about" => "part",
        "after" if path == "/suspensions" => "honda/civic/01900000-0000-7000-8000-000000000000",
        "after" if path.ends_with("/fitments") || path.ends_with("/fitments/record") => "honda/civic",
        "category" | "brand" => "pads",
        "condition" => "new",
        "attribute" => "Diameter=300 mm",
        "sort" => "name",
        "list" => "low",
        "state" => "unpaid",
        "from" | "to" => "2026-11-24",
        "after" if path == "/search" || (path.starts_with("/parts") && !leaf.contains_key("pattern")) => {
            return SearchCursor::Newest(numbered(1).into()).to_string();
        }
        "limit" | "priceFrom" | "priceTo" => "1",
        // The key of a payment is the provider's.
        "after" if leaf.contains_key("maxLength") => "pi_1",
        "after" | "parts" => "01900000-0000-7000-8000-000000000000",
        "afterShipping" | "inStock" => "true",
        "into" => "ate",
        "Idempotency-Key" => "click",
        other => panic!("{other} has no good value in `good_parameter`"),
    };
    good.to_owned()
}

/// Good values of the parameters that have to be sent with one, as they stand in an address.
fn required_but(document: &Value, path: &str, operation: &Value, name: &str) -> Vec<String> {
    let others = operation["parameters"].as_array().into_iter().flatten();
    let others = others.filter(|other| other["required"] == true && other["in"] == "query" && other["name"] != name);
    let pair = |other: &Value| {
        let (name, leaves) = (other["name"].as_str().unwrap(), leaves(document, &other["schema"]));
        format!("{name}={}", encoded(&good_parameter(path, name, &leaves[0])))
    };
    others.map(pair).collect()
}

/// What a parameter is sent, where everything is text.
fn parameter_cases(leaf: &Schema, good: &str) -> Vec<(String, bool)> {
    let mut cases = text_cases(leaf, &json!(good));
    cases.extend(number_cases(leaf, false));
    if has_type(leaf, "integer") || has_type(leaf, "boolean") {
        cases.extend([(json!(good), true), (json!("maybe"), false)]);
    }
    let as_text =
        |(value, allowed): Case| (value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned), allowed);
    cases.into_iter().map(as_text).collect()
}

#[actix_web::test]
async fn every_parameter_is_as_the_document_says() {
    let (test_shop, document) = (TestShop::default(), document());
    let app = app(&limited(&test_shop, RateLimits::OFF)).await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 900_000_000, 1000).await;
    let mut walked = 0;
    for (method, path, operation) in operations(&document) {
        let path = path.replace("{id}", "01900000-0000-7000-8000-000000000000").replace("{key}", "admin@example.com");
        let no_parameters = Vec::new();
        for parameter in operation["parameters"].as_array().unwrap_or(&no_parameters) {
            let (name, place) = (parameter["name"].as_str().unwrap(), parameter["in"].as_str().unwrap());
            // Ids and addresses in a path name something or nothing; the provider's signature is judged whole.
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
                // Right for each of the calls that have a parameter: they ignore what is another's.
                call.json(json!({
                    "orderedId": part.to_string(), "address": "1 Road", "destination": destination(), "phone": "5550100", "reason": "received", "pieces": 1,
                    "lines": [{ "part": part.to_string(), "line": 1, "pieces": 1 }], "totalPrice": 1,
                }))
            };
            expect(&app, send(None), name, parameter["required"] == false, "leaving it out").await;
            let leaves = leaves(&document, &parameter["schema"]);
            let cases = leaves.iter().flat_map(|leaf| parameter_cases(leaf, &good_parameter(&path, name, leaf)));
            for (text, allowed) in cases {
                // A header cannot hold a control character at all.
                if place == "query" || !text.contains(char::is_control) {
                    expect(&app, send(Some(&text)), name, allowed, &format!("{path} {text}")).await;
                    walked += 1;
                }
            }
        }
    }
    assert!(walked > 100, "{walked}");
}
