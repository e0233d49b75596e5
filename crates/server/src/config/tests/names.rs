//! Names of settings: misspellings, other programs' names, secrets in files, and how values are shown.

use super::{super::*, read};

#[test]
fn secrets_may_stand_in_files() {
    let from_file = ("DATABASE_URL_FILE", "/run/secrets/database");
    let settings = read(&[from_file, ("STRIPE_SECRET_KEY_FILE", " ")]).unwrap();
    let expected = read(&[("DATABASE_URL", "postgres://shop:from-a-file@db.example/shop")]).unwrap();
    assert_eq!(settings.database, expected.database);
    assert_eq!(settings.changed, ["DATABASE_URL=***"], "and is not shown");

    let both = read(&[from_file, ("DATABASE_URL", "sqlite://x.db")]).unwrap_err().to_string();
    assert!(both.contains("DATABASE_URL and DATABASE_URL_FILE are both set"), "{both}");
    let wrong = [
        ("SMTP_URL_FILE", "/run/secrets/none"),
        ("STRIPE_SECRET_KEY_FILE", "/run/secrets/nothing"),
        ("MAIL_FROM_FILE", "/run/secrets/lines"),
    ];
    let wrong = read(&wrong).unwrap_err().to_string();
    assert!(wrong.contains("MAIL_FROM_FILE names a file with several lines"), "{wrong}");
    assert!(wrong.contains("SMTP_URL_FILE names a file that cannot be read"), "{wrong}");
    assert!(wrong.contains("STRIPE_SECRET_KEY_FILE names an empty file"), "{wrong}");
    for name in ["RATE_LIMIT", "PUBLIC_URL", "TRUSTED_PROXIES"] {
        let open = read(&[(&format!("{name}_FILE"), "/run/secrets/database")]).unwrap_err().to_string();
        assert!(open.ends_with(&format!("only secrets are read from files; set {name}")), "{open}");
    }
    assert!(read(&[("LOG_FILE", "/var/log/other")]).is_ok(), "another program's");
}

#[test]
fn the_docs_name_the_settings_that_may_stand_in_files() {
    let docs = include_str!("../../../../../docs/operations.md");
    let (_, named) = docs.split_once("These may stand in a file instead").unwrap();
    let (named, _) = named.split_once("\n\n").unwrap();
    for setting in SETTINGS {
        assert_eq!(named.contains(&format!("`{}`", setting.name)), setting.secret, "{}", setting.name);
    }
}

