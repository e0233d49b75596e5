use autoparts_application::orders::{
    dossier::{order_called, order_dossier},
    shipment::Ship,
};
use autoparts_domain::audit::AuditAction;
use autoparts_testing::test_shop::TestShop;

#[tokio::test]
async fn a_dossier_is_found_by_id_or_number_and_has_only_its_order() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 9, 1_000).await;
    let (order, transaction) = shop.paid_order(marta, part, 2).await;
    let (other, _) = shop.paid_order(marta, part, 1).await;
    shop.shop.ship(admin, order, Ship::default()).await.unwrap();
    shop.shop.refund_shipped_order(admin, order).await.unwrap();
    shop.shop.ship(admin, other, Ship::default()).await.unwrap();
    let number = shop.stored_order(order).await.snapshot().number.clone().unwrap();
    let store = &*shop.shop.store;
    let key = order_called(store, &order.to_string()).await.unwrap().unwrap();
    assert_eq!(order_called(store, &number.to_string()).await.unwrap(), Some(key));
    assert_eq!(order_called(store, "brake").await.unwrap(), None);
    let dossier = order_dossier(store, key).await.unwrap().unwrap();
    assert_eq!(dossier.order.snapshot().id, order);
    assert_eq!(
        dossier.attempts.iter().map(|attempt| attempt.transaction.clone()).collect::<Vec<_>>(),
        [Some(transaction)]
    );
    assert_eq!((dossier.refunds.len(), dossier.ledger.len()), (1, 3));
    assert!(!dossier.mails.is_empty() && dossier.mails.iter().all(|mail| mail.order == Some(order)));
    let done: Vec<_> = dossier.audit.iter().map(|entry| entry.action).collect();
    assert_eq!(done, [AuditAction::ShipOrder, AuditAction::RefundOrder]);
}

#[tokio::test]
async fn a_deleted_order_is_found_too() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 9, 1_000).await;
    let order = shop.order(marta, part, 1).await;
    shop.shop.delete_own_order(marta, order).await.unwrap();
    let key = order_called(&*shop.shop.store, &order.to_string()).await.unwrap().unwrap();
    assert!(order_dossier(&*shop.shop.store, key).await.unwrap().unwrap().order.is_cancelled());
}
