//! Runs the properties with a bounded number of random inputs: arbitrary bytes and nearly valid ones. `FUZZ_CASES`
//! sets the number per property. The inputs are not guided by coverage; `make fuzz` drives the same properties with
//! libFuzzer where a nightly compiler is available.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "what goes wrong here fails the test"
)]

#[path = "../../../http/tests/api/support.rs"]
#[expect(dead_code, reason = "shared with the tests of http, which need more of it")]
mod http;
mod properties;

use autoparts_application::ports::identity::{AccessTokens, Grant};
use properties::{ALL, Property};
use proptest::{collection::vec, prelude::*, string::bytes_regex, test_runner::TestRunner};

#[expect(clippy::disallowed_methods, reason = "the setting of a test, not of the shop")]
fn cases(otherwise: u32) -> u32 {
    std::env::var("FUZZ_CASES").map_or(otherwise, |text| text.parse().expect("a whole number"))
}

fn hold(property: Property, count: u32, inputs: impl Strategy<Value = Vec<u8>>) {
    let config = ProptestConfig { cases: cases(count), failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&inputs, |data| {
        property(&data);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Generates arbitrary bytes, and bytes that match a pattern except for a few changes.
fn nearly(pattern: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let near = || bytes_regex(pattern).expect("a pattern");
    let changed = (near(), vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)).prop_map(|(mut bytes, changes)| {
        for (at, byte) in changes {
            let length = bytes.len();
            if length > 0 {
                bytes[at.index(length)] = byte;
            }
        }
        bytes
    });
    prop_oneof![vec(any::<u8>(), 0..400), near(), changed]
}

#[test]
fn webhook_signatures_are_believed_only_when_they_are() {
    hold(
        properties::webhook_signature,
        500,
        nearly(r#"(t=[0-9]{9,11},){1,2}(v[01]=[0-9a-f]{64},?){0,3}\n\{"id":"evt_[0-9]{1,3}"\}"#),
    );
}

#[test]
fn no_token_but_an_issued_one_is_accepted() {
    hold(properties::access_token, 2000, nearly("[A-Za-z0-9_-]{10,40}\\.[A-Za-z0-9_-]{10,200}\\.[A-Za-z0-9_-]{0,43}"));
}

#[test]
fn a_token_with_any_other_character_is_refused() {
    let tokens = autoparts_auth_adapter::HmacAccessTokens::new(&[7; 32]).unwrap();
    let now = autoparts_domain::time::Timestamp::from_micros(1_767_225_600_000_000);
    let grant = Grant {
        user: "018f0000-0000-7000-8000-000000000001".parse().unwrap(),
        session: "018f0000-0000-7000-8000-000000000002".parse().unwrap(),
    };
    let issued = tokens.issue(&grant, now).unwrap();
    let text = issued.reveal().as_bytes().to_vec();
    assert!(tokens.verify(&issued, now).is_ok());
    let change = (any::<prop::sample::Index>(), "[A-Za-z0-9_.=-]").prop_map(move |(at, new)| {
        let mut text = text.clone();
        let place = at.index(text.len());
        let is_another = text[place] != new.as_bytes()[0];
        text[place] = new.as_bytes()[0];
        (text, is_another)
    });
    let change = change.prop_filter("another character", |(_, is_another)| *is_another).prop_map(|(text, _)| text);
    hold(properties::access_token, 3000, change);
}

#[test]
fn money_is_read_as_it_is_written() {
    hold(properties::money, 5000, nearly(" ?-?0{0,3}[0-9]{1,19}(\\.[0-9]{0,4}0{0,3})? ?"));
}

#[test]
fn an_address_has_one_spelling() {
    let text = "[a-zA-Z0-9.+ \u{200b}\u{212a}İßéе]{1,12}@[a-zA-Z0-9.\u{301}-]{1,12}\\.[a-zA-Z]{2,3}";
    let near = proptest::string::string_regex(text).expect("a pattern").prop_map(String::into_bytes);
    hold(properties::email, 5000, prop_oneof![near, nearly("[a-z.]{1,9}@[a-z]{1,9}\\.[a-z]{2,3}")]);
}

/// Generates JSON of any shape, with field names that the API knows.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        "\\PC{0,20}".prop_map(Into::into),
        "[0-9.e+-]{1,12}".prop_map(Into::into),
        Just("018f0000-0000-7000-8000-000000000001".into()),
        Just("fuzz@example.com".into()),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let names = prop::sample::select(field_names());
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Into::into),
            vec((names, inner), 0..9).prop_map(|fields| fields.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

/// Returns every field name in the bodies of the OpenAPI document.
fn field_names() -> Vec<String> {
    let document: serde_json::Value = serde_json::from_str(autoparts_http::api::openapi_json()).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let fields = schemas.values().filter_map(|schema| schema["properties"].as_object());
    fields.flat_map(|fields| fields.keys().cloned()).collect()
}

#[test]
fn no_body_makes_the_shop_fail() {
    let shaped = (any::<u8>(), any::<u8>(), json())
        .prop_map(|(which, who, json)| [&[which, who], json.to_string().as_bytes()].concat());
    hold(properties::json_body, 500, prop_oneof![4 => shaped, 1 => vec(any::<u8>(), 0..300)]);
}

#[test]
fn files_of_suppliers_are_read_or_refused() {
    let tag = "(<App action=\"[ADX]\" id=\"[0-9]\">|</App>|<BaseVehicle id=\"[0-9]{1,3}\"/>|<Years from=\"[0-9]{4}\" to=\"[0-9]{4}\"/>|\
               <Make id=\"[0-9]\"/>|<Note>[a-z&;<]{0,9}</Note>|<Qty>[0-9]{0,3}</Qty>|<Part>[A-Z0-9 -]{0,9}</Part>|<!--[a-z-]{0,5}-->|\
               <!\\[CDATA\\[[a-z\\]]{0,4}\\]\\]>|\n| )";
    let file = format!(
        "(<\\?xml version=\"1.0\"( encoding=\"(utf-8|ISO-8859-1|utf-16)\")?\\?>)?<ACES version=\"[1-6]\\.[0-9]\"><Header>\
         <BrandAAIAID>[A-Z]{{0,4}}</BrandAAIAID><SubmissionType>(FULL|UPDATE|TEST)</SubmissionType></Header>{tag}{{0,20}}\
         <Footer><RecordCount>[0-9]{{1,2}}</RecordCount></Footer></ACES>\n?"
    );
    hold(properties::aces, 3000, nearly(&file));
}

/// Returns a pattern for a spreadsheet with some columns.
fn sheet(columns: &str) -> String {
    format!("(\u{feff})?{columns}(\r?\n|\r)([\"'=a-z0-9;,\t /.-]{{0,40}}\r?\n){{0,8}}")
}

#[test]
fn spreadsheets_are_read_or_refused() {
    let fitment = sheet(
        "(brand[,;\t]number[,;\t]make[,;\t]model[,;\t]year_from([,;\t](year_to|engine|position|pieces|conditions)){0,3})",
    );
    hold(properties::fitment_csv, 3000, nearly(&fitment));
    let parts = sheet("(id[,;\t])?(brand[,;\t]number)([,;\t](title|price|stock|pictures|oem|attributes|hidden)){0,5}");
    hold(properties::parts_csv, 3000, nearly(&parts));
    hold(properties::lookups_csv, 2000, nearly(&sheet("scheme,kind,code,value")));
    hold(properties::vehicles, 2000, nearly(&sheet("year,make,model(,cylinders|,displ|,fuelType1|,baseModel){0,4}")));
}

#[test]
fn every_property_is_a_fuzz_target() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    let mut targets: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    targets.sort();
    let mut names: Vec<_> = ALL.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.sort();
    assert_eq!(targets, names);
}
