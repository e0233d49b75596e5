//! Properties that must hold for any input. Each takes bytes and panics on a violation, so that a fuzzer (`fuzz/`)
//! and the bounded random tests here can drive it.

use crate::http::{Running, app, call, limited};
use autoparts_application::ports::{
    identity::{AccessTokens, Token},
    import_files::{FileRefused, FileSummary, FitmentRow, ImportKind},
    part_rows::PartFileRow,
};
use autoparts_auth_adapter::HmacAccessTokens;
use autoparts_domain::{email::Email, id::UserId, money::Money, quantity::Quantity, time::Timestamp};
use autoparts_exchange::{
    readers,
    vehicles_csv::{self, VehicleFile},
};
use autoparts_http::limits::RateLimits;
use autoparts_payments::{Secret, stripe_signature};
use autoparts_testing::test_shop::TestShop;
use std::{
    cell::OnceCell,
    fmt::Debug,
    io::{self, Read},
    mem::ManuallyDrop,
    time::Duration,
};

const NOW: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

/// A property; its name is that of the fuzz target.
pub(crate) type Property = fn(&[u8]);

pub(crate) const ALL: &[(&str, Property)] = &[
    ("webhook_signature", webhook_signature),
    ("access_token", access_token),
    ("money", money),
    ("email", email),
    ("json_body", json_body),
    ("aces", aces),
    ("fitment_csv", fitment_csv),
    ("parts_csv", parts_csv),
    ("lookups_csv", lookups_csv),
    ("vehicles_csv", vehicles),
];

/// A header and, after the first line break, a body: accepted only if the body is exactly what was signed.
pub(crate) fn webhook_signature(data: &[u8]) {
    let at = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let header = &data[..at];
    let body = data.get(at + 1..).unwrap_or_default();
    let secrets = [Secret::from("whsec_one"), Secret::from("whsec_two")];
    let genuine = stripe_signature::sign(&secrets[1], body, NOW);
    assert!(stripe_signature::verify(&secrets, &genuine, body, NOW).is_ok(), "a signed value is accepted");
    assert!(
        stripe_signature::verify(&secrets, &genuine, &[body, b" "].concat(), NOW).is_err(),
        "not with more behind it"
    );
    let late = NOW.plus(Duration::from_mins(6));
    assert!(stripe_signature::verify(&secrets, &genuine, body, late).is_err(), "not later");
    let Ok(header) = std::str::from_utf8(header) else { return };
    if stripe_signature::verify(&secrets, header, body, NOW).is_ok() {
        // The header's author must have known a tag of exactly this body near the current time.
        let near = (-300..=300_i64).map(|second| Timestamp::from_micros(NOW.micros() + second * 1_000_000));
        let mut tags = near.flat_map(|at| secrets.iter().map(move |secret| stripe_signature::sign(secret, body, at)));
        assert!(tags.any(|tag| header.contains(tag.split_once("v1=").expect("a tag").1)), "accepted {header:?}");
    }
}

/// A token: only the issued text is accepted.
pub(crate) fn access_token(data: &[u8]) {
    let tokens = HmacAccessTokens::new(&[7; 32]).expect("the key is long enough");
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert!(tokens.verify(&Token::new(text.to_owned()), NOW).is_err(), "accepted {text:?}");
}

/// A possible amount: the parsed value is exactly the written one.
pub(crate) fn money(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(amount) = Money::parse_dollars(text) else { return };
    assert_eq!(Money::parse_dollars(&amount.to_string()), Ok(amount), "{text:?} reads back");
    let plain = text.trim();
    let (whole, decimals) = plain.split_once('.').unwrap_or((plain, ""));
    let expected = format!("{}.{:0<2}", whole.trim_start_matches('0'), decimals.trim_end_matches('0'));
    assert_eq!(amount.to_string().trim_start_matches('0'), expected, "{text:?}");
    assert!(amount.cents() >= 0 && amount.shown().starts_with('$'));
    if let (Some(twice), Ok(two)) = (amount.cents().checked_mul(2), Quantity::new(2)) {
        assert_eq!(amount.times(two).map(Money::cents), Some(twice));
    }
}

/// A possible email address: each address has one spelling, without hidden characters.
pub(crate) fn email(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(address) = text.parse::<Email>() else { return };
    assert_eq!(address.as_str().parse::<Email>().as_ref(), Ok(&address), "{text:?} has one canonical spelling");
    let spelled = address.as_str();
    assert!(spelled.chars().count() <= 254 && spelled.matches('@').count() == 1, "{spelled:?}");
    assert!(!spelled.chars().any(|c| c.is_control() || c.is_whitespace()), "{spelled:?}");
    let hidden =
        ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}', '\u{202e}', '\u{34f}', '\u{3164}'];
    assert!(!spelled.contains(hidden), "{spelled:?} contains invisible characters");
}

