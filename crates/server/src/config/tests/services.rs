//! Embedded and external services, with complete and incomplete configurations.

use super::{super::*, read};

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
fn test_keys_are_allowed_with_embedded_sign_in() {
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
fn the_sandbox_key_is_configurable_and_never_shown() {
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
    let missing = "FIREBASE_PROJECT_ID and FIREBASE_API_KEY must be set together with FIREBASE_AUTH_EMULATOR_HOST";
    assert!(mistakes.contains(missing), "{mistakes}");
}

#[test]
fn firebase_settings_conflict_with_its_emulator() {
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
