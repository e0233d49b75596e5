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
        _ => Err(io::ErrorKind::NotFound.into()),
    })
}

#[test]
fn secrets_may_stand_in_files() {
    let from_file = ("DATABASE_URL_FILE", "/run/secrets/database");
    let settings = read(&[from_file, ("STRIPE_SECRET_KEY_FILE", " ")]).unwrap();
    let expected = read(&[("DATABASE_URL", "postgres://shop:from-a-file@db.example/shop")]).unwrap();
    assert_eq!(settings.database, expected.database);
    assert_eq!(settings.changed, ["DATABASE_URL=***"], "and is not shown");

    let both = read(&[from_file, ("DATABASE_URL", "sqlite://x.db")]).unwrap_err().to_string();
    assert!(both.contains("DATABASE_URL and DATABASE_URL_FILE are both set"), "{both}");
    let wrong = [("SMTP_URL_FILE", "/run/secrets/none"), ("STRIPE_SECRET_KEY_FILE", "/run/secrets/nothing")];
    let wrong = read(&wrong).unwrap_err().to_string();
    assert!(wrong.contains("SMTP_URL_FILE names a file that cannot be read"), "{wrong}");
    assert!(wrong.contains("STRIPE_SECRET_KEY_FILE names a file with nothing in it"), "{wrong}");
    for name in ["RATE_LIMIT", "PUBLIC_URL", "TRUSTED_PROXIES"] {
        let open = read(&[(&format!("{name}_FILE"), "/run/secrets/database")]).unwrap_err().to_string();
        assert!(open.ends_with(&format!("only secrets are read from files; set {name}")), "{open}");
    }
    assert!(read(&[("LOG_FILE", "/var/log/other")]).is_ok(), "another program's");
}

#[test]
fn the_docs_name_the_settings_that_may_stand_in_files() {
    let docs = include_str!("../../../../docs/operations.md");
    let (_, named) = docs.split_once("These may stand in a file instead").unwrap();
    let (named, _) = named.split_once("\n\n").unwrap();
    for setting in SETTINGS {
        assert_eq!(named.contains(&format!("`{}`", setting.name)), setting.secret, "{}", setting.name);
    }
}

