//! The operator's commands: showing and refunding orders, testing the mail server, and exporting or erasing a user's
//! data.

use crate::support::Site;
use autoparts_mail::testing::MailServer;
use serde_json::Value;

async fn an_order_is_shown_and_its_money_refunded(site: &Site) {
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let marta = server.sign_up("marta").await;
    let part = server.add_part(&admin, 5).await;
    let order = server.order(&marta, &part, 2).await;
    let said = site.fail(&["order", "refund", &order]);
    assert!(said.contains("not paid"), "{said}");
    let paid = server.pay_by_card(&marta, &order, "4242424242424242").await;
    let transaction = paid["id"].as_str().unwrap();
    assert!(server.book(&marta, &order, transaction).await.0.is_success());
    let number = server.show(&marta, &order).await["number"].as_str().unwrap().to_owned();

    let amount = ["order", "refund", &number, "--amount", "1.50"];
    let said = site.succeed(&amount);
    assert!(said.contains("$1.50 of order") && said.contains("The running server"), "{said}");
    let said = site.succeed(&amount);
    assert!(said.contains("refunded before; nothing more is refunded"), "{said}");
    let said = site.succeed(&["order", "refund", &order, "--amount", "1.50", "--again", "second"]);
    assert!(said.contains("$1.50 of order"), "{said}");
    for (wrong, why) in [("1.234", "--amount 1.234"), ("1000000", "--amount 1000000"), ("9000", "is left")] {
        let said = site.fail(&["order", "refund", &order, "--amount", wrong]);
        assert!(said.contains(why), "{said}");
    }
    assert!(server.stop().success());

    // With the server stopped, the command can query the sandbox.
    let said = site.succeed(&["order", "refund", &order]);
    assert!(said.contains("has carried it out"), "{said}");
    let said = site.succeed(&["order", "refund", &order]);
    assert!(said.contains("refunded before"), "{said}");
    assert!(site.succeed(&["check-books"]).contains("in order"));
    let shown = site.succeed(&["order", "show", &number]);
    for line in [
        format!("Order {number} ({order})"),
        format!("State: paid by {transaction}, refunded"),
        "Customer: marta, marta@example.com".to_owned(),
        "Left with the shop: 0.00".to_owned(),
        "refunded 1.50".to_owned(),
        "refund_part by the operator or the server".to_owned(),
        "refund_order by the operator or the server".to_owned(),
        "to marta@example.com".to_owned(),
    ] {
        assert!(shown.contains(&line), "{line}: {shown}");
    }
    assert!(site.succeed(&["order", "show", &order.to_uppercase()]).contains(&number));
    for name in ["AP-2222-2222", "0190", "nothing"] {
        assert!(site.fail(&["order", "show", name]).contains("there is no order"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_shown_and_its_money_refunded_on_sqlite() {
    an_order_is_shown_and_its_money_refunded(&Site::new()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_shown_and_its_money_refunded_on_postgres() {
    an_order_is_shown_and_its_money_refunded(&Site::on_postgres()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shipped_order_is_refunded_only_with_the_flag() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let admin = server.sign_in("admin@autoparts.example", "admin-demo-1").await;
    let marta = server.sign_up("marta").await;
    let part = server.add_part(&admin, 5).await;
    let order = server.order(&marta, &part, 1).await;
    let paid = server.pay_by_card(&marta, &order, "4242424242424242").await;
    assert!(server.book(&marta, &order, paid["id"].as_str().unwrap()).await.0.is_success());
    server.call(&admin, "PUT", &format!("/ship/{order}"), Some(serde_json::json!({ "status": "shipped" }))).await;
    assert!(site.fail(&["order", "refund", &order]).contains("--shipped"));
    assert!(site.succeed(&["order", "refund", &order, "--shipped"]).contains("Refunding $"));
    assert!(site.succeed(&["order", "show", &order]).contains("ship_order by"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_is_exported_and_erased() {
    let site = Site::new();
    site.succeed(&["seed"]);
    let server = site.serve();
    let marta = server.sign_up("marta").await;
    let part = server.first_part().await;
    let (part, minimum) = (part["_id"].as_str().unwrap(), part["minOrderQuantity"].as_i64().unwrap());
    let order = server.order(&marta, part, minimum).await;
    let data: Value = serde_json::from_str(&site.succeed(&["export", "marta@example.com"])).unwrap();
    assert_eq!(
        (&data["user"]["user"], &data["orders"][0]["_id"]),
        (&"marta@example.com".into(), &order.as_str().into())
    );

    let erase = ["erase", "marta@example.com", "--yes"];
    assert!(site.fail(&erase[..2]).contains("--yes"));
    let refused = site.fail(&erase);
    assert!(refused.contains("this account has orders that are not paid"), "{refused}");
    server.call(&marta, "DELETE", &format!("/orders/{order}"), None).await;
    assert!(site.succeed(&erase).contains("is deleted"));
    let fields = serde_json::json!({ "email": "marta@example.com", "password": "secret-1", "returnSecureToken": true });
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
    let answer = server.request("POST", path).json(&fields).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 400, "the sign-in is deleted, too");
    for command in [&erase[..], &["export", "marta@example.com"]] {
        assert!(site.fail(command).contains("no account has the address marta@example.com"), "{command:?}");
    }
    assert!(site.fail(&["erase", "admin@autoparts.example", "--yes"]).contains("this is the last admin"), "it stays");
    assert!(site.run(&["export", "parts"]).stderr.contains("name the file"));
    assert!(site.run(&["export", "admin@autoparts.example", "data.json"]).stderr.contains("standard output"));
}

#[test]
fn emails_can_be_previewed_as_text_and_as_html() {
    let site = Site::new();
    let folder = site.path("previews");
    let said = site.succeed(&["mail", "preview", "--out", folder.to_str().unwrap()]);
    assert!(said.contains("each as text and as HTML"), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let text = read("order-paid.txt");
    let html = read("order-paid.html");
    assert!(text.starts_with("Subject: We have received your payment: "), "{text}");
    for words in ["Ceramic brake pads, front", "AP-7KQD-M2XW", "Returnable"] {
        assert!(text.contains(words) && html.contains(words), "{words}");
    }
    assert!(html.starts_with("<!doctype html>") && html.contains("class=\"step\""), "{html}");
    assert!(read("password-reset.txt").contains("/reset-password#oobCode="));
    let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    let of_kind = |kind: &str| names.iter().filter(|name| name.extension().is_some_and(|it| it == kind)).count();
    assert!(of_kind("txt") > 30 && of_kind("txt") == of_kind("html"), "{names:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_email_is_sent() {
    let site = Site::new();
    assert!(site.fail(&["mail", "test", "marta@example.com"]).contains("SMTP_URL"));
    let takes = MailServer::that_says("250 ok", "250 2.0.0 queued as 4711").await.unwrap();
    let site = Site::new().with("SMTP_URL", takes.url()).with("MAIL_FROM", "orders@shop.example");
    let said = site.succeed(&["mail", "test", "marta@example.com"]);
    assert!(said.contains("accepted the email to marta@example.com") && said.contains("queued as 4711"), "{said}");
    assert!(takes.received().concat().contains("autoparts mail test"));
    let refuses = MailServer::that_says("550 5.1.1 no such mailbox", "250 ok").await.unwrap();
    let site = Site::new().with("SMTP_URL", refuses.url()).with("MAIL_FROM", "orders@shop.example");
    let said = site.fail(&["mail", "test", "marta@example.com"]);
    assert!(said.contains("no such mailbox"), "{said}");
    let unreachable = Site::new().with("SMTP_URL", "smtp://127.0.0.1:1").with("MAIL_FROM", "orders@shop.example");
    assert!(
        unreachable
            .fail(&["mail", "test", "marta@example.com"])
            .contains("mail server 127.0.0.1 did not accept the email")
    );
    assert!(unreachable.fail(&["mail", "test", "marta"]).contains("marta is not an email address"));
}
