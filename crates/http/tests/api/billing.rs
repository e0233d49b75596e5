//! Invoices and credit notes as the API returns them.

use crate::support::{call, send};
use autoparts_testing::test_shop::TestShop;
use serde_json::json;

#[actix_web::test]
async fn a_paid_order_has_an_invoice_and_its_refund_a_credit_note() {
    let test_shop = TestShop::default();
    let marta = test_shop.customer("marta").await;
    let admin = test_shop.admin().await;
    let part = test_shop.part(1, 5, 1000).await;
    let (order, _) = test_shop.paid_order(marta, part, 3).await;
    let path = format!("/order/{order}/documents");
    let seller = json!(["Autoparts", "48 Foundry Lane", "Dayton, OH 45402", "Tax number 12-3456789"]);
    let invoice = json!({
        "kind": "invoice", "number": "INV-000001", "issuedAt": "2026-01-01T00:00:00Z", "seller": seller,
        "amount": 30, "pieces": [],
    });
    assert_eq!(send(&test_shop, call("GET", &path).by(marta)).await.json(), json!([invoice]));
    let refund = call("POST", &format!("/order/{order}/refunds")).by(admin).json(json!({ "amount": 2.5 }));
    assert_eq!(send(&test_shop, refund).await.status.as_u16(), 201);
    let documents = send(&test_shop, call("GET", &path).by(admin)).await.json();
    assert_eq!(documents[0], invoice);
    let credit_note = &documents[1];
    assert_eq!((&credit_note["kind"], &credit_note["number"]), (&json!("credit_note"), &json!("CN-000001")));
    assert_eq!((&credit_note["amount"], &credit_note["refund"]["reason"]), (&json!(2.5), &json!("goodwill")));
    let cancelled = json!({ "lines": [{ "line": 1, "pieces": 2 }] });
    send(&test_shop, call("POST", &format!("/order/{order}/refunds")).by(admin).json(cancelled)).await;
    let documents = send(&test_shop, call("GET", &path).by(admin)).await.json();
    let product = &documents[2]["pieces"][0]["product"];
    let pieces = json!([{ "line": 1, "product": product, "pieces": 2, "coresOnly": false }]);
    assert_eq!((&documents[1]["pieces"], &documents[2]["pieces"]), (&json!([]), &pieces));
    let unpaid = test_shop.order(marta, part, 1).await;
    assert_eq!(send(&test_shop, call("GET", &format!("/order/{unpaid}/documents")).by(marta)).await.json(), json!([]));
}