#[test]
fn what_only_shows_when_settings_are_compared_is_told() {
    for (pairs, words) in [
        (&[("METRICS_ADDR", "127.0.0.1:8080")][..], "METRICS_ADDR must not be the address and port of BIND_ADDR"),
        (&[("METRICS_ADDR", "0.0.0.0:8080")], "METRICS_ADDR must not be"),
        (
            &[("SESSION_IDLE", "2d"), ("SESSION_LIFETIME", "1d")],
            "SESSION_IDLE must not be longer than SESSION_LIFETIME",
        ),
        (&[("SELLER_ADDRESS", ";")], "SELLER_ADDRESS must be 1 to 6 lines"),
        (
            &[("STRIPE_SECRET_KEY", "sk_test_1"), ("STRIPE_PUBLISHABLE_KEY", "pk_test_1")],
            "belong together; set STRIPE_WEBHOOK_SECRET, too",
        ),
    ] {
        let said = read(pairs).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
    for beside in ["127.0.0.1:9464", "127.0.0.2:8080", "[::1]:8080"] {
        assert!(read(&[("METRICS_ADDR", beside)]).is_ok(), "{beside}");
    }
    let short = read(&[("SESSION_LIFETIME", "12h")]).unwrap().rules.sessions;
    assert_eq!((short.idle, short.lifetime), (Duration::from_hours(12), Duration::from_hours(12)));
}

#[test]
fn nothing_set_is_the_embedded_shop_on_this_machine() {
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
fn all_mistakes_are_told_at_once() {
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
fn a_misspelt_setting_stops_the_start() {
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
fn what_others_put_into_the_environment_is_told_and_does_not_stop_the_start() {
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
fn what_to_log_is_a_level_or_a_filter() {
    for text in ["info", "WARN", "off", "warn,autoparts_http=debug", "autoparts_http=trace"] {
        assert!(log_filter(text).is_some(), "{text}");
    }
    for text in ["verbose", "blah", "info,verbose", "autoparts_http=loud"] {
        assert!(log_filter(text).is_none(), "{text}");
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

const FIREBASE: [(&str, &str); 2] = [("FIREBASE_PROJECT_ID", "shop"), ("FIREBASE_API_KEY", "k")];
const IN_TEST_MODE: [(&str, &str); 3] =
    [("STRIPE_SECRET_KEY", "sk_test_1"), ("STRIPE_PUBLISHABLE_KEY", "pk_test_1"), ("STRIPE_WEBHOOK_SECRET", "whsec_1")];
const LIVE: [(&str, &str); 3] = [
    ("STRIPE_SECRET_KEY", "sk_live_1"),
    ("STRIPE_PUBLISHABLE_KEY", "pk_live_1"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_1, whsec_2"),
];
const BEHIND_TLS: [(&str, &str); 2] = [("PUBLIC_URL", "https://shop.example"), ("TRUSTED_PROXIES", "none")];

#[test]
fn test_keys_may_be_tried_beside_embedded_sign_in() {
    let settings = read(&IN_TEST_MODE).unwrap();
    assert!(matches!(settings.payments, PaymentSettings::Stripe { live: false, .. }));
    assert!(settings.has_embedded_services());
    let restricted = [("STRIPE_SECRET_KEY", "rk_test_1"), IN_TEST_MODE[1], IN_TEST_MODE[2]];
    assert!(read(&restricted).is_ok());
}

#[test]
fn a_shop_with_real_services_may_be_reached_from_outside() {
    let settings = read(&[&FIREBASE[..], &LIVE, &BEHIND_TLS].concat()).unwrap();
    let PaymentSettings::Stripe { webhook_secrets, live: true, .. } = &settings.payments else { panic!() };
    assert_eq!(webhook_secrets, &[Secret::from("whsec_1"), Secret::from("whsec_2")]);
    assert!(!settings.has_embedded_services());
}

#[test]
fn live_keys_want_real_customers_https_and_stripe_itself() {
    let mistake = |settings: &[&[(&str, &str)]]| read(&settings.concat()).unwrap_err().to_string();
    assert!(mistake(&[&LIVE, &BEHIND_TLS, &[("ALLOW_EMBEDDED_ON_NETWORK", "yes")]]).contains("FIREBASE_PROJECT_ID"));
    assert!(mistake(&[&FIREBASE, &LIVE]).contains("PUBLIC_URL"));
    let elsewhere = [("STRIPE_API_BASE", "http://127.0.0.1:8420")];
    assert!(mistake(&[&FIREBASE, &LIVE, &BEHIND_TLS, &elsewhere]).contains("STRIPE_API_BASE"));
    assert!(read(&[&IN_TEST_MODE[..], &elsewhere].concat()).is_ok());
}

#[test]
fn keys_of_test_and_live_mode_are_not_mixed() {
    let mixed = [LIVE[0], IN_TEST_MODE[1], IN_TEST_MODE[2]];
    let mistakes = read(&[&FIREBASE[..], &mixed, &BEHIND_TLS].concat()).unwrap_err().to_string();
    assert!(mistakes.contains("both"), "{mistakes}");
}

#[test]
fn stripe_is_configured_whole_and_with_keys_of_the_right_kind() {
    for missing in 0..IN_TEST_MODE.len() {
        let mut some = IN_TEST_MODE.to_vec();
        let (name, _) = some.remove(missing);
        assert!(read(&some).unwrap_err().to_string().contains(name), "{name}");
    }
    for (name, bad) in [
        ("STRIPE_SECRET_KEY", "pk_test_1"),
        ("STRIPE_SECRET_KEY", "sk_test_-"),
        ("STRIPE_SECRET_KEY", "hunter2"),
        ("STRIPE_PUBLISHABLE_KEY", "sk_test_1"),
        ("STRIPE_WEBHOOK_SECRET", "sk_test_1"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_1,whsec_2,whsec_3"),
    ] {
        let settings: Vec<_> =
            IN_TEST_MODE.iter().map(|(key, good)| (*key, if *key == name { bad } else { good })).collect();
        let mistakes = read(&settings).unwrap_err().to_string();
        assert!(mistakes.contains(name) && !mistakes.contains(bad), "{mistakes}");
    }
    for of_sandbox in [("SANDBOX_JOURNAL", "x.jsonl"), ("SANDBOX_SECRET_KEY", "sk_test_1")] {
        let both = [&IN_TEST_MODE[..], &[of_sandbox]].concat();
        assert!(read(&both).unwrap_err().to_string().contains(of_sandbox.0));
    }
}

#[test]
fn the_key_of_the_sandbox_can_be_given_and_is_shown_to_nobody() {
    let settings = read(&[("SANDBOX_SECRET_KEY", "sk_test_hunter2")]).unwrap();
    assert!(!format!("{settings:?}").contains("hunter2"));
    let given = matches!(
        &settings.payments,
        PaymentSettings::Sandbox { secret_key: Some(key), .. } if key.reveal() == "sk_test_hunter2"
    );
    assert!(given);
    let mistakes = read(&[("SANDBOX_SECRET_KEY", "hunter2")]).unwrap_err().to_string();
    assert!(mistakes.contains("SANDBOX_SECRET_KEY") && !mistakes.contains("hunter2"), "{mistakes}");
}

#[test]
fn a_mail_server_has_an_address_and_the_mails_a_sender() {
    let server = ("SMTP_URL", "smtps://shop:hunter2@mail.example:465");
    let sender = ("MAIL_FROM", "Autoparts <orders@shop.example>");
    for half in [server, sender] {
        assert!(read(&[half]).unwrap_err().to_string().contains("belong together"));
    }
    let settings = read(&[server, sender]).unwrap();
    assert_eq!(settings.mail.as_ref().map(|mail| mail.from.as_str()), Some(sender.1));
    assert!(!format!("{settings:?}").contains("hunter2"));
}

#[test]
fn a_demo_has_a_seller_who_is_made_up_and_a_real_shop_only_what_is_set() {
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
fn what_is_promised_is_the_specifications_unless_the_seller_says_otherwise() {
    let promises = read(&[]).unwrap().promises;
    assert!(promises.shipping.starts_with("As little as two business days") && promises.return_days == 90);
    let promises = read(&[("PROMISE_SHIPPING", "Next day in Ely."), ("PROMISE_RETURN_DAYS", "30")]).unwrap().promises;
    assert_eq!((promises.shipping.as_str(), promises.return_days), ("Next day in Ely.", 30));
}

#[test]
fn what_no_customer_could_use_is_no_seller() {
    for (name, value) in [
        ("SELLER_PHONE", "call us"),
        ("SELLER_PHONE", "12"),
        ("SELLER_EMAIL", "parts"),
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
fn an_emulator_is_believed_on_this_machine_and_for_demo_projects_only() {
    let emulator = |host: &'static str, project: &'static str| {
        read(&[("FIREBASE_PROJECT_ID", project), ("FIREBASE_API_KEY", "k"), ("FIREBASE_AUTH_EMULATOR_HOST", host)])
    };
    let settings = emulator("127.0.0.1:9099", "demo-shop").unwrap();
    assert!(matches!(settings.identity, IdentitySettings::Emulator { .. }) && settings.is_demo());
    for (host, project) in [("127.0.0.1:9099", "shop"), ("192.0.2.1:9099", "demo-shop"), ("nowhere", "demo-shop")] {
        let mistakes = emulator(host, project).unwrap_err().to_string();
        assert!(mistakes.contains("FIREBASE_AUTH_EMULATOR_HOST"), "{mistakes}");
    }
    let mistakes = read(&[("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099")]).unwrap_err().to_string();
    let missing = "FIREBASE_PROJECT_ID and FIREBASE_API_KEY must be set beside FIREBASE_AUTH_EMULATOR_HOST";
    assert!(mistakes.contains(missing), "{mistakes}");
}

#[test]
fn what_is_for_firebase_itself_is_not_set_beside_its_emulator() {
    let emulator = [
        ("FIREBASE_PROJECT_ID", "demo-shop"),
        ("FIREBASE_API_KEY", "k"),
        ("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9099"),
    ];
    for name in ["FIREBASE_AUTH_DOMAIN", "FIREBASE_JWKS_URL"] {
        let mistakes = read(&[&emulator[..], &[(name, "x.example")]].concat()).unwrap_err().to_string();
        assert!(mistakes.contains(name), "{mistakes}");
    }
}

#[test]
fn a_live_key_under_another_name_is_no_reason_to_open_the_sandbox() {
    let mistakes = read(&[("STRIPE_API_KEY", "sk_live_1")]).unwrap_err().to_string();
    assert!(mistakes.contains("STRIPE_SECRET_KEY") && !mistakes.contains("sk_live_1"), "{mistakes}");
    assert!(read(&[("STRIPE_API_KEY", "sk_test_1")]).is_ok());
}

#[test]
fn a_misspelt_name_without_a_value_says_nothing() {
    assert!(read(&[("STRIPE_SECRET_KEYS", " ")]).is_ok());
    assert!(read(&[("STRIPE_SECRET_KEYS", "sk_test_1")]).is_err());
}

#[test]
fn limits_of_what_is_unpaid_can_be_set_and_lifted() {
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
fn pieces_are_kept_no_longer_before_a_payment_than_after() {
    let holds = |pairs: &[(&str, &str)]| {
        read(pairs).map(|settings| settings.rules).map(|rules| (rules.unstarted_hold, rules.order_hold))
    };
    let (minutes, hours) = (Duration::from_mins, Duration::from_hours);
    assert_eq!(holds(&[("ORDER_HOLD", "90m")]).unwrap(), (minutes(90), minutes(90)));
    assert_eq!(holds(&[("ORDER_HOLD_UNSTARTED", "24h")]).unwrap(), (hours(24), hours(24)));
    let mistakes = holds(&[("ORDER_HOLD_UNSTARTED", "25h")]).unwrap_err().to_string();
    assert!(mistakes.contains("ORDER_HOLD_UNSTARTED must not be longer than ORDER_HOLD"), "{mistakes}");
}

#[test]
fn what_differs_from_the_defaults_is_told_and_secrets_are_not() {
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
    // How browsers reach the shop is public.
    let sounds = |name: &str| {
        name != "PUBLIC_URL"
            && ["_KEY", "SECRET", "_URL", "_FROM"].iter().any(|word| name.contains(word) && !name.ends_with("_KEYS"))
    };
    for setting in SETTINGS {
        assert!(!sounds(setting.name) || setting.secret, "{}", setting.name);
    }
}

#[test]
fn traces_go_to_a_collector_whose_address_holds_no_password() {
    let traces = |pairs: &[(&str, &str)]| {
        let collector = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318/")];
        read(&[&collector[..], pairs].concat()).map(|settings| settings.traces.unwrap())
    };
    let expected = |service: &str, sampled_per_million| TraceSettings {
        endpoint: "http://127.0.0.1:4318".to_owned(),
        service: service.to_owned(),
        sampled_per_million,
    };
    assert_eq!(traces(&[]).unwrap(), expected("autoparts", 1_000_000));
    let some = [
        ("OTEL_SERVICE_NAME", "shop"),
        ("OTEL_TRACES_SAMPLER", "parentbased_traceidratio"),
        ("OTEL_TRACES_SAMPLER_ARG", "0.05"),
    ];
    assert_eq!(traces(&some).unwrap(), expected("shop", 50_000));
    assert_eq!(traces(&[("OTEL_TRACES_SAMPLER", "always_off")]).unwrap(), expected("autoparts", 0));
    assert_eq!(read(&some).unwrap().traces, None, "without a collector");
    for bad in ["collector:4318", "ftp://collector", "http://shop:hunter2@collector", "http://collector/?token=hunter2"]
    {
        let mistakes = read(&[("OTEL_EXPORTER_OTLP_ENDPOINT", bad)]).unwrap_err().to_string();
        assert!(mistakes.contains("OTEL_EXPORTER_OTLP_ENDPOINT") && !mistakes.contains("hunter2"), "{mistakes}");
    }
    assert!(traces(&[("OTEL_TRACES_SAMPLER", "some")]).unwrap_err().to_string().contains("OTEL_TRACES_SAMPLER"));
    for bad in ["1.1", "-0.5", ".", "half"] {
        let ratio = [("OTEL_TRACES_SAMPLER", "traceidratio"), ("OTEL_TRACES_SAMPLER_ARG", bad)];
        assert!(traces(&ratio).unwrap_err().to_string().contains("OTEL_TRACES_SAMPLER_ARG"), "{bad}");
    }
}

#[test]
fn settings_of_traces_may_be_meant_for_other_programs() {
    let foreign = [("OTEL_TRACES_SAMPLER", "jaeger_remote"), ("OTEL_TRACES_SAMPLER_ARG", "endpoint=http://other")];
    assert_eq!(read(&foreign).unwrap().traces, None, "without a collector");
    let unread = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"),
        ("OTEL_TRACES_SAMPLER", "always_on"),
        ("OTEL_TRACES_SAMPLER_ARG", "half"),
    ];
    assert!(read(&unread).unwrap().traces.is_some(), "a sampler that has no argument");
    for others in [
        "OTEL_EXPORTER_OTLP_HEADERS",
        "OTEL_EXPORTER_OTLP_PROTOCOL",
        "OTEL_RESOURCE_ATTRIBUTES",
        "OTEL_TRACES_EXPORTER",
    ] {
        assert!(read(&[(others, "x")]).unwrap().not_read.is_empty(), "{others} is for others");
    }
}
