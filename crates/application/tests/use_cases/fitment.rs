//! Fitment: verdicts through the shop, and how admins change the underlying data.

use autoparts_application::{
    accounts::access::AccessDenied,
    fitment::{AskedModels, FitmentError},
    ports::{store::Store, vehicles::LookupKind},
    use_case_error::UseCaseError::{Denied, Refused},
};
use autoparts_domain::{
    audit::AuditAction,
    fitment::{About, Application, Unknown, Verdict},
    id::{PartId, UserId},
    text::ConditionWords,
    vehicles::{ModelId, Vehicle},
};
use autoparts_testing::{memory::MemoryStore, samples, test_shop::TestShop};
use std::sync::Arc;

async fn shop() -> (TestShop, UserId) {
    let test_shop = TestShop::default();
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    (test_shop, admin)
}

fn civic() -> ModelId {
    "honda/civic".parse().unwrap()
}

fn page(limit: u32) -> AskedModels {
    AskedModels::Page { after: None, limit }
}

fn application(from: i64, to: i64, conditions: &[&str]) -> Application<ConditionWords> {
    Application {
        years: samples::years(from, to),
        engine: None,
        position: None,
        pieces: None,
        conditions: conditions.iter().map(|words| words.parse().unwrap()).collect(),
    }
}

async fn verdict(test_shop: &TestShop, part: PartId) -> Verdict {
    let vehicle: Vehicle = "2018/honda/civic".parse().unwrap();
    let mut fits = test_shop.shop.fits(vehicle, vec![part]).await.unwrap();
    fits.verdicts.remove(&part).unwrap()
}

async fn revision(test_shop: &TestShop, part: PartId) -> i64 {
    test_shop.shop.store.read(move |tx| tx.part_record(&part)).await.unwrap().unwrap().revision
}

#[tokio::test]
async fn only_admins_change_what_parts_fit() {
    let (test_shop, _) = shop().await;
    let marta = test_shop.customer("marta").await;
    let part = test_shop.part(1, 5, 100).await;
    let shop = &test_shop.shop;
    let reason = "Came back".parse().unwrap();
    let refused = [
        shop.edit_fitment(marta, part, 1, civic(), vec![]).await.map(drop),
        shop.copy_fitment(marta, part, 1, part).await.map(drop),
        shop.fitment_to_edit(marta, part, page(1)).await.map(drop),
        shop.conditions(marta, None, None, 1).await.map(drop),
        shop.classify_condition(marta, shop.ids.next(), About::Part).await,
        shop.suspensions(marta, None, 1).await.map(drop),
        shop.suspend_fit(marta, part, civic(), reason).await,
        shop.end_suspension(marta, part, civic()).await.map(drop),
    ];
    for refused in refused {
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    }
    assert!(shop.known_makes(marta).await.is_err() && shop.known_models(marta, civic().make).await.is_err());
    assert!(shop.known_engines(marta, civic()).await.is_err());
    let scheme = || "aces".parse().unwrap();
    let refused = [
        shop.lookups(marta, scheme(), LookupKind::Make, None, 1).await.map(drop),
        shop.save_lookups(marta, vec![]).await,
        shop.delete_lookup(marta, scheme(), LookupKind::Make, scheme()).await.map(drop),
    ];
    for refused in refused {
        assert!(matches!(refused, Err(Denied(AccessDenied::Forbidden))), "{refused:?}");
    }
    assert!(test_shop.audit_log().await.is_empty());
}

