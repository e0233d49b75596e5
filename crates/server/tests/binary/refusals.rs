//! The binary when it cannot do its job: one line that says what to do, and a nonzero exit code.

use crate::support::{Server, Site};
use autoparts_server::config::{SETTINGS, Setting};
use serde_json::json;
use std::{fs, net::TcpListener};

#[test]
fn all_settings_mistakes_are_reported_each_on_its_own_line() {
    let site = Site::new().with("BIND_ADDR", "nowhere").with("DATABASE_URL", "mysql://x").with("FIREBASE_API_KEY", "k");
    for command in ["serve", "check-config", "migrate"] {
        let ended = site.run(&[command]);
        assert!(!ended.status.success(), "{}", ended.stdout);
        for name in ["BIND_ADDR", "DATABASE_URL", "FIREBASE_PROJECT_ID"] {
            assert!(ended.stderr.lines().any(|line| line.trim().starts_with(name)), "{}", ended.stderr);
        }
    }
}

#[test]
fn an_address_that_serving_would_refuse_is_refused_before_anything_is_migrated() {
    let mail = Site::new().with("SMTP_URL", "smtp://mail.example").with("MAIL_FROM", "orders@shop.example");
    let keys = Site::new()
        .with("FIREBASE_PROJECT_ID", "shop-1")
        .with("FIREBASE_API_KEY", "key")
        .with("FIREBASE_JWKS_URL", "ftp://keys.example");
    for (site, setting) in [(mail, "SMTP_URL"), (keys, "FIREBASE_JWKS_URL")] {
        for command in ["check-config", "serve"] {
            let said = site.fail(&[command]);
            assert!(said.contains(setting), "{said}");
        }
        assert!(!site.path("shop.db").exists());
    }
}

#[test]
fn good_settings_are_called_good() {
    assert!(Site::new().succeed(&["check-config"]).contains("right"));
}

#[test]
fn a_port_in_use_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let site = Site::new().with("BIND_ADDR", &listener.local_addr().unwrap().to_string());
    let said = site.fail(&["serve"]);
    assert!(said.contains("BIND_ADDR") && said.contains("in use"), "{said}");
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let site = Site::new();
    fs::write(site.path("shop.db"), "These are my holiday notes, not a database.".repeat(100)).unwrap();
    let before = fs::read(site.path("shop.db")).unwrap();
    let said = site.fail(&["serve"]);
    assert!(said.contains("not a SQLite database"), "{said}");
    assert_eq!(fs::read(site.path("shop.db")).unwrap(), before);
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let site = Site::new();
    fs::write(site.path("file"), "").unwrap();
    let database = format!("sqlite://{}/file/shop.db", site.folder().display());
    let said = site.with("DATABASE_URL", &database).fail(&["serve"]);
    assert!(said.contains("folder"), "{said}");
}

#[test]
fn old_tables_in_postgres_are_not_touched_by_serving() {
    let site = Site::on_empty_postgres();
    assert!(site.fail(&["serve"]).contains("there is no shop in"));
    let url = site.setting("DATABASE_URL").parse().unwrap();
    let old = "CREATE TABLE order_refs (); CREATE TABLE __diesel_schema_migrations (version TEXT, run_on TIMESTAMP)";
    autoparts_persistence::testing::execute_in(&url, old).unwrap();
    assert!(site.fail(&["serve"]).contains("run: autoparts migrate"));
    autoparts_persistence::testing::execute_in(&url, "DROP TABLE order_refs, __diesel_schema_migrations").unwrap();
    assert!(site.fail(&["seed"]).contains("run: autoparts migrate"));
    assert!(site.succeed(&["migrate"]).contains("Migrated: "));
    assert!(site.succeed(&["migrate"]).contains("up to date"));
    assert!(site.serve().stop().success());
}

#[test]
fn statements_that_place_tables_unknown_to_citus_are_named() {
    let site = Site::on_empty_postgres();
    assert!(!site.succeed(&["migrate"]).contains("Citus"));
    let url = site.setting("DATABASE_URL").parse().unwrap();
    let like_citus = "CREATE TABLE pg_dist_partition AS SELECT oid::REGCLASS AS logicalrelid FROM pg_class
        WHERE relkind = 'r' AND relname <> 'accounts'";
    autoparts_persistence::testing::execute_in(&url, like_citus).unwrap();
    let advice = "Place them: SELECT citus_add_local_table_to_metadata('accounts', cascade_via_foreign_keys => true)";
    for command in ["migrate", "check-config"] {
        let said = site.succeed(&[command]);
        assert!(said.contains("Warning: Citus does not know") && said.trim_end().ends_with(advice), "{said}");
    }
    let log = site.path("log");
    assert!(site.serve_with_log(&log).stop().success());
    assert!(fs::read_to_string(&log).unwrap().contains(advice));
}

