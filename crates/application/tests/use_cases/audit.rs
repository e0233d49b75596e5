use autoparts_application::{
    accounts::access::{AccessDenied, AccessError},
    audit::AuditSearch,
    catalogue::stock::MoveStock,
    orders::shipment::Ship,
    ports::page::Page,
};
use autoparts_domain::{
    audit::{AuditAction, AuditEntry},
    catalogue::{
        PartDetails,
        stock::{StockChange, StockReason},
    },
    email::Email,
    money::{Money, Price},
    orders::Tracking,
    quantity::Stock,
};
use autoparts_testing::{clock::NEW_YEAR, samples, test_shop::TestShop};

fn address(name: &str) -> Email {
    format!("{name}@example.com").parse().unwrap()
}

#[tokio::test]
async fn the_audit_log_is_newest_first_with_current_addresses() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    shop.shop.make_admin(admin, address("marta")).await.unwrap();
    shop.shop.remove_admin(admin, address("marta")).await.unwrap();
    let log = shop.shop.audit_log(admin, AuditSearch::default(), Page::first()).await.unwrap();
    let seen: Vec<_> =
        log.iter().map(|named| (named.entry.action, named.actor.clone(), named.subject.clone())).collect();
    let by = Some(address("admin"));
    let to = Some(address("marta"));
    assert_eq!(seen, [(AuditAction::RevokeAdmin, by.clone(), to.clone()), (AuditAction::GrantAdmin, by, to)]);
    assert!(log.iter().all(|named| named.entry.subject == marta));
    let after = Page { after: Some(log[0].entry.id), limit: 10 };
    assert_eq!(shop.shop.audit_log(admin, AuditSearch::default(), after).await.unwrap(), log[1..]);
}

#[tokio::test]
async fn an_unknown_user_has_no_address() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let entry = AuditEntry {
        id: shop.shop.ids.next(),
        actor: None,
        action: AuditAction::BindSignIn,
        subject: shop.shop.ids.next(),
        detail: None,
        at: NEW_YEAR,
    };
    let written = entry.clone();
    shop.shop.store.write(move |tx| tx.insert_audit(&written)).await.unwrap();
    let log = shop.shop.audit_log(admin, AuditSearch::default(), Page::first()).await.unwrap();
    let [named] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((&named.entry, &named.actor, &named.subject), (&entry, &None, &None));
}

#[tokio::test]
async fn only_admins_read_it() {
    let shop = TestShop::default();
    let marta = shop.customer("marta").await;
    let refused = shop.shop.audit_log(marta, AuditSearch::default(), Page::first()).await;
    assert!(matches!(refused, Err(AccessError::Denied(AccessDenied::Forbidden))), "{refused:?}");
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_actor_action_and_subject() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    shop.shop.make_admin(admin, address("marta")).await.unwrap();
    shop.shop.remove_admin(marta, address("admin")).await.unwrap();
    let all = AuditSearch::default;
    let member = |name| Some(address(name));
    for (search, expected) in [
        (AuditSearch { actor: member("marta"), ..all() }, vec![AuditAction::RevokeAdmin]),
        (AuditSearch { subject: member("marta"), ..all() }, vec![AuditAction::GrantAdmin]),
        (AuditSearch { actor: member("admin"), ..all() }, vec![AuditAction::GrantAdmin]),
        (AuditSearch { action: Some(AuditAction::RevokeAdmin), ..all() }, vec![AuditAction::RevokeAdmin]),
        (AuditSearch { action: Some(AuditAction::RevokeAdmin), subject: member("marta"), ..all() }, vec![]),
        // An unknown actor matches no entries, rather than all.
        (AuditSearch { actor: member("nobody"), ..all() }, vec![]),
        (AuditSearch { from: Some(NEW_YEAR), ..all() }, vec![AuditAction::RevokeAdmin, AuditAction::GrantAdmin]),
        (AuditSearch { before: Some(NEW_YEAR), ..all() }, vec![]),
    ] {
        let log = shop.shop.audit_log(marta, search.clone(), Page::first()).await.unwrap();
        let found: Vec<_> = log.iter().map(|named| named.entry.action).collect();
        assert_eq!(found, expected, "{search:?}");
    }
}

