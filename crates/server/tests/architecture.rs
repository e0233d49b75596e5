//! The dependency rule of docs/architecture.md: the allowed dependencies between crates, and the libraries reserved
//! for certain crates, checked against the crates' manifests. Also checks that guides and workflows name only what
//! exists.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "architecture/guides.rs"]
mod guides;
#[path = "architecture/workflows.rs"]
mod workflows;

use serde_json::Value;
use std::{collections::BTreeSet, fs, path::PathBuf, process::Command};

/// A crate, and the workspace crates that its product code may use. Its tests may use the same crates, [`TESTING`], and
/// its own features for tests.
const MAY_USE: &[(&str, &[&str])] = &[
    ("autoparts-domain", &[]),
    ("autoparts-application", &["autoparts-domain"]),
    (TESTING, &["autoparts-application", "autoparts-domain"]),
    ("autoparts-persistence", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-payments", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-auth-adapter", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-exchange", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-http", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-mail", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-search", &["autoparts-application", "autoparts-domain"]),
    ("autoparts-pictures", &["autoparts-application", "autoparts-domain"]),
    (
        "autoparts-server",
        &[
            "autoparts-application",
            "autoparts-auth-adapter",
            "autoparts-domain",
            "autoparts-exchange",
            "autoparts-http",
            "autoparts-mail",
            "autoparts-payments",
            "autoparts-persistence",
            "autoparts-pictures",
            "autoparts-search",
        ],
    ),
];

/// A library, and the crates that may depend on it.
const OWNED_BY: &[(&str, &[&str])] = &[
    ("actix-web", &["autoparts-http", "autoparts-server"]),
    ("actix-cors", &["autoparts-http"]),
    ("argon2", &["autoparts-auth-adapter"]),
    ("clap", &["autoparts-server"]),
    ("csv", &["autoparts-exchange"]),
    ("diesel", &["autoparts-persistence"]),
    ("diesel_migrations", &["autoparts-persistence"]),
    ("encoding_rs", &["autoparts-exchange"]),
    ("governor", &["autoparts-http"]),
    ("jsonwebtoken", &["autoparts-auth-adapter"]),
    ("lettre", &["autoparts-mail"]),
    ("image", &["autoparts-pictures"]),
    ("maud", &["autoparts-auth-adapter", "autoparts-mail", "autoparts-server"]),
    ("moxcms", &["autoparts-pictures"]),
    ("libsqlite3-sys", &["autoparts-persistence"]),
    ("quick-xml", &["autoparts-exchange"]),
    ("r2d2", &["autoparts-persistence"]),
    ("opentelemetry", &["autoparts-server"]),
    ("opentelemetry-http", &["autoparts-server"]),
    ("opentelemetry-otlp", &["autoparts-server"]),
    ("opentelemetry_sdk", &["autoparts-server"]),
    ("prometheus-client", &["autoparts-server"]),
    ("reqwest", &["autoparts-auth-adapter", "autoparts-payments", "autoparts-server"]),
    ("rust-embed", &["autoparts-server"]),
    ("rustix", &["autoparts-persistence", "autoparts-server"]),
    ("socket2", &["autoparts-server"]),
    ("tantivy", &["autoparts-search"]),
    ("tracing-opentelemetry", &["autoparts-server"]),
    ("tracing-subscriber", &["autoparts-server"]),
    ("utoipa", &["autoparts-http"]),
    ("utoipa-actix-web", &["autoparts-http"]),
    ("utoipa-swagger-ui", &["autoparts-http"]),
    ("zip", &["autoparts-exchange"]),
];

/// The crate of stores, samples and contract suites for tests.
const TESTING: &str = "autoparts-testing";

/// A crate without code that sets library features for the tests of every crate.
const FEATURES: &str = "autoparts-features";

/// All dependencies the domain may have: no serde, async, clock or I/O.
const DOMAIN_MAY_USE: &[&str] = &["icu_properties", "idna", "thiserror", "unicode-normalization", "uuid"];

/// Returns the repository root.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads a text file, by its path from the root.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Returns cargo's metadata of the crates that have code.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--locked"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata.get_mut("packages").and_then(Value::as_array_mut).unwrap().retain(|package| package["name"] != FEATURES);
    metadata
}

/// Returns the rule violations in a workspace's metadata.
fn broken_rules(metadata: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let packages = metadata["packages"].as_array().unwrap();
    let names: BTreeSet<_> = packages.iter().map(|package| package["name"].as_str().unwrap()).collect();
    let ruled: BTreeSet<_> = MAY_USE.iter().map(|(name, _)| *name).collect();
    wrong.extend(names.symmetric_difference(&ruled).map(|name| format!("MAY_USE and the crates differ: {name}")));
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let allowed = MAY_USE.iter().find(|(ruled, _)| *ruled == name).map_or(&[][..], |(_, allowed)| allowed);
        for dependency in package["dependencies"].as_array().unwrap() {
            let used = dependency["name"].as_str().unwrap();
            let ours = names.contains(used);
            let in_product = dependency["kind"].is_null();
            if in_product && used == FEATURES {
                wrong.push(format!("{name} ships {FEATURES}"));
            }
            let is_for_tests = used == TESTING && dependency["kind"] == "dev";
            let mut features = dependency["features"].as_array().into_iter().flatten();
            let has_test_code = features.any(|feature| feature == "mocks" || feature == "testing");
            if in_product && has_test_code && name != TESTING {
                wrong.push(format!("{name} ships test code of {used}"));
            }
            if ours && !allowed.contains(&used) && used != name && !is_for_tests {
                wrong.push(format!("{name} may not use {used}"));
            }
            let owners = OWNED_BY.iter().find(|(library, _)| *library == used).map(|(_, owners)| owners);
            if in_product && owners.is_some_and(|owners| !owners.contains(&name)) {
                wrong.push(format!("{name} may not name {used}"));
            }
            if in_product && name == "autoparts-domain" && !DOMAIN_MAY_USE.contains(&used) {
                wrong.push(format!("the domain may not use {used}"));
            }
            if in_product && used == "mockall" && dependency["optional"] == false {
                wrong.push(format!("{name} ships mockall"));
            }
        }
    }
    wrong
}

