//! Test values for a field or a parameter: at the limits of what the document allows, and beyond.

use serde_json::{Map, Value, json};

/// The schema of one value: a text, a number, a boolean, null, or anything if it has no type.
pub(super) type Schema = Map<String, Value>;

fn has_type(leaf: &Schema, name: &str) -> bool {
    leaf.get("type").is_none_or(|types| types == name || types.as_array().is_some_and(|all| all.contains(&name.into())))
}

/// A value, and whether the document allows it.
pub(super) type Case = (Value, bool);

/// Test values for a field with the valid value `good`: at the limits of what the document allows, beyond them, and of
/// other types.
pub(super) fn cases(leaves: &[Schema], good: &Value) -> Vec<Case> {
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
    // An empty object is valid only if none of its fields is required.
    cases.retain(|(value, _)| *value != json!({}) || !takes("object"));
    // A list with a minimum length may not be empty.
    if leaves.iter().any(|leaf| leaf.contains_key("minItems")) {
        cases.retain(|(value, allowed)| *value != json!([]) || !allowed);
        cases.push((json!([]), false));
    }
    cases
}

/// Cuts or extends a valid text to `length` characters, if that keeps its format.
fn resized(good: &str, length: usize) -> String {
    let missing = "5".repeat(length.saturating_sub(good.chars().count()));
    let text = if good.contains('@') { missing + good } else { good.to_owned() + &missing };
    text.chars().take(length).collect()
}

fn text_cases(leaf: &Schema, good: &Value) -> Vec<Case> {
    if leaf.get("type").is_none_or(|types| types != "string") {
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
        // A control character, which no pattern allows, in a text as long as a valid one.
        let wrong: String = good.chars().skip(1).collect();
        cases.push((json!(format!("\u{0}{wrong}")), false));
    }
    cases
}

fn number_cases(leaf: &Schema, as_text: bool) -> Vec<Case> {
    let is = |name: &str| leaf.get("type").is_some_and(|types| types == name);
    let is_whole = is("integer");
    if !is_whole && !is("number") {
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
            // A telephone number sent as a number is checked differently from one sent as text.
            if as_text && leaf["maximum"] != json!(999_999_999_999_999_i64) {
                cases.push((json!(number), allowed));
            }
        }
    }
    cases
}

/// Test values for a parameter, where everything is text.
pub(super) fn parameter_cases(leaf: &Schema, good: &str) -> Vec<(String, bool)> {
    let mut cases = text_cases(leaf, &json!(good));
    cases.extend(number_cases(leaf, false));
    if has_type(leaf, "integer") || has_type(leaf, "boolean") {
        cases.extend([(json!(good), true), (json!("maybe"), false)]);
    }
    let as_text =
        |(value, allowed): Case| (value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned), allowed);
    cases.into_iter().map(as_text).collect()
}
