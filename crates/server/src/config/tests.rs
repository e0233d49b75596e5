use super::{
    reader::{hold, is_log_filter},
    *,
};
use std::path::Path;

fn read(pairs: &[(&str, &str)]) -> Result<Settings, Mistakes> {
    Settings::read(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
}

#[test]
fn nothing_set_is_the_embedded_shop_on_this_machine() {
    let settings = read(&[("PATH", "/bin"), ("HOME", "/root")]).unwrap();
    assert_eq!(settings.bind.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.identity, IdentitySettings::Embedded);
    assert_eq!(settings.order_hold, Duration::from_hours(24));
    assert_eq!(settings.rates.letters.map(std::num::NonZeroU32::get), Some(5));
    assert_eq!(settings.sandbox_journal, Path::new("data/sandbox-payments.jsonl"));
    assert!(settings.on_loopback());
}

#[test]
fn all_mistakes_are_told_at_once() {
    let mistakes = read(&[
        ("DATABASE_URL", "mysql://x"),
        ("BIND_ADDR", "nowhere"),
        ("ORDER_HOLD", "soon"),
        ("RATE_LIMIT", "0"),
        ("FIREBASE_API_KEY", "k"),
        ("LOG_FORMAT", "xml"),
        ("DATABSE_URL", "sqlite://x"),
        ("STRIPE_SECRT", "x"),
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
        "STRIPE_SECRT",
    ] {
        assert!(mistakes.contains(name), "{name} is missing in: {mistakes}");
    }
    assert_eq!(mistakes.lines().count(), 1);
}

#[test]
fn values_are_never_repeated_in_mistakes() {
    let mistakes = read(&[("DATABASE_URL", "mysql://user:hunter2@db/x"), ("BIND_ADDR", "hunter2")]).unwrap_err();
    assert!(!mistakes.to_string().contains("hunter2"), "{mistakes}");
}

#[test]
fn embedded_services_stay_on_this_machine_unless_told_otherwise() {
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
    for proxies in ["none", "10.0.0.1, 10.0.0.2"] {
        assert!(read(&[behind_tls[0], ("TRUSTED_PROXIES", proxies)]).is_ok(), "{proxies}");
    }
}

#[test]
fn off_lifts_every_limit() {
    assert!(read(&[("RATE_LIMIT", "off"), ("RATE_LIMIT_REVIEWS", "5")]).is_err());
    assert_eq!(read(&[("RATE_LIMIT", "off")]).unwrap().rates, Rates::OFF);
}

#[test]
fn what_to_log_is_a_level_or_a_filter() {
    for text in ["info", "WARN", "off", "warn,autoparts_http=debug", "autoparts_http=trace"] {
        assert!(is_log_filter(text), "{text}");
    }
    for text in ["verbose", "blah", "info,verbose", "autoparts_http=loud"] {
        assert!(!is_log_filter(text), "{text}");
    }
}

#[test]
fn empty_counts_as_not_set() {
    assert!(read(&[("DATABASE_URL", " "), ("WORKERS", "")]).is_ok());
}

#[test]
fn times_are_read_with_their_unit() {
    for (text, seconds) in [("90m", 5400), ("24h", 86_400), ("7d", 604_800)] {
        assert_eq!(hold(text), Some(Duration::from_secs(seconds)), "{text}");
    }
    for text in ["", "24", "0h", "-1h", "9999999999999d", "2s"] {
        assert_eq!(hold(text), None, "{text}");
    }
}
