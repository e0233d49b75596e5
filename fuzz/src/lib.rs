//! The properties that the tests check with a bounded number of random inputs, for libFuzzer.

#[path = "../../crates/http/tests/api/support.rs"]
#[allow(dead_code)]
mod http;
#[path = "../../crates/server/tests/fuzz/properties.rs"]
mod properties;

/// Panics when the bytes break a property.
pub fn hold(name: &str, data: &[u8]) {
    let (_, property) = properties::ALL.iter().find(|(known, _)| *known == name).expect("a property");
    property(data);
}
