//! How variables are parsed, and which mistakes are reported.

mod names;
mod services;

use super::{
    reader::{hold, log_filter},
    *,
};
use autoparts_domain::{money::Money, orders::unpaid::UnpaidLimits};

fn read(pairs: &[(&str, &str)]) -> Result<Settings, Mistakes> {
    let variables = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Settings::read(&variables, |path| match path.to_str() {
        Some("/run/secrets/database") => Ok("postgres://shop:from-a-file@db.example/shop\n".to_owned()),
        Some("/run/secrets/nothing") => Ok("\n".to_owned()),
        Some("/run/secrets/lines") => Ok("orders@shop.example\npassword=x\n".to_owned()),
        _ => Err(io::ErrorKind::NotFound.into()),
    })
}

#[test]
fn conflicts_between_settings_are_reported() {
    for (pairs, words) in [
        (&[("METRICS_ADDR", "127.0.0.1:8080")][..], "METRICS_ADDR must not be the address and port of BIND_ADDR"),
        (&[("METRICS_ADDR", "0.0.0.0:8080")], "METRICS_ADDR must not be"),
        (&[("METRICS_ADDR", "0.0.0.0:9464")], "set ALLOW_METRICS_ON_NETWORK=yes"),
        (&[("METRICS_ADDR", "10.0.0.5:9464")], "METRICS_ADDR lets other machines read the metrics"),
        (&[("METRICS_ADDR", "[::]:9464"), ("ALLOW_METRICS_ON_NETWORK", "no")], "set ALLOW_METRICS_ON_NETWORK=yes"),
        (&[("ALLOW_METRICS_ON_NETWORK", "1")], "ALLOW_METRICS_ON_NETWORK must be yes or no"),
        (
            &[("SESSION_IDLE", "2d"), ("SESSION_LIFETIME", "1d")],
            "SESSION_IDLE must not be longer than SESSION_LIFETIME",
        ),
        (&[("SELLER_NAME", "Caf\u{fffd}")], "SELLER_NAME must be UTF-8"),
        (&[("SELLER_ADDRESS", ";")], "SELLER_ADDRESS must be 1 to 6 lines"),
        (
            &[("STRIPE_SECRET_KEY", "sk_test_1"), ("STRIPE_PUBLISHABLE_KEY", "pk_test_1")],
            "belong together; set STRIPE_WEBHOOK_SECRET, too",
        ),
    ] {
        let said = read(pairs).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
    for address in ["127.0.0.1:9464", "127.0.0.2:8080", "[::1]:8080"] {
        assert!(read(&[("METRICS_ADDR", address)]).is_ok(), "{address}");
    }
    for address in ["0.0.0.0:9464", "10.0.0.5:9464", "[::]:9464"] {
        let allowed = [("METRICS_ADDR", address), ("ALLOW_METRICS_ON_NETWORK", "yes")];
        assert_eq!(read(&allowed).unwrap().metrics, Some(address.parse().unwrap()));
    }
    let short = read(&[("SESSION_LIFETIME", "12h")]).unwrap().rules.sessions;
    assert_eq!((short.idle, short.lifetime), (Duration::from_hours(12), Duration::from_hours(12)));
}

#[test]
fn the_default_is_an_embedded_shop_on_this_machine() {
    let settings = read(&[("PATH", "/bin"), ("HOME", "/root")]).unwrap();
    assert_eq!(settings.bind.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.identity, IdentitySettings::Embedded);
    assert_eq!(settings.rules, ShopRules::default());
    assert_eq!(settings.rules.order_hold, Duration::from_hours(24));
    assert_eq!(settings.rates.public_forms.map(std::num::NonZeroU32::get), Some(5));
    assert_eq!(
        settings.payments,
        PaymentSettings::Sandbox { journal: "data/sandbox-payments.jsonl".into(), secret_key: None }
    );
    assert!(settings.on_loopback());
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let mistakes = read(&[
        ("DATABASE_URL", "mysql://x"),
        ("BIND_ADDR", "nowhere"),
        ("ORDER_HOLD", "soon"),
        ("RATE_LIMIT", "0"),
        ("FIREBASE_API_KEY", "k"),
        ("LOG_FORMAT", "xml"),
        ("DATABSE_URL", "sqlite://x"),
        ("STRIPE_SECRET", "x"),
    ])
    .unwrap_err()
    .to_string();
    for name in [
        "DATABASE_URL",
        "BIND_ADDR",
        "ORDER_HOLD",
        "RATE_LIMIT",
        "FIREBASE_PROJECT_ID",
        "LOG_FORMAT",
        "did you mean DATABASE_URL",
        "STRIPE_SECRET is not a setting",
    ] {
        assert!(mistakes.contains(name), "{name} is missing in: {mistakes}");
    }
    assert_eq!(mistakes.lines().count(), 1);
}

#[test]
fn a_mistake_in_one_service_hides_no_other() {
    let mistakes = read(&[
        ("DATABASE_URL", "postgres://shop:hunter2@db:99999/shop"),
        ("STRIPE_SECRET_KEY", "sk_live_1"),
        ("STRIPE_PUBLISHABLE_KEY", "pk_live_1"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
        ("STRIPE_API_BASE", "stripe"),
        ("FIREBASE_API_KEY", "k"),
        ("FIREBASE_AUTH_DOMAIN", "https://shop.firebaseapp.com"),
        ("FIREBASE_JWKS_URL", "keys"),
        ("FIREBASE_AUTH_EMULATOR_HOST", "192.0.2.1:9099"),
        ("SMTP_URL", "mail.example"),
        ("MAIL_FROM", "nobody"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector"),
        ("OTEL_TRACES_SAMPLER", "sometimes"),
        ("OTEL_TRACES_SAMPLER_ARG", "7"),
        ("WORKERS_FILE", "/run/workers"),
        ("STRIPE_CLI_TELEMETRY_OPTOUT", "1"),
    ])
    .unwrap_err();
    let lines = format!("{mistakes:#}");
    for beginning in [
        "DATABASE_URL: the port",
        "STRIPE_API_BASE: ",
        "STRIPE_SECRET_KEY is a live key, so PUBLIC_URL must be https",
        "FIREBASE_AUTH_DOMAIN must be a host",
        "FIREBASE_JWKS_URL: ",
        "FIREBASE_AUTH_EMULATOR_HOST must be an address of this machine",
        "FIREBASE_PROJECT_ID must be set together with",
        "SMTP_URL must",
        "MAIL_FROM must",
        "OTEL_EXPORTER_OTLP_ENDPOINT must",
        "OTEL_TRACES_SAMPLER must",
        "OTEL_TRACES_SAMPLER_ARG must",
        "not read: STRIPE_CLI_TELEMETRY_OPTOUT, WORKERS_FILE",
    ] {
        assert!(lines.lines().any(|line| line.trim().starts_with(beginning)), "{beginning} is missing in: {lines}");
    }
    assert!(!lines.contains("hunter2"), "{lines}");
}

#[test]
fn unreadable_synonyms_are_reported_with_the_other_mistakes() {
    let variables = [("BIND_ADDR", "nowhere"), ("SEARCH_SYNONYMS", "/missing/list")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let unread = |_: &Path| Err(io::ErrorKind::NotFound.into());
    let message = Settings::read_to_serve(&variables, unread).unwrap_err().to_string();
    assert!(message.contains("BIND_ADDR must be") && message.contains("SEARCH_SYNONYMS: /missing/list: "), "{message}");
    let message = Settings::read(&variables, unread).unwrap_err().to_string();
    assert!(!message.contains("SEARCH_SYNONYMS"), "no other command needs them: {message}");
    let variables = [("SMTP_PORT", "25"), ("SEARCH_SYNONYMS", "/missing/list")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let message = Settings::read_to_serve(&variables, unread).unwrap_err().to_string();
    assert!(message.ends_with("not read: SMTP_PORT"), "{message}");
}

#[test]
fn the_text_about_withdrawals_is_read_before_the_server_starts() {
    let read = |file: &Path| {
        let variables = [("WITHDRAWAL_TEXT".to_owned(), file.display().to_string())].into();
        Settings::read_to_serve(&variables, |_| Err(io::ErrorKind::NotFound.into()))
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text");
    let missing = read(&file).unwrap_err().to_string();
    assert!(missing.contains("WITHDRAWAL_TEXT: /"), "{missing}");
    for (text, why) in [(" \n".to_owned(), "nothing in it"), ("x".repeat(6_001), "more than 6000 characters")] {
        std::fs::write(&file, text).unwrap();
        let wrong = read(&file).unwrap_err().to_string();
        assert!(wrong.contains(why), "{wrong}");
    }
    std::fs::write(&file, "You have 14 days.\n\nNo reason is needed.").unwrap();
    let text = read(&file).unwrap().withdrawal_text().unwrap();
    assert_eq!(text, ["You have 14 days.", "No reason is needed."]);
}

#[test]
fn embedded_services_are_local_unless_allowed_otherwise() {
    assert!(read(&[("BIND_ADDR", "0.0.0.0:80")]).is_err());
    assert!(read(&[("PUBLIC_URL", "https://shop.example")]).is_err());
    assert!(read(&[("PUBLIC_URL", "http://localhost:8080/")]).is_ok());
    assert!(read(&[("BIND_ADDR", "0.0.0.0:80"), ("ALLOW_EMBEDDED_ON_NETWORK", "yes")]).is_ok());
    assert!(read(&[("BIND_ADDR", "0.0.0.0:80"), ("ALLOW_EMBEDDED_ON_NETWORK", "1")]).is_err());
}

#[test]
fn a_shop_behind_tls_names_its_proxy() {
    let behind_tls = [("PUBLIC_URL", "https://localhost")];
    assert!(read(&behind_tls).unwrap_err().to_string().contains("TRUSTED_PROXIES"));
    for proxies in ["none", "10.0.0.1, 10.0.0.2", "10.1.0.0/16, 2001:db8::/32"] {
        assert!(read(&[behind_tls[0], ("TRUSTED_PROXIES", proxies)]).is_ok(), "{proxies}");
    }
    for proxies in ["10.0.0", "10.1.0.0/40", "0.0.0.0/0"] {
        assert!(read(&[behind_tls[0], ("TRUSTED_PROXIES", proxies)]).is_err(), "{proxies}");
    }
}

#[test]
fn off_lifts_every_limit() {
    assert!(read(&[("RATE_LIMIT", "off"), ("RATE_LIMIT_REVIEWS", "5")]).is_err());
    assert_eq!(read(&[("RATE_LIMIT", "off")]).unwrap().rates, RateLimits::OFF);
}

#[test]
fn the_log_setting_is_a_level_or_a_filter() {
    for text in ["info", "WARN", "off", "warn,autoparts_http=debug", "autoparts_http=trace"] {
        assert!(log_filter(text).is_some(), "{text}");
    }
    for text in ["verbose", "blah", "info,verbose", "autoparts_http=loud"] {
        assert!(log_filter(text).is_none(), "{text}");
    }
}

#[test]
fn times_require_a_unit() {
    for (text, seconds) in [("90m", 5400), ("24h", 86_400), ("7d", 604_800)] {
        assert_eq!(hold(text), Some(Duration::from_secs(seconds)), "{text}");
    }
    for text in ["", "24", "0h", "-1h", "9999999999999d", "2s"] {
        assert_eq!(hold(text), None, "{text}");
    }
}

#[test]
fn a_demo_has_a_made_up_seller_and_a_real_shop_only_set_details() {
    let made_up = read(&[]).unwrap().seller();
    assert_eq!((made_up.address.len(), made_up.links.len()), (2, 4));
    let settings = read(&[("SELLER_NAME", "Vale Parts"), ("SELLER_ADDRESS", "1 Mill Road; ; Ely ")]).unwrap();
    let seller = settings.seller();
    assert_eq!(
        (seller.name.as_str(), seller.address.as_slice()),
        ("Vale Parts", &["1 Mill Road", "Ely"].map(str::to_owned)[..])
    );
    assert_eq!((seller.phone, seller.email, seller.links), (None, None, Vec::new()));
    let links = "https://www.youtube.com/@vale, https://instagram.com/vale";
    let all =
        [("SELLER_PHONE", "+44 (0)1353 555-014"), ("SELLER_EMAIL", "parts@vale.example"), ("SELLER_LINKS", links)];
    assert_eq!(
        read(&[("SELLER_TAX_NUMBER", "DE123456789")]).unwrap().seller().tax_number.as_deref(),
        Some("DE123456789")
    );
    let seller = read(&all).unwrap().seller();
    assert_eq!((seller.name.as_str(), seller.links.len()), ("Autoparts", 2));
    let real = [
        ("FIREBASE_PROJECT_ID", "shop"),
        ("FIREBASE_API_KEY", "k"),
        ("STRIPE_SECRET_KEY", "sk_live_1"),
        ("STRIPE_PUBLISHABLE_KEY", "pk_live_1"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
        ("PUBLIC_URL", "https://shop.example"),
        ("TRUSTED_PROXIES", "127.0.0.1"),
    ];
    let seller = read(&real).unwrap().seller();
    assert_eq!((seller.name.as_str(), seller.address, seller.links), ("Autoparts", Vec::new(), Vec::new()));
}

#[test]
fn promises_default_to_the_specification() {
    let promises = read(&[]).unwrap().promises;
    assert!(promises.shipping.starts_with("As little as two business days") && promises.return_days == 90);
    assert!(promises.shipping.ends_with("by 12pm ET."));
    let promises = read(&[("TIME_ZONE", "America/Los_Angeles")]).unwrap().promises;
    assert!(promises.shipping.ends_with("by 12pm PT.") && promises.order_by.as_deref() == Some("12pm PT"));
    assert!(read(&[("TIME_ZONE", "UTC")]).unwrap().promises.shipping.ends_with("by 12pm ET."));
    let promises = read(&[("PROMISE_SHIPPING", "Next day in Ely."), ("PROMISE_RETURN_DAYS", "30")]).unwrap().promises;
    assert_eq!((promises.shipping.as_str(), promises.return_days), ("Next day in Ely.", 30));
    assert_eq!(promises.order_by, None);
}

#[test]
fn invalid_details_of_the_seller_are_refused() {
    for (name, value) in [
        ("SELLER_PHONE", "call us"),
        ("SELLER_PHONE", "12"),
        ("SELLER_EMAIL", "parts"),
        ("SELLER_TAX_NUMBER", "none"),
        ("SELLER_TAX_NUMBER", "DE<123>"),
        ("SELLER_ADDRESS", "1;2;3;4;5;6;7"),
        ("SELLER_LINKS", "http://facebook.com/vale"),
        ("SELLER_LINKS", "https://facebook.com.example/vale"),
        ("SELLER_LINKS", "https://youtube.com/a, https://www.youtube.com/b"),
        ("PROMISE_RETURN_DAYS", "13"),
        ("PROMISE_RETURN_DAYS", "a month"),
    ] {
        let mistakes = read(&[(name, value)]).unwrap_err().to_string();
        assert!(mistakes.contains(name), "{name}={value}: {mistakes}");
    }
}

#[test]
fn the_coupon_can_be_configured_and_switched_off() {
    let offer = |set: &[(&str, &str)]| {
        let offer = read(set).unwrap().rules.coupon;
        offer.map(|offer| (offer.amount.cents(), offer.minimum.cents(), offer.valid_days))
    };
    assert_eq!(offer(&[]), Some((5_000, 10_000, 90)));
    let set = [("COUPON_AMOUNT", "$12.50"), ("COUPON_MINIMUM", "0"), ("COUPON_VALID", "30")];
    assert_eq!(offer(&set), Some((1_250, 0, 30)));
    assert_eq!(offer(&[("COUPON_AMOUNT", "off")]), None);
    for wrong in [("COUPON_AMOUNT", "0"), ("COUPON_AMOUNT", "-5"), ("COUPON_MINIMUM", "off"), ("COUPON_VALID", "0")] {
        let mistakes = read(&[wrong]).unwrap_err().to_string();
        assert!(mistakes.contains(wrong.0), "{mistakes}");
    }
}

#[test]
fn limits_on_unpaid_orders_can_be_set_and_lifted() {
    let set = [("UNPAID_ORDERS", "3"), ("UNPAID_VALUE", "99.50"), ("UNPAID_SHARE", "100")];
    let unpaid = read(&set).unwrap().rules.unpaid;
    assert_eq!((unpaid.orders, unpaid.value.map(Money::cents)), (Some(3), Some(9_950)));
    assert_eq!(unpaid.share, autoparts_domain::orders::unpaid::Share::from_percent(100));
    let off = set.map(|(name, _)| (name, "off"));
    assert_eq!(read(&off).unwrap().rules.unpaid, UnpaidLimits::OFF);
    for (name, wrong) in
        [("UNPAID_ORDERS", "0"), ("UNPAID_VALUE", "0"), ("UNPAID_VALUE", "-1"), ("UNPAID_SHARE", "101")]
    {
        let mistakes = read(&[(name, wrong)]).unwrap_err().to_string();
        assert!(mistakes.contains(name) && mistakes.contains("off"), "{mistakes}");
    }
}

#[test]
fn reservations_are_never_longer_before_a_payment_than_after() {
    let holds = |pairs: &[(&str, &str)]| {
        read(pairs).map(|settings| settings.rules).map(|rules| (rules.unstarted_hold, rules.order_hold))
    };
    let minutes = Duration::from_mins;
    let hours = Duration::from_hours;
    assert_eq!(holds(&[("ORDER_HOLD", "90m")]).unwrap(), (minutes(90), minutes(90)));
    assert_eq!(holds(&[("ORDER_HOLD_UNSTARTED", "24h")]).unwrap(), (hours(24), hours(24)));
    let mistakes = holds(&[("ORDER_HOLD_UNSTARTED", "25h")]).unwrap_err().to_string();
    assert!(mistakes.contains("ORDER_HOLD_UNSTARTED must not be longer than ORDER_HOLD"), "{mistakes}");
}

#[test]
fn the_days_for_old_parts_can_be_set() {
    let days = |pairs: &[(&str, &str)]| read(pairs).map(|settings| settings.rules.core_days);
    assert_eq!((days(&[]).unwrap(), days(&[("CORE_RETURN_DAYS", "8")]).unwrap()), (30, 8));
    for wrong in ["7", "366", "a month"] {
        assert!(days(&[("CORE_RETURN_DAYS", wrong)]).unwrap_err().to_string().contains("CORE_RETURN_DAYS"), "{wrong}");
    }
}

#[test]
fn track_records_can_be_switched_off() {
    let shown = |pairs: &[(&str, &str)]| read(pairs).map(|settings| settings.rules.fit_track_record);
    assert!(shown(&[]).unwrap() && !shown(&[("FIT_TRACK_RECORD", "off")]).unwrap());
    assert!(shown(&[("FIT_TRACK_RECORD", "no")]).unwrap_err().to_string().contains("FIT_TRACK_RECORD"));
}

#[test]
fn the_rules_of_returns_can_be_set() {
    let returns = |pairs: &[(&str, &str)]| read(pairs).map(|settings| settings.rules.returns);
    let default = returns(&[]).unwrap();
    assert_eq!((default.arrives_within, default.approve_not_needed), (Duration::from_hours(30 * 24), false));
    assert_eq!(default.delivery_days, 14);
    let set =
        [("RETURN_ARRIVES_WITHIN", "14d"), ("APPROVE_UNNEEDED_RETURNS", "yes"), ("WITHDRAWAL_DELIVERY_DAYS", "0")];
    let set = returns(&set).unwrap();
    assert_eq!((set.arrives_within, set.approve_not_needed), (Duration::from_hours(14 * 24), true));
    assert_eq!(set.delivery_days, 0);
    for (name, wrong) in [
        ("RETURN_ARRIVES_WITHIN", "7d"),
        ("RETURN_ARRIVES_WITHIN", "soon"),
        ("APPROVE_UNNEEDED_RETURNS", "1"),
        ("WITHDRAWAL_DELIVERY_DAYS", "91"),
        ("WITHDRAWAL_DELIVERY_DAYS", "-1"),
    ] {
        let mistakes = returns(&[(name, wrong)]).unwrap_err().to_string();
        assert!(mistakes.contains(name), "{mistakes}");
    }
}