#[tokio::test]
async fn an_edit_increments_the_revision_of_the_part_and_is_audited() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    let sibling = test_shop.part(1, 5, 100).await;
    let years = vec![application(2016, 2017, &[]), application(2018, 2018, &[])];
    assert_eq!(test_shop.shop.edit_fitment(admin, part, 1, civic(), years).await.unwrap(), 2);
    assert_eq!(test_shop.shop.copy_fitment(admin, sibling, 1, part).await.unwrap(), 2);
    assert_eq!((revision(&test_shop, part).await, revision(&test_shop, sibling).await), (2, 2));
    assert!(matches!(verdict(&test_shop, sibling).await, Verdict::Fits { .. }));
    let late = test_shop.shop.edit_fitment(admin, part, 1, civic(), vec![]).await;
    assert!(matches!(late, Err(Refused(FitmentError::ChangedMeanwhile))), "{late:?}");
    let late = test_shop.shop.copy_fitment(admin, sibling, 1, part).await;
    assert!(matches!(late, Err(Refused(FitmentError::ChangedMeanwhile))), "{late:?}");
    let said: Vec<_> = test_shop.audit_log().await.into_iter().map(|entry| (entry.action, entry.detail)).collect();
    assert_eq!(
        said,
        [
            (AuditAction::ChangeFitment, Some(format!("{part}, honda/civic\napplications: none → 2016–2018"))),
            (AuditAction::ChangeFitment, Some(format!("{sibling}, copied from {part}\nhonda/civic: none → 2016–2018"))),
        ]
    );
}

#[tokio::test]
async fn fitment_of_unknown_items_is_refused() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    let unknown = test_shop.shop.ids.next();
    let edit = |part, model: &str, applications| {
        test_shop.shop.edit_fitment(admin, part, 1, model.parse().unwrap(), applications)
    };
    let with_engine = Application { engine: Some("v12".parse().unwrap()), ..application(2016, 2018, &[]) };
    let refused = edit(part, "honda/civic", vec![application(2018, 2018, &[]), with_engine]).await;
    assert!(matches!(refused, Err(Refused(FitmentError::NoSuchEngine { application: 1 }))), "{refused:?}");
    assert!(matches!(edit(part, "ford/civic", vec![]).await, Err(Refused(FitmentError::NoSuchModel))));
    assert!(matches!(edit(unknown, "honda/civic", vec![]).await, Err(Refused(FitmentError::NoSuchPart))));
    let copied = test_shop.shop.copy_fitment(admin, part, 1, unknown).await;
    assert!(matches!(copied, Err(Refused(FitmentError::NoSuchSource))), "{copied:?}");
    assert_eq!(revision(&test_shop, part).await, 1, "nothing was written");
    assert!(test_shop.audit_log().await.is_empty());
}

#[tokio::test]
async fn a_condition_that_is_reclassified_changes_every_verdict_and_touches_its_parts() {
    let (test_shop, admin) = shop().await;
    let (one, other, without) =
        (test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await, test_shop.part(1, 5, 100).await);
    for part in [one, other] {
        let listed = vec![application(2016, 2018, &["Sold in pairs"])];
        test_shop.shop.edit_fitment(admin, part, 1, civic(), listed).await.unwrap();
    }
    test_shop.shop.edit_fitment(admin, without, 1, civic(), vec![application(2016, 2018, &[])]).await.unwrap();
    let used = test_shop.shop.conditions(admin, Some(About::Vehicle), None, 10).await.unwrap();
    let [used] = &used[..] else { panic!("words are kept once: {used:?}") };
    assert_eq!((used.condition.words.as_str(), used.parts), ("Sold in pairs", 2));
    assert!(matches!(verdict(&test_shop, one).await, Verdict::FitsIf { .. }));

    let classify = |about| test_shop.shop.classify_condition(admin, used.condition.id, about);
    classify(About::Part).await.unwrap();
    for part in [one, other] {
        let Verdict::Fits { notes, .. } = verdict(&test_shop, part).await else { panic!("{part} fits for sure now") };
        assert_eq!(notes.first().unwrap().words.as_str(), "Sold in pairs");
        assert_eq!(revision(&test_shop, part).await, 3, "lists have to follow");
    }
    assert_eq!(revision(&test_shop, without).await, 2);
    classify(About::Unclassified).await.unwrap();
    assert_eq!(verdict(&test_shop, one).await, Verdict::Unknown(Unknown::Unclassified));
    let unknown = test_shop.shop.classify_condition(admin, test_shop.shop.ids.next(), About::Part).await;
    assert!(matches!(unknown, Err(Refused(FitmentError::NoSuchCondition))), "{unknown:?}");
}

