//! Operator mistakes with the real binary: each yields one line that names the setting or file and what is expected,
//! a nonzero exit code, and no secret.

use crate::support::Site;
use std::fs;

/// Part of a secret, which no line may contain.
const SECRET: &str = "hunter2";

/// The settings, and the expected words in the line.
type Mistake = (&'static [(&'static str, &'static str)], &'static [&'static str]);

/// Mistakes that are visible in the settings alone.
const IN_SETTINGS: [Mistake; 29] = [
    (&[("BIND_ADDR", "nowhere")], &["BIND_ADDR must be"]),
    (&[("BIND_ADDR", "0.0.0.0:8080")], &["ALLOW_EMBEDDED_ON_NETWORK"]),
    (&[("DATABASE_URL", "mysql://shop:hunter2@db/shop")], &["DATABASE_URL"]),
    (&[("DATABSE_URL", "sqlite://shop.db")], &["DATABSE_URL is not a setting; did you mean DATABASE_URL?"]),
    (&[("DATABASE_URL_FILE", "/missing/secret")], &["DATABASE_URL and DATABASE_URL_FILE are both set"]),
    (&[("SMTP_URL_FILE", "/missing/secret")], &["SMTP_URL_FILE names a file that cannot be read"]),
    (&[("PUBLIC_URL_FILE", "/missing/secret")], &["PUBLIC_URL_FILE is not a setting", "set PUBLIC_URL"]),
    (&[("DATABASE_URL", "postgres://shop:hunter2%@db/shop")], &["DATABASE_URL", "% is written %25"]),
    (&[("SEARCH_SYNONYMS", "/missing/list")], &["SEARCH_SYNONYMS: /missing/list"]),
    (&[("DATABASE_CONNECTIONS", "0")], &["DATABASE_CONNECTIONS must be a number from 1"]),
    (&[("WORKERS", "-1")], &["WORKERS must be a number from 1 to 256"]),
    (&[("PUBLIC_URL", "shop")], &["PUBLIC_URL must be an address"]),
    (&[("PUBLIC_URL", "https://localhost")], &["TRUSTED_PROXIES"]),
    (&[("TRUSTED_PROXIES", "0.0.0.0/0")], &["TRUSTED_PROXIES"]),
    (&[("CORS_ORIGINS", "*")], &["CORS_ORIGINS must be origins"]),
    (&[("STRIPE_SECRET_KEY", "sk_test_hunter2")], &["STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"]),
    (
        &[
            ("STRIPE_SECRET_KEY", "pk_test_hunter2"),
            ("STRIPE_PUBLISHABLE_KEY", "pk_test_1"),
            ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
        ],
        &["STRIPE_SECRET_KEY"],
    ),
    (
        &[
            ("STRIPE_SECRET_KEY", "sk_live_hunter2"),
            ("STRIPE_PUBLISHABLE_KEY", "pk_test_1"),
            ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
        ],
        &["both"],
    ),
    (&[("FIREBASE_API_KEY", "k")], &["FIREBASE_PROJECT_ID"]),
    (&[("SMTP_URL", "smtps://shop:hunter2@mail.example")], &["SMTP_URL", "belong together"]),
    (&[("SMTP_URL", "smtp://127.0.0.1:25"), ("MAIL_FROM", "x")], &["MAIL_FROM", "sender"]),
    (&[("ORDER_HOLD", "soon")], &["ORDER_HOLD must be a time"]),
    (&[("RATE_LIMIT", "0")], &["RATE_LIMIT"]),
    (&[("UNPAID_ORDERS", "-3")], &["UNPAID_ORDERS must be a number from 1, or off"]),
    (&[("SHUTDOWN_GRACE", "forever")], &["SHUTDOWN_GRACE must be a time"]),
    (&[("LOG", "loud")], &["LOG"]),
    (&[("LOG_FORMAT", "xml")], &["LOG_FORMAT"]),
    (&[("METRICS_ADDR", "here")], &["METRICS_ADDR must be an address and a port"]),
    (&[("OTEL_EXPORTER_OTLP_ENDPOINT", "collector")], &["OTEL_EXPORTER_OTLP_ENDPOINT must be an address"]),
];

fn says(site: &Site, arguments: &[&str], words: &[&str]) {
    let said = site.fail(arguments);
    for word in words {
        assert!(said.contains(word), "{arguments:?}: {word} is missing in: {said}");
    }
    assert!(!said.contains(SECRET), "{said}");
}

#[test]
fn each_mistake_in_the_settings_is_one_clear_line() {
    for (settings, words) in IN_SETTINGS {
        // Set no rate limits here: some mistakes are about them.
        let site =
            settings.iter().fold(Site::new().without("RATE_LIMIT"), |site, (name, value)| site.with(name, value));
        for command in ["check-config", "serve"] {
            says(&site, &[command], words);
        }
        assert!(!site.path("shop.db").exists(), "{settings:?}: nothing was made");
    }
}

#[test]
fn each_mistake_around_the_shop_is_one_clear_line() {
    let site = Site::new();
    fs::create_dir(site.path("folder")).unwrap();
    fs::write(site.path("notes"), "my holiday notes ".repeat(100)).unwrap();
    let folder = site.folder().display().to_string();
    for (name, value, words) in [
        ("DATABASE_URL", format!("sqlite://{folder}/folder"), "is a folder; name a file in it"),
        ("DATABASE_URL", format!("sqlite://{folder}/notes"), "not a SQLite database"),
        ("DATABASE_URL", format!("sqlite://{folder}/notes/shop.db"), "cannot make the folder"),
        ("DATABASE_URL", "postgres://shop:hunter2@127.0.0.1:1/shop".to_owned(), "cannot reach PostgreSQL"),
        ("SANDBOX_JOURNAL", format!("{folder}/notes/journal"), "sandbox journal"),
    ] {
        says(&Site::new().with(name, &value), &["serve"], &[words]);
    }
    let nothing = Site::new();
    let empty = Site::new();
    let postgres = Site::on_empty_postgres();
    fs::write(empty.path("shop.db"), "").unwrap();
    for site in [&nothing, &empty, &postgres] {
        for command in [
            &["check-books"][..],
            &["keys", "rotate"],
            &["admin", "grant", "you@example.com"],
            &["pictures", "prune"],
            &["order", "show", "AP-7KQD-M2XW"],
            &["export", "parts", "parts.csv"],
            &["backup", "early.backup"],
        ] {
            says(site, command, &["there is no shop in", "DATABASE_URL"]);
        }
    }
    for site in [&nothing, &empty, &postgres] {
        says(site, &["index", "rebuild"], &["there is no shop in"]);
    }
    says(&postgres, &["serve"], &["there is no shop in", "autoparts migrate"]);
    assert!(!nothing.path("shop.db").exists(), "nothing was made");
    assert_eq!(fs::metadata(empty.path("shop.db")).unwrap().len(), 0, "and nothing changed");
    let url = postgres.setting("DATABASE_URL").to_owned();
    let no_database = format!("{url}_missing");
    says(&postgres.with("DATABASE_URL", &no_database), &["serve"], &["no such database", "createdb"]);
    let unknown_user = url.replace("//postgres@", "//nobody:hunter2@");
    says(&Site::new().with("DATABASE_URL", &unknown_user), &["serve"], &["refuses the login"]);
}

#[test]
fn each_mistake_at_a_command_is_one_clear_line() {
    let site = Site::new();
    says(&site, &["migrate", "--plan"], &["there is no shop in"]);
    assert!(!site.path("shop.db").exists(), "nothing was made");
    site.succeed(&["seed"]);
    fs::create_dir(site.path("folder")).unwrap();
    fs::write(site.path("bad.csv"), "colour\nred\n").unwrap();
    fs::write(site.path("file"), "").unwrap();
    for (arguments, words) in [
        (&["import", "parts", "bad.csv", "--apply", "12345"][..], "12345 is not a report"),
        (&["import", "parts", "bad.csv"], "bad.csv: Line 1: "),
        (&["import", "aces", "folder"], "folder: is a directory"),
        (&["lookups", "import", "folder"], "folder: is a directory"),
        (&["lookups", "import", "bad.csv"], "bad.csv: Line 1: "),
        (&["vehicles", "import", "bad.csv"], "bad.csv: Line 1: "),
        (
            &["backup", "nowhere/shop.backup"],
            "cannot write nowhere (No such file or directory (os error 2)); make its folder first",
        ),
        (&["backup", "shop.db-wal"], "a name that SQLite uses"),
        (&["admin", "revoke", "nobody@example.com"], "check the spelling"),
    ] {
        says(&site, arguments, &[words]);
    }
    says(&site.with("PICTURES_DIR", "file"), &["pictures", "prune"], &["the pictures in file cannot be pruned"]);
    for usage in [&["export", "parts"][..], &["export", "you@example.com", "file"], &["serve", "--port", "80"]] {
        assert_eq!(Site::new().run(usage).status.code(), Some(2), "{usage:?}");
    }
}

#[test]
fn an_export_writes_over_nothing() {
    let site = Site::new();
    site.succeed(&["seed"]);
    for name in ["parts.csv", "parts.unfinished"] {
        fs::write(site.path(name), "precious").unwrap();
    }
    says(&site, &["export", "parts", "parts.csv"], &["parts.csv exists"]);
    says(&site, &["export", "parts", "nowhere/parts.csv"], &["nowhere: No such file or directory"]);
    std::os::unix::fs::symlink("nothing", site.path("dangling.csv")).unwrap();
    says(&site, &["export", "parts", "dangling.csv"], &["dangling.csv exists"]);
    says(&site, &["export", "parts", "shop.db-journal"], &["a name that SQLite uses"]);
    says(&site, &["export", "parts", "shop.db-journal", "--template"], &["a name that SQLite uses"]);
    fs::remove_file(site.path("parts.csv")).unwrap();
    site.succeed(&["export", "parts", "parts.csv"]);
    assert_eq!(fs::read_to_string(site.path("parts.unfinished")).unwrap(), "precious");
}

#[test]
fn a_shop_of_an_older_release_is_changed_by_no_command_that_only_looks() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let url = site.setting("DATABASE_URL").parse().unwrap();
    let older =
        "DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
    autoparts_persistence::testing::execute_in(&url, older).unwrap();
    says(&site, &["check-books"], &["of an older version", "run: autoparts migrate"]);
}

#[test]
fn a_restore_onto_a_full_disk_leaves_the_shop_as_it_was() {
    let site = Site::new();
    site.succeed(&["seed"]);
    site.succeed(&["backup", "shop.backup"]);
    // In blocks of 512 bytes.
    let said = site.fail_on_a_full_disk(100, "restore shop.backup --replace");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert!(said.contains("cannot write") && said.contains("make room"), "{said}");
    assert!(site.succeed(&["check-books"]).contains("in order"));
    assert!(site.succeed(&["seed"]).contains("Added 0 parts"));
    site.succeed(&["restore", "shop.backup", "--replace"]);
}

#[test]
fn a_backup_of_a_newer_release_is_not_restored() {
    let newer = Site::new();
    newer.succeed(&["seed"]);
    let url = newer.setting("DATABASE_URL").parse().unwrap();
    autoparts_persistence::testing::execute_in(
        &url,
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')",
    )
    .unwrap();
    newer.succeed(&["backup", "shop.backup"]);
    let site = Site::new();
    site.succeed(&["seed"]);
    let backup = newer.path("shop.backup").display().to_string();
    says(&site, &["restore", &backup, "--replace"], &["newer version"]);
    assert!(site.succeed(&["check-books"]).contains("in order"));
}