#[tokio::test]
async fn changes_of_parts_by_admins_are_audited() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let details = |cents| PartDetails {
        price: Price::new(Money::from_cents(cents).unwrap()).unwrap(),
        ..samples::part_details()
    };
    let id = shop.shop.add_part(admin, details(1_250), Stock::new(7).unwrap(), None).await.unwrap();
    let revision = shop.shop.edit_part(admin, id, 1, details(990)).await.unwrap();
    let renamed = PartDetails { title: "Dynamo".parse().unwrap(), ..details(990) };
    shop.shop.edit_part(admin, id, revision, renamed).await.unwrap();
    let came = MoveStock {
        reason: StockReason::Received,
        change: StockChange::new(5).unwrap(),
        note: None,
        expected_available: None,
        idempotency_key: Some("delivery".to_owned()),
    };
    shop.shop.move_stock(admin, id, came.clone()).await.unwrap();
    shop.shop.move_stock(admin, id, came).await.unwrap();
    for _ in 0..2 {
        shop.shop.delete_part(admin, id).await.unwrap();
    }
    for _ in 0..2 {
        shop.shop.show_part(admin, id).await.unwrap();
    }
    let log = shop.audit_log().await;
    assert!(log.iter().all(|entry| entry.actor == Some(admin) && entry.subject == admin));
    let logged: Vec<_> = log.into_iter().map(|entry| (entry.action, entry.detail.unwrap())).collect();
    let added = format!(
        "{id}, $12.50, 7 pcs.\ntitle: none → Brake disc\ndescription: none → Vented, 300 mm. Sold in pairs.\n\
         minimum: none → 1\npack: none → 1\npictures: none → /catalogue/brake-disc.svg\nhazmat: none → no\n\
         condition: none → new\nuniversal: none → no"
    );
    let expected = [
        (AuditAction::AddPart, added),
        (AuditAction::ChangePrice, format!("{id}\nprice: $12.50 → $9.90")),
        (AuditAction::EditPart, format!("{id}\ntitle: Brake disc → Dynamo")),
        (AuditAction::MoveStock, format!("{id}, received, +5 pcs.\navailable: 7 → 12")),
        (AuditAction::HidePart, id.to_string()),
        (AuditAction::ShowPart, id.to_string()),
    ];
    assert_eq!(logged, expected);
}

#[tokio::test]
async fn refused_actions_are_not_audited() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 5, 1_000).await;
    let order = shop.order(marta, part, 1).await;
    shop.shop.delete_part(marta, part).await.unwrap_err();
    shop.shop.edit_part(admin, part, 7, samples::part_details()).await.unwrap_err();
    shop.shop.ship(marta, order, Ship::default()).await.unwrap_err();
    shop.shop.delete_any_order(marta, order).await.unwrap_err();
    assert_eq!(shop.audit_log().await, []);
}

#[tokio::test]
async fn changes_of_orders_by_admins_are_audited_for_the_customer() {
    let shop = TestShop::default();
    let admin = shop.admin().await;
    let marta = shop.customer("marta").await;
    let part = shop.part(1, 5, 1_000).await;
    let shipped = shop.order(marta, part, 1).await;
    let deleted = shop.order(marta, part, 1).await;
    let tracking = |number: &str| Ship {
        tracking: Tracking { carrier: Some("UPS".parse().unwrap()), number: Some(number.parse().unwrap()) },
        anyway: false,
    };
    shop.shop.ship(admin, shipped, tracking("1Z7")).await.unwrap();
    // Repeating the same tracking adds no entry.
    shop.shop.ship(admin, shipped, tracking("1Z7")).await.unwrap();
    shop.shop.ship(admin, shipped, tracking("1Z8")).await.unwrap();
    for _ in 0..2 {
        shop.shop.delete_any_order(admin, deleted).await.unwrap();
    }
    let own = shop.order(marta, part, 1).await;
    shop.shop.delete_own_order(marta, own).await.unwrap();
    let log = shop.audit_log().await;
    assert!(log.iter().all(|entry| entry.actor == Some(admin) && entry.subject == marta));
    let logged: Vec<_> = log.into_iter().map(|entry| (entry.action, entry.detail.unwrap())).collect();
    let expected = [
        (
            AuditAction::ShipOrder,
            format!("{shipped}\nstatus: none → shipped\ncarrier: none → UPS\ntracking number: none → 1Z7"),
        ),
        (AuditAction::ShipOrder, format!("{shipped}\ntracking number: 1Z7 → 1Z8")),
        (AuditAction::DeleteOrder, deleted.to_string()),
    ];
    assert_eq!(logged, expected);
}