#[test]
fn crates_only_point_inwards() {
    let wrong = broken_rules(&metadata());
    assert!(wrong.is_empty(), "the dependency rule is broken:\n  {}", wrong.join("\n  "));
}

#[test]
fn an_edge_outwards_breaks_the_rule() {
    let mut metadata = metadata();
    let add = |metadata: &mut Value, package: &str, used: &str| {
        let packages = metadata["packages"].as_array_mut().unwrap();
        let package = packages.iter_mut().find(|found| found["name"] == package).unwrap();
        package["dependencies"].as_array_mut().unwrap().push(serde_json::json!({ "name": used, "kind": null }));
    };
    add(&mut metadata, "autoparts-domain", "autoparts-application");
    add(&mut metadata, "autoparts-application", "autoparts-http");
    add(&mut metadata, "autoparts-http", "diesel");
    add(&mut metadata, "autoparts-domain", "serde");
    let expected = [
        "autoparts-application may not use autoparts-http",
        "autoparts-domain may not use autoparts-application",
        "autoparts-http may not name diesel",
        "the domain may not use autoparts-application",
        "the domain may not use serde",
    ];
    let mut wrong = broken_rules(&metadata);
    wrong.sort();
    assert_eq!(wrong, expected);
}

/// Emails of earlier releases have links with a token in the query, and search terms are in the query, too.
#[test]
fn the_logs_of_the_proxies_have_no_query_strings() {
    let nginx = read("docs/deploy/nginx.conf");
    let formats: Vec<_> = nginx.split(';').filter(|line| line.trim_start().contains("log_format ")).collect();
    let [format] = formats.as_slice() else { panic!("{formats:?}") };
    for value in ["$request ", "$request\"", "$request_uri", "$args", "$query_string", "$http_referer", "$is_args"] {
        assert!(!format.contains(value), "{value} in {format}");
    }
    let logs: Vec<_> = nginx.lines().filter(|line| line.trim_start().starts_with("access_log ")).collect();
    assert!(logs.iter().all(|line| line.contains(" autoparts;")), "{logs:?}");
    // A server block without its own access log inherits the outer one.
    for server in nginx.split("\nserver {").skip(1) {
        assert!(server.contains("access_log "), "{server}");
    }
    let haproxy = read("docs/deploy/haproxy.cfg");
    let is_setting = |line: &&str| !line.trim_start().starts_with('#');
    let settings: Vec<_> = haproxy.lines().filter(is_setting).collect();
    let format = settings.iter().find(|line| line.contains("log-format ")).unwrap();
    for value in ["%r", "%{+Q}r", "%HU", "%HQ"] {
        assert!(!format.split([' ', '"']).any(|word| word == value), "{value} in {format}");
    }
    assert!(!settings.iter().any(|line| line.contains("option httplog") || line.contains("option httpslog")));
}

/// The columns of the map in docs/architecture.md: the source folder, and the modules there that belong to no
/// capability.
const MAP: [(&str, &[&str]); 6] = [
    (
        "crates/domain/src",
        &[
            "client_network",
            "email",
            "id",
            "destination",
            "link_token",
            "money",
            "normalization",
            "quantity",
            "readable_code",
            "slug",
            "text",
            "time",
            "time_zone",
            "validation",
        ],
    ),
    (
        "crates/application/src",
        &[
            "email_examples",
            "error_chain",
            "exports",
            "fresh",
            "ports",
            "shop",
            "shop_rules",
            "terminal",
            "use_case_error",
        ],
    ),
    (
        "crates/application/src/ports",
        &["clock", "generations", "page", "secrets", "spans", "store", "store_error", "unit_of_work"],
    ),
    ("crates/persistence/src/repositories", &[]),
    (
        "crates/http/src",
        &[
            "answer",
            "api",
            "api_page",
            "browser_config",
            "connection",
            "cors",
            "dollars",
            "error_mapping",
            "extract",
            "form",
            "from_memory",
            "guard",
            "input",
            "latency",
            "limits",
            "meta",
            "observed",
            "problem",
            "public_answers",
            "query_names",
            "refusal_log",
            "request_id",
            "responses",
            "security_headers",
            "state",
            "traffic",
            "trusted_proxies",
            "view",
        ],
    ),
    ("frontend/src/features", &["home", "static-pages"]),
];

/// Returns the modules in a folder of the repository, whether files or folders.
fn modules(folder: &str) -> BTreeSet<String> {
    let names =
        fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.map(|name| name.trim_end_matches(".rs").to_owned()).filter(|name| name != "lib").collect()
}

#[test]
fn the_map_of_the_architecture_names_every_module_of_a_capability() {
    let document = read("docs/architecture.md");
    let rows: Vec<Vec<&str>> = document
        .lines()
        .skip_while(|line| !line.starts_with("| capability |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').skip(1).collect())
        .collect();
    assert!(rows.len() >= 10, "the map of capabilities was not found");
    for (column, (folder, others)) in MAP.iter().enumerate() {
        let cells = rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.trim().starts_with('–'));
        let mut named: BTreeSet<String> =
            cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned)).collect();
        named.extend(others.iter().map(|&other| other.to_owned()));
        assert_eq!(named, modules(folder), "docs/architecture.md, {folder}");
    }
}