#[test]
fn a_misspelled_setting_prevents_the_start() {
    for (name, meant) in [
        ("STRIPE_SECRET_KEYS", "STRIPE_SECRET_KEY"),
        ("STRIPE_WEBHOOK_SECRETS", "STRIPE_WEBHOOK_SECRET"),
        ("STRIPE_PUBLISHABLE", "STRIPE_PUBLISHABLE_KEY"),
        ("SMTP_URI", "SMTP_URL"),
        ("MAIL_FORM", "MAIL_FROM"),
        ("FIREBASE_PROJECT", "FIREBASE_PROJECT_ID"),
        ("RATE_LIMIT_SIGNIN", "RATE_LIMIT_SIGN_INS"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
        ("ALLOW_EMBEDDED_NETWORK", "ALLOW_EMBEDDED_ON_NETWORK"),
        ("AUTOPARTS_DATABASE_URL", "DATABASE_URL"),
        ("AUTOPARTS_SMTP_URL_FILE", "SMTP_URL_FILE"),
        ("STRIPE_SECRET_KEI_FILE", "STRIPE_SECRET_KEY_FILE"),
        ("SMTP_URL_FIL", "SMTP_URL_FILE"),
    ] {
        let mistakes = read(&[(name, "x")]).unwrap_err().to_string();
        assert!(mistakes.ends_with(&format!("{name} is not a setting; did you mean {meant}?")), "{mistakes}");
    }
}

#[test]
fn foreign_variables_are_reported_but_do_not_prevent_startup() {
    let foreign = [
        "AUTOPARTS_SERVICE_HOST",
        "FIREBASE_DEBUG_MODE",
        "FIREBASE_EMULATOR_HUB",
        "FIREBASE_STORAGE_EMULATOR_HOST",
        "MAIL_PORT_587_TCP_ADDR",
        "RATE_LIMIT_WINDOW_MS",
        "SMTP_PORT_25_TCP",
        "SMTP_SERVICE_HOST",
        "STRIPE_API_KEY",
        "STRIPE_CLI_TELEMETRY_OPTOUT",
    ];
    let settings = read(&foreign.map(|name| (name, "x"))).unwrap();
    assert_eq!(settings.not_read, foreign);
    for others in ["DATABASE_URL_OLD", "DATABASE_URL_NAME", "STRIPE_SECRET_KEY_LIVE", "SMTP_URL_LIVE"] {
        assert!(read(&[(others, "x")]).is_ok(), "{others}");
    }
    for others in ["LOGIN", "LOGNAME", "WORKSPACE", "DATABASE_HOST"] {
        assert!(read(&[(others, "x")]).unwrap().not_read.is_empty(), "{others}");
    }
}

#[test]
fn values_are_never_repeated_in_mistakes() {
    let mistakes = read(&[("DATABASE_URL", "mysql://user:hunter2@db/x"), ("BIND_ADDR", "hunter2")]).unwrap_err();
    assert!(!mistakes.to_string().contains("hunter2"), "{mistakes}");
    for address in ["https://shop:hunter2@:x/", "http://shop:hunter2@[x", "http://shop:hunter2@keys.example"] {
        let firebase = [("FIREBASE_PROJECT_ID", "shop"), ("FIREBASE_API_KEY", "k"), ("FIREBASE_JWKS_URL", address)];
        let mistakes = read(&firebase).unwrap_err().to_string();
        assert!(mistakes.contains("FIREBASE_JWKS_URL: ") && !mistakes.contains("hunter2"), "{mistakes}");
    }
}

#[test]
fn empty_counts_as_not_set() {
    assert!(read(&[("DATABASE_URL", " "), ("WORKERS", "")]).is_ok());
}

#[test]
fn a_live_key_under_another_name_is_no_reason_to_open_the_sandbox() {
    let mistakes = read(&[("STRIPE_API_KEY", "sk_live_1")]).unwrap_err().to_string();
    assert!(mistakes.contains("STRIPE_SECRET_KEY") && !mistakes.contains("sk_live_1"), "{mistakes}");
    assert!(read(&[("STRIPE_API_KEY", "sk_test_1")]).is_ok());
}

#[test]
fn a_misspelled_name_without_a_value_is_ignored() {
    assert!(read(&[("STRIPE_SECRET_KEYS", " ")]).is_ok());
    assert!(read(&[("STRIPE_SECRET_KEYS", "sk_test_1")]).is_err());
}

#[test]
fn non_default_settings_are_logged_without_secrets() {
    let database = ("DATABASE_URL", "postgres://shop:hunter2@db.example/shop");
    let settings = read(&[
        database,
        ("ORDER_HOLD", "90m"),
        ("RATE_LIMIT", "3000"),
        ("WORKERS", " "),
        ("SMTP_URL", "smtps://shop:hunter2@mail.example:465"),
        ("MAIL_FROM", "Autoparts <hunter2@shop.example>"),
        ("STRIPE_SECRET_KEY", "sk_test_hunter2"),
        ("STRIPE_PUBLISHABLE_KEY", "pk_test_hunter2"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_hunter2"),
    ]);
    let expected = "DATABASE_URL=*** ORDER_HOLD=90m STRIPE_SECRET_KEY=*** STRIPE_PUBLISHABLE_KEY=*** \
                    STRIPE_WEBHOOK_SECRET=*** SMTP_URL=*** MAIL_FROM=***";
    assert_eq!(settings.unwrap().changed.join(" "), expected);
    assert!(read(&[]).unwrap().changed.is_empty());
}

#[test]
fn a_setting_that_sounds_like_a_secret_is_one() {
    // The shop's public URL is not a secret.
    let sounds = |name: &str| {
        name != "PUBLIC_URL"
            && ["_KEY", "SECRET", "_URL", "_FROM"].iter().any(|word| name.contains(word) && !name.ends_with("_KEYS"))
    };
    for setting in SETTINGS {
        assert!(!sounds(setting.name) || setting.secret, "{}", setting.name);
    }
}
