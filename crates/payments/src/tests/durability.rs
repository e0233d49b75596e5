//! Durability: restarts, kills in the middle of a write, corruption.

use super::support::{CHALLENGES, DECLINED, GOOD, TestProvider, config, path_of, text};
use crate::{Sandbox, SandboxError};
use autoparts_testing::clock::TestClock;
use std::{fs, sync::Arc, time::Duration};

fn reopen(provider: &TestProvider) -> Result<Arc<Sandbox>, SandboxError> {
    Sandbox::open(config(&provider.folder, None), Arc::new(TestClock::default()))
}

#[tokio::test]
async fn a_restart_keeps_everything() {
    let provider = TestProvider::new();
    let form = [("amount", "500"), ("currency", "usd")];
    let (_, keyed) = provider.shop_once("/v1/payment_intents", &form, "k").await;
    let paid = provider.intent().await;
    let declined = provider.intent().await;
    let waiting = provider.intent().await;
    provider.confirm(&paid, GOOD).await;
    provider.confirm(&declined, DECLINED).await;
    provider.confirm(&waiting, CHALLENGES).await;
    let id = text(&paid["id"]);
    provider.shop("/v1/refunds", &[("payment_intent", &id), ("amount", "1000")]).await;
    let before = provider.shop_get("/v1/payment_intents?limit=100").await;

    let provider = provider.restart(None).restart(None);
    assert_eq!(provider.shop_get("/v1/payment_intents?limit=100").await, before);
    assert_eq!(provider.shop_once("/v1/payment_intents", &form, "k").await.1["id"], keyed["id"]);
    let (status, _) = provider.shop("/v1/refunds", &[("payment_intent", &id), ("amount", "235")]).await;
    assert_eq!(status, 400, "refunds are remembered");
    let secret = text(&waiting["client_secret"]);
    let passed = [("client_secret", secret.as_str()), ("success", "true")];
    let (_, passed) = provider.browser(&path_of(&waiting, "/_authenticate"), &passed).await;
    assert_eq!(passed["status"], "succeeded");
    assert_ne!(provider.intent().await["id"], before.1["data"][0]["id"]);
    let newest = provider.shop_get("/v1/payment_intents?limit=100").await.1;
    assert_eq!(newest["data"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn a_kill_in_the_middle_of_a_write_loses_that_write_only() {
    let provider = TestProvider::new();
    let first = provider.intent().await;
    let before = fs::read(provider.journal()).unwrap();
    provider.confirm(&first, GOOD).await;
    let after = fs::read(provider.journal()).unwrap();
    let journal = provider.journal();
    let clock = provider.clock.clone();
    let TestProvider { mut folder, sandbox, .. } = provider;
    drop(sandbox);
    // The card's line precedes the charge's; the file is cut within each of them in turn.
    let card_line = after[before.len()..].iter().position(|byte| *byte == b'\n').unwrap() + 1 + before.len();
    for cut in [before.len() + 1, card_line - 2, card_line + 1, after.len() - 40, after.len() - 2] {
        fs::write(&journal, &after[..cut]).unwrap();
        let sandbox = Sandbox::open(config(&folder, None), clock.clone()).unwrap();
        let provider = TestProvider { folder, clock: clock.clone(), sandbox };
        assert_eq!(provider.look(&first).await["status"], "requires_payment_method", "cut at {cut}");
        let second = provider.intent().await;
        let provider = provider.restart(None);
        assert_eq!(
            provider.look(&second).await["status"],
            "requires_payment_method",
            "writing continues after the cut"
        );
        folder = provider.close();
    }
}

#[tokio::test]
async fn a_whole_last_line_counts_even_without_its_end() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let whole = fs::read(provider.journal()).unwrap();
    let TestProvider { folder, clock, sandbox } = provider;
    drop(sandbox);
    fs::write(config(&folder, None).journal, whole.trim_ascii_end()).unwrap();
    let sandbox = Sandbox::open(config(&folder, None), clock.clone()).unwrap();
    let provider = TestProvider { folder, clock, sandbox };
    assert_eq!(provider.look(&intent).await["id"], intent["id"]);
}

#[tokio::test]
async fn damage_is_said_in_one_line_and_nothing_is_touched() {
    let provider = TestProvider::new();
    for _ in 0..3 {
        provider.intent().await;
    }
    let journal = provider.journal();
    let whole = fs::read_to_string(&journal).unwrap();
    let TestProvider { folder, clock, sandbox } = provider;
    drop(sandbox);
    let lines: Vec<&str> = whole.lines().collect();
    let with = |number: usize, line: &str| {
        let mut damaged = lines.clone();
        damaged[number] = line;
        damaged.join("\n") + "\n"
    };
    for (damaged, number) in [
        (with(0, "{}"), 1),
        (with(0, "some notes of mine"), 1),
        (with(1, "garbage"), 2),
        (with(1, ""), 2),
        (with(2, r#"{"changes":[{"intent":{}}]}"#), 3),
        (with(2, lines[2].get(..40).unwrap()), 3),
    ] {
        fs::write(&journal, &damaged).unwrap();
        let error = Sandbox::open(config(&folder, None), clock.clone()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(&format!("payments.jsonl is corrupt in line {number} (")), "{text}");
        assert!(!text.contains('\n') && !text.contains("_secret_"), "{text}");
        assert_eq!(fs::read_to_string(&journal).unwrap(), damaged);
    }
}

#[tokio::test]
async fn two_servers_cannot_share_a_journal() {
    let provider = TestProvider::new();
    let error = reopen(&provider).unwrap_err();
    assert!(matches!(error, SandboxError::InUse(_)));
    assert!(error.to_string().ends_with("payments.jsonl is in use by another server; stop that one first"), "{error}");
    assert_eq!(provider.intent().await["status"], "requires_payment_method");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_an_error_that_names_it() {
    let provider = TestProvider::new();
    let mut config = config(&provider.folder, None);
    config.journal = provider.journal().join("below-a-file.jsonl");
    let error = Sandbox::open(config, Arc::new(TestClock::default())).unwrap_err();
    assert!(matches!(error, SandboxError::File { .. }), "{error}");
}

#[tokio::test]
async fn opening_shortens_the_journal_and_forgets_what_is_long_out_of_use() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    for _ in 0..20 {
        provider.confirm(&intent, DECLINED).await;
    }
    let form = [("amount", "500"), ("currency", "usd")];
    let (_, keyed) = provider.shop_once("/v1/payment_intents", &form, "k").await;
    let long = fs::metadata(provider.journal()).unwrap().len();
    let provider = provider.restart(None);
    assert!(fs::metadata(provider.journal()).unwrap().len() < long);
    provider.clock.advance(Duration::from_hours(31 * 24));
    let provider = provider.restart(None);
    let lines = fs::read_to_string(provider.journal()).unwrap().lines().count();
    assert_eq!(lines, 3, "the header and two payments");
    assert_ne!(provider.shop_once("/v1/payment_intents", &form, "k").await.1["id"], keyed["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_hangs_up_leaves_no_half_done_work() {
    let provider = TestProvider::new();
    let form = [("amount", "500"), ("currency", "usd")];
    for key in 0..50 {
        let call = provider.shop_once("/v1/payment_intents", &form, "same");
        let _ = tokio::time::timeout(Duration::from_micros(key * 4), call).await;
    }
    let (_, whole) = provider.shop_once("/v1/payment_intents", &form, "same").await;
    let (_, list) = provider.shop_get("/v1/payment_intents").await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["id"], whole["id"]);
}

#[tokio::test]
async fn a_change_that_cannot_be_written_has_no_effect() {
    let provider = TestProvider::new();
    let intent = provider.intent().await;
    let method = provider.method(GOOD).await;
    provider.sandbox.fail_writes().await;
    let secret = text(&intent["client_secret"]);
    let form = [("client_secret", secret.as_str()), ("payment_method", &method)];
    for _ in 0..2 {
        let (status, body) = provider.browser(&path_of(&intent, "/confirm"), &form).await;
        assert_eq!((status, &body["error"]["type"]), (500, &"api_error".into()));
        assert_eq!(provider.look(&intent).await["status"], "requires_payment_method");
    }
    let provider = provider.restart(None);
    assert_eq!(provider.look(&intent).await["status"], "requires_payment_method");
    assert_eq!(provider.confirm(&intent, GOOD).await.0, 200);
}