#[tokio::test]
async fn a_suspended_part_never_fits() {
    let (test_shop, admin) = shop().await;
    let part = test_shop.part(1, 5, 100).await;
    test_shop.shop.edit_fitment(admin, part, 1, civic(), vec![application(2016, 2018, &[])]).await.unwrap();
    for reason in ["Came back", "Came back twice"] {
        test_shop.shop.suspend_fit(admin, part, civic(), reason.parse().unwrap()).await.unwrap();
    }
    assert_eq!(verdict(&test_shop, part).await, Verdict::Unknown(Unknown::Suspended));
    let suspensions = test_shop.shop.suspensions(admin, None, 10).await.unwrap();
    assert_eq!(suspensions.iter().map(|one| one.reason.as_str()).collect::<Vec<_>>(), ["Came back twice"]);
    assert_eq!(test_shop.shop.suspensions(admin, Some((civic(), part)), 10).await.unwrap(), []);
    let to_edit = test_shop.shop.fitment_to_edit(admin, part, page(10)).await.unwrap();
    assert_eq!((to_edit.revision, to_edit.suspensions[0].model.name.as_str()), (4, "Civic"));

    assert!(test_shop.shop.end_suspension(admin, part, civic()).await.unwrap());
    assert!(!test_shop.shop.end_suspension(admin, part, civic()).await.unwrap(), "it has ended");
    assert!(matches!(verdict(&test_shop, part).await, Verdict::Fits { .. }));
    assert_eq!(revision(&test_shop, part).await, 5);
    let log = test_shop.audit_log().await;
    let said: Vec<_> = log.iter().skip(1).map(|entry| (entry.action, entry.detail.as_deref())).collect();
    let text = |text: &str| format!("{part}, honda/civic{text}");
    let expected = [
        text("\nreason: none → Came back"),
        text("\nreason: Came back → Came back twice"),
        text("\nreason: Came back twice → none"),
    ];
    assert_eq!(
        said,
        [
            (AuditAction::SuspendFit, Some(&*expected[0])),
            (AuditAction::SuspendFit, Some(&*expected[1])),
            (AuditAction::EndSuspension, Some(&*expected[2])),
        ]
    );
    let reason = || "Came back".parse().unwrap();
    let refused = test_shop.shop.suspend_fit(admin, test_shop.shop.ids.next(), civic(), reason()).await;
    assert!(matches!(refused, Err(Refused(FitmentError::NoSuchPart))), "{refused:?}");
    let nothing = test_shop.shop.suspend_fit(admin, part, "ford/civic".parse().unwrap(), reason()).await;
    assert!(matches!(nothing, Err(Refused(FitmentError::NoSuchModel))), "{nothing:?}");
}

#[tokio::test]
async fn one_of_many_edits_of_a_revision_succeeds() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let test_shop = TestShop::on(store);
    let admin = test_shop.admin().await;
    test_shop.shop.add_vehicles(samples::vehicles()).await.unwrap();
    let part = test_shop.part(1, 5, 100).await;
    let edit = |year| test_shop.shop.edit_fitment(admin, part, 1, civic(), vec![application(year, year, &[])]);
    let (one, other) = tokio::join!(edit(2016), edit(2017));
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1, "{one:?} {other:?}");
    let listed = test_shop.shop.part_fitments(part, page(10)).await.unwrap();
    assert_eq!((listed.models.len(), listed.counts.listed), (1, 1));
    let of_one = async |model| test_shop.shop.part_fitments(part, AskedModels::One(model)).await.unwrap();
    assert_eq!(of_one(civic()).await, listed);
    let other = of_one("honda/accord".parse().unwrap()).await;
    assert_eq!((other.models.len(), other.counts), (0, listed.counts), "a model that it is not listed for");
}