/// A reader that returns a few bytes at a time, like a slow disk or a compressed file.
struct Trickle<'b>(&'b [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (some, rest) = self.0.split_at(self.0.len().min(buffer.len()).min(3));
        buffer[..some.len()].copy_from_slice(some);
        self.0 = rest;
        Ok(some.len())
    }
}

/// A reader of import files: it gives the same result however the bytes arrive, counts the rows it returns, and each
/// row is within the file and not before the previous one.
fn rows<R: Clone + Debug + PartialEq>(
    data: &[u8],
    line: fn(&R) -> u64,
    read: impl Fn(&mut dyn Read, &mut dyn FnMut(R) -> Result<(), FileRefused>) -> Result<FileSummary, FileRefused>,
) {
    let read = |source: &mut dyn Read| {
        let mut rows: Vec<R> = Vec::new();
        let summary = read(source, &mut |row| {
            rows.push(row);
            Ok(())
        });
        (summary, rows)
    };
    let (summary, rows) = read(&mut &*data);
    assert_eq!((summary.clone(), rows.clone()), read(&mut Trickle(data)));
    let breaks = data.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    let lines = u64::try_from(breaks).expect("few") + 1;
    assert!(rows.iter().all(|row| (1..=lines).contains(&line(row))), "{rows:?}");
    assert!(rows.is_sorted_by_key(line), "{rows:?}");
    match summary {
        Ok(summary) => assert_eq!(summary.rows, u64::try_from(rows.len()).expect("few")),
        Err(refused) => assert!(refused.line <= lines && !refused.why.is_empty(), "{refused:?}"),
    }
}

/// A file of fitments.
fn fitment_rows(kind: ImportKind, data: &[u8]) {
    rows(data, |row: &FitmentRow| row.line, |source, sink| readers::read(kind, source, sink));
}

/// A spreadsheet of parts.
pub(crate) fn parts_csv(data: &[u8]) {
    rows(data, |row: &PartFileRow| row.line, |source, sink| readers::read_parts(source, sink));
}

/// A supplier's ACES file.
pub(crate) fn aces(data: &[u8]) {
    fitment_rows(ImportKind::Aces, data);
}

/// A spreadsheet of fitments.
pub(crate) fn fitment_csv(data: &[u8]) {
    fitment_rows(ImportKind::Fitment, data);
}

/// A spreadsheet of codes: the result is the same however the bytes arrive.
pub(crate) fn lookups_csv(data: &[u8]) {
    assert_eq!(autoparts_exchange::lookups_csv::read(data), autoparts_exchange::lookups_csv::read(Trickle(data)));
}

/// A spreadsheet of vehicles.
pub(crate) fn vehicles(data: &[u8]) {
    let said = |read: Result<VehicleFile, FileRefused>| {
        read.map(|VehicleFile { vehicles, rows, unread, findings }| (vehicles, rows, unread, findings))
    };
    assert_eq!(said(vehicles_csv::read(data)), said(vehicles_csv::read(Trickle(data))));
}

/// A fixed id for paths, which is enough to get past path parsing.
const ID: &str = "018f0000-0000-7000-8000-000000000001";

/// A body of a writing call: the first byte selects the call, the second the user. The response is never 5xx, and
/// every error is a problem document.
pub(crate) fn json_body(data: &[u8]) {
    thread_local! {
        // Never dropped: the app's drop needs its system, which may be gone at the end of the thread.
        static STAGE: OnceCell<ManuallyDrop<(actix_web::rt::SystemRunner, Running, [UserId; 2])>> = const { OnceCell::new() };
    }
    let [which, who, body @ ..] = data else { return };
    STAGE.with(|cell| {
        let (system, app, people) = &**cell.get_or_init(|| {
            let system = actix_web::rt::System::new();
            let test_shop = TestShop::default();
            let people = system.block_on(async { [test_shop.admin().await, test_shop.customer("fuzz").await] });
            let app = system.block_on(app(&limited(&test_shop, RateLimits::OFF)));
            ManuallyDrop::new((system, app, people))
        });
        system.block_on(send_body(app, *which, people[usize::from(*who % 2)], body));
    });
}

async fn send_body(app: &Running, which: u8, caller: UserId, body: &[u8]) {
    let routes = autoparts_http::api::route_list();
    let writing: Vec<_> = routes.iter().filter(|(method, _)| matches!(*method, "POST" | "PUT" | "PATCH")).collect();
    let (method, path) = writing[usize::from(which) % writing.len()];
    let path = path.replace("{id}", ID).replace("{key}", ID).replace("{email}", "fuzz@example.com");
    let answer = app(call(method, &path).by(caller).raw("application/json", body)).await;
    let status = answer.status.as_u16();
    assert!(status < 500, "{method} {path} {:?}: {} {}", String::from_utf8_lossy(body), status, answer.text);
    if status >= 400 {
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{method} {path}");
        assert_eq!(answer.json()["status"], status);
    }
}