#[test]
fn migrating_twice_at_once_does_each_migration_once_and_says_what_it_locks() {
    let site = Site::on_empty_postgres();
    let plan = site.succeed(&["migrate", "--plan"]);
    assert!(plan.starts_with("Tried and rolled back:\n  0001_shop: ") && plan.contains(" ms"), "{plan}");
    let both = [site.start(&["migrate"]), site.start(&["migrate"])].map(|process| process.wait_with_output().unwrap());
    let said = both.map(|ended| {
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        String::from_utf8(ended.stdout).unwrap()
    });
    let all = plan.lines().skip(1).map(|line| line.trim().split(':').next().unwrap().to_owned());
    for name in all {
        let times = said.iter().filter(|said| said.contains(&format!("  {name}: "))).count();
        assert_eq!(times, 1, "{name}: {said:?}");
    }
    assert!(site.succeed(&["migrate", "--plan"]).contains("up to date"));
}

#[test]
fn an_unreachable_database_is_reported_without_its_password() {
    let site = Site::new().with("DATABASE_URL", "postgres://shop:hunter2@127.0.0.1:1/shop");
    let said = site.fail(&["serve"]);
    assert!(said.contains("cannot reach PostgreSQL") && !said.contains("hunter2"), "{said}");
}

#[test]
fn a_damaged_sandbox_journal_is_reported() {
    let site = Site::new();
    fs::write(site.path("sandbox-payments.jsonl"), "{\"nonsense\":true}\n{}\n").unwrap();
    let said = site.fail(&["serve"]);
    assert!(said.contains("sandbox-payments.jsonl"), "{said}");
}

#[test]
fn two_servers_do_not_share_a_sandbox() {
    let site = Site::new();
    let _first = site.serve();
    let said = site.fail(&["serve"]);
    assert!(said.contains("in use by another server"), "{said}");
}

#[test]
fn admins_are_made_of_people_who_have_signed_in() {
    let site = Site::new();
    site.succeed(&["migrate"]);
    assert!(
        site.fail(&["admin", "grant", "nobody@example.com"]).contains("no account has the address nobody@example.com")
    );
    assert!(site.fail(&["admin", "grant", "nonsense"]).contains("nonsense is not an email address"));
    site.succeed(&["seed"]);
    assert!(site.fail(&["admin", "revoke", "admin@autoparts.example"]).contains("last admin"));
    assert!(site.succeed(&["admin", "grant", "customer@autoparts.example"]).contains("an admin now"));
    assert!(site.succeed(&["admin", "revoke", "admin@autoparts.example"]).contains("is no longer an admin"));
}

#[test]
fn seeding_twice_adds_nothing_twice() {
    let site = Site::new();
    assert!(site.succeed(&["seed"]).contains("Added 24 parts and 12 reviews"));
    assert!(site.succeed(&["seed"]).contains("Added 0 parts and 0 reviews"));
}

#[tokio::test]
async fn serving_never_seeds() {
    let site = Site::new();
    let server = site.serve();
    let (_, parts) = Server::answer(server.request("GET", "/parts")).await;
    assert_eq!(parts, serde_json::json!([]));
}

#[tokio::test]
async fn it_says_when_it_is_well() {
    let site = Site::new();
    let server = site.serve();
    for path in ["/healthz", "/readyz"] {
        assert!(Server::answer(server.request("GET", path)).await.0.is_success());
    }
    assert!(server.address().starts_with("http://127.0.0.1:"));
    let head = server.request("HEAD", "/parts").send().await.unwrap();
    assert!(head.status().is_success() && head.bytes().await.unwrap().is_empty());
    assert!(server.stop().success());
}

#[test]
fn a_read_only_login_gets_the_missing_permission_reported() {
    let site = Site::on_postgres().for_onlooker();
    for command in ["serve", "seed"] {
        let said = site.fail(&[command]);
        assert!(said.contains("permission denied for table"), "{command}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_ships_to_the_eu_is_told_to_explain_withdrawals() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    for (revision, country, is_warned) in [(0, "US", false), (1, "DE", true)] {
        let ground = json!({
            "name": "Ground", "countries": [country], "base": 9.9, "perKilogram": 0, "takesHazmat": true,
            "daysFrom": 1, "daysTo": 5, "active": true,
        });
        let rates = json!({ "revision": revision, "shippingMethods": [ground], "taxRates": [] });
        server.call(&admin, "PUT", "/rates", Some(rates)).await;
        let said = site.succeed(&["check-config"]);
        assert_eq!(said.contains("Warning: ") && said.contains("WITHDRAWAL_TEXT"), is_warned, "{said}");
    }
    let text = site.path("withdrawal.txt");
    fs::write(&text, "You may withdraw within 14 days.").unwrap();
    let site = site.with("WITHDRAWAL_TEXT", &text.display().to_string());
    assert!(!site.succeed(&["check-config"]).contains("Warning"));
    assert!(server.stop().success());
}

#[test]
fn help_lists_every_setting() {
    let help = Site::new().succeed(&["serve", "--help"]);
    for setting in SETTINGS {
        assert!(help.contains(setting.name) && help.contains(setting.meaning), "{}", setting.name);
    }
}

#[test]
fn the_operations_page_documents_every_setting() {
    let page = include_str!("../../../../docs/operations.md");
    let is_setting = |line: &&str| line.split('`').nth(1).is_some_and(|name| name == name.to_uppercase());
    let documented: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).filter(is_setting).collect();
    let row = |setting: &Setting| format!("| `{}` | {} | {} |", setting.name, setting.default, setting.meaning);
    let settings: Vec<_> = SETTINGS.iter().map(row).collect();
    assert_eq!(documented, settings, "the words of --help are those of the page");
}
